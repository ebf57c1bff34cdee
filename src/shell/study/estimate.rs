//! The expected cost of a run, for `check`, for the order in which runs of a study are started, and for the time left.
//! Results do not depend on it.

use crate::case::{Case, Hydrodynamics};
use crate::run::film_band;
use std::fmt;
use std::time::Duration;
use wetbounce_physics::error::BadParameter;
use wetbounce_physics::model::expected_steps::Cost;

/// Size and duration expected of a run, as `check` prints them.
#[derive(Debug, Clone, PartialEq)]
pub struct CostEstimate {
    /// Cells in r and z.
    pub cells: [usize; 2],
    /// Time steps.
    pub steps: u64,
    /// Elapsed time on this machine.
    pub elapsed: Duration,
    /// Memory, bytes.
    pub memory: u64,
}

impl CostEstimate {
    /// The expected cost of a resolved run of the case with its film's band, see [`Cost`].
    ///
    /// # Errors
    /// The grid cannot be built.
    pub fn of(case: &Case) -> Result<Self, BadParameter> {
        let Cost { cells, steps, elapsed_s, memory } = Cost::of(&case.problem)?;
        let wall = elapsed_s * film_band::runs_of(case);
        Ok(Self { cells, steps: steps as u64, elapsed: Duration::from_secs_f64(wall.min(1e9)), memory: memory as u64 })
    }
}

/// The expected cost of a run beside others \[s\].
pub(super) fn cost(case: &Case) -> f64 {
    /// Of a run without a flow.
    const NO_FLOW: f64 = 0.2;
    match case.problem.hydrodynamics {
        Hydrodynamics::Theory | Hydrodynamics::Film => NO_FLOW,
        Hydrodynamics::Resolved | Hydrodynamics::Blended => {
            CostEstimate::of(case).map_or(1.0, |estimate| estimate.elapsed.as_secs_f64())
        }
    }
}

/// A number that is an estimate: two digits.
pub fn roughly(value: f64) -> String {
    format!("{value:.1e}").parse::<f64>().unwrap_or(value).to_string()
}

/// An elapsed time that is an estimate, in words.
pub fn elapsed(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => "less than a second".into(),
        seconds if seconds < 100.0 => format!("about {} s", roughly(seconds)),
        seconds if seconds < 6000.0 => format!("about {} min", roughly(seconds / 60.0)),
        seconds => format!("about {} h", roughly(seconds / 3600.0)),
    }
}

/// Memory that is an estimate, in words; `bytes`.
pub fn megabytes(bytes: f64) -> String {
    format!("about {} MB", roughly((bytes / 1e6).max(1.0)))
}

impl fmt::Display for CostEstimate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [radial, axial] = self.cells;
        writeln!(out, "  cells                  {radial} x {axial} = {}", radial * axial)?;
        writeln!(out, "  steps                  about {}", roughly(self.steps as f64))?;
        writeln!(out, "  elapsed time           {}", elapsed(self.elapsed))?;
        writeln!(out, "  memory                 {}", megabytes(self.memory as f64))
    }
}
