//! Solid contact. A law is a variant of [`ContactLaw`] that holds its own keys; to add one, add the variant,
//! its word in [`Law`] and an arm in `ContactLaw::read` that asks the section for those keys.

use super::section::Section;
use crate::keywords;
use serde::Serialize;
use std::ops::Bound::{Excluded, Included};

/// The solid contact of sphere and wall.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Contact {
    /// Force law with its own parameters. Default Hertz.
    #[serde(flatten)]
    pub law: ContactLaw,
    /// Dry restitution `e`, 0 < e ≤ 1; 1 is elastic. Default 0.97.
    pub restitution: f64,
}

/// Force laws of the normal contact.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "law", rename_all = "kebab-case")]
pub enum ContactLaw {
    /// Hertz (1882) with the damping of Antypov & Elliott (2011), which gives one restitution at all speeds.
    Hertz,
    /// Elastic-like wall force over a threshold gap (Li, eq. 4.16–4.20).
    Li,
    /// Hertz with stiffness and damping given directly.
    HertzStiffness,
    /// Elastic–plastic–adhesive, Luding (2008).
    Luding,
    /// Hertz with incremental tangential force (MUSEN).
    MusenHertz,
    /// Hertz after Antypov & Elliott, attraction cut off (Woo).
    WooHertz,
}

keywords! {
    /// The words of the laws.
    Law {
        /// See [`ContactLaw::Hertz`].
        Hertz = "hertz",
        /// See [`ContactLaw::Li`].
        Li = "li",
        /// See [`ContactLaw::HertzStiffness`].
        HertzStiffness = "hertz-stiffness",
        /// See [`ContactLaw::Luding`].
        Luding = "luding",
        /// See [`ContactLaw::MusenHertz`].
        MusenHertz = "musen-hertz",
        /// See [`ContactLaw::WooHertz`].
        WooHertz = "woo-hertz",
    }
}

impl ContactLaw {
    fn read(section: &Section<'_>) -> Self {
        match section.word("law").or(Law::Hertz) {
            Law::Hertz => Self::Hertz,
            Law::Li => Self::Li,
            Law::HertzStiffness => Self::HertzStiffness,
            Law::Luding => Self::Luding,
            Law::MusenHertz => Self::MusenHertz,
            Law::WooHertz => Self::WooHertz,
        }
    }
}

impl Contact {
    pub(super) fn read(section: Section<'_>) -> Self {
        let law = ContactLaw::read(&section);
        let restitution = section.number("restitution").within((Excluded(0.0), Included(1.0))).or(0.97);
        section.finish();
        Self { law, restitution }
    }
}
