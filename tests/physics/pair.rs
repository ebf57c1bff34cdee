//! Two spheres on one axis: the grid between them, the forces on both, and the mirror.

use wetbounce::body::dof::along_normal;
use wetbounce::case::Resolution;
use wetbounce::grid::{AxialMap, AxialSpec};
use wetbounce::motion::immersed::{Forces, ImmersedFlow, ImmersedSetup, NewSpeed, NextLevel, Speeds};
use wetbounce::run::pair::PairFlow;

const ROOM: f64 = 20.0;

fn coarse() -> Resolution {
    Resolution { cells_per_diameter: 10, largest_cell: 4.0, ..Resolution::default() }
}

fn pair(diameters: [f64; 2]) -> PairFlow {
    PairFlow { diameters, largest_gap: 1.0, radius: ROOM, heights: [ROOM; 2], viscosity: 0.1, tolerance: 1e-10 }
}

/// The grid above a wall, or on one side of the middle of a gap of twice the size.
fn above_wall(height: f64, share: f64) -> AxialSpec {
    let resolution = coarse();
    AxialSpec {
        height,
        diameter: 1.0,
        cells_per_diameter: f64::from(resolution.cells_per_diameter),
        cells_across_film: share * f64::from(resolution.cells_across_film),
        smallest_gap: share * resolution.smallest_gap,
        largest_gap: share,
        film_growth: resolution.film_growth - 1.0,
        far_growth: resolution.axial_growth - 1.0,
        largest: resolution.largest_cell,
    }
}

#[test]
fn between_two_spheres_lie_at_least_the_cells_that_a_film_above_a_wall_has() {
    let wall = AxialMap::new(above_wall(ROOM, 1.0));
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

fn creeping(diameters: [f64; 2], gap: f64) -> Forces {
    pair(diameters).solver(&coarse()).creeping_forces(gap, [NewSpeed::ANY; 2]).unwrap()
}

#[test]
fn the_resistance_of_two_spheres_is_symmetric_and_turns_over_with_them() {
    for gap in [0.4, 0.02] {
        let [one, turned] = [[1.0, 0.4], [0.4, 1.0]].map(|diameters| creeping(diameters, gap).per_speed);
        assert!((one[0][1] / one[1][0] - 1.0).abs() < 1e-6, "{one:?}");
        for (i, k) in [(0, 0), (0, 1), (1, 1)] {
            assert!((turned[1 - i][1 - k] / one[i][k] - 1.0).abs() < 1e-6, "{gap}: {one:?} {turned:?}");
        }
    }
}

/// Moves two spheres towards each other, or one towards a plane, and takes the last force on the first.
fn approach(flow: &mut ImmersedFlow, speeds: [f64; 2], first_gap: f64, closing: f64) -> f64 {
    let mut state = flow.at_rest(first_gap);
    let (dt, mut last) = (0.02, 0.0);
    for step in 1..=6 {
        let gap = first_gap - closing * dt * f64::from(step);
        let next = NextLevel { speeds: speeds.map(NewSpeed::Known), ..NextLevel::new(dt, gap, NewSpeed::ANY) };
        let response = flow.respond(&mut state, next).unwrap();
        last = response.forces().at_rest[0];
        response.finish_all(&speeds.map(along_normal));
    }
    last
}

#[test]
fn equal_spheres_that_approach_each_other_are_one_before_a_plane_of_symmetry() {
    let mut both = pair([1.0, 1.0]).solver(&coarse());
    let (two, one) = (&both.setup, both.setup.spheres[0]);
    let setup = ImmersedSetup { radial: two.radial.clone(), spheres: vec![one], viscosity: two.viscosity, ..*two };
    let mut mirror = ImmersedFlow::new(setup, AxialMap::new(above_wall(ROOM, 0.5)));
    let before_plane = approach(&mut mirror, [-1.0, 0.0], 0.25, 1.0);
    let of_both = approach(&mut both, [-1.0, 1.0], 0.5, 2.0);
    assert!((of_both / before_plane - 1.0).abs() < 1e-6, "{of_both} {before_plane}");
}

#[test]
fn a_step_with_speeds_that_are_sought_gives_the_forces_of_the_same_step_with_known_ones() {
    let mut flow = pair([1.0, 0.6]).solver(&coarse());
    let speeds = [0.3, -0.7];
    let level = |speeds| NextLevel { speeds, ..NextLevel::new(0.01, 0.1, NewSpeed::ANY) };
    let mut state = flow.at_rest(0.1);
    let known = flow.respond(&mut state, level(speeds.map(NewSpeed::Known))).unwrap().forces().at_rest;
    let sought = NewSpeed::Sought { expected: 0.2, scatter: 1.0 };
    let response = flow.respond(&mut state, level([sought; 2])).unwrap();
    let Forces { at_rest, per_speed } = response.forces();
    for on in 0..2 {
        let force = at_rest[on] + per_speed[on][0] * speeds[0] + per_speed[on][1] * speeds[1];
        assert!((force / known[on] - 1.0).abs() < 1e-6, "{force} {}", known[on]);
    }
    assert!(response.allows(Speeds(speeds)));
}
