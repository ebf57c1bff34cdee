//! The radial eigenbasis that decouples every implicit operator.
//!
//! The discrete radial divergence `D_r` (faces → cells) and gradient `G_r` (cells → faces) are negative adjoints in the
//! r-weighted inner products, so one singular value decomposition serves both:
//!
//! ```text
//! D_r v_k = σ_k q_k,    G_r q_k = −σ_k v_k,    hence  D_r G_r q_k = −σ_k² q_k,  G_r D_r v_k = −σ_k² v_k
//! ```
//!
//! with `q_k` orthonormal over cells (weight `r dr`) and `v_k` over faces (weight `r_face·spacing`). `q_0` is constant
//! and has no partner. `G_r D_r` *is* the radial part of the vector Laplacian of `u`, and `D_r G_r` that of `w` and `p`
//! with a free-slip side: divergence and Laplacian commute exactly, mode by mode.

use crate::grid::RadialGrid;
use nalgebra::DMatrix;
use ndarray::Array2;

/// The radial modes of a grid with `nr` cells. Matrices are `(nr, nr)`.
pub struct RadialModes {
    /// Singular values [1/m], increasing; entry 0 is zero.
    pub(super) sigma: Vec<f64>,
    /// `cell_to_mode[i, k] = r_i dr_i q_k(i)`: right-multiply a row of cell values to get its modes.
    pub(super) cell_to_mode: Array2<f64>,
    /// `mode_to_cell[k, i] = q_k(i)`.
    pub(super) mode_to_cell: Array2<f64>,
    /// `face_to_mode[i, k] = r_face·spacing·v_k(i)`; row 0 (axis) and column 0 are zero.
    pub(super) face_to_mode: Array2<f64>,
    /// `mode_to_face[k, i] = v_k(i)`.
    pub(super) mode_to_face: Array2<f64>,
    /// `cells[i, k] = q_k(i)`: all modes in one cell are contiguous.
    pub cells: Array2<f64>,
    /// `faces[i, k] = v_k(i)`.
    pub(super) faces: Array2<f64>,
    /// The modes in the outermost cells, `q_k(n − 1)`.
    pub(super) side: Vec<f64>,
}

impl RadialModes {
    /// Decomposes the radial divergence of `grid`. Cost O(nr³), once per run.
    pub fn new(grid: &RadialGrid) -> Self {
        let n = grid.len();
        let mut scaled = DMatrix::<f64>::zeros(n, n - 1);
        for i in 1..n {
            let outflow = grid.faces[i] / grid.face_area(i).sqrt();
            scaled[(i - 1, i - 1)] = outflow / grid.cell_area(i - 1).sqrt();
            scaled[(i, i - 1)] = -outflow / grid.cell_area(i).sqrt();
        }
        let svd = scaled.svd(true, true);
        let (left, right) = (svd.u.expect("left vectors"), svd.v_t.expect("right vectors"));
        let mut order: Vec<usize> = (0..n - 1).collect();
        order.sort_by(|&a, &b| svd.singular_values[a].total_cmp(&svd.singular_values[b]));

        let mut sigma = vec![0.0; n];
        let mut modes = Self {
            sigma: Vec::new(),
            cell_to_mode: Array2::zeros((n, n)),
            mode_to_cell: Array2::zeros((n, n)),
            face_to_mode: Array2::zeros((n, n)),
            mode_to_face: Array2::zeros((n, n)),
            cells: Array2::zeros((n, n)),
            faces: Array2::zeros((n, n)),
            side: Vec::new(),
        };
        let constant = 1.0 / (0.5 * grid.radius() * grid.radius()).sqrt();
        for i in 0..n {
            modes.mode_to_cell[(0, i)] = constant;
            modes.cell_to_mode[(i, 0)] = constant * grid.cell_area(i);
        }
        for (k, &s) in order.iter().enumerate().map(|(k, s)| (k + 1, s)) {
            sigma[k] = svd.singular_values[s];
            for i in 0..n {
                let q = left[(i, s)] / grid.cell_area(i).sqrt();
                modes.mode_to_cell[(k, i)] = q;
                modes.cell_to_mode[(i, k)] = q * grid.cell_area(i);
                if i > 0 {
                    let v = right[(s, i - 1)] / grid.face_area(i).sqrt();
                    modes.mode_to_face[(k, i)] = v;
                    modes.face_to_mode[(i, k)] = v * grid.face_area(i);
                }
            }
        }
        modes.sigma = sigma;
        modes.cells.assign(&modes.mode_to_cell.t());
        modes.faces.assign(&modes.mode_to_face.t());
        modes.side = modes.cells.row(n - 1).to_vec();
        modes
    }

    /// The modes of cell quantities alone: singular values `sigma` [1/m] of another divergence, not of `D_r`, and its
    /// left vectors, `cells[(i, k)] = q_k(i)`. The matrices of the faces stay empty.
    pub(crate) fn of_cells(grid: &RadialGrid, sigma: Vec<f64>, cells: &Array2<f64>) -> Self {
        let areas = Array2::from_shape_fn((grid.len(), 1), |(i, _)| grid.cell_area(i));
        Self {
            side: cells.row(grid.len() - 1).to_vec(),
            cell_to_mode: cells * &areas,
            mode_to_cell: cells.t().as_standard_layout().into_owned(),
            face_to_mode: Array2::zeros((0, 0)),
            mode_to_face: Array2::zeros((0, 0)),
            cells: cells.clone(),
            faces: Array2::zeros((0, 0)),
            sigma,
        }
    }

    /// Whether mode 0 is constant over the cross-section and has no radial velocity, `σ_0 = 0`.
    pub(super) fn has_constant(&self) -> bool {
        self.sigma[0] == 0.0
    }

    /// Number of modes, equal to the number of radial cells.
    pub(super) fn len(&self) -> usize {
        self.sigma.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_orthonormal_and_pair_divergence_with_gradient_to_round_off() {
        let faces: Vec<f64> = (0..=40).map(|i| (0.05 * i as f64).sinh()).collect();
        let grid = RadialGrid::from_faces(faces);
        let modes = RadialModes::new(&grid);
        let n = grid.len();
        let unit = modes.mode_to_cell.dot(&modes.cell_to_mode);
        for ((a, b), value) in unit.indexed_iter() {
            assert!((value - f64::from(u8::from(a == b))).abs() < 1e-12, "cell modes {a} {b}");
        }
        for k in 1..n {
            for i in 0..n {
                let inner = grid.faces[i] * modes.mode_to_face[(k, i)];
                let outer = if i + 1 < n { grid.faces[i + 1] * modes.mode_to_face[(k, i + 1)] } else { 0.0 };
                let divergence = (outer - inner) / grid.cell_area(i);
                let expected = modes.sigma[k] * modes.mode_to_cell[(k, i)];
                assert!((divergence - expected).abs() < 1e-10 * modes.sigma[n - 1], "mode {k} cell {i}");
            }
        }
    }
}
