//! The reading of a record by itself, without a model: speeds before and after contact, restitution, apexes, times of contact.
//!
//! Pictures come first: their noise, those that are off, the turning points between which an approach and a flight lie. Pictures
//! next to a contact that the others of their side exclude are left out as well: the sphere is blurred there, merged with its shadow, or in a contact that
//! lasts ([`zones`](super::zones)). On each side the motion is a [series](super::series) from the contact on; both have one gap at the contact, whose time is weighed on a grid that is refined about the
//! likeliest. Motions are drawn from all of this; values are their medians, standard errors half of what 68 % of them span.
//! A level at which the sphere rests later is that gap as well. In a gas, the flight under gravity is taken off before the series is
//! fitted, which then is of drag alone.
//!
//! `V_in` is the highest speed of the approach, `V_out` that a time `0.1 D/V_in` after contact, or at the apex where that is earlier. Of a contact that
//! lasts, both are taken from where the sphere passes the level at which that begins: the one at rest, the zero of the record, or where pictures part from the motion beside it.

use crate::measured::{MeasuredBounce, MeasuredValue};
use crate::pictures::{MEDIAN, OFF, chance, noise, off, rest, turns};
use crate::record::{LeftOut, Lengths, Medium};
use crate::series::{
    FEWEST, FLOOR, KINDS, LIKELY, NOISES, SIZE, Sums, Vector, Weighed, basis, log_sum, noises, normals,
};
use crate::statistics::{Random, quantile};
use crate::zones::{About, Lasts};

use std::ops::Range;
use wetbounce_physics::numerics::extent;

/// Time after contact at which the apparent rebound speed is taken, in diameters over the speed of approach.
const DELAY: f64 = 0.1;
/// What the series leaves of motions without noise (root mean square, `series_follows_motions_without_noise`): of speeds and restitution over themselves, of heights over
/// the diameter, of times over that in which the sphere moves a diameter.
pub const FLOORS: [f64; 3] = [3e-4, 1e-4, 1e-3];
/// How far before a contact its approach is read, in diameters, and fewest pictures that it is read from where there are more.
pub(crate) const REACH: (f64, usize) = (6.0, 24);
/// Time after the apex that belongs to its flight, over the time before it, where that holds as many pictures as a side has coefficients, and that a record must show for its apex to be read.
pub(crate) const AFTER_APEX: (f64, f64) = (0.4, 0.15);
/// A turning point is told where the record comes back by this share of its range, and by more than its noise does.
const SURE: f64 = 3e-3;
/// The smallest noise over the range of the record: what a motion without noise is followed to.
pub(crate) const FOLLOWED: f64 = 1e-5;
/// One picture of a side in so many may be off; of a side with more, it is not the pictures that are. A choice, as that of `pictures::FEW`.
const OUT: usize = 8;
/// Times of contact that are tried at first, at each of the rounds of refinement, and how many rounds there are at most.
const TIMES: (usize, usize, usize) = (25, 13, 5);
/// Motions that are drawn, and places at which their speeds are looked at.
pub(crate) const DRAWS: usize = 400;
/// Times as many motions from which these are drawn by the zero of the record.
const AGAIN: usize = 8;
const PLACES: usize = 81;
/// A speed that is less certain than this, over it, is not shown.
pub(crate) const VAGUE: f64 = 0.3;
/// Gaps \[m\] and times \[s\] from which on nothing is computed: their squares are no numbers any more.
const HUGE: f64 = 1e9;
/// Bounces that are read.
const BOUNCES: usize = 12;
/// Standard errors that make sure.
const SURELY: f64 = 2.0;
/// Share of its weight that drag may carry of a sphere that falls through a gas as through none: the series is of that drag.
pub(crate) const DRAG: f64 = 0.2;
/// By how much a flight in air may bend otherwise than with gravity, over it: buoyancy and added mass of all but balloons. Of gold or tungsten in a light oil
/// 0.94 of gravity are left.
pub const IN_AIR: f64 = 0.02;
/// Most pictures of a record, and of one side; more are averaged in groups.
pub(crate) const MOST: (usize, usize) = (40_000, 4000);

/// What is known of a record before it is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// Lengths of the spheres, if they are known; without them `V_out` is the speed at contact.
    pub lengths: Option<Lengths>,
    /// What the sphere moves through; `None` where a flight with the full gravity is to tell it.
    pub medium: Option<Medium>,
    /// Acceleration of gravity towards the wall [m/s²].
    pub gravity: f64,
    /// Its component along the wall, towards positive positions there [m/s²].
    pub gravity_along: f64,
    /// Whether the zero of the gaps is meant to be the wall: how far it is off is weighed evenly in the logarithm, from the noise to a diameter.
    pub has_zero: bool,
}

impl Setting {
    /// On earth, above a level wall, which is the zero of the gaps.
    pub fn of(lengths: Option<Lengths>) -> Self {
        Self { lengths, medium: None, gravity: 9.81, gravity_along: 0.0, has_zero: true }
    }

    /// The same above a wall that is inclined by this angle \[deg\] to the horizontal, positive where positions along it run down, under this gravity [m/s²].
    #[must_use]
    pub fn inclined(self, angle: f64, gravity: f64) -> Self {
        let (along, normal) = angle.to_radians().sin_cos();
        Self { gravity: gravity * normal, gravity_along: gravity * along, ..self }
    }
}

/// What a record shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reading {
    /// Its bounces. Of one without a rebound the speed of approach alone.
    pub bounces: Vec<MeasuredBounce>,
    /// Pictures that were left out.
    pub left_out: Vec<LeftOut>,
    /// What was not read: which test failed, with its number, and what would help.
    pub unread: Vec<String>,
    /// Whether it was read as in a gas.
    pub is_dry: bool,
    /// The level on which the sphere rests in the end, and its standard error \[m\].
    pub rest: Option<(f64, f64)>,
}

/// The bounces that pictures `(time, gap)` show, in the order of their times. Where the medium is not said, and flights bend at their apex with all of gravity, which
/// those in liquids do not, they are read as in a gas.
pub fn read(points: &[(f64, f64)], setting: Setting) -> Reading {
    let reading = with_medium(points, setting);
    if setting.medium.is_some() || !bends_freely(&reading.bounces, setting.gravity) {
        return reading;
    }
    let dry = with_medium(points, Setting { medium: Some(Medium::Gas), ..setting });
    Reading { is_dry: true, ..dry }
}

/// Whether the flights bend at their apex with gravity, within two standard errors, and not with what the heaviest solids have left of it in a liquid; and no approach
/// surely gains less.
fn bends_freely(bounces: &[MeasuredBounce], gravity: f64) -> bool {
    if gravity <= 0.0 {
        return false;
    }
    let is_slowed = |gains: MeasuredValue| gains.value + SURELY * gains.sigma < (1.0 - DRAG) * gravity;
    if bounces.iter().filter_map(|bounce| bounce.gains_m_s2).any(is_slowed) {
        return false;
    }
    let bend = MeasuredValue::weighted(bounces.iter().filter_map(|bounce| bounce.bend_m_s2));
    bend.is_some_and(|bend| {
        let (mean, error) = (bend.value / gravity, SURELY * bend.sigma / gravity);
        (mean - 1.0).abs() < error + IN_AIR && mean - error > 1.0 - 2.0 * IN_AIR
    })
}

fn with_medium(all: &[(f64, f64)], setting: Setting) -> Reading {
    let mut reading = Reading { is_dry: setting.medium == Some(Medium::Gas), ..Reading::default() };
    let points = grouped(all, MOST.0);
    let out = off(&points, setting.lengths.map_or(0.0, |lengths| FLOOR * lengths.diameter));
    let size = all.len().div_ceil(points.len().max(1)).max(1);
    let named = |rows: &[usize], why: &str| LeftOut {
        drop: String::new(),
        line: size * rows[0] + 1,
        rows: size * rows.len(),
        time_s: Some(points[rows[0]].0),
        why: why.to_owned(),
    };
    let runs = out.chunk_by(|a, b| b - a == 1);
    reading.left_out.extend(runs.map(|rows| named(rows, "off the lines through the pictures before and after it")));
    let rows: Vec<usize> = (0..points.len()).filter(|row| out.binary_search(row).is_err()).collect();
    let kept: Vec<(f64, f64)> = rows.iter().map(|row| points[*row]).collect();
    let (low, high) = extent(kept.iter().map(|point| point.1));
    if kept.len() < 2 * FEWEST || high <= low {
        let few =
            format!("{} pictures that move are too few: an approach and a rebound need {FEWEST} each", kept.len());
        reading.unread.extend((!points.is_empty()).then_some(few));
        return reading;
    }
    if !(high - low < HUGE && kept[kept.len() - 1].0 - kept[0].0 < HUGE) {
        reading.unread.push(format!(
            "gaps that differ by {:.1e} m, or such times, are none of a bounce: which unit do the columns have?",
            high - low
        ));
        return reading;
    }
    let seen = Seen { noise: noise(&kept).max(FOLLOWED * (high - low)), setting, points: &kept };
    reading.rest = rest(&kept, seen.noise);
    let sure = (chance(kept.len()) * seen.noise).max(SURE * (high - low));
    let found = turns(&kept, sure);
    let lows: Vec<usize> = (1..found.len().saturating_sub(1)).filter(|at| found[*at].1 < 0.0).collect();
    for (number, at) in lows.iter().enumerate().take(BOUNCES) {
        let next = found.get(at + 2).map_or(kept.len(), |turn| turn.0);
        let turned =
            Turn { number: number + 1, begin: found[at - 1].0, lowest: found[*at].0, top: found[at + 1].0, next };
        let (bounce, [off, near], why) = seen.bounce(&turned, reading.rest);
        let runs = off.chunk_by(|a, b| b - a == 1).map(|run| (run, "off the motion that the others of its side show"));
        let why_near = "next to the contact, where the others of its side exclude it: blurred, merged with a shadow, or in a contact that lasts";
        for (run, why) in runs.chain((!near.is_empty()).then_some((&near[..], why_near))) {
            reading.left_out.push(named(&run.iter().map(|row| rows[*row]).collect::<Vec<_>>(), why));
        }
        reading.unread.extend(why.map(|why| format!("bounce {}: {why}", number + 1)));
        reading.bounces.extend(bounce);
    }
    if lows.is_empty() {
        match found.windows(2).find(|pair| pair[0].1 > 0.0).map(|pair| seen.approach(pair[0].0, pair[1].0)) {
            Some(Ok(bounce)) => {
                reading.bounces.push(bounce);
                reading.unread.push(format!(
                    "no rebound: after its lowest picture the record never rises by {:.2e} m, {:.0} times its noise",
                    sure,
                    sure / seen.noise
                ));
            }
            Some(Err(why)) => reading.unread.push(why),
            None => reading.unread.push(format!(
                "no approach: the gap never falls by {sure:.2e} m, {:.0} times its noise",
                sure / seen.noise
            )),
        }
    }
    reading
}

/// Neighbours in groups, averaged, so that at most this many are left.
pub(crate) fn grouped(points: &[(f64, f64)], most: usize) -> Vec<(f64, f64)> {
    in_groups(points, points.len().div_ceil(most).max(1))
}

/// Neighbours in groups of this size, averaged.
fn in_groups(points: &[(f64, f64)], size: usize) -> Vec<(f64, f64)> {
    let mean = |of: &[(f64, f64)]| {
        let count = of.len() as f64;
        (of.iter().map(|p| p.0).sum::<f64>() / count, of.iter().map(|p| p.1).sum::<f64>() / count)
    };
    points.chunks(size).map(mean).collect()
}

/// Rows of a bounce: the highest before it, the lowest, the highest after it, and where the next one begins.
struct Turn {
    number: usize,
    begin: usize,
    lowest: usize,
    top: usize,
    next: usize,
}

/// The pictures that are read.
struct Seen<'p> {
    points: &'p [(f64, f64)],
    noise: f64,
    setting: Setting,
}

/// One time of contact, and the motions on both sides of it.
pub(crate) struct Contact {
    pub(crate) time: f64,
    /// The contact, if it lasts.
    pub(crate) lasts: Option<Lasts>,
    /// Both sides, for each correlation of the noise.
    pub(crate) sides: Vec<[Weighed; 2]>,
    /// Whether both sides are of one kind: one drag, whose share of the motion is not known, slows both.
    pub(crate) is_alike: bool,
    pub(crate) spans: [f64; 2],
    pub(crate) likelihood: f64,
    /// The logarithm of the likelihood times the time that this contact stands for.
    pub(crate) weight: f64,
}

#[derive(Clone)]
/// A motion that was drawn: its contact, and coefficients before and after it.
pub(crate) struct Motion {
    time: f64,
    /// The level at which a contact that lasts begins and ends \[m\].
    level: Option<f64>,
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
    fn contact_gap(&self) -> f64 {
        self.level.unwrap_or(self.sides[0][0])
    }
}

/// What evaluates motions: the places at which they are looked at, as shares of the span of a side, and what gap and speed there are made of.
struct Paths {
    places: Vec<f64>,
    bases: Vec<(Vector, Vector)>,
    /// The free fall that was taken off the gaps [m/s²].
    fall: f64,
    /// Acceleration of gravity towards the wall [m/s²].
    gravity: f64,
}

/// Where the speeds of approach are highest as surely as they can be told.
struct Fastest {
    /// The number of the place.
    place: usize,
    /// The highest mean of the speeds at all places.
    highest: f64,
}

/// What one motion says of a bounce, in the units of [`MeasuredBounce`].
struct Values {
    speed_in: f64,
    speed_out: f64,
    restitution: f64,
    contact_time: f64,
    meets: f64,
    contact_gap: f64,
    apex_gap: f64,
    apex_time: f64,
    bend: f64,
    gains: f64,
}

impl Paths {
    /// Of motions under this gravity, whose gaps are without this free fall.
    fn new(gravity: f64, fall: f64) -> Self {
        let places: Vec<f64> = (0..PLACES).map(|k| (k as f64 / (PLACES - 1) as f64).powi(2)).collect();
        let bases = places.iter().map(|place| basis(*place, 1.0)).collect();
        Self { places, bases, fall, gravity }
    }

    /// The gap of a side at a time from contact, made of this base.
    fn gap_by(&self, (coefficients, span): Side, base: &Vector, u: f64) -> f64 {
        coefficients[0] + span * (1..SIZE).map(|k| base[k] * coefficients[k]).sum::<f64>() - 0.5 * self.fall * u * u
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
    fn speeds(&self, side: Side) -> Vec<f64> {
        let of = |(place, base): (&f64, &(Vector, Vector))| self.speed_by(side, &base.1, place * side.1);
        self.places.iter().zip(&self.bases).map(of).collect()
    }

    /// When a side passes the level of a contact that lasts, from contact on.
    fn passes(&self, side: Side, level: Option<f64>) -> f64 {
        let Some(level) = level else { return 0.0 };
        let gaps: Vec<f64> = (0..PLACES).map(|place| self.gap_at(side, place)).collect();
        let Some(k) = gaps.iter().position(|gap| *gap > level).filter(|k| *k > 0) else { return 0.0 };
        let share = (level - gaps[k - 1]) / (gaps[k] - gaps[k - 1]);
        side.1 * (self.places[k - 1] + share * (self.places[k] - self.places[k - 1]))
    }

    /// Speeds of the approach at all places, lower than any number within a contact that lasts.
    fn speeds_before(&self, motion: &Motion) -> Vec<f64> {
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

    /// The acceleration towards the wall from the beginning of an approach with these speeds to the place of the highest, or a good way towards it.
    fn gains(&self, side: Side, speeds: &[f64], place: usize) -> f64 {
        let far = (1.0, speeds[PLACES - 1]);
        let near = match self.places[place] < 0.7 {
            true => (self.places[place], speeds[place]),
            false => (0.7, self.speed(side, 0.7 * side.1)),
        };
        (near.1 - far.1) / ((far.0 - near.0) * side.1)
    }

    /// The highest of these speeds of an approach from this place on to the contact, if it gains no more than before, and than by gravity: drag grows with the speed.
    fn highest(&self, side: Side, speeds: &[f64], place: usize) -> f64 {
        let gains = self.gains(side, speeds, place).clamp(0.0, self.gravity.max(0.0));
        let gained = |k: usize| gains * side.1 * (self.places[place] - self.places[k]);
        (0..=place).map(|k| speeds[k].min(speeds[place] + gained(k))).fold(f64::NEG_INFINITY, f64::max)
    }

    /// What a motion with these speeds of approach says of the bounce, with an apex or without, its speed after contact by this length where it is known.
    fn values(
        &self,
        motion: &Motion,
        speeds: &[f64],
        fastest: &Fastest,
        has_apex: bool,
        reading: Option<f64>,
    ) -> Values {
        let (before, after) = (motion.before(), motion.after());
        let (from, parts) = (self.passes(before, motion.level), self.passes(after, motion.level));
        let speed_in = self.highest(before, speeds, fastest.place);
        let contact_time = motion.time - from;
        let contact_gap = motion.contact_gap();
        let top = if has_apex { self.apex(after) } else { None };
        let delay = reading.map_or(0.0, |reading| DELAY * reading / speed_in.max(f64::MIN_POSITIVE));
        let rise = top.map_or(f64::INFINITY, |top| top - parts);
        let u = parts + delay.min(rise);
        let speed_out = if delay < rise { self.speed(after, u.min(after.1)) } else { 0.0 };
        let of_apex = |of: &dyn Fn(f64) -> f64| top.map_or(f64::NAN, of);
        Values {
            speed_in,
            speed_out,
            restitution: speed_out / speed_in,
            contact_time,
            meets: motion.time,
            contact_gap,
            apex_gap: of_apex(&|top| self.gap(after, top) - contact_gap),
            apex_time: of_apex(&|top| motion.time + top - contact_time),
            bend: of_apex(&|top| self.bend(after, top)),
            gains: self.gains(before, speeds, fastest.place),
        }
    }

    /// The height above contact at which this motion with these speeds of approach has half of the highest speed, 0 if it is faster down to the contact; of a contact that
    /// lasts its depth at least.
    fn slows_at(&self, fastest: &Fastest, motion: &Motion, speeds: &[f64]) -> f64 {
        let begins = speeds.iter().position(|one| one.is_finite()).unwrap_or(0);
        let first = speeds.iter().position(|one| *one > 0.5 * fastest.highest);
        let above = |k: usize| self.gap_at(motion.before(), k) - motion.contact_gap();
        first.filter(|k| *k > begins).map_or(0.0, above).max(motion.level.unwrap_or(0.0))
    }
}

impl Fastest {
    /// Of the speeds of all motions at all places, the place where their mean less their standard deviation is highest; `None` where no place has a mean.
    fn of(speeds: &[Vec<f64>]) -> Option<Self> {
        let count = speeds.len() as f64;
        let mean: Vec<f64> = (0..PLACES).map(|k| speeds.iter().map(|one| one[k]).sum::<f64>() / count).collect();
        let deviation = |k: usize| (speeds.iter().map(|one| (one[k] - mean[k]).powi(2)).sum::<f64>() / count).sqrt();
        let judged = |k: &usize| mean[*k] - deviation(*k);
        let place = (0..PLACES).filter(|k| mean[*k].is_finite()).max_by(|a, b| judged(a).total_cmp(&judged(b)))?;
        let highest = mean.iter().copied().filter(|one| one.is_finite()).fold(0.0, f64::max);
        Some(Self { place, highest })
    }
}

impl Seen<'_> {
    /// The free fall that is taken off the gap at a time `u` from contact \[m\].
    fn fall(&self) -> f64 {
        if self.setting.medium == Some(Medium::Gas) { self.setting.gravity } else { 0.0 }
    }

    /// The scale of changes of the speed [m/s]: in a liquid drag, history and film may take all of it, in a gas drag takes a share of what weight gives.
    fn bend(&self, speed: f64, span: f64) -> f64 {
        if self.fall() == 0.0 { speed } else { speed.min(DRAG * self.fall() * span) }
    }

    /// A bounce, rows that were left out next to its contact, and why something was not read.
    fn bounce(
        &self,
        turn: &Turn,
        level: Option<(f64, f64)>,
    ) -> (Option<MeasuredBounce>, [Vec<usize>; 2], Option<String>) {
        let Turn { lowest, top, next, .. } = *turn;
        let points = self.points;
        let reach = self
            .setting
            .lengths
            .filter(|_| self.fall() == 0.0)
            .map_or(f64::INFINITY, |lengths| REACH.0 * lengths.diameter);
        let zero = points[lowest].1;
        let far = points[turn.begin..lowest].iter().rposition(|point| point.1 > zero + reach);
        let begin =
            far.map_or(turn.begin, |row| turn.begin + row + 1).min(lowest.saturating_sub(REACH.1)).max(turn.begin);
        let rises = points[top].0 - points[lowest].0;
        let end = points
            .partition_point(|point| point.0 <= points[top].0 + AFTER_APEX.0 * rises)
            .max(lowest + 1 + SIZE)
            .clamp(top + 1, next.max(top + 1));
        let none = [Vec::new(), Vec::new()];
        let speed = (points[begin].1 - zero) / (points[lowest].0 - points[begin].0);
        if lowest < begin + FEWEST - 1 || end < lowest + FEWEST || speed <= 0.0 {
            let why = format!(
                "an approach in {} pictures and a flight in {} are too few, {FEWEST} are needed of each: more pictures a second",
                lowest - begin + 1,
                end - lowest
            );
            let alone =
                self.approach(turn.begin, lowest).ok().map(|bounce| MeasuredBounce { number: turn.number, ..bounce });
            return (alone.or_else(|| self.apex_alone(turn, end, level)), none, Some(why));
        }
        let off = self.off_their_side(begin, lowest, end, speed);
        let kept =
            |rows: Range<usize>| rows.filter(|row| !off.contains(row)).map(|row| points[row]).collect::<Vec<_>>();
        let group = (end - begin).div_ceil(MOST.1);
        let [before, after] = [kept(begin..lowest), kept(lowest + 1..end)].map(|side| in_groups(&side, group));
        let (contacts, zone) = self.about([&before, &after], points[lowest], speed, level);
        let near = match zone {
            Some(pictures) => self.rows_within(begin..end, lowest, &off, pictures.map(|count| group * count)),
            None => lowest..lowest,
        };
        let alone: Vec<usize> = off.iter().copied().filter(|row| !near.contains(row)).collect();
        let out = [alone, near.clone().collect()];
        if contacts.is_empty() {
            return (
                self.apex_alone(turn, end, level),
                out,
                Some("no time of contact leaves three pictures on either side: more pictures a second".into()),
            );
        }
        let motions = self.motions(&contacts, zero, (before.len() + after.len()) as u64);
        let (mut bounce, why) = self.quantities(&motions, turn, end);
        bounce.number = turn.number;
        bounce.pictures = (begin..=lowest).filter(|row| !near.contains(row) && !off.contains(row)).count();
        bounce.from_m = points[turn.begin].1 - zero;
        let moved = |value: MeasuredValue| MeasuredValue { value: value.value + zero, ..value };
        bounce.contact_gap_m = bounce.contact_gap_m.map(moved);
        let is_bounce = bounce.speed_in_m_s.is_some();
        (if is_bounce { Some(bounce) } else { self.apex_alone(turn, end, level) }, out, why)
    }

    /// Times of contact that are likely between these sides, with all zones of spoilt pictures, and how many of each side are in the likeliest zone, if there is one.
    fn about(
        &self,
        [before, after]: [&[(f64, f64)]; 2],
        lowest: (f64, f64),
        speed: f64,
        rest: Option<(f64, f64)>,
    ) -> (Vec<Contact>, Option<[usize; 2]>) {
        let flown =
            [before.iter().rev().copied().collect(), after.to_vec()].map(|side: Vec<_>| self.side(&side, lowest));
        let zones = About {
            sides: [before, after],
            lowest,
            bends: [0, 1].map(|side: usize| self.bend(speed, flown[side].1)),
            flown,
            speed,
            noise: self.noise,
            diameter: self.setting.lengths.map(|lengths| lengths.diameter),
            level: rest.map(|rest| rest.0).or(self.setting.has_zero.then_some(0.0)),
        }
        .zones();
        let (mut all, mut likeliest) = (Vec::new(), (f64::NEG_INFINITY, None));
        for zone in zones {
            let sides = [&before[..before.len() - zone.pictures[0]], &after[zone.pictures[1]..]];
            let between = (!zone.is_spoilt).then_some(lowest);
            let pictures = sides[0].iter().chain(&between).chain(sides[1]).map(|(t, h)| (*t, h - lowest.1));
            // A contact that lasts begins at the level at rest, and its sides, gone on, meet below it.
            let meets = rest.filter(|_| zone.lasts.is_none()).map(|(level, error)| (level - lowest.1, error));
            let found = self.contacts(&pictures.collect::<Vec<_>>(), sides[0].len(), zone.is_spoilt, speed, meets);
            let mut found: Vec<Contact> = found.unwrap_or_default();
            let whole = log_sum(found.iter().map(|contact| contact.weight));
            found.iter_mut().for_each(|contact| {
                (contact.lasts, contact.weight) = (zone.lasts, contact.weight - whole + zone.weight);
            });
            if zone.weight > likeliest.0 && !found.is_empty() {
                likeliest = (zone.weight, zone.is_spoilt.then_some(zone.pictures));
            }
            all.extend(found);
        }
        (all, likeliest.1)
    }

    /// The pictures of one side, from the contact on, as they are weighed from this place: times from it, gaps without the free fall; and the span.
    fn side(&self, side: &[(f64, f64)], (time, zero): (f64, f64)) -> (Vec<(f64, f64)>, f64) {
        let row = |point: &(f64, f64)| {
            let u = (point.0 - time).abs();
            (u, point.1 - zero + 0.5 * self.fall() * u * u)
        };
        let rows: Vec<(f64, f64)> = side.iter().map(row).collect();
        let span = rows.iter().map(|row| row.0).fold(0.0, f64::max);
        (rows, span)
    }

    /// Rows that are off the likeliest motion of their side by more than six times what others are.
    fn off_their_side(&self, begin: usize, lowest: usize, end: usize, speed: f64) -> Vec<usize> {
        let mut found = Vec::new();
        let noises = noises(self.noise);
        let least = FLOOR * self.setting.lengths.map_or(0.0, |lengths| lengths.diameter);
        for mut rows in [(begin..lowest).collect::<Vec<usize>>(), (lowest + 1..end).collect()] {
            let most = rows.len() / OUT;
            if rows.len() > MOST.1 {
                continue;
            }
            for _ in 0..most {
                let pictures: Vec<(f64, f64)> = rows.iter().map(|row| self.points[*row]).collect();
                let (side, span) = self.side(&pictures, self.points[lowest]);
                let weighed =
                    Weighed::new(&Sums::of(side.iter().copied(), span), speed, self.bend(speed, span), span, &noises);
                let motion = weighed.likeliest(&noises);
                let sizes: Vec<f64> =
                    side.iter().map(|(u, gap)| (gap - basis(*u, span).0.dot(&motion)).abs()).collect();
                let scatter = (quantile(&mut sizes.clone(), 0.5) / MEDIAN).max(self.noise).max(least);
                let Some(worst) = (0..sizes.len())
                    .max_by(|a, b| sizes[*a].total_cmp(&sizes[*b]))
                    .filter(|at| sizes[*at] > OFF * scatter)
                else {
                    break;
                };
                found.push(rows.remove(worst));
            }
        }
        found.sort_unstable();
        found
    }

    /// The rows about the lowest one that hold this many pictures before it and after it, but for those that are off, and what is off beside them.
    fn rows_within(&self, rows: Range<usize>, lowest: usize, off: &[usize], pictures: [usize; 2]) -> Range<usize> {
        let is_off = |row: &usize| off.contains(row);
        let last = |mut side: Vec<usize>, count: usize| {
            let kept = side.iter().enumerate().filter(|(_, row)| !is_off(row)).map(|(at, _)| at).nth(count);
            side.truncate(kept.unwrap_or(side.len()));
            side.last().copied().unwrap_or(lowest)
        };
        let from = last((rows.start..lowest).rev().collect(), pictures[0]);
        let to = last((lowest + 1..rows.end).collect(), pictures[1]);
        from..to + 1
    }

    /// Times of contact that are likely, in order, with the motions of each.
    fn contacts(
        &self,
        pictures: &[(f64, f64)],
        before: usize,
        is_between: bool,
        speed: f64,
        level: Option<(f64, f64)>,
    ) -> Option<Vec<Contact>> {
        let at = |row: usize| pictures[row.min(pictures.len() - 1)].0;
        let (first, last) = (at(FEWEST - 1), at(pictures.len().checked_sub(FEWEST)?));
        // The lowest picture may be of either side; where those next to the contact are left out, it is between the others.
        let about =
            if is_between { [before.saturating_sub(1), before] } else { [before.saturating_sub(2), before + 2] };
        let range = [at(about[0]).max(first), at(about[1]).min(last)];
        if range[1] <= range[0] {
            return None;
        }
        let spread = |low: f64, high: f64, count: usize| {
            (0..count).map(move |k| low + (high - low) * k as f64 / (count - 1) as f64)
        };
        let mut found: Vec<Contact> = Vec::new();
        let (mut times, mut step) =
            (spread(range[0], range[1], TIMES.0).collect::<Vec<f64>>(), (range[1] - range[0]) / (TIMES.0 - 1) as f64);
        for _ in 0..TIMES.2 {
            times.retain(|time| found.iter().all(|contact| contact.time != *time));
            found.extend(times.iter().filter_map(|time| self.contact(pictures, *time, speed, level)));
            found.sort_by(|a, b| a.time.total_cmp(&b.time));
            let most = found.iter().map(|contact| contact.likelihood).fold(f64::NEG_INFINITY, f64::max);
            let near: Vec<f64> =
                found.iter().filter(|one| one.likelihood > most - LIKELY.0).map(|one| one.time).collect();
            let (low, high) = ((near.first()? - step).max(range[0]), (near.last()? + step).min(range[1]));
            if near.len() >= 9 && times.len() < TIMES.0 {
                break;
            }
            step = (high - low) / (TIMES.1 - 1) as f64;
            times = spread(low, high, TIMES.1).collect();
        }
        let most = found.iter().map(|contact| contact.likelihood).fold(f64::NEG_INFINITY, f64::max);
        let times: Vec<f64> = found.iter().map(|contact| contact.time).collect();
        for (at, contact) in found.iter_mut().enumerate() {
            let width = times[(at + 1).min(times.len() - 1)] - times[at.saturating_sub(1)];
            contact.weight = contact.likelihood + if width > 0.0 { width } else { range[1] - range[0] }.ln();
        }
        found.retain(|contact| contact.likelihood > most - LIKELY.1);
        (!found.is_empty() && most.is_finite()).then_some(found)
    }

    /// The motions with their contact at `time`; `None` where fewer than three pictures are on one side.
    fn contact(&self, pictures: &[(f64, f64)], time: f64, speed: f64, level: Option<(f64, f64)>) -> Option<Contact> {
        let middle = pictures.partition_point(|point| point.0 < time);
        let (before, after) = pictures.split_at(middle);
        if before.len() < FEWEST || after.len() < FEWEST {
            return None;
        }
        let noises = noises(self.noise);
        let spans = [time - before[0].0, after[after.len() - 1].0 - time];
        let fall = self.fall();
        let [mut of_before, of_after] = [(before, spans[0]), (after, spans[1])].map(|(side, span)| {
            let flown = |(t, h): &(f64, f64)| ((t - time).abs(), h + 0.5 * fall * (t - time).powi(2));
            Sums::correlated(&side.iter().map(flown).collect::<Vec<_>>(), |u| basis(u, span).0)
        });
        if let Some((level, error)) = level {
            let at_contact = basis(0.0, spans[0]).0;
            of_before.iter_mut().for_each(|sums| sums.add(&at_contact, level, (self.noise / error).powi(2)));
        }
        let weighed = |sums: &Sums, span| Weighed::new(sums, speed, self.bend(speed, span), span, &noises);
        let pair = |(a, b): (&Sums, &Sums)| [weighed(a, spans[0]), weighed(b, spans[1])];
        let sides: Vec<[Weighed; 2]> = of_before.iter().zip(&of_after).map(pair).collect();
        let likelihood = log_sum(joint(&sides, false).iter().copied());
        Some(Contact { time, lasts: None, sides, is_alike: false, spans, likelihood, weight: likelihood })
    }

    /// Motions drawn from all that are likely; their gaps are above this one of the record.
    fn motions(&self, contacts: &[Contact], zero: f64, seed: u64) -> Vec<Motion> {
        let mut random = Random(seed);
        let Some(size) = self.setting.lengths.map(|lengths| lengths.diameter).filter(|_| self.setting.has_zero) else {
            return drawn(contacts, self.noise, DRAWS, &mut random);
        };
        let drawn = drawn(contacts, self.noise, AGAIN * DRAWS, &mut random);
        // Those that are drawn again by what their gap at contact says of the zero, which is not known better than a tenth of the noise: so well a hundred pictures show it.
        // Half and twice of that change medians of errors by less than their scatter.
        let weight = |motion: &Motion| of_zero(motion.contact_gap() + zero, noises(self.noise)[0], size);
        let sums: Vec<f64> = drawn
            .iter()
            .scan(0.0, |sum, motion| {
                *sum += weight(motion);
                Some(*sum)
            })
            .collect();
        let whole = sums[sums.len() - 1];
        let first = random.share();
        let place = |k: usize| sums.partition_point(|sum| *sum < whole * (k as f64 + first) / DRAWS as f64);
        (0..DRAWS).map(|k| drawn[place(k).min(drawn.len() - 1)].clone()).collect()
    }

    /// What these motions say of a bounce, and why something is not read. Of a contact that lasts, its level above the lowest picture.
    fn quantities(&self, motions: &[Motion], turn: &Turn, end: usize) -> (MeasuredBounce, Option<String>) {
        let paths = Paths::new(self.setting.gravity, self.fall());
        let speeds: Vec<Vec<f64>> = motions.iter().map(|motion| paths.speeds_before(motion)).collect();
        let Some(fastest) = Fastest::of(&speeds) else {
            return (MeasuredBounce::default(), Some("the approach never passes the level of the contact".into()));
        };
        let reading = self.setting.lengths.map(|lengths| lengths.reading);
        let has_apex = self.has_apex(turn, end);
        let value_of =
            |(motion, speeds): (&Motion, &Vec<f64>)| paths.values(motion, speeds, &fastest, has_apex, reading);
        let all: Vec<Values> = motions.iter().zip(&speeds).map(value_of).collect();
        let mut bounce = self.with_floors(&all, motions[0].spans[0]);
        bounce.slows_at_m = paths.slows_at(&fastest, &motions[motions.len() / 2], &speeds[motions.len() / 2]);
        if let Some(why) = why_vague(bounce.speed_in_m_s) {
            return (MeasuredBounce::default(), Some(why));
        }
        let mut why = None;
        if bounce.speed_out_m_s.is_none_or(|speed| speed.value <= speed.sigma) {
            why = bounce.speed_out_m_s.map(why_no_rebound);
            (bounce.speed_out_m_s, bounce.restitution) = (None, None);
        }
        if bounce.apex_gap_m.is_none() || bounce.apex_time_s.is_none() {
            let above = |of: MeasuredValue, contact: Option<MeasuredValue>, zero: f64| {
                contact.map(|contact| MeasuredValue {
                    value: of.value - zero - contact.value,
                    sigma: of.sigma.hypot(contact.sigma),
                    common: 0.0,
                })
            };
            match self.summit(turn, end).filter(|_| has_apex) {
                Some([gap, time]) => {
                    bounce.apex_gap_m = above(gap, bounce.contact_gap_m, self.points[turn.lowest].1);
                    bounce.apex_time_s = above(time, bounce.contact_time_s, 0.0);
                }
                None => why = why.or(Some(self.why_no_apex(turn, end))),
            }
        }
        (bounce, why)
    }

    /// Whether the pictures of a flight show enough of it, before and after its highest one, to read an apex.
    fn has_apex(&self, turn: &Turn, end: usize) -> bool {
        let points = self.points;
        end > turn.top + 1
            && turn.top > turn.lowest + 1
            && points[end - 1].0 - points[turn.top].0 > AFTER_APEX.1 * (points[turn.top].0 - points[turn.lowest].0)
    }

    /// The bounce whose values are the medians of these, no more certain than the [`FLOORS`] allow.
    fn with_floors(&self, all: &[Values], span: f64) -> MeasuredBounce {
        let median = |of: fn(&Values) -> f64| valued(all.iter().map(of).collect());
        let speed_in = median(|one| one.speed_in);
        let speed = speed_in.map_or(0.0, |speed| speed.value);
        let size = self.setting.lengths.map_or(speed * span * 0.1, |lengths| lengths.diameter);
        let in_part = |value: Option<MeasuredValue>| value.map(|value| value.with(FLOORS[0] * value.value.abs()));
        let of_length = |value: Option<MeasuredValue>, length: f64| value.map(|value| value.with(length));
        let (length, time) = (FLOORS[1] * size, FLOORS[2] * size / speed);
        MeasuredBounce {
            speed_in_m_s: in_part(speed_in),
            speed_out_m_s: in_part(median(|one| one.speed_out)),
            restitution: in_part(median(|one| one.restitution)),
            contact_time_s: of_length(median(|one| one.contact_time), time),
            contact_gap_m: of_length(median(|one| one.contact_gap), length),
            apex_gap_m: of_length(median(|one| one.apex_gap), length),
            apex_time_s: of_length(median(|one| one.apex_time), time),
            meets_s: of_length(median(|one| one.meets), time),
            bend_m_s2: median(|one| one.bend),
            gains_m_s2: median(|one| one.gains),
            ..MeasuredBounce::default()
        }
    }

    /// Why the apex of a flight is not read.
    fn why_no_apex(&self, turn: &Turn, end: usize) -> String {
        let points = self.points;
        let shown = (points[end - 1].0 - points[turn.top].0)
            / (points[turn.top].0 - points[turn.lowest].0).max(f64::MIN_POSITIVE);
        format!(
            "no apex: the record goes on for {:.0} % of the rise beyond its highest picture, {:.0} % are needed",
            100.0 * shown.max(0.0),
            100.0 * AFTER_APEX.1
        )
    }

    /// Gap and time of the apex by the flight alone: a parabola through its upper half in time.
    fn summit(&self, turn: &Turn, end: usize) -> Option<[MeasuredValue; 2]> {
        let points = self.points;
        let scale = 0.5 * (points[turn.top].0 - points[turn.lowest].0);
        let upper: Vec<(f64, f64)> = points[turn.lowest + 1..end]
            .iter()
            .filter(|point| (point.0 - points[turn.top].0).abs() <= scale.max(f64::MIN_POSITIVE))
            .copied()
            .collect();
        if upper.len() <= FEWEST || upper.last()?.0 <= points[turn.top].0 {
            return None;
        }
        let design = nalgebra::DMatrix::from_fn(upper.len(), 3, |row, k| {
            ((upper[row].0 - points[turn.top].0) / scale).powi(k as i32)
        });
        let gaps = nalgebra::DVector::from_iterator(upper.len(), upper.iter().map(|point| point.1));
        let inverse = design.tr_mul(&design).try_inverse()?;
        let found = &inverse * design.tr_mul(&gaps);
        let place = -0.5 * found[1] / found[2];
        let residual = (&gaps - &design * &found).norm_squared() / (upper.len() - 3) as f64;
        let noise = residual.sqrt().max(self.noise);
        let error = |slopes: nalgebra::Vector3<f64>| noise * (slopes.transpose() * &inverse * slopes)[0].sqrt();
        let of_place = nalgebra::Vector3::new(0.0, 1.0, 2.0 * place) / (2.0 * found[2]);
        let valued = |value, sigma| MeasuredValue { value, sigma, common: 0.0 };
        let gap = found[0] + place * found[1] + place * place * found[2];
        let all = [
            valued(gap, error(nalgebra::Vector3::new(1.0, place, place * place))),
            valued(points[turn.top].0 + scale * place, scale * error(of_place)),
        ];
        (found[2] < 0.0 && place.abs() < 1.0 && all.iter().all(MeasuredValue::is_finite)).then_some(all)
    }

    /// The apex by the flight alone, of a bounce whose contact is not read: above the level at rest, or the zero of the record.
    fn apex_alone(&self, turn: &Turn, end: usize, level: Option<(f64, f64)>) -> Option<MeasuredBounce> {
        let [gap, _] = self.summit(turn, end)?;
        let (level, error) = level.unwrap_or((0.0, 0.0));
        let apex = MeasuredValue { value: gap.value - level, sigma: gap.sigma.hypot(error), common: 0.0 };
        Some(MeasuredBounce { number: turn.number, apex_gap_m: Some(apex), ..MeasuredBounce::default() })
    }

    /// The speed of an approach without a rebound, from its highest row to the lowest: read above a tenth of a diameter, where a rebound that is not seen may begin.
    fn approach(&self, top: usize, lowest: usize) -> Result<MeasuredBounce, String> {
        let points = self.points;
        let zero = points[lowest].1;
        let diameter = self.setting.lengths.map_or(0.1 * (points[top].1 - zero), |lengths| lengths.diameter);
        let above = zero + DELAY * diameter + chance(points.len()) * self.noise;
        let last = (top..lowest).find(|row| points[*row].1 < above).unwrap_or(lowest);
        let reach = if self.fall() == 0.0 { REACH.0 * diameter } else { f64::INFINITY };
        let first = (top..last)
            .find(|row| points[*row].1 < zero + reach)
            .unwrap_or(last)
            .min(last.saturating_sub(REACH.1))
            .max(top);
        let few = |seen: usize| {
            format!("an approach in {seen} pictures is too few, {} are needed: more pictures a second", FEWEST + 1)
        };
        if last < first + FEWEST {
            return Err(few(last - first + 1));
        }
        let side = grouped(&points[first..=last], MOST.1);
        let (time, end) = (points[last].0, points[first].0);
        let (span, fall) = (time - end, self.fall());
        let speed = (points[first].1 - points[last].1) / span;
        let flown = |(t, h): &(f64, f64)| (time - t, h - zero + 0.5 * fall * (time - t).powi(2));
        let noises = noises(self.noise);
        let weighed =
            Weighed::new(&Sums::of(side.iter().map(flown), span), speed, self.bend(speed, span), span, &noises);
        let all = weighed.likelihood();
        let cells: Vec<f64> = weighed.likelihoods.iter().flatten().map(|one| (one - all).exp()).collect();
        let paths = Paths::new(self.setting.gravity, fall);
        let mut random = Random(side.len() as u64);
        let drawn = |_| {
            let cell = random.pick(&cells);
            let (kind, noise) = (cell / NOISES, noises[cell % NOISES]);
            let motion = weighed.mean(kind, noise).0 + weighed.drawn(kind, noise, &normals(&mut random));
            paths.speeds((&motion, span))
        };
        let motions: Vec<Vec<f64>> = (0..DRAWS).map(drawn).collect();
        let mean = |k: usize| motions.iter().map(|one| one[k]).sum::<f64>() / DRAWS as f64;
        let place = (0..PLACES).max_by(|a, b| mean(*a).total_cmp(&mean(*b))).unwrap_or(0);
        let found = valued(motions.iter().map(|one| one[place]).collect()).ok_or_else(|| few(side.len()))?;
        let found = found.with(FLOORS[0] * found.value);
        if found.sigma > VAGUE * found.value {
            return Err(format!(
                "a speed of approach of {:.3} ± {:.3} m/s is too uncertain, 30 % are allowed",
                found.value, found.sigma
            ));
        }
        Ok(MeasuredBounce {
            number: 1,
            pictures: side.len(),
            from_m: points[top].1 - zero,
            speed_in_m_s: Some(found),
            ..MeasuredBounce::default()
        })
    }
}

/// How likely a zero is that is off by so much: normal, with deviations that stand evenly in the logarithm, eight a decade, between these.
fn of_zero(off: f64, least: f64, most: f64) -> f64 {
    let count = (8.0 * (most / least).log10()).ceil().max(1.0);
    let one = |k: f64| {
        let deviation = least * (most / least).max(1.0).powf(k / count);
        (-0.5 * (off / deviation).powi(2)).exp() / deviation
    };
    (0..=count as usize).map(|k| one(k as f64)).sum()
}

/// So many motions drawn from all that are likely about this noise, whatever the zero of the record is.
pub(crate) fn drawn(contacts: &[Contact], noise: f64, count: usize, random: &mut Random) -> Vec<Motion> {
    let noises = noises(noise);
    let most = contacts.iter().map(|contact| contact.weight).fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = contacts.iter().map(|contact| (contact.weight - most).exp()).collect();
    let total: f64 = weights.iter().sum();
    let weights: Vec<f64> = weights.iter().map(|weight| weight / total).collect();
    let mut drawn: Vec<usize> = (0..count / 2).map(|_| random.pick(&weights)).collect();
    drawn.sort_unstable();
    let mut found = Vec::new();
    for of_contact in drawn.chunk_by(|a, b| a == b) {
        let contact = &contacts[of_contact[0]];
        let all = joint(&contact.sides, contact.is_alike);
        let cells: Vec<f64> = all.iter().map(|one| (one - contact.likelihood).exp()).collect();
        let mut sums: Vec<f64> = cells
            .iter()
            .scan(0.0, |sum, cell| {
                *sum += cell;
                Some(*sum)
            })
            .collect();
        let whole = sums.last().copied().unwrap_or(1.0);
        sums.iter_mut().for_each(|sum| *sum /= whole);
        for _ in of_contact {
            let share = random.share();
            let cell = sums.partition_point(|sum| *sum < share).min(sums.len() - 1);
            let kinds = [cell / NOISES / KINDS % KINDS, cell / NOISES % KINDS];
            let (of_both, noise) = (&contact.sides[cell / NOISES / KINDS / KINDS], noises[cell % NOISES]);
            let numbers = [normals(random), normals(random)];
            for sign in [-1.0, 1.0] {
                let mut sides = [Vector::zeros(); 2];
                let mut covariances = [Vector::zeros(); 2];
                for side in 0..2 {
                    let weighed = &of_both[side];
                    let (mean, with_gap) = weighed.mean(kinds[side], noise);
                    sides[side] = mean + weighed.drawn(kinds[side], noise, &numbers[side]) * sign;
                    covariances[side] = with_gap;
                }
                // One gap at the contact.
                let apart = (sides[0][0] - sides[1][0]) / (covariances[0][0] + covariances[1][0]);
                sides[0] -= covariances[0] * apart;
                sides[1] += covariances[1] * apart;
                // In a contact that lasts, the lowest picture is above the gap at which both sides, gone on, meet.
                let lasts = contact.lasts.filter(|lasts| sides[0][0] < 0.0 && random.share() < lasts.share);
                let level = lasts.map(|Lasts { levels: [low, high], .. }| low + (high - low) * random.share());
                found.push(Motion { time: contact.time, level, spans: contact.spans, sides });
            }
        }
    }
    found
}

/// Logarithms of the likelihoods of two sides that meet in one gap, by the correlation, the kinds of both, which may have to be alike, and the noise.
pub(crate) fn joint(sides: &[[Weighed; 2]], is_alike: bool) -> Vec<f64> {
    let mut all = Vec::with_capacity(sides.len() * KINDS * KINDS * NOISES);
    for [before, after] in sides {
        for (kind, (likely, gaps)) in before.likelihoods.iter().zip(&before.contact).enumerate() {
            for (kind_after, (likely_after, gaps_after)) in after.likelihoods.iter().zip(&after.contact).enumerate() {
                if is_alike && kind_after != kind {
                    all.extend([f64::NEG_INFINITY; NOISES]);
                    continue;
                }
                for noise in 0..NOISES {
                    let ((mean, variance), (mean_after, variance_after)) = (gaps[noise], gaps_after[noise]);
                    let both = variance + variance_after;
                    let apart = (mean - mean_after).powi(2) / both;
                    all.push(likely[noise] + likely_after[noise] - 0.5 * (both.ln() + apart));
                }
            }
        }
    }
    all
}

/// Why a speed of approach is not read, if it is too vague.
fn why_vague(speed: Option<MeasuredValue>) -> Option<String> {
    let Some(speed) = speed else { return Some("no speed of approach".into()) };
    (speed.sigma > VAGUE * speed.value).then(|| {
        format!(
            "a speed of approach of {:.3} ± {:.3} m/s is too uncertain, 30 % are allowed: take more pictures of the approach",
            speed.value, speed.sigma
        )
    })
}

/// Why a speed after contact is not read that is below its error.
fn why_no_rebound(speed: MeasuredValue) -> String {
    format!(
        "a speed after contact of {:.3} ± {:.3} m/s is none, it must be above its error: more pictures after the contact",
        speed.value, speed.sigma
    )
}

/// The median, and half of what 68 % of the values span; `None` where one in ten is no number.
pub(crate) fn valued(all: Vec<f64>) -> Option<MeasuredValue> {
    let count = all.len();
    let mut finite: Vec<f64> = all.into_iter().filter(|one| one.is_finite()).collect();
    if 10 * finite.len() < 9 * count || finite.is_empty() {
        return None;
    }
    let mut at = |share: f64| quantile(&mut finite, share);
    let (value, [low, high]) = (at(0.5), [0.159, 0.841].map(&mut at));
    Some(MeasuredValue { value, sigma: 0.5 * (high - low), common: 0.0 })
}
