//! The vessel: an upright cylinder around the sphere's path.

use super::Release;
use super::section::Section;
use crate::keywords;
use crate::quantity::{LENGTH, written};
use serde::Serialize;

keywords! {
    /// The liquid at the cylinder's side.
    Side {
        /// A solid wall.
        NoSlip = "no-slip",
        /// No flow through it, no shear on it: stands in for a wide vessel.
        FreeSlip = "free-slip",
    }
}

keywords! {
    /// The liquid at the top.
    Top {
        /// A solid lid.
        Closed = "closed",
        /// A flat surface without shear.
        FreeSurface = "free-surface",
    }
}

/// The cylinder that holds the liquid.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Container {
    /// Radius, m. Default 8 D.
    #[serde(serialize_with = "written::length")]
    pub radius: f64,
    /// Height above the wall, m. Default 7 D above the sphere's lowest point at the start of its run-up, or at the top of its table.
    #[serde(serialize_with = "written::length")]
    pub height: f64,
    /// Default free-slip.
    pub side: Side,
    /// Default closed.
    pub top: Top,
}

impl Container {
    pub(super) fn read(section: Section<'_>, diameter: f64, release: &mut Release) -> Self {
        let height = section.quantity("height", &LENGTH).within(1e-8..=1e4).optional();
        release.settle_run_up(height, diameter);
        // In open liquid what is left out is settled when the Reynolds number is known.
        let open = release.in_open_liquid();
        let or = |default: f64| if open { f64::NAN } else { default };
        let container = Self {
            radius: section.quantity("radius", &LENGTH).within(1e-8..=1e4).or(or(8.0 * diameter)),
            height: height.unwrap_or(or(release.highest_gap() + 7.0 * diameter)),
            side: section.word("side").or(Side::FreeSlip),
            top: section.word("top").or(if open { Top::FreeSurface } else { Top::Closed }),
        };
        section.hint("diameter", "the container is given by its radius; default \"8 D\"");
        section.finish();
        container
    }
}
