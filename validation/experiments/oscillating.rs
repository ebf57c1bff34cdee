//! The force on an oscillating sphere beside that of unsteady creeping flow, which is exact (Stokes 1851).

use super::bodies::floating;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::analysis::stream::{LiquidForce, OscillatingSphere, StreamScale};
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::body::dof::{ALONG, NORMAL};
use wetbounce_physics::body::release::Start;
use wetbounce_physics::model::Simulation;
use wetbounce_physics::problem::Problem;

/// A sphere that moves with `U sin ωt`, along the axis and, with an azimuthal mode, across it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Oscillating {
    /// Radius over the thickness `√(2ν/ω)` of the layer of vorticity.
    pub radius_over_layer: f64,
    /// `Re = U D/ν`; small where the flow is to be creeping.
    pub reynolds: f64,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
}

/// Force in phase with the speed over that of a steady motion in creeping flow, and added mass over the displaced mass:
/// `1 + λ` and `½(1 + 9/2λ)`, `λ = a/√(2ν/ω)`.
pub fn exact(radius_over_layer: f64) -> [f64; 2] {
    [1.0 + radius_over_layer, 0.5 * (1.0 + 4.5 / radius_over_layer)]
}

/// What the force is over that of creeping flow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OverExact {
    /// Force in phase with the speed.
    pub drag: f64,
    /// Added mass.
    pub mass: f64,
    /// Largest difference of the forces in the last period over the amplitude of that of creeping flow.
    pub history: f64,
}

impl Experiment for Oscillating {
    /// Along the axis and across it.
    ///
    /// # Errors
    /// As [`Self::over_exact`].
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for (name, angle, modes) in [("along", 0.0, 0), ("across", 90.0, 1)] {
            let OverExact { drag, mass, history } = self.over_exact(angle, modes)?;
            for (key, value) in [("drag", drag), ("added_mass", mass), ("difference", history)] {
                measured.push(Measured::number(key, value).at(&[&name]));
            }
        }
        Ok(measured)
    }
}

impl Oscillating {
    /// Three periods of unit length of an oscillation at `angle` \[degrees\] to the axis on `modes` azimuthal modes.
    pub fn problem(&self, angle: f64, modes: u32) -> Problem {
        let layer = 0.5 / self.radius_over_layer;
        let speed = self.reynolds * PI * layer * layer;
        let mut problem = floating(speed / self.reynolds);
        (problem.start.start, problem.start.angle) = (Start::Oscillating { speed, frequency: 1.0 }, angle);
        problem.resolution.cells_per_diameter = self.cells_per_diameter;
        problem.resolution.azimuthal_modes = modes;
        problem.until.time = Some(3.0);
        problem.settled()
    }

    /// The force over the exact one, of an oscillation at `angle` \[degrees\] to the axis on `modes` azimuthal modes.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn over_exact(&self, angle: f64, modes: u32) -> Result<OverExact, ExperimentFailure> {
        let (problem, (sine, cosine)) = (self.problem(angle, modes), angle.to_radians().sin_cos());
        let scale = StreamScale::of(&problem);
        let mut simulation = Simulation::new(problem)?;
        let [mut time, mut axial, mut lateral] = [(); 3].map(|()| vec![0.0]);
        while simulation.stop().is_none() {
            let report = simulation.advance()?;
            time.push(simulation.moment().time);
            axial.push(report.loads.hydrodynamic[NORMAL]);
            lateral.push(report.loads.hydrodynamic[ALONG[0][0]]);
        }
        let force = LiquidForce { time: &time, axial: &axial, lateral: &lateral, torque: &[] };
        let found = OscillatingSphere::of(&force, &scale, 1.0, angle)
            .ok_or_else(|| ExperimentFailure::Case("the run is shorter than two periods".to_owned()))?;
        let [drag, mass] = exact(self.radius_over_layer);
        let exact = [24.0 / self.reynolds * drag * scale.force(), mass * PI * PI / 3.0 * scale.density * scale.speed];
        let along: Vec<f64> = axial.iter().zip(&lateral).map(|(z, x)| z * cosine + x * sine).collect();
        let history = largest_difference(&time, &along, exact);
        Ok(OverExact { drag: found.in_phase * scale.force() / exact[0], mass: found.added_mass / mass, history })
    }
}

/// Largest difference in the last of periods of unit length between the force of the liquid `along` the motion \[N\]
/// and the exact one, which resists with `exact` \[N\] times the sine and the cosine of the phase, over the amplitude
/// of that.
fn largest_difference(time: &[f64], along: &[f64], exact: [f64; 2]) -> f64 {
    let end = time.last().copied().unwrap_or(0.0);
    let of = |(time, force): (&f64, &f64)| {
        let (sine, cosine) = (2.0 * PI * time).sin_cos();
        (force + exact[0] * sine + exact[1] * cosine).abs()
    };
    let last = time.iter().zip(along).filter(|(time, _)| **time > end - 1.0);
    last.map(of).fold(0.0, f64::max) / exact[0].hypot(exact[1])
}
