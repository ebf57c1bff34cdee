//! Integrals of a history kernel over a stretch of the past.

use super::PresentKernel;
use crate::numerics::radau::Parabola;
use crate::numerics::{QuadratureNode, gauss_legendre};
use serde::{Deserialize, Serialize};

/// `∫ K φⁿ ds`, n = 0, 1, 2, `φ = (s − s_young)/(s_old − s_young)`, over the ages `young ≤ s ≤ old` \[s\], for a
/// constant weight `G`.
///
/// With `s = y^{4C}` the integrand is a polynomial times a smooth function, singularity at `s = 0` included:
/// Gauss–Legendre with eight points; exact for Basset's kernel, relative error below 1e-4 for the others.
pub(super) fn over_ages(kernel: &PresentKernel, weight: f64, young: f64, old: f64) -> [f64; 3] {
    let power = (4.0 * kernel.exponent).round() as i32;
    let (from, to) = (young.powf(1.0 / power as f64), old.powf(1.0 / power as f64));
    let width = old - young;
    let mut moments = [0.0; 3];
    for QuadratureNode { x: y, weight: share } in gauss_legendre(from, to) {
        let before = y.powi(power - 1);
        let square = y * y;
        let brackets = square * (kernel.viscous + weight * kernel.inertial * square.powi(3));
        let part = share * power as f64 * before * kernel.power(brackets);
        let phi = (before * y - young) / width;
        moments[0] += part;
        moments[1] += part * phi;
        moments[2] += part * phi * phi;
    }
    moments
}

/// A stretch of the past, as seen from far enough: the moments of `V̇ dτ` about a centre in time and in the weight
/// `G`.
///
/// Its part of the history integral is the kernel expanded to second order about the centre,
/// `K m − K_s m_t + ½ K_ss m_tt + K_G m_g + ½ K_GG m_gg − K_sG m_tg`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// Start \[s\].
    pub start: f64,
    /// End \[s\].
    pub(super) end: f64,
    /// `∫ |V̇| dτ` [m/s]: the weight of the centre.
    mass: f64,
    /// Centre in time \[s\].
    centre: f64,
    /// Centre in the weight `G`.
    weight: f64,
    /// `∫ V̇ (τ − centre)^i (G − weight)^j dτ` for (i, j) = (0,0), (1,0), (2,0), (0,1), (0,2), (1,1).
    moments: [f64; 6],
}

impl Stretch {
    /// One step of the past: `V̇` a parabola from `start` to `end`, `G` constant.
    pub(super) fn from_step(start: f64, end: f64, acceleration: Parabola, weight: f64) -> Self {
        let Parabola { first, last, bow } = acceleration;
        let (width, mean, change) = (end - start, 0.5 * (first + last), last - first);
        let square = width * width;
        let spread = mean * width * square / 12.0 + bow * width * square / 120.0;
        let moments = [(mean + bow / 6.0) * width, change * square / 12.0, spread, 0.0, 0.0, 0.0];
        let mass = (0.5 * (first.abs() + last.abs()) + bow.abs() / 6.0) * width;
        Self { start, end, mass, centre: 0.5 * (start + end), weight, moments }
    }

    /// Both stretches as one.
    pub(super) fn merge(&self, other: &Self) -> Self {
        let mass = self.mass + other.mass;
        let share = if mass > 0.0 { other.mass / mass } else { 0.5 };
        let centre = self.centre + share * (other.centre - self.centre);
        let weight = self.weight + share * (other.weight - self.weight);
        let (left, right) = (self.moments_about(centre, weight), other.moments_about(centre, weight));
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
            mass,
            centre,
            weight,
            moments: std::array::from_fn(|k| left[k] + right[k]),
        }
    }

    fn moments_about(&self, centre: f64, weight: f64) -> [f64; 6] {
        let (t, g) = (self.centre - centre, self.weight - weight);
        let [m, mt, mtt, mg, mgg, mtg] = self.moments;
        [
            m,
            mt + t * m,
            mtt + t * (2.0 * mt + t * m),
            mg + g * m,
            mgg + g * (2.0 * mg + g * m),
            mtg + t * mg + g * mt + t * g * m,
        ]
    }

    /// Its part of `∫ V̇ K dτ` at the time `now` \[s\], after its end.
    pub(super) fn contribution(&self, kernel: &PresentKernel, now: f64) -> f64 {
        let age = now - self.centre;
        let c = kernel.exponent;
        let root = kernel.root(age);
        let (viscous, inertial) = (kernel.viscous * root, kernel.inertial * root.powi(4));
        let sum = viscous + self.weight * inertial;
        let value = kernel.power(sum);
        let (per_weight, beta) = (inertial / sum, self.weight * inertial / sum);
        let slope = -0.5 - 1.5 * beta;
        let by_age = slope / age;
        let by_age_2 = (slope * slope - slope - 2.25 / c * beta * (1.0 - beta)) / (age * age);
        let by_weight = -c * per_weight;
        let by_weight_2 = c * (c + 1.0) * per_weight * per_weight;
        let by_both = (slope * by_weight - 1.5 * per_weight * (1.0 - beta)) / age;
        let [m, mt, mtt, mg, mgg, mtg] = self.moments;
        value * (m - by_age * mt + 0.5 * by_age_2 * mtt + by_weight * mg + 0.5 * by_weight_2 * mgg - by_both * mtg)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liquid::{HistoryKernel, ImmersedSphere};

    fn kernels() -> Vec<PresentKernel> {
        let sphere = ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).unwrap();
        [HistoryKernel::Basset, HistoryKernel::MeiAdrian, HistoryKernel::KimElghobashiSirignano]
            .iter()
            .map(|kernel| kernel.at(&sphere, -0.5))
            .collect()
    }

    /// Integral of a smooth function by a fine midpoint rule in `√s`.
    fn fine(f: impl Fn(f64) -> f64, young: f64, old: f64) -> f64 {
        let n = 200_000;
        let (from, to) = (young.sqrt(), old.sqrt());
        (0..n)
            .map(|k| {
                let x = from + (to - from) * (k as f64 + 0.5) / n as f64;
                f(x * x) * 2.0 * x * (to - from) / n as f64
            })
            .sum()
    }

    #[test]
    fn the_integral_of_the_kernel_over_a_step_includes_its_singularity() {
        for kernel in kernels() {
            for (young, old) in [(0.0, 1e-6), (0.0, 1e-2), (1e-4, 3e-4), (1e-6, 1e-2)] {
                for weight in [1.0, 0.1] {
                    let [whole, first, second] = over_ages(&kernel, weight, young, old);
                    let exact = fine(|s| kernel.value(s, weight), young, old);
                    let exact_first = fine(|s| kernel.value(s, weight) * (s - young) / (old - young), young, old);
                    assert!((whole / exact - 1.0).abs() < 1e-4, "{kernel:?} {young} {old}: {}", whole / exact - 1.0);
                    assert!((first / exact_first - 1.0).abs() < 1e-4, "{kernel:?} {young} {old}");
                    let square = |s: f64| kernel.value(s, weight) * ((s - young) / (old - young)).powi(2);
                    assert!((second / fine(square, young, old) - 1.0).abs() < 1e-4, "{kernel:?} {young} {old}");
                }
            }
        }
    }

    /// The first neglected moment of `K ~ s^-2`, 5!/4! w⁴/(80 s⁴), at s = 2.5 w is 1.6e-3 of the whole.
    #[test]
    fn a_stretch_of_the_past_seen_from_twice_its_length_is_its_moments() {
        for kernel in kernels() {
            for (first, last, bow) in [(1.0, 1.0, 0.0), (1.0, -0.5, 0.0), (0.0, 2.0, 0.0), (1.0, 1.0, 3.0)] {
                let stretch = Stretch::from_step(1.0, 1.001, Parabola { first, last, bow }, 0.4);
                let now = 1.003;
                let part = |s: f64| (now - s - 1.0) / 1e-3;
                let accel = |s: f64| first + (last - first) * part(s) + bow * part(s) * (1.0 - part(s));
                let exact = fine(|s| accel(s) * kernel.value(s, 0.4), now - 1.001, now - 1.0);
                let size = fine(|s| accel(s).abs() * kernel.value(s, 0.4), now - 1.001, now - 1.0);
                assert!((stretch.contribution(&kernel, now) - exact).abs() < 1.6e-3 * size);
            }
        }
    }

    #[test]
    fn merged_stretches_contribute_what_they_did_alone() {
        for kernel in kernels() {
            let left = Stretch::from_step(1.0, 1.0004, Parabola { first: 1.0, last: 0.7, bow: 0.0 }, 0.5);
            let right = Stretch::from_step(1.0004, 1.001, Parabola { first: 0.7, last: 0.3, bow: 0.0 }, 0.6);
            let now = 1.003;
            let alone = left.contribution(&kernel, now) + right.contribution(&kernel, now);
            let merged = left.merge(&right).contribution(&kernel, now);
            assert!((merged / alone - 1.0).abs() < 1e-3, "{}", merged / alone - 1.0);
        }
    }
}
