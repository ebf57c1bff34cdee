//! The forces on a sphere along the wall, and its guidance, in each direction.

use crate::body::lateral_lead::LateralLead;

/// A perturbation force at the start that breaks the symmetry of the wake.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PerturbationForce {
    /// Force \[N\].
    pub force: f64,
    /// Time after the start of the motion at which it begins \[s\].
    pub from: f64,
    /// When it ends \[s\].
    pub until: f64,
}

impl PerturbationForce {
    /// The force \[N\] at the end of a step, `time` \[s\] after the start.
    pub(super) fn at(&self, time: f64) -> f64 {
        if self.from < time && time <= self.until { self.force } else { 0.0 }
    }
}

/// The forces on the sphere, and its guidance, along one direction of the wall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Direction {
    /// Component of the submerged weight \[N\].
    pub weight: f64,
    /// Force at the start.
    pub perturbation: PerturbationForce,
    /// Speed while the motion is prescribed.
    pub lead: LateralLead,
    /// Angular velocity at the start, and while the approach is prescribed [rad/s], positive where the top of the sphere moves
    /// along the direction.
    pub spin: f64,
    /// Speed at the start [m/s].
    pub start: f64,
}

/// The degrees of freedom along the wall and about its normal that a flow with azimuthal modes has.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Directions {
    /// Along x, and without a plane of symmetry along y; none in an axisymmetric flow.
    pub along: Vec<Direction>,
    /// Angular velocity about the normal at the start, and while the approach is prescribed [rad/s]; without a plane of symmetry.
    pub twist: f64,
}
