//! The time loop with its observers: from a case to a run directory.

use super::checkpoint::{self, Companion};
use super::directory::RunDirectory;
use super::failure::RunFailure;
use super::film_alone::{self, with_elastic_film};
use super::film_band::{Branched, Branches};
use super::measurement::{compare_run, record_of};
use super::observers::{Observers, now};
use super::occupant::Occupant;
use super::results::{summarise, write_results};
use super::setup::expected_time;
use super::simulation::{Ending, FORCES, Simulation};
use super::{interrupt, theory, threads};
use crate::case::{Case, Hydrodynamics};
use crate::numerics::hermite::Moment;
use crate::output::film_strip::FilmStrip;
use crate::output::progress::{Mode, Progress};
use crate::output::summary::{Status, Summary, fingerprint};
use crate::output::trajectory::Trajectory;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How to run a case, besides what is in the case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunOptions {
    /// The run directory.
    pub out: PathBuf,
    /// Remove what an earlier run left, and compute again.
    pub fresh: bool,
    /// No progress on the terminal.
    pub quiet: bool,
}

/// A run's summary, and whether the run was done already.
#[derive(Debug, Clone, PartialEq)]
pub struct Executed {
    /// The summary.
    pub summary: Summary,
    /// The results were there; nothing was computed.
    pub was_there: bool,
}

/// Runs a case into its directory and returns the summary that it wrote. A run that was stopped there goes on; one that
/// has finished is not repeated, unless [`RunOptions::fresh`] asks for it.
///
/// # Errors
/// A parameter refused, a directory that another run writes to or that holds another case, a file that cannot be written,
/// or a failed run. A failed run still leaves its trajectory and a summary with status `failed` and the reason.
pub fn execute(case: &Case, options: &RunOptions) -> Result<Executed, RunFailure> {
    let with_film = (case.hydrodynamics == Hydrodynamics::Film).then(|| with_elastic_film(case.clone()));
    let directory = RunDirectory { case: with_film.as_ref().unwrap_or(case), path: &options.out };
    let flow = matches!(case.hydrodynamics, Hydrodynamics::Resolved | Hydrodynamics::Blended);
    record_of(case)?;
    let new: Vec<&Path> =
        options.out.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).collect();
    let (_claim, occupant) = directory.claim(flow, options.fresh)?;
    let result = execute_in(directory, options, occupant);
    if matches!(result, Err(RunFailure::Parameter(_))) {
        new.into_iter().for_each(|made| drop(std::fs::remove_dir(made)));
    }
    result
}

/// As [`execute`], in a directory that is claimed.
fn execute_in(directory: RunDirectory, options: &RunOptions, occupant: Occupant) -> Result<Executed, RunFailure> {
    if occupant == Occupant::Finished
        && let Ok(mut summary) = Summary::read(&directory.summary_file())
    {
        compare_again(directory, &mut summary)?;
        return Ok(Executed { summary, was_there: true });
    }
    let summary = match directory.case.hydrodynamics {
        Hydrodynamics::Theory => theory::execute(directory),
        Hydrodynamics::Film => film_alone::compute(directory),
        Hydrodynamics::Resolved | Hydrodynamics::Blended => execute_flow(directory, options, occupant),
    };
    summary.map(|summary| Executed { summary, was_there: false })
}

/// Compares a finished run with the record of the case, where that asks for it.
fn compare_again(directory: RunDirectory, summary: &mut Summary) -> Result<(), RunFailure> {
    let RunDirectory { case, path } = directory;
    if case.measurement.is_none() {
        return Ok(());
    }
    let motion: Vec<Moment> = Trajectory::read(&directory.trajectory())?.moments().collect();
    let found = compare_run(case, &motion, &summary.bounces, path)?;
    if summary.measurement != found {
        summary.measurement = found;
        summary.provenance.case_fingerprint = fingerprint(case.to_toml());
        directory.write_case()?;
        summary.write(&directory.summary_file())?;
    }
    Ok(())
}

/// As [`execute`], with the flow computed, in a directory that is claimed.
fn execute_flow(directory: RunDirectory, options: &RunOptions, occupant: Occupant) -> Result<Summary, RunFailure> {
    let started = Instant::now();
    interrupt::listen();
    let case = directory.case;
    let pool = threads::pool(case.run.threads)?;
    pool.install(|| {
        let mut simulation = Simulation::new(case.clone())?;
        let found = match occupant {
            Occupant::Nobody => None,
            Occupant::Unfinished | Occupant::Finished => directory.checkpoint(&mut simulation)?,
        };
        directory.open(found.is_some())?;
        let (mut wall_before, mut strip) = (0.0, None);
        let mut branches = Branches::of(directory)?;
        let run = (&mut simulation, &mut branches);
        let outcome = observe(run, directory, options, started, found, &mut wall_before, &mut strip);
        let mut branched = None;
        let outcome = outcome.and_then(|ending| {
            branched = branches.map(|branches| follow(&branches, &mut simulation, ending)).transpose()?;
            Ok(ending)
        });
        let wall_s = wall_before + started.elapsed().as_secs_f64();
        let threads = pool.current_num_threads() as u64;
        let mut summary =
            Summary { wall_s, threads, ..summarise(&simulation, directory) }.ended(outcome.as_ref().copied());
        if matches!(outcome, Err(RunFailure::Interrupted { .. })) {
            summary.status = Status::Interrupted;
        }
        match branched {
            Some(Branched::Band(band)) => summary.film_band = Some(band),
            Some(Branched::Failed(why)) => summary.warnings.push(format!(
                "how far the rebound depends on what is not stated of the film could not be computed: {why}"
            )),
            Some(Branched::Narrow) | None => {}
        }
        let written = write_results(directory, &simulation, summary, strip.as_ref());
        outcome.and(written)
    })
}

/// Follows the branches of a run that has ended.
fn follow(branches: &Branches, simulation: &mut Simulation, ending: Ending) -> Result<Branched, RunFailure> {
    let mut log = simulation.state.bounces.clone();
    log.close(ending.stays());
    branches.follow(simulation, log.bounces())
}

/// Runs to the end, writing on the way.
fn observe(
    (simulation, branches): (&mut Simulation, &mut Option<Branches>),
    directory: RunDirectory,
    options: &RunOptions,
    started: Instant,
    found: Option<checkpoint::Found>,
    wall_before: &mut f64,
    strip: &mut Option<FilmStrip>,
) -> Result<Ending, RunFailure> {
    let checkpoints = directory.checkpoints();
    let mode = if options.quiet { Mode::Quiet } else { Mode::Auto };
    let mut progress = Progress::new(mode, simulation.moment().time, expected_time(directory.case));
    if let Some(found) = &found {
        *wall_before = found.companion.wall_s;
        let (at, steps) = (simulation.moment(), simulation.state.coupled.steps);
        progress.note(format_args!("goes on from the checkpoint at t = {:.6e} s, {steps} steps", at.time));
        found.refused.iter().for_each(|error| progress.note(format_args!("an older checkpoint is used: {error}")));
    }
    let interval = directory.case.output.checkpoint_interval;
    let mut saver = Saver { directory: checkpoints, interval, started, wall_before: *wall_before, saved: started };
    let mut observers = match found {
        Some(found) if !simulation.in_run_up() => Observers::resume(simulation, directory, found.companion, progress)?,
        _ => {
            let forces = run_up(simulation, &mut progress, &mut saver)?;
            Observers::create(simulation, directory, forces, progress)?
        }
    };
    let outcome = loop {
        if let Some(stop) = simulation.stop() {
            break simulation.balanced().map(|()| stop);
        }
        if saver.due() {
            observers.trajectory.sync()?;
            if let Err(interrupted) = saver.save(simulation, observers.companion()) {
                break Err(interrupted);
            }
        }
        if let Some(branches) = branches {
            branches.watch(simulation)?;
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
        if matches!(outcome, Ok(Ending::Rest)) {
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

/// Writes checkpoints at an interval of elapsed time, and when a signal asks the run to stop.
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
