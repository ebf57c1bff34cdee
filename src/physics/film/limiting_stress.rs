//! The shear stress at which a liquid yields.

use serde::{Deserialize, Serialize};

/// The largest shear stress that a liquid bears, `τ_L = τ_0 + Λ p` (Bair & Winer 1979).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LimitingStress {
    /// `τ_0` \[Pa\], at ambient pressure.
    pub at_rest: f64,
    /// `Λ`, per pressure.
    pub coefficient: f64,
}

impl LimitingStress {
    /// `μ_s` [Pa s] of a liquid of `viscosity` [Pa s] under `pressure` \[Pa\] at the shear `rate` [1/s].
    pub(super) fn viscosity(&self, viscosity: f64, pressure: f64, rate: f64) -> f64 {
        let limit = self.at_rest + self.coefficient * pressure.max(0.0);
        let newtonian = viscosity * rate / limit;
        if newtonian < 1e-9 { viscosity } else { viscosity * -(-newtonian).exp_m1() / newtonian }
    }
}
