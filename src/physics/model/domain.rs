//! The domain: the liquid around a sphere and what it meets, and the grids that resolve it. One specification for a
//! wall, an image and a second sphere.

use crate::problem::scales::FILM_CELLS;
use crate::problem::{Floor, Resolution};

use crate::flow::immersed::ImmersedFlow;
use crate::flow::setup::{ImmersedSetup, MarkedSphere, MarkerSpec};
use crate::flow::stokes::Ends;
use crate::grid::{AxialMap, AxialSpec, RadialGrid, RadialSpec, SmallestGap};

/// Gap between two spheres, over the smaller diameter, at which the finest cells are twice as high as at the smallest
/// gap.
const FILM_OPENS: f64 = 0.05;

/// The liquid around one or two spheres on one axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Domain {
    /// Which part of the liquid between the bodies is computed.
    pub floor: Floor,
    /// Diameter of the first one, and that of its image or of the second one \[m\].
    pub diameters: Vec<f64>,
    /// Largest gap that the grid follows \[m\]: above a wall, or between two spheres.
    pub largest_gap: f64,
    /// Radius of the side \[m\], and that up to which cells are fine.
    pub radius: f64,
    /// See `radius`.
    pub fine: f64,
    /// Distance of the ends from the wall, or above and below the middle of the gap \[m\].
    pub heights: Vec<f64>,
    /// Whether the liquid sticks to the ends, or slips.
    pub ends: Ends,
    /// Whether it sticks to the side, or slips.
    pub side_no_slip: bool,
    /// Kinematic viscosity [m²/s].
    pub kinematic_viscosity: f64,
    /// Largest slip allowed at the markers [m/s].
    pub tolerance: f64,
}

impl Domain {
    /// The smaller diameter \[m\].
    fn smaller(&self) -> f64 {
        self.diameters.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The smallest gap that the grid resolves: that of a case in diameters of the smaller sphere.
    pub fn smallest_gap(&self, resolution: &Resolution) -> SmallestGap {
        SmallestGap(resolution.smallest_gap * self.smaller())
    }

    /// The radial grid; its largest cell is in diameters of the wider sphere.
    pub fn radial(&self, resolution: &Resolution) -> RadialSpec {
        RadialSpec {
            radius: self.radius,
            fine: self.fine,
            diameters: self.diameters.clone(),
            cells_per_diameter: f64::from(resolution.cells_per_diameter),
            smallest_gap: self.smallest_gap(resolution).0,
            cells_per_film_radius: FILM_CELLS * f64::from(resolution.cells_across_film),
            film_growth: resolution.film_growth - 1.0,
            far_growth: resolution.radial_growth - 1.0,
            largest: self.largest_cell(resolution),
        }
    }

    fn largest_cell(&self, resolution: &Resolution) -> f64 {
        resolution.largest_cell * self.diameters.iter().copied().fold(0.0, f64::max)
    }

    /// The axial grid above a wall, or on one side of the middle of the gap: the cells of `resolution` lie across every
    /// diameter, and grow from the wall or the film's middle on.
    pub fn axial(&self, side: usize, resolution: &Resolution) -> AxialSpec {
        let half = self.floor.share_of_gap();
        let opens = if half == 1.0 { f64::INFINITY } else { FILM_OPENS * self.smaller() };
        AxialSpec {
            height: self.heights[side],
            diameter: self.diameters[side],
            cells_per_diameter: f64::from(resolution.cells_per_diameter),
            cells_across_film: half * f64::from(resolution.cells_across_film),
            film_opens: half * opens,
            smallest_gap: half * self.smallest_gap(resolution).0,
            largest_gap: half * self.largest_gap,
            film_growth: resolution.film_growth - 1.0,
            far_growth: resolution.axial_growth - 1.0,
            largest: self.largest_cell(resolution),
        }
    }

    /// Radial and axial cells.
    pub fn cells(&self, resolution: &Resolution) -> (usize, usize) {
        let axial = (0..self.floor.sides()).map(|side| self.axial(side, resolution).cells()).sum();
        (self.radial(resolution).cells(), axial)
    }

    /// The axial grid as it moves.
    pub fn map(&self, resolution: &Resolution) -> AxialMap {
        match self.floor.sides() {
            1 => AxialMap::new(self.axial(0, resolution)),
            _ => AxialMap::between([0, 1].map(|side| self.axial(side, resolution))),
        }
    }

    /// What the solver of axisymmetric flow needs beside the axial grid.
    pub fn setup(&self, resolution: &Resolution) -> ImmersedSetup {
        let cells_per_diameter = f64::from(resolution.cells_per_diameter);
        let sphere =
            |&diameter: &f64| MarkedSphere { diameter, markers: MarkerSpec::standard(diameter / cells_per_diameter) };
        ImmersedSetup {
            radial: RadialGrid::graded(&self.radial(resolution)),
            spheres: self.diameters[..self.floor.sides()].iter().map(sphere).collect(),
            kinematic_viscosity: self.kinematic_viscosity,
            ends: self.ends,
            side_no_slip: self.side_no_slip,
            tolerance: self.tolerance,
            azimuthal: None,
        }
    }

    /// The solver of axisymmetric flow.
    pub fn solver(&self, resolution: &Resolution) -> ImmersedFlow {
        ImmersedFlow::new(self.setup(resolution), self.map(resolution))
    }
}
