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
//! The tangential force is that of LIGGGHTS' `tangential history`: `F_t = −k̃_t ξ − γ̃_t v_t` with `ξ = ∫ v_t dt`;
//! beyond `μ |F_n|` the spring force is scaled back to the limit, `ξ` follows, and the damping does not act.

use super::hertz::{Damping, HertzNormal};
use super::keys::Parameters;
use super::kinematics::Lever;
use super::mode::{SlidingTest, SpringKind};
use super::pair::Pair;
use super::rolling::Rolling;
use super::tangential::{LimitKind, Power, Resistance, TangentialContact};
use crate::error::BadParameter;
use crate::keys::{NOT_NEGATIVE, POSITIVE};
use crate::parameters;
use crate::quantity::{DAMPING_PER_MASS, PRESSURE};

parameters! {
    /// Parameters of the law `hertz/stiffness`, named as the source's. The source gives no default values for the
    /// material properties; here `k_n` and `k_t` are those of glass on glass (`4/3 E*` and `8 G*`), the others zero.
    /// The switches are the source's: `limitForce = off`, `tangential_damping = on`; displacement spring, contact
    /// point.
    pub struct HertzStiffness {
        normal {
            /// `k_n` \[Pa\].
            k_n: f64 = 4.7573e10, quantity(&PRESSURE, POSITIVE);
            /// `γ_n` (1/(m s)).
            gamma_n: f64 = 0.0, quantity(&DAMPING_PER_MASS, NOT_NEGATIVE);
            /// Cut the force at zero when damping would make it attractive (`limitForce`).
            limit_force: bool = false, flag();
        }
        dry {
            /// `k_t` \[Pa\].
            k_t: f64 = 6.1166e10, quantity(&PRESSURE, NOT_NEGATIVE);
            /// `γ_t` (1/(m s)).
            gamma_t: f64 = 0.0, quantity(&DAMPING_PER_MASS, NOT_NEGATIVE);
            /// Apply `γ_t` (`tangential_damping`).
            tangential_damping: bool = true, flag();
            /// Coefficient of sliding friction (-) of the tangential model `history`.
            friction: f64 = 0.0, number(NOT_NEGATIVE);
            /// Kind of tangential spring.
            tangential: SpringKind = SpringKind::Displacement, word();
            /// Which force is held against the friction limit.
            sliding_test: SlidingTest = SlidingTest::Spring, word();
            /// Which normal force the friction limit follows.
            friction_limit: LimitKind = LimitKind::Magnitude, word();
            /// Rolling resistance.
            rolling: Rolling = Rolling::NONE, with(Rolling::keys);
            /// Lever arm of the tangential force.
            lever: Lever = Lever::ContactPoint, word();
        }
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
