//! The vessel: an upright cylinder around the sphere's path.

use crate::keywords;

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

/// The cylinder that holds the liquid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vessel {
    /// Radius \[m\]; of a wide vessel that up to which the cells are fine.
    pub radius: f64,
    /// Height above the wall \[m\].
    pub height: f64,
    /// The side.
    pub side: Side,
    /// Whether a solid lid closes the top; otherwise the liquid slips there without shear.
    pub closed: bool,
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
    /// A wide, closed vessel around a sphere of `diameter` \[m\] that is never higher at its start than `highest_gap` \[m\].
    pub fn wide(diameter: f64, highest_gap: f64) -> Self {
        let height = highest_gap + HEIGHT_ABOVE * diameter;
        Self { radius: RADIUS * diameter, height, side: Side::Wide, closed: true }
    }

    /// Radius of the grid \[m\].
    pub fn reach(&self) -> f64 {
        if self.side == Side::Wide { REACH * self.radius } else { self.radius }
    }
}
