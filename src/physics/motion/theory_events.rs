//! Events of the sphere's motion, noticed while it moves, and the log of them and of its rows until they are taken.

use super::body::Along;
use super::theory::{MotionError, Stop, Theory};
use super::theory_force::{AlongWall, Balance, FilmCondition, SolidContact, Touch, WallEffects};
use super::theory_sideways::SidewaysFall;
use super::theory_trajectory::{Event, EventKind, MotionForces, MotionPoint, MotionRow};
use crate::body::release::Release;
use std::ops::Range;

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

/// Follows the stages of the motion and notices its events.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    pub(super) stage: Stage,
    /// Whether the sphere moves away from the wall (at a turn: from now on).
    pub(super) rising: bool,
    /// Whether the film is torn.
    pub(super) torn: bool,
    /// Collisions so far.
    collisions: usize,
    /// Time of the last jump of the acceleration \[s\].
    jump_time: f64,
    peak_speed: f64,
    leg_speed: f64,
    stop: Stop,
}

impl Watch {
    pub(super) fn new(release: &Release, stop: Stop) -> Self {
        let stage = if release.is_prescribed() { Stage::Led } else { Stage::Free };
        Self { stage, rising: false, torn: false, collisions: 0, jump_time: 0.0, peak_speed: 0.0, leg_speed: 0.0, stop }
    }

    /// Whether the motion goes on at `time` \[s\].
    ///
    /// # Errors
    /// The steps are used up.
    pub(super) fn goes_on(&self, time: f64, gap: f64, log: &MotionLog) -> Result<bool, MotionError> {
        let goes_on = self.stage != Stage::Over && time < self.stop.time * (1.0 - 1e-13);
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

    /// The event between the last state and this one, if there is one; see [`EventKind`]. A sphere that turns back to
    /// the wall in a collision counts as at an apex.
    pub(super) fn crossing(&self, scene: &Scene, gap: f64, velocity: f64) -> Option<EventKind> {
        let met = |kind| self.excess(kind, scene, gap, velocity) < 0.0;
        let turn = if self.rising { EventKind::Apex } else { EventKind::Turning };
        match self.stage {
            Stage::Led if scene.release.is_led_by_table() => None,
            Stage::Led => met(EventKind::Release).then_some(EventKind::Release),
            Stage::Free if !self.rising && met(EventKind::Contact) => Some(EventKind::Contact),
            Stage::Touching(_) if self.rising && met(EventKind::Separation) => Some(EventKind::Separation),
            Stage::Free | Stage::Touching(_) => met(turn).then_some(turn),
            Stage::Over => None,
        }
    }

    /// A function of the state that is positive before the event and negative after it.
    pub(super) fn excess(&self, kind: EventKind, scene: &Scene, gap: f64, velocity: f64) -> f64 {
        match kind {
            EventKind::Release => gap - scene.release.free_gap(),
            EventKind::Contact => gap - Touch::new(&scene.theory, &scene.contact, velocity.min(0.0)).separation,
            EventKind::Separation => self.touch().map_or(0.0, |touch| touch.separation - gap),
            EventKind::Turning => -velocity,
            EventKind::Apex => velocity,
            EventKind::Rest | EventKind::Settling => f64::INFINITY,
        }
    }

    /// Notes an accepted state between crossings, at which the sphere may have come to rest.
    ///
    /// It rests when it is slow and hardly accelerated in a collision, or when it has sunk to the end of the film
    /// through a wall force that cannot carry it, so slowly that no rebound would lift it out of there. Where it is
    /// that slow in the film, it will sink without a bounce, and is left there.
    pub(super) fn note(&mut self, scene: &Scene, time: f64, state: MotionPoint, log: &mut MotionLog) {
        self.leg_speed = self.leg_speed.max(state.velocity.abs());
        self.peak_speed = self.peak_speed.max(state.velocity.abs());
        let theory = &scene.theory;
        let free_fall = theory.reduced_gravity().abs();
        let still = state.velocity.abs() < self.stop.rest_speed_ratio * self.peak_speed
            && state.acceleration.abs() < 0.01 * free_fall
            && state.gap < theory.sphere.radius;
        let sunk = |touch: &Touch| {
            let rise = state.velocity * state.velocity / (2.0 * free_fall);
            let carried = scene.contact.force(state.gap - touch.plane, 0.0);
            touch.plane < touch.film_end
                && state.gap < touch.film_end
                && rise < touch.film_end
                && carried < theory.sphere.mass() * theory.reduced_gravity()
        };
        match self.stage {
            Stage::Free if still && state.velocity <= 0.0 => self.take(EventKind::Settling, scene, time, state, log),
            Stage::Touching(touch) if still || sunk(&touch) => self.take(EventKind::Rest, scene, time, state, log),
            _ => {}
        }
    }

    /// Notes whether the film is torn in an accepted state; whether its pull has jumped by that.
    pub(super) fn note_tear(&mut self, theory: &Theory, state: MotionPoint) -> bool {
        let (before, touch) = (self.torn, self.touch());
        let film_end = touch.map_or(0.0, |touch| touch.film_end);
        let has_film = touch.is_none_or(Touch::has_film);
        self.torn = has_film && theory.is_torn(state.gap.max(film_end), state.velocity, before);
        self.torn && FilmCondition::of(theory, before) != FilmCondition::of(theory, self.torn)
    }

    /// Takes an event at its time: changes the stage, writes the log. A collision has one turn in the log, the nearest
    /// to the wall.
    pub(super) fn take(&mut self, kind: EventKind, scene: &Scene, time: f64, state: MotionPoint, log: &mut MotionLog) {
        let touching = self.touch().copied();
        let MotionPoint { gap, velocity, .. } = state;
        if kind != EventKind::Apex || touching.is_none() {
            log.events.push(Event { kind, time, gap, velocity: if kind.is_turn() { 0.0 } else { velocity } });
        }
        match kind {
            EventKind::Release => (self.stage, self.rising) = (Stage::Free, velocity > 0.0),
            EventKind::Contact => {
                self.stage = Stage::Touching(Touch::new(&scene.theory, &scene.contact, velocity));
                self.collisions += 1;
            }
            EventKind::Separation => {
                (self.stage, self.leg_speed) = (Stage::Free, velocity);
                self.torn = scene.theory.is_torn(gap, velocity, self.torn);
            }
            EventKind::Turning | EventKind::Apex => {
                self.rising = !self.rising;
                match touching {
                    None => self.leg_speed = 0.0,
                    Some(touch) if self.rising && is_stuck(scene, gap - touch.plane) => {
                        self.take(EventKind::Rest, scene, time, state, log);
                    }
                    Some(_) => {}
                }
                if kind == EventKind::Apex && touching.is_none() && self.collisions >= self.stop.bounces {
                    self.stage = Stage::Over;
                }
            }
            EventKind::Rest | EventKind::Settling => self.stage = Stage::Over,
        }
        if !kind.is_turn() {
            self.jump_time = time;
        }
    }
}

/// An elastic rebound from an overlap whose force is at most five times the submerged weight would not lift the
/// sphere higher than the overlap itself: it rests. `gap` \[m\] is that of the contact law.
fn is_stuck(scene: &Scene, gap: f64) -> bool {
    let weight = scene.theory.sphere.mass() * scene.theory.reduced_gravity();
    scene.contact.reach() == 0.0 && scene.contact.force(gap, 0.0) < 5.0 * weight
}

/// The set-up, constant during the motion, and the contact.
pub(super) struct Scene {
    pub theory: Theory,
    pub(super) release: Release,
    pub contact: SolidContact,
}

impl Scene {
    /// The balance at a gap \[m\] and velocity [m/s], beside the motion along the wall, whose effects at this gap may
    /// be known.
    pub(super) fn balance(&self, watch: &Watch, along: Along, at: (f64, f64), wall: Option<WallEffects>) -> Balance {
        Balance::new(&self.theory, &self.contact, (watch.touch(), watch.torn), at, along, wall)
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

/// The motion so far: its events, and the last row, which the next replaces if it has the same time.
#[derive(Default)]
pub(super) struct MotionLog {
    /// The events and their times.
    pub events: Vec<Event>,
    /// Rows so far.
    pub rows: u64,
    /// The motion along the wall, which follows the rows.
    pub sideways: Option<SidewaysFall>,
    along: AlongWall,
    last: Option<MotionRow>,
    /// The row that is final and was not taken yet.
    ready: Option<MotionRow>,
    /// The events at it.
    happened: Range<usize>,
}

impl MotionLog {
    /// An empty log, with a motion along the wall that follows the rows, if there is one.
    pub(super) fn new(sideways: Option<SidewaysFall>) -> Self {
        Self { sideways, ..Self::default() }
    }

    /// Adds a row; one at the time of the last one replaces it.
    pub(super) fn push(&mut self, time: f64, state: MotionPoint, balance: &Balance, integral: f64, driving: f64) {
        if self.last.is_none_or(|last| last.time != time) {
            self.hand_over();
            self.rows += 1;
        }
        let forces = MotionForces {
            weight: balance.weight,
            buoyancy: balance.buoyancy,
            drag: balance.drag,
            added_mass: balance.gradient - balance.added_mass * state.acceleration,
            history: -balance.history_scale * integral,
            solid: balance.solid,
            driving,
        };
        self.last = Some(MotionRow { time, state, forces, torn: balance.torn });
    }

    /// The last row.
    pub(super) fn last(&self) -> Option<&MotionRow> {
        self.last.as_ref()
    }

    /// The last row is final; the motion along the wall goes on to it.
    pub(super) fn hand_over(&mut self) {
        let Some(row) = self.last.take() else { return };
        self.happened = self.happened.end..self.events.len();
        if let Some(sideways) = &mut self.sideways {
            sideways.follow(&row);
            sideways.take(&row, &self.events[self.happened.clone()]);
            let [speed, spin] = sideways.motion.into();
            self.along = AlongWall { time: row.time, speed, rate: sideways.rate[0], spin };
        }
        self.ready = Some(row);
    }

    /// The row that is ready, once.
    pub(super) fn take_ready(&mut self) -> Option<MotionRow> {
        self.ready.take()
    }

    /// The event at the row taken last.
    pub(super) fn happened(&self) -> &[Event] {
        &self.events[self.happened.clone()]
    }

    /// The motion along the wall at `time` \[s\], as far as it is known.
    pub(super) fn along(&self, time: f64) -> Along {
        self.along.at(time)
    }
}
