//! The second sphere, of a dry impact or in the liquid.

use super::keys;
use super::section::Section;
use super::solids::Sphere;
use wetbounce_physics::keys::within;
use wetbounce_physics::problem;
use wetbounce_physics::quantity::SPEED;
use wetbounce_physics::table;

table! {
    /// The second sphere.
    pub struct Second {
        /// Size, density, elasticity.
        sphere: Sphere = Sphere::default(), flat();
        /// Whether it is held fast, in place and in spin. Default false.
        fixed: bool = false, flag();
        /// In liquid: speed at which it is led while the first one is, positive towards that [m/s]; one that is fixed keeps it. Default 0.
        velocity: f64 = 0.0, quantity(&SPEED, within(-1e3..=1e3)) unwritten;
    }
}

impl Second {
    /// As the physics has it.
    pub fn problem(&self) -> problem::Second {
        problem::Second { sphere: self.sphere.problem(), fixed: self.fixed, velocity: self.velocity }
    }

    pub(super) fn read(section: Section<'_>, in_liquid: bool) -> Self {
        if !in_liquid {
            section.belongs("velocity", "the case of spheres in a liquid; a dry impact has impact.second_velocity");
        }
        Sphere::is_smooth(&section);
        let mut second = keys::read(Self::default(), &section);
        second.sphere.settle_alone(&section);
        section.finish();
        second
    }
}
