//! How the liquid's viscosity rises with pressure.

use serde::{Deserialize, Serialize};

use crate::error::BadParameter;

/// Bound on `|ln(μ/μ₀)|`: beyond `e^{±60}` the liquid is a solid (or the iterate is astray); it keeps numbers finite.
const LARGEST_EXPONENT: f64 = 60.0;

/// Pressure–viscosity law; `p` is relative to ambient, in Pa.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(tag = "law", rename_all = "lowercase", deny_unknown_fields)]
pub enum PressureViscosity {
    /// `μ = μ₀`.
    #[default]
    Constant,
    /// `μ = μ₀ e^{αp}` (Barus 1893). Overestimates above about 0.5 GPa.
    Barus {
        /// `α` in 1/Pa, of the order 1e-8 for oils, 1e-9 or less for water.
        coefficient: f64,
    },
    /// `μ = μ₀ exp{(ln μ₀ + 9.67) [(1 + 5.1e-9 p)^Z − 1]}` (Roelands 1966; Hamrock, Schmid & Jacobson 2004, eq. 4.10),
    /// with `μ₀` in Pa s and `Z = α/[5.1e-9 (ln μ₀ + 9.67)]`, so that the slope at `p = 0` is Barus' `α`.
    Roelands {
        /// `α` in 1/Pa.
        coefficient: f64,
    },
}

impl PressureViscosity {
    /// Checks the coefficient against the law's range; `viscosity` is `μ₀` in Pa s.
    pub fn check(&self, viscosity: f64) -> Result<(), BadParameter> {
        let coefficient = match *self {
            Self::Constant => return Ok(()),
            Self::Barus { coefficient } | Self::Roelands { coefficient } => coefficient,
        };
        if !(0.0..1e-6).contains(&coefficient) {
            return Err(BadParameter::new("pressure_viscosity", coefficient, "0 to 1e-6 per Pa (oils: about 1e-8)"));
        }
        if matches!(self, Self::Roelands { .. }) && viscosity.ln() + 9.67 <= 0.0 {
            let allowed = "with the Roelands law, more than 6.3e-5 Pa s; use the Barus law for thinner liquids";
            return Err(BadParameter::new("viscosity", viscosity, allowed));
        }
        Ok(())
    }

    /// Fluidity `1/μ(p)` in 1/(Pa s) and its derivative `d(1/μ)/dp`.
    pub fn fluidity(&self, viscosity: f64, p: f64) -> (f64, f64) {
        let (exponent, slope) = match *self {
            Self::Constant => return (1.0 / viscosity, 0.0),
            Self::Barus { coefficient } => (coefficient * p, coefficient),
            Self::Roelands { coefficient } => {
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
        let (barus, roelands) =
            (PressureViscosity::Barus { coefficient: 1.5e-8 }, PressureViscosity::Roelands { coefficient: 1.5e-8 });
        let viscosity = |law: PressureViscosity, p| 1.0 / law.fluidity(0.01, p).0;
        assert!((viscosity(roelands, 1e5) / viscosity(barus, 1e5) - 1.0).abs() < 1e-5);
        assert!(viscosity(roelands, 1e9) < 0.1 * viscosity(barus, 1e9));
    }

    #[test]
    fn the_derivative_of_the_fluidity_is_its_slope() {
        for law in [PressureViscosity::Barus { coefficient: 1e-8 }, PressureViscosity::Roelands { coefficient: 2e-8 }] {
            for p in [-5e7, 0.0, 3e8] {
                let step = 1e2;
                let slope = (law.fluidity(0.01, p + step).0 - law.fluidity(0.01, p - step).0) / (2.0 * step);
                assert!((law.fluidity(0.01, p).1 / slope - 1.0).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn coefficients_outside_of_the_laws_are_refused() {
        assert_eq!(PressureViscosity::Barus { coefficient: -1e-9 }.check(0.01).unwrap_err().key, "pressure_viscosity");
        assert_eq!(PressureViscosity::Roelands { coefficient: 1e-8 }.check(1e-6).unwrap_err().key, "viscosity");
        assert!(PressureViscosity::Roelands { coefficient: 1e-8 }.check(1e-3).is_ok());
    }
}
