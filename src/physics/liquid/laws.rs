//! The choices within the theory of the liquid's force.

use super::{AddedMass, HistoryKernel, HistoryWall, Lift, WallDrag};
use serde::Serialize;

/// Which laws make up the force of the liquid on the sphere.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct LiquidLaws {
    /// Quasi-steady drag.
    #[serde(flatten)]
    pub drag: WallDrag,
    /// Added mass. Default exact.
    pub added_mass: AddedMass,
    /// Kernel of the history force. Default basset.
    pub history: HistoryKernel,
    /// Wall factor of the history force.
    #[serde(flatten)]
    pub history_wall: HistoryWall,
    /// Lift of a motion along the wall. Default none.
    pub lift: Lift,
}
