//! One time step of the liquid with the sphere in it, or two spheres on one axis.
//!
//! The step is linear in the sphere's new speeds. [`ImmersedFlow::respond`] computes the liquid without marker
//! corrections, then the forces that move the liquid at the markers with an expected speed `V*`, `x*`, and those that give
//! it unit speed, `x₁`, of two spheres one of them while the other is held; azimuthal modes do the same for the other degrees of freedom
//! ([`crate::azimuthal::flow`]). The force on the liquid is then `F₀ + F₁ q`, for whatever `q` the bodies' equations of motion choose;
//! [`Response::finish`] completes the step. No solid law is known here. Added mass, history and viscous forces are all inside `F₁`: the
//! coupling needs no iteration at any density ratio.
//!
//! The forces spread on the liquid, `x* + (V − V*) x₁`, are those that the sphere feels, to round-off, however well `x₁` is
//! known. An error of `x₁` is a slip of `|V − V*|` times its residual, so `x₁` is computed as well as that needs.
//!
//! The [`Response`] borrows solver and state: while it lives nobody else can touch them, it can be refined as often as
//! needed, and finishing consumes it. One that is dropped leaves the flow as it was.

use crate::azimuthal::constraint::{Constraint, ConstraintMemory, NotConverged};
use crate::azimuthal::flow::{AzimuthalFlow, NewSpeeds};
use crate::azimuthal::markers::{Rings, Sight};
use crate::azimuthal::solver::{ModeSolver, Spectrum};
use crate::azimuthal::state::{self, AzimuthalState, Frame};
use crate::azimuthal::system::{ModeSystem, Side};
use crate::body::dof::{Affine, Dof, NORMAL, ScalarAffine};
use crate::body::markers::{MarkedSphere, Markers, PerSphere, SPHERES};
use crate::flow::bdf::Bdf2;
use crate::flow::state::{ExplicitWork, FlowState, right_hand_side};
use crate::flow::stokes::{Ends, Fields};
use crate::grid::{AxialGrid, AxialMap, RadialGrid};
use crate::numerics::conjugate_gradients::add_scaled;

/// What does not change during a run.
pub struct ImmersedSetup {
    /// Radial grid.
    pub radial: RadialGrid,
    /// The spheres, one or two, from the uppermost down.
    pub spheres: Vec<MarkedSphere>,
    /// Kinematic viscosity [m²/s].
    pub viscosity: f64,
    /// No-slip or free-slip at bottom and top.
    pub ends: Ends,
    /// No-slip (true) or free-slip side.
    pub side_no_slip: bool,
    /// Largest slip allowed at the markers [m/s].
    pub tolerance: f64,
}

impl ImmersedSetup {
    /// Diameter of the first sphere \[m\].
    pub fn diameter(&self) -> f64 {
        self.spheres[0].diameter
    }
}

/// Everything that decides the liquid's future.
#[derive(Debug, Clone, PartialEq)]
pub struct ImmersedState {
    /// Velocity, pressure and grids of two levels.
    pub flow: FlowState,
    /// Constraint forces at the present and the older level [m⁴/s²]; first guesses for the next step.
    pub forces: [Vec<f64>; 2],
    /// The same per unit speed of every sphere [m³/s].
    pub unit_forces: PerSphere<Vec<f64>>,
    /// Number of markers of every sphere at the present level.
    pub marker_counts: PerSphere<usize>,
    /// Preconditioner of the constraints.
    pub constraint: ConstraintMemory,
    /// Velocity of the axial faces during the last step [m/s]; the Courant number counts from it.
    pub face_velocity: Vec<f64>,
    /// Azimuthal modes m ≥ 1, where they are computed; mode 0 there is a copy of the axisymmetric flow's.
    pub modes: Option<Box<AzimuthalState>>,
}

/// Bounds of the largest residual left in the forces per unit speed.
const FINEST: f64 = 1e-9;
const COARSEST: f64 = 1e-2;
/// Length over `D²/ν` of a step in which the inertia of the liquid vanishes.
const CREEPING: f64 = 1e9;

/// What is known of the sphere's speed at the new level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NewSpeed {
    /// Prescribed [m/s]: saves the forces per unit speed.
    Known(f64),
    /// To be found from the sphere's equation of motion.
    Sought {
        /// Where it is expected [m/s].
        expected: f64,
        /// How far from there it is thought to be found [m/s]; a guess, see [`Response::allows`].
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

/// The new speed of every sphere [m/s]; a number is that of the first alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speeds(pub PerSphere<f64>);

impl From<f64> for Speeds {
    fn from(first: f64) -> Self {
        Self([first, 0.0])
    }
}

/// The forces of the spheres on the liquid over its density as functions of all new speeds: on `i`, `at_rest[i] + Σ_k per_speed[i][k] V_k`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Forces {
    /// With all spheres at rest, or at the speeds that are known [m⁴/s²].
    pub at_rest: PerSphere<f64>,
    /// Per speed that is sought [m³/s].
    pub per_speed: PerSphere<PerSphere<f64>>,
}

/// The level that a step leads to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NextLevel {
    /// Length of the step \[s\].
    pub dt: f64,
    /// [Resolved gap](crate::grid::SmallestGap) at which the geometry stands \[m\].
    pub gap: f64,
    /// Velocity of the whole grid [m/s]: along the axis that of the frame that a towed sphere rests in, along the wall that of
    /// the sphere.
    pub frame: Frame,
    /// What is known of the spheres' speeds along the axis.
    pub speeds: PerSphere<NewSpeed>,
    /// What is known of the other speeds of the one sphere.
    pub lateral: NewSpeeds,
}

impl NextLevel {
    /// A level in a frame at rest, of one sphere that moves along the axis alone.
    pub fn new(dt: f64, gap: f64, speed: NewSpeed) -> Self {
        Self { dt, gap, frame: Frame::default(), speeds: [speed, NewSpeed::Known(0.0)], lateral: NewSpeeds::default() }
    }

    /// The same level as the azimuthal modes see it.
    fn on<'a>(&self, grid: &'a AxialGrid) -> state::NextLevel<'a> {
        state::NextLevel { dt: self.dt, grid, gap: self.gap, frame: self.frame }
    }
}

/// Directions of a solve that serve the response per unit speed: more hardly help.
const KEPT: usize = 16;

/// Geometry and factors of the level being computed.
pub struct LevelWork {
    /// Direct solver of the Stokes problem.
    pub solver: ModeSolver,
    /// Markers.
    pub markers: Markers,
    rings: Rings,
    sight: Sight,
    /// Rows in which the liquid's answer to the markers' forces is computed, per block of radial modes.
    reach: Vec<std::ops::Range<usize>>,
    /// Axial grid.
    grid: AxialGrid,
}

impl LevelWork {
    fn system<'a>(&'a self, setup: &'a ImmersedSetup, c0: f64) -> ModeSystem<'a> {
        let Self { solver, sight, reach, grid, .. } = self;
        let side = setup.side_no_slip.then_some(Side { radial: &setup.radial, c0 });
        ModeSystem { solver, sight, reach, axial: grid, side }
    }
}

/// Solver and scratch; may be built anew between steps without changing a bit of the results.
pub struct ImmersedFlow {
    /// What does not change.
    pub setup: ImmersedSetup,
    map: AxialMap,
    /// Geometry and factors of the level being computed.
    pub level: LevelWork,
    constraint: Constraint,
    explicit: ExplicitWork,
    rate: Fields,
    rate_modes: Spectrum,
    modal: Spectrum,
    new: Fields,
    mismatch: Vec<f64>,
    guess: Vec<f64>,
    correction: Vec<f64>,
    units: PerSphere<Vec<f64>>,
    /// The markers' velocity where one sphere has unit speed.
    motions: PerSphere<Vec<f64>>,
    /// Azimuthal modes m ≥ 1, where they are computed.
    pub modes: Option<Box<AzimuthalFlow>>,
}

impl ImmersedFlow {
    /// Builds solver and scratch; the eigen-decomposition costs O(nr³).
    pub fn new(setup: ImmersedSetup, map: AxialMap) -> Self {
        let (nz, nr) = (map.cells(), setup.radial.len());
        let solver = ModeSolver::new(&setup.radial, 0, nz, setup.viscosity, setup.ends);
        let gap = map.resolved_gap(0.0);
        Self {
            constraint: Constraint::new(nz, nr, KEPT),
            level: LevelWork {
                solver,
                markers: Markers::default(),
                rings: Rings::default(),
                sight: Sight::default(),
                reach: Vec::new(),
                grid: map.grid(gap),
            },
            explicit: ExplicitWork::new(nz, &setup.radial),
            rate: Fields::zeros(nz, nr),
            rate_modes: Spectrum::zeros(nz, nr),
            modal: Spectrum::zeros(nz, nr),
            new: Fields::zeros(nz, nr),
            mismatch: Vec::new(),
            guess: Vec::new(),
            correction: Vec::new(),
            units: Default::default(),
            motions: Default::default(),
            modes: None,
            setup,
            map,
        }
    }

    /// Liquid at rest around a sphere at the resolved gap `gap` \[m\].
    pub fn at_rest(&self, gap: f64) -> ImmersedState {
        self.spinning(gap, &Dof::zeros())
    }

    /// Liquid at rest around a sphere at the resolved gap `gap` \[m\], but inside of it, where it spins with the sphere at the angular
    /// velocities of `speeds`.
    pub fn spinning(&self, gap: f64, speeds: &Dof) -> ImmersedState {
        let grid = self.map.grid(gap);
        ImmersedState {
            modes: self.modes.as_ref().map(|modes| Box::new(modes.spinning(grid.clone(), gap, speeds))),
            face_velocity: vec![0.0; grid.faces.len()],
            flow: FlowState::at_rest(&self.setup.radial, grid),
            forces: Default::default(),
            unit_forces: Default::default(),
            marker_counts: [0; SPHERES],
            constraint: ConstraintMemory::default(),
        }
    }

    /// The [resolved gap](crate::grid::SmallestGap) \[m\], at which the geometry stands for a sphere at `gap` \[m\].
    pub fn resolved_gap(&self, gap: f64) -> f64 {
        self.map.resolved_gap(gap)
    }

    /// Heights of the spheres' lowest points in the grid \[m\] at the resolved gap `gap` \[m\], see [`AxialMap::lowest_points`].
    pub fn lowest_points(&self, gap: f64) -> PerSphere<f64> {
        self.map.lowest_points(gap)
    }

    /// The liquid's answer to a step: everything up to the sphere's speed.
    ///
    /// # Errors
    /// [`NotConverged`] where the no-slip condition cannot be met to the set tolerance.
    pub fn respond<'a>(
        &'a mut self,
        state: &'a mut ImmersedState,
        next: NextLevel,
    ) -> Result<Response<'a>, NotConverged> {
        let bdf = Bdf2::new(next.dt, state.flow.dt_before);
        self.map.place(next.gap, &mut self.level.grid);
        self.level.solver.factor(&self.level.grid, bdf.c0);
        self.explicit_part(state, &next, &bdf);
        self.place_markers(state, next.gap, &bdf);
        let lateral = next.lateral;
        let mut response = Response {
            flow: self,
            state,
            next,
            c0: bdf.c0,
            others: Affine::default(),
            unit_residuals: [0.0; SPHERES],
            iterations: 0,
        };
        let (mean, others) =
            response.beside(Response::meet_no_slip, |modes, state, level| modes.respond(state, level, &lateral));
        mean?;
        response.others = others.transpose()?.unwrap_or_default();
        Ok(response)
    }

    /// The force along the axis of [`Response::force`] in steady creeping flow around a sphere at the resolved gap `gap` \[m\] in liquid that
    /// was at rest: the solver is unsplit, so that one long step is the steady solution.
    ///
    /// # Errors
    /// As [`Self::respond`].
    pub fn creeping_force(&mut self, gap: f64, speed: NewSpeed) -> Result<ScalarAffine, NotConverged> {
        self.force_from_rest(gap, CREEPING * self.setup.diameter().powi(2) / self.setup.viscosity, speed)
    }

    /// The forces of [`Response::forces`] in steady creeping flow around spheres at the resolved gap `gap` \[m\] in liquid that was at rest.
    ///
    /// # Errors
    /// As [`Self::respond`].
    pub fn creeping_forces(&mut self, gap: f64, speeds: PerSphere<NewSpeed>) -> Result<Forces, NotConverged> {
        self.forces_from_rest(gap, CREEPING * self.setup.diameter().powi(2) / self.setup.viscosity, speeds)
    }

    /// The forces of [`Response::forces`] in a step of `dt` \[s\] from rest at the resolved gap `gap` \[m\].
    ///
    /// # Errors
    /// As [`Self::respond`].
    pub fn forces_from_rest(&mut self, gap: f64, dt: f64, speeds: PerSphere<NewSpeed>) -> Result<Forces, NotConverged> {
        let mut state = self.at_rest(gap);
        let next = NextLevel { speeds, ..NextLevel::new(dt, gap, NewSpeed::ANY) };
        Ok(self.respond(&mut state, next)?.forces())
    }

    /// The force along the axis of [`Response::force`] in a step of `dt` \[s\] from rest at the resolved gap `gap` \[m\].
    ///
    /// # Errors
    /// As [`Self::respond`].
    pub fn force_from_rest(&mut self, gap: f64, dt: f64, speed: NewSpeed) -> Result<ScalarAffine, NotConverged> {
        let mut state = self.at_rest(gap);
        Ok(self.respond(&mut state, NextLevel::new(dt, gap, speed))?.force().scalar(NORMAL))
    }

    /// The speed at which forces per speed are measured [m/s]: the slip that is left at the markers is 10⁻⁵ of it.
    pub fn measuring_speed(&self) -> f64 {
        self.setup.tolerance / 1e-5
    }

    /// The flow of modes m ≥ 1, where there is one, and the grid at the resolved gap `gap` \[m\].
    pub(super) fn modes(&mut self, gap: f64) -> Option<(&mut AzimuthalFlow, &AxialGrid)> {
        self.map.place(gap, &mut self.level.grid);
        self.modes.as_mut().map(|modes| (modes.as_mut(), &self.level.grid))
    }

    /// The right-hand side without the markers' forces.
    fn explicit_part(&mut self, state: &mut ImmersedState, next: &NextLevel, bdf: &Bdf2) {
        let (radial, grid) = (&self.setup.radial, &self.level.grid);
        if let (Some(modes), Some(others)) = (&mut self.modes, &mut state.modes) {
            others.take_mean(&state.flow);
            modes.begin(others, &next.on(grid));
            let mean = modes.mean_rate();
            self.rate.u.assign(&mean.u);
            self.rate.w.assign(&mean.w);
            self.explicit.face_velocity.copy_from_slice(modes.face_velocity());
        } else {
            right_hand_side(radial, grid, &state.flow, bdf, next.frame.axial, &mut self.explicit, &mut self.rate);
        }
    }

    /// Moves the markers and carries the old forces over to them as first guesses.
    fn place_markers(&mut self, state: &ImmersedState, gap: f64, bdf: &Bdf2) {
        let LevelWork { markers, grid, solver, rings, sight, reach } = &mut self.level;
        markers.resize(state.marker_counts);
        markers.place(&self.setup.spheres, self.map.lowest_points(gap), &self.setup.radial, grid);
        rings.set(markers, false, &self.setup.radial);
        sight.set(rings, solver);
        match self.setup.side_no_slip {
            true => solver.whole(reach),
            false => solver.reach(sight.rings().rows(grid), 1.0, reach),
        }
        let size = self.level.system(&self.setup, bdf.c0).unknowns();
        let markers = &self.level.markers;
        let vectors = [&mut self.mismatch, &mut self.guess, &mut self.correction];
        let of_spheres = self.units.iter_mut().zip(&mut self.motions).take(self.setup.spheres.len());
        for vector in vectors.into_iter().chain(of_spheres.flat_map(|(unit, motion)| [unit, motion])) {
            vector.clear();
            vector.resize(size, 0.0);
        }
        for (which, motion) in self.motions.iter_mut().enumerate().filter(|(_, motion)| !motion.is_empty()) {
            motion[markers.axial(which)].fill(1.0);
        }
        let (had, have) = (state.marker_counts, markers.counts);
        let [now, old] = &state.forces;
        carry_over(now, had, bdf.e1, have, &mut self.guess);
        carry_over(old, had, bdf.e2, have, &mut self.guess);
        for (from, unit) in state.unit_forces.iter().zip(&mut self.units) {
            carry_over(from, had, 1.0, have, unit);
        }
    }

    /// The modes of the right-hand side and of the liquid under the guessed forces.
    fn predict(&mut self, c0: f64) {
        let solver = &self.level.solver;
        let stokes = solver.axisymmetric().expect("of mode 0");
        stokes.to_modal([&self.rate.u, &self.rate.w], &mut self.rate_modes.gradient);
        self.level.system(&self.setup, c0).load(&self.guess, &mut self.rate_modes);
        self.modal.gradient.u.assign(&self.rate_modes.gradient.u);
        self.modal.gradient.w.assign(&self.rate_modes.gradient.w);
        solver.solve(&mut self.modal);
    }

    /// The new level's velocity at the spheres' new speeds [m/s].
    fn finish(&mut self, c0: f64, expected: PerSphere<NewSpeed>, speeds: PerSphere<f64>) {
        for ((expected, speed), unit) in expected.into_iter().zip(speeds).zip(&self.units) {
            if let NewSpeed::Sought { expected, .. } = expected {
                add_scaled(&mut self.correction, speed - expected, unit);
            }
        }
        let solver = &self.level.solver;
        self.level.system(&self.setup, c0).load(&self.correction, &mut self.rate_modes);
        solver.solve(&mut self.rate_modes);
        let stokes = solver.axisymmetric().expect("of mode 0");
        stokes.to_physical(&self.rate_modes.gradient, [&mut self.new.u, &mut self.new.w]);
    }
}

/// The liquid's answer to a step under way: its force, for whatever speed the sphere takes.
pub struct Response<'a> {
    flow: &'a mut ImmersedFlow,
    state: &'a mut ImmersedState,
    next: NextLevel,
    c0: f64,
    /// Force of modes m ≥ 1 over density.
    others: Affine,
    /// Largest slip per unit of `V − V*` of every sphere that the forces per unit speed leave.
    unit_residuals: PerSphere<f64>,
    /// Conjugate-gradient iterations so far.
    iterations: usize,
}

impl Response<'_> {
    /// What `mean` does with the axisymmetric mode and `others` with the rest, if there is one, at the same time where there are
    /// threads: they meet in the convective term alone.
    fn beside<T: Send, O: Send>(
        &mut self,
        mean: impl FnOnce(&mut Self) -> T + Send,
        others: impl FnOnce(&mut AzimuthalFlow, &mut AzimuthalState, &state::NextLevel) -> O + Send,
    ) -> (T, Option<O>) {
        let Some((mut modes, mut state)) = self.flow.modes.take().zip(self.state.modes.take()) else {
            return (mean(self), None);
        };
        let (next, grid) = (self.next, self.flow.level.grid.clone());
        let (mean, others) = rayon::join(|| mean(self), || others(&mut modes, &mut state, &next.on(&grid)));
        (self.flow.modes, self.state.modes) = (Some(modes), Some(state));
        (mean, Some(others))
    }

    /// Forces that give the liquid at the markers the known or expected speed, and those per unit speed.
    fn meet_no_slip(&mut self) -> Result<(), NotConverged> {
        self.flow.predict(self.c0);
        let (c0, speeds, flow, memory) = (self.c0, self.next.speeds, &mut *self.flow, &mut self.state.constraint);
        let system = flow.level.system(&flow.setup, c0);
        flow.constraint.prepare(memory, &system);
        system.observe(&flow.modal, &flow.guess, &mut flow.mismatch);
        flow.mismatch.iter_mut().for_each(|slip| *slip = -*slip);
        for (which, speed) in speeds.into_iter().enumerate() {
            flow.mismatch[flow.level.markers.axial(which)].iter_mut().for_each(|slip| *slip += speed.base());
        }
        let solved =
            flow.constraint.correct(memory, &system, &flow.mismatch, flow.setup.tolerance, &mut flow.correction)?;
        self.iterations = solved.iterations;
        for (which, speed) in speeds.into_iter().enumerate() {
            if let NewSpeed::Sought { scatter, .. } = speed {
                self.refine_one(which, scatter)?;
            }
        }
        Ok(())
    }

    /// The force of the one sphere on the liquid over its density, [m⁴/s²] and per speed [m³/s], and the torque, [m⁵/s²] and [m⁵/s]. Where
    /// new speeds are known, that at these speeds.
    pub fn force(&self) -> Affine {
        let Forces { at_rest, per_speed } = self.forces();
        self.others + Affine::on(NORMAL, ScalarAffine { at_rest: at_rest[0], per_speed: per_speed[0][0] })
    }

    /// The forces along the axis of all spheres on the liquid over its density; where a new speed is known, at this speed.
    pub fn forces(&self) -> Forces {
        let (flow, mut forces) = (&*self.flow, Forces::default());
        for on in 0..flow.setup.spheres.len() {
            let axial = |x: &[f64]| x[flow.level.markers.axial(on)].iter().sum::<f64>();
            forces.at_rest[on] = axial(&flow.guess) + axial(&flow.correction);
            for (by, speed) in self.next.speeds.into_iter().enumerate() {
                if let NewSpeed::Sought { expected, .. } = speed {
                    forces.per_speed[on][by] = axial(&flow.units[by]);
                    forces.at_rest[on] -= forces.per_speed[on][by] * expected;
                }
            }
        }
        forces
    }

    /// Whether [`Self::finish`] with the speeds `velocities` [m/s] keeps the slip within the tolerance, or as small as it gets;
    /// if not, [`Self::refine`] first.
    pub fn allows(&self, velocities: impl Into<Speeds>) -> bool {
        let Speeds(velocities) = velocities.into();
        let slips = self.next.speeds.iter().zip(velocities).zip(self.unit_residuals);
        slips.into_iter().all(|((speed, velocity), residual)| match speed {
            NewSpeed::Known(_) => true,
            NewSpeed::Sought { expected, .. } => {
                residual <= FINEST || (velocity - expected).abs() * residual <= self.flow.setup.tolerance
            }
        })
    }

    /// Improves the forces per unit speed, so that the slip stays within the tolerance for new speeds up to `distances`
    /// [m/s] from the expected ones.
    ///
    /// # Errors
    /// As [`ImmersedFlow::respond`].
    pub fn refine(&mut self, distances: impl Into<Speeds>) -> Result<(), NotConverged> {
        let Speeds(distances) = distances.into();
        for (which, distance) in distances.into_iter().enumerate() {
            if matches!(self.next.speeds[which], NewSpeed::Sought { .. }) {
                self.refine_one(which, distance)?;
            }
        }
        Ok(())
    }

    fn refine_one(&mut self, which: usize, distance: f64) -> Result<(), NotConverged> {
        let (flow, memory) = (&mut *self.flow, &mut self.state.constraint);
        let system = flow.level.system(&flow.setup, self.c0);
        let tolerance = (flow.setup.tolerance / distance).clamp(FINEST, COARSEST);
        let (motion, unit) = (&flow.motions[which], &mut flow.units[which]);
        let solved = flow.constraint.improve(memory, &system, motion, tolerance, unit)?;
        self.iterations += solved.iterations;
        self.unit_residuals[which] = solved.residual;
        Ok(())
    }

    /// Completes the step with the one sphere's new `speeds`, as [`Self::finish_all`] does.
    pub fn finish(self, speeds: &Dof) -> usize {
        self.finish_all(&[*speeds, Dof::zeros()])
    }

    /// Completes the step with the new `speeds` of all spheres and makes it the present level: its velocity is solenoidal and follows the
    /// markers. Returns the conjugate-gradient iterations of the step.
    pub fn finish_all(mut self, speeds: &PerSphere<Dof>) -> usize {
        let finish_mean = |response: &mut Self| {
            response.flow.finish(response.c0, response.next.speeds, speeds.map(|speeds| speeds[NORMAL]));
            response.iterations
        };
        let (mean, others) = self.beside(finish_mean, |modes, state, level| {
            modes.finish(state, level, &speeds[0]);
            modes.iterations().iter().sum::<usize>()
        });
        let Self { flow, state, next, .. } = self;
        std::mem::swap(&mut flow.rate_modes.gradient.p, &mut flow.new.p);
        for (total, x) in flow.guess.iter_mut().zip(&flow.correction) {
            *total += x;
        }
        let counts = flow.level.markers.counts;
        let [now, old] = &mut state.forces;
        std::mem::swap(now, old);
        if state.marker_counts != counts && !old.is_empty() {
            let previous = std::mem::take(old);
            old.resize(flow.guess.len(), 0.0);
            carry_over(&previous, state.marker_counts, 1.0, counts, old);
        }
        now.clone_from(&flow.guess);
        state.unit_forces.clone_from(&flow.units);
        state.marker_counts = counts;
        state.face_velocity.copy_from_slice(&flow.explicit.face_velocity);
        state.flow.accept(&mut flow.new, &mut flow.level.grid, next.dt);
        mean + others.unwrap_or(0)
    }
}

/// Adds `factor` times the forces `from` (two components of all markers, `had` of each sphere, then the side's) to `to`, whose spheres
/// `have` so many markers: linear in the marker's position along each arc, the totals kept.
fn carry_over(from: &[f64], had: PerSphere<usize>, factor: f64, have: PerSphere<usize>, to: &mut [f64]) {
    if from.is_empty() {
        return;
    }
    let (mut first, mut second) = (0, 0);
    // In both components, and in each from the lowest sphere up.
    for (count, n) in had.into_iter().rev().zip(have.into_iter().rev()).cycle().take(2 * SPHERES) {
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
