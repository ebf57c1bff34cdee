//! The error of theory: a share of the liquid's force, on the way to the wall and on the way back.
//!
//! `wetbounce validate theory-error` puts theory beside the computed flow and measures that share. Both ways have
//! errors of their own: the inertia of the film helps on the one and hinders on the other, and on the way back the
//! sphere meets its wake.

use crate::case::Case;
use std::ops::ControlFlow;
use wetbounce_physics::liquid::LiquidLaws;
use wetbounce_physics::model::{Bounce, Failure, Model, Observer, TheoryRun, run};
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_physics::problem::Problem;

/// The standard uncertainty of theory's drag and history force, over these forces.
pub(super) const FORCE_ERROR: f64 = 0.15;
/// The largest Reynolds number for which it was measured.
const MOST_REYNOLDS: f64 = 1000.0;
/// The least density ratio for which it was measured.
const LEAST_DENSITY_RATIO: f64 = 1.4;

/// Moments and bounces of the motion by theory with drag and history force of `scale` times those of their laws,
/// towards the wall and away from it.
///
/// # Errors
/// A parameter refused, or a motion that comes to no end.
pub fn by_theory(problem: &Problem, scale: [f64; 2]) -> Result<(Vec<Moment>, Vec<Bounce>), Failure> {
    let (mut model, mut moments) = (TheoryRun::with_scaled_force(problem, scale)?, Moments::default());
    run(&mut model, &mut [&mut moments])?;
    Ok((moments.0, model.sample().bounces.bounces().to_vec()))
}

/// The moments of a motion, from its start on.
#[derive(Default)]
struct Moments(Vec<Moment>);

impl Observer for Moments {
    fn begin(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        self.0.push(model.sample().moment);
        Ok(())
    }

    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        let sample = model.sample();
        if !sample.in_run_up && self.0.last().is_none_or(|last| last.time < sample.moment.time) {
            self.0.push(sample.moment);
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// How far the force of theory is uncertain in this case, in words.
///
/// # Errors
/// Why it is not known, in words.
pub(super) fn known(case: &Case) -> Result<String, String> {
    let problem = &case.problem;
    if problem.theory != LiquidLaws::default() {
        return Err("it is known of the default laws of [theory] alone".to_owned());
    }
    if !problem.surroundings.has_gap() {
        return Err("it is known of a fall onto a wall alone".to_owned());
    }
    let sphere = problem.immersed();
    let (reynolds, ratio) = (sphere.reynolds(problem.approach_speed()), sphere.density / sphere.liquid_density);
    if reynolds > MOST_REYNOLDS || ratio < LEAST_DENSITY_RATIO {
        return Err(format!(
            "at Re {reynolds:.0} and a density ratio of {ratio:.2} it is not known: theory was put beside the flow up to \
             Re {MOST_REYNOLDS} and down to a density ratio of {LEAST_DENSITY_RATIO}"
        ));
    }
    Ok(format!("drag and history force are uncertain by {:.0} %", 100.0 * FORCE_ERROR))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wetbounce_physics::model::theory::fall;
    use wetbounce_physics::problem::{Hydrodynamics, Liquid, Preset, Sphere, Wall};

    #[test]
    fn more_force_on_one_way_slows_the_sphere_on_that_way_alone() {
        let sphere = Sphere { diameter: 6e-3, density: 7800.0, elastic: Preset::Steel.elastic() };
        let mut problem = Problem::falling_on_wall(sphere, Wall::glass());
        problem.liquid = Liquid::newtonian(965.0, 0.05);
        problem.hydrodynamics = Hydrodynamics::Theory;
        problem.until.bounces = 1;
        let problem = problem.arriving(0.6);
        let first = |scale| by_theory(&problem, scale).unwrap().1.remove(0);
        let [own, towards, away] = [[1.0; 2], [1.1, 1.0], [1.0, 1.1]].map(first);
        let moments = by_theory(&problem, [1.0; 2]).unwrap().0;
        let last = fall(&problem).unwrap().pop().unwrap().state;
        assert_eq!(moments.last().map(|at| (at.gap, at.velocity)), Some((last.gap, last.velocity)));
        let lower = |more: &Bounce| own.apex_gap_m.unwrap() / more.apex_gap_m.unwrap() - 1.0;
        assert!(own.impact_speed_m_s > 1.01 * towards.impact_speed_m_s && lower(&towards) > 0.02);
        assert!(own.impact_speed_m_s == away.impact_speed_m_s && (0.02..0.2).contains(&lower(&away)));
    }
}
