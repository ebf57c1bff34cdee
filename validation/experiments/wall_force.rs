//! The exponential wall force of the law `li`: its energy statement.

use super::measured::{Measured, Results};
use std::f64::consts::PI;
use wetbounce_physics::contact::{Impact, ImpactError, Law, Li, Material, Pair};

const STEEL: Material = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
const GLASS: Material = Material { young_modulus: 66.9e9, poisson_ratio: 0.25 };
const RADIUS: f64 = 6.35e-3;
const SPEED: f64 = 0.3;

/// Dry impacts with the factors 0.97 and 0.5 on the force: restitution, energy lost, and the thinnest wall layer that
/// stops the sphere, over Hertz' largest overlap at the speed.
///
/// # Errors
/// An impact that fails.
pub fn measure() -> Results {
    let mut measured = Vec::new();
    let pair = Pair::sphere_on_plane(RADIUS, 4.0 / 3.0 * PI * RADIUS.powi(3) * 7780.0, [STEEL, GLASS])?;
    let hertz = 4.0 / 3.0 * pair.effective_modulus() * RADIUS.sqrt();
    let overlap = (1.25 * pair.mass[0] * SPEED * SPEED / hertz).powf(0.4);
    for factor in [0.97, 0.5] {
        let run = |threshold| {
            let mut impact = Impact::on_plane(pair, Law::Li(Li { restitution: factor, threshold }), SPEED, 0.0)?;
            impact.control.record_every = 0;
            impact.run()
        };
        let bounce = run(5e-3)?.bounces[0];
        let lost = bounce.dissipated.total() / bounce.energy.before;
        measured.push(Measured::number("restitution", bounce.restitution).at(&[&factor]));
        measured.push(Measured::number("energy_lost", lost).at(&[&factor]));
        let (mut passes, mut stops) = (0.1 * overlap, 10.0 * overlap);
        while stops - passes > 1e-7 * stops {
            let middle = 0.5 * (passes + stops);
            match run(middle / (2.0 * RADIUS)) {
                Ok(_) => stops = middle,
                Err(ImpactError::TooDeep(_)) => passes = middle,
                Err(error) => return Err(error.into()),
            }
        }
        measured.push(Measured::number("thinnest_layer", stops / overlap).at(&[&factor]));
    }
    Ok(measured)
}
