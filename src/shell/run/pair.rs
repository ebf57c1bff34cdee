//! Two spheres on one axis in open liquid, or one before a plane of symmetry: their grid and their flow.

use super::scales::FILM_CELLS;
use crate::case::Resolution;
use crate::flow::immersed::ImmersedFlow;
use crate::flow::markers::{MarkedSphere, MarkerSpec};
use crate::flow::setup::ImmersedSetup;
use crate::flow::stokes::Ends;
use crate::grid::{AxialMap, AxialSpec, RadialGrid, RadialSpec, SmallestGap};

/// Gap between the two, over the smaller diameter, at which the finest cells are twice as high as at the smallest gap.
pub const FILM_OPENS: f64 = 0.05;

/// The liquid around two spheres on one axis.
#[derive(Debug, Clone, PartialEq)]
pub struct PairFlow {
    /// Diameters of the upper and of the lower sphere \[m\].
    pub diameters: [f64; 2],
    /// Whether the lower one is the image of the upper one: half of the liquid is then computed.
    pub image: bool,
    /// Whether the liquid sticks to the side, or slips.
    pub side_no_slip: bool,
    /// Largest gap between the two that the grid follows \[m\].
    pub largest_gap: f64,
    /// Radius of the side \[m\], and that up to which cells are fine.
    pub radius: f64,
    /// See `radius`.
    pub fine: f64,
    /// Distance of the free-slip ends above and below the middle of the gap \[m\].
    pub heights: [f64; 2],
    /// Kinematic viscosity [m²/s].
    pub viscosity: f64,
    /// Largest slip allowed at the markers [m/s].
    pub tolerance: f64,
}

impl PairFlow {
    /// The smaller diameter \[m\].
    fn smaller(&self) -> f64 {
        self.diameters[0].min(self.diameters[1])
    }

    /// The smallest gap between the two that the grid resolves: that of a case in diameters of the smaller sphere.
    pub fn smallest_gap(&self, resolution: &Resolution) -> SmallestGap {
        SmallestGap(resolution.smallest_gap * self.smaller())
    }

    /// The radial grid; its largest cell is in diameters of the wider sphere.
    pub fn radial(&self, resolution: &Resolution) -> RadialSpec {
        RadialSpec {
            radius: self.radius,
            fine: self.fine,
            diameters: self.diameters.to_vec(),
            cells_per_diameter: f64::from(resolution.cells_per_diameter),
            smallest_gap: self.smallest_gap(resolution).0,
            cells_per_film_radius: FILM_CELLS * f64::from(resolution.cells_across_film),
            film_growth: resolution.film_growth - 1.0,
            far_growth: resolution.radial_growth - 1.0,
            largest: self.largest_cell(resolution),
        }
    }

    fn largest_cell(&self, resolution: &Resolution) -> f64 {
        resolution.largest_cell * self.diameters[0].max(self.diameters[1])
    }

    /// The grid on one side of the middle of the gap, that above a wall: the cells of `resolution` lie across every diameter, and grow from
    /// the film's middle on.
    pub fn side(&self, which: usize, resolution: &Resolution) -> AxialSpec {
        let SmallestGap(smallest) = self.smallest_gap(resolution);
        AxialSpec {
            height: self.heights[which],
            diameter: self.diameters[which],
            cells_per_diameter: f64::from(resolution.cells_per_diameter),
            cells_across_film: 0.5 * f64::from(resolution.cells_across_film),
            film_opens: 0.5 * FILM_OPENS * self.smaller(),
            smallest_gap: 0.5 * smallest,
            largest_gap: 0.5 * self.largest_gap.max(2.0 * smallest),
            film_growth: resolution.film_growth - 1.0,
            far_growth: resolution.axial_growth - 1.0,
            largest: self.largest_cell(resolution),
        }
    }

    /// Radial and axial cells.
    pub fn cells(&self, resolution: &Resolution) -> (usize, usize) {
        let sides = if self.image { 1 } else { 2 };
        let axial = (0..sides).map(|which| self.side(which, resolution).cells()).sum();
        (self.radial(resolution).cells(), axial)
    }

    /// The solver.
    pub fn solver(&self, resolution: &Resolution) -> ImmersedFlow {
        let cells_per_diameter = f64::from(resolution.cells_per_diameter);
        let sphere =
            |diameter: f64| MarkedSphere { diameter, markers: MarkerSpec::standard(diameter / cells_per_diameter) };
        let [above, below] = [0, 1].map(|which| self.side(which, resolution));
        let (spheres, map) = match self.image {
            true => (vec![sphere(self.diameters[0])], AxialMap::new(above)),
            false => (self.diameters.map(sphere).to_vec(), AxialMap::between([above, below])),
        };
        let setup = ImmersedSetup {
            radial: RadialGrid::graded(&self.radial(resolution)),
            spheres,
            viscosity: self.viscosity,
            ends: Ends { bottom_no_slip: false, top_no_slip: false },
            side_no_slip: self.side_no_slip,
            tolerance: self.tolerance,
            azimuthal: None,
        };
        ImmersedFlow::new(setup, map)
    }
}
