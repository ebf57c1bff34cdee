//! Drag of a sphere that approaches a wall in creeping flow.

use super::bodies::{unit_sphere, vessel};
use super::experiment::Experiment;
use super::measured::{Measured, Results};
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::flow::level::NewSpeed;
use wetbounce_physics::liquid::brenner;
use wetbounce_physics::model::{Failure, build};
use wetbounce_physics::problem::Problem;

/// The drag at one gap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ApproachDrag {
    /// Gap over diameter.
    pub gap_over_d: f64,
    /// Drag over `6πμaU`.
    pub factor: f64,
    /// The exact factor (Brenner 1961).
    pub exact: f64,
}

impl ApproachDrag {
    /// `factor/exact − 1`.
    pub fn error(&self) -> f64 {
        self.factor / self.exact - 1.0
    }
}

/// Radius and height of the container, in diameters; its side is far away and its top closed.
const CONTAINER: f64 = 40.0;

/// The problem whose grid follows gaps up to `largest` (in diameters), with the default resolution.
pub fn problem(largest: f64) -> Problem {
    let mut problem = unit_sphere();
    problem.vessel = vessel(&problem, CONTAINER, CONTAINER);
    problem.start.gap = largest;
    problem.settled()
}

/// Drag factors of a sphere moving towards a no-slip wall in steady Stokes flow at `gaps` (in diameters), each not
/// below the smallest gap that the grid resolves.
///
/// # Errors
/// A no-slip condition that cannot be met.
pub fn drag(gaps: &[f64]) -> Result<Vec<ApproachDrag>, Failure> {
    let problem = problem(gaps.iter().copied().fold(0.0, f64::max));
    let mut flow = build::flow(&problem)?;
    let stokes = 6.0 * PI * problem.liquid.kinematic_viscosity() * problem.sphere.radius();
    gaps.iter()
        .map(|&gap| {
            let forces = flow
                .creeping_forces(gap, [NewSpeed::any(), NewSpeed::known(0.0)])
                .map_err(|cause| Failure::NoSlip { time: 0.0, gap, cause })?;
            let factor = forces.per_speed[(0, 0)] / stokes;
            Ok(ApproachDrag { gap_over_d: gap, factor, exact: brenner(2.0 * gap) })
        })
        .collect()
}

/// Stokes drag of a sphere that approaches a wall.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApproachAt {
    /// Gaps over diameter.
    pub gaps: Vec<f64>,
}

impl Experiment for ApproachAt {
    fn measure(&self, _: &Path) -> Results {
        let drag = drag(&self.gaps)?;
        Ok(drag.iter().map(|d| Measured::number("drag_factor", d.factor).at(&[&d.gap_over_d])).collect())
    }
}
