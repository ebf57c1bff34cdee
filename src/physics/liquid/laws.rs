//! The choices within the theory of the liquid's force.

use super::{AddedMass, HistoryKernel, HistoryWall, Lift, WallDrag};

crate::table! {
    /// Which laws make up the force of the liquid on the sphere.
    #[derive(Copy)]
    pub struct LiquidLaws {
        /// Quasi-steady drag.
        drag: WallDrag = WallDrag::default(), flat();
        /// Added mass. Default exact.
        added_mass: AddedMass = AddedMass::default(), word();
        /// Kernel of the history force. Default basset.
        history: HistoryKernel = HistoryKernel::default(), word();
        /// Wall factor of the history force.
        history_wall: HistoryWall = HistoryWall::default(), flat();
        /// Lift of a motion along the wall. Default none.
        lift: Lift = Lift::default(), word();
    }
}
