//! Rupture of the film while the sphere recedes.

use std::f64::consts::PI;

use wetbounce::film::{
    FilmAccuracy, FilmImpact, FilmProperties, FilmScratch, FilmSetup, FilmState, Outer, ProfileMoment, RingLayout,
    rigid_force,
};
use wetbounce::liquid::{CavitationLimit, ImmersedSphere};

const RADIUS: f64 = 1.5e-3;
const STEEL_ON_GLASS: f64 = 4.9165e10;
const FLOOR: f64 = 1e5;

/// A rigid sphere that recedes at constant speed between two gaps in units of `h_c = √(3μaV/p_c)`, with rings fitted
/// to the cavity. Calls `look` after every step.
fn recede(from: f64, until: f64, mut look: impl FnMut(&FilmSetup, &FilmState, f64)) -> (FilmSetup, FilmState) {
    let speed = 0.3;
    let properties = FilmProperties { cavitation_pressure: Some(FLOOR), ..FilmProperties::simple(RADIUS, 1e24, 0.05) };
    let critical = properties.cavitation_gap(speed);
    let scale = (2.0 * RADIUS * critical).sqrt();
    let layout = RingLayout { contact_radius: scale, matching_radius: 8.0 * scale, rings_per_contact: 60, growth: 0.1 };
    let film = FilmSetup::new(properties, layout, 1e-5).unwrap();
    let mut state = film.start(from * critical, speed).unwrap();
    let mut scratch = FilmScratch::new(film.grid().rings());
    while state.gap < until * critical {
        let longest = if state.gap > 1.4 * critical { 0.005 } else { 0.1 } * state.gap / speed;
        film.adaptive_step(&mut state, &mut scratch, longest, &Outer::steady()).unwrap();
        look(&film, &state, critical);
    }
    (film, state)
}

/// As the gap vanishes no liquid leaves the ruptured disc, so `dp/dr = 6μV(r² − r_c²)/(r H³)` outside of it. With
/// `H = r²/2a` the tension reaches `p_c` at `r_c²/2a = √(μaV/p_c)`, and the pull is `2√3 πa p_c h_c`: `√3/2` of what
/// the pressure of a full film, floored at `−p_c`, would give (`4πa p_c h_c`).
#[test]
fn a_sphere_leaving_the_wall_is_held_by_the_pull_of_a_film_that_ruptures_without_flow() {
    let mut checked = false;
    recede(0.002, 0.006, |film, state, critical| {
        if state.gap > 0.004 * critical {
            let exact = -2.0 * 3.0_f64.sqrt() * PI * RADIUS * FLOOR * critical;
            let pull = film.force(state);
            assert!((pull / exact - 1.0).abs() < 0.005, "{pull} against {exact}");
            let edge = state.void_fraction.iter().rposition(|fraction| *fraction > 0.0).unwrap();
            let (inner, outer) = (film.grid().faces[edge - 1].powi(2), film.grid().faces[edge + 2].powi(2));
            let exact = 2.0 * RADIUS * critical / 3.0_f64.sqrt();
            assert!(inner < exact && exact < outer, "{inner} {exact} {outer}");
            checked = true;
        }
    });
    assert!(checked);
}

#[test]
fn the_void_is_filled_again_from_outside_and_leaves_reynolds_force_behind() {
    let mut volume = 0.0_f64;
    let mut first = None;
    let (film, state) = recede(0.01, 3.0, |film, state, critical| {
        let total = film.liquid_volume(state) + state.ledger.efflux;
        let start = *first.get_or_insert(total);
        assert!((total / start - 1.0).abs() < 1e-13, "liquid is conserved to round-off");
        assert!(state.pressure.iter().all(|p| *p >= -FLOOR * (1.0 + 1e-8)), "no tension beyond the limit");
        let both =
            state.pressure.iter().zip(&state.void_fraction).filter(|(p, v)| **v > 0.0 && **p > -FLOOR * (1.0 - 1e-8));
        assert_eq!(both.count(), 0, "void only where the tension is at its limit");
        if state.gap > critical && state.gap < 1.2 * critical {
            let full = rigid_force(RADIUS, 0.05, state.gap, state.speed);
            assert!(film.force(state) < 1.05 * full, "a void that is being filled pulls harder than a full film");
        }
        volume = volume.max(film.stored_energy(state).cavity / FLOOR);
    });
    assert!(volume > 0.0 && !state.is_cavitated());
    let exact = rigid_force(RADIUS, 0.05, state.gap, state.speed);
    assert!((film.force(&state) / exact - 1.0).abs() < 1e-3);
}

/// The closed form that the cut-off film uses, against the film itself.
#[test]
fn the_pull_of_the_torn_film_follows_its_closed_form_until_the_void_is_filled() {
    let sphere = ImmersedSphere::new(RADIUS, 7800.0, 935.0, 0.05).unwrap();
    let law = CavitationLimit::new(FLOOR).unwrap();
    let (mut worst, mut closed) = (0.0_f64, f64::NAN);
    recede(0.001, 1.8, |film, state, critical| {
        let x = state.gap / critical;
        if x > 0.05 {
            let error = -film.force(state) / law.suction(&sphere, state.gap, state.speed) - 1.0;
            worst = if x < 1.55 { worst.max(error.abs()) } else { worst };
        }
        if closed.is_nan() && !state.is_cavitated() {
            closed = x;
        }
    });
    assert!(worst < 0.01, "{worst}");
    assert!((closed / 1.5959 - 1.0).abs() < 0.02, "the void closes at {closed} h_c");
}

/// Rupture can spare a sphere the film's pull but not give back what the approach took: `e² ≤ 1 − heat at the turning
/// point/kinetic energy at the start`. A floor on the pressure that is applied without conserving liquid breaks it:
/// 0.946 has been computed so for the first case, against a limit of 0.935.
#[test]
fn rupture_raises_the_rebound_but_never_above_what_the_approach_left() {
    for (radius, viscosity, speed, clipped) in [(1.5e-3, 0.01, 0.55, 0.946), (3e-3, 0.1, 0.46, 0.664)] {
        let mass = 4.0 / 3.0 * PI * radius * radius * radius * 7800.0;
        let tense = FilmProperties::simple(radius, STEEL_ON_GLASS, viscosity);
        let weak = FilmProperties { cavitation_pressure: Some(FLOOR), ..tense };
        let impact = FilmImpact { mass, speed, gap: 0.02 * radius, exit_gap: 0.02 * radius };
        let run = |properties| impact.run(&impact.film(properties, FilmAccuracy::default()).unwrap()).unwrap();
        let (tense, weak) = (run(tense), run(weak));
        let turning = weak.profiles.iter().find(|profile| profile.moment == ProfileMoment::Turning).unwrap();
        let ledger = turning.state.ledger;
        let limit = (1.0 - (ledger.viscous + ledger.tail) / (0.5 * mass * speed * speed)).sqrt();
        assert!(tense.restitution < weak.restitution && weak.restitution < limit);
        assert!(weak.restitution < clipped);
        assert!(clipped > limit || radius > 2e-3, "{clipped} {limit}");
        assert!(weak.largest_suction > tense.largest_suction, "a ruptured film pulls less");
    }
}
