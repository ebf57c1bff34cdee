//! Work on several threads, and cases run side by side.

use super::board::Board;
use crate::case::Case;
use crate::output::progress::Mode;
use crate::output::summary::Summary;
use crate::run::{RunFailure, RunOptions, execute};
use std::path::Path;
use std::sync::Mutex;

/// As many jobs at a time as the machine has cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does `work` on every item on `jobs` threads (at least one), begun in the order given; the results are in that order.
pub fn side_by_side<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let waiting = Mutex::new(items.iter().enumerate());
    let done = Mutex::new(items.iter().map(|_| None).collect::<Vec<Option<R>>>());
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let next = waiting.lock().expect("no worker panicked").next();
                    let Some((place, item)) = next else { break };
                    let result = work(item);
                    done.lock().expect("no worker panicked")[place] = Some(result);
                }
            });
        }
    });
    let done = done.into_inner().expect("no worker panicked");
    done.into_iter().map(|result| result.expect("every item was worked on")).collect()
}

/// Runs `cases`, `jobs` at a time, the last of them first, each into the directory `name` gives it by its number from 1, and
/// shows how far they are.
///
/// # Errors
/// The first case that fails.
pub fn run_cases(
    cases: &[Case],
    jobs: usize,
    directory: &Path,
    name: impl Fn(usize) -> String + Sync,
    progress: Mode,
) -> Result<Vec<Summary>, RunFailure> {
    let last_first: Vec<(usize, &Case)> = cases.iter().enumerate().rev().collect();
    let board = Board::new(progress, cases.iter());
    let work = |&(place, case): &(usize, &Case)| {
        let name = name(place + 1);
        let out = directory.join(&name);
        board.begin(place, &name, &out, case);
        let done = execute(case, &RunOptions { out, fresh: true, quiet: true });
        let said = match &done {
            Ok(done) => format!("{name}: {} steps, {:.1} s", done.summary.steps, done.summary.wall_s),
            Err(failure) => format!("{name}: failed: {failure}"),
        };
        board.end(place, done.is_err(), &said);
        done.map(|done| done.summary)
    };
    let mut ran = board.watch(|| side_by_side(&last_first, jobs, work));
    ran.reverse();
    ran.into_iter().collect()
}
