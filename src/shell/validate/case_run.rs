//! Cases as experiments.

use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use super::shipped;
use crate::analysis::convergence::power_law;
use crate::case::Case;
use crate::output::progress::Mode;
use crate::run::quantities::{self as q, ResultQuantity};
use crate::study::workers::run_alone;
use crate::study::{RunResult, Study};
use serde::Deserialize;
use std::path::Path;

/// A case with overrides.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseRun {
    /// Name of a shipped case; or of the case in `text`.
    pub case: String,
    /// The case itself, if it is not shipped.
    pub text: Option<String>,
    /// Overrides `table.key=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// A speed to which the peak speed is related [m/s].
    pub reference_speed: Option<f64>,
}

impl CaseRun {
    /// A shipped case with overrides `table.key=value`.
    pub fn shipped(name: &str, set: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let set = set.into_iter().map(Into::into).collect();
        Self { case: name.to_owned(), text: None, set, reference_speed: None }
    }

    /// The case, on one thread. A record that its text names lies beside a file that it does not have here: only one
    /// that an override names is kept.
    ///
    /// # Errors
    /// No such case, or an override that is refused.
    pub fn case(&self) -> Result<Case, ExperimentFailure> {
        let unknown = || ExperimentFailure::Case(format!("there is no shipped case `{}`", self.case));
        let text = self.text.as_deref().or_else(|| shipped::text(&self.case)).ok_or_else(unknown)?;
        let set = [&self.set[..], &["run.threads=1".to_owned()]].concat();
        let case = Case::parse(text, &format!("{}.toml", self.case), &set);
        let case = case.map_err(|error| ExperimentFailure::Case(format!("{:?}", miette::Report::new(error))))?;
        let names_record = self.set.iter().any(|set| set.starts_with("measurement."));
        Ok(Case { measurement: case.measurement.filter(|_| names_record), ..case })
    }
}

impl Experiment for CaseRun {
    /// Runs the case in `directory` and reports its summary.
    ///
    /// # Errors
    /// A case that cannot be read or a run that fails.
    fn measure(&self, directory: &Path) -> Results {
        Ok(measured(&run_alone(self.case()?, directory)?, self.reference_speed))
    }

    fn whole_case(&self) -> Option<Case> {
        self.case().ok()
    }
}

/// The results of a run: every quantity of every bounce, and those of the run as a whole.
fn measured(run: &RunResult, reference_speed: Option<f64>) -> Vec<Measured> {
    let one = |of: &ResultQuantity, number| Some(Measured::new(of.name(), of.unit.name, run.shown(of, number)?));
    let whole = |of: &ResultQuantity| one(of, 0);
    let of_bounce = |number: usize| q::BOUNCE.iter().filter_map(move |of| Some(one(of, number)?.at(&[&(number + 1)])));
    let mut measured: Vec<Measured> = (0..run.bounces()).flat_map(of_bounce).collect();
    measured.extend(whole(&q::PEAK_SPEED));
    if let (Some(reference), Some(speed)) = (reference_speed, run.value(&q::PEAK_SPEED)) {
        measured.push(Measured::number(OVER_REFERENCE, speed / reference));
    }
    measured.push(Measured::number(q::BOUNCES.key, run.bounces() as f64));
    measured.extend([&q::ENERGY_ERROR, &q::MASS_ERROR].into_iter().filter_map(whole));
    if let (Some(divergence), Some(case)) = (run.value(&q::DIVERGENCE), &run.case) {
        measured.push(Measured::new("divergence", "U/h_g", divergence * case.problem.resolution.smallest_gap));
    }
    measured.extend(whole(&q::ELAPSED_TIME));
    measured
}

/// A case on several grids, the cells around the sphere refined and with them the steps; or with several steps.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    /// Name of a shipped case.
    pub case: String,
    /// Overrides `table.key=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Cells per diameter, coarse to fine.
    #[serde(default)]
    pub(super) cells_per_diameter: Vec<u32>,
    /// Factors on every limit of the step, long to short.
    #[serde(default)]
    step_factors: Vec<f64>,
    /// A speed to which the peak speed is related [m/s].
    pub reference_speed: Option<f64>,
}

/// The highest speed over that to which it is related.
const OVER_REFERENCE: &str = "peak_speed_over_reference";

/// The film's band would repeat every level several times.
const NO_BAND: &str = "film.band=off";

impl Levels {
    /// Name, override, and size of every level.
    fn levels(&self) -> Vec<(String, String, f64)> {
        let cells = self.cells_per_diameter.iter().map(|&cells| {
            (format!("{cells}"), format!("resolution.cells_per_diameter={cells}"), 1.0 / f64::from(cells))
        });
        let steps = self
            .step_factors
            .iter()
            .map(|&factor| (format!("{factor}"), format!("resolution.step_factor={factor}"), factor));
        cells.chain(steps).collect()
    }
}

impl Experiment for Levels {
    /// Runs the case at every level, in directories below `directory`.
    ///
    /// # Errors
    /// As [`CaseRun::measure`].
    fn measure(&self, directory: &Path) -> Results {
        let levels = self.levels();
        let case = |(number, (_, setting, _)): (usize, &(String, String, f64))| {
            let run = CaseRun::shipped(&self.case, self.set.iter().chain([setting, &NO_BAND.to_owned()]));
            Ok((format!("level-{}", number + 1), run.case()?))
        };
        let cases = levels.iter().enumerate().map(case).collect::<Result<Vec<_>, ExperimentFailure>>()?;
        let results = Study::of(cases).run(directory, 1, Mode::Quiet)?;
        let found: Vec<Vec<Measured>> = results.runs.iter().map(|run| measured(run, self.reference_speed)).collect();
        let (apex, speed) = (format!("{}[1]", q::APEX.name()), OVER_REFERENCE.to_owned());
        let kept = [&apex, &format!("{}[1]", q::APEX_TIME.name()), &speed, &q::ENERGY_ERROR.name().to_owned()];
        let mut all = Vec::new();
        for (found, (level, ..)) in found.iter().zip(&levels) {
            let kept = found.iter().filter(|one| kept.contains(&&one.key)).cloned();
            all.extend(kept.map(|one| one.at(&[level])));
        }
        let sizes: Vec<f64> = levels.iter().map(|(_, _, size)| *size).collect();
        for (key, of) in [(&apex, "apex"), (&speed, "peak_speed")] {
            let at_level = |found: &Vec<Measured>| found.iter().find(|one| one.key == *key).cloned();
            let Some(refined) = found.iter().map(at_level).collect::<Option<Vec<Measured>>>() else { continue };
            let values: Vec<f64> = refined.iter().map(|one| one.value).collect();
            if let [.., before, last] = values[..] {
                all.push(Measured::number("change", (last / before - 1.0).abs()).at(&[&of]));
            }
            if let (Some(law), [first, ..]) = (power_law(&values, &sizes), &refined[..]) {
                all.push(Measured::new("extrapolated", first.unit, law.limit).at(&[&of]));
            }
        }
        Ok(all)
    }
}
