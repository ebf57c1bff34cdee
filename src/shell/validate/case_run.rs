//! Cases as experiments.

use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use super::scene::Scene;
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
    /// The case, on one thread.
    ///
    /// # Errors
    /// No such case, or an override that is refused.
    pub fn case(&self) -> Result<Case, ExperimentFailure> {
        let unknown = || ExperimentFailure::Case(format!("there is no shipped case `{}`", self.case));
        let mut scene = match &self.text {
            Some(text) => Scene::named(&self.case, text),
            None => Scene::shipped(&self.case).ok_or_else(unknown)?,
        };
        scene.overrides.extend(self.set.iter().cloned());
        scene.set("run.threads", 1);
        scene.checked()
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
    let one =
        |name: String, of: &ResultQuantity, number| Some(Measured::new(name, of.unit.name, run.shown(of, number)?));
    let whole = |of: &ResultQuantity| one(of.words.to_owned(), of, 0);
    let of_bounce = |number: usize| q::BOUNCE.iter().filter_map(move |of| one(of.at_bounce(number), of, number));
    let mut measured: Vec<Measured> = (0..run.bounces()).flat_map(of_bounce).collect();
    measured.extend(whole(&q::PEAK_SPEED));
    if let (Some(reference), Some(speed)) = (reference_speed, run.value(&q::PEAK_SPEED)) {
        measured.push(Measured::new(OVER_REFERENCE, "1", speed / reference));
    }
    measured.push(Measured::new("bounces", "1", run.bounces() as f64));
    measured.extend([&q::ENERGY_ERROR, &q::MASS_ERROR].into_iter().filter_map(whole));
    if let (Some(divergence), Some(case)) = (run.value(&q::DIVERGENCE), &run.case) {
        measured.push(Measured::new("divergence", "U/h_g", divergence * case.resolution.smallest_gap));
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
const OVER_REFERENCE: &str = "peak speed over u_inf";

/// The film's band would repeat every level several times.
const NO_BAND: &str = "film.band=off";

impl Levels {
    /// Name, override, and size of every level.
    fn levels(&self) -> Vec<(String, String, f64)> {
        let cells = self.cells_per_diameter.iter().map(|&cells| {
            (format!("D/{cells}"), format!("resolution.cells_per_diameter={cells}"), 1.0 / f64::from(cells))
        });
        let steps = self
            .step_factors
            .iter()
            .map(|&factor| (format!("step x {factor}"), format!("resolution.step_factor={factor}"), factor));
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
            let set = self.set.iter().chain([setting, &NO_BAND.to_owned()]).cloned().collect();
            let run = CaseRun { case: self.case.clone(), text: None, set, reference_speed: None };
            Ok((format!("level-{}", number + 1), run.case()?))
        };
        let cases = levels.iter().enumerate().map(case).collect::<Result<Vec<_>, ExperimentFailure>>()?;
        let results = Study::of(cases).run(directory, 1, Mode::Quiet)?;
        let found: Vec<Vec<Measured>> = results.runs.iter().map(|run| measured(run, self.reference_speed)).collect();
        let (apex, speed) = (q::APEX.at_bounce(0), OVER_REFERENCE.to_owned());
        let kept = [&apex, &q::APEX_TIME.at_bounce(0), &speed, &q::ENERGY_ERROR.words.to_owned()];
        let mut all = Vec::new();
        for (found, (name, ..)) in found.iter().zip(&levels) {
            for one in found.iter().filter(|one| kept.contains(&&one.quantity)) {
                all.push(Measured { quantity: format!("{}, {name}", one.quantity), ..one.clone() });
            }
        }
        let sizes: Vec<f64> = levels.iter().map(|(_, _, size)| *size).collect();
        for (quantity, words) in [(&apex, "first apex"), (&speed, q::PEAK_SPEED.words)] {
            let at_level = |found: &Vec<Measured>| found.iter().find(|one| one.quantity == *quantity).cloned();
            let Some(refined) = found.iter().map(at_level).collect::<Option<Vec<Measured>>>() else { continue };
            let values: Vec<f64> = refined.iter().map(|one| one.value).collect();
            if let [.., before, last] = values[..] {
                let name = format!("change of the {words} on the last refinement");
                all.push(Measured::new(name, "1", (last / before - 1.0).abs()));
            }
            if let (Some(law), [first, ..]) = (power_law(&values, &sizes), &refined[..]) {
                all.push(Measured::new(format!("{words}, extrapolated"), first.unit, law.limit));
            }
        }
        Ok(all)
    }
}
