//! Hertz contact as in MUSEN.
//!
//! ```text
//! k_n = 2 E* √(ξ_n R*)        F_n = 2/3 k_n ξ_n = 4/3 E* √R* ξ_n^{3/2}
//! k_t = 8 G* √(ξ_n R*)        F_t = F_t,prev (turned into the new tangent plane) + k_t v_t Δt,   |F_t| ≤ μ_sl |F_n|
//! M_i = r_i n × F_t − μ_ro |F_n| r_i ω_i/|ω_i|
//! ```
//!
//! The text's `v_rel = … + ω_1 × r_c − ω_2 × r_c2` and `M_2 = −n × F_t r_2` have signs that break the conservation of
//! angular momentum; here, as in the program, `v_rel = (v_2 + ω_2 × r_c2) − (v_1 + ω_1 × r_c1)` and both moments have
//! the same sign. The program's lever arms (the contact vector for velocities, the radii for moments) still miss the
//! balance of a pair by `ξ_n n × F_t`, and its rolling friction acts on each body alone; `lever = "contact-point"`
//! closes the first.

use super::hertz::{Damping, HertzNormal};
use super::keys::Parameters;
use super::kinematics::Lever;
use super::mode::{SlidingTest, SpringKind};
use super::pair::{Pair, hertz_stiffness};
use super::tangential::{FrictionLimit, Power, Resistance, TangentialContact, mindlin};
use crate::error::BadParameter;
use crate::keys::NOT_NEGATIVE;
use crate::parameters;

parameters! {
    /// Parameters of the law `musen-hertz`. The source gives no default values: here no friction; accumulated
    /// tangential force, the source's lever arms.
    pub struct MusenHertz {
        dry {
            /// Coefficient of sliding friction `μ_sl` (-).
            friction: f64 = 0.0, number(NOT_NEGATIVE);
            /// Coefficient of rolling friction `μ_ro` (-).
            rolling_friction: f64 = 0.0, number(NOT_NEGATIVE);
            /// Kind of tangential spring.
            tangential: SpringKind = SpringKind::Force, word();
            /// Tangential stiffness over Mindlin's `8 G* √(R ε)` (-).
            tangential_factor: f64 = 1.0, number(NOT_NEGATIVE);
            /// Lever arm of the tangential force.
            lever: Lever = Lever::ContactVector, word();
        }
    }
}

impl MusenHertz {
    /// The normal force between the bodies of `pair`: undamped Hertz.
    pub(super) fn normal(&self, pair: &Pair) -> Result<HertzNormal, BadParameter> {
        self.validate()?;
        let stiffness = hertz_stiffness(pair.effective_modulus(), pair.effective_radius());
        let (growth, mass) = (Damping::FourthRoot, pair.effective_mass());
        Ok(HertzNormal { stiffness, damping: 0.0, growth, mass, cut: false, adhesion: 0.0, restitution: Some(1.0) })
    }

    /// The tangential force and rolling friction between the bodies of `pair`.
    pub(super) fn tangential(&self, pair: &Pair) -> Result<TangentialContact, BadParameter> {
        self.validate()?;
        let stiffness = mindlin(pair, self.tangential_factor);
        let contact = TangentialContact {
            sliding: Some(Resistance {
                kind: self.tangential,
                test: SlidingTest::Spring,
                limit: FrictionLimit::Magnitude,
                stiffness,
                viscosity: Power::ZERO,
                friction: self.friction,
            }),
            spin_friction: self.rolling_friction,
            lever: self.lever,
            ..TangentialContact::NONE
        };
        Ok(contact.pruned())
    }
}
