//! How the liquid's viscosity rises with pressure.

use serde::{Deserialize, Serialize};

use crate::error::BadParameter;
use crate::keywords;

/// Bound on `|ln(μ/μ₀)|`: beyond `e^{±60}` the liquid is a solid (or the iterate is astray); it keeps numbers finite.
const LARGEST_EXPONENT: f64 = 60.0;

keywords! {
    /// How the viscosity rises with pressure; `p` is relative to ambient \[Pa\], `α` the coefficient [1/Pa].
    #[derive(Default)]
    PiezoviscosityLaw {
        /// `μ = μ₀ e^{αp}` (Barus 1893). Overestimates above about 0.5 GPa.
        #[default]
        Barus = "barus",
        /// `μ = μ₀ exp{(ln μ₀ + 9.67) [(1 + 5.1e-9 p)^Z − 1]}` (Roelands 1966; Hamrock, Schmid & Jacobson 2004, eq.
        /// 4.10), with `μ₀` \[Pa s\] and `Z = α/[5.1e-9 (ln μ₀ + 9.67)]`, so that the slope at `p = 0` is Barus' `α`.
        Roelands = "roelands",
    }
}

/// Viscosity under pressure: a law and its coefficient. The default is a viscosity that does not change.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PressureViscosity {
    /// The law.
    pub law: PiezoviscosityLaw,
    /// `α = d ln μ/dp` at ambient pressure [1/Pa], of the order 1e-8 for oils, 1e-9 or less for water; 0: `μ = μ₀`.
    pub coefficient: f64,
}

impl PressureViscosity {
    /// Barus' law with the coefficient `α` [1/Pa].
    pub fn barus(coefficient: f64) -> Self {
        Self { law: PiezoviscosityLaw::Barus, coefficient }
    }

    /// Roelands' law with the coefficient `α` [1/Pa] at ambient pressure.
    pub fn roelands(coefficient: f64) -> Self {
        Self { law: PiezoviscosityLaw::Roelands, coefficient }
    }

    /// Checks the coefficient against the law's range; `viscosity` is `μ₀` \[Pa s\].
    pub fn check(&self, viscosity: f64) -> Result<(), BadParameter> {
        let Self { law, coefficient } = *self;
        if coefficient == 0.0 {
            return Ok(());
        }
        if !(0.0..1e-6).contains(&coefficient) {
            return Err(BadParameter::new("pressure_viscosity", coefficient, "0 to 1e-6 per Pa (oils: about 1e-8)"));
        }
        if law == PiezoviscosityLaw::Roelands && viscosity.ln() + 9.67 <= 0.0 {
            let allowed = "with the Roelands law, more than 6.3e-5 Pa s; use the Barus law for thinner liquids";
            return Err(BadParameter::new("viscosity", viscosity, allowed));
        }
        Ok(())
    }

    /// Fluidity `1/μ(p)` in 1/(Pa s) and its derivative `d(1/μ)/dp`.
    pub(super) fn fluidity(&self, viscosity: f64, p: f64) -> (f64, f64) {
        let Self { law, coefficient } = *self;
        if coefficient == 0.0 {
            return (1.0 / viscosity, 0.0);
        }
        let (exponent, slope) = match law {
            PiezoviscosityLaw::Barus => (coefficient * p, coefficient),
            PiezoviscosityLaw::Roelands => {
                let scale = viscosity.ln() + 9.67;
                let z = coefficient / (5.1e-9 * scale);
                let base = (1.0 + 5.1e-9 * p).max(0.0);
                let power = base.powf(z);
                (scale * (power - 1.0), if base > 0.0 { coefficient * power / base } else { 0.0 })
            }
        };
        if exponent.abs() > LARGEST_EXPONENT {
            return ((-LARGEST_EXPONENT.copysign(exponent)).exp() / viscosity, 0.0);
        }
        let fluidity = (-exponent).exp() / viscosity;
        (fluidity, -slope * fluidity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roelands_starts_with_the_slope_of_barus_and_then_stays_below() {
        let (barus, roelands) = (PressureViscosity::barus(1.5e-8), PressureViscosity::roelands(1.5e-8));
        let viscosity = |law: PressureViscosity, p| 1.0 / law.fluidity(0.01, p).0;
        assert!((viscosity(roelands, 1e5) / viscosity(barus, 1e5) - 1.0).abs() < 1e-5);
        assert!(viscosity(roelands, 1e9) < 0.1 * viscosity(barus, 1e9));
    }

    #[test]
    fn the_derivative_of_the_fluidity_is_its_slope() {
        for law in [PressureViscosity::barus(1e-8), PressureViscosity::roelands(2e-8)] {
            for p in [-5e7, 0.0, 3e8] {
                let step = 1e2;
                let slope = (law.fluidity(0.01, p + step).0 - law.fluidity(0.01, p - step).0) / (2.0 * step);
                assert!((law.fluidity(0.01, p).1 / slope - 1.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn coefficients_outside_of_the_laws_are_refused() {
        assert_eq!(PressureViscosity::barus(-1e-9).check(0.01).unwrap_err().key, "pressure_viscosity");
        assert_eq!(PressureViscosity::roelands(1e-8).check(1e-6).unwrap_err().key, "viscosity");
        assert!(PressureViscosity::roelands(1e-8).check(1e-3).is_ok());
    }
}
