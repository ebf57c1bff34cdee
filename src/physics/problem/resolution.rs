//! How finely space and time are resolved.

use crate::keys::{Range, SHARE, within};
use crate::keywords;
use crate::quantity::{DIAMETERS, NUMBER};
use crate::table;
use std::ops::Bound::{Excluded, Included};

/// Cells across the sphere, by default.
pub const CELLS: u32 = 24;
/// Most cells across the sphere.
pub(super) const MOST_CELLS: u32 = 1000;

/// Growth of cells from one to the next.
const GROWTH: Range = (Excluded(1.0), Included(1.5));

table! {
    /// Cells and steps. Lengths are in sphere diameters.
    pub struct Resolution {
        /// Cells across the sphere. Default 24; 48 for a held sphere with azimuthal modes whose wake leaves its axis.
        cells_per_diameter: u32 = CELLS, count(4..=u64::from(MOST_CELLS));
        /// Cells across the film at every gap the grid resolves. Default 10.
        cells_across_film: u32 = 10, count(2..=200);
        /// Smallest gap of the geometry, in D; it follows the sphere down to twice that, and the film model acts below.
        /// Default 0.002.
        smallest_gap: f64 = 0.002, quantity(&DIAMETERS, within(1e-6..=0.5));
        /// Growth per cell of the film's cells towards the sphere's. Default 1.08.
        film_growth: f64 = 1.08, number(GROWTH);
        /// Growth per cell in r away from the sphere. Default 1.06.
        radial_growth: f64 = 1.06, settled(&NUMBER, GROWTH);
        /// Growth per cell in z away from the sphere. Default 1.06.
        axial_growth: f64 = 1.06, settled(&NUMBER, GROWTH);
        /// Cap on a cell's size, in D. Default 0.6.
        largest_cell: f64 = 0.6, settled(&DIAMETERS, within(0.01..=1000.0));
        /// Steps per solid contact; under an elastic film, which has steps of its own, a quarter of them. Default 240.
        steps_per_contact: u32 = 240, count(10..=100_000);
        /// Largest Courant number of a step. Default 0.6.
        cfl: f64 = 0.6, number(SHARE);
        /// Scales every limit on the step, for convergence studies. Default 1.
        step_factor: f64 = 1.0, number(within(1e-3..=10.0));
        /// Highest azimuthal wavenumber of the liquid; 0 is axisymmetric. Default 0.
        azimuthal_modes: u32 = 0, count(0..=32) unwritten;
        /// Symmetry of the modes. Default plane; none needs `azimuthal_modes`.
        symmetry: Symmetry = Symmetry::Plane, word() unwritten;
    }
}

keywords! {
    /// Symmetry of a flow with azimuthal modes.
    Symmetry {
        /// About the plane that holds the sphere's path.
        Plane = "plane",
        /// None: both families of modes, swirl and any path. Twice the modes on twice the planes.
        None = "none",
    }
}

impl Symmetry {
    fn is_plane(&self) -> bool {
        *self == Self::Plane
    }
}

impl Resolution {
    /// Number of azimuthal modes of all families, mode 0 included; none of an axisymmetric flow.
    pub fn parts(&self) -> f64 {
        let families = if self.symmetry.is_plane() { 1.0 } else { 2.0 };
        if self.azimuthal_modes > 0 { families * f64::from(self.azimuthal_modes + 1) } else { 0.0 }
    }

    /// Whether the flow has no azimuthal modes besides the mean.
    pub fn is_axisymmetric(&self) -> bool {
        self.azimuthal_modes == 0
    }
}
