//! The film's time step works in its scratch memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use wetbounce::film::{Film, FilmAccuracy, FilmProperties, FilmScratch, Outer, PressureViscosity};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn advancing_a_film_through_a_whole_bounce_allocates_nothing() {
    let properties = FilmProperties {
        cavitation_pressure: Some(1e5),
        pressure_viscosity: PressureViscosity::Roelands { coefficient: 1e-8 },
        ..FilmProperties::simple(1.5e-3, 4.9e10, 0.01)
    };
    let accuracy = FilmAccuracy { rings_per_contact: 24, growth: 0.2, ..FilmAccuracy::default() };
    let film = Film::for_impact(properties, 1.1e-4, 0.55, 1e-5, accuracy).unwrap();
    let mut state = film.start(1e-5, -0.55).unwrap();
    let mut scratch = FilmScratch::new(film.grid().rings());
    let before = ALLOCATIONS.get();
    film.advance(&mut state, &mut scratch, 6e-5, &Outer::free(1.1e-4)).unwrap();
    assert_eq!(ALLOCATIONS.get() - before, 0);
    assert!(state.speed > 0.0 && state.gap > 0.0, "the sphere has bounced");
}
