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
