//! The vessel: an upright cylinder around the sphere's path.

use super::keys;
use super::section::Section;
use wetbounce_physics::body::release::Release;
use wetbounce_physics::keys::within;
use wetbounce_physics::keywords;
use wetbounce_physics::problem::approach::settle_run_up;
use wetbounce_physics::problem::vessel::{HEIGHT_ABOVE, RADIUS};
use wetbounce_physics::problem::{Side, Vessel};
use wetbounce_physics::quantity::LENGTH;
use wetbounce_physics::table;

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
        /// Height above the wall \[m\]. Default 7 D above the sphere's lowest point at the start of its run-up, or at the top of its table; more where a
        /// rebound without loss needs it.
        height: f64 = f64::NAN, settled(&LENGTH, within(1e-8..=1e4));
        /// Default wide; in open liquid free-slip.
        side: Side = Side::Wide, word();
        /// Default closed.
        top: Top = Top::Closed, word();
    }
}

impl Container {
    /// As the physics has it.
    pub fn problem(&self) -> Vessel {
        Vessel { radius: self.radius, height: self.height, side: self.side, closed: self.top == Top::Closed }
    }

    /// `walls`: in a vessel with walls. Without them defaults are settled when the Reynolds number is known.
    pub(super) fn read(section: Section<'_>, diameter: f64, release: &mut Release, walls: bool) -> Self {
        let open = !walls;
        let or = |default: f64| if open { f64::NAN } else { default };
        let container = Self {
            radius: or(RADIUS * diameter),
            height: f64::NAN,
            side: if release.in_open_liquid() { Side::FreeSlip } else { Side::Wide },
            top: if open { Top::FreeSurface } else { Top::Closed },
        };
        let mut container = keys::read(container, &section);
        settle_run_up(release, Some(container.height).filter(|height| !height.is_nan()), diameter);
        if container.height.is_nan() {
            container.height = or(release.highest_gap() + HEIGHT_ABOVE * diameter);
        }
        section.hint("diameter", "the container is given by its radius; default \"6 D\"");
        section.finish();
        container
    }
}
