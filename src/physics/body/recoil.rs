//! How a wall recedes under a force.

use serde::{Deserialize, Serialize};

/// A wall that recedes as an infinite plate does: with `ẇ = Y F`, at a speed in proportion to the force.
///
/// The weight that a wall carries at rest is borne by its supports: only what of the force is neither zero nor borne
/// makes it recede. An infinite plate would sink under a weight for ever. Power `F ẇ ≥ 0` leaves with its bending
/// waves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Recoil {
    /// Point mobility `Y` [m/(N s)]; 0: the wall stands still.
    pub mobility: f64,
    /// The steady load \[N\] that presses on the wall, which its supports bear; not negative.
    pub borne: f64,
}

impl Recoil {
    /// A wall that stands still.
    pub const NONE: Self = Self { mobility: 0.0, borne: 0.0 };

    /// Whether the wall stands still.
    pub fn is_none(&self) -> bool {
        self.mobility == 0.0
    }

    /// Speed [m/s] at which the wall recedes under a force \[N\] on it, and its derivative by the force [m/(N s)].
    #[inline]
    pub fn rate(&self, force: f64) -> [f64; 2] {
        if self.is_none() {
            return [0.0; 2];
        }
        let beyond = force - force.max(0.0).min(self.borne);
        [self.mobility * beyond, if beyond == 0.0 { 0.0 } else { self.mobility }]
    }
}
