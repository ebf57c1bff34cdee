//! The expected cost of a run, for `check`, for the order in which runs of a study are started, and for the time left. Results do not depend
//! on it.

use crate::case::{Case, Start, Symmetry};
use crate::run::film_band;
use std::fmt;
use std::time::Duration;
use wetbounce_physics::error::BadParameter;
use wetbounce_physics::film::correlations::legendre;
use wetbounce_physics::flow::courant::stable_courant;
use wetbounce_physics::model::build;
use wetbounce_physics::model::open_liquid::OpenLiquid;
use wetbounce_physics::motion::coupled::ANSWERING;
use wetbounce_physics::problem::scales;

/// Size and duration expected of a run, as `check` prints them.
#[derive(Debug, Clone, PartialEq)]
pub struct CostEstimate {
    /// Cells in r and z.
    pub cells: [usize; 2],
    /// Time steps.
    pub steps: u64,
    /// Elapsed time on this machine.
    pub elapsed: Duration,
    /// Memory, bytes.
    pub memory: u64,
}

/// A sphere that keeps less than this share of its speed in a bounce does not bounce again.
const RESTS: f64 = 1e-3;

impl CostEstimate {
    /// The expected cost of a resolved run of the case. Size and memory are those of the grid itself.
    ///
    /// Steps, for every bounce until the sphere rests: the way to go over the longest step, which the Courant number limits, or
    /// the stability of waves where a cell's Reynolds number is large (in open liquid those are all); the cells that move as the gap between two
    /// spheres changes; the halvings of the gap in the film, or the Courant number of the liquid squeezed out of it; the steps of a contact.
    ///
    /// Time: 0.11 ns per cell and radial mode plus 42 ns per cell in each step, measured on a core of 2024; every azimuthal mode
    /// costs 1.85 times as much as that, without a plane of symmetry 3.6 times as much.
    ///
    /// # Errors
    /// The grid cannot be built.
    pub fn of(case: &Case) -> Result<Self, BadParameter> {
        const PER_CELL: f64 = 4.2e-8;
        const PER_AZIMUTHAL_MODE: f64 = 1.85;
        const PER_MODE_OF_BOTH: f64 = 3.6;
        const PER_CELL_AND_MODE: f64 = 1.1e-10;
        let size = build::size(&case.problem())?;
        let cells = (size.nr * size.nz) as f64;
        let steps = match (OpenLiquid::of(&case.problem()), case.problem().until.time) {
            (Some(open), Some(end)) => end / open.longest,
            _ => steps_above_a_wall(case),
        };
        let per_mode = if case.resolution.symmetry == Symmetry::Plane { PER_AZIMUTHAL_MODE } else { PER_MODE_OF_BOTH };
        let modes = f64::from(case.resolution.azimuthal_modes);
        let wall = steps * cells * (PER_CELL + PER_CELL_AND_MODE * size.nr as f64) * (1.0 + per_mode * modes);
        let wall = wall * film_band::runs_of(case);
        Ok(Self {
            cells: [size.nr, size.nz],
            steps: steps as u64,
            elapsed: Duration::from_secs_f64(wall.min(1e9)),
            memory: size.memory as u64,
        })
    }
}

/// Steps of a fall with its bounces.
fn steps_above_a_wall(case: &Case) -> f64 {
    let resolution = &case.resolution;
    let dry = case.problem().dry_restitution().unwrap_or(1.0);
    let nearest = 0.5_f64.min(case.release.gap / case.sphere.diameter);
    let halvings = (nearest / resolution.smallest_gap).log2().max(1.0);
    let creeping = 26.0 * halvings;
    let squeezed = 1.5 * f64::from(resolution.cells_across_film) * (nearest / resolution.smallest_gap).sqrt();
    let in_contact = if case.film.model.deforms() { ANSWERING } else { 1.0 } * f64::from(resolution.steps_per_contact);
    let film = creeping.max(squeezed) * 0.4 / resolution.cfl;
    let mut stokes = case.problem().immersed().groups(case.problem().fastest_speed()).stokes_modified.max(1e-3);
    let mut e = dry * legendre(stokes);
    let mut height = 0.3 * stokes.min(30.0).sqrt() * e;
    let first = steps_of_moving_cells(case, case.release.first_gap(), 1.0);
    let rebound = steps_of_moving_cells(case, height * case.sphere.diameter, e).max(film);
    let mut steps = (steps_of_the_approach(case) + film).max(first) + rebound + 2.2 * in_contact;
    for _ in 1..case.run.bounces {
        let flight = height * per_diameter(case, case.problem().fastest_speed());
        steps += flight + (flight + film).max(rebound) + rebound + 2.2 * in_contact;
        stokes = (stokes * e).max(1e-3);
        e = dry * legendre(stokes);
        height *= e * e;
        if e < RESTS {
            break;
        }
    }
    steps / resolution.step_factor
}

/// Steps that the cells between two spheres ask for as the gap closes from, or opens to, `highest` \[m\] at a share of the speed of the
/// approach. As the gap changes cells go out of the film and into it, and all others move. Far away, where they are large and viscosity is weak, waves
/// of the grid would grow in a longer step. 0 above a wall, where the film's cells stand.
fn steps_of_moving_cells(case: &Case, highest: f64, share: f64) -> f64 {
    const GAPS: u32 = 40;
    let lowest = scales::smallest_gap(&case.problem()).0;
    if case.second.is_none() || highest <= lowest {
        return 0.0;
    }
    let (map, viscosity) =
        (build::domain(&case.problem()).map(&case.resolution), case.liquid.problem().kinematic_viscosity());
    let gap = |k: u32| lowest * (highest / lowest).powf(f64::from(k) / f64::from(GAPS));
    let speed = share * case.problem().closing_speed().abs();
    let steps = |k: u32| {
        let ([near, far], time) = ([k, k + 1].map(|k| map.grid(gap(k))), (gap(k + 1) - gap(k)) / speed);
        let ways = near.faces.iter().zip(&far.faces).map(|(from, to)| (to - from).abs());
        let steps = |(way, cell): (f64, &f64)| way / (cell * stable_courant(viscosity, way / time, *cell));
        ways.zip(&near.widths).map(steps).fold(0.0, f64::max)
    };
    (0..GAPS).map(steps).sum()
}

/// Steps on the way to the wall: as many as the Courant number asks for and, where the sphere is led, those of the slowest speed that
/// counts.
fn steps_of_the_approach(case: &Case) -> f64 {
    let way = case.release.first_gap();
    let freely = |way: f64, speed: f64| way * way_per_gap(case) / case.sphere.diameter * per_diameter(case, speed);
    let Start::Prescribed { speed, free_gap, .. } = case.release.start else {
        return freely(way, case.problem().fastest_speed());
    };
    let limits = scales::step_limits(&case.problem());
    let led = way - free_gap;
    freely(free_gap, case.problem().fastest_speed())
        + freely(led, speed).max(led / limits.longest_way * limits.slowest / speed)
}

/// The way that the faster of two spheres goes as their gap closes, over the gap; 1 above a wall. What is left of it at the end of the run is not
/// gone.
fn way_per_gap(case: &Case) -> f64 {
    let Some(second) = &case.second else { return 1.0 };
    let (fastest, gap) = (case.problem().approach_speed().max(second.velocity.abs()), case.release.first_gap());
    let within = case.problem().until.time.map_or(f64::INFINITY, |end| fastest * end / gap);
    (fastest / case.problem().closing_speed()).min(within)
}

/// Steps in which the sphere goes a diameter at a speed [m/s].
fn per_diameter(case: &Case, speed: f64) -> f64 {
    let cells = f64::from(case.resolution.cells_per_diameter);
    let reynolds = case.problem().immersed().reynolds(speed).max(1e-3);
    cells / case.resolution.cfl.min(0.5 * stable_courant(1.0, reynolds, 1.0 / cells))
}

/// The expected cost of a run beside others \[s\].
pub(super) fn cost(case: &Case) -> f64 {
    CostEstimate::of(case).map_or(1.0, |estimate| estimate.elapsed.as_secs_f64())
}

impl fmt::Display for CostEstimate {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [radial, axial] = self.cells;
        writeln!(out, "  cells                  {radial} x {axial} = {}", radial * axial)?;
        writeln!(out, "  steps                  about {}", self.steps)?;
        writeln!(out, "  elapsed time           about {:.3} s", self.elapsed.as_secs_f64())?;
        writeln!(out, "  memory                 about {:.1} MB", self.memory as f64 / 1e6)
    }
}
