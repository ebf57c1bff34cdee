//! Oblique impacts in the variables of Maw, Barber & Fawcett (1976), in which impacts of all speeds, sizes and friction
//! coefficients fall on one curve.
//!
//! ```text
//! ψ₁ = κ/μ · v_c1/v_n1        ψ₂ = κ/μ · v_c2/v_n1        κ = 4 G*/E*   (= 2(1 − ν)/(2 − ν) for like materials)
//! χ  = κ (1 + 1/K²)/2         (K² = 2/5, a solid sphere: χ = 7κ/4)
//! ```
//! `v_c` is the sliding velocity of the contact point before (1) and after (2), `v_n1` the normal speed before. An
//! elastic impact slides all through for `ψ₁ ≥ 4χ − 1`, where `ψ₂ = ψ₁ − 4χ`; it begins with sticking for `ψ₁ ≤ 1`.

use super::outcome::DryBounce;
use super::pair::Pair;
use crate::numerics::not_finite;
use serde::{Deserialize, Serialize};

/// Scaled angles of one oblique impact.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Maw {
    /// Scaled angle of incidence `ψ₁`.
    #[serde(with = "not_finite")]
    pub psi_1: f64,
    /// Scaled angle of rebound `ψ₂` (negative: reversed).
    #[serde(with = "not_finite")]
    pub psi_2: f64,
    /// `χ`.
    pub chi: f64,
}

impl Maw {
    /// Scales a bounce with friction coefficient `μ > 0`.
    pub fn of(bounce: &DryBounce, pair: &Pair, friction: f64) -> Self {
        let kappa = stiffness_ratio(pair);
        let scale = kappa / (friction * bounce.impact_speed_m_s);
        Self {
            psi_1: scale * bounce.oblique.sliding_before_m_s,
            psi_2: scale * bounce.oblique.sliding_after_m_s,
            chi: 1.75 * kappa,
        }
    }

    /// Whether an elastic impact slides from beginning to end.
    pub fn slides_throughout(&self) -> bool {
        self.psi_1 >= 4.0 * self.chi - 1.0
    }
}

/// Effective angles `Ψ_in` of incidence below which an elastic impact with friction `μ` begins with sticking, `μ/κ`,
/// and above which it slides all through, `μ(7 − 1/κ)`.
pub fn limits(pair: &Pair, friction: f64) -> [f64; 2] {
    let kappa = stiffness_ratio(pair);
    [friction / kappa, friction * (7.0 - 1.0 / kappa)]
}

/// Tangential over normal contact stiffness `κ = k_t/k_n = 8 G* a/(2 E* a) = 4 G*/E*` (Mindlin 1949).
fn stiffness_ratio(pair: &Pair) -> f64 {
    4.0 * pair.effective_shear_modulus() / pair.effective_modulus()
}

#[cfg(test)]
mod tests {
    use super::super::pair::Material;
    use super::*;

    #[test]
    fn the_stiffness_ratio_of_like_materials_is_mindlins() {
        let material = Material { young_modulus: 70e9, poisson_ratio: 0.3 };
        let pair = Pair::sphere_on_plane(1e-3, 1e-5, [material; 2]).unwrap();
        assert!((stiffness_ratio(&pair) - 2.0 * 0.7 / 1.7).abs() < 1e-15);
        let [sticks, slides] = limits(&pair, 0.1);
        let maw = |psi: f64| Maw {
            psi_1: stiffness_ratio(&pair) / 0.1 * psi,
            psi_2: 0.0,
            chi: 1.75 * stiffness_ratio(&pair),
        };
        assert!((maw(sticks).psi_1 - 1.0).abs() < 1e-14);
        assert!(maw(1.001 * slides).slides_throughout() && !maw(0.999 * slides).slides_throughout());
    }
}
