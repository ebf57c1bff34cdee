//! The present levels of the liquid, which decide its future, and the one that a step leads to: the formula in time
//! that leads there, and the speeds of the spheres, as far as they are known.

use super::constraint::ConstraintMemory;
use super::fields::{ModeFields, Parts};
use super::markers::{MOTIONS, PerSphere, SPHERES};
use crate::body::dof::{DOFS, Dof, NORMAL, along_normal};
use crate::grid::{AxialGrid, RadialGrid};

/// The speeds of a sphere at the new level, as far as they are known.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct NewSpeed {
    /// Prescribed or expected speeds.
    pub expected: Dof,
    /// Whether they are to be found from the equations of motion; lateral speed and spin of both directions alike. The
    /// forces per unit of a speed that is known are saved.
    pub free: [bool; DOFS],
    /// How far from the expected speed along the axis a free one is thought to be found [m/s]; a guess, see
    /// [`Response::allows`](super::immersed::Response::allows).
    pub scatter: f64,
}

impl NewSpeed {
    /// A speed along the axis that is known [m/s].
    pub fn known(speed: f64) -> Self {
        Self { expected: along_normal(speed), ..Self::default() }
    }

    /// A speed along the axis that is to be found within about `scatter` of `expected` [m/s].
    pub fn sought(expected: f64, scatter: f64) -> Self {
        let mut speed = Self { scatter, ..Self::known(expected) };
        speed.free[NORMAL] = true;
        speed
    }

    /// Any speed along the axis: the response per unit speed is computed to the constraint solver's full accuracy.
    pub fn any() -> Self {
        Self::sought(0.0, f64::INFINITY)
    }

    /// How far the free ones of `speeds` lie from the expected ones.
    pub(super) fn change(&self, speeds: &Dof) -> Dof {
        Dof::from_fn(|a, _| if self.free[a] { speeds[a] - self.expected[a] } else { 0.0 })
    }
}

/// Velocity of the frame [m/s].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Frame {
    /// Along the axis.
    pub axial: f64,
    /// Along φ = 0 and φ = π/2.
    pub along: [f64; 2],
}

impl Frame {
    /// A frame that moves along the axis alone.
    pub fn axial(axial: f64) -> Self {
        Self { axial, ..Self::default() }
    }
}

/// The level that a step leads to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NextLevel {
    /// Length of the step \[s\].
    pub dt: f64,
    /// [Resolved gap](crate::grid::SmallestGap) at which the geometry stands \[m\].
    pub gap: f64,
    /// Velocity of the whole grid [m/s]: along the axis that of the frame that a towed sphere rests in, along the wall
    /// that of the sphere.
    pub frame: Frame,
    /// The spheres' speeds, as far as they are known.
    pub speeds: PerSphere<NewSpeed>,
}

impl NextLevel {
    /// A level in a frame at rest, of one sphere.
    pub fn new(dt: f64, gap: f64, speed: NewSpeed) -> Self {
        Self { dt, gap, frame: Frame::default(), speeds: [speed, NewSpeed::default()] }
    }
}

/// Coefficients of the variable-step BDF2 formula and of linear extrapolation to the new level.
///
/// `dy/dt(t_new) ≈ (c0·y_new + c1·y_now + c2·y_old)`, `y_new ≈ e1·y_now + e2·y_old` (Hairer, Nørsett & Wanner 1993,
/// III.5). Without an older level: backward Euler and constant extrapolation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bdf2 {
    /// Weight of the new level [1/s].
    pub c0: f64,
    /// Weight of the present level [1/s].
    pub c1: f64,
    /// Weight of the older level [1/s].
    pub c2: f64,
    /// Extrapolation weight of the present level.
    pub e1: f64,
    /// Extrapolation weight of the older level.
    pub e2: f64,
}

impl Bdf2 {
    /// The formula for a step `dt` \[s\] after a step `dt_before` \[s\] (`None` at the start).
    pub fn new(dt: f64, dt_before: Option<f64>) -> Self {
        match dt_before {
            None => Self { c0: 1.0 / dt, c1: -1.0 / dt, c2: 0.0, e1: 1.0, e2: 0.0 },
            Some(before) => {
                let r = dt / before;
                Self {
                    c0: (1.0 + 2.0 * r) / (1.0 + r) / dt,
                    c1: -(1.0 + r) / dt,
                    c2: r * r / (1.0 + r) / dt,
                    e1: 1.0 + r,
                    e2: -r,
                }
            }
        }
    }

    /// `β = c₀Δt − 1` for the step `dt` \[s\]: the [rate](Self::rate) is `1 + β` times the mean rate over this step
    /// less `β` times that over the step before.
    pub fn memory(&self, dt: f64) -> f64 {
        self.c0 * dt - 1.0
    }

    /// The rate of change of a quantity known at the three levels.
    pub fn rate(&self, new: f64, now: f64, old: f64) -> f64 {
        self.c0 * new + self.c1 * now + self.c2 * old
    }
}

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

/// Constraint forces of the last two levels: first guesses for the next step. Components of all markers, then the
/// side's.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkerForces {
    /// Of every part at the present and the older level [m⁴/s²].
    pub of_parts: Vec<[Vec<f64>; 2]>,
    /// Per unit speed of every [motion](super::markers) [m³/s], of a spin [m⁴/s].
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

/// Adds `factor` times the forces `from` to `to`: `components` of all markers, `had` of each sphere and now `have`,
/// linear in the marker's position along each arc, the totals kept; then the side's.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parabola_is_differentiated_exactly_with_unequal_steps() {
        let f = |t: f64| 3.0 - 2.0 * t + 5.0 * t * t;
        let (t0, t1, t2) = (0.3, 0.37, 0.55);
        let bdf = Bdf2::new(t2 - t1, Some(t1 - t0));
        assert!((bdf.rate(f(t2), f(t1), f(t0)) - (-2.0 + 10.0 * t2)).abs() < 1e-12);
        let mean = |from: f64, to: f64| (f(to) - f(from)) / (to - from);
        let beta = bdf.memory(t2 - t1);
        assert!(((1.0 + beta) * mean(t1, t2) - beta * mean(t0, t1) - (-2.0 + 10.0 * t2)).abs() < 1e-12);
        let line = |t: f64| 1.0 + 4.0 * t;
        assert!((bdf.e1 * line(t1) + bdf.e2 * line(t0) - line(t2)).abs() < 1e-13);
    }
}
