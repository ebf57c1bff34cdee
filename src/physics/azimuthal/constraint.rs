//! The constraint system of one azimuthal mode: marker forces that make the velocity on the sphere right.
//!
//! As [`crate::body::constraint`]: `E K⁻¹ S x = mismatch`, symmetric positive definite, by conjugate gradients with the
//! factorised matrix of an earlier step as preconditioner. Modes do not couple, so each has a system of its own.

use super::markers::Sight;
use super::solver::{ModeSolver, Spectrum};
use crate::body::constraint::{ConstraintMemory, NotConverged, Solved};
use crate::grid::AxialGrid;
use nalgebra::{Cholesky, DMatrix, DVector, Dyn};
use rayon::prelude::*;
use std::ops::Range;

/// Iterations that a fresh preconditioner takes.
const FRESH: usize = 2;
/// Most iterations of a solve.
const LIMIT: usize = 300;

/// Geometry and factors of one step, as one mode sees them.
#[derive(Clone, Copy)]
pub struct ModeSystem<'a> {
    /// Factorised Stokes problem of the mode.
    pub solver: &'a ModeSolver,
    /// What the markers at the new position see of it.
    pub sight: &'a Sight,
    /// Rows in which an application is computed, per block of radial modes, see [`ModeSolver::reach`].
    pub reach: &'a [Range<usize>],
    /// Axial grid at the new level.
    pub axial: &'a AxialGrid,
}

impl ModeSystem<'_> {
    /// Number of unknowns: two components per marker for m = 0, three for m ≥ 1, one for swirl.
    pub fn unknowns(&self) -> usize {
        self.sight.rings().len() * self.solver.components().len()
    }

    /// The velocity `out` at the markers of the flow `spectrum` and their slip under the forces `x`.
    pub fn observe(&self, spectrum: &Spectrum, x: &[f64], out: &mut [f64]) {
        self.sight.interpolate(self.solver.components(), spectrum, out);
        self.sight.slip(self.solver, x, out);
    }

    /// Adds the amplitudes of the acceleration due to forces `x` to `spectrum`.
    pub fn load(&self, x: &[f64], spectrum: &mut Spectrum) {
        self.sight.spread(self.solver, x, self.axial, spectrum);
    }

    /// The liquid's answer to the forces `x` within its reach.
    fn respond(&self, x: &[f64], out: &mut Spectrum) {
        self.solver.clear(out, self.reach);
        self.load(x, out);
        self.solver.solve_within(out, self.reach);
    }

    /// `out = A x`; `work` is scratch.
    fn apply(&self, x: &[f64], work: &mut Spectrum, out: &mut [f64]) {
        self.respond(x, work);
        self.observe(work, x, out);
    }

    /// The matrix `A`, column by column, and its Cholesky factor; none where it is not positive definite.
    fn factorise(&self) -> Option<Cholesky<f64, Dyn>> {
        let size = self.unknowns();
        let mut matrix = DMatrix::<f64>::zeros(size, size);
        let columns = matrix.as_mut_slice().par_chunks_mut(size).enumerate();
        columns.for_each_init(
            || (Spectrum::zeros(self.solver.nz(), self.solver.nr()), vec![0.0; size]),
            |(work, unit), (k, column)| {
                unit[k] = 1.0;
                self.apply(unit, work, column);
                unit[k] = 0.0;
            },
        );
        let mut matrix = 0.5 * (&matrix + matrix.transpose());
        for k in 0..size {
            matrix[(k, k)] *= 1.0 + 1e-10;
        }
        Cholesky::new(matrix)
    }
}

/// Scratch of the solver of one mode.
pub struct ModeConstraint {
    work: Spectrum,
    direction: Vec<f64>,
    image: Vec<f64>,
    residual: Vec<f64>,
    scaled: DVector<f64>,
}

impl ModeConstraint {
    /// For `nz × nr` cells.
    pub fn new(nz: usize, nr: usize) -> Self {
        Self {
            work: Spectrum::zeros(nz, nr),
            direction: Vec::new(),
            image: Vec::new(),
            residual: Vec::new(),
            scaled: DVector::zeros(0),
        }
    }

    /// Rebuilds the preconditioner where there is none for this number of markers, or where it has wasted as many
    /// iterations as building it costs.
    pub fn prepare(&mut self, memory: &mut ConstraintMemory, system: &ModeSystem) {
        let size = system.unknowns();
        for scratch in [&mut self.direction, &mut self.image, &mut self.residual] {
            scratch.resize(size, 0.0);
        }
        if self.scaled.len() != size {
            self.scaled = DVector::zeros(size);
        }
        let fits = memory.preconditioner.as_ref().is_some_and(|factor| factor.l_dirty().nrows() == size);
        if fits && memory.excess < size {
            return;
        }
        memory.preconditioner = system.factorise();
        memory.rebuilds += 1;
        memory.excess = 0;
    }

    /// Improves `x` until `A x = target` to a largest residual of `tolerance` [m/s].
    ///
    /// # Errors
    /// [`NotConverged`] after 300 iterations, or when the residual is not finite.
    pub fn improve(
        &mut self,
        memory: &mut ConstraintMemory,
        system: &ModeSystem,
        target: &[f64],
        tolerance: f64,
        x: &mut [f64],
    ) -> Result<Solved, NotConverged> {
        let mut residual = std::mem::take(&mut self.residual);
        system.apply(x, &mut self.work, &mut residual);
        memory.applications += 1;
        residual.iter_mut().zip(target).for_each(|(residual, target)| *residual = target - *residual);
        self.residual = residual;
        self.iterate(memory, system, tolerance, x)
    }

    /// Adds the liquid's answer to the forces `x` to `flow`.
    pub fn add_response(&mut self, system: &ModeSystem, x: &[f64], flow: &mut Spectrum) {
        system.respond(x, &mut self.work);
        system.solver.add_within(&self.work, system.reach, flow);
    }

    /// Adds to `x` what removes the velocity mismatch `rhs`, to a largest residual of `tolerance` [m/s].
    ///
    /// # Errors
    /// As [`Self::improve`].
    pub fn correct(
        &mut self,
        memory: &mut ConstraintMemory,
        system: &ModeSystem,
        rhs: &[f64],
        tolerance: f64,
        x: &mut [f64],
    ) -> Result<Solved, NotConverged> {
        self.residual.copy_from_slice(rhs);
        self.iterate(memory, system, tolerance, x)
    }

    fn iterate(
        &mut self,
        memory: &mut ConstraintMemory,
        system: &ModeSystem,
        tolerance: f64,
        x: &mut [f64],
    ) -> Result<Solved, NotConverged> {
        let mut previous = 0.0;
        for iteration in 0..=LIMIT {
            let largest = largest_of(&self.residual);
            if largest <= tolerance {
                memory.excess += iteration.saturating_sub(FRESH);
                return Ok(Solved { iterations: iteration, residual: largest });
            }
            if !largest.is_finite() || iteration == LIMIT {
                return Err(NotConverged { residual: largest, tolerance, iterations: iteration });
            }
            self.scaled.as_mut_slice().copy_from_slice(&self.residual);
            if let Some(factor) = &memory.preconditioner {
                factor.solve_mut(&mut self.scaled);
            }
            let scaled = self.scaled.as_slice();
            let product = dot(&self.residual, scaled);
            let beta = if iteration == 0 { 0.0 } else { product / previous };
            self.direction.iter_mut().zip(scaled).for_each(|(d, s)| *d = s + beta * *d);
            previous = product;
            system.apply(&self.direction, &mut self.work, &mut self.image);
            memory.applications += 1;
            let step = product / dot(&self.direction, &self.image);
            x.iter_mut().zip(&self.direction).for_each(|(x, d)| *x += step * d);
            self.residual.iter_mut().zip(&self.image).for_each(|(r, a)| *r -= step * a);
        }
        unreachable!("the last iteration returns")
    }
}

/// Largest absolute value; NaN if any entry is not finite.
fn largest_of(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |m: f64, v| if v.is_finite() && !m.is_nan() { m.max(v.abs()) } else { f64::NAN })
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
