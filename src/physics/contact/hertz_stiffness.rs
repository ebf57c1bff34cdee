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

use super::hertz::{Damping, HertzNormal};
use super::keys::Parameters;
use super::kinematics::Lever;
use super::mode::{SlidingTest, SpringKind};
use super::pair::Pair;
use super::rolling::Rolling;
use super::tangential::{LimitKind, Power, Resistance, TangentialContact};
use crate::error::BadParameter;
use crate::keys::{Keys, NOT_NEGATIVE, POSITIVE};
use crate::quantity::{DAMPING_PER_MASS, PRESSURE};

/// Parameters of the law `hertz/stiffness`, named as the source's. The source gives no default values for the material
/// properties; here `k_n` and `k_t` are those of glass on glass (`4/3 E*` and `8 G*`), the others zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HertzStiffness {
    /// `k_n` \[Pa\].
    pub k_n: f64,
    /// `k_t` \[Pa\].
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
    /// Which force is held against the friction limit.
    pub sliding_test: SlidingTest,
    /// Which normal force the friction limit follows.
    pub friction_limit: LimitKind,
    /// Rolling resistance.
    pub rolling: Rolling,
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
            sliding_test: SlidingTest::Spring,
            friction_limit: LimitKind::Magnitude,
            rolling: Rolling::NONE,
            lever: Lever::ContactPoint,
        }
    }
}

impl Parameters for HertzStiffness {
    fn normal_keys(&mut self, keys: &mut Keys<'_>) {
        keys.quantity("k_n", &mut self.k_n, &PRESSURE, POSITIVE);
        keys.quantity("gamma_n", &mut self.gamma_n, &DAMPING_PER_MASS, NOT_NEGATIVE);
        keys.flag("limit_force", &mut self.limit_force);
    }

    fn dry_keys(&mut self, keys: &mut Keys<'_>) {
        keys.quantity("k_t", &mut self.k_t, &PRESSURE, NOT_NEGATIVE);
        keys.quantity("gamma_t", &mut self.gamma_t, &DAMPING_PER_MASS, NOT_NEGATIVE);
        keys.flag("tangential_damping", &mut self.tangential_damping);
        keys.number("friction", &mut self.friction, NOT_NEGATIVE);
        keys.word("tangential", &mut self.tangential);
        keys.word("sliding_test", &mut self.sliding_test);
        keys.word("friction_limit", &mut self.friction_limit);
        self.rolling.keys(keys);
        keys.word("lever", &mut self.lever);
    }
}

impl HertzStiffness {
    /// The tangential force between the bodies of `pair`: model `history`, limited by `μ |F_n|`.
    pub(super) fn tangential(&self, pair: &Pair) -> Result<TangentialContact, BadParameter> {
        self.validate()?;
        let root = pair.effective_radius().sqrt();
        let damping = if self.tangential_damping { self.gamma_t * pair.effective_mass() * root } else { 0.0 };
        let none = self.tangential == SpringKind::None;
        let sliding = Resistance {
            kind: self.tangential,
            test: if none { SlidingTest::Total } else { self.sliding_test },
            limit: self.friction_limit.into(),
            stiffness: Power { coefficient: if none { 0.0 } else { self.k_t * root }, quarters: 2 },
            viscosity: Power { coefficient: damping, quarters: 2 },
            friction: self.friction,
        };
        let contact = TangentialContact { sliding: Some(sliding), lever: self.lever, ..TangentialContact::NONE };
        Ok(self.rolling.add_to(contact, pair, self.k_n * root, self.k_t * root).pruned())
    }

    /// The normal force between the bodies of `pair`.
    pub(super) fn normal(&self, pair: &Pair) -> Result<HertzNormal, BadParameter> {
        self.validate()?;
        let root = pair.effective_radius().sqrt();
        let mass = pair.effective_mass();
        Ok(HertzNormal {
            stiffness: self.k_n * root,
            damping: self.gamma_n * mass * root,
            growth: Damping::Root,
            mass,
            cut: self.limit_force,
            adhesion: 0.0,
            restitution: (self.gamma_n == 0.0).then_some(1.0),
        })
    }
}
