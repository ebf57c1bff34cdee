//! The exact solutions of references, each by the function that the experiments use.

use super::basset::basset_settling;
use super::dry_impact::{ATTRACTION_ERROR, damped_hertz};
use super::plate::{ZENER_ERROR, zener};
use super::{oblique_impact, oscillating};
use wetbounce_physics::liquid::{TwoSpheres, brenner, drag, oneill};
use wetbounce_shell::reference::Formula;

/// All of them.
pub const FORMULAS: &[Formula] = &[
    Formula { name: "approach-wall", at: approach_wall },
    Formula { name: "approach-pair", at: approach_pair },
    Formula { name: "along-wall", at: along_wall },
    Formula { name: "oscillation", at: oscillation },
    Formula { name: "start-from-rest", at: start_from_rest },
    Formula { name: "dry-impact", at: dry_impact },
    Formula { name: "oblique-impact", at: oblique },
    Formula { name: "plate-impact", at: plate_impact },
    Formula { name: "pair-momentum", at: pair_momentum },
];

/// A value with a relative uncertainty, which is no less than round-off.
fn within(value: f64, relative: f64) -> [f64; 2] {
    [value, relative * value.abs()]
}

/// Force at a gap over diameter (Brenner 1961), to 1e-12.
fn approach_wall(at: &[f64]) -> Option<Vec<f64>> {
    let [gap] = *at else { return None };
    (1e-8..=1e4).contains(&gap).then(|| within(brenner(2.0 * gap), 1e-12).to_vec())
}

/// Forces on the moving sphere, against its motion, and on the held one, along that motion, over `3πμUD` of the moving
/// one, at a gap over its diameter and a radius of the other over its own.
fn approach_pair(at: &[f64]) -> Option<Vec<f64>> {
    let [gap, ratio] = *at else { return None };
    if !(1e-8..=1e3).contains(&gap) || !(0.01..=100.0).contains(&ratio) {
        return None;
    }
    let [[own, other], _] = TwoSpheres::new([0.5, 0.5 * ratio]).exact(gap);
    let of = |force: f64| within(2.0 * force, drag::two_spheres::SERIES_ERROR);
    Some([of(own), of(-other)].concat())
}

/// Force and torque at a gap over diameter (O'Neill 1964).
fn along_wall(at: &[f64]) -> Option<Vec<f64>> {
    let [gap] = *at else { return None };
    if !(5e-7..=500.0).contains(&gap) {
        return None;
    }
    let [force, torque] = oneill(2.0 * gap);
    let error = drag::oneill::ERROR;
    Some([within(force, error), [torque, error]].concat())
}

/// Parts of the force and added mass at `ω a²/ν` (Stokes 1851).
fn oscillation(at: &[f64]) -> Option<Vec<f64>> {
    let [frequency] = *at else { return None };
    if !(1e-6..=1e8).contains(&frequency) {
        return None;
    }
    let [in_phase, added_mass] = oscillating::exact((0.5 * frequency).sqrt());
    let quadrature = 2.0 / 9.0 * frequency * added_mass;
    Some([in_phase, quadrature, added_mass].map(|value| within(value, 1e-15)).concat())
}

/// Speed over the terminal one at `νt/a²` and a density ratio (Basset 1888), to 1e-10.
fn start_from_rest(at: &[f64]) -> Option<Vec<f64>> {
    let [time, ratio] = *at else { return None };
    let holds = (1e-6..=1e6).contains(&time) && (0.0..=1e3).contains(&ratio);
    holds.then(|| vec![basset_settling(ratio, time), 1e-10])
}

/// The friction of the reference `dry-impact`.
const FRICTION: f64 = 0.1;
/// Angles of incidence \[degrees\] from which on a contact of this friction slides throughout, for Poisson's ratios up
/// to 0.5: `tan A > 7 μ` (Maw, Barber & Fawcett 1976 with `χ ≤ 7/4`, `κ ≥ 2/3`: `tan A > (4χ − 1) μ/κ ≤ 9 μ`).
const SLIDING: std::ops::RangeInclusive<f64> = 45.0..=85.0;
/// What damping that presses before the tangential spring is stretched changes of the tangential speed, over the speed
/// of the impact.
const STICKS_AT_FIRST: f64 = 1e-3;

/// Restitution, contact time and largest overlap over Hertz', restitution without attraction, tangential speed and spin
/// times radius over the speed of the impact, for a restitution put in and an angle of incidence \[degrees\].
fn dry_impact(at: &[f64]) -> Option<Vec<f64>> {
    let [restitution, angle] = *at else { return None };
    if !(0.01..=1.0).contains(&restitution) || !(angle == 0.0 || SLIDING.contains(&angle)) {
        return None;
    }
    let [time, overlap, cut] = damped_hertz(restitution);
    let impulse = if angle == 0.0 { 0.0 } else { FRICTION * (1.0 + restitution) * angle.to_radians().cos() };
    let along = angle.to_radians().sin() - impulse;
    let damped = if restitution == 1.0 || angle == 0.0 { 1e-15 } else { STICKS_AT_FIRST };
    let normal = [[restitution, 1e-15], [time, 1e-10], [overlap, 1e-14], [cut, ATTRACTION_ERROR]];
    Some([normal.concat(), vec![along, damped, 2.5 * impulse, 2.5 * damped]].concat())
}

/// Tangential speed and spin at an angle of incidence \[degrees\].
fn oblique(at: &[f64]) -> Option<Vec<f64>> {
    let [angle] = *at else { return None };
    let holds = (1.0..=89.0).contains(&angle);
    holds.then(|| oblique_impact::rebound(angle).ok().map(|row| row.to_vec())).flatten()
}

/// Restitution at `λ` (Zener 1941).
fn plate_impact(at: &[f64]) -> Option<Vec<f64>> {
    let [lambda] = *at else { return None };
    (0.0..=2.0).contains(&lambda).then(|| vec![zener(lambda), ZENER_ERROR])
}

/// Speeds of both spheres over that of the first before the impact, for the mass of the second over that of the first
/// and a restitution: Newton's, with the momentum that both share.
fn pair_momentum(at: &[f64]) -> Option<Vec<f64>> {
    let [mass_ratio, restitution] = *at else { return None };
    if mass_ratio.is_nan() || mass_ratio <= 0.0 || !(0.0..=1.0).contains(&restitution) {
        return None;
    }
    let [first, second] = [1.0 - restitution * mass_ratio, 1.0 + restitution].map(|over| over / (1.0 + mass_ratio));
    Some(vec![first, 1e-15, second, 1e-15])
}
