//! A measured motion and a computed one, as they are set beside each other.

use crate::case::{Clock, Lengths};
use crate::model::Bounce;
use crate::numerics::hermite::{Hermite, Moment};
use std::path::PathBuf;

/// Standard uncertainties of a record; zero where they are not known.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Uncertainty {
    /// Of the gap \[m\].
    pub gap: f64,
    /// Of the velocity [m/s].
    pub velocity: f64,
    /// Of the time \[s\].
    pub time: f64,
    /// Of the restitution.
    pub restitution: f64,
}

impl Uncertainty {
    /// Of a gap that changes at this velocity [m/s], with that of its time \[m\].
    pub fn of_gap_at(&self, velocity: f64) -> f64 {
        self.gap.hypot(velocity * self.time)
    }
}

/// A measured motion: one drop.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record {
    /// Its file.
    pub file: PathBuf,
    /// Its label among the drops of the same measurement; empty where it is the only one.
    pub drop: String,
    /// Rows that were left out because they hold no values.
    pub missing: usize,
    /// Whether the name of its column says that times count from the contact.
    pub since_contact: bool,
    /// Times, increasing \[s\].
    pub time: Vec<f64>,
    /// Gaps \[m\], NaN where one is missing; empty if none were measured.
    pub gap: Vec<f64>,
    /// Velocities, positive away from the wall [m/s], NaN where one is missing; empty if none were measured.
    pub velocity: Vec<f64>,
    /// Whether the rows are the apexes of the bounces, one after the other.
    pub apexes: bool,
    /// A restitution that was measured by itself, of the first bounce.
    pub restitution: Option<f64>,
    /// Standard uncertainties.
    pub uncertainty: Uncertainty,
}

/// The clock of a record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecordClock {
    /// Where it starts.
    pub start: Clock,
    /// The shift of its times besides \[s\].
    pub offset: f64,
}

/// A computed motion.
#[derive(Debug, Clone, Copy)]
pub struct Computed<'a> {
    /// The motion in the order of time.
    pub motion: &'a [Moment],
    /// Its collisions.
    pub bounces: &'a [Bounce],
    /// Lengths of its spheres.
    pub lengths: Lengths,
}

impl Computed<'_> {
    /// Gap and velocity at `time` \[s\]; `None` outside of the motion.
    pub fn at(&self, time: f64) -> Option<Moment> {
        at(self.motion, time)
    }
}

/// Gap and velocity of a `motion` in the order of time at `time` \[s\]; `None` outside of it.
pub fn at(motion: &[Moment], time: f64) -> Option<Moment> {
    let right = motion.partition_point(|moment| moment.time < time);
    let to = *motion.get(right)?;
    if to.time == time {
        return Some(to);
    }
    let from = *motion.get(right.checked_sub(1)?)?;
    let arc = Hermite::new(from, to);
    Some(Moment { time, gap: arc.gap(time), velocity: arc.velocity(time) })
}

impl Record {
    /// Times \[s\] and gaps \[m\] where both are there.
    pub fn points(&self) -> Vec<(f64, f64)> {
        let all = self.time.iter().copied().zip(self.gap.iter().copied());
        all.filter(|(_, gap)| gap.is_finite()).collect()
    }
}
