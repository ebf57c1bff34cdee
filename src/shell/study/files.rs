//! The files that a sweep leaves in its directory beside the runs: the one list for what it writes there, and for what
//! it takes for a user's own where no sweep is recorded.

use crate::report;

/// The folder of the runs.
const RUNS: &str = "runs";
/// The rows of all runs.
pub(super) const TABLE: &str = "sweep.csv";
/// Measured and computed values.
pub const COMPARISON: &str = "comparison.csv";
/// Shares of uncertain inputs in what comes out, as a table.
pub(super) const UNCERTAINTY: &str = "uncertainty.csv";
/// The same with the distributions, as JSON.
pub const UNCERTAINTY_SUMMARY: &str = "uncertainty.json";
/// The measurement of the plan, kept beside the runs.
pub(super) const MEASUREMENT: &str = "measurement.csv";
/// The names of the figures in the folder `plots`.
const FIGURES: [&str; 6] = ["restitution", "apex", "drag", "psi", "normal", "map"];

/// All of them, relative to the directory of the sweep.
pub(super) fn all() -> impl Iterator<Item = String> {
    let figures = FIGURES.iter().flat_map(|name| ["svg", "csv"].map(|end| format!("plots/{name}.{end}")));
    let beside = [RUNS, TABLE, report::FILE, COMPARISON, UNCERTAINTY, UNCERTAINTY_SUMMARY, MEASUREMENT];
    beside.map(str::to_owned).into_iter().chain(figures)
}
