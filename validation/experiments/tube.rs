//! Drag of a sphere on the axis of a tube in creeping flow, and the effects of a box that a tube lacks.

use super::experiment::Experiment;
use super::measured::{Measured, Results};
use super::scene::{Scene, UNIT_SPHERE};
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::flow::level::NewSpeed;
use wetbounce_physics::model::{Failure, build};

/// Settling speed on the axis of a square box of half-width `l` over that in the tube of the same cross-section, to
/// leading order in `a/l` and in creeping flow: `(1 − 1.9033 a/l)/(1 − 2.1044 a/R)`, `R = 2l/√π` (Happel & Bart 1974;
/// Faxén 1923). Inertia of the flow screens the walls, so that the difference shrinks with the Reynolds number.
pub fn square_over_round(radius_over_half_width: f64) -> f64 {
    let round = radius_over_half_width * 0.5 * PI.sqrt();
    (1.0 - 1.9033 * radius_over_half_width) / (1.0 - 2.1044 * round)
}

/// Simulated drag over `6πμaU` in a no-slip tube with `a/R = ratio`, closed far above and below.
///
/// # Errors
/// A no-slip condition that cannot be met.
pub fn drag_in_tube(ratio: f64, cells_per_diameter: u32) -> Result<f64, Failure> {
    let tube = 0.5 / ratio;
    let gap = 5.0 * tube;
    let mut scene = Scene::new(UNIT_SPHERE);
    scene.set("container.radius", format!("{tube} D"));
    scene.set("container.height", format!("{} D", 2.0 * gap + 1.0));
    scene.set("container.side", "no-slip");
    scene.set("release.gap", format!("{gap} D"));
    scene.set("resolution.cells_per_diameter", cells_per_diameter);
    scene.set("resolution.smallest_gap", "0.1 D");
    let mut flow = build::flow(&scene.case().problem())?;
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
        let drag = |&ratio| {
            Ok(Measured::new(format!("drag factor, a/R = {ratio}"), "1", drag_in_tube(ratio, self.cells_per_diameter)?))
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
