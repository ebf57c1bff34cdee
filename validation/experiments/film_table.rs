//! Bounces through the elastic film alone, for the laws of the film, to be compared with an independent discretisation.

use super::measured::{Measured, Results};
use std::f64::consts::PI;
use wetbounce_physics::film::{FilmAccuracy, FilmImpact, FilmProperties, PressureViscosity};

/// Steel (7800 kg/m³) on glass: radius \[m\], viscosity [Pa s], speed [m/s] at a gap of 0.01 D.
const IMPACTS: [(f64, f64, f64); 2] = [(1.5e-3, 0.01, 0.55), (3e-3, 0.1, 0.46)];
const MODULUS: f64 = 4.9165e10;

/// Restitution with a constant viscosity, with rupture at a tension of 1e5 Pa, and with viscosity under pressure
/// (Barus, 15/GPa); and the thinnest film of the first, at Stokes numbers of 143 and 24.
///
/// # Errors
/// A film that does not converge.
pub fn measure() -> Results {
    let mut measured = Vec::new();
    for (radius, viscosity, speed) in IMPACTS {
        let mass = 4.0 / 3.0 * PI * radius.powi(3) * 7800.0;
        let stokes = 7800.0 * speed * 2.0 * radius / (9.0 * viscosity);
        let tense = FilmProperties::simple(radius, MODULUS, viscosity);
        let barus = PressureViscosity::barus(1.5e-8);
        let laws = [
            ("constant", tense),
            ("rupture", FilmProperties { cavitation_pressure: Some(1e5), ..tense }),
            ("barus", FilmProperties { pressure_viscosity: barus, ..tense }),
        ];
        for (law, properties) in laws {
            let impact = FilmImpact { mass, speed, gap: 0.02 * radius, exit_gap: 0.02 * radius };
            let bounce = impact.run(&impact.film(properties, FilmAccuracy::default())?)?;
            measured.push(Measured::number("restitution", bounce.restitution).at(&[&stokes.round(), &law]));
            if properties == tense {
                measured.push(Measured::new("thinnest_film", "um", 1e6 * bounce.thinnest).at(&[&stokes.round()]));
            }
        }
    }
    Ok(measured)
}
