//! The sphere, the wall, the second sphere, and the liquid between them.

use super::material::Preset;
use crate::contact::Material;
use crate::keys::{Keys, within};
use crate::quantity::{DEGREES, DENSITY, LENGTH, NUMBER, PRESSURE};
use crate::table;
use std::f64::consts::PI;
use std::ops::Bound::Excluded;
use std::ops::RangeInclusive;

/// Densities [kg/m³].
pub const DENSITIES: RangeInclusive<f64> = 1e-3..=1e5;
/// Viscosities of a liquid \[Pa s\].
pub const VISCOSITIES: RangeInclusive<f64> = 1e-7..=1e6;
/// Thicknesses and widths of a wall \[m\].
pub const THICKNESSES: RangeInclusive<f64> = 1e-6..=100.0;
const SIZE: &str = "write for example diameter = \"3 mm\" in []";

/// Young's modulus and Poisson's ratio; what is not given follows from the material.
fn elastic_keys(elastic: &mut Material, keys: &mut Keys<'_>) {
    keys.settled("young", &mut elastic.young_modulus, &PRESSURE, within(1e3..=1e13));
    keys.settled("poisson", &mut elastic.poisson_ratio, &NUMBER, (Excluded(-1.0), Excluded(0.5)));
}

/// An elasticity that is not known yet.
pub const UNKNOWN: Material = Material { young_modulus: f64::NAN, poisson_ratio: f64::NAN };

table! {
    /// A smooth, homogeneous sphere. The default is one of which nothing is known yet.
    #[derive(Copy)]
    pub struct Sphere {
        /// Diameter `D` \[m\]. Required.
        diameter: f64 = f64::NAN, needed(&LENGTH, within(1e-7..=100.0), SIZE);
        /// Density `ρp` [kg/m³]. Required, unless a material, a density ratio or a Stokes number gives it.
        density: f64 = f64::NAN, settled(&DENSITY, within(DENSITIES));
        /// Young's modulus and Poisson's ratio; default steel, 200 GPa and 0.3.
        elastic: Material = UNKNOWN, with(elastic_keys);
    }
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

table! {
    /// A flat wall at z = 0; one without a thickness does not move. The default is one of which nothing is known yet.
    #[derive(Copy)]
    pub struct Wall {
        /// Young's modulus and Poisson's ratio; default glass, 60 GPa and 0.23.
        elastic: Material = UNKNOWN, with(elastic_keys);
        /// Angle between the wall and the horizontal \[deg\], from 0 to below 90; needs `resolution.azimuthal_modes`.
        /// Default 0.
        inclination: f64 = 0.0, quantity(&DEGREES, within(0.0..=90.0)) unwritten;
        /// Thickness `h` \[m\] of a wall that bends; `None`: it is thick. A case may give a range of it, of which this
        /// is the middle.
        thickness: Option<f64> = None, with(no_key);
        /// Density `ρ` of a wall with a thickness [kg/m³]. Default: that of its material.
        density: Option<f64> = None, optional(&DENSITY, within(DENSITIES)), if Self::is_plate;
        /// Width of a wall with a thickness \[m\]: the sphere meets it in the middle. Default not known.
        width: Option<f64> = None, optional(&LENGTH, within(THICKNESSES)), if Self::is_plate;
    }
}

/// The thickness of a wall is a key of the case, which knows its range.
fn no_key(_: &mut Option<f64>, _: &mut Keys<'_>) {}

impl Wall {
    fn is_plate(&self) -> bool {
        self.thickness.is_some()
    }

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

table! {
    /// A Newtonian liquid of constant density. The default is one of which nothing is known yet.
    #[derive(Copy)]
    pub struct Liquid {
        /// Density `ρl` [kg/m³]. Required, unless the liquid is known by name.
        density: f64 = f64::NAN, settled(&DENSITY, within(DENSITIES));
        /// Dynamic viscosity `μ` \[Pa s\]. Required, unless a Reynolds or Stokes number or the liquid's name gives it.
        /// A kinematic viscosity is accepted too.
        viscosity: f64 = f64::NAN, viscosity(within(VISCOSITIES); density = Self::its_density);
    }
}

impl Liquid {
    /// A liquid of this density [kg/m³] and dynamic viscosity \[Pa s\].
    pub const fn newtonian(density: f64, viscosity: f64) -> Self {
        Self { density, viscosity }
    }

    fn its_density(&self) -> f64 {
        self.density
    }

    /// `ν = μ/ρl` [m²/s].
    pub fn kinematic_viscosity(&self) -> f64 {
        self.viscosity / self.density
    }
}
