//! The motion with Basset's history force as a system of ordinary differential equations.
//!
//! With `K\[s\] = c Σ w_k e^{−λ_k s}` the history integral is `J = c Σ w_k q_k`, `q_k' = V̇ − λ_k q_k`: the past is
//! part of the state, and its error is controlled with the rest. Exponentials much faster than the motion would only
//! make the system stiff. They are lumped into one with the same `∫K ds` and `∫ sK ds`; which ones, is decided anew
//! whenever the motion's own time scale has changed by a factor of three.

use super::theory::{MotionError, Stop};
use super::theory_events::{Crossing, Scene, Stage, Watch};
use super::theory_force::Balance;
use super::theory_trajectory::{MotionLog, MotionPoint};
use crate::liquid::{Exponentials, HistoryKernel};
use crate::numerics::root;
use ode_solvers::dop_shared::OutputType;
use ode_solvers::{Dop853, SVector, System};
use std::f64::consts::PI;

/// Gap, velocity, the exponentials' integrals, and the time.
const SIZE: usize = 50;
/// Where the time is: part of the state, because Dop853 of ode_solvers 0.6.2 evaluates its twelfth stage at the
/// wrong time (the node c₁₂ is 0 instead of 1), which only an autonomous system does not notice.
const TIME: usize = SIZE - 1;
type Vector = SVector<f64, SIZE>;
/// Exponentials faster than this over the time scale are lumped. With 16, 32, 64, 256 the first apex of a steel
/// sphere at St = 152 is 6.3108740, 6.3108772, 6.3108780, 6.3108782 mm; the cost grows in proportion.
const RESOLVED: f64 = 16.0;
/// Relative error of the sum of exponentials.
const KERNEL_TOLERANCE: f64 = 1e-5;

/// The exponentials, and the moments of the ones from `k` on.
struct Modes {
    rates: Vec<f64>,
    weights: Vec<f64>,
    /// `Σ_{j≥k} w_j/λ_j`, `Σ_{j≥k} w_j/λ_j²`.
    tails: Vec<(f64, f64)>,
}

impl Modes {
    fn new(scene: &Scene, stop: &Stop) -> Result<Self, MotionError> {
        let sphere = &scene.theory.sphere;
        if scene.theory.history == HistoryKernel::None {
            return Ok(Self { rates: Vec::new(), weights: Vec::new(), tails: vec![(0.0, 0.0)] });
        }
        let exponentials = Exponentials::new(1e-12 * stop.time, 2.0 * stop.time, KERNEL_TOLERANCE)?;
        let scale = sphere.radius / (PI * sphere.kinematic_viscosity()).sqrt();
        let rates = exponentials.rates().to_vec();
        let weights: Vec<f64> = exponentials.weights().iter().map(|weight| scale * weight).collect();
        let mut tails = vec![(0.0, 0.0); rates.len() + 1];
        for k in (0..rates.len()).rev() {
            let (whole, first) = tails[k + 1];
            tails[k] = (whole + weights[k] / rates[k], first + weights[k] / rates[k].powi(2));
        }
        Ok(Self { rates, weights, tails })
    }

    /// Number of exponentials slow enough to be resolved on a time scale \[s\].
    fn resolved(&self, time_scale: f64) -> usize {
        self.rates.partition_point(|&rate| rate < RESOLVED / time_scale).min(SIZE - 4)
    }

    /// Rate and weight of the lump of all exponentials from `count` on.
    fn lump(&self, count: usize) -> (f64, f64) {
        let (whole, first) = self.tails[count];
        if first > 0.0 { (whole / first, whole * whole / first) } else { (1.0, 0.0) }
    }

    /// Moves the lump from `from` to `to` resolved exponentials; the history integral stays what it is.
    fn regroup(&self, state: &mut Vector, from: usize, to: usize) {
        let (rate, weight) = self.lump(from);
        let (new_rate, new_weight) = self.lump(to);
        let lump = state[2 + from];
        if to > from {
            for k in from..to {
                state[2 + k] = rate * lump / self.rates[k];
            }
            state[2 + to] = rate * lump / new_rate;
        } else if to < from {
            let resolved: f64 = (to..from).map(|k| self.weights[k] * state[2 + k]).sum();
            (to..=from).for_each(|k| state[2 + k] = 0.0);
            state[2 + to] = (resolved + weight * lump) / new_weight;
        }
    }
}

/// The right-hand side for a stretch of time with the same stage and the same lump, and when to end it.
struct Stretch<'s, 'a, 't> {
    scene: &'s mut Scene<'a>,
    modes: &'s Modes,
    watch: &'s mut Watch,
    log: &'s mut MotionLog<'t>,
    /// Rows after which the stretch ends.
    last_row: u64,
    start: f64,
    count: usize,
    rate: f64,
    weight: f64,
    time_scale: f64,
}

impl Stretch<'_, '_, '_> {
    /// `∫ V̇ K dτ`.
    fn integral(&self, y: &Vector) -> f64 {
        let resolved: f64 = self.modes.weights[..self.count].iter().enumerate().map(|(k, w)| w * y[2 + k]).sum();
        resolved + self.weight * y[2 + self.count]
    }

    fn balance(&self, y: &Vector) -> Balance {
        self.scene.balance(self.watch, y[TIME], y[0], y[1])
    }

    fn acceleration(&self, y: &Vector) -> f64 {
        if self.watch.stage == Stage::Led {
            return self.scene.release.acceleration_after(y[TIME]);
        }
        let balance = self.balance(y);
        (balance.known() - balance.history_scale * self.integral(y)) / balance.inertia
    }

    /// `dy/dt`.
    fn slope(&self, y: &Vector, dy: &mut Vector) {
        let acceleration = self.acceleration(y);
        dy.fill(0.0);
        (dy[0], dy[1], dy[TIME]) = (y[1], acceleration, 1.0);
        for (k, rate) in self.modes.rates[..self.count].iter().enumerate() {
            dy[2 + k] = acceleration - rate * y[2 + k];
        }
        dy[2 + self.count] = acceleration - self.rate * y[2 + self.count];
    }

    /// Writes an accepted state into the log; true once the sphere rests.
    fn note(&mut self, time: f64, y: &Vector) -> bool {
        let state = MotionPoint { gap: y[0], velocity: y[1], acceleration: self.acceleration(y) };
        let (balance, integral) = (self.balance(y), self.integral(y));
        let driving = if self.watch.stage == Stage::Led {
            balance.inertia * state.acceleration - balance.known() + balance.history_scale * integral
        } else {
            0.0
        };
        self.log.push(time, state, &balance, integral, driving);
        if self.watch.touch().is_some() {
            self.touch(y);
        }
        self.watch.note(self.scene, time, state, self.log)
    }

    /// Notes the state at `x` \[s\] after the start; whether the stretch ends there.
    fn ends(&mut self, x: f64, y: &Vector) -> bool {
        if self.watch.crossing(self.scene, y[0], y[1]).is_some() {
            return true;
        }
        let time = self.start + x;
        let rests = self.note(time, y);
        let scale = time_scale(self.scene, self.watch, time, y);
        rests
            || self.log.rows >= self.last_row
            || self.log.is_broken()
            || y[0] < -0.1 * self.scene.theory.sphere.radius
            || !(1.0 / 3.0..=3.0).contains(&(scale / self.time_scale))
    }

    /// Tells the contact law where the sphere is.
    fn touch(&mut self, y: &Vector) {
        if let Some(touch) = self.watch.touch() {
            self.scene.contact.advance(y[0] - touch.plane, y[1]);
        }
    }
}

/// The right-hand side as the solver sees it: one type, so that the solver is compiled once.
enum Equations<'x, 's, 'a, 't> {
    /// Every accepted state is noted, and ends the stretch if something happens there.
    Watched(&'x mut Stretch<'s, 'a, 't>),
    /// Nothing is noted.
    Unwatched(&'x Stretch<'s, 'a, 't>),
}

impl System<f64, Vector> for Equations<'_, '_, '_, '_> {
    fn system(&self, _x: f64, y: &Vector, dy: &mut Vector) {
        match self {
            Self::Watched(stretch) => stretch.slope(y, dy),
            Self::Unwatched(stretch) => stretch.slope(y, dy),
        }
    }

    fn solout(&mut self, x: f64, y: &Vector, _dy: &Vector) -> bool {
        match self {
            Self::Watched(stretch) => stretch.ends(x, y),
            Self::Unwatched(_) => false,
        }
    }
}

/// A solver for `length` \[s\] from `y`, with the given first and largest step; its own test for stiffness is off,
/// because the exponentials are as fast as they may be.
fn solver<'x, 's, 'a, 't>(
    system: Equations<'x, 's, 'a, 't>,
    length: f64,
    y: Vector,
    tolerance: f64,
    first: f64,
    largest: f64,
) -> Dop853<f64, Vector, Equations<'x, 's, 'a, 't>> {
    let (safety, beta, shrink, grow, steps) = (0.9, 0.0, 0.333, 6.0, 100_000);
    Dop853::from_param(
        system,
        0.0,
        length,
        length,
        y,
        tolerance,
        1e-15,
        safety,
        beta,
        shrink,
        grow,
        largest,
        first,
        steps,
        u32::MAX,
        OutputType::Sparse,
    )
}

/// Times and states of all accepted steps, from `start` \[s\] on.
fn solve(
    solver: &mut Dop853<f64, Vector, Equations<'_, '_, '_, '_>>,
    start: f64,
) -> Result<(Vec<f64>, Vec<Vector>), MotionError> {
    let outcome = solver.integrate();
    let (times, states) = (solver.x_out().clone(), solver.y_out().clone());
    match outcome {
        Ok(_) => Ok((times, states)),
        Err(error) => {
            let last = times.len() - 1;
            let (time, gap, velocity) = (start + times[last], states[last][0], states[last][1]);
            Err(MotionError::Stuck { time, gap, velocity, cause: error.to_string() })
        }
    }
}

/// The time scale of the motion \[s\]; an explicit method also has to follow the relaxation by drag.
fn time_scale(scene: &Scene, watch: &Watch, time: f64, y: &Vector) -> f64 {
    scene.time_scale(watch, time, y[0], y[1], scene.theory.relaxation_time(y[1]))
}

/// Most rows of a stretch: the solver keeps the states of all of them.
const STRETCH: u64 = 20_000;

/// Solves the motion; whether it came to its end before `stop.time`.
pub(super) fn run(mut scene: Scene, stop: &Stop, log: &mut MotionLog) -> Result<bool, MotionError> {
    let modes = Modes::new(&scene, stop)?;
    let mut watch = Watch::new(scene.release, *stop);
    let mut y = Vector::zeros();
    (y[0], y[1]) = (scene.release.first_gap(), scene.release.velocity_after(0.0));
    let (mut time, mut count, mut idle) = (0.0, 0, 0);
    while watch.goes_on(time, y[0], log)? {
        let time_scale = time_scale(&scene, &watch, time, &y);
        let resolved = modes.resolved(time_scale);
        modes.regroup(&mut y, count, resolved);
        count = resolved;
        let (rate, weight) = modes.lump(count);
        let mut stretch = Stretch {
            scene: &mut scene,
            modes: &modes,
            watch: &mut watch,
            last_row: stop.steps.min(log.rows + STRETCH),
            log: &mut *log,
            start: time,
            count,
            rate,
            weight,
            time_scale,
        };
        let before = time;
        (time, y) = stretch.run(y, stop)?;
        idle = if time > before { 0 } else { idle + 1 };
        if idle > 10 {
            let cause = "events follow each other without end".to_string();
            return Err(MotionError::Stuck { time, gap: y[0], velocity: y[1], cause });
        }
    }
    Ok(watch.stage == Stage::Over)
}

impl Stretch<'_, '_, '_> {
    /// Integrates until the motion is over, an event happens, or the time scale has changed; the event is taken.
    fn run(&mut self, y: Vector, stop: &Stop) -> Result<(f64, Vector), MotionError> {
        let start = self.start;
        self.note(start, &y);
        if self.watch.stage == Stage::Over {
            return Ok((start, y));
        }
        let (times, states) = self.integrate(y, stop.time - start, stop.tolerance)?;
        let last = times.len() - 1;
        let (time, y) = (start + times[last], states[last]);
        if y[0] < -0.1 * self.scene.theory.sphere.radius {
            return Err(MotionError::ThroughWall { time });
        }
        let Some(crossing) = self.watch.crossing(self.scene, y[0], y[1]) else {
            return Ok((time, y));
        };
        let (before, width) = (states[last - 1], times[last] - times[last - 1]);
        self.start = start + times[last - 1];
        let (elapsed, y) = self.locate(crossing, before, width, stop)?;
        let time = self.start + elapsed;
        let state = MotionPoint { gap: y[0], velocity: y[1], acceleration: self.acceleration(&y) };
        self.note(time, &y);
        self.watch.take(crossing, self.scene, time, state, self.log);
        if crossing == Crossing::Separation {
            self.scene.contact.leave();
        }
        Ok((time, y))
    }

    /// Times and states of the accepted steps from `y` on, for at most `length` \[s\].
    fn integrate(&mut self, y: Vector, length: f64, tolerance: f64) -> Result<(Vec<f64>, Vec<Vector>), MotionError> {
        let (start, scale) = (self.start, self.time_scale);
        let mut solver = solver(
            Equations::Watched(self),
            length,
            y,
            tolerance,
            (scale / 100.0).min(length),
            (scale / 8.0).min(length),
        );
        solve(&mut solver, start)
    }

    /// Time after `self.start` \[s\] and state at which a crossing happens, within the step of `width` \[s\] from
    /// `before`.
    fn locate(
        &mut self,
        crossing: Crossing,
        before: Vector,
        width: f64,
        stop: &Stop,
    ) -> Result<(f64, Vector), MotionError> {
        let excess = |y: &Vector| self.watch.excess(crossing, self.scene, y[0], y[1]);
        if excess(&before) <= 0.0 {
            return Ok((0.0, before));
        }
        let state = |elapsed: f64| self.after(before, elapsed, stop.tolerance);
        let end = state(width)?;
        if excess(&end) >= 0.0 {
            return Ok((width, end));
        }
        let miss = |elapsed: f64| state(elapsed).map_or(f64::NAN, |y| excess(&y));
        let elapsed = root(miss, 0.0, width, 0.0).expect("the step encloses the crossing");
        Ok((elapsed, state(elapsed)?))
    }

    /// The state `elapsed` \[s\] after `y`, in one or a few steps; nothing is logged.
    fn after(&self, y: Vector, elapsed: f64, tolerance: f64) -> Result<Vector, MotionError> {
        if elapsed == 0.0 {
            return Ok(y);
        }
        let mut solver = solver(Equations::Unwatched(self), elapsed, y, tolerance, elapsed, elapsed);
        solve(&mut solver, self.start).map(|(_, states)| states[states.len() - 1])
    }
}
