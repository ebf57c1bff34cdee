//! The sphere: its state, the forces that act on it besides the flow, and its new speed.

use super::elastic_film::Momentum;
use super::subgrid_film::SubgridFilm;
use crate::contact::{NormalContact, NormalMemory};
use crate::flow::bdf::Bdf2;
use serde::{Deserialize, Serialize};

/// Everything of the sphere that decides its future.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SphereState {
    /// Time since release \[s\].
    pub time: f64,
    /// Distance of the lowest point from the wall \[m\]; negative where the solids are indented.
    pub gap: f64,
    /// Velocity (m/s), positive away from the wall.
    pub velocity: f64,
    /// Velocity one step earlier (m/s).
    pub velocity_old: f64,
    /// Whether the motion is still prescribed.
    pub prescribed: bool,
    /// Gap at which the solids of the present contact touched \[m\]; `None` while apart.
    pub touching: Option<f64>,
    /// Memory of the contact law.
    pub contact: NormalMemory,
}

/// What acts on the sphere besides the simulated flow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SphereForces {
    /// Mass of the sphere less that of the liquid inside of it, `m_p − m_l` \[kg\]. The computed liquid fills the sphere and
    /// moves with it, so its inertia is part of the force on the markers.
    pub excess_mass: f64,
    /// Weight less buoyancy \[N\], positive (towards the wall) for a heavy sphere.
    pub submerged_weight: f64,
    /// Film below the grid, ended at a cut-off where the contact begins; where theory is blended in, only its cut-off
    /// counts. `None`: an elastic film stands for both.
    pub film: Option<SubgridFilm>,
    /// Solid contact.
    pub contact: NormalContact,
}

/// A trial's forces \[N\], positive away from the wall, and contact kinematics.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TrialForces {
    /// Film below the grid.
    pub film: f64,
    /// Solid contact.
    pub contact: f64,
    /// The viscous part of the contact force.
    pub contact_viscous: f64,
}

impl Momentum {
    /// The equation of a step of `dt` \[s\] at whose start the force jumps by `jump` \[N\].
    ///
    /// The time formula gives the acceleration of the step before the weight [`−β`](Bdf2::memory). Where the force jumps, that
    /// says nothing of this step; `β` times the jump makes up for it.
    pub fn after_a_jump(self, jump: f64, bdf: &Bdf2, dt: f64) -> Self {
        Self { constant: self.constant - bdf.memory(dt) * jump, ..self }
    }
}

impl SphereForces {
    /// Film and contact at a trial state; `touching` is the gap at which the solids touch, if they do.
    pub fn at(&self, gap: f64, velocity: f64, touching: Option<f64>, memory: &NormalMemory) -> TrialForces {
        let film = self.film_at(gap, velocity, touching);
        TrialForces { film, ..self.contact_at(gap, velocity, touching, memory) }
    }

    /// Contact alone at a trial state.
    pub fn contact_at(&self, gap: f64, velocity: f64, touching: Option<f64>, memory: &NormalMemory) -> TrialForces {
        touching.map_or(TrialForces::default(), |touch| {
            let force = self.contact.force(touch - gap, -velocity, memory);
            TrialForces { film: 0.0, contact: force.force, contact_viscous: force.viscous }
        })
    }

    /// Force of the film below the grid \[N\] at a trial state.
    pub fn film_at(&self, gap: f64, velocity: f64, touching: Option<f64>) -> f64 {
        match touching {
            Some(_) if self.contact.reach() > 0.0 => self.film_force(gap.max(self.cutoff(velocity)), velocity),
            Some(_) => 0.0,
            None => self.film_force(gap, velocity),
        }
    }

    fn film_force(&self, gap: f64, velocity: f64) -> f64 {
        self.film.map_or(0.0, |film| film.force(gap, velocity))
    }

    /// The gap at which the film ends and the solids touch (m), for a sphere at `velocity` (m/s).
    pub fn cutoff(&self, velocity: f64) -> f64 {
        self.film.map_or(0.0, |film| film.cutoff_gap(velocity))
    }

    /// The gap at which the solids touch if a step carries the sphere to `gap` \[m\] at `velocity` (m/s); `None` if it
    /// stays clear of them.
    ///
    /// A contact with a finite reach acts on the gap itself; the others start where the film ends.
    pub fn touch(&self, state: &SphereState, gap: f64, velocity: f64) -> Option<f64> {
        self.film?;
        let reach = self.contact.reach();
        if reach > 0.0 {
            return (gap <= reach).then_some(0.0);
        }
        match state.touching {
            Some(touch) => (gap < touch || velocity < 0.0).then_some(touch),
            None => Some(self.cutoff(velocity)).filter(|touch| gap < *touch && velocity < 0.0),
        }
    }

    /// The sphere's momentum equation for its new speed `V`,
    ///
    /// ```text
    /// (m_p − m_l)(c0 V + c1 V_now + c2 V_old) + F₀ + F₁ V + W = F
    /// ```
    ///
    /// with the force `F₀ + F₁V` (N) of the sphere on the liquid and the force `F` of film and contact.
    pub fn momentum(&self, state: &SphereState, bdf: &Bdf2, liquid: (f64, f64)) -> Momentum {
        let known = self.excess_mass * (bdf.c1 * state.velocity + bdf.c2 * state.velocity_old);
        Momentum { slope: self.excess_mass * bdf.c0 + liquid.1, constant: known + liquid.0 + self.submerged_weight }
    }

    /// Force \[N\] of the film at the start of a step in which the solids touch or part, before that and after; nothing where
    /// they do neither. `film` gives the force in the film's place at a gap \[m\] and velocity [m/s].
    pub fn film_switch(
        &self,
        film: impl Fn((f64, f64), Option<f64>) -> f64,
        state: &SphereState,
        touching: Option<f64>,
    ) -> [f64; 2] {
        if touching.is_some() == state.touching.is_some() || state.prescribed {
            return [0.0; 2];
        }
        let gap = state.gap.max(state.touching.unwrap_or(1e-12));
        [state.touching, touching].map(|touching| film((gap, state.velocity), touching))
    }

    /// The new speed: root of the [momentum equation](Self::momentum) with `F = F_film(h, V) + F_contact(h, V)` at
    /// `h = h_now + ½Δt (V_now + V)`. Film and contact are implicit, so neither limits the
    /// step; the left side grows and the right side falls with `V`, so the root is unique.
    pub fn new_velocity(&self, state: &SphereState, dt: f64, momentum: Momentum, touching: Option<f64>) -> f64 {
        let film = |gap: f64, velocity: f64| self.film_at(gap, velocity, touching);
        self.new_velocity_under(film, state, dt, momentum, touching)
    }

    /// As [`new_velocity`](Self::new_velocity), with any force \[N\] of gap \[m\] and velocity [m/s] in the film's place.
    pub fn new_velocity_under(
        &self,
        film: impl Fn(f64, f64) -> f64,
        state: &SphereState,
        dt: f64,
        momentum: Momentum,
        touching: Option<f64>,
    ) -> f64 {
        let Momentum { slope, constant } = momentum;
        let imbalance = |velocity: f64| {
            let gap = state.gap + 0.5 * dt * (state.velocity + velocity);
            let gap = clear(gap, touching);
            let contact = self.contact_at(gap, velocity, touching, &state.contact).contact;
            slope * velocity + constant - film(gap, velocity) - contact
        };
        rising_root(imbalance, state.velocity, -constant / slope)
    }
}

/// A gap for the film's formulas: never zero or negative while the solids are apart.
fn clear(gap: f64, touching: Option<f64>) -> f64 {
    if touching.is_some() { gap } else { gap.max(1e-12) }
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
    crate::numerics::root(f, low, high, 0.0).unwrap_or(f64::NAN)
}
