//! The constraints of one azimuthal mode: the forces on the markers, and on the container's no-slip side, that make the velocity
//! right.
//!
//! Unknowns `x` are the amplitudes of every component of the markers' forces [m⁴/s²] and, in mode 0 of a container with a no-slip side,
//! the friction `s` of the side on every axial row of the outermost column [m⁴/s²]. Equations
//!
//! ```text
//! E u + slip = velocity of the markers,      w_side + s·dr/(4πRν dz) = 0
//! ```
//!
//! with `u` the Stokes solution under these forces and the slip of [`super::markers::Slip`], if any. The matrix `E K⁻¹ S` is
//! symmetric positive definite. Modes do not couple, so each has a system of its own.

use super::sight::Sight;
use super::solver::{ModeSolver, Spectrum};
use crate::grid::{AxialGrid, RadialGrid};
use ndarray::ArrayView1;
use std::f64::consts::{PI, TAU};
use std::ops::Range;

/// The container's no-slip side as mode 0 sees it.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// Radial grid.
    pub(super) radial: &'a RadialGrid,
    /// Inverse time scale of the time formula [1/s].
    pub(super) c0: f64,
}

/// Geometry and factors of one step, as one mode sees them.
#[derive(Clone, Copy)]
pub struct ModeSystem<'a> {
    /// Factorised Stokes problem of the mode.
    pub(super) solver: &'a ModeSolver,
    /// What the markers at the new position see of it.
    pub(super) sight: &'a Sight,
    /// Rows in which an application is computed, per block of radial modes, see `ModeSolver::reach`.
    pub reach: &'a [Range<usize>],
    /// Axial grid at the new level.
    pub axial: &'a AxialGrid,
    /// The side, where its friction is unknown.
    pub(super) side: Option<Side<'a>>,
    /// Spheres that the markers stand on.
    pub(super) spheres: usize,
}

impl ModeSystem<'_> {
    /// Unknowns at the markers: two components for m = 0, three for m ≥ 1, one for swirl.
    pub(super) fn at_markers(&self) -> usize {
        self.sight.rings().len() * self.solver.components().len()
    }

    /// Number of unknowns.
    pub(super) fn unknowns(&self) -> usize {
        self.at_markers() + self.side.map_or(0, |_| self.axial.len())
    }

    /// The velocity `out` at the markers of the flow `spectrum` and their slip under the forces `x`, and the slip of the side under its
    /// friction.
    pub(super) fn observe(&self, spectrum: &Spectrum, x: &[f64], out: &mut [f64]) {
        let n = self.at_markers();
        self.sight.interpolate(self.solver.components(), spectrum, &mut out[..n]);
        self.sight.slip(self.solver, x, out);
        let Some(first) = out.get_mut(n) else { return };
        *first = 0.0;
        let side = ArrayView1::from(self.solver.side());
        for j in 1..x.len() - n {
            let velocity = spectrum.gradient.w.row(j).dot(&side);
            out[n + j] = velocity + x[n + j] * self.side_compliance(j);
        }
    }

    /// Adds the amplitudes of the acceleration due to forces `x` to `spectrum`.
    pub(super) fn load(&self, x: &[f64], spectrum: &mut Spectrum) {
        let (at_markers, at_side) = x.split_at(self.at_markers());
        self.sight.spread(self.solver, at_markers, self.axial, spectrum);
        for (j, s) in at_side.iter().enumerate().skip(1) {
            let scale = s / (TAU * self.axial.spacing[j]);
            let row = spectrum.gradient.w.row_mut(j).into_slice().expect("contiguous");
            row.iter_mut().zip(self.solver.side()).for_each(|(x, q)| *x += scale * q);
        }
    }

    /// The liquid's answer to the forces `x` within its reach.
    pub(super) fn respond(&self, x: &[f64], out: &mut Spectrum) {
        self.solver.clear(out, self.reach);
        self.load(x, out);
        self.solver.solve_within(out, self.reach);
    }

    /// `out = A x`; `work` is scratch.
    pub(super) fn apply(&self, x: &[f64], work: &mut Spectrum, out: &mut [f64]) {
        self.respond(x, work);
        self.observe(work, x, out);
    }

    /// `dr/(4πRν dz)`: slip per friction force of the side in row `j` [s/m³].
    pub(super) fn side_compliance(&self, j: usize) -> f64 {
        let Some(Side { radial, .. }) = self.side else { return 0.0 };
        let last = radial.widths[radial.len() - 1];
        last / (4.0 * PI * radial.radius() * self.solver.viscosity * self.axial.spacing[j])
    }
}
