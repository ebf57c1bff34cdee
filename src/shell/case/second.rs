//! The second sphere, of a dry impact or in the liquid.

use super::keys::{self, Table, written};
use super::section::Section;
use super::solids::Sphere;
use crate::contact::Pair;
use crate::error::BadParameter;
use crate::keys::{Keys, within};
use crate::quantity::SPEED;

/// The second sphere.
#[derive(Debug, Clone, PartialEq)]
pub struct Second {
    /// Size, density, elasticity.
    pub sphere: Sphere,
    /// Whether it is held fast, in place and in spin. Default false.
    pub fixed: bool,
    /// In liquid: speed at which it is led while the first one is, positive towards that [m/s]; one that is fixed keeps it. Default 0.
    pub velocity: f64,
}

impl Table for Second {
    fn keys(&mut self, keys: &mut Keys<'_>) {
        self.sphere.size_key(keys, "write for example diameter = \"5 mm\" in [second]");
        self.sphere.solid_keys(keys);
        keys.flag("fixed", &mut self.fixed);
        keys.unwritten(self.velocity == 0.0).quantity("velocity", &mut self.velocity, &SPEED, within(-1e3..=1e3));
    }
}

written!(Second);

impl Second {
    /// The two bodies that it makes with the `first` sphere.
    ///
    /// # Errors
    /// A material that no solid has.
    pub fn pair(&self, first: &Sphere) -> Result<Pair, BadParameter> {
        let [radius, density] =
            [Sphere::radius, |sphere: &Sphere| sphere.density].map(|of| [first, &self.sphere].map(of));
        let mut pair = Pair::spheres(radius, density, [first.elastic, self.sphere.elastic])?;
        if self.fixed {
            pair.mass[1] = f64::INFINITY;
        }
        Ok(pair)
    }

    pub(super) fn read(section: Section<'_>, in_liquid: bool) -> Self {
        if !in_liquid {
            section.belongs("velocity", "the case of spheres in a liquid; a dry impact has impact.second_velocity");
        }
        let mut second = keys::read(Self { sphere: Sphere::unknown(), fixed: false, velocity: 0.0 }, &section);
        second.sphere.settle_alone(&section);
        section.finish();
        second
    }
}
