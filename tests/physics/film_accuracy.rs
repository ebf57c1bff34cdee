//! Orders of accuracy, conservation, and agreement with an independent discretisation.

use std::f64::consts::PI;

use wetbounce::film::{
    Film, FilmAccuracy, FilmBounce, FilmImpact, FilmProperties, FilmScratch, Outer, PressureViscosity, Roughness,
    relaxation_time,
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

fn thick_oil() -> FilmProperties {
    FilmProperties::simple(3e-3, STEEL_ON_GLASS, 0.1)
}

fn barus(properties: FilmProperties) -> FilmProperties {
    FilmProperties { pressure_viscosity: PressureViscosity::Barus { coefficient: 1.5e-8 }, ..properties }
}

#[test]
fn restitution_converges_with_the_square_of_the_ring_width() {
    let with = |rings_per_contact, growth| {
        bounce(thick_oil(), 0.46, FilmAccuracy { rings_per_contact, growth, tolerance: 3e-6 }).restitution
    };
    let [coarse, medium, fine] = [with(12, 0.4), with(24, 0.2), with(48, 0.1)];
    let order = ((coarse - medium) / (medium - fine)).abs().log2();
    assert!(order > 1.8, "order {order}: {coarse} {medium} {fine}");
}

#[test]
fn speed_gap_and_film_converge_with_the_square_of_the_time_step() {
    let (properties, speed, gap) = (thin_oil(), 0.55, 4e-6);
    let mass = mass(properties.radius);
    let film = Film::for_impact(properties, mass, speed, gap, FilmAccuracy::default()).unwrap();
    let end = |steps: usize| {
        let mut state = film.start(gap, -speed).unwrap();
        let mut scratch = FilmScratch::new(film.grid().rings());
        for _ in 0..steps {
            film.fixed_step(&mut state, &mut scratch, 1.1e-5 / steps as f64, &Outer::free(mass)).unwrap();
        }
        assert!(state.gap < 0.0, "the step order is measured within the contact");
        [state.speed, state.gap, state.central(), film.force(&state)]
    };
    let [coarse, medium, fine] = [200, 400, 800].map(end);
    for ((coarse, medium), fine) in coarse.into_iter().zip(medium).zip(fine) {
        let order = ((coarse - medium) / (medium - fine)).abs().log2();
        assert!((order - 2.0).abs() < 0.1, "order {order}: {coarse:e} {medium:e} {fine:e}");
    }
}

/// Restitutions of an independent implicit discretisation of the same equations (first-order steps, arithmetic-mean
/// mobility, collocated rings, pressure 0 at r = 1.7 a) extrapolated from steps Δt, Δt/2, Δt/4 and 100 and 200 rings
/// to zero and corrected by the drag that its outer boundary leaves out, 2 × 0.0274/St. Its coarsest steps with
/// 160 rings, unextrapolated, give 0.836, 0.326, 0.866 and 0.458.
#[test]
fn restitution_agrees_with_an_independent_discretisation_extrapolated_to_zero_step() {
    let cases = [
        (thin_oil(), 0.55, 0.8396),
        (thick_oil(), 0.46, 0.3324),
        (barus(thin_oil()), 0.55, 0.8771),
        (barus(thick_oil()), 0.46, 0.4863),
    ];
    for (properties, speed, independent) in cases {
        let found = bounce(properties, speed, FilmAccuracy::default());
        let error = found.restitution / independent - 1.0;
        assert!(error.abs() < 0.005, "{} against {independent}", found.restitution);
    }
}

#[test]
fn the_energy_ledger_closes_and_no_liquid_is_lost_whatever_the_laws() {
    let (cavitating, modulus) = (FilmProperties { cavitation_pressure: Some(1e5), ..thin_oil() }, STEEL_ON_GLASS);
    let asperities = Roughness::GreenwoodTripp { height: 5e-8, density: 0.05, slope: 0.01 };
    let tau = relaxation_time(0.9, 0.55, mass(1.5e-3), 1.5e-3, modulus).unwrap();
    let cases = [
        ("plain", thin_oil()),
        ("cavitating", cavitating),
        ("Barus", barus(cavitating)),
        (
            "Roelands",
            FilmProperties { pressure_viscosity: PressureViscosity::Roelands { coefficient: 1.5e-8 }, ..cavitating },
        ),
        ("Greenwood-Tripp", FilmProperties { roughness: asperities, ..cavitating }),
        ("bearing height", FilmProperties { roughness: Roughness::Bearing { height: 2e-7 }, ..cavitating }),
        ("relaxing", FilmProperties { relaxation_time: tau, ..cavitating }),
        ("soft", FilmProperties { modulus: 1e7, ..cavitating }),
    ];
    for (name, properties) in cases {
        let bounce = bounce(properties, 0.55, FilmAccuracy::default());
        assert!(bounce.energy_error < 0.002, "{name}: energy {:e}", bounce.energy_error);
        assert!(bounce.mass_error < 1e-13, "{name}: mass {:e}", bounce.mass_error);
        assert!(bounce.thinnest > 0.0 && bounce.restitution > 0.3 && bounce.restitution < 1.0, "{name}");
    }
}

#[test]
fn a_piezoviscous_liquid_keeps_a_thicker_film_roelands_less_so_than_barus() {
    let roelands = PressureViscosity::Roelands { coefficient: 1.5e-8 };
    let properties = [thin_oil(), FilmProperties { pressure_viscosity: roelands, ..thin_oil() }, barus(thin_oil())];
    let [constant, roelands, barus] = properties.map(|law| bounce(law, 0.55, FilmAccuracy::default()).thinnest);
    assert!(constant < roelands && roelands < barus, "{constant:e} {roelands:e} {barus:e}");
}

#[test]
fn a_bearing_height_carries_the_load_and_spares_the_film() {
    let smooth = bounce(thin_oil(), 0.55, FilmAccuracy::default());
    let height = 2e-7;
    let rough = FilmProperties { roughness: Roughness::Bearing { height }, ..thin_oil() };
    let rough = bounce(rough, 0.55, FilmAccuracy::default());
    assert!(rough.thinnest > 0.9 * height && rough.restitution > smooth.restitution);
}

#[test]
fn a_slow_sphere_in_a_thick_liquid_is_captured() {
    let bounce = bounce(FilmProperties { viscosity: 1.0, ..thin_oil() }, 0.1, FilmAccuracy::default());
    assert!(bounce.captured && bounce.restitution == 0.0 && bounce.energy_error < 0.005);
}
