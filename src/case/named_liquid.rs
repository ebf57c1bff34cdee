//! Liquids by name: density and viscosity at atmospheric pressure.
//!
//! | name | density | viscosity | range |
//! |---|---|---|---|
//! | `water` | Kell (1975) | Kestin, Sokolov & Wakeham (1978) | 0 to 100 °C |
//! | `glycerol-water` | Volk & Kähler (2018) | Cheng (2008), on the water above | 0 to 100 °C, any mass fraction |
//! | `silicone-oil` | data sheets of dimethyl silicones | its grade | 25 °C, 5 to 1000 cSt |
//! | `air` | ideal gas, 101.325 kPa | Sutherland (1893) | −50 to 200 °C |

use super::section::Section;
use wetbounce_physics::keys::{Keys, within};
use wetbounce_physics::quantity::text::celsius;
use wetbounce_physics::quantity::{KINEMATIC_VISCOSITY, Kind, NUMBER};

wetbounce_physics::keywords! {
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

/// The kinematic viscosity of a silicone oil, in the unit of its trade.
static GRADE: Kind = Kind { units: &[("cSt", -6)], ..KINEMATIC_VISCOSITY };

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
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NamedLiquid {
    /// Its name.
    pub name: LiquidName,
    /// Temperature \[°C\]. Default 20 °C; 25 °C, and fixed, for silicone oils.
    pub temperature: f64,
    /// Mass fraction of glycerol; 0 of other liquids.
    pub(super) glycerol: f64,
    /// Kinematic viscosity of a silicone oil at 25 °C [m²/s]; 0 of other liquids.
    pub(super) grade: f64,
}

impl NamedLiquid {
    /// At its usual temperature.
    fn new(name: LiquidName) -> Self {
        let temperature = if name == LiquidName::SiliconeOil { 25.0 } else { 20.0 };
        Self { name, temperature, glycerol: 0.0, grade: 0.0 }
    }

    /// The keys of a liquid that may have a name.
    pub(super) fn keys(named: &mut Option<Self>, keys: &mut Keys<'_>) {
        let mut name = named.map(|named| named.name);
        keys.word("name", &mut name);
        *named = named.or(name.map(Self::new));
        let mut temperature = named.map(|named| format!("{} degC", named.temperature));
        keys.text("temperature", &mut temperature);
        let Some(Self { temperature: value, glycerol, grade, .. }) = named else { return };
        *value = temperature.and_then(|text| celsius(&text)).unwrap_or(f64::NAN);
        if name == Some(LiquidName::GlycerolWater) {
            let advice = "give the mass fraction of glycerol, such as glycerol = 0.6";
            keys.needed("glycerol", glycerol, &NUMBER, within(0.0..=1.0), advice);
        }
        if name == Some(LiquidName::SiliconeOil) {
            let advice = "give the kinematic viscosity at 25 degC, such as grade = \"20 cSt\"";
            keys.needed("grade", grade, &GRADE, within(5e-6..=1e-3), advice);
        }
    }

    /// Refuses a temperature out of range, or without a name.
    pub(super) fn check(named: Option<Self>, liquid: &Section<'_>) {
        if liquid.place("name").is_none() && liquid.place("temperature").is_some() {
            liquid.missing("name", "a temperature needs a liquid with known properties: name = \"water\"");
        }
        let Some(Self { name, temperature, .. }) = named else { return };
        let [low, high] = if name == LiquidName::Air { [-50.0, 200.0] } else { [0.0, 100.0] };
        if !(low..=high).contains(&temperature) {
            let label = format!("write a temperature of {low} to {high} degC, such as \"20 degC\" or \"293 K\"");
            liquid.unfit("temperature", label);
        } else if name == LiquidName::SiliconeOil && (temperature - 25.0).abs() > 1e-9 {
            liquid.missing(
                "viscosity",
                "grades of silicone oil are known at 25 degC: leave temperature out, or give density and viscosity instead of a name",
            );
        }
    }

    /// Density [kg/m³].
    pub(super) fn density(&self) -> f64 {
        let t = self.temperature;
        match self.name {
            LiquidName::Water => water_density(t),
            LiquidName::GlycerolWater => mixture_density(self.glycerol, t),
            LiquidName::SiliconeOil => silicone_density(1e6 * self.grade),
            LiquidName::Air => 101_325.0 / (287.05 * (t + 273.15)),
        }
    }

    /// Dynamic viscosity \[Pa s\] of a liquid of this `density` [kg/m³], its own or a given one: the grade of a
    /// silicone oil is kinematic.
    pub(super) fn viscosity(&self, density: f64) -> f64 {
        let t = self.temperature;
        match self.name {
            LiquidName::Water => water_viscosity(t),
            LiquidName::GlycerolWater => mixture_viscosity(self.glycerol, t),
            LiquidName::SiliconeOil => self.grade * density,
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
        let water = |temperature: f64| NamedLiquid { temperature, ..NamedLiquid::new(LiquidName::Water) };
        let mix = |glycerol: f64, temperature: f64| {
            let usual = NamedLiquid::new(LiquidName::GlycerolWater);
            NamedLiquid { temperature, glycerol, ..usual }
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
        let oil = NamedLiquid { grade: 2e-5, ..NamedLiquid::new(LiquidName::SiliconeOil) };
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
