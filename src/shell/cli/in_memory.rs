//! Runs in memory, for programs that want numbers and no files.

use super::CliError;
use crate::case::Case;
use crate::output::atomic;
use crate::output::summary::Summary;
use crate::run::{Computed, RunFailure, compute};
use serde::Serialize;

/// The results of a run that left no files.
#[derive(Debug)]
pub struct InMemory {
    /// What the verb says of it.
    pub said: String,
    /// The text of its `case.toml`.
    pub case: String,
    /// The text of its `summary.json`.
    pub summary: String,
    /// The columns of its `trajectory.csv`, by name.
    pub columns: Vec<(String, Vec<f64>)>,
    /// Why it has not come to its end, if it has not; the others are then what was computed until there.
    pub failure: Option<CliError>,
}

impl InMemory {
    pub(super) fn new(
        (said, case): (String, String),
        summary: &impl Serialize,
        columns: Vec<(String, Vec<f64>)>,
        failure: Option<RunFailure>,
    ) -> Self {
        Self { said, case, summary: atomic::json(summary), columns, failure: failure.map(CliError::from) }
    }

    /// Of a case, in the words of `report`.
    ///
    /// # Errors
    /// A parameter or a record that is refused.
    pub(super) fn of_case(
        case: &Case,
        quiet: bool,
        report: impl FnOnce(&Summary, &Case) -> String,
    ) -> Result<Self, CliError> {
        let Computed { case, summary, trajectory, failure } = compute(case, quiet)?;
        let texts = (report(&summary, &case), case.to_toml());
        Ok(Self::new(texts, &summary, trajectory.into_columns().collect(), failure))
    }
}
