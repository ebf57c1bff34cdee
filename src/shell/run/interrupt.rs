//! Asking a run to stop: SIGTERM, SIGINT (Ctrl-C), SIGUSR1 and SIGHUP (the terminal closed) end it after the present
//! step, with a checkpoint; so does the sweep that it belongs to.

#[cfg(unix)]
use lent::dispositions;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static REQUESTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();
/// Whether no run listens yet, so that a signal ends the program at once.
static UNHEARD: OnceLock<Arc<AtomicBool>> = OnceLock::new();
/// Whether signals end the program at once even while a run listens.
static AT_ONCE: AtomicBool = AtomicBool::new(false);
/// Exit code of work that was not done.
const FAILED: i32 = 3;

/// Makes the program end with code 3, whatever it does, at a signal that asks it to stop and that no run hears, and
/// where a file grows beyond the size allowed (`ulimit -f`): then writing fails, as on a full disk.
pub fn end_alike() {
    let unheard = UNHEARD.get_or_init(|| Arc::new(AtomicBool::new(true)));
    for signal in SIGNALS.iter().filter(|signal| !stays_ignored(**signal)) {
        let _a_signal_that_cannot_be_caught_keeps_its_meaning =
            signal_hook::flag::register_conditional_shutdown(*signal, FAILED, Arc::clone(unheard));
    }
    #[cfg(unix)]
    let _writing_fails_where_it_cannot_be_caught =
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Lets signals end the program at once from now on, runs or not: for work that cannot go on from a checkpoint.
pub(crate) fn end_at_once() {
    AT_ONCE.store(true, Ordering::Relaxed);
}

/// Starts to listen, before there is anything to lose.
pub(crate) fn listen() {
    flag();
}

/// Whether one of the signals has come.
pub fn requested() -> bool {
    flag().load(Ordering::Relaxed)
}

/// Forgets the signals that came so far: for a program that starts another run after one that was asked to stop.
pub fn forget() {
    flag().store(false, Ordering::Relaxed);
}

/// The signals that ask a run to stop, taken from a program that handles them itself, until this is dropped: then they
/// do again what they did before. Several runs may have them at a time; the last one gives them back.
#[derive(Debug)]
pub struct LentSignals(());

/// Takes the signals, with none come so far.
pub fn lend() -> LentSignals {
    #[cfg(unix)]
    dispositions().take();
    #[cfg(not(unix))]
    forget();
    LentSignals(())
}

impl Drop for LentSignals {
    fn drop(&mut self) {
        #[cfg(unix)]
        dispositions().give_back();
    }
}

/// What signals do in this process. The registry of handlers keeps a handler once it is installed, so that who gives
/// signals back has to put the handlers of before in its place.
#[cfg(unix)]
mod lent {
    use super::{SIGNALS, forget, stays_ignored};
    use std::mem::MaybeUninit;
    use std::ptr::null_mut;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// A signal and what it does.
    type Disposition = (i32, libc::sigaction);

    /// Who has the signals.
    #[derive(Default)]
    pub(super) struct Dispositions {
        /// Runs that have them.
        runs: usize,
        /// What they did before.
        before: Vec<Disposition>,
        /// What they do in a run; empty before the first.
        ours: Vec<Disposition>,
    }

    static DISPOSITIONS: Mutex<Dispositions> =
        Mutex::new(Dispositions { runs: 0, before: Vec::new(), ours: Vec::new() });

    pub(super) fn dispositions() -> MutexGuard<'static, Dispositions> {
        DISPOSITIONS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    impl Dispositions {
        pub(super) fn take(&mut self) {
            if self.runs == 0 {
                self.before = now();
                put(&self.ours);
                forget();
            }
            self.runs += 1;
        }

        pub(super) fn give_back(&mut self) {
            self.runs -= 1;
            if self.runs == 0 {
                self.ours = now();
                put(&self.before);
            }
        }
    }

    /// What the signals do now.
    fn now() -> Vec<Disposition> {
        let of = |signal: &i32| {
            let mut found = MaybeUninit::uninit();
            // SAFETY: a null action changes nothing, and `found` is written where the call succeeds.
            let done = unsafe { libc::sigaction(*signal, std::ptr::null(), found.as_mut_ptr()) } == 0;
            // SAFETY: it has succeeded.
            done.then(|| (*signal, unsafe { found.assume_init() }))
        };
        SIGNALS.iter().filter(|signal| !stays_ignored(**signal)).filter_map(of).collect()
    }

    fn put(dispositions: &[Disposition]) {
        for (signal, action) in dispositions {
            // SAFETY: the action is one that this process had installed before, and what it calls lives as long as the
            // process.
            unsafe { libc::sigaction(*signal, action, null_mut()) };
        }
    }
}

/// Listens for stop requests of the parent sweep: a byte on the standard input asks the run to stop; the end of the
/// input means that the sweep is no more, and the program ends as if it had been killed.
pub(crate) fn listen_to_sweep() {
    listen();
    std::thread::spawn(|| {
        for byte in std::io::stdin().lock().bytes() {
            match byte {
                Ok(_) => flag().store(true, Ordering::Relaxed),
                Err(_) => break,
            }
        }
        std::process::exit(FAILED)
    });
}

fn flag() -> &'static AtomicBool {
    REQUESTED.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        for signal in SIGNALS.iter().filter(|signal| !stays_ignored(**signal)) {
            let _a_signal_that_cannot_be_caught_keeps_its_meaning =
                signal_hook::flag::register(*signal, Arc::clone(&flag));
        }
        if let Some(unheard) = UNHEARD.get() {
            unheard.store(AT_ONCE.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        flag
    })
}

#[cfg(unix)]
pub(crate) const SIGNALS: &[i32] = {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1};
    &[SIGTERM, SIGINT, SIGUSR1, SIGHUP]
};
#[cfg(not(unix))]
const SIGNALS: &[i32] = &[signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT];

/// Whether the program was started by `nohup`, and this is the signal that it shields from. Known on Linux only.
#[cfg(unix)]
fn stays_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    signal == signal_hook::consts::SIGHUP && mask.unwrap_or(0) >> (signal - 1) & 1 == 1
}
#[cfg(not(unix))]
fn stays_ignored(_signal: i32) -> bool {
    false
}
