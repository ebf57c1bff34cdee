//! Where the force of the liquid comes from.

use crate::keywords;

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

impl Hydrodynamics {
    /// Whether the flow around the sphere is computed.
    pub fn computes_flow(self) -> bool {
        matches!(self, Self::Resolved | Self::Blended)
    }

    /// Whether laws of theory act on the sphere.
    pub fn uses_theory(self) -> bool {
        matches!(self, Self::Theory | Self::Blended)
    }

    /// Whether something else than the film acts on the sphere.
    pub fn is_more_than_film(self) -> bool {
        self != Self::Film
    }
}
