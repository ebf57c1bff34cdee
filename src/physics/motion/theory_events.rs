//! Events of the sphere's motion, noticed while it moves.

use super::theory::{MotionError, Stop, Theory};
use super::theory_contact::SolidContact;
use super::theory_force::{Balance, Touch, WallEffects};
use super::theory_log::MotionLog;
use super::theory_parallel::Along;
use super::theory_trajectory::{Event, EventKind, MotionPoint, TheoryBounce};
use crate::body::release::Release;

/// The stage of the motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Stage {
    /// Led towards the wall.
    Led,
    /// Free in the liquid.
    Free,
    /// In a collision.
    Touching(Touch),
    /// Nothing more to come.
    Over,
}

/// The events in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Crossing {
    /// The gap at which a prescribed motion ends.
    Release,
    /// The gap at which a collision begins.
    Contact,
    /// The gap at which a collision ends.
    Separation,
    /// Velocity zero.
    Turn,
}

/// Follows the stages of the motion and keeps the log of events and bounces.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    pub(super) stage: Stage,
    /// Whether the sphere moves away from the wall (at a turn: from now on).
    pub(super) rising: bool,
    /// Time of the last jump of the acceleration \[s\].
    jump_time: f64,
    peak_speed: f64,
    leg_speed: f64,
    stop: Stop,
}

impl Watch {
    pub(super) fn new(release: &Release, stop: Stop) -> Self {
        let stage = if release.is_prescribed() { Stage::Led } else { Stage::Free };
        Self { stage, rising: false, jump_time: 0.0, peak_speed: 0.0, leg_speed: 0.0, stop }
    }

    /// Whether the motion goes on at `time` \[s\].
    ///
    /// # Errors
    /// The steps are used up.
    pub(super) fn goes_on(&self, time: f64, gap: f64, log: &MotionLog) -> Result<bool, MotionError> {
        let goes_on = self.stage != Stage::Over && time < self.stop.time;
        if goes_on && log.rows >= self.stop.steps {
            return Err(MotionError::TooManySteps { time, gap, steps: log.rows });
        }
        Ok(goes_on)
    }

    pub(super) fn touch(&self) -> Option<&Touch> {
        match &self.stage {
            Stage::Touching(touch) => Some(touch),
            _ => None,
        }
    }

    /// The largest speed so far [m/s].
    pub(super) fn peak_speed(&self) -> f64 {
        self.peak_speed
    }

    /// The event between the last state and this one, if there is one.
    pub(super) fn crossing(&self, scene: &Scene, gap: f64, velocity: f64) -> Option<Crossing> {
        let turned = (self.rising && velocity < 0.0) || (!self.rising && velocity > 0.0);
        let met = |crossing| self.excess(crossing, scene, gap, velocity) < 0.0;
        match self.stage {
            Stage::Led => met(Crossing::Release).then_some(Crossing::Release),
            Stage::Free if !self.rising && met(Crossing::Contact) => Some(Crossing::Contact),
            Stage::Touching(_) if self.rising && met(Crossing::Separation) => Some(Crossing::Separation),
            Stage::Free | Stage::Touching(_) => turned.then_some(Crossing::Turn),
            Stage::Over => None,
        }
    }

    /// A function of the state that is positive before the crossing and negative after it.
    pub(super) fn excess(&self, crossing: Crossing, scene: &Scene, gap: f64, velocity: f64) -> f64 {
        match crossing {
            Crossing::Release => gap - scene.release.free_gap(),
            Crossing::Contact => gap - Touch::new(&scene.theory, &*scene.contact, velocity.min(0.0)).separation,
            Crossing::Separation => self.touch().map_or(0.0, |touch| touch.separation - gap),
            Crossing::Turn if self.rising => velocity,
            Crossing::Turn => -velocity,
        }
    }

    /// Notes an accepted state between crossings; true once the sphere rests.
    ///
    /// It rests when it is slow and hardly accelerated in a collision, or when it has sunk to the end of the film through a wall
    /// force that cannot carry it, so slowly that no rebound would lift it out of there. Where it is that slow in the film, it will sink without a bounce, and is
    /// left there.
    pub(super) fn note(&mut self, scene: &Scene, time: f64, state: MotionPoint, log: &mut MotionLog) -> bool {
        self.leg_speed = self.leg_speed.max(state.velocity.abs());
        self.peak_speed = self.peak_speed.max(state.velocity.abs());
        if let (Some(_), Some(bounce)) = (self.touch(), log.bounces.last_mut()) {
            bounce.min_gap = bounce.min_gap.min(state.gap);
        }
        let theory = &scene.theory;
        let free_fall = theory.reduced_gravity().abs();
        let still = state.velocity.abs() < self.stop.rest_speed_ratio * self.peak_speed
            && state.acceleration.abs() < 0.01 * free_fall
            && state.gap < theory.sphere.radius
            && self.stage != Stage::Led;
        if still && self.stage == Stage::Free && state.velocity <= 0.0 {
            self.end(EventKind::Settling, time, state, log);
            return true;
        }
        let still = still && self.touch().is_some();
        let sunk = self.touch().is_some_and(|touch| {
            let rise = state.velocity * state.velocity / (2.0 * free_fall);
            let carried = scene.contact.force(state.gap - touch.plane, 0.0);
            touch.plane < touch.film_end
                && state.gap < touch.film_end
                && rise < touch.film_end
                && carried < theory.sphere.mass() * theory.reduced_gravity()
        });
        if still || sunk {
            self.end(EventKind::Rest, time, state, log);
        }
        still || sunk
    }

    /// Takes a crossing at its time: changes the stage, writes the log.
    pub(super) fn take(
        &mut self,
        crossing: Crossing,
        scene: &Scene,
        time: f64,
        state: MotionPoint,
        log: &mut MotionLog,
    ) {
        let mut event = |kind| log.events.push(Event { kind, time, gap: state.gap, velocity: state.velocity });
        match crossing {
            Crossing::Release => {
                event(EventKind::Release);
                self.stage = Stage::Free;
                self.jump_time = time;
            }
            Crossing::Contact => {
                event(EventKind::Contact);
                self.stage = Stage::Touching(Touch::new(&scene.theory, &*scene.contact, state.velocity));
                self.jump_time = time;
                log.bounces.push(self.bounce(time, state));
            }
            Crossing::Separation => {
                event(EventKind::Separation);
                self.stage = Stage::Free;
                self.jump_time = time;
                self.leg_speed = state.velocity;
                if let Some(bounce) = log.bounces.last_mut() {
                    bounce.separation_time = Some(time);
                    bounce.separation_speed = state.velocity;
                }
            }
            Crossing::Turn => self.turn(scene, time, state, log),
        }
    }

    fn bounce(&self, time: f64, state: MotionPoint) -> TheoryBounce {
        TheoryBounce {
            contact_time: time,
            approach_speed: self.leg_speed.max(-state.velocity),
            impact_speed: -state.velocity,
            min_gap: state.gap,
            separation_time: None,
            separation_speed: 0.0,
            apex_time: None,
            apex_gap: None,
        }
    }

    fn turn(&mut self, scene: &Scene, time: f64, state: MotionPoint, log: &mut MotionLog) {
        let touching = self.touch().copied();
        let kind = match (self.rising, touching) {
            (true, None) => Some(EventKind::Apex),
            (true, Some(_)) => None,
            (false, _) => Some(EventKind::Turning),
        };
        if let Some(kind) = kind {
            log.events.push(Event { kind, time, gap: state.gap, velocity: 0.0 });
        }
        if let Some(bounce) = log.bounces.last_mut() {
            match kind {
                Some(EventKind::Turning) if touching.is_some() => bounce.min_gap = bounce.min_gap.min(state.gap),
                Some(EventKind::Apex) if bounce.apex_time.is_none() => {
                    (bounce.apex_time, bounce.apex_gap) = (Some(time), Some(state.gap));
                    if log.bounces.len() >= self.stop.bounces {
                        self.stage = Stage::Over;
                    }
                }
                _ => {}
            }
        }
        self.rising = !self.rising;
        if touching.is_none() {
            self.leg_speed = 0.0;
        }
        if let Some(touch) = touching.filter(|_| self.rising && scene.contact.reach() == 0.0) {
            self.rest_if_stuck(scene, &touch, time, state, log);
        }
    }

    /// An elastic rebound from an overlap whose force is at most five times the submerged weight would not lift the
    /// sphere higher than the overlap itself: it rests.
    fn rest_if_stuck(&mut self, scene: &Scene, touch: &Touch, time: f64, state: MotionPoint, log: &mut MotionLog) {
        let push = scene.contact.force(state.gap - touch.plane, 0.0);
        if push < 5.0 * scene.theory.sphere.mass() * scene.theory.reduced_gravity() {
            self.end(EventKind::Rest, time, state, log);
        }
    }

    fn end(&mut self, kind: EventKind, time: f64, state: MotionPoint, log: &mut MotionLog) {
        log.events.push(Event { kind, time, gap: state.gap, velocity: state.velocity });
        self.stage = Stage::Over;
    }
}

/// The set-up, constant during the motion, and the contact law.
pub(super) struct Scene<'a> {
    pub theory: Theory,
    pub(super) release: Release,
    pub contact: Box<dyn SolidContact + 'a>,
}

impl Scene<'_> {
    /// The balance at a gap \[m\] and velocity [m/s], beside the motion along the wall, whose effects at this gap may be known.
    pub(super) fn balance(&self, watch: &Watch, along: Along, at: (f64, f64), wall: Option<WallEffects>) -> Balance {
        Balance::new(&self.theory, &*self.contact, watch.touch(), at, along, wall)
    }

    /// Time scale \[s\] on which the motion changes at this state; starts small after a jump of the acceleration.
    pub(super) fn time_scale(&self, watch: &Watch, time: f64, gap: f64, velocity: f64) -> f64 {
        let theory = &self.theory;
        let since_jump = time - watch.jump_time;
        let pull = theory.reduced_gravity().abs();
        let speed = |drop: f64| velocity.abs().max((pull * drop).sqrt().min(pull * theory.relaxation_time(velocity)));
        let whole = match watch.stage {
            Stage::Touching(touch) => {
                let speed = watch.leg_speed.max(speed(gap.abs().max(touch.film_end)));
                0.25 * self.contact.contact_time(speed.max(1e-9 * watch.peak_speed))
            }
            _ => gap / speed(gap),
        };
        whole.min(since_jump.max(1e-3 * whole))
    }
}
