//! A sphere released from rest in creeping flow, against the exact solution with Basset's history force.

use super::experiment::Experiment;
use super::measured::{Measured, Results};
use super::scene::{Scene, UNIT_SPHERE};
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::model::measured_grid::measure_grid;
use wetbounce_physics::model::{Failure, build};
use wetbounce_physics::motion::coupled::SurroundingLiquid;
use wetbounce_physics::motion::coupled::{CoupledState, step};
use wetbounce_physics::motion::elastic_film::FilmSolver;

/// Speed over terminal speed of a sphere of density ratio `τ` at the time `s = νt/a²` after its release from rest, exact
/// in unsteady Stokes flow.
///
/// With `A = (9/2)/(τ + ½)` and `' = d/ds` the equation of motion (Basset 1888) is
/// `V' + A V + A ∫₀ˢ V'(σ)/√(π(s−σ)) dσ = A`; its Laplace transform `A/[p(p + A√p + A)]` has no pole besides 0 and a cut
/// along the negative axis, so that
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

/// A sphere settling from rest at a Reynolds number so small that its displacement and the inertia of the flow vanish.
#[derive(Debug, Clone, PartialEq)]
pub struct BassetDrop {
    /// `τ = ρ_p/ρ_l`.
    pub density_ratio: f64,
    /// Terminal Reynolds number.
    pub reynolds: f64,
    /// Time at which to stop, in `a²/ν`.
    pub until: f64,
    /// First step, in `a²/ν`.
    pub first_step: f64,
    /// Growth of the steps.
    pub growth: f64,
    /// Radius and half the height of the container, in diameters.
    pub container: f64,
    /// Overrides of the case's keys.
    pub overrides: Vec<String>,
}

impl BassetDrop {
    /// The standard set-up at a density ratio: default resolution, Re = 1e-4, up to 100 `a²/ν`, when vorticity has reached
    /// 10 D of the 40 D to the container.
    pub fn standard(density_ratio: f64) -> Self {
        let overrides = Vec::new();
        Self { density_ratio, reynolds: 1e-4, until: 100.0, first_step: 1e-4, growth: 1.04, container: 40.0, overrides }
    }

    /// The simulated speed over the terminal speed, and the exact one, at every step: `(s, simulated, exact)`.
    ///
    /// # Errors
    /// An override that is refused, or a no-slip condition that cannot be met.
    pub fn fall(&self) -> Result<Vec<(f64, f64, f64)>, Failure> {
        const RADIUS: f64 = 0.5;
        let gravity = 4.5 * self.reynolds / ((self.density_ratio - 1.0) * RADIUS * RADIUS);
        let mut scene = Scene::new(UNIT_SPHERE);
        scene.set("sphere.density", format!("{:?} kg/m3", self.density_ratio));
        scene.set("run.gravity", format!("{gravity:?} m/s2"));
        scene.set("container.radius", format!("{} m", self.container));
        scene.set("container.height", format!("{} m", 2.0 * self.container));
        scene.set("release.gap", format!("{} m", self.container));
        scene.set("release.kind", "rest");
        scene.overrides.extend(self.overrides.iter().cloned());
        let case = scene.case();
        let (mut setup, mut flow) = (build::coupled(&case.problem())?, build::flow(&case.problem())?);
        measure_grid(&case.problem(), &mut setup, &mut flow)?;
        let mut state = CoupledState::start(&setup);
        let mut liquid = flow.at_rest(flow.resolved_gap(case.release.gap));
        let mut liquid = SurroundingLiquid::Flow { solver: &mut flow, state: &mut liquid };
        let unit = RADIUS * RADIUS;
        let (mut dt, mut curve) = (self.first_step * unit, Vec::new());
        while state.body.time < self.until * unit {
            let (time, gap) = (state.body.time, state.body.gap);
            step(&setup, &mut liquid, &mut FilmSolver::default(), &mut state, dt)
                .map_err(|failure| Failure::of_step(failure, time, gap))?;
            let s = state.body.time / unit;
            curve.push((s, -state.body.velocity() / self.reynolds, basset_settling(self.density_ratio, s)));
            dt *= self.growth;
        }
        Ok(curve)
    }
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
            let curve = BassetDrop::standard(ratio).fall()?;
            let largest = curve.iter().map(|(_, v, exact)| (v - exact).abs()).fold(0.0, f64::max);
            measured.push(Measured::new(format!("largest error of V/V_T, ratio {ratio}"), "1", largest));
            let relative = curve.iter().filter(|(s, ..)| *s >= 0.1).map(|(_, v, exact)| (v / exact - 1.0).abs());
            let relative = relative.fold(0.0, f64::max);
            measured.push(Measured::new(
                format!("largest relative error after 0.1 a^2/nu, ratio {ratio}"),
                "1",
                relative,
            ));
        }
        Ok(measured)
    }
}
