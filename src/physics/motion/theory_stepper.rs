//! The motion with any history force, stepped implicitly.
//!
//! The acceleration is linear in a step, so that
//! `V₁ = V₀ + Δt/2 (V̇₀ + V̇₁)`, `h₁ = h₀ + Δt V₀ + Δt²/6 (2V̇₀ + V̇₁)`, and the history integral is
//! `coefficient × V̇₁ + known`; what remains is one equation for `V̇₁`. Second order; the step follows its error,
//! `Δt³/12 |d²V̇/dt²|`.

use super::theory::{MotionError, Stop};
use super::theory_events::{Crossing, Scene, Stage, Watch};
use super::theory_force::Balance;
use super::theory_trajectory::{MotionLog, MotionPoint};
use crate::liquid::HistoryMemory;
use crate::numerics::root;

/// A step tried: where it leads, and the history integral there.
#[derive(Clone, Copy)]
struct Trial {
    state: MotionPoint,
    integral: f64,
}

/// The motion so far.
struct Stepper<'s, 'a> {
    scene: Scene<'a>,
    watch: &'s mut Watch,
    memory: HistoryMemory,
    time: f64,
    state: MotionPoint,
    /// Slope of the acceleration over the last step [m/s³] and its length \[s\]; 0 after a jump.
    jerk: f64,
    last_step: f64,
    tolerance: f64,
}

/// Solves the motion; whether it came to its end before `stop.time`.
pub(super) fn run(scene: Scene, stop: &Stop, log: &mut MotionLog) -> Result<bool, MotionError> {
    let theory = scene.theory;
    let memory = HistoryMemory::new(theory.history, &theory.sphere, 1e-12 * stop.time, 2.0 * stop.time)?;
    let mut watch = Watch::new(scene.release, *stop);
    let start =
        MotionPoint { gap: scene.release.first_gap(), velocity: scene.release.velocity_after(0.0), acceleration: 0.0 };
    let mut stepper = Stepper {
        scene,
        watch: &mut watch,
        memory,
        time: 0.0,
        state: start,
        jerk: 0.0,
        last_step: 0.0,
        tolerance: stop.tolerance.powf(0.75),
    };
    stepper.jump(0.0, log);
    let mut proposal = f64::INFINITY;
    while stepper.watch.goes_on(stepper.time, stepper.state.gap, log)? {
        let scale = stepper.scale();
        let first = if stepper.last_step == 0.0 { stepper.first_step() } else { f64::INFINITY };
        let step = proposal.min(first).min(scale / 8.0).min(stop.time - stepper.time);
        proposal = stepper.step(step, log)?;
    }
    Ok(watch.stage == Stage::Over)
}

impl Stepper<'_, '_> {
    /// Takes a step of at most `step` \[s\], or shorter to an event; returns the length proposed for the next one.
    fn step(&mut self, step: f64, log: &mut MotionLog) -> Result<f64, MotionError> {
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
            let change = (0.9 / error.cbrt()).clamp(0.2, 2.0);
            if error > 1.0 {
                step *= change.min(0.8);
                continue;
            }
            let Some(crossing) = self.watch.crossing(&self.scene, trial.state.gap, trial.state.velocity) else {
                self.accept(step, &trial, log)?;
                return Ok(step * change);
            };
            return self.cross(crossing, step, log).map(|()| step * change);
        }
    }

    /// Steps to a crossing within `step` \[s\] and takes it.
    fn cross(&mut self, crossing: Crossing, step: f64, log: &mut MotionLog) -> Result<(), MotionError> {
        let excess = |state: MotionPoint| self.watch.excess(crossing, &self.scene, state.gap, state.velocity);
        let miss = |elapsed: f64| match elapsed {
            0.0 => excess(self.state),
            _ => self.attempt(elapsed).map_or(f64::NAN, |trial| excess(trial.state)),
        };
        if miss(0.0) > 0.0 {
            let elapsed = root(miss, 0.0, step, 1e-6 * step).map_err(|_| self.stuck("an event could not be found"))?;
            let trial = self.attempt(elapsed).ok_or_else(|| self.stuck("no acceleration balances the forces"))?;
            self.accept(elapsed, &trial, log)?;
        }
        let integral = self.present_integral(log);
        self.watch.take(crossing, &self.scene, self.time, self.state, log);
        if crossing == Crossing::Separation {
            self.scene.contact.leave();
        }
        if crossing != Crossing::Turn {
            self.jump(integral, log);
        }
        Ok(())
    }

    /// The history integral at the present, from the last entry of the log.
    fn present_integral(&self, log: &MotionLog) -> f64 {
        let scale = self.balance(0.0, self.state).history_scale;
        log.last().map_or(0.0, |row| -row.forces.history / scale)
    }

    /// The acceleration that the balance demands right after a jump, with the history integral still the same.
    fn jump(&mut self, integral: f64, log: &mut MotionLog) {
        let balance = self.balance(0.0, self.state);
        self.state.acceleration = match self.watch.stage {
            Stage::Led => self.scene.release.acceleration_after(self.time),
            _ => (balance.known() - balance.history_scale * integral) / balance.inertia,
        };
        self.memory.jump(self.state.acceleration);
        (self.jerk, self.last_step) = (0.0, 0.0);
        log.push(self.time, self.state, &balance, integral, self.driving(&balance, self.state, integral));
        self.tell_contact();
    }

    /// The end of a step, if the forces can be balanced there.
    fn attempt(&self, step: f64) -> Option<Trial> {
        let guess = self.state.acceleration + self.jerk * step;
        let integral = self.memory.predict(step, self.end(step, guess).velocity);
        if self.watch.stage == Stage::Led {
            let state = self.end(step, self.scene.release.acceleration_after(self.time + step));
            return Some(Trial { state, integral: integral.coefficient * state.acceleration + integral.known });
        }
        let misfit = |acceleration: f64| {
            let balance = self.balance(step, self.end(step, acceleration));
            let history = balance.history_scale * (integral.coefficient * acceleration + integral.known);
            (balance.inertia * acceleration - balance.known() + history) / balance.inertia
        };
        let acceleration = self.solve(misfit, guess)?;
        let state = self.end(step, acceleration);
        Some(Trial { state, integral: integral.coefficient * acceleration + integral.known })
    }

    /// Root of the misfit: by secants, and by enclosing it where the forces have a kink.
    fn solve(&self, misfit: impl Fn(f64) -> f64, guess: f64) -> Option<f64> {
        let size = guess.abs().max(self.scene.theory.gravity.abs());
        let (mut before, mut now) = (guess, guess + 1e-4 * size);
        let mut miss_before = misfit(before);
        for _ in 0..10 {
            let miss = misfit(now);
            if miss == 0.0 {
                return Some(now);
            }
            let next = now - miss * (now - before) / (miss - miss_before);
            if !next.is_finite() {
                break;
            }
            if (next - now).abs() <= 1e-12 * size.max(next.abs()) {
                return Some(next);
            }
            (before, miss_before, now) = (now, miss, next);
        }
        (0..30).find_map(|k| {
            let reach = 1e-3 * size * 4f64.powi(k);
            root(&misfit, guess - reach, guess + reach, 1e-12 * size).ok()
        })
    }

    fn end(&self, step: f64, acceleration: f64) -> MotionPoint {
        let MotionPoint { gap, velocity, acceleration: old } = self.state;
        MotionPoint {
            gap: gap + step * (velocity + step / 6.0 * (2.0 * old + acceleration)),
            velocity: velocity + 0.5 * step * (old + acceleration),
            acceleration,
        }
    }

    /// Error of the step over the tolerance. Where drag is much faster than the step, it damps the error of the
    /// speed.
    fn error(&self, step: f64, trial: &Trial) -> f64 {
        if self.last_step == 0.0 {
            return 0.1;
        }
        let jerk = (trial.state.acceleration - self.state.acceleration) / step;
        let curvature = 2.0 * (jerk - self.jerk) / (step + self.last_step);
        let damped = 1.0 + 0.5 * step / self.relaxation();
        let by_speed = step.powi(3) / 12.0 * curvature.abs() / damped;
        let speed = trial.state.velocity.abs().max(self.state.velocity.abs()).max(0.01 * self.watch.peak_speed());
        let error = by_speed / (self.tolerance * speed);
        match self.watch.stage {
            Stage::Free => error.max(0.5 * step * by_speed / (self.tolerance * trial.state.gap.abs())),
            _ => error,
        }
    }

    fn accept(&mut self, step: f64, trial: &Trial, log: &mut MotionLog) -> Result<(), MotionError> {
        self.memory.advance(step, trial.state.velocity, trial.state.acceleration);
        self.jerk = (trial.state.acceleration - self.state.acceleration) / step;
        self.last_step = step;
        self.time += step;
        self.state = trial.state;
        let balance = self.balance(0.0, self.state);
        let driving = self.driving(&balance, self.state, trial.integral);
        log.push(self.time, self.state, &balance, trial.integral, driving);
        self.tell_contact();
        self.watch.note(&self.scene, self.time, self.state, log);
        if self.state.gap < -0.1 * self.scene.theory.sphere.radius {
            return Err(MotionError::ThroughWall { time: self.time });
        }
        Ok(())
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
        self.scene.balance(self.watch, self.time + step, state.gap, state.velocity)
    }

    fn scale(&self) -> f64 {
        self.scene.time_scale(self.watch, self.time, self.state.gap, self.state.velocity, f64::INFINITY)
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
