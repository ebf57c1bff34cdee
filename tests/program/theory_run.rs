//! Runs by theory alone and with theory blended in, through the same files as any run.

use crate::program::{answer, messages, shipped, wetbounce};
use crate::reading::case_of;
use crate::resumed::resumed;
use std::fs;
use std::path::Path;
use wetbounce::case;
use wetbounce::case::Case;
use wetbounce::contact::Law;
use wetbounce::output::summary::{Status, Summary};
use wetbounce::output::trajectory::Trajectory;
use wetbounce::run::{RunOptions, Simulation, execute, theory_table};

const STEEL_IN_OIL: &str = r#"
    sphere = { diameter = "3 mm", material = "steel" }
    liquid = { density = "935 kg/m3", viscosity = "10 mPa s" }
    wall = { material = "glass" }
    release = { gap = "1 D", speed = "0.585 m/s", run_up = "0.5 D" }
    resolution = { cells_per_diameter = 8 }
    run = { bounces = 1, threads = 1 }
    output = { vorticity_pictures = [] }
"#;

fn case(overrides: &[&str]) -> Case {
    case_of(STEEL_IN_OIL, overrides)
}

fn run(case: &Case, directory: &Path) -> Summary {
    execute(case, &RunOptions { out: directory.to_path_buf(), fresh: true, quiet: true }).unwrap().summary
}

#[test]
fn theory_alone_leaves_a_whole_run_directory_whose_forces_add_up_to_mass_times_acceleration() {
    let directory = tempfile::tempdir().unwrap();
    let case = case(&["hydrodynamics=theory"]);
    let summary = run(&case, directory.path());
    for file in ["case.toml", "summary.json", "plots/trajectory.svg", "plots/forces.svg", "plots/phase.svg"] {
        assert!(directory.path().join(file).exists(), "{file}");
    }
    assert_eq!(summary.cells, 0);
    let bounce = &summary.bounces[0];
    assert!(
        bounce.apex_gap_m.unwrap() > 0.5 * case.problem.sphere.diameter && bounce.restitution_contact.unwrap() < 1.0
    );
    let motion = Trajectory::read(&directory.path().join("trajectory.csv")).unwrap();
    assert_eq!((motion.time[0], motion.gap.len()), (0.0, motion.velocity.len()));
    assert!((motion.gap[0] / case.problem.start.gap - 1.0).abs() < 1e-6);
    let force = |k: usize| motion.forces().map(|(_, column)| column[k]).sum::<f64>();
    let impulse: f64 =
        (1..motion.len()).map(|k| 0.5 * (force(k) + force(k - 1)) * (motion.time[k] - motion.time[k - 1])).sum();
    let momentum = case.problem.sphere.mass() * (motion.velocity[motion.len() - 1] - motion.velocity[0]);
    assert!((impulse / momentum - 1.0).abs() < 0.02, "{impulse} {momentum}");
}

#[test]
fn the_blend_is_the_resolved_run_far_from_the_wall_and_theory_near_it() {
    let far = |mode: &str| {
        let mut simulation = Simulation::new(case(&[mode, "blend.gap=1e-4", "run.time=1 ms"]).problem).unwrap();
        while simulation.stop().is_none() {
            simulation.advance().unwrap();
        }
        simulation.moment()
    };
    assert_eq!(far("hydrodynamics=resolved"), far("hydrodynamics=blended"));
    let directory = tempfile::tempdir().unwrap();
    let until = "run.time=12 ms";
    let summary = run(&case(&["hydrodynamics=blended", until]), directory.path());
    assert_eq!(summary.modelled[0].what, "force of the liquid");
    assert!(summary.energy_error < 0.02, "{}", summary.energy_error);
    let bounce = &summary.bounces[0];
    let theory = run(&case(&["hydrodynamics=theory", until]), directory.path());
    let ratio = bounce.impact_speed_m_s / theory.bounces[0].impact_speed_m_s;
    assert!((ratio - 1.0).abs() < 0.05, "{ratio}");
    assert!((bounce.restitution_contact.unwrap() - 0.97).abs() < 0.01, "{:?}", bounce.restitution);
}

/// A step of either costs the same: two constraint solves and a scalar equation. So the theory costs what it adds in
/// steps, and its stiff forces, being implicit, should add none; the wall force, longer than Hertz' contact, may take
/// the steps of one contact more.
#[test]
fn theory_near_the_wall_does_not_shorten_the_steps() {
    let steps = |overrides: &[&str]| {
        let mut simulation = Simulation::new(case(&[overrides, &["run.time=12 ms"]].concat()).problem).unwrap();
        while simulation.stop().is_none() {
            simulation.advance().unwrap();
        }
        simulation.state.coupled.steps as f64
    };
    let resolved = steps(&["hydrodynamics=resolved"]);
    for contact in ["contact.law=hertz", "contact.law=li"] {
        let blended = steps(&["hydrodynamics=blended", contact]);
        assert!(blended < resolved + 240.0, "{contact}: {blended} {resolved}");
    }
}

#[test]
fn a_blended_run_resumed_inside_the_wall_force_goes_on_to_the_same_bits() {
    let build =
        || Simulation::new(case(&["hydrodynamics=blended", "contact.law=li", "theory.history=kim"]).problem).unwrap();
    let mut whole = build();
    while whole.moment().gap > 0.001 * 3e-3 {
        whole.advance().unwrap();
    }
    let mut resumed = resumed(&mut whole, build());
    for _ in 0..10 {
        whole.advance().unwrap();
        resumed.advance().unwrap();
        assert_eq!(whole.moment(), resumed.moment());
    }
    assert_eq!(whole.state.coupled.wall.normal.history, resumed.state.coupled.wall.normal.history);
}

#[test]
fn theory_does_not_know_the_elastic_film_and_says_so() {
    for mode in ["hydrodynamics=blended", "hydrodynamics=theory"] {
        let overrides = [mode, "film.model=ehd"].map(str::to_owned);
        let error = miette::Report::new(Case::parse(STEEL_IN_OIL, "case.toml", &overrides).unwrap_err());
        assert!(format!("{error:?}").contains("film.model = \"cutoff\""), "{error:?}");
    }
}

#[test]
fn the_wall_force_reaches_one_and_a_half_times_as_far_as_it_must_to_stop_sphere_and_added_mass() {
    for density in ["7800 kg/m3", "1100 kg/m3"] {
        let density = format!("sphere.density={density}");
        let case = case(&["contact.law=li", &density]);
        let Law::Li(law) = case.problem.contact else { panic!("li") };
        let (tau, speed) = (case.problem.sphere.density / 935.0, 0.585f64);
        let strain = 5.0 * std::f64::consts::PI * case.problem.sphere.density * speed * speed
            / (4.0 * case.problem.effective_modulus());
        let bound = 0.986479 * (1.0 + 0.8030854 / tau) * 0.5 * strain.powf(0.4);
        assert!((law.threshold / bound - 1.5).abs() < 1e-5, "{} {bound}", law.threshold);
        assert_eq!(case.problem.threshold_warning(), None);
        assert_eq!(Case::parse(&case.to_toml(), "case.toml", &[]).unwrap(), case);
    }
    let short = case(&["contact.law=li", "contact.threshold=0.001"]);
    assert_eq!(short.problem.threshold_warning().unwrap().name, "threshold-too-low");
}

#[test]
fn at_re_90_the_published_wall_drag_takes_over_at_0_289_diameters_and_dominates_near_the_wall() {
    let path = shipped("approach-re90.toml");
    let rows = theory_table::rows(&case::load(Path::new(&path), &["theory.wall_drag=cox-brenner".to_owned()]).unwrap())
        .unwrap();
    let column = |name: &str| theory_table::COLUMNS.iter().position(|column| *column == name).unwrap();
    let (near, far, drag) = (column("drag_near_N"), column("drag_far_N"), column("drag_N"));
    let hand_over = rows.iter().rev().find(|row| row[near] <= row[far]).unwrap();
    let after = rows.iter().find(|row| row[near] > row[far]).unwrap();
    assert!(hand_over[0] - after[0] < 0.01 && (after[0] - 0.289).abs() < 0.01, "{} {}", hand_over[0], after[0]);
    let last = rows.last().unwrap();
    assert!(last[0] < 2e-4 && last[drag] > 100.0 * (last[column("added_mass_N")] + last[column("history_N")]).abs());
    assert!((last[column("wall_force_shape")] - 1.0).abs() < 0.2);
}

#[test]
fn a_theory_that_ends_within_the_contact_knows_no_rebound() {
    let directory = tempfile::tempdir().unwrap();
    let whole = run(&case(&["hydrodynamics=theory"]), directory.path());
    let bounce = &whole.bounces[0];
    let within = 0.5 * (bounce.contact_time_s + bounce.separation_time_s.unwrap());
    let end = format!("run.time={within:?} s");
    let cut = run(&case(&["hydrodynamics=theory", &end]), directory.path());
    let bounce = &cut.bounces[0];
    assert_eq!((bounce.rebound_speed_m_s, bounce.restitution_contact, bounce.restitution), (None, None, None));
}

fn summary_of(place: &Path) -> Summary {
    Summary::read(&place.join("t/summary.json")).unwrap()
}

#[test]
fn a_run_by_theory_that_finishes_has_come_to_its_bounce_or_to_rest_however_slow_its_release() {
    let place = tempfile::tempdir().unwrap();
    for speed in ["0.02 m/s", "2 mm/s"] {
        let args = ["theory", &shipped("first-bounce.toml"), "--out", "t", "--set", &format!("release.speed={speed}")];
        let said = answer(place.path(), &args);
        let summary = summary_of(place.path());
        assert!(!summary.bounces.is_empty(), "{speed}: finished in mid-fall: {said}");
        fs::remove_dir_all(place.path().join("t")).unwrap();
    }
}

#[test]
fn a_run_by_theory_ends_where_its_steps_are_used_up() {
    let place = tempfile::tempdir().unwrap();
    let args = ["theory", &shipped("first-bounce.toml"), "--out", "t", "--set", "run.steps_max=50"];
    let (code, _, err) = wetbounce(place.path(), &args);
    assert_eq!(code, 3, "{err}");
    assert_eq!(summary_of(place.path()).status, Status::Failed);
    messages!();
}

#[test]
fn a_long_fall_by_theory_is_written_as_it_comes_and_stops_where_its_steps_are_used_up() {
    let place = tempfile::tempdir().unwrap();
    let slow = ["theory", &shipped("first-bounce.toml"), "--out", "t", "--set", "release.speed=1e-4 m/s"];
    let steps = ["--set", "run.steps_max=60000"];
    let (code, _, err) = wetbounce(place.path(), &[&slow[..], &steps[..]].concat());
    assert_eq!(code, 3, "{err}");
    assert!(Trajectory::read(&place.path().join("t/trajectory.csv")).unwrap().len() > 1000);
    messages!();
}
