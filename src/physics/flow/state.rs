//! The fields of the last two time levels and the right-hand side they give the next one.

use super::bdf::Bdf2;
use super::stokes::Fields;
use super::transport::{Fluxes, subtract_convection};
use crate::grid::{AxialGrid, RadialGrid};
use crate::numerics::wide::wide;
use crate::numerics::{row, row_mut};
use ndarray::Array2;

/// Everything of the flow that decides its future.
#[derive(Debug, Clone, PartialEq)]
pub struct FlowState {
    /// Velocity [m/s] and, by its radial modes, pressure over density [m²/s²] at the present level.
    pub now: Fields,
    /// The same one step earlier.
    pub old: Fields,
    /// The axial grid at the present level.
    pub grid_now: AxialGrid,
    /// The axial grid one step earlier.
    pub grid_old: AxialGrid,
    /// The last step \[s\]; none at the start.
    pub dt_before: Option<f64>,
}

impl FlowState {
    /// Fluid at rest.
    pub fn at_rest(radial: &RadialGrid, axial: AxialGrid) -> Self {
        let fields = Fields::zeros(axial.len(), radial.len());
        Self { now: fields.clone(), old: fields, grid_old: axial.clone(), grid_now: axial, dt_before: None }
    }

    /// Makes `new` on `grid` the present level after a step `dt` \[s\]; `new` and `grid` receive the discarded level's
    /// memory.
    pub fn accept(&mut self, new: &mut Fields, grid: &mut AxialGrid, dt: f64) {
        std::mem::swap(&mut self.now, &mut self.old);
        std::mem::swap(&mut self.now, new);
        std::mem::swap(&mut self.grid_now, &mut self.grid_old);
        std::mem::swap(&mut self.grid_now, grid);
        self.dt_before = Some(dt);
    }
}

/// Scratch of the explicit part of a step.
pub struct ExplicitWork {
    fluxes: Fluxes,
    velocity: Fields,
    u_dz: Array2<f64>,
    /// Velocity of the axial faces [m/s], length nz + 1.
    pub face_velocity: Vec<f64>,
}

impl ExplicitWork {
    /// Scratch for `nz` rows of the cells of `grid`.
    pub fn new(nz: usize, grid: &RadialGrid) -> Self {
        let nr = grid.len();
        Self {
            fluxes: Fluxes::zeros(nz, grid),
            velocity: Fields::zeros(nz, nr),
            u_dz: Array2::zeros((nz, nr)),
            face_velocity: vec![0.0; nz + 1],
        }
    }
}

/// The right-hand side of the implicit Stokes problem on the new grid `grid`,
///
/// ```text
/// r = −(c1 Δz_now u_now + c2 Δz_old u_old)/Δz_new − N(2nd-order extrapolation of u)
/// ```
///
/// Every level's momentum carries its own cell height, and the faces move with the velocity that the same formula gives
/// their positions, so that the cell volumes are accounted for exactly. `frame_velocity` [m/s] moves the whole grid
/// upwards on top of that (a sphere towed through fluid at rest).
pub fn right_hand_side(
    radial: &RadialGrid,
    grid: &AxialGrid,
    state: &FlowState,
    bdf: &Bdf2,
    frame_velocity: f64,
    work: &mut ExplicitWork,
    rate: &mut Fields,
) {
    let (now, old) = (&state.grid_now, &state.grid_old);
    for (j, velocity) in work.face_velocity.iter_mut().enumerate() {
        *velocity = bdf.rate(grid.faces[j], now.faces[j], old.faces[j]) + frame_velocity;
    }
    for j in 0..grid.len() {
        let history = |now: f64, old: f64, new: f64| (-bdf.c1 * now / new, -bdf.c2 * old / new);
        let (u1, u2) = history(now.widths[j], old.widths[j], grid.widths[j]);
        let (w1, w2) = history(now.spacing[j], old.spacing[j], grid.spacing[j]);
        combine(&mut rate.u, &state.now.u, &state.old.u, j, u1, u2);
        combine(&mut rate.w, &state.now.w, &state.old.w, j, w1, w2);
        combine(&mut work.velocity.u, &state.now.u, &state.old.u, j, bdf.e1, bdf.e2);
        combine(&mut work.velocity.w, &state.now.w, &state.old.w, j, bdf.e1, bdf.e2);
        let (d1, d2) = (bdf.e1 * now.widths[j], bdf.e2 * old.widths[j]);
        combine(&mut work.u_dz, &state.now.u, &state.old.u, j, d1, d2);
    }
    work.fluxes.set(radial, &work.u_dz, &work.velocity.w, &work.face_velocity);
    subtract_convection(grid, &mut work.fluxes, &work.velocity, rate);
}

wide! {
    /// `out[j, ..] = a·x[j, ..] + b·y[j, ..]`.
    fn combine [combined, combined_wide] (out: &mut Array2<f64>, x: &Array2<f64>, y: &Array2<f64>, j: usize, a: f64, b: f64) {
        for ((out, x), y) in row_mut(out, j).iter_mut().zip(row(x, j)).zip(row(y, j)) {
            *out = a * x + b * y;
        }
    }
}
