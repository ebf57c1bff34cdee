//! The loop of all runs with its observers: from a case to a run directory.

use super::checkpoint::Saver;
use super::directory::{self, RunDirectory};
use super::directory_status::{DirectoryStatus, Request};
use super::failure::RunFailure;
use super::film_alone::with_elastic_film;
use super::film_band::{self, Branched, Branches};
use super::measurement::{compare_run, record_of};
use super::observers::animation::Animation;
use super::observers::fields::FieldWriter;
use super::observers::pictures::Pictures;
use super::observers::progress::ProgressLine;
use super::observers::trajectory::{TrajectoryLog, TrajectoryTable};
use super::run_up::SharedRunUp;
use super::{coefficients, interrupt, threads};
use crate::case::{Case, Hydrodynamics};
use crate::output::summary::{Status, Summary, fingerprint};
use crate::output::trajectory::Trajectory;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;
use wetbounce_figures::film_strip::FilmStrip;
use wetbounce_physics::contact::ContactLaw;
use wetbounce_physics::model::bounce::undecided_tear;
use wetbounce_physics::model::{Bounce, Description, Ending, Failure, Model, Observer, Refused, Visit, run};
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_physics::problem::Problem;
use wetbounce_physics::quantity::TIME;
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

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

/// A run in memory: its results, and why it failed, if it did.
#[derive(Debug)]
pub struct Computed {
    /// The case: with an elastic film, where it is about the film alone.
    pub case: Case,
    /// The summary.
    pub summary: Summary,
    /// The rows of the motion.
    pub trajectory: Trajectory,
    /// The failure of a run that has not come to its end; summary and trajectory are then what was computed until
    /// there.
    pub failure: Option<RunFailure>,
}

/// Runs a case into its directory and returns the summary that it wrote. A run that was stopped there goes on; one that
/// has finished is not repeated, unless [`RunOptions::fresh`] asks for it, or its contact law is more than its keys
/// say.
///
/// # Errors
/// A parameter refused, a directory that another run writes to or that holds another case, a file that cannot be
/// written, or a failed run. A failed run still leaves its trajectory and a summary with status `failed` and the
/// reason.
pub fn execute(case: &Case, options: &RunOptions) -> Result<Executed, RunFailure> {
    execute_in_sweep(case, options, None)
}

/// As [`execute`], with the [run-up](super::run_up) shared with other runs by the states in the folder `run_ups`.
///
/// # Errors
/// As there, or a state of a run-up is damaged.
pub fn execute_in_sweep(case: &Case, options: &RunOptions, run_ups: Option<&Path>) -> Result<Executed, RunFailure> {
    let case = &with_its_film(case);
    let directory = RunDirectory { case, path: &options.out };
    record_of(case)?;
    let new: Vec<&Path> =
        options.out.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).collect();
    let (_claim, found) = directory::claim(Request {
        directory: &options.out,
        resolved: &case.to_toml(),
        goes_on: case.problem.hydrodynamics.computes_flow(),
        by_keys: case.problem.contact.is_given_by_keys(),
        fresh: options.fresh,
    })?;
    let result = execute_in(directory, options, found, run_ups);
    if result.as_ref().is_err_and(RunFailure::is_parameter) {
        new.into_iter().for_each(|made| drop(std::fs::remove_dir(made)));
    }
    result
}

/// Runs a case in memory: the numbers are those of [`execute`], and nothing is written.
///
/// # Errors
/// A parameter refused, or a record that cannot be read. Any other failure comes with what was computed.
pub fn compute(case: &Case, quiet: bool) -> Result<Computed, RunFailure> {
    let case = &with_its_film(case);
    record_of(case)?;
    let problem = &case.problem;
    threads::on(case.run.threads, || {
        interrupt::listen();
        let started = Instant::now();
        let mut kept = TrajectoryTable::new(directory::sampling(case));
        let (mut model, followed) = to_its_end(problem, |model| {
            kept = TrajectoryTable::new(directory::sampling(case));
            let mut branches = Branches::of(case, None)?;
            let mut progress = ProgressLine::new(case, film_band::runs_of(case), quiet);
            let mut list: Vec<&mut dyn Observer> = vec![&mut kept, &mut progress];
            list.extend(branches.as_mut().map(|branches| branches as &mut dyn Observer));
            let outcome = run(model, &mut [&mut Saver::new(None, f64::INFINITY, &mut list)]);
            let outcome = outcome.map_err(RunFailure::from).map_err(Failure::from);
            Ok(Followed { outcome, strip: None, progress, branches })
        })?;
        let RunEnd { outcome, mut summary, .. } = found(case, &mut *model, followed, started.elapsed().as_secs_f64());
        let trajectory = kept.into_trajectory();
        coefficients::add(case, &trajectory, &mut summary);
        directory::judge(case, &trajectory, &mut summary, None);
        match outcome {
            Err(failure) if failure.is_parameter() => Err(failure),
            outcome => Ok(Computed { case: case.clone(), summary, trajectory, failure: outcome.err() }),
        }
    })?
}

/// The case, with an elastic film where it is about the film alone.
fn with_its_film(case: &Case) -> Case {
    if case.problem.hydrodynamics == Hydrodynamics::Film { with_elastic_film(case.clone()) } else { case.clone() }
}

/// As [`execute`], in a directory that is claimed.
fn execute_in(
    directory: RunDirectory,
    options: &RunOptions,
    found: DirectoryStatus,
    run_ups: Option<&Path>,
) -> Result<Executed, RunFailure> {
    if found == DirectoryStatus::Finished
        && let Ok(mut summary) = Summary::read(&directory.summary_file())
    {
        compare_again(directory, &mut summary)?;
        return Ok(Executed { summary, was_there: true });
    }
    let problem = &directory.case.problem;
    let done: Result<Summary, RunFailure> = threads::on(directory.case.run.threads, || {
        interrupt::listen();
        let mut run = Run { directory, options, started: Instant::now(), wall_before: 0.0, found, run_ups };
        let (mut model, followed) = to_its_end(problem, |model| run.follow(model))?;
        run.close(&mut *model, followed)
    })?;
    done.map(|summary| Executed { summary, was_there: false })
}

/// Has the model of a problem followed, and a longer one as long as it comes to no end in its time.
fn to_its_end<'a>(
    problem: &Problem,
    mut follow: impl FnMut(&mut dyn Model) -> Result<Followed<'a>, RunFailure>,
) -> Result<(Box<dyn Model>, Followed<'a>), RunFailure> {
    let mut model = problem.model()?;
    let mut followed = follow(&mut *model)?;
    while let Err(failure) = &followed.outcome
        && let Some(longer) = problem.model_after(failure)?
    {
        model = longer;
        followed = follow(&mut *model)?;
    }
    Ok((model, followed))
}

/// Compares a finished run with the record of the case, where that asks for it.
fn compare_again(directory: RunDirectory, summary: &mut Summary) -> Result<(), RunFailure> {
    let RunDirectory { case, path } = directory;
    if case.measurement.is_none() {
        return Ok(());
    }
    let motion: Vec<Moment> = Trajectory::read(&directory.trajectory())?.moments().collect();
    let found = match compare_run(case, &motion, summary, Some(path)) {
        Ok(found) => found,
        Err(failure) => {
            let why = directory::not_compared(&failure);
            if !summary.remarks.0.contains(&why) {
                summary.remarks.0.push(why);
            }
            return Ok(());
        }
    };
    if summary.measurement != found {
        summary.compare(found);
        summary.provenance.case_fingerprint = fingerprint(case.to_toml());
        directory.write_case()?;
        summary.write(&directory.summary_file())?;
    }
    Ok(())
}

/// A run under way.
struct Run<'a> {
    directory: RunDirectory<'a>,
    options: &'a RunOptions,
    started: Instant,
    /// Elapsed time before this program went on \[s\].
    wall_before: f64,
    found: DirectoryStatus,
    /// The folder of the run-ups that runs of a sweep share.
    run_ups: Option<&'a Path>,
}

/// The observers of a run in a directory.
struct Observers<'a> {
    clock: ElapsedTime,
    trajectory: TrajectoryLog,
    fields: FieldWriter,
    pictures: Pictures<'a>,
    animation: Animation,
    progress: ProgressLine,
    /// The branches under other films, if the case wants any.
    branches: Option<Branches<'a>>,
    /// The run-up that runs of a sweep share.
    run_up: Option<SharedRunUp>,
}

impl Observers<'_> {
    /// All of them, in the order in which a step is shown to them, and in which their states stand in a checkpoint.
    fn list(&mut self) -> Vec<&mut dyn Observer> {
        let Self { clock, trajectory, fields, pictures, animation, progress, branches, run_up } = self;
        let branches = branches.as_mut().map(|branches| branches as &mut dyn Observer);
        let always: [&mut dyn Observer; 6] = [clock, trajectory, fields, pictures, animation, progress];
        let run_up = run_up.as_mut().map(|run_up| run_up as &mut dyn Observer);
        always.into_iter().chain(branches).chain(run_up).collect()
    }
}

/// A motion that was followed to its end, or to a failure.
struct Followed<'a> {
    outcome: Result<Ending, Failure>,
    /// The frames of the animation.
    strip: Option<FilmStrip>,
    /// What the terminal shows.
    progress: ProgressLine,
    /// The branches under other films, if the case wants any.
    branches: Option<Branches<'a>>,
}

impl<'a> Run<'a> {
    /// Follows a motion to its end, or from its last checkpoint on, writing on the way.
    fn follow(&mut self, model: &mut dyn Model) -> Result<Followed<'a>, RunFailure> {
        let RunDirectory { case, path } = self.directory;
        let checkpoints = self.directory.checkpoints();
        let mut observers = Observers {
            branches: Branches::of(case, Some(path))?,
            run_up: self.run_ups.and_then(|folder| SharedRunUp::of(case, folder)),
            clock: ElapsedTime { before: 0.0, started: self.started },
            trajectory: TrajectoryLog::new(self.directory.trajectory(), directory::sampling(case)),
            fields: FieldWriter::new(path.to_path_buf(), case.output.fields),
            pictures: Pictures::new(case, path),
            animation: Animation::new(case),
            progress: ProgressLine::new(case, film_band::runs_of(case), self.options.quiet),
        };
        let found = match self.found {
            DirectoryStatus::Empty => None,
            _ => checkpoints.read(model, &mut observers.list()).map_err(|error| self.directory.refuses(&error))?,
        };
        self.directory.reaches(&observers.trajectory, model)?;
        directory::open(path, &case.to_toml(), found.is_some())?;
        if let (None, Some(run_up)) = (&found, &observers.run_up) {
            run_up.recall(model)?;
        }
        let from = model.sample();
        let (time, steps) = (from.moment.time, from.steps);
        if let Some(refused) = found {
            let progress = &mut observers.progress;
            progress.note(format_args!(
                "continues from the checkpoint at t = {time}, {steps} steps",
                time = TIME.brief(time)
            ));
            refused.iter().for_each(|error| progress.note(format_args!("an older checkpoint is used: {error}")));
        }
        let mut list = observers.list();
        let checkpoints = case.problem.contact.is_given_by_keys().then_some(checkpoints);
        let mut saver = Saver::new(checkpoints, case.output.checkpoint_interval, &mut list);
        let outcome = run(model, &mut [&mut saver]);
        let Observers { clock, mut trajectory, animation, progress, branches, .. } = observers;
        self.wall_before = clock.before;
        // What the disk refused is the cause of the checkpoint that was not written for it.
        let outcome = trajectory.refused().map_or(outcome, |error| Err(RunFailure::Output(error).into()));
        Ok(Followed { outcome, strip: animation.into_strip(), progress, branches })
    }

    fn elapsed(&self) -> f64 {
        self.wall_before + self.started.elapsed().as_secs_f64()
    }

    /// Follows the branches of a run that has ended, and closes the directory with its summary.
    fn close(&self, model: &mut dyn Model, mut followed: Followed<'_>) -> Result<Summary, RunFailure> {
        let directory = self.directory;
        let strip = followed.strip.take();
        let RunEnd { outcome, mut summary, description } = found(directory.case, model, followed, self.elapsed());
        let path = directory.trajectory();
        let trajectory = if path.exists() { Trajectory::read(&path)? } else { Trajectory::default() };
        coefficients::add(directory.case, &trajectory, &mut summary);
        let written = directory.close(&description, &trajectory, summary, strip.as_ref());
        outcome.and(written)
    }
}

/// What a model shows at the end of its motion.
struct RunEnd {
    outcome: Result<(), RunFailure>,
    summary: Summary,
    description: Description,
}

/// Follows the branches of a run that has ended, and sums up what both show; the run took so long \[s\].
fn found(case: &Case, model: &mut dyn Model, followed: Followed<'_>, elapsed: f64) -> RunEnd {
    let Followed { outcome, branches, mut progress, .. } = followed;
    let mut bounces = model.sample().bounces.clone();
    bounces.end(outcome.as_ref().is_ok_and(|ending| ending.stays()));
    let (steps, time, description) = (model.sample().steps, model.sample().moment.time, model.describe());
    let mut outcome = outcome.map_err(RunFailure::from);
    let mut branched = None;
    let began = Instant::now();
    if let (Ok(_), Some(branches)) = (&outcome, &branches) {
        match branches.follow(model, bounces.bounces(), &mut progress) {
            Ok(found) => branched = Some(found),
            Err(failure) => outcome = Err(failure),
        }
    }
    let mut summary = Summary {
        steps,
        time_s: time,
        wall_s: elapsed + began.elapsed().as_secs_f64(),
        threads: if case.problem.hydrodynamics.computes_flow() { rayon::current_num_threads() as u64 } else { 1 },
        bounces: bounces.bounces().to_vec(),
        ..directory::summary_of(case)
    }
    .ended(outcome.as_ref().copied(), case.problem.surroundings.met_in_words());
    if matches!(outcome, Err(RunFailure::Interrupted { .. })) {
        summary.status = Status::Interrupted;
    }
    match branched {
        Some(Branched::Band(band)) => summary.film_band = Some(band),
        Some(Branched::Failed(why)) => summary.remarks.0.push(remark!(
            Warning,
            "failed-band",
            "the range of the rebound over inputs of the film that are not given could not be computed: {why}"
        )),
        Some(Branched::Narrow) => {}
        None if bounces.bounces().is_empty() => {}
        None => summary.remarks.extend(film_band::left_out(case)),
    }
    summary.remarks.extend(bounces.refused().then(no_apparent));
    summary.remarks.extend(undecided_tear(&case.problem, bounces.bounces()));
    let mut summary = summary.described(&description);
    let unread = |bounce: &Bounce| bounce.separation_time_s.is_some() && bounce.restitution.is_none();
    if !bounces.refused() && outcome.is_ok() && summary.bounces.last().is_some_and(unread) {
        summary.remarks.0.push(unread_in_words());
    }
    RunEnd { outcome: outcome.map(drop), summary, description }
}

/// The time that a run has taken, over all programs that it was run by.
struct ElapsedTime {
    before: f64,
    started: Instant,
}

impl Observer for ElapsedTime {
    fn see(&mut self, _: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        Ok(ControlFlow::Continue(()))
    }

    fn persist(&mut self, visit: &mut Visit) -> Result<(), Refused> {
        let mut elapsed = self.before + self.started.elapsed().as_secs_f64();
        visit.value("wall_s", &mut elapsed)?;
        if visit.reads() {
            self.before = elapsed;
        }
        Ok(())
    }
}

/// The warning where a run ends before an apparent restitution is known.
fn unread_in_words() -> Remark {
    remark!(
        Warning,
        "unread-restitution",
        "no apparent restitution of the last bounce: the run ends before its apex and before 0.1 D/V after its contact; raise run.time"
    )
}

/// The warning where an apparent restitution was refused.
fn no_apparent() -> Remark {
    remark!(
        Warning,
        "no-apparent-restitution",
        "no apparent restitution where an impact is so slow that the weight changes the speed by a tenth before the rebound is read \
         (g' D > V_in^2); use the restitution of the contact and successive apexes"
    )
}
