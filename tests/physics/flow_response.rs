//! The liquid's answer to a step is as good as the sphere's speed needs.

use std::f64::consts::PI;
use wetbounce::body::dof::NORMAL;
use wetbounce::flow::level::{NewSpeed, NextLevel};
use wetbounce::liquid::brenner;
use wetbounce::model::build;
use wetbounce::model::measured_grid::measure_grid;
use wetbounce::problem::Problem;
use wetbounce::validate::bodies::unit_sphere;

/// A sphere of unit diameter, one diameter above a wall.
fn problem() -> Problem {
    let mut problem = unit_sphere();
    problem.start.gap = 1.0;
    problem.settled()
}

#[test]
fn the_response_per_unit_speed_is_refined_as_far_as_a_speed_needs_and_no_further() {
    let mut problem = problem();
    problem.resolution.cells_per_diameter = 8;
    let mut flow = build::flow(&problem).unwrap();
    let mut state = flow.at_rest(1.0);
    let speed = NewSpeed::sought(0.0, 0.0);
    let mut response = flow.respond(&mut state, NextLevel::new(0.01, 1.0, speed)).unwrap();
    let coarse = response.force().scalar(NORMAL);
    assert!(response.allows([0.0; 2]) && !response.allows([1.0, 0.0]));
    response.refine([1.0, 0.0]).unwrap();
    let fine = response.force().scalar(NORMAL);
    assert!(response.allows([1.0, 0.0]) && (coarse.per_speed / fine.per_speed - 1.0).abs() < 1e-2);
    response.refine([1e12, 0.0]).unwrap();
    assert!(response.allows([1e12, 0.0]), "it does not get any better");
}

/// Creeping flow towards a wall, at gaps between those at which the grid's film was measured.
#[test]
fn without_what_the_film_of_a_grid_has_in_excess_every_grid_has_the_exact_film() {
    for (cells, film_growth) in [(24, 1.08), (24, 1.02), (16, 1.08)] {
        let mut problem = problem();
        (problem.resolution.cells_per_diameter, problem.resolution.film_growth) = (cells, film_growth);
        let mut flow = build::flow(&problem).unwrap();
        let mut setup = build::coupled(&problem).unwrap();
        measure_grid(&problem, &mut setup, &mut flow).unwrap();
        let film = &setup.resolved_film;
        assert!(film.error() > 2e-3 && (film.highest() - 0.5).abs() < 1e-12, "{} {}", film.error(), film.highest());
        let mut excess = |gap: f64| {
            let force = flow.creeping_forces(gap, [NewSpeed::any(), NewSpeed::known(0.0)]).unwrap().per_speed[(0, 0)];
            let force = force - film.force(gap).per_speed;
            force / (3.0 * PI) - brenner(2.0 * gap)
        };
        let outside = excess(0.5);
        for gap in [0.0025, 0.0047, 0.0083, 0.026, 0.075, 0.21] {
            let error = (excess(gap) - outside) / brenner(2.0 * gap);
            assert!(error.abs() < 5e-3, "{cells}, {film_growth}: {error} at {gap} D");
        }
    }
}
