//! Cases of two spheres in a liquid: what they may say, and what their runs leave.

use crate::program::{shipped, wetbounce};
use crate::small_sweep::{column, table};
use std::path::Path;
use wetbounce::case::Case;

const COARSE: [&str; 6] = [
    "resolution.cells_per_diameter=8",
    "resolution.cells_across_film=6",
    "resolution.radial_growth=1.2",
    "resolution.axial_growth=1.2",
    "resolution.steps_per_contact=60",
    "run.threads=1",
];

fn run(place: &Path, case: &str, out: &str, settings: &[&str]) -> (i32, String, String) {
    let case = shipped(case);
    let settings = COARSE.iter().chain(settings).flat_map(|setting| ["--set", setting]);
    wetbounce(place, &["run", &case, "--out", out, "--quiet"].into_iter().chain(settings).collect::<Vec<_>>())
}

#[test]
fn a_collision_of_two_writes_the_motion_of_both_and_the_force_of_the_liquid_on_both() {
    let place = tempfile::tempdir().unwrap();
    let settings = ["release.run_up=0.5 D", "release.gap=0.8 D", "run.time=0.15 s", "output.fields=50 ms"];
    let (code, said, err) = run(place.path(), "pair-collision.toml", "a", &settings);
    assert_eq!(code, 0, "{said}{err}");
    let rows = table(&place.path().join("a/trajectory.csv"), &[]);
    assert_eq!(rows[0][..4], ["time_s", "gap_m", "velocity_m_s", "second_velocity_m_s"].map(String::from));
    let numbers = |name: &str| -> Vec<f64> { column(&rows, name).iter().map(|text| text.parse().unwrap()).collect() };
    let [gap, first, second] = ["gap_m", "velocity_m_s", "second_velocity_m_s"].map(numbers);
    assert!(first.iter().chain(&second).all(|speed| *speed < 0.01), "both go on downwards");
    assert!(gap[gap.len() - 1] > 1e-3 && second[second.len() - 1] < first[first.len() - 1], "the second is hit");
    assert_eq!(numbers("second_liquid_N").len(), gap.len());
    let summary: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(place.path().join("a/summary.json")).unwrap()).unwrap();
    assert!((summary["extra"]["stokes_binary"].as_f64().unwrap() / 82.8 - 1.0).abs() < 0.02, "{summary}");
    assert!(summary["energy_error"].as_f64().unwrap() < 0.01, "{summary}");
    assert!(summary["bounces"][0]["restitution_contact"].as_f64().unwrap() > 0.9, "{summary}");
    assert!(summary["assumed"].to_string().contains("two spheres on one axis"), "{summary}");
    assert!(place.path().join("a/report.html").exists() && place.path().join("a/plots/trajectory.svg").exists());
    let (code, said, err) = run(place.path(), "pair-collision.toml", "a", &settings);
    assert!(code == 0 && said.contains("a"), "the run is there: {said}{err}");
}

#[test]
fn check_knows_the_binary_stokes_number_and_the_film_of_the_pair() {
    let place = tempfile::tempdir().unwrap();
    let (code, said, err) = wetbounce(place.path(), &["check", &shipped("pair-collision.toml")]);
    assert_eq!(code, 0, "{err}");
    for part in ["Stokes, binary", "second sphere", "free once the first is", "elasticity length"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

const TWO: &str = r#"
sphere = { diameter = "6 mm", material = "steel" }
second = { diameter = "6 mm", material = "steel" }
liquid = { density = "1 g/cm3", viscosity = "10 mPa s" }
release = { gap = "1 D", speed = "0.1 m/s" }
run = { time = "1 s" }
"#;

/// What a case is refused for.
fn refused(overrides: &[&str]) -> String {
    let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
    let error = Case::parse(TWO, "two.toml", &overrides).expect_err("this case is wrong");
    format!("{:?}", miette::Report::new(error)).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_two_spheres_cannot_have_is_refused_with_what_they_can() {
    for (setting, word) in [
        ("wall.material=glass", "two gaps"),
        ("wall.kind=mirror", "leave out [wall]"),
        ("hydrodynamics=theory", "one sphere and a wall"),
        ("hydrodynamics=blended", "one sphere and a wall"),
        ("release.kind=held", "are of one sphere in"),
        ("resolution.azimuthal_modes=2", "axisymmetric"),
        ("release.angle=10 deg", "breaks the axisymmetry"),
        ("second.fixd=true", "fixed"),
        ("second.diameter=-1 mm", "second.diameter"),
    ] {
        let said = refused(&[setting]);
        assert!(said.contains(word), "{setting}: {said}");
    }
    let said = refused(&["release.kind=rest", "second.velocity=0.1 m/s", "release.speed=0"]);
    assert!(said.contains("leads the second sphere"), "{said}");
}

#[test]
fn a_case_of_two_spheres_or_of_a_mirror_reads_back_as_it_was_written() {
    let mirror = TWO.replace("second = { diameter = \"6 mm\", material = \"steel\" }", "wall = { kind = \"mirror\" }");
    for text in [TWO, &mirror] {
        let case = Case::parse(text, "two.toml", &[]).unwrap();
        assert_eq!(Case::parse(&case.to_toml(), "two.toml", &[]).unwrap(), case, "{}", case.to_toml());
        let stokes = case.binary_stokes().unwrap();
        let expected = if case.has_image() { 2.0 } else { 1.0 } * 2.0 * case.groups().stokes;
        assert!((stokes / expected - 1.0).abs() < 1e-12, "{stokes} {expected}");
    }
}
