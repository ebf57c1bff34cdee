//! Orders of accuracy of the elastic film, and its ledgers whatever the laws.

use super::film_manufactured;
use super::measured::{ExperimentFailure, Measured, Results};
use crate::analysis::convergence::grid_convergence;
use std::f64::consts::PI;
use wetbounce_physics::film::{
    FilmAccuracy, FilmBounce, FilmImpact, FilmProperties, FilmRunError, FilmScratch, FilmSetup, Outer,
    PressureViscosity, Roughness, relaxation_time,
};

const MODULUS: f64 = 4.9165e10;

fn mass(radius: f64) -> f64 {
    4.0 / 3.0 * PI * radius.powi(3) * 7800.0
}

/// Steel of 3 mm on glass in an oil of 10 mPa s.
fn thin_oil() -> FilmProperties {
    FilmProperties::simple(1.5e-3, MODULUS, 0.01)
}

/// The order of the restitution in the width of the rings, that of the state within the contact in the step (of speed,
/// gap, film on the axis and force the one furthest from 2), the worst ledgers of energy and liquid of eight films, and
/// the orders of a manufactured solution.
///
/// # Errors
/// A film that does not converge.
pub fn measure() -> Results {
    let (energy, liquid) = ledgers()?;
    let [pressure, thickness, time] = film_manufactured::orders()?;
    Ok(vec![
        Measured::number("order_in_space", order_in_space()?),
        Measured::number("order_in_time", order_in_time()?),
        Measured::number("energy_error", energy),
        Measured::number("mass_error", liquid),
        Measured::number("manufactured_in_space", pressure).at(&[&"pressure"]),
        Measured::number("manufactured_in_space", thickness).at(&[&"thickness"]),
        Measured::number("manufactured_in_time", time),
    ])
}

/// Observed order from values on three levels that halve the size; NaN where they show none.
fn order(values: [f64; 3]) -> f64 {
    grid_convergence(values, [4.0, 2.0, 1.0]).map_or(f64::NAN, |found| found.order)
}

fn bounce(properties: FilmProperties, speed: f64, accuracy: FilmAccuracy) -> Result<FilmBounce, FilmRunError> {
    let radius = properties.radius;
    let impact = FilmImpact { mass: mass(radius), speed, gap: 0.02 * radius, exit_gap: 0.02 * radius };
    impact.run(&impact.film(properties, accuracy)?)
}

fn order_in_space() -> Result<f64, FilmRunError> {
    let thick_oil = FilmProperties::simple(3e-3, MODULUS, 0.1);
    let with = |rings_per_contact, growth| {
        let accuracy = FilmAccuracy { rings_per_contact, growth, tolerance: 3e-6 };
        Ok::<f64, FilmRunError>(bounce(thick_oil, 0.46, accuracy)?.restitution)
    };
    Ok(order([with(12, 0.4)?, with(24, 0.2)?, with(48, 0.1)?]))
}

/// At 11 µs after 4 µm, within the contact, by 200, 400 and 800 steps.
fn order_in_time() -> Result<f64, FilmRunError> {
    let (properties, speed, gap) = (thin_oil(), 0.55, 4e-6);
    let mass = mass(properties.radius);
    let film = FilmSetup::for_impact(properties, mass, speed, gap, FilmAccuracy::default())?;
    let end = |steps: u32| {
        let mut state = film.start(gap, -speed)?;
        let mut scratch = FilmScratch::new(film.grid().rings());
        let step = 1.1e-5 / f64::from(steps);
        let made = (0..steps).map_while(|_| film.fixed_step(&mut state, &mut scratch, step, &Outer::free(mass)));
        let all = made.count() == steps as usize;
        let end = [state.speed, state.gap, state.central(), film.force(&state)];
        Ok::<_, FilmRunError>(if all { end } else { [f64::NAN; 4] })
    };
    let levels = [end(200)?, end(400)?, end(800)?];
    let orders = (0..4).map(|k| order(levels.map(|level| level[k])));
    Ok(orders.max_by(|a, b| (a - 2.0).abs().total_cmp(&(b - 2.0).abs())).unwrap_or(f64::NAN))
}

/// Largest errors of energy, over the kinetic energy at entry, and of liquid, over that in the film.
fn ledgers() -> Result<(f64, f64), ExperimentFailure> {
    let cavitating = FilmProperties { cavitation_pressure: Some(1e5), ..thin_oil() };
    let asperities = Roughness::greenwood_tripp(5e-8, 0.05, 0.01);
    let under_pressure = |pressure_viscosity| FilmProperties { pressure_viscosity, ..cavitating };
    let films = [
        thin_oil(),
        cavitating,
        under_pressure(PressureViscosity::barus(1.5e-8)),
        under_pressure(PressureViscosity::roelands(1.5e-8)),
        FilmProperties { roughness: asperities, ..cavitating },
        FilmProperties { roughness: Roughness::bearing(2e-7), ..cavitating },
        FilmProperties { relaxation_time: relaxation_time(0.9, 0.55, mass(1.5e-3), 1.5e-3, MODULUS)?, ..cavitating },
        FilmProperties { modulus: 1e7, ..cavitating },
    ];
    let (mut energy, mut liquid) = (0.0_f64, 0.0_f64);
    for properties in films {
        let bounce = bounce(properties, 0.55, FilmAccuracy::default())?;
        energy = energy.max(bounce.energy_error);
        liquid = liquid.max(bounce.mass_error);
    }
    Ok((energy, liquid))
}
