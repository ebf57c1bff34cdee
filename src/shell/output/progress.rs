//! The display on the terminal while a run goes on: a bar, plain lines, or nothing.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::cell::RefCell;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use wetbounce_physics::quantity::{LENGTH, SPEED, TIME};

/// Hears the share of the run that is done (0 to 1, NaN where it is not known) and a line on its state.
pub type Listener = Arc<dyn Fn(f64, &str) + Send + Sync>;

static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);

thread_local! {
    /// Who hears what is done on this thread without a word on the terminal.
    static HERE: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Sends progress to `listener` from now on instead of standard error; `None` ends that.
pub fn tell(listener: Option<Listener>) {
    *LISTENER.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = listener;
}

/// Does `work`; its quiet progress on this thread is heard by `listener`.
pub fn heard_by<T>(listener: Option<Listener>, work: impl FnOnce() -> T) -> T {
    let before = HERE.replace(listener);
    let done = work();
    HERE.set(before);
    done
}

/// Who hears the quiet progress on this thread.
pub fn listener() -> Option<Listener> {
    HERE.with_borrow(Clone::clone)
}

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// A bar if standard error is a terminal, plain lines otherwise.
    #[default]
    Auto,
    /// Plain lines at increasing intervals.
    Plain,
    /// Nothing on the terminal.
    Quiet,
}

impl Mode {
    /// Nothing where a user asked for quiet.
    pub fn of(quiet: bool) -> Self {
        if quiet { Self::Quiet } else { Self::Auto }
    }
}

/// The state of a run, as shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Now {
    /// Simulated time \[s\].
    pub time: f64,
    /// Gap \[m\].
    pub gap: f64,
    /// Speed [m/s], positive away from the wall.
    pub velocity: f64,
    /// Steps taken.
    pub steps: u64,
    /// What else than the run itself is under way.
    pub part: &'static str,
}

const BAR_PARTS: f64 = 1000.0;
const BAR_PERIOD: Duration = Duration::from_millis(100);
const FIRST_LINE: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// Shows progress on standard error. A closed or full standard error is no reason for a run to stop.
///
/// Plain lines come after 1, 3, 7, 15 … seconds of elapsed time, at last every ten minutes. The time left assumes that
/// the rest of the work goes on as fast as the part that this program has done.
pub struct Progress {
    shown: Target,
    /// What the gap is called.
    gap: &'static str,
    /// The share that was done when this program began.
    begun: Option<f64>,
    started: Instant,
    due: Duration,
    wait: Duration,
}

enum Target {
    Bar(ProgressBar),
    Lines(Box<dyn Write + Send>),
    Listener(Listener),
    Nothing,
}

impl Progress {
    /// Progress of a work that begins now, or goes on.
    pub fn new(mode: Mode) -> Self {
        let listener = LISTENER.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone();
        match mode {
            Mode::Quiet => Self::around(self::listener().map_or(Target::Nothing, Target::Listener)),
            Mode::Auto if listener.is_some() => Self::around(listener.map_or(Target::Nothing, Target::Listener)),
            Mode::Auto if io::stderr().is_terminal() => Self::around(Target::Bar(bar())),
            Mode::Auto | Mode::Plain => Self::lines(Box::new(io::stderr())),
        }
    }

    /// Plain lines into any writer.
    pub(super) fn lines(writer: Box<dyn Write + Send>) -> Self {
        Self::around(Target::Lines(writer))
    }

    fn around(shown: Target) -> Self {
        let wait = if matches!(shown, Target::Bar(_) | Target::Listener(_)) { BAR_PERIOD } else { FIRST_LINE };
        // A listener hears from where the work begins.
        let due = if matches!(shown, Target::Listener(_)) { Duration::ZERO } else { wait };
        Self { shown, gap: "gap", begun: None, started: Instant::now(), due, wait }
    }

    /// Progress of a motion without a wall, whose gap is a height.
    pub fn in_open_liquid(self) -> Self {
        Self { gap: "height", ..self }
    }

    /// Shows the state after a step of which this share of the work is done, if it is time to; `None` where nothing
    /// says how much is left.
    pub fn update(&mut self, now: Now, done: Option<f64>) {
        let begun = *self.begun.get_or_insert(done.unwrap_or(0.0));
        let wall = self.started.elapsed();
        if wall < self.due {
            return;
        }
        let left = done.filter(|done| *done > begun).map(|done| wall.as_secs_f64() * (1.0 - done) / (done - begun));
        self.show(done, wall, &Line { now, called: self.gap, left });
    }

    /// Shows that this share is done after so long; the last one shown stays where it is not known.
    fn show(&mut self, done: Option<f64>, elapsed: Duration, text: &impl fmt::Display) {
        match &mut self.shown {
            Target::Bar(bar) => {
                if let Some(done) = done {
                    bar.set_position((BAR_PARTS * done) as u64);
                }
                bar.set_message(text.to_string());
            }
            Target::Listener(listener) => listener(done.unwrap_or(f64::NAN), &text.to_string()),
            Target::Lines(writer) => {
                // Rounded down: what is not done is never shown as done.
                let share = done.map_or("  ? %".to_owned(), |done| format!("{:3.0} %", (100.0 * done).floor()));
                let _closed_is_fine =
                    writeln!(writer, "{share}  elapsed {}  {text}", clock(elapsed)).and_then(|()| writer.flush());
                self.wait = (2 * self.wait).min(LONGEST_WAIT);
            }
            Target::Nothing => {}
        }
        self.due = elapsed + self.wait;
    }

    /// Shows a line that stays, for example about a bounce.
    pub fn note(&mut self, text: impl fmt::Display) {
        match &mut self.shown {
            Target::Bar(bar) => bar.println(text.to_string()),
            Target::Lines(writer) => {
                let _closed_is_fine = writeln!(writer, "{text}").and_then(|()| writer.flush());
            }
            Target::Listener(_) | Target::Nothing => {}
        }
    }

    /// Takes the bar away; lines stay.
    pub fn finish(self) {
        match self.shown {
            Target::Bar(bar) => bar.finish_and_clear(),
            Target::Listener(listener) => listener(1.0, "done"),
            Target::Lines(_) | Target::Nothing => {}
        }
    }
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(BAR_PARTS as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{percent:>3} % {bar:10.cyan/black} {wide_msg}");
    bar.set_style(style.expect("the template is well formed").progress_chars("━╸─"));
    bar
}

struct Line {
    now: Now,
    called: &'static str,
    /// \[s\]
    left: Option<f64>,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Now { time, gap, velocity, steps, part } = self.now;
        let (time, gap, speed) = (TIME.brief(time), LENGTH.brief(gap), SPEED.brief(velocity));
        // First: a terminal of 80 columns cuts off the end.
        match self.left {
            Some(left) => write!(f, "left about {}", clock(Duration::from_secs_f64(left.min(1e9))))?,
            None => write!(f, "left not known")?,
        }
        write!(f, "  {part}t {time}  {} {gap}  speed {speed}  step {steps}", self.called)
    }
}

/// Counts parts of a work as they are done, from any thread, and shows on standard error how long the rest may take.
pub struct Tally {
    what: &'static str,
    most: &'static str,
    parts: usize,
    counted: Mutex<(usize, Progress)>,
}

impl Tally {
    /// A work of so many parts.
    pub fn exact(mode: Mode, what: &'static str, parts: usize) -> Self {
        Self { what, most: "", parts, counted: Mutex::new((0, Progress::new(mode))) }
    }

    /// A work of so many parts at most.
    pub fn at_most(mode: Mode, what: &'static str, parts: usize) -> Self {
        Self { most: "at most ", ..Self::exact(mode, what, parts) }
    }

    /// One more is done.
    pub fn one(&self) {
        let mut counted = self.counted.lock().expect("no one panics while counting");
        let (done, progress) = &mut *counted;
        *done += 1;
        let elapsed = progress.started.elapsed();
        if elapsed < progress.due {
            return;
        }
        let left = elapsed.as_secs_f64() * self.parts.saturating_sub(*done) as f64 / *done as f64;
        let left = clock(Duration::from_secs_f64(left.min(1e9)));
        let text = format!("{done} of {}{} {}  left {}{left}", self.most, self.parts, self.what, self.most);
        progress.show(Some(*done as f64 / self.parts.max(1) as f64), elapsed, &text);
    }

    /// Says something between.
    pub fn note(&self, text: &str) {
        self.counted.lock().expect("no one panics while counting").1.note(text);
    }

    /// Takes the bar away; lines stay.
    pub fn finish(self) {
        self.counted.into_inner().expect("no one panics while counting").1.finish();
    }
}

/// Hours, minutes and seconds: `1:02:05`, or `0:59` below an hour.
pub fn clock(time: Duration) -> String {
    let whole = time.as_secs_f64().round() as u64;
    let (hours, minutes, seconds) = (whole / 3600, whole / 60 % 60, whole % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }

    const NOW: Now = Now { time: 0.025, gap: 1.5e-3, velocity: -0.585, steps: 1234, part: "" };

    #[test]
    fn lines_come_at_doubling_intervals_and_tell_time_gap_speed_steps_and_time_left() {
        let page = Page::default();
        let mut progress = Progress::lines(Box::new(page.clone()));
        progress.update(NOW, Some(0.0));
        assert!(page.0.lock().unwrap().is_empty(), "nothing in the first second");
        for seconds in [1, 1, 2, 4, 5, 6, 9] {
            progress.started = Instant::now() - Duration::from_secs(seconds);
            progress.update(NOW, (seconds < 9).then_some(0.25));
        }
        let text = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(
            text.lines().last().unwrap().starts_with("  ? %  elapsed 0:09") && text.contains("left not known"),
            "{text}"
        );
        let first = " 25 %  elapsed 0:01  left about 0:03  t 25 ms  gap 1.5 mm  speed -0.585 m/s  step 1234";
        assert_eq!(text.lines().next(), Some(first));
    }

    #[test]
    fn a_tally_tells_how_many_parts_are_done_and_how_long_the_rest_takes_at_most() {
        let line = |tally: Tally, seconds: u64| {
            let page = Page::default();
            {
                let (_, progress) = &mut *tally.counted.lock().unwrap();
                *progress = Progress::lines(Box::new(page.clone()));
                progress.started = Instant::now() - Duration::from_secs(seconds);
            }
            tally.one();
            String::from_utf8(page.0.lock().unwrap().clone()).unwrap()
        };
        assert_eq!(line(Tally::exact(Mode::Quiet, "frames", 4), 0), "", "nothing in the first second");
        let exact = line(Tally::exact(Mode::Quiet, "frames", 4), 20);
        assert_eq!(exact, " 25 %  elapsed 0:20  1 of 4 frames  left 1:00\n");
        let most = line(Tally::at_most(Mode::Quiet, "runs", 10), 2);
        assert_eq!(most, " 10 %  elapsed 0:02  1 of at most 10 runs  left at most 0:18\n");
    }

    #[test]
    fn a_closed_terminal_does_not_stop_the_run() {
        let mut progress = Progress::lines(Box::new(Closed));
        progress.started = Instant::now() - Duration::from_secs(9);
        progress.update(NOW, None);
        progress.note("first bounce");
        progress.finish();
    }

    #[test]
    fn a_clock_shows_hours_only_where_there_are_some() {
        assert_eq!(
            (clock(Duration::from_millis(59_400)).as_str(), clock(Duration::from_secs(3725)).as_str()),
            ("0:59", "1:02:05")
        );
    }
}
