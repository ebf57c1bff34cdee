//! A wall as a plate: how far it recedes under a contact, and what bending waves carry away.
//!
//! A point force `F` on an infinite elastic plate meets a resistance, not a stiffness (Kirchhoff's plate; Zener, Phys.
//! Rev. 59, 669, 1941; Cremer, Heckl & Petersson, Structure-Borne Sound, 2005, §5.2): under the force the plate recedes
//! with
//!
//! ```text
//! ẇ = Y F,    Y = 1/(8 √(B ρ h)),    B = E h³/(12 (1 − ν²))
//! ```
//!
//! and the work `F ẇ = Y F²` leaves with the bending waves. The contact is in series with the plate: its law has the
//! deformation `ε`, the sphere moves by `ε + w`, and the same force acts on both. An elastic Hertz contact on a plate
//! loses as the one number `λ = Y m/T`, `T = (m/k)^{2/5} V^{−1/5}`, says (Zener's inelasticity parameter in these
//! units).
//!
//! How the wall recedes then is [`Recoil`]'s.
//!
//! # Where it holds
//! - A contact lasts several [transit times](Plate::transit_time) of waves across the thickness. In a shorter one the
//!   wall is a half-space, of which elastic waves take about a [per cent](half_space_loss).
//! - It is over before bending waves come back from the [edge](Plate::return_time).
//! - The far side of the plate is free, and liquid on the near side adds little to its mass ([`Plate::wet_mobility`]).

use super::force::NormalForce;
use super::pair::{Material, positive};
use crate::body::recoil::Recoil;
use crate::error::BadParameter;
use std::f64::consts::PI;

/// A plate: its thickness, density, and elasticity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plate {
    /// `h` \[m\].
    pub thickness: f64,
    /// `ρ` [kg/m³].
    pub density: f64,
    /// Elasticity.
    pub material: Material,
}

impl Plate {
    /// A plate of this thickness \[m\] and density [kg/m³].
    ///
    /// # Errors
    /// A number that is not positive, or a material that no solid has.
    pub fn new(thickness: f64, density: f64, material: Material) -> Result<Self, BadParameter> {
        positive("wall.thickness", thickness)?;
        positive("wall.density", density)?;
        material.validate()?;
        Ok(Self { thickness, density, material })
    }

    /// Bending stiffness `B = E h³/(12 (1 − ν²))` [N m].
    pub fn bending_stiffness(&self) -> f64 {
        let Material { young_modulus, poisson_ratio } = self.material;
        young_modulus * self.thickness.powi(3) / (12.0 * (1.0 - poisson_ratio * poisson_ratio))
    }

    /// Mass per area `ρ h` [kg/m²].
    pub fn mass_per_area(&self) -> f64 {
        self.density * self.thickness
    }

    /// Point mobility `Y = 1/(8 √(B ρ h))` [m/(N s)].
    pub fn mobility(&self) -> f64 {
        0.125 / (self.bending_stiffness() * self.mass_per_area()).sqrt()
    }

    /// The thickness \[m\] at which a plate of the same material has this mobility [m/(N s)]: `Y ∝ h⁻²`.
    pub fn thickness_of(&self, mobility: f64) -> f64 {
        self.thickness * (self.mobility() / mobility).sqrt()
    }

    /// Time of a longitudinal wave across the thickness \[s\], `h/c_L`, `c_L² = E (1 − ν)/(ρ (1 + ν)(1 − 2ν))`.
    pub fn transit_time(&self) -> f64 {
        self.thickness / dilatational_speed(&self.material, self.density)
    }

    /// Time \[s\] at which the bending waves of a contact that lasts `contact_time` \[s\] come back from an edge
    /// `distance` \[m\] away: the way there and back at the group speed `2 (B ω²/(ρ h))^{1/4}` of waves of the
    /// contact's frequency `ω = π/T`.
    pub fn return_time(&self, distance: f64, contact_time: f64) -> f64 {
        distance / self.phase_speed(PI / contact_time)
    }

    /// Wavenumber `k = (ρ h ω²/B)^{1/4}` [1/m] of free bending waves of the angular frequency `ω` [1/s].
    fn wavenumber(&self, frequency: f64) -> f64 {
        (self.mass_per_area() * frequency * frequency / self.bending_stiffness()).powf(0.25)
    }

    fn phase_speed(&self, frequency: f64) -> f64 {
        frequency / self.wavenumber(frequency)
    }

    /// The least real part of the mobility [m/(N s)] that a liquid of this density [kg/m³] on one side leaves of it in
    /// a contact that lasts `contact_time` \[s\].
    ///
    /// Incompressible liquid moves with the waves of wavenumber `κ` as a layer of thickness `1/κ`, so that `B κ⁴ = ω²
    /// (ρ h + ρ_l/κ)`. The residue of that pole gives the power of a point force (Crighton, J. Sound Vib. 20, 209,
    /// 1972): with `x = κ/k` over the free wavenumber and `x⁵ = x + ρ_l/(ρ h k)`, `Re Y/Y₀ = 4 x²/(5 x⁴ − 1)`. It falls
    /// with the loading, which falls with the frequency; the contact's own, `π/T`, is the highest that counts.
    pub fn wet_mobility(&self, liquid_density: f64, contact_time: f64) -> f64 {
        let loading = liquid_density / (self.mass_per_area() * self.wavenumber(PI / contact_time));
        let mut x = 1.0 + 0.25 * loading;
        for _ in 0..50 {
            x -= (x.powi(5) - x - loading) / (5.0 * x.powi(4) - 1.0);
        }
        self.mobility() * 4.0 * x * x / (5.0 * x.powi(4) - 1.0)
    }
}

/// Speed `c_L` of longitudinal waves in a solid of this density [kg/m³] \[m/s\].
fn dilatational_speed(material: &Material, density: f64) -> f64 {
    let Material { young_modulus: e, poisson_ratio: nu } = *material;
    (e * (1.0 - nu) / (density * (1.0 + nu) * (1.0 - 2.0 * nu))).sqrt()
}

/// Share of the kinetic energy that elastic waves take of a dry impact at `speed` [m/s] on a half-space, about `1.04
/// (V/c₀)^{3/5}` with `c₀² = E/ρ` (Hunter, J. Mech. Phys. Solids 5, 162, 1957, quoted after Johnson, Contact Mechanics,
/// 1985, §11.4, for a sphere of the same material; not compared with the original).
pub fn half_space_loss(material: &Material, density: f64, speed: f64) -> f64 {
    1.04 * (speed / (material.young_modulus / density).sqrt()).powf(0.6)
}

/// The force of a law in series with a wall, by its `force` at a rate of deformation [m/s], where the bodies approach
/// at `closing` [m/s]; and the rate of the deformation, `ε̇ = closing − ẇ(F(ε̇))`. One implicit equation, which is
/// linear for most laws.
#[inline]
pub fn in_series(wall: Recoil, closing: f64, mut force: impl FnMut(f64) -> NormalForce) -> (NormalForce, f64) {
    let mut rate = closing;
    let mut found = force(rate);
    if wall.mobility == 0.0 {
        return (found, rate);
    }
    for _ in 0..50 {
        let [receding, slope] = wall.rate(found.force);
        let miss = rate + receding - closing;
        if miss.abs() <= 4.0 * f64::EPSILON * (closing.abs() + receding.abs()) {
            break;
        }
        rate -= miss / (1.0 + slope * found.by_rate);
        found = force(rate);
    }
    (found, rate)
}
