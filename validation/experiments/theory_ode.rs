//! Theory by a second road: Basset's kernel as a sum of exponentials makes an ordinary differential equation of it,
//! which Dormand & Prince's method of order 8 integrates (crate `ode_solvers`).
//!
//! ```text
//! V̇ (m_p + C_M m_l + H δ₀) = F_drag + F_gradient + (m_l − m_p) g − H Σ w_k z_k,      ż_k = V̇ − λ_k z_k,      ḣ = V
//! ```
//! `H = 6πμa² K_H^p/√(πν)`, and `Σ w_k e^{−λ_k s} ≈ 1/√s` for ages `s ≥ s₀`, by the program's [`Exponentials`], whose
//! error is proven; `δ₀ = ∫ (1/√s − Σ w_k e^{−λ_k s}) ds` stands for the younger ages. The laws of drag and added mass
//! are the program's, too. The steps, the memory and the solution for the acceleration have nothing in common with
//! those of [`Theory::fall`](wetbounce_physics::motion::theory::Theory::fall).

use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use nalgebra::DVector;
use ode_solvers::dop_shared::OutputType;
use ode_solvers::{Dop853, System};
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::body::release::Release;
use wetbounce_physics::liquid::added_mass::mass_and_gradient_force;
use wetbounce_physics::liquid::{
    CutoffLaw, Exponentials, FilmCutoff, Heading, HistoryKernel, HistoryWall, ImmersedSphere,
};
use wetbounce_physics::motion::theory::{Stop, Theory};

/// Youngest age of the sum of exponentials over the time of the fall.
const YOUNGEST: f64 = 1e-3;
/// Relative error of the sum.
const TOLERANCE: f64 = 1e-8;
/// Time in which every fall comes down \[s\].
const LONGEST: f64 = 10.0;
/// Most steps of the ordinary differential equation.
const MOST_STEPS: u32 = 1_000_000;
/// Gravity [m/s²].
const GRAVITY: f64 = 9.81;

/// Falls from rest towards a wall, by theory and as an ordinary differential equation.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TheoryAsOde {
    /// Viscosities of the liquid \[Pa s\].
    pub viscosities: Vec<f64>,
    /// Diameter of the steel sphere \[m\].
    pub diameter: f64,
    /// Gap of the start, and that where the speeds are compared, in diameters.
    pub gaps: [f64; 2],
}

impl Experiment for TheoryAsOde {
    /// Relative differences of speed and gap at the end of the fall.
    ///
    /// # Errors
    /// A fall that cannot be integrated.
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for viscosity in &self.viscosities {
            let [speed, gap] = self.fall(*viscosity)?;
            measured.push(Measured::number("speed", speed).at(&[viscosity]));
            measured.push(Measured::number("gap", gap).at(&[viscosity]));
        }
        Ok(measured)
    }
}

impl TheoryAsOde {
    fn fall(&self, viscosity: f64) -> Result<[f64; 2], ExperimentFailure> {
        let sphere = ImmersedSphere::new(0.5 * self.diameter, 7800.0, 950.0, viscosity)?;
        let cutoff = FilmCutoff::new(CutoffLaw::Elasticity, 4.917e10, 0.0)?;
        let laws = Theory::new(sphere, GRAVITY, cutoff);
        let theory = Theory { history: HistoryKernel::Basset, history_wall: HistoryWall::published(1.5), ..laws };
        let [first, last] = self.gaps.map(|gap| gap * self.diameter);
        let stop = Stop { tolerance: 1e-11, ..Stop::at(LONGEST) };
        let mut fall = theory.start(&Release::rest(first), &stop, None, None)?;
        let end = loop {
            let row = fall.advance()?.ok_or_else(|| ExperimentFailure::Case("the sphere does not come down".into()))?;
            if row.state.gap < last {
                break row;
            }
        };
        let [gap, speed] = OdeFall::new(theory, end.time)?.run(first)?;
        Ok([(speed / end.state.velocity - 1.0).abs(), (gap / end.state.gap - 1.0).abs()])
    }
}

/// The equation in units of the radius and of the time of the fall.
#[derive(Clone)]
struct OdeFall {
    theory: Theory,
    time: f64,
    exponentials: Exponentials,
    /// What the exponentials lack of the integral over the kernel, δ₀.
    lacking: f64,
}

impl OdeFall {
    fn new(theory: Theory, time: f64) -> Result<Self, ExperimentFailure> {
        let exponentials = Exponentials::new(YOUNGEST, 1.0, TOLERANCE)?;
        let terms = exponentials.rates().iter().zip(exponentials.weights());
        let held = |(rate, weight): (&f64, &f64)| weight / rate * (1.0 - (-rate * YOUNGEST).exp());
        let lacking = 2.0 * YOUNGEST.sqrt() - terms.map(held).sum::<f64>();
        Ok(Self { theory, time, exponentials, lacking })
    }

    /// Gap \[m\] and velocity [m/s] at the end of a fall from rest at `gap` \[m\].
    fn run(self, gap: f64) -> Result<[f64; 2], ExperimentFailure> {
        let (length, time) = (self.theory.sphere.radius, self.time);
        let mut start = DVector::zeros(2 + self.exponentials.rates().len());
        start[0] = gap / length;
        // Its defaults but for the number of steps: the youngest exponentials bound them, which is no sign of an error.
        let (safety, beta, change, longest) = (0.9, 0.0, (0.333, 6.0), 1.0);
        let mut solver = Dop853::from_param(
            self,
            0.0,
            1.0,
            1.0,
            start,
            1e-10,
            1e-12,
            safety,
            beta,
            change.0,
            change.1,
            longest,
            0.0,
            MOST_STEPS,
            u32::MAX,
            OutputType::Sparse,
        );
        solver.integrate().map_err(|error| ExperimentFailure::Case(error.to_string()))?;
        let end = solver.y_out().last().ok_or_else(|| ExperimentFailure::Case("no step was taken".into()))?;
        Ok([end[0] * length, end[1] * length / time])
    }
}

impl System<f64, DVector<f64>> for OdeFall {
    fn system(&self, _: f64, y: &DVector<f64>, dy: &mut DVector<f64>) {
        let Theory { sphere, drag, added_mass, history, history_wall, gravity, .. } = &self.theory;
        let (length, speed) = (sphere.radius, sphere.radius / self.time);
        let (delta_star, velocity) = (y[0], y[1] * speed);
        let (added, gradient) = mass_and_gradient_force(sphere, added_mass.wall_effect(delta_star), velocity);
        let stokes = sphere.stokes_coefficient();
        let factor = drag.factor(delta_star, sphere.reynolds(velocity), Heading::of(velocity));
        let memory = stokes * length / (PI * sphere.kinematic_viscosity()).sqrt()
            * history_wall.factor(*history, delta_star)
            * self.time.sqrt();
        let past: f64 = self.exponentials.weights().iter().zip(y.iter().skip(2)).map(|(weight, z)| weight * z).sum();
        let weight = (sphere.displaced_mass() - sphere.mass()) * gravity;
        // Forces over speed, times over the time of the fall.
        let force = (weight - stokes * velocity * factor + gradient) * self.time / speed - memory * past;
        let acceleration = force / (sphere.mass() + added + memory * self.lacking);
        (dy[0], dy[1]) = (y[1], acceleration);
        for (k, rate) in self.exponentials.rates().iter().enumerate() {
            dy[2 + k] = acceleration - rate * y[2 + k];
        }
    }
}
