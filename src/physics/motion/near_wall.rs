//! The model between the sphere and the wall below the grid: one of three, or nothing where there is no wall.
//!
//! | | film | solid contact |
//! |---|---|---|
//! | [cut-off](NearWall::CutOff) | rigid lubrication, exact less resolved, down to a cut-off | a contact law below it |
//! | [elastic](NearWall::Elastic) | elastohydrodynamic, with a state of its own | part of the film |
//! | [blended](NearWall::Blended) | theory in place of the simulated force | a contact law |
//!
//! A step asks three things of it: `begin` before the liquid is computed,
//! `solve` with the forces of liquid and inertia, and `end` once gap and speed are
//! final. Its effect along the wall is [`super::wall`]'s.

use super::blend::BlendedTheory;
use super::body::{Along, Body, Prediction, StepSolution, TangentialInput, WallForces};
use super::elastic_film::{ElasticFilm, ElasticFilmState, FilmFailure, FilmSolver};
use super::step_size::WallScales;
use super::subgrid_film::FilmBelowGrid;
use crate::body::dof::ScalarAffine;
use crate::contact::surface::natural_time;
use crate::contact::{NormalContact, NormalMemory, SurfaceContact};
use crate::liquid::HistoryMemory;
use crate::modelled::Modelled;
use crate::numerics::root;
use serde::{Deserialize, Serialize};

/// Laws of film and contact.
pub enum NearWall {
    /// A film below the grid that ends at a cut-off, where the contact begins.
    CutOff {
        /// The film.
        film: Box<dyn FilmBelowGrid>,
        /// The contact law.
        contact: NormalContact,
    },
    /// An elastic film, of which the contact is part.
    Elastic(ElasticFilm),
    /// Theory blended into the simulated force, and solid contact.
    Blended {
        /// The laws of theory and their weight.
        theory: BlendedTheory,
        /// The contact law.
        contact: NormalContact,
        /// The history force's memory at the start.
        start: HistoryMemory,
    },
    /// There is no wall.
    Nothing,
}

/// The solid contact's state.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ContactState {
    /// Gap at which the solids of the present contact touched \[m\]; `None` while apart.
    pub touching: Option<f64>,
    /// Memory of the contact law.
    pub memory: NormalMemory,
    /// Whether the film is torn; see [`CavitationLimit`](crate::liquid::CavitationLimit).
    pub torn: bool,
}

/// Everything of film and contact along the normal that decides the future. Each kind of [`NearWall`] uses its own
/// part; the others stay as they were at the start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NormalState {
    /// Solid contact under a cut-off or theory.
    pub contact: ContactState,
    /// The elastic film.
    pub film: ElasticFilmState,
    /// The memory of a blended theory's history force.
    pub history: HistoryMemory,
}

/// The sphere's balance before the wall in a step: the step ends where `balance(V)` is the force of film and contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalBalance {
    /// Inertia, force on the liquid, and weight.
    pub(super) balance: ScalarAffine,
    /// Of these, the force on the liquid.
    pub(super) on_liquid: ScalarAffine,
    /// Motion along the wall that is expected.
    pub along: Along,
}

/// Energies of film and contact at the end of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WallEnergy {
    /// Elastic energy \[J\].
    pub(super) stored: f64,
    /// Energy lost to plasticity and adhesion of the solids in the step \[J\].
    pub(super) lost: f64,
    /// Power lost to the film \[W\]; of an engaged elastic film, the power that it takes back from the grid.
    pub(super) film_power: f64,
    /// Power lost in the solid contact \[W\].
    pub(super) contact_power: f64,
    /// Power that goes into the wall \[W\]; that of an elastic film is known as an energy.
    pub(super) plate_power: f64,
    /// Whether an elastic film was released.
    pub(super) released: bool,
}

impl NormalState {
    /// Whether the body has met the solids, or the elastic film on them.
    pub(super) fn is_met(&self) -> bool {
        self.contact.touching.is_some() || self.film.engaged.is_some()
    }
}

impl NearWall {
    /// The state at the start: apart, no film engaged, nothing remembered.
    pub(super) fn start(&self) -> NormalState {
        let history = match self {
            Self::Blended { start, .. } => start.clone(),
            _ => HistoryMemory::None,
        };
        NormalState { contact: ContactState::default(), film: ElasticFilmState::default(), history }
    }

    /// Whether the film is torn, or was since the sphere turned.
    pub fn is_torn(&self, state: &NormalState) -> bool {
        match self {
            Self::Elastic(_) => state.film.engaged.as_ref().is_some_and(|engaged| engaged.state.torn),
            _ => state.contact.torn,
        }
    }

    /// Whether the film of solids that touched at the gap `touch` \[m\], or are apart, is torn at `gap` \[m\] and
    /// `velocity` [m/s]. Where there is no film between touching solids, the velocity alone decides what it will be
    /// when they part.
    fn tears(&self, state: &ContactState, touch: Option<f64>, gap: f64, velocity: f64) -> bool {
        let (end, before) = match touch {
            Some(touch) if touch > 0.0 => (touch, false),
            Some(_) => (self.cutoff(velocity), state.torn),
            None => (0.0, state.torn),
        };
        let gap = gap.max(end);
        match self {
            Self::CutOff { film, .. } => film.is_torn(gap, velocity, before),
            Self::Blended { theory, .. } => theory.theory.is_torn(gap, velocity, before),
            Self::Elastic(_) | Self::Nothing => false,
        }
    }

    /// The elastic film, if it is one.
    pub fn elastic(&self) -> Option<&ElasticFilm> {
        match self {
            Self::Elastic(film) => Some(film),
            _ => None,
        }
    }

    /// The models of the film in words, for impacts at `speed` [m/s]. A blended theory has none, because its laws are
    /// those of the whole force.
    pub fn describe(&self, speed: f64) -> Vec<Modelled> {
        match self {
            Self::CutOff { film, .. } => film.describe(speed),
            Self::Elastic(film) => film.describe(speed),
            Self::Blended { .. } | Self::Nothing => Vec::new(),
        }
    }

    /// The law of the solid contact; none where there is no wall, or a film that contact is part of.
    pub fn contact(&self) -> Option<&NormalContact> {
        match self {
            Self::CutOff { contact, .. } | Self::Blended { contact, .. } => Some(contact),
            Self::Elastic(_) | Self::Nothing => None,
        }
    }

    /// Gap at which the film ends and the solids of a sphere at `velocity` [m/s] touch \[m\]; 0 for an elastic film.
    pub fn cutoff(&self, velocity: f64) -> f64 {
        match self {
            Self::CutOff { film, .. } => film.cutoff_gap(velocity),
            Self::Blended { theory, .. } => theory.theory.film_end(velocity.abs()),
            Self::Elastic(_) | Self::Nothing => 0.0,
        }
    }

    /// Gaps \[m\] whose crossing begins and ends a collision in the log, for a step over which the gap of touch went
    /// from `before` to `after`. A law of finite reach acts from there on; undeformed surfaces with an elastic film
    /// between them meet at their roughness.
    pub fn contact_levels(&self, before: Option<f64>, after: Option<f64>) -> [Option<f64>; 2] {
        match self {
            Self::Elastic(film) => [Some(film.properties.roughness.height); 2],
            Self::CutOff { contact, .. } | Self::Blended { contact, .. } if contact.range() > 0.0 => {
                [Some(contact.range()); 2]
            }
            _ => [before, after],
        }
    }

    /// The limits of the next step; the spring of `friction`, if there is any, has a period of its own.
    pub(super) fn scales(&self, state: &NormalState, body: &Body, friction: Option<&SurfaceContact>) -> WallScales {
        let velocity = body.velocity();
        match self {
            Self::Elastic(film) => {
                let (speed, contact_time) = film.scales(velocity, &state.film);
                WallScales { speed, clearance: body.gap, contact_time }
            }
            Self::CutOff { contact, .. } | Self::Blended { contact, .. } => {
                let start = if contact.range() > 0.0 { contact.range() } else { self.cutoff(velocity) };
                let touch = state.contact.touching.unwrap_or(start);
                let overlap = touch - body.gap;
                let memory = &state.contact.memory;
                let contact_time = natural_time(contact, friction, overlap, -velocity, memory);
                let clearance = body.gap - if contact.range() > 0.0 { contact.range() } else { touch };
                WallScales { speed: velocity, clearance, contact_time }
            }
            Self::Nothing => WallScales { speed: velocity, clearance: f64::INFINITY, contact_time: f64::INFINITY },
        }
    }

    /// Before a step: engages the elastic film where a free sphere needs it.
    ///
    /// Post-condition: whatever needs a state of its own in this step has one. Returns the power \[W\] that the engaged
    /// film takes over from the grid, if it was engaged just now.
    ///
    /// # Errors
    /// The elastic film cannot start here.
    pub(super) fn begin(
        &self,
        state: &mut NormalState,
        solver: &mut FilmSolver,
        body: &Body,
    ) -> Result<Option<f64>, FilmFailure> {
        match self {
            Self::Elastic(film) if !body.prescribed => {
                let engaged = film.engage(&mut state.film, solver, body.gap, body.velocity())?;
                Ok(engaged.then(|| film.resolved_power(&state.film)))
            }
            _ => Ok(None),
        }
    }

    /// What the tangential contact knows of the solution of a step of `dt` \[s\], before which the sphere's surface
    /// slips at `slip` [m/s]; nothing where there is no motion along the wall. An elastic film that warms is then as
    /// warm as at the end of the step.
    ///
    /// # Errors
    /// The elastic film's properties are refused.
    pub(super) fn tangential_input(
        &self,
        state: &mut NormalState,
        solver: &mut FilmSolver,
        end: &StepSolution,
        slip: Option<f64>,
        dt: f64,
    ) -> Result<TangentialInput, FilmFailure> {
        let (Some(slip), false) = (slip, matches!(self, Self::Nothing)) else { return Ok(TangentialInput::AWAY) };
        let StepSolution { gap, velocity, touching, forces: WallForces { contact, contact_viscous, .. }, .. } = *end;
        let at = TangentialInput { gap, velocity, touching, contact, contact_viscous, film: None };
        let Self::Elastic(film) = self else { return Ok(at) };
        let [_, level] = self.contact_levels(None, None);
        let (asperities, film) = film.tangential_input(&mut state.film, solver, slip, dt)?.unzip();
        Ok(TangentialInput {
            touching: level.filter(|level| gap < *level),
            contact: asperities.unwrap_or(0.0),
            film,
            ..at
        })
    }

    /// Finds gap and speed at the end of a step.
    ///
    /// Post-condition: the forces are balanced by film and contact at the gap and speed returned, or the motion is the
    /// prescribed one. An engaged elastic film has advanced to the end of the step; who solves again gives it back its
    /// state before. Nothing else has changed.
    ///
    /// # Errors
    /// The elastic film does not converge.
    pub(super) fn solve(
        &self,
        state: &mut NormalState,
        solver: &mut FilmSolver,
        body: &Body,
        ahead: &Prediction,
        forces: &NormalBalance,
    ) -> Result<StepSolution, FilmFailure> {
        match self {
            Self::Elastic(film) => solve_with_film(film, state, solver, body, ahead, forces.balance),
            Self::CutOff { film, contact } => {
                let torn = state.contact.torn;
                let force = |gap: f64, velocity: f64, touching: Option<f64>| match touching {
                    Some(_) if contact.range() > 0.0 => film.force(gap.max(film.cutoff_gap(velocity)), velocity, torn),
                    Some(touch) => film.force_in_contact(gap, touch, velocity),
                    None => film.force(gap, velocity, torn),
                };
                Ok(self.solve_with_solids(contact, &state.contact, body, ahead, forces.balance, force))
            }
            Self::Blended { theory, contact, .. } => {
                let (touching, torn) = (state.contact.touching, state.contact.torn);
                let step = theory.step(&state.history, touching, ahead, body, forces.on_liquid, forces.along);
                let force = |gap: f64, velocity: f64, touching: Option<f64>| {
                    let film = step.film(body.velocity(), &state.contact.memory, touching, contact.range(), torn);
                    step.correction(gap, velocity, film)
                };
                Ok(self.solve_with_solids(contact, &state.contact, body, ahead, forces.balance, force))
            }
            Self::Nothing => Ok(solve_freely(body, ahead, forces.balance)),
        }
    }

    /// As [`solve`](Self::solve) with a contact law, and any force \[N\] of gap \[m\], speed [m/s] and gap of touch
    /// \[m\] in the film's place.
    fn solve_with_solids(
        &self,
        contact: &NormalContact,
        state: &ContactState,
        body: &Body,
        ahead: &Prediction,
        balance: ScalarAffine,
        film: impl Fn(f64, f64, Option<f64>) -> f64,
    ) -> StepSolution {
        let touching = self.touch(contact, state, ahead.gap, body.velocity());
        let mut jump = 0.0;
        if touching.is_some() != state.touching.is_some() && !body.prescribed {
            let gap = body.gap.max(state.touching.unwrap_or(1e-12));
            jump = film(gap, body.velocity(), touching) - film(gap, body.velocity(), state.touching);
        }
        let forces = |gap: f64, velocity: f64| {
            let force = touching.map(|touch| contact.force(touch - gap, -velocity, &state.memory));
            WallForces {
                film: film(gap, velocity, touching),
                contact: force.map_or(0.0, |force| force.force),
                contact_viscous: force.map_or(0.0, |force| force.viscous),
            }
        };
        let forces =
            |gap: f64, velocity: f64| forces(if touching.is_some() { gap } else { gap.max(SMALLEST_GAP) }, velocity);
        let (gap, velocity) = ahead.end(body, || {
            let balance = balance - ScalarAffine::constant(ahead.bdf.memory(ahead.dt) * jump);
            new_velocity(balance, body, ahead, forces)
        });
        let forces = forces(gap, velocity);
        let receding = if ahead.prescribed { 0.0 } else { ahead.recoil.rate(forces.film + forces.contact)[0] };
        StepSolution { gap, velocity, receding, touching, forces, film_ended: -jump, heat: None }
    }

    /// The gap at which the solids touch if a step carries the sphere to `gap` \[m\] at `velocity` [m/s]; `None` if it
    /// stays clear of them.
    ///
    /// A contact with a finite reach acts on the gap itself; the others start where the film ends.
    fn touch(&self, contact: &NormalContact, state: &ContactState, gap: f64, velocity: f64) -> Option<f64> {
        if contact.range() > 0.0 {
            return (gap <= contact.range()).then_some(0.0);
        }
        match state.touching {
            Some(touch) => (gap < touch || velocity < 0.0).then_some(touch),
            None => Some(self.cutoff(velocity)).filter(|touch| gap < *touch && velocity < 0.0),
        }
    }

    /// After a step, with the acceleration [m/s²] at its end: memories are brought up to date, and an elastic film that
    /// has nothing more to add is released.
    ///
    /// Post-condition: the state is that of the end of the step.
    ///
    /// # Errors
    /// The elastic film's properties are refused.
    pub(super) fn end(
        &self,
        state: &mut NormalState,
        solver: &mut FilmSolver,
        dt: f64,
        end: &StepSolution,
        acceleration: f64,
    ) -> Result<WallEnergy, FilmFailure> {
        let StepSolution { gap, velocity, receding, touching, forces, .. } = *end;
        let mut energy = WallEnergy {
            stored: 0.0,
            lost: 0.0,
            film_power: -forces.film * velocity,
            contact_power: -forces.contact_viscous * velocity,
            plate_power: (forces.film + forces.contact) * receding,
            released: false,
        };
        match self {
            Self::Elastic(film) => {
                if end.heat.is_some() {
                    energy.film_power = film.resolved_power(&state.film);
                    energy.plate_power = 0.0;
                }
                energy.stored = state.film.engaged.as_ref().map_or(0.0, |engaged| engaged.stored);
                energy.released = film.release(&mut state.film, solver)?;
            }
            Self::CutOff { contact, .. } | Self::Blended { contact, .. } => {
                let memory = &mut state.contact.memory;
                let overlap = touching.map_or(-gap, |touch| touch - gap);
                if let Some((before, _)) = memory.last {
                    energy.lost = contact.loss_between([before, overlap], memory.max_overlap);
                }
                contact.advance(overlap, -velocity, memory);
                energy.stored = touching.map_or(0.0, |touch| contact.stored_energy(touch - gap, memory));
                state.contact.torn = self.tears(&state.contact, touching, gap, velocity);
                state.contact.touching = touching;
                state.history.advance(dt, velocity, acceleration);
            }
            Self::Nothing => {}
        }
        Ok(energy)
    }
}

/// A gap for the film's formulas \[m\]: never zero or negative while the solids are apart.
const SMALLEST_GAP: f64 = 1e-12;

/// As [`NearWall::solve`], under an elastic film that may be engaged.
fn solve_with_film(
    film: &ElasticFilm,
    state: &mut NormalState,
    solver: &mut FilmSolver,
    body: &Body,
    ahead: &Prediction,
    balance: ScalarAffine,
) -> Result<StepSolution, FilmFailure> {
    if state.film.engaged.is_some() && !ahead.prescribed {
        return film.advance(&mut state.film, solver, ahead.dt, &ahead.bdf, balance);
    }
    Ok(solve_freely(body, ahead, balance))
}

/// The end of a step in which the wall does nothing.
fn solve_freely(body: &Body, ahead: &Prediction, balance: ScalarAffine) -> StepSolution {
    let (gap, velocity) = ahead.end(body, || new_velocity(balance, body, ahead, |_, _| WallForces::default()));
    let forces = WallForces::default();
    StepSolution { gap, velocity, receding: 0.0, touching: None, forces, film_ended: 0.0, heat: None }
}

/// The new speed along the normal [m/s] of a sphere under the balance of a step: root `V` of
///
/// ```text
/// balance(V) = F_film(h, V) + F_contact(h, V),      h = h_now + ½Δt (V_now + V)      (see [`Prediction::gap_at`])
/// ```
///
/// Film and contact are implicit, so neither limits the step; the left side grows and the right side falls with `V`, so
/// the root is unique. Where the wall recedes `V` is the sphere's own speed; film and contact have the speed `V + ẇ(F)`
/// at which the gap opens, with the `F` that the balance asks for. That one is returned.
fn new_velocity(balance: ScalarAffine, body: &Body, ahead: &Prediction, wall: impl Fn(f64, f64) -> WallForces) -> f64 {
    let opening = |own: f64| own + ahead.recoil.rate(balance.at(own))[0];
    let imbalance = |own: f64| {
        let velocity = opening(own);
        let forces = wall(ahead.gap_at(body, velocity), velocity);
        balance.at(own) - forces.film - forces.contact
    };
    opening(rising_root(imbalance, body.velocity(), balance.root()))
}

/// Root of a rising function: bracket from two guesses, then Chandrupatla's method to round-off.
fn rising_root(f: impl Fn(f64) -> f64, guess: f64, other: f64) -> f64 {
    let mut width = (guess - other).abs().max(1e-12 * guess.abs()).max(1e-15);
    let (mut low, mut high) = (guess.min(other), guess.max(other));
    for _ in 0..200 {
        if f(low) > 0.0 {
            low -= width;
        } else if f(high) < 0.0 {
            high += width;
        } else {
            break;
        }
        width *= 2.0;
    }
    root(f, low, high, 0.0).unwrap_or(f64::NAN)
}
