//! Hertz contact as in MUSEN.
//!
//! ```text
//! k_n = 2 E* √(ξ_n R*)        F_n = 2/3 k_n ξ_n = 4/3 E* √R* ξ_n^{3/2}
//! ```

use super::hertz::HertzNormal;
use super::pair::Pair;
use crate::error::BadParameter;
use serde::{Deserialize, Serialize};

/// Parameters of the law `musen-hertz`: the normal part has none besides the materials.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MusenHertz {}

impl MusenHertz {
    /// Nothing to refuse.
    pub fn validate(&self) -> Result<(), BadParameter> {
        Ok(())
    }

    /// The normal force between the bodies of `pair`: undamped Hertz.
    pub fn normal(&self, pair: &Pair) -> Result<HertzNormal, BadParameter> {
        self.validate()?;
        let stiffness = 4.0 / 3.0 * pair.effective_modulus() * pair.effective_radius().sqrt();
        Ok(HertzNormal { stiffness, damping: 0.0, mass: pair.effective_mass(), cut: false })
    }
}
