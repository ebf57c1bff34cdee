//! The time step of sphere and liquid works in memory taken at the start.

use crate::allocator;
use wetbounce::run::Simulation;
use wetbounce::validate::scene::Scene;

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
        let constraint = &simulation.state.liquid.constraint;
        let (rebuilds, applications) = (constraint.rebuilds, constraint.applications);
        let bounces = simulation.state.bounces.bounces().len();
        let (before, held) = (allocator::calls(), allocator::held());
        simulation.advance().unwrap();
        let (allocated, held) = (allocator::calls() - before, allocator::held() - held);
        let constraint = &simulation.state.liquid.constraint;
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
