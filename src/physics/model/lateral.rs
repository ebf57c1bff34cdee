//! From a case to the motion along the wall, and the azimuthal modes that it needs.

use super::results::{FRICTION, LATERAL_DISTANCE, LATERAL_END, SPIN_END};
use crate::flow::fields::Parts;
use crate::flow::setup::{AzimuthalSetup, MarkerSpec};
use crate::motion::body::LateralMotion;
use crate::motion::forces::{Direction, Directions, PerturbationForce};
use crate::problem::{Problem, Symmetry};

/// Largest slip in modes m ≥ 1 over the reference speed.
const SLIP: f64 = 1e-6;
/// Largest residual of the response per unit speed in mode 1.
const UNIT_SLIP: f64 = 1e-4;
/// How long the lateral force lasts that breaks the symmetry, over D/U.
const KICK: f64 = 2.0;

/// Azimuthal modes m ≥ 1, if any, beside the axisymmetric one with the markers `mean`. `speed` is the reference speed
/// [m/s].
pub(super) fn modes(problem: &Problem, mean: MarkerSpec, speed: f64) -> Option<AzimuthalSetup> {
    let highest = problem.resolution.azimuthal_modes as usize;
    (highest > 0).then(|| AzimuthalSetup {
        parts: Parts { highest, symmetric: problem.resolution.symmetry == Symmetry::Plane },
        markers: if !problem.surroundings.has_gap() { mean } else { mean.in_three_dimensions() },
        tolerance: SLIP * speed,
        unit_tolerance: UNIT_SLIP,
    })
}

/// The directions along the wall in which the sphere moves; none without azimuthal modes. `speed` is the reference
/// speed [m/s].
pub(super) fn directions(problem: &Problem, speed: f64) -> Directions {
    if problem.resolution.is_axisymmetric() {
        return Directions::default();
    }
    let diameter = problem.sphere.diameter;
    let [about_x, about_y, about_z] = problem.start.spin;
    let excess_mass = (problem.sphere.density - problem.liquid.density) * problem.sphere.volume();
    let weight = excess_mass * problem.gravity.abs();
    let share = if problem.start.start.is_held() { 0.0 } else { problem.start.perturbation };
    let (force, length) = (share * weight.abs(), KICK * diameter / speed);
    let mut x = Direction {
        weight: weight * problem.surroundings.inclination().to_radians().sin(),
        perturbation: PerturbationForce { force, from: 0.0, until: length },
        lead: problem.start.lateral_lead(diameter),
        spin: about_y,
        start: 0.0,
    };
    if problem.start.is_prescribed() {
        x.start = x.lead.speed(problem.start.along_normal().velocity_after(0.0), 0.0);
    }
    if problem.resolution.symmetry == Symmetry::Plane {
        return Directions { along: vec![x], twist: 0.0 };
    }
    let y = Direction {
        weight: 0.0,
        perturbation: PerturbationForce { force, from: length, until: 2.0 * length },
        lead: problem.start.lead_across(diameter),
        spin: -about_x,
        start: 0.0,
    };
    Directions { along: vec![x, y], twist: about_z }
}

/// Where a motion along x ends, to which friction took so much energy \[J\].
pub(super) fn ended(x: &LateralMotion, friction: f64) -> [(String, f64); 4] {
    [FRICTION.is(friction), LATERAL_DISTANCE.is(x.x), LATERAL_END.is(x.velocity), SPIN_END.is(x.spin)]
}
