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
//! with the same `L_u`, so that both horizontal components meet the same no-slip or free-slip ends.

use super::modes::HorizontalModes;
use crate::flow::modes::RadialModes;
use crate::flow::stokes::{Ends, Fields, StokesSolver, Tridiagonal};
use crate::grid::{AxialGrid, RadialGrid};
use ndarray::{Array2, linalg::general_mat_mul, s};
use std::ops::Range;

/// Amplitudes of velocity and pressure of one azimuthal mode (or right-hand sides), each of shape `(nz, nr)`:
/// `u_r = u cos mφ`, `u_φ = v sin mφ`, `u_z = w cos mφ`, pressure over density `p cos mφ`.
///
/// Places as in [`crate::grid`], `v` in the cell's centre. Column 0 of `u` is the axis: in mode 1 the velocity there is
/// finite and equals that on the first face.
#[derive(Debug, Clone, PartialEq)]
pub struct ModeFields {
    /// Radial velocity [m/s].
    pub u: Array2<f64>,
    /// Azimuthal velocity [m/s]; zero in mode 0.
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

/// The basis of the horizontal velocity.
enum Horizontal {
    /// m = 0: no azimuthal velocity; the basis is that of [`RadialModes`].
    Axisymmetric,
    /// m ≥ 1.
    Complex { modes: Box<HorizontalModes>, helmholtz: Box<Tridiagonal> },
}

/// The direct solver of one azimuthal mode.
pub struct ModeSolver {
    /// Azimuthal wavenumber m.
    pub wavenumber: usize,
    /// Gradient part, axial velocity and pressure.
    stokes: StokesSolver,
    horizontal: Horizontal,
}

impl ModeSolver {
    /// Prepares the solver of azimuthal mode `wavenumber` for `nz` axial cells and kinematic viscosity `viscosity` [m²/s];
    /// the side is free-slip. Cost O(nr³).
    pub fn new(radial: &RadialGrid, wavenumber: usize, nz: usize, viscosity: f64, ends: Ends) -> Self {
        if wavenumber == 0 {
            let stokes = StokesSolver::new(RadialModes::new(radial), nz, viscosity, ends);
            return Self { wavenumber, stokes, horizontal: Horizontal::Axisymmetric };
        }
        let modes = HorizontalModes::new(radial, wavenumber);
        let cells = RadialModes::of_cells(radial, modes.sigma.clone(), &modes.cells);
        let helmholtz = Tridiagonal::zeros(nz, radial.len());
        Self {
            wavenumber,
            stokes: StokesSolver::new(cells, nz, viscosity, ends),
            horizontal: Horizontal::Complex { modes: Box::new(modes), helmholtz: Box::new(helmholtz) },
        }
    }

    /// Number of axial cells.
    pub fn nz(&self) -> usize {
        self.stokes.nz()
    }

    /// Number of radial cells.
    pub fn nr(&self) -> usize {
        self.stokes.nr()
    }

    /// The whole grid.
    pub fn everywhere(&self) -> Window {
        Window { rows: 0..self.nz(), columns: self.nr() }
    }

    /// Factorises for a grid and the inverse time scale `c0` [1/s] of the time formula.
    pub fn factor(&mut self, grid: &AxialGrid, c0: f64) {
        self.stokes.factor(grid, c0);
        let Horizontal::Complex { modes, helmholtz } = &mut self.horizontal else { return };
        let (nz, nu, ends) = (grid.len(), self.stokes.viscosity(), self.stokes.ends());
        let mut diagonal = vec![0.0; nz];
        for (j, diagonal) in diagonal.iter_mut().enumerate() {
            let below = if j > 0 { nu / (grid.spacing[j] * grid.widths[j]) } else { 0.0 };
            let above = if j + 1 < nz { nu / (grid.spacing[j + 1] * grid.widths[j]) } else { 0.0 };
            (helmholtz.lower[j], helmholtz.upper[j], *diagonal) = (-below, -above, below + above);
        }
        for (no_slip, row) in [(ends.bottom_no_slip, 0), (ends.top_no_slip, nz - 1)] {
            diagonal[row] += if no_slip { 2.0 * nu / grid.widths[row].powi(2) } else { 0.0 };
        }
        let shift: Vec<f64> = modes.kappa.iter().map(|kappa| c0 + nu * kappa * kappa).collect();
        helmholtz.factor(0, &diagonal, &shift);
    }

    /// Solves in the basis, in place: right-hand side [m/s²] in, velocity and pressure out.
    ///
    /// Post-condition: the velocity is solenoidal to round-off.
    pub fn solve(&self, x: &mut Spectrum) {
        self.stokes.solve_modal(&mut x.gradient);
        if let Horizontal::Complex { helmholtz, .. } = &self.horizontal {
            helmholtz.solve(x.curl.as_slice_mut().expect("contiguous"), 0, self.nr());
        }
    }

    /// Transforms the velocity in `window`; outside of it `fields` is taken as zero. `scratch` has shape `(nz, nr)`.
    pub fn to_spectrum(&self, fields: &ModeFields, window: &Window, scratch: &mut Array2<f64>, out: &mut Spectrum) {
        let cells = &self.stokes.modes.cell_to_mode;
        product_from(&fields.w, cells, window, window.columns, &mut out.gradient.w);
        match &self.horizontal {
            Horizontal::Axisymmetric => {
                let faces = &self.stokes.modes.face_to_mode;
                product_from(&fields.u, faces, window, window.columns, &mut out.gradient.u);
            }
            Horizontal::Complex { modes, .. } => {
                let wider = (window.columns + 1).min(self.nr());
                each_row(window, wider, [&fields.u, &fields.v], scratch, |u, v, out| modes.divergence(u, v, out));
                product_from(scratch, &modes.divergence_to_mode, window, wider, &mut out.gradient.u);
                each_row(window, wider, [&fields.u, &fields.v], scratch, |u, v, out| modes.vorticity(u, v, out));
                product_from(scratch, &modes.vorticity_to_mode, window, wider, &mut out.curl);
            }
        }
    }

    /// The velocity in `window`; the rest of `fields` stays. `scratch` holds two arrays of shape `(nz, nr)`.
    pub fn to_fields(&self, x: &Spectrum, window: &Window, scratch: &mut [Array2<f64>; 2], fields: &mut ModeFields) {
        product_to(&x.gradient.w, &self.stokes.modes.mode_to_cell, window, window.columns, &mut fields.w);
        match &self.horizontal {
            Horizontal::Axisymmetric => {
                let faces = &self.stokes.modes.mode_to_face;
                product_to(&x.gradient.u, faces, window, window.columns, &mut fields.u);
            }
            Horizontal::Complex { modes, .. } => {
                let wider = (window.columns + 1).min(self.nr());
                let [potential, stream] = scratch;
                product_to(&x.gradient.u, &modes.mode_to_potential, window, wider, potential);
                product_to(&x.curl, &modes.mode_to_stream, window, wider, stream);
                for j in window.rows.clone() {
                    let (p, psi) = (row(potential, j), row(stream, j));
                    let u = &mut row_mut(&mut fields.u, j)[..window.columns];
                    modes.velocity(&p[..wider], &psi[..wider], u, &mut row_mut(&mut fields.v, j)[..window.columns]);
                }
            }
        }
    }

    /// The pressure everywhere.
    pub fn pressure(&self, x: &Spectrum, fields: &mut ModeFields) {
        product_to(&x.gradient.p, &self.stokes.modes.mode_to_cell, &self.everywhere(), self.nr(), &mut fields.p);
    }
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
