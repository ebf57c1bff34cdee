//! Cases of two spheres in a liquid: what they may say, and what their runs leave.

use crate::program::{answer, messages, note, refused, remarks, shipped, unwrapped, wetbounce, words};
use crate::reading::case_of;
use crate::small_sweep::{column, table};
use std::path::Path;
use wetbounce::case::Case;
use wetbounce::output::table::Table;
use wetbounce::run::{RunOptions, execute};
use wetbounce::study::{Study, figures};

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
    let settings =
        ["release.run_up=0.5 D", "release.gap=0.8 D", "run.time=0.15 s", "output.fields=50 ms", "film.band=full"];
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
    assert!(remarks(&summary).has("two-spheres"), "{summary}");
    let [low, high] = ["low", "high"].map(|end| summary["film_band"]["restitution"][end].as_f64().unwrap());
    let e = summary["bounces"][0]["restitution"].as_f64().unwrap();
    assert!(low <= e && e <= high && high - low > 0.005, "{summary}");
    assert!(place.path().join("a/report.html").exists() && place.path().join("a/plots/trajectory.svg").exists());
    let (code, said, err) = run(place.path(), "pair-collision.toml", "a", &settings);
    assert_eq!(code, 0, "the run is there: {said}{err}");
    note(words(&said));

    let filmed = numbers("time_s").into_iter().zip(&gap).map(|(time, gap)| format!("{time},{}\n", gap + 12.7e-3));
    let record = place.path().join("centres.csv");
    std::fs::write(&record, String::from("time_s,centre_m\n") + &filmed.collect::<String>()).unwrap();
    answer(
        place.path(),
        &[
            "compare",
            "a",
            "centres.csv",
            "--set",
            "clock=release",
            "--set",
            "gap_offset=0 mm",
            "--set",
            "gap_uncertainty=1 um",
            "--quiet",
        ],
    );
    let found: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(place.path().join("a/comparison.json")).unwrap()).unwrap();
    assert!(found["gap"]["largest"].as_f64().unwrap() < 1e-12, "the distance of the centres less the radii: {found}");
    let (code, said, err) =
        wetbounce(place.path(), &["compare", "a", "centres.csv", "--set", "clock=release", "--set", "position=gap"]);
    assert!(code == 0 && unwrapped(&said).contains("measurement.position = \"centre\""), "{said}{err}");
    let with_record = [&settings[..], &["measurement.file=centres.csv", "measurement.clock=release"]].concat();
    let [first, second] = [0, 1].map(|_| {
        let (code, said, err) = run(place.path(), "pair-collision.toml", "a", &with_record);
        assert!(code == 0, "{said}{err}");
        std::fs::metadata(place.path().join("a/summary.json")).unwrap().modified().unwrap()
    });
    assert_eq!(first, second, "nothing is new in a comparison made again");
    let measured = found["restitution"]["measured"].as_f64().unwrap();
    assert!(
        (measured / e - 1.0).abs() < 0.02,
        "by the diameter of its film, as the run's own (5 % less by D): {measured}, {e}"
    );
    messages!();
}

/// Two equal spheres that are led towards each other alike, and one before a mirror.
const ALIKE: &str = r#"
sphere = { diameter = "12.7 mm", material = "steel" }
second = { diameter = "12.7 mm", material = "steel", velocity = "0.085 m/s" }
release = { gap = "0.06 D", speed = "0.085 m/s", free_gap = "0.04 D" }
"#;
const MIRROR: &str = r#"
sphere = { diameter = "12.7 mm", material = "steel" }
wall = { kind = "mirror" }
release = { gap = "0.03 D", speed = "0.085 m/s", free_gap = "0.02 D" }
"#;

#[test]
fn before_a_mirror_a_rebound_has_the_band_of_two_equal_spheres() {
    let coarse = ["resolution.cells_per_diameter=6", "resolution.cells_across_film=4", "resolution.film_growth=1.3"];
    let short = ["resolution.steps_per_contact=30", "run.time=12.6 ms", "output.report=false", "output.plots=false"];
    let rest = ["liquid.density=1190 kg/m3", "liquid.viscosity=45 mPa s", "container.radius=2.5 D", "run.gravity=0"];
    let settings = [&COARSE[..], &coarse, &short, &rest, &["film.band=full"]].concat();
    let [two, mirror] = [ALIKE, MIRROR].map(|text| {
        let options = RunOptions { out: tempfile::tempdir().unwrap().path().join("run"), fresh: true, quiet: true };
        let summary = execute(&case_of(text, &settings), &options).unwrap().summary;
        let band = summary.film_band.expect("inputs of the film are open").restitution;
        [band.low, summary.bounces[0].restitution.unwrap(), band.high]
    });
    assert!(mirror[0] <= mirror[1] && mirror[1] <= mirror[2] && mirror[2] - mirror[0] > 0.01, "{mirror:?}");
    for (two, mirror) in two.into_iter().zip(mirror) {
        assert!((mirror / two - 1.0).abs() < 2e-3, "{two} and {mirror}: both are to agree as `pair-mirror` asks");
    }
}

#[test]
fn check_knows_the_binary_stokes_number_and_the_film_of_the_pair() {
    let place = tempfile::tempdir().unwrap();
    let said = answer(place.path(), &["check", &shipped("pair-collision.toml")]);
    for part in ["Stokes, binary", "second sphere", "free once the first is", "elasticity length"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let low = ["check", &shipped("pair-collision.toml"), "--set", "container.height=8 D"];
    refused(place.path(), &low);
    let wide = ["--set", "second.diameter=400 mm", "--set", "container.height=1.12 m"];
    refused(place.path(), &[&["check", &shipped("pair-collision.toml")], &wide[..]].concat());
    let led = ["check", &shipped("pair-collision.toml"), "--set", "second.velocity=-0.17 m/s"];
    let (code, said, err) = wetbounce(place.path(), &led);
    assert!(code == 0 && !said.contains("NaN"), "a gap that stays: {said}{err}");
    messages!();
}

const TWO: &str = r#"
sphere = { diameter = "6 mm", material = "steel" }
second = { diameter = "6 mm", material = "steel" }
liquid = { density = "1 g/cm3", viscosity = "10 mPa s" }
release = { gap = "1 D", speed = "0.1 m/s" }
run = { time = "1 s" }
"#;

/// The case is refused, for what is noted.
fn wrong(overrides: &[&str]) {
    let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
    let error = Case::parse(TWO, "two.toml", &overrides).expect_err("this case is wrong");
    note(format!("{:?}", miette::Report::new(error)));
}

#[test]
fn what_two_spheres_cannot_have_is_refused_with_what_they_can() {
    for setting in [
        "wall.material=glass",
        "wall.kind=mirror",
        "hydrodynamics=theory",
        "hydrodynamics=blended",
        "release.kind=held",
        "resolution.azimuthal_modes=2",
        "release.angle=10 deg",
        "second.fixd=true",
        "second.diameter=-1 mm",
    ] {
        wrong(&[setting]);
    }
    wrong(&["release.kind=rest", "second.velocity=0.1 m/s", "release.speed=0"]);
    messages!();
}

#[test]
fn a_case_of_two_spheres_or_of_a_mirror_reads_back_as_it_was_written() {
    let mirror = TWO.replace("second = { diameter = \"6 mm\", material = \"steel\" }", "wall = { kind = \"mirror\" }");
    for text in [TWO, &mirror] {
        let case = Case::parse(text, "two.toml", &[]).unwrap();
        assert_eq!(Case::parse(&case.to_toml(), "two.toml", &[]).unwrap(), case, "{}", case.to_toml());
        let stokes = case.problem.binary_stokes().unwrap();
        let expected =
            if case.problem.surroundings.is_halved() { 2.0 } else { 1.0 } * 2.0 * case.problem.groups().stokes;
        assert!((stokes / expected - 1.0).abs() < 1e-12, "{stokes} {expected}");
    }
}

#[test]
fn the_plan_of_pairs_gives_two_spheres_and_a_wall_the_same_stokes_numbers() {
    let plan = shipped("sweeps/pair.toml");
    let study = Study::load(Path::new(&plan), &[], &[]).unwrap();
    for run in &study.runs {
        let asked: f64 = run.varied.iter().find(|(key, _)| key == "stokes_binary").unwrap().1.parse().unwrap();
        let pair = run.case.problem.binary_stokes();
        assert_eq!(pair.is_some(), run.series == "two equal spheres", "{}", run.name);
        let found = pair.unwrap_or_else(|| run.case.problem.groups().stokes);
        assert!((found / asked - 1.0).abs() < 1e-9, "{}: {found}", run.name);
    }
    assert!(study.follows.unwrap().contains("mu = m* V/(6 pi r*^2 St_b)"));
    let place = tempfile::tempdir().unwrap();
    for setting in ["stokes=20", "density_ratio=5", "liquid.viscosity=1 mPa s", "second.velocity=-0.17 m/s"] {
        refused(place.path(), &["check", &plan, "--set", setting]);
    }
    messages!();
}

/// A sweep's table of two equal spheres at St_b 20, 40, 80, 160 and a wall at St 40; `pairs` says whether with their
/// binary Stokes numbers.
fn swept(pairs: bool) -> String {
    let mut text =
        "name,series,reynolds,stokes,stokes_modified,density_ratio,restitution,restitution_dry,apex_gap_over_d"
            .to_owned();
    text += if pairs { ",stokes_binary\n" } else { "\n" };
    for (binary, e) in [(20.0, 0.3), (40.0, 0.6), (80.0, 0.75), (160.0, 0.84)] {
        let stokes = if pairs { 0.5 * binary } else { binary };
        text += &format!("two-{binary},two,10,{stokes},{},8,{e},0.97,0.1", 1.0625 * stokes);
        text += &if pairs { format!(",{binary}\n") } else { "\n".into() };
    }
    text + "wall-40,wall,10,40,42.5,8,0.65,0.97,0.1" + if pairs { ",\n" } else { "\n" }
}

#[test]
fn figures_and_laws_take_the_binary_stokes_number_of_pairs_and_that_of_a_sphere_at_a_wall() {
    let place = tempfile::tempdir().unwrap();
    let made = |pairs: bool| {
        let name = format!("{pairs}.csv");
        std::fs::write(place.path().join(&name), swept(pairs)).unwrap();
        let out = format!("plots-{pairs}");
        let args = ["law", &name, "--for", "table", "--series", "two", "--out", &out, "-q"];
        answer(place.path(), &args);
        let table = Table::read(&place.path().join(&name)).unwrap();
        figures::draw(&place.path().join(&out), &table, &figures::Choice::default()).unwrap();
        let read = |file: &str| std::fs::read_to_string(place.path().join(&out).join(file)).unwrap();
        (read("restitution.svg"), read("restitution.csv"), read("law-table.csv"))
    };
    let (pairs, walls) = (made(true), made(false));
    assert!(pairs.0.contains("Binary Stokes number") && !walls.0.contains("Binary"));
    assert_eq!(pairs.1.replace("stokes_binary", "stokes"), walls.1);
    let rows = |law: &str| law.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows(&pairs.2), rows(&walls.2));
}
