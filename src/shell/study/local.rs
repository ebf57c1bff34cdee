//! A sweep on this machine: several runs at a time, each a program of its own on the threads that its case asks for.
//!
//! The runs share nothing but the queue; each works in its own directory, so the results do not depend on how many go
//! at a time, in which order, or on restarts. The longest are started first, so that no core waits long at the end.
//! Those that differ only by what acts at the wall [share their run-up](crate::run::run_up): the first of them goes
//! before all others.

use super::cases::Study;
use super::directory::{MemberState, SweepDirectory};
use super::estimate::cost;
use super::member::{self, Return};
use super::progress::StudyProgress;
use super::results::{RunResult, SweepResults};
use super::workers::{cores, side_by_side};
use crate::output::OutputError;
use crate::output::claim::Claim;
use crate::output::progress::Mode;
use crate::run::interrupt;
use crate::run::quantities as q;
use crate::run::run_up;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// How to run a sweep on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalOptions {
    /// The file of the program `wetbounce`, which does the runs; [`member::this_program_again`] where it is the one
    /// running.
    pub program: PathBuf,
    /// Runs at a time; `None` takes as many as keep all cores busy.
    pub jobs: Option<usize>,
    /// Try failed runs again.
    pub retry_failed: bool,
    /// Progress on the terminal.
    pub progress: Mode,
}

/// How a sweep ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The table, as it stands on disk.
    pub results: SweepResults,
    /// Whether a signal ended it; the runs that were under way have left checkpoints.
    pub interrupted: bool,
}

/// The runs still to be done, by index, in the order of the plan.
pub(super) fn to_do(directory: &SweepDirectory, retry_failed: bool) -> Vec<usize> {
    let open = |index: &usize| match directory.state(*index) {
        MemberState::Finished(_) => false,
        MemberState::Failed(_) => retry_failed,
        MemberState::Unfinished | MemberState::Waiting => true,
    };
    (0..directory.record.runs.len()).filter(open).collect()
}

/// Does all runs of `sweep` that are not done, and rewrites the table after each. A run that fails is recorded with its
/// cause, and the sweep goes on.
///
/// # Errors
/// Another sweep works in the directory, the program cannot be started, or the table or the cause of a failure cannot
/// be written.
pub fn run(sweep: &Study, directory: &SweepDirectory, options: &LocalOptions) -> Result<Outcome, OutputError> {
    interrupt::listen();
    let _claim = Claim::of(&directory.root)?;
    let mut queue = to_do(directory, options.retry_failed);
    let costs: Vec<f64> = sweep.runs.iter().map(|run| cost(&run.case)).collect();
    queue.sort_by(|a, b| costs[*b].total_cmp(&costs[*a]).then(a.cmp(b)));
    let shares = share_run_ups(sweep, &mut queue);
    let jobs = options.jobs.unwrap_or_else(|| default_jobs(sweep));
    let cases = queue.iter().map(|&index| (index, &sweep.runs[index].case));
    let shown = StudyProgress::new(options.progress, cases, jobs);
    let results = SweepResults::read(directory);
    results.write(&directory.root)?;
    let state = Mutex::new(State { results, interrupted: false, error: None });
    let run_ups = directory.root.join(run_up::FOLDER);
    let shared = Shared { program: &options.program, directory, shown, state, shares, run_ups };
    shared.shown.watch(|| side_by_side(&queue, jobs, |&index| shared.work(index)));
    let State { results, interrupted, error } = shared.state.into_inner().expect("workers do not panic");
    if !interrupted {
        run_up::remove(&shared.run_ups);
    }
    error.map_or(Ok(Outcome { results, interrupted }), Err)
}

/// As many runs at a time as keep all cores busy.
pub fn default_jobs(sweep: &Study) -> usize {
    let threads = sweep.runs.iter().map(|run| run.case.run.threads).max().unwrap_or(1);
    (cores() / threads.max(1)).max(1)
}

/// Which of all runs share their run-up with others of the `queue`; the first of each run-up then goes before all
/// others.
fn share_run_ups(sweep: &Study, queue: &mut [usize]) -> Vec<bool> {
    let mut of_run_up: HashMap<String, Vec<usize>> = HashMap::new();
    for &index in &*queue {
        if let Some(identity) = run_up::identity(&sweep.runs[index].case) {
            of_run_up.entry(identity).or_default().push(index);
        }
    }
    let mut shares = vec![false; sweep.runs.len()];
    let mut begun_by_another = shares.clone();
    for runs in of_run_up.values().filter(|runs| runs.len() > 1) {
        runs.iter().for_each(|&run| shares[run] = true);
        runs[1..].iter().for_each(|&run| begun_by_another[run] = true);
    }
    queue.sort_by_key(|&index| begun_by_another[index]);
    shares
}

struct State {
    results: SweepResults,
    interrupted: bool,
    error: Option<OutputError>,
}

struct Shared<'a> {
    program: &'a Path,
    directory: &'a SweepDirectory,
    shown: StudyProgress,
    state: Mutex<State>,
    /// Whether a run shares its run-up.
    shares: Vec<bool>,
    /// The folder for the ends of run-ups.
    run_ups: PathBuf,
}

impl Shared<'_> {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("workers do not panic")
    }

    /// Whether a signal has come or the disk is full: then no further run is begun.
    fn ends(&self) -> bool {
        let mut state = self.lock();
        state.interrupted |= interrupt::requested();
        state.interrupted || state.error.is_some()
    }

    /// Does the run with this index and records its result.
    fn work(&self, index: usize) {
        if self.ends() {
            return;
        }
        let heard = self.shown.begin(index, &self.directory.record.runs[index].name);
        let run_ups = self.shares[index].then_some(&*self.run_ups);
        let done = member::run(self.program, self.directory, index, run_ups, &heard);
        let result = RunResult::read(self.directory, index);
        self.shown.end(index, result.cause().is_some(), &outcome(&result));
        let mut state = self.lock();
        state.results.runs[index] = result;
        let written = done.and_then(|ending| {
            state.interrupted |= ending == Return::Interrupted;
            state.results.write(&self.directory.root)
        });
        if let Err(error) = written {
            state.error.get_or_insert(error);
        }
    }
}

/// The result of a run, in one line.
fn outcome(row: &RunResult) -> String {
    let name = &row.run.name;
    match (row.summary(), row.cause()) {
        (_, Some(cause)) => format!("{name}: failed: {cause}"),
        (Some(summary), _) => {
            let restitution =
                row.value(&q::RESTITUTION).map_or_else(|| "unknown".into(), |value| format!("{value:.4}"));
            let apex = row.value(&q::APEX).map_or_else(String::new, |apex| format!(", apex {apex:.4} D"));
            format!("{name}: e {restitution}{apex}, {:.1} s", summary.wall_s)
        }
        _ => format!("{name}: {}", row.state),
    }
}
