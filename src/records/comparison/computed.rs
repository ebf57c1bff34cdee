//! A computed motion, as a measured one is set beside it.

use crate::record::Lengths;
use wetbounce_physics::model::Bounce;
use wetbounce_physics::numerics::hermite::{Hermite, Moment};

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
