//! A sphere released from rest in creeping flow, against the exact solution with Basset's history force.

use super::bodies::{unit_sphere, vessel};
use super::experiment::Experiment;
use super::measured::{Measured, Results};
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::model::measured_grid::measure_grid;
use wetbounce_physics::model::{Failure, build};
use wetbounce_physics::motion::coupled::SurroundingLiquid;
use wetbounce_physics::motion::coupled::{CoupledState, step};
use wetbounce_physics::motion::elastic_film::FilmSolver;
use wetbounce_physics::problem::Problem;

/// Speed over terminal speed of a sphere of density ratio `τ` at the time `s = νt/a²` after its release from rest,
/// exact in unsteady Stokes flow.
///
/// With `A = (9/2)/(τ + ½)` and `' = d/ds` the equation of motion (Basset 1888) is `V' + A V + A ∫₀ˢ V'(σ)/√(π(s−σ)) dσ
/// = A`; its Laplace transform `A/[p(p + A√p + A)]` has no pole besides 0 and a cut along the negative axis, so that
///
/// `V/V_T = 1 − (2A²/π) ∫₀^∞ e^{−y²s} / [(A − y²)² + A²y²] dy`,
///
/// here by the double-exponential rule to 1e-12. It is the same function as the usual form with error functions of
/// complex argument.
pub fn basset_settling(density_ratio: f64, s: f64) -> f64 {
    const STEP: f64 = 1.0 / 64.0;
    const REACH: i32 = 300;
    let a = 4.5 / (density_ratio + 0.5);
    let sum: f64 = (-REACH..=REACH)
        .map(|k| {
            let u = STEP * f64::from(k);
            let y = (0.5 * PI * u.sinh()).exp();
            let weight = 0.5 * PI * u.cosh() * y;
            let denominator = (a - y * y).powi(2) + a * a * y * y;
            if denominator.is_finite() { weight * (-y * y * s).exp() / denominator } else { 0.0 }
        })
        .sum();
    1.0 - 2.0 * a * a / PI * STEP * sum
}

/// Terminal Reynolds number, so small that displacement and inertia of the flow vanish.
const REYNOLDS: f64 = 1e-4;
/// Time at which to stop, in `a²/ν`, when vorticity has reached 10 D of the 40 D to the container; the first step, and
/// the growth of the steps.
const UNTIL: f64 = 100.0;
const FIRST_STEP: f64 = 1e-4;
const GROWTH: f64 = 1.04;
/// Radius and half the height of the container, in diameters.
const CONTAINER: f64 = 40.0;
const RADIUS: f64 = 0.5;

/// A sphere settling from rest at a density ratio `τ = ρ_p/ρ_l`, with the default resolution.
pub fn problem(density_ratio: f64) -> Problem {
    let mut problem = unit_sphere();
    problem.sphere.density = density_ratio;
    problem.gravity = 4.5 * REYNOLDS / ((density_ratio - 1.0) * RADIUS * RADIUS);
    problem.vessel = vessel(&problem, CONTAINER, 2.0 * CONTAINER);
    problem.start.gap = CONTAINER;
    problem.settled()
}

/// The simulated speed over the terminal speed, and the exact one, at every step: `(s, simulated, exact)`.
///
/// # Errors
/// A no-slip condition that cannot be met.
pub fn fall(density_ratio: f64) -> Result<Vec<(f64, f64, f64)>, Failure> {
    let problem = problem(density_ratio);
    let (mut setup, mut flow) = (build::coupled(&problem)?, build::flow(&problem)?);
    measure_grid(&problem, &mut setup, &mut flow)?;
    let mut state = CoupledState::start(&setup);
    let mut liquid = flow.at_rest(flow.resolved_gap(problem.start.gap));
    let mut liquid = SurroundingLiquid::Flow { solver: &mut flow, state: &mut liquid };
    let unit = RADIUS * RADIUS;
    let (mut dt, mut curve) = (FIRST_STEP * unit, Vec::new());
    while state.body.time < UNTIL * unit {
        let (time, gap) = (state.body.time, state.body.gap);
        step(&setup, &mut liquid, &mut FilmSolver::default(), &mut state, dt)
            .map_err(|failure| Failure::of_step(failure, time, gap))?;
        let s = state.body.time / unit;
        curve.push((s, -state.body.velocity() / REYNOLDS, basset_settling(density_ratio, s)));
        dt *= GROWTH;
    }
    Ok(curve)
}

/// A sphere released from rest in creeping flow.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Basset {
    /// Density ratios.
    pub density_ratios: Vec<f64>,
}

impl Experiment for Basset {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for &ratio in &self.density_ratios {
            let curve = fall(ratio)?;
            let largest = curve.iter().map(|(_, v, exact)| (v - exact).abs()).fold(0.0, f64::max);
            measured.push(Measured::number("error", largest).at(&[&ratio]));
            let relative = curve.iter().filter(|(s, ..)| *s >= 0.1).map(|(_, v, exact)| (v / exact - 1.0).abs());
            let relative = relative.fold(0.0, f64::max);
            measured.push(Measured::number("relative_error", relative).at(&[&ratio]));
        }
        Ok(measured)
    }
}
