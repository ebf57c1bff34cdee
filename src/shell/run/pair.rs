//! Two spheres on one axis in open liquid: their grid and their flow.

use super::build::FILM_CELLS;
use crate::body::markers::{MarkedSphere, MarkerSpec};
use crate::case::Resolution;
use crate::flow::stokes::Ends;
use crate::grid::{AxialMap, AxialSpec, RadialGrid, RadialSpec, SmallestGap};
use crate::motion::immersed::{ImmersedFlow, ImmersedSetup};

/// The liquid around two spheres on one axis.
#[derive(Debug, Clone, PartialEq)]
pub struct PairFlow {
    /// Diameters of the upper and of the lower sphere \[m\].
    pub diameters: [f64; 2],
    /// Largest gap between the two that the grid follows \[m\].
    pub largest_gap: f64,
    /// Radius of the free-slip side \[m\].
    pub radius: f64,
    /// Distance of the free-slip ends above and below the middle of the gap \[m\].
    pub heights: [f64; 2],
    /// Kinematic viscosity [m²/s].
    pub viscosity: f64,
    /// Largest slip allowed at the markers [m/s].
    pub tolerance: f64,
}

impl PairFlow {
    /// The smallest gap between the two that the grid resolves: that of a case in diameters of the smaller sphere.
    pub fn smallest_gap(&self, resolution: &Resolution) -> SmallestGap {
        SmallestGap(resolution.smallest_gap * self.diameters[0].min(self.diameters[1]))
    }

    /// The solver. On either side of the middle of the gap the grid is that above a wall: the cells of `resolution` lie across every
    /// diameter, and grow from the film's middle on. Its largest cell is in diameters of the wider sphere.
    pub fn solver(&self, resolution: &Resolution) -> ImmersedFlow {
        let SmallestGap(smallest) = self.smallest_gap(resolution);
        let cells_per_diameter = f64::from(resolution.cells_per_diameter);
        let across = f64::from(resolution.cells_across_film);
        let film_growth = resolution.film_growth - 1.0;
        let largest = resolution.largest_cell * self.diameters[0].max(self.diameters[1]);
        let radial = RadialGrid::graded(&RadialSpec {
            radius: self.radius,
            fine: self.radius,
            diameters: self.diameters.to_vec(),
            cells_per_diameter,
            smallest_gap: smallest,
            cells_per_film_radius: FILM_CELLS * across,
            film_growth,
            far_growth: resolution.radial_growth - 1.0,
            largest,
        });
        let side = |which: usize| AxialSpec {
            height: self.heights[which],
            diameter: self.diameters[which],
            cells_per_diameter,
            cells_across_film: 0.5 * across,
            smallest_gap: 0.5 * smallest,
            largest_gap: 0.5 * self.largest_gap.max(2.0 * smallest),
            film_growth,
            far_growth: resolution.axial_growth - 1.0,
            largest,
        };
        let sphere =
            |diameter: f64| MarkedSphere { diameter, markers: MarkerSpec::standard(diameter / cells_per_diameter) };
        let setup = ImmersedSetup {
            radial,
            spheres: self.diameters.map(sphere).to_vec(),
            viscosity: self.viscosity,
            ends: Ends { bottom_no_slip: false, top_no_slip: false },
            side_no_slip: false,
            tolerance: self.tolerance,
        };
        ImmersedFlow::new(setup, AxialMap::between([side(0), side(1)]))
    }
}
