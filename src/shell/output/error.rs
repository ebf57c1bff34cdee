//! Failures between a run and the disk.

use std::io;
use std::path::{Path, PathBuf};
use wetbounce_records::tables::TableError;

/// A file that could not be written or read, with advice.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum OutputError {
    /// The operating system refused.
    #[error("cannot {action} {}: {cause}", path.display())]
    #[diagnostic(help("{}", self.advice()))]
    Io {
        /// The failed action, as a verb: `write`, `read`, `create`, `rename` …
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The operating system's answer; part of the message, so that it is no source of its own.
        cause: io::Error,
    },
    /// Another program writes there.
    #[error("{} is in use by another run", path.display())]
    #[diagnostic(help("{}", self.advice()))]
    InUse {
        /// The directory.
        path: PathBuf,
    },
    /// A file is there, but its content is wrong.
    #[error("{}, {place}: {problem}", path.display())]
    #[diagnostic(help("{advice}"))]
    Format {
        /// The file.
        path: PathBuf,
        /// Where in the file, for example `line 17`.
        place: String,
        /// The fault.
        problem: String,
        /// Advice to the user.
        advice: String,
    },
}

impl OutputError {
    /// Turns an [`io::Error`] into an error that names the action and the path; made for `map_err`.
    pub fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |cause| Self::Io { action, path, cause }
    }

    /// A table of others that cannot be read.
    pub fn of_table(error: TableError) -> Self {
        match error {
            TableError::File { path, source } => Self::io("read", &path)(source),
            TableError::Content { path, place, problem, advice } => {
                Self::Format { path, place, problem, advice: advice.into() }
            }
        }
    }

    /// Advice to the user, in one sentence.
    pub fn advice(&self) -> &str {
        match self {
            Self::Io { cause, .. } => advice(cause.kind()),
            Self::InUse { .. } => "wait for it to end, or choose another directory with `--out`",
            Self::Format { advice, .. } => advice,
        }
    }
}

fn advice(kind: io::ErrorKind) -> &'static str {
    use io::ErrorKind as Kind;
    match kind {
        Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => {
            "free space there, or choose another directory with `--out`; a run or sweep goes on with `--resume`"
        }
        Kind::PermissionDenied | Kind::ReadOnlyFilesystem => {
            "work in another directory, give one with `--out`, or change the permissions of this one"
        }
        Kind::NotFound => "check the path; the directory must exist",
        Kind::NotADirectory | Kind::IsADirectory | Kind::AlreadyExists => {
            "a file stands where a directory is needed, or the reverse"
        }
        Kind::InvalidData => "the file is not text in UTF-8; it may be damaged",
        _ => "check the disk and the path; a run or sweep goes on with `--resume`",
    }
}
