//! Two spheres on one axis: the grid between them, the forces on both, and the mirror.

use crate::reading::case_of;
use crate::resumed::resumed;
use wetbounce::body::dof::{NORMAL, PlanarAffine, along_normal};
use wetbounce::flow::immersed::ImmersedFlow;
use wetbounce::flow::level::{NewSpeed, NextLevel};
use wetbounce::flow::stokes::Ends;
use wetbounce::model::domain::Domain;
use wetbounce::problem::{Floor, Resolution};
use wetbounce::run::Simulation;

const ROOM: f64 = 20.0;

fn coarse() -> Resolution {
    Resolution { cells_per_diameter: 10, largest_cell: 4.0, ..Resolution::default() }
}

fn pair(diameters: [f64; 2]) -> Domain {
    Domain {
        floor: Floor::Middle,
        diameters: diameters.into(),
        ends: Ends { bottom_no_slip: false, top_no_slip: false },
        side_no_slip: false,
        largest_gap: 1.0,
        radius: ROOM,
        fine: ROOM,
        heights: vec![ROOM; 2],
        kinematic_viscosity: 0.1,
        tolerance: 1e-10,
    }
}

#[test]
fn between_two_spheres_lie_at_least_the_cells_that_a_film_above_a_wall_has() {
    let wall = Domain { floor: Floor::Surface, ..pair([1.0, 1.0]) }.map(&coarse());
    for second in [0.2, 1.0, 5.0] {
        let flow = pair([1.0, second]).solver(&coarse());
        for gap in [0.004, 0.01, 0.1, 1.0] {
            let within = |faces: &[f64], low: f64, high: f64| faces.iter().filter(|z| **z > low && **z < high).count();
            let above = within(&wall.grid(gap).faces, 0.0, gap);
            let between = within(&flow.at_rest(gap).flow.grid_now.faces, ROOM - 0.5 * gap, ROOM + 0.5 * gap);
            assert!(between >= above, "{second}, {gap}: {between} of {above}");
        }
    }
}

#[test]
fn four_iterations_with_a_new_preconditioner_hold_the_markers_of_two_spheres() {
    for diameters in [[1.0, 1.0], [1.0, 0.3]] {
        let mut flow = pair(diameters).solver(&coarse());
        for (gap, dt) in [(1.0, 1e-4), (0.004, 1e-4), (1.0, 1e9), (0.004, 1e9)] {
            let mut state = flow.at_rest(gap);
            let speeds = [1.0, 0.0].map(NewSpeed::known);
            let next = NextLevel { speeds, ..NextLevel::new(dt, gap, NewSpeed::any()) };
            assert!(flow.respond(&mut state, next).is_ok());
            // One would do, but for what is left out of it, 10⁻⁷, and what the matrix is ill-conditioned by.
            let iterations = state.constraints[0].applications;
            assert!(iterations <= 4, "{diameters:?}, {gap}, {dt}: {iterations}");
        }
    }
}

fn creeping(diameters: [f64; 2], gap: f64) -> PlanarAffine {
    pair(diameters).solver(&coarse()).creeping_forces(gap, [NewSpeed::any(); 2]).unwrap()
}

#[test]
fn the_resistance_of_two_spheres_is_symmetric_and_turns_over_with_them() {
    for gap in [0.4, 0.02] {
        let [one, turned] = [[1.0, 0.4], [0.4, 1.0]].map(|diameters| creeping(diameters, gap).per_speed);
        assert!((one[(0, 1)] / one[(1, 0)] - 1.0).abs() < 1e-6, "{one:?}");
        for (i, k) in [(0, 0), (0, 1), (1, 1)] {
            assert!((turned[(1 - i, 1 - k)] / one[(i, k)] - 1.0).abs() < 1e-6, "{gap}: {one:?} {turned:?}");
        }
    }
}

/// Moves two spheres towards each other, or one towards a plane, and takes the last force on the first.
fn approach(flow: &mut ImmersedFlow, speeds: [f64; 2], first_gap: f64, closing: f64) -> f64 {
    let mut state = flow.at_rest(first_gap);
    let (dt, mut last) = (0.02, 0.0);
    for step in 1..=6 {
        let gap = first_gap - closing * dt * f64::from(step);
        let next = NextLevel { speeds: speeds.map(NewSpeed::known), ..NextLevel::new(dt, gap, NewSpeed::any()) };
        let response = flow.respond(&mut state, next).unwrap();
        last = response.forces().at_rest[0];
        response.finish(&speeds.map(along_normal));
    }
    last
}

#[test]
fn equal_spheres_that_approach_each_other_are_one_before_a_plane_of_symmetry() {
    let two = pair([1.0, 1.0]);
    let [mut both, mut mirror] =
        [Floor::Middle, Floor::Symmetry].map(|floor| Domain { floor, ..two.clone() }.solver(&coarse()));
    let before_plane = approach(&mut mirror, [-1.0, 0.0], 0.25, 1.0);
    let of_both = approach(&mut both, [-1.0, 1.0], 0.5, 2.0);
    assert!((of_both / before_plane - 1.0).abs() < 1e-6, "{of_both} {before_plane}");
}

#[test]
fn a_step_with_speeds_that_are_sought_gives_the_forces_of_the_same_step_with_known_ones() {
    for second in [0.6, 1.0] {
        let mut flow = pair([1.0, second]).solver(&coarse());
        let speeds = [0.3, -0.7];
        let level = |speeds| NextLevel { speeds, ..NextLevel::new(0.01, 0.1, NewSpeed::any()) };
        let mut state = flow.at_rest(0.1);
        let known = flow.respond(&mut state, level(speeds.map(NewSpeed::known))).unwrap().forces().at_rest;
        let sought = NewSpeed::sought(0.2, 1.0);
        let response = flow.respond(&mut state, level([sought; 2])).unwrap();
        let forces = response.forces().at(speeds.into());
        for on in 0..2 {
            assert!((forces[on] / known[on] - 1.0).abs() < 1e-6, "{second}: {} {}", forces[on], known[on]);
        }
        assert!(response.allows(speeds));
    }
}

/// A steel sphere that hits a smaller one in oil, on a coarse grid.
const COLLISION: &str = r#"
    sphere = { diameter = "6 mm", material = "steel" }
    second = { diameter = "4 mm", material = "glass" }
    liquid = { density = "935 kg/m3", viscosity = "20 mPa s" }
    container = { radius = "3 D", height = "12 D" }
    release = { gap = "0.4 D", speed = "0.3 m/s", run_up = 0, free_gap = "0.1 D" }
    run = { gravity = 0, time = "1 s" }

    [resolution]
    cells_per_diameter = 8
    cells_across_film = 6
    radial_growth = 1.2
    axial_growth = 1.2
"#;

/// Goes on until the spheres are farther apart than `gap` \[m\], and shows every step to `watch`.
fn follow(simulation: &mut Simulation, gap: f64, mut watch: impl FnMut(&Simulation, f64)) {
    loop {
        let dt = simulation.advance().unwrap().dt;
        watch(simulation, dt);
        let at = simulation.moment();
        if at.velocity > 0.0 && at.gap > gap {
            return;
        }
        assert!(simulation.state.coupled.steps < 5000, "{at:?}");
    }
}

#[test]
fn a_collision_keeps_the_momentum_that_the_liquid_does_not_take_and_the_energy_of_all() {
    for film in ["film.model=cutoff", "film.model=ehd"] {
        let mut simulation = Simulation::new(case_of(COLLISION, &[film, "contact.restitution=0.9"]).problem).unwrap();
        let masses = [simulation.setup.sphere.mass(), simulation.setup.counterpart.second().unwrap().inertia.mass()];
        let momentum = |simulation: &Simulation| {
            let body = &simulation.state.coupled.body;
            masses[0] * body.speeds[NORMAL] + masses[1] * body.counterpart.speeds[0]
        };
        let force = |simulation: &Simulation| {
            let body = &simulation.state.coupled.body;
            body.loads.liquid(NORMAL) + body.counterpart.loads.liquid(NORMAL)
        };
        let (mut start, mut before, mut impulse) = (None, 0.0, 0.0);
        follow(&mut simulation, 0.3e-3, |simulation, dt| {
            let now = force(simulation);
            match start {
                Some(_) => impulse += 0.5 * dt * (before + now),
                None if !simulation.state.coupled.body.prescribed => start = Some(momentum(simulation)),
                None => {}
            }
            before = now;
        });
        let start = start.unwrap();
        let missed = (momentum(&simulation) - start - impulse) / start;
        assert!(missed.abs() < 1e-3, "{film}: {missed}");
        let error = simulation.state.coupled.ledger.relative_error();
        assert!(error < 0.01, "{film}: {error}");
        let bounce = &simulation.state.bounces.bounces()[0];
        assert!(bounce.rebound_speed_m_s.unwrap() > 0.0 && bounce.impact_speed_m_s > 0.1, "{film}: {bounce:?}");
    }
}

#[test]
fn a_second_sphere_that_is_held_stays_and_one_that_is_led_keeps_its_speed() {
    for (velocity, share) in [("second.velocity=0 m/s", 0.0), ("second.velocity=0.1 m/s", 1.0 / 3.0)] {
        let case = case_of(COLLISION, &["second.fixed=true", velocity]);
        let mut simulation = Simulation::new(case.problem).unwrap();
        let mut kept = None;
        follow(&mut simulation, 0.2e-3, |simulation, _| {
            let body = &simulation.state.coupled.body;
            match kept {
                Some(kept) => assert_eq!(body.counterpart.speeds[0], kept),
                None => assert!((body.counterpart.speeds[0] + share * body.speeds[NORMAL]).abs() < 1e-12),
            }
            if !body.prescribed {
                kept = Some(body.counterpart.speeds[0]);
            }
        });
        let error = simulation.state.coupled.ledger.relative_error();
        assert!(error < 0.01, "{velocity}: {error}");
    }
}

#[test]
fn two_spheres_go_on_from_a_checkpoint_to_the_same_bits() {
    let advance = |simulation: &mut Simulation, steps: usize| {
        (0..steps).for_each(|_| assert!(simulation.advance().unwrap().dt > 0.0));
    };
    for second in ["second.diameter=4 mm", "second.diameter=6 mm"] {
        let mut straight = Simulation::new(case_of(COLLISION, &[second]).problem).unwrap();
        advance(&mut straight, 60);
        let mut resumed = resumed(&mut straight, Simulation::new(case_of(COLLISION, &[second]).problem).unwrap());
        advance(&mut straight, 40);
        advance(&mut resumed, 40);
        assert!(straight.state == resumed.state, "{second}");
    }
}

#[test]
fn two_spheres_that_are_led_alike_keep_their_gap() {
    let case = case_of(COLLISION, &["second.fixed=true", "second.velocity=-0.3 m/s", "run.time=5 ms"]);
    let mut simulation = Simulation::new(case.problem).unwrap();
    while simulation.stop().is_none() {
        simulation.advance().unwrap();
        assert!((simulation.moment().gap / 2.4e-3 - 1.0).abs() < 1e-9, "{:?}", simulation.moment());
    }
    let body = &simulation.state.coupled.body;
    assert!(body.loads.liquid(NORMAL) > 0.0 && body.counterpart.loads.liquid(NORMAL) > 0.0);
}

#[test]
fn the_energy_of_two_spheres_closes_as_well_where_their_wake_leaves_through_the_end_of_the_grid() {
    let led = ["second.fixed=true", "second.velocity=-0.3 m/s", "run.time=0.2 s", "container.height=8 D"];
    let mut simulation = Simulation::new(case_of(COLLISION, &led).problem).unwrap();
    while simulation.stop().is_none() {
        simulation.advance().unwrap();
    }
    let ledger = &simulation.state.coupled.ledger;
    assert!(ledger.ends < -0.03 * ledger.driven, "no wake at the end: {ledger:?}");
    assert!(ledger.relative_error() < 1e-4 && ledger.drift.abs() < 1e-6, "{ledger:?}");
}
