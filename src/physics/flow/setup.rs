//! The set-up of the flow: constant during a run.

use super::fields::Parts;
use super::stokes::Ends;
use crate::grid::RadialGrid;

/// The set-up: constant during a run.
pub struct ImmersedSetup {
    /// Radial grid.
    pub radial: RadialGrid,
    /// The spheres, one or two, from the uppermost down.
    pub spheres: Vec<MarkedSphere>,
    /// Kinematic viscosity [m²/s].
    pub kinematic_viscosity: f64,
    /// No-slip or free-slip at bottom and top.
    pub ends: Ends,
    /// No-slip (true) or free-slip side.
    pub side_no_slip: bool,
    /// Largest slip allowed at the markers in the axisymmetric mode [m/s].
    pub tolerance: f64,
    /// The other modes, around one sphere between free-slip sides; none in axisymmetric flow.
    pub azimuthal: Option<AzimuthalSetup>,
}

/// Azimuthal modes m ≥ 1, and swirl where there is no plane of symmetry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AzimuthalSetup {
    /// Modes and families, the axisymmetric mode included.
    pub parts: Parts,
    /// Placement of their markers on the sphere.
    pub markers: MarkerSpec,
    /// Largest slip allowed at the markers [m/s].
    pub tolerance: f64,
    /// Largest residual allowed in the response per unit speed.
    pub unit_tolerance: f64,
}

impl ImmersedSetup {
    /// Diameter of the first sphere \[m\].
    pub fn diameter(&self) -> f64 {
        self.spheres[0].diameter
    }

    /// Whether there are two spheres of one size, and the liquid's ends are alike.
    pub(super) fn is_symmetric(&self) -> bool {
        let ends = self.ends.bottom_no_slip == self.ends.top_no_slip;
        ends && matches!(&self.spheres[..], [first, second] if first == second)
    }

    /// Modes and families.
    pub fn parts(&self) -> Parts {
        self.azimuthal.map_or(Parts::symmetric(0), |azimuthal| azimuthal.parts)
    }
}

/// A sphere that markers stand on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MarkedSphere {
    /// Diameter \[m\].
    pub diameter: f64,
    /// How its markers stand.
    pub markers: MarkerSpec,
}

/// How the markers stand; distances in local cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MarkerSpec {
    /// Distance between neighbours, in the index metric, where the cells are as large as around the sphere. Closer
    /// markers make the constraint system ill-conditioned and lower the drag at Re ≳ 100.
    pub(super) spacing: f64,
    /// The same in the film, where cells are finer: there a wider spacing leaks under pressure.
    pub(super) film_spacing: f64,
    /// Cell size around the sphere \[m\].
    pub(super) body_cell: f64,
    /// How far the markers are drawn back into the sphere along the normal (Breugem 2012), see [`OUTSIDE`].
    pub(super) retraction: f64,
    /// Slip length of the liquid at the markers: it slips as far as the shear reaches over it that a marker's own force
    /// makes (Navier 1823).
    pub slip: f64,
}

/// How far outside of the markers the regularised no-slip condition acts as a wall, in cells: at `(1/π)∫(1/k² −
/// φ̂²(k)/λ(k)) dk` (`φ̂` the kernel's transform, `λ` the discrete Laplacian's symbol), 0.313 along a grid line and
/// 0.333 across the diagonal.
///
/// Two ways bring the wall to the sphere. Markers drawn back by this length leave an error of the second order: with
/// the pressure gradient `κ = ∂p/∂s/μ` along the surface the liquid slips there by `½κ·OUTSIDE²`, which decides where a
/// coarse grid separates. Markers on the sphere where the liquid slips by this length have no such error, but need a
/// shear layer thicker than a cell: no impact has one.
pub const OUTSIDE: f64 = 0.33;

impl MarkerSpec {
    /// The one set of values for all cases, for a cell size \[m\] around the sphere.
    pub fn standard(body_cell: f64) -> Self {
        Self { spacing: 1.6, film_spacing: 1.3, body_cell, retraction: OUTSIDE, slip: 0.0 }
    }

    /// Those of a sphere that moves steadily: the markers stand on it, and the liquid slips.
    pub fn steady(body_cell: f64) -> Self {
        Self { retraction: 0.0, slip: OUTSIDE, ..Self::standard(body_cell) }
    }

    /// The same as close everywhere as in the film: for motions so fast that liquid leaks between markers.
    pub fn tight(self) -> Self {
        Self { spacing: self.film_spacing, ..self }
    }

    /// The same with azimuthal modes m ≥ 1. The spacing is a compromise: wider, the growth of m = 1 near its first
    /// instability and the drag converge sooner; closer, the torque does.
    pub fn in_three_dimensions(self) -> Self {
        Self { spacing: 1.8, ..self }
    }
}
