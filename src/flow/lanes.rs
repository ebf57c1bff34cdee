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
    reaction: Vec<[f64; 2]>,
    rows: Range<usize>,
    count: usize,
}

impl Lanes {
    /// Room for `count` lanes on all of `nz` rows.
    pub fn new(nz: usize, count: usize) -> Self {
        let empty = || Vec::with_capacity(nz * count);
        Self { u: empty(), w: empty(), p: empty(), reaction: vec![[0.0; 2]; count], rows: 0..0, count }
    }

    /// Takes the grid rows `rows`, all zero; forces must vanish outside of them and the solution is approximated as zero
    /// there.
    pub fn cover(&mut self, rows: Range<usize>) {
        for field in [&mut self.u, &mut self.w, &mut self.p] {
            field.clear();
            field.resize(rows.len() * self.count, 0.0);
        }
        self.rows = rows;
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
            let below = &lanes.w[here.clone()];
            let above = if j + 1 < rows.end { &lanes.w[here.end..here.end + count] } else { &lanes.w[..0] };
            let p = &mut lanes.p[here.clone()];
            for ((p, u), below) in p.iter_mut().zip(&lanes.u[here]).zip(below) {
                *p = sigma * u - below * scale;
            }
            for (p, above) in p.iter_mut().zip(above) {
                *p += above * scale;
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
        lanes.w[..count].fill(0.0);
        assert!(rows.end <= nz);
        sweep(&self.axial, k, rows, count, &mut lanes.w, 1);
    }

    fn match_lane_walls(&self, k: usize, lanes: &mut Lanes) {
        let m = &self.matching[k];
        let count = lanes.count;
        let Lanes { u, p, reaction, rows, .. } = lanes;
        for (l, reaction) in reaction.iter_mut().enumerate() {
            let slip = |n: usize| {
                let row = self.walls.get(n).map(|wall| wall.row).filter(|row| rows.contains(row));
                row.map_or(0.0, |row| u[(row - rows.start) * count + l])
            };
            let (a, b) = (slip(0), slip(1));
            *reaction = [m[0] * a + m[1] * b, m[2] * a + m[3] * b];
        }
        for (n, wall) in self.walls.iter().enumerate() {
            for (row, j) in rows.clone().enumerate() {
                let (in_u, in_p) = (wall.u[(j, k)], wall.p[(j, k)]);
                let here = row * count..(row + 1) * count;
                for ((u, p), reaction) in u[here.clone()].iter_mut().zip(&mut p[here]).zip(reaction.iter()) {
                    *u -= reaction[n] * in_u;
                    *p -= reaction[n] * in_p;
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
