//! The rotation of a sphere: what the grid does not resolve of it, and the rotation about the wall's normal.
//!
//! That about the normal moves the swirl of the liquid alone, and obeys one linear equation beside those of the lateral motions
//! ([`super::sideways`]), which hold those about horizontal axes. A rotation drags the liquid along by viscosity only, inside
//! of the markers as outside, so that the inside does not turn rigidly, as the equations assume at first. What it lacks, at the
//! rate `s` (Laplace) and with `λ² = sa²/ν`, is exact,
//!
//! ```text
//! I_l (1 − 5 i₂(λ)/(λ i₁(λ)))                        i_n modified spherical Bessel functions
//! ```
//!
//! and what the grid's layers of vorticity, on both sides, have in excess of the exact ones (outside
//! `8πμa³(1 + λ²/3(1 + λ))`, Lamb 1932) is
//!
//! ```text
//! m_l a Δ F(λ)           F: what one backward-Euler step of this solver in unbounded liquid at rest gives, less the exact answer
//! ```
//!
//! with the radial cell `Δ` along the sphere of [`super::unresolved_layer`]. `F` is the same to 0.05 at 16 to 32 cells per
//! diameter and `λ` from 1 to 150; no experiment enters. Both are sums of inertias that follow with a relaxation time, and are
//! given back. Near the wall the cells along the sphere are smaller, and the excess is what this grid has there
//! ([`super::thin_layers`]). From rest under a constant torque the spin is then exact to 0.6 % at 16 cells per diameter and to
//! 0.3 % at 24, the first steps apart. A start with spin in liquid at rest is a jump: half of the excess, that outside, is given
//! back at once.

use super::affine::Affine;
use super::unresolved_layer::{LayerMemory, UnresolvedLayer};
use crate::flow::bdf::Bdf2;
use crate::grid::SmallestGap;
use crate::numerics::linear_in_log;
use serde::{Deserialize, Serialize};

/// Shares of the lag of the liquid inside, and relaxation times over `a²/ν` (the first is 1/x², tan x = x).
const INSIDE: [[f64; 2]; 4] = [[0.5322, 0.04953], [0.3071, 1.0 / 120.0], [0.0890, 1.0 / 800.0], [0.0597, 1.0 / 8000.0]];
/// Terms of `F`, and relaxation times over `a²/ν`.
const EXCESS: [[f64; 2]; 4] = [[1.386, 0.4], [0.833, 0.03], [0.829, 0.0025], [0.778, 0.0002]];

/// What the computed flow lacks, and has in excess, of the torque on a sphere that rotates about any axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RotationLayers {
    /// The lag of the liquid inside.
    inside: [UnresolvedLayer; 2],
    /// The layers below the grid.
    excess: [UnresolvedLayer; 2],
}

/// What the layers of a rotation about an axis along the wall have in excess near it, over what they have far away.
#[derive(Debug, Clone, PartialEq)]
pub struct RotationNearWall {
    /// Smallest gap of the grid.
    pub smallest_gap: SmallestGap,
    /// Gap \[m\] and share, in ascending order.
    pub shares: Vec<(f64, f64)>,
}

impl RotationNearWall {
    /// No wall.
    pub fn none() -> Self {
        Self { smallest_gap: SmallestGap(1.0), shares: Vec::new() }
    }

    /// The share at `gap` \[m\].
    pub fn share(&self, gap: f64) -> f64 {
        let (Some((lowest, _)), Some((highest, _))) = (self.shares.first(), self.shares.last()) else { return 1.0 };
        linear_in_log(&self.shares, self.smallest_gap.resolved(gap).clamp(*lowest, *highest)).unwrap_or(1.0)
    }
}

/// What they remember of the rotation about one axis.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct RotationMemory {
    inside: [LayerMemory; 2],
    excess: [LayerMemory; 2],
    /// Spin that the layers below the grid have seen, at both levels [rad/s].
    seen: [f64; 2],
}

impl RotationMemory {
    /// Of a sphere that starts at `spin` [rad/s].
    pub fn start(spin: f64) -> Self {
        Self { seen: [0.5 * spin; 2], ..Self::default() }
    }
}

/// Two halves of four terms with the given `inertia`.
fn layers(terms: [[f64; 2]; 4], inertia: f64, time: f64) -> [UnresolvedLayer; 2] {
    let [a, b, c, d] = terms.map(|[share, relaxation]| [inertia * share, time * relaxation]);
    [[a, b], [c, d]].map(|[a, b]| UnresolvedLayer::of_terms([a[0], b[0]], [a[1], b[1]]))
}

impl RotationLayers {
    /// Of a sphere of `radius` \[m\] in liquid of kinematic `viscosity` \[m²/s\], on a grid with the radial cell `cell` \[m\]
    /// along the sphere.
    pub fn new(radius: f64, viscosity: f64, cell: f64) -> Self {
        let volume = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
        let time = radius * radius / viscosity;
        Self {
            inside: layers(INSIDE, -0.4 * volume * radius * radius, time),
            excess: layers(EXCESS, volume * radius * cell, time),
        }
    }

    /// The lag of the liquid inside alone: where the liquid slips at the markers its layers have another excess.
    pub fn without_excess(self) -> Self {
        Self { excess: [UnresolvedLayer::none(); 2], ..self }
    }

    /// Inertia over density that far thinner layers than a cell have in excess \[m⁵\].
    pub fn thinnest(&self) -> f64 {
        self.excess.iter().map(|layers| layers.excess(f64::INFINITY)).sum()
    }

    /// The torque over density that is given back in the step of `bdf`, after the spins `now` [m⁵/s²]; of the excess this `share`.
    pub fn given_back(&self, memory: &RotationMemory, bdf: &Bdf2, now: [f64; 2], share: f64) -> Affine {
        let mut sum = Affine::default();
        let halves = [(&self.inside, &memory.inside, now, 1.0), (&self.excess, &memory.excess, memory.seen, share)];
        for (layers, memory, [now, old], share) in halves {
            for (layer, memory) in layers.iter().zip(memory) {
                let force = layer.force(memory, bdf, now, old);
                sum.at_rest += share * force.at_rest;
                sum.per_speed += share * force.per_speed;
            }
        }
        sum
    }

    /// Takes in the end of a step at the spin `spin` [rad/s], after the spins `now`.
    pub fn advance(&self, memory: &mut RotationMemory, bdf: &Bdf2, spin: f64, now: [f64; 2]) {
        let rate = bdf.rate(spin, now[0], now[1]);
        let seen = bdf.rate(spin, memory.seen[0], memory.seen[1]);
        for (layer, memory) in self.inside.iter().zip(&mut memory.inside) {
            layer.advance(memory, bdf, rate);
        }
        for (layer, memory) in self.excess.iter().zip(&mut memory.excess) {
            layer.advance(memory, bdf, seen);
        }
        memory.seen = [spin, memory.seen[0]];
    }
}

/// What does not change of the rotation about the normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TwistSetup {
    /// Angular velocity at the start, and while the approach is prescribed [rad/s].
    pub spin: f64,
    /// Net moment of inertia over the liquid's density \[m⁵\].
    inertia: f64,
    /// That of the liquid in the sphere's place \[m⁵\].
    displaced: f64,
    layers: RotationLayers,
}

/// Rotation about the normal, with the torques on the sphere.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Twist {
    /// Angular velocity [rad/s], right-handed about the normal.
    pub spin: f64,
    /// The same one step earlier [rad/s].
    pub spin_old: f64,
    /// Torque of the liquid [N m].
    pub liquid: f64,
    /// Of twisting resistance [N m].
    pub contact: f64,
    /// Of what prescribes the motion [N m].
    pub drive: f64,
    #[serde(flatten)]
    memory: RotationMemory,
}

impl TwistSetup {
    /// A homogeneous sphere of `radius` \[m\] and `density_ratio`, that starts at `spin` [rad/s], with what the computed flow lacks and
    /// has in excess.
    pub fn new(radius: f64, density_ratio: f64, spin: f64, layers: RotationLayers) -> Self {
        let displaced = 0.4 * 4.0 / 3.0 * std::f64::consts::PI * radius.powi(5);
        Self { spin, inertia: (density_ratio - 1.0) * displaced, displaced, layers }
    }

    /// The motion at the start.
    pub fn start(&self) -> Twist {
        Twist { spin: self.spin, spin_old: self.spin, memory: RotationMemory::start(self.spin), ..Twist::default() }
    }

    /// The torque over density that is given back in the step of `bdf` [m⁵/s²].
    pub fn given_back(&self, twist: &Twist, bdf: &Bdf2) -> Affine {
        self.layers.given_back(&twist.memory, bdf, [twist.spin, twist.spin_old], 1.0)
    }

    /// Takes in the end of a step: the new `spin` [rad/s], the torque `flow` on the liquid over its density [m⁵/s²], and that
    /// of the contact on the sphere [N m]. Returns the power over `density` \[kg/m³\] that the rotation takes from outside
    /// [m⁵/s³].
    pub fn advance(&self, twist: &mut Twist, bdf: &Bdf2, spin: f64, flow: f64, contact: f64, density: f64) -> f64 {
        let rate = bdf.rate(spin, twist.spin, twist.spin_old);
        let given_back = self.given_back(twist, bdf).at(spin);
        self.layers.advance(&mut twist.memory, bdf, spin, [twist.spin, twist.spin_old]);
        let liquid = density * (self.displaced * rate - flow + given_back);
        let drive = density * (self.inertia + self.displaced) * rate - liquid - contact;
        *twist = Twist { spin, spin_old: twist.spin, liquid, contact, drive, ..*twist };
        spin * (self.inertia * rate + flow - contact / density)
    }
}
