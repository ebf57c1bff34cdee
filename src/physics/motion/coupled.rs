//! One step of body, wall and liquid together: the equation of motion.
//!
//! ```text
//! (m_p − m_l) q̇ + F_liquid(q) + F_film(q) − W = F_wall(q)           q: all degrees of freedom
//! ```
//!
//! Everything on the left is linear in the new speeds `q`: the inertia that the body has in excess of the liquid in its
//! place, the force on the liquid (the computed flow, less the grid's excess), the sheared film below the grid, and the
//! weight. On the right are film and contact along the normal, and friction.

use super::axial::AxialBalance;
use super::body::{Body, Counterpart, Prediction, StepSolution};
use super::elastic_film::{FilmFailure, FilmSolver};
use super::forces::{Directions, Loads, SphereInertia};
use super::layers::BodyLayers;
use super::ledger::{Heat, Ledger, Powers};
use super::near_wall::{NearWall, NormalBalance};
use super::step_size::{StepLimits, first_step_from_rest};
use super::subgrid_film::ResolvedFilm;
use super::wall::{WallLaws, WallState};
use crate::body::dof::{ALONG, Affine, Dof, NORMAL, along_normal};
use crate::body::release::Release;
use crate::contact::NormalContact;
use crate::flow::budget::FlowBudget;
use crate::flow::constraint::NotConverged;
use crate::flow::courant::{CREEPING_CELL, FlowRates, courant_rates};
use crate::flow::immersed::{ImmersedFlow, Response};
use crate::flow::level::{Frame, ImmersedState, NextLevel};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// The set-up: constant during a run.
pub struct CoupledSetup {
    /// Inertia and weight of the sphere.
    pub sphere: SphereInertia,
    /// Its degrees of freedom along the wall.
    pub directions: Directions,
    /// The body that it faces along the normal.
    pub counterpart: Counterpart,
    /// Film and contact between the two.
    pub wall: WallLaws,
    /// The layers of vorticity below the grid.
    pub layers: BodyLayers,
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
    /// Number of directions along the wall.
    fn along(&self) -> usize {
        self.directions.along.len()
    }

    /// Inertia and weight of the speed at which the gap opens.
    pub fn relative(&self) -> SphereInertia {
        self.counterpart.relative(&self.sphere)
    }

    /// Velocity of the whole grid along the normal [m/s]: it follows a sphere in open liquid, and two spheres by the
    /// middle of their gap.
    fn axial_frame(&self, ahead: &Prediction) -> f64 {
        match self.counterpart {
            Counterpart::Sphere(_) => 0.5 * (ahead.speeds[NORMAL] + ahead.counterpart_speed),
            Counterpart::Open => ahead.velocity(),
            Counterpart::Wall | Counterpart::Plate(_) | Counterpart::Image => 0.0,
        }
    }

    /// The level that a step leads to; the grid follows the sphere along the wall, too.
    fn next_level(&self, ahead: &Prediction) -> NextLevel {
        let frame = Frame { axial: self.axial_frame(ahead), along: ALONG.map(|[u, _]| ahead.speeds[u]) };
        NextLevel { dt: ahead.dt, gap: self.counterpart.half() * ahead.gap, frame, speeds: ahead.new_speeds() }
    }

    /// Kinetic energy less that of the liquid in the same place \[J\], see [`SphereInertia::excess_energy`].
    fn excess_energy(&self, body: &Body) -> f64 {
        self.sphere.excess_energy(&body.speeds)
            + self.counterpart.energy(&body.counterpart, SphereInertia::excess_energy)
    }

    /// Kinetic energy with the added mass \[J\], see [`SphereInertia::kinetic_energy`].
    fn kinetic_energy(&self, body: &Body) -> f64 {
        self.sphere.kinetic_energy(&body.speeds)
            + self.counterpart.energy(&body.counterpart, SphereInertia::kinetic_energy)
    }

    /// The longest first step \[s\] from rest at `gap` \[m\], of the sphere and of a free second one.
    fn first_step_from_rest(&self, gap: f64) -> f64 {
        let second = self.counterpart.second().filter(|second| second.free).map(|second| &second.inertia);
        let of = |sphere| first_step_from_rest(sphere, gap, self.liquid_density, self.viscosity);
        second.map_or(f64::INFINITY, of).min(of(&self.sphere))
    }

    /// Weight less buoyancy, and the perturbation force of the start, on the sphere \[N\].
    fn weight(&self, ahead: &Prediction) -> Dof {
        let mut weight = self.sphere.weight(&self.directions.along);
        for ([u, _], direction) in ALONG.into_iter().zip(&self.directions.along) {
            weight[u] += direction.perturbation.at(ahead.elapsed);
        }
        weight
    }
}

/// Everything that decides the future, the liquid's [state](crate::flow::level::ImmersedState) apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CoupledState {
    /// The body.
    pub body: Body,
    /// Film, contact and friction.
    pub wall: WallState,
    /// The energy ledger.
    pub ledger: Ledger,
    /// The rates of loss at the present level.
    pub(super) powers: Powers,
    /// Steps done.
    pub steps: u64,
}

/// The outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StepReport {
    /// Step \[s\].
    pub dt: f64,
    /// Forces and torques on the sphere by cause.
    pub loads: Loads,
    /// Acceleration along the normal [m/s²].
    pub acceleration: f64,
}

impl CoupledState {
    /// The body where its release begins.
    pub fn start(setup: &CoupledSetup) -> Self {
        let body = Body::start((&setup.release, &setup.counterpart), &setup.sphere, &setup.directions);
        let ledger = Ledger {
            sphere: setup.excess_energy(&body),
            potential: setup.counterpart.potential(&setup.sphere, &body.counterpart, body.gap),
            creeping: setup.sphere.creeping_energy(setup.viscosity),
            ..Ledger::default()
        };
        Self {
            body,
            wall: setup.wall.start(&setup.directions),
            ledger: ledger.restarted(),
            powers: Powers::default(),
            steps: 0,
        }
    }
}

/// A sphere in contact is still if its vibration has no more than this share of the energy that lifts it by the grid's
/// smallest gap, out of the attraction of the wall and against its weight.
const LIFT: f64 = 1e-3;

impl CoupledState {
    /// Energy \[J\] of the sphere's motion about its static equilibrium in contact, `½ m (V² + (F T/(πm))²)`: `T` is
    /// the natural time of the contact, and `F` the force of the solids, or of the elastic film between them, less the
    /// weight, so `F/m (T/π)²` is how far the sphere is from the gap at which they balance. Acceleration is no
    /// criterion: thin layers of liquid that vibrate with a light sphere are heavier than it.
    pub fn vibration(&self, setup: &CoupledSetup) -> f64 {
        let (relative, loads) = (setup.relative(), &self.body.loads);
        let mass = relative.mass_with_added();
        let holds = if let NearWall::Elastic(_) = setup.wall.normal { &loads.film } else { &loads.contact };
        let left = holds[NORMAL] - relative.submerged_weight;
        let time = setup.wall.normal.scales(&self.wall.normal, &self.body, None).contact_time / PI;
        0.5 * mass * (self.body.velocity().powi(2) + (left / mass * time).powi(2))
    }

    /// Whether a sphere in contact is as good as in its static equilibrium.
    pub fn is_still(&self, setup: &CoupledSetup) -> bool {
        let bond = setup.wall.normal.contact().map_or(0.0, NormalContact::bond_energy);
        self.vibration(setup) < LIFT * (setup.limits.resolved_gap * setup.relative().submerged_weight + bond)
    }
}

/// Inertia over the weight along an inclined wall below which a motion down it is steady.
const STEADY: f64 = 1e-3;

impl CoupledState {
    /// Whether the sphere stays on the wall, lying, rolling or sliding, and its contact has no vibration left that
    /// counts: the contact is then quasi-static, and need not be resolved in time.
    fn stays(&self, setup: &CoupledSetup) -> bool {
        self.wall.normal.is_met() && self.is_still(setup)
    }

    /// Whether the sphere stays on an inclined wall and rolls or slides down it at a steady speed: its inertia is less
    /// than a thousandth of the weight along the wall.
    pub fn rolls_steadily(&self, setup: &CoupledSetup) -> bool {
        let weight = setup.directions.along.iter().map(|direction| direction.weight).reduce(f64::hypot).unwrap_or(0.0);
        let (radius, mass) = (0.5 * setup.sphere.diameter, setup.sphere.mass_with_added());
        let Some(dt) = self.body.dt_before.filter(|_| weight != 0.0 && self.stays(setup)) else { return false };
        let inertia = mass * self.body.surface_change(radius) / dt;
        self.body.surface_speed(radius) > 0.0 && inertia < STEADY * weight.abs()
    }
}

/// The first step of a sphere that has just been let go, as a share of the one that the limits allow: its acceleration
/// jumps, and the time formula takes one of the two for the other.
const JUST_LET_GO: f64 = 0.05;

/// Steps of a contact under an elastic film, as a share of those under a contact law: the film is followed in steps of
/// its own, and the flow has only to answer it.
pub const ANSWERING: f64 = 0.25;

/// The shortest step over the time so far: a shorter one would be lost in the round-off of time. Times within it cannot
/// be distinguished.
const TIME_RESOLUTION: f64 = 64.0 * f64::EPSILON;

/// The length of the next step \[s\]. Steps end where the run-up does, and where the sphere is let go. The contact of a
/// sphere that stays on the wall need not be resolved in time: the sphere may go a share of its overlap in a step, and
/// what it rolls or slides with may change by a share of its speed.
pub fn time_step(setup: &CoupledSetup, liquid: &SurroundingLiquid, state: &CoupledState) -> f64 {
    let body = &state.body;
    let led_for = setup.release.led_for(body.time);
    let of_the_weight = setup.sphere.submerged_weight.abs() / setup.sphere.mass_with_added();
    let acceleration = match body.dt_before {
        Some(dt) if led_for == Some(0.0) => of_the_weight.max(body.largest_change().abs() / dt),
        Some(dt) => body.largest_change() / dt,
        None => of_the_weight,
    };
    let mut wall = setup.wall.scales(&state.wall, body);
    if setup.wall.normal.elastic().is_some() {
        wall.contact_time /= ANSWERING;
    }
    if body.time < 0.0 {
        // Contact and film are far away.
        (wall.clearance, wall.contact_time) = (body.gap, 0.0);
    }
    let (stays, mut limits) = (state.stays(setup), setup.limits.of(!body.prescribed));
    if stays {
        // It no longer falls: what it rolls with counts.
        limits.slowest = if body.fastest > 0.0 { 0.0 } else { limits.slowest };
        let way = wall.clearance.abs() / body.velocity().abs().max(1e-300);
        wall.contact_time = wall.contact_time.max(setup.limits.steps_per_contact * setup.limits.film_share * way);
    }
    let rates = setup.limits.held(liquid.courant_rates(stays), state.ledger.drift);
    if !body.prescribed && body.dt_before.is_none() {
        limits.first = limits.first.min(setup.first_step_from_rest(body.gap));
    }
    let mut dt = limits.next(rates, body.gap, &wall, acceleration, body.dt_before);
    if stays && let Some(before) = body.dt_before {
        dt = dt.min(limits.along(body.fastest, body.surface_change(0.5 * setup.sphere.diameter) / before));
    }
    if body.prescribed {
        dt = setup.release.step_with(
            body.time,
            dt,
            setup.limits.factor * setup.limits.velocity_share * setup.limits.slowest,
        );
    }
    match led_for {
        Some(left) if left > 0.0 => dt = ending_at(left, dt),
        Some(0.0) => dt *= JUST_LET_GO,
        _ => {}
    }
    if body.time < 0.0 {
        dt = ending_at(-body.time, dt);
    }
    dt.max(TIME_RESOLUTION * body.time.abs())
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
    /// The forces leave no finite motion.
    #[error("the forces leave the sphere no finite speed")]
    NotFinite,
}

/// Advances body, wall and liquid by one step.
///
/// The gap for the grid is predicted to second order; the liquid answers with its force as a linear function of the new
/// speeds; the wall, film and contact implicit, gives gap and speed along the normal, and then friction the others; the
/// liquid is completed with them. Where the normal speed lies further from the expected one than the answer allows, the
/// answer is refined first.
///
/// Post-condition: the liquid's velocity is solenoidal and follows the body, the body's momentum is balanced, and the
/// ledger holds the energies of the new level. In open liquid there is no ledger: the wake leaves through the grid's
/// end.
///
/// # Errors
/// The no-slip condition cannot be met, or the elastic film does not converge.
pub fn step(
    setup: &CoupledSetup,
    liquid: &mut SurroundingLiquid,
    solver: &mut FilmSolver,
    state: &mut CoupledState,
    dt: f64,
) -> Result<StepReport, StepFailure> {
    let (before, radius, half) = (state.body, 0.5 * setup.sphere.diameter, setup.counterpart.half());
    // Predict.
    let mut ahead = Prediction::new(&before, (&setup.release, &setup.counterpart), &setup.directions, dt);

    // Engage the film.
    if let Some(taken_over) = setup.wall.normal.begin(&mut state.wall.normal, solver, &before)? {
        state.powers.film = half * taken_over;
    }
    ahead.stiff = state.stays(setup);

    // The liquid's answer.
    let mut flow = liquid.respond(setup.next_level(&ahead))?;

    // The balance of forces, and the wall: along the normal first, which decides gap and contact, then along the wall.
    let inertia = setup.sphere.force(&ahead.bdf, [&before.speeds, &before.speeds_old]);
    let weight = Affine::constant(-setup.weight(&ahead));
    let film = setup.resolved_film.force(ahead.gap);
    let on_liquid = |flow: &Option<Response>, gap: f64| {
        let answer = flow.as_ref().map_or_else(Affine::default, Response::force);
        let known = (&answer, &setup.sphere.excess());
        let layers = setup.layers.force(&before, &ahead, gap, setup.along(), known);
        (setup.liquid_density * answer - layers - Affine::on(NORMAL, film), layers)
    };
    let engaged = state.wall.normal.film.clone();
    let (end, axis, velocities) = loop {
        let (on_liquid, _) = on_liquid(&flow, ahead.gap);
        let own = (inertia + on_liquid + weight).scalar(NORMAL);
        let axis =
            AxialBalance::new(&setup.counterpart, &before, &ahead, own, (setup.liquid_density, flow.as_ref()), film);
        let (balance, along) = (axis.relative(), ahead.along(&before));
        let forces = NormalBalance { balance, on_liquid: on_liquid.scalar(NORMAL), along };
        let end = setup.wall.normal.solve(&mut state.wall.normal, solver, &before, &ahead, &forces)?;
        let velocities = axis.speeds(&end);
        match &mut flow {
            Some(flow) if end.velocity.is_finite() && !flow.allows(velocities) => {
                flow.refine(axis.prediction_error(velocities).map(|error| 2.0 * error))?;
                state.wall.normal.film.clone_from(&engaged);
            }
            _ => break (end, axis, velocities),
        }
    };

    let slip = before.slip(radius, setup.along());
    let at = setup.wall.normal.tangential_input(&mut state.wall.normal, solver, &end, slip, ahead.dt)?;
    let (mut on_liquid, layers) = on_liquid(&flow, end.gap);
    on_liquid.at_rest[NORMAL] += axis.cross_coupling(velocities);
    let known = (&on_liquid, &setup.sphere.displaced());
    let traction = setup.wall.traction(&state.wall, &before, &ahead, known, &at, setup.along());
    let balance = inertia + on_liquid + traction + weight;
    let (speeds, friction) =
        setup.wall.slide(&mut state.wall.friction, &before, &ahead, &balance, (velocities[0], &at));

    refuse_not_finite(&end, speeds.iter().chain(&friction))?;

    // The completion.
    if let Some(flow) = flow {
        flow.finish(&[speeds, along_normal(velocities[1])]);
    }
    let rate = Dof::from_fn(|a, _| ahead.bdf.rate(speeds[a], before.speeds[a], before.speeds_old[a]));
    let loads = setup.loads(
        &ahead,
        &end,
        &on_liquid.left_of(setup.sphere.displaced().component_mul(&rate), speeds),
        &rate,
        [friction, -traction.at(speeds)],
    );
    state.body.layers = setup.layers.advance(&before, &ahead.bdf, &speeds, &rate);
    let prescribed = before.prescribed && setup.release.leads_at(before.time + ahead.dt);
    state.body.advance(&ahead, end.gap, &speeds, radius, prescribed);
    let (counterpart, led) = axis.advance(&before.counterpart, &ahead, &end, velocities);
    state.body.counterpart = counterpart;
    let (motion, along) = ((&speeds, &rate), (&friction, &loads.film, &at));
    let energy = setup.wall.end(&mut state.wall, solver, &ahead, (&before, &end), motion, along)?;

    // The books.
    let report = StepReport::new(setup, &before, &ahead, (&end, velocities[0]), loads);
    state.body.loads = report.loads;
    state.powers.film += half * (end.film_ended * before.velocity());
    let budget = liquid.budget();
    let powers = Powers {
        viscous: setup.liquid_density * budget.dissipation,
        film: half * (energy.film_power - film.at(end.velocity) * end.velocity),
        contact: half * energy.contact_power,
        plate: energy.plate_power,
        drive: loads.drive.dot(&speeds) + led[1],
        layer: layers.at(speeds).dot(&speeds) + led[0],
        ends: setup.liquid_density * setup.axial_frame(&ahead) * budget.at_ends,
    };
    state.book(setup, ahead.dt, &budget, half * energy.stored, powers, end.heat_with(half, energy.lost));
    if energy.released {
        state.powers.film = 0.0;
    }
    Ok(report)
}

/// Refuses a step that leaves no finite motion.
fn refuse_not_finite<'v>(
    end: &StepSolution,
    mut speeds_and_friction: impl Iterator<Item = &'v f64>,
) -> Result<(), StepFailure> {
    let finite =
        end.forces.contact.is_finite() && end.gap.is_finite() && speeds_and_friction.all(|value| value.is_finite());
    if finite { Ok(()) } else { Err(StepFailure::NotFinite) }
}

impl CoupledSetup {
    /// Forces and torques on the sphere by cause, with the force `hydrodynamic` of the liquid, friction and sheared
    /// film, at the accelerations `rate`.
    fn loads(
        &self,
        ahead: &Prediction,
        end: &StepSolution,
        hydrodynamic: &Dof,
        rate: &Dof,
        [mut contact, mut film]: [Dof; 2],
    ) -> Loads {
        (contact[NORMAL], film[NORMAL]) = (end.forces.contact, end.forces.film);
        let weight = self.sphere.weight(&self.directions.along);
        let whole = self.sphere.whole().component_mul(rate);
        let mut drive = whole - hydrodynamic - weight - film - contact;
        if !ahead.prescribed {
            drive[NORMAL] = 0.0;
        }
        Loads { weight, hydrodynamic: *hydrodynamic, film, contact, drive }
    }
}

impl StepReport {
    /// The forces of a step that has been solved.
    ///
    /// Where the film's force jumps, acceleration and force of the liquid along the normal are those of this step
    /// alone: the time formula's hold a part of the step before.
    fn new(
        setup: &CoupledSetup,
        before: &Body,
        ahead: &Prediction,
        (end, velocity): (&StepSolution, f64),
        mut loads: Loads,
    ) -> Self {
        let [now, old] = [before.speeds, before.speeds_old].map(|speeds| speeds[NORMAL]);
        let mut acceleration = ahead.bdf.rate(velocity, now, old);
        if end.film_ended != 0.0 {
            let mean = (velocity - now) / ahead.dt;
            loads.hydrodynamic[NORMAL] +=
                setup.sphere.mass() * (mean - acceleration) - ahead.bdf.memory(ahead.dt) * end.film_ended;
            acceleration = mean;
        }
        if let NearWall::Blended { .. } = setup.wall.normal {
            loads.hydrodynamic[NORMAL] += std::mem::take(&mut loads.film[NORMAL]);
        }
        Self { dt: ahead.dt, loads, acceleration }
    }
}

/// Steps over which the time formula spreads the jump of an impulsive start.
const STARTING: u64 = 3;

impl CoupledState {
    /// Counts a step and books its energies; losses by the trapezoidal rule, those of an elastic film as it has booked
    /// them itself, less the part that the grid resolves. The books of a run-up are closed at time 0, those of a start
    /// with spin or lateral speed after the steps of its jump: its power has no value. Open liquid has none.
    fn book(&mut self, setup: &CoupledSetup, dt: f64, liquid: &FlowBudget, elastic: f64, powers: Powers, heat: Heat) {
        self.steps += 1;
        if setup.counterpart == Counterpart::Open {
            return;
        }
        let (body, ledger) = (&self.body, &mut self.ledger);
        let lost = ledger.viscous;
        ledger.add_work(dt, &self.powers, &powers, heat);
        ledger.sphere = setup.excess_energy(body);
        ledger.liquid = setup.liquid_density * liquid.kinetic;
        let along = setup.directions.along.iter().zip(body.displacement);
        let upright = setup.counterpart.potential(&setup.sphere, &body.counterpart, body.gap);
        ledger.potential = along.fold(upright, |energy, (direction, x)| energy - direction.weight * x);
        ledger.elastic = elastic;
        ledger.met |= self.wall.normal.is_met();
        ledger.close_step(ledger.viscous - lost, setup.kinetic_energy(body));
        self.powers = powers;
        let jumped = self.steps <= STARTING && body.speeds.iter().skip(1).any(|speed| *speed != 0.0);
        if body.time <= 0.0 || jumped {
            *ledger = ledger.restarted();
        }
    }
}

/// The liquid around the body: a computed flow, or nothing.
pub enum SurroundingLiquid<'a> {
    /// The flow.
    Flow {
        /// Solver and scratch.
        solver: &'a mut ImmersedFlow,
        /// State.
        state: &'a mut ImmersedState,
    },
    /// No liquid: a dry sphere.
    Nothing,
}

impl SurroundingLiquid<'_> {
    /// The answer to a step to `next`, whose gap is the body's own \[m\]; `None` of no liquid.
    ///
    /// # Errors
    /// As [`ImmersedFlow::respond`].
    pub(super) fn respond(&mut self, next: NextLevel) -> Result<Option<Response<'_>>, NotConverged> {
        let Self::Flow { solver, state } = self else { return Ok(None) };
        let next = NextLevel { gap: solver.resolved_gap(next.gap), ..next };
        solver.respond(state, next).map(Some)
    }

    /// How fast the liquid crosses the cells, see [`courant_rates`], around a sphere that `stays` on the wall or does
    /// not.
    pub fn courant_rates(&self, stays: bool) -> FlowRates {
        let Self::Flow { solver, state } = self else { return FlowRates::default() };
        let (setup, parts) = (&solver.setup, solver.setup.parts());
        // The grid between two spheres, and that in the film of one that rolls, moves through liquid at rest with its
        // finest cells.
        let creeping = if stays || setup.spheres.len() > 1 { CREEPING_CELL } else { 0.0 };
        courant_rates(&setup.radial, parts, state, setup.kinematic_viscosity, creeping)
    }

    /// Energies at the present level.
    pub(super) fn budget(&self) -> FlowBudget {
        let Self::Flow { solver, state } = self else { return FlowBudget::default() };
        solver.budget(&state.flow)
    }
}
