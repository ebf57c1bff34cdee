//! What a record says by itself, without a model: speeds before and after contact, restitution, apexes and contact times.
//!
//! The record is cut at its turning points. The approach and the flight after a contact are [smooth curves](super::smooth); where
//! they meet is the contact. Speeds follow the program's [definition](super::restitution): `V_in` is the highest speed of the
//! approach, `V_out` the speed [`APPARENT_DELAY`]` D/V_in` after contact, or half-way in time to the apex where that is earlier.
//! Apexes are tops of curves through the upper part of a flight.
//!
//! Standard errors come from the residuals: blocks of them are put on the curves anew ([`REPLICAS`] times, Künsch 1989), and all is
//! read off again. The mean of the replicas less the value is the bias of reading it off, and is taken away.

use super::restitution::APPARENT_DELAY;
use super::smooth::{Smooth, Smoother};
use serde::{Deserialize, Serialize};

/// Replicas that standard errors are taken from.
const REPLICAS: usize = 200;
/// A turning point is told where the record comes back by so many times its noise, and by this share of its range.
const SURE: (f64, f64) = (6.0, 0.01);
/// Most points of a curve; more are averaged in groups.
const MOST: usize = 600;
/// Share of a flight's height above which its apex is read off.
const UPPER: f64 = 0.6;
/// How far before a contact its approach is read, in diameters.
const REACH: f64 = 2.5;

/// A measured value and its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// The value.
    pub value: f64,
    /// Its standard error; `None` if it is not known.
    pub sigma: Option<f64>,
}

/// A bounce as the record shows it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MeasuredBounce {
    /// Time of contact on the record's clock, s.
    pub contact_time_s: Value,
    /// Highest speed of the approach, m/s.
    pub speed_in_m_s: Value,
    /// Speed shortly after contact, m/s.
    pub speed_out_m_s: Value,
    /// Apparent restitution.
    pub restitution: Value,
    /// Highest gap of the rebound, m; `None` if the record does not show it.
    pub apex_gap_m: Option<Value>,
    /// Time of the highest gap after the contact, s.
    pub apex_time_s: Option<Value>,
}

/// A stretch of the record and the curve through it.
struct Arc {
    times: Vec<f64>,
    values: Vec<f64>,
    smoother: Smoother,
    smooth: Smooth,
}

impl Arc {
    fn through(points: &[(f64, f64)], lowest: usize) -> Option<Self> {
        let group = points.len().div_ceil(MOST);
        let mean = |chunk: &[(f64, f64)]| {
            let count = chunk.len() as f64;
            (
                chunk.iter().map(|point| point.0).sum::<f64>() / count,
                chunk.iter().map(|point| point.1).sum::<f64>() / count,
            )
        };
        let (times, values): (Vec<f64>, Vec<f64>) = points.chunks(group.max(1)).map(mean).unzip();
        let smoother = Smoother::at(&times, lowest)?;
        let smooth = smoother.through(&values);
        Some(Self { times, values, smoother, smooth })
    }

    fn at(&self, smooth: &Smooth, time: f64) -> (f64, f64) {
        self.smoother.of(smooth, time)
    }

    /// Residuals, made as large as those of points that took no part.
    fn residuals(&self) -> Vec<f64> {
        let fitted = self.smoother.values(&self.smooth);
        let count = self.times.len();
        let free = count.saturating_sub(self.smooth.parameters()).max(1);
        let scale = (count as f64 / free as f64).sqrt();
        fitted.iter().zip(&self.values).map(|(fitted, value)| scale * (value - fitted)).collect()
    }

    /// The curve through its values with residuals put on anew, in blocks.
    fn replica(&self, residuals: &[f64], fitted: &[f64], random: &mut Random) -> Smooth {
        let count = fitted.len();
        let block = (count as f64).cbrt().ceil() as usize;
        let mut values = Vec::with_capacity(count);
        while values.len() < count {
            let (start, sign) = (random.below(count), if random.below(2) == 0 { 1.0 } else { -1.0 });
            for k in 0..block.min(count - values.len()) {
                values.push(fitted[values.len()] + sign * residuals[(start + k) % count]);
            }
        }
        self.smoother.through(&values)
    }
}

/// Numbers that are the same on every machine (Steele, Lea & Flood 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as usize % bound
    }
}

/// The bounces of one drop: times \[s\] and gaps \[m\], of a sphere with this diameter \[m\], if it is known; without it `V_out` is
/// the speed at contact.
pub fn bounces(points: &[(f64, f64)], diameter: Option<f64>) -> Vec<MeasuredBounce> {
    let turns = turning_points(points);
    let mut found = Vec::new();
    for (number, turn) in turns.iter().enumerate().filter(|(_, turn)| !turn.is_top) {
        let start = number.checked_sub(1).map_or(0, |before| turns[before].row);
        let end = turns[number + 1..].iter().find(|next| !next.is_top).map_or(points.len(), |next| next.row);
        let has_top = turns.get(number + 1).is_some_and(|next| next.is_top && next.sure);
        found.extend(bounce(&points[start..end], turn.row - start, has_top, diameter));
    }
    found
}

/// A turning point of the record.
struct Turn {
    row: usize,
    is_top: bool,
    /// Whether the record comes back from it.
    sure: bool,
}

/// Standard deviation of the noise: the middle of third differences over its value for noise without correlation.
pub fn noise(points: &[(f64, f64)]) -> f64 {
    let third = |window: &[(f64, f64)]| (window[3].1 - 3.0 * window[2].1 + 3.0 * window[1].1 - window[0].1).abs();
    let mut differences: Vec<f64> = points.windows(4).map(third).collect();
    let middle = differences.len() / 2;
    if differences.is_empty() {
        return 0.0;
    }
    let (_, median, _) = differences.select_nth_unstable_by(middle, f64::total_cmp);
    *median / (0.6745 * 20f64.sqrt())
}

/// Lowest and highest points between which the record moves by more than its noise; the first is a lowest one.
fn turning_points(points: &[(f64, f64)]) -> Vec<Turn> {
    let extreme = |sign: f64| points.iter().map(|point| sign * point.1).fold(f64::NEG_INFINITY, f64::max);
    let range = extreme(1.0) + extreme(-1.0);
    let sure = (SURE.0 * noise(points)).max(SURE.1 * range);
    let mut turns: Vec<Turn> = Vec::new();
    let (mut low, mut high, mut falling) = (0, 0, false);
    for (row, point) in points.iter().enumerate() {
        if point.1 < points[low].1 {
            low = row;
        }
        if point.1 > points[high].1 {
            high = row;
        }
        if falling && point.1 > points[low].1 + sure {
            turns.push(Turn { row: low, is_top: false, sure: true });
            (falling, high) = (false, row);
        } else if !falling && point.1 < points[high].1 - sure {
            if !turns.is_empty() {
                turns.push(Turn { row: high, is_top: true, sure: true });
            }
            (falling, low) = (true, row);
        }
    }
    if !turns.is_empty() && !falling {
        turns.push(Turn { row: high, is_top: true, sure: false });
    }
    turns
}

/// What is read off the two curves of a bounce.
#[derive(Clone, Copy)]
struct Reading {
    contact: f64,
    speed_in: f64,
    speed_out: f64,
}

fn bounce(points: &[(f64, f64)], lowest: usize, has_top: bool, diameter: Option<f64>) -> Option<MeasuredBounce> {
    let floor = points[lowest].1;
    let begin = match diameter {
        Some(diameter) => {
            let near = points[..lowest].iter().rposition(|point| point.1 > floor + REACH * diameter);
            near.map_or(0, |row| row + 1).min(lowest.saturating_sub(8))
        }
        None => 0,
    };
    let mut contact = points[lowest].0;
    let (mut before, mut after) = arcs(points, begin, contact, has_top)?;
    for _ in 0..4 {
        let Some(met) = meeting(&before, &before.smooth, &after, &after.smooth, contact) else { break };
        if met == contact {
            break;
        }
        contact = met;
        let Some(again) = arcs(points, begin, contact, has_top) else { break };
        (before, after) = again;
    }
    let top = has_top.then(|| top(points, lowest)).flatten();
    let half_way = top.as_ref().and_then(|arc| summit(arc, &arc.smooth)).map(|summit| 0.5 * (summit.0 - contact));
    let read = |a: &Smooth, b: &Smooth| {
        let contact = meeting(&before, a, &after, b, contact)?;
        let speed_in = fastest(&before, a, contact);
        let delay = diameter.map_or(0.0, |diameter| APPARENT_DELAY * diameter / speed_in);
        let delay = half_way.map_or(delay, |half| delay.min(half));
        Some(Reading { contact, speed_in, speed_out: after.at(b, contact + delay).1 })
    };
    let value = read(&before.smooth, &after.smooth)?;
    let mut random = Random(0);
    let parts = [&before, &after].map(|arc| (arc.residuals(), arc.smoother.values(&arc.smooth)));
    let replicas: Vec<Reading> = (0..REPLICAS)
        .filter_map(|_| {
            let a = before.replica(&parts[0].0, &parts[0].1, &mut random);
            let b = after.replica(&parts[1].0, &parts[1].1, &mut random);
            read(&a, &b)
        })
        .collect();
    let of = |read: fn(&Reading) -> f64| judged(read(&value), replicas.iter().map(read).collect());
    let contact_time_s = of(|reading| reading.contact);
    let summits = top.and_then(|arc| {
        let found = summit(&arc, &arc.smooth)?;
        let (residuals, fitted) = (arc.residuals(), arc.smoother.values(&arc.smooth));
        let replicas: Vec<(f64, f64)> =
            (0..REPLICAS).filter_map(|_| summit(&arc, &arc.replica(&residuals, &fitted, &mut random))).collect();
        let time = judged(found.0, replicas.iter().map(|found| found.0).collect());
        let height = judged(found.1, replicas.iter().map(|found| found.1).collect());
        let sigma = time.sigma.zip(contact_time_s.sigma).map(|(a, b)| a.hypot(b));
        Some((height, Value { value: time.value - contact_time_s.value, sigma }))
    });
    Some(MeasuredBounce {
        contact_time_s,
        speed_in_m_s: of(|reading| reading.speed_in),
        speed_out_m_s: of(|reading| reading.speed_out),
        restitution: of(|reading| reading.speed_out / reading.speed_in),
        apex_gap_m: summits.map(|found| found.0),
        apex_time_s: summits.map(|found| found.1),
    })
}

/// Curves through the points before and after contact.
fn arcs(points: &[(f64, f64)], begin: usize, contact: f64, has_top: bool) -> Option<(Arc, Arc)> {
    let parting = points.partition_point(|point| point.0 < contact).max(begin);
    let rebound = &points[parting..];
    let highest = (0..rebound.len()).max_by(|a, b| rebound[*a].1.total_cmp(&rebound[*b].1))?;
    let end = if has_top { (highest + highest / 2).clamp(3, rebound.len().max(3)) } else { rebound.len() };
    Some((Arc::through(&points[begin..parting], 1)?, Arc::through(&rebound[..end.min(rebound.len())], 1)?))
}

/// Where the curves before and after contact meet, near `guess`.
fn meeting(before: &Arc, a: &Smooth, after: &Arc, b: &Smooth, guess: f64) -> Option<f64> {
    let apart = |time: f64| before.at(a, time).0 - after.at(b, time).0;
    let (last, first) = (*before.times.last()?, *after.times.first()?);
    let step = (first - last).max(guess * 1e-12);
    let (mut low, mut high) = (last - step, first + step);
    if !(apart(low) > 0.0 && apart(high) < 0.0) {
        (low, high) = (last - 3.0 * step, first + 3.0 * step);
        if !(apart(low) > 0.0 && apart(high) < 0.0) {
            return None;
        }
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if apart(middle) > 0.0 { low = middle } else { high = middle }
    }
    Some(0.5 * (low + high))
}

/// Highest speed towards the wall before `contact`.
fn fastest(before: &Arc, a: &Smooth, contact: f64) -> f64 {
    const PLACES: usize = 40;
    let start = before.times[0];
    let speed = |k: usize| -before.at(a, start + (contact - start) * k as f64 / PLACES as f64).1;
    (0..=PLACES).map(speed).fold(f64::NEG_INFINITY, f64::max)
}

/// The upper part of the flight.
fn top(points: &[(f64, f64)], lowest: usize) -> Option<Arc> {
    let flight = &points[lowest..];
    let highest = (0..flight.len()).max_by(|a, b| flight[*a].1.total_cmp(&flight[*b].1))?;
    let level = points[lowest].1 + UPPER * (flight[highest].1 - points[lowest].1);
    let begin = flight[..highest].iter().rposition(|point| point.1 < level).map_or(0, |row| row + 1);
    let end = flight[highest..].iter().position(|point| point.1 < level).map_or(flight.len(), |row| highest + row);
    let (begin, end) = (begin.min(highest.saturating_sub(2)), end.max(highest + 3).min(flight.len()));
    Arc::through(&flight[begin..end], 2)
}

/// Time and height of the highest point of a curve.
fn summit(arc: &Arc, smooth: &Smooth) -> Option<(f64, f64)> {
    let slope = |time: f64| arc.at(smooth, time).1;
    let (mut low, mut high) = (arc.times[0], *arc.times.last()?);
    if !(slope(low) > 0.0 && slope(high) < 0.0) {
        return None;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    Some((low, arc.at(smooth, low).0))
}

/// A value and its replicas: its standard error, and the value without the bias of reading it off.
fn judged(value: f64, replicas: Vec<f64>) -> Value {
    let count = replicas.len() as f64;
    if replicas.len() < REPLICAS / 2 {
        return Value { value, sigma: None };
    }
    let mean = replicas.iter().sum::<f64>() / count;
    let variance = replicas.iter().map(|replica| (replica - mean).powi(2)).sum::<f64>() / (count - 1.0);
    Value { value: value - (mean - value), sigma: Some(variance.sqrt()) }
}

/// The mean of repeated values, with the larger of the standard errors that their scatter and their own errors give.
pub fn mean(values: impl Iterator<Item = Value>) -> Option<Value> {
    let all: Vec<Value> = values.collect();
    let count = all.len() as f64;
    let value = all.iter().map(|one| one.value).sum::<f64>() / count;
    let own: Option<f64> = all.iter().map(|one| one.sigma.map(|sigma| sigma * sigma)).sum();
    let own = own.map(|sum| sum.sqrt() / count);
    let scatter = (all.len() > 1).then(|| {
        let squares = all.iter().map(|one| (one.value - value).powi(2)).sum::<f64>();
        (squares / (count - 1.0) / count).sqrt()
    });
    let sigma = match (own, scatter) {
        (Some(own), Some(scatter)) => Some(own.max(scatter)),
        (own, scatter) => own.or(scatter),
    };
    (!all.is_empty()).then_some(Value { value, sigma })
}
