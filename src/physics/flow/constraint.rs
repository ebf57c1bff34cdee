//! The solver of the [constraints](super::marker_interpolation) of one azimuthal mode: conjugate gradients with the
//! factorised compliance of an earlier step as preconditioner (the side's block is nearly diagonal) converge in a few
//! iterations. Geometry and step size change slowly; when they have gone too far the preconditioner is rebuilt.

use super::compliance::{CompliancePreconditioner, Sums, factorise};
use super::marker_interpolation::{ModeSystem, Side};
use super::solver::Spectrum;
use crate::numerics::cholesky::Cholesky;
use crate::numerics::conjugate_gradients::{ConjugateGradients, Operator, Solved};
use crate::quantity::SPEED;
use nalgebra::DMatrix;
use std::f64::consts::TAU;

/// Iterations that a fresh preconditioner takes.
const FRESH: usize = 2;

/// The solve did not reach its tolerance.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error(
    "no-slip condition not met: residual {residual} after {iterations} iterations, wanted {tolerance}", residual = SPEED.brief(*residual), tolerance = SPEED.brief(*tolerance))]
pub struct NotConverged {
    /// Largest velocity mismatch left [m/s].
    pub(super) residual: f64,
    /// Mismatch allowed [m/s].
    pub tolerance: f64,
    /// Iterations spent.
    pub(super) iterations: usize,
}

/// The solver's memory from step to step. It decides where the iterations stop, and with that the last bits of the
/// result: part of the state, and of a checkpoint.
#[derive(Debug, Clone, Default)]
pub struct ConstraintMemory {
    preconditioner: Option<CompliancePreconditioner>,
    /// Iterations spent since the preconditioner was built, beyond those with a fresh one.
    excess: usize,
    /// Preconditioners built so far.
    pub rebuilds: usize,
    /// Operator applications so far.
    pub applications: usize,
}

impl ConstraintMemory {
    /// The preconditioner's Cholesky factor and the iterations it has wasted so far.
    pub fn factor(&self) -> Option<(&DMatrix<f64>, usize)> {
        self.preconditioner.as_ref().map(|preconditioner| (preconditioner.0.factor(), self.excess))
    }

    /// The memory with this [`factor`](Self::factor), after so many builds and applications.
    pub fn new(factor: Option<(DMatrix<f64>, usize)>, rebuilds: usize, applications: usize) -> Self {
        let excess = factor.as_ref().map_or(0, |(_, excess)| *excess);
        let preconditioner = factor.map(|(factor, _)| CompliancePreconditioner(Cholesky::from_factor(factor)));
        Self { preconditioner, excess, rebuilds, applications }
    }
}

impl PartialEq for ConstraintMemory {
    fn eq(&self, other: &Self) -> bool {
        let counts = |memory: &Self| (memory.excess, memory.rebuilds, memory.applications);
        self.factor() == other.factor() && counts(self) == counts(other)
    }
}

/// The system as the solver of linear equations sees it.
struct Constrained<'a> {
    system: &'a ModeSystem<'a>,
    memory: &'a mut ConstraintMemory,
    work: &'a mut Spectrum,
}

impl Operator for Constrained<'_> {
    fn apply(&mut self, x: &[f64], out: &mut [f64]) {
        self.system.apply(x, self.work, out);
        self.memory.applications += 1;
    }

    /// The old compliance of the markers, and the side's diagonal.
    fn precondition(&self, r: &[f64], z: &mut [f64]) {
        let n = self.system.at_markers();
        z.copy_from_slice(r);
        if let Some(factor) = &self.memory.preconditioner {
            factor.solve(&mut z[..n]);
        }
        let Some(Side { radial, c0 }) = self.system.side else { return };
        let area = TAU * radial.cell_area(radial.len() - 1);
        z[n] = 0.0;
        for j in 1..r.len() - n {
            let local = 1.0 / (area * self.system.axial.spacing[j] * c0);
            z[n + j] = r[n + j] / (self.system.side_compliance(j) + local);
        }
    }
}

/// The solver of the constraints of one mode.
pub struct Constraint {
    work: Spectrum,
    solver: ConjugateGradients,
    sums: Sums,
}

impl Constraint {
    /// For `nz × nr` cells; the `solver` keeps its directions for the next right-hand side of the same system.
    pub(super) fn new(nz: usize, nr: usize, solver: ConjugateGradients) -> Self {
        Self { work: Spectrum::zeros(nz, nr), solver, sums: Sums::default() }
    }

    /// Rebuilds the preconditioner where there is none for this number of markers, or where it has wasted as many
    /// iterations as building it costs.
    pub(super) fn prepare(&mut self, memory: &mut ConstraintMemory, system: &ModeSystem) {
        self.solver.reserve(system.unknowns());
        let fits = memory.factor().is_some_and(|(factor, _)| factor.ncols() == system.at_markers());
        if fits && memory.excess < system.rebuild_cost() {
            return;
        }
        memory.preconditioner = factorise(system, &mut self.sums);
        memory.rebuilds += 1;
        memory.excess = 0;
    }

    /// Adds to `x` the forces that remove the velocity mismatch `rhs`, to a largest residual of `tolerance` [m/s];
    /// returns the one left.
    ///
    /// # Errors
    /// [`NotConverged`] after 300 iterations, or when the residual is not finite.
    pub(super) fn correct(
        &mut self,
        memory: &mut ConstraintMemory,
        system: &ModeSystem,
        rhs: &[f64],
        tolerance: f64,
        x: &mut [f64],
    ) -> Result<f64, NotConverged> {
        let solved = self.solver.solve(&mut Constrained { system, memory, work: &mut self.work }, rhs, tolerance, x);
        count(memory, solved, tolerance)
    }

    /// Improves `x` until `A x = target` to a largest residual of `tolerance` [m/s]; returns the one left.
    ///
    /// # Errors
    /// As [`Self::correct`].
    pub(super) fn improve(
        &mut self,
        memory: &mut ConstraintMemory,
        system: &ModeSystem,
        target: &[f64],
        tolerance: f64,
        x: &mut [f64],
    ) -> Result<f64, NotConverged> {
        let operator = &mut Constrained { system, memory, work: &mut self.work };
        let solved = self.solver.improve(operator, target, tolerance, x);
        count(memory, solved, tolerance)
    }

    /// Adds the liquid's answer to the forces `x` to `flow`.
    pub(super) fn add_response(&mut self, system: &ModeSystem, x: &[f64], flow: &mut Spectrum) {
        system.respond(x, &mut self.work);
        system.solver.add_within(&self.work, system.reach, flow);
    }
}

/// Counts the iterations that a fresh preconditioner would not have taken; returns the residual left [m/s].
fn count(memory: &mut ConstraintMemory, solved: Result<Solved, Solved>, tolerance: f64) -> Result<f64, NotConverged> {
    let solved = solved.map_err(|Solved { iterations, residual }| NotConverged { residual, tolerance, iterations })?;
    memory.excess += solved.iterations.saturating_sub(FRESH);
    Ok(solved.residual)
}
