//! Hertz contact with given stiffness and damping, LIGGGHTS `model hertz/stiffness`.
//!
//! ```text
//! F_n = k̃_n ε + γ̃_n ε̇      k̃_n = k_n √(ε r*)      γ̃_n = γ_n m* √(ε r*)
//!                           k̃_t = k_t √(ε r*)      γ̃_t = γ_t m* √(ε r*)
//! ```
//!
//! `k_n` is a pressure, `γ_n` is 1/(m s). On a plane `r*` is the radius of the sphere. With `limit_force` the normal
//! force is cut at zero when damping would make it attractive.

use super::normal::NormalForce;
use super::pair::{Pair, not_negative, positive};
use crate::error::BadParameter;
use serde::{Deserialize, Serialize};

/// Parameters of the law `hertz/stiffness`. `normal_stiffness` has no default in the source; here it is that of glass
/// on glass.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HertzStiffness {
    /// `k_n` [Pa].
    pub normal_stiffness: f64,
    /// `γ_n` [1/(m s)].
    pub normal_damping: f64,
    /// Cut the force at zero when damping would make it attractive (`limitForce`).
    pub limit_force: bool,
}

impl Default for HertzStiffness {
    /// The source's default `limitForce = off`; no damping.
    fn default() -> Self {
        Self { normal_stiffness: 4.757e10, normal_damping: 0.0, limit_force: false }
    }
}

impl HertzStiffness {
    /// Refuses a stiffness that is not positive and negative damping.
    pub fn validate(&self) -> Result<(), BadParameter> {
        positive("normal_stiffness", self.normal_stiffness)?;
        not_negative("normal_damping", self.normal_damping)
    }

    /// The normal force between the bodies of `pair`.
    pub fn normal(&self, pair: &Pair) -> Result<HertzStiffnessNormal, BadParameter> {
        self.validate()?;
        let root = pair.effective_radius().sqrt();
        let mass = pair.effective_mass();
        Ok(HertzStiffnessNormal {
            stiffness: self.normal_stiffness * root,
            damping: self.normal_damping * mass * root,
            mass,
            cut: self.limit_force,
        })
    }
}

/// The normal force of [`HertzStiffness`] between given bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HertzStiffnessNormal {
    /// `k_n √r*` [N/m^{3/2}].
    pub stiffness: f64,
    /// `γ_n m* √r*` [N s/m^{3/2}].
    pub damping: f64,
    /// Effective mass `m*` [kg].
    pub mass: f64,
    /// Whether attraction is cut.
    pub cut: bool,
}

impl HertzStiffnessNormal {
    /// Force [N] and its derivatives at an overlap [m] and closing rate [m/s].
    #[inline]
    pub fn force(&self, overlap: f64, rate: f64) -> NormalForce {
        if overlap <= 0.0 {
            return NormalForce::ZERO;
        }
        let root = overlap.sqrt();
        let eta = self.damping * root;
        let by_overlap = 1.5 * self.stiffness * root + 0.5 * eta * rate / overlap;
        NormalForce::new(self.stiffness * overlap * root, eta * rate, by_overlap, eta).without_attraction_if(self.cut)
    }

    /// Elastic energy `2/5 k_n √r* ε^{5/2}` [J].
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
        let law = HertzStiffness { normal_stiffness: -1.0, ..HertzStiffness::default() };
        assert_eq!(law.validate().unwrap_err().key, "normal_stiffness");
        let law = HertzStiffness { normal_damping: -1.0, ..HertzStiffness::default() };
        assert_eq!(law.validate().unwrap_err().key, "normal_damping");
    }
}
