//! The elasticity of a solid, of a material by name or its own.

use super::section::{Section, settle};
use wetbounce_physics::contact::Material;
use wetbounce_physics::problem::Preset;

/// Settles what is not given of an elasticity by the `material`, or the `usual` one, and refuses a material none of
/// whose properties, the `density` [kg/m³] among them if there is one, the solid has.
pub(super) fn settle_elastic(
    section: &Section<'_>,
    (material, usual): (Option<Preset>, Preset),
    elastic: &mut Material,
    density: Option<f64>,
) {
    let own = material.unwrap_or(usual);
    let [young, poisson] = [own.elastic().young_modulus, own.elastic().poisson_ratio];
    settle(&mut elastic.young_modulus, young);
    settle(&mut elastic.poisson_ratio, poisson);
    if material.is_some() {
        let density = density.map(|density| ("density", density, own.density()));
        let elasticity = [("young", elastic.young_modulus, young), ("poisson", elastic.poisson_ratio, poisson)];
        section.refuse_idle("material", &density.into_iter().chain(elasticity).collect::<Vec<_>>());
    }
}
