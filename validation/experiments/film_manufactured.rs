//! Manufactured solution of the film's equation: compressible, thinning under shear, stiffening under pressure, on
//! elastic surfaces.
//!
//! A sphere is held at a small gap. The pressure is chosen, and the surfaces sink under it as closed forms say:
//!
//! ```text
//! p = P sin(t/T) (1 − x²)^{5/2},   x = r/R
//! u = (5π/16) P sin(t/T) R/E* (1 − 3/2 x² + 9/8 x⁴ − 5/16 x⁶)      (Copson 1947: half-space under an axisymmetric pressure)
//! ```
//!
//! What liquid must enter for this to solve `∂(ρh)/∂t + (1/r) ∂(r q)/∂r = s` follows from `h = h₀ + r²/2a + u` and the
//! flux
//!
//! ```text
//! q = −ρ h³/(12 μ) ∂p/∂r [1 + (3/5)(h |∂p/∂r|/2G)²],   μ = μ₀ e^{αp},   ρ = 1/[1 − C ln(1 + p/CK)]
//! ```
//!
//! of a liquid that thins with the power 1/3, whose flux is closed. All laws are written here a second time. A limit of
//! the shear stress acts on motion along the wall alone, not on the film's equation.

use std::f64::consts::PI;
use wetbounce_physics::film::{
    Compressibility, FilmProperties, FilmRunError, FilmScratch, FilmSetup, Outer, PressureViscosity, RingLayout,
    ShearThinning,
};

const RADIUS: f64 = 3e-3;
const MODULUS: f64 = 4.9e10;
const VISCOSITY: f64 = 0.1;
const PIEZOVISCOSITY: f64 = 1e-8;
const BULK_MODULUS: f64 = 1e9;
const STRESS: f64 = 1e6;
const GAP: f64 = 5e-7;
/// `R`, at which the pressure is ambient \[m\].
const EDGE: f64 = 3e-4;
/// `P` \[Pa\].
const PEAK: f64 = 3e8;
/// `T` \[s\], of the order of `12 μ R²/(h² P)`.
const TIME: f64 = 1e-5;
/// Weights and points of Gauss' rule of order 6 on −1 to 1.
const GAUSS: [(f64, f64); 3] =
    [(5.0 / 18.0, -0.774_596_669_241_483_4), (4.0 / 9.0, 0.0), (5.0 / 18.0, 0.774_596_669_241_483_4)];

/// Mean of a function of `r²` between two radii.
fn mean(from: f64, to: f64, of: impl Fn(f64) -> f64) -> f64 {
    let (middle, half) = (0.5 * (to * to + from * from), 0.5 * (to * to - from * from));
    GAUSS.iter().map(|(weight, point)| weight * of(middle + half * point)).sum()
}

/// Pressure \[Pa\] and its derivative with `r²` \[Pa/m²\], per amplitude.
fn pressure(square: f64) -> [f64; 2] {
    let rest = (1.0 - square / (EDGE * EDGE)).max(0.0);
    [PEAK * rest.powf(2.5), -2.5 * PEAK / (EDGE * EDGE) * rest.powf(1.5)]
}

/// Deflection \[m\], per amplitude.
fn deflection(square: f64) -> f64 {
    let x = square / (EDGE * EDGE);
    5.0 * PI / 16.0 * PEAK * EDGE / MODULUS * (1.0 - x * (1.5 - x * (1.125 - x * 0.3125)))
}

/// Thickness \[m\] under the amplitude `sin(t/T)`.
fn thickness(square: f64, amplitude: f64) -> f64 {
    GAP + square / (2.0 * RADIUS) + amplitude * deflection(square)
}

/// `ρ/ρ₀` under a pressure, and its derivative [1/Pa].
fn density(pressure: f64) -> [f64; 2] {
    let tait = 0.0894;
    let volume = 1.0 - tait * (pressure / (tait * BULK_MODULUS)).ln_1p();
    [1.0 / volume, tait / ((tait * BULK_MODULUS + pressure) * volume * volume)]
}

/// Liquid that flows outwards through the radius `r` [m³/s].
fn outflow(r: f64, amplitude: f64) -> f64 {
    let [p, slope] = pressure(r * r).map(|value| amplitude * value);
    let (h, gradient) = (thickness(r * r, amplitude), 2.0 * r * slope);
    let thinner = 1.0 + 0.6 * (0.5 * h * gradient / STRESS).powi(2);
    let viscosity = VISCOSITY * (PIEZOVISCOSITY * p).exp();
    -2.0 * PI * r * density(p)[0] * h.powi(3) / (12.0 * viscosity) * gradient * thinner
}

/// Liquid that must enter between two radii [m³/s].
fn inflow(from: f64, to: f64, time: f64) -> f64 {
    let (amplitude, rate) = ((time / TIME).sin(), (time / TIME).cos() / TIME);
    let stored = mean(from, to, |square| {
        let p = pressure(square)[0];
        let [there, slope] = density(amplitude * p);
        rate * (slope * p * thickness(square, amplitude) + there * deflection(square))
    });
    PI * (to * to - from * from) * stored + outflow(to, amplitude) - outflow(from, amplitude)
}

/// Orders of accuracy: of pressure and thickness in the width of the rings, from 192 to 384 per contact radius; and of
/// the one on the axis that is further from 2 in the step, from 10 to 40 steps. NaN if a step has no solution.
///
/// # Errors
/// None for these properties.
pub fn orders() -> Result<[f64; 3], FilmRunError> {
    let (coarse, fine) = (run(192, 80)?.errors, run(384, 80)?.errors);
    let in_space = |k: usize| (coarse[k] / fine[k]).log2();
    let axes = [run(48, 10)?.axis, run(48, 20)?.axis, run(48, 40)?.axis];
    let in_time = |k: usize| ((axes[0][k] - axes[1][k]) / (axes[1][k] - axes[2][k])).log2();
    let worst = if (in_time(0) - 2.0).abs() > (in_time(1) - 2.0).abs() { in_time(0) } else { in_time(1) };
    Ok([in_space(0), in_space(1), worst])
}

/// Pressure and thickness at `t = T`.
struct Outcome {
    /// Root mean squares over the area of both errors, over `P` and over the largest deflection.
    errors: [f64; 2],
    /// Both on the axis \[Pa, m\].
    axis: [f64; 2],
}

/// The film after so many steps on rings that are graded as the default's.
fn run(rings_per_contact: u32, steps: u32) -> Result<Outcome, FilmRunError> {
    let properties = FilmProperties {
        pressure_viscosity: PressureViscosity::barus(PIEZOVISCOSITY),
        compressibility: Compressibility { bulk_modulus: Some(BULK_MODULUS) },
        shear_thinning: Some(ShearThinning { stress: STRESS, exponent: 1.0 / 3.0 }),
        ..FilmProperties::simple(RADIUS, MODULUS, VISCOSITY)
    };
    let layout = RingLayout {
        contact_radius: 0.5 * EDGE,
        matching_radius: EDGE,
        rings_per_contact: rings_per_contact as usize,
        growth: 4.8 / f64::from(rings_per_contact),
    };
    let film = FilmSetup::new(properties, layout, 1e-6)?.with_inflow(inflow);
    let mut state = film.start(GAP, 0.0)?;
    let mut scratch = FilmScratch::new(film.grid().rings());
    let step = TIME / f64::from(steps);
    let made = (0..steps).map_while(|_| film.fixed_step(&mut state, &mut scratch, step, &Outer::steady()));
    if made.count() < steps as usize {
        return Ok(Outcome { errors: [f64::NAN; 2], axis: [f64::NAN; 2] });
    }
    let end = 1.0_f64.sin();
    let mut squares = [0.0; 2];
    for (i, ring) in film.grid().faces.windows(2).enumerate() {
        let share = (ring[1] * ring[1] - ring[0] * ring[0]) / (EDGE * EDGE);
        let p = end * mean(ring[0], ring[1], |square| pressure(square)[0]);
        let h = mean(ring[0], ring[1], |square| thickness(square, end));
        squares[0] += share * ((state.pressure[i] - p) / PEAK).powi(2);
        squares[1] += share * ((state.thickness[i] - h) / deflection(0.0)).powi(2);
    }
    Ok(Outcome { errors: squares.map(f64::sqrt), axis: [state.pressure[0], state.central()] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manufactured_film_that_is_compressed_and_thins_is_met_at_second_order_where_the_default_has_its_rings() {
        let (coarse, fine) = (run(24, 40).unwrap().errors, run(48, 40).unwrap().errors);
        assert!((coarse[0] / fine[0]).log2() > 1.8, "{coarse:?} {fine:?}");
    }
}
