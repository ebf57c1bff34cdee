//! Step 1: the noise of the pictures, outliers, turning points, release and rest, repeated pictures.

use crate::statistics::quantile;
use wetbounce_physics::numerics::extent;

/// Median distance of a normal distribution from its middle, over its standard deviation.
pub const MEDIAN_DEVIATION: f64 = 0.6745;
/// Pictures of the straight line on each side of a picture that may be an outlier.
const LINE_PICTURES: usize = 4;
/// Standard deviations from which on a picture is an outlier: of a million normal values one is beyond 4.9.
pub const OUTLIER_DEVIATIONS: f64 = 6.0;
/// Most outliers in a row. Fewest pictures of a sphere that is held or at rest.
const LONGEST_RUN: usize = 8;
/// Fewest pictures for each outlier among them. If more are off, the motion is another one.
pub(crate) const PICTURES_PER_OUTLIER: usize = 8;

/// Standard deviation of the noise, in the unit of the values: the median of third differences over its value for
/// noise without correlation, and at least that of the step the values are rounded to, `step/√12`. Differences are
/// divided, so that pictures may be missing.
pub fn noise(points: &[(f64, f64)]) -> f64 {
    let third = |window: &[(f64, f64)]| {
        let span = window[3].0 - window[0].0;
        let others = |at: usize| (0..4).filter(move |other| *other != at);
        let weight = |at: usize| 1.0 / others(at).map(|other| (window[at].0 - window[other].0) / span).product::<f64>();
        let weights: [f64; 4] = std::array::from_fn(weight);
        let difference: f64 = weights.iter().zip(window).map(|(weight, point)| weight * point.1).sum();
        difference.abs() / weights.map(|weight| weight * weight).iter().sum::<f64>().sqrt()
    };
    let mut differences: Vec<f64> = points.windows(4).map(third).filter(|difference| difference.is_finite()).collect();
    let scatter = if differences.is_empty() { 0.0 } else { quantile(&mut differences, 0.5) / MEDIAN_DEVIATION };
    scatter.max(step(points) / 12f64.sqrt())
}

/// The step to which values are rounded: the smallest distance between two of them, if all distances are multiples of
/// it; else 0.
pub(crate) fn step(points: &[(f64, f64)]) -> f64 {
    let mut values: Vec<f64> = points.iter().map(|point| point.1).collect();
    values.sort_unstable_by(f64::total_cmp);
    let size = values.first().map_or(0.0, |first| first.abs()).max(values.last().map_or(0.0, |last| last.abs()));
    let apart = || values.windows(2).map(|pair| pair[1] - pair[0]).filter(|apart| *apart > 1e-9 * size);
    let step = apart().fold(f64::INFINITY, f64::min);
    let is_whole = |apart: f64| (apart / step - (apart / step).round()).abs() < 0.02;
    let count = apart().count();
    // Of values that are not rounded, one distance in 25 is a multiple by chance.
    if count > LINE_PICTURES && step.is_finite() && apart().all(is_whole) { step } else { 0.0 }
}

/// Largest difference of two of this many pictures of a sphere that does not move, in standard deviations of the noise.
pub fn chance(points: usize) -> f64 {
    1.0 + 2.0 * (2.0 * (points.max(2) as f64).ln()).sqrt()
}

/// Rows of outliers, alone or up to eight in a row. An outlier is off the straight line through the four pictures
/// before it, off that through the four after it, and off the chord between its neighbours, all to the same side.
/// Each distance is above [`OUTLIER_DEVIATIONS`] times that of other pictures, and above so many times `least`.
/// Pictures of a contact are above the lines of both sides, but below the chord.
pub fn off(points: &[(f64, f64)], least: f64) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..points.len()).collect();
    let mut found = Vec::new();
    loop {
        let left: Vec<(f64, f64)> = rows.iter().map(|row| points[*row]).collect();
        let worst =
            (1..=LONGEST_RUN).filter_map(|length| worst(&left, length, least)).max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((at, _, length)) = worst else { break };
        found.extend(rows.drain(at..at + length));
        if PICTURES_PER_OUTLIER * found.len() > points.len() {
            return Vec::new();
        }
    }
    found.sort_unstable();
    found
}

/// The first row of the farthest run of this length, its distance over that of others, and its length.
fn worst(points: &[(f64, f64)], length: usize, least: f64) -> Option<(usize, f64, usize)> {
    let places = points.len().checked_sub(2 * LINE_PICTURES + length)?;
    if places < 2 * LINE_PICTURES {
        return None;
    }
    let line = |of: &[(f64, f64)], at: f64| {
        let count = of.len() as f64;
        let [t, h] =
            [|p: &(f64, f64)| p.0, |p: &(f64, f64)| p.1].map(|of_point| of.iter().map(of_point).sum::<f64>() / count);
        let slope =
            of.iter().map(|p| (p.0 - t) * (p.1 - h)).sum::<f64>() / of.iter().map(|p| (p.0 - t).powi(2)).sum::<f64>();
        h + slope * (at - t)
    };
    // Signed distances from the line before, the line after and the chord: the least of all pictures of the run.
    let distances = |at: usize| -> [f64; 3] {
        let (from, to) = (at + LINE_PICTURES, at + LINE_PICTURES + length);
        let (before, after) = (&points[at..from], &points[to..to + LINE_PICTURES]);
        let chord = [points[from - 1], points[to]];
        let least = |of: &[(f64, f64)]| {
            let all = points[from..to].iter().map(|point| point.1 - line(of, point.0));
            let (low, high) = extent(all);
            if low > 0.0 { low } else { high.min(0.0) }
        };
        [least(before), least(after), least(&chord)]
    };
    let all: Vec<[f64; 3]> = (0..=places).map(distances).collect();
    let noise = noise(points).max(least);
    // The distances of other runs: their median, and at least the noise.
    let scatter: [f64; 3] = std::array::from_fn(|which| {
        let mut sizes: Vec<f64> = all.iter().map(|of| of[which].abs()).collect();
        (quantile(&mut sizes, 0.5) / MEDIAN_DEVIATION).max(noise)
    });
    let times = |of: &[f64; 3]| {
        let same = of.iter().all(|one| *one > 0.0) || of.iter().all(|one| *one < 0.0);
        let least = (0..3).map(|which| of[which].abs() / scatter[which]).fold(f64::INFINITY, f64::min);
        if same && least > OUTLIER_DEVIATIONS { least } else { 0.0 }
    };
    let best = (0..all.len()).max_by(|a, b| times(&all[*a]).total_cmp(&times(&all[*b])))?;
    Some((best + LINE_PICTURES, times(&all[best]), length)).filter(|(_, times, _)| *times > 0.0)
}

/// Rows of the turning points, ends included: 1 for a highest and −1 for a lowest one. Between two of them the gap
/// changes by more than `sure` \[m\].
pub fn turns(points: &[(f64, f64)], sure: f64) -> Vec<(usize, f64)> {
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

/// The pictures of a record between its release and its rest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MotionRows {
    /// First row after the release; before it the sphere is held or lifted.
    pub(crate) release: usize,
    /// First row of the sphere at rest.
    pub(crate) rest: usize,
    /// Height of the sphere at rest.
    pub(crate) floor: Option<Floor>,
}

/// The height of a resting sphere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Floor {
    /// Height and standard error \[m\]; `None` if the height drifts. The error is the noise of one picture, because
    /// hops below the noise do not show.
    pub level: Option<(f64, f64)>,
    /// Lower bound of the height of the wall \[m\].
    pub lowest: f64,
}

/// Height of the band below the highest picture in which a release is looked for, over the range of the record. A fall
/// from rest passes the upper quarter of any height in half of the time: as long as the rest of it.
const RELEASE_BAND: f64 = 0.02;
/// Least time in the upper quarter of the band before a release, over the time in the rest of the band. A sphere that
/// passes an apex stays twice as long, rise and fall.
const HELD_RATIO: f64 = 3.0;
/// Largest motion of a sphere at rest in the time in which a flight would rise as high as its pictures reach, over that
/// height.
const REST_MOTION: f64 = 0.25;
/// Least duration of a rest, in the same time. A flight of that height is over after two.
const REST_TIME: f64 = 4.0;
/// Largest height of a sphere at rest above the lowest picture, over the range of the record.
const REST_HEIGHT: f64 = 1.0 / 8.0;

/// The row after which a sphere falls for the first time through the middle of the range; `None` if it never does.
fn first_fall(points: &[(f64, f64)]) -> Option<usize> {
    let (low, high) = extent(points.iter().map(|point| point.1));
    let middle = 0.5 * (low + high);
    points.windows(2).position(|pair| pair[0].1 >= middle && pair[1].1 < middle)
}

/// The first row after the release; 0 if the sphere is not held before it falls.
pub(crate) fn release(points: &[(f64, f64)], noise: f64) -> usize {
    let Some(last) = first_fall(points) else { return 0 };
    let (low, _) = extent(points.iter().map(|point| point.1));
    // The height at which the sphere is held is that of the last pictures before the fall; a lift before them is not
    // part of it.
    let highest = points[..=last].iter().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max);
    let band = (RELEASE_BAND * (highest - low)).max(4.0 * chance(points.len()) * noise);
    let within = |share: f64| points[..=last].iter().rposition(|point| point.1 > highest - share * band);
    let (Some(quarter), Some(end)) = (within(0.25), within(1.0)) else { return 0 };
    let begin = points[..=quarter].iter().rposition(|point| point.1 < highest - band).map_or(0, |row| row + 1);
    let [held, falls] = [points[quarter].0 - points[begin].0, points[(end + 1).min(last)].0 - points[quarter].0];
    if quarter - begin < LONGEST_RUN || held < HELD_RATIO * falls { 0 } else { quarter + 1 }
}

/// The first row from which on the sphere rests at the bottom of the record, to its last row, under this gravity
/// [m/s²]: during the time in which a free flight would rise as high as these pictures reach, none moves by more than
/// [`REST_MOTION`] of that height and the noise. Pictures of a resting sphere may wander; but a sphere that comes down
/// without a rebound, and goes on sinking, approaches the wall and does not rest.
fn resting(points: &[(f64, f64)], noise: f64, gravity: f64) -> usize {
    let count = points.len();
    if gravity <= 0.0 {
        return count;
    }
    let rise = |height: f64| (2.0 * height / gravity).sqrt();
    let slack = chance(count) * noise;
    let (low, high) = extent(points.iter().map(|point| point.1));
    let (mut lowest, mut highest, mut begin, mut rises) = (f64::INFINITY, f64::NEG_INFINITY, count, false);
    for row in (0..count).rev() {
        let gap = points[row].1;
        let (lower, higher) = (lowest.min(gap), highest.max(gap));
        let end = points[row].0 + rise(higher - lower);
        let most = REST_MOTION * (higher - lower) + slack;
        let moved = points[row..].iter().take_while(|other| other.0 <= end).find(|other| (other.1 - gap).abs() > most);
        if higher > low + REST_HEIGHT * (high - low) || moved.is_some() {
            // A rise is a flight; the sphere rests after it has landed.
            rises = moved.is_some_and(|other| other.1 > gap);
            if rises {
                let landed = |point: &(f64, f64)| point.1 < lowest + REST_MOTION * (highest - lowest) + slack;
                let top = (begin..count).max_by(|a, b| points[*a].1.total_cmp(&points[*b].1)).unwrap_or(begin);
                begin = top + points[top..].iter().position(landed).unwrap_or(count - top);
            }
            break;
        }
        (lowest, highest, begin) = (lower, higher, row);
    }
    while !rises && sinks(&points[begin..], noise) {
        begin += (count - begin).div_ceil(4);
    }
    let (lowest, highest) = extent(points[begin..].iter().map(|point| point.1));
    let lasts = points[begin..].first().map_or(0.0, |first| points[count - 1].0 - first.0);
    if count - begin < LONGEST_RUN || begin == 0 || lasts < REST_TIME * rise(highest - lowest) { count } else { begin }
}

/// Mean height of these pictures.
fn mean(points: &[(f64, f64)]) -> f64 {
    points.iter().map(|point| point.1).sum::<f64>() / points.len() as f64
}

/// By how much the mean of the later half of these pictures is lower than that of the earlier one; NaN of fewer than
/// two. Of white noise it has a standard deviation of that of one picture times 2/√n.
fn descent(points: &[(f64, f64)]) -> f64 {
    let (early, late) = points.split_at(points.len() / 2);
    mean(early) - mean(late)
}

/// Whether the later half of these pictures is lower than the earlier one by more than their noise.
fn sinks(points: &[(f64, f64)], noise: f64) -> bool {
    descent(points) > OUTLIER_DEVIATIONS * noise * 2.0 / (points.len() as f64).sqrt()
}

/// The height on which the sphere rests that these pictures show.
fn floor(resting: &[(f64, f64)], noise: f64) -> Option<Floor> {
    if resting.len() < LONGEST_RUN || noise <= 0.0 {
        return None;
    }
    // The first of them may still be moving.
    let settled = &resting[resting.len() / 4..];
    let moves = descent(settled).abs() > OUTLIER_DEVIATIONS * noise / (settled.len() as f64).sqrt();
    let level = mean(settled);
    let scatter = (settled.iter().map(|point| (point.1 - level).powi(2)).sum::<f64>() / settled.len() as f64).sqrt();
    let moves = moves || scatter > noise * (1.0 + 2.0 / (settled.len() as f64).sqrt());
    let lowest = resting.iter().map(|point| point.1).fold(f64::INFINITY, f64::min);
    let lowest = if moves { lowest } else { level } - chance(resting.len()) * noise;
    Some(Floor { level: (!moves).then_some((level, noise)), lowest })
}

/// Longest period of repeated pictures: that of 24 pictures a second converted to 240.
const LONGEST_PERIOD: usize = 10;
/// Largest step of a repeated picture, over the steps around it.
const STILL_STEP: f64 = 0.05;
/// Least share of the pictures at one place of the period that are repeated.
const PERIOD_SHARE: f64 = 0.9;
/// Fewest periods in which the sphere moves.
const FEWEST_PERIODS: usize = 4;

/// Rows that repeat the picture before them, from a film whose frame rate was converted. The sphere moves before and
/// after such a picture, to the same side, and not at it. Such pictures stand at the same places of a period of up to
/// [`LONGEST_PERIOD`] pictures, or their gaps are equal at least [`FEWEST_PERIODS`] times.
pub(crate) fn repeated(points: &[(f64, f64)]) -> Vec<usize> {
    let count = points.len();
    if count < 2 * LONGEST_PERIOD {
        return Vec::new();
    }
    let steps: Vec<f64> = points.windows(2).map(|pair| pair[1].1 - pair[0].1).collect();
    let mut intervals: Vec<f64> = points.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    let interval = quantile(&mut intervals, 0.5);
    let rounding = step(points);
    // The smaller of the largest steps before and after, if both have one sign and are above the rounding; else 0.
    let largest = |of: &[f64]| of.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0);
    let around = |at: usize| {
        let [before, after] = [
            &steps[at.saturating_sub(LONGEST_PERIOD / 2)..at],
            &steps[at + 1..steps.len().min(at + 1 + LONGEST_PERIOD / 2)],
        ];
        let [before, after] = [largest(before), largest(after)];
        let size = before.abs().min(after.abs());
        if before * after > 0.0 && size > 3.0 * rounding { size } else { 0.0 }
    };
    // Number of the picture, its place in time, and whether it stands still; of those that move.
    let moving: Vec<(usize, usize, bool)> = (0..steps.len())
        .filter_map(|at| {
            let size = around(at);
            let place = ((points[at + 1].0 - points[0].0) / interval).round() as usize;
            (size > 0.0).then_some((at + 1, place, steps[at].abs() < STILL_STEP * size))
        })
        .collect();
    for period in 2..=LONGEST_PERIOD {
        let share = |phase: usize| {
            let own = moving.iter().filter(|(_, place, _)| place % period == phase);
            let all = own.clone().count();
            (own.filter(|(.., still)| *still).count() as f64 / all.max(1) as f64, all)
        };
        let shares: Vec<(f64, usize)> = (0..period).map(share).collect();
        let is_still = |share: f64| share > PERIOD_SHARE;
        let is_sure = shares
            .iter()
            .all(|(share, all)| *all >= FEWEST_PERIODS && (is_still(*share) || *share < 1.0 - PERIOD_SHARE));
        if is_sure
            && shares.iter().any(|(share, _)| is_still(*share))
            && !shares.iter().all(|(share, _)| is_still(*share))
        {
            let place = |row: usize| ((points[row].0 - points[0].0) / interval).round() as usize;
            return (1..count).filter(|row| is_still(shares[place(*row) % period].0)).collect();
        }
    }
    let exact: Vec<usize> = moving.iter().map(|(row, ..)| *row).filter(|row| steps[row - 1] == 0.0).collect();
    if exact.len() >= FEWEST_PERIODS { exact } else { Vec::new() }
}

/// The pictures between release and rest, under this gravity [m/s²].
pub(crate) fn trim(points: &[(f64, f64)], noise: f64, gravity: f64) -> MotionRows {
    let (release, rest) = (release(points, noise), resting(points, noise, gravity));
    MotionRows { release, rest: rest.max(release), floor: floor(&points[rest..], noise) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Random;

    #[test]
    fn a_parabola_with_pictures_missing_has_no_noise_and_noise_of_one_has_that_of_one() {
        let times = [0.0, 1.0, 2.0, 5.0, 6.0, 9.0, 10.0, 11.0];
        let parabola: Vec<(f64, f64)> =
            times.iter().map(|time| (*time, 3.0 + 2.0 * time - 0.9137 * time * time)).collect();
        assert!(noise(&parabola) < 1e-12);
        let mut random = Random(1);
        let time = |k: u32| f64::from(2 * k + k % 2);
        let noisy: Vec<(f64, f64)> = (0..3000).map(|k| (time(k), 1e-3 * f64::from(k) + random.normal())).collect();
        assert!((noise(&noisy) - 1.0).abs() < 0.1, "{}", noise(&noisy));
        let pixels: Vec<(f64, f64)> =
            noisy.iter().map(|(time, value)| (*time, 50.0 * (1e-3 * time + 0.0 * value).round())).collect();
        assert!((noise(&pixels) - 50.0 / 12f64.sqrt()).abs() < 1e-9);
    }

    /// A gap that closes by lubrication, from a steady speed far from the wall.
    #[test]
    fn a_slow_approach_is_no_rest() {
        for (speed, noise_of_one) in [(0.033, 0.0), (0.033, 2e-5), (0.004, 2e-5)] {
            let (mut random, mut time, mut gap, mut pictures) = (Random(3), 0.0, 0.12, Vec::new());
            let step = 5e-3 * 0.033 / speed;
            while gap > 2e-5 {
                pictures.push((time, gap + noise_of_one * random.normal()));
                (time, gap) = (time + step, gap - step * speed * gap / (gap + 7.5e-3));
            }
            let rest = trim(&pictures, noise(&pictures), 9.81).rest;
            let left = pictures.get(rest).map_or(0.0, |picture| picture.1);
            assert!(left < 2e-4, "{speed} m/s, noise {noise_of_one} m: {left} m, picture {rest} of {}", pictures.len());
        }
    }

    #[test]
    fn a_picture_that_is_off_and_a_lost_sphere_are_found_and_a_contact_is_neither() {
        let mut random = Random(2);
        let gap = |time: f64| if time < 0.0 { -0.6 * time } else { 0.45 * time - 4.9e-3 * time * time };
        let good: Vec<(f64, f64)> =
            (-20..60).map(|k| f64::from(k) + 0.3).map(|time| (time, gap(time) + 0.02 * random.normal())).collect();
        assert!(off(&good, 0.0).is_empty());
        for (row, by) in [(5, 1.0), (40, -0.4), (20, 5.0), (21, 0.5)] {
            let mut one = good.clone();
            one[row].1 += by;
            assert_eq!(off(&one, 0.0), [row], "{by}");
        }
        let mut lost = good.clone();
        lost[35..40].iter_mut().for_each(|point| point.1 = 0.0);
        assert_eq!(off(&lost, 0.0), [35, 36, 37, 38, 39]);
    }
}
