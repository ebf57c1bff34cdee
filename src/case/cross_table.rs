//! Contradictions between tables, reported at every key involved.

use super::case::Case;
use super::diagnostic::InputError;
use super::section::{Reader, Section};
use super::solids::{SecondTable, WallTable};

/// A case, and where its keys stand.
pub(super) struct CrossTableCheck<'a> {
    pub(super) case: &'a Case,
    /// The wall as the text has it, also where there is none.
    pub(super) wall: &'a WallTable,
    /// The second sphere, likewise.
    pub(super) second: Option<&'a SecondTable>,
    pub(super) reader: &'a Reader,
    pub(super) root: &'a Section<'a>,
}

impl CrossTableCheck<'_> {
    /// Refuses a case for no single key, underlining every one of `keys` that the user wrote.
    pub(super) fn refuse(&self, message: impl Into<String>, help: impl Into<String>, keys: &[&str]) {
        let problem = InputError::new(message).help(help);
        let written = keys.iter().filter_map(|key| Some((key, self.root.place_of(key)?)));
        self.reader
            .report(written.fold(problem, |problem, (key, place)| problem.at(self.reader.sources(), &place, *key)));
    }
}
