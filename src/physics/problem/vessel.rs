//! The vessel: an upright cylinder around the sphere's path.

use crate::keys::within;
use crate::quantity::LENGTH;
use crate::{keywords, table};

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
    #[derive(Copy)]
    pub struct Vessel {
        /// Radius \[m\]; of a wide vessel that up to which the cells are fine. Default 6 D.
        radius: f64 = f64::NAN, settled(&LENGTH, within(1e-8..=1e4));
        /// Height above the wall \[m\]. Default 7 D above the sphere's lowest point at the start of its run-up, or at
        /// the top of its table; more where a rebound without loss needs it.
        height: f64 = f64::NAN, settled(&LENGTH, within(1e-8..=1e4));
        /// The side. Default wide; in open liquid free-slip.
        side: Side = Side::Wide, word();
        /// The top. Default closed.
        top: Top = Top::Closed, word();
    }
}

/// Height above the highest gap that a sphere needs, in its diameters: itself and a quarter of it above.
pub const ROOM_ABOVE: f64 = 1.25;
/// Default radius, in diameters.
pub const RADIUS: f64 = 6.0;
/// Default height above the sphere's lowest point at the highest gap of its start, in diameters.
pub const HEIGHT_ABOVE: f64 = 7.0;
/// Room above the highest point of a rebound that loses nothing, in diameters.
pub(super) const ABOVE_REBOUND: f64 = 2.0;
/// Radius of the grid over that up to which its cells are fine, in a wide vessel.
const REACH: f64 = 4.0;

impl Vessel {
    /// A wide, closed vessel around a sphere of `diameter` \[m\] that is never higher at its start than `highest_gap`
    /// \[m\].
    pub fn wide(diameter: f64, highest_gap: f64) -> Self {
        let height = highest_gap + HEIGHT_ABOVE * diameter;
        Self { radius: RADIUS * diameter, height, side: Side::Wide, top: Top::Closed }
    }

    /// Radius of the grid \[m\].
    pub fn reach(&self) -> f64 {
        if self.side == Side::Wide { REACH * self.radius } else { self.radius }
    }
}
