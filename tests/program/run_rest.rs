//! When a sphere rests on the wall, and when it only sinks through its film.

use crate::program::{answer, messages, note, shipped, wetbounce, words};
use crate::reading::case_of;
use wetbounce::output::summary::Summary;
use wetbounce::output::trajectory::Trajectory;
use wetbounce::run::{RunOptions, execute};

/// A sphere let go above a wall, on a coarse grid.
const COARSE: &str = r#"
sphere = { diameter = "3 mm", density = "7800 kg/m3", young = "190 GPa", poisson = 0.27 }
wall.material = "glass"
liquid = { density = "1400 kg/m3", viscosity = "10 mPa s" }
resolution = { cells_per_diameter = 8, cells_across_film = 4, smallest_gap = "0.02 D", radial_growth = 1.2, axial_growth = 1.2, steps_per_contact = 60 }
run = { bounces = 1000, threads = 1, steps_max = 20000 }
output = { report = false, plots = false, vorticity_pictures = [] }
film.band = "off"
container = { radius = "3 D", height = "9 D" }
release = { gap = "1.5 D", kind = "rest" }
"#;

fn run(overrides: &[&str]) -> (Summary, Trajectory) {
    run_of(COARSE, overrides)
}

fn run_of(case: &str, overrides: &[&str]) -> (Summary, Trajectory) {
    let directory = tempfile::tempdir().unwrap();
    let options = RunOptions { out: directory.path().to_path_buf(), fresh: true, quiet: true };
    let summary = execute(&case_of(case, overrides), &options).unwrap().summary;
    (summary, Trajectory::read(&directory.path().join("trajectory.csv")).unwrap())
}

#[test]
fn a_sphere_in_honey_rests_once_it_touches_the_wall_and_not_before() {
    for overrides in [["liquid.viscosity=1.5 Pa s"].as_slice(), &["sphere.density=1428 kg/m3"]] {
        let (summary, motion) = run(overrides);
        assert_eq!(summary.stop_reason, "at rest on the wall", "{overrides:?}");
        let bounce = &summary.bounces[0];
        assert!(bounce.min_gap_m < 1e-7, "it is said to touch {} m above the wall", bounce.min_gap_m);
        assert!(motion.column("contact_N").unwrap().last().unwrap().is_finite());
        assert_eq!((summary.bounces.len(), bounce.restitution), (1, Some(0.0)));
    }
}

#[test]
fn a_sphere_in_honey_rests_on_a_held_one_and_the_run_says_so() {
    let second = r#"second = { diameter = "3 mm", material = "glass", fixed = true }"#;
    let case = COARSE.replace(r#"wall.material = "glass""#, second);
    let (summary, motion) = run_of(&case, &["liquid.viscosity=1.5 Pa s", "release.gap=0.2 D"]);
    assert_eq!(summary.stop_reason, "at rest on the second sphere");
    assert!(*motion.gap.last().unwrap() < 1e-7);
}

#[test]
fn a_sphere_that_smooth_elastic_walls_and_their_film_carry_sinks_and_has_not_bounced() {
    let (summary, _) = run(&["liquid.viscosity=1.5 Pa s", "film.model=ehd"]);
    assert_eq!(summary.stop_reason, "settling on its film, without touching the wall");
    assert!(summary.bounces.is_empty(), "{:?}", summary.bounces);
}

#[test]
fn a_soft_sphere_rests_though_its_weight_presses_it_in() {
    for more in [["sphere.young=10 kPa"].as_slice(), &["sphere.young=1 MPa", "film.model=ehd"]] {
        let (summary, motion) = run(&[&["sphere.poisson=0.45"], more].concat());
        assert_eq!(summary.stop_reason, "at rest on the wall", "{more:?}");
        let (gap, velocity) = (motion.gap.last().unwrap(), motion.velocity.last().unwrap());
        assert!(*gap < -1e-6 && velocity.abs() < 1e-2 * summary.peak_speed_m_s, "{more:?}: {gap} m, {velocity} m/s");
    }
}

#[test]
fn a_run_that_goes_on_at_rest_takes_long_steps_and_logs_no_bounces_there() {
    let (summary, motion) = run(&["run.until_rest=false", "run.time=0.4 s"]);
    assert_eq!(summary.stop_reason, "end time reached");
    assert!(summary.steps < 5000, "{}", summary.steps);
    assert!(
        summary.bounces.iter().all(|bounce| bounce.restitution_contact.is_none_or(|e| e < 1.0)),
        "{:?}",
        summary.bounces
    );
    assert!(summary.bounces.len() < 6, "{:?}", summary.bounces);
    let weight = motion.column("submerged_weight_N").unwrap().last().unwrap();
    let contact = motion.column("contact_N").unwrap().last().unwrap();
    assert!((contact / -weight - 1.0).abs() < 0.01, "{contact} N under {weight} N");
}

/// Its balance with the attraction of the wall lies far from where the solids touch, and its weight is nothing beside
/// that.
#[test]
fn a_light_sphere_that_adheres_to_the_wall_comes_to_rest_there() {
    let small = [
        "sphere.diameter=0.15 mm",
        "sphere.density=1410 kg/m3",
        "sphere.young=70 GPa",
        "liquid.viscosity=0.3 Pa s",
        "release.gap=0.5 D",
        "film.cutoff=roughness",
        "film.roughness=20 nm",
        "resolution.azimuthal_modes=1",
        "contact.surface_energy=0.05 N/m",
    ];
    let (summary, motion) = run(&small);
    assert_eq!(summary.stop_reason, "at rest on the wall");
    let adhesion = 4.0 * std::f64::consts::PI * 0.075e-3 * 0.05;
    let (gap, velocity) = (motion.gap.last().unwrap(), motion.velocity.last().unwrap());
    // At most a thousandth is left of the energy of an impact twice as deep as its balance, 0.4 · 2^2.5 of adhesion
    // times overlap: a vibration with 8 % of the force.
    let bond = 0.4 * 2f64.powf(2.5) * adhesion * (20e-9 - gap);
    let mass = std::f64::consts::PI / 6.0 * 0.15e-3_f64.powi(3) * (1410.0 + 0.5 * 1400.0);
    assert!(*gap < 20e-9 && 0.5 * mass * velocity * velocity < 1.1e-3 * bond, "{gap} m, {velocity} m/s");
    let contact = motion.column("contact_N").unwrap().last().unwrap().abs();
    assert!(contact < 0.085 * adhesion, "{contact} N of {adhesion} N");
}

/// An elastic film that carries a sphere at rest took forty thousand steps for 0.2 s.
#[test]
fn a_sphere_at_rest_on_an_elastic_film_takes_long_steps_too() {
    let (summary, _) = run(&["run.until_rest=false", "run.time=0.25 s", "film.model=ehd"]);
    assert_eq!(summary.stop_reason, "end time reached");
    assert!(summary.steps < 5000, "{}", summary.steps);
}

#[test]
fn theory_leaves_a_sphere_that_sinks_through_its_film_there_without_a_bounce() {
    let place = tempfile::tempdir().unwrap();
    let said = answer(place.path(), &["theory", &shipped("tencate-e1.toml"), "--out", "t"]);
    note(words(&said));
    assert!(Summary::read(&place.path().join("t/summary.json")).unwrap().bounces.is_empty());
    messages!();
}

/// A wall force too short for the sphere's speed; the one of the program is long enough for what the sphere falls to.
#[test]
fn a_wall_force_that_lets_the_sphere_through_ends_the_motion_with_the_reason() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("slow.toml"), COARSE).unwrap();
    let set =
        ["release.speed=5 mm/s", "release.gap=0.6 D", "liquid.viscosity=1 mPa s", "contact.law=li", "run.bounces=1"];
    let set: Vec<&str> =
        set.iter().flat_map(|set| ["--set", set]).chain(["--set", "release.kind=prescribed"]).collect();
    for verb in ["run", "theory"] {
        let told = |more: &[&str], out: &str| {
            let (code, _, err) =
                wetbounce(directory.path(), &[&[verb, "slow.toml", "--out", out, "-q"], &set[..], more].concat());
            (code, err.replace(['\n', '│'], " ").split_whitespace().collect::<Vec<_>>().join(" "))
        };
        let short = format!("{verb}-short");
        let (code, err) = told(&["--set", "contact.threshold=2e-6 D"], &short);
        assert_eq!(code, 3, "{err}");
        let rows = Trajectory::read(&directory.path().join(short).join("trajectory.csv")).unwrap();
        let deepest = rows.gap.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(deepest > -1e-5, "{verb}: {deepest} m");
        let (code, err) = told(&[], verb);
        assert_eq!(code, 0, "{verb}: {err}");
    }
    messages!();
}

/// A sphere that came to the wall and did not leave it again is no bounce.
#[test]
fn what_lands_and_stays_is_told_as_a_landing() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("settles.toml"), COARSE).unwrap();
    let told = |viscosity: &str| {
        let viscosity = format!("liquid.viscosity={viscosity}");
        let args = ["run", "settles.toml", "--out", "out", "--fresh", "--set", &viscosity];
        answer(directory.path(), &[&args[..], &["--set", "run.bounces=1"]].concat())
    };
    let settled = told("1.5 Pa s");
    note(words(&settled));
    assert!(!settled.contains("bounce 1"), "{settled}");
    let bounced = told("10 mPa s");
    assert!(bounced.contains("bounce 1: impact"), "{bounced}");
    note(words(&bounced));
    messages!();
}
