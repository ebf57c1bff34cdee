//! One time step of the liquid with the sphere in it.
//!
//! The step is linear in the sphere's new speed `V`. [`ImmersedFlow::advance`] computes the liquid without marker
//! corrections, then the forces that move the liquid at the markers with an expected speed `V*`, `x*`, and those that give
//! it unit speed, `x₁`. The force on the liquid is then `F₀ + F₁ V`, for whatever `V` the sphere's equation of motion
//! chooses; [`ImmersedFlow::finish`] completes the step. Added mass, history and viscous forces are all inside `F₁`: the
//! coupling needs no iteration at any density ratio.
//!
//! The forces spread on the liquid, `x* + (V − V*) x₁`, are those that the sphere feels, to round-off, however well `x₁` is
//! known. An error of `x₁` is a slip of `|V − V*|` times its residual, so `x₁` is computed as well as that needs.

use crate::body::constraint::{ConstraintSolver, ConstraintSystem, NotConverged};
use crate::body::markers::{MarkerSpec, Markers};
use crate::flow::bdf::Bdf2;
use crate::flow::modes::RadialModes;
use crate::flow::state::{ExplicitWork, FlowState, right_hand_side};
use crate::flow::stokes::{Ends, Fields, StokesSolver};
use crate::grid::{AxialGrid, AxialMap, RadialGrid};

/// What does not change during a run.
pub struct ImmersedSetup {
    /// Radial grid.
    pub radial: RadialGrid,
    /// Sphere diameter \[m\].
    pub diameter: f64,
    /// Marker placement.
    pub markers: MarkerSpec,
    /// Kinematic viscosity [m²/s].
    pub viscosity: f64,
    /// No-slip or free-slip at bottom and top.
    pub ends: Ends,
    /// No-slip (true) or free-slip side.
    pub side_no_slip: bool,
    /// Largest slip allowed at the markers [m/s].
    pub tolerance: f64,
}

/// Everything that decides the liquid's future.
#[derive(Debug, Clone, PartialEq)]
pub struct ImmersedState {
    /// Velocity, pressure and grids of two levels.
    pub flow: FlowState,
    /// Constraint forces at the present and the older level, and per unit speed [m⁴/s², m³/s]; first guesses for the
    /// next step, and the number of markers.
    pub forces: [Vec<f64>; 3],
    /// Number of markers of the present level.
    pub marker_count: usize,
}

/// The force on the liquid over its density as a function of the sphere's new speed, `at_rest + per_speed·V`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ForceOnLiquid {
    /// Force over density with the sphere at rest [m⁴/s²].
    pub at_rest: f64,
    /// Force over density per speed [m³/s].
    pub per_speed: f64,
}

/// Bounds of the largest residual left in the forces per unit speed.
const FINEST: f64 = 1e-9;
const COARSEST: f64 = 1e-2;

/// What is known of the sphere's speed at the new level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NewSpeed {
    /// Prescribed [m/s]: saves the forces per unit speed.
    Known(f64),
    /// To be found from the sphere's equation of motion.
    Sought {
        /// Where it is expected [m/s].
        expected: f64,
        /// How far from there it is thought to be found [m/s]; a guess, see [`ImmersedFlow::allows`].
        scatter: f64,
    },
}

impl NewSpeed {
    /// Any speed: the response per unit speed is computed to the constraint solver's full accuracy.
    pub const ANY: Self = Self::Sought { expected: 0.0, scatter: f64::INFINITY };

    fn base(self) -> f64 {
        match self {
            Self::Known(speed) | Self::Sought { expected: speed, .. } => speed,
        }
    }
}

/// Solver and scratch; may be dropped at any time between steps without changing the results beyond the tolerance.
pub struct ImmersedFlow {
    /// What does not change.
    pub setup: ImmersedSetup,
    map: AxialMap,
    /// Direct Stokes solver.
    pub stokes: StokesSolver,
    /// Constraint solver.
    pub constraint: ConstraintSolver,
    /// Markers at the level being computed.
    pub markers: Markers,
    grid: AxialGrid,
    explicit: ExplicitWork,
    rate: Fields,
    rate_modes: Fields,
    modal: Fields,
    new: Fields,
    mismatch: Vec<f64>,
    guess: Vec<f64>,
    correction: Vec<f64>,
    unit: Vec<f64>,
    bdf: Bdf2,
    speed: NewSpeed,
    /// Largest slip per unit of `V − V*` that the forces per unit speed leave.
    unit_residual: f64,
    /// Conjugate-gradient iterations of the last step.
    pub iterations: usize,
}

impl ImmersedFlow {
    /// Builds solver and scratch; the eigen-decomposition costs O(nr³).
    pub fn new(setup: ImmersedSetup, map: AxialMap) -> Self {
        let (nz, nr) = (map.cells(), setup.radial.len());
        let modes = RadialModes::new(&setup.radial);
        let stokes = StokesSolver::new(modes, nz, setup.viscosity, setup.ends);
        let gap = map.resolved_gap(0.0);
        Self {
            constraint: ConstraintSolver::new(nz, nr, setup.side_no_slip),
            markers: Markers::default(),
            grid: map.grid(gap),
            explicit: ExplicitWork::new(nz, nr),
            rate: Fields::zeros(nz, nr),
            rate_modes: Fields::zeros(nz, nr),
            modal: Fields::zeros(nz, nr),
            new: Fields::zeros(nz, nr),
            mismatch: Vec::new(),
            guess: Vec::new(),
            correction: Vec::new(),
            unit: Vec::new(),
            bdf: Bdf2::new(1.0, None),
            speed: NewSpeed::ANY,
            unit_residual: 0.0,
            iterations: 0,
            setup,
            map,
            stokes,
        }
    }

    /// Liquid at rest around a sphere at the resolved gap `gap` \[m\].
    pub fn at_rest(&self, gap: f64) -> ImmersedState {
        let grid = self.map.grid(gap);
        ImmersedState {
            flow: FlowState::at_rest(&self.setup.radial, grid),
            forces: [Vec::new(), Vec::new(), Vec::new()],
            marker_count: 0,
        }
    }

    /// The [resolved gap](crate::grid::SmallestGap) \[m\], at which the geometry stands for a sphere at `gap` \[m\].
    pub fn resolved_gap(&self, gap: f64) -> f64 {
        self.map.resolved_gap(gap)
    }

    /// The time formula of the step under way.
    pub fn bdf(&self) -> Bdf2 {
        self.bdf
    }

    /// Velocity of the axial faces during the last step [m/s].
    pub fn face_velocity(&self) -> &[f64] {
        &self.explicit.face_velocity
    }

    /// Computes the step `dt` \[s\] to the level at which the geometry stands at the resolved gap `gap` \[m\], up to the
    /// sphere's speed. `frame_velocity` [m/s] moves the whole grid. Where the new speed is known, the force returned is the
    /// force at that speed.
    ///
    /// Post-condition: [`Self::finish`] with speed `V` gives a velocity that is solenoidal and follows the markers.
    ///
    /// # Errors
    /// [`NotConverged`] where the no-slip condition cannot be met to the set tolerance.
    pub fn advance(
        &mut self,
        state: &ImmersedState,
        dt: f64,
        gap: f64,
        frame_velocity: f64,
        speed: NewSpeed,
    ) -> Result<ForceOnLiquid, NotConverged> {
        self.bdf = Bdf2::new(dt, state.flow.dt_before);
        self.map.place(gap, &mut self.grid);
        self.stokes.factor(&self.grid, self.bdf.c0);
        right_hand_side(
            &self.setup.radial,
            &self.grid,
            &state.flow,
            &self.bdf,
            frame_velocity,
            &mut self.explicit,
            &mut self.rate,
        );
        self.place_markers(state, gap);
        self.predict();
        self.speed = speed;
        self.correct()
    }

    /// Moves the markers and carries the old forces over to them as first guesses.
    fn place_markers(&mut self, state: &ImmersedState, gap: f64) {
        self.markers.resize(state.marker_count);
        self.markers.place(self.setup.diameter, gap, &self.setup.markers, &self.setup.radial, &self.grid);
        let size = self.constraint.unknowns(&self.markers, &self.grid);
        for vector in [&mut self.mismatch, &mut self.guess, &mut self.correction, &mut self.unit] {
            vector.clear();
            vector.resize(size, 0.0);
        }
        let n = self.markers.len();
        let [now, old, unit] = &state.forces;
        carry_over(now, state.marker_count, self.bdf.e1, n, &mut self.guess);
        carry_over(old, state.marker_count, self.bdf.e2, n, &mut self.guess);
        carry_over(unit, state.marker_count, 1.0, n, &mut self.unit);
    }

    /// The modes of the right-hand side and of the liquid under the guessed forces.
    fn predict(&mut self) {
        let system = ConstraintSystem {
            solver: &self.stokes,
            markers: &self.markers,
            radial: &self.setup.radial,
            axial: &self.grid,
        };
        self.constraint.spread(&system, &self.guess, &mut self.rate);
        self.stokes.to_modal(&self.rate, &mut self.rate_modes);
        self.modal.u.assign(&self.rate_modes.u);
        self.modal.w.assign(&self.rate_modes.w);
        self.stokes.solve_modal(&mut self.modal);
    }

    /// Forces that give the liquid at the markers the known or expected speed, and those per unit speed.
    fn correct(&mut self) -> Result<ForceOnLiquid, NotConverged> {
        let system = ConstraintSystem {
            solver: &self.stokes,
            markers: &self.markers,
            radial: &self.setup.radial,
            axial: &self.grid,
        };
        self.constraint.prepare(&system);
        self.constraint.mismatch(&system, &self.modal, &self.guess, self.speed.base(), &mut self.mismatch);
        let (c0, tolerance) = (self.bdf.c0, self.setup.tolerance);
        self.iterations =
            self.constraint.solve(&system, c0, &self.mismatch, tolerance, &mut self.correction)?.iterations;
        match self.speed {
            NewSpeed::Known(_) => Ok(self.force(0.0)),
            NewSpeed::Sought { scatter, .. } => self.refine(scatter),
        }
    }

    /// Improves the forces per unit speed, so that the slip stays within the tolerance for new speeds up to `distance`
    /// [m/s] from the expected one.
    ///
    /// # Errors
    /// As [`Self::advance`].
    pub fn refine(&mut self, distance: f64) -> Result<ForceOnLiquid, NotConverged> {
        let system = ConstraintSystem {
            solver: &self.stokes,
            markers: &self.markers,
            radial: &self.setup.radial,
            axial: &self.grid,
        };
        let tolerance = (self.setup.tolerance / distance).clamp(FINEST, COARSEST);
        let solved = self.constraint.solve_unit(&system, self.bdf.c0, tolerance, &mut self.unit)?;
        self.iterations += solved.iterations;
        self.unit_residual = solved.residual;
        let n = self.markers.len();
        Ok(self.force(self.unit[n..2 * n].iter().sum()))
    }

    /// The force on the liquid, given its slope.
    fn force(&self, per_speed: f64) -> ForceOnLiquid {
        let axial = self.markers.len()..2 * self.markers.len();
        let sum = |x: &[f64]| x[axial.clone()].iter().sum::<f64>();
        let at_base = sum(&self.guess) + sum(&self.correction);
        ForceOnLiquid { at_rest: at_base - per_speed * self.speed.base(), per_speed }
    }

    /// Whether [`Self::finish`] with the speed `velocity` [m/s] keeps the slip within the tolerance, or as small as it gets;
    /// if not, [`Self::refine`] first.
    pub fn allows(&self, velocity: f64) -> bool {
        match self.speed {
            NewSpeed::Known(_) => true,
            NewSpeed::Sought { expected, .. } => {
                self.unit_residual <= FINEST || (velocity - expected).abs() * self.unit_residual <= self.setup.tolerance
            }
        }
    }

    /// Completes the step with the sphere's new speed [m/s] and makes it the present level.
    pub fn finish(&mut self, state: &mut ImmersedState, dt: f64, speed: f64) {
        if let NewSpeed::Sought { expected, .. } = self.speed {
            self.correction.iter_mut().zip(&self.unit).for_each(|(x, unit)| *x += (speed - expected) * unit);
        }
        let system = ConstraintSystem {
            solver: &self.stokes,
            markers: &self.markers,
            radial: &self.setup.radial,
            axial: &self.grid,
        };
        self.constraint.add_modes(&system, &self.correction, &mut self.rate_modes);
        self.stokes.solve_modal(&mut self.rate_modes);
        self.stokes.to_physical(&self.rate_modes, &mut self.new);
        for (total, x) in self.guess.iter_mut().zip(&self.correction) {
            *total += x;
        }
        let [now, old, unit] = &mut state.forces;
        std::mem::swap(now, old);
        if state.marker_count != self.markers.len() && !old.is_empty() {
            let previous = std::mem::take(old);
            old.resize(self.guess.len(), 0.0);
            carry_over(&previous, state.marker_count, 1.0, self.markers.len(), old);
        }
        now.clone_from(&self.guess);
        unit.clone_from(&self.unit);
        state.marker_count = self.markers.len();
        state.flow.accept(&mut self.new, &mut self.grid, dt);
    }
}

/// Adds `factor` times the forces `from` (two components of `count` markers, then the side's) to `to`, which has `n`
/// markers: linear in the marker's position along the arc, the total kept.
fn carry_over(from: &[f64], count: usize, factor: f64, n: usize, to: &mut [f64]) {
    if from.is_empty() {
        return;
    }
    let share = factor * count as f64 / n as f64;
    for component in 0..2 {
        let source = &from[component * count..(component + 1) * count];
        for (m, x) in to[component * n..(component + 1) * n].iter_mut().enumerate() {
            let position = ((m as f64 + 0.5) * count as f64 / n as f64 - 0.5).clamp(0.0, (count - 1) as f64);
            let below = (position as usize).min(count.saturating_sub(2));
            let part = position - below as f64;
            *x += share * (source[below] * (1.0 - part) + source[(below + 1).min(count - 1)] * part);
        }
    }
    for (x, source) in to[2 * n..].iter_mut().zip(&from[2 * count..]) {
        *x += factor * source;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::build;
    use crate::validate::scene::{Scene, UNIT_SPHERE};

    #[test]
    fn the_response_per_unit_speed_is_refined_as_far_as_a_speed_needs_and_no_further() {
        let mut scene = Scene::new(UNIT_SPHERE);
        scene.set("resolution.cells_per_diameter", 8);
        let mut flow = build::flow(&scene.case()).unwrap();
        let state = flow.at_rest(1.0);
        let speed = NewSpeed::Sought { expected: 0.0, scatter: 0.0 };
        let coarse = flow.advance(&state, 0.01, 1.0, 0.0, speed).unwrap();
        assert!(flow.allows(0.0) && !flow.allows(1.0));
        let fine = flow.refine(1.0).unwrap();
        assert!(flow.allows(1.0) && (coarse.per_speed / fine.per_speed - 1.0).abs() < COARSEST);
        flow.refine(1e12).unwrap();
        assert!(flow.allows(1e12), "it does not get any better");
    }
}
