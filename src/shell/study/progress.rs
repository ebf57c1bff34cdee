//! Progress on two levels: the runs of a study, and the ones being done now. Each of these says itself which share of
//! it is done.

use super::estimate::cost;
use crate::case::Case;
use crate::output::progress::{Listener, Mode, clock};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

/// How often bars are drawn anew.
const PERIOD: Duration = Duration::from_millis(250);
const PARTS: f64 = 1000.0;
/// Plain lines come after so long, then at doubling intervals up to the longest.
const FIRST_LINE: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// A run being done.
struct Current {
    index: usize,
    name: String,
    cost: f64,
    since: Instant,
    heard: Arc<Mutex<Heard>>,
    bar: Option<ProgressBar>,
}

/// What a run has said of itself.
#[derive(Default)]
struct Heard {
    /// The share done when it began, or went on, and the share done now.
    share: Option<[f64; 2]>,
    text: String,
}

impl Current {
    /// The share that is done; 0 where the run has said nothing.
    fn share(&self) -> f64 {
        self.heard.lock().expect("no one panics while listening").share.map_or(0.0, |[_, now]| now)
    }

    /// Cost of what was done since the run began, or went on, and the elapsed time \[s\] that it took.
    fn paid(&self) -> [f64; 2] {
        let share = self.heard.lock().expect("no one panics while listening").share;
        share.map_or([0.0; 2], |[begun, now]| [(now - begun) * self.cost, self.since.elapsed().as_secs_f64()])
    }
}

struct Inner {
    runs: usize,
    ended: usize,
    failed: usize,
    /// Runs at a time.
    jobs: usize,
    /// Costs of the runs that have not begun, in the order in which they will.
    waiting: Vec<(usize, f64)>,
    /// Costs of the runs that have ended.
    done: f64,
    /// Cost of what was done in the runs that have ended, and the elapsed time \[s\] that it took.
    paid: [f64; 2],
    current: Vec<Current>,
}

enum Target {
    Bars(MultiProgress, ProgressBar),
    Lines(Mutex<Lines>),
    Nothing,
}

/// When the next plain line comes.
struct Lines {
    due: Instant,
    wait: Duration,
}

/// Shows the progress of many runs on standard error.
pub struct StudyProgress {
    shown: Target,
    inner: Mutex<Inner>,
}

impl StudyProgress {
    /// That of `cases` with their indices, the ones still to be done, in the order in which they begin, so many at a
    /// time.
    pub(super) fn new<'c>(mode: Mode, cases: impl Iterator<Item = (usize, &'c Case)>, jobs: usize) -> Self {
        let waiting: Vec<(usize, f64)> = cases.map(|(index, case)| (index, cost(case))).collect();
        let shown = match mode {
            Mode::Quiet => Target::Nothing,
            Mode::Auto if std::io::stderr().is_terminal() => {
                let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
                let total = all.add(bar("{bar:24.cyan/black} {wide_msg}"));
                Target::Bars(all, total)
            }
            Mode::Auto | Mode::Plain => {
                Target::Lines(Mutex::new(Lines { due: Instant::now() + FIRST_LINE, wait: FIRST_LINE }))
            }
        };
        let (runs, jobs) = (waiting.len(), jobs.max(1));
        let inner = Inner { runs, ended: 0, failed: 0, jobs, waiting, done: 0.0, paid: [0.0; 2], current: Vec::new() };
        Self { shown, inner: Mutex::new(inner) }
    }

    /// The run with this index begins; the listener hears how far it is.
    pub(super) fn begin(&self, index: usize, name: &str) -> Listener {
        let bar = match &self.shown {
            Target::Bars(all, _) => Some(all.add(bar("  {bar:22.green/black} {wide_msg}"))),
            _ => None,
        };
        let heard = Arc::new(Mutex::new(Heard::default()));
        {
            let mut inner = self.lock();
            let place = inner.waiting.iter().position(|&(waiting, _)| waiting == index);
            let cost = place.map_or(0.0, |place| inner.waiting.remove(place).1);
            let (name, since, heard) = (name.to_owned(), Instant::now(), Arc::clone(&heard));
            inner.current.push(Current { index, name, cost, since, heard, bar });
        }
        self.refresh();
        Arc::new(move |share, text: &str| {
            let mut heard = heard.lock().expect("no one panics while listening");
            if share.is_finite() {
                heard.share = Some([heard.share.map_or(share, |[begun, _]| begun), share]);
            }
            text.clone_into(&mut heard.text);
        })
    }

    /// A run has ended, with this outcome in one line.
    pub(super) fn end(&self, index: usize, failed: bool, outcome: &str) {
        let mut inner = self.lock();
        if let Some(at) = inner.current.iter().position(|current| current.index == index) {
            let current = inner.current.remove(at);
            let begun =
                current.heard.lock().expect("no one panics while listening").share.map_or(0.0, |[begun, _]| begun);
            inner.done += current.cost;
            inner.paid[0] += (1.0 - begun) * current.cost;
            inner.paid[1] += current.since.elapsed().as_secs_f64();
            if let Some(bar) = current.bar {
                bar.finish_and_clear();
            }
        }
        inner.ended += 1;
        inner.failed += usize::from(failed);
        let line = format!("[{}/{}] {}", inner.ended, inner.runs, outcome);
        match &self.shown {
            Target::Bars(all, _) => {
                let _a_closed_terminal_is_fine = all.println(line);
            }
            Target::Lines(_) => {
                let _a_closed_terminal_is_fine = writeln!(std::io::stderr(), "{line}{}", inner.left_in_words());
            }
            Target::Nothing => {}
        }
    }

    /// Draws the bars anew, or writes a line if one is due.
    fn refresh(&self) {
        let inner = self.lock();
        match &self.shown {
            Target::Bars(_, total) => {
                for current in &inner.current {
                    let Some(bar) = &current.bar else { continue };
                    bar.set_position((PARTS * current.share()) as u64);
                    let text = &current.heard.lock().expect("no one panics while listening").text;
                    bar.set_message(format!("{}  {text}", current.name));
                }
                total.set_position((PARTS * inner.share()) as u64);
                let failed = if inner.failed > 0 { format!(", {} failed", inner.failed) } else { String::new() };
                total.set_message(format!("{} of {} runs{failed}{}", inner.ended, inner.runs, inner.left_in_words()));
            }
            Target::Lines(lines) => {
                let mut lines = lines.lock().expect("no one panics while drawing");
                if Instant::now() < lines.due {
                    return;
                }
                lines.wait = (2 * lines.wait).min(LONGEST_WAIT);
                lines.due = Instant::now() + lines.wait;
                // A run whose motion is over still writes its results.
                let (share, left) = ((100.0 * inner.share()).floor().min(99.0), inner.left_in_words());
                let _a_closed_terminal_is_fine =
                    writeln!(std::io::stderr(), "{share:3.0} %  {} of {} runs{left}", inner.ended, inner.runs);
            }
            Target::Nothing => {}
        }
    }

    /// Keeps the display up to date while `work` is done, and takes it away at its end.
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
        if let Target::Bars(all, total) = &self.shown {
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
    /// The share of all costs that is done.
    fn share(&self) -> f64 {
        let now: f64 = self.current.iter().map(|current| current.share() * current.cost).sum();
        let all: f64 = self.done
            + self.current.iter().map(|current| current.cost).sum::<f64>()
            + self.waiting.iter().map(|(_, cost)| cost).sum::<f64>();
        (self.done + now) / all.max(1e-300)
    }

    /// Expected elapsed time left \[s\]: the rest costs as much time as what was done so far, and each run begins as
    /// soon as one before it ends. `None` where nothing is done yet.
    fn left(&self) -> Option<f64> {
        let [paid, took] =
            self.current.iter().map(Current::paid).fold(self.paid, |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
        let pace = (paid > 0.0).then_some(took / paid)?;
        let mut busy: Vec<f64> = self.current.iter().map(|now| pace * now.cost * (1.0 - now.share())).collect();
        busy.resize(self.jobs.max(busy.len()), 0.0);
        for (_, cost) in &self.waiting {
            let first = busy.iter_mut().min_by(|a, b| a.total_cmp(b)).expect("there is a job");
            *first += pace * cost;
        }
        Some(busy.into_iter().fold(0.0, f64::max))
    }

    fn left_in_words(&self) -> String {
        let clock = |left: f64| format!("  left about {}", clock(Duration::from_secs_f64(left.min(1e9))));
        if self.ended == self.runs { String::new() } else { self.left().map_or(String::new(), clock) }
    }
}

fn bar(template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(PARTS as u64), ProgressDrawTarget::hidden());
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    bar.set_style(style.progress_chars("━╸─"));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    fn study(costs: &[f64], jobs: usize) -> StudyProgress {
        let progress = StudyProgress::new(Mode::Quiet, std::iter::empty(), jobs);
        let mut inner = progress.lock();
        (inner.runs, inner.waiting) = (costs.len(), costs.iter().copied().enumerate().collect());
        drop(inner);
        progress
    }

    /// Makes the runs under way so many seconds old.
    fn aged(progress: &StudyProgress, seconds: u64) {
        for current in &mut progress.lock().current {
            current.since = Instant::now() - Duration::from_secs(seconds);
        }
    }

    fn left(progress: &StudyProgress) -> f64 {
        progress.lock().left().expect("something is done")
    }

    #[test]
    fn the_time_left_of_unequal_runs_is_that_of_their_costs_at_the_pace_so_far_on_the_jobs_there_are() {
        let progress = study(&[40.0, 20.0, 10.0, 10.0], 2);
        let [long, short] = [progress.begin(0, "long"), progress.begin(1, "short")];
        assert_eq!(progress.lock().left(), None, "nothing is done");
        [(&long, 0.25), (&short, 0.5)].into_iter().for_each(|(heard, share)| heard(share, ""));
        // The first share heard is where a run begins or goes on; what comes after was paid by the elapsed time.
        [(&long, 0.5), (&short, 1.0)].into_iter().for_each(|(heard, share)| heard(share, ""));
        aged(&progress, 10);
        progress.end(1, false, "short");
        // 20 of cost in 20 seconds of two jobs: 20 are left of the long one, and 20 wait beside it.
        assert!((left(&progress) - 20.0).abs() < 0.1, "{}", left(&progress));
        assert!((progress.lock().share() - 0.5).abs() < 1e-12);
        progress.begin(2, "third");
        progress.begin(3, "fourth");
        assert!((left(&progress) - 20.0).abs() < 0.1, "runs that have said nothing have all their cost before them");
    }

    #[test]
    fn one_job_has_the_rest_of_all_runs_before_it_and_a_share_that_is_not_known_keeps_the_last_one() {
        let progress = study(&[30.0, 10.0], 1);
        let heard = progress.begin(0, "run");
        heard(0.0, "");
        heard(0.5, "");
        heard(f64::NAN, "a contact that lasts");
        aged(&progress, 30);
        assert!((left(&progress) - 2.0 * 25.0).abs() < 0.2, "{}", left(&progress));
    }
}
