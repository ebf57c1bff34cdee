//! Everything of the liquid that decides its future.

use super::constraint::ConstraintMemory;
use super::fields::ModeFields;
use super::fields::Parts;
use super::markers::{PerSphere, SPHERES};
use super::rigid::MOTIONS;
use crate::grid::{AxialGrid, RadialGrid};

/// The fields of the last two time levels.
#[derive(Debug, Clone, PartialEq)]
pub struct FlowState {
    /// Velocity and, by its radial modes, pressure of all [`Parts`] at the present level; axisymmetric flow has one.
    pub now: Vec<ModeFields>,
    /// The same one step earlier.
    pub old: Vec<ModeFields>,
    /// The axial grid at the present level.
    pub grid_now: AxialGrid,
    /// The axial grid one step earlier.
    pub grid_old: AxialGrid,
    /// The last step \[s\]; none at the start.
    pub dt_before: Option<f64>,
}

impl FlowState {
    /// Liquid at rest.
    pub fn at_rest(radial: &RadialGrid, parts: Parts, axial: AxialGrid) -> Self {
        let fields = vec![ModeFields::zeros(axial.len(), radial.len()); parts.count()];
        Self { now: fields.clone(), old: fields, grid_old: axial.clone(), grid_now: axial, dt_before: None }
    }

    /// Makes `new` on `grid` the present level after a step `dt` \[s\]; `new` and `grid` receive the discarded level's
    /// memory.
    pub fn accept(&mut self, new: &mut Vec<ModeFields>, grid: &mut AxialGrid, dt: f64) {
        std::mem::swap(&mut self.now, &mut self.old);
        std::mem::swap(&mut self.now, new);
        std::mem::swap(&mut self.grid_now, &mut self.grid_old);
        std::mem::swap(&mut self.grid_now, grid);
        self.dt_before = Some(dt);
    }
}

/// Constraint forces of the last two levels: first guesses for the next step. Components of all markers, then the side's.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkerForces {
    /// Of every part at the present and the older level [m⁴/s²].
    pub of_parts: Vec<[Vec<f64>; 2]>,
    /// Per unit speed of every [motion](super::rigid) [m³/s], of a spin [m⁴/s].
    pub per_speed: [Vec<f64>; MOTIONS],
    /// Number of markers of every sphere, as the axisymmetric mode and as the others have them.
    pub counts: [PerSphere<usize>; 2],
}

impl MarkerForces {
    /// None yet.
    pub(super) fn none(parts: Parts) -> Self {
        let of_parts = vec![[Vec::new(), Vec::new()]; parts.count()];
        Self { of_parts, per_speed: Default::default(), counts: [[0; SPHERES]; 2] }
    }
}

/// Flow, constraints and frame.
#[derive(Debug, Clone, PartialEq)]
pub struct ImmersedState {
    /// Velocity, pressure and grids of two levels.
    pub flow: FlowState,
    /// Constraint forces.
    pub forces: MarkerForces,
    /// Preconditioner of every mode's constraints, then that of swirl.
    pub constraints: Vec<ConstraintMemory>,
    /// Velocity of the axial faces during the last step [m/s]; the Courant number counts from it.
    pub face_velocity: Vec<f64>,
    /// Velocity of the grid along the wall during the last step [m/s].
    pub frame: [f64; 2],
}

impl ImmersedState {
    /// Liquid at rest.
    pub(super) fn at_rest(radial: &RadialGrid, parts: Parts, axial: AxialGrid) -> Self {
        Self {
            face_velocity: vec![0.0; axial.faces.len()],
            flow: FlowState::at_rest(radial, parts, axial),
            forces: MarkerForces::none(parts),
            constraints: vec![ConstraintMemory::default(); parts.systems()],
            frame: [0.0; 2],
        }
    }
}

/// Adds `factor` times the forces `from` to `to`: `components` of all markers, `had` of each sphere and now `have`, linear in the marker's
/// position along each arc, the totals kept; then the side's.
pub(super) fn carry_over(
    from: &[f64],
    components: usize,
    (had, have): (PerSphere<usize>, PerSphere<usize>),
    factor: f64,
    to: &mut [f64],
) {
    if from.is_empty() {
        return;
    }
    let (mut first, mut second) = (0, 0);
    // In every component from the lowest sphere up.
    for (count, n) in had.into_iter().rev().zip(have.into_iter().rev()).cycle().take(components * SPHERES) {
        let source = &from[first..first + count];
        let share = factor * count as f64 / n as f64;
        for (m, x) in to[second..second + n].iter_mut().enumerate() {
            let position = ((m as f64 + 0.5) * count as f64 / n as f64 - 0.5).clamp(0.0, (count - 1) as f64);
            let below = (position as usize).min(count.saturating_sub(2));
            let part = position - below as f64;
            *x += share * (source[below] * (1.0 - part) + source[(below + 1).min(count - 1)] * part);
        }
        (first, second) = (first + count, second + n);
    }
    for (x, source) in to[second..].iter_mut().zip(&from[first..]) {
        *x += factor * source;
    }
}
