//! One azimuthal mode in a step: solver, constraints, and the families that share them.

use super::constraint::{Constraint, ConstraintMemory, NotConverged};
use super::fields::{ModeFields, Parts};
use super::level::{Bdf2, MarkerForces, NewSpeed, carry_over};
use super::marker_interpolation::{MarkerInterpolation, ModeSystem, Rings, Side};
use super::markers::{Markers, PerSphere, is_rotation, motions_of, moved, unit_motion};
use super::setup::ImmersedSetup;
use super::solver::{ModeSolver, RowScratch, Spectrum};
use crate::body::dof::{Dof, NORMAL};
use crate::grid::AxialGrid;
use crate::numerics::conjugate_gradients::{ConjugateGradients, add_scaled, dot};
use rayon::prelude::*;
use std::ops::Range;

/// Bounds of the largest residual left in the forces per unit speed along the axis.
pub(super) const FINEST: f64 = 1e-9;
const COARSEST: f64 = 1e-2;
/// Directions of a solve that serve the response per unit speed along the axis: more hardly help.
const KEPT: usize = 16;

/// Where the grid and the markers stand at the level being computed.
pub(super) struct Geometry {
    pub grid: AxialGrid,
    /// The markers of the axisymmetric mode, and those of the others.
    pub markers: [Markers; 2],
    /// The former as even modes see them, the latter as even and as odd modes do.
    pub rings: [Rings; 3],
    /// Height of the first sphere's centre \[m\].
    pub(super) centre: f64,
    /// Whether there are two spheres, and each with its cells is the other's image.
    pub(super) mirrored: bool,
}

/// The level being computed.
#[derive(Clone, Copy)]
pub(super) struct Level<'a> {
    pub(super) setup: &'a ImmersedSetup,
    pub(super) geometry: &'a Geometry,
    pub(super) bdf: Bdf2,
    /// As far as they are known.
    pub(super) speeds: &'a PerSphere<NewSpeed>,
}

impl Level<'_> {
    /// Largest residual of the forces per unit of motion `which`; none where its speed is known.
    fn unit_tolerance(&self, which: usize, turned: bool) -> Option<f64> {
        let [sphere, dof] = moved(which, turned);
        let NewSpeed { free, scatter, .. } = self.speeds[sphere];
        if !free[dof] {
            return None;
        }
        if dof == NORMAL {
            return Some(self.along_axis(scatter));
        }
        // The largest velocity of a spinning sphere's markers per unit of Ω is its radius.
        let scale = if is_rotation(which) { 0.5 * self.setup.diameter() } else { 1.0 };
        self.setup.azimuthal.map(|azimuthal| azimuthal.unit_tolerance * scale)
    }

    /// Largest residual per unit speed along the axis that keeps the slip within the tolerance `distance` [m/s] from
    /// the expected speed.
    pub(super) fn along_axis(&self, distance: f64) -> f64 {
        (self.setup.tolerance / distance).clamp(FINEST, COARSEST)
    }
}

/// One family of a mode.
pub(super) struct Family {
    /// Number among the [`Parts`].
    pub(super) part: usize,
    pub(super) turned: bool,
    /// The right-hand side and the guessed forces, where the step is completed by solving them once more with all
    /// forces.
    loaded: Option<Spectrum>,
    /// The flow under the guessed forces.
    flow: Spectrum,
    pub(super) guess: Vec<f64>,
    mismatch: Vec<f64>,
    pub(super) correction: Vec<f64>,
}

/// A rigid motion that a mode follows.
pub(super) struct Motion {
    pub(super) which: usize,
    /// The markers' velocity at unit speed.
    pub(super) at_markers: Vec<f64>,
    /// Marker forces per unit speed.
    pub(super) unit: Vec<f64>,
    /// Largest slip per unit speed that they leave.
    pub(super) residual: f64,
}

/// Solver and scratch of one mode.
pub(super) struct Mode {
    pub(super) solver: ModeSolver,
    pub families: Vec<Family>,
    pub(super) motions: Vec<Motion>,
    /// Which of the markers are its own.
    pub markers: usize,
    /// Whether the side's friction is among its unknowns.
    sticks: bool,
    constraint: Constraint,
    scratch: RowScratch,
    interpolation: MarkerInterpolation,
    /// Rows in which the liquid's answer to forces is computed where it is seen at the markers, and everywhere.
    reach: [Vec<Range<usize>>; 2],
}

impl Mode {
    /// All modes of `setup` on `rows` rows with their families, then swirl; the decompositions cost O(M nr³).
    pub(super) fn all(setup: &ImmersedSetup, rows: usize) -> Vec<Self> {
        let parts = setup.parts();
        (0..parts.systems()).into_par_iter().map(|number| Self::new(setup, rows, parts, number)).collect()
    }

    fn new(setup: &ImmersedSetup, nz: usize, parts: Parts, number: usize) -> Self {
        let ImmersedSetup { radial, kinematic_viscosity, ends, spheres, .. } = setup;
        let (nr, end) = (radial.len(), parts.highest + 1);
        let (swirl, axisymmetric) = (number == end, number == 0);
        let solver = match swirl {
            true => ModeSolver::swirl(radial, nz, *kinematic_viscosity, *ends),
            false => ModeSolver::new(radial, number, nz, *kinematic_viscosity, *ends),
        };
        let numbers = match number {
            0 => vec![0],
            m if swirl => vec![m],
            m => (0..parts.families()).map(|family| family * end + m).collect(),
        };
        let family = |part: usize| Family {
            part,
            turned: parts.is_turned(part),
            loaded: axisymmetric.then(|| Spectrum::zeros(nz, nr)),
            flow: Spectrum::zeros(nz, nr),
            guess: Vec::new(),
            mismatch: Vec::new(),
            correction: Vec::new(),
        };
        // Two spheres have two responses per unit speed: each is found with the directions of all solves before it.
        let solver_of_constraints = match (axisymmetric, spheres.len()) {
            (false, _) => ConjugateGradients::new(0),
            (true, 1) => ConjugateGradients::new(KEPT),
            (true, _) => ConjugateGradients::through(3 * KEPT),
        };
        let motion =
            |&which: &usize| Motion { which, at_markers: Vec::new(), unit: Vec::new(), residual: f64::INFINITY };
        Self {
            families: numbers.into_iter().map(family).collect(),
            motions: motions_of(solver.wavenumber, swirl, spheres.len()).iter().map(motion).collect(),
            markers: usize::from(!axisymmetric),
            sticks: axisymmetric && setup.side_no_slip,
            constraint: Constraint::new(nz, nr, solver_of_constraints),
            scratch: solver.scratch(),
            solver,
            interpolation: MarkerInterpolation::default(),
            reach: [Vec::new(), Vec::new()],
        }
    }

    /// The step up to the spheres' speeds: marker forces that give the liquid at the markers the known or expected
    /// speeds, and those per unit of the speeds that are sought. `rates` are the families' right-hand sides.
    pub(super) fn respond(
        &mut self,
        level: &Level,
        forces: &MarkerForces,
        rates: &mut [&mut ModeFields],
        memory: &mut ConstraintMemory,
    ) -> Result<(), NotConverged> {
        self.solver.factor(&level.geometry.grid, level.bdf.c0);
        self.place(level, forces);
        self.correct(level, rates, memory)?;
        for k in 0..self.motions.len() {
            if let Some(tolerance) = level.unit_tolerance(self.motions[k].which, self.families[0].turned)
                && !self.reflect(k, level, tolerance)
            {
                self.refine(k, level, tolerance, memory)?;
            }
        }
        Ok(())
    }

    /// Takes in where the markers stand, and carries the old forces over to them as first guesses.
    fn place(&mut self, level: &Level, forces: &MarkerForces) {
        let Self { solver, interpolation, reach, families, motions, .. } = self;
        let Level { geometry, bdf, .. } = level;
        let rings = &geometry.rings[if self.markers == 0 { 0 } else { 1 + solver.wavenumber % 2 }];
        interpolation.set(rings, solver);
        for (times, reach) in [1.0, 2.0].into_iter().zip(reach) {
            match self.sticks {
                true => solver.whole(reach),
                false => solver.reach(rings.rows(&geometry.grid), times, reach),
            }
        }
        let markers = &geometry.markers[self.markers];
        let (counts, components) = ((forces.counts[self.markers], markers.counts), solver.components().len());
        let unknowns = markers.len() * components + if self.sticks { geometry.grid.len() } else { 0 };
        for Family { part, guess, mismatch, correction, .. } in families {
            for vector in [&mut *guess, mismatch, correction] {
                vector.clear();
                vector.resize(unknowns, 0.0);
            }
            let [now, old] = &forces.of_parts[*part];
            carry_over(now, components, counts, bdf.e1, guess);
            carry_over(old, components, counts, bdf.e2, guess);
        }
        for Motion { which, at_markers, unit, .. } in motions {
            unit_motion(*which, markers, geometry.centre, at_markers);
            at_markers.resize(unknowns, 0.0);
            unit.clear();
            unit.resize(unknowns, 0.0);
            carry_over(&forces.per_speed[*which], components, counts, 1.0, unit);
        }
    }

    /// Marker forces that give the liquid at the markers the known or expected speeds.
    fn correct(
        &mut self,
        level: &Level,
        rates: &mut [&mut ModeFields],
        memory: &mut ConstraintMemory,
    ) -> Result<(), NotConverged> {
        let Self { solver, constraint, families, motions, scratch, interpolation, reach, sticks, .. } = self;
        let system = system(level, *sticks, solver, interpolation, &reach[0]);
        constraint.prepare(memory, &system);
        let tolerance = match (self.markers, level.setup.azimuthal) {
            (1, Some(azimuthal)) => azimuthal.tolerance,
            _ => level.setup.tolerance,
        };
        for (Family { turned, loaded, flow, guess, mismatch, correction, .. }, rate) in families.iter_mut().zip(rates) {
            match loaded {
                Some(loaded) => {
                    solver.to_spectrum(rate, scratch, loaded);
                    system.load(guess, loaded);
                    flow.gradient.u.assign(&loaded.gradient.u);
                    flow.gradient.w.assign(&loaded.gradient.w);
                }
                None => {
                    solver.to_spectrum(rate, scratch, flow);
                    system.load(guess, flow);
                }
            }
            solver.solve(flow);
            system.observe(flow, guess, mismatch);
            mismatch.iter_mut().for_each(|slip| *slip = -*slip);
            for Motion { which, at_markers, .. } in motions.iter() {
                let [sphere, dof] = moved(*which, *turned);
                add_scaled(mismatch, level.speeds[sphere].expected[dof], at_markers);
            }
            constraint.correct(memory, &system, mismatch, tolerance, correction)?;
        }
        Ok(())
    }

    /// Improves the marker forces per unit of the mode's `k`-th motion to a largest residual of `tolerance`.
    pub(super) fn refine(
        &mut self,
        k: usize,
        level: &Level,
        tolerance: f64,
        memory: &mut ConstraintMemory,
    ) -> Result<(), NotConverged> {
        let system = system(level, self.sticks, &self.solver, &self.interpolation, &self.reach[0]);
        let Motion { at_markers, unit, residual, .. } = &mut self.motions[k];
        *residual = self.constraint.improve(memory, &system, at_markers, tolerance, unit)?;
        Ok(())
    }

    /// Takes the forces per unit speed of the second of two spheres from those of the first, if the spheres are each
    /// other's image and the latter were sought: radial forces turn round, axial ones and those of the side do not.
    /// Returns whether that is all that `tolerance` asks for.
    fn reflect(&mut self, k: usize, level: &Level, tolerance: f64) -> bool {
        let n = self.interpolation.rings().len();
        let sought = level.geometry.mirrored && level.unit_tolerance(self.motions[0].which, false).is_some();
        let (1, true, [first, second]) = (k, sought, &mut self.motions[..]) else { return false };
        let of_the_side = (2 * n + 1).min(first.unit.len())..first.unit.len();
        let images = [(0..n, -1.0), (n..2 * n, 1.0), (of_the_side, 1.0)];
        for (values, sign) in images {
            let image = first.unit[values.clone()].iter().rev();
            second.unit[values].iter_mut().zip(image).for_each(|(x, image)| *x = sign * image);
        }
        second.residual = first.residual;
        second.residual <= tolerance
    }

    /// Completes the step, whose sought speeds differ by `changes` from the expected ones: the velocity of the families
    /// goes to `new`.
    pub(super) fn finish(&mut self, level: &Level, changes: &PerSphere<Dof>, new: &mut [&mut ModeFields]) {
        let Self { solver, constraint, families, motions, scratch, interpolation, reach, sticks, .. } = self;
        // Here it is seen everywhere, not by going to and fro.
        let system = system(level, *sticks, solver, interpolation, &reach[1]);
        for (Family { turned, loaded, flow, guess, correction, .. }, new) in families.iter_mut().zip(new) {
            for Motion { which, unit, .. } in motions.iter() {
                let [sphere, dof] = moved(*which, *turned);
                if level.speeds[sphere].free[dof] {
                    add_scaled(correction, changes[sphere][dof], unit);
                }
            }
            let whole = match loaded {
                Some(loaded) => {
                    system.load(correction, loaded);
                    solver.solve(loaded);
                    loaded
                }
                None => {
                    constraint.add_response(&system, correction, flow);
                    flow
                }
            };
            solver.to_fields(whole, scratch, new);
            std::mem::swap(&mut whole.gradient.p, &mut new.p);
            add_scaled(guess, 1.0, correction);
        }
    }

    /// Gives `take` the forces on the liquid over its density of a family's motions, that at the known speeds and
    /// otherwise at rest, and per speed that is sought: sphere and degree of freedom of the force, those of the speed,
    /// value.
    pub(super) fn forces(
        &self,
        speeds: &PerSphere<NewSpeed>,
        mut take: impl FnMut([usize; 2], Option<[usize; 2]>, f64),
    ) {
        for Family { turned, guess, correction, .. } in &self.families {
            for on in &self.motions {
                let at_expected = dot(&on.at_markers, guess) + dot(&on.at_markers, correction);
                let (place, mut due) = (moved(on.which, *turned), 0.0);
                for by in &self.motions {
                    let [sphere, dof] = moved(by.which, *turned);
                    if speeds[sphere].free[dof] {
                        let per_speed = dot(&on.at_markers, &by.unit);
                        due += per_speed * speeds[sphere].expected[dof];
                        take(place, Some([sphere, dof]), per_speed);
                    }
                }
                take(place, None, at_expected - due);
            }
        }
    }

    /// Makes the forces of this step those of the present level.
    pub(super) fn hand_over(&self, geometry: &Geometry, forces: &mut MarkerForces) {
        let counts = (forces.counts[self.markers], geometry.markers[self.markers].counts);
        for Family { part, guess, .. } in &self.families {
            let [now, old] = &mut forces.of_parts[*part];
            std::mem::swap(now, old);
            if counts.0 != counts.1 && !old.is_empty() {
                let previous = std::mem::take(old);
                old.resize(guess.len(), 0.0);
                carry_over(&previous, self.solver.components().len(), counts, 1.0, old);
            }
            now.clone_from(guess);
        }
        for Motion { which, unit, .. } in &self.motions {
            forces.per_speed[*which].clone_from(unit);
        }
    }
}

/// The constraints of a mode at a level.
fn system<'a>(
    level: &Level<'a>,
    sticks: bool,
    solver: &'a ModeSolver,
    interpolation: &'a MarkerInterpolation,
    reach: &'a [Range<usize>],
) -> ModeSystem<'a> {
    let Level { setup, geometry, bdf, .. } = *level;
    let side = sticks.then_some(Side { radial: &setup.radial, c0: bdf.c0 });
    ModeSystem {
        solver,
        interpolation,
        reach,
        axial: &geometry.grid,
        side,
        spheres: setup.spheres.len(),
        mirrored: geometry.mirrored,
    }
}

/// Does `of` to every mode with its families' entries of `fields` and its memory of constraints, at the same time where
/// there are several modes and threads.
pub(super) fn each(
    modes: &mut [Mode],
    fields: &mut [ModeFields],
    memories: &mut [ConstraintMemory],
    of: impl Fn(&mut Mode, &mut [&mut ModeFields], &mut ConstraintMemory) -> Result<(), NotConverged> + Sync,
) -> Result<(), NotConverged> {
    if let ([mode], [memory]) = (&mut *modes, &mut *memories)
        && let [family] = &mode.families[..]
    {
        let part = family.part;
        return of(mode, &mut [&mut fields[part]], memory);
    }
    let mut entries: Vec<Option<&mut ModeFields>> = fields.iter_mut().map(Some).collect();
    let mut take = |family: &Family| entries[family.part].take().expect("a part is of one mode");
    let fields: Vec<Vec<_>> = modes.iter().map(|mode| mode.families.iter().map(&mut take).collect()).collect();
    let all = modes.par_iter_mut().zip(fields).zip(memories);
    let ends: Vec<_> = all.map(|((mode, mut fields), memory)| of(mode, &mut fields, memory)).collect();
    ends.into_iter().collect()
}
