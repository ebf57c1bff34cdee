//! The force on an oscillating sphere in creeping flow, which is exact (Stokes 1851).

use super::measured::{ExperimentFailure, Measured, Results};
use super::scene::Scene;
use crate::analysis::stream::{LiquidForce, OscillatingSphere};
use crate::run::Simulation;
use crate::run::coefficients::scale;
use serde::Deserialize;
use std::f64::consts::PI;

/// A sphere of unit diameter, one period in unit time.
const SPHERE: &str = r#"
sphere = { diameter = "1 m" }
liquid = { density = "1 kg/m3" }
release = { kind = "oscillating", frequency = "1 Hz" }
run = { periods = 3 }
"#;

/// A sphere that moves with `U sin ωt`, along the axis and, with an azimuthal mode, across it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Oscillating {
    /// Radius over the thickness `√(2ν/ω)` of the layer of vorticity.
    pub radius_over_layer: f64,
    /// `Re = U D/ν`, small.
    pub reynolds: f64,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
}

/// Force in phase with the speed over that of a steady motion in creeping flow, and added mass over the displaced mass:
/// `1 + λ` and `½(1 + 9/2λ)`, `λ = a/√(2ν/ω)`.
pub fn exact(radius_over_layer: f64) -> [f64; 2] {
    [1.0 + radius_over_layer, 0.5 * (1.0 + 4.5 / radius_over_layer)]
}

impl Oscillating {
    /// Force in phase with the speed and added mass over the exact ones, of an oscillation at `angle` \[degrees\] to the axis on
    /// `modes` azimuthal modes.
    ///
    /// # Errors
    /// A case that is refused, or a no-slip condition that cannot be met.
    pub fn over_exact(&self, angle: f64, modes: usize) -> Result<[f64; 2], ExperimentFailure> {
        let layer = 0.5 / self.radius_over_layer;
        let mut scene = Scene::new(SPHERE);
        scene.set("release.speed", format!("{:e} m/s", self.reynolds * PI * layer * layer));
        scene.set("groups.reynolds", self.reynolds);
        scene.set("release.angle", angle);
        scene.set("resolution.cells_per_diameter", self.cells_per_diameter);
        scene.set("resolution.azimuthal_modes", modes);
        let case = scene.checked()?;
        let scale = scale(&case);
        let mut simulation = Simulation::new(case)?;
        let [mut time, mut axial, mut lateral] = [(); 3].map(|()| vec![0.0]);
        while simulation.stop().is_none() {
            let report = simulation.advance()?;
            time.push(simulation.moment().time);
            axial.push(report.hydrodynamic);
            lateral.push(simulation.lateral_motion().map_or(0.0, |motion| motion.loads.hydrodynamic.force));
        }
        let force = LiquidForce { time: &time, axial: &axial, lateral: &lateral, torque: &[] };
        let found = OscillatingSphere::of(&force, &scale, 1.0, angle)
            .ok_or_else(|| ExperimentFailure::Case("the run is shorter than two periods".to_owned()))?;
        let [drag, mass] = exact(self.radius_over_layer);
        Ok([found.in_phase / (24.0 / self.reynolds * drag), found.added_mass / mass])
    }

    /// Along the axis and across it.
    ///
    /// # Errors
    /// As [`Self::over_exact`].
    pub fn measure(&self) -> Results {
        let mut measured = Vec::new();
        for (name, angle, modes) in [("along", 0.0, 0), ("across", 90.0, 1)] {
            let [drag, mass] = self.over_exact(angle, modes)?;
            measured.push(Measured::new(
                format!("force in phase with the speed over exact, {name} the axis"),
                "1",
                drag,
            ));
            measured.push(Measured::new(format!("added mass over exact, {name} the axis"), "1", mass));
        }
        Ok(measured)
    }
}
