//! What stands between the sphere and the wall below the grid: one of three, or nothing where there is no wall.
//!
//! | | film | solid contact |
//! |---|---|---|
//! | [cut-off](NearWall::CutOff) | rigid lubrication, exact less resolved, down to a cut-off | a contact law below it |
//! | [elastic](NearWall::Elastic) | elastohydrodynamic, with a state of its own | part of the film |
//! | [blended](NearWall::Blended) | theory in place of the simulated force | a contact law |
//!
//! A step asks three things of it: [`begin`](NearWall::begin) before the liquid is computed,
//! [`land`](NearWall::land) with the forces of liquid and inertia, and [`end`](NearWall::end) once gap and speed are
//! final.

use super::affine::Affine;
use super::blended_theory::BlendedTheory;
use super::elastic_film::{ElasticFilm, ElasticFilmState, FilmFailure, FilmSolver};
use super::ledger::Heat;
use super::sphere::{Guess, SphereState, WallForces, new_velocity};
use super::step_size::WallScales;
use super::subgrid_film::SubgridFilm;
use super::tangential_wall::AtWall;
use super::theory_parallel::Along;
use crate::contact::surface::natural_time;
use crate::contact::{NormalContact, NormalMemory, SurfaceContact};
use crate::liquid::HistoryMemory;
use serde::{Deserialize, Serialize};

/// Laws of film and contact.
pub enum NearWall {
    /// A film below the grid that ends at a cut-off, where the contact begins.
    CutOff {
        /// The film.
        film: SubgridFilm,
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
        /// What the history force remembers at the start.
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
}

/// Everything of film and contact that decides the future. Each kind of [`NearWall`] uses its own part; the others stay as
/// they were at the start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WallState {
    /// Solid contact under a cut-off or theory.
    pub contact: ContactState,
    /// The elastic film.
    pub film: ElasticFilmState,
    /// What the history force of a blended theory remembers.
    pub history: HistoryMemory,
}

/// What the sphere brings to the wall in a step: it lands where `balance(V)` is the force of film and contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    /// Inertia, force on the liquid, and weight.
    pub balance: Affine,
    /// Of these, the force on the liquid.
    pub on_liquid: Affine,
    /// Motion along the wall.
    pub along: Along,
}

/// The sphere at the end of a step, and what the wall does to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Landing {
    /// Gap \[m\].
    pub gap: f64,
    /// Speed [m/s].
    pub velocity: f64,
    /// Gap at which the solids touch \[m\], if they do.
    pub touching: Option<f64>,
    /// Film and contact at the end of the step.
    pub forces: WallForces,
    /// By how much the film's force fell at the start of the step, where the solids met or parted \[N\].
    pub film_ended: f64,
    /// Heat of an elastic film that is engaged.
    pub heat: Option<Heat>,
}

/// Energies of film and contact at the end of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WallEnergy {
    /// Elastic energy \[J\].
    pub stored: f64,
    /// What plasticity and adhesion of the solids took in the step \[J\].
    pub lost: f64,
    /// Power lost to the film \[W\]; of an engaged elastic film, what it takes back from the grid.
    pub film_power: f64,
    /// Whether an elastic film was released.
    pub released: bool,
}

impl NearWall {
    /// The state at the start: apart, no film engaged, nothing remembered.
    pub fn start(&self) -> WallState {
        let history = match self {
            Self::Blended { start, .. } => start.clone(),
            _ => HistoryMemory::None,
        };
        WallState { contact: ContactState::default(), film: ElasticFilmState::default(), history }
    }

    /// The elastic film, if it is one.
    pub fn elastic(&self) -> Option<&ElasticFilm> {
        match self {
            Self::Elastic(film) => Some(film),
            _ => None,
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

    /// Gaps \[m\] whose crossing begins and ends a collision in the log, for a step over which the gap of touch went from
    /// `before` to `after`. A law of finite reach acts from there on; undeformed surfaces with an elastic film between
    /// them meet at their roughness.
    pub fn contact_levels(&self, before: Option<f64>, after: Option<f64>) -> [Option<f64>; 2] {
        match self {
            Self::Elastic(film) => [Some(film.properties.roughness.height); 2],
            Self::CutOff { contact, .. } | Self::Blended { contact, .. } if contact.range() > 0.0 => {
                [Some(contact.range()); 2]
            }
            _ => [before, after],
        }
    }

    /// What limits the next step; the spring of `friction`, if there is any, has a period of its own.
    pub fn scales(&self, state: &WallState, sphere: &SphereState, friction: Option<&SurfaceContact>) -> WallScales {
        match self {
            Self::Elastic(film) => {
                let (speed, contact_time) = film.scales(sphere.velocity, &state.film);
                WallScales { speed, clearance: sphere.gap, contact_time }
            }
            Self::CutOff { contact, .. } | Self::Blended { contact, .. } => {
                let start = if contact.range() > 0.0 { contact.range() } else { self.cutoff(sphere.velocity) };
                let touch = state.contact.touching.unwrap_or(start);
                let overlap = touch - sphere.gap;
                let memory = &state.contact.memory;
                let contact_time = natural_time(contact, friction, overlap, -sphere.velocity, memory);
                let clearance = sphere.gap - if contact.range() > 0.0 { contact.range() } else { touch };
                WallScales { speed: sphere.velocity, clearance, contact_time }
            }
            Self::Nothing => {
                WallScales { speed: sphere.velocity, clearance: f64::INFINITY, contact_time: f64::INFINITY }
            }
        }
    }

    /// Before a step: engages the elastic film where a free sphere needs it.
    ///
    /// Post-condition: whatever needs a state of its own in this step has one. Returns the power \[W\] that the engaged
    /// film takes over from the grid, if it was engaged just now.
    ///
    /// # Errors
    /// The elastic film cannot start here.
    pub fn begin(
        &self,
        state: &mut WallState,
        solver: &mut FilmSolver,
        sphere: &SphereState,
    ) -> Result<Option<f64>, FilmFailure> {
        match self {
            Self::Elastic(film) if !sphere.prescribed => {
                let engaged = film.engage(&mut state.film, solver, sphere.gap, sphere.velocity)?;
                Ok(engaged.then(|| film.resolved_power(&state.film)))
            }
            _ => Ok(None),
        }
    }

    /// What the lateral motion, with the slip `slip` [m/s] of the sphere's surface before the step of `dt` \[s\], sees of a
    /// landing; nothing where there is none. An elastic film that warms is then as warm as at the end of the step.
    ///
    /// # Errors
    /// The elastic film's properties are refused.
    pub fn seen_from_the_side(
        &self,
        state: &mut WallState,
        solver: &mut FilmSolver,
        landing: &Landing,
        slip: Option<f64>,
        dt: f64,
    ) -> Result<AtWall, FilmFailure> {
        let (Some(slip), false) = (slip, matches!(self, Self::Nothing)) else { return Ok(AtWall::AWAY) };
        let Landing { gap, velocity, touching, forces: WallForces { contact, contact_viscous, .. }, .. } = *landing;
        let at = AtWall { gap, velocity, touching, contact, contact_viscous, film: None };
        let Self::Elastic(film) = self else { return Ok(at) };
        let [_, level] = self.contact_levels(None, None);
        let (asperities, film) = film.seen_from_the_side(&mut state.film, solver, slip, dt)?.unzip();
        Ok(AtWall { touching: level.filter(|level| gap < *level), contact: asperities.unwrap_or(0.0), film, ..at })
    }

    /// Finds gap and speed at the end of a step.
    ///
    /// Post-condition: the load is balanced by film and contact at the gap and speed returned, or the motion is the
    /// prescribed one. An engaged elastic film has advanced to the end of the step: it is landed once, with a response
    /// that allows any speed. Nothing else has changed.
    ///
    /// # Errors
    /// The elastic film does not converge.
    pub fn land(
        &self,
        state: &mut WallState,
        solver: &mut FilmSolver,
        sphere: &SphereState,
        guess: &Guess,
        load: &Load,
    ) -> Result<Landing, FilmFailure> {
        match self {
            Self::Elastic(film) => land_on_film(film, state, solver, sphere, guess, load.balance),
            Self::CutOff { film, contact } => {
                let force = |gap: f64, velocity: f64, touching: Option<f64>| match touching {
                    Some(_) if contact.range() > 0.0 => film.force(gap.max(film.cutoff_gap(velocity)), velocity),
                    Some(touch) => film.force_in_contact(gap, touch, velocity),
                    None => film.force(gap, velocity),
                };
                Ok(self.land_on_solids(contact, &state.contact, sphere, guess, load.balance, force))
            }
            Self::Blended { theory, contact, .. } => {
                let step = theory.step(&state.history, guess, sphere, load.on_liquid, load.along);
                let force = |gap: f64, velocity: f64, touching: Option<f64>| {
                    let film = step.film(sphere.velocity, &state.contact.memory, touching, contact.range());
                    step.correction(gap, velocity, film)
                };
                Ok(self.land_on_solids(contact, &state.contact, sphere, guess, load.balance, force))
            }
            Self::Nothing => Ok(land_nowhere(sphere, guess, load.balance)),
        }
    }

    /// As [`land`](Self::land) with a contact law, and any force \[N\] of gap \[m\], speed [m/s] and gap of touch \[m\] in
    /// the film's place.
    fn land_on_solids(
        &self,
        contact: &NormalContact,
        state: &ContactState,
        sphere: &SphereState,
        guess: &Guess,
        balance: Affine,
        film: impl Fn(f64, f64, Option<f64>) -> f64,
    ) -> Landing {
        let touching = self.touch(contact, state, guess.gap, sphere.velocity);
        let mut jump = 0.0;
        if touching.is_some() != state.touching.is_some() && !sphere.prescribed {
            let gap = sphere.gap.max(state.touching.unwrap_or(1e-12));
            jump = film(gap, sphere.velocity, touching) - film(gap, sphere.velocity, state.touching);
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
        let (gap, velocity) = guess.end(sphere, || {
            let balance = balance - Affine::constant(guess.bdf.memory(guess.dt) * jump);
            new_velocity(balance, sphere, guess, forces)
        });
        Landing { gap, velocity, touching, forces: forces(gap, velocity), film_ended: -jump, heat: None }
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

    /// After a step, with the acceleration [m/s²] at its end: what is remembered is remembered, and an elastic film that
    /// has nothing more to add is released.
    ///
    /// Post-condition: the state is that of the end of the step.
    ///
    /// # Errors
    /// The elastic film's properties are refused.
    pub fn end(
        &self,
        state: &mut WallState,
        solver: &mut FilmSolver,
        guess: &Guess,
        landing: &Landing,
        acceleration: f64,
    ) -> Result<WallEnergy, FilmFailure> {
        let Landing { gap, velocity, touching, forces, .. } = *landing;
        let mut energy = WallEnergy { stored: 0.0, lost: 0.0, film_power: -forces.film * velocity, released: false };
        match self {
            Self::Elastic(film) => {
                if landing.heat.is_some() {
                    energy.film_power = film.resolved_power(&state.film);
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
                state.contact.touching = touching;
                state.history.advance(guess.dt, velocity, acceleration);
            }
            Self::Nothing => {}
        }
        Ok(energy)
    }
}

/// A gap for the film's formulas \[m\]: never zero or negative while the solids are apart.
const SMALLEST_GAP: f64 = 1e-12;

/// As [`NearWall::land`], under an elastic film that may be engaged.
fn land_on_film(
    film: &ElasticFilm,
    state: &mut WallState,
    solver: &mut FilmSolver,
    sphere: &SphereState,
    guess: &Guess,
    balance: Affine,
) -> Result<Landing, FilmFailure> {
    if state.film.engaged.is_some() && !guess.prescribed {
        let done = film.advance(&mut state.film, solver, guess.dt, &guess.bdf, balance)?;
        let forces = WallForces { film: done.force, ..WallForces::default() };
        let heat = Some(done.heat);
        return Ok(Landing { gap: done.gap, velocity: done.velocity, touching: None, forces, film_ended: 0.0, heat });
    }
    Ok(land_nowhere(sphere, guess, balance))
}

/// The end of a step in which the wall does nothing.
fn land_nowhere(sphere: &SphereState, guess: &Guess, balance: Affine) -> Landing {
    let (gap, velocity) = guess.end(sphere, || new_velocity(balance, sphere, guess, |_, _| WallForces::default()));
    Landing { gap, velocity, touching: None, forces: WallForces::default(), film_ended: 0.0, heat: None }
}
