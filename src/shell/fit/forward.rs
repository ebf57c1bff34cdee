//! From values of the parameters to the residuals: one run, and its comparison with the record.

use super::parameter::Parameter;
use crate::analysis::measurement::{Computed, Record, RecordClock, clock_shift};
use crate::case::{Case, CaseError, Hydrodynamics, Measurement};
use crate::numerics::hermite::Moment;
use crate::output::summary::{Summary, fingerprint};
use crate::output::trajectory::Trajectory;
use crate::output::{OutputError, record};
use crate::run::{Ending, RunFailure, RunOptions, execute};
use std::path::{Path, PathBuf};

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
    /// The record.
    pub record: Record,
    /// Its description.
    pub measurement: Measurement,
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

/// A run that was compared: its motion, and what of it is needed.
pub struct Motion {
    /// The case.
    pub case: Case,
    /// The moments.
    pub moments: Vec<Moment>,
    /// The summary.
    pub summary: Summary,
}

impl Forward {
    /// Reads the record of the case.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn record(measurement: &Measurement, case: &Case) -> Result<Record, OutputError> {
        let mut record = record::read(measurement, case.sphere.diameter)?;
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
        Ok(record)
    }

    /// The case with these values.
    ///
    /// # Errors
    /// The case refuses them.
    pub fn case(&self, values: &[f64]) -> Result<Case, CaseError> {
        let settings = self.parameters.iter().zip(values).map(|(parameter, value)| parameter.setting(*value));
        let mut case = Case::load(&self.file, &self.overrides.iter().cloned().chain(settings).collect::<Vec<_>>())?;
        case.hydrodynamics = self.hydrodynamics;
        case.measurement = None;
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
        let mut case = self.case(values)?;
        case.output.directory = PathBuf::new();
        let out = self.runs.join(fingerprint(case.to_toml()));
        case.output.directory.clone_from(&out);
        let done = execute(&case, &RunOptions { out: out.clone(), fresh: false, quiet: true })?;
        let moments = Trajectory::read(&out.join("trajectory.csv"))?.moments().collect();
        Ok(Motion { case, moments, summary: done.summary })
    }

    /// Residuals over their uncertainties: gaps, velocities, restitution, priors. The points of the record that lie before the
    /// run are left out; all others must lie within it, or after a rest.
    ///
    /// # Errors
    /// The run cannot be done, or does not reach the end of the record.
    pub fn residuals(&self, values: &[f64]) -> Result<Vec<f64>, ForwardError> {
        let motion = self.motion(values)?;
        let computed = Computed {
            motion: &motion.moments,
            bounces: &motion.summary.bounces,
            diameter: motion.case.sphere.diameter,
        };
        let clock = RecordClock { start: self.measurement.clock, offset: self.measurement.offset };
        let shift = clock_shift(&self.record, clock, &computed).map_err(ForwardError::Clock)?;
        let (Some(first), Some(last)) = (motion.moments.first(), motion.moments.last()) else { return Ok(Vec::new()) };
        let end = self.record.time.last().map_or(0.0, |time| time + shift);
        let rests = motion.summary.ending == Some(Ending::Rest);
        let reached = motion.summary.bounces.iter().filter(|bounce| bounce.apex_time_s.is_some()).count();
        let short = if self.record.apexes { reached < self.record.time.len() } else { end > last.time };
        if short && !rests {
            return Err(ForwardError::TooShort { end: last.time, record: end });
        }
        let sigma = self.record.uncertainty;
        let mut found = Vec::new();
        if self.record.apexes {
            found.extend(self.of_apexes(&motion, shift));
        }
        for (row, time) in self.record.time.iter().map(|time| time + shift).enumerate() {
            let before = Moment { gap: first.gap + first.velocity * (time - first.time), ..*first };
            let after = Moment { velocity: 0.0, ..*last };
            let at = computed.at(time).unwrap_or(if time < first.time { before } else { after });
            if let Some(gap) = self.record.gap.get(row).filter(|_| !self.record.apexes) {
                found.push((at.gap - gap) / sigma.gap.hypot(at.velocity * sigma.time));
            }
            if let Some(velocity) = self.record.velocity.get(row) {
                found.push((at.velocity - velocity) / sigma.velocity);
            }
        }
        if let (Some(measured), Some(bounce)) = (self.record.restitution, motion.summary.bounces.first()) {
            found.push((bounce.restitution.unwrap_or(0.0) - measured) / sigma.restitution);
        }
        let priors = self.parameters.iter().zip(values);
        found.extend(
            priors.filter_map(|(parameter, value)| parameter.prior.map(|prior| (value - prior.value) / prior.sigma)),
        );
        Ok(found)
    }

    /// Residuals of heights and times of the apexes; a bounce that the run has not is at the wall when the run ends.
    fn of_apexes(&self, motion: &Motion, shift: f64) -> Vec<f64> {
        let sigma = self.record.uncertainty;
        let end = motion.moments.last().map_or(0.0, |moment| moment.time);
        let rows = self.record.time.iter().zip(&self.record.gap).enumerate();
        let residuals = rows.flat_map(|(row, (time, gap))| {
            let bounce = motion.summary.bounces.get(row);
            let apex = bounce.and_then(|bounce| Some((bounce.apex_time_s?, bounce.apex_gap_m?)));
            let (at, height) = apex.unwrap_or((end, 0.0));
            [(height - gap) / sigma.gap, (at - time - shift) / sigma.time]
        });
        residuals.collect()
    }

    /// Where runs with this force of the liquid are kept, below the fit's directory `out`.
    pub fn directory(out: &Path, hydrodynamics: Hydrodynamics) -> PathBuf {
        out.join("runs").join(hydrodynamics.to_string())
    }
}
