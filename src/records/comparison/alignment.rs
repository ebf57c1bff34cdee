//! A record on the clock of a run and above its wall.
//!
//! What is stated of clock and zero holds. Otherwise the reading of the record gives both at its first contact, each
//! with its standard error. They are then parameters of the comparison. With the computed gap `h`, the measured gaps
//! `g`, a shift `s` of the times and a height `w` of the wall in the record, the sum of
//!
//! ```text
//! (h(t + s) + w − g)²/σ²  of all pictures,  (s − s₀)²/σ_s²  and  (w − w₀)²/σ_w²
//! ```
//!
//! is least, where the reading says `s₀ ± σ_s` and `w₀ ± σ_w`. The method is that of Gauss and Newton, with steps that
//! are halved until the sum falls. Standard errors are those of the linearised problem, larger by √χ² where the
//! residuals exceed their uncertainties.

use super::clock::{self, FittedShift};
use super::computed::Computed;
use crate::bounce::drops::without;
use crate::bounce::measured_bounce::MeasuredValue;
use crate::bounce::pictures::noise;
use crate::bounce::values::Evaluation;
use crate::record::{Clock, Record, RecordOrigin};
use nalgebra::{Matrix2, Vector2};
use serde::{Deserialize, Serialize};
use wetbounce_physics::numerics::hermite::Moment;

/// Most steps of the search.
const STEPS: usize = 20;
/// Most halvings of a step.
const HALVINGS: i32 = 12;
/// Relative fall of the sum of squares at which the search ends.
const CONVERGED: f64 = 1e-12;
/// Least uncertainty of a gap where none is given, over the diameter.
const LEAST_NOISE: f64 = 1e-4;

/// Clock and zero of a drop beside a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Alignment {
    /// Time of the run less time of the record \[s\].
    pub shift_s: f64,
    /// Its standard error \[s\]; `None` of a clock that is stated or fitted.
    pub shift_sigma_s: Option<f64>,
    /// Height of the wall in the record \[m\].
    pub wall_m: f64,
    /// Its standard error \[m\]; `None` of a zero that is stated.
    pub wall_sigma_m: Option<f64>,
    /// Distances of both from what the reading says, over its errors; empty where all is stated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub off_reading: Vec<f64>,
}

impl Alignment {
    /// Standard uncertainty of a gap beside a run that moves with this velocity [m/s], with the errors of clock and
    /// zero, which all pictures have in common \[m\].
    pub fn with_common_error(&self, of_gap: f64, velocity: f64) -> f64 {
        let of_clock = self.shift_sigma_s.unwrap_or(0.0) * velocity;
        of_gap.hypot(self.wall_sigma_m.unwrap_or(0.0)).hypot(of_clock)
    }
}

/// The drops of a measurement on the clock of a run, above its wall.
#[derive(Debug, Clone, PartialEq)]
pub struct Aligned {
    /// The drops; pictures that were left out have no gap and no velocity.
    pub drops: Vec<Record>,
    /// Where their clock starts: what was stated, or what was found to hold.
    pub clock: Clock,
    /// How each was moved.
    pub alignments: Vec<Alignment>,
    /// Fits of the clock alone; empty if it was not fitted.
    pub(super) fitted: Vec<FittedShift>,
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

/// Where a shift or a height comes from.
#[derive(Clone, Copy)]
enum Origin {
    /// It is stated.
    Stated(f64),
    /// The reading says it, with its standard error.
    Read(MeasuredValue),
    /// The points decide it, from this value on.
    Free(f64),
}

impl Origin {
    fn start(self) -> f64 {
        match self {
            Self::Stated(value) | Self::Free(value) => value,
            Self::Read(read) => read.value,
        }
    }

    fn is_stated(self) -> bool {
        matches!(self, Self::Stated(_))
    }

    /// Its reading, if that has an error.
    fn read(self) -> Option<MeasuredValue> {
        if let Self::Read(read) = self { Some(read).filter(|read| read.sigma > 0.0) } else { None }
    }
}

/// Brings drops, which [show](crate::bounce::drops::of_all) these readings, to the clock and the wall of a run.
///
/// # Errors
/// The clocks cannot be brought together.
pub fn align(
    drops: &[Record],
    readings: &[Evaluation],
    origin: RecordOrigin,
    computed: &Computed,
) -> Result<Aligned, ComparisonError> {
    let clock = drops.first().zip(readings.first()).map_or(origin.clock, |(drop, read)| starts(drop, read, origin));
    let mut aligned = Aligned { drops: Vec::new(), clock, alignments: Vec::new(), fitted: Vec::new() };
    for (drop, reading) in drops.iter().zip(readings) {
        let drop = without(drop, &reading.left_out);
        let (alignment, fitted) = one(&drop, reading, origin, computed)?;
        aligned.fitted.extend(fitted);
        let time = drop.time.iter().map(|time| time + alignment.shift_s).collect();
        let gap = drop.gap.iter().map(|gap| gap - alignment.wall_m).collect();
        aligned.drops.push(Record { time, gap, ..drop });
        aligned.alignments.push(alignment);
    }
    Ok(aligned)
}

/// Time and gap of the first contact, if the reading shows it.
fn first_contact(reading: &Evaluation) -> Option<[MeasuredValue; 2]> {
    let first = reading.bounces.first().filter(|bounce| bounce.number == 1)?;
    Some([first.contact_time_s?, first.contact_gap_m?])
}

/// Where the clock of a drop starts.
fn starts(drop: &Record, reading: &Evaluation, origin: RecordOrigin) -> Clock {
    match origin.clock {
        Clock::Record if origin.offset != 0.0 || drop.since_contact || drop.apexes => Clock::Contact,
        Clock::Record if first_contact(reading).is_none() => {
            if drop.counts_frames {
                Clock::Fitted
            } else {
                Clock::Contact
            }
        }
        clock => clock,
    }
}

fn one(
    drop: &Record,
    reading: &Evaluation,
    origin: RecordOrigin,
    computed: &Computed,
) -> Result<(Alignment, Option<FittedShift>), ComparisonError> {
    let contact = computed.bounces.first().map(|bounce| bounce.contact_time_s).ok_or(ComparisonError::NoContact);
    let shown = first_contact(reading).filter(|_| !drop.apexes);
    let wall = match shown {
        Some([_, gap]) if !origin.is_wall => Origin::Read(gap),
        _ => Origin::Stated(0.0),
    };
    let mut fitted = None;
    let shift = match starts(drop, reading, origin) {
        Clock::Release => Origin::Stated(origin.offset),
        Clock::Contact => Origin::Stated(contact? + origin.offset),
        Clock::Record => {
            let [time, _] = shown.ok_or(ComparisonError::NoContact)?;
            Origin::Read(MeasuredValue { value: contact? - time.value, ..time })
        }
        Clock::Fitted => {
            let gap = drop.gap.iter().map(|gap| gap - wall.start()).collect();
            let above = Record { gap, ..drop.clone() };
            let found = if drop.apexes { clock::of_apexes(&above, computed) } else { clock::fitted(&above, computed) };
            let found = found.ok_or(ComparisonError::NoOverlap)?;
            let seconds = found.seconds;
            fitted = Some(found);
            if wall.is_stated() { Origin::Stated(seconds) } else { Origin::Free(seconds) }
        }
    };
    Ok((Search::of(drop, computed, [shift, wall]).ended(), fitted))
}

/// The search for shift and height of the wall.
struct Search<'a> {
    computed: &'a Computed<'a>,
    origins: [Origin; 2],
    /// Times and gaps on the clock of the record that lie within the run at the start.
    points: Vec<(f64, f64)>,
    /// Standard uncertainty of a gap at a velocity.
    sigma: Box<dyn Fn(f64) -> f64 + 'a>,
    is_sigma_known: bool,
}

impl<'a> Search<'a> {
    fn of(drop: &'a Record, computed: &'a Computed<'a>, origins: [Origin; 2]) -> Self {
        let within = |(time, _): &(f64, f64)| computed.at(time + origins[0].start()).is_some();
        let points: Vec<(f64, f64)> = drop.points().into_iter().filter(within).collect();
        let is_sigma_known = drop.uncertainty.gap > 0.0;
        let seen = noise(&drop.points()).max(LEAST_NOISE * computed.lengths.diameter);
        let sigma = move |velocity: f64| match is_sigma_known {
            true => drop.uncertainty.of_gap_at(velocity),
            false => seen,
        };
        Self { computed, origins, points, sigma: Box::new(sigma), is_sigma_known }
    }

    /// The computed motion, which goes on as it begins and ends.
    fn at(&self, time: f64) -> Moment {
        self.computed.at(time).unwrap_or_else(|| {
            let motion = self.computed.motion;
            let end = if time < motion[0].time { motion[0] } else { motion[motion.len() - 1] };
            Moment { time, gap: end.gap + end.velocity * (time - end.time), ..end }
        })
    }

    /// Residuals of the points over their uncertainties, with their derivatives by shift and wall.
    fn rows(&self, at: Vector2<f64>) -> impl Iterator<Item = (f64, Vector2<f64>)> {
        self.points.iter().map(move |(time, gap)| {
            let moment = self.at(time + at[0]);
            let weight = (self.sigma)(moment.velocity).recip();
            (weight * (moment.gap + at[1] - gap), weight * Vector2::new(moment.velocity, 1.0))
        })
    }

    /// Distances from the reading over its errors.
    fn off_reading(&self, at: Vector2<f64>) -> Vec<f64> {
        let read = self.origins.iter().zip(&at).filter_map(|(origin, value)| Some((origin.read()?, value)));
        read.map(|(read, value)| (value - read.value) / read.sigma).collect()
    }

    fn cost(&self, at: Vector2<f64>) -> f64 {
        let of_points: f64 = self.rows(at).map(|(residual, _)| residual * residual).sum();
        of_points + self.off_reading(at).iter().map(|off| off * off).sum::<f64>()
    }

    /// The normal equations: half of the second derivatives of the sum, and half of the first.
    fn normal(&self, at: Vector2<f64>) -> (Matrix2<f64>, Vector2<f64>) {
        let (mut matrix, mut slope) = (Matrix2::zeros(), Vector2::zeros());
        for (residual, by) in self.rows(at) {
            matrix += by * by.transpose();
            slope += residual * by;
        }
        for (index, origin) in self.origins.iter().enumerate() {
            if let Some(read) = origin.read() {
                matrix[(index, index)] += read.sigma.powi(-2);
                slope[index] += (at[index] - read.value) / read.sigma.powi(2);
            }
            if origin.is_stated() {
                matrix.row_mut(index).fill(0.0);
                matrix.column_mut(index).fill(0.0);
                matrix[(index, index)] = 1.0;
                slope[index] = 0.0;
            }
        }
        (matrix, slope)
    }

    fn ended(self) -> Alignment {
        let mut at = Vector2::from(self.origins.map(Origin::start));
        let mut cost = self.cost(at);
        let is_searched = self.origins.iter().any(|origin| !origin.is_stated()) && !self.points.is_empty();
        for _ in (0..STEPS).take_while(|_| is_searched) {
            let (matrix, slope) = self.normal(at);
            let Some(step) = matrix.try_inverse().map(|inverse| -(inverse * slope)) else { break };
            let tried = (0..HALVINGS).map(|halvings| at + step * 0.5_f64.powi(halvings));
            let Some((next, lower)) = tried.map(|next| (next, self.cost(next))).find(|(_, next)| *next < cost) else {
                break;
            };
            let fell = cost - lower;
            (at, cost) = (next, lower);
            if fell < CONVERGED * cost {
                break;
            }
        }
        let chi_squared = cost / self.points.len().max(1) as f64;
        let scale = if self.is_sigma_known { chi_squared.max(1.0) } else { chi_squared };
        let covariance = self.normal(at).0.try_inverse().unwrap_or_else(Matrix2::zeros);
        let error = |index: usize| (scale * covariance[(index, index)]).sqrt();
        let sigma = |index: usize| (!self.origins[index].is_stated()).then(|| error(index));
        Alignment {
            shift_s: at[0],
            shift_sigma_s: sigma(0),
            wall_m: at[1],
            wall_sigma_m: sigma(1),
            off_reading: self.off_reading(at),
        }
    }
}
