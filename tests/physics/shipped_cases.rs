//! Every shipped case runs, coarse and short, and its balances close.

use rayon::prelude::*;
use wetbounce::body::dof::NORMAL;
use wetbounce::run::{RunOptions, Simulation, execute};
use wetbounce::validate::scene::{SHIPPED, Scene};

const IN_THREE_DIMENSIONS: [&str; 4] = ["back-spin", "inclined-wall", "joseph-hunt-glass", "joseph-hunt-steel"];

/// Coarse grid, short approach; long enough for the impact where there is one.
fn coarse(name: &str) -> Scene<'static> {
    let mut scene = Scene::shipped(name).unwrap();
    scene.set("resolution.cells_per_diameter", 8);
    scene.set("resolution.cells_across_film", 5);
    scene.set("resolution.radial_growth", 1.15);
    scene.set("resolution.axial_growth", 1.15);
    scene.set("resolution.smallest_gap", "0.01 D");
    scene.set("output.plots", "false");
    scene.set("output.report", "false");
    scene.set("run.threads", 1);
    if name.starts_with("gondret") || name == "first-bounce" {
        scene.set("release.gap", "1 D");
        scene.set("release.run_up", "1 D");
        scene.set("resolution.steps_per_contact", 40);
        scene.set("run.bounces", 1);
        scene.set("run.time", "20 ms");
    } else if IN_THREE_DIMENSIONS.contains(&name) {
        scene.set("resolution.azimuthal_modes", 1);
        scene.set("resolution.steps_per_contact", 40);
        scene.set("run.bounces", 1);
    } else if name == "held-re100" {
        scene.set("run.time", "5 s");
    } else if name.starts_with("tencate") {
        scene.set("run.time", "0.6 s");
    } else {
        scene.set("run.time", "0.2 s");
    }
    scene
}

#[test]
fn every_shipped_case_runs_coarsely_to_its_end_and_keeps_mass_and_energy() {
    SHIPPED.par_iter().for_each(|(name, _)| {
        let directory = tempfile::tempdir().unwrap();
        let options = RunOptions { out: directory.path().join(name), fresh: true, quiet: true };
        let summary = execute(&coarse(name).case(), &options)
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
    let scene = Scene::shipped("first-bounce").unwrap();
    let diameter = scene.case().sphere.diameter;
    let mut simulation = Simulation::new(scene.case().problem()).unwrap();
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
