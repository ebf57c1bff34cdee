//! Hertz contact with given stiffness and damping, LIGGGHTS `model hertz/stiffness`.
//!
//! ```text
//! F_n = k̃_n ε + γ̃_n ε̇      k̃_n = k_n √(ε r*)      γ̃_n = γ_n m* √(ε r*)
//!                           k̃_t = k_t √(ε r*)      γ̃_t = γ_t m* √(ε r*)
//! ```
//!
//! `k_n` is a pressure, `γ_n` is 1/(m s). On a plane `r*` is the radius of the sphere. With `limit_force` the normal
//! force is cut at zero when damping would make it attractive.
//!
//! The tangential force is that of LIGGGHTS' `tangential history`: `F_t = −k̃_t ξ − γ̃_t v_t` with `ξ = ∫ v_t dt`; beyond
//! `μ |F_n|` the spring force is scaled back to the limit, `ξ` follows, and the damping does not act.

use super::kinematics::Lever;
use super::normal::NormalForce;
use super::pair::{Pair, not_negative, positive};
use super::sense::SpringKind;
use super::tangential::{Power, Resistance, TangentialContact};
use crate::error::BadParameter;
use serde::{Deserialize, Serialize};

/// Parameters of the law `hertz/stiffness`, named as the source's. The source gives no default values for the material
/// properties; here `k_n` and `k_t` are those of glass on glass (`4/3 E*` and `8 G*`), the others zero.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HertzStiffness {
    /// `k_n` (Pa).
    pub k_n: f64,
    /// `k_t` (Pa).
    pub k_t: f64,
    /// `γ_n` (1/(m s)).
    pub gamma_n: f64,
    /// `γ_t` (1/(m s)).
    pub gamma_t: f64,
    /// Cut the force at zero when damping would make it attractive (`limitForce`).
    pub limit_force: bool,
    /// Apply `γ_t` (`tangential_damping`).
    pub tangential_damping: bool,
    /// Coefficient of sliding friction (-) of the tangential model `history`.
    pub friction: f64,
    /// Kind of tangential spring.
    pub tangential: SpringKind,
    /// Lever arm of the tangential force.
    pub lever: Lever,
}

impl Default for HertzStiffness {
    /// The source's switches: `limitForce = off`, `tangential_damping = on`; displacement spring, contact point.
    fn default() -> Self {
        Self {
            k_n: 4.7573e10,
            k_t: 6.1166e10,
            gamma_n: 0.0,
            gamma_t: 0.0,
            limit_force: false,
            tangential_damping: true,
            friction: 0.0,
            tangential: SpringKind::Displacement,
            lever: Lever::ContactPoint,
        }
    }
}

impl HertzStiffness {
    /// Refuses a normal stiffness that is not positive, and what is negative of the rest.
    pub fn validate(&self) -> Result<(), BadParameter> {
        positive("k_n", self.k_n)?;
        not_negative("k_t", self.k_t)?;
        not_negative("gamma_n", self.gamma_n)?;
        not_negative("gamma_t", self.gamma_t)?;
        not_negative("friction", self.friction)
    }

    /// The tangential force between the bodies of `pair`: model `history`, limited by `μ |F_n|`.
    pub fn tangential(&self, pair: &Pair) -> Result<TangentialContact, BadParameter> {
        self.validate()?;
        let root = pair.effective_radius().sqrt();
        let damping = if self.tangential_damping { self.gamma_t * pair.effective_mass() * root } else { 0.0 };
        let sliding = Resistance {
            stiffness: Power { coefficient: self.k_t * root, quarters: 2 },
            viscosity: Power { coefficient: damping, quarters: 2 },
            friction: self.friction,
        };
        let contact = TangentialContact {
            sliding: Some(sliding),
            kind: self.tangential,
            lever: self.lever,
            ..TangentialContact::NONE
        };
        Ok(contact.pruned())
    }

    /// The normal force between the bodies of `pair`.
    pub fn normal(&self, pair: &Pair) -> Result<HertzStiffnessNormal, BadParameter> {
        self.validate()?;
        let root = pair.effective_radius().sqrt();
        let mass = pair.effective_mass();
        Ok(HertzStiffnessNormal {
            stiffness: self.k_n * root,
            damping: self.gamma_n * mass * root,
            mass,
            cut: self.limit_force,
        })
    }
}

/// The normal force of [`HertzStiffness`] between given bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HertzStiffnessNormal {
    /// `k_n √r*` (N/m^{3/2}).
    pub stiffness: f64,
    /// `γ_n m* √r*` (N s/m^{3/2}).
    pub damping: f64,
    /// Effective mass `m*` (kg).
    pub mass: f64,
    /// Whether attraction is cut.
    pub cut: bool,
}

impl HertzStiffnessNormal {
    /// Force (N) and its derivatives at an overlap (m) and closing rate (m/s).
    #[inline]
    pub fn force(&self, overlap: f64, rate: f64) -> NormalForce {
        self.uncut_force(overlap, rate).without_attraction_if(self.cut)
    }

    /// The same with attraction kept.
    #[inline]
    pub fn uncut_force(&self, overlap: f64, rate: f64) -> NormalForce {
        if overlap <= 0.0 {
            return NormalForce::ZERO;
        }
        let root = overlap.sqrt();
        let eta = self.damping * root;
        let by_overlap = 1.5 * self.stiffness * root + 0.5 * eta * rate / overlap;
        NormalForce::new(self.stiffness * overlap * root, eta * rate, by_overlap, eta)
    }

    /// Force over damping coefficient, `k_n ε/(γ_n m*) + ε̇` (m/s), and its derivative with respect to the overlap:
    /// negative where the force attracts.
    #[inline]
    pub fn cut_margin(&self, overlap: f64, rate: f64) -> (f64, f64) {
        let slope = self.stiffness / self.damping;
        (slope * overlap + rate, slope)
    }

    /// Elastic energy `2/5 k_n √r* ε^{5/2}` (J).
    #[inline]
    pub fn stored_energy(&self, overlap: f64) -> f64 {
        let x = overlap.max(0.0);
        0.4 * self.stiffness * x * x * x.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_stiffness_or_damping_is_refused() {
        let law = HertzStiffness { k_n: -1.0, ..HertzStiffness::default() };
        assert_eq!(law.validate().unwrap_err().key, "k_n");
        let law = HertzStiffness { gamma_n: -1.0, ..HertzStiffness::default() };
        assert_eq!(law.validate().unwrap_err().key, "gamma_n");
    }
}
