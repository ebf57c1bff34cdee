//! A motion along the wall's normal, given as velocities at times.

use crate::error::BadParameter;
use crate::quantity::{SPEED, TIME};

crate::table! {
    /// Velocities at times, on straight lines between them; the last one holds on.
    pub struct MotionTable {
        /// Times since the start \[s\], increasing from 0.
        times: Vec<f64> = Vec::new(), numbers(&TIME);
        /// Velocities [m/s], positive away from the wall.
        velocities: Vec<f64> = Vec::new(), numbers(&SPEED);
    }
}

/// How far a motion goes from its start \[m\], positive away from the wall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    /// The smallest displacement, 0 or less.
    pub nearest: f64,
    /// The largest displacement, 0 or more.
    pub(super) farthest: f64,
}

impl MotionTable {
    /// Checks the rows for a sphere that starts at `gap` \[m\].
    ///
    /// # Errors
    /// Columns of unequal length, fewer than two rows, times that do not increase from 0, numbers that are not finite, a sphere
    /// that never moves, or a way through the wall.
    pub fn validate(&self, gap: f64) -> Result<(), BadParameter> {
        let Self { times, velocities } = self;
        let refused = |name, value: f64, allowed: &str| Err(BadParameter::new(name, value, allowed));
        if times.len() != velocities.len() || times.len() < 2 {
            return refused("velocities", velocities.len() as f64, "must be as many as times, two at least");
        }
        if times[0] != 0.0 || !times.windows(2).all(|pair| pair[0] < pair[1]) {
            return refused("times", times[0], "must increase from 0");
        }
        if !times.iter().chain(velocities).all(|value| value.is_finite()) || self.fastest() == 0.0 {
            return refused("velocities", self.fastest(), "must be finite, and one of them not 0");
        }
        let nearest = gap + self.reach().nearest;
        if nearest > 0.0 {
            Ok(())
        } else {
            refused("velocities", nearest, "lead the sphere through the wall, to this gap")
        }
    }

    /// Time of the last row \[s\].
    pub(super) fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or(0.0)
    }

    /// Largest speed in either direction [m/s].
    pub(super) fn fastest(&self) -> f64 {
        self.velocities.iter().fold(0.0, |most, velocity| velocity.abs().max(most))
    }

    /// Velocity [m/s] at `elapsed` \[s\].
    pub(super) fn velocity(&self, elapsed: f64) -> f64 {
        let row = self.row(elapsed);
        self.velocities[row] + self.acceleration(elapsed) * (elapsed.min(self.end()) - self.times[row])
    }

    /// Acceleration [m/s²] at `elapsed` \[s\]; 0 after the last row.
    pub(super) fn acceleration(&self, elapsed: f64) -> f64 {
        if elapsed > self.end() { 0.0 } else { self.slope(self.row(elapsed)) }
    }

    /// Displacement \[m\] at `elapsed` \[s\], positive away from the wall: the integral of the velocity.
    pub(super) fn way(&self, elapsed: f64) -> f64 {
        let whole = |row: usize| {
            0.5 * (self.times[row + 1] - self.times[row]) * (self.velocities[row] + self.velocities[row + 1])
        };
        let row = self.row(elapsed);
        let inside = elapsed.min(self.end()) - self.times[row];
        let part = inside * (self.velocities[row] + 0.5 * self.slope(row) * inside);
        let after = (elapsed - self.end()).max(0.0) * self.velocities[row + 1];
        (0..row).map(whole).sum::<f64>() + part + after
    }

    /// How far it goes until its last row.
    pub(super) fn reach(&self) -> Reach {
        let (mut reach, mut way) = (Reach { nearest: 0.0, farthest: 0.0 }, 0.0);
        for row in 0..self.times.len() - 1 {
            let (before, after) = (self.velocities[row], self.velocities[row + 1]);
            let turn = if before * after < 0.0 { -0.5 * before * before / self.slope(row) } else { 0.0 };
            let end = way + 0.5 * (self.times[row + 1] - self.times[row]) * (before + after);
            reach.nearest = reach.nearest.min(way + turn).min(end);
            reach.farthest = reach.farthest.max(way + turn).max(end);
            way = end;
        }
        reach
    }

    /// The row at or before `elapsed`, never the last one.
    fn row(&self, elapsed: f64) -> usize {
        let after = self.times.partition_point(|time| *time <= elapsed);
        after.clamp(1, self.times.len() - 1) - 1
    }

    fn slope(&self, row: usize) -> f64 {
        (self.velocities[row + 1] - self.velocities[row]) / (self.times[row + 1] - self.times[row])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn up_and_down() -> MotionTable {
        MotionTable { times: vec![0.0, 1.0, 3.0, 4.0], velocities: vec![0.0, 2.0, -2.0, -2.0] }
    }

    #[test]
    fn the_way_is_the_integral_of_the_velocity() {
        let table = up_and_down();
        for (time, velocity, way) in
            [(0.5, 1.0, 0.25), (1.0, 2.0, 1.0), (2.0, 0.0, 2.0), (3.0, -2.0, 1.0), (4.0, -2.0, -1.0), (4.5, -2.0, -2.0)]
        {
            assert!((table.velocity(time) - velocity).abs() < 1e-14, "at {time} s");
            assert!((table.way(time) - way).abs() < 1e-14, "at {time} s: {}", table.way(time));
        }
        assert_eq!(table.reach(), Reach { nearest: -1.0, farthest: 2.0 });
    }

    #[test]
    fn a_way_through_the_wall_and_times_that_do_not_increase_are_refused() {
        assert!(up_and_down().validate(1.1).is_ok());
        assert!(up_and_down().validate(0.9).unwrap_err().to_string().contains("through the wall"));
        let mut table = up_and_down();
        table.times[2] = 1.0;
        assert!(table.validate(2.0).unwrap_err().to_string().contains("increase"));
    }
}
