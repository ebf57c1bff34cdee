//! A sum of exponentials for the tail of Basset's kernel.

use crate::error::{BadParameter, positive};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// `1/√s ≈ Σ_k w_k e^{−λ_k s}` for `shortest ≤ s ≤ longest`, with a proven relative error.
///
/// The idea of van Hinsberg, ten Thije Boonkkamp & Clercx (2011), J. Comput. Phys. 230, 1465: with exponentials, the
/// tail of a convolution obeys a recurrence and nothing old has to be kept. Here rates and weights come from the
/// trapezoidal rule, which is exponentially accurate, for `1/√s = π^{−½} ∫ e^{−λs} λ^{−½} dλ` with
/// `λ = e^{x − e^{−x}}/longest` (Beylkin & Monzón 2010): about one term per factor `e^{π²/ln(3/tolerance)}` between
/// the two times.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Exponentials {
    rates: Vec<f64>,
    weights: Vec<f64>,
    shortest: f64,
    longest: f64,
}

/// Bound of the second derivative of the relative error with respect to `ln s`, see [`Exponentials::error_bound`].
const CURVATURE: f64 = 2.0;

impl Exponentials {
    /// Rates and weights for `0 < shortest < longest` \[s\], with a relative error of at most `tolerance` (1e-8 to
    /// 0.1).
    ///
    /// # Errors
    /// A number out of range.
    pub fn new(shortest: f64, longest: f64, tolerance: f64) -> Result<Self, BadParameter> {
        positive("shortest_step", shortest)?;
        positive("longest_time", longest)?;
        if shortest >= longest {
            return Err(BadParameter::new(
                "shortest_step",
                shortest,
                format!("must be below {longest} s, the longest"),
            ));
        }
        if !(1e-8..=0.1).contains(&tolerance) {
            return Err(BadParameter::new("tolerance", tolerance, "must lie between 1e-8 and 0.1"));
        }
        let mut spacing = PI * PI / (12.0 / tolerance).ln();
        loop {
            let sum = Self::trapezoidal(shortest, longest, tolerance, spacing);
            if sum.error_bound(tolerance) <= tolerance {
                return Ok(sum);
            }
            spacing *= 0.95;
            assert!(spacing > 0.01, "the trapezoidal rule converges");
        }
    }

    /// The trapezoidal rule with a given spacing in `x`, cut where the ends no longer matter.
    fn trapezoidal(shortest: f64, longest: f64, tolerance: f64, spacing: f64) -> Self {
        let digits = (10.0 / tolerance).ln();
        let first = (-(2.0 * digits).ln() / spacing).floor() as i64;
        let last = ((digits * longest / shortest).ln() / spacing).ceil() as i64;
        let (mut rates, mut weights) = (Vec::new(), Vec::new());
        for x in (first..=last).map(|j| j as f64 * spacing) {
            let rate = (x - (-x).exp()).exp() / longest;
            rates.push(rate);
            weights.push(spacing * (rate / PI).sqrt() * (1.0 + (-x).exp()));
        }
        Self { rates, weights, shortest, longest }
    }

    /// A bound of the relative error anywhere between `shortest` and `longest`.
    ///
    /// The error `E(ln s) = √s Σ w e^{−λs} − 1` is sampled at a spacing `d`; between two samples it exceeds the
    /// larger by at most `d²/8 max|E''|`, and `E'' = Σ T [(½ − λs)² − λs]` with `T = √s w e^{−λs} ≥ 0`, `Σ T ≈ 1`,
    /// `Σ T (λs)² ≈ ¾`, so `|E''| < 2`. `d` is chosen so that this part is half of `resolution`.
    fn error_bound(&self, resolution: f64) -> f64 {
        let spacing = (8.0 * 0.5 * resolution / CURVATURE).sqrt();
        let samples = ((self.longest / self.shortest).ln() / spacing).ceil() as usize;
        let ratio = (self.longest / self.shortest).powf(1.0 / samples as f64);
        let mut age = self.shortest;
        let mut worst = 0f64;
        for _ in 0..=samples {
            worst = worst.max((age.sqrt() * self.value(age) - 1.0).abs());
            age *= ratio;
        }
        worst + CURVATURE * spacing * spacing / 8.0
    }

    /// `Σ_k w_k e^{−λ_k s}` (s^{−½}) at the age `s ≥ 0` \[s\].
    pub(super) fn value(&self, age: f64) -> f64 {
        let alive = self.rates.partition_point(|rate| rate * age < 50.0);
        self.rates[..alive].iter().zip(&self.weights).map(|(rate, weight)| weight * (-rate * age).exp()).sum()
    }

    /// The rates `λ_k` [1/s], rising.
    pub fn rates(&self) -> &[f64] {
        &self.rates
    }

    /// The weights `w_k` (s^{−½}).
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eleven_decades_of_age_take_fewer_than_fifty_exponentials_at_a_relative_error_of_1e_5() {
        let sum = Exponentials::new(1e-10, 10.0, 1e-5).unwrap();
        assert!(sum.rates().len() < 50, "{}", sum.rates().len());
        let mut worst = 0f64;
        for k in 0..200_003 {
            let age = 1e-10 * 1e11f64.powf(k as f64 / 200_002.0);
            worst = worst.max((age.sqrt() * sum.value(age) - 1.0).abs());
        }
        assert!(worst <= 1e-5 && worst <= sum.error_bound(1e-5), "{worst:e}");
    }

    #[test]
    fn a_finer_tolerance_is_met_too() {
        for tolerance in [1e-2, 1e-3, 1e-6] {
            let sum = Exponentials::new(1e-6, 1.0, tolerance).unwrap();
            for k in 0..5001 {
                let age = 1e-6 * 1e6f64.powf(k as f64 / 5000.0);
                assert!((age.sqrt() * sum.value(age) - 1.0).abs() <= tolerance);
            }
        }
    }

    #[test]
    fn beyond_the_longest_age_the_memory_only_fades() {
        let sum = Exponentials::new(1e-6, 1.0, 1e-4).unwrap();
        for age in [2.0f64, 10.0, 100.0] {
            assert!(sum.value(age) > 0.0 && sum.value(age) < 1.01 / age.sqrt());
        }
    }

    #[test]
    fn an_empty_range_or_an_impossible_tolerance_is_refused() {
        assert_eq!(Exponentials::new(1.0, 1.0, 1e-4).unwrap_err().key, "shortest_step");
        assert_eq!(Exponentials::new(0.0, 1.0, 1e-4).unwrap_err().key, "shortest_step");
        assert_eq!(Exponentials::new(1e-3, -1.0, 1e-4).unwrap_err().key, "longest_time");
        assert_eq!(Exponentials::new(1e-3, 1.0, 0.0).unwrap_err().key, "tolerance");
    }
}
