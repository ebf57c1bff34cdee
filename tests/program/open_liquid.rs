//! `wetbounce run` of a sphere without a wall.

use crate::program::{answer, messages, note, refused, remarks, shipped, wetbounce, words};
use crate::small_sweep::{column, table};
use std::path::Path;

const COARSE: [&str; 8] = [
    "--set",
    "resolution.cells_per_diameter=8",
    "--set",
    "resolution.radial_growth=1.15",
    "--set",
    "resolution.axial_growth=1.15",
    "--set",
    "run.threads=1",
];

fn run(place: &Path, case: &str, out: &str, settings: &[&str]) -> (i32, String, String) {
    let case = shipped(case);
    let settings = settings.iter().flat_map(|setting| ["--set", setting]);
    wetbounce(
        place,
        &["run", &case, "--out", out, "--quiet"].into_iter().chain(COARSE).chain(settings).collect::<Vec<_>>(),
    )
}

fn summary(place: &Path, out: &str) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(place.join(out).join("summary.json")).unwrap()).unwrap()
}

#[test]
fn a_held_sphere_says_its_coefficients_everywhere_and_what_they_stand_on() {
    let place = tempfile::tempdir().unwrap();
    let (code, said, err) = run(place.path(), "held-re100.toml", "a", &[]);
    assert_eq!(code, 0, "{err}");
    let found = summary(place.path(), "a");
    let drag = found["extra"]["drag_coefficient"].as_f64().unwrap();
    assert!((drag / 1.087 - 1.0).abs() < 0.08, "{drag}");
    assert!(said.contains(&format!("drag coefficient {drag:.5}")), "{said}");
    assert!(found["energy_error"].is_null() && found["bounces"].as_array().unwrap().is_empty());
    assert!(remarks(&found).get("no-wall").unwrap().text.contains("20.000 D"), "{found}");
    let report = std::fs::read_to_string(place.path().join("a/report.html")).unwrap();
    assert!(report.contains(&format!("{drag:.5}")));
    assert!(place.path().join("a/plots/coefficients.svg").exists());
    let short = run(place.path(), "held-re100.toml", "b", &["run.travel=1.5 D", "output.report=false"]);
    assert!(short.1.contains(&remarks(&summary(place.path(), "b")).get("unsteady-drag").unwrap().text), "{}", short.1);
}

#[test]
fn a_held_sphere_is_refined_by_its_coefficients() {
    let place = tempfile::tempdir().unwrap();
    let case = shipped("held-re100.toml");
    let args = ["converge", &case, "--levels", "6,8,10", "--out", "c", "--set", "run.travel=4 D"];
    let out = answer(place.path(), &args.into_iter().chain(COARSE).collect::<Vec<_>>());
    note(words(&out));
    let csv = std::fs::read_to_string(place.path().join("c/convergence.csv")).unwrap();
    let drag = csv.lines().find(|line| line.starts_with("drag coefficient,")).unwrap_or_else(|| panic!("{csv}"));
    let values: Vec<f64> = drag.split(',').skip(1).take(3).map(|text| text.parse().unwrap()).collect();
    assert!(values.iter().all(|value| (value / 1.15 - 1.0).abs() < 0.2), "{drag}");
    messages!();
}

#[test]
fn an_oscillation_across_the_axis_is_that_along_it_and_a_sweep_gives_a_drag_curve() {
    let place = tempfile::tempdir().unwrap();
    let coarse = ["run.periods=2", "output.report=false"];
    let across = ["release.angle=90 deg", "resolution.azimuthal_modes=1"];
    for (out, more) in [("along", &[][..]), ("across", &across)] {
        let (code, _, err) = run(place.path(), "oscillating.toml", out, &[&coarse[..], more].concat());
        assert_eq!(code, 0, "{err}");
    }
    for name in ["drag_coefficient_in_phase", "added_mass_coefficient"] {
        let [along, across] =
            ["along", "across"].map(|out| summary(place.path(), out)["extra"][name].as_f64().unwrap());
        assert!((along / across - 1.0).abs() < 0.05, "{name}: {along} {across}");
    }
    let plan = shipped("sweeps/drag-curve.toml");
    let mut args = vec!["sweep", &plan, "--out", "curve", "--quiet", "--set", "run.travel=4 D"];
    args.extend(COARSE);
    answer(place.path(), &args);
    let rows = table(&place.path().join("curve/sweep.csv"), &[]);
    let drag: Vec<f64> = column(&rows, "drag_coefficient").iter().map(|drag| drag.parse().unwrap()).collect();
    assert!(drag.len() == 6 && drag.windows(2).all(|pair| pair[0] > pair[1]), "{drag:?}");
    assert!(place.path().join("curve/plots/drag.svg").exists());
}

#[test]
fn a_fall_says_its_speed_and_its_path_everywhere() {
    let place = tempfile::tempdir().unwrap();
    let settings = ["run.travel=12 D", "resolution.azimuthal_modes=1", "groups.galileo=40"];
    let (code, said, err) = run(place.path(), "falling.toml", "a", &settings);
    assert_eq!(code, 0, "{err}");
    let found = summary(place.path(), "a");
    let of = |name: &str| found["extra"][name].as_f64().unwrap();
    let ratio = of("fall_speed_m_s") / of("gravitational_speed_m_s");
    assert!(ratio > 0.7 && ratio < 1.0 && (of("reynolds_of_the_fall") / (40.0 * ratio) - 1.0).abs() < 0.01, "{ratio}");
    assert!(of("lateral_speed_rms_m_s") > 0.0 && of("path_angle_deg") < 10.0, "{found}");
    note(words(&said));
    let report = std::fs::read_to_string(place.path().join("a/report.html")).unwrap();
    assert!(report.contains("id=\"the-fall\""), "the report leaves the fall out");
    assert!(place.path().join("a/plots/path.svg").exists());
    let said = answer(place.path(), &["plot", "a", "--out", "figures"]);
    note(words(&said));
    let rows = table(&place.path().join("a/trajectory.csv"), &[]);
    let gap: Vec<f64> = column(&rows, "gap_m").iter().map(|gap| gap.parse().unwrap()).collect();
    assert!(
        gap.windows(2).all(|pair| pair[1] <= pair[0]) && gap[gap.len() - 1] < 0.0,
        "it goes on below the grid's first end"
    );
    for setting in [
        "release.speed=1 m/s",
        "sphere.density=1000 kg/m3",
        "run.steady=1e-3",
        "groups.stokes=10",
        "liquid.viscosity=1 mPa s",
    ] {
        let (code, _, err) = run(place.path(), "falling.toml", "x", &[setting]);
        assert_eq!(code, 2, "{err}");
    }
    messages!();
}

#[test]
fn what_has_no_meaning_without_a_wall_is_refused_with_2_at_its_place() {
    let place = tempfile::tempdir().unwrap();
    for setting in [
        "wall.inclination=10 deg",
        "container.top=closed",
        "hydrodynamics=theory",
        "release.angle=10 deg",
        "release.free_gap=1 D",
        "release.spin=1 rad/s",
        "release.frequency=1 Hz",
        "release.gap=1 D",
        "output.trajectory=1 s",
        "run.periods=2",
    ] {
        let (code, _, err) = run(place.path(), "held-re100.toml", "x", &[setting]);
        assert_eq!(code, 2, "{err}");
    }
    for more in [&[][..], &["--forces"]] {
        let held = shipped("held-re100.toml");
        let args = [&["theory", held.as_str(), "--out", "t"], more].concat();
        refused(place.path(), &args);
    }
    let (code, _, err) = run(place.path(), "first-bounce.toml", "x", &["run.travel=2 D"]);
    assert_eq!(code, 2, "{err}");
    messages!();
}

/// The first steps are short, so that few of them lie in the last third of a short run.
#[test]
fn a_short_fall_of_a_sphere_that_spins_down_has_its_means() {
    let place = tempfile::tempdir().unwrap();
    let settings = ["run.time=2 ms", "resolution.azimuthal_modes=1", "release.spin=100 rad/s", "output.report=false"];
    let (code, _, err) = run(place.path(), "falling.toml", "a", &settings);
    assert_eq!(code, 0, "{err}");
    let found = summary(place.path(), "a");
    assert!(!remarks(&found).has("no-coefficients"), "{found}");
    let spin = found["extra"]["spin_rad_s"].as_f64().unwrap();
    assert!(found["extra"]["fall_speed_m_s"].as_f64().unwrap() > 0.0 && spin > 0.0 && spin < 100.0, "{spin}");
}
