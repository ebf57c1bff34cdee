//! The film between sphere and wall below what the grid resolves.

use super::quantity::{INVERSE_PRESSURE, LENGTH, PRESSURE, written};
use super::section::Section;
use crate::keywords;
use serde::Serialize;

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

impl Film {
    pub(super) fn read(section: Section<'_>, diameter: f64) -> Self {
        let roughness = section.quantity("roughness", &LENGTH).within(0.0..=0.1 * diameter.max(0.0)).or(0.0);
        let model = match section.word("model").or(Model::Cutoff) {
            Model::Cutoff => {
                section.belongs("piezoviscosity", "model = \"ehd\"");
                section.belongs("piezoviscosity_law", "model = \"ehd\"");
                let cutoff = section
                    .word("cutoff")
                    .check("needs film.roughness above 0", |cutoff| *cutoff != Cutoff::Roughness || roughness > 0.0)
                    .or(Cutoff::Elasticity);
                FilmModel::Cutoff { cutoff }
            }
            Model::Ehd => {
                section.belongs("cutoff", "model = \"cutoff\"; the deforming film needs none");
                let piezoviscosity = section.quantity("piezoviscosity", &INVERSE_PRESSURE).within(0.0..=1e-6).or(0.0);
                FilmModel::Ehd {
                    piezoviscosity,
                    piezoviscosity_law: section.word("piezoviscosity_law").or(PiezoviscosityLaw::Barus),
                }
            }
        };
        let film = Self {
            model,
            roughness,
            cavitation: section.flag("cavitation").or(true),
            cavitation_pressure: section.quantity("cavitation_pressure", &PRESSURE).within(0.0..=1e9).or(1e5),
        };
        section.finish();
        film
    }
}
