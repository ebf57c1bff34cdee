//! Solid materials by name.

use crate::contact::Material;
use crate::keywords;

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
    pub fn is_plastic(self) -> bool {
        self.properties().1 < 10e9
    }

    /// Yield strength of the strongest kind \[Pa\], of handbooks: hardened bearing steel, aluminium 7075-T6, cold-drawn
    /// brass, cemented carbide in compression, dry plastics in slow compression. `None` of what breaks before it flows.
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
