//! What a case is read with: the laws that it may name, and the files that it refers to.

use super::diagnostic::InputError;
use std::path::Path;
use std::sync::Arc;
use wetbounce_physics::own::Laws;

/// The files that a case refers to. The reader opens none itself: a program gives those of its disk, a page those that
/// were dropped on it.
pub trait Files: Send + Sync {
    /// The text of the file at `path`, which is that of the case with its folder before it.
    ///
    /// # Errors
    /// Why there is none, in a sentence that names the path.
    fn text(&self, path: &Path) -> Result<String, InputError>;

    /// Whether there is a file at `path`.
    fn has(&self, path: &Path) -> bool;
}

/// No files: a case that refers to one is refused.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn text(&self, path: &Path) -> Result<String, InputError> {
        let problem =
            InputError::new(format!("`{}` cannot be read: this case was given without its files", path.display()));
        Err(problem.help("give its rows in the case itself"))
    }

    fn has(&self, _: &Path) -> bool {
        false
    }
}

/// What a case is read with.
#[derive(Clone)]
pub struct Context {
    /// Laws of your own that its words may name beside the shipped ones.
    pub laws: Laws,
    /// The files that it refers to.
    pub files: Arc<dyn Files>,
}

impl Default for Context {
    /// The shipped laws, and no files.
    fn default() -> Self {
        Self { laws: Laws::default(), files: Arc::new(NoFiles) }
    }
}
