//! A rebound on a coarse grid in a second, for tests of film and contact beneath the simulated flow.

use crate::reading::case_of;
use wetbounce::body::dof::NORMAL;
use wetbounce::case::Case;
use wetbounce::run::Simulation;

/// A steel sphere in oil, driven over half a diameter.
pub fn case(overrides: &[&str]) -> Case {
    let text = r#"
        [sphere]
        diameter = "3 mm"
        material = "steel"
        [liquid]
        density = "935 kg/m3"
        viscosity = "20 mPa s"
        [container]
        height = "4 D"
        radius = "2 D"
        [release]
        gap = "0.5 D"
        speed = "0.5 m/s"
        free_gap = "0.2 D"
        [resolution]
        cells_per_diameter = 8
        cells_across_film = 6
        [run]
        bounces = 1
    "#;
    case_of(text, overrides)
}

/// Runs until the sphere is back at `gap_over_d` diameters on the way out; every step's report is shown to `watch`.
pub fn bounce(case: Case, gap_over_d: f64, mut watch: impl FnMut(&Simulation, f64, f64)) -> Simulation {
    let diameter = case.problem.sphere.diameter;
    let mut simulation = Simulation::new(case.problem).unwrap();
    loop {
        let report = simulation.advance().unwrap();
        watch(&simulation, report.loads.film[NORMAL], report.loads.hydrodynamic[NORMAL]);
        let at = simulation.moment();
        if at.time > 0.0 && at.velocity > 0.0 && at.gap > gap_over_d * diameter {
            return simulation;
        }
        assert!(simulation.state.coupled.steps < 5000, "{at:?}");
    }
}
