//! Every shipped case runs, coarse and short, and its balances close.

use rayon::prelude::*;
use wetbounce::body::dof::NORMAL;
use wetbounce::case::Case;
use wetbounce::run::{RunOptions, Simulation, execute};
use wetbounce::validate::case_run::CaseRun;
use wetbounce::validate::shipped::SHIPPED;

const IN_THREE_DIMENSIONS: [&str; 4] = ["back-spin", "inclined-wall", "joseph-hunt-glass", "joseph-hunt-steel"];

/// Coarse grid, short approach; long enough for the impact where there is one.
fn coarse(name: &str) -> Case {
    let grid = [
        "resolution.cells_per_diameter=8",
        "resolution.cells_across_film=5",
        "resolution.radial_growth=1.15",
        "resolution.axial_growth=1.15",
        "resolution.smallest_gap=0.01 D",
        "output.plots=false",
        "output.report=false",
    ];
    let bounce = ["release.gap=1 D", "release.run_up=1 D", "run.time=20 ms"];
    let once = ["resolution.steps_per_contact=40", "run.bounces=1"];
    let own = if name.starts_with("gondret") || name == "first-bounce" {
        [&bounce[..], &once].concat()
    } else if IN_THREE_DIMENSIONS.contains(&name) {
        [&["resolution.azimuthal_modes=1"], &once[..]].concat()
    } else if name == "held-re100" {
        vec!["run.time=5 s"]
    } else if name.starts_with("tencate") {
        vec!["run.time=0.6 s"]
    } else {
        vec!["run.time=0.2 s"]
    };
    CaseRun::shipped(name, grid.into_iter().chain(own)).case().unwrap()
}

#[test]
fn every_shipped_case_runs_coarsely_to_its_end_and_keeps_mass_and_energy() {
    SHIPPED.par_iter().for_each(|(name, _)| {
        let directory = tempfile::tempdir().unwrap();
        let options = RunOptions { out: directory.path().join(name), fresh: true, quiet: true };
        let summary = execute(&coarse(name), &options)
            .map(|done| done.summary)
            .unwrap_or_else(|failure| panic!("{name}: {failure}"));
        assert!(summary.mass_error < 1e-12, "{name}: mass {:e}", summary.mass_error);
        let open = ["falling", "held-re100", "oscillating"].contains(name);
        assert!(open || summary.energy_error < 0.05, "{name}: energy {:e}", summary.energy_error);
        assert!(summary.peak_speed_m_s > 0.0 && summary.steps > 50, "{name}: {summary:?}");
        let bounces = name.starts_with("gondret")
            || ["first-bounce", "pair-collision", "steel-in-glycerol"].contains(name)
            || IN_THREE_DIMENSIONS.contains(name);
        assert_eq!(!summary.bounces.is_empty(), bounces, "{name}: {:?}", summary.bounces);
        if let Some(bounce) = summary.bounces.first() {
            assert!(bounce.restitution_contact.is_some_and(|e| e > 0.5 && e < 1.0), "{name}: {bounce:?}");
        }
    });
}

#[test]
fn the_liquids_force_on_the_rebound_does_not_jump_where_the_number_of_markers_changes() {
    let problem = CaseRun::shipped("first-bounce", [""; 0]).case().unwrap().problem;
    let diameter = problem.sphere.diameter;
    let mut simulation = Simulation::new(problem).unwrap();
    let (mut forces, mut changes) = (Vec::new(), Vec::new());
    let mut markers = 0;
    while simulation.stop().is_none() {
        let report = simulation.advance().unwrap();
        let sphere = simulation.state.coupled.body;
        if sphere.velocity() > 0.0 && sphere.gap > 0.005 * diameter && sphere.gap < 0.5 * diameter {
            if markers != simulation.flow.markers().len() && !forces.is_empty() {
                changes.push(forces.len());
            }
            forces.push(report.loads.hydrodynamic[NORMAL]);
        }
        markers = simulation.flow.markers().len();
    }
    assert!(changes.len() > 5, "the number of markers changed at {changes:?} of {} steps", forces.len());
    for &at in changes.iter().filter(|&&at| at >= 4 && at + 4 < forces.len()) {
        let around = 0.5 * (forces[at - 4] + forces[at + 4]);
        for force in &forces[at - 1..at + 3] {
            assert!((force / around - 1.0).abs() < 0.2, "{force} N at step {at}, {around} N around it");
        }
    }
}
