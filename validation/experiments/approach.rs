//! Drag of a sphere that approaches a wall in creeping flow.

use super::experiment::Experiment;
use super::measured::{Measured, Results};
use super::scene::{Scene, UNIT_SPHERE};
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::flow::level::NewSpeed;
use wetbounce_physics::liquid::brenner;
use wetbounce_physics::model::{Failure, build};

/// A sphere moving towards a no-slip wall in steady Stokes flow, on the grid that a case with the default resolution
/// would have.
#[derive(Debug, Clone, PartialEq)]
pub struct Approach {
    /// Radius and height of the container, in diameters; its side is free-slip and its top closed.
    pub container: f64,
    /// Overrides of the case's keys, such as `resolution.cells_per_diameter=32`.
    pub overrides: Vec<String>,
}

impl Default for Approach {
    /// The default resolution in a container of 40 D.
    fn default() -> Self {
        Self { container: 40.0, overrides: Vec::new() }
    }
}

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

impl Approach {
    /// Drag factors at `gaps` (in diameters), each not below the smallest gap that the grid resolves.
    ///
    /// # Errors
    /// An override that is refused, or a no-slip condition that cannot be met.
    pub fn drag(&self, gaps: &[f64]) -> Result<Vec<ApproachDrag>, Failure> {
        let largest = gaps.iter().copied().fold(0.0, f64::max);
        let mut scene = Scene::new(UNIT_SPHERE);
        scene.set("container.radius", format!("{} m", self.container));
        scene.set("container.height", format!("{} m", self.container));
        scene.set("release.gap", format!("{largest} m"));
        scene.overrides.extend(self.overrides.iter().cloned());
        let case = scene.case();
        let mut flow = build::flow(&case.problem())?;
        let stokes = 6.0 * PI * case.liquid.problem().kinematic_viscosity() * case.sphere.problem().radius();
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
        let drag = Approach::default().drag(&self.gaps)?;
        Ok(drag.iter().map(|d| Measured::new(format!("drag factor, h/D = {}", d.gap_over_d), "1", d.factor)).collect())
    }
}
