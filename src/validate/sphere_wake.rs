//! The three-dimensional wake of a sphere in a stream.

use super::measured::{ExperimentFailure, Measured};
use super::scene::{HELD, Scene};
use crate::analysis::stream::{HeldSphere, StreamForce};
use crate::case::Case;
use crate::run::Simulation;
use crate::run::coefficients::scale;
use serde::Deserialize;

/// A sphere held in a stream ([`crate::run::open_liquid`]), with a sideways pulse that starts the asymmetric wake. Diameter and
/// speed are 1; it is started at once.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SphereWake {
    /// `Re = U D/ν`.
    pub reynolds: f64,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Highest azimuthal wavenumber.
    pub azimuthal_modes: usize,
    /// Largest sideways speed of the pulse, over the speed; it lasts from t = 1 to 3.
    pub pulse: f64,
    /// Time at the end, in D/U.
    pub time: f64,
    /// Steps per D/U.
    pub steps_per_time: u32,
}

impl SphereWake {
    /// The case of a held sphere.
    fn case(&self) -> Result<Case, ExperimentFailure> {
        let mut scene = Scene::new(HELD);
        scene.set("groups.reynolds", self.reynolds);
        scene.set("release.perturbation", self.pulse);
        scene.set("run.travel", format!("{} D", self.time));
        scene.set("resolution.cells_per_diameter", self.cells_per_diameter);
        scene.set("resolution.azimuthal_modes", self.azimuthal_modes);
        scene.set("resolution.cfl", f64::from(self.cells_per_diameter) / f64::from(self.steps_per_time));
        scene.checked()
    }

    /// Tows the sphere; the coefficients at every step.
    ///
    /// # Errors
    /// A case that is refused, or a no-slip condition that cannot be met.
    pub fn tow(&self) -> Result<Vec<StreamForce>, ExperimentFailure> {
        let case = self.case()?;
        let (scale, diameter) = (scale(&case).force(), case.sphere.diameter);
        let mut simulation = Simulation::new(case)?;
        let mut forces = Vec::new();
        while simulation.stop().is_none() {
            let report = simulation.advance()?;
            let load = simulation.lateral_motion().map_or_else(Default::default, |motion| motion.loads.hydrodynamic);
            forces.push(StreamForce {
                time: simulation.moment().time,
                drag: report.hydrodynamic / scale,
                lift: load.force / scale,
                torque: load.torque / (scale * diameter),
            });
        }
        Ok(forces)
    }

    /// Means over the last third of the time, the Strouhal number of the lift, and the growth rate of its size.
    ///
    /// # Errors
    /// As [`Self::tow`].
    pub fn measure(&self) -> Result<Vec<Measured>, ExperimentFailure> {
        let held = HeldSphere::of(&self.tow()?)
            .ok_or_else(|| ExperimentFailure::Case("the run is too short for means".to_owned()))?;
        let mut measured = vec![
            Measured::new("drag coefficient", "1", held.drag),
            Measured::new("lift coefficient", "1", held.lift.abs()),
            Measured::new("growth rate of the lift", "U/D", held.lift_growth),
        ];
        measured.extend(held.frequency.map(|frequency| Measured::new("Strouhal number", "1", frequency)));
        Ok(measured)
    }
}
