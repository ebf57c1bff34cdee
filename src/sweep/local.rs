//! A sweep on this machine: several runs at a time, each on the threads that its case asks for.
//!
//! The runs share nothing but the queue; each works in its own directory, so the results do not depend on how many go
//! at a time, in which order, or on restarts. The longest are started first, so that no core waits long at the end.

use super::board::{Board, PERIOD};
use super::cases::Sweep;
use super::directory::{RunState, SweepDirectory};
use super::estimate::cost;
use super::table::{Row, Table};
use crate::case::Case;
use crate::output::OutputError;
use crate::output::claim::Claim;
use crate::output::progress::Mode;
use crate::run::interrupt;
use crate::run::{RunFailure, RunOptions, execute};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex};

/// How to run a sweep on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalOptions {
    /// Runs at a time; `None` takes as many as keep all cores busy.
    pub jobs: Option<usize>,
    /// Try failed runs again.
    pub retry_failed: bool,
    /// What the terminal shows.
    pub progress: Mode,
}

/// How a sweep ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The table, as it stands on disk.
    pub table: Table,
    /// Whether a signal ended it; the runs that were under way have left checkpoints.
    pub interrupted: bool,
}

/// The runs still to be done, by index, in the order of the plan.
pub fn to_do(directory: &SweepDirectory, retry_failed: bool) -> Vec<usize> {
    let open = |index: &usize| match directory.state(*index) {
        RunState::Finished(_) => false,
        RunState::Failed(_) => retry_failed,
        RunState::Unfinished | RunState::Waiting => true,
    };
    (0..directory.record.runs.len()).filter(open).collect()
}

/// Does all runs of `sweep` that are not done, and rewrites the table after each. A run that fails is recorded with its
/// cause, and the sweep goes on.
///
/// # Errors
/// Another sweep works in the directory, or the table or the cause of a failure cannot be written.
pub fn run(sweep: &Sweep, directory: &SweepDirectory, options: &LocalOptions) -> Result<Outcome, OutputError> {
    interrupt::listen();
    let _claim = Claim::of(&directory.root)?;
    let mut queue = to_do(directory, options.retry_failed);
    let costs: Vec<f64> = sweep.runs.iter().map(|run| cost(&run.case)).collect();
    let board = Board::new(options.progress, queue.iter().map(|&index| &sweep.runs[index].case));
    queue.sort_by(|a, b| costs[*b].total_cmp(&costs[*a]).then(a.cmp(b)));
    let table = Table::read(directory);
    table.write(&directory.root)?;
    let jobs = options.jobs.unwrap_or_else(|| default_jobs(sweep)).clamp(1, queue.len().max(1));
    let shared = Shared {
        sweep,
        directory,
        board,
        state: Mutex::new(State { queue: queue.into(), table, interrupted: false, error: None, workers: jobs }),
        ended: Condvar::new(),
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| shared.work());
        }
        shared.watch();
    });
    let State { table, interrupted, error, .. } = shared.state.into_inner().expect("workers do not panic");
    error.map_or(Ok(Outcome { table, interrupted }), Err)
}

/// As many runs at a time as keep all cores busy.
fn default_jobs(sweep: &Sweep) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = sweep.runs.iter().map(|run| run.case.run.threads).max().unwrap_or(1);
    (cores / threads.max(1)).max(1)
}

struct State {
    queue: VecDeque<usize>,
    table: Table,
    interrupted: bool,
    error: Option<OutputError>,
    workers: usize,
}

struct Shared<'a> {
    sweep: &'a Sweep,
    directory: &'a SweepDirectory,
    board: Board,
    state: Mutex<State>,
    ended: Condvar,
}

impl Shared<'_> {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("workers do not panic")
    }

    /// Takes runs from the queue until it is empty, a signal has come, or the disk is full.
    fn work(&self) {
        loop {
            let next = {
                let mut state = self.lock();
                state.interrupted |= interrupt::requested();
                if state.interrupted || state.error.is_some() { None } else { state.queue.pop_front() }
            };
            let Some(index) = next else { break };
            let case = &self.sweep.runs[index].case;
            self.board.begin(index, self.directory, case);
            let done = run_one(self.directory, index, case);
            let row = Row::read(self.directory, index);
            self.board.end(index, &row);
            let mut state = self.lock();
            state.table.rows[index] = row;
            let written = done.and_then(|ending| {
                state.interrupted |= ending == Ending::Interrupted;
                state.table.write(&self.directory.root)
            });
            if let Err(error) = written {
                state.error.get_or_insert(error);
            }
        }
        self.lock().workers -= 1;
        self.ended.notify_all();
    }

    /// Keeps the board up to date until all workers have ended.
    fn watch(&self) {
        let mut state = self.lock();
        while state.workers > 0 {
            state = self.ended.wait_timeout(state, PERIOD).expect("workers do not panic").0;
            self.board.refresh();
        }
        self.board.close();
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Ended,
    Interrupted,
}

/// Does one run, from its last checkpoint if there is one. A failure is noted in its directory.
fn run_one(directory: &SweepDirectory, index: usize, case: &Case) -> Result<Ending, OutputError> {
    directory.forget_failure(index)?;
    let options = RunOptions { out: directory.run_directory(index), resume: true, quiet: true };
    let text = match catch_unwind(AssertUnwindSafe(|| execute(case, &options))) {
        Ok(Ok(_)) => return Ok(Ending::Ended),
        Ok(Err(RunFailure::Interrupted { .. })) => return Ok(Ending::Interrupted),
        Ok(Err(failure)) => {
            let help = miette::Diagnostic::help(&failure).map_or(String::new(), |help| format!("\n  help: {help}\n"));
            format!("{failure}\n{help}")
        }
        Err(panic) => {
            let known = panic.downcast_ref::<String>().map(String::as_str);
            let message = known.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            format!("an error in this program, please report it: {message}\n")
        }
    };
    directory.note_failure(index, &text)?;
    Ok(Ending::Ended)
}
