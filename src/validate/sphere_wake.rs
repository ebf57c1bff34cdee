//! The three-dimensional wake of a sphere in a stream.

use super::measured::{ExperimentFailure, Measured};
use crate::azimuthal::flow::{AzimuthalFlow, AzimuthalSetup, NewSpeeds};
use crate::azimuthal::motion::Planar;
use crate::azimuthal::state::{Frame, NextLevel};
use crate::body::markers::MarkerSpec;
use crate::flow::stokes::Ends;
use crate::grid::{AxialGrid, RadialGrid};
use crate::run::RunFailure;
use serde::Deserialize;
use std::f64::consts::PI;

/// A sphere towed through liquid at rest, with a sideways pulse that starts the asymmetric wake. Diameter and speed are 1;
/// it is started at once, and the grid follows it.
///
/// Cells are uniform around the sphere, to half a radius and less beyond its surface, and grow from there: 7 D ahead, 8 D
/// sideways, 14 D behind, the last four of which damp the wake.
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

/// One instant: time and coefficients of drag, lift and torque (over `½ρU²πD²/4` and the same times D).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WakeForce {
    /// Time over D/U.
    pub time: f64,
    /// Drag coefficient.
    pub drag: f64,
    /// Lift coefficient, along φ = 0.
    pub lift: f64,
    /// Torque coefficient.
    pub torque: f64,
}

/// Distances 0, d, 2d, … to `fine`, then growing cells to `length`.
fn stretched(mut cell: f64, fine: f64, length: f64, growth: f64) -> Vec<f64> {
    let mut faces = vec![0.0];
    let mut last = 0.0;
    while last < length {
        if last > fine - 1e-9 {
            cell *= growth;
        }
        last += cell;
        faces.push(last);
    }
    faces
}

/// A sphere of diameter 1 in a large body of liquid; the grid follows it, the wake is above.
pub(super) struct OpenLiquid {
    pub(super) flow: AzimuthalFlow,
    pub(super) grid: AxialGrid,
    /// Height of the sphere's lowest point above the grid's lower end.
    pub(super) gap: f64,
}

impl OpenLiquid {
    pub(super) fn new(cells_per_diameter: u32, highest: usize, viscosity: f64) -> Self {
        const SPONGE: f64 = 4.0;
        let cell = 1.0 / f64::from(cells_per_diameter);
        let (below, above) = (stretched(cell, 0.6, 7.0, 1.1), stretched(cell, 0.7, 14.0, 1.05));
        let centre = below[below.len() - 1];
        let faces = below.iter().rev().map(|z| centre - z).chain(above[1..].iter().map(|z| centre + z));
        let grid = AxialGrid::from_faces(faces.collect());
        let mut flow = AzimuthalFlow::new(AzimuthalSetup {
            radial: RadialGrid::from_faces(stretched(cell, 0.62, 8.0, 1.08)),
            rows: grid.len(),
            lowest: 0,
            highest,
            diameter: 1.0,
            markers: MarkerSpec::in_three_dimensions(cell),
            viscosity,
            ends: Ends { bottom_no_slip: false, top_no_slip: false },
            tolerance: 1e-5,
            unit_tolerance: 1e-4,
        });
        let damping = |z: &f64| 1.5 * (1.0 - (grid.height() - z) / SPONGE).max(0.0).powi(2);
        flow.explicit.sponge =
            [grid.centres.iter().map(damping).collect(), grid.faces[..grid.len()].iter().map(damping).collect()];
        Self { flow, grid, gap: centre - 0.5 }
    }
}

/// Sideways speed of a pulse of height 1 from time 1 to 3.
pub(super) fn pulse(time: f64) -> f64 {
    (PI * (0.5 * (time - 1.0)).clamp(0.0, 1.0)).sin().powi(2)
}

impl SphereWake {
    /// Tows the sphere; the force on it at every step.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn tow(&self) -> Result<Vec<WakeForce>, RunFailure> {
        let OpenLiquid { mut flow, grid, gap } =
            OpenLiquid::new(self.cells_per_diameter, self.azimuthal_modes, 1.0 / self.reynolds);
        let mut state = flow.at_rest(grid.clone());
        let dt = 1.0 / f64::from(self.steps_per_time);
        let steps = (self.time * f64::from(self.steps_per_time)).round() as usize;
        let mut forces = Vec::with_capacity(steps);
        for step in 1..=steps {
            let time = dt * step as f64;
            let speed = Planar { axial: -1.0, lateral: self.pulse * pulse(time), spin: 0.0 };
            let frame = Frame { axial: speed.axial, lateral: speed.lateral };
            let level = NextLevel { dt, grid: &grid, gap, frame };
            let force = flow
                .advance(&mut state, &level, NewSpeeds { expected: speed, free: [false; 3] })
                .map_err(|cause| RunFailure::NoSlip { time, gap, cause })?
                .at_rest;
            flow.finish(&mut state, &level, speed);
            let scale = -8.0 / PI;
            forces.push(WakeForce {
                time,
                drag: scale * force.axial,
                lift: scale * force.lateral,
                torque: scale * force.spin,
            });
        }
        Ok(forces)
    }

    /// Means over the last third of the time, the Strouhal number of the lift, and the growth rate of its size.
    ///
    /// # Errors
    /// As [`Self::tow`].
    pub fn measure(&self) -> Result<Vec<Measured>, ExperimentFailure> {
        let forces = self.tow()?;
        let last: Vec<WakeForce> = forces.into_iter().filter(|force| force.time > self.time / 1.5).collect();
        let mean = |of: &dyn Fn(&WakeForce) -> f64| last.iter().map(of).sum::<f64>() / last.len() as f64;
        let (lift, time) = (mean(&|force| force.lift), mean(&|force| force.time));
        let size = |force: &WakeForce| force.lift.abs().ln();
        let mean_size = mean(&size);
        let growth =
            mean(&|force| (force.time - time) * (size(force) - mean_size)) / mean(&|force| (force.time - time).powi(2));
        let mut measured = vec![
            Measured::new("drag coefficient", "1", mean(&|force| force.drag)),
            Measured::new("lift coefficient", "1", lift.abs()),
            Measured::new("growth rate of the lift", "U/D", growth),
        ];
        let crossings: Vec<f64> = last
            .windows(2)
            .filter(|pair| pair[0].lift < lift && pair[1].lift >= lift)
            .map(|pair| {
                let part = (lift - pair[0].lift) / (pair[1].lift - pair[0].lift);
                pair[0].time + part * (pair[1].time - pair[0].time)
            })
            .collect();
        if let [first, .., end] = crossings[..] {
            let frequency = (crossings.len() - 1) as f64 / (end - first);
            measured.push(Measured::new("Strouhal number", "1", frequency));
        }
        Ok(measured)
    }
}
