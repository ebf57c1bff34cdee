//! The Stokes problem of *one* radial mode for many right-hand sides ("lanes") at once.
//!
//! Same algebra as [`StokesSolver::solve_modal`]; here the lanes are contiguous and the factors are scalars per row. It
//! serves to assemble the marker compliance, which needs only the rows under the markers.

use super::stokes::{StokesSolver, Tridiagonal};
use std::ops::Range;

/// Right-hand sides and solutions, `rows × lanes` each, rows contiguous; row 0 is grid row `rows.start`.
pub struct Lanes {
    /// Radial momentum in, radial velocity out.
    pub u: Vec<f64>,
    /// Axial momentum in, axial velocity out.
    pub w: Vec<f64>,
    p: Vec<f64>,
    rows: Range<usize>,
    count: usize,
}

impl Lanes {
    /// Zeroed lanes for the grid rows `rows`; forces must vanish outside of them and the solution is approximated as zero
    /// there.
    pub fn zeros(rows: Range<usize>, count: usize) -> Self {
        let size = rows.len() * count;
        Self { u: vec![0.0; size], w: vec![0.0; size], p: vec![0.0; size], rows, count }
    }

    /// Sets all right-hand sides to zero.
    pub fn clear(&mut self) {
        self.u.fill(0.0);
        self.w.fill(0.0);
    }

    /// Position of grid row `j` in the arrays.
    pub fn row(&self, j: usize) -> Range<usize> {
        let start = (j - self.rows.start) * self.count;
        start..start + self.count
    }
}

impl StokesSolver {
    /// Solves mode `k` ≥ 1 for every lane, in place. Exact if the lanes cover all rows; else the liquid outside of them is
    /// held at rest, which only serves a preconditioner.
    pub fn solve_lanes(&self, k: usize, lanes: &mut Lanes) {
        let sigma = self.modes.sigma[k];
        let (rows, count, nz) = (lanes.rows.clone(), lanes.count, self.nz());
        for j in rows.clone() {
            let here = lanes.row(j);
            let scale = self.inverse_width[j];
            for l in 0..count {
                let below = if j > 0 { lanes.w[here.start + l] } else { 0.0 };
                let above = if j + 1 < rows.end { lanes.w[here.end + l] } else { 0.0 };
                lanes.p[here.start + l] = sigma * lanes.u[here.start + l] + (above - below) * scale;
            }
        }
        sweep(&self.pressure, k, rows.clone(), count, &mut lanes.p, 0);
        for (u, p) in lanes.u.iter_mut().zip(&lanes.p) {
            *u += sigma * p;
        }
        sweep(&self.radial, k, rows.clone(), count, &mut lanes.u, 0);
        self.match_lane_walls(k, lanes);
        for j in rows.clone().skip(1).rev() {
            let here = lanes.row(j);
            let scale = self.inverse_spacing[j];
            let (before, rest) = lanes.p.split_at(here.start);
            let below = &before[here.start - count..];
            for ((w, above), below) in lanes.w[here].iter_mut().zip(rest).zip(below) {
                *w -= (above - below) * scale;
            }
        }
        if rows.start > 0 {
            lanes.w[..count].fill(0.0);
        }
        assert!(rows.end <= nz);
        sweep(&self.axial, k, rows, count, &mut lanes.w, 1);
    }

    fn match_lane_walls(&self, k: usize, lanes: &mut Lanes) {
        let m = &self.matching[k];
        let count = lanes.count;
        for l in 0..count {
            let slip = |n: usize, u: &[f64]| {
                let row = self.walls.get(n).map(|wall| wall.row).filter(|row| lanes.rows.contains(row));
                row.map_or(0.0, |row| u[(row - lanes.rows.start) * count + l])
            };
            let (a, b) = (slip(0, &lanes.u), slip(1, &lanes.u));
            let reaction = [m[0] * a + m[1] * b, m[2] * a + m[3] * b];
            for (wall, reaction) in self.walls.iter().zip(reaction).filter(|(_, reaction)| *reaction != 0.0) {
                for (n, j) in lanes.rows.clone().enumerate() {
                    lanes.u[n * count + l] -= reaction * wall.u[(j, k)];
                    lanes.p[n * count + l] -= reaction * wall.p[(j, k)];
                }
            }
        }
    }
}

/// Forward and backward sweep over `rows` (not below row `first`) with the factors of mode `k`.
fn sweep(matrix: &Tridiagonal, k: usize, rows: Range<usize>, count: usize, x: &mut [f64], first: usize) {
    let start = rows.start.max(first);
    for j in start..rows.end {
        let position = (j - rows.start) * count;
        let (before, rest) = x.split_at_mut(position);
        let inverse = matrix.inverse[(j, k)];
        if j == start {
            rest[..count].iter_mut().for_each(|x| *x *= inverse);
        } else {
            let lower = matrix.lower[j] * inverse;
            for (x, b) in rest[..count].iter_mut().zip(&before[position - count..]) {
                *x = *x * inverse - lower * b;
            }
        }
    }
    for j in (start..rows.end - 1).rev() {
        let position = (j - rows.start) * count;
        let (row, above) = x[position..].split_at_mut(count);
        let factor = matrix.upper[j] * matrix.inverse[(j, k)];
        for (x, a) in row.iter_mut().zip(&*above) {
            *x -= factor * a;
        }
    }
}
