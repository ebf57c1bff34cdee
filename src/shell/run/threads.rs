//! The threads of a run.

use crate::output::progress::{heard_by, listener};
use rayon::{ThreadPool, ThreadPoolBuilder};
use wetbounce_physics::error::BadParameter;

/// A pool of `count` threads; 0 takes as many as the machine has cores.
///
/// # Errors
/// `run.threads`, where the system does not start so many.
pub fn pool(count: usize) -> Result<ThreadPool, BadParameter> {
    ThreadPoolBuilder::new().num_threads(count).build().map_err(|cause| {
        BadParameter::new("run.threads", count, format!("must be a number of threads that the system starts ({cause})"))
    })
}

/// Does `work` on a pool of `count` threads, as [`pool`], heard by the same listener. The caller waits idle: a thread
/// of another pool that waited in [`ThreadPool::install`] would begin its next job meanwhile, and a run would stand on
/// the stack of a run.
///
/// # Errors
/// As [`pool`].
pub(super) fn on<R: Send>(count: usize, work: impl FnOnce() -> R + Send) -> Result<R, BadParameter> {
    let (pool, listener) = (pool(count)?, listener());
    let done = std::thread::scope(|scope| scope.spawn(|| pool.install(|| heard_by(listener, work))).join());
    Ok(done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    #[test]
    fn a_thread_that_waits_for_a_run_begins_no_other() {
        let running = AtomicUsize::new(0);
        pool(1).unwrap().install(|| {
            (0..8).into_par_iter().for_each(|_| {
                assert_eq!(running.fetch_add(1, SeqCst), 0, "another run is on this thread");
                on(1, || std::thread::sleep(std::time::Duration::from_millis(5))).unwrap();
                running.fetch_sub(1, SeqCst);
            });
        });
    }
}
