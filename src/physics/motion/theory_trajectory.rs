//! The result of a motion from theory.

use crate::numerics::hermite::Quintic;
use serde::Serialize;

/// The motion as arrays over the accepted steps, one entry per step; events fall on entries.
///
/// Velocities and forces are positive away from the wall. The forces add up to `m_p V̇`.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct TheoryTrajectory {
    /// Time \[s\].
    pub time: Vec<f64>,
    /// Gap \[m\]; below the contact plane during a collision.
    pub gap: Vec<f64>,
    /// Velocity [m/s].
    pub velocity: Vec<f64>,
    /// Acceleration [m/s²]. At a jump, the one after it.
    pub acceleration: Vec<f64>,
    /// Quasi-steady drag \[N\], film included.
    pub drag: Vec<f64>,
    /// Added-mass force \[N\], both parts.
    pub added_mass: Vec<f64>,
    /// History force \[N\].
    pub history: Vec<f64>,
    /// Solid contact \[N\].
    pub solid: Vec<f64>,
    /// Buoyancy \[N\].
    pub buoyancy: Vec<f64>,
    /// Weight \[N\].
    pub weight: Vec<f64>,
    /// Force that holds the sphere on its prescribed motion \[N\]; 0 when it is free.
    pub driving: Vec<f64>,
    /// The events and their times.
    pub events: Vec<Event>,
    /// The bounces, in order.
    pub bounces: Vec<TheoryBounce>,
}

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Event {
    /// Its kind.
    pub kind: EventKind,
    /// Time \[s\].
    pub time: f64,
    /// Gap \[m\].
    pub gap: f64,
    /// Velocity [m/s].
    pub velocity: f64,
}

/// Kinds of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// A prescribed motion ends.
    Release,
    /// A collision begins: the film ends, or the contact law begins to act.
    Contact,
    /// The sphere turns near the wall.
    Turning,
    /// A collision ends.
    Separation,
    /// The sphere turns away from the wall.
    Apex,
    /// The sphere has come to rest.
    Rest,
    /// The sphere settles on its film, without touching the wall.
    Settling,
}

/// A collision and the flight after it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TheoryBounce {
    /// Start of the collision \[s\].
    pub contact_time: f64,
    /// Largest speed of the approach [m/s], before the film slowed the sphere.
    pub(super) approach_speed: f64,
    /// Speed at the start of the collision [m/s].
    pub impact_speed: f64,
    /// Smallest gap \[m\].
    pub min_gap: f64,
    /// End of the collision \[s\].
    pub separation_time: Option<f64>,
    /// Speed at the end of the collision [m/s]; 0 if it never ended.
    pub separation_speed: f64,
    /// Time of the highest point after it \[s\].
    pub apex_time: Option<f64>,
    /// Gap at the highest point \[m\].
    pub apex_gap: Option<f64>,
}

/// A state of the motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotionPoint {
    /// Gap \[m\].
    pub gap: f64,
    /// Velocity [m/s].
    pub velocity: f64,
    /// Acceleration [m/s²].
    pub acceleration: f64,
}

impl TheoryTrajectory {
    /// The motion at any time within the record, by the quintic through gap, velocity and acceleration at both ends
    /// of the step; `None` outside.
    pub fn at(&self, time: f64) -> Option<MotionPoint> {
        let after = self.time.partition_point(|&t| t < time);
        if after >= self.time.len() || time < *self.time.first()? {
            return None;
        }
        let k = after.max(1);
        let ends = [k - 1, k].map(|j| self.sample(j));
        Some(quintic(ends[0], ends[1], self.time[k] - self.time[k - 1], time - self.time[k - 1]))
    }

    /// The state at entry `k`.
    pub(super) fn sample(&self, k: usize) -> MotionPoint {
        MotionPoint { gap: self.gap[k], velocity: self.velocity[k], acceleration: self.acceleration[k] }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.time.len()
    }

    /// Adds an entry.
    pub(super) fn push(&mut self, row: &MotionRow) {
        let MotionRow { time, state, forces } = *row;
        let columns = [
            (&mut self.time, time),
            (&mut self.gap, state.gap),
            (&mut self.velocity, state.velocity),
            (&mut self.acceleration, state.acceleration),
            (&mut self.drag, forces.drag),
            (&mut self.added_mass, forces.added_mass),
            (&mut self.history, forces.history),
            (&mut self.solid, forces.solid),
            (&mut self.buoyancy, forces.buoyancy),
            (&mut self.weight, forces.weight),
            (&mut self.driving, forces.driving),
        ];
        columns.into_iter().for_each(|(column, value)| column.push(value));
    }
}

/// The forces on the sphere \[N\], positive away from the wall; they add up to `m_p V̇`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotionForces {
    /// Weight.
    pub weight: f64,
    /// Buoyancy.
    pub buoyancy: f64,
    /// Quasi-steady drag, film included.
    pub drag: f64,
    /// Added-mass force, both parts.
    pub added_mass: f64,
    /// History force.
    pub history: f64,
    /// Solid contact.
    pub solid: f64,
    /// Force that holds the sphere on its prescribed motion; 0 when it is free.
    pub driving: f64,
}

/// The state after a step, and the forces there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotionRow {
    /// Time \[s\].
    pub time: f64,
    /// Gap, velocity, acceleration.
    pub state: MotionPoint,
    /// Forces.
    pub forces: MotionForces,
}

/// The motion between two states `width` \[s\] apart, `elapsed` \[s\] after the first: the quintic through both.
pub fn quintic(first: MotionPoint, last: MotionPoint, width: f64, elapsed: f64) -> MotionPoint {
    let end = |state: MotionPoint| [state.gap, state.velocity * width, state.acceleration * width * width];
    let (quintic, x) = (Quintic::new(end(first), end(last)), elapsed / width);
    MotionPoint {
        gap: quintic.value(x),
        velocity: quintic.slope(x) / width,
        acceleration: quintic.curvature(x) / (width * width),
    }
}
