//! What must hold to round-off: a uniform flow stays uniform, the liquid neither swells nor shrinks.

use super::case_run::CaseRun;
use super::measured::{Measured, Results};
use super::uniform_flow::{axial_defect, radial_defect};
use wetbounce_physics::model::Simulation;

/// A fall through half a diameter, the impact, and the first third of the rebound, on a coarse grid: the errors of the
/// balances that every run logs.
///
/// # Errors
/// A run that fails.
pub fn measure() -> Results {
    let set = ["resolution.cells_per_diameter=8", "release.gap=1 D", "run.time=9 ms"];
    let mut simulation = Simulation::new(CaseRun::shipped("first-bounce", set).case()?.problem)?;
    while simulation.stop().is_none() {
        simulation.advance()?;
    }
    let state = &simulation.state;
    let bounced = state.bounces.bounces().len() as f64;
    Ok(vec![
        Measured::number("axial_defect", axial_defect()),
        Measured::number("radial_defect", radial_defect()),
        Measured::new("divergence", "U/D", state.divergence),
        Measured::number("mass_error", state.mass_error),
        Measured::number("bounces", bounced),
    ])
}
