//! Rolling models of LIGGGHTS (Ai, Chen, Rotter & Ooi, Powder Technol. 206, 269 (2011)).
//!
//! ```text
//! cdt     M = μ_r R F_el w/|w|                                    constant, against the relative spin
//! epsd    Ṁ = k_r w,  |M| ≤ μ_r R |F_n|,   k_r = 2.25 k_n μ_r² R²,   C_r = 2 η_r √(I_r k_r) while it does not slide
//! epsd2   Ṁ = k_r w,  |M| ≤ μ_r R |F_n|,   k_r = k_t R²              (Iwashita & Oda 1998)
//! ```
//!
//! `w` is the relative spin about the axes of the contact plane, `k_n = F_el/ε` and `k_t` are the stiffnesses of the
//! contact, `F_el = k_n ε`, `1/I_r = Σ 1/(m_i r_i² 7/5)`; `R` is the effective radius.

use super::mode::{SlidingTest, SpringKind};
use super::pair::Pair;
use super::tangential::{FrictionLimit, Power, Resistance, TangentialContact};
use crate::keys::{Keys, NOT_NEGATIVE};
use crate::keywords;

keywords! {
    /// How rolling is resisted.
    RollingModel {
        /// Not at all.
        None = "none",
        /// Constant torque against the relative spin.
        Cdt = "cdt",
        /// Spring and dashpot.
        Epsd = "epsd",
        /// Spring.
        Epsd2 = "epsd2",
    }
}

/// A rolling model and its parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rolling {
    /// Model.
    pub model: RollingModel,
    /// Coefficient of rolling friction `μ_r` (-).
    pub friction: f64,
    /// Damping over critical damping `η_r` (-) of `epsd`.
    pub damping: f64,
}

impl Rolling {
    /// No resistance.
    pub const NONE: Self = Self { model: RollingModel::None, friction: 0.0, damping: 0.0 };

    /// The keys of the model.
    pub(super) fn keys(&mut self, keys: &mut Keys<'_>) {
        keys.word("rolling", &mut self.model);
        keys.number("rolling_friction", &mut self.friction, NOT_NEGATIVE);
        keys.number("rolling_damping", &mut self.damping, NOT_NEGATIVE);
    }

    /// Adds the model to a contact of secant normal stiffness `k_n/√ε` [N/m^{3/2}] and tangential stiffness `k_t/√ε`.
    pub(super) fn add_to(&self, contact: TangentialContact, pair: &Pair, k_n: f64, k_t: f64) -> TangentialContact {
        let radius = pair.effective_radius();
        let spring = |coefficient: f64, viscosity: f64| Resistance {
            kind: SpringKind::Force,
            test: SlidingTest::Spring,
            limit: FrictionLimit::Magnitude,
            stiffness: Power { coefficient, quarters: 2 },
            viscosity: Power { coefficient: viscosity, quarters: 1 },
            friction: self.friction * radius,
        };
        match self.model {
            RollingModel::None => contact,
            RollingModel::Cdt => TangentialContact { directional_rolling: self.friction * radius, ..contact },
            RollingModel::Epsd => {
                let stiffness = 2.25 * k_n * (self.friction * radius).powi(2);
                let inverse = |i: usize| 1.0 / (1.4 * pair.mass[i] * pair.radius[i].powi(2));
                let inertia = 1.0 / (inverse(0) + inverse(1));
                let viscosity = 2.0 * self.damping * (inertia * stiffness).sqrt();
                TangentialContact { rolling: Some(spring(stiffness, viscosity)), ..contact }
            }
            RollingModel::Epsd2 => TangentialContact { rolling: Some(spring(k_t * radius * radius, 0.0)), ..contact },
        }
    }
}
