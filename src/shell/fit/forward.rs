//! From values of the parameters to the residuals: one run, and its comparison with the record.

use super::mode::{ErrorMode, FILMS, THEORYS};
use super::parameter::Parameter;
use super::theory_error::{self, FORCE_ERROR, by_theory};
use crate::case::{BandChoice, Case, CaseError, CaseFile, Hydrodynamics, InputError, Measurement, records};
use crate::output::OutputError;
use crate::output::summary::{Summary, fingerprint};
use crate::output::trajectory::Trajectory;
use crate::run::grid_error::for_numbers;
use crate::run::measurement::compare_run;
use crate::run::{Ending, RunFailure, RunOptions, execute, film_band};
use nalgebra::{DMatrix, DVector};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use wetbounce_physics::numerics::extent;
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_physics::remark::Remarks;
use wetbounce_records::bounce::drops;
use wetbounce_records::bounce::values::Evaluation;
use wetbounce_records::comparison::alignment::align;
use wetbounce_records::comparison::computed::Computed;
use wetbounce_records::record::Record;

/// Standard uncertainty of a gap where none is given, in diameters, of a velocity, over the approach speed, and of the
/// time of an apex, over both.
const UNKNOWN: f64 = 0.01;

/// A model of the motion, and the record that it is compared with.
pub struct Forward {
    /// The case file.
    pub file: CaseFile,
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
    /// What they show by themselves, by which clock and zero are parameters of the comparison.
    pub readings: Vec<Evaluation>,
    /// The rows of each drop that are compared: those that lie within the first run.
    pub rows: OnceLock<Vec<Vec<bool>>>,
    /// Errors of the model by which the residuals are weighed: they are in their covariance. Empty where they are not
    /// known.
    pub weighed: Vec<ErrorMode>,
    /// Whether what the case leaves open of the film is part of the errors.
    pub with_film: bool,
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
    /// Less than half of the record lies within the run.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Outside(InputError),
    /// The clocks cannot be brought together.
    #[error("{0}")]
    #[diagnostic(help("set measurement.clock to \"contact\", \"release\" or \"fitted\""))]
    Clock(wetbounce_records::comparison::alignment::ComparisonError),
}

/// A run that was compared: its motion, and the needed parts of it.
pub struct ComparedRun {
    /// The case, without its record.
    pub case: Case,
    /// How the record is read with these values.
    pub(super) measurement: Option<Measurement>,
    /// The moments.
    pub moments: Vec<Moment>,
    /// The summary.
    pub summary: Summary,
}

impl ComparedRun {
    fn computed(&self) -> Computed<'_> {
        Computed { motion: &self.moments, bounces: &self.summary.bounces, lengths: self.case.lengths() }
    }
}

impl Forward {
    /// Reads the record of the case, with an uncertainty of every kind of value.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn record(measurement: &Measurement, case: &Case) -> Result<Vec<Record>, OutputError> {
        let drops = records(measurement, Some(case.lengths())).map_err(OutputError::of_table)?;
        Ok(drops.into_iter().map(|drop| Self::weighed(drop, case)).collect())
    }

    fn weighed(mut record: Record, case: &Case) -> Record {
        let sigma = &mut record.uncertainty;
        if sigma.gap == 0.0 {
            sigma.gap = UNKNOWN * case.problem.sphere.diameter;
        }
        if sigma.velocity == 0.0 {
            sigma.velocity = UNKNOWN * case.problem.approach_speed();
        }
        if record.apexes && sigma.time == 0.0 {
            sigma.time = UNKNOWN * case.problem.sphere.diameter / case.problem.approach_speed();
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
    pub(super) fn case(&self, values: &[f64]) -> Result<Case, CaseError> {
        let settings = self.parameters.iter().zip(values).map(|(parameter, value)| parameter.setting(*value));
        let mut case = self.file.load(&self.overrides.iter().cloned().chain(settings).collect::<Vec<_>>())?;
        case.problem.hydrodynamics = self.hydrodynamics;
        for_numbers(&mut case);
        case.run.threads = 1;
        Ok(case)
    }

    /// The motion with these values; a run that is there is not repeated.
    ///
    /// # Errors
    /// The run cannot be done.
    pub fn motion(&self, values: &[f64]) -> Result<ComparedRun, ForwardError> {
        self.motion_of(self.case(values)?)
    }

    fn motion_of(&self, mut case: Case) -> Result<ComparedRun, ForwardError> {
        let measurement = case.measurement.take();
        case.run.band = BandChoice::Off;
        case.output.directory = PathBuf::new();
        let out = self.runs.join(fingerprint(case.to_toml()));
        case.output.directory.clone_from(&out);
        let done = execute(&case, &RunOptions { out: out.clone(), fresh: false, quiet: true })?;
        let moments = Trajectory::read(&out.join("trajectory.csv"))?.moments().collect();
        Ok(ComparedRun { case, measurement, moments, summary: done.summary })
    }

    /// Residuals over their uncertainties, made independent of each other where the run's own error is known; then
    /// those of the priors.
    ///
    /// # Errors
    /// As [`of_record`](Self::of_record).
    pub(super) fn residuals(&self, values: &[f64]) -> Result<Vec<f64>, ForwardError> {
        let mut found = independent(self.of_record(values)?, &self.weighed);
        let priors = self.parameters.iter().zip(values);
        found.extend(
            priors.filter_map(|(parameter, value)| parameter.prior.map(|prior| (value - prior.value) / prior.sigma)),
        );
        Ok(found)
    }

    /// How far the residuals of the record move over the inputs of the film that the case leaves open, as a standard
    /// uncertainty: the largest distance between the case itself and both ends of the inputs over `2 √3`, that of a
    /// value that may lie anywhere between two bounds (JCGM 100:2008, 4.3.7).
    ///
    /// # Errors
    /// As [`of_record`](Self::of_record).
    pub(super) fn film(&self, values: &[f64]) -> Result<Option<ErrorMode>, ForwardError> {
        let case = self.case(values)?;
        let Some((ends, open)) = film_band::ends(&case) else {
            return Ok(film_band::left_out(&case).map(|why| ErrorMode::left_out(FILMS, why.text)));
        };
        let from = open.join("; ");
        let own = self.of_record(values)?;
        let [low, high] = ends.map(|end| self.of_changed(values, |_| end));
        let (low, high) = match (low, high) {
            (Ok(low), Ok(high)) => (low, high),
            (Err(ForwardError::Run(stopped @ RunFailure::Interrupted { .. })), _)
            | (_, Err(ForwardError::Run(stopped @ RunFailure::Interrupted { .. }))) => return Err(stopped.into()),
            (Err(failure), _) | (_, Err(failure)) => {
                let why = format!("a run at an end of the film's range ({from}) failed: {failure}");
                return Ok(Some(ErrorMode::left_out(FILMS, why)));
            }
        };
        let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b) / 12f64.sqrt()).collect::<Vec<f64>>();
        let all = [apart(&high, &low), apart(&high, &own), apart(&own, &low)];
        let size = |one: &[f64]| one.iter().map(|value| value * value).sum::<f64>();
        let widest = all.into_iter().max_by(|a, b| size(a).total_cmp(&size(b)));
        Ok(Some(ErrorMode::new(FILMS, from, widest.expect("three pairs"))))
    }

    /// Residuals of the record over its uncertainties: gaps, velocities, restitution. What the first run does not cover
    /// is left out of all; a motion that ends sooner than the first goes on as it ended.
    ///
    /// # Errors
    /// The run cannot be done, or covers less than half of the record.
    pub fn of_record(&self, values: &[f64]) -> Result<Vec<f64>, ForwardError> {
        self.of_changed(values, |case| case)
    }

    /// As [`of_record`](Self::of_record), of a case that is `changed`.
    ///
    /// # Errors
    /// As [`of_record`](Self::of_record).
    pub(super) fn of_changed(
        &self,
        values: &[f64],
        changed: impl FnOnce(Case) -> Case,
    ) -> Result<Vec<f64>, ForwardError> {
        self.beside_record(&self.motion_of(changed(self.case(values)?))?)
    }

    /// How far the residuals of the record move where theory's drag and history force are larger by their
    /// [error](FORCE_ERROR): towards the wall, and away from it.
    ///
    /// # Errors
    /// As [`of_record`](Self::of_record).
    pub(super) fn theory(&self, values: &[f64]) -> Result<Vec<ErrorMode>, ForwardError> {
        let motion = self.motion(values)?;
        let from = match theory_error::known(&motion.case) {
            Ok(from) => from,
            Err(why) => return Ok(vec![ErrorMode::left_out(THEORYS, why)]),
        };
        let residuals = |scale| -> Result<Vec<f64>, ForwardError> {
            let (moments, bounces) = by_theory(&motion.case.problem, scale).map_err(RunFailure::from)?;
            let summary = Summary { bounces, ..motion.summary.clone() };
            let (case, measurement) = (motion.case.clone(), motion.measurement.clone());
            self.beside_record(&ComparedRun { case, measurement, moments, summary })
        };
        let more = 1.0 + FORCE_ERROR;
        let runs = [[1.0; 2], [more, 1.0], [1.0, more]].map(residuals);
        if let Some(Err(failure)) = runs.iter().find(|run| run.is_err()) {
            let why = format!("a run with more force failed: {failure}");
            return Ok(vec![ErrorMode::left_out(THEORYS, why)]);
        }
        let [own, towards, away] = runs.map(|run| run.expect("none has failed"));
        let mode = |way: &str, run: Vec<f64>| {
            ErrorMode::new(
                THEORYS,
                format!("{from}, {way}"),
                run.iter().zip(&own).map(|(run, own)| run - own).collect(),
            )
        };
        Ok(vec![mode("on the way to the wall", towards), mode("on the way back", away)])
    }

    /// Residuals of the record beside a motion.
    fn beside_record(&self, motion: &ComparedRun) -> Result<Vec<f64>, ForwardError> {
        let computed = motion.computed();
        let Some(measurement) = &motion.measurement else { return Ok(Vec::new()) };
        let changes = |parameter: &Parameter| {
            ["measurement.", "sphere.", "second."].iter().any(|of| parameter.key.starts_with(of))
        };
        let again =
            self.parameters.iter().any(changes).then(|| self.read_again(measurement, &motion.case)).transpose()?;
        let (drops, readings) = again.as_ref().map_or((&self.drops, &self.readings), |again| (&again.0, &again.1));
        let aligned = align(drops, readings, measurement.origin(), &computed).map_err(ForwardError::Clock)?;
        let rows = self.rows.get_or_init(|| covered(&aligned.drops, motion));
        if rows.iter().flatten().filter(|row| **row).count() * 2 < rows.iter().map(Vec::len).sum() {
            let of_run = extent(motion.moments.iter().map(|at| at.time));
            let of_record = extent(aligned.drops.iter().flat_map(|drop| drop.time.iter().copied()));
            return Err(ForwardError::Outside(outside(of_run, of_record)));
        }
        let mut found = Vec::new();
        for (drop, rows) in aligned.drops.iter().zip(rows) {
            match drop.apexes {
                true => found.extend(of_apexes(drop, motion)),
                false => found.extend(of_rows(drop, &computed, rows)),
            }
        }
        found.extend(aligned.alignments.iter().flat_map(|alignment| &alignment.off_reading));
        let first = drops.first().and_then(|drop| Some((drop.restitution?, drop.uncertainty.restitution)));
        if let (Some((measured, sigma)), Some(bounce)) = (first, motion.summary.bounces.first()) {
            found.push((bounce.restitution.unwrap_or(0.0) - measured) / sigma);
        }
        Ok(found)
    }

    /// The drops and what they show where parameters change how the record is read; the same pictures are left out.
    ///
    /// # Errors
    /// The record cannot be read.
    fn read_again(
        &self,
        measurement: &Measurement,
        case: &Case,
    ) -> Result<(Vec<Record>, Vec<Evaluation>), OutputError> {
        let drops = Self::record(measurement, case)?;
        let same =
            |(reading, first): (Evaluation, &Evaluation)| Evaluation { left_out: first.left_out.clone(), ..reading };
        let readings = drops::of_all(&drops, case.reading()).into_iter().zip(&self.readings).map(same).collect();
        Ok((drops, readings))
    }

    /// Reasons to doubt the record beside the motion with these values, each with its likely cause.
    ///
    /// # Errors
    /// The run cannot be done, or the record cannot be read.
    pub fn doubts(&self, values: &[f64]) -> Result<Remarks, ForwardError> {
        let motion = self.motion(values)?;
        let case = Case { measurement: motion.measurement, ..motion.case };
        let found = compare_run(&case, &motion.moments, &motion.summary, None)?;
        Ok(found.map_or(Remarks::default(), |found| found.remarks))
    }

    /// Where runs with this force of the liquid are kept, below the fit's directory `out`.
    pub fn directory(out: &Path, hydrodynamics: Hydrodynamics) -> PathBuf {
        out.join("runs").join(hydrodynamics.to_string())
    }
}

/// Residuals with the covariance `1 + M Mᵀ`, the columns of `M` these modes, made independent: `(1 + M Mᵀ)^(−1/2)` of
/// them.
pub(super) fn independent(residuals: Vec<f64>, modes: &[ErrorMode]) -> Vec<f64> {
    let known = !modes.is_empty() && modes.iter().all(|mode| mode.residuals.len() == residuals.len());
    if !known {
        return residuals;
    }
    let errors = DMatrix::from_fn(residuals.len(), modes.len(), |row, column| modes[column].residuals[row]);
    let parts = errors.tr_mul(&errors).symmetric_eigen();
    let mut found = DVector::from_vec(residuals);
    for (square, vector) in parts.eigenvalues.iter().zip(parts.eigenvectors.column_iter()).filter(|part| *part.0 > 0.0)
    {
        let direction = &errors * vector / square.sqrt();
        let along = (1.0 - (1.0 + square).sqrt().recip()) * direction.dot(&found);
        found -= along * direction;
    }
    found.data.into()
}

/// Why less than half of a record lies within a run; first and last times of both on the clock of the run \[s\].
fn outside((from, to): (f64, f64), (begin, end): (f64, f64)) -> InputError {
    let before =
        (begin < from).then(|| format!("the record begins at t = {begin:.4} s, before the run at {from:.4} s"));
    let is_after = end > to || before.is_none();
    let after = is_after.then(|| format!("the run ends at t = {to:.4} s, the record goes on to {end:.4} s"));
    let parts: Vec<String> = before.into_iter().chain(after).collect();
    InputError::new(parts.join("; ")).help(
        "are the units of the record right? do its times begin at the contact? if not, measurement.clock = \"release\" or \"fitted\"; else let the run begin \
         at a larger release.gap or last longer, --set run.bounces=N, or shorten the record",
    )
}

/// The rows that lie within a run, or after its rest; of apexes, those that it has.
fn covered(drops: &[Record], motion: &ComparedRun) -> Vec<Vec<bool>> {
    let (Some(first), Some(last)) = (motion.moments.first(), motion.moments.last()) else { return Vec::new() };
    let rests = motion.summary.ending == Some(Ending::Rest);
    let end = if rests { f64::INFINITY } else { last.time };
    let reached = motion.summary.bounces.iter().filter(|bounce| bounce.apex_time_s.is_some()).count();
    let of = |drop: &Record| match drop.apexes {
        true => (0..drop.time.len()).map(|row| rests || row < reached).collect(),
        false => drop.time.iter().map(|time| (first.time..=end).contains(time)).collect(),
    };
    drops.iter().map(of).collect()
}

/// Residuals of gaps and velocities.
fn of_rows(drop: &Record, computed: &Computed, rows: &[bool]) -> Vec<f64> {
    let (Some(first), Some(last)) = (computed.motion.first(), computed.motion.last()) else { return Vec::new() };
    let sigma = drop.uncertainty;
    let mut found = Vec::new();
    for (row, time) in drop.time.iter().copied().enumerate().filter(|(row, _)| rows.get(*row) == Some(&true)) {
        let end = if time < first.time { first } else { last };
        let beyond = Moment { gap: end.gap + end.velocity * (time - end.time), ..*end };
        let at = computed.at(time).unwrap_or(beyond);
        if let Some(gap) = drop.gap.get(row).filter(|gap| gap.is_finite()) {
            found.push((at.gap - gap) / sigma.of_gap_at(at.velocity));
        }
        if let Some(velocity) = drop.velocity.get(row).filter(|velocity| velocity.is_finite()) {
            found.push((at.velocity - velocity) / sigma.velocity);
        }
    }
    found
}

/// Residuals of heights and times of the apexes; a bounce that the run has not is at the wall when the run ends.
fn of_apexes(drop: &Record, motion: &ComparedRun) -> Vec<f64> {
    let sigma = drop.uncertainty;
    let end = motion.moments.last().map_or(0.0, |moment| moment.time);
    let rows = drop.time.iter().zip(&drop.gap).enumerate().filter(|(_, (_, gap))| gap.is_finite());
    let residuals = rows.flat_map(|(row, (time, gap))| {
        let bounce = motion.summary.bounces.get(row);
        let apex = bounce.and_then(|bounce| Some((bounce.apex_time_s?, bounce.apex_gap_m?)));
        let (at, height) = apex.unwrap_or((end, 0.0));
        [(height - gap) / sigma.gap, (at - time) / sigma.time]
    });
    residuals.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residuals_with_common_errors_keep_the_square_that_their_covariance_gives_them() {
        let residuals = vec![1.0, -2.0, 0.5, 3.0];
        let own = [vec![1.0, 2.0, 3.0, 4.0], vec![0.5, -1.0, 0.0, 2.0]];
        let covariance = DMatrix::from_fn(4, 4, |a, b| {
            f64::from(u8::from(a == b)) + own.iter().map(|own| own[a] * own[b]).sum::<f64>()
        });
        let vector = DVector::from_vec(residuals.clone());
        let expected = vector.dot(&(covariance.try_inverse().unwrap() * &vector));
        let own = own.map(|residuals| ErrorMode::new("", "", residuals));
        let square: f64 = independent(residuals, &own).iter().map(|one| one * one).sum();
        assert!((square - expected).abs() < 1e-12 * expected, "{square} {expected}");
    }
}
