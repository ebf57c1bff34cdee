//! The marker compliance `M = E K⁻¹ S`: velocity at every marker per force on every marker, as a dense matrix.
//!
//! In general it is built column by column, a unit force at a time. The axisymmetric mode has two components and no
//! coupling between its radial modes, which makes a shorter way: with `a_k(m)` the k-th radial mode interpolated to
//! marker m, both components,
//!
//! ```text
//! M = Σ_k a_k(m) a_k(m') · [φ_z(m)ᵀ K_k⁻¹ φ_z(m')] / 2π
//! ```
//!
//! and the slip of [`super::markers::Slip`] on its diagonal. The matrix serves as a preconditioner while the true
//! operator moves away from it, so there each radial mode is computed only as far from the sphere as it reaches. Two
//! spheres have twice the markers on twice the rows, most of them out of each other's reach: there each block of
//! markers has rows of its own, and one triangle of the matrix is computed.
//!
//! Two spheres that are each other's image in the middle between them have a compliance that the reflection `S` there
//! does not change, which turns axial components round. Forces that it does not change (even), and those that it turns
//! round (odd), have nothing to do with each other, and the markers of the upper sphere `U` stand for all:
//!
//! ```text
//! A± = M(U, U) ± S M(SU, U),        x± = x(U) ± S x(SU)
//! ```
//!
//! Half of the matrix is computed, and two factors of half its size take a quarter of the time.
//!
//! The Stokes problem of *one* radial mode is solved for many right-hand sides ("lanes") at once: the algebra is that
//! of [`StokesSolver::solve_within`], but the lanes are contiguous and the factors are scalars per row.

use super::marker_interpolation::ModeSystem;
use super::solver::Spectrum;
use super::stokes::{StokesSolver, WallResponse, decay_lengths, reached};
use super::tridiagonal::{Tridiagonal, blocks, of_width, part, part_mut};
use crate::numerics::cholesky::Cholesky;
use crate::numerics::wide::wide;
use nalgebra::DMatrix;
use rayon::prelude::*;
use std::f64::consts::TAU;
use std::ops::Range;

/// The factorised compliance of one past step: one factor, or those of even and odd forces side by side.
#[derive(Debug, Clone, PartialEq)]
pub struct CompliancePreconditioner(pub(super) Cholesky);

impl CompliancePreconditioner {
    /// Replaces the velocities `b` at the markers, radial and then axial ones, by the forces that make them.
    pub(super) fn solve(&self, b: &mut [f64]) {
        let factor = self.0.factor();
        if factor.ncols() == factor.nrows() {
            return self.0.solve(b);
        }
        let half = factor.nrows() / 2;
        // Markers on the lower sphere, from the film down, stand before their images on the upper one, from the film
        // up.
        let of_pairs = |b: &mut [f64], of: fn(f64, f64, f64) -> (f64, f64)| {
            for (values, sign) in b.chunks_exact_mut(2 * half).zip(REFLECTED) {
                let (image, own) = values.split_at_mut(half);
                image.iter_mut().zip(own).for_each(|(image, own)| (*image, *own) = of(*image, *own, sign));
            }
        };
        let reverse = |b: &mut [f64]| b.chunks_exact_mut(2 * half).for_each(|values| values[..half].reverse());
        let exchange = |b: &mut [f64]| {
            let (first, second) = b[half..].split_at_mut(half);
            first.swap_with_slice(&mut second[..half]);
        };
        reverse(b);
        of_pairs(b, |image, own, sign| (own + sign * image, own - sign * image));
        exchange(b);
        self.0.solve(b);
        exchange(b);
        of_pairs(b, |even, odd, sign| (0.5 * sign * (even - odd), 0.5 * (even + odd)));
        reverse(b);
    }
}

/// What becomes of a radial and an axial component that is reflected.
const REFLECTED: [f64; 2] = [1.0, -1.0];

/// Decay lengths of a mode beyond the markers at which the liquid is taken to be at rest.
const REACH: f64 = 4.0;

/// The same, as the cells have them, beyond a block of the markers of two spheres: what markers that far apart do to
/// each other, 10⁻⁷ of what they do to themselves, is left out. With 8 lengths, 3·10⁻⁴, matrices of creeping flow are
/// not positive definite.
const REACH_OF_BLOCK: f64 = 16.0;

/// Number of partial sums; fixed, so that the result does not depend on the number of threads.
const PARTS: usize = 8;

/// Cost of building the axisymmetric mode's matrix, in applications.
const AXISYMMETRIC_COST: usize = 100;

impl ModeSystem<'_> {
    /// Cost of building the preconditioner, in iterations. It is rebuilt once the old one has wasted as much.
    pub(super) fn rebuild_cost(&self) -> usize {
        if self.solver.axisymmetric().is_some() { AXISYMMETRIC_COST } else { self.at_markers() }
    }
}

/// What the axisymmetric mode's matrix is summed up in, for each part of the radial modes: it is kept, because a new
/// one costs more than the sums.
#[derive(Default)]
pub(super) struct Sums(Vec<(BatchedRhs, Vec<f64>)>);

/// Assembles and factorises the compliance of the present factors of `system`. The factorisation reads the lower
/// triangle alone.
///
/// Returns `None` when the matrix is not positive definite: markers too close for the grid, or non-finite factors.
pub(super) fn factorise(system: &ModeSystem, sums: &mut Sums) -> Option<CompliancePreconditioner> {
    let mut matrix = match system.solver.axisymmetric() {
        Some(stokes) => Axisymmetric { system, stokes }.matrix(sums),
        None => by_columns(system),
    };
    let lower_alone = system.solver.axisymmetric().is_some() && system.spheres > 1;
    for k in 0..matrix.ncols() {
        for l in (0..k).filter(|_| !lower_alone) {
            matrix[(k, l)] = 0.5 * (matrix[(k, l)] + matrix[(l, k)]);
        }
        let row = k % matrix.nrows();
        matrix[(row, k)] *= 1.0 + 1e-10;
    }
    Cholesky::new(matrix).map(CompliancePreconditioner)
}

/// The matrix, column by column.
fn by_columns(system: &ModeSystem) -> DMatrix<f64> {
    let size = system.at_markers();
    let mut matrix = DMatrix::<f64>::zeros(size, size);
    let columns = matrix.as_mut_slice().par_chunks_mut(size).enumerate();
    columns.for_each_init(
        || (Spectrum::zeros(system.solver.nz(), system.solver.nr()), vec![0.0; size]),
        |(work, unit), (k, column)| {
            unit[k] = 1.0;
            system.apply(unit, work, column);
            unit[k] = 0.0;
        },
    );
    matrix
}

/// The matrix of the axisymmetric mode, one radial mode after the other.
struct Axisymmetric<'a> {
    system: &'a ModeSystem<'a>,
    stokes: &'a StokesSolver,
}

impl Axisymmetric<'_> {
    /// The first marker whose force is considered.
    fn first(&self) -> usize {
        if self.system.mirrored { self.system.interpolation.rings().len() / 2 } else { 0 }
    }

    fn matrix(&self, Sums(parts): &mut Sums) -> DMatrix<f64> {
        let (n, first) = (self.system.interpolation.rings().len(), self.first());
        let (size, forced) = (2 * n, 2 * (n - first));
        let modes: Vec<usize> = (1..self.stokes.nr()).collect();
        let chunks = modes.par_chunks(modes.len().div_ceil(PARTS));
        parts.resize_with(chunks.len(), Default::default);
        chunks.zip(&mut *parts).for_each(|(chunk, (batch, sum))| {
            sum.clear();
            sum.resize(size * forced, 0.0);
            chunk.iter().for_each(|&k| self.add_mode(k, batch, sum));
        });
        let mut matrix = DMatrix::<f64>::zeros(forced, size);
        for (_, sum) in parts {
            matrix.as_mut_slice().iter_mut().zip(&*sum).for_each(|(total, x)| *total += x);
        }
        let (mut unit, mut slip) = (vec![0.0; size], vec![0.0; size]);
        for (k, mut column) in matrix.column_iter_mut().enumerate() {
            unit[k] = 1.0;
            slip.fill(0.0);
            self.system.interpolation.slip(self.system.solver, &unit, &mut slip);
            let slips = slip.chunks_exact(n).flat_map(|slips| &slips[first..]);
            column.iter_mut().zip(slips).for_each(|(total, slip)| *total += slip);
            unit[k] = 0.0;
        }
        if self.system.mirrored { self.apart(&matrix) } else { matrix }
    }

    /// The matrices of even and of odd forces on two spheres side by side, from what forces on the upper one do to
    /// `both`.
    fn apart(&self, both: &DMatrix<f64>) -> DMatrix<f64> {
        let (n, first, size) = (self.system.interpolation.rings().len(), self.first(), both.nrows());
        DMatrix::from_fn(size, 2 * size, |forced, k| {
            let (odd, component, marker) = (k >= size, k % size / first, k % first);
            let own = both[(forced, component * n + first + marker)];
            let image = REFLECTED[component] * both[(forced, component * n + first - 1 - marker)];
            if odd { own - image } else { own + image }
        })
    }

    /// Adds mode `k`'s share to `sum` (row-major, receiving marker by forced marker), a block of forced markers after
    /// the other. Of two spheres a forced marker counts for itself and those before it: axial velocities come after all
    /// radial ones.
    fn add_mode(&self, k: usize, batch: &mut BatchedRhs, sum: &mut [f64]) {
        let (axial, n, first) = (self.system.axial, self.system.interpolation.rings().len(), self.first());
        let of = n - first;
        let two = self.system.spheres > 1;
        let whole = self.rows_of_mode(k);
        let mut decay = Vec::new();
        if two {
            decay.resize(axial.len() + 1, 0.0);
            decay_lengths(self.stokes.modes.sigma[k], axial, &mut decay);
        }
        let seen = self.system.interpolation.on_meridian().map(|(amplitudes, stencil)| {
            let weighted = |m: usize| stencil(m).weights.map(|weight| amplitudes.at(m)[k] * weight);
            Seen((0..n).map(|m| (stencil(m).start, weighted(m))).collect())
        });
        for (component, (Seen(forced), heights)) in seen.iter().zip([&axial.widths, &axial.spacing]).enumerate() {
            for block in blocks(of) {
                let place = component * of + block.start;
                let block = first + block.start..first + block.end;
                let rows = if two {
                    reached(&decay, forced[block.start].0..forced[block.end - 1].0 + 4, REACH_OF_BLOCK)
                } else {
                    whole.clone()
                };
                batch.cover(rows.clone(), block.len());
                for (lane, (start, weights)) in forced[block.clone()].iter().enumerate() {
                    for (j, weight) in (*start..).zip(weights) {
                        let at = batch.row(j).start + lane;
                        let field = if component == 0 { &mut batch.u } else { &mut batch.w };
                        field[at] += weight / (TAU * heights[j]);
                    }
                }
                let components = if two { component + 1 } else { 2 };
                self.stokes.solve_batch(k, batch, components);
                for (other, seen) in seen.iter().enumerate().take(components) {
                    let field = if other == 0 { &batch.u } else { &batch.w };
                    let last = if two && other == component { block.end } else { n };
                    let lowest = seen.0[..last].partition_point(|(start, _)| *start < rows.start);
                    let end = seen.0[..last].partition_point(|(start, _)| start + 4 <= rows.end);
                    let out = &mut sum[other * n * 2 * of + place..];
                    let place = [rows.start, 2 * of];
                    of_width!(block.len(), seen.accumulate, (out, field, lowest..end, place));
                }
            }
        }
    }

    /// The rows in which mode `k`, which decays like `e^{−σ|z|}`, counts, around those of the markers.
    fn rows_of_mode(&self, k: usize) -> Range<usize> {
        let axial = self.system.axial;
        let rows = self.system.interpolation.rings().rows(axial);
        let (low, high) = (axial.faces[rows.start], axial.faces[rows.end]);
        let reach = REACH / self.stokes.modes.sigma[k];
        let start = axial.faces.partition_point(|&z| z < low - reach);
        let end = axial.faces.partition_point(|&z| z <= high + reach).clamp(rows.end, axial.len());
        start.min(rows.start)..end
    }
}

/// What the markers see of one component of a radial mode: the first row of every marker's axial stencil, which does
/// not decrease, and its weights times the mode at the marker.
struct Seen(Vec<(usize, [f64; 4])>);

impl Seen {
    wide! {
        /// Adds to `sum`, rows of `size` values, what the `markers` see in each lane of the solution `field`, of `N`
        /// lanes from the grid row `first` on: `Σ_b weight_b · field[b][lane]`.
        fn accumulate [accumulated, accumulated_wide] <const N: usize>(&self, sum: &mut [f64], field: &[f64], markers: Range<usize>, place: [usize; 2]) {
            let [first, size] = place;
            let rows = field.as_chunks::<N>().0;
            for m in markers {
                let (start, weights) = &self.0[m];
                let [a, b, c, d]: &[[f64; N]; 4] = rows[start - first..].first_chunk().expect("the stencil lies in the rows");
                let out = part_mut::<N>(sum, m * size);
                let mut row = *out;
                for n in 0..N {
                    row[n] += weights[0] * a[n] + weights[1] * b[n] + weights[2] * c[n] + weights[3] * d[n];
                }
                *out = row;
            }
        }
    }
}

/// Right-hand sides and solutions, `rows × lanes` each, rows contiguous; row 0 is grid row `rows.start`.
#[derive(Default)]
pub struct BatchedRhs {
    /// Radial momentum in, radial velocity out.
    pub(super) u: Vec<f64>,
    /// Axial momentum in, axial velocity out.
    pub(super) w: Vec<f64>,
    p: Vec<f64>,
    rows: Range<usize>,
    count: usize,
}

impl BatchedRhs {
    /// Takes `count` lanes on the grid rows `rows`, all zero; forces must vanish outside of them and the solution is
    /// approximated as zero there.
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
    /// Solves mode `k` ≥ 1 for every lane, in place, for the radial velocity alone or for both `components`. Exact if
    /// the lanes cover all rows; else the liquid outside of them is held at rest, which only serves a preconditioner.
    pub(super) fn solve_batch(&self, k: usize, batch: &mut BatchedRhs, components: usize) {
        let (mode, rows) = (OneMode { solver: self, k, count: batch.count, components }, batch.rows.clone());
        let BatchedRhs { u, w, p, .. } = batch;
        w[..batch.count].fill(0.0);
        for lanes in blocks(batch.count) {
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
