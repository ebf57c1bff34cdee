//! Solid materials by name.

use super::section::{Section, settle};
use crate::contact::Material;
use crate::keys::{Keys, within};
use crate::keywords;
use crate::quantity::{NUMBER, PRESSURE};
use std::ops::Bound::Excluded;

keywords! {
    /// Presets of handbook values; any key given beside one overrides it.
    Preset {
        /// 7800 kg/m³, 200 GPa, 0.30.
        Steel = "steel",
        /// 2500 kg/m³, 60 GPa, 0.23.
        Glass = "glass",
        /// 14 900 kg/m³, 620 GPa, 0.22.
        TungstenCarbide = "tungsten-carbide",
        /// 3950 kg/m³, 380 GPa, 0.22.
        Alumina = "alumina",
        /// 6050 kg/m³, 210 GPa, 0.31.
        Zirconia = "zirconia",
        /// 2530 kg/m³, 91 GPa, 0.24 (glass ceramic).
        Zerodur = "zerodur",
        /// 8500 kg/m³, 105 GPa, 0.35.
        Brass = "brass",
        /// 2700 kg/m³, 70 GPa, 0.33.
        Aluminium = "aluminium",
        /// 1120 kg/m³, 2.8 GPa, 0.40.
        Nylon = "nylon",
        /// 1410 kg/m³, 3.1 GPa, 0.35 (polyoxymethylene).
        Delrin = "delrin",
        /// 2170 kg/m³, 0.5 GPa, 0.46.
        Teflon = "teflon",
        /// 1190 kg/m³, 3.0 GPa, 0.37.
        Acrylic = "acrylic",
        /// 1050 kg/m³, 3.3 GPa, 0.34.
        Polystyrene = "polystyrene",
    }
}

impl Preset {
    /// Density [kg/m³].
    pub fn density(self) -> f64 {
        self.properties().0
    }

    /// Elastic constants.
    pub fn elastic(self) -> Material {
        let (_, young_modulus, poisson_ratio, _) = self.properties();
        Material { young_modulus, poisson_ratio }
    }

    /// Whether it is a plastic.
    pub(super) fn is_plastic(self) -> bool {
        self.properties().1 < 10e9
    }

    /// Yield strength of the strongest kind \[Pa\], of handbooks: hardened bearing steel, aluminium 7075-T6, cold-drawn brass, cemented carbide in
    /// compression, dry plastics in slow compression. `None` of what breaks before it flows.
    pub fn yield_strength(self) -> Option<f64> {
        self.properties().3
    }

    /// Density [kg/m³], Young's modulus \[Pa\], Poisson's ratio, yield strength \[Pa\].
    fn properties(self) -> (f64, f64, f64, Option<f64>) {
        match self {
            Self::Steel => (7800.0, 200e9, 0.30, Some(2.2e9)),
            Self::Glass => (2500.0, 60e9, 0.23, None),
            Self::TungstenCarbide => (14900.0, 620e9, 0.22, Some(6e9)),
            Self::Alumina => (3950.0, 380e9, 0.22, None),
            Self::Zirconia => (6050.0, 210e9, 0.31, None),
            Self::Zerodur => (2530.0, 91e9, 0.24, None),
            Self::Brass => (8500.0, 105e9, 0.35, Some(0.45e9)),
            Self::Aluminium => (2700.0, 70e9, 0.33, Some(0.5e9)),
            Self::Nylon => (1120.0, 2.8e9, 0.40, Some(85e6)),
            Self::Delrin => (1410.0, 3.1e9, 0.35, Some(75e6)),
            Self::Teflon => (2170.0, 0.5e9, 0.46, Some(20e6)),
            Self::Acrylic => (1190.0, 3.0e9, 0.37, Some(120e6)),
            Self::Polystyrene => (1050.0, 3.3e9, 0.34, Some(60e6)),
        }
    }
}

/// Young's modulus and Poisson's ratio; what is not given is NaN until it is [settled](settle_elastic).
pub(super) fn elastic_keys(elastic: &mut Material, keys: &mut Keys<'_>) {
    keys.settled("young", &mut elastic.young_modulus, &PRESSURE, within(1e3..=1e13));
    keys.settled("poisson", &mut elastic.poisson_ratio, &NUMBER, (Excluded(-1.0), Excluded(0.5)));
}

/// An elasticity that is not known yet.
pub(super) const UNKNOWN: Material = Material { young_modulus: f64::NAN, poisson_ratio: f64::NAN };

/// Settles what is not given of an elasticity by the `material`, or the `usual` one, and refuses a material none of whose properties, the
/// `density` [kg/m³] among them if there is one, the solid has.
pub(super) fn settle_elastic(
    section: &Section<'_>,
    (material, usual): (Option<Preset>, Preset),
    elastic: &mut Material,
    density: Option<f64>,
) {
    let own = material.unwrap_or(usual);
    let [young, poisson] = [own.elastic().young_modulus, own.elastic().poisson_ratio];
    settle(&mut elastic.young_modulus, young);
    settle(&mut elastic.poisson_ratio, poisson);
    if material.is_some() {
        let density = density.map(|density| ("density", density, own.density()));
        let elasticity = [("young", elastic.young_modulus, young), ("poisson", elastic.poisson_ratio, poisson)];
        section.refuse_idle("material", &density.into_iter().chain(elasticity).collect::<Vec<_>>());
    }
}
