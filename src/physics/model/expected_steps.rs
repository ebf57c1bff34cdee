//! The course that a run above a wall is expected to take, in steps: for its cost, and for how much of it is done.
//!
//! A bounce is a way to the wall, a film, a contact with the way out of the film, and a flight up. Where the sphere is
//! says how much of each is done; in a contact it is the steps taken.
//!
//! [`Cost`] makes cells, time and memory of it. Results do not depend on any of these.

use super::build;
use super::interface::Sample;
use super::open_liquid::OpenLiquid;
use crate::body::release::Start;
use crate::error::BadParameter;
use crate::film::correlations::legendre;
use crate::flow::courant::stable_courant;
use crate::motion::coupled::ANSWERING;
use crate::problem::{Problem, Resolution, Symmetry, scales};
use serde::Serialize;

/// A sphere that keeps less than this share of its speed in a bounce does not bounce again.
const RESTS: f64 = 1e-3;
/// A contact that lasts so many times the steps expected has no end that is known.
const LASTS: f64 = 3.0;

/// The steps of one bounce.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Bounce {
    /// On the way to the wall, above the film.
    way: f64,
    /// In the film.
    film: f64,
    /// In contact, and out of the film.
    contact: f64,
    /// Up to the apex.
    up: f64,
}

impl Bounce {
    fn all(&self) -> f64 {
        self.way + self.film + self.contact + self.up
    }
}

/// The steps of a run above a wall.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedSteps {
    bounces: Vec<Bounce>,
    /// The gap at its start \[m\], that at which the film begins, and the smallest one of the grid.
    gaps: [f64; 3],
}

impl ExpectedSteps {
    /// Those of a problem.
    pub fn of(problem: &Problem) -> Self {
        let resolution = &problem.resolution;
        let dry = problem.dry_restitution().unwrap_or(1.0);
        let nearest = 0.5_f64.min(problem.start.gap / problem.sphere.diameter);
        let halvings = (nearest / resolution.smallest_gap).log2().max(1.0);
        let creeping = 26.0 * halvings;
        let squeezed = 1.5 * f64::from(resolution.cells_across_film) * (nearest / resolution.smallest_gap).sqrt();
        let answering = if problem.film.model.deforms() { ANSWERING } else { 1.0 };
        let in_contact = 2.2 * answering * f64::from(resolution.steps_per_contact);
        let film = creeping.max(squeezed) * 0.4 / resolution.cfl;
        let mut stokes = problem.immersed().groups(problem.fastest_speed()).stokes_modified.max(1e-3);
        let mut e = dry * legendre(stokes);
        let mut height = 0.3 * stokes.min(30.0).sqrt() * e;
        let first = steps_of_moving_cells(problem, problem.start.first_gap(), 1.0);
        let rebound = steps_of_moving_cells(problem, height * problem.sphere.diameter, e).max(film);
        let flight = |height: f64| height * per_diameter(problem, problem.fastest_speed());
        let way = steps_of_the_approach(problem).max(first - film);
        let mut bounces = vec![Bounce { way, film, contact: rebound + in_contact, up: flight(height) }];
        for _ in 1..problem.until.bounces {
            let way = flight(height).max(rebound - film);
            stokes = (stokes * e).max(1e-3);
            e = dry * legendre(stokes);
            height *= e * e;
            bounces.push(Bounce { way, film, contact: rebound + in_contact, up: flight(height) });
            if e < RESTS {
                break;
            }
        }
        let shorter = |steps: f64| steps / resolution.step_factor;
        for Bounce { way, film, contact, up } in &mut bounces {
            [way, film, contact, up].into_iter().for_each(|steps| *steps = shorter(*steps));
        }
        let diameter = problem.sphere.diameter;
        let gaps = [problem.start.first_gap(), nearest * diameter, resolution.smallest_gap * diameter];
        Self { bounces, gaps }
    }

    /// All of them.
    pub fn all(&self) -> f64 {
        self.bounces.iter().map(Bounce::all).sum()
    }

    /// The share that is done at a moment, `in_contact` steps after the last contact began; `None` where nothing says:
    /// after more bounces than are expected, and in a contact that lasts.
    pub fn share(&self, sample: &Sample<'_>, in_contact: u64) -> Option<f64> {
        let (log, moment) = (sample.bounces.bounces(), sample.moment);
        let [start, film, smallest] = self.gaps;
        let into = |bounce: &Bounce, highest: f64| {
            let way = (1.0 - moment.gap / highest).clamp(0.0, 1.0);
            let film = ((film / moment.gap.max(smallest)).ln() / (film / smallest).ln()).clamp(0.0, 1.0);
            bounce.way * way + bounce.film * film
        };
        let Some(last) = log.last() else { return Some(into(self.bounces.first()?, start) / self.all()) };
        let before: f64 = self.bounces.iter().take(log.len() - 1).map(Bounce::all).sum();
        let bounce = self.bounces.get(log.len() - 1)?;
        let done = match (last.rebound_speed_m_s, last.apex_gap_m) {
            (_, Some(apex)) => bounce.all() + self.bounces.get(log.len()).map_or(0.0, |next| into(next, apex)),
            (Some(rebound), None) if rebound > 0.0 => {
                let risen = (1.0 - moment.velocity / rebound).clamp(0.0, 1.0);
                bounce.all() - bounce.up * (1.0 - risen)
            }
            _ => {
                let steps = in_contact as f64;
                if steps > LASTS * bounce.contact {
                    return None;
                }
                bounce.way + bounce.film + bounce.contact * (steps / bounce.contact).min(1.0)
            }
        };
        Some(((before + done) / self.all()).min(1.0))
    }
}

/// Steps that the cells between two spheres ask for as the gap closes from, or opens to, `highest` \[m\] at a share of
/// the speed of the approach. As the gap changes cells go out of the film and into it, and all others move. Far away,
/// where they are large and viscosity is weak, waves of the grid would grow in a longer step. 0 above a wall, where the
/// film's cells stand.
fn steps_of_moving_cells(problem: &Problem, highest: f64, share: f64) -> f64 {
    const GAPS: u32 = 40;
    let lowest = scales::smallest_gap(problem).0;
    if problem.surroundings.second().is_none() || highest <= lowest {
        return 0.0;
    }
    let (map, kinematic_viscosity) =
        (build::domain(problem).map(&problem.resolution), problem.liquid.kinematic_viscosity());
    let gap = |k: u32| lowest * (highest / lowest).powf(f64::from(k) / f64::from(GAPS));
    let speed = share * problem.closing_speed().abs();
    let steps = |k: u32| {
        let ([near, far], time) = ([k, k + 1].map(|k| map.grid(gap(k))), (gap(k + 1) - gap(k)) / speed);
        let ways = near.faces.iter().zip(&far.faces).map(|(from, to)| (to - from).abs());
        let steps = |(way, cell): (f64, &f64)| way / (cell * stable_courant(kinematic_viscosity, way / time, *cell));
        ways.zip(&near.widths).map(steps).fold(0.0, f64::max)
    };
    (0..GAPS).map(steps).sum()
}

/// Steps on the way to the wall: as many as the Courant number asks for and, where the sphere is led, those of the
/// slowest speed that counts.
fn steps_of_the_approach(problem: &Problem) -> f64 {
    let way = problem.start.first_gap();
    let freely =
        |way: f64, speed: f64| way * way_per_gap(problem) / problem.sphere.diameter * per_diameter(problem, speed);
    let Start::Prescribed { speed, free_gap, .. } = problem.start.start else {
        return freely(way, problem.fastest_speed());
    };
    let limits = scales::step_limits(problem);
    let led = way - free_gap;
    freely(free_gap, problem.fastest_speed())
        + freely(led, speed).max(led / limits.longest_way * limits.slowest / speed)
}

/// The way that the faster of two spheres goes as their gap closes, over the gap; 1 above a wall. What is left of it at
/// the end of the run is not gone.
fn way_per_gap(problem: &Problem) -> f64 {
    let Some(second) = problem.surroundings.second() else { return 1.0 };
    let (fastest, gap) = (problem.approach_speed().max(second.velocity.abs()), problem.start.first_gap());
    let within = problem.end_time().map_or(f64::INFINITY, |end| fastest * end / gap);
    (fastest / problem.closing_speed()).min(within)
}

/// Steps in which the sphere goes a diameter at a speed [m/s].
fn per_diameter(problem: &Problem, speed: f64) -> f64 {
    let cells = f64::from(problem.resolution.cells_per_diameter);
    let reynolds = problem.immersed().reynolds(speed).max(1e-3);
    cells / problem.resolution.cfl.min(0.5 * stable_courant(1.0, reynolds, 1.0 / cells))
}

/// Size and duration expected of a simulated flow.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Cost {
    /// Cells in r and z.
    pub cells: [usize; 2],
    /// Time steps.
    pub steps: f64,
    /// Elapsed time on one core of 2024 \[s\].
    pub elapsed_s: f64,
    /// Memory \[bytes\].
    pub memory: f64,
}

impl Cost {
    /// Of a problem whose flow is computed. Size and memory are those of the grid itself.
    ///
    /// Steps, for every bounce until the sphere rests: the way to go over the longest step, which the Courant number
    /// limits, or the stability of waves where a cell's Reynolds number is large (in open liquid those are all); the
    /// cells that move as the gap between two spheres changes; the halvings of the gap in the film, or the Courant
    /// number of the liquid squeezed out of it; the steps of a contact.
    ///
    /// Time: 0.11 ns per cell and radial mode plus 42 ns per cell in each step, measured on a core of 2024; every
    /// azimuthal mode costs 1.85 times as much as that, without a plane of symmetry 3.6 times as much.
    ///
    /// # Errors
    /// The grid cannot be built.
    pub fn of(problem: &Problem) -> Result<Self, BadParameter> {
        const PER_CELL: f64 = 4.2e-8;
        const PER_AZIMUTHAL_MODE: f64 = 1.85;
        const PER_MODE_OF_BOTH: f64 = 3.6;
        const PER_CELL_AND_MODE: f64 = 1.1e-10;
        let size = build::size(problem)?;
        let cells = (size.nr * size.nz) as f64;
        let steps = match (OpenLiquid::of(problem), problem.end_time()) {
            (Some(open), Some(end)) => end / open.longest,
            _ => ExpectedSteps::of(problem).all(),
        };
        let Resolution { symmetry, azimuthal_modes, .. } = problem.resolution;
        let per_mode = if symmetry == Symmetry::Plane { PER_AZIMUTHAL_MODE } else { PER_MODE_OF_BOTH };
        let per_step = cells * (PER_CELL + PER_CELL_AND_MODE * size.nr as f64);
        let elapsed_s = steps * per_step * (1.0 + per_mode * f64::from(azimuthal_modes));
        Ok(Self { cells: [size.nr, size.nz], steps, elapsed_s, memory: size.memory })
    }
}
