//! The layer of vorticity that is thinner than a cell.
//!
//! A sphere whose speed changes abruptly starts a layer of vorticity of thickness `√(νt)`. The markers make the liquid
//! follow the sphere over the width of their kernel at once, so that the grid starts with a layer of about half a cell:
//! liquid that the solid contact would have to accelerate, and that gives its momentum back when the true layer has grown
//! to the same thickness. A rebound at D/24 then comes out about 3 % too fast, and the error falls with the first power of
//! the cell. What the grid has in excess at the rate `s` (Laplace) is an added mass
//!
//! ```text
//! Σ m_k θ_k/(θ_k + x²),    x = √(ν/s)/Δ,    Δ = ¾ ∫ Δ_r(a sin θ) sin³θ dθ
//! ```
//!
//! with `Δ` the radial cells that there are along the sphere, weighted by the square of the slip of potential flow: the liquid
//! slips fastest at the equator, where the layer is as thick as a radial cell is wide ([`slipped_cell`]). The masses `m_k`, about
//! `m_l Δ/a` each, are those of the grid of the run: what one backward-Euler step of it gives, less the exact
//! answer ([`super::thin_layers`]). This module gives the excess back:
//! exact less resolved, like the film below the grid ([`super::subgrid_film`]). It vanishes with the cell, and where
//! layers are thicker than a few cells. Each term is a mass that follows the sphere with its relaxation time: a handful
//! of numbers to remember.

use super::affine::Affine;
use crate::flow::bdf::Bdf2;
use crate::grid::RadialGrid;
use serde::{Deserialize, Serialize};

const TERMS: usize = 2;
/// Masses of the terms over `m_l Δ/a` on grids in general, see [`UnresolvedLayer::thick`].
const THICK: [f64; TERMS] = [1.208, 0.737];
/// The `θ` of the terms: a layer of `√θ` cells halves them.
const LAYERS: [f64; TERMS] = [0.0461, 4.32];

/// The radial cell along a sphere of `radius` \[m\] whose lowest point is on the axis, weighted by the square of the slip of
/// potential flow around it, `sin²θ`, over the surface \[m\].
pub fn slipped_cell(radial: &RadialGrid, radius: f64) -> f64 {
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
    /// Mass of each term \[kg\].
    masses: [f64; TERMS],
    /// Relaxation time of each term \[s\].
    times: [f64; TERMS],
}

/// Speed of the sphere relative to the liquid of each term, at the present and the older level [m/s].
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct LayerMemory {
    now: [f64; TERMS],
    old: [f64; TERMS],
}

impl UnresolvedLayer {
    /// The layer whose inertia is closest to the pairs of a rate \[1/s\] and an excess \[kg\], in liquid of kinematic `viscosity`
    /// \[m²/s\] on a grid with the [`slipped_cell`] `cell` \[m\]. None of its terms is negative; without pairs there is no layer.
    pub fn fit(cell: f64, viscosity: f64, excess: &[(f64, f64)]) -> Self {
        let mut layer = Self { masses: [1.0; TERMS], times: LAYERS.map(|layer| layer * cell * cell / viscosity) };
        let terms: Vec<[f64; TERMS]> = excess.iter().map(|(rate, _)| layer.shares(*rate)).collect();
        let dot = |a: usize, b: usize| terms.iter().map(|term| term[a] * term[b]).sum::<f64>();
        let with = |a: usize| terms.iter().zip(excess).map(|(term, (_, excess))| term[a] * excess).sum::<f64>();
        let determinant = dot(0, 0) * dot(1, 1) - dot(0, 1) * dot(0, 1);
        layer.masses = [(0, 1), (1, 0)].map(|(a, b)| (dot(b, b) * with(a) - dot(0, 1) * with(b)) / determinant);
        if !layer.masses.iter().all(|mass| *mass >= 0.0) {
            let alone = [0, 1].map(|a| (with(a) / dot(a, a)).max(0.0));
            layer.masses = if layer.masses[0] < 0.0 { [0.0, alone[1]] } else { [alone[0], 0.0] };
        }
        if excess.is_empty() { Self::none() } else { layer }
    }

    /// The layer around a sphere that displaces `displaced_mass` \[kg\], of `radius` \[m\], as grids of 16 to 48 cells per diameter have it, fitted
    /// up to layers of four cells: for motions whose layers are as thick. Their excess is not that of a mass alone, and fitted to one grid
    /// as such it comes out of phase.
    pub fn thick(radius: f64, displaced_mass: f64, viscosity: f64, cell: f64) -> Self {
        Self {
            masses: THICK.map(|share| share * displaced_mass * cell / radius),
            times: LAYERS.map(|layer| layer * cell * cell / viscosity),
        }
    }

    /// Two terms with these inertias and relaxation times \[s\].
    pub(super) fn of_terms(masses: [f64; TERMS], times: [f64; TERMS]) -> Self {
        Self { masses, times }
    }

    /// No layer, where no flow is computed, or the liquid slips at the markers.
    pub fn none() -> Self {
        Self { masses: [0.0; TERMS], times: [1.0; TERMS] }
    }

    /// The excess inertia at the rate `s` \[1/s\], `Σ m_k sτ_k/(1 + sτ_k)` \[kg\].
    pub fn excess(&self, rate: f64) -> f64 {
        self.masses.iter().zip(self.shares(rate)).map(|(mass, share)| mass * share).sum()
    }

    /// Share of each term's mass that is in excess at the rate `s` \[1/s\].
    fn shares(&self, rate: f64) -> [f64; TERMS] {
        self.times.map(|time| 1.0 / (1.0 + 1.0 / (rate * time)))
    }

    /// The layer with all inertias times `factor`.
    pub fn scaled(&self, factor: f64) -> Self {
        Self { masses: self.masses.map(|mass| mass * factor), ..*self }
    }

    /// The force given back over the step of `bdf`, after the speeds `now` and `old` [m/s].
    pub fn force(&self, memory: &LayerMemory, bdf: &Bdf2, now: f64, old: f64) -> Affine {
        let mut force = Affine::default();
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
    pub fn advance(&self, memory: &mut LayerMemory, bdf: &Bdf2, acceleration: f64) {
        for k in 0..TERMS {
            let past = bdf.c1 * memory.now[k] + bdf.c2 * memory.old[k];
            memory.old[k] = memory.now[k];
            memory.now[k] = (acceleration - past) / (bdf.c0 + 1.0 / self.times[k]);
        }
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

    const LAYER: fn() -> UnresolvedLayer = || UnresolvedLayer::of_terms([1.3e-6, 0.8e-6], [7e-5, 6.7e-3]);

    #[test]
    fn a_layer_fits_what_was_measured_and_no_term_is_negative() {
        let rates = [1e2, 1e3, 1e4, 1e6];
        let whole = UnresolvedLayer::fit(1.25e-4, 1e-5, &rates.map(|rate| (rate, 1.0)));
        let layer = UnresolvedLayer { masses: [2e-6, 3e-6], ..whole };
        let fitted = UnresolvedLayer::fit(1.25e-4, 1e-5, &rates.map(|rate| (rate, layer.excess(rate))));
        assert!(
            fitted.masses.iter().zip(layer.masses).all(|(found, mass)| (found / mass - 1.0).abs() < 1e-9),
            "{fitted:?}"
        );
        let lacking = UnresolvedLayer { masses: [-2e-6, 3e-6], ..whole };
        let fitted = UnresolvedLayer::fit(1.25e-4, 1e-5, &rates.map(|rate| (rate, lacking.excess(rate))));
        assert!(fitted.masses[0] == 0.0 && fitted.masses[1] > 1e-6, "{fitted:?}");
        assert_eq!(UnresolvedLayer::fit(1.25e-4, 1e-5, &[]).excess(1.0), 0.0);
    }

    #[test]
    fn one_step_from_rest_gives_back_the_excess_at_the_rate_of_the_step() {
        let layer = LAYER();
        for dt in [1e-7, 1e-5, 1e-3, 1e-1] {
            let force = layer.force(&LayerMemory::default(), &Bdf2::new(dt, None), 0.0, 0.0);
            assert!((force.per_speed * dt / layer.excess(1.0 / dt) - 1.0).abs() < 1e-12);
            assert_eq!(force.at_rest, 0.0);
        }
    }

    #[test]
    fn what_is_lent_at_a_jump_of_speed_is_taken_back_as_the_layer_grows() {
        let layer = LAYER();
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
        let whole = layer.excess(1e12);
        assert!(largest > 0.9 * whole, "{largest} {whole}");
        assert!(impulse.abs() < 0.02 * whole, "{impulse} {whole}");
    }
}
