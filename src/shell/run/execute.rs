//! The loop of all runs with its observers: from a case to a run directory.

use super::checkpoint::{self, Companion, FoundCheckpoint, Saver};
use super::directory::{self, RunDirectory};
use super::failure::RunFailure;
use super::film_alone::{FilmRun, with_elastic_film};
use super::film_band::{self, Branched, Branches};
use super::measurement::{compare_run, record_of};
use super::motion::Motion;
use super::observers::{Observers, now};
use super::occupant::Occupant;
use super::setup::expected_time;
use super::simulation::{Ending, Simulation};
use super::theory::TheoryRun;
use super::{coefficients, interrupt, threads};
use crate::analysis::restitution::Bounce;
use crate::case::{Case, Hydrodynamics};
use crate::numerics::hermite::Moment;
use crate::output::film_strip::FilmStrip;
use crate::output::progress::{Mode, Progress};
use crate::output::summary::{Status, Summary, fingerprint};
use crate::output::trajectory::Trajectory;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How to run a case, besides the keys of the case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunOptions {
    /// The run directory.
    pub out: PathBuf,
    /// Remove the files of an earlier run, and compute again.
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
    record_of(case)?;
    let new: Vec<&Path> =
        options.out.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).collect();
    let (_claim, occupant) = directory::claim(&options.out, &directory.case.to_toml(), case.has_flow(), options.fresh)?;
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
    let started = Instant::now();
    let done = threads::on(directory.case.run.threads, || {
        let (motion, branches) = (begin(directory.case)?, Branches::of(directory)?);
        let mut run = Run { motion, directory, options, started, wall_before: 0.0, strip: None, branches };
        let found = run.resume(occupant)?;
        directory::open(directory.path, &directory.case.to_toml(), found.is_some())?;
        let mut outcome = run.follow(found);
        while matches!(outcome, Err(RunFailure::NoEnd { .. })) && run.motion.begin_anew()? {
            outcome = run.follow(None);
        }
        let mut branched = None;
        let outcome = outcome.and_then(|ending| {
            branched = run.follow_branches(ending)?;
            Ok(ending)
        });
        let written = run.close(outcome.as_ref().copied(), branched);
        outcome.and(written)
    })?;
    done.map(|summary| Executed { summary, was_there: false })
}

/// The motion of a case.
fn begin(case: &Case) -> Result<Box<dyn Motion>, RunFailure> {
    Ok(match case.hydrodynamics {
        Hydrodynamics::Theory => Box::new(TheoryRun::new(case)?),
        Hydrodynamics::Film => Box::new(FilmRun::new(case)?),
        Hydrodynamics::Resolved | Hydrodynamics::Blended => {
            interrupt::listen();
            Box::new(Simulation::new(case.clone())?)
        }
    })
}

/// Compares a finished run with the record of the case, where that asks for it.
fn compare_again(directory: RunDirectory, summary: &mut Summary) -> Result<(), RunFailure> {
    let RunDirectory { case, path } = directory;
    if case.measurement.is_none() {
        return Ok(());
    }
    let motion: Vec<Moment> = Trajectory::read(&directory.trajectory())?.moments().collect();
    let found = compare_run(case, &motion, summary, path)?;
    if summary.measurement != found {
        summary.measurement = found;
        summary.provenance.case_fingerprint = fingerprint(case.to_toml());
        directory.write_case()?;
        summary.write(&directory.summary_file())?;
    }
    Ok(())
}

/// A run under way.
struct Run<'a> {
    motion: Box<dyn Motion>,
    directory: RunDirectory<'a>,
    options: &'a RunOptions,
    started: Instant,
    /// Elapsed time before this program went on \[s\].
    wall_before: f64,
    /// The frames of the animation, once the motion is over.
    strip: Option<FilmStrip>,
    /// The branches under other films, if the case wants any.
    branches: Option<Branches<'a>>,
}

impl Run<'_> {
    /// Puts the motion into the state of the last checkpoint, where there is one.
    fn resume(&mut self, occupant: Occupant) -> Result<Option<FoundCheckpoint>, RunFailure> {
        match self.motion.flow_mut().filter(|_| occupant != Occupant::Nobody) {
            Some(flow) => self.directory.checkpoint(flow),
            None => Ok(None),
        }
    }

    /// Follows the motion to its end, writing on the way.
    fn follow(&mut self, found: Option<FoundCheckpoint>) -> Result<Ending, RunFailure> {
        let mode = Mode::of(self.options.quiet);
        let expected = expected_time(self.directory.case);
        let mut progress = Progress::new(mode, self.motion.moment().time, expected);
        if let Some(found) = &found {
            self.wall_before = found.companion.wall_s;
            let (at, steps) = (self.motion.moment(), self.motion.steps());
            progress.note(format_args!("goes on from the checkpoint at t = {:.6e} s, {steps} steps", at.time));
            found.refused.iter().for_each(|error| progress.note(format_args!("an older checkpoint is used: {error}")));
        }
        let mut saver = Saver::new(self.directory.checkpoints(), self.directory.case.output.checkpoint_interval);
        let found = found.map(|found| found.companion).filter(|_| !self.motion.in_run_up());
        while self.motion.in_run_up() {
            self.save(&mut saver, Companion::default)?;
            if !self.motion.advance()? {
                break;
            }
            progress.update(now(&*self.motion));
        }
        let mut observers = Observers::start(&*self.motion, self.directory, found, progress)?;
        let outcome = loop {
            let from = self.motion.moment();
            let due = saver.is_due() && self.motion.flow().is_some() && self.motion.ending().is_none();
            if due {
                observers.trajectory.sync()?;
            }
            let kept = if due { self.save(&mut saver, || observers.companion()) } else { Ok(()) };
            if let (Some(branches), Some(flow)) = (&mut self.branches, self.motion.flow_mut()) {
                branches.watch(flow)?;
            }
            match kept.and_then(|()| self.motion.advance()) {
                Ok(true) => observers.after_step(&*self.motion, from)?,
                Ok(false) => break Ok(self.motion.ending().expect("a motion that is over has an ending")),
                Err(failure) => break Err(failure),
            }
        };
        if outcome.is_ok() {
            observers.trajectory.sync()?;
            self.write_checkpoint(observers.companion())?;
        }
        self.strip = observers.finish(&*self.motion)?;
        outcome
    }

    /// Follows the branches of a run that has ended.
    fn follow_branches(&mut self, ending: Ending) -> Result<Option<Branched>, RunFailure> {
        let mut bounces = self.motion.bounces().clone();
        bounces.end(ending.stays());
        let (Some(branches), Some(flow)) = (&self.branches, self.motion.flow_mut()) else { return Ok(None) };
        branches.follow(flow, bounces.bounces()).map(Some)
    }

    /// Writes a checkpoint if one is due; an error if the run is to stop now. The trajectory must be on disk by then.
    fn save(&mut self, saver: &mut Saver, companion: impl FnOnce() -> Companion) -> Result<(), RunFailure> {
        let wall_s = self.elapsed();
        let Some(flow) = self.motion.flow_mut() else { return Ok(()) };
        saver.save(flow, || Companion { wall_s, ..companion() })
    }

    fn write_checkpoint(&mut self, companion: Companion) -> Result<(), RunFailure> {
        let companion = Companion { wall_s: self.elapsed(), ..companion };
        let Some(flow) = self.motion.flow_mut() else { return Ok(()) };
        Ok(checkpoint::write(&self.directory.checkpoints(), flow, &companion)?)
    }

    fn elapsed(&self) -> f64 {
        self.wall_before + self.started.elapsed().as_secs_f64()
    }

    /// Ends the log of collisions and closes the directory with the summary of a run that ended so.
    fn close(&self, outcome: Result<Ending, &RunFailure>, branched: Option<Branched>) -> Result<Summary, RunFailure> {
        let (motion, directory) = (&*self.motion, self.directory);
        let mut bounces = motion.bounces().clone();
        bounces.end(outcome.is_ok_and(Ending::stays));
        let mut summary = Summary {
            steps: motion.steps(),
            time_s: motion.moment().time,
            wall_s: self.elapsed(),
            bounces: bounces.bounces().to_vec(),
            ..directory.summary()
        }
        .ended(outcome, directory.case.met_in_words());
        if matches!(outcome, Err(RunFailure::Interrupted { .. })) {
            summary.status = Status::Interrupted;
        }
        match branched {
            Some(Branched::Band(band)) => summary.film_band = Some(band),
            Some(Branched::Failed(why)) => summary.warnings.push(format!(
                "how far the rebound depends on what is not stated of the film could not be computed: {why}"
            )),
            Some(Branched::Narrow) => {}
            None if bounces.bounces().is_empty() => {}
            None => summary.warnings.extend(film_band::left_out(directory.case)),
        }
        summary.warnings.extend(bounces.refused().then(|| NO_APPARENT.to_owned()));
        let unread = |bounce: &Bounce| bounce.separation_time_s.is_some() && bounce.restitution.is_none();
        if !bounces.refused() && outcome.is_ok() && bounces.bounces().last().is_some_and(unread) {
            summary.warnings.push(UNREAD.to_owned());
        }
        let path = directory.trajectory();
        let trajectory = if path.exists() { Trajectory::read(&path)? } else { Trajectory::default() };
        let mut summary = motion.results(summary);
        coefficients::add(directory.case, &trajectory, &mut summary);
        directory.close(motion, &trajectory, summary, self.strip.as_ref())
    }
}

/// The warning where a run ends before an apparent restitution is known.
const UNREAD: &str = "no apparent restitution of the last bounce: the run ends before its apex and before 0.2 D/V after its contact; a later \
     run.time has it";
/// The warning where an apparent restitution was refused.
const NO_APPARENT: &str = "no apparent restitution where an impact is so slow that the weight changes the speed by a tenth before the rebound is \
     read (g' D > V_in^2); the restitution of the contact and successive apexes tell more";
