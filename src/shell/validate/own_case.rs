//! The user's own case against its `[measurement]`: the run is judged by the record's uncertainties.
//!
//! A value passes within two standard uncertainties of the measured one, a reduced χ² with ν degrees of freedom up to
//! `1 + 2 √(2/ν)`: both hold in about 95 of 100 cases in which run and experiment are the same. Values without an
//! uncertainty are reported and not judged.

use super::band::{Accept, ReferenceComparison};
use super::entry::Entry;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::case::{Case, CaseError, CaseFile, InputError, Measurement};
use crate::run::quantities as q;
use crate::study::workers::run_alone;
use std::path::Path;
use wetbounce_physics::own::Laws;
use wetbounce_physics::remark::RemarkKind;
use wetbounce_records::comparison::measurement::{self, ApexPair, Residuals, RestitutionPair};
use wetbounce_records::comparison::plausible::chi_squared_limit;

/// Standard uncertainties up to which a value is accepted.
const WIDE: f64 = 2.0;
/// The subject of these cases.
const SUBJECT: &str = "Your cases";

/// A case with its own record.
#[derive(Debug)]
struct OwnCase {
    /// The case, on one thread.
    case: Case,
    /// Its record.
    measurement: Measurement,
}

/// The entry of the case at `path`, which may name these `laws` of your own; its name is that of the file.
///
/// # Errors
/// The case cannot be read, or has no `[measurement]`.
pub fn entry(path: &Path, laws: &Laws) -> Result<Entry, CaseError> {
    let mut case = CaseFile::at(path.to_path_buf(), laws).load(&[])?;
    let shown = path.display().to_string();
    let Some(measurement) = case.measurement.clone() else {
        let help =
            "name a record: [measurement] file = \"record.csv\"; `wetbounce validate --list` names what is built in";
        let problem = InputError::new(format!("`{shown}` has no [measurement] to be validated with")).help(help);
        return Err(CaseError::new(&shown, vec![problem]));
    };
    case.run.threads = 1;
    let name = path.file_stem().map_or_else(|| "case".into(), |stem| stem.to_string_lossy().into_owned());
    let shown = measurement.shown();
    let source = measurement.source.clone().unwrap_or_else(|| shown.clone());
    Ok(Entry {
        title: case.given.title.clone().unwrap_or_else(|| name.clone()),
        about: format!("The case beside its own record, {shown}."),
        name,
        subject: SUBJECT,
        runs_alone: false,
        long: false,
        compare: vec![ReferenceComparison::reported("comparison with the record", "1", None, &source, "")],
        experiment: Box::new(OwnCase { case, measurement }),
    })
}

impl Experiment for OwnCase {
    /// Runs the case in `directory` and sets it beside its record.
    ///
    /// # Errors
    /// The run fails, or was not compared.
    fn measure(&self, directory: &Path) -> Results {
        let mut case = self.case.clone();
        case.output.directory = directory.to_path_buf();
        let run = run_alone(case, directory)?;
        let summary = run.summary().expect("the run has ended");
        let Some(found) = &summary.measurement else {
            let why = summary.remarks.texts(RemarkKind::Warning).join("; ");
            return Err(ExperimentFailure::Case(format!("the record was not compared: {why}")));
        };
        Ok(compared(&self.measurement, found, self.case.problem.sphere.diameter))
    }
}

/// All that the comparison with a record tells, each value with its band; `diameter` \[m\] is that of the sphere.
pub(super) fn compared(record: &Measurement, found: &measurement::Comparison, diameter: f64) -> Vec<Measured> {
    let mut rows = Rows { record, measured: Vec::new() };
    rows.of(found, diameter);
    rows.measured
}

/// Values, each with its comparison.
struct Rows<'a> {
    record: &'a Measurement,
    measured: Vec<Measured>,
}

impl Rows<'_> {
    /// All that the record tells.
    fn of(&mut self, found: &measurement::Comparison, diameter: f64) {
        found.apexes.iter().for_each(|apex| self.apex(apex, diameter));
        if let Some(pair) = &found.restitution {
            self.restitution(pair);
        }
        let heights = if found.apex_time.is_some() { "height of the apexes" } else { "gap" };
        self.chi_squared(heights, found.gap.as_ref());
        self.chi_squared("time of the apexes", found.apex_time.as_ref());
        self.chi_squared("velocity", found.velocity.as_ref());
        let scales = [(heights, "D", found.gap, 1.0 / diameter), ("velocity", "m/s", found.velocity, 1.0)];
        for (what, unit, residuals, scale) in scales {
            let Some(residuals) = residuals else { continue };
            let name = format!("{what}, root mean square of the differences");
            self.add(&name, unit, (scale * residuals.rms, Some(0.0)), Accept::Reported, "shown for the reader");
        }
    }

    fn add(
        &mut self,
        quantity: &str,
        unit: &'static str,
        (value, reference): (f64, Option<f64>),
        accept: Accept,
        why: &str,
    ) {
        let source = self.record.source.clone().unwrap_or_else(|| self.record.shown());
        let compared =
            ReferenceComparison { accept, ..ReferenceComparison::reported(quantity, unit, reference, &source, why) };
        self.measured.push(Measured { compared: Some(compared), ..Measured::new(quantity, unit, value) });
    }

    /// A value beside a measured one with this standard uncertainty; `key` of `[measurement]` gives it.
    fn within(&mut self, quantity: &str, unit: &'static str, values: (f64, f64), sigma: Option<f64>, key: &str) {
        let (computed, measured) = values;
        let (accept, why) = match sigma {
            Some(sigma) => (Accept::Absolute(WIDE * sigma), format!("{WIDE} standard uncertainties of the record")),
            None => (Accept::Reported, format!("not judged: measurement.{key} is not given")),
        };
        self.add(quantity, unit, (computed, Some(measured)), accept, &why);
        let last = self.measured.last_mut().and_then(|last| last.compared.as_mut()).expect("just added");
        last.uncertainty = sigma.map(|sigma| format!("± {sigma:.2e} {unit}"));
    }

    fn apex(&mut self, apex: &ApexPair, diameter: f64) {
        let heights = (apex.computed_m / diameter, apex.measured_m / diameter);
        let sigma = apex.sigma_m.map(|sigma| sigma / diameter);
        let (of, number) = (&q::APEX_TIME, apex.bounce - 1);
        self.within(&q::APEX.at_bounce(number), q::APEX.unit.name, heights, sigma, "gap_uncertainty");
        let times = (of.unit.per_key * apex.computed_s, of.unit.per_key * apex.measured_s);
        let sigma = apex.sigma_s.map(|sigma| of.unit.per_key * sigma);
        self.within(&of.at_bounce(number), of.unit.name, times, sigma, "time_uncertainty");
    }

    fn restitution(&mut self, pair: &RestitutionPair) {
        let name = if pair.read_off { "restitution, read off the record" } else { "restitution" };
        self.within(name, "1", (pair.computed, pair.measured), pair.sigma, "restitution_uncertainty");
    }

    fn chi_squared(&mut self, what: &str, residuals: Option<&Residuals>) {
        let Some((residuals, chi)) = residuals.and_then(|r| Some((r, r.reduced_chi_squared?))) else { return };
        let limit = chi_squared_limit(residuals.points);
        let why = format!("1 + 2 √(2/ν), {} points", residuals.points);
        self.add(&format!("{what}, reduced χ²"), "1", (chi, Some(1.0)), Accept::AtMost(limit), &why);
    }
}
