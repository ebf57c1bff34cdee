//! The film alone: one approach and rebound of the sphere with nothing but the film between it and the wall.

use super::bounce_log::BounceLog;
use super::build;
use super::columns::forces;
use super::course::Ending;
use super::failure::Failure;
use super::interface::{Description, FilmCourse, Model, Row, Sample};
use super::results as q;
use crate::contact::TooDeep;
use crate::error::BadParameter;
use crate::film::{FilmBounce, FilmImpact, FilmPassage, FilmProperties, FilmRunError, FilmSample, PhaseHeat};
use crate::keys::Word;
use crate::modelled::Modelled;
use crate::motion::elastic_film::ElasticFilm;
use crate::numerics::hermite::Moment;
use crate::problem::film::THIN;
use crate::problem::{Problem, scales};
use crate::quantity::LENGTH;
use crate::remark;
use crate::remark::Remark;

/// Where the sphere enters the film.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmEntry {
    /// Speed towards the wall [m/s].
    pub speed: f64,
    /// Gap at which it has this speed, and at which its rebound is read \[m\].
    pub gap: f64,
}

impl FilmEntry {
    /// The entry of a problem: at the gap of its start, with its speed or the terminal one.
    pub fn of(problem: &Problem) -> Self {
        let speed = problem.start.start.speed().unwrap_or_else(|| scales::reference_speed(problem));
        Self { speed, gap: problem.start.gap }
    }
}

/// A sphere that is followed through its elastic film and back, with nothing but the film between it and the wall. Its
/// inertia is its mass alone.
pub struct FilmRun {
    problem: Problem,
    entry: FilmEntry,
    film: ElasticFilm,
    properties: FilmProperties,
    passage: FilmPassage,
    bounces: BounceLog,
    ending: Option<Ending>,
}

impl FilmRun {
    /// The sphere where it enters the film.
    ///
    /// # Errors
    /// A parameter refused.
    pub fn new(problem: &Problem) -> Result<Self, Failure> {
        let entry = FilmEntry::of(problem);
        let film = build::elastic_film(problem)?.ok_or_else(|| {
            BadParameter::new(
                "film.model",
                problem.film.model.word(),
                "must be \"ehd\": a film alone is an elastic one",
            )
        })?;
        let properties = film.relaxed(entry.speed)?;
        let impact = FilmImpact { mass: film.mass, speed: entry.speed, gap: entry.gap, exit_gap: entry.gap };
        let passage = impact.start(impact.film(properties, film.accuracy)?)?;
        let bounces = BounceLog::new(problem.sphere.diameter, 0.0);
        Ok(Self { problem: problem.clone(), entry, film, properties, passage, bounces, ending: None })
    }

    fn so_far(&self) -> &FilmBounce {
        self.passage.so_far()
    }

    fn moment(&self) -> Moment {
        moment(self.so_far().last())
    }
}

impl Model for FilmRun {
    fn step(&mut self) -> Result<bool, Failure> {
        if self.passage.is_over() {
            self.ending = Some(if self.passage.is_away() { Ending::BackAtEntry } else { Ending::Captured });
            if self.bounces.bounces().is_empty() {
                let closest = moment(self.so_far().deepest());
                self.bounces.touch(closest);
                self.bounces.separate(closest);
                self.bounces.film(self.passage.is_torn());
            }
            return Ok(false);
        }
        let from = self.moment();
        self.passage.advance().map_err(FilmRunError::from)?;
        let (to, touch) = (self.moment(), Some(self.problem.film.roughness));
        TooDeep::check(to.time, -to.gap, self.properties.radius)?;
        self.bounces.observe(from, to);
        self.bounces.follow_touch(from, to, touch, touch);
        self.bounces.film(self.passage.is_torn());
        Ok(true)
    }

    fn sample(&self) -> Sample<'_> {
        let steps = self.so_far().steps as u64;
        Sample { moment: self.moment(), in_run_up: false, steps, bounces: &self.bounces, row: self, flow: None }
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn describe(&self) -> Description {
        let (problem, entry, bounce) = (&self.problem, self.entry, self.passage.finish());
        Description {
            groups: problem.immersed().groups(entry.speed),
            cells: bounce.radii.len() as u64,
            peak_speed: bounce.history.iter().map(|sample| sample.speed.abs()).fold(0.0, f64::max),
            mass_error: bounce.mass_error,
            energy_error: bounce.energy_error,
            modelled: vec![Modelled::new(
                "everything but the film",
                format!("left out: no drag, no added mass, no weight; {}", self.film.solids()),
                format!("from the gap {} to the wall and back", LENGTH.brief(entry.gap)),
            )],
            remarks: [remark!(
                Assumption,
                "lubrication-alone",
                "lubrication theory between elastic half-spaces, without the liquid's inertia"
            )]
            .into_iter()
            .chain(thick_film(entry.gap / problem.sphere.diameter))
            .chain(problem.film_pressure_warning(bounce.peak_pressure, entry.speed))
            .collect(),
            results: further(&self.properties, entry, &bounce)
                .into_iter()
                .chain(q::into_wall(problem, bounce.last().plate))
                .collect(),
            film: Some(FilmCourse { bounce, properties: self.properties }),
        }
    }
}

impl Row for FilmRun {
    fn columns(&self) -> Vec<String> {
        forces(&["film"])
    }

    fn values(&self) -> Vec<f64> {
        vec![self.so_far().last().force]
    }
}

/// The warning about a film entered at a gap of so many diameters, if that is much for a film.
fn thick_film(gap: f64) -> Option<Remark> {
    (gap > THIN).then(|| {
        remark!(
            Warning,
            "thick-film",
            "the film is entered at {gap:.2} D: lubrication theory is for gaps small against the radius, and above {THIN} D the \
             sphere loses more than it says"
        )
    })
}

fn moment(sample: &FilmSample) -> Moment {
    Moment { time: sample.time, gap: sample.gap, velocity: sample.speed }
}

/// The part of a summary that only a film alone has.
fn further(properties: &FilmProperties, entry: FilmEntry, bounce: &FilmBounce) -> [(String, f64); 23] {
    let (first, last) = (&bounce.history[0], bounce.last());
    let PhaseHeat { approach, squeeze, release, retreat } =
        bounce.heat_by_phase(properties.elasticity_length(entry.speed));
    [
        q::ENERGY_SCALE.is(first.kinetic),
        q::HEAT_APPROACH.is(approach),
        q::HEAT_SQUEEZE.is(squeeze),
        q::HEAT_RELEASE.is(release),
        q::HEAT_RETREAT.is(retreat),
        q::ENTRY_GAP.is(entry.gap),
        q::ENTRY_SPEED.is(entry.speed),
        q::ENTRY_TO_EXIT.is(bounce.restitution),
        q::FILM_THINNEST.is(bounce.thinnest),
        q::FILM_THINNEST_CENTRE.is(bounce.thinnest_central),
        q::FILM_PRESSURE.is(bounce.peak_pressure),
        q::FILM_OVERLAP.is(bounce.indentation),
        q::FILM_FORCE.is(bounce.peak_force),
        q::FILM_SUCTION.is(-bounce.largest_suction),
        q::OVERLAP_TIME.is(bounce.overlap_time),
        q::KINETIC_START.is(first.kinetic),
        q::KINETIC_END.is(last.kinetic),
        q::STORED_END.is(last.stored.total()),
        q::IN_FILM.is(last.viscous),
        q::IN_SOLIDS.is(last.solid),
        q::RELAXATION.is(properties.relaxation_time),
        q::ELASTICITY.is(properties.elasticity_length(entry.speed)),
        q::ITERATIONS.is(bounce.iterations as f64),
    ]
}
