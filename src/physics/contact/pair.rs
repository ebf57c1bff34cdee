//! Two bodies in contact: radii, masses, materials, and the effective quantities the laws are written in.

use crate::error::BadParameter;

/// Isotropic elastic material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Material {
    /// Young's modulus `E` \[Pa\], positive.
    pub young_modulus: f64,
    /// Poisson's ratio `ν` (-), −1 < ν < 0.5.
    pub poisson_ratio: f64,
}

impl Default for Material {
    /// Soda-lime glass (66.9 GPa, 0.25).
    fn default() -> Self {
        Self { young_modulus: 66.9e9, poisson_ratio: 0.25 }
    }
}

impl Material {
    /// Refuses moduli that are not positive and Poisson's ratios outside (−1, 0.5).
    pub fn validate(&self) -> Result<(), BadParameter> {
        positive("young_modulus", self.young_modulus)?;
        let nu = self.poisson_ratio;
        if nu > -1.0 && nu < 0.5 {
            Ok(())
        } else {
            Err(BadParameter::new("poisson_ratio", nu, "must lie between -1 and 0.5 (0.5 itself is incompressible)"))
        }
    }

    /// Shear modulus `G = E / (2(1 + ν))` \[Pa\].
    pub fn shear_modulus(&self) -> f64 {
        self.young_modulus / (2.0 * (1.0 + self.poisson_ratio))
    }
}

/// Two bodies that may touch: two spheres, or a sphere (first) and a plane (second).
///
/// A plane has infinite radius; a body that does not move has infinite mass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pair {
    /// Radii \[m\]; infinite for a plane.
    pub radius: [f64; 2],
    /// Masses \[kg\]; infinite for a body that does not move.
    pub mass: [f64; 2],
    /// Materials.
    pub material: [Material; 2],
    /// Point mobility of the second body [m/(N s)], a plane that is a [plate](super::plate); 0 where it stands still.
    pub mobility: f64,
}

impl Pair {
    /// Two spheres of given radii \[m\] and densities [kg/m³].
    pub fn spheres(radius: [f64; 2], density: [f64; 2], material: [Material; 2]) -> Result<Self, BadParameter> {
        positive("density", density[0])?;
        positive("density", density[1])?;
        let mass = [sphere_mass(radius[0], density[0]), sphere_mass(radius[1], density[1])];
        Self { radius, mass, material, mobility: 0.0 }.checked()
    }

    /// A sphere of given radius \[m\] and mass \[kg\] on a plane at rest. `material` is that of the sphere, then that
    /// of the plane.
    ///
    /// The mass is the one the restitution coefficient of a law refers to: for the dry coefficient of restitution the
    /// mass of the sphere alone, without the liquid it carries.
    pub fn sphere_on_plane(radius: f64, mass: f64, material: [Material; 2]) -> Result<Self, BadParameter> {
        Self { radius: [radius, f64::INFINITY], mass: [mass, f64::INFINITY], material, mobility: 0.0 }.checked()
    }

    /// The same bodies with a plane that recedes with this point mobility [m/(N s)].
    pub fn on_plate(self, mobility: f64) -> Self {
        Self { mobility, ..self }
    }

    fn checked(self) -> Result<Self, BadParameter> {
        positive("radius", self.radius[0])?;
        positive("mass", self.mass[0])?;
        for (key, value) in [("radius", self.radius[1]), ("mass", self.mass[1])] {
            if value.is_nan() || value <= 0.0 {
                return Err(BadParameter::new(key, value, "must be positive (infinite for a plane at rest)"));
            }
        }
        self.material[0].validate()?;
        self.material[1].validate()?;
        Ok(self)
    }

    /// Whether the second body is a plane.
    pub fn is_plane(&self) -> bool {
        self.radius[1].is_infinite()
    }

    /// Effective radius `R`, `1/R = 1/R₁ + 1/R₂` \[m\]; that of the sphere on a plane.
    pub fn effective_radius(&self) -> f64 {
        harmonic(self.radius)
    }

    /// Effective mass `m*`, `1/m* = 1/m₁ + 1/m₂` \[kg\].
    pub fn effective_mass(&self) -> f64 {
        harmonic(self.mass)
    }

    /// Effective modulus `E*`, `1/E* = Σ (1 − ν_i²)/E_i` \[Pa\] (source eq. 4.16).
    pub fn effective_modulus(&self) -> f64 {
        effective_modulus(&self.material)
    }

    /// Effective shear modulus `G*`, `1/G* = Σ (2 − ν_i)/G_i` \[Pa\] (Mindlin 1949).
    pub fn effective_shear_modulus(&self) -> f64 {
        let compliance = |m: &Material| (2.0 - m.poisson_ratio) / m.shear_modulus();
        1.0 / (compliance(&self.material[0]) + compliance(&self.material[1]))
    }

    /// `½ Ḡ/(2 − ν̄)` \[Pa\] of the mean shear modulus and the mean Poisson's ratio (woo): of like materials, the same.
    pub(super) fn averaged_shear_modulus(&self) -> f64 {
        let mean = |of: fn(&Material) -> f64| 0.5 * (of(&self.material[0]) + of(&self.material[1]));
        0.5 * mean(Material::shear_modulus) / (2.0 - mean(|m| m.poisson_ratio))
    }

    /// Reduced radius of Luding (2008), `a₁₂ = 2 a₁ a₂/(a₁ + a₂)` \[m\]: the radius of two equal spheres, and twice the
    /// radius of a sphere on a plane (the limit a₂ → ∞).
    pub fn reduced_radius(&self) -> f64 {
        2.0 * harmonic(self.radius)
    }
}

/// `1/E* = (1 − ν₁²)/E₁ + (1 − ν₂²)/E₂` \[Pa\].
pub fn effective_modulus(materials: &[Material; 2]) -> f64 {
    let compliance = |m: &Material| (1.0 - m.poisson_ratio * m.poisson_ratio) / m.young_modulus;
    1.0 / (compliance(&materials[0]) + compliance(&materials[1]))
}

/// Stiffness `k = 4/3 E* √R*` [N/m^(3/2)] of the elastic force `k ε^(3/2)` (Hertz 1881) of this effective modulus
/// \[Pa\] and radius \[m\].
pub fn hertz_stiffness(modulus: f64, radius: f64) -> f64 {
    4.0 / 3.0 * modulus * radius.sqrt()
}

/// Mass of a homogeneous sphere \[kg\], `4/3 π r³ ρ`.
fn sphere_mass(radius: f64, density: f64) -> f64 {
    4.0 / 3.0 * std::f64::consts::PI * radius.powi(3) * density
}

fn harmonic(x: [f64; 2]) -> f64 {
    1.0 / (1.0 / x[0] + 1.0 / x[1])
}

/// Refuses all but positive finite numbers.
pub(crate) fn positive(key: &'static str, value: f64) -> Result<(), BadParameter> {
    if value > 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(BadParameter::new(key, value, "must be a positive number"))
    }
}

/// Refuses negative numbers and those that are not finite.
pub(crate) fn not_negative(key: &'static str, value: f64) -> Result<(), BadParameter> {
    if value >= 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(BadParameter::new(key, value, "must be zero or a positive number"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_a_sphere_of_infinite_radius_and_mass() {
        let pair = Pair::sphere_on_plane(2e-3, 3e-4, [Material::default(); 2]).unwrap();
        assert_eq!(pair.effective_radius(), 2e-3);
        assert_eq!(pair.effective_mass(), 3e-4);
        assert_eq!(pair.reduced_radius(), 4e-3);
    }

    #[test]
    fn equal_spheres_have_half_the_radius_and_half_the_mass() {
        let pair = Pair::spheres([2e-3; 2], [2500.0; 2], [Material::default(); 2]).unwrap();
        assert!((pair.effective_radius() / 1e-3 - 1.0).abs() < 1e-15);
        assert!((pair.effective_mass() / (0.5 * sphere_mass(2e-3, 2500.0)) - 1.0).abs() < 1e-15);
        assert!((pair.reduced_radius() / 2e-3 - 1.0).abs() < 1e-15);
    }

    #[test]
    fn an_incompressible_or_soft_material_is_refused() {
        let bad = |young_modulus, poisson_ratio| Material { young_modulus, poisson_ratio }.validate().unwrap_err().key;
        assert_eq!(bad(1e9, 0.5), "poisson_ratio");
        assert_eq!(bad(1e9, f64::NAN), "poisson_ratio");
        assert_eq!(bad(-1e9, 0.3), "young_modulus");
        assert_eq!(bad(f64::INFINITY, 0.3), "young_modulus");
    }
}
