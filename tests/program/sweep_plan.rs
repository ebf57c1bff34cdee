//! Plans: what they become, and how wrong ones are refused.

use crate::program::{self, messages, note, refused, wetbounce, words};
use crate::small_sweep::write;
use std::path::{Path, PathBuf};
use wetbounce::case::Hydrodynamics;
use wetbounce::study::{Plan, Study};

fn load(plan: &str) -> Study {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), plan);
    Study::load(&directory.path().join("plan.toml"), &[], &[])
        .unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}

fn names(sweep: &Study) -> Vec<&str> {
    sweep.runs.iter().map(|run| run.name.as_str()).collect()
}

fn shipped() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(program::shipped("sweeps")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn a_plan_is_the_product_of_its_keys_the_last_one_fastest() {
    let sweep = load("[vary]\nstokes = [10, 20]\nfilm.cavitation = [true, false]\n");
    let expected = [
        "stokes-10_cavitation-true",
        "stokes-10_cavitation-false",
        "stokes-20_cavitation-true",
        "stokes-20_cavitation-false",
    ];
    assert_eq!(names(&sweep), expected);
    assert_eq!(sweep.runs[1].series, "cavitation false");
    let breaks = |run: usize| sweep.runs[run].case.problem.film.tension.is_some();
    assert!(!breaks(1) && breaks(0));
}

#[test]
fn zipped_keys_change_together_and_listed_runs_have_their_names() {
    let zip = load("[vary.zip]\nsphere.diameter = [\"3 mm\", \"4 mm\"]\nrelease.speed = [\"0.3 m/s\", \"0.4 m/s\"]\n");
    assert_eq!(names(&zip), ["diameter-3mm", "diameter-4mm"]);
    assert_eq!(
        (zip.runs[1].case.problem.sphere.diameter, zip.runs[1].case.problem.start.start.speed()),
        (0.004, Some(0.4))
    );
    let list = load(
        "[[vary.list]]\nname = \"in water\"\nliquid.viscosity = \"1 mPa s\"\n\n[[vary.list]]\nsphere.material = \"glass\"\n\
         run.bounces = 2\n",
    );
    assert_eq!(names(&list), ["inwater", "material-glass_bounces-2"]);
    assert_eq!((list.runs[0].case.problem.liquid.viscosity, list.runs[1].case.problem.sphere.density), (1e-3, 2500.0));
}

/// What the base case leaves open follows from the liquid of the run, not from its own.
#[test]
fn at_the_terminal_speed_of_every_run_its_sphere_falls_freely_from_3_d() {
    let sweep = load(
        "approach = \"terminal\"\n[vary]\nstokes = [5, 40]\n[set]\nrelease.gap = \"7 D\"\ncontainer.height = \"20 D\"\n",
    );
    for run in &sweep.runs {
        let case = &run.case;
        assert!(case.problem.is_a_fall(), "{}", run.name);
        assert!((case.problem.start.free_gap() / case.problem.sphere.diameter - 3.0).abs() < 1e-12, "{}", run.name);
    }
    let held = load("approach = \"terminal\"\n[vary]\nstokes = [5, 40]\n[set]\nrelease.free_gap = \"0.5 D\"\n");
    for run in &held.runs {
        assert!(
            (run.case.problem.start.free_gap() / run.case.problem.sphere.diameter - 0.5).abs() < 1e-12,
            "{}",
            run.name
        );
    }
}

#[test]
fn runs_given_different_groups_say_each_how_the_rest_follows() {
    let sweep = load(
        "[[vary.list]]\nname = \"a\"\nreynolds = 10\ndensity_ratio = 3\n\n\
         [[vary.list]]\nname = \"b\"\nreynolds = 30\nstokes = 50\n",
    );
    let follows = sweep.follows.unwrap();
    note(words(&follows));
    assert!(follows.contains("rho_p = 9 rho_l St/Re"), "{follows}");
    note(words(&follows));
    messages!();
}

#[test]
fn what_depends_on_a_varied_key_follows_it() {
    let sweep = load("[vary]\nsphere.diameter = [\"3 mm\", \"6 mm\"]\n");
    for run in &sweep.runs {
        assert!((run.case.problem.vessel.radius / run.case.problem.sphere.diameter - 3.0).abs() < 1e-12);
        assert_eq!(run.case.run.threads, 1, "runs fill the machine, not threads");
    }
}

#[test]
fn viscosity_and_sphere_density_follow_from_reynolds_and_stokes() {
    let sweep = load("[vary]\nreynolds = [30, 100]\nstokes = [27, 80]\n");
    for (run, (reynolds, stokes)) in sweep.runs.iter().zip([(30.0, 27.0), (30.0, 80.0), (100.0, 27.0), (100.0, 80.0)]) {
        let groups = run.case.problem.groups();
        assert!((groups.reynolds / reynolds - 1.0).abs() < 1e-12 && (groups.stokes / stokes - 1.0).abs() < 1e-12);
        assert_eq!((run.case.problem.start.start.speed(), run.case.problem.sphere.diameter), (Some(0.5), 0.006));
    }
    let follows = sweep.follows.unwrap();
    note(words(&follows));
    messages!();
}

#[test]
fn at_terminal_approach_every_run_falls_at_its_own_terminal_speed() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "approach = \"terminal\"\n[vary]\nstokes = [5, 50, 500]\n");
    let sweep = Study::load(&directory.path().join("plan.toml"), &[], &[]).unwrap();
    for (run, stokes) in sweep.runs.iter().zip([5.0, 50.0, 500.0]) {
        let (case, groups) = (&run.case, run.case.problem.groups());
        assert!((groups.stokes / stokes - 1.0).abs() < 1e-12);
        assert!((case.problem.terminal_speed() / case.problem.approach_speed() - 1.0).abs() < 1e-9);
        assert_eq!(case.problem.sphere.density, 7800.0);
    }
}

#[test]
fn the_command_line_comes_on_top_of_the_plan() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "[set]\nrun.bounces = 2\nrun.gravity = \"9.8 m/s2\"\n[vary]\nstokes = [10]\n");
    let overrides = ["run.bounces=3".to_owned(), "sphere.diameter=4 mm".to_owned()];
    let modes = [Hydrodynamics::Resolved, Hydrodynamics::Theory];
    let sweep = Study::load(&directory.path().join("plan.toml"), &overrides, &modes).unwrap();
    assert_eq!(names(&sweep), ["stokes-10_hydrodynamics-resolved", "stokes-10_hydrodynamics-theory"]);
    let case = &sweep.runs[1].case;
    assert_eq!((case.problem.until.bounces, case.problem.gravity, case.problem.sphere.diameter), (3, 9.8, 0.004));
    assert_eq!((case.problem.hydrodynamics, sweep.runs[1].series.as_str()), (Hydrodynamics::Theory, "theory"));
}

#[test]
fn shipped_plans_become_cases_whose_groups_are_those_they_name() {
    let files = shipped();
    assert!(files.len() >= 9);
    for path in files {
        let sweep = Study::load(&path, &[], &[]).unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)));
        assert!(sweep.title.is_some() && sweep.follows.is_some(), "{path:?}");
        for run in &sweep.runs {
            let varied = |key: &str| run.varied.iter().find(|(name, _)| name == key).map(|(_, value)| value);
            let groups = run.case.problem.groups();
            for (key, found) in [("stokes", groups.stokes), ("reynolds", groups.reynolds)] {
                let Some(wanted) = varied(key) else { continue };
                assert!((found / wanted.parse::<f64>().unwrap() - 1.0).abs() < 1e-9, "{path:?} {}", run.name);
            }
        }
    }
}

#[test]
fn the_default_curve_has_sixteen_stokes_numbers_from_5_to_1000_and_one_set_of_defaults() {
    for file in ["restitution.toml", "restitution-glass.toml"] {
        let sweep = Study::load(Path::new(&program::shipped(&format!("sweeps/{file}"))), &[], &[]).unwrap();
        let stokes: Vec<f64> = sweep.runs.iter().map(|run| run.case.problem.groups().stokes).collect();
        assert_eq!(stokes.len(), 16);
        assert!((stokes[0] - 5.0).abs() < 1e-9 && (stokes[15] - 1000.0).abs() < 1e-6);
        let first = &sweep.runs[0].case;
        assert_eq!(first.problem.resolution.cells_per_diameter, 24);
        for run in &sweep.runs {
            let case = &run.case;
            assert_eq!(
                (&case.problem.film, &case.problem.contact, &case.problem.resolution),
                (&first.problem.film, &first.problem.contact, &first.problem.resolution)
            );
            assert_eq!(
                (case.problem.sphere, case.problem.surroundings),
                (first.problem.sphere, first.problem.surroundings)
            );
        }
    }
}

#[test]
fn wrong_plans_are_refused_with_2_at_the_place_where_they_are_wrong() {
    let directory = tempfile::tempdir().unwrap();
    for plan in [
        "[vary]\nliquid.viscosty = [1]\n",
        "[vary]\nstoke = [10]\n",
        "[set]\nrun.bouces = 1\n[vary]\nstokes = [10]\n",
        "[vary]\nsphere.diameter = [\"3 mm\", \"3 mn\"]\n",
        "[vary]\nstokes = []\n",
        "[vary]\n",
        "[vary.zip]\nrun.bounces = [1, 2]\nrun.gravity = [9]\n",
        "[vary]\nstokes = [10, 20, 10]\n",
        "[[vary.list]]\nname = \"a\"\nrun.bounces = 1\n[[vary.list]]\nname = \"a\"\nrun.bounces = 2\n",
        "[[vary.list]]\nname = \"a\"\n",
        "[vary]\nstokes = 10\n",
        "[vary]\nstokes = [\"ten\"]\n",
        "[vary]\nstokes = [10]\nreynolds = [10]\ndensity_ratio = [3]\n",
        "[vary]\nstokes = [10]\nreynolds = [1000]\n",
        "[vary]\nstokes = [10]\nliquid.viscosity = [1]\n",
        "approach = \"terminal\"\n[set]\nrelease.speed = 1\n[vary]\nstokes = [10]\n",
        "approach = \"fast\"\n[vary]\nstokes = [10]\n",
        "[set]\nrun.bounces = 1\n[vary]\nrun.bounces = [1, 2]\n",
        "speed = 1\n[vary]\nstokes = [10]\n",
        "base = 5\n[vary]\nstokes = [10]\n",
        "[vary\n",
    ] {
        write(directory.path(), plan);
        let (code, out, err) = wetbounce(directory.path(), &["sweep", "plan.toml", "--out", "out"]);
        assert_eq!((code, out.as_str()), (2, ""), "{plan}\n{err}");
        assert!(!directory.path().join("out").exists(), "nothing is begun: {plan}");
    }
    messages!();
}

#[test]
fn a_plan_or_a_base_that_is_not_there_is_refused_with_2() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("plan.toml"), "base = \"none.toml\"\n[vary]\nstokes = [1]\n").unwrap();
    std::fs::write(directory.path().join("empty.toml"), " \n").unwrap();
    for plan in ["plan.toml", "other.toml", "empty.toml"] {
        refused(directory.path(), &["sweep", plan]);
    }
    refused(directory.path(), &["collect", "."]);
    refused(directory.path(), &["sweep", "plan.toml", "--compare", "resolved,real"]);
    messages!();
}

#[test]
fn curves_run_along_the_stokes_number_or_else_along_the_longest_axis() {
    let along = |vary: &str| {
        let text = format!("base = \"case.toml\"\n[vary]\n{vary}");
        Plan::parse(&text, Path::new("plan.toml"), &[], &[]).unwrap().0.along()
    };
    assert_eq!(along("run.gravity = [1, 2, 3]\nstokes = [1, 2]\n"), 1);
    assert_eq!(along("run.gravity = [1, 2]\nliquid.viscosity = [1, 2, 3]\n"), 1);
}
