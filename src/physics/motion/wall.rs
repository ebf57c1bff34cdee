//! The wall: the model between it and the body along the normal, and friction and sheared film along it.
//!
//! The normal motion comes first: it decides gap and contact. Along the wall the film below the grid, or the theory in its place, is
//! linear in the speeds and joins the balance of forces; friction is found by the compliance that this balance leaves.

use super::blend::Simulated;
use super::body::{Body, Prediction, StepSolution};
use super::elastic_film::{FilmFailure, FilmSolver};
use super::forces::Directions;
use super::near_wall::{NearWall, NormalState, WallEnergy};
use super::step_size::WallScales;
use super::tangential_wall::{TangentialInput, TangentialState, TangentialWall};
use crate::body::dof::{ALONG, Affine, DOFS, Dof, NORMAL, ScalarAffine};
use crate::contact::SurfaceContact;
use crate::contact::surface::FreeMotion;
use crate::liquid::HistoryMemory;
use serde::{Deserialize, Serialize};

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
            NearWall::Blended { start, .. } => vec![start.clone(); directions.along.len()],
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

    /// The sub-grid traction along the wall at the end of a step, which the sheared film, or theory in its place, adds to the force
    /// `on_liquid` of the body. Theory also knows the inertia `displaced` of the liquid in the body's place.
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
            let integral = history.predict(ahead.dt, ahead.speeds[ALONG[k][0]]);
            theory.lateral_correction(at, speed, &simulated, integral)
        };
        Affine::along(state.lateral_history.iter().enumerate().map(of_direction))
    }

    /// The new speeds of the body, whose speed along the normal is that of `at`, under the balance of all other forces, and friction, rolling and
    /// twisting resistance on it.
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
        let motion = FreeMotion { before: body.speeds, free, compliance: balance.compliance(ahead.lateral) };
        let slides = self.tangential.as_ref().filter(|_| ahead.lateral.contains(&true));
        let friction = slides.map_or_else(Dof::zeros, |wall| wall.friction_step(state, ahead.dt, &motion, at));
        (motion.under(&friction), friction)
    }

    /// After a step of the body `before` that ended as in `end` with the new speeds and accelerations, under `friction` and the `film`'s force on the body: brings the
    /// memories up to date. Returns the energies of the whole wall.
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
