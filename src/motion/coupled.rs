//! One step of sphere and liquid together.

use super::blend::{BlendStep, BlendedTheory};
use super::elastic_film::{ElasticFilm, ElasticFilmState, FilmFailure, FilmSolver, FilmStep};
use super::immersed::{ImmersedFlow, ImmersedState, NewSpeed};
use super::ledger::Ledger;
use super::sphere::{SphereForces, SphereState, TrialForces};
use super::step_size::{Limiter, StepLimits, courant_rates};
use super::unresolved_layer::{LayerMemory, UnresolvedLayer};
use crate::body::constraint::NotConverged;
use crate::flow::budget::{dissipation, kinetic_energy};
use crate::liquid::HistoryMemory;

/// A prescribed approach `V(t) = −speed (1 − e^{−t/ramp})` that ends at `free_gap`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Approach {
    /// Approach speed [m/s], positive towards the wall.
    pub speed: f64,
    /// Gap at which the sphere is let go \[m\].
    pub free_gap: f64,
    /// Time in which the speed builds up \[s\]; 0 starts at full speed.
    pub ramp: f64,
    /// Gap at time 0 \[m\].
    pub gap: f64,
    /// Distance travelled before time 0 \[m\], so that the wake is there.
    pub run_up: f64,
}

impl Approach {
    /// The velocity at time `time` [m/s], positive away from the wall; the motion starts at `-`[`Self::lead`].
    pub fn velocity(&self, time: f64) -> f64 {
        let since_start = time + self.lead();
        if self.ramp > 0.0 { self.speed * (-since_start / self.ramp).exp_m1() } else { -self.speed }
    }

    /// The gap at time `time` \[m\] while the motion is prescribed.
    pub fn gap_at(&self, time: f64) -> f64 {
        let since_start = time + self.lead();
        let lag = if self.ramp > 0.0 { self.ramp * (-since_start / self.ramp).exp_m1() } else { 0.0 };
        self.gap + self.run_up - self.speed * (since_start + lag)
    }

    /// Time the run-up takes \[s\]: the root of `speed (t − ramp (1 − e^{−t/ramp})) = run_up`.
    pub fn lead(&self) -> f64 {
        let cruise = self.run_up / self.speed;
        if self.ramp == 0.0 || self.run_up == 0.0 {
            return cruise;
        }
        let missing = |time: f64| time + self.ramp * (-time / self.ramp).exp_m1() - cruise;
        crate::numerics::root(missing, 0.0, cruise + 1.01 * self.ramp, 0.0).unwrap_or(cruise + self.ramp)
    }
}

/// What does not change during a run.
pub struct CoupledSetup {
    /// Film, contact, weight.
    pub forces: SphereForces,
    /// Elastic film in place of film and contact, if any.
    pub elastic: Option<ElasticFilm>,
    /// Theory blended into the simulated force, in place of the film's force, and its memory at the start.
    pub blended: Option<(BlendedTheory, HistoryMemory)>,
    /// The layer of vorticity below the grid.
    pub layer: UnresolvedLayer,
    /// Density of the liquid [kg/m³].
    pub liquid_density: f64,
    /// Mass of the liquid that the sphere replaces \[kg\].
    pub displaced_mass: f64,
    /// Prescribed approach, if any.
    pub approach: Option<Approach>,
    /// Limits of the step.
    pub limits: StepLimits,
}

/// Everything that decides the future.
#[derive(Debug, Clone, PartialEq)]
pub struct CoupledState {
    /// The sphere.
    pub sphere: SphereState,
    /// The liquid.
    pub liquid: ImmersedState,
    /// The layer of vorticity below the grid.
    pub layer: LayerMemory,
    /// The elastic film.
    pub film: ElasticFilmState,
    /// What the history force of a blended theory remembers.
    pub history: HistoryMemory,
    /// The energy ledger.
    pub ledger: Ledger,
    /// The rates of loss at the present level \[W\]: viscous, film, contact; the power of the drive and that of the layer
    /// below the grid.
    pub powers: [f64; 5],
    /// The axial faces' velocities of the last step [m/s].
    pub face_velocity: Vec<f64>,
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
    pub other: TrialForces,
    /// Force that prescribes the motion \[N\]; zero once the sphere is free.
    pub drive: f64,
    /// Acceleration [m/s²].
    pub acceleration: f64,
    /// Iterations of the constraint solver.
    pub iterations: usize,
}

impl CoupledState {
    /// Sphere and liquid at rest (or the sphere at the start of a prescribed approach).
    pub fn start(setup: &CoupledSetup, flow: &ImmersedFlow, release_gap: f64) -> Self {
        let time = setup.approach.map_or(0.0, |approach| -approach.lead());
        let gap = setup.approach.map_or(release_gap, |approach| approach.gap + approach.run_up);
        let velocity = setup.approach.map_or(0.0, |approach| approach.velocity(time));
        let sphere = SphereState {
            time,
            gap,
            velocity,
            velocity_old: velocity,
            prescribed: setup.approach.is_some_and(|approach| gap > approach.free_gap),
            touching: None,
            contact: Default::default(),
        };
        let liquid = flow.at_rest(flow.resolved_gap(gap));
        let faces = liquid.flow.grid_now.faces.len();
        let mut ledger = Ledger {
            sphere: 0.5 * setup.forces.excess_mass * velocity * velocity,
            potential: setup.forces.submerged_weight * gap,
            ..Ledger::default()
        };
        ledger.initial = ledger.balance();
        let film = ElasticFilmState::default();
        let history = setup.blended.as_ref().map_or(HistoryMemory::None, |(_, memory)| memory.clone());
        let layer = LayerMemory::default();
        Self {
            sphere,
            liquid,
            layer,
            film,
            history,
            ledger,
            powers: [0.0; 5],
            face_velocity: vec![0.0; faces],
            steps: 0,
        }
    }
}

/// The next step's size \[s\].
pub fn time_step(setup: &CoupledSetup, flow: &ImmersedFlow, state: &CoupledState) -> (f64, Limiter) {
    let sphere = &state.sphere;
    let rates = courant_rates(&flow.setup.radial, &state.liquid.flow, &state.face_velocity);
    let dt_before = state.liquid.flow.dt_before;
    let acceleration = match dt_before {
        Some(dt) => (sphere.velocity - sphere.velocity_old) / dt,
        None => setup.forces.submerged_weight / (setup.forces.excess_mass + 1.5 * setup.displaced_mass),
    };
    if let Some(elastic) = &setup.elastic {
        let (speed, natural) = elastic.scales(sphere.velocity, &state.film);
        return setup.limits.next(rates, sphere.gap, sphere.gap, (speed, acceleration), natural, dt_before);
    }
    let contact = &setup.forces.contact;
    let reach = contact.reach();
    let touch =
        sphere.touching.unwrap_or_else(|| if reach > 0.0 { reach } else { setup.forces.cutoff(sphere.velocity) });
    let natural = contact.natural_time(touch - sphere.gap, -sphere.velocity, &sphere.contact);
    let clearance = sphere.gap - if reach > 0.0 { reach } else { touch };
    setup.limits.next(rates, sphere.gap, clearance, (sphere.velocity, acceleration), natural, dt_before)
}

/// How far from its extrapolation a new speed is thought to lie, as a share of its expected change.
const SCATTER: f64 = 0.03;

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

/// Advances sphere and liquid by `dt` \[s\].
///
/// The gap for the grid is predicted to second order; the flow answers with its force as a linear function of the new
/// speed; the sphere's equation of motion, film and contact implicit, gives the speed; the flow is completed with it.
/// An elastic film that is engaged finds gap and speed in steps of its own.
///
/// # Errors
/// The no-slip condition cannot be met, or the elastic film does not converge.
pub fn step(
    setup: &CoupledSetup,
    flow: &mut ImmersedFlow,
    solver: &mut FilmSolver,
    state: &mut CoupledState,
    (dt, limiter): (f64, Limiter),
) -> Result<StepReport, StepFailure> {
    engage(setup, solver, state)?;
    let predicted = Predicted::new(setup, state, dt);
    let Solved { gap, velocity, touching, on_liquid, layer, film_ended, film_step, mut other } =
        solve(setup, flow, solver, state, dt, &predicted)?;
    flow.finish(&mut state.liquid, dt, velocity);
    let (bdf, sphere) = (flow.bdf(), &mut state.sphere);
    state.powers[1] += film_ended * sphere.velocity;
    let acceleration = bdf.rate(velocity, sphere.velocity, sphere.velocity_old);
    state.history.advance(dt, velocity, acceleration);
    setup.layer.advance(&mut state.layer, &bdf, acceleration);
    setup.forces.contact.advance(touching.map_or(-gap, |touch| touch - gap), -velocity, &mut sphere.contact);
    let mut hydrodynamic = setup.displaced_mass * acceleration - on_liquid.0 - on_liquid.1 * velocity;
    let was_prescribed = sphere.prescribed;
    *sphere = SphereState {
        time: sphere.time + dt,
        gap,
        velocity,
        velocity_old: sphere.velocity,
        prescribed: sphere.prescribed && setup.approach.is_some_and(|approach| gap > approach.free_gap),
        touching,
        contact: sphere.contact,
    };
    state.face_velocity.copy_from_slice(flow.face_velocity());
    state.steps += 1;
    let mass = setup.forces.excess_mass + setup.displaced_mass;
    // where the film's force jumps, the sphere's acceleration and the force of the liquid without the step before
    let mut felt = acceleration;
    if film_ended != 0.0 {
        felt = (velocity - sphere.velocity_old) / dt;
        hydrodynamic += mass * (felt - acceleration) - bdf.memory(dt) * film_ended;
    }
    let drive = if was_prescribed {
        mass * acceleration - hydrodynamic + setup.forces.submerged_weight - other.film - other.contact
    } else {
        0.0
    };
    book(setup, flow, state, dt, &other, film_step.as_ref(), [drive, layer]);
    if let Some(elastic) = &setup.elastic
        && elastic.release(&mut state.film, solver).map_err(FilmFailure::from)?
    {
        state.powers[1] = 0.0;
    }
    if setup.blended.is_some() {
        hydrodynamic += std::mem::take(&mut other.film);
    }
    Ok(StepReport { dt, limiter, hydrodynamic, other, drive, acceleration: felt, iterations: flow.iterations })
}

/// What a step starts from.
struct Predicted {
    /// Gap at its end, to second order \[m\].
    gap: f64,
    /// The prescribed speed at its end [m/s], if there is one.
    known: Option<f64>,
    /// The speed thought to be found [m/s].
    expected: f64,
    /// What the flow is to be ready for.
    speed: NewSpeed,
}

impl Predicted {
    fn new(setup: &CoupledSetup, state: &CoupledState, dt: f64) -> Self {
        let sphere = &state.sphere;
        let mean_velocity = match state.liquid.flow.dt_before {
            Some(before) => sphere.velocity + 0.5 * dt / before * (sphere.velocity - sphere.velocity_old),
            None => sphere.velocity,
        };
        let approach = setup.approach.filter(|_| sphere.prescribed);
        let gap = match approach {
            Some(approach) => approach.gap_at(sphere.time + dt),
            None => sphere.gap + dt * mean_velocity,
        };
        let known = approach.map(|approach| approach.velocity(sphere.time + dt));
        let expected = known.unwrap_or(sphere.velocity + 2.0 * (mean_velocity - sphere.velocity));
        let speed = match known {
            Some(velocity) => NewSpeed::Known(velocity),
            None if state.film.engaged.is_some() => NewSpeed::ANY,
            None => NewSpeed::Sought { expected, scatter: SCATTER * (expected - sphere.velocity).abs() },
        };
        Self { gap, known, expected, speed }
    }
}

/// The sphere at the end of a step and the forces that brought it there.
struct Solved {
    gap: f64,
    velocity: f64,
    /// Gap at which the solids touch, if they do \[m\].
    touching: Option<f64>,
    /// Force of the sphere on the liquid `F₀` \[N\], `F₁` [N s/m].
    on_liquid: (f64, f64),
    /// Force of the layer below the grid \[N\].
    layer: f64,
    /// By how much the film's force fell at the start of the step \[N\].
    film_ended: f64,
    /// The step of an elastic film that is engaged.
    film_step: Option<FilmStep>,
    /// Film and contact at the end of the step.
    other: TrialForces,
}

/// Finds gap and speed at the end of a step, under which the flow can be completed.
fn solve(
    setup: &CoupledSetup,
    flow: &mut ImmersedFlow,
    solver: &mut FilmSolver,
    state: &mut CoupledState,
    dt: f64,
    predicted: &Predicted,
) -> Result<Solved, StepFailure> {
    let sphere = &state.sphere;
    let mut force = flow.advance(&state.liquid, dt, flow.resolved_gap(predicted.gap), 0.0, predicted.speed)?;
    let (bdf, density, expected) = (flow.bdf(), setup.liquid_density, predicted.expected);
    let layer = setup.layer.force(&state.layer, &bdf, sphere.velocity, sphere.velocity_old);
    let touching = setup.forces.touch(sphere, predicted.gap, sphere.velocity);
    loop {
        let on_liquid = (density * force.at_rest - layer.constant, density * force.per_speed - layer.slope);
        let blended = setup.blended.as_ref();
        let blended = blended.map(|(theory, _)| theory.step(&state.history, (dt, &bdf), sphere, expected, on_liquid));
        let film = |at: (f64, f64), touching| near_wall(setup, &blended, sphere, at, touching);
        let [before, after] = setup.forces.film_switch(film, sphere, touching);
        let momentum = setup.forces.momentum(sphere, &bdf, on_liquid).after_a_jump(after - before, &bdf, dt);
        let mut film_step = None;
        let (gap, velocity) = match (predicted.known, &setup.elastic) {
            (Some(velocity), _) => (predicted.gap, velocity),
            (None, Some(elastic)) if state.film.engaged.is_some() => {
                let done = elastic.advance(&mut state.film, solver, dt, &bdf, momentum)?;
                film_step = Some(done);
                (done.gap, done.velocity)
            }
            (None, _) => {
                let film = |gap, velocity| film((gap, velocity), touching);
                let velocity = setup.forces.new_velocity_under(film, sphere, dt, momentum, touching);
                (sphere.gap + 0.5 * dt * (sphere.velocity + velocity), velocity)
            }
        };
        if !velocity.is_finite() || flow.allows(velocity) {
            let other = match &film_step {
                Some(done) => TrialForces { film: done.force, ..TrialForces::default() },
                None => TrialForces {
                    film: film((gap, velocity), touching),
                    ..setup.forces.contact_at(gap, velocity, touching, &sphere.contact)
                },
            };
            let (layer, film_ended) = (layer.at(velocity), before - after);
            return Ok(Solved { gap, velocity, touching, on_liquid, layer, film_ended, film_step, other });
        }
        force = flow.refine(2.0 * (velocity - expected).abs())?;
    }
}

/// Force \[N\] that stands in the film's place: the film below the grid, or the theory blended into the simulated force.
fn near_wall(
    setup: &CoupledSetup,
    blended: &Option<BlendStep>,
    sphere: &SphereState,
    (gap, velocity): (f64, f64),
    touching: Option<f64>,
) -> f64 {
    match blended {
        Some(step) => step.correction(gap, velocity, step.film(sphere, touching, setup.forces.contact.reach())),
        None => setup.forces.film_at(gap, velocity, touching),
    }
}

/// Starts the elastic film where a free sphere needs it.
fn engage(setup: &CoupledSetup, solver: &mut FilmSolver, state: &mut CoupledState) -> Result<(), FilmFailure> {
    let sphere = &state.sphere;
    let Some(elastic) = setup.elastic.as_ref().filter(|_| !sphere.prescribed) else { return Ok(()) };
    if elastic.engage(&mut state.film, solver, sphere.gap, sphere.velocity)? {
        state.powers[1] = elastic.resolved_power(&state.film);
    }
    Ok(())
}

/// Books the energies after a step; losses by the trapezoidal rule, those of an elastic film as it has booked them
/// itself, less what the grid resolves of them.
fn book(
    setup: &CoupledSetup,
    flow: &ImmersedFlow,
    state: &mut CoupledState,
    dt: f64,
    other: &TrialForces,
    film_step: Option<&FilmStep>,
    [drive, layer]: [f64; 2],
) {
    let (sphere, ledger) = (&state.sphere, &mut state.ledger);
    let velocity = sphere.velocity;
    let liquid = &state.liquid.flow;
    let immersed = &flow.setup;
    let viscous = dissipation(
        &immersed.radial,
        &liquid.grid_now,
        &liquid.now,
        immersed.viscosity,
        immersed.ends,
        immersed.side_no_slip,
    );
    let film = match (&setup.elastic, film_step) {
        (Some(elastic), Some(_)) => elastic.resolved_power(&state.film),
        _ => -other.film * velocity,
    };
    let powers =
        [setup.liquid_density * viscous, film, -other.contact_viscous * velocity, drive * velocity, layer * velocity];
    let mean = |k: usize| 0.5 * dt * (powers[k] + state.powers[k]);
    ledger.viscous += mean(0);
    ledger.film += mean(1) + film_step.map_or(0.0, |done| done.viscous);
    ledger.contact += mean(2) + film_step.map_or(0.0, |done| done.solid);
    ledger.driven += mean(3);
    ledger.layer += mean(4);
    ledger.sphere = 0.5 * setup.forces.excess_mass * velocity * velocity;
    ledger.liquid = setup.liquid_density * kinetic_energy(&immersed.radial, &liquid.grid_now, &liquid.now);
    ledger.potential = setup.forces.submerged_weight * sphere.gap;
    ledger.elastic = match (&state.film.engaged, sphere.touching) {
        (Some(engaged), _) => engaged.stored,
        (None, Some(touch)) => setup.forces.contact.stored_energy(touch - sphere.gap, &sphere.contact),
        (None, None) => 0.0,
    };
    ledger.close_step();
    state.powers = powers;
    if sphere.time <= 0.0 {
        *ledger = Ledger {
            driven: 0.0,
            layer: 0.0,
            viscous: 0.0,
            film: 0.0,
            contact: 0.0,
            scale: 0.0,
            largest_error: 0.0,
            ..*ledger
        };
        ledger.initial = ledger.balance();
    }
}
