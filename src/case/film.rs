//! The film between sphere and wall below what the grid resolves.

use super::section::Section;
use crate::keywords;
use crate::quantity::{INVERSE_PRESSURE, LENGTH, PRESSURE, written};
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
        cutoff: Cutoff,
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
        /// What carries load where rough surfaces meet; counts only with a roughness. Default bearing.
        #[serde(flatten)]
        asperities: Asperities,
    },
}

keywords! {
    /// The gap at which rigid lubrication ends.
    Cutoff {
        /// `x_r = (4θμ v0 a^{3/2})^{2/5}` (Davis, Serayssol & Hinch 1986).
        Elasticity = "elasticity",
        /// `h_min = 0.37 [(μ v/E*)² a³]^{1/5}` (Yang & Hunt 2008).
        MinimumFilm = "minimum-film",
        /// The roughness height.
        Roughness = "roughness",
    }
}

/// Solid contact of rough surfaces beside the film.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "asperities", rename_all = "kebab-case")]
pub enum Asperities {
    /// Equal asperities of the roughness' height, as stiff as the solids.
    Bearing,
    /// Greenwood & Tripp (1970); the roughness is the root-mean-square height `σ`.
    GreenwoodTripp {
        /// `ηβσ`, asperity density × tip radius × height. Default 0.04.
        asperity_density: f64,
        /// `σ/β`, height over tip radius. Default 0.001.
        asperity_slope: f64,
    },
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
    /// Viscosity under pressure.
    PiezoviscosityLaw {
        /// `μ = μ0 e^{αp}` (Barus 1893).
        Barus = "barus",
        /// Flattens at high pressure (Roelands 1966), with the same `α` at ambient pressure.
        Roelands = "roelands",
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

impl FilmModel {
    fn read(section: &Section<'_>, roughness: f64) -> Self {
        match section.word("model").or(Model::Cutoff) {
            Model::Cutoff => {
                for key in ["piezoviscosity", "piezoviscosity_law", "rings_per_contact", "asperities"] {
                    section.belongs(key, "model = \"ehd\"");
                }
                let needed = |cutoff: &Cutoff| *cutoff != Cutoff::Roughness || roughness > 0.0;
                let cutoff = section.word("cutoff").check("needs film.roughness above 0", needed);
                Self::Cutoff { cutoff: cutoff.or(Cutoff::Elasticity) }
            }
            Model::Ehd => {
                section.belongs("cutoff", "model = \"cutoff\"; the deforming film needs none");
                Self::Ehd {
                    piezoviscosity: section.quantity("piezoviscosity", &INVERSE_PRESSURE).within(0.0..1e-6).or(0.0),
                    piezoviscosity_law: section.word("piezoviscosity_law").or(PiezoviscosityLaw::Barus),
                    rings_per_contact: section.count("rings_per_contact").within(8..=1000).or(48) as u32,
                    asperities: Asperities::read(section),
                }
            }
        }
    }
}

impl Asperities {
    /// Gap over the height of the roughness below which they carry load, to be kept below the smallest gap of the grid: the
    /// film takes over beyond twice that gap.
    pub(super) fn reach(self) -> f64 {
        match self {
            Self::Bearing => 1.0,
            Self::GreenwoodTripp { .. } => 2.5,
        }
    }

    fn read(section: &Section<'_>) -> Self {
        let positive = |key, most, default| section.number(key).within((Excluded(0.0), Included(most))).or(default);
        match section.word("asperities").or(AsperityModel::Bearing) {
            AsperityModel::Bearing => {
                section.belongs("asperity_density", "asperities = \"greenwood-tripp\"");
                section.belongs("asperity_slope", "asperities = \"greenwood-tripp\"");
                Self::Bearing
            }
            AsperityModel::GreenwoodTripp => Self::GreenwoodTripp {
                asperity_density: positive("asperity_density", 10.0, 0.04),
                asperity_slope: positive("asperity_slope", 1.0, 1e-3),
            },
        }
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
