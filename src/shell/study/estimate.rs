//! The expected cost of a run, for `check`, for the order in which runs of a study are started, and for the time left.
//! Results do not depend on it.

use crate::case::{Case, Hydrodynamics, Symmetry};
use crate::run::expected::ExpectedSteps;
use crate::run::film_band;
use std::fmt;
use std::time::Duration;
use wetbounce_physics::error::BadParameter;
use wetbounce_physics::model::build;
use wetbounce_physics::model::open_liquid::OpenLiquid;

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
    /// The expected cost of a resolved run of the case. Size and memory are those of the grid itself.
    ///
    /// Steps, for every bounce until the sphere rests: the way to go over the longest step, which the Courant number
    /// limits, or the stability of waves where a cell's Reynolds number is large (in open liquid those are all); the
    /// cells that move as the gap between two spheres changes; the halvings of the gap in the film, or the Courant
    /// number of the liquid squeezed out of it; the steps of a contact.
    ///
    /// Time: 0.11 ns per cell and radial mode plus 42 ns per cell in each step, measured on a core of 2024; every
    /// azimuthal mode costs 1.85 times as much as that, without a plane of symmetry 3.6 times as much.
    ///
    /// # Errors
    /// The grid cannot be built.
    pub fn of(case: &Case) -> Result<Self, BadParameter> {
        const PER_CELL: f64 = 4.2e-8;
        const PER_AZIMUTHAL_MODE: f64 = 1.85;
        const PER_MODE_OF_BOTH: f64 = 3.6;
        const PER_CELL_AND_MODE: f64 = 1.1e-10;
        let size = build::size(&case.problem)?;
        let cells = (size.nr * size.nz) as f64;
        let steps = match (OpenLiquid::of(&case.problem), case.problem.end_time()) {
            (Some(open), Some(end)) => end / open.longest,
            _ => ExpectedSteps::of(case).all(),
        };
        let per_mode =
            if case.problem.resolution.symmetry == Symmetry::Plane { PER_AZIMUTHAL_MODE } else { PER_MODE_OF_BOTH };
        let modes = f64::from(case.problem.resolution.azimuthal_modes);
        let wall = steps * cells * (PER_CELL + PER_CELL_AND_MODE * size.nr as f64) * (1.0 + per_mode * modes);
        let wall = wall * film_band::runs_of(case);
        Ok(Self {
            cells: [size.nr, size.nz],
            steps: steps as u64,
            elapsed: Duration::from_secs_f64(wall.min(1e9)),
            memory: size.memory as u64,
        })
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
