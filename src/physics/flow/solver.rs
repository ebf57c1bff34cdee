//! The implicit Stokes problem of one azimuthal mode, solved directly and without splitting.
//!
//! In the basis of [`super::horizontal`] the problem `c0 u − ν∇²u + ∇p = r, ∇·u = 0` falls apart. Gradient part, axial
//! velocity and pressure obey, for every `σ_k`, the equations of [`super::stokes`]; that solver serves as it is. The
//! curl part has neither divergence nor pressure and obeys one Helmholtz equation per `κ_k`,
//!
//! ```text
//! (c0 + νκ² − νL_u) ω = r_ω
//! ```
//!
//! with the same `L_u`, so that both horizontal components meet the same no-slip or free-slip ends. Swirl, mode 0 of
//! the turned family, has a curl part alone.

use super::fields::ModeFields;
use super::horizontal::{HorizontalModes, SwirlModes};
use super::modes::RadialModes;
use super::stokes::{Ends, Fields, StokesSolver};
use super::tridiagonal::{Tridiagonal, add, clear, everywhere};
use crate::grid::{AxialGrid, RadialGrid};
use crate::numerics::Product;
use ndarray::Array2;
use std::ops::Range;

/// A velocity, or right-hand side, of one azimuthal mode and its pressure in the basis of the radial modes.
#[derive(Debug, Clone)]
pub struct Spectrum {
    /// Gradient part of the horizontal velocity, axial velocity, pressure.
    pub gradient: Fields,
    /// Curl part; column 0 is unused and zero.
    pub(super) curl: Array2<f64>,
}

impl Spectrum {
    /// Zero amplitudes on `nz × nr` cells.
    pub fn zeros(nz: usize, nr: usize) -> Self {
        Self { gradient: Fields::zeros(nz, nr), curl: Array2::zeros((nz, nr)) }
    }
}

/// A part of a [`Spectrum`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Gradient part of the horizontal velocity.
    Gradient,
    /// Curl part.
    Curl,
    /// Axial velocity.
    Axial,
}

impl Part {
    /// Of `spectrum`.
    pub(super) fn of(self, spectrum: &Spectrum) -> &Array2<f64> {
        match self {
            Self::Gradient => &spectrum.gradient.u,
            Self::Curl => &spectrum.curl,
            Self::Axial => &spectrum.gradient.w,
        }
    }

    /// Of `spectrum`, to be written.
    pub(super) fn of_mut(self, spectrum: &mut Spectrum) -> &mut Array2<f64> {
        match self {
            Self::Gradient => &mut spectrum.gradient.u,
            Self::Curl => &mut spectrum.curl,
            Self::Axial => &mut spectrum.gradient.w,
        }
    }
}

/// A component of the velocity in the nodes of the radial modes of a part: `[i, k]` of mode k in node i.
pub struct Nodes<'a> {
    /// Radial, axial or azimuthal.
    pub(super) component: usize,
    /// The whole that it is a part of.
    pub(super) part: Part,
    /// Its values.
    pub values: &'a Array2<f64>,
}

/// The parts of a velocity, each with the solver that it has.
enum Basis {
    /// m = 0: no azimuthal velocity; the basis is that of [`RadialModes`].
    Axisymmetric(StokesSolver),
    /// m ≥ 1.
    Complex {
        stokes: StokesSolver,
        modes: Box<HorizontalModes>,
        transforms: Box<Transforms>,
        helmholtz: Box<Tridiagonal>,
    },
    /// m = 0, the azimuthal velocity alone.
    Swirl { modes: Box<SwirlModes>, transforms: [Product; 2], helmholtz: Box<Tridiagonal> },
}

/// Into the basis of m ≥ 1 and back: of divergence and potential, of vorticity and stream function.
struct Transforms {
    into: [Product; 2],
    back: [Product; 2],
}

impl Transforms {
    fn new(modes: &HorizontalModes) -> Self {
        let into = [&modes.divergence_to_mode, &modes.vorticity_to_mode];
        let back = [&modes.mode_to_potential, &modes.mode_to_stream];
        Self { into: into.map(Product::new), back: back.map(Product::new) }
    }
}

/// Decay lengths `1/σ` from the markers' rows within which the liquid's answer to their forces is computed: the cut
/// changes it by `e^{−2·14}`, 10⁻¹² of itself.
const REACH: f64 = 14.0;

/// Rows that are transformed at a time: few enough to stay in the caches.
const ROWS: usize = 36;

/// Two numbers per cell of the rows that are transformed at a time.
pub type RowScratch = [Vec<f64>; 2];

/// The direct solver of one azimuthal mode.
pub struct ModeSolver {
    /// Azimuthal wavenumber m.
    pub wavenumber: usize,
    size: [usize; 2],
    everywhere: Vec<Range<usize>>,
    /// Kinematic viscosity [m²/s].
    pub kinematic_viscosity: f64,
    ends: Ends,
    basis: Basis,
}

impl ModeSolver {
    /// Prepares the solver of azimuthal mode `wavenumber` for `nz` axial cells and `kinematic_viscosity` [m²/s];
    /// the side is free-slip. Cost O(nr³).
    pub fn new(radial: &RadialGrid, wavenumber: usize, nz: usize, kinematic_viscosity: f64, ends: Ends) -> Self {
        let basis = if wavenumber == 0 {
            Basis::Axisymmetric(StokesSolver::new(RadialModes::new(radial), nz, kinematic_viscosity, ends))
        } else {
            let modes = Box::new(HorizontalModes::new(radial, wavenumber));
            let cells = RadialModes::of_cells(radial, modes.sigma.clone(), &modes.cells);
            let transforms = Box::new(Transforms::new(&modes));
            let helmholtz = Box::new(Tridiagonal::zeros(nz, radial.len()));
            Basis::Complex {
                stokes: StokesSolver::new(cells, nz, kinematic_viscosity, ends),
                modes,
                transforms,
                helmholtz,
            }
        };
        Self::of(wavenumber, [nz, radial.len()], kinematic_viscosity, ends, basis)
    }

    /// The same for swirl.
    pub(super) fn swirl(radial: &RadialGrid, nz: usize, kinematic_viscosity: f64, ends: Ends) -> Self {
        let helmholtz = Box::new(Tridiagonal::zeros(nz, radial.len()));
        let modes = Box::new(SwirlModes::new(radial));
        let transforms = [&modes.cell_to_mode, &modes.mode_to_cell].map(Product::new);
        let basis = Basis::Swirl { modes, transforms, helmholtz };
        Self::of(0, [nz, radial.len()], kinematic_viscosity, ends, basis)
    }

    fn of(wavenumber: usize, size: [usize; 2], kinematic_viscosity: f64, ends: Ends, basis: Basis) -> Self {
        Self { wavenumber, everywhere: everywhere(size[0], size[1]), size, kinematic_viscosity, ends, basis }
    }

    /// Number of axial cells.
    pub(super) fn nz(&self) -> usize {
        self.size[0]
    }

    /// Number of radial cells.
    pub(super) fn nr(&self) -> usize {
        self.size[1]
    }

    /// The components of the velocity that there are, in the order radial, axial, azimuthal.
    pub(super) fn components(&self) -> Range<usize> {
        match self.basis {
            Basis::Axisymmetric(_) => 0..2,
            Basis::Complex { .. } => 0..3,
            Basis::Swirl { .. } => 2..3,
        }
    }

    /// Factorises for a grid and the inverse time scale `c0` [1/s] of the time formula.
    pub fn factor(&mut self, grid: &AxialGrid, c0: f64) {
        let (nu, ends) = (self.kinematic_viscosity, self.ends);
        match &mut self.basis {
            Basis::Axisymmetric(stokes) => stokes.factor(grid, c0),
            Basis::Complex { stokes, modes, helmholtz, .. } => {
                stokes.factor(grid, c0);
                factor_helmholtz(helmholtz, grid, &modes.kappa, [c0, nu], ends);
            }
            Basis::Swirl { modes, helmholtz, .. } => factor_helmholtz(helmholtz, grid, &modes.kappa, [c0, nu], ends),
        }
    }

    /// Solves in the basis, in place: right-hand side [m/s²] in, velocity and pressure out.
    ///
    /// Post-condition: the velocity is solenoidal to round-off.
    pub fn solve(&self, x: &mut Spectrum) {
        self.solve_within(x, &self.everywhere);
    }

    /// The same with every block of radial modes in its own rows `reach`, as of [`Self::reach`]; outside of them
    /// right-hand side and solution are zero.
    pub(super) fn solve_within(&self, x: &mut Spectrum, reach: &[Range<usize>]) {
        if let Basis::Axisymmetric(stokes) | Basis::Complex { stokes, .. } = &self.basis {
            stokes.solve_within(&mut x.gradient, reach);
        }
        if let Basis::Complex { helmholtz, .. } | Basis::Swirl { helmholtz, .. } = &self.basis {
            helmholtz.solve(x.curl.as_slice_mut().expect("contiguous"), reach);
        }
    }

    /// Sets `reach`, per block of radial modes, to the rows in which the liquid's answer to forces in `rows` is
    /// computed: `times` as far as where it is seen at the markers alone, see `REACH`; of swirl all.
    pub(super) fn reach(&self, rows: Range<usize>, times: f64, reach: &mut Vec<Range<usize>>) {
        match &self.basis {
            Basis::Axisymmetric(stokes) | Basis::Complex { stokes, .. } => stokes.reach(rows, times * REACH, reach),
            Basis::Swirl { .. } => self.whole(reach),
        }
    }

    /// Sets `reach` to all rows for every block of radial modes.
    pub(super) fn whole(&self, reach: &mut Vec<Range<usize>>) {
        reach.clone_from(&self.everywhere);
    }

    /// Adds velocity and pressure of `x`, which is zero outside of `reach`, to `to`.
    pub(super) fn add_within(&self, x: &Spectrum, reach: &[Range<usize>], to: &mut Spectrum) {
        let gradient = [(&x.gradient.u, &mut to.gradient.u), (&x.gradient.w, &mut to.gradient.w)];
        let gradient = gradient.into_iter().chain([(&x.gradient.p, &mut to.gradient.p)]);
        let curl = self.has_curl().then_some((&x.curl, &mut to.curl));
        for (x, to) in gradient.filter(|_| self.has_gradient()).chain(curl) {
            add(to.as_slice_mut().expect("contiguous"), self.nr(), reach, x.as_slice().expect("contiguous"));
        }
    }

    /// Sets the velocity to zero within `reach`.
    pub(super) fn clear(&self, x: &mut Spectrum, reach: &[Range<usize>]) {
        let gradient = [&mut x.gradient.u, &mut x.gradient.w].into_iter().filter(|_| self.has_gradient());
        for field in gradient.chain(self.has_curl().then_some(&mut x.curl)) {
            clear(field.as_slice_mut().expect("contiguous"), self.nr(), reach);
        }
    }

    fn has_gradient(&self) -> bool {
        self.components().contains(&0)
    }

    fn has_curl(&self) -> bool {
        self.components().contains(&2)
    }

    /// The solver of the axisymmetric mode.
    pub(super) fn axisymmetric(&self) -> Option<&StokesSolver> {
        if let Basis::Axisymmetric(stokes) = &self.basis { Some(stokes) } else { None }
    }

    /// The radial modes of the axial velocity in the outermost cells.
    pub(super) fn side(&self) -> &[f64] {
        match &self.basis {
            Basis::Axisymmetric(stokes) | Basis::Complex { stokes, .. } => &stokes.modes.side,
            Basis::Swirl { .. } => &[],
        }
    }

    /// The components of the velocity in the nodes of the modes.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Nodes<'_>> {
        let of = |component, part, values| Some(Nodes { component, part, values });
        let all = match &self.basis {
            Basis::Axisymmetric(stokes) => {
                [of(0, Part::Gradient, &stokes.modes.faces), of(1, Part::Axial, &stokes.modes.cells), None, None, None]
            }
            Basis::Complex { modes, .. } => {
                let [[gradient_u, gradient_v], [curl_u, curl_v]] = &modes.velocities;
                [
                    of(0, Part::Gradient, gradient_u),
                    of(0, Part::Curl, curl_u),
                    of(1, Part::Axial, &modes.cells),
                    of(2, Part::Gradient, gradient_v),
                    of(2, Part::Curl, curl_v),
                ]
            }
            Basis::Swirl { modes, .. } => [of(2, Part::Curl, &modes.cells), None, None, None, None],
        };
        all.into_iter().flatten()
    }

    /// Scratch of the transforms.
    pub fn scratch(&self) -> RowScratch {
        [(); 2].map(|()| vec![0.0; ROWS * self.nr()])
    }

    /// The rows that are transformed at a time, as numbers in a contiguous field.
    fn parts(&self) -> impl Iterator<Item = Range<usize>> {
        let [nz, nr] = self.size;
        (0..nz).step_by(ROWS).map(move |start| start * nr..(start + ROWS).min(nz) * nr)
    }

    /// Transforms the velocity, in place: `out` takes over the arrays of `fields`, which gets those of `out` with their
    /// contents. `scratch` is as of [`Self::scratch`].
    pub fn to_spectrum(&self, fields: &mut ModeFields, scratch: &mut RowScratch, out: &mut Spectrum) {
        self.exchange(fields, out);
        match &self.basis {
            Basis::Axisymmetric(stokes) => {
                self.transform(&stokes.faces[0], &mut out.gradient.u, scratch);
                self.transform(&stokes.cells[0], &mut out.gradient.w, scratch);
            }
            Basis::Complex { stokes, modes, transforms, .. } => {
                self.transform(&stokes.cells[0], &mut out.gradient.w, scratch);
                let [u, v] =
                    [&mut out.gradient.u, &mut out.curl].map(|field| field.as_slice_mut().expect("contiguous"));
                for part in self.parts() {
                    let [divergence, vorticity] = scratch.each_mut().map(|scratch| &mut scratch[..part.len()]);
                    let (u, v) = (&mut u[part.clone()], &mut v[part]);
                    let rows = u.chunks_exact(self.nr()).zip(v.chunks_exact(self.nr()));
                    let to = divergence.chunks_exact_mut(self.nr()).zip(vorticity.chunks_exact_mut(self.nr()));
                    for ((u, v), (divergence, vorticity)) in rows.zip(to) {
                        modes.divergence(u, v, divergence);
                        modes.vorticity(u, v, vorticity);
                    }
                    transforms.into[0].apply(divergence, u);
                    transforms.into[1].apply(vorticity, v);
                }
            }
            Basis::Swirl { transforms, .. } => self.transform(&transforms[0], &mut out.curl, scratch),
        }
    }

    /// The velocity, in place: as [`Self::to_spectrum`] the other way round.
    pub fn to_fields(&self, x: &mut Spectrum, scratch: &mut RowScratch, fields: &mut ModeFields) {
        self.exchange(fields, x);
        let ModeFields { u, v, w, .. } = fields;
        match &self.basis {
            Basis::Axisymmetric(stokes) => {
                self.transform(&stokes.faces[1], u, scratch);
                self.transform(&stokes.cells[1], w, scratch);
            }
            Basis::Complex { stokes, modes, transforms, .. } => {
                self.transform(&stokes.cells[1], w, scratch);
                let [u, v] = [u, v].map(|field| field.as_slice_mut().expect("contiguous"));
                for part in self.parts() {
                    let [potential, stream] = scratch.each_mut().map(|scratch| &mut scratch[..part.len()]);
                    let (u, v) = (&mut u[part.clone()], &mut v[part]);
                    transforms.back[0].apply(u, potential);
                    transforms.back[1].apply(v, stream);
                    let rows = potential.chunks_exact(self.nr()).zip(stream.chunks_exact(self.nr()));
                    let to = u.chunks_exact_mut(self.nr()).zip(v.chunks_exact_mut(self.nr()));
                    for ((potential, stream), (u, v)) in rows.zip(to) {
                        modes.velocity(potential, stream, u, v);
                    }
                }
            }
            Basis::Swirl { transforms, .. } => self.transform(&transforms[1], v, scratch),
        }
    }

    /// Exchanges the arrays of the velocity's components.
    fn exchange(&self, fields: &mut ModeFields, x: &mut Spectrum) {
        let components = self.components();
        if components.contains(&0) {
            std::mem::swap(&mut fields.u, &mut x.gradient.u);
            std::mem::swap(&mut fields.w, &mut x.gradient.w);
        }
        if components.contains(&2) {
            std::mem::swap(&mut fields.v, &mut x.curl);
        }
    }

    /// `field · matrix` in the place of `field`.
    fn transform(&self, matrix: &Product, field: &mut Array2<f64>, [scratch, _]: &mut RowScratch) {
        let field = field.as_slice_mut().expect("contiguous");
        for part in self.parts() {
            let (rows, scratch) = (&mut field[part.clone()], &mut scratch[..part.len()]);
            scratch.copy_from_slice(rows);
            matrix.apply(scratch, rows);
        }
    }

    /// The pressure of its radial modes; swirl has none.
    pub fn pressure(&self, modes: &Array2<f64>) -> Array2<f64> {
        match &self.basis {
            Basis::Axisymmetric(stokes) | Basis::Complex { stokes, .. } => stokes.pressure(modes),
            Basis::Swirl { .. } => Array2::zeros(modes.dim()),
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
