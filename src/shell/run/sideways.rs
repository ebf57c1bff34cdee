//! From a case to the third dimension of its run.

use crate::azimuthal::flow::AzimuthalSetup;
use crate::azimuthal::sphere::NetInertia;
use crate::case::{Case, Start, Symmetry};
use crate::liquid::HistoryMemory;
use crate::motion::blended_theory::BlendedTheory;
use crate::motion::immersed::ImmersedSetup;
use crate::motion::sideways::{Direction, Kick, Sideways, SidewaysSetup};
use crate::motion::tangential_wall::TangentialWall;
use crate::motion::twist::{RotationLayers, RotationNearWall, TwistSetup};
use crate::motion::unresolved_layer::UnresolvedLayer;

/// Largest slip in modes m ≥ 1 over the reference speed.
const SLIP: f64 = 1e-6;
/// Largest residual of the response per unit speed in mode 1.
const UNIT_SLIP: f64 = 1e-4;
/// How long the lateral force lasts that breaks the symmetry, over D/U.
const KICK: f64 = 2.0;

/// Azimuthal modes m ≥ 1, lateral motion and spin, beside the axisymmetric flow of set-up `mean` on `rows` rows of cells.
/// `speed` is the reference speed [m/s], `wall` friction and film, `blended` the theory in the film's place.
pub(super) fn of_case(
    case: &Case,
    mean: &ImmersedSetup,
    rows: usize,
    speed: f64,
    wall: TangentialWall,
    blended: Option<(BlendedTheory, HistoryMemory)>,
) -> Sideways {
    let flow = AzimuthalSetup {
        radial: mean.radial.clone(),
        rows,
        lowest: 1,
        highest: case.resolution.azimuthal_modes as usize,
        symmetric: case.resolution.symmetry == Symmetry::Plane,
        diameter: mean.diameter(),
        markers: if case.release.in_open_liquid() {
            mean.spheres[0].markers
        } else {
            mean.spheres[0].markers.in_three_dimensions()
        },
        viscosity: mean.viscosity,
        ends: mean.ends,
        tolerance: SLIP * speed,
        unit_tolerance: UNIT_SLIP,
    };
    let [about_x, about_y, about_z] = case.release.lateral.spin;
    let ratio = case.sphere.density / case.liquid.density;
    let inertia = NetInertia::homogeneous(mean.diameter(), ratio);
    let weight = inertia.0.lateral * case.run.gravity;
    let kick = if let Start::Held { .. } = case.release.start { 0.0 } else { case.release.lateral.perturbation };
    let (load, length) = (kick * weight.abs(), KICK * mean.diameter() / speed);
    let mut along = Direction {
        load: weight * case.wall.inclination.to_radians().sin(),
        kick: Kick { load, from: 0.0, until: length },
        lead: case.release.lateral_lead(mean.diameter()),
        spin: about_y,
        start: 0.0,
    };
    if case.release.is_prescribed() {
        along.start = along.lead.speed(case.release.along_normal().velocity_after(0.0), 0.0);
    }
    let across = Direction {
        load: 0.0,
        kick: Kick { load, from: length, until: 2.0 * length },
        lead: case.release.lead_across(mean.diameter()),
        spin: -about_x,
        start: 0.0,
    };
    let twist = TwistSetup::new(0.5 * mean.diameter(), ratio, about_z);
    let setup = SidewaysSetup {
        inertia,
        layer: UnresolvedLayer::none(),
        rotation: RotationLayers::none(),
        near_wall: RotationNearWall::none(),
        along,
        across: (!flow.symmetric).then_some((across, twist)),
        wall,
        blended,
        liquid_density: case.liquid.density,
        volume: case.sphere.volume(),
    };
    Sideways::new(setup, flow)
}
