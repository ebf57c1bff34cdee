//! From a case to the third dimension of its run.

use crate::azimuthal::flow::AzimuthalSetup;
use crate::azimuthal::sphere::NetInertia;
use crate::body::markers::MarkerSpec;
use crate::case::Case;
use crate::motion::immersed::ImmersedSetup;
use crate::motion::sideways::{Kick, Sideways, SidewaysSetup};
use crate::motion::tangential_wall::TangentialWall;
use crate::motion::unresolved_layer::{UnresolvedLayer, slipped_cell};

/// Largest slip in modes m ≥ 1 over the reference speed.
const SLIP: f64 = 1e-6;
/// Largest residual of the response per unit speed in mode 1.
const UNIT_SLIP: f64 = 1e-4;
/// How long the lateral force lasts that breaks the symmetry, over D/U.
const KICK: f64 = 2.0;

/// Azimuthal modes m ≥ 1, lateral motion and spin, beside the axisymmetric flow of set-up `mean` on `rows` rows of cells.
/// `speed` is the reference speed [m/s].
pub(super) fn of_case(case: &Case, mean: &ImmersedSetup, rows: usize, speed: f64, wall: TangentialWall) -> Sideways {
    let flow = AzimuthalSetup {
        radial: mean.radial.clone(),
        rows,
        lowest: 1,
        highest: case.resolution.azimuthal_modes as usize,
        diameter: mean.diameter,
        markers: MarkerSpec::in_three_dimensions(mean.markers.body_cell),
        viscosity: mean.viscosity,
        ends: mean.ends,
        tolerance: SLIP * speed,
        unit_tolerance: UNIT_SLIP,
    };
    let lateral = &case.release.lateral;
    let inertia = NetInertia::homogeneous(mean.diameter, case.sphere.density / case.liquid.density);
    let weight = inertia.0.lateral * case.run.gravity;
    let kick = if case.release.in_open_liquid() { 0.0 } else { lateral.perturbation };
    let cell = slipped_cell(&mean.radial, 0.5 * mean.diameter);
    let mut setup = SidewaysSetup {
        inertia,
        layer: UnresolvedLayer::new(0.5 * mean.diameter, case.sphere.volume(), mean.viscosity, cell),
        load: weight * case.wall.inclination.to_radians().sin(),
        kick: Kick { load: kick * weight.abs(), time: KICK * mean.diameter / speed },
        lead: case.release.lateral_lead(mean.diameter),
        spin: lateral.spin,
        start: 0.0,
        wall,
        liquid_density: case.liquid.density,
        volume: case.sphere.volume(),
    };
    if case.release.is_prescribed() {
        setup.start = setup.lead.speed(case.release.along_normal().velocity_after(0.0), 0.0);
    }
    Sideways::new(setup, flow)
}
