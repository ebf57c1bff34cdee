//! One time step of the liquid in three dimensions with the sphere in it.
//!
//! As in the axisymmetric step, second-order backward differences, extrapolated convection and the unsplit Stokes problem
//! with the no-slip condition as a constraint. The step is linear in the sphere's new speeds `q = (V, U, Ω)`:
//! [`AzimuthalFlow::advance`] finds the marker forces that move the liquid at the markers with the expected speeds `q*`, and
//! for every free degree of freedom those that give it unit speed. The force on the liquid is then
//!
//! ```text
//! F = F₀ + F₁ q,        F₁ = (1) ⊕ (2 × 2): mode 0 moves with V, mode 1 with U and Ω
//! ```
//!
//! for whatever `q` the sphere's equations of motion choose; [`AzimuthalFlow::finish`] completes the step with it. Added
//! mass, history and viscous forces are all inside `F₁`, so that no iteration couples sphere and liquid.
//!
//! Velocities are those of the laboratory. The grid moves with the sphere: axially by its faces' positions and the frame's
//! axial velocity, laterally by the frame's lateral velocity; the container's side moves along laterally, and stands for
//! liquid far away.

use super::constraint::{ModeConstraint, ModeSystem};
use super::markers::{Rings, carry_over};
use super::motion::{MODE_OF, Planar, unit_motion};
use super::solver::{ModeFields, ModeSolver, Spectrum, Window};
use super::state::{AzimuthalState, Explicit, NextLevel};
use crate::body::constraint::NotConverged;
use crate::body::markers::{MarkerSpec, Markers};
use crate::flow::bdf::Bdf2;
use crate::flow::stokes::Ends;
use crate::grid::{AxialGrid, RadialGrid};
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

/// What is known of the sphere's speeds at the new level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NewSpeeds {
    /// Prescribed or expected speeds.
    pub expected: Planar,
    /// Whether `[axial, lateral, spin]` is to be found from the equations of motion.
    pub free: [bool; 3],
}

/// Force on the liquid over its density as a function of the sphere's new speeds, `at_rest + per_speed·q`. Columns of
/// `per_speed` that belong to prescribed speeds are zero; the force of those is in `at_rest`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ForceOnLiquid {
    /// Forces [m⁴/s²] and torque [m⁵/s²] with the free speeds at zero.
    pub at_rest: Planar,
    /// `per_speed[a][b]`: force or torque a per speed b.
    pub per_speed: [[f64; 3]; 3],
}

impl ForceOnLiquid {
    /// Force and torque on the liquid at the speeds `q`.
    pub fn at(&self, q: Planar) -> Planar {
        let q = q.array();
        let share = |row: [f64; 3]| row[0] * q[0] + row[1] * q[1] + row[2] * q[2];
        self.at_rest + Planar::from_array(self.per_speed.map(share))
    }
}

/// Solver and scratch of one mode.
struct Mode {
    solver: ModeSolver,
    constraint: ModeConstraint,
    /// Right-hand side.
    rate: Spectrum,
    /// Flow under the guessed forces.
    flow: Spectrum,
    scratch: [Array2<f64>; 2],
    guess: Vec<f64>,
    mismatch: Vec<f64>,
    correction: Vec<f64>,
    window: Window,
    iterations: usize,
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
    rate: Vec<ModeFields>,
    new: Vec<ModeFields>,
    units: [Vec<f64>; 3],
    motions: [Vec<f64>; 3],
    bdf: Bdf2,
    factored: Option<(AxialGrid, f64)>,
    speeds: NewSpeeds,
}

impl AzimuthalFlow {
    /// Builds solver and scratch; the decompositions cost O(M nr³).
    pub fn new(setup: AzimuthalSetup) -> Self {
        let (nz, nr, count) = (setup.rows, setup.radial.len(), setup.highest + 1);
        let mode = |m: usize| Mode {
            solver: ModeSolver::new(&setup.radial, m, nz, setup.viscosity, setup.ends),
            constraint: ModeConstraint::new(nz, nr),
            rate: Spectrum::zeros(nz, nr),
            flow: Spectrum::zeros(nz, nr),
            scratch: [(); 2].map(|()| Array2::zeros((nz, nr))),
            guess: Vec::new(),
            mismatch: Vec::new(),
            correction: Vec::new(),
            window: Window { rows: 0..0, columns: 0 },
            iterations: 0,
        };
        let fields = vec![ModeFields::zeros(nz, nr); count];
        Self {
            modes: (setup.lowest..count).into_par_iter().map(mode).collect(),
            explicit: Explicit::new(&setup.radial, nz, setup.highest),
            markers: Markers::default(),
            rings: [Rings::default(), Rings::default()],
            rate: fields.clone(),
            new: fields,
            units: [Vec::new(), Vec::new(), Vec::new()],
            motions: [Vec::new(), Vec::new(), Vec::new()],
            bdf: Bdf2::new(1.0, None),
            factored: None,
            speeds: NewSpeeds { expected: Planar::default(), free: [false; 3] },
            setup,
        }
    }

    /// Liquid at rest on `grid`.
    pub fn at_rest(&self, grid: AxialGrid) -> AzimuthalState {
        AzimuthalState::at_rest(self.setup.highest, self.setup.radial.len(), grid)
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

    /// Conjugate-gradient iterations of the last step, of every mode.
    pub fn iterations(&self) -> Vec<usize> {
        self.modes.iter().map(|mode| mode.iterations).collect()
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
        speeds: NewSpeeds,
    ) -> Result<ForceOnLiquid, NotConverged> {
        self.begin(state, level);
        self.respond(state, level, speeds)
    }

    /// The explicit part of the step to `level`, of all modes.
    pub fn begin(&mut self, state: &AzimuthalState, level: &NextLevel) {
        self.bdf = Bdf2::new(level.dt, state.dt_before);
        self.explicit.right_hand_side(state, level, self.bdf, &mut self.rate);
        if self.setup.lowest > 0 {
            self.explicit.as_axisymmetric(level.grid, &mut self.rate[0]);
        }
    }

    /// The liquid's answer to the step. The force returned holds the prescribed speeds.
    ///
    /// Post-condition: [`Self::finish`] with speeds `q` gives a velocity that is solenoidal and follows the markers.
    ///
    /// # Errors
    /// [`NotConverged`] where the no-slip condition cannot be met to the set tolerance.
    pub fn respond(
        &mut self,
        state: &mut AzimuthalState,
        level: &NextLevel,
        speeds: NewSpeeds,
    ) -> Result<ForceOnLiquid, NotConverged> {
        self.speeds = speeds;
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
        self.markers.resize(state.marker_count);
        self.markers.place(setup.diameter, level.gap, &setup.markers, &setup.radial, level.grid);
        self.rings = [false, true].map(|odd| Rings::new(&self.markers, odd, &setup.radial));
        let (had, n, bdf) = (state.marker_count, self.markers.len(), self.bdf);
        let centre = level.gap + 0.5 * setup.diameter;
        for which in 0..3 {
            self.motions[which] = unit_motion(which, &self.markers, centre);
            self.units[which] = vec![0.0; self.motions[which].len()];
            carry_over(&state.unit_forces[which], had, 1.0, n, &mut self.units[which]);
        }
        for mode in &mut self.modes {
            let m = mode.solver.wavenumber;
            let unknowns = n * if m == 0 { 2 } else { 3 };
            for vector in [&mut mode.guess, &mut mode.mismatch, &mut mode.correction] {
                vector.clear();
                vector.resize(unknowns, 0.0);
            }
            carry_over(&state.forces[m][0], had, bdf.e1, n, &mut mode.guess);
            carry_over(&state.forces[m][1], had, bdf.e2, n, &mut mode.guess);
            mode.window = self.rings[m % 2].window(level.grid, &setup.radial);
        }
    }

    /// Marker forces that give the liquid at the markers the expected speeds.
    fn correct(&mut self, state: &mut AzimuthalState, grid: &AxialGrid) -> Result<(), NotConverged> {
        let (radial, rings, motions) = (&self.setup.radial, &self.rings, &self.motions);
        let (expected, tolerance) = (self.speeds.expected.array(), self.setup.tolerance);
        let lowest = self.setup.lowest;
        let rates = self.rate[lowest..].par_iter_mut().zip(&mut state.constraints[lowest..]);
        self.modes.par_iter_mut().zip(rates).try_for_each(|(mode, (rate, memory))| {
            let m = mode.solver.wavenumber;
            let rings = &rings[m % 2];
            rings.spread(m, &mode.guess, radial, grid, rate);
            let everywhere = mode.solver.everywhere();
            mode.solver.to_spectrum(rate, &everywhere, &mut mode.scratch[0], &mut mode.rate);
            mode.flow.assign(&mode.rate);
            mode.solver.solve(&mut mode.flow);
            let system = ModeSystem { solver: &mode.solver, rings, window: &mode.window, radial, axial: grid };
            mode.constraint.prepare(memory, &system);
            mode.constraint.observe(&system, &mode.flow, &mut mode.mismatch);
            mode.mismatch.iter_mut().for_each(|slip| *slip = -*slip);
            for which in (0..3).filter(|&which| MODE_OF[which] == m) {
                add_scaled(&mut mode.mismatch, expected[which], &motions[which]);
            }
            let solved = mode.constraint.correct(memory, &system, &mode.mismatch, tolerance, &mut mode.correction)?;
            mode.iterations = solved.iterations;
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
    ) -> Result<ForceOnLiquid, NotConverged> {
        let Self { setup, rings, modes, motions, units, speeds, .. } = self;
        let mut force = ForceOnLiquid { at_rest: Planar::default(), per_speed: [[0.0; 3]; 3] };
        let (mut at_rest, expected, solved) = ([0.0; 3], speeds.expected.array(), setup.lowest..=setup.highest);
        for which in (0..3).filter(|&which| solved.contains(&MODE_OF[which])) {
            let m = MODE_OF[which];
            let Mode { solver, constraint, window, iterations, guess, correction, .. } = &mut modes[m - setup.lowest];
            at_rest[which] = dot(&motions[which], guess) + dot(&motions[which], correction);
            if !speeds.free[which] {
                continue;
            }
            let (radial, axial) = (&setup.radial, level.grid);
            let system = ModeSystem { solver, rings: &rings[m % 2], window, radial, axial };
            // The largest velocity of a spinning sphere's markers per unit of Ω is its radius.
            let scale = if which == 2 { 0.5 * setup.diameter } else { 1.0 };
            let memory = &mut state.constraints[m];
            let found = constraint.improve(memory, &system, &motions[which], tolerance * scale, &mut units[which])?;
            *iterations += found.iterations;
            for other in (0..3).filter(|&other| MODE_OF[other] == m) {
                force.per_speed[other][which] = dot(&motions[other], &units[which]);
            }
        }
        for (which, row) in force.per_speed.iter().enumerate() {
            at_rest[which] -= row.iter().zip(&expected).map(|(per, speed)| per * speed).sum::<f64>();
        }
        force.at_rest = Planar::from_array(at_rest);
        Ok(force)
    }

    /// Completes the step with the sphere's new speeds and makes it the present level.
    pub fn finish(&mut self, state: &mut AzimuthalState, level: &NextLevel, speeds: Planar) {
        let (radial, rings, grid) = (&self.setup.radial, &self.rings, level.grid);
        let change = (speeds - self.speeds.expected).array();
        let (units, free) = (&self.units, self.speeds.free);
        self.modes.par_iter_mut().zip(&mut self.new[self.setup.lowest..]).for_each(|(mode, new)| {
            let m = mode.solver.wavenumber;
            for which in (0..3).filter(|&which| MODE_OF[which] == m && free[which]) {
                add_scaled(&mut mode.correction, change[which], &units[which]);
            }
            let Mode { solver, constraint, window, rate, scratch, .. } = mode;
            let system = ModeSystem { solver, rings: &rings[m % 2], window, radial, axial: grid };
            constraint.add(&system, &mode.correction, rate);
            solver.solve(rate);
            solver.to_fields(rate, &solver.everywhere(), scratch, new);
            solver.pressure(rate, new);
            add_scaled(&mut mode.guess, 1.0, &mode.correction);
        });
        let (had, n) = (state.marker_count, self.markers.len());
        for (mode, [now, old]) in self.modes.iter().zip(&mut state.forces[self.setup.lowest..]) {
            let mut before = vec![0.0; mode.guess.len()];
            carry_over(now, had, 1.0, n, &mut before);
            *old = if now.is_empty() { Vec::new() } else { before };
            now.clone_from(&mode.guess);
        }
        state.unit_forces.clone_from(&self.units);
        state.marker_count = n;
        std::mem::swap(&mut state.now, &mut state.old);
        std::mem::swap(&mut state.now, &mut self.new);
        std::mem::swap(&mut state.grid_now, &mut state.grid_old);
        state.grid_now.copy_from(grid);
        state.dt_before = Some(level.dt);
    }
}

fn add_scaled(out: &mut [f64], factor: f64, x: &[f64]) {
    out.iter_mut().zip(x).for_each(|(out, x)| *out += factor * x);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
