//! From values of the parameters to the residuals: one run, and its comparison with the record.

use super::parameter::Parameter;
use crate::analysis::measurement::clock_shifts;
use crate::analysis::record::{Computed, Record, RecordClock};
use crate::case::{BandChoice, Case, CaseError, Hydrodynamics, Measurement};
use crate::numerics::hermite::Moment;
use crate::output::summary::{Summary, fingerprint};
use crate::output::trajectory::Trajectory;
use crate::output::{OutputError, record};
use crate::run::{Ending, RunFailure, RunOptions, execute};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Standard uncertainty of a gap where none is given, in diameters, of a velocity, over the approach speed, and of the time of an
/// apex, over both.
const UNKNOWN: f64 = 0.01;

/// A model of the motion, and the record that it is compared with.
pub struct Forward {
    /// The case file.
    pub file: PathBuf,
    /// Overrides of the command line.
    pub overrides: Vec<String>,
    /// Where the force of the liquid comes from.
    pub hydrodynamics: Hydrodynamics,
    /// Where runs are kept: one directory for each set of values, which is found again.
    pub runs: PathBuf,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The drops of the record, with the values that the case has.
    pub drops: Vec<Record>,
    /// The rows of each drop that are compared: those that lie within the first run.
    pub rows: OnceLock<Vec<Vec<bool>>>,
    /// Standard error of the run itself in the residuals of the record, the same for all of them up to its sign and size: it is in
    /// the covariance of the residuals. Empty where it is not known.
    pub own_error: Vec<f64>,
}

/// Why a set of values has no residuals.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum ForwardError {
    /// The case refuses the values.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Case(#[from] CaseError),
    /// The run failed.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Run(#[from] RunFailure),
    /// A file cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Output(#[from] OutputError),
    /// The record is longer than the run.
    #[error("the run ends at t = {end:.4} s, the record goes on to {record:.4} s")]
    #[diagnostic(help("let the run last longer: --set run.bounces=N, or shorten the record"))]
    TooShort {
        /// End of the run \[s\].
        end: f64,
        /// End of the record on the clock of the run \[s\].
        record: f64,
    },
    /// The clocks cannot be brought together.
    #[error("{0}")]
    #[diagnostic(help("set measurement.clock to \"contact\", \"release\" or \"fitted\""))]
    Clock(crate::analysis::measurement::ComparisonError),
}

/// A run that was compared: its motion, and the needed parts of it.
pub struct Motion {
    /// The case, without its record.
    pub case: Case,
    /// How the record is read with these values.
    pub measurement: Option<Measurement>,
    /// The moments.
    pub moments: Vec<Moment>,
    /// The summary.
    pub summary: Summary,
}

impl Forward {
    /// Reads the record of the case, with an uncertainty of every kind of value.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn record(measurement: &Measurement, case: &Case) -> Result<Vec<Record>, OutputError> {
        let drops = record::read(measurement, Some(case.sphere.diameter))?;
        Ok(drops.into_iter().map(|drop| Self::weighed(drop, case)).collect())
    }

    fn weighed(mut record: Record, case: &Case) -> Record {
        let sigma = &mut record.uncertainty;
        if sigma.gap == 0.0 {
            sigma.gap = UNKNOWN * case.sphere.diameter;
        }
        if sigma.velocity == 0.0 {
            sigma.velocity = UNKNOWN * case.approach_speed();
        }
        if record.apexes && sigma.time == 0.0 {
            sigma.time = UNKNOWN * case.sphere.diameter / case.approach_speed();
        }
        if sigma.restitution == 0.0 {
            sigma.restitution = UNKNOWN;
        }
        record
    }

    /// The case with these values.
    ///
    /// # Errors
    /// The case refuses them.
    pub fn case(&self, values: &[f64]) -> Result<Case, CaseError> {
        let settings = self.parameters.iter().zip(values).map(|(parameter, value)| parameter.setting(*value));
        let mut case = Case::load(&self.file, &self.overrides.iter().cloned().chain(settings).collect::<Vec<_>>())?;
        case.hydrodynamics = self.hydrodynamics;
        case.output.plots = false;
        case.output.report = false;
        case.output.vorticity_pictures.clear();
        case.run.threads = 1;
        Ok(case)
    }

    /// The motion with these values; a run that is there is not repeated.
    ///
    /// # Errors
    /// The run cannot be done.
    pub fn motion(&self, values: &[f64]) -> Result<Motion, ForwardError> {
        self.motion_of(self.case(values)?)
    }

    fn motion_of(&self, mut case: Case) -> Result<Motion, ForwardError> {
        let measurement = case.measurement.take();
        case.film.band = BandChoice::Off;
        case.output.directory = PathBuf::new();
        let out = self.runs.join(fingerprint(case.to_toml()));
        case.output.directory.clone_from(&out);
        let done = execute(&case, &RunOptions { out: out.clone(), fresh: false, quiet: true })?;
        let moments = Trajectory::read(&out.join("trajectory.csv"))?.moments().collect();
        Ok(Motion { case, measurement, moments, summary: done.summary })
    }

    /// Residuals over their uncertainties, made independent of each other where the run's own error is known; then those of the
    /// priors.
    ///
    /// # Errors
    /// As [`of_record`](Self::of_record).
    pub fn residuals(&self, values: &[f64]) -> Result<Vec<f64>, ForwardError> {
        let mut found = independent(self.of_record(values, 1.0)?, &self.own_error);
        let priors = self.parameters.iter().zip(values);
        found.extend(
            priors.filter_map(|(parameter, value)| parameter.prior.map(|prior| (value - prior.value) / prior.sigma)),
        );
        Ok(found)
    }

    /// Residuals of the record over its uncertainties: gaps, velocities, restitution; with the viscosity times `thicker`. What the
    /// first run does not cover is left out of all; a motion that ends sooner than the first goes on as it ended.
    ///
    /// # Errors
    /// The run cannot be done, or covers less than half of the record.
    pub fn of_record(&self, values: &[f64], thicker: f64) -> Result<Vec<f64>, ForwardError> {
        let mut case = self.case(values)?;
        case.liquid.viscosity *= thicker;
        let motion = self.motion_of(case)?;
        let computed = Computed {
            motion: &motion.moments,
            bounces: &motion.summary.bounces,
            diameter: motion.case.sphere.diameter,
        };
        let Some(measurement) = &motion.measurement else { return Ok(Vec::new()) };
        let changes =
            |parameter: &Parameter| ["measurement.", "sphere."].iter().any(|of| parameter.key.starts_with(of));
        let again = self.parameters.iter().any(changes).then(|| Self::record(measurement, &motion.case)).transpose()?;
        let drops = again.as_ref().unwrap_or(&self.drops);
        let clock = RecordClock { start: measurement.clock, offset: measurement.offset };
        let shifts = clock_shifts(drops, clock, &computed).map_err(ForwardError::Clock)?.seconds;
        let rows = self.rows.get_or_init(|| covered(drops, &shifts, &motion));
        if rows.iter().flatten().filter(|row| **row).count() * 2 < rows.iter().map(Vec::len).sum() {
            let end = drops.iter().zip(&shifts).filter_map(|(drop, shift)| Some(drop.time.last()? + shift));
            return Err(ForwardError::TooShort {
                end: motion.moments.last().map_or(0.0, |last| last.time),
                record: end.fold(0.0, f64::max),
            });
        }
        let mut found = Vec::new();
        for ((drop, shift), rows) in drops.iter().zip(&shifts).zip(rows) {
            match drop.apexes {
                true => found.extend(of_apexes(drop, &motion, *shift)),
                false => found.extend(of_rows(drop, &computed, *shift, rows)),
            }
        }
        let first = drops.first().and_then(|drop| Some((drop.restitution?, drop.uncertainty.restitution)));
        if let (Some((measured, sigma)), Some(bounce)) = (first, motion.summary.bounces.first()) {
            found.push((bounce.restitution.unwrap_or(0.0) - measured) / sigma);
        }
        Ok(found)
    }

    /// Where runs with this force of the liquid are kept, below the fit's directory `out`.
    pub fn directory(out: &Path, hydrodynamics: Hydrodynamics) -> PathBuf {
        out.join("runs").join(hydrodynamics.to_string())
    }
}

/// Residuals with the covariance `1 + m mᵀ`, made independent: `(1 + m mᵀ)^(−1/2)` of them.
fn independent(mut residuals: Vec<f64>, own_error: &[f64]) -> Vec<f64> {
    let square: f64 = own_error.iter().map(|m| m * m).sum();
    if square > 0.0 && own_error.len() == residuals.len() {
        let along: f64 = own_error.iter().zip(&residuals).map(|(m, residual)| m * residual).sum();
        let share = (1.0 - (1.0 + square).sqrt().recip()) * along / square;
        residuals.iter_mut().zip(own_error).for_each(|(residual, m)| *residual -= share * m);
    }
    residuals
}

/// The rows that lie within a run, or after its rest; of apexes, those that it has.
fn covered(drops: &[Record], shifts: &[f64], motion: &Motion) -> Vec<Vec<bool>> {
    let (Some(first), Some(last)) = (motion.moments.first(), motion.moments.last()) else { return Vec::new() };
    let rests = motion.summary.ending == Some(Ending::Rest);
    let end = if rests { f64::INFINITY } else { last.time };
    let reached = motion.summary.bounces.iter().filter(|bounce| bounce.apex_time_s.is_some()).count();
    let of = |(drop, shift): (&Record, &f64)| match drop.apexes {
        true => (0..drop.time.len()).map(|row| rests || row < reached).collect(),
        false => drop.time.iter().map(|time| (first.time..=end).contains(&(time + shift))).collect(),
    };
    drops.iter().zip(shifts).map(of).collect()
}

/// Residuals of gaps and velocities.
fn of_rows(drop: &Record, computed: &Computed, shift: f64, rows: &[bool]) -> Vec<f64> {
    let (Some(first), Some(last)) = (computed.motion.first(), computed.motion.last()) else { return Vec::new() };
    let sigma = drop.uncertainty;
    let mut found = Vec::new();
    for (row, time) in
        drop.time.iter().map(|time| time + shift).enumerate().filter(|(row, _)| rows.get(*row) == Some(&true))
    {
        let end = if time < first.time { first } else { last };
        let beyond = Moment { gap: end.gap + end.velocity * (time - end.time), ..*end };
        let at = computed.at(time).unwrap_or(beyond);
        if let Some(gap) = drop.gap.get(row).filter(|gap| gap.is_finite()) {
            found.push((at.gap - gap) / sigma.gap.hypot(at.velocity * sigma.time));
        }
        if let Some(velocity) = drop.velocity.get(row).filter(|velocity| velocity.is_finite()) {
            found.push((at.velocity - velocity) / sigma.velocity);
        }
    }
    found
}

/// Residuals of heights and times of the apexes; a bounce that the run has not is at the wall when the run ends.
fn of_apexes(drop: &Record, motion: &Motion, shift: f64) -> Vec<f64> {
    let sigma = drop.uncertainty;
    let end = motion.moments.last().map_or(0.0, |moment| moment.time);
    let rows = drop.time.iter().zip(&drop.gap).enumerate().filter(|(_, (_, gap))| gap.is_finite());
    let residuals = rows.flat_map(|(row, (time, gap))| {
        let bounce = motion.summary.bounces.get(row);
        let apex = bounce.and_then(|bounce| Some((bounce.apex_time_s?, bounce.apex_gap_m?)));
        let (at, height) = apex.unwrap_or((end, 0.0));
        [(height - gap) / sigma.gap, (at - time - shift) / sigma.time]
    });
    residuals.collect()
}
