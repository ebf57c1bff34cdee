//! The Stokes problem of *one* radial mode for many right-hand sides ("lanes") at once.
//!
//! Same algebra as [`StokesSolver::solve_modal`]; here the lanes are contiguous and the factors are scalars per row. It
//! serves to assemble the marker compliance, which needs only the rows under the markers.

use super::stokes::{StokesSolver, WallResponse};
use super::tridiagonal::{Tridiagonal, blocks, of_width, part, part_mut};
use crate::numerics::wide::wide;
use std::ops::Range;

/// Right-hand sides and solutions, `rows × lanes` each, rows contiguous; row 0 is grid row `rows.start`.
#[derive(Default)]
pub struct Lanes {
    /// Radial momentum in, radial velocity out.
    pub(super) u: Vec<f64>,
    /// Axial momentum in, axial velocity out.
    pub(super) w: Vec<f64>,
    p: Vec<f64>,
    rows: Range<usize>,
    count: usize,
}

impl Lanes {
    /// Takes `count` lanes on the grid rows `rows`, all zero; forces must vanish outside of them and the solution is approximated as zero
    /// there.
    pub(super) fn cover(&mut self, rows: Range<usize>, count: usize) {
        for field in [&mut self.u, &mut self.w] {
            field.clear();
            field.resize(rows.len() * count, 0.0);
        }
        self.p.resize(rows.len() * count, 0.0);
        (self.rows, self.count) = (rows, count);
    }

    /// Position of grid row `j` in the arrays.
    pub fn row(&self, j: usize) -> Range<usize> {
        let start = (j - self.rows.start) * self.count;
        start..start + self.count
    }
}

impl StokesSolver {
    /// Solves mode `k` ≥ 1 for every lane, in place, for the radial velocity alone or for both `components`. Exact if the lanes cover all rows; else the liquid outside of them is
    /// held at rest, which only serves a preconditioner.
    pub(super) fn solve_lanes(&self, k: usize, lanes: &mut Lanes, components: usize) {
        let (mode, rows) = (OneMode { solver: self, k, count: lanes.count, components }, lanes.rows.clone());
        let Lanes { u, w, p, .. } = lanes;
        w[..lanes.count].fill(0.0);
        for lanes in blocks(lanes.count) {
            of_width!(lanes.len(), mode.solve, (u, w, p, lanes.start, rows.clone()));
        }
    }
}

/// One mode for `count` lanes.
struct OneMode<'a> {
    solver: &'a StokesSolver,
    k: usize,
    count: usize,
    components: usize,
}

impl OneMode<'_> {
    wide! {
        /// Solves the lanes from `l` on in the grid's `rows`.
        fn solve [solved, solved_wide] <const N: usize>(&self, u: &mut [f64], w: &mut [f64], p: &mut [f64], l: usize, rows: Range<usize>) {
            let Self { solver, k, count, components } = *self;
            let sigma = solver.modes.sigma[k];
            let at = |j: usize| (j - rows.start) * count + l;
            let (mut before, mut below) = ([0.0; N], *part::<N>(w, l));
            for j in rows.clone() {
                let above = if j + 1 < rows.end { *part::<N>(w, at(j + 1)) } else { [0.0; N] };
                let (scale, u) = (solver.inverse_width[j], part::<N>(u, at(j)));
                let mut divergence = [0.0; N];
                for n in 0..N {
                    divergence[n] = sigma * u[n] + (above[n] - below[n]) * scale;
                }
                self.eliminate(&solver.pressure, j, &divergence, &mut before);
                *part_mut(p, at(j)) = before;
                below = above;
            }
            self.substitute::<N>(&solver.pressure, p, l, (rows.clone(), rows.start));
            let mut before = [0.0; N];
            for j in rows.clone() {
                let (u, p) = (part_mut::<N>(u, at(j)), part::<N>(p, at(j)));
                let mut row = *u;
                for n in 0..N {
                    row[n] += sigma * p[n];
                }
                self.eliminate(&solver.radial, j, &row, &mut before);
                *u = before;
            }
            self.substitute::<N>(&solver.radial, u, l, (rows.clone(), rows.start));
            self.match_walls::<N>([u, p], l, &rows);
            if components == 1 {
                return;
            }
            let (mut before, mut below) = ([0.0; N], part::<N>(p, l));
            for j in rows.start + 1..rows.end {
                let (w, above, scale) = (part_mut::<N>(w, at(j)), part::<N>(p, at(j)), solver.inverse_spacing[j]);
                let mut row = *w;
                for n in 0..N {
                    row[n] -= (above[n] - below[n]) * scale;
                }
                self.eliminate(&solver.axial, j, &row, &mut before);
                *w = before;
                below = above;
            }
            self.substitute::<N>(&solver.axial, w, l, (rows.start + 1..rows.end, rows.start));
        }
    }

    /// Forward elimination of row `j` after the eliminated row `before`, zero at the first.
    #[inline(always)]
    fn eliminate<const N: usize>(&self, matrix: &Tridiagonal, j: usize, row: &[f64; N], before: &mut [f64; N]) {
        let inverse = matrix.inverse.at(j, self.k);
        let lower = matrix.lower[j] * inverse;
        for n in 0..N {
            before[n] = row[n] * inverse - lower * before[n];
        }
    }

    /// Back substitution of `rows` in place; the first one stored is grid row `first`.
    #[inline(always)]
    fn substitute<const N: usize>(
        &self,
        matrix: &Tridiagonal,
        x: &mut [f64],
        l: usize,
        (rows, first): (Range<usize>, usize),
    ) {
        let mut after = [0.0; N];
        for j in rows.rev() {
            let factor = matrix.upper[j] * matrix.inverse.at(j, self.k);
            let row = part_mut::<N>(x, (j - first) * self.count + l);
            for n in 0..N {
                after[n] = row[n] - factor * after[n];
            }
            *row = after;
        }
    }

    fn match_walls<const N: usize>(&self, [u, p]: [&mut [f64]; 2], l: usize, rows: &Range<usize>) {
        let (walls, m) = (&self.solver.walls, &self.solver.matching[self.k]);
        let at = |j: usize| (j - rows.start) * self.count + l;
        let slip = |wall: &WallResponse| match rows.contains(&wall.row) {
            true => *part::<N>(u, at(wall.row)),
            false => [0.0; N],
        };
        let slips: [_; 2] = std::array::from_fn(|n| walls.get(n).map_or([0.0; N], slip));
        for (wall, row) in walls.iter().zip([0, 2]) {
            if !rows.contains(&wall.row) {
                continue;
            }
            let mut reaction = [0.0; N];
            for n in 0..N {
                reaction[n] = m[row] * slips[0][n] + m[row + 1] * slips[1][n];
            }
            for (x, response) in [(&mut *u, &wall.u), (&mut *p, &wall.p)] {
                for j in rows.clone() {
                    let (x, response) = (part_mut::<N>(x, at(j)), response.at(j, self.k));
                    let mut row = *x;
                    for n in 0..N {
                        row[n] -= reaction[n] * response;
                    }
                    *x = row;
                }
            }
        }
    }
}
