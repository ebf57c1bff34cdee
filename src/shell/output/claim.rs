//! One program at a time in a directory.

use super::error::OutputError;
use std::fs::{File, TryLockError};
use std::path::Path;

/// The sole right to write in a directory, as long as this lives. The system's lock on the directory itself: it leaves
/// no file, and a program that is killed gives it back. Where directories cannot be locked (some network file systems,
/// Windows) nothing is claimed.
#[derive(Debug)]
pub struct Claim {
    _locked: Option<File>,
}

impl Claim {
    /// Claims an existing directory.
    ///
    /// # Errors
    /// Another program, or another run of this one, has it.
    pub fn of(directory: &Path) -> Result<Self, OutputError> {
        let Ok(handle) = File::open(directory) else { return Ok(Self { _locked: None }) };
        match handle.try_lock() {
            Ok(()) => Ok(Self { _locked: Some(handle) }),
            Err(TryLockError::WouldBlock) => Err(OutputError::InUse { path: directory.to_path_buf() }),
            Err(TryLockError::Error(_)) => Ok(Self { _locked: None }),
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
