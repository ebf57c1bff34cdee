//! The implicit Stokes problem of one time step, solved directly and without splitting:
//!
//! ```text
//! c0 u − ν∇²u + ∇p = r,   ∇·u = 0
//! ```
//!
//! In the basis of [`RadialModes`] it falls apart into one problem in z per radial mode (`σ` its singular value):
//!
//! ```text
//! (c0 + νσ² − νL_u) u − σ p = r_u,   (c0 + νσ² − νL_w) w + G_z p = r_w,   σ u + D_z w = 0
//! ```
//!
//! On the staggered grid `D_z L_w = L_c D_z` holds exactly and `L_u` differs from the Neumann operator `L_c` only in
//! the cell next to a no-slip wall, by `2/dz²`. Taking the divergence therefore leaves one Poisson problem with one
//! unknown number per wall, the slip-free wall's reaction `u_wall` (the discrete form of Kleiser & Schumann's 1980
//! influence matrix):
//!
//! ```text
//! (L_c − σ²) p = σ r_u + D_z r_w − (2νσ/dz²) u_wall e_wall
//! ```
//!
//! Cost per solve: three tridiagonal sweeps, the same as a projection method, and no splitting error.

use super::modes::RadialModes;
use super::tridiagonal::{Blocked, Tridiagonal, blocks, everywhere, of_width, part, part_mut};
use crate::grid::AxialGrid;
use crate::numerics::Product;
use crate::numerics::wide::wide;
use ndarray::Array2;
use std::ops::Range;

/// Velocity and pressure, or their right-hand sides, each of shape `(nz, nr)`; in physical or in modal space.
#[derive(Debug, Clone, PartialEq)]
pub struct Fields {
    /// Radial velocity [m/s] (or its equation's right-hand side).
    pub(super) u: Array2<f64>,
    /// Axial velocity [m/s].
    pub(super) w: Array2<f64>,
    /// Pressure over density [m²/s²].
    pub p: Array2<f64>,
}

impl Fields {
    /// Zero fields on `nz × nr` cells.
    pub fn zeros(nz: usize, nr: usize) -> Self {
        Self { u: Array2::zeros((nz, nr)), w: Array2::zeros((nz, nr)), p: Array2::zeros((nz, nr)) }
    }
}

/// Response of pressure and radial velocity to a unit reaction of one no-slip wall.
pub(super) struct WallResponse {
    pub(super) row: usize,
    /// Per block of modes: the rows that the response reaches.
    reach: Vec<Range<usize>>,
    pub(super) p: Blocked,
    pub(super) u: Blocked,
}

/// Decay lengths `1/σ` beyond which a wall's response is less than round-off.
const WALL_REACH: f64 = 40.0;

/// The radial velocity at the container's lower and upper ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ends {
    /// No-slip (true) or free-slip (false) at z = 0.
    pub bottom_no_slip: bool,
    /// No-slip (true) or free-slip (false) at the top.
    pub top_no_slip: bool,
}

/// The direct solver: factors for the present grid and step, and scratch.
pub struct StokesSolver {
    /// The radial eigenbasis.
    pub(super) modes: RadialModes,
    /// Into the basis and back, of values in cells and on faces; the latter of m = 0 alone.
    pub(crate) cells: [Product; 2],
    pub(crate) faces: [Product; 2],
    kinematic_viscosity: f64,
    pub(super) pressure: Tridiagonal,
    pub(super) radial: Tridiagonal,
    pub(super) axial: Tridiagonal,
    pub(super) inverse_width: Vec<f64>,
    pub(super) inverse_spacing: Vec<f64>,
    spacing: Vec<f64>,
    pub(super) walls: Vec<WallResponse>,
    /// Per mode: the inverse of the 2 × 2 (or 1 × 1) matching matrix, row-major.
    pub(super) matching: Vec<[f64; 4]>,
    diagonal: [Vec<f64>; 3],
    shift: [Vec<f64>; 2],
    /// Per block of modes: decay lengths from the bottom to every axial face, of its slowest mode.
    decay: Vec<Vec<f64>>,
}

impl StokesSolver {
    /// Prepares a solver for `nz` axial cells, `kinematic_viscosity` [m²/s].
    pub fn new(modes: RadialModes, nz: usize, kinematic_viscosity: f64, ends: Ends) -> Self {
        let nr = modes.len();
        let rows = [(ends.bottom_no_slip, 0), (ends.top_no_slip, nz - 1)];
        let response =
            |row| WallResponse { row, reach: everywhere(nz, nr), p: Blocked::zeros(nz, nr), u: Blocked::zeros(nz, nr) };
        Self {
            cells: [&modes.cell_to_mode, &modes.mode_to_cell].map(Product::new),
            faces: [&modes.face_to_mode, &modes.mode_to_face].map(Product::new),
            modes,
            kinematic_viscosity,
            pressure: Tridiagonal::zeros(nz, nr),
            radial: Tridiagonal::zeros(nz, nr),
            axial: Tridiagonal::zeros(nz, nr),
            inverse_width: vec![0.0; nz],
            inverse_spacing: vec![0.0; nz],
            spacing: vec![0.0; nz],
            walls: rows.iter().filter(|(no_slip, _)| *no_slip).map(|&(_, row)| response(row)).collect(),
            matching: vec![[0.0; 4]; nr],
            diagonal: [vec![0.0; nz], vec![0.0; nz], vec![0.0; nz]],
            shift: [vec![0.0; nr], vec![0.0; nr]],
            decay: vec![vec![0.0; nz + 1]; blocks(nr).count()],
        }
    }

    /// Number of axial cells.
    pub(super) fn nz(&self) -> usize {
        self.spacing.len()
    }

    /// Number of radial cells.
    pub(super) fn nr(&self) -> usize {
        self.modes.len()
    }

    /// Factorises for a grid and the inverse time scale `c0` [1/s] of the time formula.
    /// Afterwards `solve_within` answers any number of right-hand sides.
    pub fn factor(&mut self, grid: &AxialGrid, c0: f64) {
        let nz = grid.len();
        let nu = self.kinematic_viscosity;
        for j in 0..nz {
            self.inverse_width[j] = 1.0 / grid.widths[j];
            self.inverse_spacing[j] = 1.0 / grid.spacing[j];
            self.spacing[j] = grid.spacing[j];
        }
        let [cell, radial, axial] = &mut self.diagonal;
        for j in 0..nz {
            let below = if j > 0 { self.inverse_spacing[j] * self.inverse_width[j] } else { 0.0 };
            let above = if j + 1 < nz { self.inverse_spacing[j + 1] * self.inverse_width[j] } else { 0.0 };
            self.pressure.lower[j] = below;
            self.pressure.upper[j] = above;
            cell[j] = -(below + above);
            self.radial.lower[j] = -nu * below;
            self.radial.upper[j] = -nu * above;
            radial[j] = nu * (below + above);
            if j > 0 {
                let down = self.inverse_width[j - 1] * self.inverse_spacing[j];
                let up = self.inverse_width[j] * self.inverse_spacing[j];
                self.axial.lower[j] = -nu * down;
                self.axial.upper[j] = if j + 1 < nz { -nu * up } else { 0.0 };
                axial[j] = nu * (down + up);
            }
        }
        for wall in &self.walls {
            radial[wall.row] += 2.0 * nu * self.inverse_width[wall.row].powi(2);
        }
        for (k, &sigma) in self.modes.sigma.iter().enumerate() {
            self.shift[0][k] = -sigma * sigma;
            self.shift[1][k] = c0 + nu * sigma * sigma;
        }
        self.pressure.factor(0, &self.diagonal[0], &self.shift[0]);
        if self.modes.has_constant() {
            (0..nz).for_each(|j| *self.pressure.inverse.at_mut(j, 0) = 0.0);
        }
        self.radial.factor(0, &self.diagonal[1], &self.shift[1]);
        self.axial.factor(1, &self.diagonal[2], &self.shift[1]);
        for (block, decay) in blocks(self.modes.len()).zip(&mut self.decay) {
            decay_lengths(self.modes.sigma[block.start], grid, decay);
        }
        self.respond();
    }

    /// Sets `reach`, per block of modes, to the rows around `rows` that lie no more than `lengths` decay lengths `1/σ`
    /// away.
    pub(super) fn reach(&self, rows: Range<usize>, lengths: f64, reach: &mut Vec<Range<usize>>) {
        reach.clear();
        reach.extend((0..self.decay.len()).map(|block| self.reach_of(block, rows.clone(), lengths)));
    }

    /// The same of one block.
    fn reach_of(&self, block: usize, rows: Range<usize>, lengths: f64) -> Range<usize> {
        reached(&self.decay[block], rows, lengths)
    }

    /// Computes the walls' responses and the matching matrices.
    fn respond(&mut self) {
        let nr = self.modes.len();
        let mut walls = std::mem::take(&mut self.walls);
        for wall in &mut walls {
            for (number, block) in blocks(nr).enumerate() {
                let rows = self.reach_of(number, wall.row..wall.row + 1, WALL_REACH);
                let before = std::mem::replace(&mut wall.reach[number], rows.clone());
                for j in before.filter(|j| !rows.contains(j)) {
                    block.clone().for_each(|k| (*wall.u.at_mut(j, k), *wall.p.at_mut(j, k)) = (0.0, 0.0));
                }
                of_width!(block.len(), self.respond_to, (wall, block.start, rows));
            }
        }
        self.walls = walls;
        for k in 0..nr {
            let slip = |of: &WallResponse, at: &WallResponse| of.u.at(at.row, k);
            self.matching[k] = match self.walls.as_slice() {
                [] => [0.0; 4],
                [a] => [1.0 / (1.0 + slip(a, a)), 0.0, 0.0, 0.0],
                [a, b, ..] => {
                    let m = [1.0 + slip(a, a), slip(b, a), slip(a, b), 1.0 + slip(b, b)];
                    let det = m[0] * m[3] - m[1] * m[2];
                    [m[3] / det, -m[1] / det, -m[2] / det, m[0] / det]
                }
            };
        }
    }

    wide! {
        /// The response to a wall of the block from mode `k` on, within `rows`.
        fn respond_to [response, response_wide] <const N: usize>(&self, wall: &mut WallResponse, k: usize, rows: Range<usize>) {
            let sigma = part::<N>(&self.modes.sigma, k);
            let (pressure, radial) = (self.pressure.sweep::<N>(k), self.radial.sweep::<N>(k));
            let (u, p) = (wall.u.rows_mut::<N>(k), wall.p.rows_mut::<N>(k));
            let strength = 2.0 * self.kinematic_viscosity * self.inverse_width[wall.row].powi(2);
            let mut before = [0.0; N];
            for j in rows.clone() {
                let source = if j == wall.row { sigma.map(|sigma| strength * sigma) } else { [0.0; N] };
                pressure.eliminate(j, &source, &mut before);
                p[j] = before;
            }
            pressure.substitute(p.as_flattened_mut(), [0, N], rows.clone());
            before = [0.0; N];
            for j in rows.clone() {
                let row = std::array::from_fn(|n| sigma[n] * p[j][n]);
                radial.eliminate(j, &row, &mut before);
                u[j] = before;
            }
            radial.substitute(u.as_flattened_mut(), [0, N], rows);
        }
    }

    /// Solves in modal space, in place: on entry `x.u`, `x.w` hold the right-hand side's modes [m/s²] (row 0 of `w` is
    /// ignored), on return the velocity's; `x.p` returns the pressure's. Every block of modes has its own rows `reach`,
    /// as of [`Self::reach`]; outside of them right-hand side and solution are zero.
    ///
    /// Post-condition: `σ u + D_z w = 0` to round-off.
    pub(super) fn solve_within(&self, x: &mut Fields, reach: &[Range<usize>]) {
        let slice = |field| Array2::as_slice_mut(field).expect("contiguous");
        let [u, w, p] = [&mut x.u, &mut x.w, &mut x.p].map(slice);
        w[..self.nr()].fill(0.0);
        for (number, (block, rows)) in blocks(self.nr()).zip(reach).enumerate() {
            let k = block.start;
            of_width!(block.len(), self.solve_divergence, (u, w, p, k, rows.clone()));
            of_width!(block.len(), self.match_walls, ([u, p], k, number, rows));
            if k == 0 && self.modes.has_constant() {
                self.hold_constant(w, p);
            }
            of_width!(block.len(), self.axial_velocity, (w, p, k, rows.clone()));
            if k == 0 && self.modes.has_constant() {
                w.iter_mut().step_by(self.nr()).for_each(|w| *w = 0.0);
            }
        }
    }

    wide! {
        /// Pressure and radial velocity of the block from mode `k` on, the walls' reactions still missing.
        fn solve_divergence [divergence, divergence_wide] <const N: usize>(&self, u: &mut [f64], w: &[f64], p: &mut [f64], k: usize, rows: Range<usize>) {
            let nr = self.nr();
            let sigma = part::<N>(&self.modes.sigma, k);
            let (pressure, radial) = (self.pressure.sweep::<N>(k), self.radial.sweep::<N>(k));
            let mut before = [0.0; N];
            let mut below = *part::<N>(w, rows.start * nr + k);
            for j in rows.clone() {
                let at = j * nr + k;
                let above = if j + 1 < rows.end { *part::<N>(w, at + nr) } else { [0.0; N] };
                let (scale, u) = (self.inverse_width[j], part::<N>(u, at));
                let mut divergence = [0.0; N];
                for n in 0..N {
                    divergence[n] = sigma[n] * u[n] + (above[n] - below[n]) * scale;
                }
                pressure.eliminate(j, &divergence, &mut before);
                *part_mut(p, at) = before;
                below = above;
            }
            pressure.substitute(p, [k, nr], rows.clone());
            let mut before = [0.0; N];
            for j in rows.clone() {
                let (p, u) = (part::<N>(p, j * nr + k), part_mut::<N>(u, j * nr + k));
                let mut row = *u;
                for n in 0..N {
                    row[n] += sigma[n] * p[n];
                }
                radial.eliminate(j, &row, &mut before);
                *u = before;
            }
            radial.substitute(u, [k, nr], rows);
        }
    }

    /// Adds the walls' reactions, so that the pressure knows of the no-slip condition.
    fn match_walls<const N: usize>(&self, [u, p]: [&mut [f64]; 2], k: usize, block: usize, rows: &Range<usize>) {
        let nr = self.nr();
        let slip = |wall: &WallResponse| match rows.contains(&wall.row) {
            true => *part::<N>(u, wall.row * nr + k),
            false => [0.0; N],
        };
        let slips: [_; 2] = std::array::from_fn(|n| self.walls.get(n).map_or([0.0; N], slip));
        let matching = &self.matching[k..k + N];
        for (wall, row) in self.walls.iter().zip([0, 2]) {
            let mut reaction = [0.0; N];
            for n in 0..N {
                reaction[n] = matching[n][row] * slips[0][n] + matching[n][row + 1] * slips[1][n];
            }
            if !rows.contains(&wall.row) {
                continue;
            }
            let reach = &wall.reach[block];
            let rows = reach.start.max(rows.start)..reach.end.min(rows.end);
            for (x, response) in [(&mut *u, &wall.u), (&mut *p, &wall.p)] {
                react(x, [k, nr], response.rows(k), &reaction, rows.clone());
            }
        }
    }

    /// The pressure of the constant mode, which has no flow.
    fn hold_constant(&self, w: &[f64], p: &mut [f64]) {
        let nr = self.nr();
        p[0] = 0.0;
        for j in 1..self.nz() {
            p[j * nr] = p[(j - 1) * nr] + self.spacing[j] * w[j * nr];
        }
    }

    wide! {
        /// The axial velocity of the block from mode `k` on, from its momentum equation, once the pressure is known.
        fn axial_velocity [axial, axial_wide] <const N: usize>(&self, w: &mut [f64], p: &[f64], k: usize, rows: Range<usize>) {
            let nr = self.nr();
            let (inner, axial) = (rows.start + 1..rows.end, self.axial.sweep::<N>(k));
            let (mut before, mut below) = ([0.0; N], part::<N>(p, rows.start * nr + k));
            for j in inner.clone() {
                let (above, scale) = (part::<N>(p, j * nr + k), self.inverse_spacing[j]);
                let w = part_mut::<N>(w, j * nr + k);
                let mut row = *w;
                for n in 0..N {
                    row[n] -= (above[n] - below[n]) * scale;
                }
                axial.eliminate(j, &row, &mut before);
                *w = before;
                below = above;
            }
            axial.substitute(w, [k, nr], inner);
        }
    }

    /// The pressure over density [m²/s²] of its modes.
    pub fn pressure(&self, modes: &Array2<f64>) -> Array2<f64> {
        modes.dot(&self.modes.mode_to_cell)
    }
}

/// Sets `decay` to the decay lengths of a mode from the bottom of `grid` to each of its faces.
pub(super) fn decay_lengths(sigma: f64, grid: &AxialGrid, decay: &mut [f64]) {
    decay[0] = 0.0;
    for (j, width) in grid.widths.iter().enumerate() {
        // Discrete solutions decay by `2 asinh(x/2)` in a cell, which is more than this.
        let x = sigma * width;
        decay[j + 1] = decay[j] + x / (1.0 + 0.25 * x * x).sqrt();
    }
}

/// The rows around `rows` that lie no more than `lengths` of the [`decay_lengths`] `decay` away.
pub(super) fn reached(decay: &[f64], rows: Range<usize>, lengths: f64) -> Range<usize> {
    let (low, high) = (decay[rows.start] - lengths, decay[rows.end] + lengths);
    let end = decay.partition_point(|&far| far < high).min(decay.len() - 1);
    decay.partition_point(|&far| far <= low).saturating_sub(1)..end
}

wide! {
    /// Takes `reaction` times a wall's `response` from `x` in `rows`; row j begins at `start + j·stride`.
    fn react [reacted, reacted_wide] <const N: usize>(
        x: &mut [f64],
        place: [usize; 2],
        response: &[[f64; N]],
        reaction: &[f64; N],
        rows: Range<usize>) {
        let [start, stride] = place;
        for j in rows {
            let (x, response) = (part_mut::<N>(x, start + j * stride), &response[j]);
            let mut row = *x;
            for n in 0..N {
                row[n] -= reaction[n] * response[n];
            }
            *x = row;
        }
    }
}
