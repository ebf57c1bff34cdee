//! Two spheres that collide along the line of their centres, equal ones or one much wider than the other.

use super::bodies::bearing_ball;
use super::case_run::CaseRun;
use super::dry::{THIN_GAS, collide_dry};
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::analysis::convergence::uncertainty;
use crate::run::film_band;
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::body::dof::NORMAL;
use wetbounce_physics::body::release::Start;
use wetbounce_physics::contact::hertz::ElasticImpact;
use wetbounce_physics::contact::{Hertz, Law};
use wetbounce_physics::flow::level::Bdf2;
use wetbounce_physics::model::{Failure, Simulation};
use wetbounce_physics::motion::coupled::StepReport;
use wetbounce_physics::motion::forces::Loads;
use wetbounce_physics::numerics::extent;
use wetbounce_physics::numerics::hermite::Hermite;
use wetbounce_physics::problem::{Liquid, Preset, Problem, Second, Sphere, Surroundings, Wall};

/// Speed of the first sphere [m/s].
const SPEED: f64 = 0.2;
/// Density of the liquid [kg/m³].
const LIQUID: f64 = 1150.0;

/// A steel sphere without weight that is driven at 0.2 m/s towards what it faces, from one diameter to a half (from
/// half as far where a plane of symmetry halves the gap), in a liquid of this viscosity \[Pa s\].
pub fn driven(surroundings: Surroundings, viscosity: f64, cells_per_diameter: u32) -> Problem {
    let mut problem = Problem::open(bearing_ball(), Liquid::newtonian(LIQUID, viscosity), surroundings);
    let (diameter, share) = (problem.sphere.diameter, surroundings.own_share());
    let start = Start::Prescribed { speed: SPEED, free_gap: 0.5 * share * diameter, ramp: f64::NAN, run_up: diameter };
    (problem.start.gap, problem.start.start) = (share * diameter, start);
    problem.gravity = 0.0;
    problem.until.time = Some(100.0);
    problem.resolution.cells_per_diameter = cells_per_diameter;
    problem.settled()
}

/// An equal sphere that is free, and led at `velocity` [m/s] towards the first one.
pub fn equal(velocity: f64) -> Surroundings {
    Surroundings::Pair(Second { sphere: bearing_ball(), fixed: false, velocity })
}

/// A wall of the sphere's solid.
pub fn wall() -> Surroundings {
    Surroundings::Wall(Wall { elastic: bearing_ball().elastic, density: None, ..Wall::steel() })
}

/// Collisions of two spheres in the coupled solver's own equations with no liquid, beside the dry impact of the same
/// pair.
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
fn dry_speeds(problem: &Problem) -> Result<[f64; 2], Failure> {
    let body = collide_dry(problem, 1e-3 * problem.sphere.diameter, problem.approach_speed())?;
    Ok([body.speeds[NORMAL], body.counterpart.speeds[0]])
}

impl PairDry {
    /// Spheres with these ratios of radius and density in a gas that they do not feel.
    pub fn problem(&self, [radius, density]: [f64; 2], fixed: bool) -> Problem {
        let first = bearing_ball();
        let sphere =
            Sphere { diameter: radius * first.diameter, density: density * first.density, elastic: first.elastic };
        let mut problem = driven(Surroundings::Pair(Second { sphere, fixed, velocity: 0.0 }), THIN_GAS.viscosity, 24);
        problem.liquid = THIN_GAS;
        if let Start::Prescribed { speed, ramp, .. } = &mut problem.start.start {
            (*speed, *ramp) = (2.0, f64::NAN);
        }
        problem.contact =
            Law::Hertz(Hertz { restitution: 0.9, no_attraction: false, friction: 0.0, ..Hertz::default() });
        problem.resolution.steps_per_contact = self.steps_per_contact;
        problem.settled()
    }
}

impl Experiment for PairDry {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for &radius in &self.radius_ratios {
            for &density in &self.density_ratios {
                for fixed in [false, true] {
                    let problem = self.problem([radius, density], fixed);
                    let (pair, speed) = (problem.pair()?, problem.approach_speed());
                    let lost = 1.0 + problem.normal_contact()?.restitution(speed).unwrap_or(0.0);
                    let [first, second] = pair.mass;
                    let share = if fixed { 1.0 } else { second / (first + second) };
                    let exact = [lost * share - 1.0, lost * (share - 1.0)].map(|over| over * speed);
                    let found = dry_speeds(&problem)?;
                    let worst = [0, 1].map(|k| (found[k] - exact[k]).abs() / speed).into_iter().fold(0.0, f64::max);
                    let motion = if fixed { "held" } else { "free" };
                    measured.push(Measured::new("error", "V", worst).at(&[&motion, &radius, &density]));
                }
            }
        }
        Ok(measured)
    }
}

/// A collision of two, or of one with a wall or its image.
pub(super) struct Collision {
    /// Speeds of the gap at the gap of the reading, on the way in and out [m/s]; the latter 0 where it is not reached
    /// again.
    pub speeds: [f64; 2],
    /// What the spheres' momentum has changed by beyond the impulse of the liquid on them since shortly after the
    /// release, over what it was then. The impulse is summed by trapezia, which differ from the formula of the steps by
    /// the second order of the step: `(5/12) Δt² Ḟ` where steps are equal.
    pub momentum: f64,
    /// The same by the formula in time of the steps, in which film and contact must cancel, each step's counted
    /// positive: to round-off.
    pub exchanged: f64,
    /// Relative error of the energy balance.
    pub energy: f64,
    /// The deepest overlap of the surfaces over that of a dry, elastic impact with the largest speed and the spheres'
    /// mass and added mass; negative where they have not met.
    pub depth: f64,
    /// Change of the speed of the gap from the one reading to the other, or to the end, by the resolved liquid, the
    /// film below the grid, and the contact, over the speed of the first reading; together they are 1 and the
    /// restitution.
    shares: [f64; 3],
    /// Steps.
    pub steps: u64,
}

impl Collision {
    /// Speed of the gap on the way out over that on the way in; 0 where it does not open again.
    fn restitution(&self) -> f64 {
        self.speeds[1] / self.speeds[0]
    }
}

/// Steps after which a collision is given up: some fifty times what one takes on 24 cells.
const MOST_STEPS: u64 = 100_000;

/// Steps after the release from which on the momentum is followed: the force steps there, and the second-order formula
/// in time forgets that by a third each step.
const FORGOTTEN: u32 = 8;

/// What [`Collision::shares`] are of.
const SHARES: [&str; 3] = ["liquid", "film", "contact"];

/// Follows a collision until the gap is `reading` \[m\] again, or the motion is over.
///
/// # Errors
/// A run that fails, or that does not end.
pub(super) fn collide(problem: Problem, reading: f64) -> Result<Collision, ExperimentFailure> {
    let pair = problem.pair()?;
    let mut simulation = Simulation::new(problem)?;
    let masses = {
        let second = simulation.setup.counterpart.second().map_or(0.0, |second| second.inertia.mass());
        [simulation.setup.sphere.mass(), second]
    };
    let now = |simulation: &Simulation| {
        let body = &simulation.state.coupled.body;
        let speeds = [body.speeds[NORMAL], body.counterpart.speeds[0]];
        let force = body.loads.liquid(NORMAL) + body.counterpart.loads.liquid(NORMAL);
        (masses[0] * speeds[0] + masses[1] * speeds[1], force)
    };
    let pushes = |simulation: &Simulation| {
        let body = &simulation.state.coupled.body;
        let by_cause = |loads: &Loads| [loads.hydrodynamic, loads.film, loads.contact].map(|force| force[NORMAL]);
        let [first, second] = [&body.loads, &body.counterpart.loads].map(by_cause);
        [0, 1, 2].map(|k| first[k] / masses[0] - if masses[1] > 0.0 { second[k] / masses[1] } else { 0.0 })
    };
    let (mut impulse, mut free_steps, mut start) = (0.0, 0, None);
    let (mut exchanged, mut older, mut dt_before) = (0.0, 0.0, None);
    let (mut speeds, mut changes) = ([0.0; 2], [0.0; 3]);
    let (mut closest, mut fastest) = (f64::INFINITY, 0.0_f64);
    while simulation.state.coupled.steps < MOST_STEPS {
        let (before, led) = (now(&simulation), simulation.state.coupled.body.prescribed);
        let pushed = pushes(&simulation);
        let from = simulation.moment();
        let StepReport { dt, acceleration, .. } = simulation.advance()?;
        let (momentum, force) = now(&simulation);
        // Where the film's force jumps, forces and acceleration are those of this step alone.
        let body = &simulation.state.coupled.body;
        let jumps = acceleration == (body.speeds[NORMAL] - body.speeds_old[NORMAL]) / dt;
        if !led {
            free_steps += 1;
            impulse += dt * if jumps { force } else { 0.5 * (before.1 + force) };
        }
        if free_steps == FORGOTTEN {
            (start, impulse) = (Some(momentum), 0.0);
        } else if start.is_some() {
            let in_time = Bdf2::new(dt, dt_before.filter(|_| !jumps));
            let rate = in_time.c0 * momentum + in_time.c1 * before.0 + in_time.c2 * older;
            exchanged += dt * (rate - force).abs();
        }
        (older, dt_before) = (before.0, Some(dt));
        closest = closest.min(simulation.state.coupled.body.gap);
        fastest = fastest.max(-simulation.state.coupled.body.velocity());
        let crossing = Hermite::new(from, simulation.moment()).crossing(reading);
        let inside = match crossing {
            Some(at) if at.velocity > 0.0 => (at.time - from.time) / dt,
            Some(at) => 1.0 - (at.time - from.time) / dt,
            None => f64::from(u8::from(speeds[0] > 0.0)),
        };
        if let Some(at) = crossing {
            speeds[usize::from(at.velocity > 0.0)] = at.velocity.abs();
        }
        for (change, (old, new)) in changes.iter_mut().zip(pushed.into_iter().zip(pushes(&simulation))) {
            *change += 0.5 * inside * dt * (old + new);
        }
        if speeds[1] > 0.0 || simulation.stop().is_some() {
            let start = start.unwrap_or(momentum);
            let coupled = &simulation.state.coupled;
            let elastic = ElasticImpact {
                stiffness: 4.0 / 3.0 * pair.effective_modulus() * pair.effective_radius().sqrt(),
                mass: simulation.setup.relative().mass_with_added(),
                speed: fastest,
            };
            return Ok(Collision {
                speeds,
                depth: -closest / elastic.max_overlap(),
                shares: changes.map(|change| change / speeds[0]),
                momentum: (momentum - start - impulse).abs() / start.abs().max(f64::MIN_POSITIVE),
                exchanged: exchanged / start.abs().max(f64::MIN_POSITIVE),
                energy: coupled.ledger.relative_error(),
                steps: coupled.steps,
            });
        }
    }
    Err(ExperimentFailure::Case(format!("the collision has not ended after {MOST_STEPS} steps")))
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
            let follow = |surroundings: Surroundings, reading: f64| {
                let problem = driven(surroundings, 1e-3 * viscosity, self.cells_per_diameter);
                let reading = reading * problem.sphere.diameter;
                collide(problem, reading)
            };
            let (pair, mirror) = (follow(equal(SPEED), 0.4)?, follow(Surroundings::Mirror, 0.2)?);
            for (way, k) in [("in", 0), ("out", 1)] {
                let ratio = pair.speeds[k] / (2.0 * mirror.speeds[k]);
                measured.push(Measured::number("speed_over_mirror", ratio).at(&[&way, &viscosity]));
            }
            for (what, found) in [("pair", pair), ("mirror", mirror)] {
                measured.push(Measured::number("energy_error", found.energy).at(&[&what, &viscosity]));
            }
        }
        Ok(measured)
    }
}

/// Gap at which speeds are read, over the radius of the film: just before and after the contact, as a camera sees it.
/// Farther away they are those of flights, which take twice as much from a pair at the same binary Stokes number.
pub(super) const READING: f64 = 0.1;
/// Accuracy of the Stokes number at the reading.
const SAME_STOKES: f64 = 1e-3;

/// A sphere that hits an equal one at rest, which is free, beside one that hits a wall at the same Stokes number just
/// before the contact.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairCollision {
    /// Binary Stokes numbers with the speed just before the contact.
    pub stokes: Vec<f64>,
    /// Cells per diameter, coarse to fine; of three grids follows a numerical uncertainty.
    pub cells_per_diameter: Vec<u32>,
    /// The grid on which the restitution is computed at both ends of the inputs of the film that the case does not
    /// state.
    pub band: Option<u32>,
}

/// A collision at a Stokes number, with the viscosity that leads to it.
struct AtStokes {
    collision: Collision,
    problem: Problem,
    reading: f64,
}

/// The collision as a case: solids of steel with the paper's numbers, whose surfaces have a known range.
const CASE: &str = r#"
sphere = { diameter = "12.7 mm", density = "7780 kg/m3", young = "190 GPa", poisson = 0.27 }
liquid = { density = "1150 kg/m3" }
release = { gap = "1 D", speed = "0.2 m/s" }
film = { band = "full" }
"#;

impl AtStokes {
    fn restitution(&self) -> f64 {
        self.collision.restitution()
    }

    /// Restitutions at both ends of the inputs of the film that the case does not state, under the elastic film.
    fn at_ends(&self) -> Result<[f64; 2], ExperimentFailure> {
        let facing = match self.problem.surroundings.second() {
            Some(_) => {
                "second={ diameter = \"12.7 mm\", density = \"7780 kg/m3\", young = \"190 GPa\", poisson = 0.27 }"
            }
            None => "wall={ young = \"190 GPa\", poisson = 0.27 }",
        };
        let set = [format!("liquid.viscosity={:?} Pa s", self.problem.liquid.viscosity), facing.to_owned()];
        let mut case = CaseRun {
            case: "collision".to_owned(),
            text: Some(CASE.to_owned()),
            set: set.into(),
            reference_speed: None,
        }
        .case()?;
        (case.given.sphere.material, case.given.met.material) = (Some(Preset::Steel), Some(Preset::Steel));
        let (ends, _) = film_band::ends(&case)
            .ok_or_else(|| ExperimentFailure::Case("the case leaves no input of the film open".to_owned()))?;
        let [low, high] = ends.map(|case| {
            let problem = Problem { film: case.problem.film, ..self.problem.clone() };
            collide(problem, self.reading).map(|found| found.restitution())
        });
        Ok([low?, high?])
    }
}

impl PairCollision {
    /// The collision with what the sphere faces on a grid whose Stokes number at the reading is `stokes`; `lost` is the
    /// part of the release's that a flight takes, about the same for each, and is corrected.
    fn at(facing: Surroundings, stokes: f64, cells: u32, lost: &mut f64) -> Result<AtStokes, ExperimentFailure> {
        for _ in 0..8 {
            let released = stokes + *lost;
            // St_b = 2 St of two equal spheres, St = ρ V D/(9μ) of one.
            let of_unit_viscosity = 7780.0 * SPEED * 12.7e-3 / 9.0 * if facing.meets_sphere() { 2.0 } else { 1.0 };
            let problem = driven(facing, of_unit_viscosity / released, cells);
            let (reading, speed) = (READING * problem.film_radius(), problem.closing_speed());
            let collision = collide(problem.clone(), reading)?;
            let read = released * collision.speeds[0] / speed;
            *lost += stokes - read;
            if (read / stokes - 1.0).abs() < SAME_STOKES {
                return Ok(AtStokes { collision, problem, reading });
            }
        }
        Err(ExperimentFailure::Case(format!("no release leads to the Stokes number {stokes} just before the contact")))
    }
}

impl Experiment for PairCollision {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        let mut lost = [0.0; 2];
        for &stokes in &self.stokes {
            let names = ["pair", "wall"];
            let (mut values, mut finest) = ([Vec::new(), Vec::new()], None);
            let mut ends = None;
            for &cells in &self.cells_per_diameter {
                let [of_pair, at_wall] = &mut lost;
                let found = [Self::at(equal(0.0), stokes, cells, of_pair)?, Self::at(wall(), stokes, cells, at_wall)?];
                for ((values, name), found) in values.iter_mut().zip(names).zip(&found) {
                    values.push(found.restitution());
                    measured.push(Measured::number("restitution", found.restitution()).at(&[&name, &stokes, &cells]));
                }
                if self.band == Some(cells) {
                    ends = Some([found[0].at_ends()?, found[1].at_ends()?]);
                }
                finest = Some(found.map(|found| found.collision));
            }
            let Some([pair, wall]) = finest else { continue };
            for (k, name) in names.into_iter().enumerate() {
                let own = [&pair, &wall][k].restitution();
                measured.push(Measured::number("restitution", own).at(&[&name, &stokes]));
                if let (Ok(values), Ok(cells)) =
                    (<[f64; 3]>::try_from(&values[k][..]), <[u32; 3]>::try_from(&self.cells_per_diameter[..]))
                {
                    let error = uncertainty(values, cells.map(|cells| 1.0 / f64::from(cells)));
                    measured.push(Measured::number("uncertainty", error).at(&[&name, &stokes]));
                }
                if let (Some(ends), Some(at)) =
                    (ends, self.cells_per_diameter.iter().position(|c| Some(*c) == self.band))
                {
                    let moved = own - values[k][at];
                    let (low, high) = extent(ends[k].into_iter().chain([values[k][at]]));
                    for (end, value) in [("lowest", low), ("highest", high)] {
                        measured.push(Measured::number(end, value + moved).at(&[&name, &stokes]));
                    }
                }
            }
            let mut add = |key: &str, unit, value| measured.push(Measured::new(key, unit, value).at(&[&stokes]));
            add("pair_less_wall", "1", pair.restitution() - wall.restitution());
            add("momentum", "m₁V₁", pair.momentum);
            add("energy_error", "1", pair.energy);
            let steps = pair.steps as f64 / wall.steps as f64;
            add("steps_over_wall", "1", steps);
            for (k, cause) in SHARES.into_iter().enumerate() {
                let (of_pair, less) = (pair.shares[k], pair.shares[k] - wall.shares[k]);
                measured.push(Measured::new("change", "V", of_pair).at(&[&cause, &stokes]));
                measured.push(Measured::new("change_less_wall", "V", less).at(&[&cause, &stokes]));
            }
        }
        Ok(measured)
    }
}

/// A sphere that falls onto wide spheres, which are held, and onto a wall. A wide one has a film of the reduced radius
/// `a/(1 + a/b)`, weaker than the wall's in the measure of a/b: the wall is the limit a/b → 0, which two wide ones lead
/// to in a straight line. The wall's container is as wide and high as theirs: the grid divides the whole height into
/// cells that are as large as asked or smaller, so that a lower one has finer cells.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairWide {
    /// Cells per diameter.
    pub cells_per_diameter: u32,
    /// Viscosities of the liquid \[mPa s\].
    pub viscosities: Vec<f64>,
    /// Radii of the second sphere over that of the first, the narrower one first.
    pub ratios: [f64; 2],
}

impl PairWide {
    /// A steel sphere that falls onto glass in a liquid of this viscosity \[mPa s\]: onto a sphere of this radius over
    /// its own, or onto a wall whose room is that of the wider one.
    pub fn problem(&self, viscosity: f64, ratio: Option<f64>) -> Problem {
        let (diameter, glass) = (6e-3, Preset::Glass);
        let surroundings = match ratio {
            Some(ratio) => {
                Surroundings::Pair(Second { sphere: Sphere::of(glass, ratio * diameter), fixed: true, velocity: 0.0 })
            }
            None => Surroundings::Wall(Wall::of(glass)),
        };
        let mut problem =
            Problem::open(Sphere::steel(diameter), Liquid::newtonian(965.0, 1e-3 * viscosity), surroundings);
        problem.start.gap = 4.0 * diameter;
        problem.start.start = Start::Prescribed { speed: 0.518, free_gap: diameter, ramp: f64::NAN, run_up: f64::NAN };
        problem.resolution.cells_per_diameter = self.cells_per_diameter;
        problem.until.bounces = 1;
        if ratio.is_none() {
            let [_, far] = self.ratios;
            (problem.vessel.radius, problem.vessel.height) = (5.0 * far * diameter, 20.0 * far * diameter);
            problem.resolution.largest_cell = 0.6 * far;
        }
        problem.settled()
    }

    /// Height of the first apex over the diameter.
    fn apex(problem: Problem) -> Result<f64, ExperimentFailure> {
        let diameter = problem.sphere.diameter;
        let mut simulation = Simulation::new(problem)?;
        while simulation.stop().is_none() {
            simulation.advance()?;
        }
        let bounces = simulation.state.bounces.bounces();
        Ok(bounces.first().and_then(|bounce| bounce.apex_gap_m).unwrap_or(0.0) / diameter)
    }
}

impl Experiment for PairWide {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for &viscosity in &self.viscosities {
            let [near, far] = self.ratios;
            let wall = Self::apex(self.problem(viscosity, None))?;
            let wide =
                |ratio: f64| Ok::<_, ExperimentFailure>(Self::apex(self.problem(viscosity, Some(ratio)))? / wall);
            let (of_near, of_far) = (wide(near)?, wide(far)?);
            let limit = (far * of_far - near * of_near) / (far - near);
            for (ratio, value) in [(near, of_near), (far, of_far)] {
                measured.push(Measured::number("apex_over_wall", value).at(&[&ratio, &viscosity]));
            }
            measured.push(Measured::number("apex_over_wall", limit).at(&[&"limit", &viscosity]));
        }
        Ok(measured)
    }
}
