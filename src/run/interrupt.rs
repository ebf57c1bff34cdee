//! Asking a run to stop: SIGTERM, SIGINT (Ctrl-C) and SIGUSR1 end it after the present step, with a checkpoint.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static REQUESTED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Whether one of the signals has come; the first call starts to listen.
pub(super) fn requested() -> bool {
    REQUESTED
        .get_or_init(|| {
            let flag = Arc::new(AtomicBool::new(false));
            for signal in SIGNALS {
                let _a_signal_that_cannot_be_caught_keeps_its_meaning =
                    signal_hook::flag::register(*signal, Arc::clone(&flag));
            }
            flag
        })
        .load(Ordering::Relaxed)
}

#[cfg(unix)]
const SIGNALS: &[i32] = &[signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGUSR1];
#[cfg(not(unix))]
const SIGNALS: &[i32] = &[signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT];
