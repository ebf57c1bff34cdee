//! The sphere and the liquid around it, as every law needs them.

use crate::error::{BadParameter, positive};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// A sphere of one density in a liquid of another, all SI.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ImmersedSphere {
    /// Radius `a` \[m\].
    pub radius: f64,
    /// Density of the sphere `ρ_p` [kg/m³].
    pub density: f64,
    /// Density of the liquid `ρ_l` [kg/m³].
    pub liquid_density: f64,
    /// Dynamic viscosity `μ` [Pa s].
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

    /// Diameter `D = 2a` \[m\].
    pub fn diameter(&self) -> f64 {
        2.0 * self.radius
    }

    /// Kinematic viscosity `ν = μ/ρ_l` [m²/s].
    pub fn kinematic_viscosity(&self) -> f64 {
        self.viscosity / self.liquid_density
    }

    /// Mass of the sphere `m_p = 4/3 π a³ ρ_p` \[kg\].
    pub fn mass(&self) -> f64 {
        4.0 / 3.0 * PI * self.radius.powi(3) * self.density
    }

    /// Mass of the displaced liquid `m_l = 4/3 π a³ ρ_l` \[kg\].
    pub fn displaced_mass(&self) -> f64 {
        4.0 / 3.0 * PI * self.radius.powi(3) * self.liquid_density
    }

    /// Time of viscous diffusion over a radius, `a²/ν` \[s\].
    pub fn viscous_time(&self) -> f64 {
        self.radius * self.radius / self.kinematic_viscosity()
    }

    /// Stokes' drag per speed, `6πaμ` [N s/m].
    pub fn stokes_coefficient(&self) -> f64 {
        6.0 * PI * self.radius * self.viscosity
    }

    /// `Re = ρ_l |U| D/μ`.
    pub fn reynolds(&self, velocity: f64) -> f64 {
        self.liquid_density * velocity.abs() * self.diameter() / self.viscosity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sphere_without_size_or_a_liquid_without_viscosity_is_refused() {
        assert_eq!(ImmersedSphere::new(0.0, 1.0, 1.0, 1.0).unwrap_err().key, "diameter");
        assert_eq!(ImmersedSphere::new(1.0, -1.0, 1.0, 1.0).unwrap_err().key, "density");
        assert_eq!(ImmersedSphere::new(1.0, 1.0, f64::NAN, 1.0).unwrap_err().key, "density");
        assert_eq!(ImmersedSphere::new(1.0, 1.0, 1.0, 0.0).unwrap_err().key, "viscosity");
    }
}
