//! The wall: the model between it and the body along the normal, and friction and sheared film along it.
//!
//! The normal motion comes first: it decides gap and contact. Along the wall the film below the grid, or the theory in
//! its place, is linear in the speeds and joins the balance of forces; friction is found by the compliance that this
//! balance leaves.
//!
//! # The sheared film
//! The film that the grid does not resolve is sheared by a sphere that moves along the wall or spins beside it. As
//! along the normal ([`super::subgrid_film`]), exact less resolved: the geometry of the flow stands at the [resolved
//! gap](SmallestGap) `ĥ(h) ≥ h`, and the missing part is added below `2 h_g`,
//!
//! ```text
//! F = −6πμa  [(F_t(h) − F_t(ĥ)) U + (F_r(h) − F_r(ĥ)) aΩ]
//! T = −8πμa² [(T_t(h) − T_t(ĥ)) U + (T_r(h) − T_r(ĥ)) aΩ]
//! ```
//!
//! with the exact coefficients of [`parallel`]. They grow with the logarithm of the gap only: the grid holds most of
//! them. The film ends at the cut-off of the normal film: below it, and while the solids touch, the gap of the formulas
//! stays there. Liquid further out than the contact still shears, so the force goes on where the film's pressure ends.

use super::blend::Simulated;
use super::body::{Body, Prediction, StepSolution, TangentialInput};
use super::elastic_film::{FilmFailure, FilmSolver};
use super::forces::Directions;
use super::near_wall::{NearWall, NormalState, WallEnergy};
use super::step_size::WallScales;
use crate::body::dof::{ALONG, Affine, DOFS, Dof, NORMAL, PlanarAffine, ScalarAffine};
use crate::contact::SurfaceContact;
use crate::contact::surface::{FreeMotion, SurfaceMemory};
use crate::grid::SmallestGap;
use crate::liquid::{FilmCutoff, HistoryMemory, ImmersedSphere, Parallel, parallel};
use nalgebra::{Matrix2, Vector2};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Laws of film and contact.
pub struct WallLaws {
    /// Along the normal.
    pub normal: NearWall,
    /// Along the wall; none in an axisymmetric flow.
    pub tangential: Option<TangentialWall>,
}

/// Everything of the wall that decides the future.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WallState {
    /// Film and contact along the normal.
    pub normal: NormalState,
    /// The memory of friction, and its books.
    pub friction: TangentialState,
    /// The memory of a blended theory's history force along each direction.
    lateral_history: Vec<HistoryMemory>,
}

impl WallLaws {
    /// The state at the start.
    pub(super) fn start(&self, directions: &Directions) -> WallState {
        let lateral_history = match &self.normal {
            NearWall::Blended { start, .. } => vec![start.clone().unscreened(); directions.along.len()],
            _ => Vec::new(),
        };
        WallState { normal: self.normal.start(), friction: TangentialState::default(), lateral_history }
    }

    /// The friction of body and wall, if there is any.
    pub(super) fn friction(&self) -> Option<&SurfaceContact> {
        self.tangential.as_ref()?.contact.as_ref()
    }

    /// The limits of the next step.
    pub(super) fn scales(&self, state: &WallState, body: &Body) -> WallScales {
        self.normal.scales(&state.normal, body, self.friction())
    }

    /// The sub-grid traction along the wall at the end of a step, which the sheared film, or theory in its place, adds
    /// to the force `on_liquid` of the body. Theory also knows the inertia `displaced` of the liquid in the body's
    /// place.
    pub(super) fn traction(
        &self,
        state: &WallState,
        body: &Body,
        ahead: &Prediction,
        (on_liquid, displaced): (&Affine, &Dof),
        at: &TangentialInput,
        directions: usize,
    ) -> Affine {
        let Some(tangential) = &self.tangential else { return Affine::default() };
        let NearWall::Blended { theory, .. } = &self.normal else {
            return Affine::along(std::iter::repeat_n(tangential.traction(at), directions));
        };
        let bdf = &ahead.bdf;
        let speed = ALONG.iter().fold(at.velocity, |speed, &[u, _]| speed.hypot(ahead.speeds[u]));
        let of_direction = |(k, history): (usize, &HistoryMemory)| {
            let rate = |dof: usize| ScalarAffine {
                at_rest: body.speeds[dof] * bdf.c1 + body.speeds_old[dof] * bdf.c2,
                per_speed: bdf.c0,
            };
            let simulated = Simulated {
                on_liquid: on_liquid.planar(k),
                displaced: ALONG[k].map(|dof| displaced[dof]),
                rates: ALONG[k].map(rate),
            };
            let integral = history.predict(ahead.dt, at.gap, ahead.speeds[ALONG[k][0]]);
            theory.lateral_correction(at, speed, &simulated, integral)
        };
        Affine::along(state.lateral_history.iter().enumerate().map(of_direction))
    }

    /// The new speeds of the body, whose speed along the normal is that of `at`, under the balance of all other forces,
    /// and friction, rolling and twisting resistance on it.
    ///
    /// Post-condition: friction obeys its law with the speeds returned, and remembers the end of the step.
    pub(super) fn slide(
        &self,
        state: &mut TangentialState,
        body: &Body,
        ahead: &Prediction,
        balance: &Affine,
        (velocity, at): (f64, &TangentialInput),
    ) -> (Dof, Dof) {
        let mut given = ahead.speeds;
        given[NORMAL] = velocity;
        let free = balance.solve(ahead.lateral, &given);
        let compliance = balance.compliance(ahead.lateral);
        let motion = FreeMotion { before: body.speeds, free, compliance, stiff: ahead.stiff };
        let slides = self.tangential.as_ref().filter(|_| ahead.lateral.contains(&true));
        let friction = slides.map_or_else(Dof::zeros, |wall| wall.friction_step(state, ahead.dt, &motion, at));
        (motion.under(&friction), friction)
    }

    /// After a step of the body `before` that ended as in `end` with the new speeds and accelerations, under `friction`
    /// and the `film`'s force on the body: brings the memories up to date. Returns the energies of the whole wall.
    ///
    /// # Errors
    /// As [`NearWall::end`].
    pub(super) fn end(
        &self,
        state: &mut WallState,
        solver: &mut FilmSolver,
        ahead: &Prediction,
        (before, end): (&Body, &StepSolution),
        (speeds, rate): (&Dof, &Dof),
        (friction, film, at): (&Dof, &Dof, &TangentialInput),
    ) -> Result<WallEnergy, FilmFailure> {
        let rate_apart = ahead.bdf.rate(end.velocity, before.velocity(), before.velocity_old());
        let mut energy = self.normal.end(&mut state.normal, solver, ahead.dt, end, rate_apart)?;
        for (history, [u, _]) in state.lateral_history.iter_mut().zip(ALONG) {
            history.advance(ahead.dt, speeds[u], rate[u]);
        }
        state.friction.add_impulse(ahead.dt, at, friction, film);
        let lateral = |load: &Dof| load.rows(1, DOFS - 1).dot(&speeds.rows(1, DOFS - 1));
        energy.film_power -= lateral(film);
        energy.contact_power -= lateral(friction);
        energy.stored += state.friction.stored;
        energy.lost -= state.friction.stored_change;
        Ok(energy)
    }
}

/// Laws of friction and of the sheared film.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TangentialWall {
    /// Friction and rolling resistance; none where the contact is frictionless.
    pub contact: Option<SurfaceContact>,
    /// The sheared film below the grid.
    pub film: ShearedFilm,
}

/// The memory of friction, and the books of the present contact.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct TangentialState {
    memory: SurfaceMemory,
    /// Elastic energy in the springs \[J\].
    pub stored: f64,
    /// The last step's addition to it \[J\].
    pub(super) stored_change: f64,
    /// Energy that friction has taken since the start \[J\].
    pub lost: f64,
    /// Power that it took at the last step \[W\].
    power: f64,
    /// Impulses of the present contact, or of the last one [N s].
    pub impulse: ContactImpulse,
    touching: bool,
    /// Normal force, and tangential ones along x and y, at the last step \[N\].
    last: [f64; 3],
}

/// Impulses of a contact on the sphere [N s]: of the solids alone, or of an elastic film that is their contact.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ContactImpulse {
    /// Along the normal, positive away from the wall.
    pub normal: f64,
    /// Along x and y.
    pub tangential: [f64; 2],
}

impl TangentialState {
    /// Adds a step of `dt` \[s\] to the impulses of the contact, with the forces of friction and film at its end.
    ///
    /// Without an elastic film they are those of the solids; its film is their contact, and its traction their
    /// friction.
    pub(super) fn add_impulse(&mut self, dt: f64, at: &TangentialInput, friction: &Dof, film: &Dof) {
        let touches = at.touching.is_some();
        if touches && !self.touching {
            self.impulse = ContactImpulse::default();
        }
        let [x, y] = ALONG.map(|[u, _]| u);
        let now = match &at.film {
            Some(elastic) if touches => [elastic.load, friction[x] + film[x], friction[y] + film[y]],
            Some(_) => [0.0; 3],
            None => [at.contact, friction[x], friction[y]],
        };
        let ContactImpulse { normal, tangential: [along_x, along_y] } = &mut self.impulse;
        for (impulse, (last, now)) in [normal, along_x, along_y].into_iter().zip(self.last.iter().zip(now)) {
            *impulse += 0.5 * dt * (last + now);
        }
        (self.touching, self.last) = (touches, now);
    }
}

impl TangentialWall {
    /// Friction, rolling and twisting resistance on the sphere at the end of a step of `dt` \[s\].
    ///
    /// Post-condition: `state` is that of the end of the step; apart from the wall it forgets the springs, whose energy
    /// is then lost.
    pub(super) fn friction_step(
        &self,
        state: &mut TangentialState,
        dt: f64,
        motion: &FreeMotion,
        at: &TangentialInput,
    ) -> Dof {
        let (mut found, mut stored) = (Dof::zeros(), 0.0);
        match (&self.contact, at.load()) {
            (Some(contact), Some(load)) => {
                found = contact.step(&mut state.memory, dt, motion, load);
                stored = contact.stored_energy(&state.memory);
            }
            _ => state.memory = SurfaceMemory::default(),
        }
        (state.stored_change, state.stored) = (stored - state.stored, stored);
        let power = motion.power(&found);
        state.lost += 0.5 * dt * (state.power + power) - state.stored_change;
        state.power = power;
        found
    }

    /// The sub-grid traction along any direction: force and torque on the liquid that the sheared film adds to those of
    /// the computed flow.
    pub(super) fn traction(&self, at: &TangentialInput) -> PlanarAffine {
        let per_speed = match &at.film {
            Some(film) => film.shear.matrix(self.film.sphere.radius),
            None => self.film.missing(at.gap, at.velocity, at.touching),
        };
        PlanarAffine { at_rest: Vector2::zeros(), per_speed }
    }
}

/// Tangential lubrication below the grid, with a cut-off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShearedFilm {
    /// The sphere in its liquid.
    pub sphere: ImmersedSphere,
    /// Smallest gap of the grid.
    pub smallest_gap: SmallestGap,
    /// The end of the film.
    pub cutoff: FilmCutoff,
}

impl ShearedFilm {
    /// Force \[N\] and torque [N m] on the liquid per lateral speed [m/s] and per angular velocity [rad/s] that the
    /// grid lacks, at `gap` \[m\] and the normal speed `velocity` [m/s]; symmetric. `touching` is the gap at which the
    /// solids of the present contact touched \[m\].
    pub(super) fn missing(&self, gap: f64, velocity: f64, touching: Option<f64>) -> Matrix2<f64> {
        if gap >= self.smallest_gap.followed() {
            return Matrix2::zeros();
        }
        let ImmersedSphere { radius, viscosity, .. } = self.sphere;
        let end =
            touching.filter(|touch| *touch > 0.0).unwrap_or_else(|| self.cutoff.length(&self.sphere, velocity.abs()));
        let resolved = self.smallest_gap.resolved(gap);
        let exact = parallel(gap.max(end) / radius);
        let held = parallel(resolved / radius);
        let less = |of: fn(&Parallel) -> f64| of(&exact) - of(&held);
        let stokes = PI * viscosity * radius;
        let coupling = 8.0 * stokes * radius * less(|parallel| parallel.translation_torque);
        Matrix2::new(
            6.0 * stokes * less(|parallel| parallel.translation_force),
            coupling,
            coupling,
            8.0 * stokes * radius * radius * less(|parallel| parallel.rotation_torque),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liquid::CutoffLaw;

    #[test]
    fn the_sheared_film_begins_without_a_jump_completes_the_exact_force_and_is_held_at_its_cutoff() {
        let sphere = ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).unwrap();
        let cutoff = FilmCutoff::new(CutoffLaw::Roughness, 5e10, 1e-7).unwrap();
        let film = ShearedFilm { sphere, smallest_gap: SmallestGap(6e-6), cutoff };
        assert_eq!(film.missing(12e-6, -0.3, None), Matrix2::zeros());
        let stokes = 6.0 * PI * 0.01 * 1.5e-3;
        assert!(film.missing(11.999e-6, -0.3, None)[(0, 0)].abs() < 1e-6 * stokes);
        for gap in [2e-7, 1e-6, 1e-5] {
            let whole = film.missing(gap, 0.0, None)[(0, 0)]
                + stokes * parallel(film.smallest_gap.resolved(gap) / 1.5e-3).translation_force;
            assert!((whole / (stokes * parallel(gap / 1.5e-3).translation_force) - 1.0).abs() < 1e-13);
        }
        let held = |gap: f64, touching| {
            let resolved = stokes * parallel(film.smallest_gap.resolved(gap) / 1.5e-3).translation_force;
            film.missing(gap, 0.0, touching)[(0, 0)] + resolved
        };
        assert!((held(1e-9, None) / held(1e-7, None) - 1.0).abs() < 1e-13);
        assert_eq!(film.missing(-1e-6, 0.0, Some(2e-7)).row(1), film.missing(0.0, 0.0, Some(2e-7)).row(1));
    }
}
