//! The film's time step works in its scratch memory.

use crate::allocator;
use wetbounce::film::{FilmAccuracy, FilmProperties, FilmScratch, FilmSetup, Outer, PressureViscosity};

#[test]
fn advancing_a_film_through_a_whole_bounce_allocates_nothing() {
    let properties = FilmProperties {
        cavitation_pressure: Some(1e5),
        pressure_viscosity: PressureViscosity::roelands(1e-8),
        ..FilmProperties::simple(1.5e-3, 4.9e10, 0.01)
    };
    let accuracy = FilmAccuracy { rings_per_contact: 24, growth: 0.2, ..FilmAccuracy::default() };
    let film = FilmSetup::for_impact(properties, 1.1e-4, 0.55, 1e-5, accuracy).unwrap();
    let mut state = film.start(1e-5, -0.55).unwrap();
    let mut scratch = FilmScratch::new(film.grid().rings());
    let before = allocator::calls();
    film.advance(&mut state, &mut scratch, 6e-5, &Outer::free(1.1e-4)).unwrap();
    assert_eq!(allocator::calls() - before, 0);
    assert!(state.speed > 0.0 && state.gap > 0.0, "the sphere has bounced");
}
