//! Oblique impacts in the coupled solver: against the dry impact, and in liquid over the angle.

use super::bodies::bearing_ball;
use super::case_run::CaseRun;
use super::dry::THIN_GAS;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use serde::Deserialize;
use std::path::Path;
use std::time::Instant;
use wetbounce_physics::body::release::Release;
use wetbounce_physics::contact::{Hertz, HertzStiffness, Impact, Law, Luding, MusenHertz};
use wetbounce_physics::model::oblique::Oblique;
use wetbounce_physics::model::{Bounce, Simulation};
use wetbounce_physics::problem::{Preset, Problem, Surroundings, Wall};

/// The sphere in a gas so thin that it does not feel it, under every law with tangential springs.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DryLimit {
    /// Angles of incidence \[degrees\].
    pub angles: Vec<f64>,
    /// Steps per contact.
    pub steps_per_contact: u32,
}

/// Friction, and speed along the path [m/s].
const FRICTION: f64 = 0.15;
const SPEED: f64 = 0.3;

/// Laws; `luding` without adhesion, and without the saw tooth of a dynamic limit below the static one.
fn laws() -> [Law; 5] {
    let friction = FRICTION;
    [
        Law::Hertz(Hertz { restitution: 0.97, no_attraction: false, friction, ..Hertz::default() }),
        Law::WooHertz(Hertz { friction, ..Hertz::default() }),
        Law::MusenHertz(MusenHertz { friction, ..MusenHertz::default() }),
        Law::HertzStiffness(HertzStiffness {
            k_n: 90e9,
            k_t: 70e9,
            gamma_n: 1e8,
            friction,
            ..HertzStiffness::default()
        }),
        Law::Luding(Luding {
            max_stiffness: 1e7,
            adhesion_ratio: 0.0,
            dynamic_ratio: 1.0,
            rolling_viscosity: 1e-6,
            friction,
            ..Luding::default()
        }),
    ]
}

impl DryLimit {
    /// An impact without weight under a law, on a coarse grid in the thin gas.
    pub fn problem(&self, law: Law, angle: f64) -> Problem {
        let ball = bearing_ball();
        let diameter = ball.diameter;
        let mut problem = Problem::open(ball, THIN_GAS, Surroundings::Wall(Wall::of(Preset::Zerodur)));
        (problem.contact, problem.gravity, problem.until.time) = (law, 0.0, Some(1.0));
        (problem.vessel.radius, problem.vessel.height) = (3.0 * diameter, 4.0 * diameter);
        problem.start = Release::led(0.011 * diameter, SPEED, 0.01 * diameter, 0.0);
        problem.start.angle = angle;
        let resolution = &mut problem.resolution;
        (resolution.cells_per_diameter, resolution.cells_across_film) = (8, 3);
        (resolution.azimuthal_modes, resolution.smallest_gap) = (1, 0.02);
        (resolution.film_growth, resolution.radial_growth, resolution.axial_growth) = (1.3, 1.3, 1.3);
        resolution.steps_per_contact = self.steps_per_contact;
        problem.settled()
    }
}

impl Experiment for DryLimit {
    /// Largest differences from the dry impact, over all laws and angles.
    ///
    /// # Errors
    /// A run or an impact that fails.
    fn measure(&self, _: &Path) -> Results {
        let (mut worst, mut energy) = ([0.0_f64; 3], 0.0_f64);
        for law in laws() {
            for angle in &self.angles {
                let problem = self.problem(law, *angle);
                let (expected, found) = (dry(&problem, *angle)?, collide(problem)?);
                for ((worst, found), expected) in worst.iter_mut().zip(found.after()).zip(expected) {
                    *worst = worst.max((found - expected).abs());
                }
                energy = energy.max(found.energy_error);
            }
        }
        Ok(vec![
            Measured::new("normal_speed", "V", worst[0]),
            Measured::new("lateral_speed", "V", worst[1]),
            Measured::new("spin_speed", "V", worst[2]),
            Measured::number("energy_error", energy),
        ])
    }
}

/// Normal speed, lateral speed, and spin times radius after the dry impact, over the speed before.
fn dry(problem: &Problem, angle: f64) -> Result<[f64; 3], ExperimentFailure> {
    let speed = problem.approach_speed();
    let mut impact = Impact::on_plane(problem.pair()?, problem.contact, speed, angle)?;
    impact.bodies.spin[0] = problem.start.spin.into();
    (impact.control.steps_per_contact, impact.control.record_every) = (2000, 0);
    let bodies = impact.run()?.bodies;
    let spin = problem.sphere.radius() * bodies.spin[0].y;
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

/// The collision of a problem with azimuthal modes.
///
/// # Errors
/// A run that fails.
pub(super) fn collide(problem: Problem) -> Result<Collided, ExperimentFailure> {
    let (start, radius, speed) = (Instant::now(), problem.sphere.radius(), problem.approach_speed());
    let mut simulation = Simulation::new(problem)?;
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
            let collided = collide(self.at(*angle)?)?;
            let restitution = collided.restitution();
            (lowest, highest) = (lowest.min(restitution), highest.max(restitution));
            (energy, slowest) = (energy.max(collided.energy_error), slowest.max(collided.wall_s));
            let Oblique { psi_in, psi_out, impulse_ratio, .. } = collided.oblique();
            let mut add = |key: &str, value: Option<f64>| {
                measured.push(Measured::number(key, value.unwrap_or(f64::NAN)).at(&[angle]));
            };
            add("restitution", Some(restitution));
            add("psi_in", psi_in);
            add("psi_out", psi_out);
            add("impulse_ratio", impulse_ratio.map(f64::abs));
            if angle == &self.angles[self.angles.len() - 1] {
                add("impulse_ratio_over_friction", impulse_ratio.map(|ratio| ratio.abs() / self.friction));
            }
        }
        measured.push(Measured::number("spread", highest - lowest));
        measured.push(Measured::number("energy_error", energy));
        measured.push(Measured::new("longest_time", "s", slowest));
        Ok(measured)
    }
}

impl ObliqueAngles {
    fn at(&self, angle: f64) -> Result<Problem, ExperimentFailure> {
        let set = [
            format!("release.speed={} m/s", self.normal_speed / angle.to_radians().cos()),
            format!("release.angle={angle} deg"),
            format!("contact.friction={}", self.friction),
        ];
        Ok(CaseRun::shipped(&self.case, self.set.iter().chain(&set)).case()?.problem)
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
        let mut speeds = [0.0; 2];
        for (speed, modes) in speeds.iter_mut().zip([0, self.azimuthal_modes]) {
            let modes = format!("resolution.azimuthal_modes={modes}");
            let problem = CaseRun::shipped(&self.case, self.set.iter().chain([&modes])).case()?.problem;
            *speed = collide(problem)?.bounce.rebound_speed_m_s.unwrap_or(f64::NAN);
        }
        Ok(vec![Measured::number("difference", (speeds[1] / speeds[0] - 1.0).abs())])
    }
}
