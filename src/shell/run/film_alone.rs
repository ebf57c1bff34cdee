//! The film alone: one approach and rebound of the sphere with nothing but the film between it and the wall.

use super::directory::RunDirectory;
use super::failure::RunFailure;
use super::quantities as q;
use super::{build, page, scales};
use crate::analysis::bounce_log::BounceLog;
use crate::case::{Case, FilmModel, Hydrodynamics, Start};
use crate::contact::TooDeep;
use crate::film::{FilmBounce, FilmImpact, FilmProperties, FilmSample, PhaseHeat};
use crate::motion::elastic_film::ElasticFilm;
use crate::numerics::hermite::{Hermite, Moment};
use crate::output::summary::{Ending, Modelled, Summary};
use crate::output::trajectory::{Sample, Sampling, TrajectoryWriter};
use crate::output::{OutputError, atomic};
use crate::plot::film;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

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
    pub fn of_case(case: &Case) -> Self {
        let speed = case.release.start.speed().unwrap_or_else(|| scales::reference_speed(case));
        Self { speed, gap: case.release.gap }
    }
}

/// The case with an elastic film: its own, or the default one where it ends its film at a cut-off.
pub fn with_elastic_film(mut case: Case) -> Case {
    if let FilmModel::Cutoff { .. } = case.film.model {
        case.film.model = FilmModel::default_ehd();
    }
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

/// Follows the sphere through the film and writes the run directory: `case.toml`, `trajectory.csv`, `film.csv` (thickness,
/// pressure, energies over time), `profiles.csv` (thickness and pressure over the radius at chosen moments),
/// `summary.json` and plots. The sphere's inertia is its mass alone.
///
/// # Errors
/// A parameter refused, a film that does not converge, or a file that cannot be written.
pub(super) fn compute(run: RunDirectory) -> Result<Summary, RunFailure> {
    let started = Instant::now();
    let RunDirectory { case, path: directory } = run;
    let entry = FilmEntry::of_case(case);
    let film = build::elastic_film(case)?.expect("the case has an elastic film");
    let properties = film.relaxed(entry.speed)?;
    let impact = FilmImpact { mass: film.mass, speed: entry.speed, gap: entry.gap, exit_gap: entry.gap };
    let bounce = impact.run(&impact.film(properties, film.accuracy)?)?;
    TooDeep::check(bounce.deepest().time, bounce.indentation, properties.radius)?;

    run.open(false)?;
    write_trajectory(run, &bounce)?;
    write_history(directory, &bounce)?;
    write_profiles(directory, &bounce)?;
    if case.output.plots {
        let plots = directory.join("plots");
        atomic::make_directory(&plots)?;
        film::profiles(&bounce, &properties).write(&plots.join("film-profiles.svg"))?;
        film::history(&bounce).write(&plots.join("film-history.svg"))?;
    }
    let mut summary = Summary {
        wall_s: started.elapsed().as_secs_f64(),
        extra: further(&properties, entry, &bounce).into(),
        ..summarise(run, &film, entry, &bounce)
    };
    run.doubt(&mut summary);
    summary.warnings.extend(thick_film(entry.gap / case.sphere.diameter));
    if case.output.report {
        page::write(directory, case, &summary, None)?;
    }
    summary.write(&run.summary_file())?;
    Ok(summary)
}

/// What is said of a film entered at a gap of so many diameters, if that is much for a film.
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

fn write_trajectory(directory: RunDirectory, bounce: &FilmBounce) -> Result<(), OutputError> {
    let (first, rest) = bounce.history.split_first().expect("the history starts with the first state");
    let first = Sample { moment: moment(first), values: &[first.force] };
    let mut writer = TrajectoryWriter::create(&directory.trajectory(), &["film"], Sampling::default(), first)?;
    for sample in rest {
        writer.record(Sample { moment: moment(sample), values: &[sample.force] })?;
    }
    writer.finish()
}

fn write_history(directory: &Path, bounce: &FilmBounce) -> Result<(), OutputError> {
    atomic::replace(&directory.join("film.csv"), |w| {
        writeln!(
            w,
            "time_s,gap_m,film_min_m,film_centre_m,pressure_max_Pa,cavity_radius_m,force_N,energy_kinetic_J,\
             energy_elastic_J,energy_asperities_J,energy_cavity_J,heat_viscous_J,heat_solid_J"
        )?;
        for s in &bounce.history {
            write!(w, "{:?},{:?},{:?},{:?},{:?},", s.time, s.gap, s.thinnest, s.central, s.peak_pressure)?;
            write!(w, "{:?},{:?},{:?},{:?},", s.cavity_radius, s.force, s.kinetic, s.stored.elastic)?;
            writeln!(w, "{:?},{:?},{:?},{:?}", s.stored.asperities, s.stored.cavity, s.viscous, s.solid)?;
        }
        Ok(())
    })
}

fn write_profiles(directory: &Path, bounce: &FilmBounce) -> Result<(), OutputError> {
    atomic::replace(&directory.join("profiles.csv"), |w| {
        writeln!(w, "moment,time_s,radius_m,thickness_m,pressure_Pa,void_fraction")?;
        for profile in &bounce.profiles {
            let (name, state) = (film::name_of(profile.moment), &profile.state);
            for (i, radius) in bounce.radii.iter().enumerate() {
                let (h, p, void) = (state.thickness[i], state.pressure[i], state.void_fraction[i]);
                writeln!(w, "{name},{:?},{radius:?},{h:?},{p:?},{void:?}", state.time)?;
            }
        }
        Ok(())
    })
}

/// The collision as a run logs it: contact from the meeting to the parting of the undeformed surfaces.
fn log(bounce: &FilmBounce, touch: f64, diameter: f64) -> BounceLog {
    let mut log = BounceLog::new(diameter, 0.0);
    for pair in bounce.history.windows(2) {
        let (from, to) = (moment(&pair[0]), moment(&pair[1]));
        log.observe(from, to);
        let crossing = || Hermite::new(from, to).crossing(touch).unwrap_or(to);
        if !log.in_contact() && from.gap >= touch && to.gap < touch {
            log.touch(crossing());
        } else if log.in_contact() && to.gap >= touch {
            log.separate(crossing());
        }
    }
    if log.bounces().is_empty() {
        let closest = moment(bounce.deepest());
        log.touch(closest);
        log.separate(closest);
    } else if log.in_contact() {
        log.settle();
    }
    log
}

fn summarise(directory: RunDirectory, film: &ElasticFilm, entry: FilmEntry, bounce: &FilmBounce) -> Summary {
    let case = directory.case;
    let mut bounces = log(bounce, case.film.roughness, case.sphere.diameter).bounces().to_vec();
    bounces.iter_mut().for_each(|collision| collision.restitution = Some(bounce.restitution));
    Summary {
        groups: case.immersed().groups(entry.speed),
        steps: bounce.steps as u64,
        cells: bounce.radii.len() as u64,
        time_s: bounce.last().time,
        bounces,
        peak_speed_m_s: bounce.history.iter().map(|sample| sample.speed.abs()).fold(0.0, f64::max),
        mass_error: bounce.mass_error,
        energy_error: bounce.energy_error,
        modelled: vec![Modelled {
            what: "everything but the film".into(),
            by: format!("left out: no drag, no added mass, no weight; {}", film.solids()),
            range: format!("from the gap {:.3e} m to the wall and back", entry.gap),
        }],
        assumed: vec!["lubrication theory between elastic half-spaces, without the liquid's inertia".to_owned()],
        ..directory.summary()
    }
    .ended::<RunFailure>(Ok(if bounce.captured { Ending::Captured } else { Ending::BackAtEntry }))
}

/// What only a film alone says in its summary.
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
