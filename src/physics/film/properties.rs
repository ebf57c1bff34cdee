//! The physical properties of a film, checked.

use crate::quantity::{LENGTH, PRESSURE};
use serde::{Deserialize, Serialize};

use super::compression::Compressibility;
use super::heating::Heating;
use super::roughness::Roughness;
use super::thinning::ShearThinning;
use super::viscosity::PressureViscosity;
use crate::body::recoil::Recoil;
use crate::error::{BadParameter, not_negative};
use crate::grid::SmallestGap;
use crate::liquid::cavitation::beyond_nucleus;
use crate::modelled::Modelled;

/// Sphere, wall and liquid as the film sees them. SI throughout.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FilmProperties {
    /// Sphere radius `a` \[m\].
    pub radius: f64,
    /// Effective modulus `E*` of sphere and wall, `1/E* = Σ (1 − ν²)/E` \[Pa\].
    pub modulus: f64,
    /// Viscosity `μ₀` at ambient pressure [Pa s].
    pub viscosity: f64,
    /// How viscosity rises with pressure.
    #[serde(default)]
    pub pressure_viscosity: PressureViscosity,
    /// How density rises with pressure.
    #[serde(default)]
    pub compressibility: Compressibility,
    /// How the liquid thins under a large shear stress; `None`: it does not.
    #[serde(default)]
    pub shear_thinning: Option<ShearThinning>,
    /// Warming by squeezing; `None`: isothermal.
    #[serde(default)]
    pub heating: Option<Heating>,
    /// `p_c`: the liquid ruptures where its pressure would fall by more than this below ambient \[Pa\]. About ambient
    /// pressure minus vapour pressure, 1e5 Pa. `None`: the liquid bears any tension.
    #[serde(default)]
    pub cavitation_pressure: Option<f64>,
    /// Size of the nuclei from which voids grow \[m\]: the liquid ruptures only while
    /// [`cavitation_gap`](Self::cavitation_gap) exceeds it, see [`CavitationLimit`](crate::liquid::CavitationLimit); 0:
    /// always.
    #[serde(default)]
    pub nucleus: f64,
    /// Solid contact beside the film.
    #[serde(default)]
    pub roughness: Roughness,
    /// Relaxation time `τ` of the solids \[s\]: `u + τ ∂u/∂t = G p` (Kelvin–Voigt half-space). 0 is purely elastic;
    /// [`super::relaxation_time`] gives the value for a dry restitution.
    #[serde(default)]
    pub relaxation_time: f64,
    /// How the wall recedes under the film's pressure.
    #[serde(default, skip_serializing_if = "Recoil::is_none")]
    pub wall: Recoil,
}

impl FilmProperties {
    /// A smooth elastic film of constant viscosity without cavitation.
    pub fn simple(radius: f64, modulus: f64, viscosity: f64) -> Self {
        Self {
            radius,
            modulus,
            viscosity,
            pressure_viscosity: PressureViscosity::default(),
            compressibility: Compressibility::default(),
            shear_thinning: None,
            heating: None,
            cavitation_pressure: None,
            nucleus: 0.0,
            roughness: Roughness::default(),
            relaxation_time: 0.0,
            wall: Recoil::NONE,
        }
    }

    /// Checks every value; the error names the first that cannot be.
    pub fn check(&self) -> Result<(), BadParameter> {
        let positive =
            [("radius", self.radius, "m"), ("modulus", self.modulus, "Pa"), ("viscosity", self.viscosity, "Pa s")];
        for (key, value, unit) in positive {
            if !(value > 0.0 && value.is_finite()) {
                return Err(BadParameter::new(key, value, format!("a positive number in {unit}")));
            }
        }
        if let Some(pressure) = self.cavitation_pressure.filter(|p| !(*p > 0.0 && p.is_finite())) {
            let allowed = "a positive pressure in Pa (about 1e5), or none for a liquid that bears any tension";
            return Err(BadParameter::new("cavitation_pressure", pressure, allowed));
        }
        not_negative("nucleus", self.nucleus)?;
        if !(self.relaxation_time >= 0.0 && self.relaxation_time.is_finite()) {
            return Err(BadParameter::new("relaxation_time", self.relaxation_time, "0 or more, in s"));
        }
        self.pressure_viscosity.check(self.viscosity)?;
        self.compressibility.check()?;
        self.shear_thinning.map_or(Ok(()), |thinning| thinning.check())?;
        self.roughness.check()
    }

    /// The laws that are not left out, in words.
    pub fn describe(&self) -> Vec<Modelled> {
        let mut list = Vec::new();
        let mut law = |of: &str, by: String, range: String| list.push(Modelled::new(of, by, range));
        if let Some(pressure) = self.cavitation_pressure {
            let range = format!(
                "where the film's pressure would fall {pressure} below ambient{nucleus}",
                pressure = PRESSURE.brief(pressure),
                nucleus = beyond_nucleus(self.nucleus)
            );
            let by = "rupture at constant pressure, liquid conserved (complementarity)";
            law("cavitation of the film", by.into(), range);
        }
        if self.pressure_viscosity.coefficient > 0.0 {
            let by = format!("law `{}`", self.pressure_viscosity.law);
            law("viscosity under pressure", by, "within the film".into());
        }
        if let Some(modulus) = self.compressibility.bulk_modulus {
            let by = format!("Tait's equation, bulk modulus {modulus}, isothermal", modulus = PRESSURE.brief(modulus));
            law("density under pressure", by, "within the film".into());
        }
        if let Some(ShearThinning { stress, exponent }) = self.shear_thinning {
            let by = format!(
                "Carreau's law in terms of stress, power {exponent} beyond {stress}",
                stress = PRESSURE.brief(stress)
            );
            law("viscosity under shear", by, "squeezing of the film".into());
        }
        if self.heating.is_some() {
            let by = "dissipation conducted across the film and into half-spaces (Carslaw & Jaeger 1959), cold at every contact; no \
                      heat of compression, none that the liquid carries along";
            law("temperature of the squeezed film", by.into(), "viscosity of the film".into());
        }
        if self.roughness.is_rough() {
            let by = format!("asperities `{}` beside the film", self.roughness.asperities.model());
            law("roughness", by, format!("where surfaces are within {}", LENGTH.brief(self.roughness.height)));
        }
        list
    }

    /// Largest indentation of a dry elastic impact (Hertz 1882), `ε = (15 m V²/(16 E* √a))^{2/5}` \[m\].
    pub fn hertz_indentation(&self, mass: f64, speed: f64) -> f64 {
        (15.0 * mass * speed * speed / (16.0 * self.modulus * self.radius.sqrt())).powf(0.4)
    }

    /// Gap at which the film's pressure begins to deform the surfaces (Davis, Serayssol & Hinch 1986),
    /// `x_r = (4θμVa^{3/2})^{2/5}` with `θ = 1/(πE*)` \[m\].
    pub fn elasticity_length(&self, speed: f64) -> f64 {
        (4.0 * self.viscosity * speed.abs() * self.radius.powf(1.5) / (std::f64::consts::PI * self.modulus)).powf(0.4)
    }

    /// Gap below which a film should take part in a run whose grid has this smallest gap, for an approach at `speed`
    /// [m/s]: a step (a quarter of the gap) before the grid ceases to follow the sphere, or 20 `x_r` if the solids are
    /// so soft that they deform earlier. The film's excess over the grid's force is there below 1e-3 of it,
    /// `(x_r/h)^{5/2}`.
    pub fn engagement_gap(&self, smallest_gap: SmallestGap, speed: f64) -> f64 {
        (4.0 / 3.0 * smallest_gap.followed()).max(20.0 * self.elasticity_length(speed))
    }

    /// Gap below which a rigid receding sphere ruptures the liquid, where `3μaV/h²` exceeds `p_c`:
    /// `h_c = √(3μaV/p_c)` \[m\]; 0 for a liquid that bears any tension.
    pub fn cavitation_gap(&self, speed: f64) -> f64 {
        self.cavitation_pressure.map_or(0.0, |p_c| (3.0 * self.viscosity * self.radius * speed.abs() / p_c).sqrt())
    }

    /// Whether full rings may rupture at this speed [m/s], positive where sphere and wall part, in a film that is
    /// `torn` already or is not.
    pub(super) fn may_rupture(&self, speed: f64, torn: bool) -> bool {
        self.nucleus == 0.0 || torn || (speed > 0.0 && self.cavitation_gap(speed) > self.nucleus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_properties_are_refused_by_name() {
        let good = FilmProperties::simple(1.5e-3, 5e10, 0.01);
        let refused = |properties: FilmProperties| properties.check().unwrap_err().key;
        assert!(good.check().is_ok());
        assert_eq!(refused(FilmProperties { modulus: 0.0, ..good }), "modulus");
        assert_eq!(refused(FilmProperties { viscosity: -1.0, ..good }), "viscosity");
        assert_eq!(refused(FilmProperties { cavitation_pressure: Some(-1.0), ..good }), "cavitation_pressure");
        assert_eq!(refused(FilmProperties { relaxation_time: f64::NAN, ..good }), "relaxation_time");
        let barus = PressureViscosity::barus(-1e-8);
        assert_eq!(refused(FilmProperties { pressure_viscosity: barus, ..good }), "pressure_viscosity");
    }
}
