//! The atlas of restitutions beside runs between its nodes.

use super::curve::at;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::case::plan_groups::PlanGroups;
use crate::law::Atlas;
use crate::output::progress::Mode;
use crate::run::quantities as q;
use crate::study::Study;
use serde::Deserialize;
use std::path::Path;
use wetbounce_records::statistics::Random;

/// Random cases within the atlas that comes with the program.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BetweenNodes {
    /// Name of a shipped case.
    pub case: String,
    /// Overrides `table.key=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// How many.
    pub cases: usize,
    /// What they are drawn with: the first are the same whatever their number.
    pub seed: u64,
}

impl Experiment for BetweenNodes {
    /// The restitution of the atlas less that of the run, of each; the largest in size, and their root mean square.
    /// Density ratio and Stokes number are drawn by their logarithms, the latter between the ends of the curve of that
    /// density ratio.
    ///
    /// # Errors
    /// A run that fails.
    fn measure(&self, directory: &Path) -> Results {
        let refused = |problem: crate::case::InputError| ExperimentFailure::Case(problem.message().to_owned());
        let atlas = Atlas::shipped().map_err(refused)?;
        let [_, ratios, drys] = atlas.ranges();
        let mut random = Random(self.seed);
        let (mut cases, mut expected) = (Vec::new(), Vec::new());
        for number in 1..=self.cases {
            let mut between = |[low, high]: [f64; 2]| low + random.share() * (high - low);
            let (ratio, dry) = (between(ratios.map(f64::ln)).exp(), between(drys));
            let curve = atlas.curve(ratio, dry).map_err(refused)?;
            let stokes = between(curve.stokes().map(f64::ln)).exp();
            let given = PlanGroups { stokes: Some(stokes), density_ratio: Some(ratio), ..PlanGroups::default() };
            let set: Vec<String> = self.set.iter().cloned().chain([format!("contact.restitution={dry}")]).collect();
            cases.push((format!("run-{number}"), at(&self.case, &set, given)?));
            let place = [format!("{stokes:.1}"), format!("{ratio:.2}"), format!("{dry:.2}")];
            expected.push((place, curve.at(stokes).unwrap_or(f64::NAN)));
        }
        let results = Study::of(cases).run(directory, 1, Mode::Quiet)?;
        let found = results.runs.iter().map(|run| run.value(&q::RESTITUTION).unwrap_or(f64::NAN));
        let mut measured: Vec<Measured> = expected
            .iter()
            .zip(found)
            .map(|(([stokes, ratio, dry], atlas), run)| {
                Measured::number("atlas_less_run", atlas - run).at(&[stokes, ratio, dry])
            })
            .collect();
        let largest = measured.iter().map(|of| of.value.abs()).fold(0.0, f64::max);
        let squares = measured.iter().map(|of| of.value.powi(2)).sum::<f64>();
        measured.push(Measured::number("largest", largest));
        measured.push(Measured::number("rms", (squares / self.cases as f64).sqrt()));
        Ok(measured)
    }
}
