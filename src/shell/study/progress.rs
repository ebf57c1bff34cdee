//! Progress on two levels: the runs of a sweep, and the ones being done now.
//!
//! How far a run has come is read from the end of its trajectory, so that watching cannot change it.

use super::estimate::cost;
use crate::case::Case;
use crate::output::progress::{Mode, clock};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};
use wetbounce_physics::quantity::{LENGTH, SPEED, TIME};

/// How often bars are drawn anew.
const PERIOD: Duration = Duration::from_millis(250);
const PARTS: f64 = 1000.0;

/// A run being done.
struct Current {
    index: usize,
    name: String,
    trajectory: PathBuf,
    cost: f64,
    duration: f64,
    bar: Option<ProgressBar>,
}

struct Inner {
    runs: usize,
    ended: usize,
    failed: usize,
    cost: f64,
    cost_done: f64,
    started: Instant,
    current: Vec<Current>,
}

enum Shown {
    Bars(MultiProgress, ProgressBar),
    Lines,
    Nothing,
}

/// Shows the progress of many runs on standard error.
pub struct StudyProgress {
    shown: Shown,
    inner: Mutex<Inner>,
}

impl StudyProgress {
    /// That of `cases`, the ones still to be done.
    pub(super) fn new<'c>(mode: Mode, cases: impl Iterator<Item = &'c Case>) -> Self {
        let costs: Vec<f64> = cases.map(cost).collect();
        let shown = match mode {
            Mode::Quiet => Shown::Nothing,
            Mode::Auto if std::io::stderr().is_terminal() => {
                let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
                let total = all.add(bar("{bar:24.cyan/black} {wide_msg}"));
                Shown::Bars(all, total)
            }
            Mode::Auto | Mode::Plain => Shown::Lines,
        };
        let inner = Inner {
            runs: costs.len(),
            ended: 0,
            failed: 0,
            cost: costs.iter().sum(),
            cost_done: 0.0,
            started: Instant::now(),
            current: Vec::new(),
        };
        Self { shown, inner: Mutex::new(inner) }
    }

    /// The run of `case` into `directory` begins.
    pub(super) fn begin(&self, index: usize, name: &str, directory: &Path, case: &Case) {
        let bar = match &self.shown {
            Shown::Bars(all, _) => Some(all.add(bar("  {bar:22.green/black} {wide_msg}"))),
            _ => None,
        };
        let (name, trajectory) = (name.to_owned(), directory.join("trajectory.csv"));
        let current =
            Current { index, name, trajectory, cost: cost(case), duration: case.problem().expected_time(), bar };
        self.lock().current.push(current);
        self.refresh();
    }

    /// A run has ended, with this outcome in one line.
    pub(super) fn end(&self, index: usize, failed: bool, outcome: &str) {
        let mut inner = self.lock();
        if let Some(at) = inner.current.iter().position(|current| current.index == index) {
            let current = inner.current.remove(at);
            inner.cost_done += current.cost;
            if let Some(bar) = current.bar {
                bar.finish_and_clear();
            }
        }
        inner.ended += 1;
        inner.failed += usize::from(failed);
        let line = format!("[{}/{}] {}", inner.ended, inner.runs, outcome);
        match &self.shown {
            Shown::Bars(all, _) => {
                let _a_closed_terminal_is_fine = all.println(line);
            }
            Shown::Lines => {
                let left = inner
                    .left(0.0)
                    .map_or(String::new(), |left| format!("  left {}", clock(Duration::from_secs_f64(left.min(1e9)))));
                let _a_closed_terminal_is_fine = writeln!(std::io::stderr(), "{line}{left}");
            }
            Shown::Nothing => {}
        }
    }

    /// Draws the bars anew.
    fn refresh(&self) {
        let Shown::Bars(_, total) = &self.shown else { return };
        let inner = self.lock();
        let mut running = 0.0;
        for current in &inner.current {
            let last = last_row(&current.trajectory);
            let done = last.map_or(0.0, |[time, ..]| (time / current.duration).clamp(0.0, 1.0));
            running += done * current.cost;
            let Some(bar) = &current.bar else { continue };
            bar.set_position((PARTS * done) as u64);
            bar.set_message(match last {
                None => format!("{}  the wake builds up", current.name),
                Some([time, gap, velocity]) => format!(
                    "{}  t {}  gap {}  speed {}",
                    current.name,
                    TIME.brief(time),
                    LENGTH.brief(gap),
                    SPEED.brief(velocity)
                ),
            });
        }
        let failed = if inner.failed > 0 { format!(", {} failed", inner.failed) } else { String::new() };
        let left = inner
            .left(running)
            .map_or(String::new(), |left| format!("  left {}", clock(Duration::from_secs_f64(left.min(1e9)))));
        total.set_position((PARTS * (inner.cost_done + running) / inner.cost.max(1e-300)) as u64);
        total.set_message(format!("{} of {} runs{failed}{left}", inner.ended, inner.runs));
    }

    /// Keeps the bars up to date while `work` is done, and takes them away at its end.
    pub(super) fn watch<T>(&self, work: impl FnOnce() -> T) -> T {
        let (working, ended) = mpsc::channel::<()>();
        let done = std::thread::scope(|scope| {
            scope.spawn(move || {
                while ended.recv_timeout(PERIOD) == Err(mpsc::RecvTimeoutError::Timeout) {
                    self.refresh();
                }
            });
            let done = work();
            drop(working);
            done
        });
        if let Shown::Bars(all, total) = &self.shown {
            total.finish_and_clear();
            let _a_closed_terminal_is_fine = all.clear();
        }
        done
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.inner.lock().expect("no one panics while drawing")
    }
}

impl Inner {
    /// Expected elapsed time left \[s\], if the rest goes on as fast as the part done.
    fn left(&self, running: f64) -> Option<f64> {
        let done = self.cost_done + running;
        (done > 0.0).then(|| self.started.elapsed().as_secs_f64() * (self.cost - done).max(0.0) / done)
    }
}

fn bar(template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(PARTS as u64), ProgressDrawTarget::hidden());
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    bar.set_style(style.progress_chars("━╸─"));
    bar
}

/// Time, gap and velocity in the last whole row of a trajectory.
fn last_row(path: &Path) -> Option<[f64; 3]> {
    let mut file = std::fs::File::open(path).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(4096))).ok()?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail).ok()?;
    let tail = String::from_utf8_lossy(&tail);
    let whole = &tail[..tail.rfind('\n')?];
    let mut cells = whole.lines().next_back()?.split(',').map(|cell| cell.parse::<f64>().ok());
    Some([cells.next()??, cells.next()??, cells.next()??])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_whole_row_of_a_growing_trajectory_is_found() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("trajectory.csv");
        assert_eq!(last_row(&path), None);
        std::fs::write(&path, "time_s,gap_m,velocity_m_s,film_N\n").unwrap();
        assert_eq!(last_row(&path), None);
        let rows: String = (0..500).map(|i| format!("{}e-3,0.02,-0.5,0\n", i)).collect();
        std::fs::write(&path, format!("time_s,gap_m,velocity_m_s,film_N\n{rows}0.6,0.0")).unwrap();
        assert_eq!(last_row(&path), Some([0.499, 0.02, -0.5]));
    }
}
