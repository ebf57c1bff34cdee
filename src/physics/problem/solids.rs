//! The sphere, the wall, the second sphere, and the liquid between them.

use super::material::Preset;
use crate::contact::Material;
use std::f64::consts::PI;

/// A smooth, homogeneous sphere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sphere {
    /// Diameter `D` \[m\].
    pub diameter: f64,
    /// Density `ρp` [kg/m³].
    pub density: f64,
    /// Young's modulus and Poisson's ratio.
    pub elastic: Material,
}

impl Sphere {
    /// A sphere of a known material, `diameter` \[m\].
    pub fn of(material: Preset, diameter: f64) -> Self {
        Self { diameter, density: material.density(), elastic: material.elastic() }
    }

    /// A sphere of steel, `diameter` \[m\].
    pub fn steel(diameter: f64) -> Self {
        Self::of(Preset::Steel, diameter)
    }

    /// A sphere of glass, `diameter` \[m\].
    pub fn glass(diameter: f64) -> Self {
        Self::of(Preset::Glass, diameter)
    }

    /// `a = D/2` \[m\].
    pub fn radius(&self) -> f64 {
        0.5 * self.diameter
    }

    /// `π/6 D³` \[m³\].
    pub fn volume(&self) -> f64 {
        PI / 6.0 * self.diameter.powi(3)
    }

    /// `m_p = π/6 D³ ρp` \[kg\].
    pub fn mass(&self) -> f64 {
        self.volume() * self.density
    }
}

/// A flat wall at z = 0; one without a thickness does not move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wall {
    /// Young's modulus and Poisson's ratio.
    pub elastic: Material,
    /// Angle between the wall and the horizontal (deg), from 0 to below 90; other angles than 0 need azimuthal modes.
    pub inclination: f64,
    /// Density `ρ` [kg/m³], where it is known.
    pub density: Option<f64>,
    /// Thickness `h` \[m\] of a wall that bends; `None`: it is thick.
    pub thickness: Option<f64>,
    /// Its width \[m\], where it is known; the sphere meets it in the middle.
    pub width: Option<f64>,
}

impl Wall {
    /// A thick, level wall of a known material.
    pub fn of(material: Preset) -> Self {
        let (elastic, density) = (material.elastic(), Some(material.density()));
        Self { elastic, inclination: 0.0, density, thickness: None, width: None }
    }

    /// A level wall of glass.
    pub fn glass() -> Self {
        Self::of(Preset::Glass)
    }

    /// A level wall of steel.
    pub fn steel() -> Self {
        Self::of(Preset::Steel)
    }
}

/// A second sphere on the axis of the first one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Second {
    /// The sphere.
    pub sphere: Sphere,
    /// Whether it is held fast, in place and in spin.
    pub fixed: bool,
    /// Speed at which it is led while the first sphere is, positive towards that one [m/s]; one that is fixed keeps it.
    pub velocity: f64,
}

/// A Newtonian liquid of constant density.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Liquid {
    /// Density `ρl` [kg/m³].
    pub density: f64,
    /// Dynamic viscosity `μ` \[Pa s\].
    pub viscosity: f64,
}

impl Liquid {
    /// A liquid of this density [kg/m³] and dynamic viscosity \[Pa s\].
    pub const fn newtonian(density: f64, viscosity: f64) -> Self {
        Self { density, viscosity }
    }

    /// `ν = μ/ρl` [m²/s].
    pub fn kinematic_viscosity(&self) -> f64 {
        self.viscosity / self.density
    }
}
