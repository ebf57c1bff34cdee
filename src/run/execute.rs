//! The time loop with its observers: from a case to a run directory.

use super::checkpoint::{self, Companion};
use super::failure::RunFailure;
use super::film_alone::{FilmEntry, execute_film};
use super::results::{summarise, write_results};
use super::simulation::{FORCES, Simulation, Stop};
use super::{figures, interrupt, theory, threads};
use crate::case::{Case, Hydrodynamics, Moment as PictureMoment, Side};
use crate::motion::coupled::StepReport;
use crate::numerics::hermite::Moment;
use crate::output::claim::Claim;
use crate::output::film_strip::{FilmStrip, StripScale};
use crate::output::progress::{Mode, Now, Progress, engineering};
use crate::output::series::FieldSeries;
use crate::output::snapshot::{NoSlip, Snapshot, SpherePlace, StaggeredFields};
use crate::output::summary::{Provenance, Status, Summary};
use crate::output::trajectory::{Sample, Sampling, TrajectoryWriter, passes_multiple};
use crate::output::vtk::{Halves, Precision};
use crate::output::{OutputError, atomic};
use crate::report;
use ndarray::{Array2, s};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

const CHECKPOINTS: &str = "checkpoint";
/// A gap is passed on the way in and on the way out; later bounces are not drawn.
const PICTURES_PER_MOMENT: u32 = 2;
pub(super) const TRAJECTORY: &str = "trajectory.csv";
pub(super) const SUMMARY: &str = "summary.json";

/// How to run a case, besides what is in the case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunOptions {
    /// The run directory.
    pub out: PathBuf,
    /// Go on from the last checkpoint.
    pub resume: bool,
    /// No progress on the terminal.
    pub quiet: bool,
}

/// Runs a case into its directory and returns the summary that it wrote.
///
/// # Errors
/// A parameter refused, a file that cannot be written, a directory that another run writes to, or a failed run. A failed run still leaves its trajectory and
/// a summary with status `failed` and the reason.
pub fn execute(case: &Case, options: &RunOptions) -> Result<Summary, RunFailure> {
    let started = Instant::now();
    atomic::make_directory(&options.out)?;
    let _claim = Claim::of(&options.out)?;
    let summary_path = options.out.join(SUMMARY);
    if options.resume
        && let Ok(summary) = Summary::read(&summary_path)
        && summary.status == Status::Finished
        && summary.provenance == Provenance::of_case(&case.to_toml())
    {
        return Ok(summary);
    }
    prepare_directory(case, options)?;
    if case.hydrodynamics == Hydrodynamics::Theory {
        return theory::execute(case, &options.out);
    }
    if case.hydrodynamics == Hydrodynamics::Film {
        let summary = execute_film(case, FilmEntry::of_case(case), &options.out)?;
        if case.output.report {
            report::write(&options.out, case, &summary, None)?;
        }
        return Ok(summary);
    }
    interrupt::listen();
    let pool = threads::pool(case.run.threads)?;
    pool.install(|| {
        let mut simulation = Simulation::new(case.clone())?;
        let (mut wall_before, mut strip) = (0.0, None);
        let outcome = observe(&mut simulation, options, started, &mut wall_before, &mut strip);
        let (status, reason) = match &outcome {
            Ok(stop) => (Status::Finished, stop.to_string()),
            Err(failure @ RunFailure::Interrupted { .. }) => (Status::Interrupted, failure.to_string()),
            Err(failure) => (Status::Failed, failure.to_string()),
        };
        let wall = wall_before + started.elapsed().as_secs_f64();
        let summary = summarise(&simulation, (status, reason), wall, pool.current_num_threads());
        let written = write_results(&options.out, &simulation, summary, strip.as_ref());
        match outcome {
            Ok(_) => written,
            Err(failure) => Err(failure),
        }
    })
}

/// Readies the run directory, with the resolved case; what an earlier run left there goes, unless this one resumes it.
fn prepare_directory(case: &Case, options: &RunOptions) -> Result<(), RunFailure> {
    if !options.resume {
        let checkpoints = options.out.join(CHECKPOINTS);
        if checkpoints.exists() {
            std::fs::remove_dir_all(&checkpoints).map_err(OutputError::io("remove", &checkpoints))?;
        }
        for name in [SUMMARY, report::FILE, TRAJECTORY] {
            let file = options.out.join(name);
            if file.exists() {
                std::fs::remove_file(&file).map_err(OutputError::io("remove", &file))?;
            }
        }
        FieldSeries::remove(&options.out)?;
        figures::remove(&options.out)?;
    }
    for directory in [PathBuf::new(), CHECKPOINTS.into(), "fields".into(), "plots".into()] {
        atomic::remove_leftovers(&options.out.join(directory))?;
    }
    let resolved = case.to_toml();
    Ok(atomic::replace(&options.out.join("case.toml"), |w| w.write_all(resolved.as_bytes()))?)
}

/// Runs to the end, writing on the way.
fn observe(
    simulation: &mut Simulation,
    options: &RunOptions,
    started: Instant,
    wall_before: &mut f64,
    strip: &mut Option<FilmStrip>,
) -> Result<Stop, RunFailure> {
    let checkpoints = options.out.join(CHECKPOINTS);
    let found = if options.resume { checkpoint::read(&checkpoints, simulation)? } else { None };
    let mode = if options.quiet { Mode::Quiet } else { Mode::Auto };
    let mut progress = Progress::new(mode, simulation.moment().time, expected_time(&simulation.case));
    if let Some(found) = &found {
        *wall_before = found.companion.wall_s;
        found.refused.iter().for_each(|error| progress.note(format_args!("an older checkpoint is used: {error}")));
    }
    let interval = simulation.case.output.checkpoint_interval;
    let mut saver = Saver { directory: checkpoints, interval, started, wall_before: *wall_before, saved: started };
    let mut observers = match found {
        Some(found) if !simulation.in_run_up() => {
            Observers::resume(simulation, &options.out, found.companion, progress)?
        }
        _ => {
            let forces = run_up(simulation, &mut progress, &mut saver)?;
            Observers::create(simulation, &options.out, forces, progress)?
        }
    };
    let outcome = loop {
        if let Some(stop) = simulation.stop() {
            break Ok(stop);
        }
        if saver.due() {
            observers.trajectory.sync()?;
            if let Err(interrupted) = saver.save(simulation, observers.companion()) {
                break Err(interrupted);
            }
        }
        let from = simulation.moment();
        match simulation.advance() {
            Ok(report) => observers.after_step(simulation, from, &report)?,
            Err(failure) => break Err(failure),
        }
    };
    if outcome.is_ok() {
        observers.trajectory.sync()?;
        saver.write(simulation, observers.companion())?;
        if matches!(outcome, Ok(Stop::Rest)) || simulation.state.bounces.in_contact() {
            simulation.settle();
        }
    }
    *strip = observers.finish(simulation)?;
    outcome
}

/// Runs the sphere up to its start; returns the forces at time 0.
fn run_up(
    simulation: &mut Simulation,
    progress: &mut Progress,
    saver: &mut Saver,
) -> Result<[f64; FORCES.len()], RunFailure> {
    let mut forces = simulation.forces_at_rest();
    while simulation.in_run_up() {
        if saver.due() {
            saver.save(simulation, Companion { forces, ..Companion::default() })?;
        }
        forces = simulation.advance().map(|report| simulation.forces(&report))?;
        progress.update(now(simulation));
    }
    Ok(forces)
}

/// Writes checkpoints at an interval of wall time, and when a signal asks the run to stop.
struct Saver {
    directory: PathBuf,
    interval: f64,
    started: Instant,
    wall_before: f64,
    saved: Instant,
}

impl Saver {
    fn due(&self) -> bool {
        interrupt::requested() || self.saved.elapsed().as_secs_f64() >= self.interval
    }

    /// Writes a checkpoint; an error if the run is to stop now. The trajectory must be on disk by then.
    fn save(&mut self, simulation: &Simulation, companion: Companion) -> Result<(), RunFailure> {
        self.write(simulation, companion)?;
        if interrupt::requested() {
            let Moment { time, gap, .. } = simulation.moment();
            return Err(RunFailure::Interrupted { time, gap });
        }
        Ok(())
    }

    fn write(&mut self, simulation: &Simulation, companion: Companion) -> Result<(), RunFailure> {
        let wall_s = self.wall_before + self.started.elapsed().as_secs_f64();
        let companion = Companion { wall_s, ..companion };
        self.saved = Instant::now();
        Ok(checkpoint::write(&self.directory, simulation, &companion)?)
    }
}

/// Everything that watches a run.
struct Observers {
    trajectory: TrajectoryWriter,
    fields: Option<(FieldSeries, f64)>,
    pictures: Vec<u32>,
    strip: Option<FilmStrip>,
    progress: Progress,
    bounces: usize,
    forces: [f64; FORCES.len()],
    directory: PathBuf,
}

impl Observers {
    fn create(
        simulation: &Simulation,
        directory: &Path,
        forces: [f64; FORCES.len()],
        progress: Progress,
    ) -> Result<Self, RunFailure> {
        let case = &simulation.case;
        let first = Sample { moment: simulation.moment(), forces: &forces };
        let trajectory = TrajectoryWriter::create(&directory.join(TRAJECTORY), &FORCES, sampling(case), first)?;
        let fields = match case.output.fields {
            None => None,
            Some(interval) => {
                let mut series = FieldSeries::create(directory, Precision::Float32, Halves::Both)?;
                series.write(&snapshot(simulation))?;
                Some((series, interval))
            }
        };
        let pictures = vec![0; case.output.vorticity_pictures.len()];
        let mut strip = film_strip(case);
        if let Some(strip) = &mut strip {
            strip.take_now(simulation.moment().gap, &snapshot(simulation));
        }
        let directory = directory.to_path_buf();
        Ok(Self { trajectory, fields, pictures, strip, progress, bounces: 0, forces, directory })
    }

    fn resume(
        simulation: &Simulation,
        directory: &Path,
        companion: Companion,
        progress: Progress,
    ) -> Result<Self, RunFailure> {
        let case = &simulation.case;
        let moment = simulation.moment();
        let first = Sample { moment, forces: &companion.forces };
        let trajectory = TrajectoryWriter::resume(&directory.join(TRAJECTORY), &FORCES, sampling(case), first)?;
        let fields = match case.output.fields {
            None => None,
            Some(interval) => {
                Some((FieldSeries::resume(directory, Precision::Float32, Halves::Both, moment.time)?, interval))
            }
        };
        let mut pictures = companion.pictures;
        pictures.resize(case.output.vorticity_pictures.len(), 0);
        let mut strip = film_strip(case);
        if let Some(strip) = &mut strip {
            strip.restore(companion.strip, &companion.strip_points);
        }
        let bounces = finished_bounces(simulation);
        let directory = directory.to_path_buf();
        Ok(Self { trajectory, fields, pictures, strip, progress, bounces, forces: companion.forces, directory })
    }

    fn after_step(&mut self, simulation: &Simulation, from: Moment, report: &StepReport) -> Result<(), RunFailure> {
        let to = simulation.moment();
        self.forces = simulation.forces(report);
        self.trajectory.record(Sample { moment: to, forces: &self.forces })?;
        if let Some((series, interval)) = &mut self.fields
            && passes_multiple(*interval, from.time, to.time)
        {
            series.write(&snapshot(simulation))?;
        }
        if let Some(strip) = &mut self.strip {
            strip.step((from.time, from.gap), (to.time, to.gap), || snapshot(simulation));
        }
        self.draw_pictures(simulation, from, to)?;
        self.progress.update(now(simulation));
        if finished_bounces(simulation) > self.bounces {
            self.bounces += 1;
            let bounce = &simulation.state.bounces.bounces()[self.bounces - 1];
            let or_nan = |value: Option<f64>| value.unwrap_or(f64::NAN);
            self.progress.note(format_args!(
                "bounce {}: impact {}, rebound {}, apex {} at {}",
                self.bounces,
                engineering(bounce.impact_speed_m_s, "m/s"),
                engineering(or_nan(bounce.rebound_speed_m_s), "m/s"),
                engineering(or_nan(bounce.apex_gap_m), "m"),
                engineering(or_nan(bounce.apex_time_s), "s"),
            ));
        }
        Ok(())
    }

    fn draw_pictures(&mut self, simulation: &Simulation, from: Moment, to: Moment) -> Result<(), RunFailure> {
        for (moment, drawn) in simulation.case.output.vorticity_pictures.iter().zip(&mut self.pictures) {
            let passed = match *moment {
                PictureMoment::Time(time) => from.time < time && time <= to.time,
                PictureMoment::Gap(gap) => (from.gap > gap) != (to.gap > gap),
            };
            if passed && *drawn < PICTURES_PER_MOMENT {
                *drawn += 1;
                figures::draw_vorticity(&self.directory, &snapshot(simulation))?;
            }
        }
        Ok(())
    }

    /// What a checkpoint keeps of the observers.
    fn companion(&self) -> Companion {
        let (strip, strip_points) = match &self.strip {
            Some(strip) => (strip.tags().clone(), strip.all_points()),
            None => Default::default(),
        };
        Companion { forces: self.forces, wall_s: 0.0, pictures: self.pictures.clone(), strip, strip_points }
    }

    /// Ends the trajectory and gives the frames of the animation, the last moment included.
    fn finish(mut self, simulation: &Simulation) -> Result<Option<FilmStrip>, RunFailure> {
        self.progress.finish();
        self.trajectory.finish()?;
        if let Some(strip) = &mut self.strip {
            strip.take_now(simulation.moment().gap, &snapshot(simulation));
        }
        Ok(self.strip)
    }
}

/// The strip of an animation, if the case wants a report.
fn film_strip(case: &Case) -> Option<FilmStrip> {
    let scale = StripScale {
        diameter: case.sphere.diameter,
        speed: super::build::reference_speed(case),
        viscosity: case.liquid.kinematic_viscosity(),
        container: (case.container.radius, case.container.height),
    };
    case.output.report.then(|| FilmStrip::new(scale))
}

pub(super) fn sampling(case: &Case) -> Sampling {
    Sampling { interval: case.output.trajectory, ..Sampling::default() }
}

fn finished_bounces(simulation: &Simulation) -> usize {
    simulation.state.bounces.bounces().iter().filter(|bounce| bounce.apex_gap_m.is_some()).count()
}

fn now(simulation: &Simulation) -> Now {
    let Moment { time, gap, velocity } = simulation.moment();
    Now { time, gap, velocity, steps: simulation.state.coupled.steps }
}

/// Simulated time that a run will about take \[s\], for the progress bar only.
pub fn expected_time(case: &Case) -> f64 {
    let speed = super::build::reference_speed(case).max(1e-300);
    let fall = case.release.gap / speed;
    let ratio = case.sphere.density / case.liquid.density;
    let weight = case.run.gravity * (ratio - 1.0).abs() / (ratio + 0.5);
    let flight = 1.5 * speed / weight.max(1e-300);
    let stokes = case.groups().stokes_modified;
    let restitution = (-35.0 / stokes.max(1e-300)).exp() * case.contact.restitution().unwrap_or(1.0);
    let flights: f64 = (0..case.run.bounces).map(|k| flight * restitution.powi(k as i32 + 1)).sum();
    case.run.time.unwrap_or(f64::INFINITY).min(fall * 1.1 + flights)
}

/// The flow at this moment, for pictures and ParaView.
pub fn snapshot(simulation: &Simulation) -> Snapshot {
    let liquid = &simulation.state.liquid.flow;
    let setup = &simulation.flow.setup;
    let (nz, nr) = liquid.now.u.dim();
    let mut velocity_r = Array2::zeros((nz, nr + 1));
    velocity_r.slice_mut(s![.., ..nr]).assign(&liquid.now.u);
    let mut velocity_z = Array2::zeros((nz + 1, nr));
    velocity_z.slice_mut(s![..nz, ..]).assign(&liquid.now.w);
    let pressure = &liquid.now.p * simulation.setup.liquid_density;
    let fields = StaggeredFields {
        r_faces: &setup.radial.faces,
        z_faces: &liquid.grid_now.faces,
        velocity_r: velocity_r.t(),
        velocity_z: velocity_z.t(),
        pressure: pressure.t(),
        no_slip: NoSlip {
            bottom: setup.ends.bottom_no_slip,
            top: setup.ends.top_no_slip,
            side: simulation.case.container.side == Side::NoSlip,
        },
    };
    let radius = simulation.case.sphere.radius();
    let sphere = &simulation.state.coupled.sphere;
    let height = simulation.flow.resolved_gap(sphere.gap) + radius;
    Snapshot::take(sphere.time, fields, SpherePlace { radius, height, velocity: sphere.velocity })
}
