//! One step of sphere, wall and liquid together.

use super::affine::Affine;
use super::elastic_film::{FilmFailure, FilmSolver};
use super::immersed::{NextLevel, Response};
use super::ledger::{Heat, Ledger, Powers};
use super::near_wall::{Landing, Load, NearWall, WallState};
use super::resolved_film::ResolvedFilm;
use super::sphere::{Guess, SphereInertia, SphereState, WallForces};
use super::step_size::{Limiter, StepLimits, StepSize};
use super::surroundings::{FlowBudget, Liquid};
use super::unresolved_layer::{LayerMemory, UnresolvedLayer};
use crate::body::constraint::NotConverged;
use crate::body::release::Release;
use crate::contact::NormalContact;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// What does not change during a run.
pub struct CoupledSetup {
    /// Inertia and weight of the sphere.
    pub sphere: SphereInertia,
    /// Film and contact.
    pub wall: NearWall,
    /// The layer of vorticity below the grid.
    pub layer: UnresolvedLayer,
    /// The film that the grid resolves.
    pub resolved_film: ResolvedFilm,
    /// Density of the liquid [kg/m³].
    pub liquid_density: f64,
    /// Dynamic viscosity of the liquid \[Pa s\].
    pub viscosity: f64,
    /// How the motion begins.
    pub release: Release,
    /// Limits of the step.
    pub limits: StepLimits,
}

impl CoupledSetup {
    /// The level that a step leads to; in open liquid the grid goes along with the sphere. `any`: for every speed.
    fn next_level(&self, guess: &Guess, any: bool) -> NextLevel {
        let frame_velocity = if self.release.in_open_liquid() { guess.velocity } else { 0.0 };
        NextLevel { frame_velocity, ..NextLevel::new(guess.dt, guess.gap, guess.speed(any)) }
    }

    /// The forces on the liquid that the grid has in excess: by the layer of vorticity below it, and by its film.
    fn excess(&self, state: &CoupledState, guess: &Guess) -> [Affine; 2] {
        let SphereState { velocity, velocity_old, .. } = state.sphere;
        let layer = self.layer.force(&state.layer, &guess.bdf, velocity, velocity_old);
        [layer, self.resolved_film.force(guess.gap)]
    }

    /// The same sphere and wall with no liquid around the sphere.
    pub fn dry(self) -> Self {
        let mass = self.sphere.mass();
        let sphere = SphereInertia { excess_mass: mass, displaced_mass: 0.0, ..self.sphere };
        Self {
            sphere,
            layer: UnresolvedLayer::none(),
            resolved_film: ResolvedFilm::exact(),
            liquid_density: 0.0,
            viscosity: 0.0,
            ..self
        }
    }
}

/// Everything that decides the future, the liquid's [state](super::immersed::ImmersedState) apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoupledState {
    /// The sphere.
    pub sphere: SphereState,
    /// The layer of vorticity below the grid.
    pub layer: LayerMemory,
    /// Film and contact.
    pub wall: WallState,
    /// The energy ledger.
    pub ledger: Ledger,
    /// The rates of loss at the present level.
    pub powers: Powers,
    /// Steps done.
    pub steps: u64,
}

/// What a step did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepReport {
    /// Step \[s\].
    pub dt: f64,
    /// What limited it.
    pub limiter: Limiter,
    /// Force of the liquid on the sphere \[N\], positive away from the wall: that of the computed flow, and theory where
    /// it is blended in.
    pub hydrodynamic: f64,
    /// Film and contact \[N\]; no film where theory is blended in.
    pub wall: WallForces,
    /// Force that prescribes the motion \[N\]; zero once the sphere is free.
    pub drive: f64,
    /// Acceleration [m/s²].
    pub acceleration: f64,
    /// Iterations of the constraint solver.
    pub iterations: usize,
}

impl CoupledState {
    /// The sphere where its release begins.
    pub fn start(setup: &CoupledSetup) -> Self {
        let release = &setup.release;
        let (time, gap, velocity) = (0.0 - release.lead(), release.first_gap(), release.velocity_after(0.0));
        let prescribed = release.leads_at(time);
        let sphere = SphereState { time, gap, velocity, velocity_old: velocity, dt_before: None, prescribed };
        let ledger = Ledger {
            sphere: 0.5 * setup.sphere.excess_mass * velocity * velocity,
            potential: setup.sphere.submerged_weight * gap,
            creeping: setup.sphere.creeping_energy(setup.viscosity),
            ..Ledger::default()
        };
        Self {
            sphere,
            layer: LayerMemory::default(),
            wall: setup.wall.start(),
            ledger: ledger.restarted(),
            powers: Powers::default(),
            steps: 0,
        }
    }
}

/// A sphere in contact is still if its vibration has no more than this share of the energy that lifts it by the grid's smallest
/// gap, out of the attraction of the wall and against its weight.
const LIFT: f64 = 1e-3;

impl CoupledState {
    /// Energy \[J\] of the sphere's motion about its static equilibrium in contact, `½ m (V² + (V̇ T/π)²)`: `T` is the
    /// natural time of the contact, and `V̇ (T/π)²` how far the sphere is from the gap at which its forces balance.
    pub fn vibration(&self, setup: &CoupledSetup) -> f64 {
        let SphereState { velocity, velocity_old, dt_before, .. } = self.sphere;
        let acceleration = dt_before.map_or(0.0, |dt| (velocity - velocity_old) / dt);
        let time = setup.wall.scales(&self.wall, &self.sphere, None).contact_time / PI;
        0.5 * setup.sphere.mass_with_added() * (velocity * velocity + (acceleration * time).powi(2))
    }

    /// Whether a sphere in contact is as good as in its static equilibrium.
    pub fn is_still(&self, setup: &CoupledSetup) -> bool {
        let bond = setup.wall.contact().map_or(0.0, NormalContact::bond_energy);
        self.vibration(setup) < LIFT * (setup.limits.resolved_gap * setup.sphere.submerged_weight + bond)
    }
}

impl CoupledState {
    /// Whether the sphere lies still on the wall, without friction: its contact need not be resolved in time.
    fn lies_still(&self, setup: &CoupledSetup, liquid: &Liquid) -> bool {
        let lies = self.wall.contact.touching.is_some() || self.wall.film.engaged.is_some();
        lies && liquid.friction().is_none() && self.is_still(setup)
    }
}

/// The first step of a sphere that has just been let go, as a share of the one that the limits allow: its acceleration jumps, and
/// the time formula takes one of the two for the other.
const JUST_LET_GO: f64 = 0.05;

/// The next step's size. Steps end where the run-up does, and where the sphere is let go. The contact of a sphere that lies
/// still on the wall need not be resolved in time: it may go a share of its overlap in a step.
pub fn time_step(setup: &CoupledSetup, liquid: &Liquid, state: &CoupledState) -> StepSize {
    let sphere = &state.sphere;
    let acceleration = match sphere.dt_before {
        Some(dt) => (sphere.velocity - sphere.velocity_old) / dt,
        None => setup.sphere.submerged_weight / setup.sphere.mass_with_added(),
    };
    let mut wall = setup.wall.scales(&state.wall, sphere, liquid.friction());
    if state.lies_still(setup, liquid) {
        let way = wall.clearance.abs() / sphere.velocity.abs().max(1e-300);
        wall.contact_time = wall.contact_time.max(setup.limits.steps_per_contact * setup.limits.film_share * way);
    }
    let rates = setup.limits.held(liquid.courant_rates(), state.ledger.drift);
    let mut size = setup.limits.of(!sphere.prescribed).next(rates, sphere.gap, &wall, acceleration, sphere.dt_before);
    match setup.release.led_for(sphere.time) {
        Some(left) if left > 0.0 => size.dt = ending_at(left, size.dt),
        Some(0.0) => size.dt *= JUST_LET_GO,
        _ => {}
    }
    if sphere.time < 0.0 {
        size.dt = ending_at(-sphere.time, size.dt);
    }
    size
}

/// A step of `dt` \[s\], or one that ends `rest` \[s\] from now; two equal ones where that is less than two steps away.
fn ending_at(rest: f64, dt: f64) -> f64 {
    if dt < rest && rest < 2.0 * dt { 0.5 * rest } else { dt.min(rest) }
}

/// Why a step could not be done.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum StepFailure {
    /// The no-slip condition cannot be met.
    #[error(transparent)]
    NoSlip(#[from] NotConverged),
    /// The elastic film cannot start or be advanced.
    #[error(transparent)]
    Film(#[from] FilmFailure),
}

/// Advances sphere, wall and liquid by one step.
///
/// The gap for the grid is predicted to second order; the liquid answers with its force as a linear function of the new
/// speed; the wall, film and contact implicit, gives gap and speed; the liquid is completed with it. Where the speed lies
/// further from the expected one than the answer allows, the answer is refined first.
///
/// Post-condition: the liquid's velocity is solenoidal and follows the sphere, the sphere's momentum is balanced, and the
/// ledger holds the energies of the new level. In open liquid there is no ledger: the wake leaves through the grid's end.
///
/// # Errors
/// The no-slip condition cannot be met, or the elastic film does not converge.
pub fn step(
    setup: &CoupledSetup,
    liquid: &mut Liquid,
    solver: &mut FilmSolver,
    state: &mut CoupledState,
    size: StepSize,
) -> Result<StepReport, StepFailure> {
    let before = state.sphere;
    if let Some(power) = setup.wall.begin(&mut state.wall, solver, &before)? {
        state.powers.film = power;
    }
    let mut guess = Guess::new(&before, &setup.release, size.dt);
    guess.stiff = state.lies_still(setup, liquid);
    let (any_speed, slip, along) = (state.wall.film.engaged.is_some(), liquid.slip(), liquid.along(&guess.bdf));
    let mut response = liquid.respond(setup.next_level(&guess, any_speed))?;
    let [layer, film] = setup.excess(state, &guess);
    let (load, landing) = loop {
        let answer = response.as_ref().map_or(Affine::default(), Response::force);
        let on_liquid = setup.liquid_density * answer - layer - film;
        let balance = setup.sphere.force(&guess.bdf, &before) + on_liquid + setup.sphere.weight();
        let load = Load { balance, on_liquid, along };
        let landing = setup.wall.land(&mut state.wall, solver, &before, &guess, &load)?;
        match &mut response {
            Some(response) if landing.velocity.is_finite() && !response.allows(landing.velocity) => {
                response.refine(2.0 * (landing.velocity - guess.velocity).abs())?;
            }
            _ => break (load, landing),
        }
    };
    let at = setup.wall.seen_from_the_side(&mut state.wall, solver, &landing, slip, guess.dt)?;
    let iterations = response.map_or(0, |response| response.finish_at(landing.velocity, &at));
    let acceleration = guess.bdf.rate(landing.velocity, before.velocity, before.velocity_old);
    setup.layer.advance(&mut state.layer, &guess.bdf, acceleration);
    state.sphere = SphereState {
        time: before.time + guess.dt,
        gap: landing.gap,
        velocity: landing.velocity,
        velocity_old: before.velocity,
        dt_before: Some(guess.dt),
        prescribed: before.prescribed && setup.release.leads_at(before.time + guess.dt),
    };
    let energy = setup.wall.end(&mut state.wall, solver, &guess, &landing, acceleration)?;
    let report = StepReport::new(setup, size, &before, &guess, &landing, load.on_liquid, iterations);
    state.powers.film += landing.film_ended * before.velocity;
    let (budget, lateral, velocity) = (liquid.budget(), liquid.lateral_books(), landing.velocity);
    let powers = Powers {
        viscous: setup.liquid_density * budget.dissipation,
        film: energy.film_power + lateral.film - film.at(velocity) * velocity,
        contact: -landing.forces.contact_viscous * velocity + lateral.contact,
        drive: report.drive * velocity + setup.liquid_density * budget.drive,
        layer: layer.at(velocity) * velocity,
    };
    let mut heat = landing.heat.unwrap_or_default();
    heat.solid += energy.lost - lateral.stored_change;
    state.book(setup, guess.dt, &budget, energy.stored + lateral.stored, powers, heat);
    if energy.released {
        state.powers.film = 0.0;
    }
    Ok(report)
}

impl StepReport {
    /// The forces of a step that has landed.
    ///
    /// Where the film's force jumps, acceleration and force of the liquid are those of this step alone: the time formula's
    /// hold a part of the step before.
    fn new(
        setup: &CoupledSetup,
        size: StepSize,
        before: &SphereState,
        guess: &Guess,
        landing: &Landing,
        on_liquid: Affine,
        iterations: usize,
    ) -> Self {
        let (velocity, mut wall, sphere) = (landing.velocity, landing.forces, &setup.sphere);
        let mut acceleration = guess.bdf.rate(velocity, before.velocity, before.velocity_old);
        let mut hydrodynamic = on_liquid.left_of(sphere.displaced_mass * acceleration, velocity);
        let drive = if before.prescribed {
            sphere.mass() * acceleration - hydrodynamic + sphere.submerged_weight - wall.film - wall.contact
        } else {
            0.0
        };
        if landing.film_ended != 0.0 {
            let mean = (velocity - before.velocity) / guess.dt;
            hydrodynamic += sphere.mass() * (mean - acceleration) - guess.bdf.memory(guess.dt) * landing.film_ended;
            acceleration = mean;
        }
        if let NearWall::Blended { .. } = setup.wall {
            hydrodynamic += std::mem::take(&mut wall.film);
        }
        let StepSize { dt, limiter } = size;
        Self { dt, limiter, hydrodynamic, wall, drive, acceleration, iterations }
    }
}

/// Steps over which the time formula spreads the jump of an impulsive start.
const STARTING: u64 = 3;

impl CoupledState {
    /// Counts a step and books its energies; losses by the trapezoidal rule, those of an elastic film as it has booked them
    /// itself, less what the grid resolves of them. The books of a run-up are closed at time 0, those of a start with spin or
    /// lateral speed after the steps of its jump: its power has no value. Open liquid has none.
    fn book(&mut self, setup: &CoupledSetup, dt: f64, liquid: &FlowBudget, elastic: f64, powers: Powers, heat: Heat) {
        self.steps += 1;
        if setup.release.in_open_liquid() {
            return;
        }
        let (sphere, ledger) = (&self.sphere, &mut self.ledger);
        let lost = ledger.viscous;
        ledger.add_work(dt, &self.powers, &powers, heat);
        ledger.sphere = 0.5 * setup.sphere.excess_mass * sphere.velocity * sphere.velocity;
        ledger.liquid = setup.liquid_density * liquid.kinetic;
        ledger.potential = setup.sphere.submerged_weight * sphere.gap + setup.liquid_density * liquid.potential;
        ledger.elastic = elastic;
        ledger.met |= self.wall.contact.touching.is_some() || self.wall.film.engaged.is_some();
        ledger.close_step(ledger.viscous - lost, setup.sphere.kinetic_energy(sphere.velocity, &liquid.lateral));
        self.powers = powers;
        let jumped = self.steps <= STARTING && liquid.lateral.as_flattened().iter().any(|speed| *speed != 0.0);
        if sphere.time <= 0.0 || jumped {
            *ledger = ledger.restarted();
        }
    }
}
