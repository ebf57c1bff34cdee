//! Drag of a sphere on the axis of a tube in creeping flow, and the effects of a box that a tube lacks.

use super::bodies::unit_sphere;
use super::experiment::Experiment;
use super::measured::{Measured, Results};
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::flow::level::NewSpeed;
use wetbounce_physics::model::{Failure, build};
use wetbounce_physics::problem::{Problem, Side, Top, Vessel};

/// Settling speed on the axis of a square box of half-width `l` over that in the tube of the same cross-section, to
/// leading order in `a/l` and in creeping flow: `(1 − 1.9033 a/l)/(1 − 2.1044 a/R)`, `R = 2l/√π` (Happel & Bart 1974;
/// Faxén 1923). Inertia of the flow screens the walls, so that the difference shrinks with the Reynolds number.
pub fn square_over_round(radius_over_half_width: f64) -> f64 {
    let round = radius_over_half_width * 0.5 * PI.sqrt();
    (1.0 - 1.9033 * radius_over_half_width) / (1.0 - 2.1044 * round)
}

/// A sphere far from either end of a closed no-slip tube with `a/R = ratio`.
pub fn problem(ratio: f64, cells_per_diameter: u32) -> Problem {
    let (radius, mut problem) = (0.5 / ratio, unit_sphere());
    problem.start.gap = 5.0 * radius;
    problem.vessel = Vessel { radius, height: 2.0 * problem.start.gap + 1.0, side: Side::NoSlip, top: Top::Closed };
    problem.resolution.cells_per_diameter = cells_per_diameter;
    problem.resolution.smallest_gap = 0.1;
    problem.settled()
}

/// Simulated drag over `6πμaU` in a no-slip tube with `a/R = ratio`, closed far above and below.
///
/// # Errors
/// A no-slip condition that cannot be met.
pub fn drag_in_tube(ratio: f64, cells_per_diameter: u32) -> Result<f64, Failure> {
    let problem = problem(ratio, cells_per_diameter);
    let (mut flow, gap) = (build::flow(&problem)?, problem.start.gap);
    let forces = flow
        .creeping_forces(gap, [NewSpeed::any(), NewSpeed::known(0.0)])
        .map_err(|cause| Failure::NoSlip { time: 0.0, gap, cause })?;
    Ok(forces.per_speed[(0, 0)] / (3.0 * PI))
}

/// Stokes drag on the axis of a tube.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tube {
    /// Sphere radius over tube radius.
    pub ratios: Vec<f64>,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
}

impl Experiment for Tube {
    fn measure(&self, _: &Path) -> Results {
        let drag = |ratio: &f64| {
            Ok(Measured::number("drag_factor", drag_in_tube(*ratio, self.cells_per_diameter)?).at(&[ratio]))
        };
        self.ratios.iter().map(drag).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_slows_a_sphere_a_little_more_than_the_tube_of_its_cross_section() {
        let ratio = square_over_round(0.15);
        assert!((0.985..1.0).contains(&ratio), "{ratio}");
    }
}
