//! The vessel: an upright cylinder around the sphere's path.

use super::Release;
use super::keys;
use super::release::settle_run_up;
use super::section::Section;
use crate::keys::within;
use crate::keywords;
use crate::quantity::LENGTH;
use crate::table;

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

table! {
    /// The cylinder that holds the liquid.
    pub struct Container {
        /// Radius \[m\]; of a wide vessel that up to which the cells are fine. Default 6 D.
        radius: f64 = f64::NAN, settled(&LENGTH, within(1e-8..=1e4));
        /// Height above the wall \[m\]. Default 7 D above the sphere's lowest point at the start of its run-up, or at the top of its table.
        height: f64 = f64::NAN, settled(&LENGTH, within(1e-8..=1e4));
        /// Default wide; in open liquid free-slip.
        side: Side = Side::Wide, word();
        /// Default closed.
        top: Top = Top::Closed, word();
    }
}

/// Height above the highest gap that a sphere needs, in its diameters: itself and a quarter of it above.
pub const ROOM_ABOVE: f64 = 1.25;
/// Radius of the grid over that up to which its cells are fine, in a wide vessel.
const REACH: f64 = 4.0;

impl Container {
    /// Radius of the grid \[m\].
    pub fn reach(&self) -> f64 {
        if self.side == Side::Wide { REACH * self.radius } else { self.radius }
    }

    /// `walls`: in a vessel with walls. Without them defaults are settled when the Reynolds number is known.
    pub(super) fn read(section: Section<'_>, diameter: f64, release: &mut Release, walls: bool) -> Self {
        let open = !walls;
        let or = |default: f64| if open { f64::NAN } else { default };
        let container = Self {
            radius: or(6.0 * diameter),
            height: f64::NAN,
            side: if release.in_open_liquid() { Side::FreeSlip } else { Side::Wide },
            top: if open { Top::FreeSurface } else { Top::Closed },
        };
        let mut container = keys::read(container, &section);
        settle_run_up(release, Some(container.height).filter(|height| !height.is_nan()), diameter);
        if container.height.is_nan() {
            container.height = or(release.highest_gap() + 7.0 * diameter);
        }
        section.hint("diameter", "the container is given by its radius; default \"6 D\"");
        section.finish();
        container
    }
}
