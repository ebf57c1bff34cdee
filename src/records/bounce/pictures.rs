//! The pictures of a record before anything is read in them: their noise, those that are off, where the sphere turns, and where it rests.

use crate::statistics::quantile;
use wetbounce_physics::numerics::extent;

/// Median distance of a normal distribution from its middle, over its standard deviation.
pub const MEDIAN: f64 = 0.6745;
/// Pictures on each side of one that is looked at: the fewest whose line has a scatter that two more pictures cannot hide.
const SIDE: usize = 4;
/// Standard deviations beyond which a picture is off: of a million normal values one lies beyond 4.9.
pub const OFF: f64 = 6.0;
/// Pictures in a row that may be off together.
const LOST: usize = 8;
/// Share of pictures that may be off; of a record with more, it is not the pictures that are.
const FEW: f64 = 1.0 / 8.0;

/// Standard deviation of the noise, in the unit of the values: the median of third differences over its value for noise without correlation,
/// and at least that of the step the values are rounded to, `step/√12`. Differences are divided, so that pictures may be missing.
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
    let scatter = if differences.is_empty() { 0.0 } else { quantile(&mut differences, 0.5) / MEDIAN };
    scatter.max(step(points) / 12f64.sqrt())
}

/// The step to which values are rounded: the smallest distance between two of them, if all distances are multiples of it; else 0.
pub(crate) fn step(points: &[(f64, f64)]) -> f64 {
    let mut values: Vec<f64> = points.iter().map(|point| point.1).collect();
    values.sort_unstable_by(f64::total_cmp);
    let size = values.first().map_or(0.0, |first| first.abs()).max(values.last().map_or(0.0, |last| last.abs()));
    let apart = || values.windows(2).map(|pair| pair[1] - pair[0]).filter(|apart| *apart > 1e-9 * size);
    let step = apart().fold(f64::INFINITY, f64::min);
    let is_whole = |apart: f64| (apart / step - (apart / step).round()).abs() < 0.02;
    let count = apart().count();
    // Of values that are not rounded, one distance in 25 is a multiple by chance.
    if count > SIDE && step.is_finite() && apart().all(is_whole) { step } else { 0.0 }
}

/// By how many standard deviations of the noise two of this many points may be apart by chance.
pub fn chance(points: usize) -> f64 {
    1.0 + 2.0 * (2.0 * (points.max(2) as f64).ln()).sqrt()
}

/// Rows of the pictures that are off: alone, or up to eight in a row, they lie off the straight lines through the four pictures before and through the four
/// after, and off the line between their neighbours, all to the same side, by more than [`OFF`] times what other pictures do, and than `least`. A contact
/// bends the motion the other way: its pictures are above the lines of both sides, but never above that between their neighbours.
pub fn off(points: &[(f64, f64)], least: f64) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..points.len()).collect();
    let mut found = Vec::new();
    loop {
        let left: Vec<(f64, f64)> = rows.iter().map(|row| points[*row]).collect();
        let worst = (1..=LOST).filter_map(|length| worst(&left, length, least)).max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((at, _, length)) = worst else { break };
        found.extend(rows.drain(at..at + length));
        if found.len() as f64 > FEW * points.len() as f64 {
            return Vec::new();
        }
    }
    found.sort_unstable();
    found
}

/// The first row of the run of this length that is farthest off, by how many times of what others are, and its length.
fn worst(points: &[(f64, f64)], length: usize, least: f64) -> Option<(usize, f64, usize)> {
    let places = points.len().checked_sub(2 * SIDE + length)?;
    if places < 2 * SIDE {
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
    // Signed distances from the line before, the line after and the chord, of the picture of the run that is least off each of them.
    let distances = |at: usize| -> [f64; 3] {
        let (from, to) = (at + SIDE, at + SIDE + length);
        let (before, after) = (&points[at..from], &points[to..to + SIDE]);
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
    // What others are off: the median where it is told, and not below what noise alone makes of it.
    let scatter: [f64; 3] = std::array::from_fn(|which| {
        let mut sizes: Vec<f64> = all.iter().map(|of| of[which].abs()).collect();
        (quantile(&mut sizes, 0.5) / MEDIAN).max(noise)
    });
    let times = |of: &[f64; 3]| {
        let same = of.iter().all(|one| *one > 0.0) || of.iter().all(|one| *one < 0.0);
        let least = (0..3).map(|which| of[which].abs() / scatter[which]).fold(f64::INFINITY, f64::min);
        if same && least > OFF { least } else { 0.0 }
    };
    let best = (0..all.len()).max_by(|a, b| times(&all[*a]).total_cmp(&times(&all[*b])))?;
    Some((best + SIDE, times(&all[best]), length)).filter(|(_, times, _)| *times > 0.0)
}

/// Rows of the turning points, ends included, 1 for a highest and −1 for a lowest one: the record moves by more than `sure` between.
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

/// The level on which the sphere rests, and its standard error, that of one picture, as hops below its noise are not seen: the last pictures, at least eight, that stay within their noise, come down to, at the bottom of
/// the record; `None` if it shows none.
pub fn rest(points: &[(f64, f64)], noise: f64) -> Option<(f64, f64)> {
    let last = points.last()?.1;
    let near = chance(points.len()) * noise;
    let count = points.iter().rev().take_while(|point| (point.1 - last).abs() <= near).count();
    let (low, high) = extent(points.iter().map(|point| point.1));
    if count < LOST || count == points.len() || noise <= 0.0 {
        return None;
    }
    // It comes down to rest; to an apex it would rise.
    if points[points.len() - 1 - count].1 < last {
        return None;
    }
    // The first of them may still be moving.
    let resting = &points[points.len() - count + count / 4..];
    let of = |part: &[(f64, f64)]| part.iter().map(|point| point.1).sum::<f64>() / part.len() as f64;
    let (early, late) = resting.split_at(resting.len() / 2);
    let moves = (of(early) - of(late)).abs() > OFF * noise / (resting.len() as f64).sqrt();
    let level = of(resting);
    let scatter = (resting.iter().map(|point| (point.1 - level).powi(2)).sum::<f64>() / resting.len() as f64).sqrt();
    let moves = moves || scatter > noise * (1.0 + 2.0 / (resting.len() as f64).sqrt());
    let is_bottom = level < low + (high - low) / 8.0;
    (!moves && is_bottom).then_some((level, noise))
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
