//! Impacts drawn at random over many decades.

use std::f64::consts::PI;

use wetbounce::film::{
    FilmAccuracy, FilmError, FilmImpact, FilmProperties, FilmRunError, FilmScratch, FilmSetup, Outer,
    PressureViscosity, Roughness, relaxation_time,
};

/// Knuth's linear congruential generator: the same impacts on every machine.
struct Draw(u64);

impl Draw {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.uniform())
    }

    fn impact(&mut self) -> (FilmImpact, FilmProperties) {
        let radius = self.between(1e-4, 1e-2);
        let mass = 4.0 / 3.0 * PI * radius.powi(3) * self.between(1e3, 1.2e4);
        let (speed, gap) = (self.between(1e-3, 3.0), radius * self.between(2e-3, 5e-2));
        let modulus = self.between(1e5, 1e12);
        let coefficient = self.between(1e-9, 3e-8);
        let laws = [PressureViscosity::barus(coefficient), PressureViscosity::roelands(coefficient)];
        let height = gap * self.between(1e-4, 3e-3);
        let rough = [Roughness::bearing(height), Roughness::greenwood_tripp(height, 0.05, 0.01), Roughness::default()];
        let dry = if self.uniform() < 0.3 { 0.8 } else { 1.0 };
        let properties = FilmProperties {
            cavitation_pressure: (self.uniform() < 0.7).then_some(1e5),
            pressure_viscosity: *laws.get((3.0 * self.uniform()) as usize).unwrap_or(&PressureViscosity::default()),
            roughness: rough[(3.0 * self.uniform()) as usize],
            relaxation_time: relaxation_time(dry, speed, mass, radius, modulus).unwrap(),
            ..FilmProperties::simple(radius, modulus, self.between(1e-4, 10.0))
        };
        (FilmImpact { mass, speed, gap, exit_gap: gap }, properties)
    }
}

#[test]
fn impacts_over_seven_decades_of_softness_and_five_of_viscosity_conserve_energy_and_liquid() {
    let (mut draw, mut bounced, mut captured, mut refused) = (Draw(20_26), 0, 0, 0);
    let accuracy = FilmAccuracy { rings_per_contact: 24, growth: 0.2, ..FilmAccuracy::default() };
    for _ in 0..200 {
        let (mut impact, properties) = draw.impact();
        let run = |impact: FilmImpact| {
            impact.film(properties, accuracy).map_err(FilmRunError::from).and_then(|film| impact.run(&film))
        };
        let mut bounce = run(impact);
        // A start within the deformed film is refused; from farther away it is a fall like any other.
        while matches!(bounce, Err(FilmRunError::Parameter(_))) && impact.gap < 0.5 * properties.radius {
            impact.gap *= 4.0;
            impact.exit_gap = impact.gap;
            bounce = run(impact);
        }
        match bounce {
            Ok(bounce) => {
                assert!(bounce.energy_error < 0.005, "energy {:e}: {impact:?} {properties:?}", bounce.energy_error);
                assert!(bounce.mass_error < 1e-13, "mass {:e}: {impact:?} {properties:?}", bounce.mass_error);
                assert!(bounce.thinnest > 0.0 && (0.0..=1.0).contains(&bounce.restitution));
                *(if bounce.captured { &mut captured } else { &mut bounced }) += 1;
            }
            Err(FilmRunError::Parameter(error)) => {
                assert_eq!(error.key, "gap", "only a start within the deformed film is refused: {error}");
                refused += 1;
            }
            Err(FilmRunError::Film(error)) => panic!("{error}: {impact:?} {properties:?}"),
        }
    }
    assert!(bounced > 20 && captured > 20 && refused < 80, "{bounced} {captured} {refused}");
}

/// A film that no step can solve: its liquid is not a number. The state is left as it was.
#[test]
fn a_film_without_a_solution_says_where_it_stopped_and_leaves_the_last_state() {
    let properties = FilmProperties::simple(1.5e-3, 5e10, 0.01);
    let film = FilmSetup::for_impact(properties, 1e-4, 0.5, 1e-5, FilmAccuracy::default()).unwrap();
    let mut state = film.start(1e-5, -0.5).unwrap();
    state.content[3] = f64::NAN;
    let mut scratch = FilmScratch::new(film.grid().rings());
    let error = film.advance(&mut state, &mut scratch, 1e-6, &Outer::free(1e-4)).unwrap_err();
    let FilmError::NoConvergence { time, gap, speed, .. } = error else { panic!("{error}") };
    assert_eq!((time, gap, speed), (0.0, 1e-5, -0.5));
    assert_eq!((state.time, state.gap, state.speed), (0.0, 1e-5, -0.5));
    assert!(error.to_string().contains("use more rings"), "{error}");
}
