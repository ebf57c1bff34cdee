//! The user's own case against its `[measurement]`: the run is judged by the record's uncertainties.
//!
//! A value passes within two standard uncertainties of the measured one, a reduced χ² with ν degrees of freedom up to
//! `1 + 2 √(2/ν)`: both hold in about 95 of 100 cases in which run and experiment are the same. What has no uncertainty is
//! reported and not judged.

use super::entry::{Accept, Comparison};
use super::measured::Measured;
use super::suite::{Finished, judge};
use crate::analysis::measurement::{self, ApexPair, Residuals, RestitutionPair};
use crate::analysis::plausible::chi_squared_limit;
use crate::case::{Case, CaseError, Measurement, Problem};
use crate::run::{RunOptions, execute};
use crate::sweep::workers::side_by_side;
use std::path::Path;
use std::time::Instant;

/// Standard uncertainties up to which a value is accepted.
const WIDE: f64 = 2.0;
/// What these cases are about.
const SUBJECT: &str = "Your cases";

/// A case with its own record.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnCase {
    /// The name of its file, without extension.
    pub name: String,
    /// The case, on one thread.
    pub case: Case,
    /// Its record.
    pub measurement: Measurement,
}

/// Runs cases of the user's own, `jobs` at a time, into `directory/runs/NAME`; `tell` is called as each one ends.
pub fn run_all(cases: &[OwnCase], jobs: usize, directory: &Path, tell: impl Fn(&Finished) + Sync) -> Vec<Finished> {
    side_by_side(cases, jobs, |case| {
        let finished = case.run(&directory.join("runs").join(&case.name));
        tell(&finished);
        finished
    })
}

/// Values to be judged, each with what it is compared with.
struct Rows<'a> {
    record: &'a Measurement,
    measured: Vec<Measured>,
    compare: Vec<Comparison>,
}

impl OwnCase {
    /// Reads the case at `path`.
    ///
    /// # Errors
    /// It cannot be read, or has no `[measurement]`.
    pub fn load(path: &Path) -> Result<Self, CaseError> {
        let mut case = Case::load(path, &[])?;
        let shown = path.display().to_string();
        let Some(measurement) = case.measurement.clone() else {
            let help = "name a record: [measurement] file = \"record.csv\"; `wetbounce validate --list` names what is built in";
            let problem = Problem::new(format!("`{shown}` has no [measurement] to be validated with")).help(help);
            return Err(CaseError::new(&shown, vec![problem]));
        };
        case.run.threads = 1;
        let name = path.file_stem().map_or_else(|| "case".into(), |stem| stem.to_string_lossy().into_owned());
        Ok(Self { name, case, measurement })
    }

    /// Runs the case in `directory` and judges it. A run that fails is a failed row.
    pub fn run(&self, directory: &Path) -> Finished {
        let started = Instant::now();
        let options = RunOptions { out: directory.to_path_buf(), fresh: true, quiet: true };
        let mut case = self.case.clone();
        case.output.directory = directory.to_path_buf();
        let mut rows = Rows { record: &self.measurement, measured: Vec::new(), compare: Vec::new() };
        let failure = match execute(&case, &options) {
            Err(failure) => Some(failure.to_string()),
            Ok(done) => match done.summary.measurement {
                Some(found) => {
                    rows.of(&found, case.sphere.diameter);
                    None
                }
                None => Some(format!("the record was not compared: {}", done.summary.warnings.join("; "))),
            },
        };
        if failure.is_some() || rows.compare.is_empty() {
            rows.add("comparison with the record", "1", (f64::NAN, None), Accept::Reported, "");
            rows.measured.clear();
        }
        let Rows { measured, compare, .. } = rows;
        let judged = compare.iter().map(|compare| judge(&self.name, compare, &measured, failure.as_deref()));
        Finished {
            entry: self.name.clone(),
            title: self.case.title.clone().unwrap_or_else(|| self.name.clone()),
            subject: SUBJECT,
            about: format!("The case beside its own record, {}.", self.measurement.shown()),
            rows: judged.collect(),
            measured: measured.into_iter().map(|m| (m.quantity, m.unit, m.value)).collect(),
            wall_s: started.elapsed().as_secs_f64(),
        }
    }
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
        self.measured.push(Measured::new(quantity, unit, value));
        self.compare.push(Comparison {
            quantity: quantity.to_owned(),
            unit: unit.to_owned(),
            reference,
            uncertainty: None,
            source: self.record.source.clone().unwrap_or_else(|| self.record.shown()),
            accept,
            why: why.to_owned(),
            full_only: false,
            known: None,
        });
    }

    /// A value beside a measured one with this standard uncertainty; `key` of `[measurement]` gives it.
    fn within(&mut self, quantity: &str, unit: &'static str, values: (f64, f64), sigma: Option<f64>, key: &str) {
        let (computed, measured) = values;
        let (accept, why) = match sigma {
            Some(sigma) => (Accept::Absolute(WIDE * sigma), format!("{WIDE} standard uncertainties of the record")),
            None => (Accept::Reported, format!("not judged: measurement.{key} is not given")),
        };
        self.add(quantity, unit, (computed, Some(measured)), accept, &why);
        let last = self.compare.last_mut().expect("just added");
        last.uncertainty = sigma.map(|sigma| format!("± {sigma:.2e} {unit}"));
    }

    fn apex(&mut self, apex: &ApexPair, diameter: f64) {
        let heights = (apex.computed_m / diameter, apex.measured_m / diameter);
        let sigma = apex.sigma_m.map(|sigma| sigma / diameter);
        self.within(&format!("apex, bounce {}", apex.bounce), "D", heights, sigma, "gap_uncertainty");
        let times = (1e3 * apex.computed_s, 1e3 * apex.measured_s);
        let sigma = apex.sigma_s.map(|sigma| 1e3 * sigma);
        self.within(&format!("apex time, bounce {}", apex.bounce), "ms", times, sigma, "time_uncertainty");
    }

    fn restitution(&mut self, pair: &RestitutionPair) {
        let name = if pair.read_off { "restitution, both read off at the record's times" } else { "restitution" };
        let sigma = Some(self.record.restitution_uncertainty).filter(|sigma| *sigma > 0.0);
        self.within(name, "1", (pair.computed, pair.measured), sigma, "restitution_uncertainty");
    }

    fn chi_squared(&mut self, what: &str, residuals: Option<&Residuals>) {
        let Some((residuals, chi)) = residuals.and_then(|r| Some((r, r.reduced_chi_squared?))) else { return };
        let limit = chi_squared_limit(residuals.points);
        let why = format!("1 + 2 √(2/ν), {} points", residuals.points);
        self.add(&format!("{what}, reduced χ²"), "1", (chi, Some(1.0)), Accept::AtMost(limit), &why);
    }
}
