//! The choices within the theory of the liquid's force.

use super::{AddedMass, HistoryKernel, HistoryWall, Lift, WallDrag};

/// Which laws make up the force of the liquid on the sphere.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LiquidLaws {
    /// Quasi-steady drag.
    pub drag: WallDrag,
    /// Added mass. Default exact.
    pub added_mass: AddedMass,
    /// Kernel of the history force. Default basset.
    pub history: HistoryKernel,
    /// Wall factor of the history force.
    pub history_wall: HistoryWall,
    /// Lift of a motion along the wall. Default none.
    pub lift: Lift,
}
