//! The wet restitution curve: one case over the Stokes number, at terminal speed.

use super::case_run::CaseRun;
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::case::Case;
use crate::case::plan_groups::{Approach, PlanGroups};
use crate::output::progress::Mode;
use crate::run::quantities as q;
use crate::study::workers::cores;
use crate::study::{RunResult, Study};
use serde::Deserialize;
use std::path::Path;
use std::time::Instant;

/// A case at several Stokes numbers; liquid viscosity and speed of approach follow as in a plan with `approach =
/// "terminal"`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// Name of a shipped case.
    pub case: String,
    /// Overrides `table.key=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// `St = ρp U D/(9μ)`, small to large.
    pub stokes: Vec<f64>,
}

impl Experiment for Curve {
    /// The apparent restitution over the dry one (0 where the sphere stays on the wall) at every Stokes number, one run
    /// for each core at a time; the smallest rise between neighbours, the Stokes numbers between which rebound begins
    /// (0.05 of the dry one), and the time of it all.
    ///
    /// # Errors
    /// A case that cannot be read or a run that fails.
    fn measure(&self, directory: &Path) -> Results {
        let started = Instant::now();
        let case = |(number, stokes): (usize, &f64)| Ok((format!("run-{}", number + 1), self.at(*stokes)?));
        let cases = self.stokes.iter().enumerate().map(case).collect::<Result<Vec<_>, ExperimentFailure>>()?;
        let results = Study::of(cases).run(directory, cores(), Mode::Quiet)?;
        let over_dry = |run: &RunResult| run.value(&q::OVER_DRY).unwrap_or(0.0);
        let found: Vec<f64> = results.runs.iter().map(over_dry).collect();
        let seconds = started.elapsed().as_secs_f64();
        let points = self.stokes.iter().zip(&found);
        let mut measured: Vec<Measured> =
            points.map(|(stokes, e)| Measured::number("over_dry", *e).at(&[stokes])).collect();
        let rise = found.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        measured.push(Measured::number("smallest_rise", rise));
        let first = found.iter().position(|e| *e > 0.05).filter(|first| *first > 0);
        if let Some(first) = first {
            measured.push(Measured::number("stokes_without_rebound", self.stokes[first - 1]));
            measured.push(Measured::number("stokes_with_rebound", self.stokes[first]));
        }
        measured.push(Measured::new("elapsed_time", "s", seconds));
        Ok(measured)
    }
}

impl Curve {
    fn at(&self, stokes: f64) -> Result<Case, ExperimentFailure> {
        at(&self.case, &self.set, PlanGroups { stokes: Some(stokes), ..PlanGroups::default() })
    }
}

/// A shipped case with overrides in which liquid, density and speed of approach follow from groups, at the terminal
/// speed.
///
/// # Errors
/// The case cannot be read, or nothing follows.
pub fn at(case: &str, set: &[String], given: PlanGroups) -> Result<Case, ExperimentFailure> {
    let run = CaseRun::shipped(case, set);
    let refused = |(what, advice)| ExperimentFailure::Case(format!("{what}; {advice}"));
    let followed = given.values(&run.case()?, Approach::Terminal).map_err(refused)?;
    let mut set = set.to_vec();
    set.push(format!("liquid.viscosity={} Pa s", followed.viscosity));
    if given.gives_density() {
        set.push(format!("sphere.density={} kg/m3", followed.density));
    }
    set.extend(followed.speed.map(|speed| format!("release.speed={speed} m/s")));
    CaseRun { set, ..run }.case()
}
