//! Two spheres that collide along the line of their centres.

use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use super::scene::Scene;
use crate::body::dof::{NORMAL, along_normal};
use crate::body::release::Release;
use crate::case::Case;
use crate::motion::coupled::{CoupledSetup, CoupledState, step, time_step};
use crate::motion::elastic_film::FilmSolver;
use crate::motion::surroundings::Liquid;
use crate::numerics::hermite::Hermite;
use crate::run::{RunFailure, Simulation, build};
use serde::Deserialize;
use std::path::Path;

/// Two equal steel spheres without weight.
const PAIR: &str = r#"
sphere = { diameter = "12.7 mm", density = "7780 kg/m3", young = "190 GPa", poisson = 0.27 }
second = { diameter = "12.7 mm", density = "7780 kg/m3", young = "190 GPa", poisson = 0.27 }
liquid = { density = "1150 kg/m3", viscosity = "20 mPa s" }
release = { gap = "1 D", speed = "0.2 m/s", run_up = "1 D", free_gap = "0.5 D" }
film = { band = "off" }
run = { gravity = 0, time = "100 s", threads = 1 }
"#;

/// The same sphere before a mirror.
const MIRROR: &str = r#"
sphere = { diameter = "12.7 mm", density = "7780 kg/m3", young = "190 GPa", poisson = 0.27 }
wall = { kind = "mirror" }
liquid = { density = "1150 kg/m3", viscosity = "20 mPa s" }
release = { gap = "0.5 D", speed = "0.2 m/s", run_up = "1 D", free_gap = "0.25 D" }
film = { band = "off" }
run = { gravity = 0, time = "100 s", threads = 1 }
"#;

/// The same sphere before a wall of its solid.
const WALL: &str = r#"
sphere = { diameter = "12.7 mm", density = "7780 kg/m3", young = "190 GPa", poisson = 0.27 }
wall = { young = "190 GPa", poisson = 0.27 }
liquid = { density = "1150 kg/m3", viscosity = "20 mPa s" }
release = { gap = "1 D", speed = "0.2 m/s", run_up = "1 D", free_gap = "0.5 D" }
film = { band = "off" }
run = { gravity = 0, time = "100 s", threads = 1 }
"#;

/// Collisions of two spheres in the coupled solver's own equations with no liquid, beside the dry impact of the same pair.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairDry {
    /// Radius of the second sphere over that of the first.
    pub radius_ratios: Vec<f64>,
    /// Density of the second sphere over that of the first.
    pub density_ratios: Vec<f64>,
    /// Steps per contact.
    pub steps_per_contact: u32,
}

/// Speeds of both spheres after the collision [m/s], as the coupled solver finds them without liquid.
fn dry_speeds(case: &Case) -> Result<[f64; 2], RunFailure> {
    let start = 1e-3 * case.sphere.diameter;
    let setup = CoupledSetup { release: Release::rest(start), ..build::coupled(case)?.dry() };
    let mut state = CoupledState::start(&setup);
    let speed = along_normal(-case.approach_speed());
    (state.body.speeds, state.body.speeds_old) = (speed, speed);
    let (mut liquid, mut film) = (Liquid::Nothing, FilmSolver::default());
    while state.body.velocity() < 0.0 || state.body.gap < start {
        let (time, gap) = (state.body.time, state.body.gap);
        let size = time_step(&setup, &liquid, &state);
        step(&setup, &mut liquid, &mut film, &mut state, size)
            .map_err(|failure| RunFailure::of_step(failure, time, gap))?;
    }
    Ok([state.body.speeds[NORMAL], state.body.faced.speeds[0]])
}

impl Experiment for PairDry {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for &radius in &self.radius_ratios {
            for &density in &self.density_ratios {
                for fixed in [false, true] {
                    let mut scene = Scene::new(PAIR);
                    scene.set("liquid.density", "1e-3 kg/m3");
                    scene.set("liquid.viscosity", "1e-7 Pa s");
                    scene.set("release.speed", "2 m/s");
                    scene.set("second.diameter", format!("{:?} mm", 12.7 * radius));
                    scene.set("second.density", format!("{:?} kg/m3", 7780.0 * density));
                    scene.set("second.fixed", fixed);
                    scene.set("contact.restitution", 0.9);
                    scene.set("resolution.steps_per_contact", self.steps_per_contact);
                    let case = scene.case();
                    let (pair, speed) = (case.pair()?, case.approach_speed());
                    let lost = 1.0 + case.normal_contact()?.restitution(speed).unwrap_or(0.0);
                    let [first, second] = pair.mass;
                    let share = if fixed { 1.0 } else { second / (first + second) };
                    let exact = [lost * share - 1.0, lost * (share - 1.0)].map(|over| over * speed);
                    let found = dry_speeds(&case)?;
                    let worst = [0, 1].map(|k| (found[k] - exact[k]).abs() / speed).into_iter().fold(0.0, f64::max);
                    let motion = if fixed { "held" } else { "free" };
                    let name = format!("error of the speeds, a2/a1 = {radius}, density {density}, second {motion}");
                    measured.push(Measured::new(name, "V", worst));
                }
            }
        }
        Ok(measured)
    }
}

/// A collision of two, or of one with a wall or its image.
struct Collision {
    /// Speeds of the gap at the gap of the reading, on the way in and out [m/s]; the latter 0 where it is not reached again.
    speeds: [f64; 2],
    /// What the spheres' momentum has changed by beyond the impulse of the liquid on them, over that of the first at its start.
    momentum: f64,
    /// Relative error of the energy balance.
    energy: f64,
    /// Steps.
    steps: u64,
}

/// Follows a collision until the gap is `reading` \[m\] again, or the motion is over.
fn collide(case: Case, reading: f64) -> Result<Collision, ExperimentFailure> {
    let mut simulation = Simulation::new(case)?;
    let masses = {
        let second = simulation.setup.facing.second().map_or(0.0, |second| second.inertia.mass());
        [simulation.setup.sphere.mass(), second]
    };
    let now = |simulation: &Simulation| {
        let body = &simulation.state.coupled.body;
        let speeds = [body.speeds[NORMAL], body.faced.speeds[0]];
        let force = body.loads.liquid(NORMAL) + body.faced.loads.liquid(NORMAL);
        (masses[0] * speeds[0] + masses[1] * speeds[1], force)
    };
    let (mut impulse, mut free, mut speeds) = (0.0, None, [0.0; 2]);
    loop {
        let (before, led) = (now(&simulation), simulation.state.coupled.body.prescribed);
        let from = simulation.moment();
        let dt = simulation.advance()?.dt;
        let (momentum, force) = now(&simulation);
        if !led {
            free.get_or_insert(before.0);
            impulse += 0.5 * dt * (before.1 + force);
        }
        let step = Hermite::new(from, simulation.moment());
        if let Some(at) = step.crossing(reading) {
            speeds[usize::from(at.velocity > 0.0)] = at.velocity.abs();
        }
        if speeds[1] > 0.0 || simulation.stop().is_some() {
            let start = free.unwrap_or(momentum);
            let coupled = &simulation.state.coupled;
            return Ok(Collision {
                speeds,
                momentum: (momentum - start - impulse).abs() / start.abs().max(f64::MIN_POSITIVE),
                energy: coupled.ledger.relative_error(),
                steps: coupled.steps,
            });
        }
    }
}

/// Two equal spheres that are led towards each other alike, and one before a mirror.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairMirror {
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Viscosities of the liquid \[mPa s\].
    pub viscosities: Vec<f64>,
}

impl Experiment for PairMirror {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for &viscosity in &self.viscosities {
            let follow = |text: &'static str, reading: f64| {
                let mut scene = Scene::new(text);
                scene.set("resolution.cells_per_diameter", self.cells_per_diameter);
                scene.set("liquid.viscosity", format!("{viscosity:?} mPa s"));
                if text == PAIR {
                    scene.set("second.velocity", "0.2 m/s");
                }
                let case = scene.case();
                let diameter = case.sphere.diameter;
                collide(case, reading * diameter)
            };
            let (pair, mirror) = (follow(PAIR, 0.4)?, follow(MIRROR, 0.2)?);
            let mut add = |what: &str, pair: f64, mirror: f64| {
                let name = format!("{what} of the pair over the mirror's, {viscosity} mPa s");
                measured.push(Measured::new(name, "1", pair / mirror));
            };
            add("speed at 0.4 D on the way in", pair.speeds[0], 2.0 * mirror.speeds[0]);
            add("speed at 0.4 D on the way out", pair.speeds[1], 2.0 * mirror.speeds[1]);
            for (what, found) in [("pair", pair), ("mirror", mirror)] {
                measured.push(Measured::new(format!("energy error, {what}, {viscosity} mPa s"), "1", found.energy));
            }
        }
        Ok(measured)
    }
}

/// Gap at which restitutions are read, over the radius of the film: farther away they are those of flights, which take twice as much from a
/// pair at the same binary Stokes number.
const READING: f64 = 0.1;

/// A sphere that hits an equal one at rest, which is free, beside one that hits a wall at the same Stokes number.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairCollision {
    /// Binary Stokes numbers.
    pub stokes: Vec<f64>,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
}

impl Experiment for PairCollision {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for &stokes in &self.stokes {
            let follow = |text: &'static str| {
                let mut scene = Scene::new(text);
                scene.set("resolution.cells_per_diameter", self.cells_per_diameter);
                // St_b = 2 St of two equal spheres, St = ρ V D/(9μ) of one.
                let of_unit_viscosity = 7780.0 * 0.2 * 12.7e-3 / 9.0 * if text == PAIR { 2.0 } else { 1.0 };
                scene.set("liquid.viscosity", format!("{:?} Pa s", of_unit_viscosity / stokes));
                let case = scene.case();
                let reading = READING * case.film_radius();
                collide(case, reading)
            };
            let (pair, wall) = (follow(PAIR)?, follow(WALL)?);
            let [of_pair, of_wall] = [&pair, &wall].map(|found| found.speeds[1] / found.speeds[0]);
            measured.push(Measured::new(format!("restitution of the pair, St_b {stokes}"), "1", of_pair));
            measured.push(Measured::new(format!("restitution at a wall, St {stokes}"), "1", of_wall));
            measured.push(Measured::new(format!("pair less wall, {stokes}"), "1", of_pair - of_wall));
            measured.push(Measured::new(format!("momentum, St_b {stokes}"), "m₁V₁", pair.momentum));
            measured.push(Measured::new(format!("energy error, St_b {stokes}"), "1", pair.energy));
            let steps = pair.steps as f64 / wall.steps as f64;
            measured.push(Measured::new(format!("steps of the pair over the wall's, {stokes}"), "1", steps));
        }
        Ok(measured)
    }
}
