//! Memory of Basset's history force: a convolution.

use super::history_exponentials::Exponentials;
use super::{HistoryIntegral, ImmersedSphere, StageIntegrals};
use crate::error::BadParameter;
use crate::numerics::radau::{Parabola, RADAU};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Relative error of the tail of the kernel.
const TOLERANCE: f64 = 1e-5;

/// Everything that the past leaves behind in `∫ V̇(τ) a/√(πν(t−τ)) dτ`: one number per exponential.
///
/// The last step is integrated exactly with `V̇` linear in it, older ones through
/// `y_k = ∫ V̇(τ) e^{−λ_k(t−τ)} dτ`, which each step multiplies by `e^{−λ_k Δt}`. Second order in the step, any
/// sequence of steps, work and memory independent of their number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConvolutionMemory {
    pub(super) exponentials: Exponentials,
    pub(super) modes: Vec<f64>,
    pub(super) acceleration: f64,
    pub(super) scale: f64,
}

impl ConvolutionMemory {
    /// An empty memory; the kernel holds to 1e-5 from `shortest_step` to `longest_time` \[s\].
    ///
    /// Steps below the shortest are allowed, but the kernel is too small between the step and `shortest_step`.
    pub(super) fn new(sphere: &ImmersedSphere, shortest_step: f64, longest_time: f64) -> Result<Self, BadParameter> {
        Self::scaled(sphere.radius / (PI * sphere.kinematic_viscosity()).sqrt(), shortest_step, longest_time)
    }

    /// The same of any quantity `f` in the acceleration's place: `∫ f(τ) scale/√(t−τ) dτ`.
    pub fn scaled(scale: f64, shortest_step: f64, longest_time: f64) -> Result<Self, BadParameter> {
        let exponentials = Exponentials::new(shortest_step, longest_time, TOLERANCE)?;
        let modes = vec![0.0; exponentials.rates().len()];
        Ok(Self { exponentials, modes, acceleration: 0.0, scale })
    }

    /// See [`HistoryMemory::jump`](super::HistoryMemory::jump).
    pub fn jump(&mut self, acceleration: f64) {
        self.acceleration = acceleration;
    }

    /// See [`HistoryMemory::predict`](super::HistoryMemory::predict): with `V̇` linear,
    /// `∫_0^Δt V̇ s^{−½} ds = (4/3 V̇_new + 2/3 V̇_old) √Δt`.
    pub fn predict(&self, step: f64) -> HistoryIntegral {
        let (root, tail) = (step.sqrt(), self.tail(step));
        HistoryIntegral {
            coefficient: self.scale * 4.0 / 3.0 * root,
            known: self.scale * (2.0 / 3.0 * root * self.acceleration + tail),
        }
    }

    /// The rest of the exponentials `step` \[s\] from now.
    fn tail(&self, step: f64) -> f64 {
        let (rates, weights) = (self.exponentials.rates(), self.exponentials.weights());
        let mut tail = 0.0;
        for ((rate, weight), mode) in rates.iter().zip(weights).zip(&self.modes) {
            tail += weight * (-rate * step).exp() * mode;
        }
        tail
    }

    /// See [`HistoryMemory::predict_stages`](super::HistoryMemory::predict_stages), with
    /// `∫_0^t τⁿ (t−τ)^{−½} dτ = t^{n+½} B(n+1, ½)`.
    pub(super) fn predict_stages(&self, step: f64) -> StageIntegrals {
        const BETA: [f64; 3] = [2.0, 4.0 / 3.0, 16.0 / 15.0];
        let scale = self.scale * step.sqrt();
        let coefficient =
            |[p, q, r]: [f64; 3], x: f64| scale * x.sqrt() * (p * BETA[0] + x * (q * BETA[1] + x * r * BETA[2]));
        StageIntegrals {
            coefficients: RADAU.nodes.map(|x| RADAU.basis.map(|parabola| coefficient(parabola, x))),
            known: RADAU.nodes.map(|x| self.scale * self.tail(x * step)),
        }
    }

    /// See [`HistoryMemory::advance`](super::HistoryMemory::advance).
    pub fn advance(&mut self, step: f64, acceleration: f64) {
        self.advance_along(step, Parabola { first: self.acceleration, last: acceleration, bow: 0.0 });
    }

    /// See [`HistoryMemory::advance_along`](super::HistoryMemory::advance_along).
    pub fn advance_along(&mut self, step: f64, Parabola { first, last, bow }: Parabola) {
        for (rate, mode) in self.exponentials.rates().iter().zip(&mut self.modes) {
            let (decay, old, new) = linear_response(rate * step);
            *mode = decay * *mode + step * (old * first + new * last);
            if bow != 0.0 {
                *mode += step * bow * bow_response(rate * step, decay);
            }
        }
        self.acceleration = last;
    }

    /// The value that the last [`advance`](Self::advance) or [`jump`](Self::jump) ended at.
    pub fn last(&self) -> f64 {
        self.acceleration
    }

    /// Numbers kept.
    pub(super) fn len(&self) -> usize {
        self.modes.len()
    }
}

/// `e^{−x}`, `∫_0^1 e^{−x(1−θ)}(1−θ) dθ` and `∫_0^1 e^{−x(1−θ)} θ dθ` for `x ≥ 0`.
pub(super) fn linear_response(x: f64) -> (f64, f64, f64) {
    let decay = (-x).exp();
    if x < 0.002 {
        let old = 0.5 - x * (1.0 / 3.0 - x * (1.0 / 8.0 - x * (1.0 / 30.0 - x / 144.0)));
        let new = 0.5 - x * (1.0 / 6.0 - x * (1.0 / 24.0 - x * (1.0 / 120.0 - x / 720.0)));
        (decay, old, new)
    } else {
        let whole = -(-x).exp_m1() / x;
        let new = (1.0 - whole) / x;
        (decay, whole - new, new)
    }
}

/// `∫_0^1 e^{−x(1−θ)} θ(1−θ) dθ` for `x ≥ 0` with the `decay` `e^{−x}`.
pub(super) fn bow_response(x: f64, decay: f64) -> f64 {
    if x < 0.1 {
        let terms = [1.0 / 6.0, -1.0 / 12.0, 1.0 / 40.0, -1.0 / 180.0, 1.0 / 1008.0, -1.0 / 6720.0, 1.0 / 51840.0];
        terms.iter().rev().fold(0.0, |sum, term| sum * x + term)
    } else {
        (1.0 + decay - 2.0 * (1.0 - decay) / x) / (x * x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_response_to_a_linear_acceleration_is_the_integral_at_every_rate() {
        for x in [0.0f64, 1e-6, 1.9e-3, 2e-3, 0.5, 3.0, 1e3] {
            let (decay, old, new) = linear_response(x);
            let n = 200_000;
            let (mut first, mut second, mut third) = (0.0, 0.0, 0.0);
            for k in 0..n {
                let theta = (k as f64 + 0.5) / n as f64;
                let kernel = (-x * (1.0 - theta)).exp() / n as f64;
                first += kernel * (1.0 - theta);
                second += kernel * theta;
                third += kernel * theta * (1.0 - theta);
            }
            assert!((bow_response(x, decay) - third).abs() < 1e-8, "{x}");
            assert!((old - first).abs() < 1e-8 && (new - second).abs() < 1e-8, "{x}");
        }
        let (below, above) = (linear_response(2e-3 * (1.0 - 1e-13)), linear_response(2e-3));
        assert!((below.1 - above.1).abs() < 1e-12 && (below.2 - above.2).abs() < 1e-12);
    }
}
