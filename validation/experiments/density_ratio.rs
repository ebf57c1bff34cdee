//! A sphere hardly heavier, much heavier, or lighter than the liquid starts from rest.

use super::experiment::Experiment;
use super::measured::{Measured, Results};
use super::scene::{Scene, UNIT_SPHERE};
use crate::run::{RunFailure, Simulation};
use serde::Deserialize;
use std::path::Path;

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
    /// Lets the sphere go for the time in which it would travel 3 D at its terminal speed.
    ///
    /// # Errors
    /// A run that fails.
    pub fn release(&self) -> Result<Started, RunFailure> {
        const ARCHIMEDES: f64 = 820.0;
        const VISCOSITY: f64 = 0.1;
        let excess = self.density_ratio - 1.0;
        let mut scene = Scene::new(UNIT_SPHERE);
        scene.set("sphere.density", format!("{:?} kg/m3", self.density_ratio));
        scene.set("liquid.viscosity", format!("{VISCOSITY:?} Pa s"));
        let gravity = ARCHIMEDES * VISCOSITY * VISCOSITY / excess.abs();
        scene.set("run.gravity", format!("{gravity:?} m/s2"));
        scene.set("run.time", "1 s");
        scene.set("release.gap", if excess > 0.0 { "5 D" } else { "2 D" });
        scene.set("container.radius", "5 D");
        scene.set("container.height", "9 D");
        scene.set("resolution.cells_per_diameter", self.cells_per_diameter);
        scene.set("resolution.smallest_gap", "0.02 D");
        scene.set("resolution.radial_growth", 1.12);
        scene.set("resolution.axial_growth", 1.12);
        if self.azimuthal_modes > 0 {
            scene.set("resolution.azimuthal_modes", self.azimuthal_modes);
            scene.set("release.perturbation", 0.1);
        }
        let terminal = scene.case().problem().terminal_speed();
        scene.set("run.time", format!("{} s", 3.0 / terminal.abs()));
        let case = scene.case();
        let inviscid = case.run.gravity * excess / (self.density_ratio + 0.5);
        let mut simulation = Simulation::new(case.problem())?;
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
            let mut add =
                |what: &str, value| measured.push(Measured::new(format!("{what}, ratio {density_ratio}"), "1", value));
            add("speed over terminal speed", started.speed);
            add("acceleration over inviscid", started.acceleration);
            add("reversals of the acceleration", started.reversals as f64);
            add("steps", started.steps as f64);
        }
        for &density_ratio in &self.in_modes {
            let started = Start { density_ratio, cells_per_diameter: 16, azimuthal_modes: 1 }.release()?;
            let name = format!("spin times radius over terminal speed, ratio {density_ratio}, with an azimuthal mode");
            measured.push(Measured::new(name, "1", started.spin));
        }
        Ok(measured)
    }
}
