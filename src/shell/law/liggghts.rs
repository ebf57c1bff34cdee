//! LIGGGHTS: `viscous on` of `model hooke`, a restitution that depends on the speed.
//!
//! Its documents give Legendre's form, `e = e_max exp(−St_c/St)`. The contact does something else: at every step it
//! damps with `L = ln e_max + St_c/St(V)` of the *present* speed `V`, positive when the spheres part, in the place of
//! `ln e`:
//!
//! ```text
//! m* x″ = −k x − γ V        γ = 2 √(m* k)/√(1 + (π/L)²)        St(V) = m* V/(6π μ R*²)
//! ```
//!
//! So it is damped critically at the turning point, and on the way out the film's part has the other sign. In units of
//! `√(m*/k)` and of the impact speed the rebound depends on `e_max` and `St_c/St` alone: [`rebound`], with which the
//! two constants are fitted.

use super::curve::short;
use super::davis::fit;
use super::host::{Host, HostLines, RestitutionLaw, Writes};
use std::f64::consts::PI;
use wetbounce_physics::numerics::runge_kutta;

/// LIGGGHTS 3.8 refuses a `coefficientRestitution` of 0.05 and less.
const LEAST: f64 = 0.051;

pub(super) const HOST: Host = Host {
    word: "liggghts",
    about: "`viscous on` of model hooke: FluidViscosity, CriticalStokes, MaximumRestitution",
    extension: "in",
    once: "the dry restitution (`viscous on` does not read coefficientRestitution), a lubrication force, a viscous liquid bridge",
    writes: Writes::Restitution(write),
};

/// Steps of half an undamped oscillation.
const STEPS: f64 = 200.0;
/// Half oscillations after which a sphere that has not left stays.
const LONGEST: f64 = 8.0;

/// Rebound speed over impact speed of LIGGGHTS' contact with `MaximumRestitution` and `CriticalStokes/St`; 0 if the
/// sphere stays.
fn rebound(largest: f64, critical_over_stokes: f64) -> f64 {
    let logarithm = largest.ln();
    let damping = |speed: f64| 2.0 / (1.0 + (PI / (logarithm + critical_over_stokes / speed)).powi(2)).sqrt();
    let step = PI / STEPS;
    let (mut x, mut v) = (0.0, -1.0);
    for _ in 0..(LONGEST * STEPS) as usize {
        let (next, speed) = runge_kutta((x, v), step, |x, v| -x - damping(v) * v);
        if next >= 0.0 {
            return v + (speed - v) * x / (x - next);
        }
        (x, v) = (next, speed);
    }
    0.0
}

fn write(law: &RestitutionLaw) -> HostLines {
    let form = fit(&law.curve, 0.3, |largest, critical, stokes| rebound(largest, critical / stokes));
    let legendre = form.largest * (-form.critical / law.stokes).exp();
    let viscosity = law.viscosity();
    let (friction, whose) = law.friction();
    HostLines {
        said: vec![
            format!(
                "LIGGGHTS: MaximumRestitution {}, CriticalStokes {}; {}.",
                short(form.largest),
                short(form.critical),
                form.misses(&law.curve.rows)
            ),
            "Its contact damps by the speed of each moment, so it does not give the form of its documents,".into(),
            format!(
                "MaximumRestitution exp(-CriticalStokes/St): at St {} that is {}, its contact gives {}.",
                short(law.stokes),
                short(legendre),
                short(rebound(form.largest, form.critical / law.stokes))
            ),
            "The constants are fitted to what it gives. They hold for contacts resolved by 50 time steps or more."
                .into(),
        ],
        lines: format!(
            "variable viscosity index {viscosity}   # Pa s, of your liquid\n\
             variable friction index {friction}     # coefficient of friction, {whose}\n\
             fix viscosity all property/global FluidViscosity peratomtypepair 1 ${{viscosity}}\n\
             fix critical all property/global CriticalStokes peratomtypepair 1 {}\n\
             fix largest all property/global MaximumRestitution peratomtypepair 1 {}\n\
             fix friction all property/global coefficientFriction peratomtypepair 1 ${{friction}}\n\
             pair_style gran model hooke tangential history viscous on\n\
             pair_coeff * *\n\
             # fix wall all wall/gran model hooke tangential history primitive type 1 zplane 0.0 viscous on\n\
             # youngsModulus, poissonsRatio and characteristicVelocity are yours\n\
             # For one speed, St {}, without `viscous on` and its constants:\n\
             # fix restitution all property/global coefficientRestitution peratomtypepair 1 {}{}\n",
            short(form.critical),
            short(form.largest),
            short(law.stokes),
            short(law.restitution.max(LEAST)),
            if law.restitution < LEAST {
                format!("   # {} is less than LIGGGHTS takes", short(law.restitution))
            } else {
                String::new()
            }
        ),
        columns: vec![("liggghts", form.values), ("liggghts_error", form.residuals)],
    }
}

#[cfg(test)]
mod tests {
    use super::rebound;
    use crate::law::{Curve, fit};
    use crate::output::table::Table;

    /// Drops in LIGGGHTS 3.8.0: 6 mm, 7800 kg/m3, 0.5 m/s, MaximumRestitution 0.9, CriticalStokes 10.
    #[test]
    fn the_contact_rebounds_as_it_does_in_the_program_itself() {
        for (stokes, speed) in [(12.0, 0.0038827), (30.0, 0.2891725), (76.0, 0.4175489), (500.0, 0.4507273)] {
            let found = 0.5 * rebound(0.9, 10.0 / stokes);
            assert!((found - speed).abs() < 2e-4, "{stokes}: {found}");
        }
        assert!((rebound(0.9, 0.0) - 0.9).abs() < 1e-4 && rebound(0.9, 10.0) < 1e-3);
    }

    #[test]
    fn the_constants_of_a_curve_that_it_made_itself_are_found_again() {
        let mut table = Table::new(["stokes", "restitution"]);
        for stokes in [8.0, 20.0, 40.0, 100.0, 400.0, 1000.0] {
            table.push([stokes.to_string(), rebound(0.85, 7.5 / stokes).to_string()]);
        }
        let curve = Curve::read(&table, None).unwrap();
        let form = fit(&curve, 0.3, |largest, critical, stokes| rebound(largest, critical / stokes));
        assert!((form.largest - 0.85).abs() < 1e-3 && (form.critical / 7.5 - 1.0).abs() < 2e-3, "{form:?}");
        assert!(form.residuals.iter().all(|residual| residual.abs() < 1e-3), "{form:?}");
    }
}
