//! Dry impacts by the engine of `wetbounce impact` against closed forms.

use super::experiment::{ExperimentFailure, Measured};
use crate::contact::{Bounce, Hertz, HertzStiffness, Impact, Law, Material, Pair};
use std::f64::consts::PI;

const STEEL: Material = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
const GLASS: Material = Material { young_modulus: 66.9e9, poisson_ratio: 0.25 };

/// Hertz' contact time, overlap and force of steel on glass at 0.3 m/s; the restitution put in, and that of hertz/stiffness, at
/// 20, 100 and 1000 steps per contact.
///
/// # Errors
/// An impact that fails.
pub fn measure() -> Result<Vec<Measured>, ExperimentFailure> {
    const RADIUS: f64 = 6.35e-3;
    const SPEED: f64 = 0.3;
    let pair = Pair::sphere_on_plane(RADIUS, 4.0 / 3.0 * PI * RADIUS.powi(3) * 7780.0, [STEEL, GLASS])?;
    let hertz = |restitution| Law::Hertz(Hertz { restitution, no_attraction: false, ..Hertz::default() });
    let elastic = bounce(pair, hertz(1.0), SPEED, 200)?;
    let stiffness = 4.0 / 3.0 * pair.effective_modulus() * RADIUS.sqrt();
    let overlap = (1.25 * pair.mass[0] * SPEED * SPEED / stiffness).powf(0.4);
    let mut measured: Vec<Measured> = [
        ("overlap over Hertz'", elastic.max_overlap_m / overlap),
        ("force over Hertz'", elastic.max_force / (stiffness * overlap.powf(1.5))),
        ("contact time over Hertz'", elastic.contact_duration_s * SPEED / (2.943_275_184_3 * overlap)),
    ]
    .map(|(what, ratio)| Measured::new(what, "1", ratio))
    .to_vec();
    let soft = Pair::sphere_on_plane(5e-3, 4.0 / 3.0 * PI * 5e-3f64.powi(3) * 2500.0, [GLASS; 2])?;
    let damped = HertzStiffness { k_n: 7.326e6, gamma_n: 4e6, limit_force: false, ..HertzStiffness::default() };
    for steps in [20, 100, 1000] {
        let half = bounce(pair, hertz(0.5), SPEED, steps)?.restitution;
        measured.push(Measured::new(format!("restitution put in 0.5, {steps} steps"), "1", half));
        let damped = bounce(soft, Law::HertzStiffness(damped), 1.0, steps)?.restitution;
        measured.push(Measured::new(format!("restitution of hertz/stiffness, {steps} steps"), "1", damped));
    }
    Ok(measured)
}

fn bounce(pair: Pair, law: Law, speed: f64, steps: u32) -> Result<Bounce, ExperimentFailure> {
    let mut impact = Impact::on_plane(pair, law, speed, 0.0)?;
    impact.control.steps_per_contact = steps;
    impact.control.record_every = 0;
    Ok(impact.run()?.bounces[0])
}
