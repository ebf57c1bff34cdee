//! Collisions of two spheres drawn at random, and their balances.

use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use super::pair_motion::{READING, collide};
use crate::output::table::Table;
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::body::release::Start;
use wetbounce_physics::contact::{Hertz, Law, Material};
use wetbounce_physics::film::PiezoviscosityLaw;
use wetbounce_physics::problem::{FilmModel, Liquid, Problem, Resolution, Second, Sphere, Surroundings};

/// Diameter of the first sphere \[m\], and density of the liquid [kg/m³].
const DIAMETER: f64 = 6e-3;
const LIQUID: f64 = 1e3;

/// How the second sphere moves.
const MOTIONS: [&str; 3] = ["free", "held", "led"];

/// Bounds of what is drawn, evenly in the logarithm: radius of the second sphere over the first's, densities over the
/// liquid's, binary Stokes number, speed [m/s], Young's modulus \[Pa\].
const RADII: [f64; 2] = [0.2, 5.0];
const DENSITIES: [f64; 2] = [0.5, 10.0];
const STOKES: [f64; 2] = [2.0, 1000.0];
const SPEEDS: [f64; 2] = [0.05, 1.0];
const MODULI: [f64; 2] = [1e9, 2e11];
/// Time of a run over that of a way of one diameter at the first speed of the gap: spheres that do not rebound have
/// spent their speed by then.
const TIME: f64 = 10.0;
/// Largest Reynolds number with the wider diameter and the speed of the gap; Stokes numbers are drawn until it is less.
const REYNOLDS: f64 = 300.0;

/// Collisions drawn at random: each with one of the films, and a second sphere that is free, held or led, in turn.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairRandom {
    /// Number of collisions; those with fewer are the first of those with more.
    pub runs: u32,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Whether the grid is that of a quick look: coarse away from the spheres and in the film, with long steps.
    #[serde(default)]
    pub coarse: bool,
    /// Films.
    pub films: Vec<DrawnFilm>,
    /// Collisions that are run again with shorter steps, of those whose second sphere is free.
    pub refined: Vec<u32>,
    /// Those steps over the others.
    pub step_factor: f64,
}

/// A film.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawnFilm {
    /// What tables call it.
    pub name: String,
    /// Whether its solids deform.
    #[serde(default)]
    pub elastic: bool,
    /// Roelands' pressure coefficient of the viscosity [1/GPa].
    #[serde(default)]
    pub piezoviscosity: f64,
}

/// A collision that was drawn.
pub struct DrawnCollision {
    /// The problem.
    pub problem: Problem,
    /// How the second sphere moves.
    pub motion: &'static str,
}

/// Knuth's linear congruential generator: the same collisions on every machine.
struct Draw(u64);

impl Draw {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, [low, high]: [f64; 2]) -> f64 {
        low * (high / low).powf(self.uniform())
    }
}

impl PairRandom {
    /// The collision of this number.
    pub fn draw(&self, number: u32) -> DrawnCollision {
        let mut draw = Draw(u64::from(number) + 1);
        (0..4).for_each(|_| _ = draw.uniform());
        let ratio = draw.between(RADII);
        let ratios = [(); 2].map(|()| draw.between(DENSITIES));
        let mut solid = || Material { young_modulus: draw.between(MODULI), poisson_ratio: 0.3 };
        let [elastic, opposite] = [solid(), solid()];
        let restitution = 0.5 + 0.5 * draw.uniform();
        let speed = draw.between(SPEEDS);
        let films = self.films.len() as u32;
        let motion = MOTIONS[(number / films % 3) as usize];
        let velocity = if motion == "led" { speed * (draw.uniform() - 0.5) } else { 0.0 };
        // St_b = m* V/(6πμ r*²) and Re = ρ V D/μ, so that their ratio is that of the spheres alone.
        let (gap_speed, wider) = (speed + velocity, DIAMETER * ratio.max(1.0));
        let [own, other] = [ratios[0], ratios[1] * ratio.powi(3)];
        let mass = if motion == "free" { own * other / (own + other) } else { own };
        let radius = 0.5 * DIAMETER * ratio / (1.0 + ratio);
        let stokes_by_viscosity = mass * LIQUID * DIAMETER.powi(3) * gap_speed / (36.0 * radius * radius);
        let viscosity = loop {
            let viscosity = stokes_by_viscosity / draw.between(STOKES);
            if LIQUID * gap_speed * wider / viscosity < REYNOLDS {
                break viscosity;
            }
        };
        let sphere = Sphere { diameter: ratio * DIAMETER, density: LIQUID * ratios[1], elastic: opposite };
        let second = Surroundings::Pair(Second { sphere, fixed: motion != "free", velocity });
        let first = Sphere { diameter: DIAMETER, density: LIQUID * ratios[0], elastic };
        let mut problem = Problem::open(first, Liquid::newtonian(LIQUID, viscosity), second);
        problem.gravity = 0.0;
        problem.start.gap = 0.5 * DIAMETER;
        problem.start.start =
            Start::Prescribed { speed, run_up: 0.5 * DIAMETER, free_gap: 0.2 * DIAMETER, ramp: f64::NAN };
        problem.contact = Law::Hertz(Hertz { restitution, no_attraction: false, friction: 0.0, ..Hertz::default() });
        self.films[(number % films) as usize].put_into(&mut problem);
        problem.resolution.cells_per_diameter = self.cells_per_diameter;
        if self.coarse {
            let resolution = &mut problem.resolution;
            *resolution = Resolution { cells_across_film: 6, steps_per_contact: 60, ..resolution.clone() };
            (resolution.radial_growth, resolution.axial_growth) = (1.2, 1.2);
        }
        problem.until.bounces = 1;
        problem.until.time = Some(DIAMETER * TIME / gap_speed);
        DrawnCollision { problem: problem.settled(), motion }
    }
}

impl DrawnFilm {
    fn put_into(&self, problem: &mut Problem) {
        if self.elastic {
            problem.film.model.deform();
        }
        if let FilmModel::Ehd { piezoviscosity, piezoviscosity_law, .. } = &mut problem.film.model
            && self.piezoviscosity > 0.0
        {
            (*piezoviscosity, *piezoviscosity_law) = (1e-9 * self.piezoviscosity, PiezoviscosityLaw::Roelands);
        }
    }
}

/// The columns of `runs.csv`; those after the first four are empty where a run has failed.
const COLUMNS: [&str; 18] = [
    "number",
    "film",
    "second",
    "stokes_binary",
    "restitution",
    "energy_error",
    "momentum_error",
    "momentum_error_by_trapezia",
    "overlap_over_hertz",
    "steps",
    "failure",
    "radius_ratio",
    "density_kg_m3",
    "second_density_kg_m3",
    "young_Pa",
    "second_young_Pa",
    "speed_m_s",
    "second_velocity_m_s",
];

/// What was drawn, for the last columns.
fn inputs(problem: &Problem) -> Vec<String> {
    let (first, speed) = (problem.sphere, problem.approach_speed());
    let Second { sphere, velocity, .. } = problem.surroundings.second().expect("a pair");
    let young = [first, *sphere].map(|sphere| sphere.elastic.young_modulus);
    let values =
        [sphere.diameter / first.diameter, first.density, sphere.density, young[0], young[1], speed, *velocity];
    values.map(|value| value.to_string()).into()
}

impl Experiment for PairRandom {
    /// Runs all of them; `directory` has a table of all.
    ///
    /// # Errors
    /// A table that cannot be written. A run that fails is counted.
    fn measure(&self, directory: &Path) -> Results {
        let (mut table, mut failed) = (Table::new(COLUMNS), 0);
        let unwritten = |error: String| ExperimentFailure::Case(error);
        std::fs::create_dir_all(directory).map_err(|error| unwritten(error.to_string()))?;
        for number in 0..self.runs {
            let DrawnCollision { problem, motion } = self.draw(number);
            let inputs = inputs(&problem);
            let film = &self.films[number as usize % self.films.len()].name;
            let mut row = vec![number.to_string(), film.clone(), motion.to_owned()];
            row.push(problem.binary_stokes().unwrap_or(f64::NAN).to_string());
            let reading = READING * problem.film_radius();
            match collide(problem, reading) {
                Ok(found) => {
                    let restitution = found.speeds[1] / found.speeds[0];
                    row.extend(
                        [restitution, found.energy, found.exchanged, found.momentum, found.depth]
                            .map(|value| value.to_string()),
                    );
                    row.extend([found.steps.to_string(), String::new()]);
                }
                Err(failure) => {
                    failed += 1;
                    row.extend([""; 6].map(String::from));
                    row.push(failure.to_string());
                }
            }
            row.extend(inputs);
            table.push(row);
            table.write(&directory.join("runs.csv")).map_err(|error| unwritten(error.to_string()))?;
        }
        let mut measured = vec![Measured::number("failed", f64::from(failed))];
        for (what, unit, column) in [("energy_error", "1", 5), ("overlap", "Hertz", 8), ("momentum", "m₁V₁", 6)] {
            for film in &self.films {
                let of_film =
                    table.rows().iter().filter(|row| row[1] == film.name && (column != 6 || row[2] == MOTIONS[0]));
                let worst = of_film.filter_map(|row| row[column].parse().ok()).reduce(f64::max).unwrap_or(f64::NAN);
                measured.push(Measured::new(what, unit, worst).at(&[&film.name]));
            }
        }
        for (what, pick) in [("smallest", f64::min as fn(f64, f64) -> f64), ("largest", f64::max)] {
            let stokes = table.rows().iter().filter_map(|row| row[3].parse().ok()).reduce(pick).unwrap_or(f64::NAN);
            measured.push(Measured::number("stokes_binary", stokes).at(&[&what]));
        }
        for &number in &self.refined {
            let mut problem = self.draw(number).problem;
            problem.resolution.step_factor = self.step_factor;
            let reading = READING * problem.film_radius();
            let refined = collide(problem, reading)?.momentum;
            let whole = table.rows()[number as usize][7].parse().unwrap_or(f64::NAN);
            for (steps, momentum) in [("run", whole), ("refined", refined)] {
                measured.push(Measured::new("momentum_by_trapezia", "m₁V₁", momentum).at(&[&steps, &number]));
            }
        }
        let rebounds = table.rows().iter().filter(|row| row[4].parse().is_ok_and(|e: f64| e > 0.0)).count();
        measured.push(Measured::number("rebounds", rebounds as f64));
        Ok(measured)
    }
}
