//! Liquids by name: density and viscosity at atmospheric pressure.
//!
//! | name | density | viscosity | range |
//! |---|---|---|---|
//! | `water` | Kell (1975) | Kestin, Sokolov & Wakeham (1978) | 0 to 100 °C |
//! | `glycerol-water` | Volk & Kähler (2018) | Cheng (2008), on the water above | 0 to 100 °C, any mass fraction |
//! | `silicone-oil` | data sheets of dimethyl silicones | its grade | 25 °C, 5 to 1000 cSt |
//! | `air` | ideal gas, 101.325 kPa | Sutherland (1893) | −50 to 200 °C |

use super::section::Section;
use crate::quantity::KINEMATIC_VISCOSITY;
use crate::quantity::text::celsius;
use serde::{Serialize, Serializer};

crate::keywords! {
    /// Liquids with tabulated properties.
    LiquidName {
        /// Water, free of gas.
        Water = "water",
        /// Water with a mass fraction of glycerol.
        GlycerolWater = "glycerol-water",
        /// Dimethyl silicone, by its kinematic viscosity at 25 °C.
        SiliconeOil = "silicone-oil",
        /// Dry air.
        Air = "air",
    }
}

/// Density [kg/m³] over the kinematic viscosity at 25 °C [cSt] of dimethyl silicones, as data sheets have it.
const SILICONES: [(f64, f64); 8] = [
    (5.0, 915.0),
    (10.0, 935.0),
    (20.0, 950.0),
    (50.0, 960.0),
    (100.0, 965.0),
    (350.0, 970.0),
    (500.0, 970.0),
    (1000.0, 970.0),
];

/// A liquid by name.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct NamedLiquid {
    /// Its name.
    pub name: LiquidName,
    /// Temperature \[°C\]. Default 20 °C; 25 °C, and fixed, for silicone oils.
    #[serde(serialize_with = "degrees")]
    pub temperature: f64,
    /// Mass fraction of glycerol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glycerol: Option<f64>,
    /// Kinematic viscosity at 25 °C [m²/s].
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "grade")]
    pub grade: Option<f64>,
}

fn degrees<S: Serializer>(temperature: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{temperature} degC"))
}

fn grade<S: Serializer>(grade: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{} cSt", 1e6 * grade.unwrap_or(f64::NAN)))
}

impl NamedLiquid {
    /// Reads `name`, `temperature`, `glycerol` and `grade` of `[liquid]`; `None` without a name.
    pub(super) fn read(liquid: &Section<'_>) -> Option<Self> {
        let name = liquid.word::<LiquidName>("name").optional();
        let [low, high] = if name == Some(LiquidName::Air) { [-50.0, 200.0] } else { [0.0, 100.0] };
        let temperature = liquid
            .text("temperature")
            .check(format!("write a temperature of {low} to {high} degC, such as \"20 degC\" or \"293 K\""), |text| {
                celsius(text).is_some_and(|value| (low..=high).contains(&value))
            });
        let is = |wanted| name == Some(wanted);
        let (oil, mixture) = (is(LiquidName::SiliconeOil), is(LiquidName::GlycerolWater));
        let temperature_given = temperature.is_given();
        let temperature = temperature.optional().and_then(|text| celsius(&text));
        let glycerol = mixture.then(|| {
            let fraction = liquid.number("glycerol").within(0.0..=1.0);
            fraction.required("give the mass fraction of glycerol, such as glycerol = 0.6")
        });
        let grade = oil.then(|| {
            let grade = liquid.quantity("grade", &KINEMATIC_VISCOSITY).within(5e-6..=1e-3);
            grade.required("give the kinematic viscosity at 25 degC, such as grade = \"20 cSt\"")
        });
        let at_25 = temperature.is_none_or(|value| (value - 25.0).abs() < 1e-9);
        if liquid.place("name").is_none() && temperature_given {
            liquid.missing("name", "a temperature needs a liquid with known properties: name = \"water\"");
        } else if oil && !at_25 {
            liquid.missing(
                "viscosity",
                "grades of silicone oil are known at 25 degC: leave temperature out, or give density and viscosity instead of a name",
            );
        }
        let usual = if oil { 25.0 } else { 20.0 };
        Some(Self { name: name?, temperature: temperature.unwrap_or(usual), glycerol, grade })
    }

    /// Density [kg/m³].
    pub fn density(&self) -> f64 {
        let t = self.temperature;
        match self.name {
            LiquidName::Water => water_density(t),
            LiquidName::GlycerolWater => mixture_density(self.glycerol.unwrap_or(0.0), t),
            LiquidName::SiliconeOil => silicone_density(1e6 * self.grade.unwrap_or(f64::NAN)),
            LiquidName::Air => 101_325.0 / (287.05 * (t + 273.15)),
        }
    }

    /// Dynamic viscosity \[Pa s\] of a liquid of this `density` [kg/m³], its own or a given one: the grade of a silicone oil is kinematic.
    pub fn viscosity(&self, density: f64) -> f64 {
        let t = self.temperature;
        match self.name {
            LiquidName::Water => water_viscosity(t),
            LiquidName::GlycerolWater => mixture_viscosity(self.glycerol.unwrap_or(0.0), t),
            LiquidName::SiliconeOil => self.grade.unwrap_or(f64::NAN) * density,
            LiquidName::Air => {
                let kelvin = t + 273.15;
                1.716e-5 * (kelvin / 273.15).powf(1.5) * (273.15 + 110.4) / (kelvin + 110.4)
            }
        }
    }
}

/// Kell, J. Chem. Eng. Data 20, 97 (1975).
fn water_density(t: f64) -> f64 {
    let series = [999.839_52, 16.945_176, -7.987_040_1e-3, -46.170_461e-6, 105.563_02e-9, -280.542_53e-12];
    series.iter().rev().fold(0.0, |sum, coefficient| sum * t + coefficient) / (1.0 + 16.879_85e-3 * t)
}

/// Kestin, Sokolov & Wakeham, J. Phys. Chem. Ref. Data 7, 941 (1978), on 1.002 mPa s at 20 °C.
fn water_viscosity(t: f64) -> f64 {
    let below = 20.0 - t;
    let exponent = below / (t + 96.0) * (1.2364 - 1.37e-3 * below + 5.7e-6 * below * below);
    1.002e-3 * 10f64.powf(exponent)
}

/// Volk & Kähler, Exp. Fluids 59, 75 (2018): mixture by volume, with its contraction.
fn mixture_density(fraction: f64, t: f64) -> f64 {
    let (water, glycerol) = (1000.0 * (1.0 - ((t - 3.98) / 615.0).abs().powf(1.71)), 1273.3 - 0.6121 * t);
    if fraction == 0.0 {
        return water;
    }
    let contraction = 1.78e-6 * t * t - 1.82e-4 * t + 1.41e-2;
    let angle = fraction.powf(1.31) * std::f64::consts::PI;
    let by_volume = water + (glycerol - water) / (1.0 + glycerol / water * (1.0 / fraction - 1.0));
    by_volume * (1.0 + contraction * angle.sin().max(0.0).powf(0.81))
}

/// Cheng, Ind. Eng. Chem. Res. 47, 3285 (2008), eqs. 6, 12, 13, 22.
fn mixture_viscosity(fraction: f64, t: f64) -> f64 {
    let glycerol = 12.1 * ((-1233.0 + t) * t / (9900.0 + 70.0 * t)).exp();
    let a = 0.705 - 0.0017 * t;
    let b = (4.9 + 0.036 * t) * a.powf(2.5);
    let rest = 1.0 - fraction;
    let share = rest + a * b * fraction * rest / (a * fraction + b * rest);
    water_viscosity(t).powf(share) * glycerol.powf(1.0 - share)
}

/// Linear in the logarithm of the grade between data sheets.
fn silicone_density(grade: f64) -> f64 {
    let above = SILICONES.partition_point(|(known, _)| *known < grade).clamp(1, SILICONES.len() - 1);
    let ((low, from), (high, to)) = (SILICONES[above - 1], SILICONES[above]);
    from + (to - from) * ((grade / low).ln() / (high / low).ln()).clamp(0.0, 1.0)
}

/// Share by which a density may differ from that of an aqueous liquid it is taken for.
const ALIKE: f64 = 0.01;
/// The same of a silicone oil: mineral oils of its viscosity are lighter by more than this.
const ALIKE_OIL: f64 = 0.03;

/// Whether density [kg/m³] and viscosity \[Pa s\] are those of a dimethyl silicone at 25 °C, to 3 % in the density.
pub(super) fn is_silicone_oil(density: f64, viscosity: f64) -> bool {
    let grade = 1e6 * viscosity / density;
    (3.0..3000.0).contains(&grade) && (density / silicone_density(grade) - 1.0).abs() < ALIKE_OIL
}

/// Whether density [kg/m³] and viscosity \[Pa s\] are those of water at 5 to 50 °C.
pub(super) fn is_water(density: f64, viscosity: f64) -> bool {
    (density / water_density(20.0) - 1.0).abs() < ALIKE
        && (water_viscosity(50.0)..water_viscosity(5.0)).contains(&viscosity)
}

/// Whether density [kg/m³] and viscosity \[Pa s\] are those of a mixture of glycerol and water at 15 to 30 °C.
pub(super) fn is_glycerol_water(density: f64, viscosity: f64) -> bool {
    (1..=100).map(|percent| 0.01 * f64::from(percent)).any(|fraction| {
        let alike = (density / mixture_density(fraction, 20.0) - 1.0).abs() < ALIKE;
        alike && (mixture_viscosity(fraction, 30.0)..mixture_viscosity(fraction, 15.0)).contains(&viscosity)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_liquids_have_the_values_of_handbooks() {
        let water = |t: f64| NamedLiquid { name: LiquidName::Water, temperature: t, glycerol: None, grade: None };
        let mix = |glycerol: f64, t: f64| NamedLiquid {
            name: LiquidName::GlycerolWater,
            temperature: t,
            glycerol: Some(glycerol),
            grade: None,
        };
        let air = NamedLiquid { name: LiquidName::Air, ..water(20.0) };
        for (liquid, density, viscosity, within) in [
            (water(20.0), 998.207, 1.002e-3, 1e-3),
            (water(25.0), 997.047, 0.890e-3, 2e-3),
            (water(60.0), 983.20, 0.466e-3, 5e-3),
            (mix(0.0, 20.0), 998.2, 1.002e-3, 2e-3),
            (mix(0.45, 20.0), 1112.8, 4.54e-3, 0.06),
            (mix(0.60, 20.0), 1153.8, 10.8e-3, 0.06),
            (mix(0.80, 20.0), 1208.5, 60.1e-3, 0.08),
            (mix(1.0, 20.0), 1261.1, 1.41, 0.03),
            (air, 1.204, 1.813e-5, 5e-3),
        ] {
            assert!((liquid.density() / density - 1.0).abs() < 2e-3, "{liquid:?}: {}", liquid.density());
            let found = liquid.viscosity(liquid.density());
            assert!((found / viscosity - 1.0).abs() < within, "{liquid:?}: {found}");
        }
        let oil = NamedLiquid { name: LiquidName::SiliconeOil, grade: Some(2e-5), ..water(25.0) };
        assert!((oil.density() - 950.0).abs() < 1e-9 && (oil.viscosity(950.0) - 0.019).abs() < 1e-9);
    }

    #[test]
    fn a_temperature_has_a_unit() {
        assert_eq!(celsius("20 degC"), Some(20.0));
        assert_eq!(celsius("25°C"), Some(25.0));
        assert!((celsius("293.15 K").unwrap() - 20.0).abs() < 1e-9);
        assert_eq!((celsius("20"), celsius("warm")), (None, None));
    }
}
