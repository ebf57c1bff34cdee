//! One time step of the liquid in three dimensions with the sphere in it.
//!
//! As in the axisymmetric step, second-order backward differences, extrapolated convection and the unsplit Stokes problem
//! with the no-slip condition as a constraint. The step is linear in the sphere's new speeds `q` ([`crate::body::dof`]):
//! [`AzimuthalFlow::advance`] finds the marker forces that move the liquid at the markers with the expected speeds `q*`, and
//! for every free degree of freedom those that give it unit speed. The force on the liquid is then
//!
//! ```text
//! F = F₀ + F₁ q,        F₁ = (1) ⊕ (2 × 2): mode 0 moves with V or Ω_n, mode 1 with U and Ω
//! ```
//!
//! in either family of modes, with the same `F₁` in m = 1, for whatever `q` the body's equations of motion choose;
//! [`AzimuthalFlow::finish`] completes the step with it. Added mass, history and viscous forces are all inside `F₁`, so that no
//! iteration couples body and liquid.
//!
//! Velocities are those of the laboratory. The grid moves with the sphere: axially by its faces' positions and the frame's
//! axial velocity, laterally by the frame's lateral velocity; the container's side moves along laterally, and stands for
//! liquid far away.

use super::constraint::NotConverged;
use super::families::{Family, Mode, by_mode};
use super::markers::{Rings, carry_over};
use super::motion::{FAMILIES, MODE_OF, MOTIONS, motion_of, unit_motion};
use super::parts::Parts;
use super::solver::ModeFields;
use super::state::{AzimuthalState, Explicit, Frame, NextLevel};
use super::system::ModeSystem;
use crate::body::dof::{ALONG, Affine, DOFS, Dof, NORMAL, TWIST};
use crate::body::markers::{MarkedSphere, MarkerSpec, Markers};
use crate::flow::bdf::Bdf2;
use crate::flow::stokes::Ends;
use crate::grid::{AxialGrid, RadialGrid};
use crate::numerics::conjugate_gradients::{add_scaled, dot};
use ndarray::Array2;
use rayon::prelude::*;

/// What does not change during a run.
#[derive(Debug, Clone)]
pub struct AzimuthalSetup {
    /// Radial grid; its side is free-slip.
    pub radial: RadialGrid,
    /// Number of axial cells.
    pub rows: usize,
    /// Lowest azimuthal wavenumber solved here: 0, or 1 where the axisymmetric mode is another solver's.
    pub lowest: usize,
    /// Highest azimuthal wavenumber M.
    pub highest: usize,
    /// Whether there is a plane of symmetry, and so one family of modes.
    pub symmetric: bool,
    /// Sphere diameter \[m\].
    pub diameter: f64,
    /// Marker placement.
    pub markers: MarkerSpec,
    /// Kinematic viscosity [m²/s].
    pub viscosity: f64,
    /// No-slip or free-slip at bottom and top.
    pub ends: Ends,
    /// Largest slip allowed at the markers [m/s].
    pub tolerance: f64,
    /// Largest residual allowed in the response per unit speed.
    pub unit_tolerance: f64,
}

impl AzimuthalSetup {
    /// The parts of the flow, those of another solver included.
    pub fn parts(&self) -> Parts {
        Parts { highest: self.highest, symmetric: self.symmetric }
    }
}

/// What is known of the sphere's speeds at the new level.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct NewSpeeds {
    /// Prescribed or expected speeds.
    pub expected: Dof,
    /// Whether they are to be found from the equations of motion; lateral speed and spin of both directions alike.
    pub free: [bool; DOFS],
}

/// Solver and scratch; may be dropped at any time between steps without changing the results beyond the tolerance.
pub struct AzimuthalFlow {
    /// What does not change.
    pub setup: AzimuthalSetup,
    /// History and convection.
    pub explicit: Explicit,
    modes: Vec<Mode>,
    markers: Markers,
    /// The markers as even and odd modes see them.
    rings: [Rings; 2],
    /// Right-hand sides, then the new level.
    rate: Vec<ModeFields>,
    units: [Vec<f64>; MOTIONS],
    motions: [Vec<f64>; MOTIONS],
    bdf: Bdf2,
    factored: Option<(AxialGrid, f64)>,
    speeds: NewSpeeds,
}

impl AzimuthalFlow {
    /// Builds solver and scratch; the decompositions cost O(M nr³).
    pub fn new(setup: AzimuthalSetup) -> Self {
        let parts = setup.parts();
        Self {
            modes: Mode::all(&setup.radial, setup.rows, parts, setup.lowest, setup.viscosity, setup.ends),
            explicit: Explicit::new(&setup.radial, setup.rows, parts),
            markers: Markers::default(),
            rings: [Rings::default(), Rings::default()],
            rate: vec![ModeFields::zeros(setup.rows, setup.radial.len()); parts.count()],
            units: Default::default(),
            motions: Default::default(),
            bdf: Bdf2::new(1.0, None),
            factored: None,
            speeds: NewSpeeds::default(),
            setup,
        }
    }

    /// Liquid at rest on `grid`.
    pub fn at_rest(&self, grid: AxialGrid) -> AzimuthalState {
        AzimuthalState::at_rest(self.setup.parts(), self.setup.radial.len(), grid)
    }

    /// The time formula of the step under way.
    pub fn bdf(&self) -> Bdf2 {
        self.bdf
    }

    /// Markers at the level being computed.
    pub fn markers(&self) -> &Markers {
        &self.markers
    }

    /// Velocity of the axial faces during the last step [m/s].
    pub fn face_velocity(&self) -> &[f64] {
        self.explicit.face_velocity()
    }

    /// The pressure over density [m²/s²] of a part of a state, of its radial modes `modes`.
    ///
    /// # Panics
    /// Of a part below the lowest mode that is solved here.
    pub fn pressure(&self, part: usize, modes: &Array2<f64>) -> Array2<f64> {
        let of = |mode: &&Mode| mode.families.iter().any(|family| family.part == part);
        let mode = self.modes.iter().find(of).expect("every part has a mode, but those of a solver of its own");
        mode.solver.pressure(modes)
    }

    /// Conjugate-gradient iterations of the last step, of every mode, and of swirl.
    pub fn iterations(&self) -> Vec<usize> {
        self.modes.iter().map(|mode| mode.iterations).collect()
    }

    /// Damps the velocity of all modes at these rates [1/s], at the cells' centres and lower faces.
    pub fn damp(&mut self, rates: [Vec<f64>; 2]) {
        self.explicit.sponge = rates;
    }

    /// The right-hand side of mode 0 after [`Self::begin`], where another solver goes on with it.
    pub fn mean_rate(&self) -> &ModeFields {
        &self.rate[0]
    }

    /// Computes the step to `level` up to the sphere's speeds: [`Self::begin`] and [`Self::respond`].
    ///
    /// # Errors
    /// As [`Self::respond`].
    pub fn advance(
        &mut self,
        state: &mut AzimuthalState,
        level: &NextLevel,
        speeds: &NewSpeeds,
    ) -> Result<Affine, NotConverged> {
        self.begin(state, level);
        self.respond(state, level, speeds)
    }

    /// Liquid at rest on `grid` around a sphere whose lowest point is at the height `gap` \[m\], but inside of it, where it spins with the
    /// sphere at the angular velocities of `speeds`.
    pub fn spinning(&self, grid: AxialGrid, gap: f64, speeds: &Dof) -> AzimuthalState {
        let (radius, radial, parts) = (0.5 * self.setup.diameter, &self.setup.radial, self.setup.parts());
        let mut state = self.at_rest(grid);
        let (grid, centre) = (state.grid_now.clone(), gap + radius);
        for (family, [_, spin]) in ALONG.into_iter().enumerate().take(parts.families()) {
            state.now[family * (parts.highest + 1) + 1].spin_inside(radial, &grid, centre, radius, speeds[spin]);
        }
        if !parts.symmetric {
            state.now[parts.highest + 1].twist_inside(radial, &grid, centre, radius, speeds[TWIST]);
        }
        state
    }

    /// As [`Self::first_step`], of liquid at rest on `grid`.
    ///
    /// # Errors
    /// As [`Self::respond`].
    pub fn from_rest(&mut self, grid: &AxialGrid, gap: f64, dt: f64) -> Result<Affine, NotConverged> {
        self.first_step(self.at_rest(grid.clone()), gap, dt)
    }

    /// The force in a step of `dt` \[s\] of the liquid `state` on its grid, with the sphere's lowest point at the height `gap` \[m\], per
    /// lateral speed and spin, and per rotation about the axis where there is a turned family.
    ///
    /// # Errors
    /// As [`Self::respond`].
    pub fn first_step(&mut self, mut state: AzimuthalState, gap: f64, dt: f64) -> Result<Affine, NotConverged> {
        let grid = state.grid_now.clone();
        let level = NextLevel { dt, grid: &grid, gap, frame: Frame::default() };
        let mut free = [true; DOFS];
        free[NORMAL] = false;
        self.advance(&mut state, &level, &NewSpeeds { expected: Dof::zeros(), free })
    }

    /// The explicit part of the step to `level`, of all modes.
    pub fn begin(&mut self, state: &AzimuthalState, level: &NextLevel) {
        self.bdf = Bdf2::new(level.dt, state.dt_before);
        self.explicit.right_hand_side(state, level, self.bdf, &mut self.rate);
        if self.setup.lowest > 0 {
            self.explicit.as_axisymmetric(state, level, self.bdf, &mut self.rate[0]);
        }
    }

    /// The liquid's answer to the step: the sphere's force on it over its density, in [m⁴/s²] and [m⁵/s²] per speed. That of
    /// prescribed speeds is in `at_rest`.
    ///
    /// Post-condition: [`Self::finish`] with speeds `q` gives a velocity that is solenoidal and follows the markers.
    ///
    /// # Errors
    /// [`NotConverged`] where the no-slip condition cannot be met to the set tolerance.
    pub fn respond(
        &mut self,
        state: &mut AzimuthalState,
        level: &NextLevel,
        speeds: &NewSpeeds,
    ) -> Result<Affine, NotConverged> {
        self.speeds = *speeds;
        self.factor(level.grid);
        self.place_markers(state, level);
        self.correct(state, level.grid)?;
        self.refine(state, level, self.setup.unit_tolerance)
    }

    /// Factorises for a new grid or step.
    fn factor(&mut self, grid: &AxialGrid) {
        let c0 = self.bdf.c0;
        if self.factored.as_ref().is_some_and(|(had, was)| was == &c0 && had == grid) {
            return;
        }
        self.modes.par_iter_mut().for_each(|mode| mode.solver.factor(grid, c0));
        self.factored = Some((grid.clone(), c0));
    }

    /// Moves the markers and carries the old forces over to them as first guesses.
    fn place_markers(&mut self, state: &AzimuthalState, level: &NextLevel) {
        let setup = &self.setup;
        self.markers.resize([state.marker_count, 0]);
        let sphere = MarkedSphere { diameter: setup.diameter, markers: setup.markers };
        self.markers.place(&[sphere], [level.gap, f64::NAN], &setup.radial, level.grid);
        self.rings = [false, true].map(|odd| Rings::new(&self.markers, odd, &setup.radial));
        let (had, n, bdf) = (state.marker_count, self.markers.len(), self.bdf);
        let centre = level.gap + 0.5 * setup.diameter;
        for which in 0..MOTIONS {
            self.motions[which] = unit_motion(which, &self.markers, centre);
            self.units[which] = vec![0.0; self.motions[which].len()];
            carry_over(&state.unit_forces[which], had, 1.0, n, &mut self.units[which]);
        }
        for mode in &mut self.modes {
            let m = mode.solver.wavenumber;
            let unknowns = n * mode.solver.components().len();
            for Family { part, guess, mismatch, correction, .. } in &mut mode.families {
                for vector in [&mut *guess, mismatch, correction] {
                    vector.clear();
                    vector.resize(unknowns, 0.0);
                }
                carry_over(&state.forces[*part][0], had, bdf.e1, n, guess);
                carry_over(&state.forces[*part][1], had, bdf.e2, n, guess);
            }
            mode.sight.set(&self.rings[m % 2], &mode.solver);
            for (times, reach) in [1.0, 2.0].into_iter().zip(&mut mode.reach) {
                mode.solver.reach(self.rings[m % 2].rows(level.grid), times, reach);
            }
        }
    }

    /// Marker forces that give the liquid at the markers the expected speeds.
    fn correct(&mut self, state: &mut AzimuthalState, grid: &AxialGrid) -> Result<(), NotConverged> {
        let motions = &self.motions;
        let (speeds, tolerance) = (&self.speeds, self.setup.tolerance);
        let rates = by_mode(&self.modes, &mut self.rate);
        let rates = rates.into_par_iter().zip(&mut state.constraints[self.setup.lowest..]);
        self.modes.par_iter_mut().zip(rates).try_for_each(|(mode, (rates, memory))| {
            let Mode { solver, constraint, families, scratch, sight, reach, iterations } = mode;
            let m = solver.wavenumber;
            let system = ModeSystem { solver, sight, reach: &reach[0], axial: grid, side: None };
            constraint.prepare(memory, &system);
            *iterations = 0;
            for (family, rate) in families.iter_mut().zip(rates) {
                solver.to_spectrum(rate, scratch, &mut family.flow);
                system.load(&family.guess, &mut family.flow);
                solver.solve(&mut family.flow);
                system.observe(&family.flow, &family.guess, &mut family.mismatch);
                family.mismatch.iter_mut().for_each(|slip| *slip = -*slip);
                let dofs = FAMILIES[usize::from(family.turned)];
                for which in (0..3).filter(|&which| MODE_OF[which] == m) {
                    let motion = &motions[motion_of(which, family.turned)];
                    add_scaled(&mut family.mismatch, speeds.expected[dofs[which]], motion);
                }
                let Family { mismatch, correction, .. } = family;
                *iterations += constraint.correct(memory, &system, mismatch, tolerance, correction)?.iterations;
            }
            Ok(())
        })
    }

    /// Improves the marker forces per unit speed of the free degrees of freedom to a largest residual of `tolerance`, and
    /// returns the force that comes of all.
    ///
    /// # Errors
    /// As [`Self::advance`].
    pub fn refine(
        &mut self,
        state: &mut AzimuthalState,
        level: &NextLevel,
        tolerance: f64,
    ) -> Result<Affine, NotConverged> {
        self.improve_units(state, level, tolerance)?;
        let (motions, units) = (&self.motions, &self.units);
        let NewSpeeds { expected, free } = &self.speeds;
        let mut force: Affine = Affine::default();
        for (mode, family) in self.modes.iter().flat_map(|mode| mode.families.iter().map(move |family| (mode, family)))
        {
            let (m, turned) = (mode.solver.wavenumber, family.turned);
            let dofs = FAMILIES[usize::from(turned)];
            for which in (0..3).filter(|&which| MODE_OF[which] == m) {
                let (motion, row) = (&motions[motion_of(which, turned)], dofs[which]);
                let known = dot(motion, &family.guess) + dot(motion, &family.correction);
                for other in (0..3).filter(|&other| MODE_OF[other] == m && free[dofs[other]]) {
                    force.per_speed[(row, dofs[other])] = dot(motion, &units[motion_of(other, turned)]);
                }
                force.at_rest[row] =
                    known - dofs.map(|dof| force.per_speed[(row, dof)] * expected[dof]).iter().sum::<f64>();
            }
        }
        Ok(force)
    }

    /// The marker forces per unit speed of what is free.
    fn improve_units(
        &mut self,
        state: &mut AzimuthalState,
        level: &NextLevel,
        tolerance: f64,
    ) -> Result<(), NotConverged> {
        let Self { setup, modes, motions, units, speeds, .. } = self;
        for (mode, memory) in modes.iter_mut().zip(&mut state.constraints[setup.lowest..]) {
            let Mode { solver, constraint, families, sight, reach, iterations, .. } = mode;
            let (m, turned) = (solver.wavenumber, families[0].turned);
            let dofs = FAMILIES[usize::from(turned)];
            let free = |&which: &usize| MODE_OF[which] == m && speeds.free[dofs[which]];
            let system = ModeSystem { solver, sight, reach: &reach[0], axial: level.grid, side: None };
            for which in (0..3).filter(free).map(|which| motion_of(which, turned)) {
                // The largest velocity of a spinning sphere's markers per unit of Ω is its radius.
                let scale = if which >= 2 { 0.5 * setup.diameter } else { 1.0 };
                let found =
                    constraint.improve(memory, &system, &motions[which], tolerance * scale, &mut units[which])?;
                *iterations += found.iterations;
            }
        }
        Ok(())
    }

    /// Completes the step with the sphere's new speeds, and makes it the present level.
    pub fn finish(&mut self, state: &mut AzimuthalState, level: &NextLevel, speeds: &Dof) {
        let (grid, units, free) = (level.grid, &self.units, self.speeds.free);
        let changes = speeds - self.speeds.expected;
        let new = by_mode(&self.modes, &mut self.rate);
        self.modes.par_iter_mut().zip(new).for_each(|(mode, new)| {
            let Mode { solver, constraint, families, scratch, sight, reach, .. } = mode;
            let m = solver.wavenumber;
            // Here it is seen everywhere, not by going to and fro.
            let system = ModeSystem { solver, sight, reach: &reach[1], axial: grid, side: None };
            for (Family { turned, flow, guess, correction, .. }, new) in families.iter_mut().zip(new) {
                let dofs = FAMILIES[usize::from(*turned)];
                for which in (0..3).filter(|&which| MODE_OF[which] == m && free[dofs[which]]) {
                    add_scaled(correction, changes[dofs[which]], &units[motion_of(which, *turned)]);
                }
                constraint.add_response(&system, correction, flow);
                solver.to_fields(flow, scratch, new);
                std::mem::swap(&mut flow.gradient.p, &mut new.p);
                add_scaled(guess, 1.0, correction);
            }
        });
        self.hand_over(state, level);
    }

    /// Makes the level the present one.
    fn hand_over(&mut self, state: &mut AzimuthalState, level: &NextLevel) {
        let (had, n) = (state.marker_count, self.markers.len());
        for family in self.modes.iter().flat_map(|mode| &mode.families) {
            let [now, old] = &mut state.forces[family.part];
            let mut before = vec![0.0; family.guess.len()];
            carry_over(now, had, 1.0, n, &mut before);
            *old = if now.is_empty() { Vec::new() } else { before };
            now.clone_from(&family.guess);
        }
        state.unit_forces.clone_from(&self.units);
        state.marker_count = n;
        state.frame = level.frame.along;
        std::mem::swap(&mut state.now, &mut state.old);
        std::mem::swap(&mut state.now, &mut self.rate);
        std::mem::swap(&mut state.grid_now, &mut state.grid_old);
        state.grid_now.copy_from(level.grid);
        state.dt_before = Some(level.dt);
    }
}
