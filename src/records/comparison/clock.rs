//! The shift between the clocks of a record and of a run.
//!
//! A fitted shift has the least mean squared residual of the points that both have, in units of their uncertainty.
//! Shifts with less than half of the possible overlap are not tried: two points can be met by accident. All others
//! are, 1600 of them; the lowest valleys are refined by golden section. The standard error follows from the
//! curvature, made larger by √χ² where the residuals are larger than the uncertainties.

use super::computed::Computed;
use crate::record::Record;
use serde::{Deserialize, Serialize};
use wetbounce_physics::numerics::golden_section;
use wetbounce_physics::numerics::hermite::Moment;

/// Shifts that are tried.
const TRIALS: usize = 1600;
/// Most points of the record that take part in the trials.
const POINTS: usize = 300;
/// Valleys that are refined.
const VALLEYS: usize = 6;
/// Share of the largest possible overlap below which a shift is not tried.
const OVERLAP: f64 = 0.5;
/// Points of the profile that is kept.
const KEPT: usize = 81;

/// A fitted shift.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FittedShift {
    /// Time of the run less time of the record \[s\].
    pub(super) seconds: f64,
    /// Its standard error \[s\]; `None` if nothing tells it.
    pub sigma: Option<f64>,
    /// Mean squared residual there, in units of the uncertainty, or of a hundredth of the diameter.
    pub(super) cost: f64,
    /// The next best shift that is another minimum, and the mean squared residual there.
    pub(super) other: Option<(f64, f64)>,
    /// Shifts that were tried \[s\], and the mean squared residuals there.
    pub(super) profile: Vec<(f64, f64)>,
}

impl FittedShift {
    /// Whether the shift could be another one as well: the next best minimum is less than half higher.
    pub fn is_ambiguous(&self) -> bool {
        self.other.is_some_and(|(_, cost)| cost < 1.5 * self.cost)
    }
}

/// A record's values with their uncertainties, thinned for the trials.
struct Points<'a> {
    computed: &'a Computed<'a>,
    rows: Vec<(f64, f64)>,
    read: fn(&Moment) -> f64,
    sigma: f64,
}

impl Points<'_> {
    /// Mean squared residual and points where both are.
    fn cost(&self, shift: f64) -> (f64, usize) {
        let (mut sum, mut count) = (0.0, 0);
        for (time, value) in &self.rows {
            if let Some(at) = self.computed.at(time + shift) {
                sum += (((self.read)(&at) - value) / self.sigma).powi(2);
                count += 1;
            }
        }
        (if count > 0 { sum / count as f64 } else { f64::INFINITY }, count)
    }

    /// `Σ (dy/dt / σ)²` over the points where both are.
    fn curvature(&self, shift: f64, step: f64) -> f64 {
        let slope = |time: f64| {
            let (before, after) = (self.computed.at(time - step)?, self.computed.at(time + step)?);
            Some(((self.read)(&after) - (self.read)(&before)) / (2.0 * step))
        };
        self.rows.iter().filter_map(|(time, _)| slope(time + shift)).map(|slope| (slope / self.sigma).powi(2)).sum()
    }
}

/// The shift of least squared residuals of gaps, or of velocities where no gaps were measured; `None` where nothing
/// overlaps.
pub(super) fn fitted(record: &Record, computed: &Computed) -> Option<FittedShift> {
    let (values, read, sigma): (&[f64], fn(&Moment) -> f64, f64) = match record.gap.is_empty() {
        true => (&record.velocity, |at| at.velocity, record.uncertainty.velocity),
        false => (&record.gap, |at| at.gap, record.uncertainty.gap),
    };
    let all: Vec<(f64, f64)> =
        record.time.iter().copied().zip(values.iter().copied()).filter(|(_, value)| value.is_finite()).collect();
    let extent = all.iter().fold(0.0, |most: f64, (_, value)| most.max(value.abs()));
    let sigma = match (sigma > 0.0, record.gap.is_empty()) {
        (true, _) => sigma,
        (false, true) => 0.01 * extent.max(f64::MIN_POSITIVE),
        (false, false) => 0.01 * computed.lengths.diameter,
    };
    let thinned = |most: usize| Points {
        computed,
        rows: all.iter().step_by(all.len().div_ceil(most).max(1)).copied().collect(),
        read,
        sigma,
    };
    let few = thinned(POINTS);
    let (first, last) = (computed.motion.first()?.time, computed.motion.last()?.time);
    let (begin, end) = (all.first()?.0, all.last()?.0);
    let (low, high) = (first - end, last - begin);
    let spacing = (high - low) / TRIALS as f64;
    let scan: Vec<(f64, (f64, usize))> =
        (0..=TRIALS).map(|k| low + spacing * k as f64).map(|shift| (shift, few.cost(shift))).collect();
    let possible = scan.iter().map(|(_, (_, count))| *count).max()?;
    let least = ((OVERLAP * possible as f64).ceil() as usize).max(1);
    let cost = |points: &Points, shift: f64| {
        let (cost, count) = points.cost(shift);
        if count * few.rows.len() < least * points.rows.len() { f64::INFINITY } else { cost }
    };
    let known: Vec<(f64, f64)> = scan
        .iter()
        .map(|(shift, (cost, count))| (*shift, if *count < least { f64::INFINITY } else { *cost }))
        .collect();
    let at = |k: usize| known.get(k).map_or(f64::INFINITY, |point| point.1);
    let is_valley = |k: &usize| at(*k).is_finite() && at(*k) <= at(k + 1) && (*k == 0 || at(*k) <= at(k - 1));
    let mut valleys: Vec<usize> = (0..known.len()).filter(is_valley).collect();
    valleys.sort_by(|a, b| at(*a).total_cmp(&at(*b)));
    let refined = valleys.iter().take(VALLEYS).map(|k| {
        let shift = golden_section(|shift| cost(&few, shift), known[*k].0 - spacing, known[*k].0 + spacing);
        if cost(&few, shift) <= at(*k) { (shift, cost(&few, shift)) } else { known[*k] }
    });
    let mut refined: Vec<(f64, f64)> = refined.collect();
    refined.sort_by(|a, b| a.1.total_cmp(&b.1));
    let best = refined.first()?.0;
    let other = refined.iter().find(|(shift, _)| (shift - best).abs() > 2.0 * spacing).copied();
    let many = thinned(20 * POINTS);
    let near = golden_section(|shift| cost(&many, shift), best - spacing, best + spacing);
    let seconds = if cost(&many, near) <= cost(&many, best) { near } else { best };
    let curvature =
        few.curvature(seconds, 1e-3 * spacing.max(f64::MIN_POSITIVE)) * all.len() as f64 / few.rows.len() as f64;
    let least = many.cost(seconds).0;
    let known_sigma = record.uncertainty.gap > 0.0 || record.uncertainty.velocity > 0.0;
    let scale = if known_sigma { least.max(1.0) } else { least };
    let thin = known.len().div_ceil(KEPT).max(1);
    let profile = known.iter().filter(|(_, cost)| cost.is_finite()).step_by(thin).copied().collect();
    let sigma = (curvature > 0.0).then(|| (scale / curvature).sqrt());
    Some(FittedShift { seconds, sigma, cost: least, other, profile })
}

/// The mean shift of listed apexes.
pub(super) fn of_apexes(record: &Record, computed: &Computed) -> Option<FittedShift> {
    let both = record.time.iter().zip(computed.bounces).filter_map(|(time, bounce)| Some(bounce.apex_time_s? - time));
    let shifts: Vec<f64> = both.collect();
    let count = shifts.len() as f64;
    let seconds = shifts.iter().sum::<f64>() / count;
    let spread = shifts.iter().map(|shift| (shift - seconds).powi(2)).sum::<f64>() / count;
    let sigma = Some(record.uncertainty.time).filter(|sigma| *sigma > 0.0);
    (count > 0.0).then(|| FittedShift {
        seconds,
        sigma: sigma.map(|sigma| sigma / count.sqrt()),
        cost: spread / sigma.map_or(1.0, |sigma| sigma * sigma),
        other: None,
        profile: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::D;
    use super::super::fixtures::logged;
    use super::*;
    use crate::record::Lengths;
    use crate::record::Uncertainty;

    #[test]
    fn a_clock_is_found_where_the_record_begins_before_the_run_or_ends_after_it() {
        let (motion, log, ..) = logged(0.8);
        let all = Computed { motion: &motion, bounces: log.bounces(), lengths: Lengths::at_wall(D) };
        let (first, last) = (motion[0].time, motion[motion.len() - 1].time);
        let at = |share: f64| motion.partition_point(|row| row.time < first + share * (last - first));
        for (run, late) in [(0.0..0.8, 0.031), (0.2..1.0, -0.4), (0.1..0.9, 12.0), (0.0..1.0, 0.0)] {
            let short = Computed { motion: &motion[at(run.start)..at(run.end)], ..all };
            let mut wobble = 0.37_f64;
            let rows = (0..300).map(|k| first + (last - first) * (f64::from(k) + 0.5) / 300.0).map(|time| {
                wobble = (97.0 * wobble + 0.13).fract();
                (time - late, all.at(time).unwrap().gap + 6e-5 * (wobble - 0.5))
            });
            let (time, gap) = rows.unzip();
            let uncertainty = Uncertainty { gap: 1.7e-5, ..Uncertainty::default() };
            let found = fitted(&Record { time, gap, uncertainty, ..Record::default() }, &short).unwrap();
            let off = (found.seconds - late).abs();
            assert!(off < 4.0 * found.sigma.unwrap() && off < 1e-4, "{late}: {found:?}");
            assert!((0.7..1.4).contains(&found.cost) && !found.is_ambiguous(), "{late}: {found:?}");
        }
    }
}
