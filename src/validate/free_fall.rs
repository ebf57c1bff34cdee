//! Free fall of a sphere with its wake in three dimensions: straight, then oblique.

use super::measured::{ExperimentFailure, Measured};
use crate::azimuthal::flow::{AzimuthalFlow, AzimuthalSetup, NewSpeeds};
use crate::azimuthal::motion::Planar;
use crate::azimuthal::parts::Parts;
use crate::azimuthal::sphere::NetInertia;
use crate::azimuthal::state::{Frame, NextLevel};
use crate::body::lateral_lead::{PULSE, pulse};
use crate::body::markers::MarkerSpec;
use crate::flow::bdf::Bdf2;
use crate::flow::stokes::Ends;
use crate::grid::AxialGrid;
use crate::run::RunFailure;
use crate::run::open_liquid::{around, beside, sponge};
use serde::Deserialize;
use std::f64::consts::PI;

/// A sphere that falls freely in the plane of symmetry, or in any direction, after it has been towed
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
    /// Whether there is no plane of symmetry: a second pulse follows the first one at a right angle.
    #[serde(default)]
    pub without_plane: bool,
}

/// A sphere of diameter 1 in open liquid, on the grid of a held sphere; the wake is above.
struct OpenLiquid {
    flow: AzimuthalFlow,
    grid: AxialGrid,
    /// Height of the sphere's lowest point above the grid's lower end.
    gap: f64,
}

impl OpenLiquid {
    fn new(cells_per_diameter: u32, Parts { highest, symmetric }: Parts, viscosity: f64) -> Self {
        let cell = 1.0 / f64::from(cells_per_diameter);
        let (grid, gap) = around(cell, 1.0, [7.0, 14.0], [1.1, 1.05]);
        let mut flow = AzimuthalFlow::new(AzimuthalSetup {
            radial: beside(cell, 1.0, 12.0, 1.08),
            rows: grid.len(),
            lowest: 0,
            highest,
            symmetric,
            diameter: 1.0,
            markers: MarkerSpec::steady(cell),
            viscosity,
            ends: Ends { bottom_no_slip: false, top_no_slip: false },
            tolerance: 1e-5,
            unit_tolerance: 1e-4,
        });
        flow.explicit.sponge = sponge(&grid, 1.0, 1.0);
        Self { flow, grid, gap }
    }
}

/// Speeds of both families at the end of a step; the second at rest with a plane of symmetry.
pub type Speeds = [Planar; 2];

impl FreeFall {
    /// The speeds at the end of every step.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met.
    pub fn fall(&self) -> Result<Vec<Speeds>, RunFailure> {
        let parts = Parts { highest: self.azimuthal_modes, symmetric: !self.without_plane };
        let OpenLiquid { mut flow, grid, gap } = OpenLiquid::new(self.cells_per_diameter, parts, 1.0 / self.galileo);
        let homogeneous = NetInertia::homogeneous(1.0, self.density_ratio);
        let inertia = [homogeneous, homogeneous.turned()];
        let loads = [Planar { axial: -PI / 6.0, ..Planar::default() }, Planar::default()];
        let mut state = flow.at_rest(grid.clone());
        let dt = 1.0 / f64::from(self.steps_per_time);
        let steps = (self.time * f64::from(self.steps_per_time)).round() as usize;
        let (mut now, mut old) = (Speeds::default(), Speeds::default());
        let mut speeds = Vec::with_capacity(steps);
        for step in 1..=steps {
            let time = dt * step as f64;
            let bdf = Bdf2::new(dt, state.dt_before);
            let free = [time > self.free_after; 3];
            let towed = [
                Planar { axial: -self.tow_speed, lateral: 0.1 * pulse(time), spin: 0.0 },
                Planar { lateral: 0.1 * pulse(time - PULSE), ..Planar::default() },
            ];
            let expected = match free[0] {
                true => [0, 1].map(|k| now[k] * bdf.e1 + old[k] * bdf.e2),
                false => towed,
            };
            let [Planar { axial, lateral, .. }, Planar { lateral: across, .. }] = expected;
            let frame = Frame { axial, lateral, across: if self.without_plane { across } else { 0.0 } };
            let level = NextLevel { dt, grid: &grid, gap, frame };
            let known = expected.map(|expected| NewSpeeds { expected, free });
            let forces = flow
                .advance(&mut state, &level, &known[..parts.families()])
                .map_err(|cause| RunFailure::NoSlip { time, gap, cause })?;
            let mut new = Speeds::default();
            for (k, force) in forces.iter().enumerate() {
                new[k] = inertia[k].new_speeds(&bdf, [now[k], old[k]], force, loads[k], expected[k], free);
            }
            flow.finish(&mut state, &level, &new[..parts.families()]);
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
        let mean = last.iter().fold(Planar::default(), |sum, speed| sum + speed[0]) * (1.0 / last.len() as f64);
        let ends = last[last.len() - 1][0] - last[0][0];
        let angle = (mean.lateral / mean.axial).abs().atan().to_degrees();
        let mut measured = vec![
            Measured::new("vertical speed", "√(|ρ_p/ρ − 1| g D)", -mean.axial),
            Measured::new("Reynolds number", "1", self.galileo * mean.axial.hypot(mean.lateral)),
            Measured::new("lateral speed", "√(|ρ_p/ρ − 1| g D)", mean.lateral.abs()),
            Measured::new("angle of the path", "°", angle),
            Measured::new("spin", "√(|ρ_p/ρ − 1| g/D)", mean.spin.abs()),
            Measured::new("change of the lateral speed", "√(|ρ_p/ρ − 1| g D)", ends.lateral.abs()),
        ];
        if self.without_plane {
            let square = |[x, y]: &Speeds| x.lateral.powi(2) + y.lateral.powi(2);
            let size = (last.iter().map(square).sum::<f64>() / last.len() as f64).sqrt();
            let turn = direction(last) - direction(&speeds[speeds.len() / 3..2 * speeds.len() / 3]);
            let turn = (turn + PI).rem_euclid(2.0 * PI) - PI;
            measured.push(Measured::new("horizontal speed, root mean square", "√(|ρ_p/ρ − 1| g D)", size));
            measured.push(Measured::new("turn of the path, middle to last third", "°", turn.abs().to_degrees()));
        }
        Ok(measured)
    }
}

/// The mean horizontal direction \[rad\].
fn direction(speeds: &[Speeds]) -> f64 {
    let sum = |of: fn(&Speeds) -> f64| speeds.iter().map(of).sum::<f64>();
    sum(|[_, y]| y.lateral).atan2(sum(|[x, _]| x.lateral))
}
