//! Cases as experiments.

use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use super::scene::Scene;
use crate::analysis::convergence::power_law;
use crate::case::Case;
use crate::output::summary::Summary;
use crate::run::quantities::{self as q, Quantity};
use crate::run::{RunOptions, execute};
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
    /// A speed to which the peak speed is related, m/s.
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
    /// Runs the case in `directory` and reports what its summary says.
    ///
    /// # Errors
    /// A case that cannot be read or a run that fails.
    fn measure(&self, directory: &Path) -> Results {
        let case = self.case()?;
        let summary = run(&case, directory)?;
        let mut measured = of_bounces(&case, &summary);
        let all = results(&case, &summary);
        let one = |of: &Quantity| Some(Measured::new(of.words, of.unit.name, of.shown(&all, 0)?));
        measured.extend(one(&q::PEAK_SPEED));
        if let Some(speed) = self.reference_speed {
            measured.push(Measured::new("peak speed over u_inf", "1", summary.peak_speed_m_s / speed));
        }
        measured.push(Measured::new("bounces", "1", summary.bounces.len() as f64));
        measured.extend([&q::ENERGY_ERROR, &q::MASS_ERROR].into_iter().filter_map(one));
        if let Some(divergence) = q::DIVERGENCE.within(&summary) {
            measured.push(Measured::new("divergence", "U/h_g", divergence * case.resolution.smallest_gap));
        }
        measured.extend(one(&q::ELAPSED_TIME));
        Ok(measured)
    }

    fn whole_case(&self) -> Option<Case> {
        self.case().ok()
    }
}

fn run(case: &Case, directory: &Path) -> Result<Summary, ExperimentFailure> {
    Ok(execute(case, &RunOptions { out: directory.to_path_buf(), fresh: true, quiet: true })?.summary)
}

/// What a run of `case` gave, beside the restitution that its contact is given.
pub fn results<'a>(case: &'a Case, summary: &'a Summary) -> q::Results<'a> {
    q::Results { case, summary: Some(summary), dry: Some(case.dry_restitution().unwrap_or(1.0)) }
}

/// What the bounces show.
fn of_bounces(case: &Case, summary: &Summary) -> Vec<Measured> {
    let run = results(case, summary);
    let measured = |number: usize, of: &Quantity| {
        let name = format!("{}, bounce {}", of.words, number + 1);
        Some(Measured::new(name, of.unit.name, of.shown(&run, number)?))
    };
    let numbers = 0..summary.bounces.len();
    numbers.flat_map(|number| q::BOUNCE.iter().filter_map(move |of| measured(number, of))).collect()
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
    pub cells_per_diameter: Vec<u32>,
    /// Factors on every limit of the step, long to short.
    #[serde(default)]
    pub step_factors: Vec<f64>,
    /// A speed to which the peak speed is related, m/s.
    pub reference_speed: Option<f64>,
}

/// What is compared between levels, and its name in words.
const REFINED: [(&str, &str); 2] = [("apex, bounce 1", "first apex"), ("peak speed over u_inf", "peak speed")];

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
        let mut measured = Vec::new();
        let mut results = [Vec::new(), Vec::new()];
        let levels = self.levels();
        for (number, (name, setting, _)) in levels.iter().enumerate() {
            let mut set = self.set.clone();
            set.extend([setting.clone(), "film.band=off".into()]);
            let run = CaseRun { case: self.case.clone(), text: None, set, reference_speed: self.reference_speed };
            let found = run.measure(&directory.join(format!("level-{}", number + 1)))?;
            for (values, (quantity, _)) in results.iter_mut().zip(REFINED) {
                values.extend(found.iter().find(|m| m.quantity == quantity).map(|m| m.value));
            }
            let kept = ["apex, bounce 1", "apex time, bounce 1", "peak speed over u_inf", "energy error"];
            for one in found.into_iter().filter(|m| kept.contains(&&*m.quantity)) {
                measured.push(Measured { quantity: format!("{}, {name}", one.quantity), ..one });
            }
        }
        let sizes: Vec<f64> = levels.iter().map(|(_, _, size)| *size).collect();
        for (values, (quantity, words)) in results.iter().zip(REFINED) {
            if values.len() != sizes.len() {
                continue;
            }
            if let [.., before, last] = values[..] {
                let name = format!("change of the {words} on the last refinement");
                measured.push(Measured::new(name, "1", (last / before - 1.0).abs()));
            }
            if let Some(law) = power_law(values, &sizes) {
                let unit = if quantity.starts_with("apex") { "D" } else { "1" };
                measured.push(Measured::new(format!("{words}, extrapolated"), unit, law.limit));
            }
        }
        Ok(measured)
    }
}
