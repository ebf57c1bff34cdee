//! The layer of vorticity that is thinner than a cell.
//!
//! A sphere whose speed changes abruptly starts a layer of vorticity of thickness `√(νt)`. The markers make the liquid
//! follow the sphere over the width of their kernel at once, so that the grid starts with a layer of about half a cell:
//! liquid that the solid contact would have to accelerate, and that gives its momentum back when the true layer has
//! grown to the same thickness. Markers far apart let the liquid leak instead, and the grid then has too little
//! inertia. What the grid has in excess of the exact at the rate `s` (Laplace) is an inertia
//!
//! ```text
//! Σ m_k sτ_k/(1 + sτ_k)
//! ```
//!
//! The relaxation times `τ_k` are fixed: those of layers `√(ντ_k)` from a twentieth of a cell to half a radius. The
//! inertias `m_k`, of either sign, are those of the grid of the run: the answer of one backward-Euler step of it, less
//! the exact one ([`super::thin_layers`]). This module gives the excess back: exact less resolved, like the film below
//! the grid ([`super::subgrid_film`]). Each term is an inertia that follows the sphere with its relaxation time: a
//! handful of numbers to remember.
//!
//! The part given back never exceeds the grid's own, whatever the rate: the grid's inertia grows towards fast rates,
//! and is measured at faster ones than any term follows. A sphere of any inertia is then stable.
//!
//! # Rotation
//! The unresolved part of a sphere's rotation.
//!
//! A rotation drags the liquid along by viscosity only, inside of the markers as outside, so that the inside does not
//! turn rigidly, as the equations assume at first. What it lacks, at the rate `s` (Laplace) and with `λ² = ν/sa²`, is
//! exact,
//!
//! ```text
//! I_l (1 − 5λ i₂(1/λ)/i₁(1/λ))                        i_n modified spherical Bessel functions
//! ```
//!
//! and the excess of the grid's layers of vorticity, on both sides, over the exact ones is measured on the grid of the
//! run ([`super::thin_layers`]). Both are sums of inertias that follow with a relaxation time, and are given back. A
//! rotation has no added mass: at fast rates only the inertia of the layers outside remains, and that of the sphere, so
//! the excess must be known to a small part of itself. Near the wall the cells along the sphere are smaller, and the
//! excess is that of this grid there. A start with spin in liquid at rest is a jump outside of the sphere alone. The
//! grid's error then, and the spin that the cells inside hold too much or too little, are measured with that start, and
//! given back.

use crate::body::dof::ScalarAffine;
use crate::flow::level::Bdf2;
use crate::grid::{RadialGrid, SmallestGap};
use crate::numerics::linear_in_log;
use nalgebra::{SMatrix, SVector};
use serde::{Deserialize, Serialize};

/// Terms of the excess.
pub(super) const TERMS: usize = 8;
/// Terms, and the excess of the steady drag.
const UNKNOWNS: usize = TERMS + 1;
/// Share of the sum of squares that keeps a fit of nearly equal terms small.
const SMALL: f64 = 1e-13;

/// Inertia in excess at one rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GridError {
    /// The rate \[1/s\].
    pub rate: f64,
    /// The grid's error.
    pub grid_error: f64,
    /// By how much its error counts.
    pub weight: f64,
    /// Shape of an excess that stays with the grid; 0 where there is none.
    pub(super) stays: f64,
}

/// The radial cell along a sphere of `radius` \[m\] whose lowest point is on the axis, weighted by the square of the
/// slip of potential flow around it, `sin²θ`, over the surface \[m\].
pub(super) fn slipped_cell(radial: &RadialGrid, radius: f64) -> f64 {
    const PARTS: usize = 200;
    let step = 0.5 * std::f64::consts::PI / PARTS as f64;
    let sum: f64 = (0..PARTS)
        .map(|part| {
            let sine = ((part as f64 + 0.5) * step).sin();
            let cell = radial.faces.partition_point(|face| *face <= radius * sine) - 1;
            sine.powi(3) * radial.widths[cell]
        })
        .sum();
    1.5 * step * sum
}

/// The inertia that the grid's layer of vorticity has in excess.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnresolvedLayer {
    /// Inertia of each term.
    masses: [f64; TERMS],
    /// Relaxation time of each term \[s\].
    times: [f64; TERMS],
}

/// Speed of the sphere relative to the liquid of each term, at the present and the older level [m/s], or angular
/// velocity [rad/s].
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct LayerMemory {
    now: [f64; TERMS],
    old: [f64; TERMS],
}

impl UnresolvedLayer {
    /// The layer with the relaxation `times` \[s\] whose excess is closest to the measured one; without any measurement
    /// there is no layer.
    pub(super) fn fit(times: [f64; TERMS], measured: &[GridError]) -> Self {
        let layer = Self { masses: [0.0; TERMS], times };
        let mut normal = SMatrix::<f64, UNKNOWNS, UNKNOWNS>::zeros();
        let mut rhs = SVector::<f64, UNKNOWNS>::zeros();
        for GridError { rate, grid_error, weight, stays } in measured {
            let mut row = SVector::<f64, UNKNOWNS>::from_element(*stays);
            row.as_mut_slice()[..TERMS].copy_from_slice(&layer.shares(*rate));
            let weight = weight * weight;
            normal += weight * row * row.transpose();
            rhs += weight * *grid_error * row;
        }
        let small = SMALL * normal.trace();
        normal += SMatrix::<f64, UNKNOWNS, UNKNOWNS>::from_diagonal_element(small);
        let Some(factor) = normal.cholesky() else { return Self::none() };
        let found = factor.solve(&rhs);
        Self { masses: std::array::from_fn(|k| found[k]), times }
    }

    /// No layer, where no flow is computed, or the liquid slips at the markers.
    pub fn none() -> Self {
        Self { masses: [0.0; TERMS], times: [1.0; TERMS] }
    }

    /// The excess inertia at the rate `s` \[1/s\], `Σ m_k sτ_k/(1 + sτ_k)`, in the unit of the displaced liquid's.
    pub fn grid_error(&self, rate: f64) -> f64 {
        self.masses.iter().zip(self.shares(rate)).map(|(mass, share)| mass * share).sum()
    }

    /// Share of each term's mass that is in excess at the rate `s` \[1/s\].
    fn shares(&self, rate: f64) -> [f64; TERMS] {
        self.times.map(|time| 1.0 / (1.0 + 1.0 / (rate * time)))
    }

    /// The force given back over the step of `bdf`, after the speeds `now` and `old` [m/s].
    pub(super) fn force(&self, memory: &LayerMemory, bdf: &Bdf2, now: f64, old: f64) -> ScalarAffine {
        let mut force = ScalarAffine::default();
        let known = bdf.c1 * now + bdf.c2 * old;
        for k in 0..TERMS {
            let past = bdf.c1 * memory.now[k] + bdf.c2 * memory.old[k];
            let lag = bdf.c0 / (bdf.c0 + 1.0 / self.times[k]);
            force.per_speed += self.masses[k] * lag * bdf.c0;
            force.at_rest += self.masses[k] * (lag * (known - past) + past);
        }
        force
    }

    /// Makes the level at which the sphere has the acceleration `acceleration` [m/s²] the present one.
    pub(super) fn advance(&self, memory: &mut LayerMemory, bdf: &Bdf2, acceleration: f64) {
        for k in 0..TERMS {
            let past = bdf.c1 * memory.now[k] + bdf.c2 * memory.old[k];
            memory.old[k] = memory.now[k];
            memory.now[k] = (acceleration - past) / (bdf.c0 + 1.0 / self.times[k]);
        }
    }
}

/// Lack and excess of the computed flow in the torque on a sphere that rotates about any axis, over density.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RotationLayers {
    /// The lag of the liquid inside, negative.
    pub(super) inside: UnresolvedLayer,
    /// The layers below the grid.
    pub(super) grid_error: UnresolvedLayer,
    /// What the liquid inside of a sphere that starts with spin has otherwise than if it were brought up to it.
    pub(super) start: UnresolvedLayer,
}

/// Inertia of the liquid inside of a sphere that rotates, over that of a rigid body, with a layer of `layer` radii.
pub(super) fn inside(layer: f64) -> f64 {
    let rate = 1.0 / layer;
    let cotangent = rate / rate.tanh();
    5.0 * layer * layer * (rate * rate + 3.0 - 3.0 * cotangent) / (cotangent - 1.0)
}

/// Inertia of the liquid outside of a sphere that rotates, over that of the displaced liquid, with a layer of `layer`
/// radii.
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
    grid_error: LayerMemory,
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
        Self { inside: UnresolvedLayer::none(), grid_error: UnresolvedLayer::none(), start: UnresolvedLayer::none() }
    }

    /// The largest share of the excess that leaves a sphere of `radius` \[m\] and the net inertia `net` over density
    /// \[m⁵\], free to spin, half of the inertia that it has with the exact layers, in a step at the rate `rate`
    /// \[1/s\] in which the grid has the inertia `grid` over density \[m⁵\]. `kinematic_viscosity` \[m²/s\]; for thin
    /// layers.
    pub(super) fn at_most(&self, radius: f64, kinematic_viscosity: f64, rate: f64, [net, grid]: [f64; 2]) -> f64 {
        const KEPT: f64 = 0.5;
        let displaced = 8.0 / 15.0 * std::f64::consts::PI * radius.powi(5);
        let kept = KEPT * (net + displaced * (1.0 + outside((kinematic_viscosity / rate).sqrt() / radius)));
        let grid_error = self.grid_error.grid_error(rate);
        let given = net + grid - self.inside.grid_error(rate) - kept;
        if grid_error > 0.0 { (given / grid_error).max(0.0) } else { f64::INFINITY }
    }

    /// The torque over density that is given back in the step of `bdf`, after the spins `now` [m⁵/s²]; of the excess
    /// this `share`.
    pub fn correction(&self, memory: &RotationMemory, bdf: &Bdf2, now: [f64; 2], share: f64) -> ScalarAffine {
        let inside = self.inside.force(&memory.inside, bdf, now[0], now[1]);
        let grid_error = self.grid_error.force(&memory.grid_error, bdf, memory.seen[0], memory.seen[1]);
        let start = self.start.force(&memory.start, bdf, memory.begun[0], memory.begun[1]).at(memory.from);
        inside + share * (grid_error + ScalarAffine::constant(start))
    }

    /// Takes in the end of a step at the spin `spin` [rad/s], after the spins `now`.
    pub fn advance(&self, memory: &mut RotationMemory, bdf: &Bdf2, spin: f64, now: [f64; 2]) {
        self.inside.advance(&mut memory.inside, bdf, bdf.rate(spin, now[0], now[1]));
        self.grid_error.advance(&mut memory.grid_error, bdf, bdf.rate(spin, memory.seen[0], memory.seen[1]));
        self.start.advance(&mut memory.start, bdf, bdf.rate(memory.from, memory.begun[0], memory.begun[1]));
        (memory.begun, memory.seen) = ([memory.from, memory.begun[0]], [spin, memory.seen[0]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cell_of_the_layer_is_that_of_an_even_grid_and_between_those_of_a_graded_one() {
        let even = RadialGrid::from_faces((0..=100).map(|k| 0.02 * f64::from(k)).collect());
        assert!((slipped_cell(&even, 0.51) / 0.02 - 1.0).abs() < 1e-4);
        let graded = RadialGrid::from_faces((0..=100).map(|k| 1e-3 * f64::from(k) + 1e-4 * f64::from(k * k)).collect());
        let cell = slipped_cell(&graded, 0.5);
        assert!(1e-3 < cell && cell < graded.widths[graded.faces.partition_point(|face| *face < 0.5)], "{cell}");
    }

    fn layer() -> UnresolvedLayer {
        let times = std::array::from_fn(|k| (6e-6 * 2.5_f64.powi(k as i32)).powi(2) / 1e-5);
        UnresolvedLayer { masses: [0.2e-6, -0.1e-6, 0.7e-6, 0.6e-6, 0.4e-6, 0.3e-6, 0.2e-6, 0.1e-6], times }
    }

    #[test]
    fn a_layer_fits_what_was_measured_and_leaves_an_excess_of_the_steady_drag_to_the_grid() {
        let (layer, kinematic_viscosity) = (layer(), 1e-5);
        let measured = [4e-6, 1e-5, 2e-5, 3e-5, 6e-5, 1.2e-4, 3e-4, 6e-4, 1.2e-3, 2.4e-3].map(|thickness: f64| {
            let rate = kinematic_viscosity / (thickness * thickness);
            GridError { rate, grid_error: layer.grid_error(rate) + 3e-6 / rate, weight: 1.0, stays: 1.0 / rate }
        });
        let fitted = UnresolvedLayer::fit(layer.times, &measured);
        for (found, mass) in fitted.masses.iter().zip(layer.masses) {
            assert!((found - mass).abs() < 2e-3 * 1e-6, "{fitted:?} {layer:?}");
        }
        assert_eq!(UnresolvedLayer::fit(layer.times, &[]).grid_error(1.0), 0.0);
    }

    #[test]
    fn one_step_from_rest_gives_back_the_excess_at_the_rate_of_the_step() {
        let layer = layer();
        for dt in [1e-7, 1e-5, 1e-3, 1e-1] {
            let force = layer.force(&LayerMemory::default(), &Bdf2::new(dt, None), 0.0, 0.0);
            assert!((force.per_speed * dt / layer.grid_error(1.0 / dt) - 1.0).abs() < 1e-12);
            assert_eq!(force.at_rest, 0.0);
        }
    }

    #[test]
    fn what_is_lent_at_a_jump_of_speed_is_taken_back_as_the_layer_grows() {
        let layer = layer();
        let (dt, steps) = (2e-6, 200_000);
        let (mut memory, mut impulse, mut largest) = (LayerMemory::default(), 0.0, 0.0_f64);
        let speed = |step: i32| if step > 3 { 1.0 } else { 0.0 };
        for step in 1..=steps {
            let bdf = Bdf2::new(dt, (step > 1).then_some(dt));
            let [new, now, old] = [0, 1, 2].map(|back| speed(step - back));
            let force = layer.force(&memory, &bdf, now, old).at(new);
            layer.advance(&mut memory, &bdf, bdf.rate(new, now, old));
            impulse += dt * force;
            largest = largest.max(impulse);
        }
        let whole = layer.grid_error(1e12);
        assert!(largest > 0.9 * whole, "{largest} {whole}");
        let time = dt * f64::from(steps);
        let left: f64 = layer.masses.iter().zip(layer.times).map(|(mass, tau)| mass * (-time / tau).exp()).sum();
        assert!((impulse - left).abs() < 1e-3 * whole, "{impulse} {left} {whole}");
    }
}
