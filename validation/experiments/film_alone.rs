//! The film alone against closed forms: rigid surfaces, dry contact, and its own ledgers.

use super::film_inlet;
use super::measured::{Measured, Results};
use std::f64::consts::PI;
use wetbounce_physics::film::{
    FilmAccuracy, FilmBounce, FilmImpact, FilmProperties, FilmRunError, FilmScratch, FilmSetup, Outer, ProfileMoment,
    RingLayout, rigid_force,
};

/// Steel of 3 mm on glass at 0.55 m/s.
const RADIUS: f64 = 1.5e-3;
const MASS: f64 = 4.0 / 3.0 * PI * RADIUS * RADIUS * RADIUS * 7800.0;
const MODULUS: f64 = 4.917e10;
const SPEED: f64 = 0.55;

/// Rigid surfaces: `V(h) = V₀ − (6πμa²/m) ln(h₀/h)`. A film so thin that it only passes the load on: Hertz. An oil of
/// 10 mPa s that may cavitate: the ledgers of energy and liquid. The film that a growing contact leaves: that of line
/// contacts.
///
/// # Errors
/// A film that does not converge.
pub fn measure() -> Results {
    let mut measured =
        vec![Measured::number("rigid_force_error", reynolds()?), Measured::number("rigid_speed_error", rigid()?)];
    let tearing = |viscosity| FilmProperties {
        cavitation_pressure: Some(1e5),
        ..FilmProperties::simple(RADIUS, MODULUS, viscosity)
    };
    let standard = FilmAccuracy::default();
    let dry = bounce(tearing(1e-7), 1e-6, standard)?;
    let indentation = tearing(1e-7).hertz_indentation(MASS, SPEED);
    let force = 4.0 / 3.0 * MODULUS * RADIUS.sqrt() * indentation.powf(1.5);
    for (key, ratio) in [
        ("indentation", dry.indentation / indentation),
        ("peak_force", dry.peak_force / force),
        ("contact_time", dry.overlap_time * SPEED / (2.943275 * indentation)),
        ("restitution", dry.restitution),
    ] {
        measured.push(Measured::number(key, ratio));
    }
    let shape = profile(&dry, indentation, force);
    measured.push(Measured::number("pressure_error", shape));
    let wet = bounce(tearing(0.01), 1.5e-5, standard)?;
    measured.push(Measured::number("energy_error", wet.energy_error));
    measured.push(Measured::number("mass_error", wet.mass_error));
    let (light, heavy) = (scales(300.0)?, scales(30_000.0)?);
    for (k, of) in ["film_at_touch", "film_at_turn", "loss"].into_iter().enumerate() {
        let power = (heavy[k] / light[k]).ln() / 100.0_f64.ln();
        measured.push(Measured::number("power", power).at(&[&of]));
    }
    for (formula, ratio) in ["dowson-higginson", "dowson-toyoda"].into_iter().zip(film_inlet::ratios()?) {
        measured.push(Measured::number("film_behind_edge", ratio).at(&[&formula]));
    }
    Ok(measured)
}

/// Film on the axis at touch and at the turning point \[m\], and `1 − e`, at a Stokes number `mV/(6πμa²)`, without
/// rupture; on twice the default's rings, which the thin inlet of the heaviest spheres needs.
fn scales(stokes: f64) -> Result<[f64; 3], FilmRunError> {
    let viscosity = MASS * SPEED / (6.0 * PI * RADIUS * RADIUS * stokes);
    let properties = FilmProperties::simple(RADIUS, MODULUS, viscosity);
    let gap = properties.hertz_indentation(MASS, SPEED).max(20.0 * properties.elasticity_length(SPEED));
    let accuracy = FilmAccuracy { rings_per_contact: 96, growth: 0.1, ..FilmAccuracy::default() };
    let bounce = bounce(properties, gap, accuracy)?;
    let central = |moment| {
        let found = bounce.profiles.iter().find(|profile| profile.moment == moment);
        found.map_or(f64::NAN, |profile| profile.state.central())
    };
    let touch = bounce.history.windows(2).find(|pair| pair[1].gap <= 0.0).map_or(f64::NAN, |pair| {
        let part = pair[0].gap / (pair[0].gap - pair[1].gap);
        pair[0].central + part * (pair[1].central - pair[0].central)
    });
    Ok([touch, central(ProfileMoment::Turning), 1.0 - bounce.restitution])
}

fn bounce(properties: FilmProperties, gap: f64, accuracy: FilmAccuracy) -> Result<FilmBounce, FilmRunError> {
    let impact = FilmImpact { mass: MASS, speed: SPEED, gap, exit_gap: gap };
    impact.run(&impact.film(properties, accuracy)?)
}

/// Largest departure of the pressure from Hertz' `p₀ √(1 − r²/a_c²)` at the peak of the force over `p₀`, up to 0.97
/// `a_c`: at the edge its slope is infinite.
fn profile(dry: &FilmBounce, indentation: f64, force: f64) -> f64 {
    let radius = (RADIUS * indentation).sqrt();
    let peak = 1.5 * force / (PI * radius * radius);
    let Some(found) = dry.profiles.iter().find(|profile| profile.moment == ProfileMoment::PeakForce) else {
        return f64::NAN;
    };
    let rings = dry.radii.iter().zip(&found.state.pressure).filter(|(r, _)| **r < 0.97 * radius);
    rings.map(|(r, p)| (p / peak - (1.0 - (r / radius).powi(2)).sqrt()).abs()).fold(0.0, f64::max)
}

/// A film between surfaces that do not give, on the rings of the elastic one.
fn stiff(viscosity: f64, gap: f64, contact_radius: f64) -> Result<FilmSetup, FilmRunError> {
    let elastic = FilmProperties::simple(RADIUS, MODULUS, viscosity);
    let layout = FilmSetup::for_impact(elastic, MASS, SPEED, gap, FilmAccuracy::default())?.layout();
    let properties = FilmProperties { modulus: 1e24, ..elastic };
    Ok(FilmSetup::new(properties, RingLayout { contact_radius, ..layout }, 1e-6)?)
}

/// Largest relative error of the force against Reynolds' `6πμa²V/h`, approaching and receding, after ten steps of a
/// hundredth of the gap; NaN if one does not converge.
fn reynolds() -> Result<f64, FilmRunError> {
    let mut worst = 0.0_f64;
    for (gap, speed) in [(1e-4, -0.5), (2e-5, -0.1), (2e-6, -0.3), (2e-5, 0.3)] {
        let film = stiff(0.01, gap, 6.7e-5)?;
        let (mut state, mut scratch) = (film.start(gap, speed)?, FilmScratch::new(film.grid().rings()));
        let step = 0.01 * gap / speed.abs();
        let steps = (0..10).map_while(|_| film.fixed_step(&mut state, &mut scratch, step, &Outer::steady()));
        if steps.count() < 10 {
            return Ok(f64::NAN);
        }
        worst = worst.max((film.force(&state) / rigid_force(RADIUS, 0.01, state.gap, speed) - 1.0).abs());
    }
    Ok(worst)
}

/// Largest departure of the speed from the logarithm over two decades of the gap, over the first speed.
fn rigid() -> Result<f64, FilmRunError> {
    let (viscosity, gap) = (0.02, 3e-5);
    let film = stiff(viscosity, gap, 4e-5)?;
    let mut state = film.start(gap, -SPEED)?;
    let mut scratch = FilmScratch::new(film.grid().rings());
    let slope = 6.0 * PI * viscosity * RADIUS * RADIUS / MASS;
    let mut worst = 0.0_f64;
    while state.gap > 0.01 * gap {
        film.adaptive_step(&mut state, &mut scratch, f64::INFINITY, &Outer::free(MASS))?;
        let exact = -SPEED + slope * (gap / state.gap).ln();
        worst = worst.max((state.speed - exact).abs() / SPEED);
    }
    Ok(worst)
}
