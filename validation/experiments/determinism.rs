//! The same case gives the same bits.

use super::case_run::CaseRun;
use super::experiment::Experiment;
use super::measured::{Measured, Results};
use crate::run::{RunFailure, threads};
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::model::Simulation;
use wetbounce_physics::problem::Problem;

/// The bits of everything that decides a run's future after `steps` steps on `threads` threads: sphere, both levels of
/// the flow, grids.
///
/// # Errors
/// A run that fails.
pub fn fingerprint(problem: &Problem, threads: usize, steps: usize) -> Result<Vec<u64>, RunFailure> {
    let pool = threads::pool(threads)?;
    pool.install(|| {
        let mut simulation = Simulation::new(problem.clone())?;
        for _ in 0..steps {
            if simulation.stop().is_some() {
                break;
            }
            simulation.advance()?;
        }
        let coupled = &simulation.state.coupled;
        let (body, flow) = (&coupled.body, &simulation.state.liquid.flow);
        let numbers = [body.time, body.gap]
            .into_iter()
            .chain([body.speeds, body.speeds_old].into_iter().flat_map(<[f64; 6]>::from));
        let levels = flow.now.iter().chain(&flow.old).flat_map(|mode| [&mode.u, &mode.v, &mode.w, &mode.p]).flatten();
        let faces = flow.grid_now.faces.iter().chain(&flow.grid_old.faces);
        Ok(numbers.chain(levels.chain(faces).copied()).map(f64::to_bits).collect())
    })
}

/// A case run twice on one thread, and once on two.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Determinism(CaseRun);

impl Experiment for Determinism {
    /// Numbers that differ between two runs on one thread, and between one on one thread and one on two.
    fn measure(&self, _: &Path) -> Results {
        const STEPS: usize = 150;
        let problem = self.0.case()?.problem;
        let first = fingerprint(&problem, 1, STEPS)?;
        let differing = |other: Vec<u64>| {
            assert_eq!(other.len(), first.len(), "the same grid");
            first.iter().zip(&other).filter(|(a, b)| a != b).count() as f64
        };
        Ok(vec![
            Measured::number("differ_on_one_thread", differing(fingerprint(&problem, 1, STEPS)?)),
            Measured::number("differ_on_two_threads", differing(fingerprint(&problem, 2, STEPS)?)),
        ])
    }
}
