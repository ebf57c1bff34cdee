//! Hertz contact as in MUSEN.
//!
//! ```text
//! k_n = 2 E* √(ξ_n R*)        F_n = 2/3 k_n ξ_n = 4/3 E* √R* ξ_n^{3/2}
//! k_t = 8 G* √(ξ_n R*)        F_t = F_t,prev (turned into the new tangent plane) + k_t v_t Δt,   |F_t| ≤ μ_sl |F_n|
//! M_i = r_i n × F_t − μ_ro |F_n| r_i ω_i/|ω_i|
//! ```
//!
//! The text's `v_rel = … + ω_1 × r_c − ω_2 × r_c2` and `M_2 = −n × F_t r_2` have signs that break the conservation of
//! angular momentum; here, as in the program, `v_rel = (v_2 + ω_2 × r_c2) − (v_1 + ω_1 × r_c1)` and both moments have the
//! same sign. The program's lever arms (the contact vector for velocities, the radii for moments) still miss the balance
//! of a pair by `ξ_n n × F_t`, and its rolling friction acts on each body alone; `lever = "contact-point"` closes the first.

use super::hertz::{Damping, HertzNormal};
use super::keys::Parameters;
use super::kinematics::Lever;
use super::mode::{SlidingTest, SpringKind};
use super::pair::Pair;
use super::tangential::{FrictionLimit, Power, Resistance, TangentialContact, mindlin};
use crate::error::BadParameter;
use crate::keys::{Keys, NOT_NEGATIVE};

/// Parameters of the law `musen-hertz`. The source gives no default values: here no friction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MusenHertz {
    /// Coefficient of sliding friction `μ_sl` (-).
    pub friction: f64,
    /// Coefficient of rolling friction `μ_ro` (-).
    pub rolling_friction: f64,
    /// Kind of tangential spring.
    pub tangential: SpringKind,
    /// Tangential stiffness over Mindlin's `8 G* √(R ε)` (-).
    pub tangential_factor: f64,
    /// Lever arm of the tangential force.
    pub lever: Lever,
}

impl Default for MusenHertz {
    /// No friction; accumulated tangential force, the source's lever arms.
    fn default() -> Self {
        Self {
            friction: 0.0,
            rolling_friction: 0.0,
            tangential: SpringKind::Force,
            tangential_factor: 1.0,
            lever: Lever::ContactVector,
        }
    }
}

impl Parameters for MusenHertz {
    fn normal_keys(&mut self, _keys: &mut Keys<'_>) {}

    fn dry_keys(&mut self, keys: &mut Keys<'_>) {
        keys.number("friction", &mut self.friction, NOT_NEGATIVE);
        keys.number("rolling_friction", &mut self.rolling_friction, NOT_NEGATIVE);
        keys.word("tangential", &mut self.tangential);
        keys.number("tangential_factor", &mut self.tangential_factor, NOT_NEGATIVE);
        keys.word("lever", &mut self.lever);
    }
}

impl MusenHertz {
    /// The normal force between the bodies of `pair`: undamped Hertz.
    pub(super) fn normal(&self, pair: &Pair) -> Result<HertzNormal, BadParameter> {
        self.validate()?;
        let stiffness = 4.0 / 3.0 * pair.effective_modulus() * pair.effective_radius().sqrt();
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
