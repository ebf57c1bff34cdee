//! Dry normal impacts by the engine of `wetbounce impact` against closed forms and a quadrature.

use super::measured::{ExperimentFailure, Measured};
use std::f64::consts::PI;
use wetbounce_physics::contact::hertz::collision_time;
use wetbounce_physics::contact::{DryBounce, Hertz, HertzStiffness, Impact, Integrator, Law, Material, Pair};
use wetbounce_physics::numerics::runge_kutta;

const STEEL: Material = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
const GLASS: Material = Material { young_modulus: 66.9e9, poisson_ratio: 0.25 };
const RADIUS: f64 = 6.35e-3;
const SPEED: f64 = 0.3;

type ExperimentResult<T> = Result<T, ExperimentFailure>;

/// Hertz' contact time, overlap and force of steel on glass at 0.3 m/s; the restitution put in, that with attraction
/// cut, and that of hertz/stiffness; their errors at the force evaluations of velocity Verlet's 20, 100 and 1000 steps;
/// two spheres.
///
/// # Errors
/// An impact that fails.
pub fn measure() -> ExperimentResult<Vec<Measured>> {
    let pair = Pair::sphere_on_plane(RADIUS, 4.0 / 3.0 * PI * RADIUS.powi(3) * 7780.0, [STEEL, GLASS])?;
    let elastic = bounce(pair, hertz(1.0, false), SPEED, 200)?;
    let stiffness = 4.0 / 3.0 * pair.effective_modulus() * RADIUS.sqrt();
    let overlap = (1.25 * pair.mass[0] * SPEED * SPEED / stiffness).powf(0.4);
    let mut measured: Vec<Measured> = [
        ("overlap", elastic.max_overlap_m / overlap),
        ("force", elastic.max_force / (stiffness * overlap.powf(1.5))),
        ("contact_time", elastic.contact_duration_s * SPEED / (2.943_275_184_3 * overlap)),
    ]
    .map(|(key, ratio)| Measured::number(key, ratio))
    .to_vec();
    let soft = Pair::sphere_on_plane(5e-3, 4.0 / 3.0 * PI * 5e-3f64.powi(3) * 2500.0, [GLASS; 2])?;
    for steps in [20, 100, 1000] {
        let half = bounce(pair, hertz(0.5, false), SPEED, steps)?.restitution;
        measured.push(Measured::number("restitution", half).at(&[&"hertz", &steps]));
        let damped = bounce(soft, damped(false), 1.0, steps)?.restitution;
        measured.push(Measured::number("restitution", damped).at(&[&"stiffness", &steps]));
    }
    let exact = quadrature(&soft, K_N, GAMMA_N, 1.0, false);
    for steps in [20, 100, 1000] {
        let found = at_equal_cost(pair, hertz(0.5, false), 1.0, steps)?;
        measured.push(Measured::number("error_at_cost", (found - 0.5).abs()).at(&[&"hertz", &steps]));
        let found = at_equal_cost(soft, damped(false), 1.0, steps)?;
        measured.push(Measured::number("error_at_cost", (found - exact).abs()).at(&[&"stiffness", &steps]));
    }
    measured.extend(restitutions(pair, soft)?);
    measured.extend(two_spheres()?);
    Ok(measured)
}

fn hertz(restitution: f64, no_attraction: bool) -> Law {
    Law::Hertz(Hertz { restitution, no_attraction, ..Hertz::default() })
}

const K_N: f64 = 7.326e6;
const GAMMA_N: f64 = 4e6;

fn damped(limit_force: bool) -> Law {
    Law::HertzStiffness(HertzStiffness { k_n: K_N, gamma_n: GAMMA_N, limit_force, ..HertzStiffness::default() })
}

fn bounce(pair: Pair, law: Law, speed: f64, steps: u32) -> ExperimentResult<DryBounce> {
    by(Integrator::Hermite, pair, law, speed, steps)
}

fn by(integrator: Integrator, pair: Pair, law: Law, speed: f64, steps: u32) -> ExperimentResult<DryBounce> {
    let mut impact = Impact::on_plane(pair, law, speed, 0.0)?;
    impact.control.integrator = integrator;
    impact.control.steps_per_contact = steps;
    impact.control.record_every = 0;
    Ok(impact.run()?.bounces[0])
}

/// Restitution by the most steps that need no more force evaluations than velocity Verlet's `steps`.
fn at_equal_cost(pair: Pair, law: Law, speed: f64, steps: u32) -> ExperimentResult<f64> {
    let allowed = by(Integrator::Verlet, pair, law, speed, steps)?.force_evaluations;
    for steps in (5..=steps).rev() {
        let found = bounce(pair, law, speed, steps)?;
        if found.force_evaluations <= allowed {
            return Ok(found.restitution);
        }
    }
    Ok(f64::NAN)
}

/// The worst error of the restitution put in, for 0.05 to 1 at three speeds; the restitution with attraction cut; and
/// the difference of hertz/stiffness, with and without attraction, from the quadrature.
fn restitutions(pair: Pair, soft: Pair) -> ExperimentResult<Vec<Measured>> {
    let mut worst = 0.0_f64;
    for put_in in [0.05, 0.2, 0.5, 0.7, 0.9, 0.97, 1.0] {
        for speed in [0.01, 0.3, 5.0] {
            worst = worst.max((bounce(pair, hertz(put_in, false), speed, 200)?.restitution - put_in).abs());
        }
    }
    let mut measured = vec![Measured::number("restitution_error", worst)];
    for put_in in [0.2, 0.5, 0.7] {
        let cut = bounce(pair, hertz(put_in, true), SPEED, 400)?.restitution;
        measured.push(Measured::number("restitution_cut", cut).at(&[&put_in]));
    }
    let mut worst = 0.0_f64;
    for limit_force in [false, true] {
        for speed in [0.2, 1.0] {
            let found = bounce(soft, damped(limit_force), speed, 400)?.restitution;
            worst = worst.max((found - quadrature(&soft, K_N, GAMMA_N, speed, limit_force)).abs());
        }
    }
    measured.push(Measured::number("stiffness_error", worst));
    Ok(measured)
}

/// Restitution of `m v̇ = −√(r ε)(k ε + γ m v)` from `y'' = −γ√r y' − (k√r/m) (3y/2)^{2/3}`, `dτ = √ε dt`, `y = 2/3
/// ε^{3/2}`, by Runge–Kutta of fourth order; `cut` ends it where the force vanishes.
pub fn quadrature(pair: &Pair, k_n: f64, gamma_n: f64, speed: f64, cut: bool) -> f64 {
    let root = pair.effective_radius().sqrt();
    let (k, damping) = (k_n * root / pair.effective_mass(), gamma_n * root);
    let pull = |y: f64, v: f64| -damping * v - k * (1.5 * y.max(0.0)).powf(2.0 / 3.0);
    let h = 1e-5 * (speed / k).powf(0.6) / speed;
    let (mut y, mut v) = (0.0, speed);
    loop {
        (y, v) = runge_kutta((y, v), h, pull);
        if y <= 0.0 || (cut && v < 0.0 && pull(y, v) >= 0.0) {
            return -v / speed;
        }
    }
}

/// Error of the closed form of the restitution without attraction: none but round-off.
pub const ATTRACTION_ERROR: f64 = 1e-14;

/// Contact time and largest overlap over those of an elastic impact, and the restitution where attraction is cut off,
/// of Hertz' contact with the damping of Antypov & Elliott (2011) that gives the restitution `e`; exact.
///
/// In `x = ε^{5/4}` and `ds = ε^{1/4} dt` the contact is a linear spring and dashpot of the damping ratio `ζ = −ln
/// e/√(π² + ln² e)`: it moves as `x = e^{−ζφ/√(1−ζ²)} sin φ`, `0 < φ < π`. So the overlap is largest at `cos φ = ζ`,
/// the time is `∫ x^{−1/5} dφ`, and the force vanishes where a linear one does (Schwager & Pöschel 2007). The integral
/// is taken by the double-exponential rule.
pub fn damped_hertz(e: f64) -> [f64; 3] {
    let zeta = -e.ln() / (PI * PI + e.ln().powi(2)).sqrt();
    let root = (1.0 - zeta * zeta).sqrt();
    let overlap = (-zeta / root * zeta.acos()).exp().powf(0.8);
    let cut = (-2.0 * zeta * zeta.acos() / root).exp();
    let time = |slope: f64| -> f64 {
        let node = |k: i32| {
            let u = f64::from(k) / 32.0;
            // The share of π on either side of the node.
            let [below, above] = [-1.0, 1.0].map(|sign: f64| 1.0 / (1.0 + (sign * PI * u.sinh()).exp()));
            let sine = (PI * below.min(above)).sin();
            PI * PI * u.cosh() * below * above * (0.2 * slope * PI * below).exp() * sine.powf(-0.2) / 32.0
        };
        (-112..=112).map(node).sum()
    };
    [time(zeta / root) / time(0.0) * root.powf(-0.8), overlap, cut]
}

/// The contact time of equal spheres over woo's formula, and the largest error of the speeds of unequal ones.
fn two_spheres() -> ExperimentResult<Vec<Measured>> {
    let (radius, density, speed) = (4e-3, 2500.0, 0.8);
    let equal = Impact::spheres([radius; 2], [density; 2], [GLASS; 2], hertz(1.0, true), speed, 0.0)?;
    let formula = collision_time(density, equal.pair.effective_modulus(), 2.0 * radius, speed);
    let time = equal.run()?.bounces[0].contact_duration_s / formula;
    let unequal = Impact::spheres([2e-3, 5e-3], [7800.0, 1200.0], [STEEL, GLASS], hertz(0.7, false), 2.0, 0.0)?;
    let [m1, m2] = unequal.pair.mass;
    let newton = [-2.0 * (m1 - 0.7 * m2) / (m1 + m2), -2.0 * 1.7 * m1 / (m1 + m2)];
    let after = unequal.run()?.bodies.velocity;
    let error = after.iter().zip(newton).map(|(v, newton)| (v.z - newton).abs()).fold(0.0, f64::max);
    Ok(vec![Measured::number("contact_time_over_woo", time), Measured::new("speed_error", "m/s", error)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contact_time_and_overlap_of_a_damped_impact_are_those_of_the_engine() {
        let pair = Pair::sphere_on_plane(RADIUS, 1e-2, [STEEL, GLASS]).unwrap();
        let elastic = bounce(pair, hertz(1.0, false), SPEED, 2000).unwrap();
        assert_eq!(damped_hertz(1.0), [1.0; 3]);
        for restitution in [0.95, 0.7, 0.3] {
            let [time, overlap, cut] = damped_hertz(restitution);
            let found = bounce(pair, hertz(restitution, false), SPEED, 2000).unwrap();
            let times = found.contact_duration_s / elastic.contact_duration_s;
            assert!((times / time - 1.0).abs() < 1e-6, "{restitution}: {times} {time}");
            let overlaps = found.max_overlap_m / elastic.max_overlap_m;
            assert!((overlaps / overlap - 1.0).abs() < 1e-6, "{restitution}: {overlaps} {overlap}");
            let found = bounce(pair, hertz(restitution, true), SPEED, 2000).unwrap().restitution;
            assert!((found - cut).abs() < 1e-5, "{restitution}: {found} {cut}");
        }
    }
}
