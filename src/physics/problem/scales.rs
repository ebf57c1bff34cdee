//! Lengths and speeds that scale a case, and the limits of its steps.

use crate::grid::SmallestGap;
use crate::motion::step_size::StepLimits;
use crate::problem::Problem;

/// Radial cells across the film over the axial ones: the film is wider than high, and its pressure falls over its
/// radius.
pub const FILM_CELLS: f64 = 1.2;
/// Share of the gap that a step may close or open: the film's force changes by as much, and the step follows it.
const GAP_SHARE: f64 = 0.25;
/// Largest share of the gap that a step may close or open where the film below the grid acts: its force, `∝ 1/h`, is
/// taken at the end of the step; at a quarter the first apex of a sphere at St 12 would hang by 4 % on where that film
/// begins.
const FILM_SHARE: f64 = 0.05;
/// Largest drift of the energy balance over the viscous losses: a run loses to viscosity a few times its largest
/// kinetic energy.
const DRIFT: f64 = 1e-3;
/// Largest growth from one step to the next, so that the time formula stays of second order.
const STEP_GROWTH: f64 = 1.2;
/// Way of the sphere in a step, in cells around it: less than one, as the Courant number demands of the markers.
const LONGEST_WAY: f64 = 0.8;
/// Largest change of the velocity in a step, as a share of the speed.
const VELOCITY_SHARE: f64 = 0.02;
/// Layer of vorticity that the first step makes around a sphere which starts at once, in cells: as thin as those in
/// which the grid's excess is measured.
const FIRST_LAYER: f64 = 0.03;
/// Least speed that scales a case in which nothing moves [m/s].
const LEAST_SPEED: f64 = 1e-9;
/// A free sphere's steps are at most those of this many times its terminal speed, as the liquid soon takes away any
/// more that a drive gave it; those of a led one are at most those of this many times the speed it is led at, however
/// fast it falls afterwards.
const STEADY_SPEEDS: f64 = 10.0;

/// The smallest gap of the grid that a case asks for, between two spheres in diameters of the smaller one.
pub fn smallest_gap(problem: &Problem) -> SmallestGap {
    SmallestGap(problem.resolution.smallest_gap * problem.smaller_diameter())
}

/// The speed that scales steps and tolerances [m/s]: the [fastest](Problem::fastest_speed) that the sphere can reach.
pub fn reference_speed(problem: &Problem) -> f64 {
    problem.fastest_speed().max(LEAST_SPEED)
}

/// The [`reference_speed`], or a multiple of a `steady` one [m/s] that the sphere has for long, whichever is slower
/// [m/s].
fn slowest(problem: &Problem, steady: f64) -> f64 {
    let fastest = reference_speed(problem);
    if steady > 0.0 { fastest.min(STEADY_SPEEDS * steady).max(LEAST_SPEED) } else { fastest }
}

/// The cell around the sphere, or the smaller one of two \[m\].
pub fn cell(problem: &Problem) -> f64 {
    problem.smaller_diameter() / f64::from(problem.resolution.cells_per_diameter)
}

/// The longest first step of a sphere that starts at once in liquid at rest \[s\]: the time in which vorticity diffuses
/// over a small part of a cell.
pub fn impulsive_step(problem: &Problem) -> f64 {
    (FIRST_LAYER * cell(problem)).powi(2) / problem.liquid.kinematic_viscosity()
}

/// The limits of a problem's steps.
pub fn step_limits(problem: &Problem) -> StepLimits {
    let resolution = &problem.resolution;
    let spins = problem.start.fastest_spin() > 0.0;
    StepLimits {
        courant: resolution.cfl,
        gap_share: GAP_SHARE,
        film_share: FILM_SHARE,
        drift: DRIFT,
        steps_per_contact: f64::from(resolution.steps_per_contact),
        growth: STEP_GROWTH,
        factor: resolution.step_factor,
        resolved_gap: smallest_gap(problem).0,
        longest_way: LONGEST_WAY * cell(problem),
        first: if spins { impulsive_step(problem) } else { f64::INFINITY },
        slowest: slowest(problem, problem.approach_speed()),
        slowest_free: slowest(problem, problem.terminal_speed().abs()),
        velocity_share: VELOCITY_SHARE,
    }
}
