//! The three-dimensional wake of a sphere in a stream.

use super::bodies::floating;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::analysis::stream::{HeldSphere, StreamForce, StreamScale};
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::body::dof::{ALONG, NORMAL};
use wetbounce_physics::body::release::Start;
use wetbounce_physics::model::Simulation;
use wetbounce_physics::problem::Problem;

/// A sphere held in a stream ([`wetbounce_physics::model::open_liquid`]), with a sideways pulse that starts the
/// asymmetric wake. Diameter and speed are 1; it is started at once.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SphereWake {
    /// `Re = U D/ν`.
    pub reynolds: f64,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Highest azimuthal wavenumber.
    pub azimuthal_modes: u32,
    /// Largest sideways speed of the pulse, over the speed; it lasts from t = 1 to 3.
    pub pulse: f64,
    /// Time at the end, in D/U.
    pub time: f64,
    /// Steps per D/U.
    pub steps_per_time: u32,
}

impl Experiment for SphereWake {
    /// Means over the last third of the time, the Strouhal number of the lift, and the growth rate of its size.
    ///
    /// # Errors
    /// As [`Self::tow`].
    fn measure(&self, _: &Path) -> Results {
        let held = HeldSphere::of(&self.tow()?)
            .ok_or_else(|| ExperimentFailure::Case("the run is too short for means".to_owned()))?;
        let mut measured = vec![Measured::number("drag", held.drag), Measured::number("lift", held.lift.abs())];
        measured.extend(held.lift_growth.map(|rate| Measured::new("lift_growth", "U/D", rate)));
        measured.extend(held.frequency.map(|frequency| Measured::number("strouhal", frequency)));
        Ok(measured)
    }
}

impl SphereWake {
    /// A held sphere.
    pub fn problem(&self) -> Problem {
        let mut problem = floating(1.0 / self.reynolds);
        (problem.start.start, problem.start.perturbation) = (Start::Held { speed: 1.0 }, self.pulse);
        problem.until.time = Some(self.time);
        let resolution = &mut problem.resolution;
        resolution.cells_per_diameter = self.cells_per_diameter;
        resolution.azimuthal_modes = self.azimuthal_modes;
        resolution.cfl = f64::from(self.cells_per_diameter) / f64::from(self.steps_per_time);
        problem.settled()
    }

    /// Tows the sphere; the coefficients at every step.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn tow(&self) -> Result<Vec<StreamForce>, ExperimentFailure> {
        let problem = self.problem();
        let (scale, diameter) = (StreamScale::of(&problem).force(), problem.sphere.diameter);
        let mut simulation = Simulation::new(problem)?;
        let mut forces = Vec::new();
        while simulation.stop().is_none() {
            let report = simulation.advance()?;
            let (load, [u, spin]) = (report.loads.hydrodynamic, ALONG[0]);
            forces.push(StreamForce {
                time: simulation.moment().time,
                drag: load[NORMAL] / scale,
                lift: load[u] / scale,
                torque: load[spin] / (scale * diameter),
            });
        }
        Ok(forces)
    }
}

/// The Reynolds number at which the axisymmetric wake becomes unstable to m = 1.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WakeOnset {
    /// Reynolds numbers at which the growth rate of a small lift is measured, one below and one above the onset.
    pub reynolds: [f64; 2],
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Largest sideways speed of the pulse, over the speed.
    pub pulse: f64,
    /// Time at the end, in D/U; the rate is that of its last third.
    pub time: f64,
    /// Steps per D/U.
    pub steps_per_time: u32,
}

impl Experiment for WakeOnset {
    /// The growth rates, and where the straight line through them is zero.
    ///
    /// # Errors
    /// As [`SphereWake::tow`]; a lift lost in round-off.
    fn measure(&self, _: &Path) -> Results {
        let rate = |reynolds: f64| -> Result<f64, ExperimentFailure> {
            let &Self { cells_per_diameter, pulse, time, steps_per_time, .. } = self;
            let wake = SphereWake { reynolds, cells_per_diameter, azimuthal_modes: 1, pulse, time, steps_per_time };
            let held = HeldSphere::of(&wake.tow()?);
            held.and_then(|held| held.lift_growth)
                .ok_or_else(|| ExperimentFailure::Case("the pulse is too small, or the run too short".to_owned()))
        };
        let [below, above] = self.reynolds;
        let [low, high] = [rate(below)?, rate(above)?];
        Ok(vec![
            Measured::new("growth", "U/D", low).at(&[&"below"]),
            Measured::new("growth", "U/D", high).at(&[&"above"]),
            Measured::number("onset_reynolds", below - low * (above - below) / (high - low)),
        ])
    }
}
