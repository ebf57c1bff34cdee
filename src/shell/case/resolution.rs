//! How finely space and time are resolved.

use super::section::Section;
use crate::keywords;
use crate::quantity::{DIAMETERS, written};
use serde::Serialize;
use std::ops::Bound::{Excluded, Included};

/// Cells across the sphere, by default.
pub(super) const CELLS: u32 = 24;

/// Cells and steps. Lengths are in sphere diameters.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Resolution {
    /// Cells across the sphere. Default 24; 48 for a held sphere with azimuthal modes whose wake leaves its axis.
    pub cells_per_diameter: u32,
    /// Cells across the film at every gap the grid resolves. Default 10.
    pub cells_across_film: u32,
    /// Smallest gap of the geometry, in D; it follows the sphere down to twice that, and the film model acts below.
    /// Default 0.002.
    #[serde(serialize_with = "written::diameters")]
    pub smallest_gap: f64,
    /// Growth per cell of the film's cells towards the sphere's. Default 1.08.
    pub film_growth: f64,
    /// Growth per cell in r away from the sphere. Default 1.06.
    pub radial_growth: f64,
    /// Growth per cell in z away from the sphere. Default 1.06.
    pub axial_growth: f64,
    /// Cap on a cell's size, in D. Default 0.6.
    #[serde(serialize_with = "written::diameters")]
    pub largest_cell: f64,
    /// Steps per solid contact. Default 240.
    pub steps_per_contact: u32,
    /// Largest Courant number of a step. Default 0.6.
    pub cfl: f64,
    /// Scales every limit on the step, for convergence studies. Default 1.
    pub step_factor: f64,
    /// Highest azimuthal wavenumber of the liquid; 0 is axisymmetric. Default 0.
    #[serde(skip_serializing_if = "axisymmetric")]
    pub azimuthal_modes: u32,
    /// Symmetry of the modes. Default plane; none needs `azimuthal_modes`.
    #[serde(skip_serializing_if = "Symmetry::is_plane")]
    pub symmetry: Symmetry,
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

fn axisymmetric(modes: &u32) -> bool {
    *modes == 0
}

impl Resolution {
    /// Number of azimuthal modes of all families, mode 0 included; none of an axisymmetric flow.
    pub fn parts(&self) -> f64 {
        let families = if self.symmetry.is_plane() { 1.0 } else { 2.0 };
        if self.azimuthal_modes > 0 { families * f64::from(self.azimuthal_modes + 1) } else { 0.0 }
    }

    /// `open`: in open liquid, where what is left out is settled when the Reynolds number is known.
    pub(super) fn read(section: Section<'_>, open: bool) -> Self {
        let or = |default: f64| if open { f64::NAN } else { default };
        let growth = |key, default| section.number(key).within((Excluded(1.0), Included(1.5))).or(default);
        let count = |key, range, default| section.count(key).within(range).or(default) as u32;
        let resolution = Self {
            cells_per_diameter: count("cells_per_diameter", 4..=1000, if open { 0 } else { CELLS.into() }),
            cells_across_film: count("cells_across_film", 2..=200, 10),
            smallest_gap: section.quantity("smallest_gap", &DIAMETERS).within(1e-6..=0.5).or(0.002),
            film_growth: growth("film_growth", 1.08),
            radial_growth: growth("radial_growth", or(1.06)),
            axial_growth: growth("axial_growth", or(1.06)),
            largest_cell: section.quantity("largest_cell", &DIAMETERS).within(0.01..=10.0).or(or(0.6)),
            steps_per_contact: count("steps_per_contact", 10..=100_000, 240),
            cfl: section.number("cfl").within((Excluded(0.0), Included(1.0))).or(0.6),
            step_factor: section.number("step_factor").within(1e-3..=10.0).or(1.0),
            azimuthal_modes: count("azimuthal_modes", 0..=32, 0),
            symmetry: section.word("symmetry").or(Symmetry::Plane),
        };
        section.finish();
        resolution
    }
}
