//! Solid contact. A law is a variant of [`ContactLaw`] that holds its own keys; to add one, add the variant, its word
//! in `Law`, and an arm in `ContactLaw::read` that asks the section for those keys.

use super::quantity::{DAMPING, DAMPING_PER_MASS, DIAMETERS, PRESSURE, STIFFNESS, written};
use super::section::Section;
use crate::keywords;
use serde::Serialize;
use std::ops::Bound::{Excluded, Included};

/// The solid contact of sphere and wall.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contact {
    /// Normal force law with its own parameters. Default Hertz.
    #[serde(flatten)]
    pub law: ContactLaw,
}

/// Laws of the normal force.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "law", rename_all = "kebab-case")]
pub enum ContactLaw {
    /// Hertz (1882) with the damping of Antypov & Elliott (2011): one restitution at all speeds.
    Hertz {
        /// Dry restitution `e`, 0 < e ≤ 1; 1 is elastic. Default 0.97.
        restitution: f64,
    },
    /// The same, with the attraction at the end of the contact cut off, as in Woo: rebounds faster than `e` says.
    WooHertz {
        /// The `e` of the damping, 0 < e ≤ 1. Default 0.97.
        restitution: f64,
    },
    /// Undamped Hertz, as in MUSEN.
    MusenHertz,
    /// Exponential wall force below a threshold gap, of the immersed-sphere model; conservative.
    Li {
        /// Factor `e_d` on the force, 0 < e_d ≤ 1. Default 0.97.
        restitution: f64,
        /// `δ_ss`, the gap below which it acts, in diameters. Default 0.01.
        #[serde(serialize_with = "written::diameters")]
        threshold: f64,
    },
    /// Hertz with stiffness and damping given directly, as in LIGGGHTS.
    HertzStiffness {
        /// `k_n`, Pa. Required.
        #[serde(serialize_with = "written::pressure")]
        normal_stiffness: f64,
        /// `γ_n`, 1/(m s). Default 0.
        #[serde(serialize_with = "written::damping_per_mass")]
        normal_damping: f64,
        /// Cut off the attraction at the end of the contact. Default false.
        limit_force: bool,
    },
    /// Elastic–plastic–adhesive, Luding (2008).
    Luding {
        /// Largest stiffness `k̂_n2`, N/m. Required.
        #[serde(serialize_with = "written::stiffness")]
        max_stiffness: f64,
        /// Loading stiffness over the largest. Default 0.5.
        loading_ratio: f64,
        /// Adhesive stiffness over the largest. Default 0.2.
        adhesion_ratio: f64,
        /// Plasticity depth `φ_f`. Default 0.1.
        plasticity_depth: f64,
        /// Viscous coefficient `γ_n`, N s/m. Default 0.
        #[serde(serialize_with = "written::damping")]
        normal_viscosity: f64,
        /// Loading beyond the plastic limit. Default woo.
        plastic_limit: PlasticLimit,
    },
}

keywords! {
    /// What happens beyond the plastic limit overlap of the Luding law.
    PlasticLimit {
        /// Loading goes on as before.
        Woo = "woo",
        /// Loading goes on along the stiff branch (Luding 2008).
        Luding = "luding",
    }
}

keywords! {
    /// The words of the laws.
    Law {
        /// See [`ContactLaw::Hertz`].
        Hertz = "hertz",
        /// See [`ContactLaw::WooHertz`].
        WooHertz = "woo-hertz",
        /// See [`ContactLaw::MusenHertz`].
        MusenHertz = "musen-hertz",
        /// See [`ContactLaw::Li`].
        Li = "li",
        /// See [`ContactLaw::HertzStiffness`].
        HertzStiffness = "hertz-stiffness",
        /// See [`ContactLaw::Luding`].
        Luding = "luding",
    }
}

/// Keys that only some laws have, and which.
const OWNED: [(&str, &str); 11] = [
    ("restitution", "law = \"hertz\", \"woo-hertz\" or \"li\"; this law dissipates by its own keys"),
    ("threshold", "law = \"li\""),
    ("normal_stiffness", "law = \"hertz-stiffness\""),
    ("normal_damping", "law = \"hertz-stiffness\""),
    ("limit_force", "law = \"hertz-stiffness\""),
    ("max_stiffness", "law = \"luding\""),
    ("loading_ratio", "law = \"luding\""),
    ("adhesion_ratio", "law = \"luding\""),
    ("plasticity_depth", "law = \"luding\""),
    ("normal_viscosity", "law = \"luding\""),
    ("plastic_limit", "law = \"luding\""),
];

impl ContactLaw {
    fn read(section: &Section<'_>) -> Self {
        let restitution = || section.number("restitution").within((Excluded(0.0), Included(1.0))).or(0.97);
        match section.word("law").or(Law::Hertz) {
            Law::Hertz => Self::Hertz { restitution: restitution() },
            Law::WooHertz => Self::WooHertz { restitution: restitution() },
            Law::MusenHertz => Self::MusenHertz,
            Law::Li => Self::Li {
                restitution: restitution(),
                threshold: section.quantity("threshold", &DIAMETERS).within(1e-6..=1.0).or(0.01),
            },
            Law::HertzStiffness => Self::HertzStiffness {
                normal_stiffness: section
                    .quantity("normal_stiffness", &PRESSURE)
                    .within(1.0..=1e15)
                    .required("this law needs it, for example normal_stiffness = \"50 GPa\""),
                normal_damping: section.quantity("normal_damping", &DAMPING_PER_MASS).within(0.0..=1e20).or(0.0),
                limit_force: section.flag("limit_force").or(false),
            },
            Law::Luding => Self::read_luding(section),
        }
    }

    fn read_luding(section: &Section<'_>) -> Self {
        Self::Luding {
            max_stiffness: section
                .quantity("max_stiffness", &STIFFNESS)
                .within(1e-6..=1e15)
                .required("this law needs it, for example max_stiffness = \"1e6 N/m\""),
            loading_ratio: section.number("loading_ratio").within((Excluded(0.0), Included(1.0))).or(0.5),
            adhesion_ratio: section.number("adhesion_ratio").within(0.0..=1e3).or(0.2),
            plasticity_depth: section.number("plasticity_depth").within((Excluded(0.0), Included(10.0))).or(0.1),
            normal_viscosity: section.quantity("normal_viscosity", &DAMPING).within(0.0..=1e12).or(0.0),
            plastic_limit: section.word("plastic_limit").or(PlasticLimit::Woo),
        }
    }
}

impl Contact {
    /// The dry restitution that the law is given, if it is given one.
    pub fn restitution(&self) -> Option<f64> {
        match self.law {
            ContactLaw::Hertz { restitution } | ContactLaw::WooHertz { restitution } => Some(restitution),
            ContactLaw::MusenHertz | ContactLaw::Li { .. } => Some(1.0),
            ContactLaw::HertzStiffness { .. } | ContactLaw::Luding { .. } => None,
        }
    }

    pub(super) fn read(section: Section<'_>) -> Self {
        let law = ContactLaw::read(&section);
        for (key, owner) in OWNED {
            section.belongs(key, owner);
        }
        section.finish();
        Self { law }
    }
}
