//! The time step of sphere and liquid works in memory taken at the start.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use wetbounce::run::Simulation;
use wetbounce::validate::scene::Scene;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    static HELD: Cell<isize> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        let _ = HELD.try_with(|held| held.set(held.get() + layout.size() as isize));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        let _ = HELD.try_with(|held| held.set(held.get() - layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The library of dense products packs its operands into a buffer of its own in every product: nine a step, and four in
/// every iteration of the constraints. Steps that renew the preconditioner, or
/// note a new collision, are left out.
#[test]
fn a_step_allocates_nothing_but_the_packing_of_its_dense_products() {
    let mut scene = Scene::shipped("first-bounce").unwrap();
    scene.set("run.threads", 1);
    let mut simulation = Simulation::new(scene.case()).unwrap();
    let mut looked_at = 0;
    let mut lowest = f64::INFINITY;
    for step in 0..900 {
        let constraint = &simulation.flow.constraint;
        let (rebuilds, applications) = (constraint.rebuilds, constraint.applications);
        let bounces = simulation.state.bounces.bounces().len();
        let (before, held) = (ALLOCATIONS.get(), HELD.get());
        simulation.advance().unwrap();
        let (allocated, held) = (ALLOCATIONS.get() - before, HELD.get() - held);
        let constraint = &simulation.flow.constraint;
        lowest = simulation.moment().gap.min(lowest);
        let noted = simulation.state.bounces.bounces().len() > bounces;
        if step < 5 || noted || constraint.rebuilds > rebuilds {
            continue;
        }
        looked_at += 1;
        let products = 9 + 4 * (constraint.applications - applications);
        assert!(allocated <= products, "step {step}: {allocated} allocations for {products} products");
        assert_eq!(held, 0, "bytes kept by step {step}");
    }
    assert!(looked_at > 700, "{looked_at}");
    assert!(lowest < 0.0, "the sphere has hit the wall");
}
