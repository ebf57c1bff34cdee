//! Oblique impacts in the coupled solver: against the dry impact, and in liquid over the angle.

use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use super::scene::Scene;
use crate::case::Case;
use crate::run::Simulation;
use serde::Deserialize;
use std::path::Path;
use std::time::Instant;
use wetbounce_physics::contact::Impact;
use wetbounce_physics::model::Bounce;
use wetbounce_physics::model::oblique::Oblique;

/// A steel sphere without gravity on a coarse grid.
const SPHERE: &str = r#"
sphere = { diameter = "12.7 mm", density = "7780 kg/m3", young = "190 GPa", poisson = 0.27 }
wall = { material = "zerodur" }
run = { gravity = "0 m/s2", time = "1 s", threads = 1 }
resolution = { azimuthal_modes = 1 }
"#;

/// The sphere in a gas so thin that it does not feel it, under every law with tangential springs.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DryLimit {
    /// Angles of incidence \[degrees\].
    pub angles: Vec<f64>,
    /// Steps per contact.
    pub steps_per_contact: u32,
}

/// Laws; `luding` without adhesion, and without the saw tooth of a dynamic limit below the static one.
const LAWS: [&[(&str, &str)]; 5] = [
    &[("contact.law", "hertz")],
    &[("contact.law", "woo-hertz")],
    &[("contact.law", "musen-hertz")],
    &[
        ("contact.law", "hertz/stiffness"),
        ("contact.k_n", "90 GPa"),
        ("contact.k_t", "70 GPa"),
        ("contact.gamma_n", "1e8 1/(m s)"),
    ],
    &[
        ("contact.law", "luding"),
        ("contact.max_stiffness", "1e7 N/m"),
        ("contact.adhesion_ratio", "0"),
        ("contact.dynamic_ratio", "1"),
        ("contact.rolling_viscosity", "1e-6 N m s"),
    ],
];

/// Friction, speed along the normal, and the grid of the thin gas.
const THIN_GAS: [(&str, &str); 16] = [
    ("contact.friction", "0.15"),
    ("liquid.density", "0.001 kg/m3"),
    ("liquid.viscosity", "1e-7 Pa s"),
    ("container.radius", "3 D"),
    ("container.height", "4 D"),
    ("release.gap", "0.011 D"),
    ("release.free_gap", "0.01 D"),
    ("release.speed", "0.3 m/s"),
    ("release.ramp", "0 s"),
    ("release.run_up", "0 D"),
    ("resolution.cells_per_diameter", "8"),
    ("resolution.cells_across_film", "3"),
    ("resolution.smallest_gap", "0.02 D"),
    ("resolution.film_growth", "1.3"),
    ("resolution.radial_growth", "1.3"),
    ("resolution.axial_growth", "1.3"),
];

impl Experiment for DryLimit {
    /// Largest differences from the dry impact, over all laws and angles.
    ///
    /// # Errors
    /// A run or an impact that fails.
    fn measure(&self, _: &Path) -> Results {
        let (mut worst, mut energy) = ([0.0_f64; 3], 0.0_f64);
        for law in LAWS {
            for angle in &self.angles {
                let mut scene = Scene::new(SPHERE);
                THIN_GAS.iter().chain(law).for_each(|(key, value)| scene.set(key, value));
                scene.set("release.angle", format!("{angle} deg"));
                scene.set("resolution.steps_per_contact", self.steps_per_contact);
                let case = scene.case();
                let (found, expected) = (collide(case.clone())?, dry(&case, *angle)?);
                for ((worst, found), expected) in worst.iter_mut().zip(found.after()).zip(expected) {
                    *worst = worst.max((found - expected).abs());
                }
                energy = energy.max(found.energy_error);
            }
        }
        Ok(vec![
            Measured::new("normal speed, largest difference", "V", worst[0]),
            Measured::new("lateral speed, largest difference", "V", worst[1]),
            Measured::new("surface speed of the spin, largest difference", "V", worst[2]),
            Measured::new("energy error, largest", "1", energy),
        ])
    }
}

/// Normal speed, lateral speed, and spin times radius after the dry impact, over the speed before.
fn dry(case: &Case, angle: f64) -> Result<[f64; 3], ExperimentFailure> {
    let speed = case.problem().approach_speed();
    let mut impact = Impact::on_plane(case.problem().pair()?, case.contact.law, speed, angle)?;
    impact.bodies.spin[0] = case.release.spin.into();
    (impact.control.steps_per_contact, impact.control.record_every) = (2000, 0);
    let bodies = impact.run()?.bodies;
    let spin = case.sphere.problem().radius() * bodies.spin[0].y;
    Ok([bodies.velocity[0].z, bodies.velocity[0].x, spin].map(|after| after / speed))
}

/// A collision of the coupled solver, to the end of its contact.
pub(super) struct Collided {
    bounce: Bounce,
    radius: f64,
    /// Approach speed [m/s].
    speed: f64,
    /// Largest speed along the normal [m/s].
    fastest: f64,
    /// Error of the energy balance over the energy of the impact.
    pub energy_error: f64,
    wall_s: f64,
}

impl Collided {
    fn oblique(&self) -> Oblique {
        self.bounce.oblique.expect("a collision in three dimensions")
    }

    /// Normal speed at the end of the contact over the highest of the approach.
    pub fn restitution(&self) -> f64 {
        self.bounce.rebound_speed_m_s.unwrap_or(f64::NAN) / self.fastest
    }

    /// Normal speed, lateral speed, and spin times radius, over the speed of approach.
    pub fn after(&self) -> [f64; 3] {
        let Oblique { lateral_speed_after_m_s, spin_after_rad_s, .. } = self.oblique();
        let known = |value: Option<f64>| value.unwrap_or(f64::NAN);
        let spin = self.radius * known(spin_after_rad_s);
        [known(self.bounce.rebound_speed_m_s), known(lateral_speed_after_m_s), spin].map(|after| after / self.speed)
    }
}

/// The collision of a case with azimuthal modes.
///
/// # Errors
/// A run that fails.
pub(super) fn collide(case: Case) -> Result<Collided, ExperimentFailure> {
    let (start, radius, speed) = (Instant::now(), case.sphere.problem().radius(), case.problem().approach_speed());
    let mut simulation = Simulation::new(case.problem())?;
    loop {
        simulation.advance()?;
        let state = &simulation.state;
        if let Some(bounce) = state.bounces.bounces().first().filter(|bounce| bounce.separation_time_s.is_some()) {
            return Ok(Collided {
                bounce: bounce.clone(),
                radius,
                speed,
                fastest: state.peak_speed,
                energy_error: state.coupled.ledger.relative_error(),
                wall_s: start.elapsed().as_secs_f64(),
            });
        }
    }
}

/// A shipped case over the angle of incidence, at one speed along the normal.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObliqueAngles {
    /// Name of the shipped case.
    pub case: String,
    /// Overrides `table.key=value`.
    pub set: Vec<String>,
    /// Speed along the normal [m/s].
    pub normal_speed: f64,
    /// Angles of incidence \[degrees\]; the last one slides throughout.
    pub angles: Vec<f64>,
    /// Friction.
    pub friction: f64,
}

impl Experiment for ObliqueAngles {
    /// What the collisions show.
    ///
    /// # Errors
    /// A case that is not there, or a run that fails.
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        let (mut lowest, mut highest, mut energy, mut slowest) = (f64::INFINITY, 0.0_f64, 0.0_f64, 0.0_f64);
        for angle in &self.angles {
            let collided = collide(self.case_at(*angle)?)?;
            let restitution = collided.restitution();
            (lowest, highest) = (lowest.min(restitution), highest.max(restitution));
            (energy, slowest) = (energy.max(collided.energy_error), slowest.max(collided.wall_s));
            let Oblique { psi_in, psi_out, impulse_ratio, .. } = collided.oblique();
            let mut add = |what: &str, value: Option<f64>| {
                let value = value.unwrap_or(f64::NAN);
                measured.push(Measured::new(format!("{what}, {angle} degrees"), "1", value));
            };
            add("normal restitution", Some(restitution));
            add("effective angle of incidence", psi_in);
            add("effective angle of rebound", psi_out);
            add("impulse ratio", impulse_ratio.map(f64::abs));
            if angle == &self.angles[self.angles.len() - 1] {
                add("impulse ratio over friction", impulse_ratio.map(|ratio| ratio.abs() / self.friction));
            }
        }
        measured.push(Measured::new("spread of the normal restitution", "1", highest - lowest));
        measured.push(Measured::new("energy error, largest", "1", energy));
        measured.push(Measured::new("longest time of a collision", "s", slowest));
        Ok(measured)
    }
}

impl ObliqueAngles {
    fn case_at(&self, angle: f64) -> Result<Case, ExperimentFailure> {
        let unknown = || ExperimentFailure::Case(format!("there is no shipped case `{}`", self.case));
        let mut scene = Scene::shipped(&self.case).ok_or_else(unknown)?;
        scene.overrides.extend(self.set.iter().cloned());
        scene.set("release.speed", format!("{} m/s", self.normal_speed / angle.to_radians().cos()));
        scene.set("release.angle", format!("{angle} deg"));
        scene.set("contact.friction", self.friction);
        scene.set("run.threads", 1);
        scene.checked()
    }
}

/// A normal impact in an axisymmetric flow and in one with azimuthal modes.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NormalImpact {
    /// Name of the shipped case.
    pub case: String,
    /// Overrides `table.key=value`.
    pub set: Vec<String>,
    /// Highest azimuthal wavenumber of the second.
    pub azimuthal_modes: u32,
}

impl Experiment for NormalImpact {
    /// Rebound speeds over each other.
    ///
    /// # Errors
    /// A case that is not there, or a run that fails.
    fn measure(&self, _: &Path) -> Results {
        let unknown = || ExperimentFailure::Case(format!("there is no shipped case `{}`", self.case));
        let mut speeds = [0.0; 2];
        for (speed, modes) in speeds.iter_mut().zip([0, self.azimuthal_modes]) {
            let mut scene = Scene::shipped(&self.case).ok_or_else(unknown)?;
            scene.overrides.extend(self.set.iter().cloned());
            scene.set("resolution.azimuthal_modes", modes);
            scene.set("run.threads", 1);
            *speed = collide(scene.case())?.bounce.rebound_speed_m_s.unwrap_or(f64::NAN);
        }
        Ok(vec![Measured::new("rebound speed, difference", "1", (speeds[1] / speeds[0] - 1.0).abs())])
    }
}
