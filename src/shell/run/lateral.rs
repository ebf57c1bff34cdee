//! From a case to the motion along the wall, and the azimuthal modes that it needs.

use super::quantities::{FRICTION, LATERAL_DISTANCE, LATERAL_END, SPIN_END};
use crate::case::{Case, Symmetry};
use crate::flow::fields::Parts;
use crate::flow::setup::{AzimuthalSetup, MarkerSpec};
use crate::motion::body::LateralMotion;
use crate::motion::forces::{Direction, Directions, PerturbationForce};

/// Largest slip in modes m ≥ 1 over the reference speed.
const SLIP: f64 = 1e-6;
/// Largest residual of the response per unit speed in mode 1.
const UNIT_SLIP: f64 = 1e-4;
/// How long the lateral force lasts that breaks the symmetry, over D/U.
const KICK: f64 = 2.0;

/// Azimuthal modes m ≥ 1, if any, beside the axisymmetric one with the markers `mean`. `speed` is the reference speed [m/s].
pub(super) fn modes(case: &Case, mean: MarkerSpec, speed: f64) -> Option<AzimuthalSetup> {
    let highest = case.resolution.azimuthal_modes as usize;
    (highest > 0).then(|| AzimuthalSetup {
        parts: Parts { highest, symmetric: case.resolution.symmetry == Symmetry::Plane },
        markers: if case.release.in_open_liquid() { mean } else { mean.in_three_dimensions() },
        tolerance: SLIP * speed,
        unit_tolerance: UNIT_SLIP,
    })
}

/// The directions along the wall in which the sphere moves; none without azimuthal modes. `speed` is the reference speed [m/s].
pub(super) fn directions(case: &Case, speed: f64) -> Directions {
    if case.resolution.azimuthal_modes == 0 {
        return Directions::default();
    }
    let diameter = case.sphere.diameter;
    let [about_x, about_y, about_z] = case.release.spin;
    let excess_mass = (case.sphere.density - case.liquid.density) * case.sphere.volume();
    let weight = excess_mass * case.run.gravity;
    let share = if case.release.start.is_held() { 0.0 } else { case.release.perturbation };
    let (force, length) = (share * weight.abs(), KICK * diameter / speed);
    let mut x = Direction {
        weight: weight * case.wall.inclination.to_radians().sin(),
        perturbation: PerturbationForce { force, from: 0.0, until: length },
        lead: case.release.lateral_lead(diameter),
        spin: about_y,
        start: 0.0,
    };
    if case.release.is_prescribed() {
        x.start = x.lead.speed(case.release.along_normal().velocity_after(0.0), 0.0);
    }
    if case.resolution.symmetry == Symmetry::Plane {
        return Directions { along: vec![x], twist: 0.0 };
    }
    let y = Direction {
        weight: 0.0,
        perturbation: PerturbationForce { force, from: length, until: 2.0 * length },
        lead: case.release.lead_across(diameter),
        spin: -about_x,
        start: 0.0,
    };
    Directions { along: vec![x, y], twist: about_z }
}

/// Where a motion along x ends, to which friction took so much energy \[J\].
pub(super) fn ended(x: &LateralMotion, friction: f64) -> [(String, f64); 4] {
    [FRICTION.is(friction), LATERAL_DISTANCE.is(x.x), LATERAL_END.is(x.velocity), SPIN_END.is(x.spin)]
}
