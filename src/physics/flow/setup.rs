//! The set-up of the flow: constant during a run.

use super::fields::Parts;
use super::markers::{MarkedSphere, MarkerSpec};
use super::stokes::Ends;
use crate::grid::RadialGrid;

/// The set-up: constant during a run.
pub struct ImmersedSetup {
    /// Radial grid.
    pub radial: RadialGrid,
    /// The spheres, one or two, from the uppermost down.
    pub spheres: Vec<MarkedSphere>,
    /// Kinematic viscosity [m²/s].
    pub viscosity: f64,
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
