//! One time step of the liquid with the sphere in it, or two spheres on one axis.
//!
//! The flow is a list of azimuthal modes 0 … M; axisymmetric flow is a list of one. The step is linear in the spheres'
//! new speeds `q` ([`crate::body::dof`]). [`ImmersedFlow::respond`] computes, mode by mode, the liquid without marker
//! corrections, then the forces that move the liquid at the markers with expected speeds `q*`, `x*`, and those that
//! give it unit speed in every degree of freedom that is sought, `x₁`, of two spheres one of them while the other is
//! held. The force on the liquid is then
//!
//! ```text
//! F = F₀ + F₁ q,        F₁ = (1) ⊕ (2 × 2): mode 0 moves with V or Ω_n, mode 1 with U and Ω
//! ```
//!
//! in either family of modes, with the same `F₁` in m = 1, for whatever `q` the bodies' equations of motion choose;
//! [`Response::finish`] completes the step. No solid law is known here. Added mass, history and viscous forces are all
//! inside `F₁`: the coupling needs no iteration at any density ratio.
//!
//! The forces spread on the liquid, `x* + (q − q*) x₁`, are those that the sphere feels, to round-off, however well
//! `x₁` is known. An error of `x₁` is a slip of `|q − q*|` times its residual, so `x₁` is computed as well as that
//! needs.
//!
//! Velocities are those of the laboratory. The grid moves with the sphere: axially by its faces' positions and the
//! frame's axial velocity, laterally by the frame's lateral velocity; the container's side moves along laterally, and
//! stands for liquid far away.
//!
//! The [`Response`] borrows solver and state: while it lives nobody else can touch them, it can be refined as often as
//! needed, and finishing consumes it. One that is dropped leaves the flow as it was.

use super::budget::{Budget, FlowBudget};
use super::constraint::NotConverged;
use super::explicit::Explicit;
use super::fields::ModeFields;
use super::level::{Bdf2, FlowState, ImmersedState, NewSpeed, NextLevel};
use super::markers::{Markers, PerSphere, moved};
use super::mode::{FINEST, Geometry, Level, Mode, Motion, each};
use super::setup::{ImmersedSetup, MarkedSphere};
use super::solver::ModeSolver;
use crate::body::dof::{Affine, Dof, PlanarAffine};
use crate::grid::AxialMap;
use ndarray::Array2;
use std::ops::Range;

/// Solver and scratch; may be built anew between steps without changing a bit of the results.
pub struct ImmersedFlow {
    /// The set-up.
    pub setup: ImmersedSetup,
    pub(super) map: AxialMap,
    pub(super) modes: Vec<Mode>,
    /// The modes that are computed; the others are at rest.
    pub(super) active: Range<usize>,
    explicit: Explicit,
    /// Right-hand sides, then the new level.
    rate: Vec<ModeFields>,
    geometry: Geometry,
}

impl ImmersedFlow {
    /// Builds solver and scratch; the eigen-decompositions cost O(M nr³).
    pub fn new(setup: ImmersedSetup, map: AxialMap) -> Self {
        let (nz, nr, parts) = (map.cells(), setup.radial.len(), setup.parts());
        Self {
            modes: Mode::all(&setup, nz),
            active: 0..parts.systems(),
            explicit: Explicit::new(&setup.radial, nz, parts),
            rate: vec![ModeFields::zeros(nz, nr); parts.count()],
            geometry: Geometry {
                grid: map.grid(map.resolved_gap(0.0)),
                markers: Default::default(),
                rings: Default::default(),
                centre: 0.0,
                mirrored: false,
            },
            setup,
            map,
        }
    }

    /// Damps the velocity of all modes at these rates [1/s], at the cells' centres and lower faces.
    pub fn damp(&mut self, rates: [Vec<f64>; 2]) {
        self.explicit.sponge = rates;
    }

    /// The [resolved gap](crate::grid::SmallestGap) \[m\], at which the geometry stands for a sphere at `gap` \[m\].
    pub fn resolved_gap(&self, gap: f64) -> f64 {
        self.map.resolved_gap(gap)
    }

    /// Heights of the spheres' lowest points in the grid \[m\] at the resolved gap `gap` \[m\], see
    /// [`AxialMap::lowest_points`].
    pub fn lowest_points(&self, gap: f64) -> PerSphere<f64> {
        self.map.lowest_points(gap)
    }

    /// The markers of the axisymmetric mode at the level being computed.
    pub fn markers(&self) -> &Markers {
        &self.geometry.markers[0]
    }

    /// The solver of the axisymmetric mode.
    pub fn axisymmetric_solver(&mut self) -> &mut ModeSolver {
        &mut self.modes[0].solver
    }

    /// The pressure over density [m²/s²] of a part of a state, of its radial modes `modes`.
    pub fn pressure(&self, part: usize, modes: &Array2<f64>) -> Array2<f64> {
        let of = |mode: &&Mode| mode.families.iter().any(|family| family.part == part);
        self.modes.iter().find(of).expect("every part has a mode").solver.pressure(modes)
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
        self.place(state, next.gap);
        let parts = if self.active == (0..1) { 1 } else { self.rate.len() };
        self.explicit.right_hand_side(&state.flow, &self.geometry.grid, &next.frame, &bdf, &mut self.rate[..parts]);
        let level = Level { setup: &self.setup, geometry: &self.geometry, bdf, speeds: &next.speeds };
        let (forces, active) = (&state.forces, self.active.clone());
        let memories = &mut state.constraints[active.clone()];
        each(&mut self.modes[active], &mut self.rate, memories, |mode, rates, memory| {
            mode.respond(&level, forces, rates, memory)
        })?;
        Ok(Response { flow: self, state, next, bdf })
    }

    /// Moves grid and markers.
    fn place(&mut self, state: &ImmersedState, gap: f64) {
        let Self { setup, map, geometry: Geometry { grid, markers, rings, centre, mirrored }, .. } = self;
        map.place(gap, grid);
        *centre = gap + 0.5 * setup.diameter();
        let (lowest, radial, [of_mean, of_others]) = (map.lowest_points(gap), &setup.radial, markers);
        of_mean.resize(state.forces.counts[0]);
        of_mean.place(&setup.spheres, lowest, radial, grid);
        *mirrored = setup.is_symmetric() && of_mean.counts[0] == of_mean.counts[1] && grid.is_symmetric();
        rings[0].set_on_meridian(of_mean);
        if let Some(azimuthal) = setup.azimuthal.filter(|_| self.active.end > 1) {
            of_others.resize(state.forces.counts[1]);
            let sphere = MarkedSphere { markers: azimuthal.markers, ..setup.spheres[0] };
            of_others.place(&[sphere], lowest, radial, grid);
            rings[1].set(of_others, false, radial);
            rings[2].set(of_others, true, radial);
        }
    }

    /// Energies of the liquid at the present level of `state`.
    pub fn budget(&self, state: &FlowState) -> FlowBudget {
        Budget { setup: &self.setup, axial: &state.grid_now }.of(&state.now)
    }
}

/// The liquid's answer to a step under way: its force, for whatever speed the sphere takes.
pub struct Response<'a> {
    flow: &'a mut ImmersedFlow,
    state: &'a mut ImmersedState,
    next: NextLevel,
    bdf: Bdf2,
}

impl Response<'_> {
    fn computed(&self) -> &[Mode] {
        &self.flow.modes[self.flow.active.clone()]
    }

    /// The force of the one sphere on the liquid over its density, [m⁴/s²] and per speed [m³/s], and the torque,
    /// [m⁵/s²] and [m⁵/s]. Where new speeds are known, that at these speeds.
    pub fn force(&self) -> Affine {
        let mut force: Affine = Affine::default();
        for mode in self.computed() {
            mode.forces(&self.next.speeds, |on, by, value| match (on, by) {
                ([0, row], None) => force.at_rest[row] = value,
                ([0, row], Some([0, column])) => force.per_speed[(row, column)] = value,
                _ => {}
            });
        }
        force
    }

    /// The forces along the axis of all spheres on the liquid over its density; where a new speed is known, at this
    /// speed.
    pub fn forces(&self) -> PlanarAffine {
        let mut forces = PlanarAffine::default();
        self.flow.modes[0].forces(&self.next.speeds, |[on, _], by, value| match by {
            None => forces.at_rest[on] = value,
            Some([by, _]) => forces.per_speed[(on, by)] = value,
        });
        forces
    }

    /// Whether [`Self::finish`] with the speeds `velocities` [m/s] keeps the slip within the tolerance, or as small as
    /// it gets; if not, [`Self::refine`] first.
    pub fn allows(&self, velocities: PerSphere<f64>) -> bool {
        self.flow.modes[0].motions.iter().all(|Motion { which, residual, .. }| {
            let [sphere, dof] = moved(*which, false);
            let NewSpeed { expected, free, .. } = &self.next.speeds[sphere];
            let distance = (velocities[sphere] - expected[dof]).abs();
            !free[dof] || *residual <= FINEST || distance * residual <= self.flow.setup.tolerance
        })
    }

    /// Improves the forces per unit speed, so that the slip stays within the tolerance for new speeds up to `distances`
    /// [m/s] from the expected ones.
    ///
    /// # Errors
    /// As [`ImmersedFlow::respond`].
    pub fn refine(&mut self, distances: PerSphere<f64>) -> Result<(), NotConverged> {
        let ImmersedFlow { setup, geometry, modes, .. } = &mut *self.flow;
        let level = Level { setup, geometry, bdf: self.bdf, speeds: &self.next.speeds };
        for k in 0..modes[0].motions.len() {
            let [sphere, dof] = moved(modes[0].motions[k].which, false);
            if self.next.speeds[sphere].free[dof] {
                modes[0].refine(k, &level, level.along_axis(distances[sphere]), &mut self.state.constraints[0])?;
            }
        }
        Ok(())
    }

    /// Completes the step with the new `speeds` of all spheres and makes it the present level: its velocity is
    /// solenoidal and follows the markers.
    pub fn finish(self, speeds: &PerSphere<Dof>) {
        let Self { flow, state, next, bdf } = self;
        let ImmersedFlow { setup, modes, active, explicit, rate, geometry, .. } = flow;
        let (changes, modes) = ([0, 1].map(|k| next.speeds[k].change(&speeds[k])), &mut modes[active.clone()]);
        let level = Level { setup, geometry, bdf, speeds: &next.speeds };
        let finish = |mode: &mut Mode, new: &mut [&mut ModeFields]| mode.finish(&level, &changes, new);
        each(modes, rate, &mut state.constraints[active.clone()], |mode, new, _| {
            finish(mode, new);
            Ok(())
        })
        .expect("nothing is solved for");
        modes.iter().for_each(|mode| mode.hand_over(geometry, &mut state.forces));
        state.forces.counts = [0, 1].map(|which| geometry.markers[which].counts);
        state.frame = next.frame.along;
        state.face_velocity.copy_from_slice(&explicit.face_velocity);
        state.flow.accept(rate, &mut geometry.grid, next.dt);
    }
}
