//! The unresolved part of a sphere's rotation.
//!
//! A rotation drags the liquid along by viscosity only, inside
//! of the markers as outside, so that the inside does not turn rigidly, as the equations assume at first. What it lacks, at the
//! rate `s` (Laplace) and with `λ² = ν/sa²`, is exact,
//!
//! ```text
//! I_l (1 − 5λ i₂(1/λ)/i₁(1/λ))                        i_n modified spherical Bessel functions
//! ```
//!
//! and the excess of the grid's layers of vorticity, on both sides, over the exact ones is measured on the grid of the run
//! ([`super::thin_layers`]). Both are sums of inertias that follow with a relaxation time, and are given back. A rotation has no added mass:
//! at fast rates only the inertia of the layers outside remains, and that of the sphere, so the excess must be known to a
//! small part of itself. Near the wall the cells along the sphere are smaller, and the excess is that of this grid there. A start with spin
//! in liquid at rest is a jump outside of the sphere alone. The grid's excess then, and the spin that the cells inside hold too much
//! or too little, are measured with that start, and given back.

use super::unresolved_layer::{LayerMemory, UnresolvedLayer};
use crate::body::dof::ScalarAffine;
use crate::flow::bdf::Bdf2;
use crate::grid::SmallestGap;
use crate::numerics::linear_in_log;
use serde::{Deserialize, Serialize};

/// Lack and excess of the computed flow in the torque on a sphere that rotates about any axis, over density.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RotationLayers {
    /// The lag of the liquid inside, negative.
    pub(super) inside: UnresolvedLayer,
    /// The layers below the grid.
    pub(super) excess: UnresolvedLayer,
    /// What the liquid inside of a sphere that starts with spin has otherwise than if it were brought up to it.
    pub(super) start: UnresolvedLayer,
}

/// Inertia of the liquid inside of a sphere that rotates, over that of a rigid body, with a layer of `layer` radii.
pub(super) fn inside(layer: f64) -> f64 {
    let rate = 1.0 / layer;
    let cotangent = rate / rate.tanh();
    5.0 * layer * layer * (rate * rate + 3.0 - 3.0 * cotangent) / (cotangent - 1.0)
}

/// Inertia of the liquid outside of a sphere that rotates, over that of the displaced liquid, with a layer of `layer` radii.
pub(super) fn outside(layer: f64) -> f64 {
    5.0 * layer / (1.0 + layer) + 15.0 * layer * layer
}

/// Excess of the layers of a rotation about an axis along the wall near it, over that far away.
#[derive(Debug, Clone, PartialEq)]
pub struct RotationNearWall {
    /// Smallest gap of the grid.
    pub smallest_gap: SmallestGap,
    /// Gap \[m\] and share, in ascending order.
    pub(super) shares: Vec<(f64, f64)>,
}

impl RotationNearWall {
    /// No wall.
    pub(super) fn none() -> Self {
        Self { smallest_gap: SmallestGap(1.0), shares: Vec::new() }
    }

    /// Whether there is none.
    pub(super) fn is_none(&self) -> bool {
        self.shares.is_empty()
    }

    /// The share at `gap` \[m\].
    pub(super) fn share(&self, gap: f64) -> f64 {
        let (Some((lowest, _)), Some((highest, _))) = (self.shares.first(), self.shares.last()) else { return 1.0 };
        linear_in_log(&self.shares, self.smallest_gap.resolved(gap).clamp(*lowest, *highest)).unwrap_or(1.0)
    }
}

/// Their memory of the rotation about one axis.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct RotationMemory {
    inside: LayerMemory,
    excess: LayerMemory,
    start: LayerMemory,
    /// Spin at the start, and at both levels, with nothing before the start [rad/s].
    from: f64,
    begun: [f64; 2],
    seen: [f64; 2],
}

impl RotationMemory {
    /// Of a sphere that starts at `spin` [rad/s].
    pub fn start(spin: f64) -> Self {
        Self { from: spin, ..Self::default() }
    }
}

impl RotationLayers {
    /// As if the grid were exact, and the inside rigid.
    pub(super) fn none() -> Self {
        Self { inside: UnresolvedLayer::none(), excess: UnresolvedLayer::none(), start: UnresolvedLayer::none() }
    }

    /// The largest share of the excess that leaves a sphere of `radius` \[m\] and the net inertia `net` over density \[m⁵\], free to spin, half
    /// of the inertia that it has with the exact layers, in a step at the rate `rate` \[1/s\] in which the grid has the inertia `grid` over
    /// density \[m⁵\]. `viscosity` \[m²/s\]; for thin layers.
    pub(super) fn at_most(&self, radius: f64, viscosity: f64, rate: f64, [net, grid]: [f64; 2]) -> f64 {
        const KEPT: f64 = 0.5;
        let displaced = 8.0 / 15.0 * std::f64::consts::PI * radius.powi(5);
        let kept = KEPT * (net + displaced * (1.0 + outside((viscosity / rate).sqrt() / radius)));
        let excess = self.excess.excess(rate);
        let given = net + grid - self.inside.excess(rate) - kept;
        if excess > 0.0 { (given / excess).max(0.0) } else { f64::INFINITY }
    }

    /// The torque over density that is given back in the step of `bdf`, after the spins `now` [m⁵/s²]; of the excess this `share`.
    pub fn given_back(&self, memory: &RotationMemory, bdf: &Bdf2, now: [f64; 2], share: f64) -> ScalarAffine {
        let inside = self.inside.force(&memory.inside, bdf, now[0], now[1]);
        let excess = self.excess.force(&memory.excess, bdf, memory.seen[0], memory.seen[1]);
        let start = self.start.force(&memory.start, bdf, memory.begun[0], memory.begun[1]).at(memory.from);
        inside + share * (excess + ScalarAffine::constant(start))
    }

    /// Takes in the end of a step at the spin `spin` [rad/s], after the spins `now`.
    pub fn advance(&self, memory: &mut RotationMemory, bdf: &Bdf2, spin: f64, now: [f64; 2]) {
        self.inside.advance(&mut memory.inside, bdf, bdf.rate(spin, now[0], now[1]));
        self.excess.advance(&mut memory.excess, bdf, bdf.rate(spin, memory.seen[0], memory.seen[1]));
        self.start.advance(&mut memory.start, bdf, bdf.rate(memory.from, memory.begun[0], memory.begun[1]));
        (memory.begun, memory.seen) = ([memory.from, memory.begun[0]], [spin, memory.seen[0]]);
    }
}
