//! Whether the film of a sphere that leaves the wall tears: one statement for every film, decided at each separation.

use crate::coarse_rebound::{self, bounce};
use crate::resumed::resumed;
use wetbounce::model::Bounce;
use wetbounce::model::follow::run;
use wetbounce::run::Simulation;

/// Thickness of the film at the edge of the region under tension as the sphere leaves, `√(3μaV/p_c)` \[m\].
fn onset(bounce: &Bounce) -> f64 {
    (3.0 * 0.02 * 1.5e-3 * bounce.rebound_speed_m_s.unwrap() / 1e5).sqrt()
}

fn rebound(film: &[&str], nucleus: &str) -> Simulation {
    let set = [film, &["contact.restitution=0.97", nucleus]].concat();
    bounce(coarse_rebound::case(&set), 0.05, |_, _, _| {})
}

#[test]
fn the_film_tears_only_if_the_region_under_tension_is_thicker_than_a_nucleus_whatever_the_film() {
    let films: [&[&str]; 3] =
        [&["film.model=cutoff"], &["film.model=ehd", "film.rings_per_contact=24"], &["hydrodynamics=blended"]];
    for film in films {
        let always = rebound(film, "film.nucleus=0");
        let [first] = always.state.bounces.bounces() else { panic!("{film:?}") };
        assert_eq!(first.film_torn, Some(true), "{film:?}");
        let of_onset = |share: f64| rebound(film, &format!("film.nucleus={:?} m", share * onset(first)));
        let (small, large, never) = (of_onset(0.5), of_onset(1.1), rebound(film, "film.nucleus=none"));
        assert_eq!(small.state.bounces.bounces()[0].film_torn, Some(true), "{film:?}");
        assert_eq!(large.state.bounces.bounces()[0].film_torn, Some(false), "{film:?}");
        let [always, small, large, never] = [always, small, large, never].map(|run| {
            let error = run.state.coupled.ledger.relative_error();
            assert!(error < 5e-3, "{film:?}: energy error {error:e}");
            run.moment().velocity
        });
        assert_eq!(large, never, "{film:?}: a film that holds is one that never tears");
        assert!((small / always - 1.0).abs() < 0.02, "{film:?}: {small} and {always} m/s");
        assert!(never < 0.97 * always, "{film:?}: a film that holds takes more, {never} of {always} m/s");
    }
}

#[test]
fn a_rigid_film_that_tears_at_separation_is_that_of_every_nucleus_to_the_same_bits() {
    let [always, small] = ["film.nucleus=0 m", "film.nucleus=1 um"].map(|nucleus| rebound(&[], nucleus).moment());
    assert_eq!(always, small);
}

#[test]
fn theory_decides_as_the_flow_does() {
    let torn = |nucleus: &str| {
        let case = coarse_rebound::case(&["hydrodynamics=theory", "contact.restitution=0.97", nucleus]);
        let mut model = case.problem.model().unwrap();
        run(&mut *model, &mut []).unwrap();
        let bounce = model.sample().bounces.bounces()[0].clone();
        (bounce.film_torn, bounce.apex_gap_m.unwrap(), onset(&bounce))
    };
    let (always, apex, onset) = torn("film.nucleus=0");
    let (never, low, _) = torn("film.nucleus=none");
    assert_eq!((always, never), (Some(true), Some(false)));
    assert!(low < 0.95 * apex, "{low} and {apex} m");
    assert_eq!(torn(&format!("film.nucleus={:?} m", 0.99 * onset)), (Some(true), apex, onset));
    assert_eq!(torn(&format!("film.nucleus={:?} m", 1.01 * onset)), (Some(false), low, onset));
}

#[test]
fn a_run_restored_after_its_separation_keeps_what_was_decided() {
    for (film, nucleus) in [("film.model=cutoff", "film.nucleus=5 um"), ("film.model=ehd", "film.nucleus=5 um")] {
        let case = coarse_rebound::case(
            &[film, nucleus, "film.rings_per_contact=24"][..if film.ends_with("ehd") { 3 } else { 2 }],
        );
        let mut whole = Simulation::new(case.problem.clone()).unwrap();
        while whole.state.bounces.bounces().first().is_none_or(|bounce| bounce.film_torn.is_none()) {
            whole.advance().unwrap();
        }
        let torn =
            |simulation: &Simulation| simulation.setup.wall.normal.is_torn(&simulation.state.coupled.wall.normal);
        assert!(torn(&whole), "{film}");
        let mut resumed = resumed(&mut whole, Simulation::new(case.problem).unwrap());
        assert!(torn(&resumed), "{film}");
        for _ in 0..10 {
            whole.advance().unwrap();
            resumed.advance().unwrap();
        }
        assert_eq!(whole.state, resumed.state, "{film}");
    }
}
