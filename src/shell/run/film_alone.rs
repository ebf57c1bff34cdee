//! The film alone: one approach and rebound of the sphere with nothing but the film between it and the wall.

use super::failure::RunFailure;
use super::motion::Motion;
use super::quantities as q;
use super::{build, scales};
use crate::analysis::bounce_log::BounceLog;
use crate::case::{Case, Hydrodynamics, Start};
use crate::contact::TooDeep;
use crate::film::{FilmBounce, FilmImpact, FilmPassage, FilmProperties, FilmRunError, FilmSample, PhaseHeat};
use crate::modelled::Modelled;
use crate::motion::elastic_film::ElasticFilm;
use crate::numerics::hermite::Moment;
use crate::output::OutputError;
use crate::output::summary::{Ending, Summary};
use crate::output::table::Table;
use crate::output::trajectory::forces;
use crate::plot::film;
use crate::plot::trajectory::PlottedRun;
use std::path::Path;

/// Gap in diameters above which a film entered is thick against the sphere.
const THICK: f64 = 0.1;

/// Where the sphere enters the film.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmEntry {
    /// Speed towards the wall [m/s].
    pub speed: f64,
    /// Gap at which it has this speed, and at which its rebound is read \[m\].
    pub gap: f64,
}

impl FilmEntry {
    /// The entry of a case with `hydrodynamics = "film"`: at `release.gap`, with `release.speed` or the terminal speed.
    pub(super) fn of_case(case: &Case) -> Self {
        let speed = case.release.start.speed().unwrap_or_else(|| scales::reference_speed(case));
        Self { speed, gap: case.release.gap }
    }
}

/// The case with an elastic film: its own, or the default one where it has none.
pub(super) fn with_elastic_film(mut case: Case) -> Case {
    case.film.model.deform();
    case
}

/// The case of a film entered at `entry`: with [`execute`](super::execute) it gives the film alone.
pub fn film_case(case: &Case, entry: FilmEntry) -> Case {
    let mut case = with_elastic_film(case.clone());
    case.hydrodynamics = Hydrodynamics::Film;
    case.release.gap = entry.gap;
    case.release.start = Start::Prescribed { speed: entry.speed, free_gap: 0.5 * entry.gap, ramp: 0.0, run_up: 0.0 };
    case
}

/// A sphere that is followed through the film and back. Its inertia is its mass alone. Besides the files of all runs it writes
/// `film.csv` (thickness, pressure, energies over time) and `profiles.csv` (thickness and pressure over the radius at chosen
/// moments).
pub(super) struct FilmRun {
    case: Case,
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
    pub(super) fn new(case: &Case) -> Result<Self, RunFailure> {
        let entry = FilmEntry::of_case(case);
        let film = build::elastic_film(case)?.expect("the case has an elastic film");
        let properties = film.relaxed(entry.speed)?;
        let impact = FilmImpact { mass: film.mass, speed: entry.speed, gap: entry.gap, exit_gap: entry.gap };
        let passage = impact.start(impact.film(properties, film.accuracy)?)?;
        let bounces = BounceLog::new(case.sphere.diameter, 0.0);
        Ok(Self { case: case.clone(), entry, film, properties, passage, bounces, ending: None })
    }

    fn so_far(&self) -> &FilmBounce {
        self.passage.so_far()
    }
}

impl Motion for FilmRun {
    fn advance(&mut self) -> Result<bool, RunFailure> {
        if self.passage.is_over() {
            self.ending = Some(if self.passage.is_away() { Ending::BackAtEntry } else { Ending::Captured });
            if self.bounces.bounces().is_empty() {
                let closest = moment(self.so_far().deepest());
                self.bounces.touch(closest);
                self.bounces.separate(closest);
            }
            return Ok(false);
        }
        let from = Motion::moment(self);
        self.passage.advance().map_err(FilmRunError::from)?;
        let (to, touch) = (Motion::moment(self), Some(self.case.film.roughness));
        TooDeep::check(to.time, -to.gap, self.properties.radius)?;
        self.bounces.observe(from, to);
        self.bounces.follow_touch(from, to, touch, touch);
        Ok(true)
    }

    fn moment(&self) -> Moment {
        moment(self.so_far().last())
    }

    fn in_run_up(&self) -> bool {
        false
    }

    fn ending(&self) -> Option<Ending> {
        self.ending
    }

    fn columns(&self) -> Vec<String> {
        forces(&["film"])
    }

    fn values(&self) -> Vec<f64> {
        vec![self.so_far().last().force]
    }

    fn steps(&self) -> u64 {
        self.so_far().steps as u64
    }

    fn bounces(&self) -> &BounceLog {
        &self.bounces
    }

    fn results(&self, mut summary: Summary) -> Summary {
        let (case, entry, bounce) = (&self.case, self.entry, self.passage.finish());
        summary.bounces.iter_mut().for_each(|collision| collision.restitution = Some(bounce.restitution));
        summary.warnings.extend(thick_film(entry.gap / case.sphere.diameter));
        Summary {
            groups: case.immersed().groups(entry.speed),
            cells: bounce.radii.len() as u64,
            peak_speed_m_s: bounce.history.iter().map(|sample| sample.speed.abs()).fold(0.0, f64::max),
            mass_error: bounce.mass_error,
            energy_error: bounce.energy_error,
            modelled: vec![Modelled::new(
                "everything but the film",
                format!("left out: no drag, no added mass, no weight; {}", self.film.solids()),
                format!("from the gap {:.3e} m to the wall and back", entry.gap),
            )],
            assumed: vec!["lubrication theory between elastic half-spaces, without the liquid's inertia".to_owned()],
            extra: further(&self.properties, entry, &bounce).into(),
            ..summary
        }
    }

    fn write_tables(&self, directory: &Path) -> Result<(), OutputError> {
        let bounce = self.passage.finish();
        history(&bounce).write(&directory.join("film.csv"))?;
        profiles(&bounce).write(&directory.join("profiles.csv"))
    }

    fn draw(&self, directory: &Path, _: &Case, _: &PlottedRun) -> Result<(), OutputError> {
        let (bounce, plots) = (self.passage.finish(), directory.join("plots"));
        film::profiles(&bounce, &self.properties).write(&plots.join("film-profiles.svg"))?;
        film::history(&bounce).write(&plots.join("film-history.svg"))
    }
}

/// The warning about a film entered at a gap of so many diameters, if that is much for a film.
fn thick_film(gap: f64) -> Option<String> {
    (gap > THICK).then(|| {
        format!(
            "the film is entered at {gap:.2} D: lubrication theory is for gaps small against the radius, and above {THICK} D the \
             sphere loses more than it says"
        )
    })
}

fn moment(sample: &FilmSample) -> Moment {
    Moment { time: sample.time, gap: sample.gap, velocity: sample.speed }
}

/// Thickness, pressure and energies over time.
fn history(bounce: &FilmBounce) -> Table {
    let mut table = Table::new([
        "time_s",
        "gap_m",
        "film_min_m",
        "film_centre_m",
        "pressure_max_Pa",
        "cavity_radius_m",
        "force_N",
        "energy_kinetic_J",
        "energy_elastic_J",
        "energy_asperities_J",
        "energy_cavity_J",
        "heat_viscous_J",
        "heat_solid_J",
    ]);
    for s in &bounce.history {
        let film = [s.time, s.gap, s.thinnest, s.central, s.peak_pressure, s.cavity_radius, s.force, s.kinetic];
        let energies = [s.stored.elastic, s.stored.asperities, s.stored.cavity, s.viscous, s.solid];
        table.push_numbers(film.into_iter().chain(energies));
    }
    table
}

/// Thickness and pressure over the radius at chosen moments.
fn profiles(bounce: &FilmBounce) -> Table {
    let mut table = Table::new(["moment", "time_s", "radius_m", "thickness_m", "pressure_Pa", "void_fraction"]);
    for profile in &bounce.profiles {
        let (name, state) = (film::name_of(profile.moment), &profile.state);
        for (i, radius) in bounce.radii.iter().enumerate() {
            let (h, p, void) = (state.thickness[i], state.pressure[i], state.void_fraction[i]);
            let numbers = [state.time, *radius, h, p, void].map(|value| format!("{value:?}"));
            table.push(std::iter::once(name.to_owned()).chain(numbers));
        }
    }
    table
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
