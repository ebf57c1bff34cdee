//! The film against closed forms: where the rings end, drainage under a load, relaxing solids.

use std::f64::consts::PI;

use wetbounce::film::{
    FilmAccuracy, FilmBounce, FilmImpact, FilmProperties, FilmScratch, FilmSetup, FilmState, Outer, RingLayout,
    relaxation_time,
};

const RADIUS: f64 = 1.5e-3;
const MASS: f64 = 4.0 / 3.0 * PI * RADIUS * RADIUS * RADIUS * 7800.0;
const STEEL_ON_GLASS: f64 = 4.917e10;

/// Surfaces that do not give, on the default rings of a steel sphere.
fn rigid(viscosity: f64, gap: f64, contact_radius: f64) -> FilmSetup {
    let properties = FilmProperties::simple(RADIUS, 1e24, viscosity);
    let elastic = FilmProperties { modulus: STEEL_ON_GLASS, ..properties };
    let layout = FilmSetup::for_impact(elastic, MASS, 0.5, gap, FilmAccuracy::default()).unwrap().layout();
    FilmSetup::new(properties, RingLayout { contact_radius, ..layout }, 1e-6).unwrap()
}

fn begin(film: &FilmSetup, gap: f64, speed: f64) -> (FilmState, FilmScratch) {
    (film.start(gap, speed).unwrap(), FilmScratch::new(film.grid().rings()))
}

fn bounce(properties: FilmProperties, speed: f64, gap: f64) -> FilmBounce {
    let impact = FilmImpact { mass: MASS, speed, gap, exit_gap: gap };
    impact.run(&impact.film(properties, FilmAccuracy::default()).unwrap()).unwrap()
}

#[test]
fn the_rigid_force_does_not_depend_on_the_matching_radius() {
    let force = |reach: f64| {
        let whole = rigid(0.01, 2e-5, 1e-4);
        let layout = RingLayout { matching_radius: reach * 1e-4, ..whole.layout() };
        let film = FilmSetup::new(*whole.properties(), layout, 1e-5).unwrap();
        let (mut state, mut scratch) = begin(&film, 2e-5, -0.2);
        film.fixed_step(&mut state, &mut scratch, 1e-6, &Outer::steady()).unwrap();
        film.force(&state)
    };
    assert!((force(3.0) / force(12.0) - 1.0).abs() < 1e-4);
}

/// `m dV/dt = −k V/h − W` has the first integral `m (V − V₀) + k ln(h/h₀) = −W t`.
#[test]
fn a_rigid_sphere_under_a_load_drains_its_film_as_the_first_integral_says() {
    let (viscosity, load, gap) = (0.05, 1e-3, 1e-5);
    let drag = 6.0 * PI * viscosity * RADIUS * RADIUS;
    let film = rigid(viscosity, gap, 5e-5);
    let (mut state, mut scratch) = begin(&film, gap, -load / drag * gap);
    let first = state.speed;
    let outer = Outer { force: -load, ..Outer::free(MASS) };
    let duration = 2.0 * drag / load;
    film.advance(&mut state, &mut scratch, duration, &outer).unwrap();
    assert!((state.time / duration - 1.0).abs() < 1e-12);
    let exact = gap * ((-load * duration - MASS * (state.speed - first)) / drag).exp();
    assert!((state.gap / exact - 1.0).abs() < 1e-3, "{:e} against {exact:e}", state.gap);
}

#[test]
fn relaxing_solids_give_the_dry_restitution_they_were_set_to() {
    for (dry, band) in [(0.97, 0.002), (0.9, 0.003)] {
        let thin = FilmProperties {
            cavitation_pressure: Some(1e5),
            relaxation_time: relaxation_time(dry, 0.55, MASS, RADIUS, STEEL_ON_GLASS).unwrap(),
            ..FilmProperties::simple(RADIUS, STEEL_ON_GLASS, 1e-5)
        };
        let bounce = bounce(thin, 0.55, 3e-6);
        assert!((bounce.restitution - dry).abs() < band, "{} instead of {dry}", bounce.restitution);
        assert!(bounce.energy_error < 0.005, "{}", bounce.energy_error);
    }
}
