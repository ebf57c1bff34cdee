//! The same case gives the same bits.

use crate::case::Case;
use crate::run::{RunFailure, Simulation};

/// The bits of everything that decides a run's future after `steps` steps on `threads` threads: sphere, both levels of the
/// flow, grids.
///
/// # Errors
/// A run that fails.
pub fn fingerprint(case: &Case, threads: usize, steps: usize) -> Result<Vec<u64>, RunFailure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
    pool.install(|| {
        let mut simulation = Simulation::new(case.clone())?;
        for _ in 0..steps {
            if simulation.stop().is_some() {
                break;
            }
            simulation.advance()?;
        }
        let coupled = &simulation.state.coupled;
        let (sphere, flow) = (&coupled.sphere, &coupled.liquid.flow);
        let numbers = [sphere.time, sphere.gap, sphere.velocity, sphere.velocity_old].into_iter();
        let levels = [&flow.now, &flow.old].into_iter().flat_map(|level| level.u.iter().chain(&level.w).chain(&level.p));
        let faces = flow.grid_now.faces.iter().chain(&flow.grid_old.faces);
        Ok(numbers.chain(levels.chain(faces).copied()).map(f64::to_bits).collect())
    })
}
