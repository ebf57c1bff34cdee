//! How the liquid flows more easily under a large shear stress.

use serde::{Deserialize, Serialize};

use crate::error::{BadParameter, positive};

/// Points and weights of Gauss' rule of order 6 on 0 to 1.
const POINTS: [f64; 6] = [
    0.033_765_242_898_423_99,
    0.169_395_306_766_867_74,
    0.380_690_406_958_401_5,
    0.619_309_593_041_598_5,
    0.830_604_693_233_132_3,
    0.966_234_757_101_576,
];
const WEIGHTS: [f64; 6] = [
    0.085_662_246_189_585_17,
    0.180_380_786_524_069_3,
    0.233_956_967_286_345_52,
    0.233_956_967_286_345_52,
    0.180_380_786_524_069_3,
    0.085_662_246_189_585_17,
];
/// Below this stress over `G` the liquid counts as Newtonian (error below its square).
const NEWTONIAN: f64 = 1e-4;

/// Viscosity under a shear stress `τ`, `μ(p) [1 + (τ/G)²]^{(1 − 1/n)/2}` (Carreau's law in terms of stress; Bair 2007,
/// eq. 6.14): Newtonian below the stress `G`, a power law of the exponent `n` far above.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShearThinning {
    /// `G` \[Pa\]; for a melt of chains about `ρRT/M` (Rouse 1953).
    pub stress: f64,
    /// `n`, 0.2 to 1.
    pub exponent: f64,
}

impl ShearThinning {
    /// Checks both.
    ///
    /// # Errors
    /// A stress that is not positive, an exponent outside of 0.2 to 1.
    pub(super) fn check(&self) -> Result<(), BadParameter> {
        positive("shear_thinning.stress", self.stress)?;
        match (0.2..=1.0).contains(&self.exponent) {
            true => Ok(()),
            false => Err(BadParameter::new("shear_thinning.exponent", self.exponent, "0.2 to 1")),
        }
    }

    /// Flux between parallel plates over that of a Newtonian liquid, and its derivative with respect to the stress
    /// `wall` \[Pa\] at the plates, not negative: `S = 3 ∫₀¹ s² [1 + (s τ_w/G)²]^{(1/n − 1)/2} ds`.
    pub(super) fn flux(&self, wall: f64) -> [f64; 2] {
        let x = wall / self.stress;
        if x < NEWTONIAN {
            return [1.0, 0.0];
        }
        let power = 0.5 * (1.0 / self.exponent - 1.0);
        let (mut flux, mut slope) = (0.0, 0.0);
        for (s, weight) in POINTS.into_iter().zip(WEIGHTS) {
            let square = s * s * x * x;
            let here = 3.0 * weight * s * s * (power * square.ln_1p()).exp();
            flux += here;
            slope += here * power * 2.0 * s * s * x / (1.0 + square);
        }
        [flux, slope / self.stress]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flux_of_a_cubic_liquid_is_its_closed_form() {
        // n = 1/3: S = 3 ∫ s² (1 + x²s²) ds = 1 + 3x²/5.
        let cubic = ShearThinning { stress: 2.0, exponent: 1.0 / 3.0 };
        for wall in [1e-3, 0.5, 2.0, 40.0] {
            let x = wall / 2.0;
            let [flux, slope] = cubic.flux(wall);
            assert!((flux / (1.0 + 0.6 * x * x) - 1.0).abs() < 1e-12);
            assert!((slope / (0.6 * x) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn far_above_its_stress_the_liquid_obeys_the_power_law() {
        // S → 3 x^{1/n − 1}/(1/n + 2).
        let liquid = ShearThinning { stress: 1.0, exponent: 0.5 };
        let x: f64 = 1e5;
        assert!((liquid.flux(x)[0] / (3.0 * x / 4.0) - 1.0).abs() < 1e-3);
    }

    #[test]
    fn what_no_liquid_does_is_refused() {
        assert_eq!(ShearThinning { stress: 0.0, exponent: 0.5 }.check().unwrap_err().key, "shear_thinning.stress");
        assert_eq!(ShearThinning { stress: 1e6, exponent: 1.5 }.check().unwrap_err().key, "shear_thinning.exponent");
    }
}
