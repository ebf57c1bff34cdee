//! The threads of a run.

use crate::error::BadParameter;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of `count` threads; 0 takes as many as the machine has cores.
///
/// # Errors
/// `run.threads`, where the system does not start so many.
pub fn pool(count: usize) -> Result<ThreadPool, BadParameter> {
    ThreadPoolBuilder::new().num_threads(count).build().map_err(|cause| {
        BadParameter::new("run.threads", count, format!("must be a number of threads that the system starts ({cause})"))
    })
}
