//! `wetbounce film` as a user meets it.

use crate::program::{answer, messages, note, refused, shipped, unwrapped, wetbounce, words};
use std::path::Path;
use wetbounce::output::summary::Summary;
use wetbounce::output::trajectory::Trajectory;

fn film(directory: &Path, args: &[&str]) -> (i32, String, String) {
    wetbounce(directory, &[&["film", &shipped("gondret-st152.toml")], args].concat())
}

#[test]
fn the_film_alone_leaves_a_run_directory_whose_energies_balance() {
    let directory = tempfile::tempdir().unwrap();
    let args =
        ["--speed", "0.55 m/s", "--set", "film.model=ehd", "--set", "film.rings_per_contact=24", "--out", "bounce"];
    let (code, out, err) = film(directory.path(), &args);
    assert_eq!(code, 0, "{err}");
    note(words(&out));
    let run = directory.path().join("bounce");
    let case = std::fs::read_to_string(run.join("case.toml")).unwrap();
    assert!(case.contains("model = \"ehd\"") && case.contains("rings_per_contact = 24"), "{case}");

    let summary = Summary::read(&run.join("summary.json")).unwrap();
    let energy = |name: &str| summary.extra[name];
    let kept = energy("energy_kinetic_end_J") + energy("energy_stored_end_J");
    let heat = energy("energy_dissipated_film_J") + energy("energy_dissipated_solids_J");
    assert!(((kept + heat) / energy("energy_kinetic_start_J") - 1.0).abs() < 5e-3);
    assert!(summary.energy_error < 5e-3 && summary.mass_error < 1e-12);
    let restitution = energy("restitution_entry_to_exit");
    assert!(restitution > 0.0 && restitution < summary.bounces[0].restitution_contact.unwrap());

    let motion = Trajectory::read(&run.join("trajectory.csv")).unwrap();
    let (first, last) = (motion.moment(0), motion.moment(motion.len() - 1));
    assert!((first.gap - 3e-5).abs() < 1e-12 && first.velocity == -0.55 && last.gap >= first.gap);
    assert!((last.velocity / 0.55 / restitution - 1.0).abs() < 1e-2);
    let strongest = motion.column("film_N").unwrap().iter().copied().fold(0.0, f64::max);
    assert_eq!(strongest, energy("film_force_max_N"));

    let mut profiles = csv::Reader::from_path(run.join("profiles.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = profiles.records().map(Result::unwrap).collect();
    let number = |row: &csv::StringRecord, column: usize| row[column].parse::<f64>().unwrap();
    let turning: Vec<_> = rows.iter().filter(|row| &row[0] == "turning").collect();
    assert_eq!(turning.len() as u64, summary.cells);
    assert!(turning.windows(2).all(|pair| number(pair[0], 2) < number(pair[1], 2)), "radii increase");
    assert!(rows.iter().all(|row| number(row, 3) > 0.0 && number(row, 4) >= -1e5 * (1.0 + 1e-9)));
    for plot in ["film-profiles.svg", "film-history.svg"] {
        assert!(std::fs::read_to_string(run.join("plots").join(plot)).unwrap().contains("</svg>"));
    }
    messages!();
}

#[test]
fn the_film_alone_is_a_mode_of_any_run_with_the_same_result_and_its_heat_falls_into_phases() {
    let directory = tempfile::tempdir().unwrap();
    let case = shipped("gondret-st152.toml");
    let settings =
        ["film.model=ehd", "film.rings_per_contact=24", "release.gap=\"0.01 D\"", "release.free_gap=\"1 um\""];
    let summary = |verb: &str, mode: &str| {
        let settings = settings.into_iter().chain([mode]).flat_map(|setting| ["--set", setting]);
        let args: Vec<&str> = [verb, &case, "--quiet", "--out", verb].into_iter().chain(settings).collect();
        answer(directory.path(), &args);
        Summary::read(&directory.path().join(verb).join("summary.json")).unwrap()
    };
    let (film, run) = (summary("film", "hydrodynamics=resolved"), summary("run", "hydrodynamics=film"));
    assert_eq!(film.bounces, run.bounces);
    let restitution = run.bounces[0].restitution.unwrap();
    assert!(restitution > 0.8 && restitution == run.extra["restitution_entry_to_exit"]);
    let heat = |phase: &str| run.extra[&format!("energy_dissipated_{phase}_J")];
    let phases = ["approach", "squeeze", "release", "retreat"].map(heat);
    assert!((phases.iter().sum::<f64>() / heat("film") - 1.0).abs() < 1e-12);
    assert!(phases.iter().all(|phase| *phase > 0.0));
    // rigid lubrication takes 6πμa² ln(h/x_r) of the momentum; below about 2 x_r the deflection eases it
    let (mass, radius) = (7800.0 * 4.0 / 3.0 * std::f64::consts::PI * 1.5e-3_f64.powi(3), 1.5e-3_f64);
    let speed = run.extra["entry_speed_m_s"];
    let rigid = |times: f64| {
        let decades = (run.extra["entry_gap_m"] / (times * run.extra["elasticity_length_m"])).ln();
        let lost = 6.0 * std::f64::consts::PI * 0.01 * radius * radius / mass * decades;
        1.0 - (1.0 - lost / speed).powi(2)
    };
    let share = phases[0] / run.extra["energy_scale_J"];
    assert!(rigid(2.0) < share && share < rigid(1.0), "{share} between {} and {}", rigid(2.0), rigid(1.0));
}

#[test]
fn a_viscous_film_captures_the_sphere_and_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let args = ["--set", "liquid.viscosity=\"1 Pa s\"", "--set", "film.model=ehd", "--speed", "0.1 m/s"];
    let (code, out, err) = film(directory.path(), &[&args[..], &["--out", "slow"]].concat());
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("restitution 0.0000"), "{out}");
    note(words(&out));
    messages!();
}

/// The energy of surfaces that are deformed at entry is nobody's work: the sphere would rebound with it however viscous
/// the liquid.
#[test]
fn a_film_entered_where_the_surfaces_are_deformed_already_is_refused_with_the_gap_it_takes() {
    let directory = tempfile::tempdir().unwrap();
    let soft = ["--set", "sphere.young=\"20 MPa\"", "--set", "liquid.viscosity=\"10 Pa s\"", "--speed", "5 mm/s"];
    let (code, _, err) = film(directory.path(), &[&soft[..], &["--out", "near"]].concat());
    let said = unwrapped(&err);
    assert_eq!(code, 2, "{said}");
    let gap = said.split("about ").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap();
    let mode = ["hydrodynamics=film", "film.model=ehd", "release.gap=\"0.01 D\"", "release.speed=\"5 mm/s\""];
    let run: Vec<&str> = mode.iter().chain([&soft[1], &soft[3]]).flat_map(|setting| ["--set", *setting]).collect();
    let (code, _, err) = wetbounce(directory.path(), &[&["run", &shipped("gondret-st152.toml")], &run[..]].concat());
    assert!(code == 2 && unwrapped(&err).contains(&format!("about {gap} m")), "{code} {err}");
    let (code, out, err) =
        film(directory.path(), &[&soft[..], &["--gap", &format!("{gap} m"), "--out", "far"]].concat());
    assert_eq!(code, 0, "{gap}: {err}");
    assert!(out.contains("restitution 0.0000"), "{out}");
    messages!();
}

#[test]
fn wrong_options_are_refused_with_what_is_allowed() {
    let directory = tempfile::tempdir().unwrap();
    for args in [
        &["--speed", "0.5 mm"][..],
        &["--gap=-1 um"][..],
        &["--gap", "1 nm"][..],
        &["--gap", "0.6 D"][..],
        &["--set", "contact.law=li"][..],
        &["--set", "film.piezoviscosity=-1e-8"][..],
    ] {
        let (code, _, err) = film(directory.path(), args);
        assert_eq!(code, 2, "{err}");
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "nothing is left behind");
    messages!();
}

/// What a case with an elastic film is told of a bad number or a contradiction: exit code 2, the place, the remedy.
#[test]
fn contradictions_of_an_elastic_film_are_refused_at_their_place_with_a_remedy() {
    let case = shipped("gondret-st27.toml");
    let directory = tempfile::tempdir().unwrap();
    for settings in [
        &["contact.law=li"][..],
        &["contact.law=luding", "contact.max_stiffness=\"1e6 N/m\""],
        &["contact.restitution=0.05"],
        &["hydrodynamics=blended"],
        &["hydrodynamics=theory"],
        &["hydrodynamics=film"],
        &["hydrodynamics=film", "film.model=cutoff"],
        &["film.piezoviscosity=\"-1 1/GPa\""],
        &["film.cavitation_pressure=\"-1 kPa\""],
        &["wall.young=\"0 Pa\""],
        &["sphere.young=\"-200 GPa\""],
        &["liquid.viscosity=\"5e-5 Pa s\"", "film.piezoviscosity=\"1 1/GPa\"", "film.piezoviscosity_law=roelands"],
    ] {
        let settings: Vec<&str> = settings.iter().flat_map(|setting| ["--set", setting]).collect();
        refused(directory.path(), &[&["run", &case, "--set", "film.model=ehd"], &settings[..]].concat());
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0, "nothing is left behind");
    messages!();
}

#[test]
fn a_gap_at_which_the_solids_touch_is_answered_with_one_that_is_enough_however_small_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let asked = |gap: &str| {
        let (code, _, err) = film(directory.path(), &["--gap", gap, "--out", "out"]);
        let err = unwrapped(&err);
        assert_eq!(code, 2, "{err}");
        err.split("must be about ").nth(1).unwrap().split(' ').next().unwrap().parse::<f64>().unwrap()
    };
    let all = ["0.1 um", "10 nm", "1 nm"].map(asked);
    assert!(all.iter().all(|gap| (1e-7..1e-5).contains(gap)), "{all:?}");
    messages!();
}

#[test]
fn a_film_whose_restitution_is_printed_does_not_warn_that_there_is_none() {
    let directory = tempfile::tempdir().unwrap();
    let (code, said, err) = film(directory.path(), &["--out", "out"]);
    assert!(code == 0 && said.contains("restitution 0."), "{said}{err}");
    note(words(&said));
    messages!();
}
