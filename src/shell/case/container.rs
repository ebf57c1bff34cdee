//! The vessel: an upright cylinder around the sphere's path.

use super::Release;
use super::release::settle_run_up;
use super::section::Section;
use crate::keywords;
use crate::quantity::{LENGTH, written};
use serde::Serialize;

keywords! {
    /// The liquid at the cylinder's side.
    Side {
        /// A solid wall.
        NoSlip = "no-slip",
        /// No flow through it, no shear on it.
        FreeSlip = "free-slip",
        /// Four times as far away as the radius, with a grid that becomes coarse there: a wide vessel.
        Wide = "wide",
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
    /// Radius, m; of a wide vessel that up to which the cells are fine. Default 6 D.
    #[serde(serialize_with = "written::length")]
    pub radius: f64,
    /// Height above the wall, m. Default 7 D above the sphere's lowest point at the start of its run-up, or at the top of its table.
    #[serde(serialize_with = "written::length")]
    pub height: f64,
    /// Default wide; in open liquid free-slip.
    pub side: Side,
    /// Default closed.
    pub top: Top,
}

/// Radius of the grid over that up to which its cells are fine, in a wide vessel.
const REACH: f64 = 4.0;

impl Container {
    /// Radius of the grid, m.
    pub fn reach(&self) -> f64 {
        if self.side == Side::Wide { REACH * self.radius } else { self.radius }
    }

    pub(super) fn read(section: Section<'_>, diameter: f64, release: &mut Release) -> Self {
        let height = section.quantity("height", &LENGTH).within(1e-8..=1e4).optional();
        settle_run_up(release, height, diameter);
        // In open liquid what is left out is settled when the Reynolds number is known.
        let open = release.in_open_liquid();
        let or = |default: f64| if open { f64::NAN } else { default };
        let container = Self {
            radius: section.quantity("radius", &LENGTH).within(1e-8..=1e4).or(or(6.0 * diameter)),
            height: height.unwrap_or(or(release.highest_gap() + 7.0 * diameter)),
            side: section.word("side").or(if open { Side::FreeSlip } else { Side::Wide }),
            top: section.word("top").or(if open { Top::FreeSurface } else { Top::Closed }),
        };
        section.hint("diameter", "the container is given by its radius; default \"6 D\"");
        section.finish();
        container
    }
}
