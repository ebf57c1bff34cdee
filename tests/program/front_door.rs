//! A problem that a program makes by itself is that of the case which says the same.

use crate::program::shipped;
use serde_json::Value;
use std::path::Path;
use wetbounce::case;
use wetbounce::case::{Case, CaseFile, ImpactCase, values};
use wetbounce::output::summary::Summary;
use wetbounce::output::trajectory::Trajectory;
use wetbounce::problem::{Liquid, Problem, Second, Sphere, Surroundings, Wall};
use wetbounce::run::{Computed, RunFailure, RunOptions, compute, compute_impact, execute, execute_impact};

#[test]
fn the_example_of_the_physics_is_the_shipped_case_with_one_bounce() {
    let path = shipped("gondret-st152.toml");
    let case = case::load(Path::new(&path), &["run.bounces=1".into()]).unwrap();
    let mut problem = Problem::falling_on_wall(Sphere::steel(3e-3), Wall::glass());
    problem.liquid = Liquid::newtonian(935.0, 10e-3);
    problem.until.bounces = 1;
    assert_eq!(problem.arriving(0.585), case.problem);
}

#[test]
fn two_spheres_have_the_room_of_the_case_which_says_the_same() {
    let text = "sphere = { diameter = \"12.7 mm\", material = \"steel\" }\nsecond = { diameter = \"12.7 mm\", material = \"steel\" }\n\
                liquid = { density = \"1200 kg/m3\", viscosity = \"50 mPa s\" }\nrelease = { gap = \"2 D\", speed = \"0.25 m/s\" }\n\
                resolution = { cells_per_diameter = 12 }\nrun = { gravity = \"0 m/s2\", bounces = 1, time = \"0.3 s\" }\n";
    let case = Case::parse(text, "pair.toml", &[]).unwrap().problem;
    let sphere = Sphere::steel(12.7e-3);
    let second = Second { sphere, fixed: false, velocity: 0.0 };
    let liquid = Liquid::newtonian(1200.0, 0.05);
    // By its constructor, and as a wall's problem whose wall becomes a sphere.
    let other =
        Problem { liquid, surroundings: Surroundings::Pair(second), ..Problem::falling_on_wall(sphere, Wall::glass()) };
    for mut problem in [Problem::pair_of(sphere, second, liquid), other] {
        problem.gravity = 0.0;
        problem.start.gap = 2.0 * sphere.diameter;
        problem.resolution.cells_per_diameter = 12;
        (problem.until.bounces, problem.until.time) = (1, Some(0.3));
        assert_eq!(problem.arriving(0.25), case);
    }
}

/// A bounce on a coarse grid.
const COARSE: [&str; 10] = [
    "resolution.cells_per_diameter=8",
    "resolution.cells_across_film=4",
    "resolution.smallest_gap=0.02 D",
    "resolution.radial_growth=1.3",
    "resolution.axial_growth=1.3",
    "resolution.film_growth=1.3",
    "container.radius=3 D",
    "release.run_up=4 D",
    "output.plots=false",
    "output.report=false",
];

fn coarse(more: &[&str]) -> Case {
    let settings: Vec<String> = COARSE.iter().chain(more).map(|text| (*text).to_owned()).collect();
    case::load(Path::new(&shipped("first-bounce.toml")), &settings).unwrap()
}

/// A summary as text, without what differs between two runs of one case.
fn repeatable(mut summary: Summary) -> String {
    (summary.wall_s, summary.provenance.case_fingerprint) = (0.0, String::new());
    serde_json::to_string(&summary).unwrap()
}

#[test]
fn a_run_in_memory_has_the_numbers_of_one_in_a_directory() {
    let place = tempfile::tempdir().unwrap();
    let cases = [
        coarse(&["run.bounces=1", "film.band=full"]),
        coarse(&["run.bounces=2", "film.band=off", "output.trajectory=0.1 ms"]),
        coarse(&["hydrodynamics=theory", "run.bounces=1"]),
    ];
    for (number, case) in cases.iter().enumerate() {
        let out = place.path().join(number.to_string());
        let there = execute(case, &RunOptions { out: out.clone(), fresh: false, quiet: true }).unwrap();
        let Computed { summary, trajectory, failure, .. } = compute(case, true).unwrap();
        assert!(failure.is_none());
        assert_eq!(trajectory, Trajectory::read(&out.join("trajectory.csv")).unwrap());
        assert_eq!(repeatable(summary), repeatable(there.summary));
    }
}

#[test]
fn a_run_in_memory_that_fails_comes_with_what_was_computed() {
    let Computed { summary, trajectory, failure, .. } =
        compute(&coarse(&["run.steps_max=20", "release.run_up=0 D"]), true).unwrap();
    assert!(matches!(failure, Some(RunFailure::Model(_))) && trajectory.len() > 1, "{failure:?}");
    assert!(summary.stop_reason.contains("steps_max"), "{}", summary.stop_reason);
}

#[test]
fn a_dry_impact_in_memory_has_the_numbers_of_one_in_a_directory() {
    let place = tempfile::tempdir().unwrap();
    let case = ImpactCase::of(&coarse(&[]));
    let (mut there, _) = execute_impact(&case, place.path(), false).unwrap();
    let mut here = compute_impact(&case).unwrap();
    for summary in [&mut there, &mut here.summary] {
        if let wetbounce::run::ImpactResults::One(one) = &mut summary.found {
            one.wall_s = 0.0;
        }
    }
    assert_eq!(serde_json::to_value(&here.summary).unwrap(), serde_json::to_value(&there).unwrap());
    let written = Trajectory::read(&place.path().join("trajectory.csv")).unwrap();
    assert!(here.columns.into_iter().eq(written.into_columns().map(|(name, column)| (name.leak() as &str, column))));
}

#[test]
fn a_case_whose_text_is_known_does_not_read_its_file_again() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("mine.toml");
    let text = std::fs::read_to_string(shipped("first-bounce.toml")).unwrap();
    std::fs::write(&path, text.replace("[sphere]", "[ball]")).unwrap();
    let file = CaseFile { path: path.clone(), text: Some(text), ..CaseFile::default() };
    assert_eq!(file.load(&[]).unwrap().given.name, "mine");
    assert!(CaseFile::from(&*path).load(&[]).is_err());
}

#[test]
fn quantities_of_a_case_are_numbers_in_si_units_and_texts_stay_texts() {
    let text = "title = \"3 mm\"\nsphere = { diameter = \"3 mm\", material = \"steel\" }\n\
                liquid = { density = \"935 kg/m3\", viscosity = \"10 mPa s\" }\n\
                release = { gap = \"2.5 D\", speed = \"0.3 m/s\", angle = \"30 deg\" }\nresolution = { azimuthal_modes = 1 }";
    let case = Case::parse(text, "mine.toml", &[]).unwrap();
    let found = values(&case.to_toml());
    let is = |key: &str, value: Value| assert_eq!(found[key], value, "{key}");
    is("title", "3 mm".into());
    is("sphere.diameter", 0.003.into());
    is("sphere.material", "steel".into());
    is("liquid.viscosity", 0.01.into());
    is("release.gap", case.problem.start.gap.into());
    is("release.angle", 30.0.into());
    is("contact.law", "hertz".into());
    is("run.bounces", case.problem.until.bounces.into());
}
