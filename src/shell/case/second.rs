//! The second sphere, of a dry impact or in the liquid.

use super::keys;
use super::section::Section;
use super::solids::Sphere;
use crate::contact::{Material, Pair};
use crate::error::BadParameter;
use crate::keys::within;
use crate::quantity::SPEED;
use crate::table;

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

/// The two bodies that meet: the `first` sphere and the `second` one, or where there is none a wall of this material.
///
/// # Errors
/// A material that no solid has.
pub(super) fn pair(first: &Sphere, second: Option<&Second>, wall: Material) -> Result<Pair, BadParameter> {
    let Some(Second { sphere, fixed, .. }) = second else {
        return Pair::sphere_on_plane(first.radius(), first.mass(), [first.elastic, wall]);
    };
    let [radius, density] = [Sphere::radius, |sphere: &Sphere| sphere.density].map(|of| [first, sphere].map(of));
    let mut pair = Pair::spheres(radius, density, [first.elastic, sphere.elastic])?;
    if *fixed {
        pair.mass[1] = f64::INFINITY;
    }
    Ok(pair)
}

impl Second {
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
