//! Files that a command may write over: its own earlier results, and no others.

use crate::case::InputError;
use std::path::Path;

/// How the figures of this program begin.
pub const FIGURE: &str = "<svg width=\"";

/// Refuses to write over a file that begins otherwise than this program's files of its kind do; a file that is not there may be written.
///
/// # Errors
/// Such a file, with what to do about it.
pub fn may_replace(file: &Path, begins: &[&str]) -> Result<(), InputError> {
    match std::fs::read(file) {
        Ok(there) if !begins.iter().any(|begin| there.starts_with(begin.as_bytes())) => {
            let problem = format!("`{}` is no result of this command, and would be overwritten", file.display());
            Err(InputError::new(problem).help("choose another directory with --out, or move the file away"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_results_and_new_files_may_be_written_and_others_may_not() {
        let place = tempfile::tempdir().unwrap();
        let [new, own, other] = ["new", "own", "other"].map(|name| place.path().join(name));
        std::fs::write(&own, "gap_m,velocity_m_s\n1,2\n").unwrap();
        std::fs::write(&other, "my notes\n").unwrap();
        let begins = ["time_s,", "gap_m,"];
        assert!(may_replace(&new, &begins).is_ok() && may_replace(&own, &begins).is_ok());
        assert!(may_replace(&other, &begins).unwrap_err().to_string().contains("is no result of this command"));
    }
}
