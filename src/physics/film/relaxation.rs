//! Relaxation time of the solids from a dry coefficient of restitution.

use crate::error::BadParameter;
use crate::numerics::{Bracket, bisect, runge_kutta};

/// Largest `τ/T`; the restitution is below 0.1 there.
const LARGEST_TIME: f64 = 8.0;

/// Relaxation time `τ` \[s\] of the Kelvin–Voigt half-space with which a dry impact of a sphere of `mass` \[kg\] at
/// `speed` [m/s] has the given `restitution`; `radius` \[m\], `modulus` is `E*` \[Pa\].
///
/// Quasi-static viscoelastic contact (Kuwabara & Kono 1987; Brilliantov et al. 1996),
/// `m ε̈ = −4/3 E*√a (ε^{3/2} + 3/2 τ √ε ε̇)` without attraction, in units of `T = (m/(4/3 E*√a √V))^{2/5}`; the
/// restitution falls monotonically with `τ/T`. Valid for `0.1 ≤ e ≤ 1`; error of `e` below 1e-5.
pub fn relaxation_time(
    restitution: f64,
    speed: f64,
    mass: f64,
    radius: f64,
    modulus: f64,
) -> Result<f64, BadParameter> {
    if !(0.1..=1.0).contains(&restitution) {
        return Err(BadParameter::new("restitution", restitution, "a dry restitution between 0.1 and 1"));
    }
    let scale = (mass / (4.0 / 3.0 * modulus * (radius * speed.abs()).sqrt())).powf(0.4);
    if !(scale > 0.0 && scale.is_finite()) {
        let allowed = "together with radius, mass and modulus a positive number";
        return Err(BadParameter::new("speed", speed, allowed));
    }
    if restitution == 1.0 {
        return Ok(0.0);
    }
    let bouncier = |time: f64| viscoelastic_restitution(time) > restitution;
    Ok(bisect(Bracket { low: 0.0, high: LARGEST_TIME }, 50, bouncier).middle() * scale)
}

/// Restitution of `ξ'' = −(ξ^{3/2} + 3/2 β √ξ ξ')`, `ξ(0) = 0`, `ξ'(0) = 1`, up to the end of the repulsion.
fn viscoelastic_restitution(beta: f64) -> f64 {
    let force = |x: f64, v: f64| -x.max(0.0).sqrt() * (x + 1.5 * beta * v);
    let (mut x, mut v, step) = (0.0, 1.0, 2e-3);
    loop {
        (x, v) = runge_kutta((x, v), step, force);
        if v < 0.0 && x + 1.5 * beta * v <= 0.0 {
            return -v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_damping_follows_the_first_terms_of_its_series() {
        // e = 1 − C₁ (3β/2) + C₂ (3β/2)² + O(β^{5/2}) with C₁ = 1.15344, C₂ = 3/5 C₁² (Schwager & Pöschel 1998)
        for beta in [0.003_f64, 0.01, 0.02] {
            let b = 1.5 * beta;
            let series = 1.0 - 1.15344 * b + 0.6 * (1.15344 * b).powi(2);
            assert!((viscoelastic_restitution(beta) - series).abs() < b.powf(2.5), "β = {beta}");
        }
    }

    #[test]
    fn an_elastic_solid_does_not_relax_and_a_bouncy_ball_from_lead_is_refused() {
        assert_eq!(relaxation_time(1.0, 0.5, 1e-4, 1e-3, 1e10).unwrap(), 0.0);
        assert_eq!(relaxation_time(0.0, 0.5, 1e-4, 1e-3, 1e10).unwrap_err().key, "restitution");
    }
}
