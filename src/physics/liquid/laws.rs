//! The choices within the theory of the liquid's force.

use super::{AddedMass, HistoryKernel, HistoryWall, Lift, WallDrag};
use crate::keys::{KeyTable, Keys, within};

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

impl KeyTable for LiquidLaws {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        keys.word("drag", &mut self.drag.far);
        self.drag.far.keys(keys);
        keys.word("wall_drag", &mut self.drag.near);
        keys.word("wall_drag_reynolds", &mut self.drag.near_reynolds);
        keys.word("added_mass", &mut self.added_mass);
        keys.word("history", &mut self.history);
        keys.number("history_exponent", &mut self.history_wall.exponent, within(0.0..=3.0));
        keys.word("lift", &mut self.lift);
    }
}

crate::written!(LiquidLaws);
