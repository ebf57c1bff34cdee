//! Step 4, the values of each motion that is drawn from the posterior.

use crate::bounce::series::{COEFFICIENTS, POLYNOMIALS, Vector, basis};

/// Time after contact of the apparent rebound speed [D/V_in].
pub(crate) const REBOUND_DELAY: f64 = 0.1;
/// Places of a side at which speeds are evaluated, even in the root of the time: four for each polynomial.
pub(crate) const PLACES: usize = 4 * POLYNOMIALS + 1;

/// A motion that was drawn: its contact, and coefficients before and after it.
#[derive(Clone)]
pub(crate) struct Motion {
    pub(crate) time: f64,
    /// The level at which a contact that lasts begins and ends \[m\].
    pub(crate) level: Option<f64>,
    pub(crate) spans: [f64; 2],
    pub(crate) sides: [Vector; 2],
}

/// One side of a motion: its coefficients, and the span \[s\] of its times from contact.
type Side<'m> = (&'m Vector, f64);

impl Motion {
    /// Its approach.
    fn before(&self) -> Side<'_> {
        (&self.sides[0], self.spans[0])
    }

    /// Its flight.
    fn after(&self) -> Side<'_> {
        (&self.sides[1], self.spans[1])
    }

    /// The gap at which its contact begins, or where both sides meet.
    pub(crate) fn contact_gap(&self) -> f64 {
        self.level.unwrap_or(self.sides[0][0])
    }
}

/// Places at which motions are evaluated, over the span of a side, with the rows of the series for gap and speed.
pub(crate) struct Trajectories {
    pub(crate) places: Vec<f64>,
    bases: Vec<(Vector, Vector)>,
    /// The free fall that was taken off the gaps [m/s²].
    fall: f64,
    /// Acceleration of gravity towards the wall [m/s²].
    gravity: f64,
}

/// The place at which the mean speed of approach less its standard deviation is highest.
pub(crate) struct PeakSpeed {
    /// The number of the place.
    place: usize,
    /// The highest mean of the speeds at all places.
    highest: f64,
}

/// Values of a bounce by one motion, in the units of [`MeasuredBounce`](super::measured_bounce::MeasuredBounce).
pub(crate) struct MotionValues {
    pub(crate) speed_in: f64,
    pub(crate) speed_out: f64,
    pub(crate) restitution: f64,
    pub(crate) restitution_contact: f64,
    pub(crate) contact_time: f64,
    pub(crate) meets: f64,
    pub(crate) contact_gap: f64,
    pub(crate) apex_gap: f64,
    pub(crate) apex_time: f64,
    pub(crate) bend: f64,
    pub(crate) gains: f64,
}

impl Trajectories {
    /// Of motions under this gravity, whose gaps are without this free fall.
    pub(crate) fn new(gravity: f64, fall: f64) -> Self {
        let places: Vec<f64> = (0..PLACES).map(|k| (k as f64 / (PLACES - 1) as f64).powi(2)).collect();
        let bases = places.iter().map(|place| basis(*place, 1.0)).collect();
        Self { places, bases, fall, gravity }
    }

    /// The gap of a side at a time from contact, made of this base.
    fn gap_by(&self, (coefficients, span): Side, base: &Vector, u: f64) -> f64 {
        coefficients[0] + span * (1..COEFFICIENTS).map(|k| base[k] * coefficients[k]).sum::<f64>()
            - 0.5 * self.fall * u * u
    }

    /// The speed of a side along the time from contact, made of this base.
    fn speed_by(&self, (coefficients, _): Side, base: &Vector, u: f64) -> f64 {
        base.dot(coefficients) - self.fall * u
    }

    /// The gap of a side at any time from contact.
    fn gap(&self, side: Side, u: f64) -> f64 {
        self.gap_by(side, &basis(u / side.1, 1.0).0, u)
    }

    /// The speed of a side along the time from contact, at any such time.
    fn speed(&self, side: Side, u: f64) -> f64 {
        self.speed_by(side, &basis(u / side.1, 1.0).1, u)
    }

    /// Gap of a side at the place of this number.
    fn gap_at(&self, side: Side, place: usize) -> f64 {
        self.gap_by(side, &self.bases[place].0, self.places[place] * side.1)
    }

    /// Speeds of a side at all places.
    pub(crate) fn speeds(&self, side: Side) -> Vec<f64> {
        let of = |(place, base): (&f64, &(Vector, Vector))| self.speed_by(side, &base.1, place * side.1);
        self.places.iter().zip(&self.bases).map(of).collect()
    }

    /// Time from contact at which a side passes the level of a contact that lasts \[s\].
    fn passes(&self, side: Side, level: Option<f64>) -> f64 {
        let Some(level) = level else { return 0.0 };
        let gaps: Vec<f64> = (0..PLACES).map(|place| self.gap_at(side, place)).collect();
        let Some(k) = gaps.iter().position(|gap| *gap > level).filter(|k| *k > 0) else { return 0.0 };
        let share = (level - gaps[k - 1]) / (gaps[k] - gaps[k - 1]);
        side.1 * (self.places[k - 1] + share * (self.places[k] - self.places[k - 1]))
    }

    /// Speeds of the approach at all places, lower than any number within a contact that lasts.
    pub(crate) fn speeds_before(&self, motion: &Motion) -> Vec<f64> {
        let side = motion.before();
        let from = self.passes(side, motion.level);
        let mut speeds = self.speeds(side);
        for (speed, place) in speeds.iter_mut().zip(&self.places) {
            if place * side.1 < from {
                *speed = f64::NEG_INFINITY;
            }
        }
        speeds
    }

    /// The time of the apex of a flight from contact on, where its speed changes sign last.
    fn apex(&self, side: Side) -> Option<f64> {
        let (slopes, span) = (self.speeds(side), side.1);
        let k = (1..slopes.len()).rev().find(|k| slopes[k - 1] > 0.0 && slopes[*k] <= 0.0)?;
        let share = slopes[k - 1] / (slopes[k - 1] - slopes[k]);
        let root = |k: usize| self.places[k].sqrt();
        let mut u = span * (root(k - 1) + share * (root(k) - root(k - 1))).powi(2);
        let step = 0.01 * span;
        for _ in 0..3 {
            let slope = (self.speed(side, u + step) - self.speed(side, u - step)) / (2.0 * step);
            u = if slope < 0.0 { (u - self.speed(side, u) / slope).clamp(0.5 * u, span) } else { u };
        }
        Some(u)
    }

    /// The acceleration towards the wall about the apex of a flight.
    fn bend(&self, side: Side, top: f64) -> f64 {
        let reach = (0.3 * top).min(side.1 - top).max(1e-3 * side.1);
        (self.speed(side, top - reach) - self.speed(side, top + reach)) / (2.0 * reach)
    }

    /// The mean acceleration towards the wall from the beginning of an approach with these speeds to the place of the
    /// highest one, and over 30 % of the span at least.
    fn gains(&self, side: Side, speeds: &[f64], place: usize) -> f64 {
        let far = (1.0, speeds[PLACES - 1]);
        let near = match self.places[place] < 0.7 {
            true => (self.places[place], speeds[place]),
            false => (0.7, self.speed(side, 0.7 * side.1)),
        };
        (near.1 - far.1) / ((far.0 - near.0) * side.1)
    }

    /// The highest of these speeds from this place to the contact. The acceleration is at most that before this
    /// place, and at most gravity, because drag grows with the speed.
    fn highest(&self, side: Side, speeds: &[f64], place: usize) -> f64 {
        let gains = self.gains(side, speeds, place).clamp(0.0, self.gravity.max(0.0));
        let gained = |k: usize| gains * side.1 * (self.places[place] - self.places[k]);
        (0..=place).map(|k| speeds[k].min(speeds[place] + gained(k))).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Values of a motion with these speeds of approach, with an apex or without. The length \[m\] sets the delay of
    /// the speed after contact; without it the speed is that at contact.
    pub(crate) fn values(
        &self,
        motion: &Motion,
        speeds: &[f64],
        fastest: &PeakSpeed,
        has_apex: bool,
        reading: Option<f64>,
    ) -> MotionValues {
        let (before, after) = (motion.before(), motion.after());
        let (from, parts) = (self.passes(before, motion.level), self.passes(after, motion.level));
        let speed_in = self.highest(before, speeds, fastest.place);
        let contact_time = motion.time - from;
        let contact_gap = motion.contact_gap();
        let top = if has_apex { self.apex(after) } else { None };
        let delay = reading.map_or(0.0, |reading| REBOUND_DELAY * reading / speed_in.max(f64::MIN_POSITIVE));
        let rise = top.map_or(f64::INFINITY, |top| top - parts);
        let u = parts + delay.min(rise);
        let speed_out = if delay < rise { self.speed(after, u.min(after.1)) } else { 0.0 };
        let of_apex = |of: &dyn Fn(f64) -> f64| top.map_or(f64::NAN, of);
        MotionValues {
            speed_in,
            speed_out,
            restitution: speed_out / speed_in,
            restitution_contact: self.speed(after, parts) / self.speed(before, from),
            contact_time,
            meets: motion.time,
            contact_gap,
            apex_gap: of_apex(&|top| self.gap(after, top) - contact_gap),
            apex_time: of_apex(&|top| motion.time + top - contact_time),
            bend: of_apex(&|top| self.bend(after, top)),
            gains: self.gains(before, speeds, fastest.place),
        }
    }

    /// The height above contact at which this motion with these speeds of approach has half of the highest speed, 0
    /// if it is faster down to the contact; of a contact that lasts its depth at least.
    pub(crate) fn slows_at(&self, fastest: &PeakSpeed, motion: &Motion, speeds: &[f64]) -> f64 {
        let begins = speeds.iter().position(|one| one.is_finite()).unwrap_or(0);
        let first = speeds.iter().position(|one| *one > 0.5 * fastest.highest);
        let above = |k: usize| self.gap_at(motion.before(), k) - motion.contact_gap();
        first.filter(|k| *k > begins).map_or(0.0, above).max(motion.level.unwrap_or(0.0))
    }
}

impl PeakSpeed {
    /// Of the speeds of all motions at all places, the place where their mean less their standard deviation is
    /// highest; `None` where no place has a mean.
    pub(crate) fn of(speeds: &[Vec<f64>]) -> Option<Self> {
        let count = speeds.len() as f64;
        let mean: Vec<f64> = (0..PLACES).map(|k| speeds.iter().map(|one| one[k]).sum::<f64>() / count).collect();
        let deviation = |k: usize| (speeds.iter().map(|one| (one[k] - mean[k]).powi(2)).sum::<f64>() / count).sqrt();
        let judged = |k: &usize| mean[*k] - deviation(*k);
        let place = (0..PLACES).filter(|k| mean[*k].is_finite()).max_by(|a, b| judged(a).total_cmp(&judged(b)))?;
        let highest = mean.iter().copied().filter(|one| one.is_finite()).fold(0.0, f64::max);
        Some(Self { place, highest })
    }
}
