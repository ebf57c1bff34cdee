//! The reading of a record by itself, without a model: speeds before and after contact, restitution, apexes, times of contact.
//!
//! The record is cut at its turning points into approaches and flights. On each, the velocity is a series over the time from contact:
//! Legendre polynomials of the time and of its square root (the history force), a logarithm (the film); before contact
//! `(R'/(R' + h))³` of the gap `h`, as the added mass at a wall, which slows the sphere (Lamb 1932); and after it three waves, of the wake that comes
//! over the sphere. The contact is where approach and flight meet. Speeds follow the program's [definition](super::restitution): `V_in` is the highest speed of the
//! approach, `V_out` that a time [`APPARENT_DELAY`]` D/V_in` after contact, or at the apex where that is earlier.
//!
//! How smooth the motion is, how far the wall reaches, whether a wake comes over the sphere, and how large the noise is, are not known before:
//! `SIZES`, `DECAYS`, `STEEPNESS`, `SLOWING` and noise are weighed by how likely they are before anything is seen and by their marginal
//! likelihood (MacKay 1992), and `DRAWS` motions are drawn from all of them. The noise of the record is
//! before that known as third differences show it, and their number tells how surely, by Cauchy's distribution: where pictures are few, third
//! differences may be those of the motion. Each approach and each flight has a noise of its own: its logarithm is normal about that of the
//! record, with a deviation of `UNEVEN`, which the likelihood of all of them weighs. So an even record has one noise, and one whose noise
//! differs has several. Values are the medians of the motions, standard errors the distance from them within which 68 % of the motions lie, or half of
//! that of 95 % where it is more. So the error contains the motions that are
//! possible between two pictures, as well as the noise of the pictures; blocks of residuals put on anew, as bootstraps do, do not see the
//! first. Residuals that are correlated from picture to picture make errors larger by `√(1 + 2 Σ r)`, `r` their correlations. No error is below
//! `FLOOR`. Which of the lowest rows is the first after contact is weighed as well, and motions are drawn with each of them.
//!
//! The error has two parts. Noise is another one in each drop, and repeats average it. The other is of what the motion does and the pictures do
//! not show, or the series cannot follow: drops of one case have a part of it in common (`UNSEEN`), which stays, as do `FLOOR` and what is not known of the contact's length. In terms of the
//! eigenvalues `λ` of the pictures' information over the prior's, the variance `1/(1 + λ)` is `λ/(1 + λ)²` of noise and `1/(1 + λ)²` of the part not shown.

use super::record::Record;
use super::statistics::{Random, legendre, one_maximum, quantile};
use crate::case::Lengths;
use crate::model::bounce::APPARENT_DELAY;
use crate::numerics::extent;
use crate::numerics::hermite::lerp;
use nalgebra::{DMatrix, DVector, Vector2};
use serde::{Deserialize, Serialize};
use std::ops::{Range, RangeInclusive};

/// What the standard errors take for granted; `validate records-flow` has these figures.
pub const ASSUMED: &str = "before and after a contact drag, history, film, wall and wake bend the motion as in most records of known motions; of those by \
     the flow, six speeds in a thousand were off by more than 3.3 of their standard errors, by 0.2 to 10 %, slow ones by more";

/// Terms of the velocity that are polynomials of the time from contact, and of its square root.
const SMOOTH: usize = 8;
const STEEP: usize = 4;
const TERMS: usize = SMOOTH + STEEP + 1 + LOCAL;
/// Where the logarithm of the film ends, and how far it reaches, in diameters over the speed of the motion.
const FILM: [f64; 2] = [1e-4, 0.12];
/// Reach R' of the wall before contact, in diameters, one or the other: a radius, as in the flow, and that of the film, where two laws of the drag meet.
const WALLS: [f64; 2] = [0.5, 0.125];
/// Middles and widths of the waves that the wake makes after contact, in diameters over the speed of the approach: what follows the sphere down comes over
/// it as it turns, and its speed falls, keeps, and falls on. The waves are `sech²`, all of them or none.
const WAKES: [(f64, f64); 3] = [(0.0, 0.4), (1.0, 0.6), (2.2, 0.8)];
/// Most terms of walls or waves.
const LOCAL: usize = WAKES.len();
/// A diameter over the span where none is known.
const FILM_SHARE: f64 = 0.1;
/// Coefficients: the gap at contact and the terms.
const SIZE: usize = TERMS + 1;
/// Of these, the first term of the root, the film's, and the first of the wall's or the wake's.
const ROOT_TERM: usize = SMOOTH + 1;
const FILM_TERM: usize = SMOOTH + STEEP + 1;
const LOCAL_TERM: usize = FILM_TERM + 1;
/// A value, and how likely it is before anything is seen, over others. Before contact that is about as the records of 240 motions, half of them by
/// the flow, have it. After contact that is about the fourth root of the same: with all of it, 64 % of speeds by the flow are within their errors; with
/// none of it, 76 % of speeds by theory.
type Likely = (f64, f64);
/// Sizes τ of the coefficients beyond the first, over the first, before and after contact.
const SIZES: [[Likely; 4]; 2] =
    [[(7e-3, 0.3), (0.05, 0.3), (0.35, 0.35), (2.5, 0.05)], [(5e-3, 0.2), (0.035, 0.2), (0.25, 0.35), (1.75, 0.25)]];
/// Ratios ρ of one coefficient to the next.
const DECAYS: [[Likely; 3]; 2] = [[(0.12, 0.5), (0.3, 0.45), (0.7, 0.05)], [(0.12, 0.4), (0.3, 0.35), (0.7, 0.25)]];
/// Sizes of the steep terms before and after contact, over those of the smooth ones.
const STEEPNESS: [[Likely; 3]; 2] = [[(0.07, 0.35), (0.2, 0.45), (0.7, 0.2)], [(0.04, 0.3), (0.12, 0.3), (0.4, 0.4)]];
/// Of these, the film's terms before and after.
const SLOWED: [f64; 2] = [0.06, 0.15];
/// And those of the root, and of what else slows the sphere, one or the other: before contact the far wall or the near one, beside which the root has also the
/// corner where one law of the drag takes over from another; after it no wake, or all of its waves. With a root of 1 after contact, speeds out of motions by
/// the flow are read 0.26 of their standard error too high (`validate records-flow`), with 0.7 by 0.13.
const SLOWING: [[(f64, [f64; LOCAL]); 2]; 2] =
    [[(0.015, [0.2, 0.0, 0.0]), (0.1, [0.0, 0.2, 0.0])], [(0.7, [0.0; LOCAL]), (0.7, [0.4; LOCAL])]];
/// Signs of the first term of the root and of the film's, before and after contact; 0 where it is not known. The film takes speed from the
/// sphere on its way in and on its way out, as the wall does on its way in, and drag and history bend the flight most at first. Weight and drag let the
/// speed relax: over the time back from contact, all derivatives of the speed towards the wall are negative, and over the time after it, their signs
/// alternate. Where the sign is known, the mean before anything is seen is the standard deviation itself, as it is of the distribution
/// that assumes no more than the sign and the size, the exponential one (Jaynes 1957).
const SIGNS: [[f64; 2]; 2] = [[0.0, 1.0], [-1.0, -1.0]];
/// Prior deviation of gap and speed at contact, over the scale of the motion.
const WIDE: f64 = 10.0;
/// Every so many likes are tried while the contact is looked for.
const EVERY: usize = 5;
/// Share of what the highest speed of each motion is above the mean of all that is taken for the sphere's. Counting all, 474 records of motions by the flow
/// are read 0.25 of their standard error too high, and as many by theory 0.07 too low; with half, 0.15 and −0.18 (`validate records-flow records` with the
/// seeds 603 and 604, and 6 records of each motion).
const WAVES: f64 = 0.5;
/// Standard deviations of the noise, over that of the third differences: twelve a decade, one of which is this itself, so that none is off by more
/// than 10 %, and that of an even record by none.
const NOISES: usize = 43;
/// The smallest of them, 10^-2.5, and the largest.
const NOISE: (f64, f64) = (3.162_277_660_168_379_5e-3, 10.0);
/// Standard error of the logarithm of the noise that third differences show, times the root of their number: 1.17 for the median of independent
/// distances (Huber 1981), times √2.31, as neighbours have pictures in common: their squared correlations are 0.75², 0.3² and 0.05², each on two sides.
const UNSURE: f64 = 1.77;
/// How uneven the noise may be: standard deviations of its logarithm from one approach or flight to the next. They are weighed alike before
/// anything is seen.
const UNEVEN: [f64; 3] = [0.0, 0.4, 1.2];
/// The smallest noise over the range of the record: the series is not the motion itself.
const MODEL: f64 = 1e-6;
/// Motions that are read. They are 500 and their mirror images, so that chance makes a standard error wrong by `0.96/√500`, 4 %. Each record has random
/// numbers of its own, lest that be the same in all of them.
const DRAWS: usize = 1000;
/// Most motions that are drawn for each of them: those that do not meet between the rows where the contact is are not read.
const TRIALS: usize = 40;
/// Motions drawn to see whether any of a parting meets: of one whose approach has turned before its contact, none does.
const TRIED: usize = 100;
/// Pictures next to each contact that are left out to see whether the restitution rests on them: rows from the first one after contact.
const LEFT_OUT: [Range<isize>; 3] = [-1..0, 0..1, 0..2];
/// By how many standard errors they must move it.
const MOVED: f64 = 2.0;
/// Most pictures of a record of which so few may decide.
const FEW: usize = 2000;
/// Motions drawn to see the effect of noise alone.
const SHAKEN: usize = 100;
/// How much higher than the lowest row the first one after contact may be, in standard deviations of the noise, and how many rows are tried.
const LOW: f64 = 6.0;
const PARTINGS: usize = 10;
/// Partings into approach and flight that are less likely than the best by this logarithm are left out.
const LIKELY: f64 = 7.0;
/// How far beyond its two rows a contact may be, in standard deviations of the noise over the speed.
const LATE: f64 = 2.0;
/// A speed of approach that is less certain than this, over it, is not shown.
const VAGUE: f64 = 0.3;
/// A turning point is told where the record comes back by this share of its range, and by more than its noise does.
const SURE: f64 = 0.003;
/// Smallest standard error of gap and time of a contact, in diameters and in these over the speed before it, and of the time of an apex after
/// contact, over it: kinks of the motion, and the film's last hundredth of a diameter, are not seen. Records without noise, 10,000 pictures a second, of 61
/// motions drawn as those of `validate records` are, with the seeds 601 and 602, are off by 3.5e-4 in the gap, 4.6e-4 in the time, and 5.7e-4 in that of
/// the apex (root mean square). Of the last, [`MATERIALS`] says 4.4e-4, so 4e-4 is left.
const FLOOR: f64 = 4e-4;
/// The same of a speed in, over it: speeds of approaches by the flow at Re 2100 to 2300 waver about the series by 3e-4 to 6e-4 (root mean square).
const FLOOR_BEFORE: f64 = 6e-4;
/// How far from its highest, in diameters, the speed of an approach is looked at, and which share of what it is lower there, in the mean of both sides, is an
/// error of it as well: a peak that narrow is the kink at which the wall's drag takes over from the fall, and the series rounds it. Without this, the
/// seventh of the speeds of `validate records` and `records-flow` with the narrowest peaks, of those known to 0.2 %, are off by 1.7 and 1.4 of their errors,
/// the others by 0.9.
const KINK: (f64, f64) = (0.1, 0.8);
/// The same of a speed out and of the restitution. The wake that comes over the sphere bends its flight by less than the pictures show above their noise:
/// without this, the 30 records of `validate records-flow` whose speeds out are
/// known best have errors of 0.28 %, and are off by 0.39 % (root mean square).
const FLOOR_AFTER: f64 = 4e-3;
/// Of what the pictures do not show, the share of its square in the error of a drop, and the part of that which drops have in common, as of
/// `FLOOR_BEFORE`, `KINK` and the error of an apex's time. Series vary more than
/// motions do: with all of it, errors of single drops hold 76 to 79 % of speeds out and restitutions. The pictures of each drop are at other times of
/// the motion: errors of two drops of one record have 0.1 to 0.25 of all of it in common (`validate records`, `validate records-flow`).
const UNSEEN: (f64, f64) = (0.45, 0.35);
/// Shares of motions, and over how many standard errors of a normal distribution they lie: motions of several kinds have longer tails. Those of the highest
/// speed of an approach are not the sphere's: with half of 95 % there, 77 to 80 % of speeds are within their errors.
const WIDTHS: [(f64, f64); 2] = [(0.6827, 1.0), (0.9545, 2.0)];
/// How long a contact at 1 m/s lasts, in seconds for each metre of diameter of a sphere at a wall: `2.54 (ρ/E*)^(2/5) V^(−1/5)` (Hertz 1881), steel on glass. It begins
/// the share `e/(1 + e)` of that before approach and flight, gone on straight, meet, and they meet below the wall. `V_out` is read after its end, which
/// pictures do not show: half of the length is in the error of `V_out`.
const LASTS: f64 = 4.6e-3;
/// By how much it may be another one, over it: 3.4e-3 is that of steel on steel, 6.9e-3 that of nylon on glass.
const MATERIALS: f64 = 0.4;
/// The sphere meets the wall with this much of the highest speed before it at least, where that says how long the contact lasts.
const FASTER: f64 = 0.05;
/// Most points of a drop; more are averaged in groups.
const MOST: usize = 40_000;
/// Bounces that are read off.
const BOUNCES: usize = 12;
/// Times the contact is found anew.
const ROUNDS: usize = 3;
/// Time after the apex that belongs to its flight, over the time before it.
const AFTER_APEX: f64 = 0.4;
/// Time after the apex that a record must show for its apex to be read, over the time before it.
const PAST_APEX: f64 = 0.15;
/// Fewest points of an approach and of a flight.
const FEWEST: usize = 3;
/// How far before a contact its approach is read, in diameters, if that many points are there.
const REACH: (f64, usize) = (12.0, 12);

/// A measured value and its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MeasuredValue {
    /// The value.
    pub value: f64,
    /// Its standard error.
    pub sigma: f64,
    /// The part of it that repeated drops have in common: it stays, however many are averaged.
    #[serde(default)]
    pub common: f64,
}

/// A bounce as the record shows it. What it does not show is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct MeasuredBounce {
    /// Its number, from 1: of the record, and of all drops once they are [`paired`](super::pairing::paired).
    pub number: usize,
    /// The approach surely comes from higher than this above the gap at contact \[m\]: its highest picture less what noise may add.
    #[serde(skip)]
    pub comes_from_m: Option<f64>,
    /// Pictures of the approach.
    #[serde(skip)]
    pub pictures: usize,
    /// Time of the first touch on the record's clock \[s\]. Pictures show approach and flight meet within the contact, at the share `e/(1 + e)` of
    /// its length, which is Hertz's for steel on glass; how far that is off is in the error.
    pub contact_time_s: Option<MeasuredValue>,
    /// Gap at contact \[m\]: how far the record's zero is off the wall. It is as far above the meeting as the sphere would go in that time.
    pub contact_gap_m: Option<MeasuredValue>,
    /// Highest speed of the approach [m/s].
    pub speed_in_m_s: Option<MeasuredValue>,
    /// Speed shortly after contact [m/s].
    pub speed_out_m_s: Option<MeasuredValue>,
    /// Apparent restitution.
    pub restitution: Option<MeasuredValue>,
    /// Highest gap of the rebound \[m\].
    pub apex_gap_m: Option<MeasuredValue>,
    /// Time of the highest gap after the contact \[s\].
    pub apex_time_s: Option<MeasuredValue>,
}

/// Pictures next to a contact on which the restitution rests: without them it is another one by more than two standard errors. That is no
/// error by itself: where all pictures are off by chance alone, the standard error holds. But a curve that was drawn or digitised, or blurred
/// pictures, are off by more there than elsewhere, which nothing in the record tells.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RestsOn {
    /// The drop; empty where it is the only one.
    pub drop: String,
    /// The bounce, from 1.
    pub bounce: usize,
    /// Time of the first of them on the record's clock \[s\].
    pub time_s: f64,
    /// How many.
    pub pictures: usize,
    /// The restitution without them.
    pub restitution: MeasuredValue,
}

/// Repeated values of one quantity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Repeated {
    /// Mean, and its standard error: that which own errors give it, or that of the scatter where it is larger by more than two standard
    /// deviations of what chance makes of few values.
    pub mean: MeasuredValue,
    /// Standard deviation of the values; `None` of one.
    pub scatter: Option<f64>,
    /// Places of those that are farther from the middle than `OUTLYING` times the scatter of the others.
    pub outliers: Vec<usize>,
}

/// Distance from the median, over 1.4826 times the median distance and the value's own error, beyond which a value is named (Iglewicz
/// & Hoaglin 1993).
const OUTLYING: f64 = 3.5;

impl Repeated {
    /// Of one value or more.
    pub fn of(all: &[MeasuredValue]) -> Option<Self> {
        let count = all.len() as f64;
        let value = all.iter().map(|one| one.value).sum::<f64>() / count;
        let common = all.iter().map(|one| one.common).sum::<f64>() / count;
        let own = all.iter().map(|one| one.sigma.powi(2) - one.common.powi(2)).sum::<f64>().max(0.0).sqrt() / count;
        let squares = all.iter().map(|one| (one.value - value).powi(2)).sum::<f64>();
        let scatter = (all.len() > 1).then(|| (squares / (count - 1.0)).sqrt());
        let chance = (1.0 + 2.0 * (2.0 / (count - 1.0)).sqrt()).sqrt();
        let scattered = scatter.map(|scatter| scatter / count.sqrt()).filter(|scattered| *scattered > chance * own);
        let sigma = scattered.unwrap_or(own).hypot(common);
        let outliers = match all.len() {
            0 => return None,
            1..=3 => Vec::new(),
            _ => {
                let mut values: Vec<f64> = all.iter().map(|one| one.value).collect();
                let middle = quantile(&mut values, 0.5);
                values.iter_mut().for_each(|value| *value = (*value - middle).abs());
                let spread = 1.4826 * quantile(&mut values, 0.5);
                let is_far = |one: &MeasuredValue| (one.value - middle).abs() > OUTLYING * spread.hypot(one.sigma);
                (0..all.len()).filter(|at| is_far(&all[*at])).collect()
            }
        };
        Some(Self { mean: MeasuredValue { value, sigma, common }, scatter, outliers })
    }
}

/// The bounces that a drop itself shows, of a sphere with these lengths, if they are known; without them `V_out` is the speed at
/// contact. A record without a rebound gives one bounce with the speed of approach alone; one of apexes, or without gaps, none.
pub fn of(drop: &Record, lengths: Option<Lengths>) -> Vec<MeasuredBounce> {
    if drop.apexes { Vec::new() } else { bounces(&drop.points(), lengths) }
}

/// As [`of`], for each of the drops.
pub fn of_all(drops: &[Record], lengths: Option<Lengths>) -> Vec<Vec<MeasuredBounce>> {
    drops.iter().map(|drop| of(drop, lengths)).collect()
}

/// The pictures on which the restitution of these bounces of the drop rests, as [`of`] read them: one picture before each contact, and one or
/// two after it, are left out. Of each bounce those are named that move it most; of a record with more than 2000 pictures, none.
pub fn rests_on(drop: &Record, lengths: Option<Lengths>, found: &[MeasuredBounce]) -> Vec<RestsOn> {
    let points = drop.points();
    let rows = |bounce: &MeasuredBounce, beside: &Range<isize>| {
        let after =
            points.partition_point(|point| bounce.contact_time_s.is_some_and(|contact| point.0 <= contact.value));
        let row = |off: isize| after.saturating_add_signed(off).min(points.len());
        row(beside.start)..row(beside.end)
    };
    let seen: Vec<(&MeasuredBounce, MeasuredValue)> =
        found.iter().filter_map(|bounce| Some((bounce, bounce.restitution?))).collect();
    if seen.is_empty() || points.len() > FEW {
        return Vec::new();
    }
    let without = |beside: &Range<isize>| {
        let out: Vec<usize> = seen.iter().flat_map(|(bounce, _)| rows(bounce, beside)).collect();
        let left = points.iter().enumerate().filter(|(row, _)| !out.contains(row));
        bounces(&left.map(|(_, point)| *point).collect::<Vec<_>>(), lengths)
    };
    let others: Vec<Vec<MeasuredBounce>> = LEFT_OUT.iter().map(without).collect();
    let most = |(bounce, all): &(&MeasuredBounce, MeasuredValue)| {
        let one = |(beside, others): (&Range<isize>, &Vec<MeasuredBounce>)| {
            let rows = rows(bounce, beside);
            let time_s = points.get(rows.clone())?.first()?.0;
            let near = points[rows.start.saturating_sub(1)].0..=points[rows.end.min(points.len() - 1)].0;
            let is_same = |of: &&MeasuredBounce| of.contact_time_s.is_some_and(|contact| near.contains(&contact.value));
            let restitution = others.iter().find(is_same)?.restitution?;
            let (drop, bounce) = (drop.drop.clone(), bounce.number);
            Some(RestsOn { drop, bounce, time_s, pictures: rows.len(), restitution })
        };
        let moved = |of: &RestsOn| (of.restitution.value - all.value).abs();
        let all_of_them = LEFT_OUT.iter().zip(&others).filter_map(one).filter(|of| moved(of) > MOVED * all.sigma);
        all_of_them.max_by(|a, b| moved(a).total_cmp(&moved(b)))
    };
    seen.iter().filter_map(most).collect()
}

/// What `read` takes of the bounces of this number, from 1, of all drops that show it.
pub fn repeated(
    drops: &[Vec<MeasuredBounce>],
    number: usize,
    read: fn(&MeasuredBounce) -> Option<MeasuredValue>,
) -> Option<Repeated> {
    let of_number = |bounces: &Vec<MeasuredBounce>| bounces.iter().find(|bounce| bounce.number == number).copied();
    let values = drops.iter().filter_map(|bounces| of_number(bounces).as_ref().and_then(read));
    Repeated::of(&values.collect::<Vec<_>>())
}

/// A series of the gap over the time `u` from contact.
type Series = DVector<f64>;

/// The points on one side of a contact, and sums over them, less the straight line through them.
struct Arc {
    /// The guess of the contact time, where `u = 0`.
    contact: f64,
    /// 1 after contact, −1 before it.
    side: f64,
    span: f64,
    points: Vec<(f64, f64)>,
    line: [f64; 2],
    gram: DMatrix<f64>,
    product: DVector<f64>,
    square: f64,
    scale: f64,
    /// A diameter of the path, and the time of a diameter at the speed of the approach, over the span.
    diameter: f64,
    wave: f64,
    /// Slopes of the terms at [`places`]; none after contact.
    slopes: Vec<[f64; TERMS]>,
}

impl Arc {
    /// Of points on one side of the contact; of those after it with the speed of the approach.
    fn of(points: &[(f64, f64)], contact: f64, diameter: Option<f64>, speed: Option<f64>) -> Option<Self> {
        let (first, last) = (points.first()?, points.last()?);
        let side = if last.0 > contact { 1.0 } else { -1.0 };
        let span = (first.0 - contact).abs().max((last.0 - contact).abs());
        if points.len() < FEWEST || span <= 0.0 {
            return None;
        }
        let (low, high) = extent(points.iter().map(|point| point.1));
        let passed = (high - low).max(f64::MIN_POSITIVE) * if side > 0.0 { 2.0 } else { 1.0 };
        let wave = diameter.zip(speed).map_or(FILM_SHARE, |(diameter, speed)| diameter / (speed * span));
        let diameter = diameter.map_or(FILM_SHARE, |diameter| (diameter / passed).min(1.0));
        let mut arc = Self {
            contact,
            side,
            span,
            points: points.to_vec(),
            line: [0.0; 2],
            gram: DMatrix::zeros(SIZE, SIZE),
            product: DVector::zeros(SIZE),
            square: 0.0,
            scale: 0.0,
            diameter,
            wave,
            slopes: Vec::new(),
        };
        arc.slopes = places().filter(|_| side < 0.0).map(|root| arc.terms(root * root).1).collect();
        let rows: Vec<[f64; SIZE]> = points.iter().map(|(time, _)| arc.row(*time).0).collect();
        let mut sums = [[0.0; SIZE]; SIZE];
        for row in &rows {
            for (a, sums) in sums.iter_mut().enumerate() {
                (0..=a).for_each(|b| sums[b] += row[a] * row[b]);
            }
        }
        arc.gram = DMatrix::from_fn(SIZE, SIZE, |a, b| sums[a.max(b)][a.min(b)]);
        let sum = |a: usize| rows.iter().zip(points).map(|(row, (_, gap))| gap * row[a]).sum::<f64>();
        let line = arc.gram.view((0, 0), (2, 2)).try_inverse()? * Vector2::new(sum(0), sum(1));
        arc.line = [line[0], line[1]];
        arc.scale = line[1].abs().max(2.0 * (high - low) / span).max(f64::MIN_POSITIVE);
        for (row, (_, gap)) in rows.iter().zip(points) {
            let off = gap - line[0] - line[1] * row[1];
            arc.product.iter_mut().zip(row).for_each(|(product, value)| *product += value * off);
            arc.square += off * off;
        }
        Some(arc)
    }

    /// Terms of the gap at the share `share` of the span from contact, over the span, and of its slope.
    fn terms(&self, share: f64) -> ([f64; TERMS], [f64; TERMS]) {
        const MOST: usize = SMOOTH + 3;
        let (smooth, steep) = (legendre::<MOST>(2.0 * share - 1.0), legendre::<MOST>(2.0 * share.sqrt() - 1.0));
        let integral =
            |of: &[f64; MOST], k: usize| (of[k + 1] - if k == 0 { -1.0 } else { of[k - 1] }) / (2 * k + 1) as f64;
        let (mut gap, mut slope) = ([0.0; TERMS], [0.0; TERMS]);
        for (k, (gap, slope)) in gap.iter_mut().zip(&mut slope).take(SMOOTH).enumerate() {
            (*gap, *slope) = (0.5 * integral(&smooth, k), smooth[k]);
        }
        for k in 1..=STEEP {
            let n = k as f64;
            let sum = (n + 1.0) * integral(&steep, k + 1) + n * integral(&steep, k - 1);
            (gap[SMOOTH + k - 1], slope[SMOOTH + k - 1]) =
                (0.5 * (integral(&steep, k) + sum / (2.0 * n + 1.0)), steep[k]);
        }
        let [end, reach] = FILM.map(|reach| reach * self.diameter);
        let log = |from: f64| 0.5 * share * (share * share + from * from).ln() + from * (share / from).atan();
        let of = |from: f64| 0.5 * (share * share + from * from).ln();
        (gap[FILM_TERM - 1], slope[FILM_TERM - 1]) = (log(end) - log(reach), of(end) - of(reach));
        let wall = |reach: f64| {
            let near = 1.0 / (1.0 + share / reach);
            (0.5 * reach * (1.0 - near * near), near.powi(3))
        };
        let wave = |(middle, width): (f64, f64)| {
            let [now, first] = [share, 0.0].map(|share| ((share / self.wave - middle) / width).tanh());
            (self.wave * width * (now - first), 1.0 - now * now)
        };
        for k in 0..if self.side > 0.0 { WAKES.len() } else { WALLS.len() } {
            let local = if self.side > 0.0 { wave(WAKES[k]) } else { wall(WALLS[k] * self.diameter) };
            (gap[LOCAL_TERM - 1 + k], slope[LOCAL_TERM - 1 + k]) = local;
        }
        (gap, slope)
    }

    /// Coefficients of the gap at `time`, and of the slope over `u`; beyond the contact the motion goes on straight.
    fn row(&self, time: f64) -> ([f64; SIZE], [f64; TERMS]) {
        let u = self.side * (time - self.contact);
        let (gap, slope) = self.terms(u.max(0.0) / self.span);
        let mut row = [1.0; SIZE];
        for (row, (gap, slope)) in row.iter_mut().skip(1).zip(gap.iter().zip(&slope)) {
            *row = self.span * gap + u.min(0.0) * slope;
        }
        (row, slope)
    }

    /// Gap and velocity of a series at `time`.
    fn at(&self, series: &Series, time: f64) -> (f64, f64) {
        let (row, slope) = self.row(time);
        let gap = row.iter().zip(series.iter()).map(|(a, b)| a * b).sum();
        (gap, self.side * along(&slope, series))
    }

    /// Speeds of an approach towards the wall at [`places`], without what a film would add that sped the sphere up.
    fn falls(&self, series: &Series) -> Vec<f64> {
        let by_film = |slope: &[f64; TERMS]| (series[FILM_TERM] * slope[FILM_TERM - 1]).max(0.0);
        self.slopes.iter().map(|slope| along(slope, series) - by_film(slope)).collect()
    }

    /// The likelihoods of motions like this.
    fn judged(&self, like: Like) -> Judged {
        let after = usize::from(self.side > 0.0);
        let steep = self.scale * like.steepness.0;
        let deviation = |k: usize| match k {
            0 => WIDE * self.scale * self.span,
            1 => WIDE * self.scale,
            2..=SMOOTH => self.scale * like.size.0 * like.decay.0.powi(k as i32 - 2),
            FILM_TERM => steep * SLOWED[after],
            ROOT_TERM..FILM_TERM => steep * like.slowing.0 * like.decay.0.powi((k - ROOT_TERM) as i32),
            _ => steep * like.slowing.1[k - LOCAL_TERM],
        };
        let sign = |k: usize| match k {
            0 | 1 => 0.0,
            2..=SMOOTH if after == 1 && k % 2 == 1 => 1.0,
            ROOT_TERM => SIGNS[after][0],
            ..FILM_TERM if k > ROOT_TERM => 0.0,
            FILM_TERM => SIGNS[after][1],
            k if k >= LOCAL_TERM && after == 1 => 0.0,
            _ => -1.0,
        };
        let (terms, prior): (Vec<usize>, Vec<f64>) =
            (0..SIZE).map(|k| (k, deviation(k))).filter(|term| term.1 > 0.0).unzip();
        let prior = DVector::from_vec(prior);
        let mut usual = DVector::zeros(SIZE);
        terms.iter().zip(&prior).for_each(|(k, prior)| usual[*k] = sign(*k) * prior);
        let moved = &self.gram * &usual;
        let square = self.square - usual.dot(&(2.0 * &self.product - &moved));
        let gram = self.gram.select_rows(&terms).select_columns(&terms);
        let parts = gram.component_mul(&(&prior * prior.transpose())).symmetric_eigen();
        let product = (&self.product - moved).select_rows(&terms).component_mul(&prior);
        let product = parts.eigenvectors.tr_mul(&product);
        let values = parts.eigenvalues.map(|value| value.max(0.0));
        let before = (like.size.1 * like.decay.1 * like.steepness.1).ln();
        Judged { before, terms, prior, usual, square, values, vectors: parts.eigenvectors, product }
    }
}

/// The slope of a series over `u`, of its terms' slopes.
fn along(slopes: &[f64; TERMS], series: &Series) -> f64 {
    slopes.iter().zip(series.iter().skip(1)).map(|(a, b)| a * b).sum()
}

/// Motions of one kind through the points of an arc: in these directions the coefficients are independent.
struct Judged {
    /// Logarithm of how likely they are before anything is seen.
    before: f64,
    /// The terms that it has, their standard deviations before anything is seen, and the means of all.
    terms: Vec<usize>,
    prior: DVector<f64>,
    usual: Series,
    /// The sum of squares of the points less the line and the usual motion.
    square: f64,
    values: DVector<f64>,
    vectors: DMatrix<f64>,
    product: DVector<f64>,
}

impl Judged {
    /// Logarithm of the marginal likelihood with this noise, times how likely they are before.
    fn likelihood(&self, arc: &Arc, sigma: f64) -> f64 {
        let weight = sigma.powi(-2);
        let part = |(value, product): (&f64, &f64)| {
            let told = value * weight + 1.0;
            product * product * weight * weight / told - told.ln()
        };
        let told: f64 = self.values.iter().zip(self.product.iter()).map(part).sum();
        self.before + 0.5 * (told - self.square * weight) - arc.points.len() as f64 * sigma.ln()
    }

    /// The most likely motion, and off from it by these standard deviations of the noise, and of the part not shown. They are those of the
    /// coefficients, not of the directions, whose order and signs depend on the last bits of the record.
    fn series(&self, arc: &Arc, sigma: f64, mut off: impl FnMut() -> [f64; 2]) -> Series {
        let weight = sigma.powi(-2);
        let off: Vec<[f64; 2]> = (0..SIZE).map(|_| off()).collect();
        let of = |part: usize| DVector::from_iterator(self.terms.len(), self.terms.iter().map(|k| off[*k][part]));
        let [noise, untold] = [0, 1].map(|part| self.vectors.tr_mul(&of(part)));
        let along = DVector::from_fn(self.terms.len(), |k, _| {
            let seen = self.values[k] * weight;
            (self.product[k] * weight + noise[k] * seen.sqrt() + untold[k]) / (seen + 1.0)
        });
        let (mut series, off) = (self.usual.clone(), (&self.vectors * along).component_mul(&self.prior));
        self.terms.iter().zip(&off).for_each(|(k, off)| series[*k] += off);
        (0..2).for_each(|k| series[k] += arc.line[k]);
        series
    }
}

/// The motion of this number: its random numbers, and 1 or −1. Of each two, one is off from the most likely motion by as much as the other is to
/// the other side, so that the median has no chance in it where all is linear (Hammersley & Morton 1956).
fn mirrored(seed: u64, number: usize) -> (f64, Random) {
    (if number.is_multiple_of(2) { 1.0 } else { -1.0 }, Random(seed + ((number as u64 / 2) << 32)))
}

/// Weights from logarithms, and the logarithm of their sum.
fn weights(logs: &[f64]) -> (Vec<f64>, f64) {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
    let sum: f64 = all.iter().sum();
    (all.iter().map(|weight| weight / sum).collect(), most + sum.ln())
}

/// What a motion is like: sizes of the terms beyond the first, and which of [`SLOWING`] slows it.
#[derive(Clone, Copy)]
struct Like {
    size: Likely,
    decay: Likely,
    steepness: Likely,
    slowing: (f64, [f64; LOCAL]),
}

/// An arc weighed for every noise and likeness.
struct Weighed {
    arc: Arc,
    likes: Vec<Judged>,
    /// For each noise the weights of the likes, and the logarithm of the likelihood.
    of: Vec<(Vec<f64>, f64)>,
    /// For each setting of the noise the weights of the noises, and the logarithm of the likelihood.
    under: Vec<(Vec<f64>, f64)>,
}

impl Weighed {
    fn new(points: &[(f64, f64)], contact: f64, speed: Option<f64>, seen: &Seen, every: usize) -> Option<Self> {
        let arc = Arc::of(points, contact, seen.diameter, speed)?;
        let after = usize::from(arc.side > 0.0);
        let all = SIZES[after].into_iter().flat_map(|size| DECAYS[after].map(|decay| (size, decay)));
        let all = all.flat_map(|(size, decay)| SLOWING[after].map(|slowing| (size, decay, slowing)));
        let like = |(size, decay, slowing)| STEEPNESS[after].map(|steepness| Like { size, decay, steepness, slowing });
        let likes: Vec<Judged> = all.flat_map(like).step_by(every).map(|like| arc.judged(like)).collect();
        let of = |sigma: &f64| weights(&likes.iter().map(|like| like.likelihood(&arc, *sigma)).collect::<Vec<f64>>());
        let of: Vec<(Vec<f64>, f64)> = seen.noises.iter().map(of).collect();
        let log = |(prior, noise): (&f64, &(_, f64))| prior + noise.1;
        let under = |setting: &Vec<f64>| weights(&setting.iter().zip(&of).map(log).collect::<Vec<f64>>());
        Some(Self { under: seen.settings.iter().map(under).collect(), of, likes, arc })
    }

    /// A motion with a noise of the setting, and its likes by their weights.
    fn draw(&self, noises: &[f64], setting: usize, wider: f64, random: &mut Random) -> Series {
        let noise = random.pick(&self.under[setting].0);
        let like = &self.likes[random.pick(&self.of[noise].0)];
        like.series(&self.arc, noises[noise], || [wider * random.normal(), wider * random.normal()])
    }

    /// What noise alone makes of the most likely motion.
    fn shaken(&self, noises: &[f64], setting: usize, random: &mut Random) -> Option<Series> {
        let (noise, like) = self.likely(setting)?;
        Some(like.series(&self.arc, noises[noise], || [random.normal(), 0.0]))
    }

    /// The most likely motion with the most likely noise of the setting, and that noise.
    fn best(&self, noises: &[f64], setting: usize) -> Option<(Series, f64)> {
        let (noise, like) = self.likely(setting)?;
        Some((like.series(&self.arc, noises[noise], || [0.0; 2]), noises[noise]))
    }

    fn likely(&self, setting: usize) -> Option<(usize, &Judged)> {
        let noise = highest(&self.under[setting].0)?;
        Some((noise, &self.likes[highest(&self.of[noise].0)?]))
    }
}

/// Place of the highest value.
fn highest(values: &[f64]) -> Option<usize> {
    (0..values.len()).max_by(|a, b| values[*a].total_cmp(&values[*b]))
}

/// A drop, the noises that are weighed, and the diameter of the sphere, if it is known.
struct Seen<'p> {
    points: &'p [(f64, f64)],
    /// Standard deviation of the noise, by [`noise`].
    noise: f64,
    noises: Vec<f64>,
    /// Logarithms of the weights of the noises on an approach or a flight, for each unevenness and noise of the record; the first [`NOISES`]
    /// are even.
    settings: Vec<Vec<f64>>,
    diameter: Option<f64>,
    /// How long a contact at 1 m/s lasts, in seconds; 0 where no diameter is known.
    lasts: f64,
}

impl<'p> Seen<'p> {
    fn new(points: &'p [(f64, f64)], lengths: Option<Lengths>, noise: f64) -> Self {
        let (low, high) = extent(points.iter().map(|point| point.1));
        let least = (NOISE.0 * noise).max(MODEL * (high - low)).max(f64::MIN_POSITIVE);
        let step = (NOISE.1 * noise.max(least) / least).ln() / (NOISES - 1) as f64;
        let noises: Vec<f64> = (0..NOISES).map(|k| least * (step * k as f64).exp()).collect();
        let over_all = |log: &dyn Fn(usize) -> f64| {
            let logs: Vec<f64> = (0..NOISES).map(log).collect();
            let sum = weights(&logs).1;
            logs.into_iter().map(move |log| log - sum).collect::<Vec<f64>>()
        };
        let all = |uneven: f64| {
            let unsure = (UNSURE / (points.len().saturating_sub(3).max(1) as f64).sqrt()).hypot(uneven);
            let of_record = over_all(&|k| -((noises[k] / noise.max(least)).ln() / unsure).powi(2).ln_1p());
            let deviation = |k: usize, of: usize| step * k.abs_diff(of) as f64 / uneven.max(0.01 * step);
            let one = |(of, record): (usize, &f64)| {
                over_all(&|k| -0.5 * deviation(k, of).powi(2)).iter().map(|log| record + log).collect::<Vec<f64>>()
            };
            of_record.iter().enumerate().map(one).collect::<Vec<_>>()
        };
        let settings = UNEVEN.into_iter().flat_map(all).collect();
        let [diameter, lasts] = [lengths.map(|of| of.reading), lengths.map(|of| LASTS * of.contact)];
        Self { points, noise, noises, settings, diameter, lasts: lasts.unwrap_or(0.0) }
    }

    /// Times of the row before this one, and of this one.
    fn between(&self, row: usize) -> Option<(f64, f64)> {
        Some((self.points.get(row.checked_sub(1)?)?.0, self.points.get(row)?.0))
    }

    /// Where straight lines through the two rows before this one, and through it and the next, meet, between these rows; half-way where they do not.
    fn lines_meet(&self, row: usize) -> Option<f64> {
        let (from, to) = self.between(row)?;
        let line = |a: usize, b: usize| {
            let (a, b) = (self.points.get(a)?, self.points.get(b)?);
            Some((a.0, a.1, (b.1 - a.1) / (b.0 - a.0)))
        };
        let (before, after) = (line(row - 1, row.checked_sub(2)?)?, line(row, row + 1)?);
        let meet = from + (after.1 - after.2 * (after.0 - from) - before.1) / (before.2 - after.2);
        Some(if meet.is_finite() && before.2 < after.2 { meet.clamp(from, to) } else { 0.5 * (from + to) })
    }
}

/// Approach and flight of a bounce.
struct Pair {
    before: Weighed,
    after: Weighed,
    /// Logarithm of the likelihood with each setting.
    likelihood: Vec<f64>,
    contact: f64,
    has_apex: bool,
    /// Times of the rows between which the contact is.
    between: (f64, f64),
}

impl Pair {
    /// With the first row after contact.
    fn at(seen: &Seen, rows: &Rows, parting: usize, contact: f64, every: usize) -> Option<Self> {
        let part = |rows: Range<usize>, speed| Weighed::new(seen.points.get(rows)?, contact, speed, seen, every);
        let before = part(rows.begin..parting, None)?;
        let after = part(parting..rows.end, Some(before.arc.line[1].abs()))?;
        let likelihood = before.under.iter().zip(&after.under).map(|(a, b)| a.1 + b.1).collect();
        Some(Self { before, after, likelihood, contact, has_apex: rows.has_apex, between: seen.between(parting)? })
    }

    fn best(&self) -> f64 {
        self.likelihood.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }

    /// Times at which motions with this setting may meet: between the rows where the contact is, and a little beyond, as noise has it.
    fn times(&self, noises: &[f64], setting: usize) -> Option<RangeInclusive<f64>> {
        let (first, then) = (self.before.best(noises, setting)?, self.after.best(noises, setting)?);
        let arc = &self.before.arc;
        let slow = (-arc.at(&first.0, arc.contact).1).max(FASTER * arc.scale);
        let late = LATE * first.1.max(then.1) / slow;
        Some(self.between.0 - late..=self.between.1 + late)
    }

    /// Whether one of some motions meets at these times. Where the approach has turned before the contact, none does.
    fn can_meet(&self, noises: &[f64], settings: &[f64], times: &RangeInclusive<f64>) -> bool {
        let mut random = Random(self.before.arc.points.len() as u64);
        (0..TRIED).any(|_| {
            let setting = random.pick(settings);
            let first = self.before.draw(noises, setting, 1.0, &mut random);
            let then = self.after.draw(noises, setting, 1.0, &mut random);
            self.meeting(&first, &then).is_some_and(|time| times.contains(&time))
        })
    }

    /// Where these series meet, near the guess.
    fn meeting(&self, a: &Series, b: &Series) -> Option<f64> {
        let mut time = self.contact;
        for _ in 0..30 {
            let (before, after) = (self.before.arc.at(a, time), self.after.arc.at(b, time));
            let closing = after.1 - before.1;
            if closing <= 0.0 || closing.is_nan() {
                return None;
            }
            let step = (before.0 - after.0) / closing;
            time += step;
            if step.abs() < 1e-9 * self.after.arc.span {
                break;
            }
        }
        ((time - self.contact).abs() < self.after.arc.span.min(self.before.arc.span)).then_some(time)
    }
}

/// Rows of the record that belong to a bounce: approach from `begin`, lowest row, end of the flight.
struct Rows {
    begin: usize,
    lowest: usize,
    end: usize,
    has_apex: bool,
    /// Number of the bounce in the record, from 1.
    number: usize,
}

/// The bounces of one drop: times \[s\] and gaps \[m\].
fn bounces(points: &[(f64, f64)], lengths: Option<Lengths>) -> Vec<MeasuredBounce> {
    let group = points.len().div_ceil(MOST).max(1);
    let mean = |chunk: &[(f64, f64)]| {
        let sum = chunk.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
        (sum.0 / chunk.len() as f64, sum.1 / chunk.len() as f64)
    };
    let points: &[(f64, f64)] = &points.chunks(group).map(mean).collect::<Vec<_>>();
    let noise = noise(points);
    let (rows, fall) = rows(points, lengths.map(|of| of.reading), noise);
    let seen = Seen::new(points, lengths, noise);
    let all = rows.iter().take(BOUNCES).map(|rows| pairs(&seen, rows)).take_while(|pairs| !pairs.is_empty());
    let all: Vec<Vec<Pair>> = all.collect();
    let one = |pairs: &[Pair], k: usize| weights(&pairs.iter().map(|pair| pair.likelihood[k]).collect::<Vec<f64>>()).1;
    let total: Vec<f64> = (0..seen.settings.len()).map(|k| all.iter().map(|pairs| one(pairs, k)).sum()).collect();
    let settings = weights(&total).0;
    let one = |(seed, (pairs, rows)): (usize, (&Vec<Pair>, &Rows))| {
        let bounce = read(&seen, pairs, &settings, (points.len() * BOUNCES + seed) as u64)?;
        let (highest, floor) = (points[rows.begin].1 - chance(points.len()) * noise, bounce.contact_gap_m?);
        let comes_from_m = Some(highest - floor.value - MOVED * floor.sigma);
        Some(MeasuredBounce { number: rows.number, comes_from_m, ..bounce })
    };
    let found: Vec<MeasuredBounce> = all.iter().zip(&rows).enumerate().map_while(one).collect();
    let fall = fall.filter(|_| found.is_empty());
    found.into_iter().chain(fall.and_then(|(rows, floor)| approach(&seen, rows, floor))).collect()
}

/// Approach and flight with the contact where they meet, for each of the rows that may be the first after contact. How likely they are is
/// asked only then: on a record without noise, a contact that is off by a part of a picture makes the right one of them hopeless.
fn pairs(seen: &Seen, rows: &Rows) -> Vec<Pair> {
    let likely = |pairs: Vec<(usize, Pair)>, within: f64| {
        let most = pairs.iter().map(|(_, pair)| pair.best()).fold(f64::NEG_INFINITY, f64::max);
        pairs.into_iter().filter(move |(_, pair)| pair.best() > most - within)
    };
    let first = |parting: usize| Some((parting, Pair::at(seen, rows, parting, seen.lines_meet(parting)?, EVERY)?));
    let meets = |(parting, mut now): (usize, Pair)| {
        let (from, to) = now.between;
        for _ in 0..ROUNDS {
            let index = highest(&now.likelihood)?;
            let met = now.meeting(&now.before.best(&seen.noises, index)?.0, &now.after.best(&seen.noises, index)?.0);
            let Some(met) = met.map(|met| met.clamp(from, to)).filter(|met| *met != now.contact) else { break };
            now = Pair::at(seen, rows, parting, met, EVERY)?;
        }
        Some((parting, now))
    };
    let found = partings(seen, rows).filter_map(first).filter_map(meets).collect();
    likely(found, LIKELY).filter_map(|(parting, pair)| Pair::at(seen, rows, parting, pair.contact, 1)).collect()
}

/// Rows that may be the first after contact: those as low as the lowest one within [`LOW`] times the noise, which may be larger on one side of
/// it, and no more than [`PARTINGS`] of them.
fn partings(seen: &Seen, rows: &Rows) -> impl Iterator<Item = usize> {
    let sides = [rows.begin..rows.lowest, rows.lowest..rows.end];
    let noise = sides.map(|side| noise(&seen.points[side])).into_iter().fold(seen.noise, f64::max);
    let is_low = move |row: &usize| seen.points[*row].1 < seen.points[rows.lowest].1 + LOW * noise;
    let before = (rows.begin..rows.lowest).rev().take_while(is_low).count();
    let after = 1 + (rows.lowest + 1..rows.end).take_while(is_low).count();
    let step = (before + after).div_ceil(PARTINGS).max(1);
    let (before, after) = (before / step, after.div_ceil(step));
    (0..=before + after).map(move |k| rows.lowest + k * step - before * step)
}

/// The reading of one motion.
#[derive(Clone, Copy)]
struct Reading {
    contact: f64,
    floor: f64,
    speed_in: f64,
    speed_out: f64,
    /// How long before the meeting the contact begins, and how far below the wall the meeting is.
    inside: (f64, f64),
    /// How much slower the sphere is after the length of a contact more.
    slower: f64,
    apex: Option<(f64, f64)>,
}

fn read(seen: &Seen, pairs: &[Pair], settings: &[f64], seed: u64) -> Option<MeasuredBounce> {
    let Seen { noises, diameter, lasts, .. } = seen;
    let mut random = Random(seed);
    let index = highest(settings)?;
    let times = |pair: &Pair| pair.times(noises, index).filter(|times| pair.can_meet(noises, settings, times));
    let pairs: Vec<(&Pair, _)> = pairs.iter().filter_map(|pair| Some((pair, times(pair)?))).collect();
    let pair = pairs[highest(&pairs.iter().map(|(pair, _)| pair.likelihood[index]).collect::<Vec<f64>>())?].0;
    let (before, after) = (&pair.before, &pair.after);
    let best = [before.best(noises, index)?, after.best(noises, index)?];
    let wider = [wider(&before.arc, &best[0].0), wider(&after.arc, &best[1].0)];
    let draw = |number: usize| {
        let (side, mut random) = mirrored(seed, number);
        let setting = random.pick(settings);
        let logs: Vec<f64> = pairs.iter().map(|(pair, _)| pair.likelihood[setting]).collect();
        let (pair, times) = &pairs[random.pick(&weights(&logs).0)];
        let first = pair.before.draw(noises, setting, side * wider[0], &mut random);
        let then = pair.after.draw(noises, setting, side * wider[1], &mut random);
        pair.meeting(&first, &then).filter(|time| times.contains(time)).map(|_| (*pair, first, then))
    };
    let draws: Vec<(&Pair, Series, Series)> = (0..TRIALS * DRAWS).filter_map(draw).take(DRAWS).collect();
    if draws.len() < DRAWS {
        return None;
    }
    let fastest = Fastest::of(&before.arc, draws.iter().map(|(pair, a, _)| (&pair.before.arc, a)), *diameter);
    let top = highest_place(&after.arc, &best[1].0).filter(|_| pair.has_apex);
    let one = |(pair, a, b): &(&Pair, Series, Series)| {
        let (before, after) = (&pair.before, &pair.after);
        let meeting = pair.meeting(a, b)?;
        let speed_in = fastest.speed(&before.arc, a);
        let apex = top.and_then(|top| summit(&after.arc, b, top));
        let delay = diameter.map_or(0.0, |diameter| APPARENT_DELAY * diameter / speed_in);
        let delay = apex.map_or(delay, |apex| delay.min(apex.0 - meeting)).max(0.0);
        let (met, speed) = after.arc.at(b, meeting);
        let (closing, speed) = ((-before.arc.at(a, meeting).1).max(FASTER * speed_in), speed.max(0.0));
        let lasts = lasts * closing.powf(-0.2);
        let early = lasts * speed / (speed + closing);
        let inside = (early, early * closing);
        let (contact, floor) = (meeting - inside.0, met + inside.1);
        let apex = apex.map(|apex| (apex.0 - contact, apex.1));
        let [speed_out, later] = [0.0, lasts].map(|more| after.arc.at(b, meeting + delay + more).1);
        Some(Reading { contact, floor, speed_in, speed_out, inside, slower: speed_out - later, apex })
    };
    let readings: Vec<Reading> = draws.iter().filter_map(one).filter(|reading| reading.speed_in > 0.0).collect();
    if 2 * readings.len() < DRAWS {
        return None;
    }
    let shaken: Vec<Reading> = (0..SHAKEN)
        .filter_map(|_| {
            one(&(pair, before.shaken(noises, index, &mut random)?, after.shaken(noises, index, &mut random)?))
        })
        .collect();
    // A rebound that is no more than what noise makes is not told.
    let leaves = |bounce: &MeasuredBounce| bounce.speed_out_m_s.is_none_or(|speed| speed.sigma < speed.value);
    let is_sure = |bounce: &MeasuredBounce| bounce.speed_in_m_s.is_some_and(MeasuredValue::is_sure);
    let shown = shown(&readings, &shaken, &fastest, *diameter);
    Some(MeasuredBounce { pictures: before.arc.points.len(), ..shown })
        .filter(|bounce| leaves(bounce) && is_sure(bounce))
}

/// What these motions show, of which noise alone makes those of `shaken`.
fn shown(readings: &[Reading], shaken: &[Reading], fastest: &Fastest, diameter: Option<f64>) -> MeasuredBounce {
    let within = |widths: &[(f64, f64)], read: &dyn Fn(&Reading) -> Option<f64>| {
        let all = |of: &[Reading]| of.iter().filter_map(read).collect::<Vec<f64>>();
        let (full, noise) = (all(readings), all(shaken));
        (10 * full.len() > 9 * readings.len()).then(|| besides(middle(full, widths), noise))
    };
    let of = |read: &dyn Fn(&Reading) -> Option<f64>| within(&WIDTHS, read);
    let speed_in = within(&WIDTHS[..1], &|reading| Some(reading.speed_in)).map(|speed| fastest.sure(speed));
    let slower = of(&|reading| Some(reading.slower)).map_or(0.0, |slower| 0.5 * slower.value);
    let speed_out = of(&|reading| Some(reading.speed_out)).map(|speed| speed.at_least(FLOOR_AFTER).and(slower));
    let unseen = FLOOR * diameter.unwrap_or(0.0);
    let inside =
        |part: &dyn Fn(&Reading) -> f64| MATERIALS * of(&|reading| Some(part(reading))).map_or(0.0, |part| part.value);
    let (early, below) = (inside(&|reading| reading.inside.0), inside(&|reading| reading.inside.1));
    let late = speed_in.map_or(f64::INFINITY, |speed| early.hypot(unseen / speed.value));
    MeasuredBounce {
        contact_time_s: of(&|reading| Some(reading.contact)).map(|time| time.and(late)),
        contact_gap_m: of(&|reading| Some(reading.floor)).map(|gap| gap.and(below.hypot(unseen))),
        speed_in_m_s: speed_in,
        speed_out_m_s: speed_out,
        restitution: of(&|reading| Some(reading.speed_out / reading.speed_in))
            .zip(speed_in)
            .map(|(e, speed)| e.at_least(FLOOR_AFTER).and(slower / speed.value)),
        apex_gap_m: of(&|reading| reading.apex.map(|apex| apex.1)),
        apex_time_s: of(&|reading| reading.apex.map(|apex| apex.0)).map(|time| time.and(late).in_part(FLOOR)),
        ..MeasuredBounce::default()
    }
}

impl MeasuredValue {
    /// With this share of the value added to its standard error.
    fn at_least(self, share: f64) -> Self {
        self.and(share * self.value)
    }

    /// As that, of which drops have a part in common.
    fn in_part(self, share: f64) -> Self {
        let error = share * self.value;
        Self { sigma: self.sigma.hypot(error), common: self.common.hypot(UNSEEN.1.sqrt() * error), ..self }
    }

    /// Whether it is more than a guess.
    fn is_sure(self) -> bool {
        self.sigma < VAGUE * self.value
    }

    /// With this error in common.
    fn and(self, error: f64) -> Self {
        Self { sigma: self.sigma.hypot(error), common: self.common.hypot(error), ..self }
    }
}

/// With its error in parts: that of these values, of noise alone, and [`UNSEEN`] of what the pictures do not show.
fn besides(value: MeasuredValue, noise: Vec<f64>) -> MeasuredValue {
    let noise = if noise.is_empty() { 0.0 } else { middle(noise, &WIDTHS[..1]).sigma.min(value.sigma) };
    let unseen = UNSEEN.0 * (value.sigma.powi(2) - noise * noise);
    MeasuredValue { sigma: (noise * noise + unseen).sqrt(), common: (UNSEEN.1 * unseen).sqrt(), ..value }
}

/// Median, and the larger of these [`WIDTHS`] about it, each over its number of standard errors.
fn middle(mut all: Vec<f64>, widths: &[(f64, f64)]) -> MeasuredValue {
    let value = quantile(&mut all, 0.5);
    all.iter_mut().for_each(|one| *one = (*one - value).abs());
    let sigma = widths.iter().map(|(share, errors)| quantile(&mut all, *share) / errors).fold(0.0, f64::max);
    MeasuredValue { value, sigma, common: 0.0 }
}

/// By how much errors are larger because residuals are correlated from point to point.
fn wider(arc: &Arc, series: &Series) -> f64 {
    let residuals: Vec<f64> = arc.points.iter().map(|(time, gap)| gap - arc.at(series, *time).0).collect();
    let count = residuals.len();
    let square: f64 = residuals.iter().map(|residual| residual * residual).sum();
    let correlation = |lag: usize| residuals.iter().zip(&residuals[lag..]).map(|(a, b)| a * b).sum::<f64>() / square;
    let sure = 2.0 / (count as f64).sqrt();
    let sum: f64 = (1..count / 4).map(correlation).take_while(|r| *r > sure).sum();
    (1.0 + 2.0 * sum).sqrt()
}

/// How many places there are where the speed of an approach is looked at, after the first: with 40, one peak was read 0.04 % too low.
const PLACES: usize = 160;

/// Where that is, from contact on back to its first picture: roots of the share of the span, which are as the times from place to place.
fn places() -> impl Iterator<Item = f64> {
    (0..=PLACES).map(|k| k as f64 / PLACES as f64)
}

/// The highest speed of an approach. It has one maximum, as drag grows with the speed, and the wall slows the sphere the more the nearer it is. So each
/// motion is taken for the nearest of this kind (Lin & Dunson 2014): the highest of what noise adds to a speed that hardly changes is no
/// speed of the sphere. To first order the error of the maximum is that of the mean over the places where all motions together have it; to second order it is
/// higher, as each motion has places of its own. Of that excess some is the sphere's, and some only the motions', whose waves are larger than
/// a sphere's: `WAVES` of it is counted, in each motion. Where noise leaves open where the maximum is, that is most of the error.
struct Fastest {
    /// Weights of the places where all motions together are fastest, and 0 elsewhere.
    weights: Vec<f64>,
    /// What [`KINK`] makes uncertain of it, over it.
    rounded: f64,
}

impl Fastest {
    /// Of these motions, the likeliest of them on `arc`, of a sphere with this diameter.
    fn of<'s>(arc: &Arc, motions: impl Iterator<Item = (&'s Arc, &'s Series)>, diameter: Option<f64>) -> Self {
        let all: Vec<Vec<f64>> = motions.take(SHAKEN).map(|(arc, series)| arc.falls(series)).collect();
        let mean = |k: usize| all.iter().map(|motion| motion[k]).sum::<f64>() / all.len() as f64;
        let falls: Vec<f64> = (0..=PLACES).map(mean).collect();
        let (speed, top) = highest_fall(&falls);
        let at = |share: f64| {
            let place = share.clamp(0.0, 1.0).sqrt() * PLACES as f64;
            let k = (place as usize).min(PLACES - 1);
            lerp(falls[k], falls[k + 1], place - k as f64)
        };
        let share = places().map(|root| root * root).skip(top.start).take(top.len()).sum::<f64>() / top.len() as f64;
        let reach = KINK.0 * diameter.map_or(FILM_SHARE, |diameter| diameter / (speed * arc.span));
        let lower = speed - 0.5 * (at(share - reach) + at(share + reach));
        let weights = places().enumerate().map(|(k, root)| if top.contains(&k) { root } else { 0.0 }).collect();
        Self { weights, rounded: KINK.1 * lower.max(0.0) / speed }
    }

    /// A speed, with what is never seen of it.
    fn sure(&self, speed: MeasuredValue) -> MeasuredValue {
        speed.in_part(FLOOR_BEFORE).in_part(self.rounded)
    }

    fn speed(&self, arc: &Arc, series: &Series) -> f64 {
        let falls = arc.falls(series);
        let there = self.weights.iter().zip(&falls).map(|(weight, speed)| weight * speed).sum::<f64>()
            / self.weights.iter().sum::<f64>();
        there + WAVES * (highest_fall(&falls).0 - there)
    }
}

/// The highest of the speeds at [`places`], and which have it.
fn highest_fall(speeds: &[f64]) -> (f64, Range<usize>) {
    one_maximum(&places().zip(speeds.iter().copied()).collect::<Vec<_>>())
}

/// The speed of an approach without a rebound, onto a wall at `floor`: contact is where the approach, gone on straight, comes to it.
fn approach(seen: &Seen, rows: Range<usize>, floor: f64) -> Option<MeasuredBounce> {
    let (points, noises) = (seen.points.get(rows)?, &seen.noises);
    let last = points.last()?.0;
    let settings = |part: &Weighed| weights(&part.under.iter().map(|setting| setting.1).collect::<Vec<_>>()).0;
    let mut contact = last;
    for _ in 0..ROUNDS {
        let part = Weighed::new(points, contact, None, seen, EVERY)?;
        let (gap, velocity) = part.arc.at(&part.best(noises, highest(&settings(&part))?)?.0, last);
        contact = (last - (gap - floor) / velocity).max(last).min(2.0 * last - points[0].0);
    }
    let part = Weighed::new(points, contact, None, seen, 1)?;
    let settings = settings(&part);
    let setting = highest(&settings)?;
    let wider = wider(&part.arc, &part.best(noises, setting)?.0);
    let draw = |number: usize| {
        let (side, mut random) = mirrored(points.len() as u64, number);
        part.draw(noises, random.pick(&settings), side * wider, &mut random)
    };
    let (draws, mut random) = ((0..DRAWS).map(draw).collect::<Vec<Series>>(), Random(points.len() as u64));
    let shaken: Vec<Series> = (0..SHAKEN).filter_map(|_| part.shaken(noises, setting, &mut random)).collect();
    let fastest = Fastest::of(&part.arc, draws.iter().map(|series| (&part.arc, series)), seen.diameter);
    let [speeds, noise] =
        [draws, shaken].map(|of| of.iter().map(|series| fastest.speed(&part.arc, series)).collect::<Vec<f64>>());
    let speed = fastest.sure(besides(middle(speeds, &WIDTHS[..1]), noise));
    let bounce =
        MeasuredBounce { number: 1, pictures: points.len(), speed_in_m_s: Some(speed), ..MeasuredBounce::default() };
    speed.is_sure().then_some(bounce)
}

/// Time of the highest point of a flight, to the nearest of some places.
fn highest_place(arc: &Arc, series: &Series) -> Option<f64> {
    const PLACES: usize = 40;
    let place = |k: usize| arc.contact + arc.span * (k as f64 / PLACES as f64);
    (1..PLACES).rev().map(place).find(|place| arc.at(series, *place).1 > 0.0)
}

/// Time and height of the highest point of a flight near a place, by secants.
fn summit(arc: &Arc, series: &Series, place: f64) -> Option<(f64, f64)> {
    let slope = |time: f64| arc.at(series, time).1;
    let (mut from, mut to) = (place, place + 0.02 * arc.span);
    let (mut slope_from, mut slope_to) = (slope(from), slope(to));
    for _ in 0..12 {
        let next = to - slope_to * (to - from) / (slope_to - slope_from);
        if !next.is_finite() || next == to {
            break;
        }
        (from, slope_from) = (to, slope_to);
        (to, slope_to) = (next, slope(next));
        if (to - from).abs() < 1e-7 * arc.span {
            break;
        }
    }
    let is_top = slope(to - 1e-3 * arc.span) > slope(to + 1e-3 * arc.span);
    (is_top && to > arc.contact && to < arc.contact + arc.span).then(|| (to, arc.at(series, to).0))
}

/// Standard deviation of the noise: the middle of third differences over its value for noise without correlation (in the unit of
/// the points; zero of fewer than four). They are divided differences, each over what noise makes of it, so that pictures may be missing.
pub(super) fn noise(points: &[(f64, f64)]) -> f64 {
    let third = |window: &[(f64, f64)]| {
        let span = window[3].0 - window[0].0;
        let others = |at: usize| (0..4).filter(move |other| *other != at);
        let weight = |at: usize| 1.0 / others(at).map(|other| (window[at].0 - window[other].0) / span).product::<f64>();
        let weights: [f64; 4] = std::array::from_fn(weight);
        let difference: f64 = weights.iter().zip(window).map(|(weight, point)| weight * point.1).sum();
        difference.abs() / weights.map(|weight| weight * weight).iter().sum::<f64>().sqrt()
    };
    let mut differences: Vec<f64> = points.windows(4).map(third).filter(|difference| difference.is_finite()).collect();
    if differences.is_empty() {
        return 0.0;
    }
    quantile(&mut differences, 0.5) / 0.6745
}

/// By how many standard deviations of the noise two of this many points may be apart by chance.
fn chance(points: usize) -> f64 {
    1.0 + 2.0 * (2.0 * (points.max(2) as f64).ln()).sqrt()
}

/// Where the bounces are: the lowest points from which the record rises, and the highest between them, by more than its noise and that of the
/// flight; and the rows of a fall after which it does not rise, with the height of the wall. These end where a rebound that is not seen may begin: above the
/// lowest row by what such a one may rise, and by the noise.
fn rows(points: &[(f64, f64)], diameter: Option<f64>, noise: f64) -> (Vec<Rows>, Option<(Range<usize>, f64)>) {
    let (least, most) = extent(points.iter().map(|point| point.1));
    let chance = chance(points.len());
    let turns = turns(points, (chance * noise).max(SURE * (most - least)));
    let begin = |before: usize, lowest: usize| {
        let far = |reach: f64| points[before..lowest].iter().rposition(|point| point.1 > points[lowest].1 + reach);
        let reach = diameter.and_then(|diameter| far(REACH.0 * diameter)).map_or(before, |row| before + row + 1);
        reach.min(lowest.saturating_sub(REACH.1)).max(before)
    };
    let (mut found, mut number) = (Vec::new(), 0);
    for at in (1..turns.len().saturating_sub(1)).filter(|at| turns[*at].1 == -1.0) {
        number += 1;
        let (before, lowest, top) = (turns[at - 1].0, turns[at].0, turns[at + 1].0);
        let begin = begin(before, lowest);
        let next = turns.get(at + 2).map_or(points.len(), |turn| turn.0);
        let falls = points[top].0 + AFTER_APEX * (points[top].0 - points[lowest].0);
        let end = points.partition_point(|point| point.0 <= falls).min(next).max(top + 1);
        let (flight, rise) = (&points[lowest..end], points[top].1 - points[lowest].1);
        // The lowest picture may be one of the approach.
        let may_be = (UNSURE / (flight.len() as f64).sqrt()).exp() * self::noise(&flight[1..]);
        if flight.len() < 2 + FEWEST || rise < self::chance(flight.len()) * may_be {
            continue;
        }
        let time = |from: usize, to: usize| points[to].0 - points[from].0;
        let is_past = end > top + 1 && time(top, end - 1) > PAST_APEX * time(lowest, top);
        found.push(Rows { begin, lowest, end, has_apex: is_past && top > lowest + 1, number });
    }
    let fall = turns.windows(2).find(|pair| pair[0].1 == 1.0).map(|pair| {
        let (top, lowest) = (pair[0].0, pair[1].0);
        let at_wall = points[lowest].1 + 2.0 * (chance * noise).max(SURE * (most - least));
        // It falls by less than half of what it fell before in such a time, by more than the noise: it has turned, or comes to rest.
        let stops = |row: usize| {
            let Some(&[a, b, c]) = points[top..=row].last_chunk() else { return false };
            let ahead = (c.0 - b.0) / (b.0 - a.0);
            b.1 - c.1 < 0.5 * (a.1 - b.1) * ahead - chance * noise * (1.0 + ahead)
        };
        let begin = begin(top, lowest);
        let end = (begin..lowest).find(|row| points[*row].1 < at_wall || stops(*row)).unwrap_or(lowest);
        let rest = points[end..].iter().map(|point| point.1);
        let rest = rest.skip_while(|gap| *gap >= at_wall).take_while(|gap| *gap < at_wall);
        (begin..end, quantile(&mut rest.collect::<Vec<f64>>(), 0.5))
    });
    (found, fall)
}

/// Rows of the turning points, ends included, 1 for a highest and −1 for a lowest one: the record moves by more than `sure` between.
fn turns(points: &[(f64, f64)], sure: f64) -> Vec<(usize, f64)> {
    let (mut found, mut sign): (Vec<(usize, f64)>, f64) = (Vec::new(), 0.0);
    let mut extreme = [0, 0];
    for (row, (_, gap)) in points.iter().enumerate() {
        for (extreme, way) in extreme.iter_mut().zip([1.0, -1.0]) {
            if way * gap > way * points[*extreme].1 {
                *extreme = row;
            }
        }
        let back = |way: f64, from: usize| way * (points[from].1 - gap) > sure;
        let turned = [(1.0, extreme[0], 1), (-1.0, extreme[1], 0)];
        let turned = turned.into_iter().find(|(way, from, _)| sign != -way && back(*way, *from));
        if let Some((way, from, other)) = turned {
            found.push((from, way));
            sign = -way;
            extreme[other] = row;
        }
    }
    if sign != 0.0 {
        found.push((extreme[if sign > 0.0 { 0 } else { 1 }], sign));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reading_of_a_few_pictures_does_not_depend_on_their_last_bits() {
        let pictures = [(-8.0, 4.43), (-5.0, 2.8), (-2.0, 1.12), (5.0, 1.64), (10.0, 3.05), (20.0, 5.2), (30.0, 6.46)];
        let scaled = |off: f64| {
            bounces(&pictures.map(|(time, gap)| (1e-3 * time, 1e-3 * gap * (1.0 + off))), Some(Lengths::at_wall(3e-3)))
        };
        let (one, other) = (scaled(0.0), scaled(f64::EPSILON));
        assert!(one.len() == 1 && other.len() == 1);
        let values = |of: &MeasuredBounce| {
            let gaps = [of.apex_gap_m, of.contact_gap_m];
            let others = [of.speed_in_m_s, of.speed_out_m_s, of.restitution, of.apex_time_s, of.contact_time_s];
            others.into_iter().chain(gaps).collect::<Vec<_>>()
        };
        for (a, b) in values(&one[0]).into_iter().zip(values(&other[0])) {
            let (Some(a), Some(b)) = (a, b) else { continue };
            let apart = (a.value - b.value).abs().max((a.sigma - b.sigma).abs());
            assert!(apart < 1e-6 * a.sigma, "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_parabola_with_pictures_missing_has_no_noise_and_noise_of_one_has_that_of_one() {
        let times = [0.0, 1.0, 2.0, 5.0, 6.0, 9.0, 10.0, 11.0];
        let parabola: Vec<(f64, f64)> = times.iter().map(|time| (*time, 3.0 + 2.0 * time - time * time)).collect();
        assert!(noise(&parabola) < 1e-12);
        let mut random = Random(1);
        let time = |k: u32| f64::from(2 * k + k % 2);
        let noisy: Vec<(f64, f64)> = (0..3000).map(|k| (time(k), 1e-3 * f64::from(k) + random.normal())).collect();
        assert!((noise(&noisy) - 1.0).abs() < 0.1, "{}", noise(&noisy));
    }
}
