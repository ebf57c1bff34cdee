//! Reasons to doubt a record, with the likely cause, and a comparison in a sentence.

use super::alignment::align;
use super::bands::{Band, Interval};
use super::computed::Computed;
use super::measurement::{Comparison, Residuals, of_gaps};
use crate::bounce::doubts;
use crate::bounce::measured_bounce::{MeasuredBounce, MeasuredValue};
use crate::bounce::pairing::first_bounces;
use crate::bounce::pictures::noise;
use crate::bounce::values::Evaluation;
use crate::record::{Clock, Followed};
use crate::record::{Record, RecordOrigin, Setting};
use crate::stated::Reader;
use wetbounce_physics::numerics::extent;
use wetbounce_physics::quantity::{DIAMETERS, LENGTH};
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remark;

/// Distance of a lowest gap from the height of centre or top at contact that makes these likely, in diameters.
const NEAR: f64 = 0.12;
/// A lowest gap above this is not that of a sphere at the wall, in diameters; below this share of it, negative, it is
/// inside.
const AT_WALL: f64 = 0.15;
/// Ratio of extents or speeds that is a wrong unit.
const UNIT: f64 = 5.0;
/// Difference of the speeds of approach that is another case.
const OTHER: f64 = 0.15;
/// Way over which a speed of approach is read, in diameters.
const WAY: f64 = 0.5;
/// Points after the first that a way must have for its speed to be read.
const PICTURES: usize = 3;
/// Reduced χ² above which run and record are not the same motion, or the uncertainty is not that of the record.
pub const HOPELESS: f64 = 25.0;
/// Reduced χ² below which the stated uncertainty is not that of the record: chance gives less in one of 10⁷ records
/// with [`FREEDOM`] degrees of freedom.
const VAGUE: f64 = 0.05;
/// Degrees of freedom above which a small reduced χ² is no chance.
const FREEDOM: usize = 10;
/// Scatter of gaps in diameters below which a record is computed: a camera scatters more.
const COMPUTED: f64 = 1e-4;
/// How many times worse than a fitted clock another may be.
const WORSE: f64 = 10.0;
/// So few points are met by a fitted clock by accident.
const ENOUGH: usize = 8;
/// Differences below this many diameters are no reason to doubt a clock.
const SMALL: f64 = 0.02;
/// Standard errors beyond which a contact is not where its clock says.
const SURELY: f64 = 5.0;
/// Standard errors up to which values agree.
const AGREES: f64 = 2.0;

/// Reasons to doubt the drops of a record, alone and beside a run.
pub fn doubts(
    drops: &[Record],
    readings: &[Evaluation],
    setting: Setting,
    origin: RecordOrigin,
    computed: &Computed,
    found: &Comparison,
) -> Vec<Remark> {
    let bounces: Vec<Vec<MeasuredBounce>> = readings.iter().map(|reading| reading.bounces.clone()).collect();
    let read = &bounces[..];
    let mut doubts: Vec<Remark> = own_clock(drops, readings, origin, computed, found).into_iter().collect();
    doubts.extend(doubts::doubts(drops, readings, read, setting, Reader::BesideRun));
    if drops.first().is_some_and(|drop| !drop.apexes) {
        doubts.extend(of_heights(drops, read, computed).or_else(|| of_speeds(drops, read, computed)));
    }
    let values = [("gap", &found.gap), ("velocity", &found.velocity), ("time of the apexes", &found.apex_time)];
    for (what, residuals) in values {
        let chi = residuals.as_ref().and_then(|residuals| residuals.reduced_chi_squared);
        doubts.extend(chi.filter(|chi| *chi > HOPELESS).map(|chi| {
            remark!(
                Doubt,
                "other-motion",
                "{what}: reduced chi² {chi:.0}, the differences are {:.0} times the uncertainty: it is not the same motion, or the \
                 uncertainty is too small",
                chi.sqrt()
            )
        }));
    }
    doubts.extend(vague(drops, computed, found));
    doubts
}

/// A stated uncertainty of the gaps far above their scatter: in its light any run would agree.
fn vague(drops: &[Record], computed: &Computed, found: &Comparison) -> Option<Remark> {
    let (first, gap) = (drops.first().filter(|first| !first.apexes)?, found.gap?);
    gap.reduced_chi_squared.filter(|chi| *chi < VAGUE && gap.points > FREEDOM + found.fitted.len())?;
    let scatter = drops.iter().map(|drop| noise(&drop.points())).fold(0.0, f64::max);
    let times = first.uncertainty.gap / scatter;
    (scatter > COMPUTED * computed.lengths.diameter && times > VAGUE.recip().sqrt()).then(|| {
        remark!(
            Doubt,
            "uncertainty-above-scatter",
            "gap: the stated uncertainty, {}, is {times:.0} times the scatter of the record, {}: is its unit right?",
            LENGTH.brief(first.uncertainty.gap),
            LENGTH.brief(scatter)
        )
    })
}

/// Faults of the unit or the zero of the gaps.
fn of_heights(drops: &[Record], read: &[Vec<MeasuredBounce>], computed: &Computed) -> Option<Remark> {
    let diameter = computed.lengths.diameter;
    let gaps = || drops.iter().flat_map(|drop| &drop.gap).filter(|gap| gap.is_finite()).map(|gap| gap / diameter);
    let (low, high) = extent(gaps());
    let (run_low, run_high) = extent(computed.motion.iter().map(|at| at.gap / diameter));
    let ratio = (high - low) / (run_high - run_low);
    let noise = drops.iter().map(|drop| noise(&drop.points())).fold(0.0, f64::max) / diameter;
    if high > low && run_high > run_low && (ratio > 10.0 * UNIT || ratio < 0.1 / UNIT && high < 0.1 / UNIT * run_high) {
        return Some(remark!(
            Doubt,
            "extent-of-gaps",
            "the gaps go from {} to {}: is the unit of their column right?",
            DIAMETERS.brief(low),
            DIAMETERS.brief(high)
        ));
    }
    // Where a contact is read, its gap is judged by the list of all records.
    if read.iter().flatten().any(|bounce| bounce.contact_gap_m.is_some()) {
        return None;
    }
    let offset = format!("measurement.gap_offset = \"{:.3} D\" would put the lowest point there", -low);
    if low < -(0.2 * AT_WALL + 6.0 * noise) {
        let negative = gaps().filter(|gap| *gap < 0.0).count();
        return Some(remark!(
            Doubt,
            "negative-gaps",
            "{negative} gaps are negative, down to {low:.2} D: where is the wall? {offset}"
        ));
    }
    let at_wall = drops.iter().any(|drop| comes_back(&drop.points(), (6.0 * noise).max(0.02) * diameter));
    (at_wall && run_low < AT_WALL && low > AT_WALL + 6.0 * noise).then(|| {
        let near = |point: Followed| (low - point.height(computed.lengths) / diameter).abs() < NEAR;
        let cause = match [Followed::Centre, Followed::Top].map(near) {
            [true, _] => "is it the height of the centre? then measurement.position = \"centre\"",
            [_, true] => "is it the height of the top? then measurement.position = \"top\"",
            _ => "where is the wall?",
        };
        remark!(Doubt, "never-at-the-wall", "the record never goes below {low:.2} D: {cause} ({offset})")
    })
}

/// Faults of the speed of approach.
fn of_speeds(drops: &[Record], read: &[Vec<MeasuredBounce>], computed: &Computed) -> Option<Remark> {
    let way = WAY * computed.lengths.diameter;
    let run: Vec<(f64, f64)> = computed.motion.iter().map(|at| (at.time, at.gap)).collect();
    let speed = |((drop, read), first): ((&Record, &Vec<_>), Option<MeasuredBounce>)| match read.is_empty() {
        true => fastest(&drop.points(), way),
        false => first?.speed_in_m_s.map(|speed| speed.value),
    };
    let speeds: Vec<f64> = drops.iter().zip(read).zip(first_bounces(read)).filter_map(speed).collect();
    let (own, count) = (fastest(&run, way)?, speeds.len() as f64);
    let measured = Some(speeds.iter().sum::<f64>() / count).filter(|_| count > 0.0)?;
    let ratio = measured / own;
    let cause = match ratio {
        ratio if !(1.0 / UNIT..UNIT).contains(&ratio) => "are the units of times and gaps right?",
        ratio if (ratio - 1.0).abs() > OTHER => "is it the record of this case?",
        _ => return None,
    };
    Some(remark!(
        Doubt,
        "other-speed",
        "the record's sphere comes with {measured:.4} m/s, the run's with {own:.4} m/s: {cause}"
    ))
}

/// Whether a drop comes down to its lowest point and rises again or stays, each by more than `sure`.
fn comes_back(points: &[(f64, f64)], sure: f64) -> bool {
    let Some(lowest) = (0..points.len()).min_by(|a, b| points[*a].1.total_cmp(&points[*b].1)) else { return false };
    let above = |part: &[(f64, f64)]| part.iter().any(|point| point.1 > points[lowest].1 + sure);
    above(&points[..lowest]) && above(&points[lowest..])
}

/// Highest mean speed towards the wall over a `way` that at least [`PICTURES`] points show; `None` if none is so long.
fn fastest(points: &[(f64, f64)], way: f64) -> Option<f64> {
    let mut end = 0;
    let speeds = (0..points.len()).filter_map(|begin| {
        end = end.max(begin);
        while end < points.len() && points[begin].1 - points[end].1 < way {
            end += 1;
        }
        let to = points.get(end).filter(|_| end - begin >= PICTURES)?;
        Some((points[begin].1 - to.1) / (to.0 - points[begin].0))
    });
    speeds.max_by(f64::total_cmp)
}

/// Whether a fitted clock would be much better than the one that was asked for.
fn own_clock(
    drops: &[Record],
    readings: &[Evaluation],
    origin: RecordOrigin,
    computed: &Computed,
    found: &Comparison,
) -> Option<Remark> {
    if [Clock::Record, Clock::Fitted].contains(&found.clock) || drops.first()?.apexes {
        return None;
    }
    let own = found.gap?.rms / computed.lengths.diameter;
    if own <= SMALL {
        return None;
    }
    let off = |contact: &MeasuredValue| (contact.value + origin.offset).abs() > SURELY * contact.sigma;
    let own_contact = readings.first()?.bounces.iter().find_map(|bounce| bounce.contact_time_s);
    if let (Clock::Contact, Some(MeasuredValue { value, sigma, .. })) = (found.clock, own_contact.filter(off)) {
        return Some(remark!(
            Doubt,
            "clock-not-at-contact",
            "its clock is to count from the first contact, but that is seen at {:.2} ± {:.2} ms: likely the record has a clock of its own \
             (measurement.clock = \"record\")",
            1e3 * value,
            1e3 * sigma
        ));
    }
    let aligned = align(drops, readings, RecordOrigin { clock: Clock::Fitted, ..origin }, computed).ok()?;
    let fitted = of_gaps(&aligned, computed)?;
    let other = fitted.rms / computed.lengths.diameter;
    let enough = fitted.points > ENOUGH;
    (enough && own > WORSE * other).then(|| {
        remark!(
            Doubt,
            "clock-of-its-own",
            "with the clock from {} the differences are {:.0} times those with measurement.clock = \"fitted\" (rms {own:.3} D \
             against {other:.4} D, time of the run = time of the record + {:.3} ms): the record has a clock of its own",
            found.clock,
            own / other,
            1e3 * aligned.alignments[0].shift_s
        )
    })
}

/// The comparison in a sentence: by the residuals of every point, by the apexes of a record of apexes, and by a
/// restitution whose uncertainty is given. Apexes read off a motion are shown and not judged: their points are. These
/// are the words for height and time of an apex, and for the restitution.
pub fn verdict(found: &Comparison, [height, time, restitution]: [&str; 3]) -> String {
    let covers = |bands: &[Band], measured: f64, sigma: f64, (unit, of_unit): (&str, f64)| -> String {
        let one = |Band { of, ends: Interval { low, high } }: &Band| {
            let not = if (low - sigma..=high + sigma).contains(&measured) { "" } else { "do not " };
            let band = format!("{:.3} to {:.3}{unit}", low / of_unit, high / of_unit);
            format!("; {} {not}cover this difference (band {band})", of.words()[0])
        };
        bands.iter().map(one).collect()
    };
    // What, by how many standard uncertainties, and what its bands say of it.
    let mut deviations: Vec<(String, f64, String)> = Vec::new();
    for apex in found.apexes.iter().filter(|_| found.apex_time.is_some()) {
        let heights = apex.sigma_m.map(|sigma| {
            let deviation = (apex.computed_m - apex.measured_m) / sigma;
            let bands = covers(&apex.bands, apex.measured_m, sigma, (" mm", 1e-3));
            (format!("{height}, bounce {}", apex.bounce), deviation, bands)
        });
        let times = apex.sigma_s.map(|sigma| {
            let deviation = (apex.computed_s - apex.measured_s) / sigma;
            (format!("{time}, bounce {}", apex.bounce), deviation, String::new())
        });
        deviations.extend(heights.into_iter().chain(times));
    }
    let of_first = found.restitution.as_ref().and_then(|pair| {
        let bands = covers(&pair.bands, pair.measured, pair.sigma?, ("", 1.0));
        Some((format!("{restitution}, bounce 1"), pair.deviations?, bands))
    });
    deviations.extend(of_first);
    let worst_chi = worst_chi(found);
    let largest = deviations.iter().max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
    match (largest, worst_chi) {
        _ if !found.remarks.0.is_empty() => "the comparison means little before these doubts are settled".into(),
        (Some((what, deviation, bands)), _) if deviation.abs() > AGREES => {
            format!(
                "the run differs from the record by {:.1} standard uncertainties in its {what}{bands}",
                deviation.abs()
            )
        }
        (_, Some((chi, limit))) if chi > limit => format!(
            "the run differs from the record by more than its uncertainty: reduced chi² {chi:.2}, where chance gives at most {limit:.2}"
        ),
        (None, None) => "the record has no uncertainties, so nothing is judged".into(),
        _ => "the run agrees with the record within its uncertainties".into(),
    }
}

/// The reduced χ² that is farthest above the bound that chance gives, and that bound.
fn worst_chi(found: &Comparison) -> Option<(f64, f64)> {
    let outside =
        |residuals: &Residuals| residuals.reduced_chi_squared.map(|chi| (chi, chi_squared_limit(residuals.points)));
    let all = [&found.gap, &found.velocity, &found.apex_time].into_iter().flatten().filter_map(outside);
    all.max_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)))
}

/// Whether run and record differ in their points by more than chance.
pub fn differs(found: &Comparison) -> bool {
    worst_chi(found).is_some_and(|(chi, limit)| chi > limit)
}

/// The reduced χ² of so many points that chance exceeds in one of forty cases.
pub fn chi_squared_limit(points: usize) -> f64 {
    1.0 + 2.0 * (2.0 / points as f64).sqrt()
}
