//! The elastic film beneath the flow: whether the gap at which the grid hands over to it matters.

use super::case_run::CaseRun;
use super::experiment::{ExperimentFailure, Measured};
use crate::case::Case;
use crate::run::{RunFailure, Simulation};
use serde::Deserialize;

/// A case with the elastic film for several smallest gaps of the grid.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandOver {
    /// Name of a shipped case.
    pub case: String,
    /// Overrides `table.key=value`.
    #[serde(default)]
    pub set: Vec<String>,
    /// `h_g/D`.
    pub smallest_gaps: Vec<f64>,
}

impl HandOver {
    /// The first apex for every smallest gap and its spread; and the force that the film adds in the step in which it takes
    /// over and in the last before it lets go, over that of the grid.
    ///
    /// # Errors
    /// A case that cannot be read or a run that fails.
    pub fn measure(&self) -> Result<Vec<Measured>, ExperimentFailure> {
        let (mut measured, mut jump) = (Vec::new(), 0.0_f64);
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for gap in &self.smallest_gaps {
            let mut set = self.set.clone();
            set.push(format!("resolution.smallest_gap=\"{gap} D\""));
            let case = CaseRun { case: self.case.clone(), text: None, set, reference_speed: None }.case()?;
            let (apex, jumps) = bounce(&case)?;
            jump = jumps.into_iter().fold(jump, f64::max);
            (least, most) = (least.min(apex), most.max(apex));
            measured.push(Measured::new(format!("apex, bounce 1, h_g/D = {gap}"), "D", apex));
        }
        measured.push(Measured::new("spread of the first apex", "1", most / least - 1.0));
        measured.push(Measured::new("force added at take-over and release, over the grid's", "1", jump));
        Ok(measured)
    }
}

/// The first apex over the diameter, and the film's force over the grid's at every hand-over.
fn bounce(case: &Case) -> Result<(f64, Vec<f64>), RunFailure> {
    let mut simulation = Simulation::new(case.clone())?;
    let (mut engaged, mut jumps) = (false, Vec::new());
    while simulation.stop().is_none() {
        let report = simulation.advance()?;
        if engaged != simulation.state.coupled.film.engaged.is_some() {
            engaged = !engaged;
            jumps.push(report.other.film.abs() / report.hydrodynamic.abs());
        }
    }
    let apex = simulation.state.bounces.bounces().first().and_then(|bounce| bounce.apex_gap_m);
    Ok((apex.unwrap_or(f64::NAN) / case.sphere.diameter, jumps))
}
