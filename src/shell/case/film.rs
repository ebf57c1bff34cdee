//! The film between sphere and wall below what the grid resolves.

use super::section::Section;
use crate::film::{Asperities, FilmAccuracy, Heating, LimitingStress, PiezoviscosityLaw};
use crate::keywords;
use crate::liquid::CutoffLaw;
use crate::quantity::{CONDUCTIVITY, HEAT_CAPACITY, INVERSE_PRESSURE, LENGTH, PER_KELVIN, PRESSURE, written};
use serde::Serialize;
use std::ops::Bound::{Excluded, Included};

/// The sub-grid film.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Film {
    /// Lubrication of rigid surfaces down to a cut-off (default), or the deforming film itself.
    #[serde(flatten)]
    pub model: FilmModel,
    /// Height of the surface roughness, m; the film never acts below it. Default 0.
    #[serde(serialize_with = "written::length")]
    pub roughness: f64,
    /// Whether the film breaks under suction when the sphere leaves. Default true.
    pub cavitation: bool,
    /// How far the film's pressure can fall below ambient, Pa: ambient less vapour pressure. Default 1e5 Pa.
    #[serde(serialize_with = "written::pressure")]
    pub cavitation_pressure: f64,
}

/// The film's model.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "model", rename_all = "kebab-case")]
pub enum FilmModel {
    /// Rigid lubrication, ended at a cut-off gap where the solids touch.
    Cutoff {
        /// Which length ends it. Default elasticity.
        cutoff: CutoffLaw,
    },
    /// Reynolds' equation between elastic half-spaces; no cut-off.
    Ehd {
        /// Pressure coefficient `α` of the viscosity at ambient pressure, `α = d ln μ/dp`, 1/Pa. Default 0.
        #[serde(serialize_with = "written::inverse_pressure")]
        piezoviscosity: f64,
        /// How the viscosity goes on rising. Default barus.
        piezoviscosity_law: PiezoviscosityLaw,
        /// Rings across the contact radius. Default 48.
        rings_per_contact: u32,
        /// `τ_0`: the shear stress that the liquid bears at ambient pressure, Pa. Default 2 MPa.
        #[serde(serialize_with = "written::pressure")]
        limiting_stress: f64,
        /// `Λ`: how much more it bears per pressure. Default 0.05.
        limiting_stress_coefficient: f64,
        /// What carries load where rough surfaces meet; counts only with a roughness. Default bearing.
        #[serde(flatten)]
        asperities: Asperities,
        /// Whether what shear dissipates warms the film. Default none.
        #[serde(flatten)]
        heating: FilmHeating,
    },
}

/// Whether a sheared film warms.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "heating", rename_all = "kebab-case")]
pub enum FilmHeating {
    /// No: isothermal.
    None,
    /// Yes, by conduction across the film and into both solids. All required.
    Conduction {
        /// Thermal conductivity of the liquid, W/(m K).
        #[serde(serialize_with = "written::conductivity")]
        liquid_conductivity: f64,
        /// `β = −d ln μ/dT` of the liquid, 1/K.
        #[serde(serialize_with = "written::per_kelvin")]
        thermal_thinning: f64,
        /// Thermal conductivity of the sphere, W/(m K).
        #[serde(serialize_with = "written::conductivity")]
        sphere_conductivity: f64,
        /// Heat capacity of the sphere per volume, J/(m³ K).
        #[serde(serialize_with = "written::heat_capacity")]
        sphere_heat_capacity: f64,
        /// Thermal conductivity of the wall, W/(m K).
        #[serde(serialize_with = "written::conductivity")]
        wall_conductivity: f64,
        /// Heat capacity of the wall per volume, J/(m³ K).
        #[serde(serialize_with = "written::heat_capacity")]
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
    /// The word that tells the asperities apart.
    AsperityModel {
        /// See [`Asperities::Bearing`].
        Bearing = "bearing",
        /// See [`Asperities::GreenwoodTripp`].
        GreenwoodTripp = "greenwood-tripp",
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

/// Keys of the deforming film alone.
const EHD_KEYS: [&str; 7] = [
    "piezoviscosity",
    "piezoviscosity_law",
    "rings_per_contact",
    "asperities",
    "limiting_stress",
    "limiting_stress_coefficient",
    "heating",
];
/// Keys of a film that warms.
const HEATING_KEYS: [&str; 6] = [
    "liquid_conductivity",
    "thermal_thinning",
    "sphere_conductivity",
    "sphere_heat_capacity",
    "wall_conductivity",
    "wall_heat_capacity",
];
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
            rings_per_contact: FilmAccuracy::default().rings_per_contact as u32,
            asperities: Asperities::default(),
            limiting_stress: LIMITING_STRESS,
            limiting_stress_coefficient: LIMITING_COEFFICIENT,
            heating: FilmHeating::None,
        }
    }

    /// What decides the temperature of a film that warms.
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

    fn read(section: &Section<'_>, roughness: f64) -> Self {
        match section.word("model").or(Model::Cutoff) {
            Model::Cutoff => {
                for key in EHD_KEYS.into_iter().chain(HEATING_KEYS) {
                    section.belongs(key, "model = \"ehd\"");
                }
                let needed = |cutoff: &CutoffLaw| *cutoff != CutoffLaw::Roughness || roughness > 0.0;
                let cutoff = section.word("cutoff").check("needs film.roughness above 0", needed);
                Self::Cutoff { cutoff: cutoff.or_default() }
            }
            Model::Ehd => {
                section.belongs("cutoff", "model = \"cutoff\"; the deforming film needs none");
                let rings = FilmAccuracy::default().rings_per_contact as u64;
                Self::Ehd {
                    piezoviscosity: section.quantity("piezoviscosity", &INVERSE_PRESSURE).within(0.0..1e-6).or(0.0),
                    piezoviscosity_law: section.word("piezoviscosity_law").or_default(),
                    rings_per_contact: section.count("rings_per_contact").within(8..=1000).or(rings) as u32,
                    asperities: read_asperities(section),
                    limiting_stress: section
                        .quantity("limiting_stress", &PRESSURE)
                        .within((Excluded(0.0), Included(1e12)))
                        .or(LIMITING_STRESS),
                    limiting_stress_coefficient: section
                        .number("limiting_stress_coefficient")
                        .within(0.0..=10.0)
                        .or(LIMITING_COEFFICIENT),
                    heating: FilmHeating::read(section),
                }
            }
        }
    }
}

impl FilmHeating {
    fn read(section: &Section<'_>) -> Self {
        match section.word("heating").or(HeatingModel::None) {
            HeatingModel::None => {
                HEATING_KEYS.into_iter().for_each(|key| section.belongs(key, "heating = \"conduction\""));
                Self::None
            }
            HeatingModel::Conduction => {
                let conductivity =
                    |key, example| section.quantity(key, &CONDUCTIVITY).within(1e-3..=1e4).required(example);
                let capacity = |key, example| section.quantity(key, &HEAT_CAPACITY).within(1e4..=1e8).required(example);
                Self::Conduction {
                    liquid_conductivity: conductivity("liquid_conductivity", "of the liquid, such as \"0.3 W/(m K)\""),
                    thermal_thinning: section
                        .quantity("thermal_thinning", &PER_KELVIN)
                        .within(1e-6..=1.0)
                        .required("by which share the liquid's viscosity falls per kelvin, such as \"0.06 1/K\""),
                    sphere_conductivity: conductivity("sphere_conductivity", "such as \"46 W/(m K)\""),
                    sphere_heat_capacity: capacity("sphere_heat_capacity", "per volume, such as \"3.7 MJ/(m3 K)\""),
                    wall_conductivity: conductivity("wall_conductivity", "such as \"1.5 W/(m K)\""),
                    wall_heat_capacity: capacity("wall_heat_capacity", "per volume, such as \"2.0 MJ/(m3 K)\""),
                }
            }
        }
    }

    /// What decides the film's temperature, if it warms.
    fn properties(self) -> Option<Heating> {
        match self {
            Self::None => None,
            Self::Conduction {
                liquid_conductivity: conductivity,
                thermal_thinning: thinning,
                sphere_conductivity,
                sphere_heat_capacity,
                wall_conductivity,
                wall_heat_capacity,
            } => {
                let of_sphere = (sphere_conductivity * sphere_heat_capacity).sqrt();
                let of_wall = (wall_conductivity * wall_heat_capacity).sqrt();
                Some(Heating { conductivity, thinning, effusivities: [of_sphere, of_wall] })
            }
        }
    }
}

fn read_asperities(section: &Section<'_>) -> Asperities {
    let positive = |key, most, default| section.number(key).within((Excluded(0.0), Included(most))).or(default);
    match section.word("asperities").or(AsperityModel::Bearing) {
        AsperityModel::Bearing => {
            section.belongs("asperity_density", "asperities = \"greenwood-tripp\"");
            section.belongs("asperity_slope", "asperities = \"greenwood-tripp\"");
            Asperities::Bearing
        }
        AsperityModel::GreenwoodTripp => Asperities::GreenwoodTripp {
            asperity_density: positive("asperity_density", 10.0, 0.04),
            asperity_slope: positive("asperity_slope", 1.0, 1e-3),
        },
    }
}

impl Film {
    pub(super) fn read(section: Section<'_>, diameter: f64) -> Self {
        let roughness = section.quantity("roughness", &LENGTH).within(0.0..=0.1 * diameter.max(0.0)).or(0.0);
        let film = Self {
            model: FilmModel::read(&section, roughness),
            roughness,
            cavitation: section.flag("cavitation").or(true),
            cavitation_pressure: section
                .quantity("cavitation_pressure", &PRESSURE)
                .within((Excluded(0.0), Included(1e9)))
                .or(1e5),
        };
        section.finish();
        film
    }
}
