//! The dimensionless groups of a fall and an impact, and the terminal speed.

use super::ImmersedSphere;
use super::drag::clift_grace_weber::{CRISIS, clift_grace_weber};
use crate::numerics::{not_finite, root};
use serde::{Deserialize, Serialize};

/// Dimensionless groups on a speed `U` and the diameter `D`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Groups {
    /// `Re = ρ_l U D/μ`.
    #[serde(with = "not_finite")]
    pub reynolds: f64,
    /// `St = ρ_p U D/(9μ) = τ Re/9`.
    #[serde(with = "not_finite")]
    pub stokes: f64,
    /// `St* = (ρ_p + ½ρ_l) U D/(9μ)`, with the added mass.
    #[serde(with = "not_finite")]
    pub stokes_modified: f64,
    /// `τ = ρ_p/ρ_l`.
    #[serde(with = "not_finite")]
    pub density_ratio: f64,
}

impl ImmersedSphere {
    /// The groups on the speed `speed` [m/s].
    pub fn groups(&self, speed: f64) -> Groups {
        let (reynolds, density_ratio) = (self.reynolds(speed), self.density / self.liquid_density);
        Groups {
            reynolds,
            stokes: density_ratio * reynolds / 9.0,
            stokes_modified: (density_ratio + 0.5) * reynolds / 9.0,
            density_ratio,
        }
    }

    /// `Ar = (τ − 1) g D³/ν²` under gravity `g` [m/s²]; negative for a sphere lighter than the liquid.
    pub(super) fn archimedes(&self, gravity: f64) -> f64 {
        let excess = self.density / self.liquid_density - 1.0;
        excess * gravity * self.diameter().powi(3) / self.kinematic_viscosity().powi(2)
    }

    /// `Ga = √(|τ − 1| g D³)/ν`, the square root of the Archimedes number.
    pub fn galileo(&self, gravity: f64) -> f64 {
        self.archimedes(gravity).abs().sqrt()
    }

    /// Steady speed of fall in an unbounded liquid [m/s], negative when the sphere rises.
    ///
    /// Weight, buoyancy and drag balance where `φ(Re) Re = |Ar|/18`, with `φ` the standard drag curve
    /// ([`clift_grace_weber`]). That curve has one root up to the drag crisis at Re = 3.38e5; past it the drag
    /// coefficient is kept at its last value, so that the result stays finite and grows with gravity.
    pub fn terminal_speed(&self, gravity: f64) -> f64 {
        let archimedes = self.archimedes(gravity);
        let weight = archimedes.abs() / 18.0;
        let before_crisis = |reynolds: f64| reynolds.min(CRISIS * (1.0 - 1e-12));
        let drag = |reynolds: f64| clift_grace_weber(before_crisis(reynolds)) * (reynolds / CRISIS).max(1.0);
        let reynolds = root(|reynolds| drag(reynolds) * reynolds - weight, 0.0, weight, 0.0).unwrap_or(0.0);
        reynolds * self.kinematic_viscosity() / self.diameter() * archimedes.signum()
    }
}
