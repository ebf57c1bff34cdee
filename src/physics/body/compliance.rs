//! The marker compliance `M = E K⁻¹ S`: velocity at every marker per force on every marker, as a dense matrix.
//!
//! Its diagonal has the slip, see [`super::markers::Slip`]. The rest is built mode by mode: with `a_k(m)` the k-th radial mode
//! interpolated to marker m, both components,
//!
//! ```text
//! M = Σ_k a_k(m) a_k(m') · [φ_z(m)ᵀ K_k⁻¹ φ_z(m')] / 2π
//! ```
//!
//! The matrix serves as a preconditioner while the true operator moves away from it, so each mode is computed only as far
//! from the sphere as it reaches.

use super::kernel::Stencil;
use super::markers::Markers;
use crate::flow::lanes::Lanes;
use crate::flow::stokes::StokesSolver;
use crate::grid::AxialGrid;
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

/// Assembles and factorises the compliance of the present factors of `solver`.
///
/// Returns `None` when the matrix is not positive definite: markers too close for the grid, or non-finite factors.
pub fn factorise(solver: &StokesSolver, markers: &Markers, axial: &AxialGrid) -> Option<CompliancePreconditioner> {
    let size = 2 * markers.len();
    let modes: Vec<usize> = (1..solver.nr()).collect();
    let partial: Vec<Vec<f64>> = modes
        .par_chunks(modes.len().div_ceil(PARTS))
        .map(|chunk| {
            let mut sum = vec![0.0; size * size];
            let mut lanes = Lanes::new(axial.len(), size);
            let mut amplitude = vec![0.0; size];
            for &k in chunk {
                add_mode(solver, markers, axial, k, &mut lanes, &mut amplitude, &mut sum);
            }
            sum
        })
        .collect();
    let mut matrix = DMatrix::<f64>::zeros(size, size);
    for part in &partial {
        matrix.as_mut_slice().iter_mut().zip(part).for_each(|(total, x)| *total += x);
    }
    let (n, measure) = (markers.len(), TAU * solver.viscosity());
    for (m, marker) in markers.list.iter().enumerate() {
        for (forced, force) in [(m, [1.0, 0.0]), (n + m, [0.0, 1.0])] {
            let [radial, axial] = marker.slip.on_meridian(force);
            matrix[(m, forced)] += radial / measure;
            matrix[(n + m, forced)] += axial / measure;
        }
    }
    for a in 0..size {
        for b in 0..a {
            let mean = 0.5 * (matrix[(a, b)] + matrix[(b, a)]);
            matrix[(a, b)] = mean;
            matrix[(b, a)] = mean;
        }
        matrix[(a, a)] *= 1.0 + 1e-10;
    }
    Cholesky::new(matrix)
}

/// Adds mode `k`'s share to `sum` (row-major, receiving marker by forced marker).
fn add_mode(
    solver: &StokesSolver,
    markers: &Markers,
    axial: &AxialGrid,
    k: usize,
    lanes: &mut Lanes,
    amplitude: &mut [f64],
    sum: &mut [f64],
) {
    let n = markers.len();
    let [radial, upwards] = markers.amplitudes();
    lanes.cover(rows_of_mode(solver.modes.sigma[k], markers, axial));
    for (m, marker) in markers.list.iter().enumerate() {
        amplitude[m] = radial.at(m)[k];
        amplitude[n + m] = upwards.at(m)[k];
        for (b, weight) in marker.radial.1.weights.iter().enumerate() {
            let j = marker.radial.1.start + b;
            let row = lanes.row(j);
            lanes.u[row.start + m] += amplitude[m] * weight / (TAU * axial.widths[j]);
        }
        for (b, weight) in marker.axial.1.weights.iter().enumerate() {
            let j = marker.axial.1.start + b;
            let row = lanes.row(j);
            lanes.w[row.start + n + m] += amplitude[n + m] * weight / (TAU * axial.spacing[j]);
        }
    }
    solver.solve_lanes(k, lanes);
    for (m, marker) in markers.list.iter().enumerate() {
        accumulate(&lanes.u, lanes, &marker.radial.1, amplitude[m], &mut sum[m * 2 * n..(m + 1) * 2 * n]);
        let at = (n + m) * 2 * n..(n + m + 1) * 2 * n;
        accumulate(&lanes.w, lanes, &marker.axial.1, amplitude[n + m], &mut sum[at]);
    }
}

/// The rows in which a mode that decays like `e^{−σ|z|}` counts, around those of the markers.
fn rows_of_mode(sigma: f64, markers: &Markers, axial: &AxialGrid) -> Range<usize> {
    let (low, high) = (axial.faces[markers.rows.start], axial.faces[markers.rows.end]);
    let reach = REACH / sigma;
    let start = axial.faces.partition_point(|&z| z < low - reach);
    let end = axial.faces.partition_point(|&z| z <= high + reach).clamp(markers.rows.end, axial.len());
    start.min(markers.rows.start)..end
}

/// `out[lane] += amplitude · Σ_b weight_b · solution[row_b][lane]`.
fn accumulate(solution: &[f64], lanes: &Lanes, stencil: &Stencil, amplitude: f64, out: &mut [f64]) {
    let row = |b: usize| &solution[lanes.row(stencil.start + b)];
    let weight: [f64; 4] = std::array::from_fn(|b| amplitude * stencil.weights[b]);
    for ((((x, a), b), c), d) in out.iter_mut().zip(row(0)).zip(row(1)).zip(row(2)).zip(row(3)) {
        *x += weight[0] * a + weight[1] * b + weight[2] * c + weight[3] * d;
    }
}
