//! What must hold to round-off: a uniform flow stays uniform, the liquid neither swells nor shrinks.

use super::measured::{Measured, Results};
use super::scene::Scene;
use super::uniform_flow::{axial_defect, radial_defect};
use crate::run::Simulation;

/// A fall through half a diameter, the impact, and the first third of the rebound, on a coarse grid: the errors of the
/// balances that every run logs.
///
/// # Errors
/// A run that fails.
pub fn measure() -> Results {
    let mut scene = Scene::shipped("first-bounce").expect("a shipped case");
    scene.set("resolution.cells_per_diameter", 8);
    scene.set("release.gap", "1 D");
    scene.set("run.time", "9 ms");
    let mut simulation = Simulation::new(scene.case().problem())?;
    while simulation.stop().is_none() {
        simulation.advance()?;
    }
    let state = &simulation.state;
    let bounced = state.bounces.bounces().len() as f64;
    Ok(vec![
        Measured::new("departure of a uniform axial flow", "1", axial_defect()),
        Measured::new("departure of a uniform radial momentum", "1", radial_defect()),
        Measured::new("divergence of a bounce", "U/D", state.divergence),
        Measured::new("mass error of a bounce", "1", state.mass_error),
        Measured::new("bounces", "1", bounced),
    ])
}
