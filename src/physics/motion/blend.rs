//! Theory blended into the simulated force near the wall.
//!
//! ```text
//! f_SL = H f_THR + (1 − H) f_SIM,   H = 1/(1 + e^{10(δ/δ_SL − 1)})          (Li 2010, eq. 4.14, 4.15)
//! f_SIM = m_l V̇ − F₀ − F₁V          f_THR = f_drag + f_added mass + f_history
//! ```
//!
//! The flow answers with `F₀ + F₁V`, exactly linear in the new speed; the theory's drag depends on the new speed, its
//! added mass and history force on the new acceleration, `V̇ = c₀V + known`. All of them are taken at the new level, so
//! no force of the film limits the step. The equation of motion ([`super::coupled`]) sees the *correction* `f_SL −
//! f_SIM = H (f_THR − f_SIM)` in the place of a film below the grid; in the ledger of energies its work stands with the
//! film: the energy that theory takes beyond the simulated flow, including inertia that it lends and gives back.
//!
//! There is no film below the grid: theory holds down to the contact. A contact law of the overlap ends the wall drag
//! at the film's cut-off, and there is none while the solids touch; a wall force of finite thickness keeps it, at the
//! cut-off's gap at least.
//!
//! # Results with the wall force `li`
//! One rule for its threshold, `δ_ss = 1.5 (1 + C_M/τ) 0.9865 ε_max(U)/D` (the default: see
//! `Case::smallest_threshold`), beside the resolved film with Hertz' contact; steel on
//! glass at 24 cells per diameter, `wetbounce sweep cases/sweeps/blend-and-wall-force.toml`:
//!
//! | St | apparent e, apex: blended, `li` | resolved, `hertz` | blended, `hertz` |
//! |---|---|---|---|
//! | 10 | 0.095, 0.023 D | 0.042, 0.006 D | 0.061, 0.005 D |
//! | 30 | 0.540, 0.435 D | 0.504, 0.416 D | 0.461, 0.308 D |
//! | 152 | 0.833, 2.40 D | 0.818, 2.38 D | 0.790, 2.18 D |
//! | 1000 | 0.920, 6.22 D | 0.920, 6.21 D | 0.889, 5.84 D |
//!
//! From St = 30 on the rule serves; near the end of bouncing it cannot. At St = 10 a quarter of the kinetic energy at
//! 0.1 D goes in the film below the reach, which goes on to the cut-off; `li` turns the sphere before and loses 4 %
//! there. The film between the reach and the cut-off, `ln(h_ss/h_cut)/St` of the speed, is not crossed, and the speed
//! kept lifts the sphere. At higher Stokes numbers two differences cancel: the contact takes 4 to 6 % in Hertz' law and
//! nothing in `li`; theory takes 4 to 9 % more than the flow between the reach and 0.1 D, in and out. Figures of the
//! plan `cases/sweeps/blend-and-wall-force.toml`.
//!
//! # Along the wall
//! As along the normal, `f_SL = H f_THR + (1 − H) f_SIM` with the same weight `H`, for the lateral force and
//! for the torque:
//!
//! ```text
//! f_SIM = m_l U̇ − F,   T_SIM = I_l Ω̇ − T         F, T: the sphere's force and torque on the computed flow
//! f_THR, T_THR: the forces of theory alone       (super::theory_sideways)
//! ```
//!
//! Both are linear in the new speed and spin, but for the drag far from walls, which is taken at the speed that the
//! step expects. The correction `H (f_THR − f_SIM)` is implicit in the balance of forces ([`super::coupled`]), and
//! stands there in the place of the sheared film below the grid: theory holds down to the contact, and its gap stays at
//! the cut-off while the solids touch. The torque about the normal, which no gap makes large, remains that of the flow.

use super::body::{Along, Body, Prediction, TangentialInput};
use super::theory::Theory;
use super::theory_force::{FilmCondition, LiquidForces, ParallelForces, WallEffects};
use crate::body::dof::{PlanarAffine, ScalarAffine};
use crate::contact::NormalMemory;
use crate::error::BadParameter;
use crate::liquid::{Blend, HistoryIntegral, HistoryMemory};
use nalgebra::{Matrix2, Vector2};

/// The laws of the theory and how they are blended into the simulated force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BlendedTheory {
    /// The laws.
    pub theory: Theory,
    /// The weight of the theory.
    pub blend: Blend,
}

impl BlendedTheory {
    /// The memory of a sphere that has not moved yet, for motions that cover `distance` \[m\] at about `speed` [m/s].
    ///
    /// It depends on nothing that a resumed run may change.
    ///
    /// # Errors
    /// A length or speed that is not positive.
    pub fn memory(&self, distance: f64, speed: f64) -> Result<HistoryMemory, BadParameter> {
        let sphere = &self.theory.sphere;
        let passing = sphere.diameter() / speed;
        let shortest = 1e-9 * passing.min(sphere.viscous_time());
        let longest = 1e3 * (distance / speed).max(passing).max(sphere.viscous_time());
        HistoryMemory::towards_wall((self.theory.history, self.theory.history_wall), sphere, shortest, longest)
    }

    /// What is known of a step before the new speed; `on_liquid` is the force of the sphere on the liquid, `along` its
    /// motion along the wall. `touching` is the gap \[m\] at which the solids of the present contact touched.
    pub fn step(
        &self,
        memory: &HistoryMemory,
        touching: Option<f64>,
        ahead: &Prediction,
        body: &Body,
        on_liquid: ScalarAffine,
        along: Along,
    ) -> BlendStep<'_> {
        let bdf = &ahead.bdf;
        let known = bdf.c1 * body.velocity() + bdf.c2 * body.velocity_old();
        let acceleration = ScalarAffine { at_rest: known, per_speed: bdf.c0 };
        let least = match touching {
            Some(touch) if touch > 0.0 => touch,
            Some(_) => self.theory.film_end(body.velocity()),
            None => 0.0,
        };
        let gap = ahead.gap.max(least).max(1e-9 * self.theory.sphere.radius);
        BlendStep {
            blended: self,
            integral: memory.predict(ahead.dt, gap, ahead.velocity()),
            acceleration,
            on_liquid,
            along,
        }
    }
}

/// One step's equation, linear in speed and acceleration but for drag.
#[derive(Debug, Clone, Copy)]
pub struct BlendStep<'a> {
    blended: &'a BlendedTheory,
    integral: HistoryIntegral,
    acceleration: ScalarAffine,
    on_liquid: ScalarAffine,
    along: Along,
}

/// The film as theory has it in a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TheoryFilm {
    /// Smallest gap that theory sees \[m\].
    pub(super) end: f64,
    /// Its condition.
    pub(super) condition: FilmCondition,
}

impl BlendStep<'_> {
    /// The film of this step, `torn` or not; `reach` \[m\] is that of the contact law.
    pub(super) fn film(
        &self,
        velocity: f64,
        memory: &NormalMemory,
        touching: Option<f64>,
        reach: f64,
        torn: bool,
    ) -> TheoryFilm {
        let theory = &self.blended.theory;
        let condition = FilmCondition::of(theory, torn);
        match touching {
            None => TheoryFilm { end: 1e-9 * theory.sphere.radius, condition },
            Some(_) if reach > 0.0 => {
                let entry = if memory.inside { memory.impact_speed } else { velocity };
                TheoryFilm { end: theory.film_end(entry), condition }
            }
            Some(touch) => TheoryFilm { end: touch, condition: FilmCondition::Absent },
        }
    }

    /// The simulated force \[N\] at the new speed [m/s], positive away from the wall.
    pub(super) fn simulated(&self, velocity: f64) -> f64 {
        let displaced = self.blended.theory.sphere.displaced_mass();
        self.on_liquid.left_of(displaced * self.acceleration.at(velocity), velocity)
    }

    /// The theoretical force \[N\] at the new gap \[m\] and speed [m/s].
    pub(super) fn theory(&self, gap: f64, velocity: f64, film: TheoryFilm) -> f64 {
        let theory = &self.blended.theory;
        let wall = WallEffects::at(theory, gap.max(film.end));
        let forces = LiquidForces::new(theory, &wall, velocity, self.along, film.condition);
        let acceleration = self.acceleration.at(velocity);
        let history = self.integral.coefficient * acceleration + self.integral.known;
        forces.drag + forces.gradient - forces.added_mass * acceleration - forces.history_scale * history
    }

    /// `f_SL − f_SIM` \[N\].
    pub(super) fn correction(&self, gap: f64, velocity: f64, film: TheoryFilm) -> f64 {
        let delta = gap.max(0.0) / self.blended.theory.sphere.diameter();
        let weight = self.blended.blend.theory_weight(delta);
        weight * (self.theory(gap, velocity, film) - self.simulated(velocity))
    }
}

/// The computed flow's part in a step, along one direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Simulated {
    /// Force and torque on the liquid.
    pub(super) on_liquid: PlanarAffine,
    /// Mass \[kg\] and moment of inertia [kg m²] of the liquid in the sphere's place.
    pub(super) displaced: [f64; 2],
    /// Rates of change of speed [m/s²] and spin [rad/s²] in terms of the new ones.
    pub(super) rates: [ScalarAffine; 2],
}

impl BlendedTheory {
    /// Theory's addition to the force and torque on the liquid at the end of a step, in which the sphere moves with
    /// about `speed` [m/s] in all; `integral` is that of the history force.
    pub(super) fn lateral_correction(
        &self,
        at: &TangentialInput,
        speed: f64,
        simulated: &Simulated,
        integral: HistoryIntegral,
    ) -> PlanarAffine {
        let forces = ParallelForces::new(&self.theory, at.gap, at.velocity, at.touching, speed);
        let weight = self.blend.theory_weight(at.gap.max(0.0) / self.theory.sphere.diameter());
        let Simulated { on_liquid, displaced, rates } = simulated;
        let inertia = [displaced[0] + forces.added_mass + forces.history * integral.coefficient, displaced[1]];
        let remembered = [forces.history * integral.known, 0.0];
        let at_rest = |a: usize| remembered[a] + inertia[a] * rates[a].at_rest - on_liquid.at_rest[a];
        let per_speed = |a: usize, b: usize| {
            let own = if a == b { inertia[a] * rates[a].per_speed } else { 0.0 };
            forces.resistance[(a, b)] + own - on_liquid.per_speed[(a, b)]
        };
        PlanarAffine {
            at_rest: Vector2::from_fn(|a, _| weight * at_rest(a)),
            per_speed: Matrix2::from_fn(|a, b| weight * per_speed(a, b)),
        }
    }
}
