//! Doubts about a case: those of its [problem](Problem::doubts), and those about what it names.

use super::case::Case;
use super::contact::ContactTable;
use super::solids::overruled_name;
use wetbounce_physics::body::release::Start;
use wetbounce_physics::remark::{Remark, Remarks};

impl Case {
    /// Everything of the kind, in sentences.
    pub fn warnings(&self) -> Remarks {
        let problem = &self.problem;
        let solids = if problem.surroundings.has_gap() { self.solid_warnings() } else { Vec::new() };
        let led = self.given.led.iter().flat_map(|led| led.remarks(problem.sphere.diameter));
        overruled_name(self.given.liquid, &problem.liquid)
            .into_iter()
            .chain(problem.doubts())
            .chain(solids)
            .chain(led)
            .collect()
    }

    /// Doubts about the dry restitution of the solids that the case names.
    fn solid_warnings(&self) -> Vec<Remark> {
        let problem = &self.problem;
        // A sphere that is let go at rest is nowhere faster than at its impact.
        let later = if problem.start.start == Start::Rest { 0.0 } else { problem.fastest_speed() };
        let speed = problem.impact_speed().max(later) * problem.start.angle.to_radians().cos();
        let solids = [self.given.sphere.material, self.given.met.material];
        let contact = ContactTable { law: problem.contact, whole: !problem.resolution.is_axisymmetric() };
        let of = |pair| contact.warnings(&pair, solids, speed);
        problem.pair().map_or_else(|_| Vec::new(), of)
    }
}
