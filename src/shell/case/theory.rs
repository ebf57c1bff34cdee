//! The theory of the liquid forces, and where it takes over from the simulated flow.

use super::keys::Table;
use crate::keys::{Keys, within};
use crate::keywords;
use crate::liquid::{Blend, LiquidLaws};
use crate::quantity::DIAMETERS;

keywords! {
    /// Where the force of the liquid on the sphere comes from.
    #[derive(Default)]
    Hydrodynamics {
        /// The simulated flow down to twice the smallest gap of the grid, the film model below.
        #[default]
        Resolved = "resolved",
        /// The simulated flow far from the wall, theory near it, blended over `blend.gap`.
        Blended = "blended",
        /// Theory alone; no flow is simulated.
        Theory = "theory",
        /// The deforming film alone, from `release.gap` to the wall and back; no other force acts on the sphere.
        Film = "film",
    }
}

impl Table for Blend {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        keys.quantity("gap", &mut self.gap, &DIAMETERS, within(1e-4..=10.0));
    }
}

/// Used by `hydrodynamics = "blended"` and `"theory"`.
impl Table for LiquidLaws {
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
