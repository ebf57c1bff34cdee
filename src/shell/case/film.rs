//! The film between sphere and wall below the resolution of the grid.

use super::keys::{self, Table};
use super::problem::allowed;
use super::section::Section;
use super::surface::Surface;
use crate::error::BadParameter;
use crate::film::{
    Asperities, AsperityModel, Compressibility, FilmAccuracy, FilmProperties, Heating, LimitingStress, PEAKS_MEET,
    PiezoviscosityLaw, PressureViscosity, Roughness, ShearThinning,
};
use crate::grid::SmallestGap;
use crate::keys::{Item, Keys, NOT_NEGATIVE, SHARE, within};
use crate::keyword::Keyword;
use crate::keywords;
use crate::liquid::{CavitationLimit, CutoffLaw, FilmCutoff, ImmersedSphere, Opposite};
use crate::motion::subgrid_film::{FilmBelowGrid, SubgridFilm};
use crate::quantity::{CONDUCTIVITY, HEAT_CAPACITY, INVERSE_PRESSURE, LENGTH, NUMBER, PER_KELVIN, PRESSURE};
use std::ops::Bound::{Excluded, Included};

/// The sub-grid film.
#[derive(Debug, Clone, PartialEq)]
pub struct Film {
    /// Lubrication of rigid surfaces down to a cut-off (default), or the deforming film itself.
    pub model: FilmModel,
    /// Height of the surface roughness, m, at which peaks meet; the film never acts below it. Default: 4 times the combined `σ` of
    /// sphere and wall, or `σ` itself with asperities of Greenwood & Tripp; 0 where neither surface is said to be rough.
    pub roughness: f64,
    /// Whether the film breaks under suction when the sphere leaves. Default true.
    pub cavitation: bool,
    /// How far the film's pressure can fall below ambient, Pa: ambient less vapour pressure. Default 1e5 Pa.
    pub cavitation_pressure: f64,
    /// Whether the rebound is given as a band over the inputs of the film that the case leaves open. Default auto.
    pub band: BandChoice,
    /// Which inputs of the film the case states. Default: those that it gives.
    pub stated: Vec<FilmInput>,
}

keywords! {
    /// When a band over the open inputs of the film is computed.
    BandChoice {
        /// Up to a Stokes number of 200, of the first bounce, where it is wider than 2 %.
        Auto = "auto",
        /// Never.
        Off = "off",
        /// Always, of all bounces.
        Full = "full",
    }
}

/// The film's model.
#[derive(Debug, Clone, PartialEq)]
pub enum FilmModel {
    /// Rigid lubrication, ended at a cut-off gap where the solids touch.
    Cutoff {
        /// Which length ends it. Default elasticity.
        cutoff: CutoffLaw,
    },
    /// Reynolds' equation between elastic half-spaces; no cut-off.
    Ehd {
        /// Pressure coefficient `α` of the viscosity at ambient pressure, `α = d ln μ/dp`, 1/Pa. Default 0.
        piezoviscosity: f64,
        /// How the viscosity goes on rising. Default barus.
        piezoviscosity_law: PiezoviscosityLaw,
        /// Isothermal bulk modulus of the liquid at ambient pressure, Pa. Default none: incompressible.
        bulk_modulus: Option<f64>,
        /// Shear stress beyond which the liquid thins, and how. Default none: it does not.
        shear_thinning: Option<ShearThinning>,
        /// Rings across the contact radius. Default 48.
        rings_per_contact: u32,
        /// `τ_0`: the shear stress that the liquid bears at ambient pressure, Pa. Default 2 MPa.
        limiting_stress: f64,
        /// `Λ`: how much more it bears per pressure. Default 0.05.
        limiting_stress_coefficient: f64,
        /// What carries load where rough surfaces meet; counts only with a roughness. Default bearing.
        asperities: Asperities,
        /// Whether the heat of squeezing and shear warms the film. Default none.
        heating: FilmHeating,
    },
}

/// Whether a film warms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FilmHeating {
    /// No: isothermal.
    None,
    /// Yes, by conduction across the film and into both solids. All required.
    Conduction {
        /// Thermal conductivity of the liquid, W/(m K).
        liquid_conductivity: f64,
        /// Heat capacity of the liquid per volume, J/(m³ K). Default 2 MJ/(m³ K).
        liquid_heat_capacity: f64,
        /// `β = −d ln μ/dT` of the liquid, 1/K.
        thermal_thinning: f64,
        /// Thermal conductivity of the sphere, W/(m K).
        sphere_conductivity: f64,
        /// Heat capacity of the sphere per volume, J/(m³ K).
        sphere_heat_capacity: f64,
        /// Thermal conductivity of the wall, W/(m K).
        wall_conductivity: f64,
        /// Heat capacity of the wall per volume, J/(m³ K).
        wall_heat_capacity: f64,
    },
}

keywords! {
    /// The word that says whether a film warms.
    HeatingModel {
        /// See [`FilmHeating::None`].
        None = "none",
        /// See [`FilmHeating::Conduction`].
        Conduction = "conduction",
    }
}

keywords! {
    /// The word that tells the models apart.
    Model {
        /// See [`FilmModel::Cutoff`].
        Cutoff = "cutoff",
        /// See [`FilmModel::Ehd`].
        Ehd = "ehd",
    }
}

/// Default shear stress that a liquid bears at ambient pressure \[Pa\], and how much more per pressure: of the order measured for
/// lubricants (Bair & Winer 1979: 0.05 to 0.1 per pressure for oils).
const LIMITING_STRESS: f64 = 2e6;
const LIMITING_COEFFICIENT: f64 = 0.05;

impl FilmModel {
    /// The deforming film with its defaults.
    pub fn default_ehd() -> Self {
        Self::Ehd {
            piezoviscosity: 0.0,
            piezoviscosity_law: PiezoviscosityLaw::default(),
            bulk_modulus: None,
            shear_thinning: None,
            rings_per_contact: FilmAccuracy::default().rings_per_contact as u32,
            asperities: Asperities::default(),
            limiting_stress: LIMITING_STRESS,
            limiting_stress_coefficient: LIMITING_COEFFICIENT,
            heating: FilmHeating::None,
        }
    }

    /// Whether its solids deform, so that the contact is part of it.
    pub fn deforms(&self) -> bool {
        self.limiting_stress().is_some()
    }

    /// Makes it the deforming film, with its defaults, if it is another.
    pub fn deform(&mut self) {
        if self.word() != Model::Ehd {
            *self = Self::default_ehd();
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
                format!("{word}: elastic surfaces, viscosity rising by {piezoviscosity:e} 1/Pa")
            }
            Self::Ehd { .. } => format!("{word}: elastic surfaces"),
        }
    }

    /// Its word.
    pub(crate) fn word(&self) -> Model {
        match self {
            Self::Cutoff { .. } => Model::Cutoff,
            Self::Ehd { .. } => Model::Ehd,
        }
    }
}

impl Table for FilmModel {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        let mut word = self.word();
        keys.word("model", &mut word);
        match word {
            _ if word == self.word() => {}
            Model::Cutoff => *self = Self::Cutoff { cutoff: CutoffLaw::default() },
            Model::Ehd => *self = Self::default_ehd(),
        }
        match self {
            Self::Cutoff { cutoff } => keys.word("cutoff", cutoff),
            Self::Ehd {
                piezoviscosity,
                piezoviscosity_law,
                bulk_modulus,
                shear_thinning,
                rings_per_contact,
                limiting_stress,
                limiting_stress_coefficient,
                asperities,
                heating,
            } => {
                keys.quantity("piezoviscosity", piezoviscosity, &INVERSE_PRESSURE, within(0.0..1e-6));
                keys.word("piezoviscosity_law", piezoviscosity_law);
                keys.optional("bulk_modulus", bulk_modulus, &PRESSURE, within(1e7..=1e11));
                thinning_keys(shear_thinning, keys);
                keys.count("rings_per_contact", rings_per_contact, 8..=1000);
                keys.quantity("limiting_stress", limiting_stress, &PRESSURE, (Excluded(0.0), Included(1e12)));
                keys.number("limiting_stress_coefficient", limiting_stress_coefficient, within(0.0..=10.0));
                asperities.keys(keys);
                heating.keys(keys);
            }
        }
    }
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

impl Table for Asperities {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        let before = self.model();
        let mut word = before;
        keys.word("asperities", &mut word);
        match word {
            _ if word == before => {}
            AsperityModel::GreenwoodTripp => *self = GREENWOOD_TRIPP,
            AsperityModel::Bearing => *self = Self::Bearing,
        }
        if let Self::GreenwoodTripp { asperity_density, asperity_slope } = self {
            keys.number("asperity_density", asperity_density, (Excluded(0.0), Included(10.0)));
            keys.number("asperity_slope", asperity_slope, SHARE);
        }
    }
}

/// Asperities of engineering surfaces.
const GREENWOOD_TRIPP: Asperities = Asperities::GreenwoodTripp { asperity_density: 0.04, asperity_slope: 1e-3 };

impl Table for FilmHeating {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        let none = *self == Self::None;
        let mut word = if none { HeatingModel::None } else { HeatingModel::Conduction };
        keys.word("heating", &mut word);
        match (word, none) {
            (HeatingModel::Conduction, true) => *self = Self::UNKNOWN,
            (HeatingModel::None, false) => *self = Self::None,
            _ => {}
        }
        let Self::Conduction {
            liquid_conductivity,
            liquid_heat_capacity,
            thermal_thinning,
            sphere_conductivity,
            sphere_heat_capacity,
            wall_conductivity,
            wall_heat_capacity,
        } = self
        else {
            return;
        };
        let (conductivity, capacity) = (within(1e-3..=1e4), within(1e4..=1e8));
        let thinning = "by which share the liquid's viscosity falls per kelvin, such as \"0.06 1/K\"";
        let such = "of the liquid, such as \"0.3 W/(m K)\"";
        keys.needed("liquid_conductivity", liquid_conductivity, &CONDUCTIVITY, conductivity, such);
        keys.quantity("liquid_heat_capacity", liquid_heat_capacity, &HEAT_CAPACITY, capacity);
        keys.needed("thermal_thinning", thermal_thinning, &PER_KELVIN, within(1e-6..=1.0), thinning);
        keys.needed("sphere_conductivity", sphere_conductivity, &CONDUCTIVITY, conductivity, "such as \"46 W/(m K)\"");
        let such = "per volume, such as \"3.7 MJ/(m3 K)\"";
        keys.needed("sphere_heat_capacity", sphere_heat_capacity, &HEAT_CAPACITY, capacity, such);
        keys.needed("wall_conductivity", wall_conductivity, &CONDUCTIVITY, conductivity, "such as \"1.5 W/(m K)\"");
        let such = "per volume, such as \"2.0 MJ/(m3 K)\"";
        keys.needed("wall_heat_capacity", wall_heat_capacity, &HEAT_CAPACITY, capacity, such);
    }
}

impl FilmHeating {
    /// Conduction of which nothing is known yet.
    const UNKNOWN: Self = Self::Conduction {
        liquid_conductivity: f64::NAN,
        liquid_heat_capacity: 2e6,
        thermal_thinning: f64::NAN,
        sphere_conductivity: f64::NAN,
        sphere_heat_capacity: f64::NAN,
        wall_conductivity: f64::NAN,
        wall_heat_capacity: f64::NAN,
    };

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

impl Table for Film {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        self.model.keys(keys);
        keys.quantity("roughness", &mut self.roughness, &LENGTH, NOT_NEGATIVE);
        keys.flag("cavitation", &mut self.cavitation);
        keys.quantity("cavitation_pressure", &mut self.cavitation_pressure, &PRESSURE, (Excluded(0.0), Included(1e9)));
        keys.word("band", &mut self.band);
        keys.texts("stated", &mut self.stated, ["write a list such as [\"roughness\"]", "an input of the film was"]);
    }
}

keys::written!(Film);

impl Film {
    /// The film below the grid of a model without a state of its own, of a sphere and what is opposite to it, on solids of an effective
    /// `modulus` \[Pa\].
    ///
    /// # Errors
    /// A cut-off or a cavitation pressure that is refused.
    pub fn below_grid(
        &self,
        (sphere, opposite): (ImmersedSphere, Opposite),
        smallest_gap: SmallestGap,
        modulus: f64,
    ) -> Result<Option<Box<dyn FilmBelowGrid>>, BadParameter> {
        let Some(cutoff) = self.cutoff(modulus)? else { return Ok(None) };
        let cavitation = self.cavitation_limit()?;
        Ok(Some(Box::new(SubgridFilm { sphere, opposite, smallest_gap, cutoff, cavitation })))
    }

    /// The end of a rigid film on solids of an effective `modulus` \[Pa\]; `None` where the solids deform.
    ///
    /// # Errors
    /// A modulus or a roughness that is refused.
    pub fn cutoff(&self, modulus: f64) -> Result<Option<FilmCutoff>, BadParameter> {
        let FilmModel::Cutoff { cutoff } = self.model else { return Ok(None) };
        FilmCutoff::new(cutoff, modulus, self.roughness).map(Some)
    }

    /// How far the film can be sucked, if there is a limit.
    ///
    /// # Errors
    /// A pressure that is refused.
    pub fn cavitation_limit(&self) -> Result<Option<CavitationLimit>, BadParameter> {
        self.cavitation.then(|| CavitationLimit::new(self.cavitation_pressure)).transpose()
    }

    /// The film of purely elastic solids with the laws of the case in place of those of `bare`, and its accuracy; `None` with a
    /// cut-off.
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
            cavitation_pressure: self.cavitation.then_some(self.cavitation_pressure),
            roughness: Roughness { height: self.roughness, asperities },
            ..bare
        };
        Some((properties, FilmAccuracy { rings_per_contact: rings_per_contact as usize, ..FilmAccuracy::default() }))
    }

    pub(super) fn read(section: Section<'_>, diameter: f64, surfaces: [&Surface; 2]) -> Self {
        let model = FilmModel::Cutoff { cutoff: CutoffLaw::default() };
        let given = |input: &FilmInput| section.place(&input.to_string());
        let mut stated: Vec<FilmInput> = INPUTS.into_iter().filter(|input| given(input).is_some()).collect();
        let anew: Vec<FilmInput> =
            INPUTS.into_iter().filter(|input| given(input).is_some_and(|place| place.source > 0)).collect();
        stated.extend(section.place("cavitation").map(|_| FilmInput::CavitationPressure));
        stated.dedup();
        let band = BandChoice::Auto;
        let film = Self { model, roughness: 0.0, cavitation: true, cavitation_pressure: 1e5, band, stated };
        let mut film = keys::read(film, &section);
        film.stated.extend(anew);
        film.stated.sort_by_key(|input| *input as u8);
        film.stated.dedup();
        film.roughen(&section, surfaces);
        let rough = 0.0..=0.1 * diameter;
        if film.roughness > *rough.end() {
            section.unfit("roughness", allowed(&rough, &LENGTH));
        }
        let needs_roughness = film.model == FilmModel::Cutoff { cutoff: CutoffLaw::Roughness };
        if needs_roughness && film.roughness == 0.0 {
            section.unfit("cutoff", "needs film.roughness above 0");
        }
        film.model.leave_to_others(&section);
        section.finish();
        film
    }
}

keywords! {
    /// An input of the film that a case may leave open.
    FilmInput {
        /// How fast the viscosity rises with pressure.
        Piezoviscosity = "piezoviscosity",
        /// Height at which the peaks of the surfaces meet.
        Roughness = "roughness",
        /// Tension at which the film tears.
        CavitationPressure = "cavitation_pressure",
    }
}

impl Item for FilmInput {
    fn read(text: String, _diameter: f64) -> Result<Self, String> {
        let known = Self::WORDS.iter().find(|(word, _)| *word == text);
        known
            .map(|(_, input)| *input)
            .ok_or_else(|| "\"piezoviscosity\", \"roughness\" or \"cavitation_pressure\"".into())
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// All that a case may leave open.
const INPUTS: [FilmInput; 3] = [FilmInput::Piezoviscosity, FilmInput::Roughness, FilmInput::CavitationPressure];

impl Film {
    /// Takes the keys of the roughness that are not given from the surfaces.
    fn roughen(&mut self, section: &Section<'_>, surfaces: [&Surface; 2]) {
        let [ball, plate] = surfaces.map(|surface| surface.roughness.unwrap_or(0.0));
        let (sigma, absent) = (ball.hypot(plate), |key| section.place(key).is_none());
        if sigma == 0.0 || !absent("roughness") {
            return;
        }
        if let FilmModel::Ehd { asperities, .. } = &mut self.model
            && absent("asperities")
        {
            *asperities = GREENWOOD_TRIPP;
        }
        let of_sigma = matches!(self.model, FilmModel::Ehd { asperities: Asperities::GreenwoodTripp { .. }, .. });
        self.roughness = if of_sigma { sigma } else { PEAKS_MEET[1] * sigma };
    }
}

impl FilmModel {
    /// Tells of the keys of other choices to which they belong.
    fn leave_to_others(&self, section: &Section<'_>) {
        let ehd = self.word() == Model::Ehd;
        let of_ehd = |choice| if ehd { choice } else { "model = \"ehd\"" };
        let others = [
            (names(&Self::default_ehd()), "model = \"ehd\""),
            (names(&GREENWOOD_TRIPP), of_ehd("asperities = \"greenwood-tripp\"")),
            (names(&FilmHeating::UNKNOWN), of_ehd("heating = \"conduction\"")),
            (vec!["shear_thinning_exponent"], of_ehd("a stress film.shear_thinning")),
            (vec!["cutoff"], "model = \"cutoff\"; the deforming film needs none"),
        ];
        let own = names(self);
        for (keys, to) in others {
            keys.into_iter().filter(|key| !own.contains(key)).for_each(|key| section.belongs(key, to));
        }
    }
}

fn names(table: &impl Table) -> Vec<&'static str> {
    Keys::names(|keys| table.clone().keys(keys))
}
