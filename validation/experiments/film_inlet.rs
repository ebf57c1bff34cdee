//! The film that a growing contact leaves behind its edge, beside the film of a lubricated line contact.
//!
//! A sphere is pressed into the wall at a constant speed `V`. Its contact has the radius `r` when the indentation is
//! `r²/a` (Hertz), so its edge moves outwards at `c = aV/2r`. Seen from the edge, both surfaces and the liquid between
//! them enter the contact at the speed `c`: the inlet of a line contact with the entrainment speed `u = c`. The
//! viscosity rises so much under pressure that the film then stays as it entered.
//!
//! The line contact is that with the half width `r` and Hertz' pressure `p₀ = 2E*r/πa` of the sphere, so that pressure
//! and gap at the edge are the same. With `E' = 2E*` that is the radius `R' = E*r/2p₀ = πa/4` and the load `w = πr
//! p₀/2` per length:
//!
//! ```text
//! U = μ₀ c/E'R',   G = αE',   W = w/E'R' = (2/π)(r/a)²
//! h_min = 2.65 R' G^0.54 U^0.70 W^−0.13   (Dowson & Higginson 1966), in the middle 4/3 of it
//! h_mid = 3.06 R' G^0.56 U^0.69 W^−0.10   (Dowson & Toyoda 1979)
//! ```
//!
//! The inlet knows the load by the pressure `p₀ √(2x/r)` at the edge alone. At the same pressure there the first
//! formula goes as `R'^0.04` and the second as `R'^0.11`, so the choice of the half width hardly matters.
//!
//! What is compared is the liquid in the film as thickness at ambient pressure, since pressure compresses it after it
//! has entered. Rings count between 0.5 and 0.9 of the last contact radius, where the film is below a hundredth of the
//! indentation: nearer to the axis it is that of the approach, not of an inlet; at the edge it has not yet entered.

use std::f64::consts::PI;
use wetbounce_physics::film::{
    Compressibility, FilmProperties, FilmRunError, FilmScratch, FilmSetup, Outer, PressureViscosity, RingLayout,
};

/// Steel on steel.
const RADIUS: f64 = 0.01;
const MODULUS: f64 = 1.15e11;
const VISCOSITY: f64 = 0.1;
/// The last contact radius over the sphere's, `p₀` = 1.5 GPa.
const CONTACT: f64 = 0.02;
/// Dowson & Higginson's two materials `G`.
const MATERIALS: [f64; 2] = [2500.0, 5000.0];
/// Speeds [m/s]: `U` from 1e-13 to 3e-12.
const SPEEDS: [f64; 2] = [1e-4, 1e-3];
/// Incompressible, and an oil \[Pa\].
const BULK_MODULI: [Option<f64>; 2] = [None, Some(1.7e9)];

/// The film over Dowson & Higginson's and over Dowson & Toyoda's, each where furthest from 1, of all liquids and
/// speeds.
///
/// # Errors
/// A film that does not converge.
pub fn ratios() -> Result<[f64; 2], FilmRunError> {
    let mut ratios = Vec::new();
    for material in MATERIALS {
        for bulk_modulus in BULK_MODULI {
            for speed in SPEEDS {
                ratios.extend(left_behind(material, bulk_modulus, speed)?);
            }
        }
    }
    let furthest = |k: usize| {
        let ratios = ratios.iter().map(|both| both[k]);
        ratios.max_by(|a, b| (a - 1.0).abs().total_cmp(&(b - 1.0).abs())).unwrap_or(f64::NAN)
    };
    Ok([furthest(0), furthest(1)])
}

/// Both ratios, ring by ring.
fn left_behind(material: f64, bulk_modulus: Option<f64>, speed: f64) -> Result<Vec<[f64; 2]>, FilmRunError> {
    let properties = FilmProperties {
        pressure_viscosity: PressureViscosity::barus(material / (2.0 * MODULUS)),
        compressibility: Compressibility { bulk_modulus },
        ..FilmProperties::simple(RADIUS, MODULUS, VISCOSITY)
    };
    let contact_radius = CONTACT * RADIUS;
    let depth = contact_radius * CONTACT;
    let layout =
        RingLayout { contact_radius, matching_radius: 4.0 * contact_radius, rings_per_contact: 96, growth: 0.1 };
    let film = FilmSetup::new(properties, layout, 3e-5)?;
    let gap = 30.0 * properties.elasticity_length(speed);
    let mut state = film.start(gap, -speed)?;
    let mut scratch = FilmScratch::new(film.grid().rings());
    film.advance(&mut state, &mut scratch, (gap + depth) / speed, &Outer::steady())?;
    let counted =
        film.grid().centres.iter().zip(&state.content).filter(|(r, content)| {
            (0.5..0.9).contains(&(**r / contact_radius)) && **content < 0.01 * **r * **r / RADIUS
        });
    Ok(counted.map(|(r, content)| line_contact(material, speed, *r).map(|h| content / h)).collect())
}

/// Film in the middle of the line contact that has the sphere's edge at `r` \[m\]: Dowson & Higginson's, Dowson &
/// Toyoda's.
fn line_contact(material: f64, speed: f64, r: f64) -> [f64; 2] {
    let radius = PI * RADIUS / 4.0;
    let entrainment = VISCOSITY * RADIUS * speed / (2.0 * r) / (2.0 * MODULUS * radius);
    let load = 2.0 / PI * (r / RADIUS).powi(2);
    [(4.0 / 3.0 * 2.65, 0.54, 0.70, -0.13), (3.06, 0.56, 0.69, -0.10)].map(
        |(factor, by_material, by_speed, by_load)| {
            factor * radius * material.powf(by_material) * entrainment.powf(by_speed) * load.powf(by_load)
        },
    )
}
