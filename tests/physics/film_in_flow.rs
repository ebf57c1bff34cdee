//! The elastohydrodynamic film beneath the simulated flow: hand-over, independence of the grid's smallest gap, energy,
//! restart, and spheres that the film turns round before they touch.

use crate::coarse_rebound::{self, bounce};
use crate::resumed::resumed;
use wetbounce::case::Case;
use wetbounce::film::{FilmAccuracy, FilmImpact};
use wetbounce::run::Simulation;

/// The coarse rebound with the elastic film, 40 steps in its contact: a quarter of those under a contact law.
fn case(overrides: &[&str]) -> Case {
    let elastic = [
        "film.model=ehd",
        "film.rings_per_contact=24",
        "resolution.smallest_gap=\"0.005 D\"",
        "resolution.steps_per_contact=160",
    ];
    coarse_rebound::case(&[&elastic, overrides].concat())
}

#[test]
fn the_film_takes_over_and_lets_go_without_a_jump_and_carries_the_contact_between() {
    let (mut was, mut hand_overs, mut peak) = (false, Vec::new(), 0.0_f64);
    let case = case(&[]);
    let simulation = bounce(case.clone(), 0.1, |simulation, film, hydrodynamic| {
        let engaged = simulation.state.coupled.wall.normal.film.engaged.is_some();
        if engaged != was {
            hand_overs.push(film.abs() / hydrodynamic.abs());
        }
        was = engaged;
        peak = peak.max(film);
        assert!(simulation.state.coupled.wall.normal.contact.touching.is_none(), "no contact besides the film's");
    });
    let [engagement, release] = hand_overs[..] else { panic!("{hand_overs:?}") };
    assert!(engagement < 2e-3 && release < 2e-3, "{hand_overs:?}");
    // the peak force of Hertz' impact at the speed of the touch, m V ω/... = 4/3 E*√a ε^{3/2}, bounds the film's
    let bounce = &simulation.state.bounces.bounces()[0];
    let (radius, modulus) = (case.problem.sphere.radius(), case.problem.effective_modulus());
    let indentation = (15.0 * case.problem.sphere.mass() * bounce.impact_speed_m_s.powi(2)
        / (16.0 * modulus * radius.sqrt()))
    .powf(0.4);
    let hertz = 4.0 / 3.0 * modulus * radius.sqrt() * indentation.powf(1.5);
    assert!(peak > 0.8 * hertz && peak < 1.1 * hertz, "{peak} N, Hertz {hertz} N");
    assert!(bounce.min_gap_m < 0.0 && -bounce.min_gap_m < 1.1 * indentation);
    assert!(simulation.state.coupled.wall.normal.film.thinnest.unwrap() > 0.0);
}

#[test]
fn the_rebound_does_not_depend_on_the_smallest_gap_of_the_grid_and_its_energy_balances() {
    let speed = |gap: &str| {
        let simulation = bounce(case(&[&format!("resolution.smallest_gap=\"{gap} D\"")]), 0.05, |_, _, _| {});
        let error = simulation.state.coupled.ledger.relative_error();
        assert!(error < 5e-3, "smallest gap {gap} D: energy error {error:e}");
        simulation.moment().velocity
    };
    let speeds = ["0.002", "0.004", "0.008"].map(speed);
    let (least, most) = speeds.iter().fold((f64::MAX, 0.0_f64), |(low, high), v| (low.min(*v), high.max(*v)));
    assert!(most / least < 1.02, "{speeds:?} m/s");
}

#[test]
fn fifteen_steps_per_contact_give_the_rebound_of_sixty() {
    let speed = |steps: u32| {
        let case = case(&[&format!("resolution.steps_per_contact={}", 4 * steps), "contact.restitution=1"]);
        bounce(case, 0.01, |_, _, _| {}).state.bounces.bounces()[0].restitution_contact.unwrap()
    };
    let (coarse, fine) = (speed(15), speed(60));
    // second order: (π/15)²/12 of the speed
    assert!((coarse / fine - 1.0).abs() < 4e-3, "15 steps per contact give {coarse}, 60 give {fine}");
}

#[test]
fn solids_that_lose_energy_dry_lose_as_much_through_the_film() {
    let restitution = |dry: &str| {
        let case = case(&[&format!("contact.restitution={dry}"), "liquid.viscosity=\"4 mPa s\""]);
        bounce(case, 0.01, |_, _, _| {}).state.bounces.bounces()[0].restitution_contact.unwrap()
    };
    let ratio = restitution("0.9") / restitution("1");
    assert!((ratio - 0.9).abs() < 0.02, "{ratio}");
}

/// Between meeting and parting of the surfaces nothing but the film matters: it makes the heat that it makes alone.
#[test]
fn the_film_makes_the_same_heat_in_the_flow_as_alone_while_the_surfaces_are_deformed() {
    let (mut entry, mut bounced) = (None, None);
    let from_a_hundredth = "resolution.smallest_gap=\"0.00375 D\"";
    let case = case(&["contact.restitution=1", from_a_hundredth]);
    bounce(case.clone(), 0.05, |simulation, _, _| {
        if let (None, Some(engaged)) = (&entry, &simulation.state.coupled.wall.normal.film.engaged) {
            entry = Some((engaged.state.gap, engaged.state.speed, engaged.properties));
        }
        bounced = Some(simulation.state.coupled.wall.normal.film.heat);
    });
    let ((gap, speed, properties), heat) = (entry.unwrap(), bounced.unwrap());
    let displaced = case.problem.liquid.density / case.problem.sphere.density;
    let mass = case.problem.sphere.mass() * (1.0 + 0.803 * displaced);
    let impact = FilmImpact { mass, speed, gap, exit_gap: gap };
    let accuracy = FilmAccuracy { rings_per_contact: 24, ..FilmAccuracy::default() };
    let alone = impact.run(&impact.film(properties, accuracy).unwrap()).unwrap();
    let alone = alone.heat_by_phase(properties.elasticity_length(speed));
    let phases = [
        ("approach", heat.approach, alone.approach),
        ("squeeze", heat.squeeze, alone.squeeze),
        ("release", heat.release, alone.release),
    ];
    for (phase, flow, alone) in phases {
        assert!((flow / alone - 1.0).abs() < 0.05, "{phase}: {flow:e} J in the flow, {alone:e} J alone");
    }
    assert!(heat.squeeze > heat.approach && heat.retreat > 0.0, "{heat:?}");
}

/// A Stokes number of 6: the film alone stops the sphere.
const SLOW: [&str; 3] = ["liquid.viscosity=\"100 mPa s\"", "release.speed=\"0.22 m/s\"", "release.free_gap=\"0.02 D\""];

#[test]
fn a_sphere_that_the_film_turns_round_bounces_at_its_closest_approach() {
    let mut simulation = Simulation::new(case(&SLOW).problem).unwrap();
    while simulation.state.bounces.bounces().is_empty() {
        simulation.advance().unwrap();
    }
    let bounce = &simulation.state.bounces.bounces()[0];
    let film = simulation.state.coupled.wall.normal.film.thinnest.unwrap();
    assert!(
        bounce.min_gap_m > 0.0 && bounce.impact_speed_m_s == 0.0 && bounce.restitution_contact.is_none(),
        "{bounce:?}"
    );
    assert!(film > 0.5 * bounce.min_gap_m && film < 10.0 * bounce.min_gap_m, "{film:e} m, {bounce:?}");
}

#[test]
fn a_rough_sphere_touches_where_its_asperities_meet_the_wall() {
    let simulation = bounce(case(&["film.roughness=\"5 um\""]), 0.02, |_, _, _| {});
    let [bounce] = simulation.state.bounces.bounces() else { panic!("{:?}", simulation.state.bounces) };
    assert!(bounce.impact_speed_m_s > 0.3 && bounce.restitution_contact.unwrap() > 0.8, "{bounce:?}");
    assert!(bounce.min_gap_m < 5e-6 && simulation.state.coupled.wall.normal.film.thinnest.unwrap() > 4e-6);
}

#[test]
fn a_run_restored_in_the_middle_of_the_contact_goes_on_bit_by_bit() {
    let mut whole = Simulation::new(case(&[]).problem).unwrap();
    while whole.moment().gap >= 0.0 {
        whole.advance().unwrap();
    }
    whole.advance().unwrap();
    let mut resumed = resumed(&mut whole, Simulation::new(case(&[]).problem).unwrap());
    for _ in 0..25 {
        whole.advance().unwrap();
        resumed.advance().unwrap();
    }
    assert!(whole.state.coupled.wall.normal.film.engaged.is_some());
    assert_eq!(whole.state, resumed.state);
}
