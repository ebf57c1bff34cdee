//! Blend of the theoretical and the simulated force.

use super::immersed_sphere::positive;
use crate::error::BadParameter;
use serde::{Deserialize, Serialize};

/// `f_SL = H f_THR + (1 − H) f_SIM`, `H = 1/(1 + e^{10(δ/δ_SL − 1)})`, `δ = h/D`: theory near the wall, simulation
/// far from it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Blend {
    delta_sl: f64,
}

impl Default for Blend {
    /// δ_SL = 0.2.
    fn default() -> Self {
        Self { delta_sl: 0.2 }
    }
}

impl Blend {
    /// `delta_sl` δ_SL > 0: the gap in diameters where both count half.
    pub fn new(delta_sl: f64) -> Result<Self, BadParameter> {
        positive("delta_sl", delta_sl)?;
        Ok(Self { delta_sl })
    }

    /// Weight `H` of the theory at the gap `δ = h/D`.
    pub fn theory_weight(&self, delta: f64) -> f64 {
        1.0 / (1.0 + (10.0 * (delta / self.delta_sl - 1.0)).exp())
    }

    /// The blended force, in the unit of the two.
    pub fn force(&self, delta: f64, theory: f64, simulation: f64) -> f64 {
        let weight = self.theory_weight(delta);
        weight * theory + (1.0 - weight) * simulation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theory_and_simulation_count_half_each_at_the_threshold() {
        assert_eq!(Blend::default().theory_weight(0.2), 0.5);
        assert_eq!(Blend::new(0.1).unwrap().force(0.1, 3.0, 1.0), 2.0);
    }

    #[test]
    fn the_simulation_rules_far_away_and_theory_at_contact() {
        let blend = Blend::default();
        assert!(blend.theory_weight(0.4) < 5e-5 && blend.theory_weight(0.0) > 1.0 - 5e-5);
        assert_eq!(blend.force(100.0, 7.0, 1.0), 1.0);
    }

    #[test]
    fn a_threshold_of_zero_or_less_is_refused() {
        for bad in [0.0, -0.2, f64::NAN] {
            assert_eq!(Blend::new(bad).unwrap_err().key, "delta_sl");
        }
    }
}
