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

/// Fastest motion of a table [m/s], as of a prescribed speed.
pub(super) const FASTEST: f64 = 1e3;

/// Difference of an extreme from the polygon that bounds it, over the size of the polygon.
const BOUND: f64 = 1e-9;

/// A polynomial on an interval by its Bézier polygon: the curve begins at the first of its points, ends at the last
/// one, and nowhere leaves their range.
#[derive(Debug, Clone, Copy)]
struct Bezier<const N: usize>([f64; N]);

impl<const N: usize> Bezier<N> {
    fn negated(self) -> Self {
        Self(self.0.map(|value| -value))
    }

    /// The largest value, or `known` if that is larger. The interval is halved (de Casteljau) where its polygon rises
    /// above all values that are known by more than [`BOUND`].
    fn largest(self, known: f64) -> f64 {
        let highest = self.0.iter().fold(f64::NEG_INFINITY, |most, value| most.max(*value));
        let size = self.0.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        let known = known.max(self.0[0]).max(self.0[N - 1]);
        if highest <= known + BOUND * size {
            return known;
        }
        let (mut left, mut right) = (self.0, self.0);
        for (depth, of_left) in left.iter_mut().enumerate().skip(1) {
            for k in 0..N - depth {
                right[k] = 0.5 * (right[k] + right[k + 1]);
            }
            *of_left = right[0];
        }
        // What is left in `right` are the points of the second half.
        Self(right).largest(Self(left).largest(known))
    }
}

impl MotionTable {
    /// Checks the rows for a sphere that is at `gap` \[m\] at time 0.
    ///
    /// # Errors
    /// Columns of unequal length, fewer than two rows, times that do not increase from 0 or from a run-up before it,
    /// numbers that are not finite, a sphere that never moves, or faster than 1000 m/s, gaps that are not at `gap`
    /// at time 0, or a way through the wall; also between two rows.
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
        self.are_finite()?;
        if let Some(row) = times.windows(2).position(|pair| pair[0] >= pair[1]) {
            let [before, after] = [times[row], times[row + 1]].map(|time| TIME.brief(time));
            let allowed = format!("must increase, and in row {} it is {before}", row + 1);
            return Err(BadParameter::new("times", format!("{after} in row {}", row + 2), allowed));
        }
        if times[0] > 0.0 || self.end() <= 0.0 {
            return refused("times", times[0], "must begin at 0, or with a run-up before 0, and end after 0");
        }
        let fastest = self.fastest();
        if fastest == 0.0 {
            return refused("velocities", fastest, "must not all be 0");
        }
        if fastest > FASTEST {
            let allowed = format!("must be at most {} in either direction, also between rows", SPEED.brief(FASTEST));
            return Err(BadParameter::new("velocities", SPEED.brief(fastest), allowed));
        }
        let nearest = gap + self.reach().nearest;
        if nearest <= 0.0 {
            let name = if gaps.is_empty() { "velocities" } else { "gaps" };
            let allowed = "lead the sphere through the wall, to this gap";
            return Err(BadParameter::new(name, LENGTH.brief(nearest), allowed));
        }
        let start = if gaps.is_empty() { gap } else { gaps[0] + self.way_from_first(0.0) };
        if (start - gap).abs() <= 1e-9 * gap {
            Ok(())
        } else {
            refused("gaps", start, "must be the gap of the release at time 0")
        }
    }

    /// Refuses a number that is not finite, and names its row.
    fn are_finite(&self) -> Result<(), BadParameter> {
        let Self { times, velocities, gaps, accelerations } = self;
        let columns = [("times", times), ("velocities", velocities), ("gaps", gaps), ("accelerations", accelerations)];
        let wrong = columns.into_iter().find_map(|(name, column)| {
            let row = column.iter().position(|value| !value.is_finite())?;
            Some((name, column[row], row))
        });
        wrong.map_or(Ok(()), |(name, value, row)| {
            Err(BadParameter::new(name, value, format!("row {} must be finite", row + 1)))
        })
    }

    /// Time of the first row \[s\], 0 or less.
    pub(super) fn begin(&self) -> f64 {
        self.times.first().copied().unwrap_or(0.0)
    }

    /// Time of the last row \[s\].
    pub fn end(&self) -> f64 {
        self.times.last().copied().unwrap_or(0.0)
    }

    /// Largest speed in either direction [m/s], also between two rows.
    pub(super) fn fastest(&self) -> f64 {
        let rows = self.velocities.iter().fold(0.0, |most: f64, velocity| velocity.abs().max(most));
        self.pieces().fold(rows, |most, (gaps, width)| {
            let velocities = Bezier([0, 1, 2, 3, 4].map(|k| 5.0 * (gaps.0[k + 1] - gaps.0[k]) / width));
            velocities.negated().largest(velocities.largest(most))
        })
    }

    /// The quintics between the rows as polygons of gaps \[m\], and their widths \[s\]; none of a table of velocities
    /// alone.
    fn pieces(&self) -> impl Iterator<Item = (Bezier<6>, f64)> + '_ {
        let Self { times, velocities, gaps, accelerations } = self;
        let rows = [times, velocities, gaps, accelerations].map(Vec::len).into_iter().fold(usize::MAX, usize::min);
        (0..rows.saturating_sub(1)).map(|row| {
            let width = self.times[row + 1] - self.times[row];
            let at = |row: usize| (self.gaps[row], 0.2 * width * self.velocities[row], self.accelerations[row]);
            let ((h0, way0, a0), (h1, way1, a1)) = (at(row), at(row + 1));
            let bend = 0.05 * width * width;
            let gaps = [h0, h0 + way0, h0 + 2.0 * way0 + bend * a0, h1 - 2.0 * way1 + bend * a1, h1 - way1, h1];
            (Bezier(gaps), width)
        })
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
        if !self.gaps.is_empty() {
            let zero = self.gaps[0] + start;
            let (low, high) = self
                .pieces()
                .fold((zero, zero), |(low, high), (gaps, _)| (-gaps.negated().largest(-low), gaps.largest(high)));
            note(low - zero);
            note(high - zero);
            return reach;
        }
        for row in 0..self.times.len() - 1 {
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
        assert!(table.validate(2.0).unwrap_err().to_string().contains("in row 2 it is 1 s"));
        table.times[2] = f64::NAN;
        assert!(table.validate(2.0).unwrap_err().to_string().contains("row 3 must be finite"));
        let mut fast = up_and_down();
        fast.velocities[1] = 1001.0;
        assert!(fast.validate(1e4).unwrap_err().to_string().contains("at most 1000 m/s"));
    }

    #[test]
    fn a_quintic_between_two_rows_is_known_by_its_extremes() {
        // h = 1 mm − v t (1 − t/T) of the case, whose quintic is its parabola, and a hill of quintics.
        let table = |gaps: &[f64], velocities: &[f64]| MotionTable {
            times: (0..gaps.len()).map(|row| 0.04 * row as f64).collect(),
            gaps: gaps.to_vec(),
            velocities: velocities.to_vec(),
            accelerations: vec![25.0; gaps.len()],
        };
        let dip = table(&[1e-3, 1e-3], &[-0.5, 0.5]);
        assert!((dip.reach().nearest + 5e-3).abs() < 1e-8, "{:?}", dip.reach());
        assert!(dip.validate(1e-3).unwrap_err().to_string().contains("through the wall"));
        let hill = table(&[3e-3, 2.0, 1e-3], &[0.0; 3]);
        for (table, steps) in [(dip, 4000), (hill, 8000)] {
            let times = (0..=steps).map(|step| 1e-5 * f64::from(step));
            let (mut low, mut high, mut fastest) = (0.0_f64, 0.0_f64, 0.0_f64);
            for time in times {
                low = low.min(table.way(time));
                high = high.max(table.way(time));
                fastest = fastest.max(table.velocity(time).abs());
            }
            let reach = table.reach();
            for (found, sampled) in [(-reach.nearest, -low), (reach.farthest, high), (table.fastest(), fastest)] {
                assert!((found - sampled).abs() <= 1e-6 * sampled.max(1e-3), "{found} {sampled}");
            }
        }
    }
}
