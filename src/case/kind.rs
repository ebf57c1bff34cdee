//! What a file is: a case, a dry impact, or a plan. A file of another kind than asked for is refused in one sentence,
//! with the command that takes it.

use super::diagnostic::{CaseError, InputError};
use super::document::Document;

/// The kind of a file, by the tables at its top level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// The case of an immersed sphere.
    Case,
    /// The case of a dry impact: `[impact]`, and no liquid.
    Impact,
    /// A plan: a base case and what varies, and no sphere.
    Plan,
}

impl FileKind {
    /// The kind of a document; `None` where its tables belong to no kind alone.
    pub fn of(document: &Document) -> Option<Self> {
        let has = |table: &str| document.root.iter().any(|entry| entry.key == table);
        match () {
            () if has("impact") && !has("liquid") => Some(Self::Impact),
            () if (has("base") || has("vary")) && !has("sphere") => Some(Self::Plan),
            () if has("sphere") && !has("base") && !has("vary") => Some(Self::Case),
            () => None,
        }
    }

    /// Refuses a document, called `file` in messages, of a kind that is known and none of those `taken`.
    ///
    /// # Errors
    /// What the file is, and the command that takes it.
    pub fn refuse_other(document: &Document, file: &str, taken: &[Self]) -> Result<(), CaseError> {
        let Some(other) = Self::of(document).filter(|kind| !taken.contains(kind)) else { return Ok(()) };
        let (what, help) = match other {
            Self::Case => (
                "a case",
                format!(
                    "`wetbounce run {file}` runs it; a plan names it, `base = \"{file}\"`, and says in [vary] what varies"
                ),
            ),
            Self::Impact => ("a dry impact", format!("`wetbounce impact {file}` computes it")),
            Self::Plan => {
                ("a plan", format!("`wetbounce check {file}` lists its runs, `wetbounce sweep {file}` does them"))
            }
        };
        Err(CaseError::new(file, vec![InputError::new(format!("`{file}` is {what}")).help(help)]))
    }
}
