//! One program at a time in a directory.

use super::error::OutputError;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long another is given to leave.
const PATIENCE: Duration = Duration::from_secs(1);

/// The sole right to write in a directory, as long as this lives. The system's lock on the directory itself: it leaves no
/// file, and a program that is killed gives it back. Where directories cannot be locked (some network file systems,
/// Windows) nothing is claimed.
#[derive(Debug)]
pub struct Claim {
    _locked: Option<File>,
}

impl Claim {
    /// Claims an existing directory. Waits a moment where another has it: the runs of a sweep that was killed end with it, but
    /// not in the same instant.
    ///
    /// # Errors
    /// Another program, or another run of this one, has it.
    pub fn of(directory: &Path) -> Result<Self, OutputError> {
        let Ok(handle) = File::open(directory) else { return Ok(Self { _locked: None }) };
        let asked = Instant::now();
        loop {
            match handle.try_lock() {
                Ok(()) => return Ok(Self { _locked: Some(handle) }),
                Err(TryLockError::Error(_)) => return Ok(Self { _locked: None }),
                Err(TryLockError::WouldBlock) if asked.elapsed() < PATIENCE => std::thread::sleep(PATIENCE / 50),
                Err(TryLockError::WouldBlock) => return Err(OutputError::InUse { path: directory.to_path_buf() }),
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_claimed_once_until_it_is_given_back() {
        let directory = tempfile::tempdir().unwrap();
        let first = Claim::of(directory.path()).unwrap();
        assert!(matches!(Claim::of(directory.path()), Err(OutputError::InUse { .. })));
        drop(first);
        assert!(Claim::of(directory.path()).is_ok());
    }
}
