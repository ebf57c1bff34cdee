//! A sphere in liquid without walls: the grid around it, the step, and when it is steady.
//!
//! The grid follows the sphere; all its boundaries are free-slip and far away: the liquid ahead is at rest, and the
//! wake leaves at the end. Without azimuthal modes the cells grow as in any problem. With them, whose cost asks for a
//! smaller grid, they are uniform around the sphere to half a radius and less beyond its surface, grow from there
//! (ahead of a sphere with a wake twice as fast as behind), and the last four diameters behind damp the wake.

use super::domain::Domain;
use crate::flow::courant::{FlowRates, stable_courant};
use crate::flow::setup::MarkerSpec;
use crate::grid::{AxialGrid, AxialMap, AxialSpec, RadialGrid, RadialSpec};
use crate::motion::body::Body;
use crate::motion::step_size::FIRST_STEP;
use crate::problem::Problem;
use crate::problem::scales::{cell, impulsive_step};
use serde::{Deserialize, Serialize};

/// Extent of uniform cells from the axis, and from the sphere's centre downwards and upwards, in diameters.
const FINE: [f64; 3] = [0.62, 0.6, 0.7];
/// Length over which the wake is damped, in diameters, and the damping at its end, in U/D.
const SPONGE: [f64; 2] = [4.0, 1.5];
/// Speed of the liquid beside a sphere over the sphere's, in potential flow.
const BESIDE: f64 = 1.5;
/// Steps per period.
const STEPS_PER_PERIOD: f64 = 200.0;
/// Growth from one step to the next.
const GROWTH: f64 = 1.2;
/// Way over whose mean a held sphere's drag is steady, in diameters.
const WINDOW: f64 = 5.0;

/// Distances 0, d, 2d, … to `fine`, then growing cells to `length` or a part of a cell beyond.
pub(super) fn stretched(mut cell: f64, fine: f64, length: f64, growth: f64) -> Vec<f64> {
    let mut faces = vec![0.0];
    let mut last = 0.0;
    while last < length {
        if last > fine - 1e-9 * length {
            cell *= growth;
        }
        last += cell;
        faces.push(last);
    }
    faces
}

/// An axial grid of uniform cells of size `cell` around the sphere's centre, which grow from there downwards and
/// upwards to the lengths `[down, up]` by the factors `growth`; and the height of the sphere's lowest point. Lengths
/// \[m\].
pub fn around(cell: f64, diameter: f64, [down, up]: [f64; 2], growth: [f64; 2]) -> (AxialGrid, f64) {
    let below = stretched(cell, FINE[1] * diameter, down, growth[0]);
    let above = stretched(cell, FINE[2] * diameter, up, growth[1]);
    let centre = below[below.len() - 1];
    let faces = below.iter().rev().map(|z| centre - z).chain(above[1..].iter().map(|z| centre + z));
    (AxialGrid::from_faces(faces.collect()), centre - 0.5 * diameter)
}

/// Radial faces of uniform cells of size `cell` around the sphere that grow by `growth` to `radius`. Lengths \[m\].
pub fn beside(cell: f64, diameter: f64, radius: f64, growth: f64) -> RadialGrid {
    RadialGrid::from_faces(stretched(cell, FINE[0] * diameter, radius, growth))
}

/// Damping of the velocity \[1/s\] at cells' centres and lower faces, over the last diameters of a grid behind a sphere
/// of `diameter` \[m\] at the speed `speed` [m/s].
fn sponge(grid: &AxialGrid, diameter: f64, speed: f64) -> [Vec<f64>; 2] {
    let [length, strength] = SPONGE;
    let rate = |z: &f64| {
        let inside = (1.0 - (grid.height() - z) / (length * diameter)).max(0.0);
        strength * speed / diameter * inside.powi(2)
    };
    [grid.centres.iter().map(rate).collect(), grid.faces[..grid.len()].iter().map(rate).collect()]
}

fn in_three_dimensions(problem: &Problem) -> bool {
    !problem.resolution.is_axisymmetric()
}

/// The radial grid; `spec` is that of the case beside a wall.
fn radial(problem: &Problem, spec: RadialSpec) -> RadialGrid {
    if in_three_dimensions(problem) {
        return beside(cell(problem), problem.sphere.diameter, problem.vessel.radius, problem.resolution.radial_growth);
    }
    let diameter = problem.sphere.diameter;
    let film_growth = spec.far_growth;
    RadialGrid::graded(&RadialSpec { smallest_gap: diameter, cells_per_film_radius: 1.0, film_growth, ..spec })
}

/// The axial grid and the height of the sphere's lowest point \[m\]; `spec` is that of the case above a wall.
fn axial(problem: &Problem, spec: AxialSpec) -> (AxialGrid, f64) {
    let (gap, diameter, growth) = (problem.start.gap, problem.sphere.diameter, problem.resolution.axial_growth);
    if in_three_dimensions(problem) {
        let lengths = [gap + 0.5 * diameter, problem.vessel.height - gap - 0.5 * diameter];
        let down = if problem.start.start.has_wake() { 1.0 + 2.0 * (growth - 1.0) } else { growth };
        return around(cell(problem), diameter, lengths, [down, growth]);
    }
    let film_growth = spec.far_growth;
    let spec = AxialSpec { cells_across_film: 1.0, smallest_gap: gap, largest_gap: gap, film_growth, ..spec };
    (AxialMap::new(spec).grid(gap), gap)
}

/// The markers of all modes.
pub(super) fn markers(problem: &Problem) -> MarkerSpec {
    let cell = cell(problem);
    if problem.start.start.has_wake() { MarkerSpec::steady(cell) } else { MarkerSpec::standard(cell).tight() }
}

/// The damping of a wake with azimuthal modes; none of a sphere that oscillates.
pub(super) fn damping(problem: &Problem, grid: &AxialGrid) -> [Vec<f64>; 2] {
    if problem.start.start.has_wake() {
        return sponge(grid, problem.sphere.diameter, problem.approach_speed());
    }
    [Vec::new(), Vec::new()]
}

/// The step and the end of a run in open liquid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OpenLiquid {
    /// The first step \[s\].
    pub(super) first: f64,
    /// The longest step \[s\].
    pub longest: f64,
    /// Speed expected of the sphere's surface [m/s].
    pub speed: f64,
    /// Time over which work is compared \[s\].
    window: f64,
    /// Relative change of the work that counts as steady.
    steady: Option<f64>,
}

impl OpenLiquid {
    /// Of a case; `None` where there is a wall.
    ///
    /// The longest step is the Courant number's at the sphere's speed, or that of the stability of extrapolated
    /// convection, `(9ν/4Ud)^{1/3}` cells; a period takes 200 and an equal number each. Any other start begins with a
    /// far shorter step: layers of vorticity grow from nothing.
    pub fn of(problem: &Problem) -> Option<Self> {
        if problem.surroundings.has_gap() {
            return None;
        }
        let (resolution, diameter) = (&problem.resolution, problem.sphere.diameter);
        let speed = problem.approach_speed() + problem.sphere.radius() * problem.start.fastest_spin();
        let cell = cell(problem);
        let stable = stable_courant(problem.liquid.kinematic_viscosity(), speed, cell);
        let longest = resolution.step_factor * (resolution.cfl / BESIDE).min(stable) * cell / speed;
        let steady = problem.until.steady;
        if let Some(frequency) = problem.start.start.frequency() {
            let period = 1.0 / frequency;
            let longest = longest.min(resolution.step_factor * period / STEPS_PER_PERIOD);
            let longest = period / (period / longest).ceil();
            return Some(Self { first: longest, longest, speed, window: period, steady });
        }
        let first = impulsive_step(problem).min(FIRST_STEP * longest);
        Some(Self { first, longest, speed, window: WINDOW * diameter / speed, steady })
    }

    /// The length \[s\] of the next step of a run that ends at `end` \[s\]; the last two are of equal length. Where the
    /// liquid crosses the cells so fast, at `rates`, that a wave of the grid would grow, the longest step is halved, or
    /// quartered, and so on: steps of one length have one factorisation.
    pub(super) fn next(&self, body: &Body, rates: FlowRates, end: Option<f64>) -> f64 {
        let halvings = (self.longest * rates.growth).max(1.0).log2().ceil();
        let most = self.longest * (-halvings).exp2();
        let longest = body.dt_before.map_or(self.first, |before| GROWTH * before).min(most);
        let left = end.map_or(f64::INFINITY, |end| end - body.time) / longest;
        if left < 2.0 { left * longest / (left - 1e-6).ceil().max(1.0) } else { longest }
    }
}

/// The work against the liquid over equal times, by which a run knows that it is steady.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Steadiness {
    /// When the present time of comparison began \[s\].
    since: f64,
    /// Work since then \[J\].
    work: f64,
    /// Power over the time before [W].
    before: Option<f64>,
    /// Relative change from that to the one after it.
    change: Option<f64>,
}

impl Steadiness {
    /// Takes in a step of `dt` \[s\] to the time `time` \[s\] with the power `power` \[W\] against the liquid.
    pub(super) fn observe(&mut self, open: &OpenLiquid, time: f64, dt: f64, power: f64) {
        self.work += dt * power;
        let passed = time - self.since;
        if passed < open.window * (1.0 - 1e-9) {
            return;
        }
        let mean = self.work / passed;
        let change = self.before.map(|before| (mean / before - 1.0).abs());
        *self = Self { since: time, work: 0.0, before: Some(mean), change };
    }

    /// Whether the last change is below the case's limit for a steady state.
    pub(super) fn is_steady(&self, open: &OpenLiquid) -> bool {
        matches!((self.change, open.steady), (Some(change), Some(steady)) if change < steady)
    }
}

/// The grids of a case in open liquid.
pub(super) struct Grids {
    /// Radial grid.
    pub radial: RadialGrid,
    /// Axial grid.
    pub axial: AxialGrid,
    /// Height of the sphere's lowest point \[m\].
    pub gap: f64,
}

impl Grids {
    /// From the space that the same keys give beside a wall.
    pub fn of(problem: &Problem, space: &Domain) -> Self {
        let (axial, gap) = axial(problem, space.axial(0, &problem.resolution));
        Self { radial: radial(problem, space.radial(&problem.resolution)), axial, gap }
    }

    /// Radial and axial cells.
    pub(super) fn cells(&self) -> (usize, usize) {
        (self.radial.len(), self.axial.len())
    }
}
