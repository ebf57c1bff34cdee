//! How thick the film stays: the lengths of elastohydrodynamic impact.

use std::f64::consts::PI;

use wetbounce::film::{
    FilmAccuracy, FilmImpact, FilmProperties, FilmScratch, FilmSetup, Outer, ProfileMoment, RingLayout,
};

const RADIUS: f64 = 1.5e-3;
const SPEED: f64 = 0.55;
const MASS: f64 = 4.0 / 3.0 * PI * RADIUS * RADIUS * RADIUS * 7800.0;

/// Davis, Serayssol & Hinch (1986): at constant speed viscosity and softness enter through the one length
/// `x_r = (4θμVa^{3/2})^{2/5}` alone.
#[test]
fn at_constant_speed_films_of_all_softnesses_are_one_film_in_units_of_the_elasticity_length() {
    let thickness = |viscosity: f64, modulus: f64| {
        let properties = FilmProperties::simple(RADIUS, modulus, viscosity);
        let length = properties.elasticity_length(SPEED);
        let layout = RingLayout {
            contact_radius: 3.0 * (RADIUS * length).sqrt(),
            matching_radius: 24.0 * (RADIUS * length).sqrt(),
            rings_per_contact: 60,
            growth: 0.1,
        };
        let film = FilmSetup::new(properties, layout, 3e-5).unwrap();
        let mut state = film.start(20.0 * length, -SPEED).unwrap();
        let mut scratch = FilmScratch::new(film.grid().rings());
        film.advance(&mut state, &mut scratch, 20.0 * length / SPEED, &Outer::steady()).unwrap();
        assert!(state.gap.abs() < 1e-9 * length);
        [state.central() / length, film.force(&state) / (properties.modulus * length.powf(1.5) * RADIUS.sqrt())]
    };
    let reference = thickness(0.01, 5e10);
    assert!(reference[0] > 1.0 && reference[0] < 3.0, "the film is a length thick as the undeformed surfaces touch");
    for (viscosity, modulus) in [(0.001, 5e10), (0.1, 5e10), (0.01, 5e8)] {
        let scaled = thickness(viscosity, modulus);
        let differ = reference.iter().zip(scaled).map(|(one, other)| (other / one - 1.0).abs()).fold(0.0, f64::max);
        assert!(differ < 1e-6, "{scaled:?} against {reference:?}");
    }
}

/// Under Hertz' contact the film on the axis drains by its curvature `−2p₀/a_c²`, `dh/dt = −h³p₀/(6μa_c²)`. With
/// `ε(t)` of the elastic impact, `∫ε^{−½}dt = (√ε_max/V)·(2/5)B(1/5, 1/2)` up to the turning point, so that
/// `h² = 3μVa/(2.50746 p₀)` there as the viscosity vanishes: the film thins as `St^{−1/2}`. The film at the rim thins
/// faster, and the loss of speed slower than 1/St by the logarithm of the film's range.
#[test]
fn over_two_decades_of_stokes_number_the_film_on_the_axis_drains_by_its_square_root() {
    let at = |viscosity: f64| {
        let properties =
            FilmProperties { cavitation_pressure: Some(1e5), ..FilmProperties::simple(RADIUS, 4.9165e10, viscosity) };
        let impact = FilmImpact { mass: MASS, speed: SPEED, gap: 3e-5, exit_gap: 3e-5 };
        let bounce = impact.run(&impact.film(properties, FilmAccuracy::default()).unwrap()).unwrap();
        let turning = bounce.profiles.iter().find(|profile| profile.moment == ProfileMoment::Turning).unwrap();
        [turning.state.central(), bounce.thinnest, 1.0 - bounce.restitution, bounce.peak_pressure]
    };
    let viscosities = [1e-2, 1e-3, 1e-4];
    let films = viscosities.map(at);
    for (pair, films) in viscosities.windows(2).zip(films.windows(2)) {
        let power = |k: usize| (films[1][k] / films[0][k]).ln() / (pair[1] / pair[0]).ln();
        assert!((power(0) - 0.5).abs() < 0.02, "on the axis {}", power(0));
        assert!(power(1) > 0.6 && power(1) < 0.85, "at the rim {}", power(1));
        assert!(power(2) > 0.7 && power(2) < 1.0, "loss of speed {}", power(2));
    }
    for (viscosity, [central, _, _, peak]) in viscosities.into_iter().zip(films).skip(1) {
        let drained = (3.0 * viscosity * SPEED * RADIUS / (2.50746 * peak)).sqrt();
        assert!((central / drained - 1.0).abs() < 0.02, "{central:e} against {drained:e}");
    }
}

/// Bertin (2024): without cavitation an impact is told by its Stokes number `mV/(6πμa²)` alone, once lengths are
/// counted in Hertz' indentation, whatever the materials.
#[test]
fn impacts_of_one_stokes_number_are_one_impact_in_units_of_hertz_indentation() {
    let impact = |radius: f64, modulus: f64, speed: f64| {
        let mass = 4.0 / 3.0 * PI * radius.powi(3) * 7800.0;
        let viscosity = mass * speed / (6.0 * PI * radius * radius * 100.0);
        let properties = FilmProperties::simple(radius, modulus, viscosity);
        let unit = properties.hertz_indentation(mass, speed);
        let impact = FilmImpact { mass, speed, gap: 2.0 * unit, exit_gap: 2.0 * unit };
        let bounce = impact.run(&impact.film(properties, FilmAccuracy::default()).unwrap()).unwrap();
        [bounce.restitution, bounce.thinnest / unit, bounce.indentation / unit, bounce.overlap_time * speed / unit]
    };
    let reference = impact(RADIUS, 4.9165e10, SPEED);
    for (radius, modulus, speed) in [(RADIUS, 1e7, 2.0), (2e-2, 4.9165e10, 0.1), (1e-4, 1e9, SPEED)] {
        let other = impact(radius, modulus, speed);
        let differ = reference.iter().zip(other).map(|(one, other)| (other / one - 1.0).abs()).fold(0.0, f64::max);
        assert!(differ < 1e-5, "{other:?} against {reference:?}");
    }
}

/// The front of a contact that spreads through the film is the inlet of a lubricated Hertz contact: its pressure `∝ √x`
/// and the gap before it `∝ |x|^{3/2}` meet Reynolds' equation at `x ∝ St^{−2/5}`, where the film left behind is `∝
/// St^{−3/5}` thick (Snoeijer, Eggers & Venner 2013). Over the two decades from 300 to 30 000 the slope is steeper than
/// this limit, because the film goes on draining. The film at touch and the loss are in the comparison `film-limits`.
#[test]
fn the_film_behind_the_front_of_a_heavy_sphere_follows_the_inlet_of_a_lubricated_contact() {
    let behind = |stokes: f64| {
        let viscosity = MASS * SPEED / (6.0 * PI * RADIUS * RADIUS * stokes);
        let properties = FilmProperties::simple(RADIUS, 4.9165e10, viscosity);
        let unit = properties.hertz_indentation(MASS, SPEED);
        let gap = unit.max(20.0 * properties.elasticity_length(SPEED));
        let impact = FilmImpact { mass: MASS, speed: SPEED, gap, exit_gap: gap };
        let accuracy = FilmAccuracy { rings_per_contact: 96, growth: 0.1, ..FilmAccuracy::default() };
        let bounce = impact.run(&impact.film(properties, accuracy).unwrap()).unwrap();
        let turning = bounce.profiles.iter().find(|profile| profile.moment == ProfileMoment::Turning).unwrap();
        let ring = bounce.radii.iter().position(|radius| *radius > 0.9 * (RADIUS * unit).sqrt()).unwrap();
        turning.state.thickness[ring]
    };
    let power = -(behind(30000.0) / behind(300.0)).ln() / 100.0_f64.ln();
    assert!(power > 0.6 && power < 0.65, "behind the front {power}");
}
