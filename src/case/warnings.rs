//! Doubts about a case: those of its [problem](Problem::doubts), and those about what it names.

use super::Case;
use wetbounce_physics::remark::{Remark, Remarks};

impl Case {
    /// Everything of the kind, in sentences.
    pub fn warnings(&self) -> Remarks {
        let problem = self.problem();
        let solids = if problem.surroundings.has_gap() { self.solid_warnings() } else { Vec::new() };
        self.liquid.overruled_name().into_iter().chain(problem.doubts()).chain(solids).collect()
    }

    /// Doubts about the dry restitution of the solids that the case names.
    fn solid_warnings(&self) -> Vec<Remark> {
        let problem = self.problem();
        let opposite = self.met_sphere().map_or(self.wall.material, |second| second.sphere.material);
        let speed = problem.closing_speed().max(problem.fastest_speed()) * self.release.angle.to_radians().cos();
        let of = |pair| self.contact.warnings(&pair, [self.sphere.material, opposite], speed);
        problem.pair().map_or_else(|_| Vec::new(), of)
    }
}
