//! Files that a command may write: new ones, and its own earlier results, in a directory that can be written to.

use super::{OutputError, atomic};
use crate::case::InputError;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// How the figures of this program begin.
pub const FIGURE: &str = "<svg width=\"";
/// Advice where results cannot go.
const ELSEWHERE: &str = "choose another directory with --out, or move the file away";

/// Why a directory is not opened.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum NotOpened {
    /// A file of somebody else's, or one in the place of a directory.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Input(#[from] InputError),
    /// The system takes no files there.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Output(#[from] OutputError),
}

/// No files of its own name.
pub const NONE: [(&str, [&str; 0]); 0] = [];

/// Opens `directory` for `files` that a command is about to write: their places in it, each with the beginnings that
/// this program's files of its kind have. Commands ask before they compute. The directory is made.
///
/// # Errors
/// A file that is none of this program's, or a directory that cannot be made or written to, with what to do about it.
/// Nothing is changed then.
pub fn open<P: AsRef<Path>, B: AsRef<str>>(
    directory: &Path,
    files: impl IntoIterator<Item = (P, impl IntoIterator<Item = B>)>,
) -> Result<(), NotOpened> {
    atomic::try_directory(directory).map_err(|cause| match cause.kind() {
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            let problem = format!("nothing can be written into `{}`: {cause}", directory.display());
            InputError::new(problem).help("a file stands there or above it: give a directory with --out").into()
        }
        _ => NotOpened::Output(OutputError::io("create", directory)(cause)),
    })?;
    for (file, begins) in files {
        let begins: Vec<B> = begins.into_iter().collect();
        may_replace(&directory.join(file), &begins)?;
    }
    Ok(())
}

/// Refuses to write over a file that begins otherwise than this program's files of its kind do; a file that is not
/// there may be written.
///
/// # Errors
/// Such a file, or something there that is no file, with what to do about it.
pub fn may_replace(file: &Path, begins: &[impl AsRef<str>]) -> Result<(), InputError> {
    let longest = begins.iter().map(|begin| begin.as_ref().len()).max().unwrap_or(0);
    may_replace_if(file, longest as u64, |there| {
        begins.iter().any(|begin| there.starts_with(begin.as_ref().as_bytes()))
    })
}

/// Refuses to write over a file whose first `most` bytes are not known for this program's; a file that is not there may
/// be written.
///
/// # Errors
/// As [`may_replace`].
pub fn may_replace_if(file: &Path, most: u64, is_own: impl FnOnce(&[u8]) -> bool) -> Result<(), InputError> {
    let refused = |why: &str| {
        Err(InputError::new(format!("`{}` {why}, and would be overwritten", file.display())).help(ELSEWHERE))
    };
    let mut there = Vec::new();
    // What is no file may never end.
    let mut read = || match file.metadata() {
        Ok(about) if about.is_file() => File::open(file)?.take(most).read_to_end(&mut there).map(drop),
        Ok(_) => Err(ErrorKind::IsADirectory.into()),
        Err(error) => Err(error),
    };
    match read() {
        Err(error) if error.kind() == ErrorKind::NotFound && file.symlink_metadata().is_err() => Ok(()),
        Err(_) => refused("is not a file that can be read"),
        Ok(()) if is_own(&there) => Ok(()),
        Ok(()) => refused("is no result of this command"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn own_results_and_new_files_may_be_written_and_others_may_not() {
        let place = tempfile::tempdir().unwrap();
        let [new, own, other] = ["new", "own", "other"].map(|name| place.path().join(name));
        fs::write(&own, "gap_m,velocity_m_s\n1,2\n").unwrap();
        fs::write(&other, "my notes\n").unwrap();
        let begins = ["time_s,", "gap_m,"];
        assert!(may_replace(&new, &begins).is_ok() && may_replace(&own, &begins).is_ok());
        assert!(may_replace(&other, &begins).unwrap_err().to_string().contains("is no result of this command"));
    }

    #[test]
    fn a_directory_is_opened_for_files_before_anything_is_written() {
        let place = tempfile::tempdir().unwrap();
        let out = place.path().join("a/b");
        open(&out, [("table.csv", ["x,"])]).unwrap();
        assert_eq!(fs::read_dir(&out).unwrap().count(), 0, "it is made, and left empty");
        fs::write(out.join("file"), "").unwrap();
        fs::create_dir(out.join("table.csv")).unwrap();
        let of = |directory: &str, file: &str| open(&place.path().join(directory), [(file, ["x,"])]);
        for (directory, file, why) in [
            ("a/b", "table.csv", "is not a file that can be read"),
            ("a/b", "file/figure.svg", "is not a file that can be read"),
            ("a/b", "file", "is no result of this command"),
            ("a/b/file", "new.csv", "nothing can be written into"),
        ] {
            let error = of(directory, file).unwrap_err().to_string();
            assert!(error.contains(why), "{directory} {file}: {error}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_directory_that_takes_no_files_and_a_link_to_nowhere_are_refused() {
        for directory in ["/proc/nowhere", "/sys", "/dev/null/a"] {
            assert!(open(Path::new(directory), NONE).is_err(), "{directory}");
        }
        let place = tempfile::tempdir().unwrap();
        let link = place.path().join("link");
        std::os::unix::fs::symlink("/nowhere/at/all", &link).unwrap();
        assert!(may_replace(&link, &["x,"]).is_err());
    }
}
