//! Free fall of a sphere with its wake in three dimensions: straight, then oblique.

use super::measured::{ExperimentFailure, Measured};
use crate::azimuthal::flow::{AzimuthalFlow, AzimuthalSetup, NewSpeeds};
use crate::azimuthal::motion::Planar;
use crate::azimuthal::sphere::NetInertia;
use crate::azimuthal::state::{Frame, NextLevel};
use crate::body::lateral_lead::pulse;
use crate::body::markers::MarkerSpec;
use crate::flow::bdf::Bdf2;
use crate::flow::stokes::Ends;
use crate::grid::AxialGrid;
use crate::run::RunFailure;
use crate::run::open_liquid::{around, beside, sponge};
use serde::Deserialize;
use std::f64::consts::PI;

/// A sphere that falls freely in the plane of symmetry, with vertical, lateral and angular speed, after it has been towed
/// down at its expected speed with a sideways pulse. Diameter and `√(|ρ_p/ρ − 1| g D)` are 1.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FreeFall {
    /// Galileo number `√(|ρ_p/ρ − 1| g D³)/ν`.
    pub galileo: f64,
    /// Density ratio `ρ_p/ρ` > 1.
    pub density_ratio: f64,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Highest azimuthal wavenumber.
    pub azimuthal_modes: usize,
    /// Speed at which it is towed.
    pub tow_speed: f64,
    /// Time at which it is set free.
    pub free_after: f64,
    /// Time at the end.
    pub time: f64,
    /// Steps per unit of time.
    pub steps_per_time: u32,
}

/// A sphere of diameter 1 in open liquid, on the grid of a held sphere; the wake is above.
struct OpenLiquid {
    flow: AzimuthalFlow,
    grid: AxialGrid,
    /// Height of the sphere's lowest point above the grid's lower end.
    gap: f64,
}

impl OpenLiquid {
    fn new(cells_per_diameter: u32, highest: usize, viscosity: f64) -> Self {
        let cell = 1.0 / f64::from(cells_per_diameter);
        let (grid, gap) = around(cell, 1.0, [7.0, 14.0], [1.1, 1.05]);
        let mut flow = AzimuthalFlow::new(AzimuthalSetup {
            radial: beside(cell, 1.0, 8.0, 1.08),
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
        flow.explicit.sponge = sponge(&grid, 1.0, 1.0);
        Self { flow, grid, gap }
    }
}

impl FreeFall {
    /// The speeds at the end of every step.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn fall(&self) -> Result<Vec<Planar>, RunFailure> {
        let OpenLiquid { mut flow, grid, gap } =
            OpenLiquid::new(self.cells_per_diameter, self.azimuthal_modes, 1.0 / self.galileo);
        let inertia = NetInertia::homogeneous(1.0, self.density_ratio);
        let weight = Planar { axial: -PI / 6.0, ..Planar::default() };
        let mut state = flow.at_rest(grid.clone());
        let dt = 1.0 / f64::from(self.steps_per_time);
        let steps = (self.time * f64::from(self.steps_per_time)).round() as usize;
        let (mut now, mut old) = (Planar::default(), Planar::default());
        let mut speeds = Vec::with_capacity(steps);
        for step in 1..=steps {
            let time = dt * step as f64;
            let bdf = Bdf2::new(dt, state.dt_before);
            let free = [time > self.free_after; 3];
            let expected = match free[0] {
                true => now * bdf.e1 + old * bdf.e2,
                false => Planar { axial: -self.tow_speed, lateral: 0.1 * pulse(time), spin: 0.0 },
            };
            let frame = Frame { axial: expected.axial, lateral: expected.lateral };
            let level = NextLevel { dt, grid: &grid, gap, frame };
            let force = flow
                .advance(&mut state, &level, NewSpeeds { expected, free })
                .map_err(|cause| RunFailure::NoSlip { time, gap, cause })?;
            let new = inertia.new_speeds(&bdf, [now, old], &force, weight, expected, free);
            flow.finish(&mut state, &level, new);
            (old, now) = (now, new);
            speeds.push(new);
        }
        Ok(speeds)
    }

    /// Means over the last third of the time, and how steady it is.
    ///
    /// # Errors
    /// As [`Self::fall`].
    pub fn measure(&self) -> Result<Vec<Measured>, ExperimentFailure> {
        let speeds = self.fall()?;
        let last = &speeds[2 * speeds.len() / 3..];
        let mean = last.iter().fold(Planar::default(), |sum, speed| sum + *speed) * (1.0 / last.len() as f64);
        let ends = last[last.len() - 1] - last[0];
        let angle = (mean.lateral / mean.axial).abs().atan().to_degrees();
        Ok(vec![
            Measured::new("vertical speed", "√(|ρ_p/ρ − 1| g D)", -mean.axial),
            Measured::new("Reynolds number", "1", self.galileo * mean.axial.hypot(mean.lateral)),
            Measured::new("lateral speed", "√(|ρ_p/ρ − 1| g D)", mean.lateral.abs()),
            Measured::new("angle of the path", "°", angle),
            Measured::new("spin", "√(|ρ_p/ρ − 1| g/D)", mean.spin.abs()),
            Measured::new("change of the lateral speed", "√(|ρ_p/ρ − 1| g D)", ends.lateral.abs()),
        ])
    }
}
