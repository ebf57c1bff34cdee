//! The sphere and the liquid around it: what every law needs to know.

use crate::error::BadParameter;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// A sphere of one density in a liquid of another, all SI.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ImmersedSphere {
    /// Radius `a` (m).
    pub radius: f64,
    /// Density of the sphere `ρ_p` (kg/m³).
    pub density: f64,
    /// Density of the liquid `ρ_l` (kg/m³).
    pub liquid_density: f64,
    /// Dynamic viscosity `μ` (Pa s).
    pub viscosity: f64,
}

impl ImmersedSphere {
    /// Checks that everything is positive and finite.
    pub fn new(radius: f64, density: f64, liquid_density: f64, viscosity: f64) -> Result<Self, BadParameter> {
        positive("diameter", 2.0 * radius)?;
        positive("density", density)?;
        positive("density", liquid_density)?;
        positive("viscosity", viscosity)?;
        Ok(Self { radius, density, liquid_density, viscosity })
    }

    /// Diameter `D = 2a` (m).
    pub fn diameter(&self) -> f64 {
        2.0 * self.radius
    }

    /// Kinematic viscosity `ν = μ/ρ_l` (m²/s).
    pub fn kinematic_viscosity(&self) -> f64 {
        self.viscosity / self.liquid_density
    }

    /// Mass of the sphere `m_p = 4/3 π a³ ρ_p` (kg).
    pub fn mass(&self) -> f64 {
        4.0 / 3.0 * PI * self.radius.powi(3) * self.density
    }

    /// Mass of the displaced liquid `m_l = 4/3 π a³ ρ_l` (kg).
    pub fn displaced_mass(&self) -> f64 {
        4.0 / 3.0 * PI * self.radius.powi(3) * self.liquid_density
    }

    /// Time of viscous diffusion over a radius, `a²/ν` (s).
    pub fn viscous_time(&self) -> f64 {
        self.radius * self.radius / self.kinematic_viscosity()
    }

    /// Stokes' drag per speed, `6πaμ` (N s/m).
    pub fn stokes_coefficient(&self) -> f64 {
        6.0 * PI * self.radius * self.viscosity
    }

    /// `Re = ρ_l |U| D/μ`.
    pub fn reynolds(&self, velocity: f64) -> f64 {
        self.liquid_density * velocity.abs() * self.diameter() / self.viscosity
    }

    /// `St = ρ_p |U| D/(9μ)`.
    pub fn stokes_number(&self, velocity: f64) -> f64 {
        self.density * velocity.abs() * self.diameter() / (9.0 * self.viscosity)
    }

    /// `St* = (ρ_p + ½ρ_l) |U| D/(9μ)`: the Stokes number with the added mass.
    pub fn stokes_number_modified(&self, velocity: f64) -> f64 {
        (self.density + 0.5 * self.liquid_density) * velocity.abs() * self.diameter() / (9.0 * self.viscosity)
    }
}

/// Refuses what is not a positive finite number.
pub(crate) fn positive(key: &'static str, value: f64) -> Result<(), BadParameter> {
    if value > 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(BadParameter::new(key, value, "must be positive and finite"))
    }
}

/// Refuses what is not a finite number of at least zero.
pub(crate) fn not_negative(key: &'static str, value: f64) -> Result<(), BadParameter> {
    if value >= 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(BadParameter::new(key, value, "must be zero or positive, and finite"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stokes_number_is_the_density_ratio_times_a_ninth_of_the_reynolds_number() {
        let sphere = ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).unwrap();
        let (reynolds, stokes) = (sphere.reynolds(-0.585), sphere.stokes_number(-0.585));
        assert!((stokes - 7800.0 / 935.0 * reynolds / 9.0).abs() < 1e-12 * stokes);
        assert!((reynolds - 164.0).abs() < 0.5 && (stokes - 152.0).abs() < 0.5);
        assert!(sphere.stokes_number_modified(0.585) > stokes);
    }

    #[test]
    fn a_sphere_without_size_or_a_liquid_without_viscosity_is_refused() {
        assert_eq!(ImmersedSphere::new(0.0, 1.0, 1.0, 1.0).unwrap_err().key, "diameter");
        assert_eq!(ImmersedSphere::new(1.0, -1.0, 1.0, 1.0).unwrap_err().key, "density");
        assert_eq!(ImmersedSphere::new(1.0, 1.0, f64::NAN, 1.0).unwrap_err().key, "density");
        assert_eq!(ImmersedSphere::new(1.0, 1.0, 1.0, 0.0).unwrap_err().key, "viscosity");
    }
}
