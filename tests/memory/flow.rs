//! The time step of sphere and liquid works in memory taken at the start.

use crate::allocator;
use wetbounce::run::Simulation;
use wetbounce::validate::case_run::CaseRun;

/// What a step allocates and gives back are lists of a number per row, per column or per block of modes. No iteration
/// of the constraints allocates. Steps that renew the preconditioner, or note a new collision, are left out.
#[test]
fn a_step_allocates_a_few_short_lists_and_keeps_nothing_however_many_iterations_it_takes() {
    const LISTS: usize = 12;
    let case = CaseRun::shipped("first-bounce", ["run.threads=1"]).case().unwrap();
    let mut simulation = Simulation::new(case.problem).unwrap();
    let mut looked_at = 0;
    let mut lowest = f64::INFINITY;
    for step in 0..820 {
        let constraint = &simulation.state.liquid.constraints[0];
        let (rebuilds, applications) = (constraint.rebuilds, constraint.applications);
        let bounces = simulation.state.bounces.bounces().len();
        let (before, held) = (allocator::calls(), allocator::held());
        simulation.advance().unwrap();
        let (allocated, held) = (allocator::calls() - before, allocator::held() - held);
        let constraint = &simulation.state.liquid.constraints[0];
        lowest = simulation.moment().gap.min(lowest);
        let noted = simulation.state.bounces.bounces().len() > bounces;
        if step < 5 || noted || constraint.rebuilds > rebuilds {
            continue;
        }
        looked_at += 1;
        let iterations = constraint.applications - applications;
        assert!(allocated <= LISTS, "step {step}: {allocated} allocations in {iterations} iterations");
        assert_eq!(held, 0, "bytes kept by step {step}");
    }
    assert!(looked_at > 650, "{looked_at}");
    assert!(lowest < 0.0, "the sphere has hit the wall");
}
