//! Work on several threads, and the cases of a study run side by side in this process.

use super::cases::{Member, Study};
use super::progress::StudyProgress;
use super::results::{RunResult, SweepResults};
use crate::case::Case;
use crate::output::progress::{Mode, heard_by};
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

impl Study {
    /// Runs its cases anew in this process, `jobs` at a time, the last of them first, each into the directory of its
    /// name below `directory`, and shows how far they are.
    ///
    /// # Errors
    /// The first case that fails.
    pub fn run(&self, directory: &Path, jobs: usize, progress: Mode) -> Result<SweepResults, RunFailure> {
        let last_first: Vec<(usize, &Member)> = self.runs.iter().enumerate().rev().collect();
        let cases = last_first.iter().map(|(place, member)| (*place, &member.case));
        let shown = StudyProgress::new(progress, cases, jobs);
        let work = |&(place, member): &(usize, &Member)| {
            let (name, out) = (&member.name, directory.join(&member.name));
            let heard = shown.begin(place, name);
            let done = heard_by(Some(heard), || execute(&member.case, &RunOptions { out, fresh: true, quiet: true }));
            let said = match &done {
                Ok(done) => format!("{name}: {} steps, {:.1} s", done.summary.steps, done.summary.wall_s),
                Err(failure) => format!("{name}: failed: {failure}"),
            };
            shown.end(place, done.is_err(), &said);
            done.map(|done| RunResult::finished(member, done.summary))
        };
        let mut ran = shown.watch(|| side_by_side(&last_first, jobs, work));
        ran.reverse();
        Ok(SweepResults { runs: ran.into_iter().collect::<Result<_, _>>()? })
    }
}

/// Runs one case anew in this process, without a word, into `directory`.
///
/// # Errors
/// It fails.
pub fn run_alone(case: Case, directory: &Path) -> Result<RunResult, RunFailure> {
    let name = directory.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let done = Study::of([(name, case)]).run(directory.parent().unwrap_or(Path::new("")), 1, Mode::Quiet)?;
    Ok(done.runs.into_iter().next().expect("one case has one result"))
}
