//! The marker compliance `M = E K⁻¹ S`: velocity at every marker per force on every marker, as a dense matrix.
//!
//! In general it is built column by column, a unit force at a time. The axisymmetric mode has two components and no coupling between its
//! radial modes, which makes a shorter way: with `a_k(m)` the k-th radial mode interpolated to marker m, both components,
//!
//! ```text
//! M = Σ_k a_k(m) a_k(m') · [φ_z(m)ᵀ K_k⁻¹ φ_z(m')] / 2π
//! ```
//!
//! and the slip of [`super::markers::Slip`] on its diagonal. The matrix serves as a preconditioner while the true operator moves away from
//! it, so there each radial mode is computed only as far from the sphere as it reaches.

use super::kernel::Stencil;
use super::lanes::Lanes;
use super::solver::Spectrum;
use super::stokes::StokesSolver;
use super::system::ModeSystem;
use nalgebra::{Cholesky, DMatrix, Dyn};
use rayon::prelude::*;
use std::f64::consts::TAU;
use std::ops::Range;

/// The factorised compliance of one past step.
pub type CompliancePreconditioner = Cholesky<f64, Dyn>;

/// Decay lengths of a mode beyond the markers at which the liquid is taken to be at rest.
const REACH: f64 = 4.0;

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

/// Assembles and factorises the compliance of the present factors of `system`.
///
/// Returns `None` when the matrix is not positive definite: markers too close for the grid, or non-finite factors.
pub(super) fn factorise(system: &ModeSystem) -> Option<CompliancePreconditioner> {
    let matrix = match system.solver.axisymmetric() {
        Some(stokes) => Axisymmetric { system, stokes }.matrix(),
        None => by_columns(system),
    };
    let mut matrix = 0.5 * (&matrix + matrix.transpose());
    for k in 0..matrix.nrows() {
        matrix[(k, k)] *= 1.0 + 1e-10;
    }
    Cholesky::new(matrix)
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
    fn matrix(&self) -> DMatrix<f64> {
        let size = self.system.at_markers();
        let modes: Vec<usize> = (1..self.stokes.nr()).collect();
        let partial: Vec<Vec<f64>> = modes
            .par_chunks(modes.len().div_ceil(PARTS))
            .map(|chunk| {
                let mut sum = vec![0.0; size * size];
                let mut lanes = Lanes::new(self.system.axial.len(), size);
                chunk.iter().for_each(|&k| self.add_mode(k, &mut lanes, &mut sum));
                sum
            })
            .collect();
        let mut matrix = DMatrix::<f64>::zeros(size, size);
        for part in &partial {
            matrix.as_mut_slice().iter_mut().zip(part).for_each(|(total, x)| *total += x);
        }
        let mut unit = vec![0.0; size];
        for (k, mut column) in matrix.column_iter_mut().enumerate() {
            unit[k] = 1.0;
            self.system.sight.slip(self.system.solver, &unit, column.as_mut_slice());
            unit[k] = 0.0;
        }
        matrix
    }

    /// Adds mode `k`'s share to `sum` (row-major, receiving marker by forced marker).
    fn add_mode(&self, k: usize, lanes: &mut Lanes, sum: &mut [f64]) {
        let (axial, size) = (self.system.axial, self.system.at_markers());
        let seen = self.system.sight.on_meridian();
        let n = self.system.sight.rings().len();
        lanes.cover(self.rows_of_mode(self.stokes.modes.sigma[k]));
        for (component, ((amplitudes, stencil), heights)) in
            seen.iter().zip([&axial.widths, &axial.spacing]).enumerate()
        {
            for m in 0..n {
                let (amplitude, stencil) = (amplitudes.at(m)[k], stencil(m));
                for (b, weight) in stencil.weights.iter().enumerate() {
                    let j = stencil.start + b;
                    let at = lanes.row(j).start + component * n + m;
                    let field = if component == 0 { &mut lanes.u } else { &mut lanes.w };
                    field[at] += amplitude * weight / (TAU * heights[j]);
                }
            }
        }
        self.stokes.solve_lanes(k, lanes);
        for (component, (amplitudes, stencil)) in seen.iter().enumerate() {
            let field = if component == 0 { &lanes.u } else { &lanes.w };
            for m in 0..n {
                let row = component * n + m;
                accumulate(field, lanes, stencil(m), amplitudes.at(m)[k], &mut sum[row * size..(row + 1) * size]);
            }
        }
    }

    /// The rows in which a mode that decays like `e^{−σ|z|}` counts, around those of the markers.
    fn rows_of_mode(&self, sigma: f64) -> Range<usize> {
        let axial = self.system.axial;
        let rows = self.system.sight.rings().rows(axial);
        let (low, high) = (axial.faces[rows.start], axial.faces[rows.end]);
        let reach = REACH / sigma;
        let start = axial.faces.partition_point(|&z| z < low - reach);
        let end = axial.faces.partition_point(|&z| z <= high + reach).clamp(rows.end, axial.len());
        start.min(rows.start)..end
    }
}

/// `out[lane] += amplitude · Σ_b weight_b · solution[row_b][lane]`.
fn accumulate(solution: &[f64], lanes: &Lanes, stencil: &Stencil, amplitude: f64, out: &mut [f64]) {
    let row = |b: usize| &solution[lanes.row(stencil.start + b)];
    let weight: [f64; 4] = std::array::from_fn(|b| amplitude * stencil.weights[b]);
    for ((((x, a), b), c), d) in out.iter_mut().zip(row(0)).zip(row(1)).zip(row(2)).zip(row(3)) {
        *x += weight[0] * a + weight[1] * b + weight[2] * c + weight[3] * d;
    }
}
