//! A sphere held in a stream, falling, or moved to and fro, in liquid without walls.

use wetbounce::body::dof::{ALONG, NORMAL};
use wetbounce::body::release::Start;
use wetbounce::model::Failure;
use wetbounce::problem::Problem;
use wetbounce::run::checkpoint::Checkpoints;
use wetbounce::run::{Ending, Simulation};
use wetbounce::validate::bodies::floating;
use wetbounce::validate::case_run::CaseRun;
use wetbounce::validate::drag::TowedSphere;
use wetbounce::validate::free_fall::FreeFall;
use wetbounce::validate::oscillating::{Oscillating, OverExact};

/// A sphere of unit diameter held in a stream of unit speed, after what `change` changes, for the time in which it goes
/// `way` diameters.
fn held(reynolds: f64, way: f64, change: impl FnOnce(&mut Problem)) -> Problem {
    let mut problem = floating(1.0 / reynolds);
    (problem.start.start, problem.until.time) = (Start::Held { speed: 1.0 }, Some(way));
    change(&mut problem);
    problem.settled()
}

/// `problem`, run to its end.
fn to_the_end(problem: Problem) -> Simulation {
    let mut simulation = Simulation::new(problem).unwrap();
    while simulation.stop().is_none() {
        simulation.advance().unwrap();
    }
    simulation
}

#[test]
fn a_slow_oscillation_has_the_drag_and_the_added_mass_of_unsteady_stokes_flow_along_and_across() {
    let sphere = Oscillating { radius_over_layer: 2.0, reynolds: 0.05, cells_per_diameter: 16 };
    for (angle, modes) in [(0.0, 0), (90.0, 1)] {
        let OverExact { drag, mass, .. } = sphere.over_exact(angle, modes).unwrap();
        assert!((drag - 1.0).abs() < 0.04 && (mass - 1.0).abs() < 0.04, "{angle} degrees: {drag} {mass}");
    }
}

#[test]
fn a_held_sphere_has_the_drag_of_the_literature_and_ends_when_it_is_steady() {
    let drag = TowedSphere::standard(100.0, 16).drag().unwrap();
    assert!((drag / 1.087 - 1.0).abs() < 0.01, "{drag}");
    let simulation = to_the_end(held(20.0, 30.0, |problem| {
        (problem.resolution.cells_per_diameter, problem.until.steady) = (8, Some(0.01));
    }));
    assert_eq!(simulation.stop(), Some(Ending::Steady));
    let time = simulation.moment().time;
    assert!(time > 9.9 && time < 29.0, "two windows of 5 D at least, and not the whole way: {time}");
}

#[test]
fn a_fast_stream_takes_steps_in_which_no_wave_of_the_grid_grows() {
    to_the_end(held(1000.0, 6.0, |problem| problem.vessel.radius = 4.0));
}

#[test]
fn a_slowly_spinning_sphere_at_which_the_liquid_slips_has_the_torque_of_stokes_flow() {
    let problem = held(1.0, 5.0, |problem| {
        problem.start.spin[1] = 1.0;
        (problem.resolution.cells_per_diameter, problem.resolution.azimuthal_modes) = (12, 1);
    });
    let (viscosity, diameter) = (problem.liquid.viscosity, problem.sphere.diameter);
    let torque = to_the_end(problem).state.coupled.body.loads.hydrodynamic[ALONG[0][1]];
    let exact = -std::f64::consts::PI * viscosity * diameter.powi(3);
    assert!((torque / exact - 1.0).abs() < 0.02, "{torque} {exact}");
}

#[test]
fn a_spinning_sphere_in_a_stream_has_lift_towards_the_side_that_turns_with_it_and_is_held_back() {
    let simulation = to_the_end(held(50.0, 6.0, |problem| {
        problem.start.spin[1] = 1.0;
        (problem.resolution.cells_per_diameter, problem.resolution.azimuthal_modes) = (8, 2);
    }));
    let [force, torque] = ALONG[0].map(|dof| simulation.state.coupled.body.loads.hydrodynamic[dof]);
    // The sphere goes down; a positive spin moves its top along x. Lift is along spin × velocity: (0, Ω, 0) × (0, 0,
    // −U).
    assert!(force < -0.01 && torque < 0.0, "{force} N, {torque} N m");
}

#[test]
fn a_run_with_modes_goes_on_from_its_checkpoint_to_the_same_bits() {
    let problem = held(100.0, 100.0, |problem| {
        (problem.start.perturbation, problem.vessel.radius) = (0.1, 3.0);
        (problem.resolution.cells_per_diameter, problem.resolution.azimuthal_modes) = (6, 1);
    });
    let place = tempfile::tempdir().unwrap();
    let mut whole = Simulation::new(problem.clone()).unwrap();
    for step in 0..150 {
        if step == 120 {
            Checkpoints::in_folder(place.path()).write(&mut whole, &mut []).unwrap();
        }
        whole.advance().unwrap();
    }
    let mut again = Simulation::new(problem).unwrap();
    assert!(Checkpoints::in_folder(place.path()).read(&mut again, &mut []).unwrap().is_some());
    for _ in 0..30 {
        again.advance().unwrap();
    }
    assert!(again.state == whole.state && whole.moment().time > 6.0);
}

/// A fall at Galileo number 30, far below the first instability, on a coarse grid.
const FALL: FreeFall = FreeFall {
    galileo: 30.0,
    density_ratio: 1.5,
    cells_per_diameter: 12,
    azimuthal_modes: 1,
    time: 40.0,
    without_plane: false,
};

#[test]
fn a_sphere_falls_at_the_speed_at_which_a_held_one_has_its_weight_as_drag() {
    let path = FALL.fall().unwrap();
    assert!(path.drift < 1e-3 && path.lateral_size < 1e-3 * path.speed, "{path:?}");
    let reynolds = FALL.galileo * path.speed;
    let drag = 4.0 / 3.0 / path.speed.powi(2);
    let problem = held(reynolds, 30.0, |problem| {
        (problem.resolution.cells_per_diameter, problem.resolution.azimuthal_modes) = (12, 1);
    });
    let (density, area) = (problem.liquid.density, std::f64::consts::PI * problem.sphere.diameter.powi(2) / 4.0);
    let mut simulation = Simulation::new(problem).unwrap();
    let mut force = 0.0;
    while simulation.stop().is_none() {
        force = simulation.advance().unwrap().loads.hydrodynamic[NORMAL];
    }
    let held = force / (0.5 * density * area);
    assert!((drag / held - 1.0).abs() < 5e-3, "Re {reynolds}: {drag} {held}");
}

#[test]
fn a_light_sphere_rises_as_fast_as_a_heavy_one_falls() {
    let light = FreeFall { density_ratio: 0.5, ..FALL };
    let [up, down] = [light, FALL].map(|sphere| sphere.fall().unwrap().speed);
    assert!((up / down - 1.0).abs() < 2e-3, "{up} {down}");
}

#[test]
fn without_a_plane_a_second_push_makes_a_fall_leave_the_first_ones_plane() {
    let fall = FreeFall { without_plane: true, time: 6.0, cells_per_diameter: 8, ..FALL };
    let path = fall.fall().unwrap();
    assert!(path.lateral.iter().all(|speed| *speed > 1e-3), "{path:?}");
}

#[test]
fn a_free_sphere_that_only_an_instability_can_have_made_so_fast_ends_the_run() {
    let case = CaseRun::shipped("falling", ["resolution.cells_per_diameter=8"]).case().unwrap();
    let mut simulation = Simulation::new(case.problem).unwrap();
    simulation.advance().unwrap();
    simulation.state.peak_speed = 3.0;
    let failure = simulation.advance().unwrap_err();
    assert!(matches!(failure, Failure::Runaway { speed, .. } if speed > 1.0), "{failure}");
}
