//! The theory of the liquid forces, and where it takes over from the simulated flow.

use super::section::Section;
use crate::keywords;
use crate::liquid::{Blend, HistoryWall, LiquidLaws, WallDrag};
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

pub(super) fn read_blend(section: Section<'_>) -> Blend {
    let gap = section.quantity("gap", &DIAMETERS).within(1e-4..=10.0).or(Blend::default().gap);
    section.finish();
    Blend { gap }
}

/// Reads the choices within the theory; used by `hydrodynamics = "blended"` and `"theory"`.
pub(super) fn read_laws(section: Section<'_>) -> LiquidLaws {
    let laws = LiquidLaws {
        drag: WallDrag {
            far: section.word("drag").or_default(),
            near: section.word("wall_drag").or_default(),
            near_reynolds: section.word("wall_drag_reynolds").or_default(),
        },
        added_mass: section.word("added_mass").or_default(),
        history: section.word("history").or_default(),
        history_wall: HistoryWall {
            exponent: section.number("history_exponent").within(0.0..=3.0).or(HistoryWall::default().exponent),
        },
        lift: section.word("lift").or_default(),
    };
    section.finish();
    laws
}
