//! Free fall of a sphere with its wake in three dimensions: straight, oblique, oscillating, irregular.

use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use super::scene::Scene;
use crate::analysis::fall::{FallingMotion, FreeFall as MeanPath};
use crate::case::Case;
use crate::run::Simulation;
use serde::Deserialize;
use std::path::Path;

/// A sphere of diameter 1 that falls in open liquid of density 1.
const FALLING: &str = r#"
sphere = { diameter = "1 m" }
liquid = { density = "1 kg/m3" }
release = { kind = "falling", perturbation = 0.1 }
"#;

/// A sphere that is released from rest and pushed sideways for a short time. Diameter and `√(|ρ_p/ρ − 1| g D)` are 1.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeFall {
    /// Galileo number `√(|ρ_p/ρ − 1| g D³)/ν`.
    pub galileo: f64,
    /// Density ratio `ρ_p/ρ`.
    pub density_ratio: f64,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Highest azimuthal wavenumber.
    pub azimuthal_modes: usize,
    /// Time at the end.
    pub time: f64,
    /// Whether there is no plane of symmetry: a second push follows the first one at a right angle.
    #[serde(default)]
    pub without_plane: bool,
}

impl Experiment for FreeFall {
    /// Means over the last third of the time, and how steady it is.
    ///
    /// # Errors
    /// As [`Self::fall`].
    fn measure(&self, _: &Path) -> Results {
        let path = self.fall()?;
        let [x, y] = path.lateral;
        let (speed, lateral) = ("√(|ρ_p/ρ − 1| g D)", x.hypot(y));
        let mut measured = vec![
            Measured::new("vertical speed", speed, path.speed),
            Measured::new("Reynolds number", "1", self.galileo * path.speed.hypot(lateral)),
            Measured::new("lateral speed", speed, lateral),
            Measured::new("angle of the path", "°", path.angle),
            Measured::new("spin", "√(|ρ_p/ρ − 1| g/D)", path.spin.abs()),
            Measured::new("change of the lateral speed", speed, path.lateral_change.abs()),
            Measured::new("amplitude of the lateral speed", speed, path.lateral_amplitude),
        ];
        measured.extend(
            path.frequency
                .map(|frequency| Measured::new("frequency of the lateral speed", "√(|ρ_p/ρ − 1| g/D)", frequency)),
        );
        if self.without_plane {
            measured.push(Measured::new("horizontal speed, root mean square", speed, path.lateral_size));
            measured.push(Measured::new("turn of the path, middle to last third", "°", path.turn));
        }
        Ok(measured)
    }
}

impl FreeFall {
    fn case(&self) -> Result<Case, ExperimentFailure> {
        let mut scene = Scene::new(FALLING);
        scene.set("groups.galileo", self.galileo);
        scene.set("groups.density_ratio", self.density_ratio);
        scene.set("run.gravity", format!("{:e} m/s2", 1.0 / (self.density_ratio - 1.0).abs()));
        scene.set("run.time", format!("{} s", self.time));
        scene.set("resolution.cells_per_diameter", self.cells_per_diameter);
        scene.set("resolution.azimuthal_modes", self.azimuthal_modes);
        scene.set("resolution.symmetry", if self.without_plane { "none" } else { "plane" });
        scene.checked()
    }

    /// The path over the last third of the time.
    ///
    /// # Errors
    /// A case that is refused, or a no-slip condition that cannot be met.
    pub fn fall(&self) -> Result<MeanPath, ExperimentFailure> {
        let mut simulation = Simulation::new(self.case()?.problem())?;
        let [mut time, mut axial, mut x, mut y, mut spin] = [(); 5].map(|()| vec![0.0]);
        while simulation.stop().is_none() {
            simulation.advance()?;
            let (moment, along) = (simulation.moment(), simulation.lateral_motion().unwrap_or_default());
            time.push(moment.time);
            axial.push(moment.velocity);
            x.push(along.velocity);
            spin.push(along.spin);
            y.push(simulation.state.coupled.body.along(1).velocity);
        }
        MeanPath::of(&FallingMotion { time: &time, axial: &axial, lateral: [&x, &y], spin: &spin })
            .ok_or_else(|| ExperimentFailure::Case("the run is too short for means".to_owned()))
    }
}
