//! Simulated force, theory and blend on one prescribed approach, and the command line around them.

use crate::program;
use crate::program::{messages, note};
use crate::reading::case_of;
use std::fs;
use std::path::Path;
use wetbounce::case::{Case, Start};
use wetbounce::output::table::Table;
use wetbounce::output::trajectory::Trajectory;
use wetbounce::run::force_comparison::{self, ApproachForce};
use wetbounce::run::{RunOptions, execute};

const APPROACH: &str = r#"
    sphere = { diameter = "12.7 mm", material = "steel" }
    liquid = { density = "1200 kg/m3" }
    wall = { material = "glass" }
    groups = { reynolds = 10 }
    release = { gap = "0.6 D", speed = "0.3 m/s", run_up = "1 D", ramp = "1 ms", free_gap = "0.02 D" }
    container = { radius = "3 D" }
    resolution = { cells_per_diameter = 8, step_factor = 0.4, smallest_gap = "0.02 D", radial_growth = 1.15, axial_growth = 1.15 }
    run = { time = "24.5 ms", threads = 1 }
    output = { vorticity_pictures = [], report = false, plots = false }
"#;

fn case(overrides: &[&str]) -> Case {
    case_of(APPROACH, overrides)
}

fn run(case: &Case, directory: &Path) -> Trajectory {
    execute(case, &RunOptions { out: directory.to_path_buf(), fresh: true, quiet: true }).unwrap();
    Trajectory::read(&directory.join("trajectory.csv")).unwrap()
}

fn wetbounce(directory: &Path, args: &[&str]) -> (i32, String) {
    let (code, _, message) = program::wetbounce(directory, args);
    (code, program::unwrapped(&message))
}

/// The liquid of a led sphere does not know which force the sphere is said to feel, so a blended run feels `H` times
/// theory and `1 − H` times the force of a resolved run, but for the errors of its history force in time (a thousandth)
/// and of straight lines between rows.
#[test]
fn on_a_prescribed_motion_a_blended_run_feels_the_weighted_mean_of_theory_and_simulation() {
    let place = tempfile::tempdir().unwrap();
    let (resolved, blended) = (case(&[]), case(&["hydrodynamics=blended"]));
    let runs = [("simulated", &resolved), ("blended", &blended)].map(|(name, case)| {
        let motion = run(case, &place.path().join(name));
        ApproachForce::new(name, &resolved, case, &motion).unwrap()
    });
    assert!(runs[0].simulated && !runs[1].simulated);
    let written = force_comparison::write(&resolved, &runs, place.path()).unwrap();
    assert!(written.iter().all(|path| path.exists()) && written.len() == 2);
    let table = Table::read(&written[0]).unwrap();
    let column = |name: &str| table.numbers(name).unwrap();
    let (gap, weight, theory) = (column("gap_over_d"), column("blend_weight"), column("total_N"));
    let (simulated, mean, felt) = (column("simulated_N"), column("simulated_blend_N"), column("blended_N"));
    assert!(gap[0] > 0.5 && gap[gap.len() - 1] < 0.03, "{} to {}", gap[0], gap[gap.len() - 1]);
    for k in 0..gap.len() {
        let exact = weight[k] * theory[k] + (1.0 - weight[k]) * simulated[k];
        assert!((mean[k] / exact - 1.0).abs() < 1e-12);
        assert!((felt[k] / mean[k] - 1.0).abs() < 2e-3, "h/D = {}: {} {}", gap[k], felt[k], mean[k]);
    }
}

#[test]
fn forces_are_compared_on_one_and_the_same_approach_only() {
    let place = tempfile::tempdir().unwrap();
    let short = case(&["run.time=1 ms"]);
    let motion = run(&short, &place.path().join("led"));
    assert!(ApproachForce::new("led", &case(&["theory.history=kim"]), &short, &motion).is_ok());
    let mut at_rest = short.clone();
    at_rest.problem.start.start = Start::Rest;
    for asked in
        [case(&["release.speed=0.2 m/s"]), case(&["release.run_up=2 D"]), case(&["groups.reynolds=20"]), at_rest]
    {
        note(ApproachForce::new("led", &asked, &short, &motion).unwrap_err());
    }
    fs::write(place.path().join("case.toml"), APPROACH).unwrap();
    let compare = ["theory", "case.toml", "--forces", "--compare", "led", "--out", "figures"];
    assert_eq!(wetbounce(place.path(), &compare), (0, String::new()));
    assert!(place.path().join("figures/plots/theory-comparison.svg").exists());
    let (code, error) = wetbounce(place.path(), &[&compare[..], &["--set", "release.speed=0.2 m/s"]].concat());
    assert_eq!(code, 2, "{error}");
    let (code, error) = wetbounce(place.path(), &["theory", "case.toml", "--compare", "led"]);
    assert_eq!(code, 2, "{error}");
    messages!();
}

/// Place and remedy: the key is underlined where it stands, and what is allowed is said.
#[test]
fn bad_parameters_of_theory_and_blend_are_refused_with_place_and_remedy() {
    let place = tempfile::tempdir().unwrap();
    for (table, line) in [
        ("blend", "gap = \"0 D\""),
        ("blend", "gap = \"-0.2 D\""),
        ("theory", "history_exponent = -1"),
        ("theory", "history = \"newton\""),
        ("theory", "added_mass = \"none\""),
    ] {
        let text = format!("{APPROACH}\n[{table}]\n{line}\n");
        fs::write(place.path().join("case.toml"), text).unwrap();
        for verb in ["check", "theory", "run"] {
            let (code, error) = wetbounce(place.path(), &[verb, "case.toml"]);
            assert_eq!(code, 2, "{verb} {line}: {error}");
            let number = APPROACH.lines().count() + 3;
            let value = line.split(" = ").nth(1).unwrap();
            assert!(error.contains(&format!("case.toml:{number}:")) && error.contains(value), "{line}: {error}");
        }
        assert!(!place.path().join("runs").exists(), "nothing is written");
    }
    let (code, error) = wetbounce(place.path(), &["theory", "case.toml", "--set", "blend.gap=0"]);
    assert_eq!(code, 2, "{error}");
    messages!();
}
