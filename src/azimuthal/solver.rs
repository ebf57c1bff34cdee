//! The implicit Stokes problem of one azimuthal mode, solved directly and without splitting.
//!
//! In the basis of [`super::modes`] the problem `c0 u − ν∇²u + ∇p = r, ∇·u = 0` falls apart. Gradient part, axial velocity
//! and pressure obey, for every `σ_k`, the equations of [`crate::flow::stokes`]; that solver serves as it is. The curl part
//! has neither divergence nor pressure and obeys one Helmholtz equation per `κ_k`,
//!
//! ```text
//! (c0 + νκ² − νL_u) ω = r_ω
//! ```
//!
//! with the same `L_u`, so that both horizontal components meet the same no-slip or free-slip ends. Swirl, mode 0 of the
//! turned family, has a curl part alone.

use super::modes::{HorizontalModes, SwirlModes};
use crate::flow::modes::RadialModes;
use crate::flow::stokes::{Ends, Fields, StokesSolver, Tridiagonal};
use crate::grid::{AxialGrid, RadialGrid};
use ndarray::{Array2, linalg::general_mat_mul, s};
use std::ops::Range;

/// Amplitudes of velocity and pressure of one azimuthal mode (or right-hand sides), each of shape `(nz, nr)`:
/// `u_r = u cos mφ`, `u_φ = v sin mφ`, `u_z = w cos mφ`, pressure over density `p cos mφ`; of the turned family
/// ([`super::parts`]) with `mφ − π/2`.
///
/// Places as in [`crate::grid`], `v` in the cell's centre. Column 0 of `u` is the axis: in mode 1 the velocity there is
/// finite and equals that on the first face.
#[derive(Debug, Clone, PartialEq)]
pub struct ModeFields {
    /// Radial velocity [m/s].
    pub u: Array2<f64>,
    /// Azimuthal velocity [m/s]; zero in mode 0, of which the turned family has nothing else.
    pub v: Array2<f64>,
    /// Axial velocity [m/s].
    pub w: Array2<f64>,
    /// Pressure over density [m²/s²].
    pub p: Array2<f64>,
}

impl ModeFields {
    /// Zero fields on `nz × nr` cells.
    pub fn zeros(nz: usize, nr: usize) -> Self {
        let zero = || Array2::zeros((nz, nr));
        Self { u: zero(), v: zero(), w: zero(), p: zero() }
    }

    /// Sets mode 1 to a rigid rotation at `spin` [rad/s] (see [`super::motion`]) inside of a sphere of `radius` \[m\] whose
    /// centre is at the height `centre` \[m\].
    pub fn spin_inside(&mut self, radial: &RadialGrid, axial: &AxialGrid, centre: f64, radius: f64, spin: f64) {
        for j in 0..axial.len() {
            let (height, face) = (axial.centres[j] - centre, axial.faces[j] - centre);
            for i in 0..radial.len() {
                let (r, outer) = (radial.centres[i], radial.faces[i]);
                if outer.hypot(height) < radius {
                    self.u[(j, i)] = spin * height;
                }
                if r.hypot(height) < radius {
                    self.v[(j, i)] = -spin * height;
                }
                if j > 0 && r.hypot(face) < radius {
                    self.w[(j, i)] = -spin * r;
                }
            }
        }
    }
}

impl ModeFields {
    /// The same of swirl: a rotation at `spin` [rad/s] about the axis.
    pub fn twist_inside(&mut self, radial: &RadialGrid, axial: &AxialGrid, centre: f64, radius: f64, spin: f64) {
        for (j, height) in axial.centres.iter().enumerate() {
            for (i, r) in radial.centres.iter().enumerate() {
                if r.hypot(height - centre) < radius {
                    self.v[(j, i)] = -spin * r;
                }
            }
        }
    }
}

/// The same in the basis of the radial modes.
#[derive(Debug, Clone)]
pub struct Spectrum {
    /// Gradient part of the horizontal velocity, axial velocity, pressure.
    pub gradient: Fields,
    /// Curl part; column 0 is unused and zero.
    pub curl: Array2<f64>,
}

impl Spectrum {
    /// Zero amplitudes on `nz × nr` cells.
    pub fn zeros(nz: usize, nr: usize) -> Self {
        Self { gradient: Fields::zeros(nz, nr), curl: Array2::zeros((nz, nr)) }
    }

    /// Adds the velocity of `other`.
    pub fn add(&mut self, other: &Self) {
        self.gradient.u += &other.gradient.u;
        self.gradient.w += &other.gradient.w;
        self.curl += &other.curl;
    }

    /// Copies the velocity of `other`.
    pub fn assign(&mut self, other: &Self) {
        self.gradient.u.assign(&other.gradient.u);
        self.gradient.w.assign(&other.gradient.w);
        self.curl.assign(&other.curl);
    }
}

/// A part of the grid: some rows, and columns from the axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Window {
    /// Axial rows.
    pub rows: Range<usize>,
    /// Number of columns from the axis.
    pub columns: usize,
}

/// The parts of a velocity, each with the solver that it has.
enum Basis {
    /// m = 0: no azimuthal velocity; the basis is that of [`RadialModes`].
    Axisymmetric(StokesSolver),
    /// m ≥ 1.
    Complex { stokes: StokesSolver, modes: Box<HorizontalModes>, helmholtz: Box<Tridiagonal> },
    /// m = 0, the azimuthal velocity alone.
    Swirl { modes: Box<SwirlModes>, helmholtz: Box<Tridiagonal> },
}

/// The direct solver of one azimuthal mode.
pub struct ModeSolver {
    /// Azimuthal wavenumber m.
    pub wavenumber: usize,
    size: [usize; 2],
    viscosity: f64,
    ends: Ends,
    basis: Basis,
}

impl ModeSolver {
    /// Prepares the solver of azimuthal mode `wavenumber` for `nz` axial cells and kinematic viscosity `viscosity` [m²/s];
    /// the side is free-slip. Cost O(nr³).
    pub fn new(radial: &RadialGrid, wavenumber: usize, nz: usize, viscosity: f64, ends: Ends) -> Self {
        let basis = if wavenumber == 0 {
            Basis::Axisymmetric(StokesSolver::new(RadialModes::new(radial), nz, viscosity, ends))
        } else {
            let modes = Box::new(HorizontalModes::new(radial, wavenumber));
            let cells = RadialModes::of_cells(radial, modes.sigma.clone(), &modes.cells);
            let helmholtz = Box::new(Tridiagonal::zeros(nz, radial.len()));
            Basis::Complex { stokes: StokesSolver::new(cells, nz, viscosity, ends), modes, helmholtz }
        };
        Self { wavenumber, size: [nz, radial.len()], viscosity, ends, basis }
    }

    /// The same for swirl.
    pub fn swirl(radial: &RadialGrid, nz: usize, viscosity: f64, ends: Ends) -> Self {
        let helmholtz = Box::new(Tridiagonal::zeros(nz, radial.len()));
        let basis = Basis::Swirl { modes: Box::new(SwirlModes::new(radial)), helmholtz };
        Self { wavenumber: 0, size: [nz, radial.len()], viscosity, ends, basis }
    }

    /// Number of axial cells.
    pub fn nz(&self) -> usize {
        self.size[0]
    }

    /// Number of radial cells.
    pub fn nr(&self) -> usize {
        self.size[1]
    }

    /// The components of the velocity that there are, in the order radial, axial, azimuthal.
    pub fn components(&self) -> Range<usize> {
        match self.basis {
            Basis::Axisymmetric(_) => 0..2,
            Basis::Complex { .. } => 0..3,
            Basis::Swirl { .. } => 2..3,
        }
    }

    /// The whole grid.
    pub fn everywhere(&self) -> Window {
        Window { rows: 0..self.nz(), columns: self.nr() }
    }

    /// Factorises for a grid and the inverse time scale `c0` [1/s] of the time formula.
    pub fn factor(&mut self, grid: &AxialGrid, c0: f64) {
        let (nu, ends) = (self.viscosity, self.ends);
        match &mut self.basis {
            Basis::Axisymmetric(stokes) => stokes.factor(grid, c0),
            Basis::Complex { stokes, modes, helmholtz } => {
                stokes.factor(grid, c0);
                factor_helmholtz(helmholtz, grid, &modes.kappa, [c0, nu], ends);
            }
            Basis::Swirl { modes, helmholtz } => factor_helmholtz(helmholtz, grid, &modes.kappa, [c0, nu], ends),
        }
    }

    /// Solves in the basis, in place: right-hand side [m/s²] in, velocity and pressure out.
    ///
    /// Post-condition: the velocity is solenoidal to round-off.
    pub fn solve(&self, x: &mut Spectrum) {
        if let Basis::Axisymmetric(stokes) | Basis::Complex { stokes, .. } = &self.basis {
            stokes.solve_modal(&mut x.gradient);
        }
        if let Basis::Complex { helmholtz, .. } | Basis::Swirl { helmholtz, .. } = &self.basis {
            helmholtz.solve(x.curl.as_slice_mut().expect("contiguous"), 0, self.nr());
        }
    }

    /// Transforms the velocity in `window`; outside of it `fields` is taken as zero. `scratch` has shape `(nz, nr)`.
    pub fn to_spectrum(&self, fields: &ModeFields, window: &Window, scratch: &mut Array2<f64>, out: &mut Spectrum) {
        let columns = window.columns;
        match &self.basis {
            Basis::Axisymmetric(stokes) => {
                product_from(&fields.w, &stokes.modes.cell_to_mode, window, columns, &mut out.gradient.w);
                product_from(&fields.u, &stokes.modes.face_to_mode, window, columns, &mut out.gradient.u);
            }
            Basis::Complex { stokes, modes, .. } => {
                product_from(&fields.w, &stokes.modes.cell_to_mode, window, columns, &mut out.gradient.w);
                let wider = (columns + 1).min(self.nr());
                each_row(window, wider, [&fields.u, &fields.v], scratch, |u, v, out| modes.divergence(u, v, out));
                product_from(scratch, &modes.divergence_to_mode, window, wider, &mut out.gradient.u);
                each_row(window, wider, [&fields.u, &fields.v], scratch, |u, v, out| modes.vorticity(u, v, out));
                product_from(scratch, &modes.vorticity_to_mode, window, wider, &mut out.curl);
            }
            Basis::Swirl { modes, .. } => product_from(&fields.v, &modes.cell_to_mode, window, columns, &mut out.curl),
        }
    }

    /// The velocity in `window`; the rest of `fields` stays. `scratch` holds two arrays of shape `(nz, nr)`.
    pub fn to_fields(&self, x: &Spectrum, window: &Window, scratch: &mut [Array2<f64>; 2], fields: &mut ModeFields) {
        let columns = window.columns;
        match &self.basis {
            Basis::Axisymmetric(stokes) => {
                product_to(&x.gradient.w, &stokes.modes.mode_to_cell, window, columns, &mut fields.w);
                product_to(&x.gradient.u, &stokes.modes.mode_to_face, window, columns, &mut fields.u);
            }
            Basis::Complex { stokes, modes, .. } => {
                product_to(&x.gradient.w, &stokes.modes.mode_to_cell, window, columns, &mut fields.w);
                let wider = (columns + 1).min(self.nr());
                let [potential, stream] = scratch;
                product_to(&x.gradient.u, &modes.mode_to_potential, window, wider, potential);
                product_to(&x.curl, &modes.mode_to_stream, window, wider, stream);
                for j in window.rows.clone() {
                    let (p, psi) = (row(potential, j), row(stream, j));
                    let u = &mut row_mut(&mut fields.u, j)[..columns];
                    modes.velocity(&p[..wider], &psi[..wider], u, &mut row_mut(&mut fields.v, j)[..columns]);
                }
            }
            Basis::Swirl { modes, .. } => product_to(&x.curl, &modes.mode_to_cell, window, columns, &mut fields.v),
        }
    }

    /// The pressure everywhere; swirl has none.
    pub fn pressure(&self, x: &Spectrum, fields: &mut ModeFields) {
        if let Basis::Axisymmetric(stokes) | Basis::Complex { stokes, .. } = &self.basis {
            product_to(&x.gradient.p, &stokes.modes.mode_to_cell, &self.everywhere(), self.nr(), &mut fields.p);
        }
    }
}

/// Factorises `c0 + νκ² − νL_u` for every `κ`; `[c0, ν]`.
fn factor_helmholtz(helmholtz: &mut Tridiagonal, grid: &AxialGrid, kappa: &[f64], [c0, nu]: [f64; 2], ends: Ends) {
    let nz = grid.len();
    let mut diagonal = vec![0.0; nz];
    for (j, diagonal) in diagonal.iter_mut().enumerate() {
        let below = if j > 0 { nu / (grid.spacing[j] * grid.widths[j]) } else { 0.0 };
        let above = if j + 1 < nz { nu / (grid.spacing[j + 1] * grid.widths[j]) } else { 0.0 };
        (helmholtz.lower[j], helmholtz.upper[j], *diagonal) = (-below, -above, below + above);
    }
    for (no_slip, row) in [(ends.bottom_no_slip, 0), (ends.top_no_slip, nz - 1)] {
        diagonal[row] += if no_slip { 2.0 * nu / grid.widths[row].powi(2) } else { 0.0 };
    }
    let shift: Vec<f64> = kappa.iter().map(|kappa| c0 + nu * kappa * kappa).collect();
    helmholtz.factor(0, &diagonal, &shift);
}

/// Row `j` of a contiguous array.
pub(super) fn row(field: &Array2<f64>, j: usize) -> &[f64] {
    let nr = field.ncols();
    &field.as_slice().expect("contiguous")[j * nr..(j + 1) * nr]
}

/// Row `j` of a contiguous array, to be written.
pub(super) fn row_mut(field: &mut Array2<f64>, j: usize) -> &mut [f64] {
    let nr = field.ncols();
    &mut field.as_slice_mut().expect("contiguous")[j * nr..(j + 1) * nr]
}

/// `out[rows] = field[rows, ..columns] · matrix[..columns, ..]`, zero in the other rows.
fn product_from(field: &Array2<f64>, matrix: &Array2<f64>, window: &Window, columns: usize, out: &mut Array2<f64>) {
    let rows = window.rows.clone();
    out.slice_mut(s![..rows.start, ..]).fill(0.0);
    out.slice_mut(s![rows.end.., ..]).fill(0.0);
    let mut target = out.slice_mut(s![rows.clone(), ..]);
    general_mat_mul(1.0, &field.slice(s![rows, ..columns]), &matrix.slice(s![..columns, ..]), 0.0, &mut target);
}

/// `out[rows, ..columns] = field[rows] · matrix[.., ..columns]`.
fn product_to(field: &Array2<f64>, matrix: &Array2<f64>, window: &Window, columns: usize, out: &mut Array2<f64>) {
    let rows = window.rows.clone();
    let mut target = out.slice_mut(s![rows.clone(), ..columns]);
    general_mat_mul(1.0, &field.slice(s![rows, ..]), &matrix.slice(s![.., ..columns]), 0.0, &mut target);
}

/// Applies `operator` to every row of the window.
fn each_row(
    window: &Window,
    columns: usize,
    [u, v]: [&Array2<f64>; 2],
    out: &mut Array2<f64>,
    operator: impl Fn(&[f64], &[f64], &mut [f64]),
) {
    for j in window.rows.clone() {
        operator(row(u, j), row(v, j), &mut row_mut(out, j)[..columns]);
    }
}
