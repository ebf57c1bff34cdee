//! The film between sphere and wall below the resolution of the grid.

use crate::error::BadParameter;
use crate::film::{
    Asperities, AsperityModel, Compressibility, FilmAccuracy, FilmProperties, Heating, LimitingStress,
    PiezoviscosityLaw, PressureViscosity, Roughness, ShearThinning,
};
use crate::grid::SmallestGap;
use crate::keys::{Keys, NOT_NEGATIVE, SHARE, Word, within};
use crate::liquid::{CavitationLimit, CutoffLaw, FilmCounterpart, FilmCutoff, ImmersedSphere};
use crate::motion::subgrid_film::{FilmBelowGrid, SubgridFilm};
use crate::quantity::{CONDUCTIVITY, HEAT_CAPACITY, INVERSE_PRESSURE, LENGTH, NUMBER, PER_KELVIN, PRESSURE};
use crate::{choices, table};
use std::ops::Bound::{Excluded, Included};
use std::ops::RangeInclusive;

table! {
    /// The film between the surfaces, as far as the grid does not resolve it: smooth surfaces, a cut-off at the
    /// elasticity length, and cavitation at zero pressure, if nothing else is said.
    pub struct Film {
        /// Lubrication of rigid surfaces down to a cut-off (default), or the deforming film itself.
        model: FilmModel = FilmModel::Cutoff { cutoff: CutoffLaw::default() }, flat();
        /// Height of the surface roughness \[m\], at which peaks meet; the film never acts below it. Default: 4 times
        /// the combined `σ` of sphere and wall, or `σ` itself with asperities of Greenwood & Tripp; 0 where neither
        /// surface is said to be rough.
        roughness: f64 = 0.0, quantity(&LENGTH, NOT_NEGATIVE);
        /// How far the film's pressure can fall below ambient \[Pa\] before it breaks: ambient less vapour pressure;
        /// `None` for a film that never breaks. Default 1e5 Pa.
        tension: Option<f64> = Some(AMBIENT), with(tension_keys);
        /// Size of the nuclei from which voids grow \[m\]: the film of a receding sphere breaks only where the region
        /// under tension is thicker, see [`CavitationLimit`]; 0: always; `None` for a liquid without nuclei, whose film
        /// never breaks. Default 0.
        nucleus: Option<f64> = Some(0.0), or_none(&LENGTH, NOT_NEGATIVE);
    }
}

/// Gap in diameters up to which a film is thin against the sphere, as lubrication theory has it.
pub const THIN: f64 = 0.1;

/// Ambient pressure, the default of the tension that a film bears \[Pa\].
pub const AMBIENT: f64 = 1e5;

/// Default shear stress that a liquid bears at ambient pressure \[Pa\], and how much more per pressure: of the order
/// measured for lubricants (Bair & Winer 1979: 0.05 to 0.1 per pressure for oils).
const LIMITING_STRESS: f64 = 2e6;
const LIMITING_COEFFICIENT: f64 = 0.05;

choices! {
    /// The film's model.
    pub enum FilmModel by "model" {
        /// Rigid lubrication, ended at a cut-off gap where the solids touch.
        Cutoff = "cutoff" {
            /// Which length ends it. Default elasticity.
            cutoff: CutoffLaw = CutoffLaw::default(), word();
        },
        /// Reynolds' equation between elastic half-spaces; no cut-off.
        Ehd = "ehd" {
            /// Pressure coefficient `α` of the viscosity at ambient pressure, `α = d ln μ/dp` [1/Pa]. Default 0.
            piezoviscosity: f64 = 0.0, quantity(&INVERSE_PRESSURE, within(0.0..1e-6));
            /// How the viscosity goes on rising. Default barus.
            piezoviscosity_law: PiezoviscosityLaw = PiezoviscosityLaw::default(), word();
            /// Isothermal bulk modulus of the liquid at ambient pressure \[Pa\]. Default none: incompressible.
            bulk_modulus: Option<f64> = None, optional(&PRESSURE, within(1e7..=1e11));
            /// Shear stress beyond which the liquid thins, and how. Default none: it does not.
            shear_thinning: Option<ShearThinning> = None, with(thinning_keys);
            /// Rings across the contact radius. Default 48.
            rings_per_contact: u32 = FilmAccuracy::default().rings_per_contact as u32, count(8..=1000);
            /// `τ_0`: the shear stress that the liquid bears at ambient pressure \[Pa\]. Default 2 MPa.
            limiting_stress: f64 = LIMITING_STRESS, quantity(&PRESSURE, (Excluded(0.0), Included(1e12)));
            /// `Λ`: how much more it bears per pressure. Default 0.05.
            limiting_stress_coefficient: f64 = LIMITING_COEFFICIENT, number(within(0.0..=10.0));
            /// What carries load where rough surfaces meet; counts only with a roughness. Default bearing.
            asperities: Asperities = Asperities::default(), with(asperity_keys);
            /// Whether the heat of squeezing and shear warms the film. Default none.
            heating: FilmHeating = FilmHeating::None, flat();
        },
    }
}

/// Thermal conductivities [W/(m K)] and heat capacities [J/(m³ K)].
const CONDUCTIVITIES: RangeInclusive<f64> = 1e-3..=1e4;
const CAPACITIES: RangeInclusive<f64> = 1e4..=1e8;
const SUCH_THINNING: &str = "by which share the liquid's viscosity falls per kelvin, such as \"0.06 1/K\"";

choices! {
    /// Whether a film warms.
    #[derive(Copy)]
    pub enum FilmHeating by "heating" {
        /// No: isothermal.
        None = "none",
        /// Yes, by conduction across the film and into both solids. All required.
        Conduction = "conduction" {
            /// Thermal conductivity of the liquid [W/(m K)].
            liquid_conductivity: f64 = f64::NAN,
                needed(&CONDUCTIVITY, within(CONDUCTIVITIES), "of the liquid, such as \"0.3 W/(m K)\"");
            /// Heat capacity of the liquid per volume [J/(m³ K)]. Default 2 MJ/(m³ K).
            liquid_heat_capacity: f64 = 2e6, quantity(&HEAT_CAPACITY, within(CAPACITIES));
            /// `β = −d ln μ/dT` of the liquid [1/K].
            thermal_thinning: f64 = f64::NAN, needed(&PER_KELVIN, within(1e-6..=1.0), SUCH_THINNING);
            /// Thermal conductivity of the sphere [W/(m K)].
            sphere_conductivity: f64 = f64::NAN,
                needed(&CONDUCTIVITY, within(CONDUCTIVITIES), "such as \"46 W/(m K)\"");
            /// Heat capacity of the sphere per volume [J/(m³ K)].
            sphere_heat_capacity: f64 = f64::NAN,
                needed(&HEAT_CAPACITY, within(CAPACITIES), "per volume, such as \"3.7 MJ/(m3 K)\"");
            /// Thermal conductivity of the wall [W/(m K)].
            wall_conductivity: f64 = f64::NAN,
                needed(&CONDUCTIVITY, within(CONDUCTIVITIES), "such as \"1.5 W/(m K)\"");
            /// Heat capacity of the wall per volume [J/(m³ K)].
            wall_heat_capacity: f64 = f64::NAN,
                needed(&HEAT_CAPACITY, within(CAPACITIES), "per volume, such as \"2.0 MJ/(m3 K)\"");
        },
    }
}

impl FilmModel {
    /// Whether its solids deform, so that the contact is part of it.
    pub fn deforms(&self) -> bool {
        self.limiting_stress().is_some()
    }

    /// Makes it the deforming film, with its defaults, if it is another.
    pub fn deform(&mut self) {
        if let (false, Some(ehd)) = (self.deforms(), Self::of("ehd")) {
            *self = ehd;
        }
    }

    /// The inputs of the temperature of a film that warms.
    pub fn heating(&self) -> Option<Heating> {
        match self {
            Self::Cutoff { .. } => None,
            Self::Ehd { heating, .. } => heating.properties(),
        }
    }

    /// The shear stress at which the liquid of a deforming film yields.
    pub fn limiting_stress(&self) -> Option<LimitingStress> {
        match *self {
            Self::Cutoff { .. } => None,
            Self::Ehd { limiting_stress: at_rest, limiting_stress_coefficient: coefficient, .. } => {
                Some(LimitingStress { at_rest, coefficient })
            }
        }
    }

    /// Its word, and the model in words.
    pub fn in_words(&self) -> String {
        let word = self.word();
        match self {
            Self::Cutoff { .. } => format!("{word}: rigid lubrication down to a cut-off"),
            Self::Ehd { piezoviscosity, .. } if *piezoviscosity > 0.0 => {
                format!("{word}: elastic surfaces, viscosity rising by {}", INVERSE_PRESSURE.brief(*piezoviscosity))
            }
            Self::Ehd { .. } => format!("{word}: elastic surfaces"),
        }
    }
}

/// Whether the film breaks under suction when the sphere leaves, and at which tension.
fn tension_keys(tension: &mut Option<f64>, keys: &mut Keys<'_>) {
    let (mut breaks, mut pressure) = (tension.is_some(), tension.unwrap_or(AMBIENT));
    keys.flag("cavitation", &mut breaks);
    keys.unwritten(!breaks).quantity("cavitation_pressure", &mut pressure, &PRESSURE, (Excluded(0.0), Included(1e9)));
    *tension = breaks.then_some(pressure);
}

/// Keys of a liquid that thins under shear.
fn thinning_keys(thinning: &mut Option<ShearThinning>, keys: &mut Keys<'_>) {
    let mut stress = thinning.map(|thinning| thinning.stress);
    keys.optional("shear_thinning", &mut stress, &PRESSURE, within(1e2..=1e10));
    let Some(stress) = stress else { return };
    let mut exponent = thinning.map_or(f64::NAN, |thinning| thinning.exponent);
    let such = "the power n of the thinned liquid, stress ~ rate^n, such as 0.6";
    keys.needed("shear_thinning_exponent", &mut exponent, &NUMBER, within(0.2..=1.0), such);
    *thinning = Some(ShearThinning { stress, exponent });
}

fn asperity_keys(asperities: &mut Asperities, keys: &mut Keys<'_>) {
    let before = asperities.model();
    let mut word = before;
    keys.word("asperities", &mut word);
    match word {
        _ if word == before => {}
        AsperityModel::GreenwoodTripp => *asperities = GREENWOOD_TRIPP,
        AsperityModel::Bearing => *asperities = Asperities::Bearing,
    }
    if let Asperities::GreenwoodTripp { asperity_density, asperity_slope } = asperities {
        keys.number("asperity_density", asperity_density, (Excluded(0.0), Included(10.0)));
        keys.number("asperity_slope", asperity_slope, SHARE);
    }
}

/// Asperities of engineering surfaces.
pub const GREENWOOD_TRIPP: Asperities = Asperities::GreenwoodTripp { asperity_density: 0.04, asperity_slope: 1e-3 };

impl FilmHeating {
    /// The inputs of the film's temperature, if it warms.
    fn properties(self) -> Option<Heating> {
        match self {
            Self::None => None,
            Self::Conduction {
                liquid_conductivity: conductivity,
                liquid_heat_capacity: heat_capacity,
                thermal_thinning: thinning,
                sphere_conductivity,
                sphere_heat_capacity,
                wall_conductivity,
                wall_heat_capacity,
            } => {
                let of_sphere = (sphere_conductivity * sphere_heat_capacity).sqrt();
                let of_wall = (wall_conductivity * wall_heat_capacity).sqrt();
                Some(Heating { conductivity, heat_capacity, thinning, effusivities: [of_sphere, of_wall] })
            }
        }
    }
}

impl Film {
    /// The film below the grid of a model without a state of its own, of a sphere and its counterpart, on solids of an
    /// effective `modulus` \[Pa\].
    ///
    /// # Errors
    /// A cut-off or a cavitation pressure that is refused.
    pub fn below_grid(
        &self,
        (sphere, counterpart): (ImmersedSphere, FilmCounterpart),
        smallest_gap: SmallestGap,
        modulus: f64,
    ) -> Result<Option<Box<dyn FilmBelowGrid>>, BadParameter> {
        let Some(cutoff) = self.cutoff(modulus)? else { return Ok(None) };
        let cavitation = self.cavitation_limit()?;
        Ok(Some(Box::new(SubgridFilm { sphere, counterpart, smallest_gap, cutoff, cavitation })))
    }

    /// The end of a rigid film on solids of an effective `modulus` \[Pa\]; `None` where the solids deform.
    ///
    /// # Errors
    /// A modulus or a roughness that is refused.
    pub fn cutoff(&self, modulus: f64) -> Result<Option<FilmCutoff>, BadParameter> {
        let FilmModel::Cutoff { cutoff } = self.model else { return Ok(None) };
        FilmCutoff::new(cutoff, modulus, self.roughness).map(Some)
    }

    /// The tension at which the film breaks \[Pa\] and the size of the nuclei that it takes \[m\]; `None` for a film
    /// that never breaks.
    pub fn rupture(&self) -> Option<(f64, f64)> {
        self.tension.zip(self.nucleus)
    }

    /// How far the film can be sucked, if there is a limit.
    ///
    /// # Errors
    /// A pressure that is refused.
    pub fn cavitation_limit(&self) -> Result<Option<CavitationLimit>, BadParameter> {
        let Some((tension, nucleus)) = self.rupture() else { return Ok(None) };
        CavitationLimit::new(tension)?.with_nucleus(nucleus).map(Some)
    }

    /// The film of purely elastic solids with the laws of the case in place of those of `bare`, and its accuracy;
    /// `None` with a cut-off.
    pub fn elastic(&self, bare: FilmProperties) -> Option<(FilmProperties, FilmAccuracy)> {
        let FilmModel::Ehd {
            piezoviscosity: coefficient,
            piezoviscosity_law: law,
            bulk_modulus,
            shear_thinning,
            rings_per_contact,
            asperities,
            heating,
            ..
        } = self.model
        else {
            return None;
        };
        let properties = FilmProperties {
            pressure_viscosity: PressureViscosity { law, coefficient },
            compressibility: Compressibility { bulk_modulus },
            shear_thinning,
            heating: heating.properties(),
            cavitation_pressure: self.rupture().map(|(tension, _)| tension),
            nucleus: self.nucleus.unwrap_or(0.0),
            roughness: Roughness { height: self.roughness, asperities },
            ..bare
        };
        Some((properties, FilmAccuracy { rings_per_contact: rings_per_contact as usize, ..FilmAccuracy::default() }))
    }
}
