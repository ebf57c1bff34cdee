//! The horizontal operators of azimuthal mode m as an exact discrete complex, and the basis that it gives.
//!
//! With `(U, V)` the amplitudes of radial and azimuthal velocity, `U` on radial faces and `V` in cells:
//!
//! ```text
//! D(U, V) = (rU)'/r + mV/r   in cells     G P = (P', −mP/r)     = −D†    divergence, gradient
//! C(U, V) = (rV)'/r + mU/r   on faces     R ψ = (mψ/r, −ψ')     =  C†    vertical vorticity, curl of a stream function
//! ```
//!
//! The adjoints are those of the inner products with weights `r dr` (cells) and `r_face·spacing` (faces); `ζ = C(U, V)`
//! and `ψ` vanish on the axis and at the free-slip side. On any grid
//!
//! ```text
//! C G = 0,    D R = 0,    L_h = G D − R C
//! ```
//!
//! hold exactly, as for the continuous operators (a discrete de Rham complex: Hyman & Shashkov 1997). The left singular
//! vectors `q_k` of `D` (values `σ_k`) and `ψ_k` of `C` (values `κ_k`) therefore give a complete orthonormal basis of
//! the horizontal velocity, in which the vector Laplacian `L_h` is diagonal and commutes with `D`:
//!
//! ```text
//! −G q_k/σ_k   (gradient part, nr modes)        R ψ_k/κ_k   (curl part, nr − 1 modes)
//! ```
//!
//! `σ_k` and `κ_k` tend with second order to `j'_mk/R` and `j_mk/R`, zeros of the Bessel functions.

use crate::grid::RadialGrid;
use nalgebra::DMatrix;
use ndarray::Array2;

/// The two bases of azimuthal mode m ≥ 1 on a grid of `nr` cells. Matrices are `(nr, nr)`; entry 0 of quantities on
/// faces is the axis and unused.
pub struct HorizontalModes {
    m: f64,
    columns: Columns,
    /// Singular values `σ_k` of the divergence [1/m], increasing.
    pub(super) sigma: Vec<f64>,
    /// Singular values `κ_k` of the vorticity [1/m], increasing; entry 0 is unused and 0.
    pub(super) kappa: Vec<f64>,
    /// `q_k(i)` in column k.
    pub cells: Array2<f64>,
    /// `divergence_to_mode[i, k] = r_i dr_i q_k(i)/σ_k`: amplitudes of the gradient part from the divergence.
    pub(super) divergence_to_mode: Array2<f64>,
    /// `mode_to_potential[k, i] = −q_k(i)/σ_k`: the velocity potential `P` of the gradient part.
    pub(super) mode_to_potential: Array2<f64>,
    /// `vorticity_to_mode[i, k] = r_face·spacing·ψ_k(i)/κ_k`: amplitudes of the curl part from the vertical vorticity.
    pub(super) vorticity_to_mode: Array2<f64>,
    /// `mode_to_stream[k, i] = ψ_k(i)/κ_k`: the stream function of the curl part.
    pub(super) mode_to_stream: Array2<f64>,
    /// Radial and azimuthal velocity of the gradient part's modes and of the curl part's, `[i, k]` of mode k in node i.
    pub(super) velocities: [[Array2<f64>; 2]; 2],
}

/// Left singular vectors and values, increasing.
struct LeftVectors {
    values: Vec<f64>,
    vectors: DMatrix<f64>,
}

impl LeftVectors {
    fn of(matrix: DMatrix<f64>) -> Self {
        let svd = matrix.svd(true, false);
        let left = svd.u.expect("left vectors");
        let mut order: Vec<usize> = (0..left.ncols()).collect();
        order.sort_by(|&a, &b| svd.singular_values[a].total_cmp(&svd.singular_values[b]));
        let vectors = DMatrix::from_fn(left.nrows(), left.ncols(), |i, k| left[(i, order[k])]);
        Self { values: order.iter().map(|&k| svd.singular_values[k]).collect(), vectors }
    }
}

/// Factors of the operators in every column; those on faces are 0 on the axis.
struct Columns {
    /// Radii of the faces and the cells \[m\].
    face: Vec<f64>,
    cell: Vec<f64>,
    /// Inverse areas of their rings [1/m²].
    per_face_area: Vec<f64>,
    per_cell_area: Vec<f64>,
    /// m/r on the faces and in the cells [1/m].
    turn_on_face: Vec<f64>,
    turn_in_cell: Vec<f64>,
    /// Over the distance of centres and of faces [1/m].
    per_spacing: Vec<f64>,
    per_width: Vec<f64>,
}

impl Columns {
    fn new(radial: &RadialGrid, m: f64) -> Self {
        let cells = |of: &dyn Fn(usize) -> f64| (0..radial.len()).map(of).collect();
        let faces = |of: &dyn Fn(usize) -> f64| cells(&|i| if i > 0 { of(i) } else { 0.0 });
        Self {
            face: faces(&|i| radial.faces[i]),
            cell: cells(&|i| radial.centres[i]),
            per_face_area: faces(&|i| 1.0 / radial.face_area(i)),
            per_cell_area: cells(&|i| 1.0 / radial.cell_area(i)),
            turn_on_face: faces(&|i| m / radial.faces[i]),
            turn_in_cell: cells(&|i| m / radial.centres[i]),
            per_spacing: faces(&|i| 1.0 / radial.spacing[i]),
            per_width: cells(&|i| 1.0 / radial.widths[i]),
        }
    }
}

impl HorizontalModes {
    /// Decomposes divergence and vorticity of azimuthal mode `m` ≥ 1. Cost O(nr³), once per run.
    pub(super) fn new(radial: &RadialGrid, m: usize) -> Self {
        assert!(m >= 1, "the axisymmetric mode has its own basis");
        let (n, m) = (radial.len(), m as f64);
        let gradient = LeftVectors::of(Self::scaled_divergence(radial, m));
        let curl = LeftVectors::of(Self::scaled_vorticity(radial, m));
        let mut modes = Self {
            m,
            columns: Columns::new(radial, m),
            sigma: gradient.values,
            kappa: std::iter::once(0.0).chain(curl.values).collect(),
            cells: Array2::zeros((n, n)),
            divergence_to_mode: Array2::zeros((n, n)),
            mode_to_potential: Array2::zeros((n, n)),
            vorticity_to_mode: Array2::zeros((n, n)),
            mode_to_stream: Array2::zeros((n, n)),
            velocities: [(); 2].map(|()| [(); 2].map(|()| Array2::zeros((n, n)))),
        };
        for k in 0..n {
            for i in 0..n {
                let q = gradient.vectors[(i, k)] / radial.cell_area(i).sqrt();
                modes.cells[(i, k)] = q;
                modes.divergence_to_mode[(i, k)] = radial.cell_area(i) * q / modes.sigma[k];
                modes.mode_to_potential[(k, i)] = -q / modes.sigma[k];
                if i > 0 && k > 0 {
                    let psi = curl.vectors[(i - 1, k - 1)] / radial.face_area(i).sqrt();
                    modes.vorticity_to_mode[(i, k)] = radial.face_area(i) * psi / modes.kappa[k];
                    modes.mode_to_stream[(k, i)] = psi / modes.kappa[k];
                }
            }
        }
        modes.velocities = modes.velocities_of_modes();
        modes
    }

    fn velocities_of_modes(&self) -> [[Array2<f64>; 2]; 2] {
        let n = self.sigma.len();
        let (zero, [mut u, mut v]) = (vec![0.0; n], [(); 2].map(|()| vec![0.0; n]));
        let bases = [&self.mode_to_potential, &self.mode_to_stream];
        std::array::from_fn(|part| {
            let mut velocity = [(); 2].map(|()| Array2::zeros((n, n)));
            for (k, mode) in bases[part].rows().into_iter().enumerate() {
                let mut of = [&zero[..]; 2];
                of[part] = mode.to_slice().expect("contiguous");
                self.velocity(of[0], of[1], &mut u, &mut v);
                for (field, values) in velocity.iter_mut().zip([&u, &v]) {
                    field.column_mut(k).iter_mut().zip(values).for_each(|(x, value)| *x = *value);
                }
            }
            velocity
        })
    }

    /// `√w_cell D/√w`, columns: `U` on the inner faces, then `V` in the cells.
    fn scaled_divergence(radial: &RadialGrid, m: f64) -> DMatrix<f64> {
        let n = radial.len();
        let mut matrix = DMatrix::zeros(n, 2 * n - 1);
        for i in 0..n {
            let cell = radial.cell_area(i).sqrt();
            if i > 0 {
                matrix[(i, i - 1)] = -radial.faces[i] / (cell * radial.face_area(i).sqrt());
                matrix[(i - 1, i - 1)] =
                    radial.faces[i] / (radial.cell_area(i - 1).sqrt() * radial.face_area(i).sqrt());
            }
            matrix[(i, n - 1 + i)] = m / radial.centres[i];
        }
        matrix
    }

    /// `√w_face C/√w`, columns as in [`Self::scaled_divergence`].
    fn scaled_vorticity(radial: &RadialGrid, m: f64) -> DMatrix<f64> {
        let n = radial.len();
        let mut matrix = DMatrix::zeros(n - 1, 2 * n - 1);
        for f in 1..n {
            let face = radial.face_area(f).sqrt();
            matrix[(f - 1, f - 1)] = m / radial.faces[f];
            matrix[(f - 1, n - 1 + f)] = radial.centres[f] / (face * radial.cell_area(f).sqrt());
            matrix[(f - 1, n - 2 + f)] = -radial.centres[f - 1] / (face * radial.cell_area(f - 1).sqrt());
        }
        matrix
    }

    /// `D(U, V)` of one row.
    #[inline(never)]
    pub(super) fn divergence(&self, u: &[f64], v: &[f64], out: &mut [f64]) {
        let (n, columns) = (out.len(), &self.columns);
        let (u, v, face) = (&u[..n], &v[..n], &columns.face[..n]);
        let (per_area, turn) = (&columns.per_cell_area[..n], &columns.turn_in_cell[..n]);
        for i in 0..n - 1 {
            out[i] = (face[i + 1] * u[i + 1] - face[i] * u[i]) * per_area[i] + turn[i] * v[i];
        }
        let last = n - 1;
        out[last] = -face[last] * u[last] * per_area[last] + turn[last] * v[last];
    }

    /// `C(U, V)` of one row.
    #[inline(never)]
    pub(super) fn vorticity(&self, u: &[f64], v: &[f64], out: &mut [f64]) {
        let (n, columns) = (out.len(), &self.columns);
        let (u, v, cell) = (&u[..n], &v[..n], &columns.cell[..n]);
        let (per_area, turn) = (&columns.per_face_area[..n], &columns.turn_on_face[..n]);
        out[0] = 0.0;
        for i in 1..n {
            out[i] = (cell[i] * v[i] - cell[i - 1] * v[i - 1]) * per_area[i] + turn[i] * u[i];
        }
    }

    /// `(U, V) = G P + R ψ` of one row. On the axis the radial velocity of mode 1 is that of the first face, of all
    /// others zero.
    #[inline(never)]
    pub(super) fn velocity(&self, potential: &[f64], stream: &[f64], u: &mut [f64], v: &mut [f64]) {
        let (n, columns) = (u.len(), &self.columns);
        let (potential, stream, v) = (&potential[..n], &stream[..n], &mut v[..n]);
        let (per_spacing, turn_on_face) = (&columns.per_spacing[..n], &columns.turn_on_face[..n]);
        for i in 1..n {
            u[i] = (potential[i] - potential[i - 1]) * per_spacing[i] + turn_on_face[i] * stream[i];
        }
        u[0] = if self.m == 1.0 { u[1] } else { 0.0 };
        let (per_width, turn_in_cell) = (&columns.per_width[..n], &columns.turn_in_cell[..n]);
        for i in 0..n - 1 {
            v[i] = (stream[i] - stream[i + 1]) * per_width[i] - turn_in_cell[i] * potential[i];
        }
        v[n - 1] = stream[n - 1] * per_width[n - 1] - turn_in_cell[n - 1] * potential[n - 1];
    }
}

/// The basis of the swirl of mode 0, `u_φ = ±V(r)`, on a grid of `nr` cells: the eigenvectors of `(1/r (rV)')'`. On the
/// axis the vorticity is finite, `2V/r`, and at the side it vanishes. Matrices are `(nr, nr)`.
pub struct SwirlModes {
    /// Square roots of the eigenvalues [1/m], increasing: `j_0k/R`, with second order.
    pub(super) kappa: Vec<f64>,
    /// `cell_to_mode[i, k] = r_i dr_i v_k(i)`.
    pub(super) cell_to_mode: Array2<f64>,
    /// `mode_to_cell[k, i] = v_k(i)`.
    pub(super) mode_to_cell: Array2<f64>,
    /// `cells[i, k] = v_k(i)`.
    pub cells: Array2<f64>,
}

impl SwirlModes {
    /// Decomposes the vorticity of swirl. Cost O(nr³).
    pub(super) fn new(radial: &RadialGrid) -> Self {
        let n = radial.len();
        let ring = |f: usize| if f > 0 { radial.face_area(f) } else { 0.5 * radial.centres[0].powi(2) };
        // `√w_cell C†/√w_face`; face 0 is the axis with the circle of the first centre.
        let mut matrix = DMatrix::zeros(n, n);
        for f in 0..n {
            for i in f.max(1) - 1..=f {
                let sign = if i == f { 1.0 } else { -1.0 };
                matrix[(i, f)] = sign * radial.centres[i] / (ring(f) * radial.cell_area(i)).sqrt();
            }
        }
        let LeftVectors { values, vectors } = LeftVectors::of(matrix);
        let of_cell = |i: usize, k: usize| vectors[(i, k)] / radial.cell_area(i).sqrt();
        Self {
            kappa: values,
            cell_to_mode: Array2::from_shape_fn((n, n), |(i, k)| radial.cell_area(i) * of_cell(i, k)),
            mode_to_cell: Array2::from_shape_fn((n, n), |(k, i)| of_cell(i, k)),
            cells: Array2::from_shape_fn((n, n), |(i, k)| of_cell(i, k)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretched(n: usize) -> RadialGrid {
        let length = 0.05 * n as f64;
        RadialGrid::from_faces((0..=n).map(|i| (0.05 * i as f64).sinh() / length.sinh()).collect())
    }

    fn noise(n: usize, seed: f64) -> Vec<f64> {
        (0..n).map(|i| (12.9898 * (i as f64 + seed)).sin() * 43758.5453 % 1.0).collect()
    }

    fn largest(values: &[f64]) -> f64 {
        values.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
    }

    #[test]
    fn a_gradient_has_no_vorticity_and_a_curl_no_divergence_to_round_off() {
        for m in 1..7 {
            let modes = HorizontalModes::new(&stretched(40), m);
            let n = modes.sigma.len();
            let (zero, [mut u, mut v, mut out]) = (vec![0.0; n], [(); 3].map(|()| vec![0.0; n]));
            modes.velocity(&noise(n, 1.0), &zero, &mut u, &mut v);
            modes.vorticity(&u, &v, &mut out);
            let scale = modes.sigma[n - 1] * largest(&v).max(largest(&u));
            assert!(largest(&out) < 1e-15 * scale, "C G, m = {m}: {:.1e}", largest(&out) / scale);
            let mut stream = noise(n, 2.0);
            stream[0] = 0.0;
            modes.velocity(&zero, &stream, &mut u, &mut v);
            modes.divergence(&u, &v, &mut out);
            let scale = modes.sigma[n - 1] * largest(&v).max(largest(&u));
            assert!(largest(&out) < 1e-15 * scale, "D R, m = {m}: {:.1e}", largest(&out) / scale);
        }
    }

    #[test]
    fn gradients_and_curls_together_make_every_horizontal_velocity() {
        for m in 1..5 {
            let modes = HorizontalModes::new(&stretched(40), m);
            let n = modes.sigma.len();
            let (mut u, v) = (noise(n, 3.0), noise(n, 4.0));
            u[0] = if m == 1 { u[1] } else { 0.0 };
            let row = |values: &[f64]| Array2::from_shape_vec((1, n), values.to_vec()).unwrap();
            let (mut divergence, mut vorticity) = (vec![0.0; n], vec![0.0; n]);
            modes.divergence(&u, &v, &mut divergence);
            modes.vorticity(&u, &v, &mut vorticity);
            let gradient = [&modes.divergence_to_mode, &modes.mode_to_potential];
            let curl = [&modes.vorticity_to_mode, &modes.mode_to_stream];
            let potential = row(&divergence).dot(gradient[0]).dot(gradient[1]);
            let stream = row(&vorticity).dot(curl[0]).dot(curl[1]);
            let (mut u2, mut v2) = (vec![0.0; n], vec![0.0; n]);
            modes.velocity(potential.as_slice().unwrap(), stream.as_slice().unwrap(), &mut u2, &mut v2);
            let off = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(off(&u, &u2).max(off(&v, &v2)) < 1e-11, "m = {m}: {:.1e} {:.1e}", off(&u, &u2), off(&v, &v2));
        }
    }

    #[test]
    fn singular_values_tend_to_the_zeros_of_the_bessel_functions_with_second_order() {
        let zeros = [
            (1, [1.841183781340659, 5.331442773525033], [3.831705970207512, 7.015586669815619]),
            (2, [3.05423692822714, 6.70613319415846], [5.135622301840683, 8.417244140399864]),
            (5, [6.41561637570024, 10.51986087377229], [8.771483815959954, 12.338604197466944]),
        ];
        for (m, gradient, curl) in zeros {
            let errors = [24, 48, 96].map(|n| {
                let modes = HorizontalModes::new(&stretched_to(n), m);
                [0, 1].map(|k| [modes.sigma[k] / gradient[k] - 1.0, modes.kappa[k + 1] / curl[k] - 1.0])
            });
            let [coarse, middle, fine] = errors.map(|parts| parts.concat());
            for ((coarse, middle), fine) in coarse.iter().zip(&middle).zip(&fine) {
                let [before, order] = [coarse / middle, middle / fine].map(f64::log2);
                assert!(order > 1.9 && before > 1.7, "m = {m}: {before:.2} {order:.2}");
                assert!(fine.abs() < 4e-3, "m = {m}: {fine:.1e}");
            }
        }
    }

    #[test]
    fn swirl_decays_by_the_zeros_of_j0_with_second_order_and_its_basis_is_complete() {
        let zeros = [2.404825557695773, 5.520078110286311];
        let errors = [24, 48, 96].map(|n| [0, 1].map(|k| SwirlModes::new(&stretched_to(n)).kappa[k] / zeros[k] - 1.0));
        for k in 0..2 {
            let [before, order] = [errors[0][k] / errors[1][k], errors[1][k] / errors[2][k]].map(f64::log2);
            assert!(order > 1.9 && before > 1.7 && errors[2][k].abs() < 1e-3, "{before:.2} {order:.2} {errors:?}");
        }
        let modes = SwirlModes::new(&stretched(40));
        let values = Array2::from_shape_vec((1, 40), noise(40, 5.0)).unwrap();
        let back = values.dot(&modes.cell_to_mode).dot(&modes.mode_to_cell);
        assert!((&back - &values).iter().all(|off| off.abs() < 1e-12));
    }

    /// The same stretching at every number of cells.
    fn stretched_to(n: usize) -> RadialGrid {
        RadialGrid::from_faces((0..=n).map(|i| (1.5 * i as f64 / n as f64).sinh() / 1.5_f64.sinh()).collect())
    }
}
