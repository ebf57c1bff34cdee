//! Collisions of two spheres drawn at random, and their balances.

use super::experiment::Experiment;
use super::independence::Variant;
use super::measured::{ExperimentFailure, Measured, Results};
use super::pair_motion::{READING, collide};
use super::scene::Scene;
use crate::case::Case;
use crate::output::table::Table;
use serde::Deserialize;
use std::path::Path;

/// Two spheres without weight; what is not given here is drawn.
const PAIR: &str = r#"
sphere = { diameter = "6 mm" }
second = { }
liquid = { density = "1000 kg/m3" }
release = { gap = "0.5 D", run_up = "0.5 D", free_gap = "0.2 D" }
film = { band = "off" }
run = { gravity = 0, bounces = 1, threads = 1 }
"#;

/// How the second sphere moves.
const MOTIONS: [&str; 3] = ["free", "held", "led"];

/// Bounds of what is drawn, evenly in the logarithm: radius of the second sphere over the first's, densities over the liquid's, binary Stokes number,
/// speed [m/s], Young's modulus \[Pa\].
const RADII: [f64; 2] = [0.2, 5.0];
const DENSITIES: [f64; 2] = [0.5, 10.0];
const STOKES: [f64; 2] = [2.0, 1000.0];
const SPEEDS: [f64; 2] = [0.05, 1.0];
const MODULI: [f64; 2] = [1e9, 2e11];
/// Time of a run over that of a way of one diameter at the first speed of the gap: spheres that do not rebound have spent their speed by then.
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
    /// Films, by overrides of the case.
    pub films: Vec<Variant>,
    /// Collisions that are run again with shorter steps, of those whose second sphere is free.
    pub refined: Vec<u32>,
    /// Those steps over the others.
    pub step_factor: f64,
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
    /// The collision of this number, and how the second sphere moves.
    fn case(&self, number: u32) -> Result<(Case, &'static str), ExperimentFailure> {
        let mut draw = Draw(u64::from(number) + 1);
        (0..4).for_each(|_| _ = draw.uniform());
        let mut scene = Scene::new(PAIR);
        let ratio = draw.between(RADII);
        let [first, second] = [(); 2].map(|()| draw.between(DENSITIES));
        scene.set("second.diameter", format!("{:?} mm", 6.0 * ratio));
        for (sphere, density) in [("sphere", first), ("second", second)] {
            scene.set(&format!("{sphere}.density"), format!("{:?} kg/m3", 1e3 * density));
            scene.set(&format!("{sphere}.young"), format!("{:?} Pa", draw.between(MODULI)));
            scene.set(&format!("{sphere}.poisson"), 0.3);
        }
        scene.set("contact.restitution", 0.5 + 0.5 * draw.uniform());
        let speed = draw.between(SPEEDS);
        scene.set("release.speed", format!("{speed:?} m/s"));
        let films = self.films.len() as u32;
        let motion = MOTIONS[(number / films % 3) as usize];
        let lead = match motion {
            "led" => speed * (draw.uniform() - 0.5),
            _ => 0.0,
        };
        scene.set("second.velocity", format!("{lead:?} m/s"));
        scene.set("second.fixed", motion != "free");
        scene.set("resolution.cells_per_diameter", self.cells_per_diameter);
        scene.overrides.extend(self.films[(number % films) as usize].set.iter().cloned());
        // St_b = m* V/(6πμ r*²) and Re = ρ V D/μ, so that their ratio is that of the spheres alone.
        let (gap_speed, wider) = (speed + lead, 6e-3 * ratio.max(1.0));
        scene.set("run.time", format!("{:?} s", 6e-3 * TIME / gap_speed));
        let [own, other] = [first, second * ratio.powi(3)];
        let mass = if motion == "free" { own * other / (own + other) } else { own };
        let radius = 3e-3 * ratio / (1.0 + ratio);
        let stokes_by_viscosity = mass * 1e3 * 6e-3_f64.powi(3) * gap_speed / (36.0 * radius * radius);
        let viscosity = loop {
            let viscosity = stokes_by_viscosity / draw.between(STOKES);
            if 1e3 * gap_speed * wider / viscosity < REYNOLDS {
                break viscosity;
            }
        };
        scene.set("liquid.viscosity", format!("{viscosity:?} Pa s"));
        Ok((scene.checked()?, motion))
    }
}

/// The columns of `runs.csv`; those after the first four are empty where a run has failed.
const COLUMNS: [&str; 11] = [
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
];

impl Experiment for PairRandom {
    /// Runs all of them; `directory` has the case of each, and a table of all.
    ///
    /// # Errors
    /// A case that is refused. A run that fails is counted.
    fn measure(&self, directory: &Path) -> Results {
        let (mut table, mut failed) = (Table::new(COLUMNS), 0);
        let unwritten = |error: String| ExperimentFailure::Case(error);
        std::fs::create_dir_all(directory).map_err(|error| unwritten(error.to_string()))?;
        for number in 0..self.runs {
            let (case, motion) = self.case(number)?;
            let path = directory.join(format!("{number}.toml"));
            std::fs::write(path, case.to_toml()).map_err(|error| unwritten(error.to_string()))?;
            let film = &self.films[number as usize % self.films.len()].name;
            let mut row = vec![number.to_string(), film.clone(), motion.to_owned()];
            row.push(case.problem().binary_stokes().unwrap_or(f64::NAN).to_string());
            let reading = READING * case.problem().film_radius();
            match collide(case, reading) {
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
            table.push(row);
            table.write(&directory.join("runs.csv")).map_err(|error| unwritten(error.to_string()))?;
        }
        let mut measured = vec![Measured::new("runs that fail or do not end", "1", f64::from(failed))];
        for (what, unit, column) in [("energy error", "1", 5), ("overlap", "Hertz", 8), ("momentum", "m₁V₁", 6)] {
            for film in &self.films {
                let of_film =
                    table.rows().iter().filter(|row| row[1] == film.name && (column != 6 || row[2] == MOTIONS[0]));
                let worst = of_film.filter_map(|row| row[column].parse().ok()).reduce(f64::max).unwrap_or(f64::NAN);
                measured.push(Measured::new(format!("largest {what}, {}", film.name), unit, worst));
            }
        }
        for (what, pick) in [("smallest", f64::min as fn(f64, f64) -> f64), ("largest", f64::max)] {
            let stokes = table.rows().iter().filter_map(|row| row[3].parse().ok()).reduce(pick).unwrap_or(f64::NAN);
            measured.push(Measured::new(format!("{what} binary Stokes number"), "1", stokes));
        }
        for &number in &self.refined {
            let (mut case, _) = self.case(number)?;
            case.resolution.step_factor = self.step_factor;
            let reading = READING * case.problem().film_radius();
            let refined = collide(case, reading)?.momentum;
            let whole = table.rows()[number as usize][7].parse().unwrap_or(f64::NAN);
            for (steps, momentum) in [("the run's steps", whole), ("shorter steps", refined)] {
                measured.push(Measured::new(format!("momentum by trapezia, {steps}, {number}"), "m₁V₁", momentum));
            }
        }
        let rebounds = table.rows().iter().filter(|row| row[4].parse().is_ok_and(|e: f64| e > 0.0)).count();
        measured.push(Measured::new("runs with a rebound", "1", rebounds as f64));
        Ok(measured)
    }
}
