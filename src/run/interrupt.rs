//! Asking a run to stop: SIGTERM, SIGINT (Ctrl-C) and SIGUSR1 end it after the present step, with a checkpoint.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static REQUESTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Starts to listen, before there is anything to lose.
pub(crate) fn listen() {
    flag();
}

/// Whether one of the signals has come.
pub(crate) fn requested() -> bool {
    flag().load(Ordering::Relaxed)
}

fn flag() -> &'static AtomicBool {
    REQUESTED.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        for signal in SIGNALS {
            let _a_signal_that_cannot_be_caught_keeps_its_meaning =
                signal_hook::flag::register(*signal, Arc::clone(&flag));
        }
        flag
    })
}

#[cfg(unix)]
const SIGNALS: &[i32] = &[signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGUSR1];
#[cfg(not(unix))]
const SIGNALS: &[i32] = &[signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT];
