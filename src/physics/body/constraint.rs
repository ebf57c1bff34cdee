//! The constraint system: forces on the markers, and on the container's no-slip side, that make the velocity right.
//!
//! Unknowns `x = (f_r, f_z, s)`: radial and axial force of every marker and the friction `s` of the side on every axial
//! row of the outermost column [m⁴/s²]. Equations
//!
//! ```text
//! E u + slip = velocity of the markers,      w_side + s·dr/(4πRν dz) = 0
//! ```
//!
//! with `u` the Stokes solution under these forces and the slip of [`super::markers::Slip`], if any. The matrix is symmetric
//! positive definite; conjugate gradients with the factorised compliance of an earlier step as preconditioner (the side's block
//! is nearly diagonal) converge in a few iterations. Geometry and step size change slowly; when they have gone too far the
//! preconditioner is rebuilt.

use super::compliance::{CompliancePreconditioner, factorise};
use super::markers::{Markers, PerSphere};
use crate::flow::stokes::{Fields, StokesSolver};
use crate::flow::tridiagonal::clear;
use crate::grid::{AxialGrid, RadialGrid};
use nalgebra::{DMatrix, DVector};
use ndarray::ArrayView1;
use std::f64::consts::{PI, TAU};
use std::ops::Range;

/// Iterations that a fresh preconditioner takes.
const FRESH: usize = 2;
/// Decay lengths `1/σ` from the markers' rows within which the liquid's answer to their forces is computed: what is cut
/// off changes it by `e^{−2·14}`, 10⁻¹² of itself.
pub const REACH: f64 = 14.0;
/// What building a preconditioner costs, in iterations. It is rebuilt once the old one has wasted as much.
const REBUILD_COST: usize = 100;

/// The solve did not reach its tolerance.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error(
    "no-slip condition not met: residual {residual:.3e} m/s after {iterations} iterations, wanted {tolerance:.3e} m/s"
)]
pub struct NotConverged {
    /// Largest velocity mismatch left [m/s].
    pub residual: f64,
    /// Mismatch allowed [m/s].
    pub tolerance: f64,
    /// Iterations spent.
    pub iterations: usize,
}

/// How a solve ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Solved {
    /// Iterations spent.
    pub iterations: usize,
    /// Largest velocity mismatch left [m/s].
    pub residual: f64,
}

/// What the solver remembers from step to step. It decides where the iterations stop, and with that the last bits of the
/// result: part of the state, and of a checkpoint.
#[derive(Debug, Clone, Default)]
pub struct ConstraintMemory {
    pub(crate) preconditioner: Option<CompliancePreconditioner>,
    /// Iterations spent since the preconditioner was built, beyond what a fresh one takes.
    pub(crate) excess: usize,
    /// Preconditioners built so far.
    pub rebuilds: usize,
    /// Operator applications so far.
    pub applications: usize,
}

impl ConstraintMemory {
    /// The preconditioner's Cholesky factor and the iterations it has wasted so far.
    pub fn factor(&self) -> Option<(&DMatrix<f64>, usize)> {
        self.preconditioner.as_ref().map(|factor| (factor.l_dirty(), self.excess))
    }

    /// The memory with this [`factor`](Self::factor), after so many builds and applications.
    pub fn new(factor: Option<(DMatrix<f64>, usize)>, rebuilds: usize, applications: usize) -> Self {
        let excess = factor.as_ref().map_or(0, |(_, excess)| *excess);
        let preconditioner = factor.map(|(factor, _)| CompliancePreconditioner::pack_dirty(factor));
        Self { preconditioner, excess, rebuilds, applications }
    }
}

impl PartialEq for ConstraintMemory {
    fn eq(&self, other: &Self) -> bool {
        let counts = |memory: &Self| (memory.excess, memory.rebuilds, memory.applications);
        self.factor() == other.factor() && counts(self) == counts(other)
    }
}

/// Scratch of the solver.
pub struct ConstraintSolver {
    side_no_slip: bool,
    modal: Fields,
    /// Rows in which an [application](Self::apply) is computed, per block of modes.
    reach: Vec<Range<usize>>,
    direction: Vec<f64>,
    image: Vec<f64>,
    residual: Vec<f64>,
    scaled: Vec<f64>,
    marker_part: DVector<f64>,
    unit_rhs: Vec<f64>,
    unit_correction: Vec<f64>,
    searched: Searched,
}

/// The directions of a solve, conjugate to each other, with their images and the products of both: they serve other right-hand
/// sides of the same system.
#[derive(Default)]
struct Searched {
    list: Vec<(Vec<f64>, Vec<f64>, f64)>,
    kept: usize,
}

/// Most directions that are kept: more hardly help.
const KEPT: usize = 16;

impl Searched {
    /// Takes room for directions of `unknowns` numbers.
    fn reserve(&mut self, unknowns: usize) {
        self.list.resize_with(KEPT, Default::default);
        for (direction, image, _) in &mut self.list {
            for scratch in [direction, image] {
                scratch.clear();
                scratch.reserve(unknowns);
            }
        }
        self.kept = 0;
    }

    fn keep(&mut self, direction: &[f64], image: &[f64], product: f64) {
        let Some((to, of, square)) = self.list.get_mut(self.kept) else { return };
        for (copy, original) in [(to, direction), (of, image)] {
            copy.clear();
            copy.extend_from_slice(original);
        }
        *square = product;
        self.kept += 1;
    }

    /// Improves `x` along the directions, and takes from `rhs` what that does.
    fn improve(&self, rhs: &mut [f64], x: &mut [f64]) {
        for (direction, image, product) in &self.list[..self.kept] {
            let step = dot(direction, rhs) / product;
            x.iter_mut().zip(direction).for_each(|(x, d)| *x += step * d);
            rhs.iter_mut().zip(image).for_each(|(r, a)| *r -= step * a);
        }
    }
}

/// The geometry and factors of one step.
#[derive(Clone, Copy)]
pub struct ConstraintSystem<'a> {
    /// Factorised Stokes problem.
    pub solver: &'a StokesSolver,
    /// Markers at the new position.
    pub markers: &'a Markers,
    /// Radial grid.
    pub radial: &'a RadialGrid,
    /// Axial grid at the new level.
    pub axial: &'a AxialGrid,
}

impl ConstraintSolver {
    /// A solver for `nz × nr` cells; `side_no_slip` adds the container side's friction as unknowns.
    pub fn new(nz: usize, nr: usize, side_no_slip: bool) -> Self {
        Self {
            side_no_slip,
            modal: Fields::zeros(nz, nr),
            reach: Vec::new(),
            direction: Vec::new(),
            image: Vec::new(),
            residual: Vec::new(),
            scaled: Vec::new(),
            marker_part: DVector::zeros(0),
            unit_rhs: Vec::new(),
            unit_correction: Vec::new(),
            searched: Searched::default(),
        }
    }

    /// Number of unknowns with the present markers.
    pub fn unknowns(&self, markers: &Markers, axial: &AxialGrid) -> usize {
        2 * markers.len() + if self.side_no_slip { axial.len() } else { 0 }
    }

    /// Rebuilds the preconditioner where there is none for this number of markers, or where it has grown stale.
    pub fn prepare(&mut self, memory: &mut ConstraintMemory, system: &ConstraintSystem) {
        let size = 2 * system.markers.len();
        if size == 0 {
            return;
        }
        match self.side_no_slip {
            true => self.reach.clone_from(&system.solver.everywhere),
            false => system.solver.reach(system.markers.rows.clone(), REACH, &mut self.reach),
        }
        let unknowns = self.unknowns(system.markers, system.axial);
        for scratch in [&mut self.unit_rhs, &mut self.unit_correction] {
            scratch.clear();
            scratch.reserve(unknowns);
        }
        self.searched.reserve(unknowns);
        if self.marker_part.len() != size {
            self.marker_part = DVector::zeros(size);
        }
        let fits = memory.preconditioner.as_ref().is_some_and(|p| p.l_dirty().nrows() == size);
        if fits && memory.excess < REBUILD_COST {
            return;
        }
        memory.preconditioner = factorise(system.solver, system.markers, system.axial);
        memory.rebuilds += 1;
        memory.excess = 0;
    }

    /// Velocity mismatch of a flow, given by its modes, under forces `x`: `out = target − E u`, the markers of every sphere moving
    /// axially with its speed of `speeds` [m/s].
    pub fn mismatch(
        &self,
        system: &ConstraintSystem,
        modal: &Fields,
        x: &[f64],
        speeds: PerSphere<f64>,
        out: &mut [f64],
    ) {
        observe(system, modal, x, out);
        out.iter_mut().for_each(|v| *v = -*v);
        for (which, speed) in speeds.into_iter().enumerate() {
            out[system.markers.axial(which)].iter_mut().for_each(|v| *v += speed);
        }
    }

    /// `image = A direction`.
    fn apply(&mut self, memory: &mut ConstraintMemory, system: &ConstraintSystem) {
        for field in [&mut self.modal.u, &mut self.modal.w] {
            clear(field.as_slice_mut().expect("contiguous"), system.radial.len(), &self.reach);
        }
        load(system, &self.direction, &mut self.modal);
        system.solver.solve_within(&mut self.modal, &self.reach);
        observe(system, &self.modal, &self.direction, &mut self.image);
        memory.applications += 1;
    }

    /// `scaled = B⁻¹ residual` with the old compliance and the side's diagonal.
    fn precondition(&mut self, memory: &ConstraintMemory, system: &ConstraintSystem, c0: f64) {
        let n = 2 * system.markers.len();
        if let Some(factor) = &memory.preconditioner {
            self.marker_part.as_mut_slice().copy_from_slice(&self.residual[..n]);
            factor.solve_mut(&mut self.marker_part);
            self.scaled[..n].copy_from_slice(self.marker_part.as_slice());
        } else {
            self.scaled[..n].copy_from_slice(&self.residual[..n]);
        }
        let last = system.radial.len() - 1;
        let area = TAU * system.radial.cell_area(last);
        for j in 1..self.residual.len().saturating_sub(n) {
            let local = 1.0 / (area * system.axial.spacing[j] * c0);
            self.scaled[n + j] = self.residual[n + j] / (side_compliance(system, j) + local);
        }
    }

    /// Improves `x` until it gives the markers of the sphere `which` unit axial speed, and holds the others, to a largest residual of
    /// `tolerance` (per unit speed).
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn solve_unit(
        &mut self,
        memory: &mut ConstraintMemory,
        system: &ConstraintSystem,
        which: usize,
        c0: f64,
        tolerance: f64,
        x: &mut [f64],
    ) -> Result<Solved, NotConverged> {
        let (moving, size) = (system.markers.axial(which), x.len());
        self.resize(size);
        self.direction.copy_from_slice(x);
        self.apply(memory, system);
        let mut rhs = std::mem::take(&mut self.unit_rhs);
        rhs.clear();
        rhs.extend((0..size).map(|m| f64::from(u8::from(moving.contains(&m))) - self.image[m]));
        let mut correction = std::mem::take(&mut self.unit_correction);
        correction.resize(size, 0.0);
        self.searched.improve(&mut rhs, x);
        let outcome = self.solve(memory, system, c0, &rhs, tolerance, &mut correction);
        x.iter_mut().zip(&correction).for_each(|(x, d)| *x += d);
        self.unit_rhs = rhs;
        self.unit_correction = correction;
        outcome
    }

    fn resize(&mut self, size: usize) {
        for scratch in [&mut self.direction, &mut self.image, &mut self.residual, &mut self.scaled] {
            scratch.resize(size, 0.0);
        }
    }

    /// Solves `A x = rhs` to a largest residual of `tolerance` [m/s]; `c0` [1/s] is the time formula's. `x` is overwritten.
    ///
    /// # Errors
    /// [`NotConverged`] after 300 iterations, or when the residual is not finite.
    pub fn solve(
        &mut self,
        memory: &mut ConstraintMemory,
        system: &ConstraintSystem,
        c0: f64,
        rhs: &[f64],
        tolerance: f64,
        x: &mut [f64],
    ) -> Result<Solved, NotConverged> {
        const LIMIT: usize = 300;
        self.resize(rhs.len());
        x.fill(0.0);
        self.residual.copy_from_slice(rhs);
        self.scaled.fill(0.0);
        self.image.fill(0.0);
        let mut previous = 0.0;
        self.searched.kept = 0;
        for iteration in 0..LIMIT {
            let largest = largest_of(&self.residual);
            if largest <= tolerance {
                memory.excess += iteration.saturating_sub(FRESH);
                return Ok(Solved { iterations: iteration, residual: largest });
            }
            if !largest.is_finite() {
                return Err(NotConverged { residual: largest, tolerance, iterations: iteration });
            }
            self.precondition(memory, system, c0);
            let product = dot(&self.residual, &self.scaled);
            if iteration == 0 {
                self.direction.copy_from_slice(&self.scaled);
            } else {
                let beta = product / previous;
                self.direction.iter_mut().zip(&self.scaled).for_each(|(d, s)| *d = s + beta * *d);
            }
            previous = product;
            self.apply(memory, system);
            let square = dot(&self.direction, &self.image);
            self.searched.keep(&self.direction, &self.image, square);
            let step = product / square;
            x.iter_mut().zip(&self.direction).for_each(|(x, d)| *x += step * d);
            self.residual.iter_mut().zip(&self.image).for_each(|(r, a)| *r -= step * a);
        }
        let residual = largest_of(&self.residual);
        Err(NotConverged { residual, tolerance, iterations: LIMIT })
    }
}

/// Adds the modes of the acceleration due to forces `x` to `modal`.
pub fn load(system: &ConstraintSystem, x: &[f64], modal: &mut Fields) {
    system.markers.spread(x, system.axial, modal);
    let side = &system.solver.modes.side;
    for (j, s) in x[2 * system.markers.len()..].iter().enumerate().skip(1) {
        let scale = s / (TAU * system.axial.spacing[j]);
        let row = modal.w.row_mut(j).into_slice().expect("contiguous");
        row.iter_mut().zip(side).for_each(|(x, q)| *x += scale * q);
    }
}

/// `out = E u`: the velocity at the markers, their slip, and the slip of the side under its friction, under the forces `x`; `modal`
/// holds the flow's modes.
fn observe(system: &ConstraintSystem, modal: &Fields, x: &[f64], out: &mut [f64]) {
    let n = 2 * system.markers.len();
    system.markers.interpolate(modal, out);
    let measure = TAU * system.solver.viscosity();
    for (m, marker) in system.markers.list.iter().enumerate() {
        let [radial, axial] = marker.slip.on_meridian([x[m], x[n / 2 + m]]);
        out[m] += radial / measure;
        out[n / 2 + m] += axial / measure;
    }
    let side = &system.solver.modes.side;
    if let Some(first) = out.get_mut(n) {
        *first = 0.0;
    }
    for j in 1..x.len().saturating_sub(n) {
        let velocity = modal.w.row(j).dot(&ArrayView1::from(side));
        out[n + j] = velocity + x[n + j] * side_compliance(system, j);
    }
}

/// `dr/(4πRν dz)`: slip per friction force of the side in row `j` [s/m³].
fn side_compliance(system: &ConstraintSystem, j: usize) -> f64 {
    let radial = system.radial;
    radial.widths[radial.len() - 1] / (4.0 * PI * radial.radius() * system.solver.viscosity() * system.axial.spacing[j])
}

/// Largest absolute value; NaN if any entry is not finite.
fn largest_of(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |m: f64, v| if v.is_finite() && !m.is_nan() { m.max(v.abs()) } else { f64::NAN })
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
