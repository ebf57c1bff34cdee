//! The second sphere, of a dry impact or in the liquid.

use super::section::Section;
use super::solids::{Sphere, read_sphere};
use crate::contact::Pair;
use crate::error::BadParameter;
use crate::quantity::{LENGTH, SPEED, written};
use serde::Serialize;

/// The second sphere.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Second {
    /// Size, density, elasticity.
    #[serde(flatten)]
    pub sphere: Sphere,
    /// Whether it is held fast, in place and in spin. Default false.
    pub fixed: bool,
    /// In liquid: speed at which it is led while the first one is, positive towards that [m/s]; one that is fixed keeps it. Default 0.
    #[serde(serialize_with = "written::speed", skip_serializing_if = "is_zero")]
    pub velocity: f64,
}

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

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
        let diameter = section
            .quantity("diameter", &LENGTH)
            .within(1e-7..=100.0)
            .required("write for example diameter = \"5 mm\" in [second]");
        let fixed = section.flag("fixed").or(false);
        let velocity = match in_liquid {
            true => section.quantity("velocity", &SPEED).within(-1e3..=1e3).or(0.0),
            false => {
                section.belongs("velocity", "the case of spheres in a liquid; a dry impact has impact.second_velocity");
                0.0
            }
        };
        Self { sphere: read_sphere(section, diameter), fixed, velocity }
    }
}
