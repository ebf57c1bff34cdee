//! The film beneath a grid: hand-over, sub-steps, restart.

use std::f64::consts::PI;

use wetbounce::film::{
    FilmAccuracy, FilmImpact, FilmProperties, FilmScratch, FilmSetup, FilmState, Outer, rigid_force,
};
use wetbounce::grid::SmallestGap;

const RADIUS: f64 = 1.5e-3;
const MASS: f64 = 4.0 / 3.0 * PI * RADIUS * RADIUS * RADIUS * 7800.0;
const SPEED: f64 = 0.55;
const START: f64 = 6e-5;

fn oil() -> FilmProperties {
    FilmProperties { cavitation_pressure: Some(1e5), ..FilmProperties::simple(RADIUS, 4.9165e10, 0.01) }
}

/// Stands for a flow solver: its grid has the rigid lubrication force at the resolved gap, implicitly in the speed;
/// the film takes part below its engagement gap. Returns restitution and the largest jump of the force on the sphere at
/// engagement and release, relative to the grid's force.
fn bounce_over_a_grid(smallest_gap: SmallestGap, lump_drag: bool) -> (f64, f64) {
    let (properties, mut gap, mut speed, mut jump) = (oil(), START, -SPEED, 0.0_f64);
    let engagement = properties.engagement_gap(smallest_gap, SPEED);
    let mut engaged: Option<(FilmSetup, FilmState, FilmScratch)> = None;
    while !(speed > 0.0 && gap >= START) {
        let step = 2e-3 * gap.max(0.5 * smallest_gap.0) / speed.abs().max(0.2 * SPEED);
        let held = smallest_gap.resolved(gap + 0.5 * step * speed);
        let drag = -rigid_force(RADIUS, properties.viscosity, held, 1.0);
        if engaged.is_none() && speed < 0.0 && gap < engagement {
            let film = FilmSetup::for_impact(properties, MASS, speed, engagement, FilmAccuracy::default()).unwrap();
            let state = film.start(gap, speed).unwrap();
            jump = jump.max((film.excess_force(&state, smallest_gap) / (drag * speed)).abs());
            let scratch = FilmScratch::new(film.grid().rings());
            engaged = Some((film, state, scratch));
        }
        if let Some((film, state, scratch)) = &mut engaged {
            let outer = match lump_drag {
                true => Outer::from_step(MASS + step * drag, MASS * speed, speed, step, smallest_gap),
                false => Outer { damping: drag, smallest_gap: Some(smallest_gap), ..Outer::free(MASS) },
            };
            film.advance(state, scratch, step, &outer).unwrap();
            (gap, speed) = (state.gap, state.speed);
            if film.may_release(state, engagement, smallest_gap) {
                jump = jump.max((film.excess_force(state, smallest_gap) / (drag * speed)).abs());
                engaged = None;
            }
        } else {
            let next = (MASS - 0.5 * step * drag) / (MASS + 0.5 * step * drag) * speed;
            gap += 0.5 * step * (speed + next);
            speed = next;
        }
    }
    (speed / SPEED, jump)
}

#[test]
fn the_rebound_does_not_depend_on_the_gap_that_the_grid_resolves_and_nothing_jumps_at_the_hand_over() {
    let impact = FilmImpact { mass: MASS, speed: SPEED, gap: START, exit_gap: START };
    let alone = impact.run(&impact.film(oil(), FilmAccuracy::default()).unwrap()).unwrap().restitution;
    for smallest_gap in [6e-6, 1.2e-5, 2.4e-5].map(SmallestGap) {
        for lump_drag in [false, true] {
            let (coupled, jump) = bounce_over_a_grid(smallest_gap, lump_drag);
            assert!((coupled / alone - 1.0).abs() < 0.005, "{smallest_gap:?}: {coupled} against {alone}");
            assert!(jump < 1e-3, "{smallest_gap:?}: the force jumps by {jump:e} of itself");
        }
    }
}

#[test]
fn the_excess_over_the_grid_is_continuous_where_the_film_takes_over() {
    let film = FilmSetup::for_impact(oil(), MASS, SPEED, START, FilmAccuracy::default()).unwrap();
    let state = film.start(1.2e-5, -SPEED).unwrap();
    let just_above = film.excess_force(&state, SmallestGap(0.5 * state.gap * (1.0 - 1e-9)));
    let just_below = film.excess_force(&state, SmallestGap(0.5 * state.gap * (1.0 + 1e-9)));
    assert!((just_above - just_below).abs() < 1e-8 * film.force(&state));
    assert!(just_above.abs() < 1e-6 * film.force(&state), "a rigid film is what the grid has already");
}

fn middle_of_contact() -> (FilmSetup, FilmState) {
    let film = FilmSetup::for_impact(oil(), MASS, SPEED, 1.2e-5, FilmAccuracy::default()).unwrap();
    let mut state = film.start(1.2e-5, -SPEED).unwrap();
    let mut scratch = FilmScratch::new(film.grid().rings());
    film.advance(&mut state, &mut scratch, 3.4e-5, &Outer::free(MASS)).unwrap();
    assert!(state.gap < 0.0 && state.is_cavitated() && state.speed > 0.0);
    (film, state)
}

#[test]
fn one_long_outer_step_is_many_short_ones() {
    let (film, start) = middle_of_contact();
    let mut scratch = FilmScratch::new(film.grid().rings());
    let mut end = |parts: usize| {
        let mut state = start.clone();
        for _ in 0..parts {
            film.advance(&mut state, &mut scratch, 4e-6 / parts as f64, &Outer::free(MASS)).unwrap();
        }
        state
    };
    let (one, many) = (end(1), end(16));
    assert!((one.speed - many.speed).abs() < 1e-3 * SPEED && (one.gap - many.gap).abs() < 1e-3 * 3e-6);
    assert!((one.time - many.time).abs() < 1e-15);
}

#[test]
fn the_speed_satisfies_the_outer_relation_with_the_mean_force() {
    let (film, mut state) = middle_of_contact();
    let mut scratch = FilmScratch::new(film.grid().rings());
    let (old, duration, load) = (state.speed, 2e-6, -0.05);
    let outer = Outer { force: load, ..Outer::free(MASS) };
    let report = film.advance(&mut state, &mut scratch, duration, &outer).unwrap();
    let residual = MASS * (state.speed - old) - duration * (report.mean_force + load);
    assert!(residual.abs() < 1e-8 * MASS * SPEED, "{residual:e}");
}

#[test]
fn a_restarted_film_continues_bit_by_bit() {
    let (film, mut state) = middle_of_contact();
    let mut scratch = FilmScratch::new(film.grid().rings());
    let saved = serde_json::to_string(&state).unwrap();
    film.advance(&mut state, &mut scratch, 1e-5, &Outer::free(MASS)).unwrap();

    let mut restored: FilmState = serde_json::from_str(&saved).unwrap();
    let rebuilt = FilmSetup::new(*film.properties(), film.layout(), film.tolerance()).unwrap();
    let mut fresh = FilmScratch::new(rebuilt.grid().rings());
    rebuilt.advance(&mut restored, &mut fresh, 1e-5, &Outer::free(MASS)).unwrap();
    assert_eq!(state, restored);
}

#[test]
fn a_film_is_refused_where_the_solids_already_deform() {
    let soft = FilmProperties { modulus: 1e5, ..oil() };
    let film = FilmSetup::for_impact(soft, MASS, SPEED, 3e-5, FilmAccuracy::default()).unwrap();
    let error = film.start(3e-5, -SPEED).unwrap_err();
    assert_eq!(error.key, "gap");
    assert!(error.to_string().contains("above"), "{error}");
}
