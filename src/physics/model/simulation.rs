//! A run of the flow without files: one step, and when to stop.

use super::bounce_log::BounceLog;
use super::build;
use super::course::{Course, Ending};
use super::failure::Failure;
use super::measured_grid::measure_grid;
use super::open_liquid::Steadiness;
use super::state::RunState;
use crate::body::dof::NORMAL;
use crate::contact::{LawFailure, NormalContact, TooDeep};
use crate::flow::budget::{largest_divergence, relative_mass_error};
use crate::flow::immersed::ImmersedFlow;
use crate::motion::body::{Body, LateralMotion};
use crate::motion::coupled::{CoupledSetup, CoupledState, StepReport, SurroundingLiquid, step, time_step};
use crate::motion::elastic_film::FilmSolver;
use crate::motion::ledger::VIOLATED;
use crate::numerics::hermite::{Hermite, Moment};
use crate::problem::Problem;
use crate::quantity::{LENGTH, SPEED, TIME};

/// Steps between two looks at the whole flow.
const CHECK_EVERY: u64 = 8;

/// Steps between two looks at the balances of mass and volume.
const BALANCE_EVERY: u64 = 20;

/// A flow faster than this many times the sphere's largest speed, and the speed of the liquid squeezed out of the gap,
/// is suspected to be unstable: potential flow around a sphere has 1.5, a wake less. Where a vortex ring closes on the
/// axis a few cells may be as fast.
const FASTEST: f64 = 8.0;
/// Speed of a sphere without a wall over the one expected that only an instability makes.
const RUNAWAY: f64 = 10.0;
/// Error of the energy balance that tells an unstable flow, which makes energy, from one that is fast in a few cells.
const MADE: f64 = 0.01;
/// Largest mean speed of the liquid squeezed out of a gap `h` over the sphere's, over `√(D/h)`: continuity gives
/// `r/2(h + r²/D)`, which is largest at `r = √(Dh)`.
const SQUEEZED: f64 = 0.25;

/// A sphere in contact rests when its vibration has less than this share of the largest kinetic energy; one that has
/// kept less of it in the film settles on it.
const SPENT: f64 = 1e-4;
/// Largest gap above the roughness at which a slow sphere may be said to settle on its film, in diameters.
const SETTLING: f64 = 2e-3;
/// A sphere that would need more than this many times the time so far to sink to the solids is left in its film.
const PATIENCE: f64 = 3.0;

/// The motion of a sphere in the computed flow.
pub struct Simulation {
    /// The problem.
    pub problem: Problem,
    /// Limits of the run.
    pub run: Course,
    /// Laws and limits.
    pub setup: CoupledSetup,
    /// Solver and scratch.
    pub flow: ImmersedFlow,
    /// Solver of the elastic film, while one is engaged.
    pub film: FilmSolver,
    /// State.
    pub state: RunState,
}

impl Simulation {
    /// Builds grids and solvers, with everything at rest.
    ///
    /// # Errors
    /// A parameter that a law or the grid refuses, or a no-slip condition that cannot be met.
    pub fn new(problem: Problem) -> Result<Self, Failure> {
        let mut setup = build::coupled(&problem)?;
        let mut flow = build::flow(&problem)?;
        measure_grid(&problem, &mut setup, &mut flow)?;
        let mut coupled = CoupledState::start(&setup);
        let liquid =
            flow.spinning(flow.resolved_gap(setup.counterpart.half() * coupled.body.gap), &coupled.body.speeds);
        if flow.setup.azimuthal.is_some() {
            coupled.ledger.liquid = problem.liquid.density * flow.budget(&liquid.flow).kinetic;
            coupled.ledger = coupled.ledger.restarted();
        }
        let state = RunState {
            peak_speed: coupled.body.speeds[NORMAL].abs(),
            coupled,
            liquid,
            bounces: BounceLog::new(problem.reading_diameter(), setup.relative().free_acceleration()),
            mass_error: 0.0,
            divergence: 0.0,
            steadiness: Steadiness::default(),
        };
        Ok(Self { run: Course::of(&problem), problem, setup, flow, film: FilmSolver::default(), state })
    }

    /// Time, gap, and the speed at which it opens now; before a mirror the half of both that is before it.
    pub fn moment(&self) -> Moment {
        let (body, half) = (&self.state.coupled.body, self.setup.counterpart.half());
        Moment { time: body.time, gap: half * body.gap, velocity: half * body.velocity() }
    }

    /// Whether the sphere is still on the run-up to its start (time below zero): nothing of that is recorded.
    pub fn in_run_up(&self) -> bool {
        self.state.coupled.body.time < 0.0
    }

    /// Number of grid cells.
    pub fn cells(&self) -> usize {
        self.state.liquid.flow.now[0].u.len()
    }

    /// One step.
    ///
    /// # Errors
    /// The typed failures of a run; the state is then that of the last good step, or the first bad one.
    pub fn advance(&mut self) -> Result<StepReport, Failure> {
        let from = self.moment();
        let touched = self.state.coupled.wall.normal.contact.touching;
        let engaged = self.state.coupled.wall.normal.film.engaged.is_some();
        let before = self.lateral_motion();
        let dt = self.step_size();
        let mut liquid = SurroundingLiquid::Flow { solver: &mut self.flow, state: &mut self.state.liquid };
        let Moment { time, gap, .. } = from;
        let report = step(&self.setup, &mut liquid, &mut self.film, &mut self.state.coupled, dt)
            .map_err(|failure| Failure::of_step(failure, time, gap))?;
        let time = &mut self.state.coupled.body.time;
        if from.time < 0.0 && time.abs() < 1e-9 * report.dt {
            *time = 0.0;
        }
        self.tell(&report, engaged);
        self.check()?;
        if let Some(open) = self.run.open {
            let power = self.power_against_liquid();
            self.state.steadiness.observe(&open, self.moment().time, report.dt, power);
            self.record_balances();
            return Ok(report);
        }
        self.record(from, touched);
        if let (Some(before), Some(now)) = (before, self.lateral_motion()) {
            let impulse = self.state.coupled.wall.friction.impulse;
            self.state.bounces.along_wall(before, now, [impulse.normal, impulse.tangential[0]]);
        }
        Ok(report)
    }

    /// Tells the log of a step, and of an elastic film that was `engaged` before it and no longer is, or the other way
    /// round.
    fn tell(&self, report: &StepReport, engaged: bool) {
        let Moment { time, gap, velocity } = self.moment();
        let constraint = &self.state.liquid.constraints[0];
        log::trace!(
            "step {} of {:.3e} s to t = {time:.6e} s, gap {gap:.4e} m; no-slip condition: {} iterations, {} factorisations so far",
            self.state.coupled.steps,
            report.dt,
            constraint.applications,
            constraint.rebuilds
        );
        match (engaged, self.state.coupled.wall.normal.film.engaged.is_some()) {
            (false, true) => {
                log::debug!(
                    "t = {time}: the elastic film takes over at a gap of {gap}, {velocity}",
                    time = TIME.brief(time),
                    gap = LENGTH.brief(gap),
                    velocity = SPEED.brief(velocity)
                )
            }
            (true, false) => {
                log::debug!(
                    "t = {time}: the elastic film hands back at a gap of {gap}, {velocity}",
                    time = TIME.brief(time),
                    gap = LENGTH.brief(gap),
                    velocity = SPEED.brief(velocity)
                )
            }
            _ => {}
        }
    }

    /// The length of the next step.
    fn step_size(&mut self) -> f64 {
        let body = self.state.coupled.body;
        let liquid = SurroundingLiquid::Flow { solver: &mut self.flow, state: &mut self.state.liquid };
        if let Some(open) = &self.run.open {
            return open.next(&body, liquid.courant_rates(false), self.run.end_time);
        }
        let mut dt = time_step(&self.setup, &liquid, &self.state.coupled);
        if let Some(end) = self.run.end_time {
            dt = dt.min((end - body.time).max(1e-12 * end));
        }
        dt
    }

    /// Power of the sphere against the liquid [W].
    fn power_against_liquid(&self) -> f64 {
        let body = &self.state.coupled.body;
        -body.loads.hydrodynamic.dot(&body.speeds)
    }

    /// Refuses to go on with numbers that mean nothing.
    fn check(&mut self) -> Result<(), Failure> {
        let Moment { time, gap, velocity } = self.moment();
        LawFailure::refuse(time, self.setup.wall.normal.contact().and_then(NormalContact::fault))?;
        if !(velocity.is_finite() && gap.is_finite()) {
            return Err(Failure::NotFinite { time, gap });
        }
        if self.run.open.is_none() {
            let overlap = -self.state.coupled.body.gap;
            TooDeep::check(time, overlap, self.problem.film_radius())?;
            let memory = &self.state.coupled.wall.normal.contact.memory;
            TooDeep::refuse(
                time,
                self.setup.wall.normal.contact().and_then(|contact| contact.passed(overlap, memory)),
            )?;
        }
        let Body { speeds, counterpart, .. } = &self.state.coupled.body;
        let fastest = speeds[NORMAL].abs().max(counterpart.speeds[0].abs());
        self.state.peak_speed = self.state.peak_speed.max(fastest);
        if let Some(open) = self.run.open
            && self.fastest() > RUNAWAY * open.speed
        {
            return Err(Failure::Runaway { time, speed: self.fastest(), expected: open.speed });
        }
        if gap > self.run.highest_gap && self.run.returns {
            return Err(Failure::ReachedTop { time, gap });
        }
        let ledger = &self.state.coupled.ledger;
        if ledger.largest_error > VIOLATED * ledger.energy_scale().max(self.run.energy) {
            return self.balanced();
        }
        let steps = self.state.coupled.steps;
        if steps >= self.problem.until.steps {
            return Err(Failure::TooManySteps { time, gap, steps });
        }
        if !steps.is_multiple_of(CHECK_EVERY) {
            return Ok(());
        }
        let fastest = self.fastest_flow();
        let squeezed = 1.0 + SQUEEZED * (self.problem.sphere.diameter / self.flow.resolved_gap(gap)).sqrt();
        let ratio = fastest / self.state.peak_speed.max(self.state.coupled.body.fastest).max(1e-300);
        let makes_energy = time < 0.0 || self.run.open.is_some() || self.state.coupled.ledger.relative_error() > MADE;
        if ratio.is_nan() || (ratio > FASTEST * squeezed && makes_energy) {
            return Err(Failure::Unstable { time, gap, speed: fastest, ratio });
        }
        Ok(())
    }

    /// Whether the energy balance is kept.
    ///
    /// # Errors
    /// It is not.
    pub fn balanced(&self) -> Result<(), Failure> {
        let (Moment { time, gap, .. }, error) = (self.moment(), self.state.coupled.ledger.relative_error());
        if error > VIOLATED { Err(Failure::EnergyBalance { time, gap, error }) } else { Ok(()) }
    }

    fn fastest_flow(&self) -> f64 {
        let fields = &self.state.liquid.flow.now[0];
        fields
            .u
            .iter()
            .chain(&fields.w)
            .fold(0.0, |m: f64, v| if v.is_finite() { m.max(v.abs()) } else { f64::INFINITY })
    }

    /// Keeps the log of collisions and the errors of the balances.
    fn record(&mut self, from: Moment, touched: Option<f64>) {
        let to = self.moment();
        self.state.bounces.observe(from, to);
        self.record_contact(from, to, touched);
        self.record_balances();
    }

    /// Highest speed of the sphere since its start [m/s]: along the axis, and in open liquid also across it.
    pub(super) fn fastest(&self) -> f64 {
        let lateral = if self.run.open.is_some() { self.state.coupled.body.fastest } else { 0.0 };
        self.state.peak_speed.max(lateral)
    }

    fn record_balances(&mut self) {
        if self.state.coupled.steps.is_multiple_of(BALANCE_EVERY) {
            let liquid = &self.state.liquid.flow;
            let (radial, parts) = (&self.flow.setup.radial, self.flow.setup.parts());
            let speed = self.fastest().max(1e-300);
            let mass = relative_mass_error(radial, &liquid.now[0], speed);
            let divergence = largest_divergence(radial, &liquid.grid_now, parts, &liquid.now);
            self.state.mass_error = self.state.mass_error.max(mass);
            self.state.divergence = self.state.divergence.max(divergence * self.problem.sphere.diameter / speed);
        }
    }

    /// Touch and separation. With an elastic film they are where the undeformed surfaces (or their asperities) meet and
    /// part; a sphere that the film turns round before that touches and separates at its closest approach, at no speed.
    /// A sphere that lies still on the wall does not separate.
    fn record_contact(&mut self, from: Moment, to: Moment, touched: Option<f64>) {
        let coupled = &self.state.coupled;
        let half = self.setup.counterpart.half();
        let levels = self.setup.wall.normal.contact_levels(touched, coupled.wall.normal.contact.touching);
        let [before, after] = levels.map(|level| level.map(|level| half * level));
        let still = coupled.is_still(&self.setup);
        let bounces = &mut self.state.bounces;
        if bounces.in_contact() && still {
            return;
        }
        if !bounces.follow_touch(from, to, before, after)
            && !bounces.in_contact()
            && coupled.wall.normal.film.engaged.is_some()
            && from.velocity < 0.0
            && let Some(closest) = Hermite::new(from, to).turning_point()
        {
            bounces.touch(closest);
            bounces.separate(closest);
        }
        bounces.film(self.setup.wall.normal.is_torn(&coupled.wall.normal));
    }

    /// The motion along x; `None` of an axisymmetric flow.
    pub fn lateral_motion(&self) -> Option<LateralMotion> {
        (!self.setup.directions.along.is_empty()).then(|| self.state.coupled.body.along(0))
    }

    /// Whether the run is over.
    pub fn stop(&self) -> Option<Ending> {
        let Course { end_time, highest_gap, .. } = self.run;
        let Moment { time, gap, .. } = self.moment();
        if gap > highest_gap {
            return Some(Ending::FarEnd);
        }
        if end_time.is_some_and(|end| time >= end * (1.0 - 1e-12)) {
            return Some(Ending::Time);
        }
        if self.run.open.as_ref().is_some_and(|open| self.state.steadiness.is_steady(open)) {
            return Some(Ending::Steady);
        }
        if self.state.bounces.apexes() >= self.problem.until.bounces as usize {
            return Some(Ending::Bounces);
        }
        match () {
            () if !self.problem.until.rest || self.state.coupled.body.prescribed => None,
            () if self.rests() => Some(Ending::Rest),
            () if self.settles() => Some(Ending::Settling),
            () if end_time.is_none() && self.state.coupled.rolls_steadily(&self.setup) => Some(Ending::Rolling),
            () => None,
        }
    }

    /// Whether the sphere lies on the solids, with hardly any energy about its static equilibrium, and neither slides
    /// nor rolls.
    fn rests(&self) -> bool {
        let coupled = &self.state.coupled;
        let spent = || coupled.vibration(&self.setup) < SPENT * coupled.ledger.kinetic;
        let radius = 0.5 * self.problem.sphere.diameter;
        let lateral = coupled.body.surface_speed(radius);
        let moves = 0.5 * self.setup.sphere.mass_with_added() * lateral * lateral > SPENT * coupled.ledger.kinetic;
        self.state.bounces.in_contact() && !moves && (coupled.is_still(&self.setup) || spent())
    }

    /// Whether the sphere, almost without speed, will not come through its film to the solids in a reasonable time. A
    /// film that carries the weight lets the gap fall by the same factor in equal times.
    fn settles(&self) -> bool {
        let Body { time, gap, .. } = self.state.coupled.body;
        let velocity = self.state.coupled.body.velocity();
        let kinetic = 0.5 * self.setup.relative().mass_with_added() * velocity * velocity;
        let (smallest_gap, diameter) = (self.setup.limits.resolved_gap, self.problem.sphere.diameter);
        let lowest = smallest_gap.min(SETTLING * diameter) + self.problem.film.roughness;
        let slow = gap < lowest && velocity <= 0.0 && kinetic < SPENT * self.state.coupled.ledger.kinetic;
        if !slow || self.state.bounces.in_contact() {
            return false;
        }
        let wall = &self.setup.wall.normal;
        let touch = wall.contact_levels(None, None)[0].unwrap_or(wall.cutoff(velocity)).max(0.0);
        let remaining = gap / -velocity * (gap / touch).ln();
        remaining > PATIENCE * (time + self.setup.release.lead())
    }
}
