//! Oblique impacts with friction and spin against closed forms, conservation laws and an independent integration.

use super::measured::{ExperimentFailure, Measured};
use nalgebra::{Rotation3, Vector3};
use std::f64::consts::PI;
use wetbounce_physics::contact::smooth::dop853;
use wetbounce_physics::contact::{
    Bodies, DryBounce, Hertz, HertzStiffness, Impact, Law, Lever, Luding, Material, Maw, MusenHertz, Pair, SpringKind,
};
use wetbounce_physics::error::BadParameter;

const ALUMINA: Material = Material { young_modulus: 360e9, poisson_ratio: 0.23 };
const GLASS: Material = Material { young_modulus: 70e9, poisson_ratio: 0.25 };
/// The set-up of Kharaz, Gorham & Salman (2001): alumina of 5 mm at 3.9 m/s on glass, and the friction they found.
const RADIUS: f64 = 2.5e-3;
const MASS: f64 = 2.6e-4;
const SPEED: f64 = 3.9;
const FRICTION: f64 = 0.092;

type ExperimentResult<T> = Result<T, ExperimentFailure>;

/// Sliding, rolling up and sticking impacts, momenta, frames and balances; every value is the worst of all laws and
/// angles.
///
/// # Errors
/// An impact that fails.
pub fn measure() -> ExperimentResult<Vec<Measured>> {
    let mut measured = sliding()?;
    let (line, collapse) = maw()?;
    measured.push(Measured::number("maw_line_error", line));
    measured.push(Measured::number("scaled_angle_difference", collapse));
    measured.push(Measured::number("sticking_error", sticking()?));
    measured.push(Measured::new("integration_difference", "m/s", integrators()?));
    let [momentum, angular] = momenta()?;
    measured.push(Measured::number("momentum_change", momentum));
    measured.push(Measured::number("angular_momentum_change", angular));
    measured.push(Measured::number("rotated_difference", rotated()?));
    measured.push(Measured::number("energy_error", balance()?));
    Ok(measured)
}

fn pair() -> ExperimentResult<Pair> {
    Ok(Pair::sphere_on_plane(RADIUS, MASS, [ALUMINA, GLASS])?)
}

fn bounce(law: Law, speed: f64, angle: f64) -> ExperimentResult<DryBounce> {
    let mut impact = Impact::on_plane(pair()?, law, speed, angle)?;
    impact.control.record_every = 0;
    Ok(impact.run()?.bounces[0])
}

/// One of each law with all its senses; dynamic friction equal to static, MUSEN's with the arms `lever`.
pub fn laws(friction: f64, lever: Lever) -> [Law; 4] {
    let hertz = Hertz { restitution: 0.9, friction, ..Hertz::default() };
    let stiffness =
        HertzStiffness { gamma_n: 1e7, gamma_t: 5e6, limit_force: true, friction, ..HertzStiffness::default() };
    let musen = MusenHertz { friction, lever, ..MusenHertz::default() };
    let luding = Luding {
        max_stiffness: 1e7,
        adhesion_ratio: 0.0,
        friction,
        dynamic_ratio: 1.0,
        rolling_viscosity: 1e-6,
        twisting_viscosity: 1e-6,
        ..Luding::default()
    };
    [Law::Hertz(hertz), Law::HertzStiffness(stiffness), Law::MusenHertz(musen), Law::Luding(luding)]
}

/// The same without damping, so that the friction limit grows from zero as the springs do.
pub fn elastic_laws(friction: f64, lever: Lever) -> [Law; 4] {
    let [_, _, musen, luding] = laws(friction, lever);
    let hertz = Law::Hertz(Hertz { friction, ..Hertz::default() });
    let stiffness = Law::HertzStiffness(HertzStiffness { friction, ..HertzStiffness::default() });
    [hertz, stiffness, musen, luding]
}

/// Tangential speed and radius times spin after the impact, over its speed `V`, at an angle of incidence \[degrees\],
/// each with its numerical uncertainty and the lowest and highest value under three kinds of tangential spring; the
/// value is that of an accumulated force. Hertz' contact of alumina on glass with the restitution 0.98; half as many
/// steps change it by the uncertainty.
///
/// # Errors
/// An impact that fails.
pub fn rebound(angle: f64) -> ExperimentResult<[f64; 8]> {
    let found = |tangential, steps| -> ExperimentResult<[f64; 2]> {
        let normal = Hertz { restitution: 0.98, no_attraction: false, ..Hertz::default() };
        let law = Hertz { friction: FRICTION, lever: Lever::Radius, tangential, ..normal };
        let mut impact = Impact::on_plane(pair()?, Law::Hertz(law), SPEED, angle)?;
        (impact.control.record_every, impact.control.steps_per_contact) = (0, steps);
        let outcome = impact.run()?;
        let bounce = outcome.bounces[0];
        Ok([bounce.oblique.tangential_after_m_s / SPEED, RADIUS * bounce.spin[0].y / SPEED])
    };
    let coarse = found(SpringKind::Force, 1000)?;
    let all = [SpringKind::Force, SpringKind::Displacement, SpringKind::Rescaled].map(|kind| found(kind, 2000));
    let [fine, displacement, rescaled] = all;
    let (fine, others) = (fine?, [displacement?, rescaled?]);
    let mut row = [0.0; 8];
    for k in 0..2 {
        let [low, high] =
            [f64::min, f64::max].map(|end: fn(f64, f64) -> f64| others.iter().fold(fine[k], |to, o| end(to, o[k])));
        row[4 * k..4 * k + 4].copy_from_slice(&[fine[k], (fine[k] - coarse[k]).abs() + 1e-12, low, high]);
    }
    Ok(row)
}

/// `v_t = V [sin θ − μ(1+e) cos θ]` at 60°, 75° and 85°; the spin is `5/2 (V sin θ − v_t)/a` with the arm `a`.
fn sliding() -> ExperimentResult<Vec<Measured>> {
    let (mut elastic, mut damped, mut spin) = (0.0_f64, 0.0_f64, 0.0_f64);
    for angle in [60.0, 75.0, 85.0] {
        let (sin, cos) = f64::to_radians(angle).sin_cos();
        let error = |law| {
            let bounce = bounce(law, SPEED, angle)?;
            let closed = SPEED * (sin - FRICTION * (1.0 + bounce.restitution) * cos);
            ExperimentResult::Ok((bounce.oblique.tangential_after_m_s / closed - 1.0).abs())
        };
        for law in elastic_laws(FRICTION, Lever::ContactPoint) {
            elastic = elastic.max(error(law)?);
        }
        for law in laws(FRICTION, Lever::ContactPoint) {
            damped = damped.max(error(law)?);
        }
        let arm = Hertz { friction: FRICTION, lever: Lever::Radius, restitution: 0.98, ..Hertz::default() };
        let turned = bounce(Law::Hertz(arm), SPEED, angle)?;
        let closed = 2.5 * (SPEED * sin - turned.oblique.tangential_after_m_s) / RADIUS;
        spin = spin.max((turned.spin[0].y / closed - 1.0).abs());
    }
    Ok(vec![
        Measured::number("sliding_speed_error", elastic).at(&[&"elastic"]),
        Measured::number("sliding_speed_error", damped).at(&[&"damped"]),
        Measured::number("sliding_spin_error", spin),
    ])
}

/// Error of `ψ₂ = ψ₁ − 4χ` over `ψ₁` where the contact slides throughout; and the difference of `ψ₂` between impacts at
/// one `ψ₁` with twice the friction and a fortieth of the speed.
fn maw() -> ExperimentResult<(f64, f64)> {
    let angles = [5.0, 12.0, 20.0, 30.0, 50.0, 80.0];
    let scaled = angles.map(|angle: f64| (2.0 * angle.to_radians().tan()).atan().to_degrees());
    let rows = |friction, speed: f64, angles: [f64; 6]| {
        let law = Hertz { friction, lever: Lever::Radius, tangential: SpringKind::Rescaled, ..Hertz::default() };
        let scaled = |angle| Ok(Maw::of(&bounce(Law::Hertz(law), speed, angle)?, &pair()?, friction));
        angles.into_iter().map(scaled).collect::<ExperimentResult<Vec<_>>>()
    };
    let (here, there) = (rows(FRICTION, SPEED, angles)?, rows(2.0 * FRICTION, 0.1, scaled)?);
    let line = here.iter().filter(|maw| maw.slides_throughout());
    let line = line.map(|maw| (maw.psi_2 - maw.psi_1 + 4.0 * maw.chi).abs() / maw.psi_1).fold(0.0, f64::max);
    let pairs = here.iter().zip(&there);
    let collapse = pairs.map(|(one, other)| (one.psi_2 - other.psi_2).abs() / one.psi_1.max(1.0)).fold(0.0, f64::max);
    Ok((line, collapse))
}

/// A linear spring that does not slide turns the tangential motion by the phase `π√(7/2 k_t/k_n)` in a contact: the
/// tangential restitution is minus its cosine.
fn sticking() -> ExperimentResult<f64> {
    let mut worst = 0.0_f64;
    for tangential_ratio in [0.2, 0.5, 1.0] {
        let law = Luding {
            loading_ratio: 1.0,
            adhesion_ratio: 0.0,
            friction: 1e9,
            tangential_ratio,
            rolling_friction: 0.0,
            twisting_friction: 0.0,
            lever: Lever::Radius,
            ..Luding::default()
        };
        let mut impact = Impact::on_plane(pair()?, Law::Luding(law), 0.5, 20.0)?;
        (impact.control.steps_per_contact, impact.control.record_every) = (2000, 0);
        let phase = PI * (3.5 * tangential_ratio).sqrt();
        worst = worst.max((impact.run()?.bounces[0].oblique.tangential_restitution + phase.cos()).abs());
    }
    Ok(worst)
}

/// Two unequal spheres of unlike materials, oblique, both spinning, in no special direction.
///
/// # Errors
/// None: both spheres are possible.
pub fn two_spheres(law: Law) -> Result<Impact, BadParameter> {
    let pair = Pair::spheres([3e-3, 5e-3], [2500.0, 1100.0], [ALUMINA, GLASS])?;
    let along = Vector3::new(0.3, -0.5, 0.8).normalize();
    let centre = Vector3::new(0.01, 0.02, -0.03);
    let bodies = Bodies {
        position: [centre + along * 8e-3, centre],
        velocity: [Vector3::new(0.2, 1.0, -2.0), Vector3::new(0.5, -0.2, 0.4)],
        spin: [Vector3::new(50.0, -80.0, 120.0), Vector3::new(-30.0, 20.0, 70.0)],
    };
    let mut impact = Impact::new(pair, law, bodies)?;
    impact.control.record_every = 0;
    Ok(impact)
}

/// Velocity of the first sphere and surface speed of the second after a contact that sticks, against Dormand–Prince
/// 8(5,3) with a tolerance of 1e-12; 1600 steps.
fn integrators() -> ExperimentResult<f64> {
    let mut worst = 0.0_f64;
    for kind in [SpringKind::Displacement, SpringKind::Force] {
        let law = Law::Hertz(Hertz { friction: 1e9, tangential: kind, ..Hertz::default() });
        let mut impact = two_spheres(law)?;
        let exact = dop853(&impact, 1e-12)?.bodies;
        impact.control.steps_per_contact = 1600;
        let found = impact.run()?.bodies;
        let spin = 3e-3 * (found.spin[1] - exact.spin[1]).norm();
        worst = worst.max((found.velocity[0] - exact.velocity[0]).norm() + spin);
    }
    Ok(worst)
}

fn momenta() -> ExperimentResult<[f64; 2]> {
    let mut worst = [0.0_f64; 2];
    for law in laws(0.3, Lever::ContactPoint) {
        let impact = two_spheres(law)?;
        let (before, after) = (impact.bodies, impact.run()?.bodies);
        let sums = |bodies: &Bodies| [bodies.momentum(&impact.pair), bodies.angular_momentum(&impact.pair)];
        for ((worst, was), is) in worst.iter_mut().zip(sums(&before)).zip(sums(&after)) {
            *worst = worst.max((is - was).norm() / was.norm());
        }
    }
    Ok(worst)
}

/// Velocities and spins of the impact turned as a whole against the turned result.
fn rotated() -> ExperimentResult<f64> {
    let rotation = Rotation3::from_euler_angles(0.3, 1.1, -0.7);
    let mut worst = 0.0_f64;
    for law in laws(0.3, Lever::ContactPoint) {
        let impact = two_spheres(law)?;
        let mut turned = impact.clone();
        let Bodies { position, velocity, spin } = impact.bodies;
        turned.bodies = Bodies {
            position: position.map(|x| rotation * x),
            velocity: velocity.map(|v| rotation * v),
            spin: spin.map(|s| rotation * s),
        };
        let (here, there) = (impact.run()?.bodies, turned.run()?.bodies);
        let vectors = here.velocity.into_iter().chain(here.spin).zip(there.velocity.into_iter().chain(there.spin));
        worst = vectors.map(|(a, b)| (b - rotation * a).norm() / a.norm()).fold(worst, f64::max);
    }
    Ok(worst)
}

fn balance() -> ExperimentResult<f64> {
    let mut worst = 0.0_f64;
    for friction in [0.0, FRICTION, 0.5] {
        for law in laws(friction, Lever::ContactPoint) {
            for angle in [0.0, 5.0, 15.0, 25.0, 45.0, 75.0, 85.0] {
                worst = worst.max(bounce(law, SPEED, angle)?.energy.error.abs());
            }
            worst = worst.max(two_spheres(law)?.run()?.bounces[0].energy.error.abs());
        }
    }
    Ok(worst)
}
