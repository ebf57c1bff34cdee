//! The motion from theory alone, stepped implicitly with any history force. Events are roots, not steps.
//!
//! Within a step the acceleration is the parabola through its values at Radau's three points
//! ([`radau`](crate::numerics::radau)), so that velocity, gap and history integral there are linear in these three
//! numbers, which the balances of the forces decide: order five, for drag and exponentials as stiff as they may be. The
//! step follows the misfit of the parabola and the acceleration at the beginning, an error of third order. A wall that
//! recedes adds its speed to that of the gap; it follows from the contact's force at the same points, and comes along
//! with the iteration.

use super::theory::{MotionError, Stop, Theory};
use super::theory_events::{MotionLog, Scene, Stage, Watch};
use super::theory_force::{Balance, SolidContact};
use super::theory_sideways::SidewaysFall;
use super::theory_trajectory::{Event, EventKind, MotionPoint, MotionRow, TheoryTrajectory};
use crate::body::release::Release;
use crate::contact::{LawFailure, NormalContact, TooDeep};
use crate::liquid::{HistoryMemory, StageIntegrals};
use crate::numerics::radau::{EMBEDDED, Parabola, RADAU};
use crate::numerics::root;
use nalgebra::{Matrix3, Vector3};

/// Error of a step by its estimate, over the tolerance; the true error is two orders better.
const ESTIMATE: f64 = 10.0;
/// Fewest steps in the time scale of a free flight, so that their ends draw it, and of any other motion.
const ROWS: [f64; 2] = [20.0, 8.0];
/// Relative change of the accelerations at which Newton's iteration ends, and the one that is good enough after the
/// last.
const CONVERGED: [f64; 2] = [1e-12, 1e-9];

/// A step tried: where it leads, the accelerations on its way, and the history integral at its end.
#[derive(Clone, Copy)]
struct Trial {
    state: MotionPoint,
    acceleration: Parabola,
    integral: f64,
}

impl Theory {
    /// Moves the sphere from its release until it rests, or until `stop`, with this law of the solid contact, if any.
    ///
    /// # Errors
    /// A parameter refused, or a motion that cannot go on.
    pub fn fall(
        &self,
        release: &Release,
        stop: &Stop,
        contact: Option<NormalContact>,
    ) -> Result<TheoryTrajectory, MotionError> {
        let (mut fall, mut rows) = (self.start(release, stop, contact, None)?, Vec::new());
        while let Some(row) = fall.advance()? {
            rows.push(row);
        }
        Ok(TheoryTrajectory { rows, events: fall.log.events })
    }

    /// The beginning of a motion as that of [`fall`](Self::fall), with one along the wall beside it, if there is any.
    ///
    /// # Errors
    /// A parameter refused.
    pub fn start(
        &self,
        release: &Release,
        stop: &Stop,
        contact: Option<NormalContact>,
        sideways: Option<SidewaysFall>,
    ) -> Result<Fall, MotionError> {
        release.validate()?;
        stop.validate()?;
        let memory = HistoryMemory::towards_wall(
            (self.history, self.history_wall),
            &self.sphere,
            1e-12 * stop.time,
            2.0 * stop.time,
        )?;
        let (gap, velocity) = (release.first_gap(), release.velocity_after(0.0));
        let mut fall = Fall {
            watch: Watch::new(release, *stop),
            scene: Scene { theory: *self, release: release.clone(), contact: SolidContact::new(contact, self.wall) },
            memory,
            time: 0.0,
            state: MotionPoint { gap, velocity, acceleration: 0.0 },
            before: None,
            stop: *stop,
            tolerance: ESTIMATE * stop.tolerance,
            proposal: f64::INFINITY,
            log: MotionLog::new(sideways),
            outcome: None,
        };
        fall.jump(0.0);
        Ok(fall)
    }
}

/// A motion from theory in progress: its rows one by one.
pub struct Fall {
    scene: Scene,
    watch: Watch,
    memory: HistoryMemory,
    time: f64,
    state: MotionPoint,
    /// The acceleration over the last step, and its length \[s\]; `None` after a jump.
    before: Option<(Parabola, f64)>,
    stop: Stop,
    tolerance: f64,
    /// The length proposed for the next step \[s\].
    proposal: f64,
    /// The events, and the rows.
    log: MotionLog,
    /// The result of the last step, once there is one.
    outcome: Option<Result<(), MotionError>>,
}

impl Fall {
    /// Goes on to the next row; `None` after the last.
    ///
    /// # Errors
    /// A motion that cannot go on; all rows up to there have been given before.
    pub fn advance(&mut self) -> Result<Option<MotionRow>, MotionError> {
        loop {
            if let Some(row) = self.log.take_ready() {
                return Ok(Some(row));
            }
            if let Some(outcome) = &self.outcome {
                return outcome.clone().map(|()| None);
            }
            let stepped = self.step_on();
            if stepped != Ok(true) {
                self.outcome = Some(stepped.map(drop));
                self.log.hand_over();
            }
        }
    }

    /// The event at the row given last.
    pub fn events(&self) -> &[Event] {
        self.log.happened()
    }

    /// The last event.
    pub fn last_event(&self) -> Option<&Event> {
        self.log.events.last()
    }

    /// The motion along the wall at the row given last.
    pub fn sideways(&self) -> Option<&SidewaysFall> {
        self.log.sideways.as_ref()
    }

    /// Rows so far.
    pub fn rows(&self) -> u64 {
        self.log.rows
    }

    /// Whether the motion came to its end, before the time was over.
    pub fn is_over(&self) -> bool {
        self.watch.stage == Stage::Over
    }

    /// One step, which ends where the run-up does; whether there was one to take.
    fn step_on(&mut self) -> Result<bool, MotionError> {
        if !self.watch.goes_on(self.time, self.state.gap, &self.log)? {
            return Ok(false);
        }
        let rows = if self.watch.stage == Stage::Free { ROWS[0] } else { ROWS[1] };
        let first = if self.before.is_none() { self.first_step() } else { f64::INFINITY };
        let run_up = self.scene.release.lead() - self.time;
        let end = if run_up > 1e-12 * self.stop.time { run_up } else { self.stop.time - self.time };
        let table = self.led_by_table_for().unwrap_or(f64::INFINITY);
        self.proposal = self.step(self.proposal.min(first).min(self.scale() / rows).min(end).min(table))?;
        if self.led_by_table_for() == Some(0.0) {
            let integral = self.present_integral();
            self.watch.take(EventKind::Release, &self.scene, self.time, self.state, &mut self.log);
            self.jump(integral);
        }
        Ok(true)
    }

    /// How long a table still leads the sphere \[s\]; `None` where none does.
    fn led_by_table_for(&self) -> Option<f64> {
        let (release, is_led) = (&self.scene.release, self.watch.stage == Stage::Led);
        release.led_for(self.time - release.lead()).filter(|_| is_led && release.is_led_by_table())
    }

    /// Takes a step of at most `step` \[s\], or shorter to an event; returns the length proposed for the next one.
    fn step(&mut self, step: f64) -> Result<f64, MotionError> {
        let mut step = step;
        loop {
            if step < 1e-15 * self.time.max(1e-6) {
                return Err(self.stuck("the step size vanished"));
            }
            let Some(trial) = self.attempt(step) else {
                step *= 0.25;
                continue;
            };
            let error = self.error(step, &trial);
            let change = (0.9 / error.sqrt().sqrt()).clamp(0.2, 3.0);
            if error > 1.0 {
                step *= change.min(0.8);
                continue;
            }
            let Some(crossing) = self.watch.crossing(&self.scene, trial.state.gap, trial.state.velocity) else {
                self.accept(step, &trial)?;
                return Ok(step * change);
            };
            return self.cross(crossing, step).map(|crossed| if crossed { step * change } else { 0.25 * step });
        }
    }

    /// Steps to a crossing within `step` \[s\] and takes it; whether its time was found.
    fn cross(&mut self, crossing: EventKind, step: f64) -> Result<bool, MotionError> {
        let excess = |state: MotionPoint| self.watch.excess(crossing, &self.scene, state.gap, state.velocity);
        let miss = |elapsed: f64| match elapsed {
            0.0 => excess(self.state),
            _ => self.attempt(elapsed).map_or(f64::NAN, |trial| excess(trial.state)),
        };
        if miss(0.0) > 0.0 {
            let Ok(elapsed) = root(miss, 0.0, step, 0.0) else { return Ok(false) };
            let Some(trial) = self.attempt(elapsed) else { return Ok(false) };
            self.accept(elapsed, &trial)?;
        }
        let integral = self.present_integral();
        self.watch.take(crossing, &self.scene, self.time, self.state, &mut self.log);
        if crossing == EventKind::Separation {
            self.scene.contact.leave();
        }
        if !crossing.is_turn() {
            self.jump(integral);
        }
        Ok(true)
    }

    /// The history integral at the present, from the last entry of the log.
    fn present_integral(&self) -> f64 {
        let scale = self.balance(0.0, self.state).history_scale;
        self.log.last().map_or(0.0, |row| -row.forces.history / scale)
    }

    /// The acceleration that the balance demands right after a jump, with the history integral still the same.
    fn jump(&mut self, integral: f64) {
        let balance = self.balance(0.0, self.state);
        self.state.acceleration = match self.watch.stage {
            Stage::Led => self.scene.release.acceleration_after(self.time),
            _ => (balance.known() - balance.history_scale * integral) / balance.inertia,
        };
        self.memory.jump(self.state.acceleration);
        self.before = None;
        let driving = self.driving(&balance, self.state, integral);
        self.log.push(self.time, self.opening(&balance), &balance, integral, driving);
        self.tell_contact();
    }

    /// The end of a step, if the forces can be balanced there.
    fn attempt(&self, step: f64) -> Option<Trial> {
        let led = self.watch.stage == Stage::Led;
        let mut accelerations = RADAU.nodes.map(|node| match &self.before {
            _ if led => self.scene.release.acceleration_after(self.time + node * step),
            Some((acceleration, length)) => acceleration.at(1.0 + node * step / length),
            None => self.state.acceleration,
        });
        let mut receding = [self.receding(); 3];
        let film_end = self.watch.touch().map_or(1e-9 * self.scene.theory.sphere.radius, |touch| touch.film_end);
        let at_stages = |motion| {
            let states = [0, 1, 2].map(|i| self.stage(step, motion, i));
            (states.map(|state| state.gap.max(film_end)), states.map(|state| state.velocity))
        };
        let (gaps, guess) = at_stages((accelerations, receding));
        let mut integrals = self.memory.predict_stages(step, gaps, guess);
        if !led {
            (accelerations, receding) = self.solve(step, (accelerations, receding), &integrals)?;
            let (gaps, found) = at_stages((accelerations, receding));
            let miss = found.iter().zip(guess).map(|(found, guess)| (found - guess).abs()).fold(0.0, f64::max);
            if miss > self.tolerance * self.watch.peak_speed().max(found[2].abs()) {
                integrals = self.memory.predict_stages(step, gaps, found);
                (accelerations, receding) = self.solve(step, (accelerations, receding), &integrals)?;
            }
        }
        Some(Trial {
            state: self.stage(step, (accelerations, receding), 2),
            acceleration: Parabola::through(accelerations),
            integral: integrals.at(2, accelerations),
        })
    }

    /// Gap, velocity and acceleration at a stage of a step of `step` \[s\] with the accelerations, and the speeds of
    /// the wall, at all stages.
    fn stage(&self, step: f64, (accelerations, receding): ([f64; 3], [f64; 3]), stage: usize) -> MotionPoint {
        if self.watch.stage == Stage::Led {
            let (release, time) = (&self.scene.release, self.time + RADAU.nodes[stage] * step);
            let (gap, velocity) = (release.gap_after(time), release.velocity_after(time));
            return MotionPoint { gap, velocity, acceleration: accelerations[stage] };
        }
        let sum_of = |row: [f64; 3], of: [f64; 3]| row.iter().zip(of).map(|(weight, a)| weight * a).sum::<f64>();
        let sum = |row: [f64; 3]| sum_of(row, accelerations);
        let receded = sum_of(RADAU.once[stage], receding);
        let MotionPoint { gap, velocity, .. } = self.state;
        MotionPoint {
            gap: gap + step * (RADAU.nodes[stage] * velocity + step * sum(RADAU.twice[stage]) + receded),
            velocity: velocity + step * sum(RADAU.once[stage]),
            acceleration: accelerations[stage],
        }
    }

    /// The accelerations at the stages of a step that balance the forces there, by Newton's method, and the speeds of
    /// the wall.
    fn solve(
        &self,
        step: f64,
        (mut accelerations, mut receding): ([f64; 3], [f64; 3]),
        integrals: &StageIntegrals,
    ) -> Option<([f64; 3], [f64; 3])> {
        let mut change = f64::INFINITY;
        for _ in 0..15 {
            let (mut misfit, mut slopes, mut wall) = (Vector3::zeros(), Matrix3::identity(), [0.0; 3]);
            for i in 0..3 {
                let elapsed = RADAU.nodes[i] * step;
                let at = self.stage(step, (accelerations, receding), i);
                let integral = integrals.at(i, accelerations);
                let free = |balance: Balance| (balance.known() - balance.history_scale * integral) / balance.inertia;
                let here = self.balance(elapsed, at);
                let beside = |gap: f64, velocity: f64| {
                    let wall = (gap == at.gap).then_some(here.wall);
                    free(self.scene.balance(&self.watch, self.log.along(self.time + elapsed), (gap, velocity), wall))
                };
                let [by_gap, by_velocity] = self.slopes(&beside, free(here), &at, step);
                misfit[i] = free(here) - at.acceleration;
                wall[i] = self.scene.contact.receding(here.solid);
                for j in 0..3 {
                    slopes[(i, j)] += here.history_scale * integrals.coefficients[i][j] / here.inertia
                        - step * (by_velocity * RADAU.once[i][j] + step * by_gap * RADAU.twice[i][j]);
                }
            }
            let correction = slopes.lu().solve(&misfit)?;
            (0..3).for_each(|i| accelerations[i] += correction[i]);
            receding = wall;
            let least = self.scene.theory.gravity.abs().max(f64::MIN_POSITIVE);
            let size = accelerations.iter().fold(least, |most, a| most.max(a.abs()));
            change = correction.amax() / size;
            if !change.is_finite() {
                return None;
            }
            if change <= CONVERGED[0] {
                break;
            }
        }
        (change <= CONVERGED[1]).then_some((accelerations, receding))
    }

    /// Derivatives of the acceleration `free` of gap and velocity, which is `here` at the place `at`, towards where a
    /// step of `step` \[s\] came from.
    fn slopes(&self, free: &impl Fn(f64, f64) -> f64, here: f64, at: &MotionPoint, step: f64) -> [f64; 2] {
        let small = |change: f64, least: f64| if change.abs() > least { 1e-4 * change } else { 1e-4 * least };
        let gap = small(self.state.gap - at.gap, 1e-3 * step * at.velocity.abs().max(1e-9 * self.watch.peak_speed()));
        let velocity = small(self.state.velocity - at.velocity, 1e-6 * at.velocity.abs().max(self.watch.peak_speed()));
        let slope = |change: f64, free: f64| if change == 0.0 { 0.0 } else { (free - here) / change };
        [slope(gap, free(at.gap + gap, at.velocity)), slope(velocity, free(at.gap, at.velocity + velocity))]
    }

    /// Error of the step over the tolerance. Where drag is much faster than the step, it damps the error of the
    /// speed.
    fn error(&self, step: f64, trial: &Trial) -> f64 {
        let damped = 1.0 + EMBEDDED * step / self.relaxation().abs();
        let by_speed = EMBEDDED * step * (trial.acceleration.first - self.state.acceleration).abs() / damped;
        let speed = trial.state.velocity.abs().max(self.state.velocity.abs()).max(0.01 * self.watch.peak_speed());
        let error = by_speed / (self.tolerance * speed);
        match self.watch.stage {
            Stage::Free => error.max(0.5 * step * by_speed / (self.tolerance * trial.state.gap.abs())),
            _ => error,
        }
    }

    fn accept(&mut self, step: f64, trial: &Trial) -> Result<(), MotionError> {
        self.memory.advance_along(step, trial.state.velocity, trial.acceleration);
        self.before = Some((trial.acceleration, step));
        self.time += step;
        self.state = trial.state;
        let balance = self.balance(0.0, self.state);
        let driving = self.driving(&balance, self.state, trial.integral);
        self.log.push(self.time, self.opening(&balance), &balance, trial.integral, driving);
        self.tell_contact();
        if self.watch.note_tear(&self.scene.theory, self.state) {
            self.jump(trial.integral);
        }
        self.watch.note(&self.scene, self.time, self.state, &mut self.log);
        LawFailure::refuse(self.time, self.scene.contact.fault())?;
        TooDeep::refuse(self.time, self.scene.contact.passed(self.state.gap))?;
        Ok(TooDeep::check(self.time, -self.state.gap, self.scene.theory.sphere.radius)?)
    }

    fn driving(&self, balance: &Balance, state: MotionPoint, integral: f64) -> f64 {
        match self.watch.stage {
            Stage::Led => balance.inertia * state.acceleration - balance.known() + balance.history_scale * integral,
            _ => 0.0,
        }
    }

    fn tell_contact(&mut self) {
        if let Some(touch) = self.watch.touch() {
            self.scene.contact.advance(self.state.gap - touch.plane, self.state.velocity);
        }
    }

    /// The balance of forces `step` \[s\] from now.
    fn balance(&self, step: f64, state: MotionPoint) -> Balance {
        self.scene.balance(&self.watch, self.log.along(self.time + step), (state.gap, state.velocity), None)
    }

    /// The state as rows have it: with the speed at which the gap opens.
    fn opening(&self, balance: &Balance) -> MotionPoint {
        MotionPoint { velocity: self.state.velocity + self.scene.contact.receding(balance.solid), ..self.state }
    }

    /// Speed at which the wall recedes now [m/s].
    fn receding(&self) -> f64 {
        let (contact, state) = (&self.scene.contact, &self.state);
        match self.watch.touch() {
            Some(touch) if !self.scene.theory.wall.is_none() => {
                contact.receding(contact.force(state.gap - touch.plane, state.velocity))
            }
            _ => 0.0,
        }
    }

    fn scale(&self) -> f64 {
        self.scene.time_scale(&self.watch, self.time, self.state.gap, self.state.velocity)
    }

    /// The first step after a jump \[s\]: short enough for the relaxation by drag too.
    fn first_step(&self) -> f64 {
        self.scale().min(1e-2 * self.relaxation()) / 100.0
    }

    /// Time \[s\] in which the present drag stops the sphere.
    fn relaxation(&self) -> f64 {
        if self.state.velocity == 0.0 {
            return self.scene.theory.relaxation_time(0.0);
        }
        let balance = self.balance(0.0, self.state);
        balance.inertia * self.state.velocity / -balance.drag
    }

    fn stuck(&self, cause: &str) -> MotionError {
        let MotionPoint { gap, velocity, .. } = self.state;
        MotionError::Stuck { time: self.time, gap, velocity, cause: cause.to_string() }
    }
}
