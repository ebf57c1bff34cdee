//! A wall of stated thickness: what its keys mean, and what a run on it says.

use crate::case_read::{ST152, problem, with};
use crate::film_band;
use crate::program::messages;
use crate::reading::case_of;
use wetbounce::case::{BandInput, Case, ImpactCase};
use wetbounce::output::summary::Summary;
use wetbounce::quantity::span::Span;
use wetbounce::run::Simulation;

/// The case of the film's band without the band, and with more steps in its contact.
const ALONE: [&str; 2] = ["film.band=off", "resolution.steps_per_contact=120"];

fn coarse(overrides: &[&str]) -> Case {
    case_of(film_band::COARSE, &[&ALONE, overrides].concat())
}

fn run(overrides: &[&str]) -> Summary {
    film_band::run(&[&ALONE, overrides].concat())
}

#[test]
fn a_thickness_may_be_a_range_and_is_written_so_that_it_reads_back() {
    for (text, low, high) in [("9 mm", 9e-3, 9e-3), ("8 .. 12 mm", 8e-3, 12e-3), ("10 ± 2 mm", 8e-3, 12e-3)] {
        let case = with(&[&format!("wall.thickness={text}"), "wall.width=20 cm"]).unwrap();
        let Span { low: found, high: other } = case.given.thickness.unwrap();
        assert!((found - low).abs() < 1e-15 && (other - high).abs() < 1e-15, "{text}");
        assert_eq!(Case::parse(&case.to_toml(), "case.toml", &[]).unwrap(), case);
        assert_eq!(ImpactCase::of(&case).pair().unwrap().mobility, case.problem.pair().unwrap().mobility);
    }
    problem(ST152, &["wall.thickness=12 .. 8 mm"]);
    messages!();
}

#[test]
fn a_plate_needs_a_density_and_a_thick_wall_takes_none() {
    problem(ST152, &["wall.young=60 GPa", "wall.thickness=9 mm"]);
    with(&["wall.young=60 GPa", "wall.thickness=9 mm", "wall.density=2500 kg/m3"]).unwrap();
    problem(ST152, &["wall.density=2500 kg/m3"]);
    messages!();
}

#[test]
fn a_thick_plate_bounces_as_a_thick_wall_and_a_thin_one_loses_what_its_waves_carry_off() {
    let [thick, hundred, nine] = [&[][..], &["wall.thickness=0.1 m"], &["wall.thickness=9 mm"]].map(run);
    let e = |summary: &Summary| summary.bounces[0].restitution_contact.unwrap();
    let into_wall = |summary: &Summary| summary.extra.get("energy_into_wall_J").copied();
    assert!((e(&hundred) - e(&thick)).abs() < 1e-3, "{} {}", e(&hundred), e(&thick));
    assert!(e(&nine) < e(&thick) - 0.02, "{} {}", e(&nine), e(&thick));
    assert_eq!(into_wall(&thick), None);
    let before = 0.5 * coarse(&[]).problem.sphere.mass() * nine.bounces[0].impact_speed_m_s.powi(2);
    let share = into_wall(&nine).unwrap() / before;
    assert!(share > 0.5 * (e(&thick).powi(2) - e(&nine).powi(2)) && share < 0.2, "{share}");
    for summary in [thick, hundred, nine] {
        assert!(summary.energy_error < 5e-3, "{}", summary.energy_error);
    }
}

#[test]
fn the_elastic_film_bends_the_plate_as_the_contact_does() {
    let set = |more: &[&'static str]| run(&[&["film.model=ehd", "film.rings_per_contact=16"][..], more].concat());
    let [thick, nine] = [set(&[]), set(&["wall.thickness=9 mm"])];
    let restitution = |summary: &Summary| summary.bounces[0].restitution.unwrap();
    assert!(restitution(&nine) < restitution(&thick) - 0.005, "{} {}", restitution(&nine), restitution(&thick));
    assert!(nine.extra["energy_into_wall_J"] > 0.0);
    assert!(nine.energy_error < 1.5 * thick.energy_error.max(1e-3), "{} {}", nine.energy_error, thick.energy_error);
}

#[test]
fn a_run_on_a_plate_goes_on_from_its_state_to_the_same_bits() {
    let mut simulation = Simulation::new(coarse(&["wall.thickness=9 mm"]).problem).unwrap();
    while simulation.state.coupled.body.counterpart.speeds[0] == 0.0 {
        simulation.advance().unwrap();
    }
    let mut state = simulation.state.clone();
    let text = serde_json::to_string(&state.coupled).unwrap();
    state.coupled = serde_json::from_str(&text).unwrap();
    assert_eq!(state.coupled, simulation.state.coupled);
    let step = |simulation: &mut Simulation| {
        simulation.advance().unwrap();
        simulation.moment()
    };
    let next = step(&mut simulation);
    simulation.state = state;
    assert_eq!(step(&mut simulation), next);
}

#[test]
fn what_is_thick_goes_with_the_size_of_the_sphere_and_an_unstated_thickness_is_said_where_it_matters() {
    let case = |diameter: &str| with(&[&format!("sphere.diameter={diameter}")]).unwrap().problem;
    let [small, large] =
        ["3 mm", "6 mm"].map(|diameter| case(diameter).impact_on_wall().unwrap().thick_from().unwrap());
    assert!((large / small - 2.0).abs() < 0.01, "{small} {large}");
    assert!((small / 25e-3 - 1.0).abs() < 0.1, "{small}");
    let assumed = |set: &[&str]| with(set).unwrap().problem.impact_on_wall().unwrap().assumed();
    assert!(
        assumed(&[])[0].name == "thickness-not-stated" && assumed(&[])[0].text.contains("10 mm"),
        "{:?}",
        assumed(&[])
    );
    assert!(assumed(&["sphere.diameter=1 mm"]).is_empty());
    assert_eq!(assumed(&["wall.thickness=9 mm"])[0].name, "infinite-plate");
}

#[test]
fn a_wall_too_thick_to_bend_and_an_edge_too_near_are_doubted() {
    let doubts = |set: &[&str]| with(set).unwrap().warnings();
    assert!(doubts(&["wall.thickness=5 cm"]).has("wave-across-the-wall"));
    assert!(doubts(&["wall.thickness=9 mm", "wall.width=2 cm"]).has("wave-from-the-edge"));
    let fine = doubts(&["wall.thickness=9 mm", "wall.width=20 cm"]);
    assert!(!fine.has("wave-across-the-wall") && !fine.has("wave-from-the-edge"), "{fine:?}");
}

#[test]
fn a_range_of_the_thickness_is_in_the_band_and_a_thick_wall_is_not() {
    let thickness = |set: &[&str]| {
        let open = with(set).unwrap().open_film_inputs();
        open.into_iter().find(|open| open.input == BandInput::WallThickness).map(|open| open.ends)
    };
    assert_eq!(thickness(&[]), None);
    let [low, high] = thickness(&["wall.thickness=8 .. 12 mm"]).unwrap();
    assert!(low == 8e-3 && high > 12e-3 && high < 14e-3, "{low} {high}");
    let stated =
        ["film.piezoviscosity=0 1/Pa", "film.roughness=0 m", "film.cavitation_pressure=1e5 Pa", "film.model=ehd"];
    assert_eq!(thickness(&[&stated[..], &["wall.thickness=9 mm"]].concat()), None);
    assert!(thickness(&[&stated[..], &["wall.thickness=8 .. 12 mm"]].concat()).is_some());
}
