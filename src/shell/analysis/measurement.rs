//! A measured motion beside a computed one: residuals, apexes, restitution, and the shift between the two clocks.
//!
//! The computed motion is read at the times of the record: cubics between its rows ([`Hermite`]). Points outside of it are left
//! out and counted. The squared residual of a gap is weighed with `σ² = σ_h² + (V σ_t)²`, V the computed speed there; that of a
//! velocity with `σ_V²` alone. `χ²` is reduced by the number of points, less one where the clock is fitted.
//!
//! A record of apexes has one row for each bounce, in order: its heights and its times are compared with those of the computed
//! apexes.

use super::parabola::{Parabola, highest};
use super::restitution::{APPARENT_DELAY, Bounce};
use crate::case::Clock;
use crate::numerics::golden_section;
use crate::numerics::hermite::{Hermite, Moment};
use serde::{Deserialize, Serialize};

/// Standard uncertainties of a record; zero where they are not known.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Uncertainty {
    /// Of the gap \[m\].
    pub gap: f64,
    /// Of the velocity [m/s].
    pub velocity: f64,
    /// Of the time \[s\].
    pub time: f64,
    /// Of the restitution.
    pub restitution: f64,
}

/// A measured motion.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record {
    /// Times, increasing \[s\].
    pub time: Vec<f64>,
    /// Gaps \[m\]; empty if none were measured.
    pub gap: Vec<f64>,
    /// Velocities, positive away from the wall [m/s]; empty if none were measured.
    pub velocity: Vec<f64>,
    /// Whether the rows are the apexes of the bounces, one after the other.
    pub apexes: bool,
    /// A restitution that was measured by itself, of the first bounce.
    pub restitution: Option<f64>,
    /// Standard uncertainties.
    pub uncertainty: Uncertainty,
}

/// The clock of a record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecordClock {
    /// Where it starts.
    pub start: Clock,
    /// What is added to its times besides \[s\].
    pub offset: f64,
}

/// A computed motion.
#[derive(Debug, Clone, Copy)]
pub struct Computed<'a> {
    /// The motion in the order of time.
    pub motion: &'a [Moment],
    /// Its collisions.
    pub bounces: &'a [Bounce],
    /// Diameter of the sphere \[m\].
    pub diameter: f64,
}

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

/// The apex of a bounce, measured (parabola through the record's highest points) and computed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ApexPair {
    /// Number of the bounce, from one.
    pub bounce: usize,
    /// Measured gap, m.
    pub measured_m: f64,
    /// Computed gap, m.
    pub computed_m: f64,
    /// Measured time after the first contact, s.
    pub measured_s: f64,
    /// Computed time after the first contact, s.
    pub computed_s: f64,
    /// Standard uncertainty of the measured gap, m; `None` if it is not known.
    #[serde(default)]
    pub sigma_m: Option<f64>,
    /// Standard uncertainty of the measured time, s; `None` if it is not known.
    #[serde(default)]
    pub sigma_s: Option<f64>,
}

/// Restitution of the first bounce.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct RestitutionPair {
    /// Measured.
    pub measured: f64,
    /// Computed, read in the same way.
    pub computed: f64,
    /// Whether both were read off the motion at the times of the record, as against values that were given.
    pub read_off: bool,
    /// Difference over the uncertainty; `None` if that is not known.
    pub deviations: Option<f64>,
}

/// How far a computed motion is from a measured one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The record's file.
    pub file: String,
    /// Where its clock starts.
    pub clock: Clock,
    /// Time of the run less time of the record, s.
    pub shift_s: f64,
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
}

/// Why a record and a motion cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ComparisonError {
    /// The clock starts at a contact that the run has not.
    #[error("the record's clock starts at the first contact, but the run has no contact")]
    NoContact,
    /// No point lies within the run.
    #[error("no point of the record lies within the time of the run")]
    NoOverlap,
}

impl Computed<'_> {
    /// Gap and velocity at `time` \[s\]; `None` outside of the motion.
    pub fn at(&self, time: f64) -> Option<Moment> {
        let right = self.motion.partition_point(|moment| moment.time < time);
        let to = *self.motion.get(right)?;
        if to.time == time {
            return Some(to);
        }
        let from = *self.motion.get(right.checked_sub(1)?)?;
        let arc = Hermite::new(from, to);
        Some(Moment { time, gap: arc.gap(time), velocity: arc.velocity(time) })
    }
}

/// Compares; `file` is what the result calls the record.
///
/// # Errors
/// The clocks cannot be brought together.
pub fn compare(
    record: &Record,
    clock: RecordClock,
    computed: &Computed,
    file: &str,
) -> Result<Comparison, ComparisonError> {
    let shift = clock_shift(record, clock, computed)?;
    let fitted = usize::from(clock.start == Clock::Fitted);
    let of = |values: &[f64], read: fn(&Moment) -> f64, sigma: &dyn Fn(&Moment) -> f64| {
        residuals(&differences(&record.time, values, shift, computed, read, sigma), values.len(), fitted)
    };
    let Uncertainty { gap, velocity, time, .. } = record.uncertainty;
    let apexes = apexes(record, shift, computed);
    let of_apexes = |differences: Vec<Difference>| residuals(&differences, record.time.len(), fitted);
    let gaps = match record.apexes {
        true => of_apexes(apexes.iter().map(|apex| (apex.computed_m - apex.measured_m, gap)).collect()),
        false => of(&record.gap, |at| at.gap, &|at| gap.hypot(at.velocity * time)),
    };
    let apex_time = apexes.iter().filter(|_| record.apexes).map(|apex| (apex.computed_s - apex.measured_s, time));
    let apex_time = of_apexes(apex_time.collect());
    let velocities = of(&record.velocity, |at| at.velocity, &|_| velocity);
    let given = record.restitution.is_some();
    if gaps.is_none() && velocities.is_none() && !given {
        return Err(ComparisonError::NoOverlap);
    }
    Ok(Comparison {
        file: file.to_owned(),
        clock: clock.start,
        shift_s: shift,
        gap: gaps,
        velocity: velocities,
        apex_time,
        apexes,
        restitution: restitution(record, shift, computed),
    })
}

/// Time of the run less time of the record \[s\].
///
/// # Errors
/// The clocks cannot be brought together.
pub fn clock_shift(record: &Record, clock: RecordClock, computed: &Computed) -> Result<f64, ComparisonError> {
    let contact = computed.bounces.first().map(|bounce| bounce.contact_time_s);
    Ok(match clock.start {
        Clock::Release => clock.offset,
        Clock::Contact => contact.ok_or(ComparisonError::NoContact)? + clock.offset,
        Clock::Fitted => fitted_shift(record, computed).ok_or(ComparisonError::NoOverlap)?,
    })
}

/// Computed less measured, and its standard uncertainty (zero if not known).
type Difference = (f64, f64);

fn differences(
    time: &[f64],
    values: &[f64],
    shift: f64,
    computed: &Computed,
    read: fn(&Moment) -> f64,
    sigma: &dyn Fn(&Moment) -> f64,
) -> Vec<Difference> {
    let one = |(time, value): (&f64, &f64)| computed.at(time + shift).map(|at| (read(&at) - value, sigma(&at)));
    time.iter().zip(values).filter_map(one).collect()
}

fn residuals(differences: &[Difference], all: usize, fitted: usize) -> Option<Residuals> {
    let points = differences.len();
    let count = points as f64;
    let known = points > fitted && differences.iter().all(|(_, sigma)| *sigma > 0.0);
    let chi_squared: f64 = differences.iter().map(|(difference, sigma)| (difference / sigma).powi(2)).sum();
    (points > 0).then(|| Residuals {
        points,
        left_out: all - points,
        rms: (differences.iter().map(|(difference, _)| difference * difference).sum::<f64>() / count).sqrt(),
        mean: differences.iter().map(|(difference, _)| difference).sum::<f64>() / count,
        largest: differences.iter().fold(0.0, |most, (difference, _)| difference.abs().max(most)),
        reduced_chi_squared: known.then(|| chi_squared / (points - fitted) as f64),
    })
}

/// The shift of least squared residuals of gaps (of velocities, where no gaps were measured; of times, where they are those of
/// apexes): all shifts at which at least half
/// of the record lies within the run are tried, a two-hundredth of the run apart, and the best is refined by golden section.
fn fitted_shift(record: &Record, computed: &Computed) -> Option<f64> {
    const TRIALS: usize = 400;
    if record.apexes {
        let both =
            record.time.iter().zip(computed.bounces).filter_map(|(time, bounce)| Some(bounce.apex_time_s? - time));
        let shifts: Vec<f64> = both.collect();
        return (!shifts.is_empty()).then(|| shifts.iter().sum::<f64>() / shifts.len() as f64);
    }
    let (first, last) = (computed.motion.first()?.time, computed.motion.last()?.time);
    let (begin, end) = (*record.time.first()?, *record.time.last()?);
    let (values, read): (&[f64], fn(&Moment) -> f64) = match record.gap.is_empty() {
        true => (&record.velocity, |at| at.velocity),
        false => (&record.gap, |at| at.gap),
    };
    let scale = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    let cost = |shift: f64| {
        let found = differences(&record.time, values, shift, computed, read, &|_| 0.0);
        let lost = (values.len() - found.len()) as f64;
        if 2 * found.len() < values.len() {
            return f64::INFINITY;
        }
        found.iter().map(|(difference, _)| difference * difference).sum::<f64>() + lost * scale * scale
    };
    let (low, high) = (first - end, last - begin);
    let spacing = (high - low) / TRIALS as f64;
    let best = (0..=TRIALS).map(|k| low + spacing * k as f64).min_by(|a, b| cost(*a).total_cmp(&cost(*b)))?;
    if cost(best).is_infinite() {
        return None;
    }
    Some(golden_section(cost, best - spacing, best + spacing))
}

/// The computed apexes that the record shows as well.
fn apexes(record: &Record, shift: f64, computed: &Computed) -> Vec<ApexPair> {
    let Some(first) = computed.bounces.first() else { return Vec::new() };
    let Uncertainty { gap: sigma, time: sigma_t, .. } = record.uncertainty;
    let points: Vec<(f64, f64)> = record.time.iter().map(|time| time + shift).zip(record.gap.iter().copied()).collect();
    let mut found = Vec::new();
    for (number, bounce) in computed.bounces.iter().enumerate() {
        let (Some(gap), Some(time)) = (bounce.apex_gap_m, bounce.apex_time_s) else { continue };
        let end = computed.bounces.get(number + 1).map_or(f64::INFINITY, |next| next.contact_time_s);
        let in_flight = |at: f64| (bounce.contact_time_s..end).contains(&at);
        let flight = || points.iter().copied().filter(|(at, _)| in_flight(*at)).collect::<Vec<_>>();
        let known = |sigma: f64| (sigma > 0.0).then_some(sigma);
        let measured = match record.apexes {
            true => points.get(number).map(|point| (*point, known(sigma), known(sigma_t))),
            false => highest(&flight(), sigma)
                .map(|top| (top.place, known(top.sigma_height), known(top.sigma_place.hypot(sigma_t)))),
        };
        let Some(((at, highest), sigma_m, sigma_s)) = measured else { continue };
        found.push(ApexPair {
            bounce: number + 1,
            measured_m: highest,
            computed_m: gap,
            measured_s: at - first.contact_time_s,
            computed_s: time - first.contact_time_s,
            sigma_m,
            sigma_s: sigma_s.filter(|_| record.apexes || sigma > 0.0),
        });
    }
    found
}

/// Speeds in and out as a camera's pictures give them: the steepest of the last four secants before contact, and the slope a
/// time 0.1 D/V after it of a parabola through the first four pictures of the rebound. `None` with fewer pictures.
fn read_off(points: &[(f64, f64)], contact: f64, diameter: f64) -> Option<f64> {
    let before = points.partition_point(|(time, _)| *time < contact);
    let secants = points[before.saturating_sub(5)..before].windows(2);
    let fastest = secants.map(|pair| -(pair[1].1 - pair[0].1) / (pair[1].0 - pair[0].0)).fold(0.0, f64::max);
    let after: Vec<(f64, f64)> = points[before..].iter().take(4).map(|(time, gap)| (time - contact, *gap)).collect();
    let out = Parabola::through(&after)?.slope(APPARENT_DELAY * diameter / fastest);
    (fastest > 0.0 && out > 0.0).then(|| out / fastest)
}

fn restitution(record: &Record, shift: f64, computed: &Computed) -> Option<RestitutionPair> {
    let bounce = computed.bounces.first()?;
    let sigma = record.uncertainty.restitution;
    let pair = |measured: f64, computed: f64, read_off| RestitutionPair {
        measured,
        computed,
        read_off,
        deviations: (sigma > 0.0).then(|| (computed - measured) / sigma),
    };
    if let Some(given) = record.restitution {
        return Some(pair(given, bounce.restitution?, false));
    }
    if record.apexes {
        return None;
    }
    let times = record.time.iter().map(|time| time + shift);
    let seen: Vec<(f64, f64)> = times.clone().zip(record.gap.iter().copied()).collect();
    let read: Option<Vec<(f64, f64)>> = times.map(|time| computed.at(time).map(|at| (time, at.gap))).collect();
    let measured = read_off(&seen, bounce.contact_time_s, computed.diameter)?;
    Some(pair(measured, read_off(&read?, bounce.contact_time_s, computed.diameter)?, true))
}

#[cfg(test)]
mod tests {
    use super::super::bounce_log::fixtures::logged;
    use super::super::restitution::fixtures::D;
    use super::*;

    fn fall() -> (Vec<Moment>, Vec<Bounce>, f64) {
        let (motion, mut log, touch, _) = logged(0.8);
        log.close(false);
        (motion, log.bounces().to_vec(), touch)
    }

    #[test]
    fn a_record_of_the_motion_itself_is_found_again_whatever_its_clock() {
        let (motion, bounces, touch) = fall();
        let computed = Computed { motion: &motion, bounces: &bounces, diameter: D };
        let (every, late) = (motion.len() / 60, 0.0123);
        let rows: Vec<&Moment> = motion.iter().step_by(every).collect();
        for (start, shift) in [(Clock::Release, 0.0), (Clock::Contact, touch), (Clock::Fitted, late)] {
            let record = Record {
                time: rows.iter().map(|row| row.time - shift).collect(),
                gap: rows.iter().map(|row| row.gap).collect(),
                uncertainty: Uncertainty { gap: 1e-5, ..Uncertainty::default() },
                ..Record::default()
            };
            let found = compare(&record, RecordClock { start, offset: 0.0 }, &computed, "r.csv").unwrap();
            assert!((found.shift_s - shift).abs() < 1e-6, "{start}: {}", found.shift_s);
            let gap = found.gap.unwrap();
            assert!(gap.rms < 1e-6 * D && gap.reduced_chi_squared.unwrap() < 1e-2, "{gap:?}");
            let [apex] = found.apexes[..] else { panic!("{:?}", found.apexes) };
            assert!((apex.measured_m / apex.computed_m - 1.0).abs() < 1e-4, "{apex:?}");
            let read = found.restitution.unwrap();
            assert!(read.read_off && (read.measured - read.computed).abs() < 1e-4, "{read:?}");
        }
    }

    #[test]
    fn a_gap_that_is_off_by_its_uncertainty_has_a_reduced_chi_squared_of_one() {
        let (motion, bounces, _) = fall();
        let computed = Computed { motion: &motion, bounces: &bounces, diameter: D };
        let record = Record {
            time: motion.iter().map(|row| row.time).collect(),
            gap: motion.iter().map(|row| row.gap + 2e-5).collect(),
            restitution: Some(0.7),
            uncertainty: Uncertainty { gap: 2e-5, restitution: 0.05, ..Uncertainty::default() },
            ..Record::default()
        };
        let clock = RecordClock { start: Clock::Release, offset: 0.0 };
        let found = compare(&record, clock, &computed, "r.csv").unwrap();
        let gap = found.gap.unwrap();
        assert!((gap.reduced_chi_squared.unwrap() - 1.0).abs() < 1e-6 && (gap.mean + 2e-5).abs() < 1e-12);
        let given = found.restitution.unwrap();
        assert!((given.deviations.unwrap() - (given.computed - 0.7) / 0.05).abs() < 1e-12 && !given.read_off);
        let late = RecordClock { start: Clock::Release, offset: 1e3 };
        assert_eq!(
            compare(&Record { restitution: None, ..record.clone() }, late, &computed, "r").unwrap_err(),
            ComparisonError::NoOverlap
        );
        let none = Computed { bounces: &[], ..computed };
        let contact = RecordClock { start: Clock::Contact, offset: 0.0 };
        assert_eq!(compare(&record, contact, &none, "r").unwrap_err(), ComparisonError::NoContact);
    }
}
