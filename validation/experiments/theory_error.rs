//! Theory beside the flow: forces on a sphere that is led to the wall and away from it, and bounces.

use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::output::table::Table;
use crate::output::{OutputError, atomic, drawing};
use rayon::prelude::*;
use serde::Deserialize;
use std::path::Path;
use wetbounce_figures::style::{COLUMN, SeriesStyle};
use wetbounce_figures::{Axis, Figure, Mark, Panel, Point};
use wetbounce_physics::body::dof::NORMAL;
use wetbounce_physics::body::motion_table::MotionTable;
use wetbounce_physics::body::release::{Release, Start};
use wetbounce_physics::liquid::added_mass::mass_and_gradient_force;
use wetbounce_physics::liquid::{FarDrag, Heading, HistoryKernel, HistoryMemory, ImmersedSphere};
use wetbounce_physics::model::{Bounce, Failure, Model, Simulation, build};
use wetbounce_physics::motion::theory::Theory;
use wetbounce_physics::numerics::hermite::lerp;
use wetbounce_physics::problem::{Liquid, Preset, Problem, Sphere, Wall};
use wetbounce_shell::fit::by_theory;

/// Diameter of the sphere \[m\] and density of the liquid [kg/m³]; by similarity they decide nothing but the contact
/// time.
const DIAMETER: f64 = 6e-3;
const LIQUID: f64 = 965.0;
/// Gap over diameter at which the sphere begins to be led to the wall, where its gap is followed to the wall, and where
/// it begins to be led away.
const FROM: f64 = 3.0;
const TO: f64 = 0.002;
const AWAY_FROM: f64 = 0.02;
/// Way over diameter on which a sphere that is led away comes to its speed.
const START_UP: f64 = 0.05;
/// The change of the force with which its effect on an apex is found.
const CHANGE: f64 = 0.02;

/// A sphere by theory and by the flow, over Reynolds number and density ratio.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BesideFlow {
    /// Reynolds numbers of a sphere that is led at constant speed, at which theory has a band.
    pub led: Vec<f64>,
    /// Others at which it has none.
    pub beyond: Vec<f64>,
    /// Reynolds numbers of spheres that bounce, at their terminal speed.
    pub bounces: Vec<f64>,
    /// Density ratios of spheres that bounce.
    pub density_ratios: Vec<f64>,
    /// Gaps over diameter at which forces are compared.
    pub gaps: Vec<f64>,
    /// Cells per diameter.
    pub cells_per_diameter: u32,
}

/// Which way a sphere is led.
const WAYS: [(&str, Heading); 2] = [("towards", Heading::Approaching), ("away", Heading::Receding)];

/// The forces of the liquid at a gap over diameter, over Stokes' drag: by the flow, by theory, and theory's drag and
/// history force alone.
#[derive(Debug, Clone, Copy)]
struct Forces {
    gap_over_d: f64,
    flow: f64,
    theory: f64,
    viscous: f64,
}

impl Forces {
    fn between(low: &Self, high: &Self, gap_over_d: f64) -> Self {
        let share = (gap_over_d - low.gap_over_d) / (high.gap_over_d - low.gap_over_d);
        let of = |value: fn(&Self) -> f64| lerp(value(low), value(high), share);
        Self { gap_over_d, flow: of(|at| at.flow), theory: of(|at| at.theory), viscous: of(|at| at.viscous) }
    }

    /// The flow's force over theory's.
    fn ratio(&self) -> f64 {
        self.flow / self.theory
    }

    /// The difference over theory's drag and history force.
    fn share(&self) -> f64 {
        (self.flow - self.theory) / self.viscous
    }
}

/// A bounce at its terminal speed: the first apexes over the diameter, by the flow and by theory.
struct BouncePair {
    reynolds: f64,
    density_ratio: f64,
    flow: f64,
    theory: f64,
    /// Change of the logarithm of theory's apex with that of its force on the way to the wall, and on the way back.
    by_force: [f64; 2],
}

impl BouncePair {
    /// The error of the force, independent and alike on both ways, of which the apexes would differ as they do.
    fn share(&self) -> f64 {
        (self.flow / self.theory).ln() / self.by_force[0].hypot(self.by_force[1])
    }
}

impl Experiment for BesideFlow {
    /// Writes `forces.csv`, `bounces.csv` and `theory-beside-flow.svg`.
    ///
    /// # Errors
    /// A run that fails, or a file that cannot be written.
    fn measure(&self, directory: &Path) -> Results {
        let reynolds: Vec<f64> = self.led.iter().chain(&self.beyond).copied().collect();
        let led = reynolds.par_iter().flat_map_iter(|reynolds| WAYS.map(|(way, heading)| (way, heading, *reynolds)));
        let led: Vec<(&str, f64, Vec<Forces>)> = led
            .map(|(way, heading, reynolds)| Ok((way, reynolds, self.forces(reynolds, heading)?)))
            .collect::<Result<_, Failure>>()?;
        let pairs = self.bounces.iter().flat_map(|re| self.density_ratios.iter().map(move |ratio| (*re, *ratio)));
        let pairs: Vec<(f64, f64)> = pairs.collect();
        let bounces: Vec<BouncePair> =
            pairs.par_iter().map(|(reynolds, ratio)| self.bounce(*reynolds, *ratio)).collect::<Result<_, Failure>>()?;
        write(&led, &bounces, directory).map_err(|error| ExperimentFailure::Case(error.to_string()))?;
        let mut measured = Vec::new();
        for (way, reynolds, forces) in &led {
            let farthest = forces.iter().map(|at| (at.ratio() - 1.0).abs()).fold(0.0, f64::max);
            measured.push(Measured::number("farthest", farthest).at(&[way, reynolds]));
        }
        for pair in &bounces {
            let places: [&dyn std::fmt::Display; 2] = [&pair.reynolds, &pair.density_ratio];
            measured.push(Measured::number("apex_over_theory", pair.flow / pair.theory).at(&places));
        }
        let of_way = |way: &str| {
            let forces = led.iter().filter(|(of, ..)| *of == way).flat_map(|(.., forces)| forces);
            rms(forces.map(Forces::share))
        };
        let ways = WAYS.map(|(way, _)| of_way(way));
        let of_bounces = rms(bounces.iter().map(BouncePair::share).filter(|share| share.is_finite()));
        let shares =
            [("towards", ways[0]), ("away", ways[1]), ("both ways", rms(ways.into_iter())), ("bounces", of_bounces)];
        measured.extend(shares.map(|(of, share)| Measured::number("share", share).at(&[&of])));
        Ok(measured)
    }
}

/// The root of the mean square.
fn rms(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    values.for_each(|value| (sum, count) = (sum + value * value, count + 1.0));
    (sum / count).sqrt()
}

impl BesideFlow {
    /// A steel sphere of this density ratio whose terminal speed has this Reynolds number, which arrives at it at a
    /// glass wall.
    fn problem(&self, reynolds: f64, ratio: f64) -> Problem {
        let sphere = Sphere { diameter: DIAMETER, density: ratio * LIQUID, elastic: Preset::Steel.elastic() };
        let mut problem = Problem::falling_on_wall(sphere, Wall::glass());
        let drag = 18.0 * reynolds * FarDrag::default().factor(reynolds);
        let kinematic = ((ratio - 1.0) * problem.gravity * DIAMETER.powi(3) / drag).sqrt();
        problem.liquid = Liquid::newtonian(LIQUID, LIQUID * kinematic);
        problem.resolution.cells_per_diameter = self.cells_per_diameter;
        problem.arriving(reynolds * kinematic / DIAMETER)
    }

    /// The forces on a sphere that is led at constant speed, at the gaps on its way.
    fn forces(&self, reynolds: f64, heading: Heading) -> Result<Vec<Forces>, Failure> {
        const HEAVY: f64 = 8.0;
        let mut problem = self.problem(reynolds, HEAVY);
        let speed = problem.approach_speed();
        problem.start = match heading {
            Heading::Approaching => {
                let start =
                    Start::Prescribed { speed, free_gap: 0.5 * TO * DIAMETER, ramp: f64::NAN, run_up: f64::NAN };
                Release { start, ..Release::rest(FROM * DIAMETER) }
            }
            Heading::Receding => {
                let up = 2.0 * START_UP * DIAMETER / speed;
                let end = up + (FROM - AWAY_FROM) * DIAMETER / speed;
                let (times, velocities) = (vec![0.0, up, end], vec![0.0, speed, speed]);
                let table = MotionTable { times, velocities, ..MotionTable::default() };
                Release { start: Start::Table { table }, ..Release::rest(AWAY_FROM * DIAMETER) }
            }
        };
        problem.vessel.height = f64::NAN;
        let problem = problem.settled();
        let mut theory = TheoryForce::new(&problem, heading)?;
        let (mut simulation, mut rows) = (Simulation::new(problem)?, Vec::<Forces>::new());
        let on_its_way = |gap: f64| match heading {
            Heading::Approaching => gap > 0.9 * TO * DIAMETER,
            Heading::Receding => gap < 0.99 * FROM * DIAMETER,
        };
        while on_its_way(simulation.moment().gap) {
            let report = simulation.advance()?;
            let (viscous, force) = theory.step(report.dt);
            let unit = theory.theory.sphere.stokes_coefficient() * speed;
            let gap_over_d = simulation.moment().gap / DIAMETER;
            let flow = report.loads.liquid(NORMAL).abs() / unit;
            rows.push(Forces { gap_over_d, flow, theory: force.abs() / unit, viscous: viscous.abs() / unit });
        }
        let at = |gap: &f64| {
            let pair = rows.windows(2).find(|pair| (pair[0].gap_over_d - gap) * (pair[1].gap_over_d - gap) <= 0.0)?;
            Some(Forces::between(&pair[0], &pair[1], *gap))
        };
        let least = if heading == Heading::Receding { 2.0 * (AWAY_FROM + START_UP) } else { 0.0 };
        Ok(self.gaps.iter().filter(|gap| **gap >= least).filter_map(at).collect())
    }

    /// The first bounces by the flow and by theory.
    fn bounce(&self, reynolds: f64, density_ratio: f64) -> Result<BouncePair, Failure> {
        let mut problem = self.problem(reynolds, density_ratio);
        problem.until.bounces = 1;
        let apex =
            |bounces: &[Bounce]| bounces.first().and_then(|bounce| bounce.apex_gap_m).map_or(0.0, |gap| gap / DIAMETER);
        let by_force = |scale| -> Result<f64, Failure> { Ok(apex(&by_theory(&problem, scale)?.1)) };
        let theory = by_force([1.0; 2])?;
        let changed = [by_force([1.0 + CHANGE, 1.0])?, by_force([1.0, 1.0 + CHANGE])?];
        let by_force = changed.map(|changed: f64| (changed / theory).ln() / CHANGE);
        let mut simulation = Simulation::new(problem)?;
        while simulation.stop().is_none() {
            simulation.advance()?;
        }
        let flow = apex(simulation.sample().bounces.bounces());
        Ok(BouncePair { reynolds, density_ratio, flow, theory, by_force })
    }
}

/// The forces of theory along a motion that is led. To the wall a sphere comes from far away at constant speed, where
/// it has no history force; away from the wall its start is part of the motion.
struct TheoryForce {
    theory: Theory,
    release: Release,
    memory: HistoryMemory,
    time: f64,
}

impl TheoryForce {
    fn new(problem: &Problem, heading: Heading) -> Result<Self, Failure> {
        let (theory, release) = (build::theory(problem)?, problem.start.clone());
        let longest = release.lead() + release.led_for(0.0).unwrap_or_default();
        let kernel = if heading == Heading::Approaching { HistoryKernel::None } else { theory.history };
        let laws = (kernel, theory.history_wall);
        let mut memory = HistoryMemory::towards_wall(laws, &theory.sphere, 1e-9 * longest, 2.0 * longest)?;
        memory.jump(release.acceleration_after(0.0));
        Ok(Self { theory, release, memory, time: 0.0 })
    }

    /// Drag and history force, and the whole force of the liquid \[N\], after a step of `step` \[s\].
    fn step(&mut self, step: f64) -> (f64, f64) {
        let Self { theory, release, memory, time } = self;
        *time += step;
        let (gap, velocity) = (release.gap_after(*time), release.velocity_after(*time));
        let acceleration = release.acceleration_after(*time);
        let integral = memory.predict(step, gap, velocity);
        let integral = integral.coefficient * acceleration + integral.known;
        memory.advance(step, velocity, acceleration);
        let (sphere, delta_star): (&ImmersedSphere, f64) = (&theory.sphere, gap / theory.sphere.radius);
        let stokes = sphere.stokes_coefficient();
        let drag =
            -stokes * velocity * theory.drag.factor(delta_star, sphere.reynolds(velocity), Heading::of(velocity));
        let (inertia, gradient) = mass_and_gradient_force(sphere, theory.added_mass.wall_effect(delta_star), velocity);
        let history = -stokes * theory.history_wall.factor(theory.history, delta_star) * integral;
        (drag + history, drag + gradient - inertia * acceleration + history)
    }
}

fn write(led: &[(&str, f64, Vec<Forces>)], bounces: &[BouncePair], directory: &Path) -> Result<(), OutputError> {
    atomic::make_directory(directory)?;
    let numbers = |values: &[f64]| values.iter().map(|value| format!("{value:.5}")).collect::<Vec<_>>();
    let mut table =
        Table::new(["way", "reynolds", "gap_over_d", "flow_over_stokes", "theory_over_stokes", "flow_over_theory"]);
    for (way, reynolds, forces) in led {
        for at in forces {
            let values = numbers(&[*reynolds, at.gap_over_d, at.flow, at.theory, at.ratio()]);
            table.push([(*way).to_owned()].into_iter().chain(values));
        }
    }
    table.write(&directory.join("forces.csv"))?;
    let of_force = ["apex_by_force_towards", "apex_by_force_away", "share"];
    let columns = ["reynolds", "stokes", "density_ratio", "apex_flow_over_d", "apex_theory_over_d"];
    let mut table = Table::new(columns.into_iter().chain(of_force));
    for pair in bounces {
        let BouncePair { reynolds, density_ratio, flow, theory, by_force: [towards, away] } = *pair;
        let stokes = density_ratio * reynolds / 9.0;
        table.push(numbers(&[reynolds, stokes, density_ratio, flow, theory, towards, away, pair.share()]));
    }
    table.write(&directory.join("bounces.csv"))?;
    drawing::write(&figure(led), &directory.join("theory-beside-flow.svg"))
}

/// The flow's force over theory's against the gap: to the wall, and away from it below.
fn figure(led: &[(&str, f64, Vec<Forces>)]) -> Figure {
    let panel = |way: &str| {
        let label = format!("Flow over theory, {way}");
        let mut panel = Panel::new(Axis::log("Gap ~{h}/~{D}").above(TO).below(2.0), Axis::linear(label));
        for (number, (_, reynolds, forces)) in led.iter().filter(|(of, ..)| *of == way).enumerate() {
            let points: Vec<Point> = forces.iter().map(|at| (at.gap_over_d, at.ratio())).collect();
            panel.add_named(Mark::Line(points, SeriesStyle::of(number)), format!("Re {reynolds}"));
        }
        panel
    };
    Figure::new(COLUMN, 110.0, WAYS.iter().map(|(way, _)| vec![panel(way)]).collect()).with_shared_legend()
}
