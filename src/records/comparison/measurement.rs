//! A measured motion beside a computed one: residuals, apexes, restitution.
//!
//! The computed motion is read at the times of the record: cubics between its rows
//! ([`Hermite`](wetbounce_physics::numerics::hermite::Hermite)). Points outside of it are left out and counted. The
//! squared residual of a gap is weighed with `σ² = σ_h² + (V σ_t)²`, V the computed speed there; that of a velocity
//! with `σ_V²` alone. `χ²` is reduced by the number of points, less one where the clock is fitted; it contains the
//! distances of clock and zero from what the reading says.
//!
//! Repeated drops are compared together, each with its own [clock and zero](super::alignment). Apexes and restitutions
//! are those that the drops [show by themselves](crate::bounce::values), averaged; an apex is timed from the drop's
//! own first contact.
//!
//! A record of apexes has one row for each bounce, in order: its heights and its times are compared with those of the
//! computed apexes.

use super::alignment::{Aligned, Alignment, ComparisonError};
use super::bands::Band;
use super::clock::FittedShift;
use super::computed::Computed;
use crate::bounce::drops::left_out;
use crate::bounce::measured_bounce::{MeasuredBounce, MeasuredValue, Repeated};
use crate::bounce::pictures::noise;
use crate::bounce::values::Evaluation;
use crate::record::Clock;
use crate::record::{LeftOut, Record, Uncertainty};
use serde::{Deserialize, Serialize};
use wetbounce_physics::model::Bounce;
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_physics::remark::Remarks;

/// Computed less measured values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Residuals {
    /// Points compared.
    pub points: usize,
    /// Points at times that the run does not have.
    pub left_out: usize,
    /// Root mean square, m or m/s.
    pub rms: f64,
    /// Mean, m or m/s.
    pub mean: f64,
    /// Largest absolute value, m or m/s.
    pub largest: f64,
    /// Reduced χ²; `None` if no uncertainty was given.
    pub reduced_chi_squared: Option<f64>,
}

/// The apex of a bounce, measured and computed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ApexPair {
    /// Number of the bounce, from one.
    pub bounce: usize,
    /// Measured gap \[m\].
    pub measured_m: f64,
    /// Computed gap \[m\].
    pub computed_m: f64,
    /// Measured time after the first contact \[s\].
    pub measured_s: f64,
    /// Computed time after the first contact \[s\].
    pub computed_s: f64,
    /// Standard uncertainty of the measured gap \[m\]; `None` if it is not known.
    pub sigma_m: Option<f64>,
    /// Standard uncertainty of the measured time \[s\]; `None` if it is not known.
    pub sigma_s: Option<f64>,
    /// Bands of the computed gap \[m\]: one for each error of the run that is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<Band>,
}

/// Restitution of the first bounce.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RestitutionPair {
    /// Measured.
    pub measured: f64,
    /// Computed.
    pub computed: f64,
    /// Whether the measured value was read off the record, as against one that was given.
    pub read_off: bool,
    /// Standard uncertainty of the measured value; `None` if it is not known.
    pub sigma: Option<f64>,
    /// Difference over the uncertainty; `None` if that is not known.
    pub deviations: Option<f64>,
    /// Bands of the computed value: one for each error of the run that is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<Band>,
}

/// How far a computed motion is from a measured one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The experiment's name.
    pub file: String,
    /// Reasons to doubt the record, each with its likely cause; empty if there are none.
    #[serde(flatten)]
    pub remarks: Remarks,
    /// The comparison in a sentence; empty before it is judged.
    pub verdict: String,
    /// Drops that were compared together.
    pub drops: usize,
    /// Rows of their files that hold no values.
    pub missing: usize,
    /// Where its clock starts.
    pub clock: Clock,
    /// Time of the run less time of the record \[s\]; of the first drop.
    pub shift_s: f64,
    /// Clock and zero of each drop.
    #[serde(default)]
    pub alignments: Vec<Alignment>,
    /// The fitted shift of each drop; empty if the clock was not fitted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fitted: Vec<FittedShift>,
    /// Of the gaps.
    pub gap: Option<Residuals>,
    /// Of the velocities.
    pub velocity: Option<Residuals>,
    /// Of the times of a record of apexes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apex_time: Option<Residuals>,
    /// Apexes that the record shows.
    pub apexes: Vec<ApexPair>,
    /// The first bounce's restitution.
    pub restitution: Option<RestitutionPair>,
    /// Rows of the record that were left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// Compares the drops of a measurement, which show these bounces by themselves
/// ([`of_all`](crate::bounce::drops::of_all)); `name` is its name in the result.
///
/// # Errors
/// No point lies within the run.
pub fn compare(
    aligned: &Aligned,
    readings: &[Evaluation],
    computed: &Computed,
    name: &str,
) -> Result<Comparison, ComparisonError> {
    let drops = &aligned.drops[..];
    let spent = aligned.fitted.len();
    let shifts: Vec<f64> = aligned.alignments.iter().map(|alignment| alignment.shift_s).collect();
    let first = drops.first().ok_or(ComparisonError::NoOverlap)?;
    let Uncertainty { gap: sigma, time: sigma_t, .. } = first.uncertainty;
    let bounces: Vec<Vec<MeasuredBounce>> = readings.iter().map(|reading| reading.bounces.clone()).collect();
    let shown = shown(&bounces, &shifts, computed);
    let apexes = match first.apexes {
        true => listed(first, computed),
        false => apexes(&shown, computed, unseen(drops)),
    };
    let of_apexes = |differences: Vec<Difference>| residuals(&differences, first.time.len(), &[], spent);
    let gaps = match first.apexes {
        true => of_apexes(apexes.iter().map(|apex| (apex.computed_m - apex.measured_m, sigma)).collect()),
        false => of_gaps(aligned, computed),
    };
    let apex_time = apexes.iter().filter(|_| first.apexes);
    let apex_time = of_apexes(apex_time.map(|apex| (apex.computed_s - apex.measured_s, sigma_t)).collect());
    let velocities =
        of(aligned, computed, |drop| &drop.velocity, |at| at.velocity, &[], |drop, _| drop.uncertainty.velocity);
    if gaps.is_none() && velocities.is_none() && first.restitution.is_none() {
        return Err(ComparisonError::NoOverlap);
    }
    let restitution = restitution(first, &shown, computed);
    Ok(Comparison {
        left_out: left_out(drops, readings),
        file: name.to_owned(),
        remarks: Remarks::default(),
        verdict: String::new(),
        drops: drops.len(),
        missing: drops.iter().map(|drop| drop.missing).sum(),
        clock: aligned.clock,
        shift_s: shifts[0],
        alignments: aligned.alignments.clone(),
        fitted: aligned.fitted.clone(),
        gap: gaps,
        velocity: velocities,
        apex_time,
        apexes,
        restitution,
    })
}

/// Computed less measured gaps; `None` where there are none within the run.
pub(super) fn of_gaps(aligned: &Aligned, computed: &Computed) -> Option<Residuals> {
    let off: Vec<f64> = aligned.alignments.iter().flat_map(|alignment| alignment.off_reading.clone()).collect();
    let sigma = |drop: &Record, at: &Moment| drop.uncertainty.of_gap_at(at.velocity);
    of(aligned, computed, |drop| &drop.gap, |at| at.gap, &off, sigma)
}

fn of(
    aligned: &Aligned,
    computed: &Computed,
    values: fn(&Record) -> &[f64],
    read: fn(&Moment) -> f64,
    off_reading: &[f64],
    sigma: fn(&Record, &Moment) -> f64,
) -> Option<Residuals> {
    let drops = &aligned.drops;
    let all = drops.iter().map(|drop| values(drop).iter().filter(|value| value.is_finite()).count()).sum();
    let found: Vec<Difference> =
        drops.iter().flat_map(|drop| differences(drop, values(drop), computed, read, sigma)).collect();
    residuals(&found, all, off_reading, aligned.fitted.len())
}

/// Computed less measured, and its standard uncertainty (zero if not known).
type Difference = (f64, f64);

fn differences(
    drop: &Record,
    values: &[f64],
    computed: &Computed,
    read: fn(&Moment) -> f64,
    sigma: fn(&Record, &Moment) -> f64,
) -> Vec<Difference> {
    let present = drop.time.iter().zip(values).filter(|(_, value)| value.is_finite());
    let one = |(time, value): (&f64, &f64)| computed.at(*time).map(|at| (read(&at) - value, sigma(drop, &at)));
    present.filter_map(one).collect()
}

/// The residuals of `all` points, of which these have differences, with the distances of clock and zero from what the
/// reading says, and so many `fitted` clocks.
fn residuals(differences: &[Difference], all: usize, off_reading: &[f64], fitted: usize) -> Option<Residuals> {
    let points = differences.len();
    let count = points as f64;
    let known = points > fitted && differences.iter().all(|(_, sigma)| *sigma > 0.0);
    let over_sigma = differences.iter().map(|(difference, sigma)| difference / sigma);
    let chi_squared: f64 = over_sigma.chain(off_reading.iter().copied()).map(|one| one * one).sum();
    (points > 0).then(|| Residuals {
        points,
        left_out: all - points,
        rms: (differences.iter().map(|(difference, _)| difference * difference).sum::<f64>() / count).sqrt(),
        mean: differences.iter().map(|(difference, _)| difference).sum::<f64>() / count,
        largest: differences.iter().fold(0.0, |most, (difference, _)| difference.abs().max(most)),
        reduced_chi_squared: known.then(|| chi_squared / (points - fitted) as f64),
    })
}

/// The computed apexes that the record lists.
fn listed(record: &Record, computed: &Computed) -> Vec<ApexPair> {
    let Some(first) = computed.bounces.first() else { return Vec::new() };
    let known = |sigma: f64| (sigma > 0.0).then_some(sigma);
    let pair = |(number, ((time, gap), bounce)): (usize, ((f64, f64), &Bounce))| {
        Some(ApexPair {
            bounce: number + 1,
            measured_m: gap,
            computed_m: bounce.apex_gap_m?,
            measured_s: time - first.contact_time_s,
            computed_s: bounce.apex_time_s? - first.contact_time_s,
            sigma_m: known(record.uncertainty.gap),
            sigma_s: known(record.uncertainty.time),
            bands: Vec::new(),
        })
    };
    record.points().into_iter().zip(computed.bounces).enumerate().filter_map(pair).collect()
}

/// For each bounce of the run, those of the `read` ones of every drop that are at its time: their contact is nearer
/// to its contact than to that of others. Their apexes are timed from the drop's own first contact.
fn shown(read: &[Vec<MeasuredBounce>], shifts: &[f64], computed: &Computed) -> Vec<Vec<MeasuredBounce>> {
    let mut found = vec![Vec::new(); computed.bounces.len()];
    for (bounces, shift) in read.iter().zip(shifts) {
        let mut start = None;
        for mut bounce in bounces.iter().copied() {
            let Some(contact) = bounce.contact_time_s else { continue };
            let apart = |at: &usize| (computed.bounces[*at].contact_time_s - contact.value - shift).abs();
            let Some(at) = (0..found.len()).min_by(|a, b| apart(a).total_cmp(&apart(b))) else { continue };
            if at == 0 {
                start = start.or(Some(contact));
            } else {
                let since = |(apex, start): (MeasuredValue, MeasuredValue)| MeasuredValue {
                    value: apex.value + contact.value - start.value,
                    sigma: apex.sigma.hypot(contact.sigma).hypot(start.sigma),
                    common: apex.common.hypot(contact.common).hypot(start.common),
                };
                bounce.apex_time_s = bounce.apex_time_s.zip(start).map(since);
            }
            found[at].push(bounce);
        }
    }
    found
}

/// The mean of a quantity of these bounces.
fn mean(bounces: &[MeasuredBounce], read: fn(&MeasuredBounce) -> Option<MeasuredValue>) -> Option<MeasuredValue> {
    Repeated::of(&bounces.iter().filter_map(read).collect::<Vec<_>>()).map(|found| found.mean)
}

/// What of the given uncertainties of gap and time the scatter of the pictures does not show, so is common to them.
fn unseen(drops: &[Record]) -> (f64, f64) {
    let of = |drop: &Record| {
        let (given, noise) = (drop.uncertainty.gap, noise(&drop.points()));
        ((given * given - noise * noise).max(0.0).sqrt(), drop.uncertainty.time)
    };
    drops.first().map_or((0.0, 0.0), of)
}

/// The computed apexes that the drops show as well; `common` are errors common to all pictures.
fn apexes(shown: &[Vec<MeasuredBounce>], computed: &Computed, common: (f64, f64)) -> Vec<ApexPair> {
    let start = computed.bounces.first().map_or(0.0, |bounce| bounce.contact_time_s);
    let pair = |(number, (bounces, bounce)): (usize, (&Vec<MeasuredBounce>, &Bounce))| {
        let (gap, time) = (mean(bounces, |bounce| bounce.apex_gap_m)?, mean(bounces, |bounce| bounce.apex_time_s)?);
        Some(ApexPair {
            bounce: number + 1,
            measured_m: gap.value,
            computed_m: bounce.apex_gap_m?,
            measured_s: time.value,
            computed_s: bounce.apex_time_s? - start,
            sigma_m: Some(gap.sigma.hypot(common.0)),
            sigma_s: Some(time.sigma.hypot(common.1)),
            bands: Vec::new(),
        })
    };
    shown.iter().zip(computed.bounces).enumerate().filter_map(pair).collect()
}

/// Restitution of the first bounce: a given one, else that which the drops show, which does not see the run. Drops that
/// begin where the wall slows the sphere do not show it.
fn restitution(first: &Record, shown: &[Vec<MeasuredBounce>], computed: &Computed) -> Option<RestitutionPair> {
    let given =
        first.restitution.map(|value| MeasuredValue { value, sigma: first.uncertainty.restitution, common: 0.0 });
    let is_shown =
        |first: &&Vec<MeasuredBounce>| !first.iter().any(|bounce| bounce.begins_near_wall(computed.lengths.diameter));
    let measured = given.or_else(|| mean(shown.first().filter(is_shown)?, |bounce| bounce.restitution))?;
    let computed = computed.bounces.first()?.restitution?;
    let sigma = Some(measured.sigma).filter(|sigma| *sigma > 0.0);
    Some(RestitutionPair {
        measured: measured.value,
        computed,
        read_off: given.is_none(),
        sigma,
        deviations: sigma.map(|sigma| (computed - measured.value) / sigma),
        bands: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::D;
    use super::super::fixtures::logged;
    use super::*;
    use crate::bounce::drops::of_all;
    use crate::comparison::alignment::align;
    use crate::record::{Lengths, RecordOrigin, Setting};

    fn compare(record: &Record, origin: RecordOrigin, computed: &Computed) -> Result<Comparison, ComparisonError> {
        let drops = std::slice::from_ref(record);
        let readings = of_all(drops, Setting::of(Some(Lengths::at_wall(D))));
        super::compare(&align(drops, &readings, origin, computed)?, &readings, computed, "r.csv")
    }

    fn fall() -> (Vec<Moment>, Vec<Bounce>, f64) {
        let (motion, mut log, touch, _) = logged(0.8);
        log.close(false);
        (motion, log.bounces().to_vec(), touch)
    }

    #[test]
    fn a_record_of_the_motion_itself_is_found_again_whatever_its_clock() {
        let (motion, bounces, touch) = fall();
        let computed = Computed { motion: &motion, bounces: &bounces, lengths: Lengths::at_wall(D) };
        let late = 0.0123;
        let cases = [(Clock::Release, 0.0, 240), (Clock::Contact, touch, 240), (Clock::Fitted, late, 60)];
        for (clock, shift, count) in cases {
            let rows: Vec<&Moment> = motion.iter().step_by(motion.len() / count).collect();
            let record = Record {
                time: rows.iter().map(|row| row.time - shift).collect(),
                gap: rows.iter().map(|row| row.gap).collect(),
                uncertainty: Uncertainty { gap: 1e-5, ..Uncertainty::default() },
                ..Record::default()
            };
            let found = compare(&record, RecordOrigin { clock, offset: 0.0, is_wall: true }, &computed).unwrap();
            assert!((found.shift_s - shift).abs() < 1e-6, "{clock}: {}", found.shift_s);
            let gap = found.gap.unwrap();
            assert!(gap.rms < 1e-6 * D && gap.reduced_chi_squared.unwrap() < 1e-2, "{gap:?}");
            let [apex] = &found.apexes[..] else { panic!("{:?}", found.apexes) };
            assert!((apex.measured_m / apex.computed_m - 1.0).abs() < 1e-4, "{apex:?}");
            // Whether a film slows the sphere after the last picture, the record does not show.
            let read = found.restitution.unwrap();
            let off = (read.measured - read.computed).abs();
            assert!(read.read_off && off < 5e-3 && off < 2.0 * read.sigma.unwrap(), "{read:?}");
        }
    }

    #[test]
    fn a_gap_that_is_off_by_its_uncertainty_has_a_reduced_chi_squared_of_one() {
        let (motion, bounces, _) = fall();
        let computed = Computed { motion: &motion, bounces: &bounces, lengths: Lengths::at_wall(D) };
        let record = Record {
            time: motion.iter().map(|row| row.time).collect(),
            gap: motion.iter().map(|row| row.gap + 2e-5).collect(),
            restitution: Some(0.7),
            uncertainty: Uncertainty { gap: 2e-5, restitution: 0.05, ..Uncertainty::default() },
            ..Record::default()
        };
        let clock = RecordOrigin { clock: Clock::Release, offset: 0.0, is_wall: true };
        let found = compare(&record, clock, &computed).unwrap();
        let gap = found.gap.unwrap();
        assert!((gap.reduced_chi_squared.unwrap() - 1.0).abs() < 1e-6 && (gap.mean + 2e-5).abs() < 1e-12);
        let given = found.restitution.unwrap();
        assert!((given.deviations.unwrap() - (given.computed - 0.7) / 0.05).abs() < 1e-12 && !given.read_off);
        let late = RecordOrigin { clock: Clock::Release, offset: 1e3, is_wall: true };
        assert_eq!(
            compare(&Record { restitution: None, ..record.clone() }, late, &computed).unwrap_err(),
            ComparisonError::NoOverlap
        );
        let none = Computed { bounces: &[], ..computed };
        let contact = RecordOrigin { clock: Clock::Contact, offset: 0.0, is_wall: true };
        assert_eq!(compare(&record, contact, &none).unwrap_err(), ComparisonError::NoContact);
    }
}
