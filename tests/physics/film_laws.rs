//! What viscosity under pressure, roughness and slowness do to the film and the bounce.

use std::f64::consts::PI;

use wetbounce::film::{FilmAccuracy, FilmBounce, FilmImpact, FilmProperties, PressureViscosity, Roughness};

const STEEL_ON_GLASS: f64 = 4.9165e10;

fn mass(radius: f64) -> f64 {
    4.0 / 3.0 * PI * radius.powi(3) * 7800.0
}

fn bounce(properties: FilmProperties, speed: f64, accuracy: FilmAccuracy) -> FilmBounce {
    let radius = properties.radius;
    let impact = FilmImpact { mass: mass(radius), speed, gap: 0.02 * radius, exit_gap: 0.02 * radius };
    impact.run(&impact.film(properties, accuracy).unwrap()).unwrap()
}

fn thin_oil() -> FilmProperties {
    FilmProperties::simple(1.5e-3, STEEL_ON_GLASS, 0.01)
}

fn barus(properties: FilmProperties) -> FilmProperties {
    FilmProperties { pressure_viscosity: PressureViscosity::barus(1.5e-8), ..properties }
}

#[test]
fn a_piezoviscous_liquid_keeps_a_thicker_film_roelands_less_so_than_barus() {
    let roelands = PressureViscosity::roelands(1.5e-8);
    let properties = [thin_oil(), FilmProperties { pressure_viscosity: roelands, ..thin_oil() }, barus(thin_oil())];
    let [constant, roelands, barus] = properties.map(|law| bounce(law, 0.55, FilmAccuracy::default()).thinnest);
    assert!(constant < roelands && roelands < barus, "{constant:e} {roelands:e} {barus:e}");
}

#[test]
fn a_bearing_height_carries_the_load_and_spares_the_film() {
    let smooth = bounce(thin_oil(), 0.55, FilmAccuracy::default());
    let height = 2e-7;
    let rough = FilmProperties { roughness: Roughness::bearing(height), ..thin_oil() };
    let rough = bounce(rough, 0.55, FilmAccuracy::default());
    assert!(rough.thinnest > 0.9 * height && rough.restitution > smooth.restitution);
}

#[test]
fn a_slow_sphere_in_a_thick_liquid_is_captured() {
    let bounce = bounce(FilmProperties { viscosity: 1.0, ..thin_oil() }, 0.1, FilmAccuracy::default());
    assert!(bounce.captured && bounce.restitution == 0.0 && bounce.energy_error < 0.005);
}
