//! Theory beside the flow, by Reynolds number and density ratio: the table of errors that fits by theory have.

use super::curve::at;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::case::plan_groups::PlanGroups;
use crate::case::{Case, Hydrodynamics, Start};
use crate::output::progress::Mode;
use crate::output::table::Table;
use crate::output::trajectory::Trajectory;
use crate::study::Study;
use crate::study::workers::cores;
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_records::comparison::computed::Computed;
use wetbounce_shell::fit::{Apart, TheoryErrors};

/// A case at Reynolds numbers and density ratios, each by theory and by the flow, led to the wall at its terminal speed and falling from rest.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BesideFlow {
    /// Name of a shipped case.
    pub case: String,
    /// Overrides `table.key=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// Reynolds numbers at the terminal speed.
    pub reynolds: Vec<f64>,
    /// Density ratios.
    pub density_ratios: Vec<f64>,
}

/// A node: start, Reynolds number, density ratio, and the cases by theory and by the flow.
struct Node {
    start: &'static str,
    reynolds: f64,
    ratio: f64,
    cases: [Case; 2],
}

impl Experiment for BesideFlow {
    /// Writes `theory-error.csv`, one row for each start, Reynolds number and density ratio. Reported are the largest difference of the
    /// logarithms from those of the table that the program has, at its nearest nodes, and the flow's first apex over theory's.
    ///
    /// # Errors
    /// A run that fails, or a file that cannot be written.
    fn measure(&self, directory: &Path) -> Results {
        let refused = |error: String| ExperimentFailure::Case(error);
        let nodes = self.nodes()?;
        let name = |node: &Node, by: usize| {
            format!("{}-re-{}-ratio-{}-{}", node.start, node.reynolds, node.ratio, ["theory", "flow"][by])
        };
        let cases = nodes.iter().flat_map(|node| [0, 1].map(|by| (name(node, by), node.cases[by].clone())));
        let results = Study::of(cases.collect::<Vec<_>>()).run(directory, cores(), Mode::Quiet)?;
        let shipped = TheoryErrors::shipped().map_err(|problem| refused(problem.message().to_owned()))?;
        let mut table = Table::new(TheoryErrors::KEYS.map(str::to_owned).into_iter().chain(Apart::columns()));
        let (mut measured, mut largest) = (Vec::new(), 0.0_f64);
        for (node, runs) in nodes.iter().zip(results.runs.chunks(2)) {
            let motion = |by: usize| -> Result<Vec<Moment>, ExperimentFailure> {
                let file = directory.join(name(node, by)).join("trajectory.csv");
                Ok(Trajectory::read(&file).map_err(|error| refused(error.to_string()))?.moments().collect())
            };
            let motions = [motion(0)?, motion(1)?];
            let bounces = [0, 1].map(|by| runs[by].summary().map_or(&[][..], |summary| &summary.bounces));
            let lengths = node.cases[0].lengths();
            let [theory, flow] = [0, 1].map(|by| Computed { motion: &motions[by], bounces: bounces[by], lengths });
            let free = match node.cases[0].problem.start.start {
                Start::Prescribed { free_gap, .. } => free_gap,
                _ => node.cases[0].problem.start.gap,
            };
            let numbers = Apart::of(&theory, &flow, free).numbers();
            let keys = [node.reynolds, node.ratio * node.reynolds / 9.0, node.ratio].map(|key| format!("{key:?}"));
            let cells =
                numbers.iter().map(|number| if number.is_nan() { "nan".into() } else { format!("{number:.4}") });
            table.push([node.start.to_owned()].into_iter().chain(keys).chain(cells));
            let known = shipped.nearest(node.start, node.reynolds, node.ratio).unwrap_or(&[]);
            largest = numbers.iter().zip(known).map(|(a, b)| (a - b).abs()).fold(largest, f64::max);
            let apex = |by: usize| bounces[by].first().and_then(|bounce| bounce.apex_gap_m);
            if let (Some(by_theory), Some(by_flow)) = (apex(0), apex(1)) {
                let place: [&dyn std::fmt::Display; 3] = [&node.start, &node.reynolds, &node.ratio];
                measured.push(Measured::number("apex_over_theory", by_flow / by_theory).at(&place));
            }
        }
        table.write(&directory.join("theory-error.csv")).map_err(|error| refused(error.to_string()))?;
        measured.push(Measured::number("largest", largest));
        Ok(measured)
    }
}

impl BesideFlow {
    fn nodes(&self) -> Result<Vec<Node>, ExperimentFailure> {
        let mut nodes = Vec::new();
        for &reynolds in &self.reynolds {
            for &ratio in &self.density_ratios {
                let given =
                    PlanGroups { reynolds: Some(reynolds), density_ratio: Some(ratio), ..PlanGroups::default() };
                let led = at(&self.case, &self.set, given)?;
                let mut rest = led.clone();
                rest.problem.start.start = Start::Rest;
                for (start, flow) in [("prescribed", led), ("rest", rest)] {
                    let mut theory = flow.clone();
                    theory.problem.hydrodynamics = Hydrodynamics::Theory;
                    nodes.push(Node { start, reynolds, ratio, cases: [theory, flow] });
                }
            }
        }
        Ok(nodes)
    }
}
