//! The result of a motion from theory.

pub use crate::numerics::hermite::MotionPoint;
use crate::numerics::hermite::quintic;

/// The motion over the accepted steps, a row per step; events fall on rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TheoryTrajectory {
    /// The rows.
    pub rows: Vec<MotionRow>,
    /// The events and their times.
    pub events: Vec<Event>,
}

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

impl EventKind {
    /// Whether the sphere turns.
    pub(super) fn is_turn(self) -> bool {
        matches!(self, Self::Turning | Self::Apex)
    }
}

impl TheoryTrajectory {
    /// The motion at any time within the record, by the quintic through gap, velocity and acceleration at both ends
    /// of the step; `None` outside.
    pub fn at(&self, time: f64) -> Option<MotionPoint> {
        let after = self.rows.partition_point(|row| row.time < time);
        if after >= self.rows.len() || time < self.rows.first()?.time {
            return None;
        }
        let k = after.max(1);
        let [first, last] = [&self.rows[k - 1], &self.rows[k]];
        Some(quintic(first.state, last.state, last.time - first.time, time - first.time))
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
    /// Whether the film is torn.
    pub torn: bool,
}
