//! A motion along the wall's normal, given at times.

use crate::error::BadParameter;
use crate::numerics::hermite::{MotionPoint, quintic};
use crate::numerics::root;
use crate::quantity::{ACCELERATION, LENGTH, SPEED, TIME};

crate::table! {
    /// A motion at times: velocities, on straight lines between them; or gaps, velocities and accelerations, on the
    /// quintics through them. Times before 0 are a run-up, and the last velocity holds on.
    pub struct MotionTable {
        /// Times \[s\], increasing; the first is 0, or that at which the run-up begins.
        times: Vec<f64> = Vec::new(), numbers(&TIME);
        /// Velocities [m/s], positive away from the wall.
        velocities: Vec<f64> = Vec::new(), numbers(&SPEED);
        /// Gaps \[m\], with `accelerations` alone: a motion whose gaps are known better than the integral of its
        /// velocities.
        gaps: Vec<f64> = Vec::new(), numbers(&LENGTH) unwritten;
        /// Accelerations [m/s²], with `gaps` alone.
        accelerations: Vec<f64> = Vec::new(), numbers(&ACCELERATION) unwritten;
    }
}

/// How far a motion goes from where it is at time 0 \[m\], positive away from the wall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    /// The smallest displacement, 0 or less.
    pub nearest: f64,
    /// The largest displacement, 0 or more.
    pub(super) farthest: f64,
}

impl MotionTable {
    /// Checks the rows for a sphere that is at `gap` \[m\] at time 0.
    ///
    /// # Errors
    /// Columns of unequal length, fewer than two rows, times that do not increase from 0 or from a run-up before it,
    /// numbers that are not finite, a sphere that never moves, gaps that are not at `gap` at time 0, or a way through
    /// the wall.
    pub fn validate(&self, gap: f64) -> Result<(), BadParameter> {
        let Self { times, velocities, gaps, accelerations } = self;
        let refused = |name, value: f64, allowed: &str| Err(BadParameter::new(name, value, allowed));
        if times.len() != velocities.len() || times.len() < 2 {
            return refused("velocities", velocities.len() as f64, "must be as many as times, two at least");
        }
        if gaps.len() != accelerations.len() || !gaps.is_empty() && gaps.len() != times.len() {
            return refused(
                "gaps",
                gaps.len() as f64,
                "must be as many as times, and as accelerations; or none of both",
            );
        }
        if times[0] > 0.0 || self.end() <= 0.0 || !times.windows(2).all(|pair| pair[0] < pair[1]) {
            return refused("times", times[0], "must increase from 0, or from the beginning of a run-up before 0");
        }
        let all = times.iter().chain(velocities).chain(gaps).chain(accelerations);
        if !all.copied().all(f64::is_finite) || self.fastest() == 0.0 {
            return refused("velocities", self.fastest(), "must be finite, and one of them not 0");
        }
        let nearest = gap + self.reach().nearest;
        if nearest <= 0.0 {
            return refused("velocities", nearest, "lead the sphere through the wall, to this gap");
        }
        let start = if gaps.is_empty() { gap } else { gaps[0] + self.way_from_first(0.0) };
        if (start - gap).abs() <= 1e-9 * gap {
            Ok(())
        } else {
            refused("gaps", start, "must be the gap of the release at time 0")
        }
    }

    /// Time of the first row \[s\], 0 or less.
    pub(super) fn begin(&self) -> f64 {
        self.times.first().copied().unwrap_or(0.0)
    }

    /// Time of the last row \[s\].
    pub fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or(0.0)
    }

    /// Largest speed in either direction [m/s].
    pub(super) fn fastest(&self) -> f64 {
        self.velocities.iter().fold(0.0, |most, velocity| velocity.abs().max(most))
    }

    /// Velocity [m/s] at `time` \[s\].
    pub(super) fn velocity(&self, time: f64) -> f64 {
        if let Some(at) = self.on_quintic(time) {
            return at.velocity;
        }
        let row = self.row(time);
        self.velocities[row] + self.acceleration(time) * (time.min(self.end()) - self.times[row])
    }

    /// Acceleration [m/s²] at `time` \[s\]; 0 after the last row.
    pub(super) fn acceleration(&self, time: f64) -> f64 {
        match self.on_quintic(time) {
            _ if time > self.end() => 0.0,
            Some(at) => at.acceleration,
            None => self.slope(self.row(time)),
        }
    }

    /// Displacement since time 0 \[m\] at `time` \[s\], positive away from the wall.
    pub(super) fn way(&self, time: f64) -> f64 {
        self.way_from_first(time) - if self.begin() < 0.0 { self.way_from_first(0.0) } else { 0.0 }
    }

    /// Displacement since the first row: the integral of the velocity, or the difference of the gaps.
    fn way_from_first(&self, time: f64) -> f64 {
        let row = self.row(time);
        let after = (time - self.end()).max(0.0) * self.velocities[row + 1];
        if let Some(at) = self.on_quintic(time) {
            return at.gap - self.gaps[0] + after;
        }
        let whole = |row: usize| {
            0.5 * (self.times[row + 1] - self.times[row]) * (self.velocities[row] + self.velocities[row + 1])
        };
        let inside = time.min(self.end()) - self.times[row];
        let part = inside * (self.velocities[row] + 0.5 * self.slope(row) * inside);
        (0..row).map(whole).sum::<f64>() + part + after
    }

    /// The place on the quintics, at most the last row; `None` of a table of velocities alone.
    fn on_quintic(&self, time: f64) -> Option<MotionPoint> {
        if self.gaps.is_empty() {
            return None;
        }
        let row = self.row(time);
        let at = |row: usize| MotionPoint {
            gap: self.gaps[row],
            velocity: self.velocities[row],
            acceleration: self.accelerations[row],
        };
        let width = self.times[row + 1] - self.times[row];
        Some(quintic(at(row), at(row + 1), width, time.min(self.end()) - self.times[row]))
    }

    /// Speed towards the wall where it first comes so far \[m\] from where it is at time 0 [m/s]; `None` if it never
    /// does.
    pub(super) fn speed_at(&self, way: f64) -> Option<f64> {
        let after = self.times.iter().position(|time| *time > 0.0 && self.way(*time) <= way)?;
        let begin = self.times[after.saturating_sub(1)].max(0.0);
        let found = root(|time| self.way(time) - way, begin, self.times[after], 0.0).unwrap_or(self.times[after]);
        Some(-self.velocity(found))
    }

    /// How far it goes until its last row.
    pub(super) fn reach(&self) -> Reach {
        let start = self.way_from_first(0.0);
        let (mut reach, mut way) = (Reach { nearest: 0.0, farthest: 0.0 }, -start);
        let mut note = |way: f64| {
            reach.nearest = reach.nearest.min(way);
            reach.farthest = reach.farthest.max(way);
        };
        note(way);
        for row in 0..self.times.len() - 1 {
            if !self.gaps.is_empty() {
                note(self.gaps[row + 1] - self.gaps[0] - start);
                continue;
            }
            let (before, after) = (self.velocities[row], self.velocities[row + 1]);
            let turn = if before * after < 0.0 { -0.5 * before * before / self.slope(row) } else { 0.0 };
            let end = way + 0.5 * (self.times[row + 1] - self.times[row]) * (before + after);
            note(way + turn);
            note(end);
            way = end;
        }
        reach
    }

    /// The row at or before `time`, never the last one.
    fn row(&self, time: f64) -> usize {
        let after = self.times.partition_point(|row| *row <= time);
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
        MotionTable {
            times: vec![0.0, 1.0, 3.0, 4.0],
            velocities: vec![0.0, 2.0, -2.0, -2.0],
            ..MotionTable::default()
        }
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
    fn quintics_go_through_gaps_and_times_before_zero_are_a_run_up() {
        // h = 3 − t + t³/30 from −1 s on.
        let of = |t: f64| (3.0 - t + t.powi(3) / 30.0, t * t / 10.0 - 1.0, t / 5.0);
        let times = vec![-1.0, 0.0, 2.0];
        let table = MotionTable {
            gaps: times.iter().map(|t| of(*t).0).collect(),
            velocities: times.iter().map(|t| of(*t).1).collect(),
            accelerations: times.iter().map(|t| of(*t).2).collect(),
            times,
        };
        assert!(table.validate(3.0).is_ok());
        for time in [-0.7, 0.0, 0.4, 1.9] {
            let (gap, velocity, acceleration) = of(time);
            assert!((table.way(time) - (gap - 3.0)).abs() < 1e-14, "at {time} s");
            assert!((table.velocity(time) - velocity).abs() < 1e-14, "at {time} s");
            assert!((table.acceleration(time) - acceleration).abs() < 1e-14, "at {time} s");
        }
        assert!((table.reach().farthest - (of(-1.0).0 - 3.0)).abs() < 1e-14);
        assert!(table.validate(3.1).unwrap_err().to_string().contains("at time 0"));
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
