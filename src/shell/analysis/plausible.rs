//! What makes a record implausible, with the likely cause, and a comparison in a sentence.

use super::clock;
use super::measured::{self, MeasuredBounce};
use super::measurement::{Comparison, Computed, Record, RecordClock, Residuals, compare};
use crate::case::Clock;

/// Distance of a lowest gap from a half or a whole diameter that makes centre or top likely, in diameters.
const NEAR: f64 = 0.12;
/// A lowest gap above this is not that of a sphere at the wall, one below its negative is inside it, in diameters.
const AT_WALL: f64 = 0.15;
/// Ratio of sizes or speeds that is a wrong unit.
const UNIT: f64 = 5.0;
/// Difference of the speeds of approach that is another case.
const OTHER: f64 = 0.1;
/// Reduced χ² above which run and record are not the same motion, or the uncertainty is not that of the record.
const HOPELESS: f64 = 100.0;
/// How many times worse than a fitted clock another may be.
const WORSE: f64 = 10.0;
/// Differences below this many diameters are no reason to doubt a clock.
const SMALL: f64 = 0.02;
/// Standard errors up to which values agree.
const AGREES: f64 = 2.0;

/// What is implausible in the drops of a record by themselves; `diameter` \[m\].
pub fn of_record(drops: &[Record], diameter: f64) -> Vec<String> {
    let mut doubts = Vec::new();
    let gaps = || drops.iter().filter(|drop| !drop.apexes).flat_map(|drop| &drop.gap).filter(|gap| gap.is_finite());
    let low = gaps().fold(f64::INFINITY, |least, gap| least.min(*gap)) / diameter;
    let high = gaps().fold(f64::NEG_INFINITY, |most, gap| most.max(*gap)) / diameter;
    let bounces: Vec<MeasuredBounce> = drops.iter().flat_map(|drop| drop.bounces(Some(diameter))).collect();
    let noise = drops.iter().map(|drop| measured::noise(&drop.points())).fold(0.0, f64::max) / diameter;
    let at_wall = !bounces.is_empty() || drops.iter().any(|drop| rests(drop, diameter));
    let negative = gaps().filter(|gap| **gap < 0.0).count();
    if high - low > 1e3 || (high - low < 1e-2 && at_wall) {
        doubts.push(format!("the gaps go from {low:.3e} to {high:.3e} diameters: is the unit of the column right?"));
    } else if low < -AT_WALL.min(6.0 * noise + 0.03) {
        doubts.push(format!(
            "{negative} gaps are negative, down to {low:.2} D: where is the wall? measurement.gap_offset = \"{:.3} D\" would put it \
             at the lowest point",
            -low
        ));
    } else if at_wall && low > AT_WALL {
        let cause = match low {
            low if (low - 0.5).abs() < NEAR => {
                "is it the height of the centre? then measurement.position = \"centre\"".to_owned()
            }
            low if (low - 1.0).abs() < NEAR => {
                "is it the height of the top? then measurement.position = \"top\"".to_owned()
            }
            low => format!("where is the wall? measurement.gap_offset = \"{:.3} D\" would put it there", -low),
        };
        doubts.push(format!("the record never goes below {low:.2} D: {cause}"));
    }
    let given = drops.first().and_then(|drop| drop.restitution);
    let read = measured::mean(bounces.iter().map(|bounce| bounce.restitution)).filter(|_| given.is_none());
    let too_lively = read.is_some_and(|e| e.value - 3.0 * e.sigma.unwrap_or(0.0) > 1.0);
    if too_lively || given.is_some_and(|e| e > 1.0) {
        let e = given.or(read.map(|e| e.value)).unwrap_or(f64::NAN);
        doubts.push(format!(
            "the sphere leaves the wall faster than it came, restitution {e:.2}: is the column of times or gaps the right one?"
        ));
    }
    doubts
}

/// Whether the last tenth of a drop stays where it is.
fn rests(drop: &Record, diameter: f64) -> bool {
    let points = drop.points();
    let last = &points[points.len() - points.len().div_ceil(10).min(points.len())..];
    let (low, high) =
        last.iter().fold((f64::MAX, f64::MIN), |(low, high), point| (low.min(point.1), high.max(point.1)));
    last.len() > 2 && high - low < SMALL * diameter
}

/// What is implausible beside a run: speeds of another case, a clock of its own, differences far beyond the uncertainties.
pub fn beside(drops: &[Record], clock: RecordClock, computed: &Computed, found: &Comparison) -> Vec<String> {
    let mut doubts = of_record(drops, computed.diameter);
    let contact = computed.bounces.first().map_or(f64::INFINITY, |bounce| bounce.contact_time_s);
    let approach = computed.motion.iter().take_while(|at| at.time <= contact);
    let own = approach.map(|at| -at.velocity).fold(0.0, f64::max);
    let first = drops.iter().filter_map(|drop| drop.bounces(Some(computed.diameter)).first().copied());
    if let Some(speed) = measured::mean(first.map(|bounce| bounce.speed_in_m_s)).filter(|_| own > 0.0) {
        let ratio = speed.value / own;
        let beyond = (speed.value - own).abs() > 5.0 * speed.sigma.unwrap_or(0.0);
        if !(1.0 / UNIT..UNIT).contains(&ratio) {
            doubts.push(format!(
                "the record's sphere comes with {:.4} m/s, the run's with {own:.4} m/s: are the units of times and gaps right?",
                speed.value
            ));
        } else if (ratio - 1.0).abs() > OTHER && beyond {
            doubts.push(format!(
                "the record's sphere comes with {:.4} m/s, the run's with {own:.4} m/s: is it the record of this case?",
                speed.value
            ));
        }
    }
    doubts.extend(own_clock(drops, clock, computed, found));
    let values = [("gap", &found.gap), ("velocity", &found.velocity), ("time of the apexes", &found.apex_time)];
    for (what, residuals) in values {
        let Some(chi) = residuals.as_ref().and_then(|r| r.reduced_chi_squared).filter(|chi| *chi > HOPELESS) else {
            continue;
        };
        doubts.push(format!(
            "{what}: reduced chi² {chi:.0}, the differences are {:.0} times the uncertainty: it is not the same motion, or the \
             uncertainty is too small",
            chi.sqrt()
        ));
    }
    doubts
}

/// Whether a fitted clock would be much better than the one that was asked for.
fn own_clock(drops: &[Record], clock: RecordClock, computed: &Computed, found: &Comparison) -> Option<String> {
    if clock.start == Clock::Fitted || drops.first()?.apexes {
        return None;
    }
    let mean = |found: &Comparison| {
        let length = found.gap.map(|gap| gap.rms / computed.diameter);
        length.or(found.velocity.map(|velocity| velocity.rms))
    };
    let fitted = compare(drops, RecordClock { start: Clock::Fitted, ..clock }, computed, "").ok()?;
    let (own, other) = (mean(found)?, mean(&fitted)?);
    let seconds = fitted.shift_s;
    (own > WORSE * other && own > SMALL).then(|| {
        format!(
            "with the clock from {} the differences are {:.0} times those with measurement.clock = \"fitted\" (rms {own:.3} D \
             against {other:.4} D, time of the run = time of the record + {:.3} ms): the record has a clock of its own",
            clock.start,
            own / other,
            1e3 * seconds
        )
    })
}

/// Whether a shift could be another one as well: a valley of the profile elsewhere that is hardly higher.
pub fn is_ambiguous(fitted: &clock::FittedShift) -> bool {
    let at = |k: usize| fitted.profile.get(k).map_or(f64::INFINITY, |point| point.1);
    let valleys = (0..fitted.profile.len()).filter(|k| at(*k) < at(k + 1) && (*k == 0 || at(*k) < at(k - 1)));
    let mut lowest: Vec<f64> = valleys.map(at).collect();
    lowest.sort_by(f64::total_cmp);
    lowest.len() > 1 && lowest[1] < 1.5 * lowest[0]
}

/// The comparison in a sentence.
pub fn verdict(found: &Comparison) -> String {
    let mut deviations: Vec<(String, f64)> = Vec::new();
    for apex in &found.apexes {
        let heights = apex.sigma_m.map(|sigma| (apex.computed_m - apex.measured_m) / sigma);
        let times = apex.sigma_s.map(|sigma| (apex.computed_s - apex.measured_s) / sigma);
        deviations.extend(heights.map(|deviation| (format!("the height of apex {}", apex.bounce), deviation)));
        deviations.extend(times.map(|deviation| (format!("the time of apex {}", apex.bounce), deviation)));
    }
    let restitution = found.restitution.and_then(|pair| pair.deviations);
    deviations.extend(restitution.map(|deviation| ("the restitution".to_owned(), deviation)));
    let outside =
        |residuals: &Residuals| residuals.reduced_chi_squared.map(|chi| (chi, chi_squared_limit(residuals.points)));
    let worst_chi = [&found.gap, &found.velocity, &found.apex_time].into_iter().flatten().filter_map(outside);
    let worst_chi = worst_chi.max_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
    let largest = deviations.iter().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    match (largest, worst_chi) {
        _ if !found.doubts.is_empty() => "the comparison means little before these doubts are settled".into(),
        (Some((what, deviation)), _) if deviation.abs() > AGREES => {
            format!("the run differs from the record by {:.1} standard errors in {what}", deviation.abs())
        }
        (_, Some((chi, limit))) if chi > limit => format!(
            "the run differs from the record by more than its uncertainty, reduced chi² {chi:.2} where at most {limit:.2} is chance"
        ),
        (None, None) => "the record has no uncertainties, so nothing is judged".into(),
        _ => "the run agrees with the record within its standard errors".into(),
    }
}

/// The reduced χ² of so many points that chance exceeds in one of forty cases.
pub fn chi_squared_limit(points: usize) -> f64 {
    1.0 + 2.0 * (2.0 / points as f64).sqrt()
}
