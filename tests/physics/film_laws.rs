//! What viscosity under pressure, roughness and slowness do to the film and the bounce.

use std::f64::consts::PI;

use wetbounce::film::{
    Compressibility, FilmAccuracy, FilmBounce, FilmImpact, FilmProperties, Heating, PressureViscosity, Roughness,
    ShearThinning,
};

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

/// An oil that stiffens, is compressed, thins and warms.
fn real_oil() -> FilmProperties {
    FilmProperties {
        pressure_viscosity: PressureViscosity::roelands(1.5e-8),
        compressibility: Compressibility { bulk_modulus: Some(1e9) },
        shear_thinning: Some(ShearThinning { stress: 1e6, exponent: 0.6 }),
        heating: Some(Heating { conductivity: 0.15, heat_capacity: 2e6, thinning: 0.017, effusivities: [13e3, 1.5e3] }),
        cavitation_pressure: Some(1e5),
        ..thin_oil()
    }
}

#[test]
fn a_liquid_that_is_hardly_compressed_thinned_or_warmed_bounces_like_one_that_is_not() {
    let plain = FilmProperties { cavitation_pressure: Some(1e5), ..thin_oil() };
    let hardly = FilmProperties {
        compressibility: Compressibility { bulk_modulus: Some(1e17) },
        shear_thinning: Some(ShearThinning { stress: 1e17, exponent: 0.5 }),
        heating: Some(Heating { conductivity: 0.15, heat_capacity: 2e6, thinning: 1e-12, effusivities: [13e3, 1.5e3] }),
        ..plain
    };
    // The steps follow the edge of the void, whose rings a difference in the last digits moves.
    let accuracy = FilmAccuracy { tolerance: 1e-6, ..FilmAccuracy::default() };
    let [plain, hardly] = [plain, hardly].map(|oil| bounce(oil, 0.55, accuracy).restitution);
    assert!((hardly / plain - 1.0).abs() < 1e-6, "{hardly} {plain}");
}

#[test]
fn a_compressed_liquid_gives_way_where_an_incompressible_one_would_be_trapped_at_more_than_hertz_pressure() {
    let stiff = FilmProperties { compressibility: Compressibility::default(), ..real_oil() };
    let stiff = FilmProperties { shear_thinning: None, heating: None, ..stiff };
    let soft = FilmProperties { compressibility: Compressibility { bulk_modulus: Some(1e9) }, ..stiff };
    let [stiff, soft] = [stiff, soft].map(|oil| bounce(oil, 0.55, FilmAccuracy::default()));
    let hertz = 2.0 / PI * STEEL_ON_GLASS * (thin_oil().hertz_indentation(mass(1.5e-3), 0.55) / 1.5e-3).sqrt();
    assert!(
        stiff.peak_pressure > 1.8 * hertz && soft.peak_pressure < 1.3 * hertz,
        "{:e} {hertz:e}",
        soft.peak_pressure
    );
    assert!(soft.restitution > stiff.restitution);
}

#[test]
fn a_film_with_every_property_keeps_energy_and_liquid_and_does_not_depend_on_its_rings_or_steps() {
    let accuracy = FilmAccuracy::default();
    let coarse = bounce(real_oil(), 0.55, accuracy);
    assert!(coarse.energy_error < 1e-3 && coarse.mass_error < 1e-12, "{:e}", coarse.energy_error);
    for finer in [
        FilmAccuracy { rings_per_contact: 96, ..accuracy },
        FilmAccuracy { tolerance: 0.1 * accuracy.tolerance, ..accuracy },
    ] {
        let fine = bounce(real_oil(), 0.55, finer);
        assert!(
            (fine.restitution / coarse.restitution - 1.0).abs() < 2e-3,
            "{} {}",
            fine.restitution,
            coarse.restitution
        );
    }
}
