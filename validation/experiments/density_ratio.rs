//! A sphere hardly heavier, much heavier, or lighter than the liquid starts from rest.

use super::bodies::{unit_sphere, vessel};
use super::experiment::Experiment;
use super::measured::{Measured, Results};
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::model::{Failure, Simulation};
use wetbounce_physics::problem::Problem;

/// A release from rest at a density ratio, with gravity chosen for a terminal Reynolds number of 20, on a coarse grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Start {
    /// `τ = ρ_p/ρ_l`.
    pub density_ratio: f64,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Azimuthal modes; with them a lateral force of a tenth of the weight acts at first.
    pub azimuthal_modes: u32,
}

/// How the sphere started.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Started {
    /// Highest speed over the terminal speed of the standard drag curve; positive in the direction of its weight.
    pub speed: f64,
    /// Largest acceleration over that of an inviscid liquid, `(τ − 1) g/(τ + ½)`: at most one, friction only slows it.
    pub acceleration: f64,
    /// How often the acceleration changed its sign.
    pub reversals: usize,
    /// Steps taken.
    pub steps: usize,
    /// Fastest speed of the surface by the spin, over the terminal speed.
    pub spin: f64,
}

impl Start {
    /// The problem, to the time in which the sphere travels 3 D at its terminal speed.
    pub fn problem(&self) -> Problem {
        const ARCHIMEDES: f64 = 820.0;
        const VISCOSITY: f64 = 0.1;
        let (excess, mut problem) = (self.density_ratio - 1.0, unit_sphere());
        problem.sphere.density = self.density_ratio;
        problem.liquid.viscosity = VISCOSITY;
        problem.gravity = ARCHIMEDES * VISCOSITY * VISCOSITY / excess.abs();
        problem.start.gap = if excess > 0.0 { 5.0 } else { 2.0 };
        problem.vessel = vessel(&problem, 5.0, 9.0);
        let resolution = &mut problem.resolution;
        (resolution.cells_per_diameter, resolution.smallest_gap) = (self.cells_per_diameter, 0.02);
        (resolution.radial_growth, resolution.axial_growth) = (1.12, 1.12);
        resolution.azimuthal_modes = self.azimuthal_modes;
        if self.azimuthal_modes > 0 {
            problem.start.perturbation = 0.1;
        }
        problem.until.time = Some(3.0 / problem.terminal_speed().abs());
        problem.settled()
    }

    /// Lets the sphere go for the time in which it would travel 3 D at its terminal speed.
    ///
    /// # Errors
    /// A run that fails.
    pub fn release(&self) -> Result<Started, Failure> {
        let problem = self.problem();
        let terminal = problem.terminal_speed();
        let inviscid = problem.gravity * (self.density_ratio - 1.0) / (self.density_ratio + 0.5);
        let mut simulation = Simulation::new(problem)?;
        let mut started = Started { speed: 0.0, acceleration: 0.0, reversals: 0, steps: 0, spin: 0.0 };
        let mut last = None;
        while simulation.stop().is_none() {
            let acceleration = -simulation.advance()?.acceleration / inviscid;
            started.speed = started.speed.max(-simulation.moment().velocity / terminal);
            started.acceleration = started.acceleration.max(acceleration);
            started.reversals += usize::from(last.is_some_and(|before: f64| before * acceleration < 0.0));
            started.steps += 1;
            let spin = simulation.lateral_motion().map_or(0.0, |motion| motion.spin.abs());
            started.spin = started.spin.max(0.5 * spin / terminal.abs());
            last = Some(acceleration);
        }
        Ok(started)
    }
}

/// Releases from rest at several density ratios.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DensityRatio {
    /// `ρ_p/ρ_l`.
    pub density_ratios: Vec<f64>,
    /// The same with an azimuthal mode.
    pub in_modes: Vec<f64>,
}

impl Experiment for DensityRatio {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for &density_ratio in &self.density_ratios {
            let started = Start { density_ratio, cells_per_diameter: 8, azimuthal_modes: 0 }.release()?;
            let mut add = |key: &str, value| measured.push(Measured::number(key, value).at(&[&density_ratio]));
            add("speed_over_terminal", started.speed);
            add("acceleration_over_inviscid", started.acceleration);
            add("reversals", started.reversals as f64);
            add("steps", started.steps as f64);
        }
        for &density_ratio in &self.in_modes {
            let started = Start { density_ratio, cells_per_diameter: 16, azimuthal_modes: 1 }.release()?;
            measured.push(Measured::number("spin_with_mode", started.spin).at(&[&density_ratio]));
        }
        Ok(measured)
    }
}
