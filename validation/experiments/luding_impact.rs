//! The elastic–plastic–adhesive contact against closed forms.

use super::measured::{ExperimentFailure, Measured, Results};
use std::f64::consts::PI;
use wetbounce_physics::contact::luding::LudingNormal;
use wetbounce_physics::contact::{DryBounce, DryOutcome, Impact, ImpactEnding, Luding, Material, Pair, PlasticLimit};

const RADIUS: f64 = 3e-3;
const MASS: f64 = 8.8e-4;
const STIFFNESS: f64 = 1e6;

/// Contact time and restitution of the linear limit; plastic work against the area of the force–overlap loop, and that
/// of an impact; restitution without adhesion; and whether strong adhesion holds the sphere.
///
/// # Errors
/// An impact that fails.
pub fn measure() -> Results {
    let mut measured = linear()?;
    let (area, printed) = work_over_area()?;
    measured.push(Measured::number("plastic_work", area));
    measured.push(Measured::number("plastic_work_printed", printed));
    let (loss, balance) = loss_over_area()?;
    measured.push(Measured::number("energy_lost", loss));
    let plastic = Luding { adhesion_ratio: 0.0, plasticity_depth: 1e-3, ..Luding::default() };
    let rebound = bounce(plastic, 0.5)?.restitution;
    measured.push(Measured::number("restitution_beyond_limit", rebound));
    let sticky = sticky();
    let held = impact(sticky, 0.5)?;
    let loose = impact(Luding { adhesion_ratio: 0.02, ..sticky }, 0.5)?;
    let count = |outcome: &DryOutcome, ending| f64::from(outcome.ending == ending);
    measured.push(Measured::number("held", count(&held, ImpactEnding::Sticking)));
    measured.push(Measured::number("released", count(&loose, ImpactEnding::Separated)));
    let balance = [&held, &loose].iter().map(|outcome| outcome.bounces[0].energy.error.abs()).fold(balance, f64::max);
    measured.push(Measured::number("energy_error", balance));
    Ok(measured)
}

/// A law whose adhesion holds a slow sphere.
pub fn sticky() -> Luding {
    Luding { max_stiffness: 1e5, adhesion_ratio: 0.9, loading_ratio: 0.2, plasticity_depth: 0.005, ..Luding::default() }
}

fn impact(law: Luding, speed: f64) -> Result<DryOutcome, ExperimentFailure> {
    let pair = Pair::sphere_on_plane(RADIUS, MASS, [Material::default(); 2])?;
    let mut impact = Impact::on_plane(pair, wetbounce_physics::contact::Law::Luding(law), speed, 0.0)?;
    impact.control.record_every = 0;
    Ok(impact.run()?)
}

fn bounce(law: Luding, speed: f64) -> Result<DryBounce, ExperimentFailure> {
    Ok(impact(law, speed)?.bounces[0])
}

fn normal(law: Luding) -> Result<LudingNormal, ExperimentFailure> {
    Ok(law.normal(&Pair::sphere_on_plane(RADIUS, MASS, [Material::default(); 2])?)?)
}

/// `t_c = π/√(k/m − η²)`, `r = exp(−η t_c)`, `η = γ/(2m)`: the values furthest from the closed forms of three
/// viscosities.
fn linear() -> Results {
    let (mut time, mut rebound) = (1.0_f64, 1.0_f64);
    let further = |worst: f64, ratio: f64| if (ratio - 1.0).abs() > (worst - 1.0).abs() { ratio } else { worst };
    for normal_viscosity in [0.5, 2.0, 10.0] {
        let law = Luding { loading_ratio: 1.0, adhesion_ratio: 0.0, normal_viscosity, ..Luding::default() };
        let bounce = bounce(law, 0.7)?;
        let eta = normal_viscosity / (2.0 * MASS);
        let contact_time = PI / (STIFFNESS / MASS - eta * eta).sqrt();
        time = further(time, bounce.contact_duration_s / contact_time);
        rebound = further(rebound, bounce.restitution / (-eta * contact_time).exp());
    }
    Ok(vec![Measured::number("contact_time", time), Measured::number("restitution", rebound)])
}

/// The work stated, and that of the formula as printed, over the area between loading and unloading by the midpoint
/// rule.
fn work_over_area() -> Result<(f64, f64), ExperimentFailure> {
    const POINTS: usize = 200_000;
    let law = normal(Luding { plasticity_depth: 0.02, ..Luding::default() })?;
    let most = 0.8 * law.limit_overlap;
    let width = most / POINTS as f64;
    let force = |i: usize, memory: f64| law.force((i as f64 + 0.5) * width, 0.0, memory).force;
    let area: f64 = (0..POINTS).map(|i| (force(i, 0.0) - force(i, most)) * width).sum();
    Ok((law.plastic_work(most) / area, law.published_plastic_work(most) / area))
}

/// The loss furthest from the area of the loop in six undamped impacts, and the worst balance of energy.
fn loss_over_area() -> Result<(f64, f64), ExperimentFailure> {
    let (mut worst, mut balance) = (1.0_f64, 0.0_f64);
    for plastic_limit in [PlasticLimit::Woo, PlasticLimit::Luding] {
        for (adhesion_ratio, plasticity_depth) in [(0.0, 0.01), (0.2, 0.01), (0.05, 0.002)] {
            let law = Luding { adhesion_ratio, plasticity_depth, plastic_limit, ..Luding::default() };
            let bounce = bounce(law, 0.5)?;
            let lost = bounce.energy.before * (1.0 - bounce.restitution * bounce.restitution);
            let ratio = lost / normal(law)?.plastic_work(bounce.max_overlap_m);
            worst = if (ratio - 1.0).abs() > (worst - 1.0).abs() { ratio } else { worst };
            balance = balance.max(bounce.energy.error.abs());
        }
    }
    Ok((worst, balance))
}
