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
//! On the staggered grid `D_z L_w = L_c D_z` holds exactly and `L_u` differs from the Neumann operator `L_c` only in the
//! cell next to a no-slip wall, by `2/dz²`. Taking the divergence therefore leaves one Poisson problem with one unknown
//! number per wall, the slip-free wall's reaction `u_wall` (the discrete form of Kleiser & Schumann's 1980 influence
//! matrix):
//!
//! ```text
//! (L_c − σ²) p = σ r_u + D_z r_w − (2νσ/dz²) u_wall e_wall
//! ```
//!
//! Cost per solve: three tridiagonal sweeps, the same as a projection method, and no splitting error.

use super::modes::RadialModes;
use crate::grid::AxialGrid;
use ndarray::{Array2, linalg::general_mat_mul, s};

/// Velocity and pressure, or their right-hand sides, each of shape `(nz, nr)`; in physical or in modal space.
#[derive(Debug, Clone, PartialEq)]
pub struct Fields {
    /// Radial velocity [m/s] (or its equation's right-hand side).
    pub u: Array2<f64>,
    /// Axial velocity [m/s].
    pub w: Array2<f64>,
    /// Pressure over density [m²/s²].
    pub p: Array2<f64>,
}

impl Fields {
    /// Zero fields on `nz × nr` cells.
    pub fn zeros(nz: usize, nr: usize) -> Self {
        Self { u: Array2::zeros((nz, nr)), w: Array2::zeros((nz, nr)), p: Array2::zeros((nz, nr)) }
    }
}

/// A tridiagonal operator in z, the same for all modes but for the diagonal.
pub(crate) struct Tridiagonal {
    /// Coupling to the row below, length nz (entry 0 unused).
    pub(crate) lower: Vec<f64>,
    /// Coupling to the row above, length nz (last entry zero).
    pub(crate) upper: Vec<f64>,
    /// Inverse pivots of the elimination, `(nz, nr)`.
    pub(super) inverse: Array2<f64>,
}

impl Tridiagonal {
    pub(crate) fn zeros(nz: usize, nr: usize) -> Self {
        Self { lower: vec![0.0; nz], upper: vec![0.0; nz], inverse: Array2::zeros((nz, nr)) }
    }

    /// Factorises rows `first..nz` of `scale·L + shift(k)` given the bands of `scale·L` (lower, upper already stored)
    /// and its diagonal.
    pub(crate) fn factor(&mut self, first: usize, diagonal: &[f64], shift: &[f64]) {
        let nr = shift.len();
        let values = self.inverse.as_slice_mut().expect("contiguous");
        for j in first..diagonal.len() {
            let (before, rest) = values.split_at_mut(j * nr);
            let row = &mut rest[..nr];
            if j == first {
                for (x, s) in row.iter_mut().zip(shift) {
                    *x = 1.0 / (diagonal[j] + s);
                }
            } else {
                let product = self.lower[j] * self.upper[j - 1];
                for ((x, s), b) in row.iter_mut().zip(shift).zip(&before[(j - 1) * nr..]) {
                    *x = 1.0 / (diagonal[j] + s - product * b);
                }
            }
        }
    }

    /// Forward elimination of rows `first..`, in place.
    fn eliminate_row(&self, x: &mut [f64], j: usize, first: usize, nr: usize) {
        let inverse = &self.inverse.as_slice().expect("contiguous")[j * nr..(j + 1) * nr];
        let (before, rest) = x.split_at_mut(j * nr);
        let row = &mut rest[..nr];
        if j == first {
            for (x, i) in row.iter_mut().zip(inverse) {
                *x *= i;
            }
        } else {
            let lower = self.lower[j];
            for ((x, i), b) in row.iter_mut().zip(inverse).zip(&before[(j - 1) * nr..]) {
                *x = (*x - lower * b) * i;
            }
        }
    }

    /// Back substitution of row `j`, in place.
    fn substitute_row(&self, x: &mut [f64], j: usize, nr: usize) {
        let inverse = &self.inverse.as_slice().expect("contiguous")[j * nr..(j + 1) * nr];
        let upper = self.upper[j];
        let (row, above) = x[j * nr..].split_at_mut(nr);
        for ((x, i), a) in row.iter_mut().zip(inverse).zip(&*above) {
            *x -= upper * i * a;
        }
    }

    /// Solves rows `first..` of `x` in place.
    pub(crate) fn solve(&self, x: &mut [f64], first: usize, nr: usize) {
        let nz = self.lower.len();
        for j in first..nz {
            self.eliminate_row(x, j, first, nr);
        }
        for j in (first..nz - 1).rev() {
            self.substitute_row(x, j, nr);
        }
    }
}

/// Response of pressure and radial velocity to a unit reaction of one no-slip wall, `(nz, nr)` each.
pub(super) struct WallResponse {
    pub(super) row: usize,
    /// Per block of modes: the rows that the response reaches; it decays like `e^{−σ distance}`.
    reach: Vec<std::ops::Range<usize>>,
    pub(super) p: Array2<f64>,
    pub(super) u: Array2<f64>,
}

/// Modes per block in the walls' matching.
const BLOCK: usize = 32;

/// What the container's lower and upper ends do to the radial velocity.
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
    pub modes: RadialModes,
    viscosity: f64,
    ends: Ends,
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
}

impl StokesSolver {
    /// Prepares a solver for `nz` axial cells, kinematic viscosity `viscosity` [m²/s].
    pub fn new(modes: RadialModes, nz: usize, viscosity: f64, ends: Ends) -> Self {
        let nr = modes.len();
        let rows = [(ends.bottom_no_slip, 0), (ends.top_no_slip, nz - 1)];
        let response = |row| WallResponse {
            row,
            reach: vec![0..nz; nr.div_ceil(BLOCK)],
            p: Array2::zeros((nz, nr)),
            u: Array2::zeros((nz, nr)),
        };
        Self {
            modes,
            viscosity,
            ends,
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
        }
    }

    /// Kinematic viscosity [m²/s].
    pub fn viscosity(&self) -> f64 {
        self.viscosity
    }

    /// Number of axial cells.
    pub fn nz(&self) -> usize {
        self.spacing.len()
    }

    /// Number of radial cells.
    pub fn nr(&self) -> usize {
        self.modes.len()
    }

    /// No-slip or free-slip at bottom and top.
    pub fn ends(&self) -> Ends {
        self.ends
    }

    /// Factorises for a grid and the inverse time scale `c0` [1/s] of the time formula.
    /// Afterwards [`Self::solve_modal`] answers any number of right-hand sides.
    pub fn factor(&mut self, grid: &AxialGrid, c0: f64) {
        let nz = grid.len();
        let nu = self.viscosity;
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
            self.pressure.inverse.column_mut(0).fill(0.0);
        }
        self.radial.factor(0, &self.diagonal[1], &self.shift[1]);
        self.axial.factor(1, &self.diagonal[2], &self.shift[1]);
        self.respond();
    }

    /// Computes the walls' responses and the matching matrices.
    fn respond(&mut self) {
        let nr = self.modes.len();
        let sigma = &self.modes.sigma;
        for wall in &mut self.walls {
            wall.p.fill(0.0);
            let strength = 2.0 * self.viscosity * self.inverse_width[wall.row].powi(2);
            wall.p.row_mut(wall.row).iter_mut().zip(sigma).for_each(|(p, sigma)| *p = strength * sigma);
            let p = wall.p.as_slice_mut().expect("contiguous");
            self.pressure.solve(p, 0, nr);
            let u = wall.u.as_slice_mut().expect("contiguous");
            for (u, p) in u.chunks_exact_mut(nr).zip(p.chunks_exact(nr)) {
                for ((u, p), s) in u.iter_mut().zip(p).zip(sigma) {
                    *u = s * p;
                }
            }
            self.radial.solve(u, 0, nr);
            for (block, reach) in wall.reach.iter_mut().enumerate() {
                let columns = block * BLOCK..((block + 1) * BLOCK).min(nr);
                *reach = reach_of(&wall.u, &wall.p, columns);
            }
        }
        for k in 0..nr {
            self.matching[k] = match self.walls.as_slice() {
                [] => [0.0; 4],
                [a] => [1.0 / (1.0 + a.u[(a.row, k)]), 0.0, 0.0, 0.0],
                [a, b, ..] => {
                    let m = [1.0 + a.u[(a.row, k)], b.u[(a.row, k)], a.u[(b.row, k)], 1.0 + b.u[(b.row, k)]];
                    let det = m[0] * m[3] - m[1] * m[2];
                    [m[3] / det, -m[1] / det, -m[2] / det, m[0] / det]
                }
            };
        }
    }

    /// Solves in modal space, in place: on entry `x.u`, `x.w` hold the right-hand side's modes [m/s²] (row 0 of `w` is
    /// ignored), on return the velocity's; `x.p` returns the pressure's.
    ///
    /// Post-condition: `σ u + D_z w = 0` to round-off.
    pub fn solve_modal(&self, x: &mut Fields) {
        let (nz, nr) = (self.nz(), self.nr());
        let sigma = self.modes.sigma.as_slice();
        let u = x.u.as_slice_mut().expect("contiguous");
        let w = x.w.as_slice_mut().expect("contiguous");
        let p = x.p.as_slice_mut().expect("contiguous");
        w[..nr].fill(0.0);
        for j in 0..nz {
            let above = if j + 1 < nz { &w[(j + 1) * nr..(j + 2) * nr] } else { &w[..nr] };
            let below = &w[j * nr..(j + 1) * nr];
            let scale = self.inverse_width[j];
            let row = &mut p[j * nr..(j + 1) * nr];
            for ((((p, u), s), a), b) in row.iter_mut().zip(&u[j * nr..]).zip(sigma).zip(above).zip(below) {
                *p = s * u + (a - b) * scale;
            }
            self.pressure.eliminate_row(p, j, 0, nr);
        }
        for j in (0..nz - 1).rev() {
            self.pressure.substitute_row(p, j, nr);
        }
        for j in 0..nz {
            let row = &mut u[j * nr..(j + 1) * nr];
            for ((u, p), s) in row.iter_mut().zip(&p[j * nr..]).zip(sigma) {
                *u += s * p;
            }
            self.radial.eliminate_row(u, j, 0, nr);
        }
        for j in (0..nz - 1).rev() {
            self.radial.substitute_row(u, j, nr);
        }
        self.match_walls(u, p);
        self.axial_velocity(w, p);
    }

    /// Adds the walls' reactions, so that the pressure knows of the no-slip condition.
    fn match_walls(&self, u: &mut [f64], p: &mut [f64]) {
        let nr = self.nr();
        for (block, start) in (0..nr).step_by(BLOCK).enumerate() {
            let end = (start + BLOCK).min(nr);
            let mut reaction = [[0.0; BLOCK]; 2];
            for k in start..end {
                let slip = |n: usize| self.walls.get(n).map_or(0.0, |wall| u[wall.row * nr + k]);
                let m = &self.matching[k];
                reaction[0][k - start] = m[0] * slip(0) + m[1] * slip(1);
                reaction[1][k - start] = m[2] * slip(0) + m[3] * slip(1);
            }
            for (wall, reaction) in self.walls.iter().zip(&reaction) {
                for j in wall.reach[block].clone() {
                    subtract_scaled(&mut u[j * nr + start..j * nr + end], reaction, &wall.u, j * nr + start);
                    subtract_scaled(&mut p[j * nr + start..j * nr + end], reaction, &wall.p, j * nr + start);
                }
            }
        }
    }

    /// The axial velocity from its momentum equation, once the pressure is known.
    fn axial_velocity(&self, w: &mut [f64], p: &mut [f64]) {
        let (nz, nr) = (self.nz(), self.nr());
        let constant = self.modes.has_constant();
        if constant {
            p[0] = 0.0;
        }
        for j in 1..nz {
            if constant {
                p[j * nr] = p[(j - 1) * nr] + self.spacing[j] * w[j * nr];
            }
            let scale = self.inverse_spacing[j];
            let row = &mut w[j * nr..(j + 1) * nr];
            for ((w, above), below) in row.iter_mut().zip(&p[j * nr..]).zip(&p[(j - 1) * nr..]) {
                *w -= (above - below) * scale;
            }
            if constant {
                row[0] = 0.0;
            }
            self.axial.eliminate_row(w, j, 1, nr);
        }
        for j in (1..nz - 1).rev() {
            self.axial.substitute_row(w, j, nr);
        }
    }

    /// Transforms `fields.u`, `fields.w` into `modal.u`, `modal.w`.
    pub fn to_modal(&self, fields: &Fields, modal: &mut Fields) {
        general_mat_mul(1.0, &fields.u, &self.modes.face_to_mode, 0.0, &mut modal.u);
        general_mat_mul(1.0, &fields.w, &self.modes.cell_to_mode, 0.0, &mut modal.w);
    }

    /// Transforms velocity and pressure back from modal space.
    pub fn to_physical(&self, modal: &Fields, fields: &mut Fields) {
        general_mat_mul(1.0, &modal.u, &self.modes.mode_to_face, 0.0, &mut fields.u);
        general_mat_mul(1.0, &modal.w, &self.modes.mode_to_cell, 0.0, &mut fields.w);
        general_mat_mul(1.0, &modal.p, &self.modes.mode_to_cell, 0.0, &mut fields.p);
    }

    /// As [`Self::to_modal`], for a right-hand side that vanishes outside of rows `rows` and of the first `columns` columns.
    pub fn window_to_modal(&self, fields: &Fields, rows: std::ops::Range<usize>, columns: usize, modal: &mut Fields) {
        for (field, matrix, out) in
            [(&fields.u, &self.modes.face_to_mode, &mut modal.u), (&fields.w, &self.modes.cell_to_mode, &mut modal.w)]
        {
            out.slice_mut(s![..rows.start, ..]).fill(0.0);
            out.slice_mut(s![rows.end.., ..]).fill(0.0);
            let mut target = out.slice_mut(s![rows.clone(), ..]);
            let window = field.slice(s![rows.clone(), ..columns]);
            general_mat_mul(1.0, &window, &matrix.slice(s![..columns, ..]), 0.0, &mut target);
        }
    }

    /// As [`Self::to_physical`] for the velocity only, in rows `rows` and the first `columns` columns.
    pub fn window_to_physical(
        &self,
        modal: &Fields,
        rows: std::ops::Range<usize>,
        columns: usize,
        fields: &mut Fields,
    ) {
        for (field, matrix, out) in
            [(&modal.u, &self.modes.mode_to_face, &mut fields.u), (&modal.w, &self.modes.mode_to_cell, &mut fields.w)]
        {
            let mut target = out.slice_mut(s![rows.clone(), ..columns]);
            let window = field.slice(s![rows.clone(), ..]);
            general_mat_mul(1.0, &window, &matrix.slice(s![.., ..columns]), 0.0, &mut target);
        }
    }
}

/// Rows in which a wall's response in the given modes exceeds round-off of its largest value.
fn reach_of(u: &Array2<f64>, p: &Array2<f64>, columns: std::ops::Range<usize>) -> std::ops::Range<usize> {
    const NEGLIGIBLE: f64 = 1e-18;
    let size = |field: &Array2<f64>, j: usize| {
        field.slice(s![j, columns.clone()]).iter().fold(0.0, |m: f64, x| m.max(x.abs()))
    };
    let rows = u.nrows();
    let reached = |field: &Array2<f64>| {
        let least = NEGLIGIBLE * (0..rows).map(|j| size(field, j)).fold(0.0, f64::max);
        let first = (0..rows).position(|j| size(field, j) > least).unwrap_or(0);
        let last = (0..rows).rposition(|j| size(field, j) > least).map_or(0, |j| j + 1);
        first..last
    };
    let (a, b) = (reached(u), reached(p));
    a.start.min(b.start)..a.end.max(b.end)
}

/// `row −= factor · response[offset..]`, element by element.
fn subtract_scaled(row: &mut [f64], factor: &[f64], response: &Array2<f64>, offset: usize) {
    let response = &response.as_slice().expect("contiguous")[offset..];
    for ((x, f), r) in row.iter_mut().zip(factor).zip(response) {
        *x -= f * r;
    }
}
