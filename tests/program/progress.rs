//! How far a run has come, and which files a command writes over.

use crate::program::{answer, messages, refused, shipped, wetbounce};
use crate::reading::case_of;
use std::fs;
use std::path::{Path, PathBuf};
use wetbounce::case::Case;
use wetbounce::model::expected_steps::ExpectedSteps;

/// Gaps and shares of a motion by theory, one a step.
fn shares(case: &Case) -> Vec<(f64, Option<f64>)> {
    let expected = ExpectedSteps::of(&case.problem);
    let mut model = case.problem.model().unwrap();
    let (mut shares, mut contact) = (Vec::new(), (0, 0));
    while model.step().unwrap() {
        let sample = model.sample();
        let contacts = sample.bounces.bounces().len();
        if contacts != contact.0 {
            contact = (contacts, sample.steps);
        }
        shares.push((sample.moment.gap, expected.share(&sample, sample.steps - contact.1)));
    }
    shares
}

#[test]
fn the_share_of_a_fall_from_rest_grows_with_the_way_and_ends_where_the_run_does() {
    let text = "sphere = { diameter = \"3 mm\", material = \"steel\" }\nliquid = { density = \"935 kg/m3\", viscosity = \"10 mPa s\" }\n\
                release = { gap = \"8 D\", kind = \"rest\" }\nhydrodynamics = \"theory\"\n[run]\nbounces = 2\n";
    let case = case_of(text, &[]);
    let start = case.problem.start.gap;
    let shares = shares(&case);
    let known: Vec<(f64, f64)> = shares.iter().filter_map(|(gap, share)| Some((*gap, (*share)?))).collect();
    let third = known.iter().find(|(gap, _)| *gap < 2.0 / 3.0 * start).unwrap().1;
    assert!((0.03..0.45).contains(&third), "{third}");
    assert!(known.windows(2).all(|pair| pair[1].1 > pair[0].1 - 1e-9), "it never goes back");
    let last = known.last().unwrap().1;
    assert!((0.8..=1.0).contains(&last), "{last}");
}

#[test]
fn a_contact_that_lasts_has_no_share_that_is_known() {
    let case = case_of(&fs::read_to_string(shipped("first-bounce.toml")).unwrap(), &["hydrodynamics=theory"]);
    let expected = ExpectedSteps::of(&case.problem);
    let mut model = case.problem.model().unwrap();
    while model.sample().bounces.bounces().is_empty() {
        assert!(model.step().unwrap());
    }
    let sample = model.sample();
    assert!(expected.share(&sample, 0).is_some() && expected.share(&sample, 1_000_000).is_none());
}

#[test]
fn own_earlier_results_are_written_over_and_files_of_others_are_not() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    let first = shipped("first-bounce.toml");
    answer(path, &["theory", &first, "--out", "run", "--quiet"]);
    fs::write(path.join("record.csv"), "time_ms,gap_mm\n0,0\n5,1.7\n10,3.1\n15,4.4\n20,5.3\n").unwrap();
    let theory = ["theory", &first, "--forces", "--out", "out", "--quiet"];
    let compare = ["compare", "run", "record.csv", "--out", "out", "--quiet"];
    let law = "law --from-atlas --density-ratio 4 --dry-restitution 0.9 --for table --out out --quiet";
    let law: Vec<&str> = law.split(' ').collect();
    for (args, file) in [
        (&theory[..], "out/forces.csv"),
        (&theory, "out/plots/theory-drag.svg"),
        (&compare, "out/comparison.csv"),
        (&compare, "out/comparison.json"),
        (&compare, "out/plots/measurement.svg"),
        (&law, "out/law-table.csv"),
    ] {
        for _ in [0, 1] {
            answer(path, args);
        }
        let own = fs::read(path.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        fs::write(path.join(file), "my own notes\n").unwrap();
        refused(path, args);
        assert_eq!(fs::read_to_string(path.join(file)).unwrap(), "my own notes\n");
        fs::write(path.join(file), own).unwrap();
    }
    messages!();
}

/// A case by theory, its record, and a plan of it.
fn case_with_record(path: &Path) {
    let text = "sphere = { diameter = \"3 mm\", material = \"steel\" }\nliquid = { density = \"935 kg/m3\", viscosity = \"10 mPa s\" }\n\
                release = { gap = \"2 D\", speed = \"0.585 m/s\" }\nfilm = { band = \"off\" }\nrun = { bounces = 1 }\n\
                measurement = { file = \"rec.csv\", gap_uncertainty = \"30 um\" }\nfit = { vary = [\"contact.restitution\"] }\n";
    fs::write(path.join("mine.toml"), text).unwrap();
    fs::write(
        path.join("rec.csv"),
        "time_ms,gap_mm\n0,6\n2,4.83\n4,3.66\n6,2.49\n8,1.32\n10,0.2\n12,0.7\n15,1.9\n18,2.9\n21,3.7\n",
    )
    .unwrap();
    fs::write(path.join("plan.toml"), "base = \"mine.toml\"\n[vary]\ncontact.restitution = [0.8, 0.9]\n").unwrap();
}

#[test]
fn a_file_of_ones_own_is_found_before_the_work_and_stays() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    case_with_record(path);
    answer(path, &["theory", "mine.toml", "--out", "run", "--quiet"]);
    let report = fs::read(path.join("run/report.html")).unwrap();
    let fit = "fit mine.toml --theory";
    let converge = "converge mine.toml --levels 8,10,12";
    let (validate, sweep, plot) = ("validate dry-impact --quick", "sweep plan.toml", "plot run");
    for (number, (command, file)) in [
        (fit, "fit.json"),
        (fit, "profile.csv"),
        (fit, "plots/corner.svg"),
        (fit, "mine-fitted.toml"),
        (converge, "convergence.csv"),
        (converge, "plots/convergence.svg"),
        (validate, "validation.csv"),
        (validate, "validation.json"),
        (validate, "validation.md"),
        (validate, "report.html"),
        (sweep, "sweep.csv"),
        (sweep, "report.html"),
        (sweep, "measurement.csv"),
        (sweep, "plots/restitution.svg"),
        (plot, "phase.svg"),
    ]
    .into_iter()
    .enumerate()
    {
        let out = format!("out-{number}");
        let own = path.join(&out).join(file);
        fs::create_dir_all(own.parent().unwrap()).unwrap();
        fs::write(&own, "my own notes\n").unwrap();
        let args: Vec<&str> = command.split(' ').chain(["--out", &out, "-q"]).collect();
        refused(path, &args);
        assert_eq!(fs::read_to_string(&own).unwrap(), "my own notes\n", "{command}: {file}");
        let there = files_below(&path.join(&out));
        assert!(command == plot || there == [own], "{command}: {there:?}");
    }
    refused(path, &["validate", "dry-impact", "--quick", "--out", "run", "-q"]);
    assert_eq!(fs::read(path.join("run/report.html")).unwrap(), report, "the report of the run stays");
    for _ in [0, 1] {
        answer(path, &["validate", "dry-impact", "--quick", "--out", "valid", "-q"]);
    }
    messages!();
}

#[test]
fn a_directory_that_takes_no_results_is_found_before_the_work() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path();
    case_with_record(path);
    answer(path, &["theory", "mine.toml", "--out", "run", "--quiet"]);
    fs::write(path.join("afile"), "mine").unwrap();
    for command in [
        "run mine.toml --set hydrodynamics=theory",
        "theory mine.toml --forces",
        "fit mine.toml --theory",
        "converge mine.toml --levels 8,10,12",
        "validate dry-impact --quick",
        "sweep plan.toml",
        "compare run rec.csv",
        "measure rec.csv --set sphere.diameter=3mm",
        "law --from-atlas --density-ratio 4 --dry-restitution 0.9 --for table",
    ] {
        for out in ["afile", "afile/below"] {
            refused(path, &command.split(' ').chain(["--out", out]).collect::<Vec<_>>());
        }
    }
    assert_eq!(fs::read_to_string(path.join("afile")).unwrap(), "mine");
    messages!();
}

/// The files below a directory.
fn files_below(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// A sweep without a terminal: lines on how far it is, with the time left, and an outcome of each run.
#[test]
fn a_sweep_says_how_far_it_is_and_the_time_left_while_its_runs_go_on() {
    let place = tempfile::tempdir().unwrap();
    let base = shipped("first-bounce.toml");
    let text = format!(
        "base = '{base}'\n[set]\nfilm.band = \"off\"\nresolution.cells_per_diameter = 10\nrun.bounces = 1\nrelease.run_up = \"4 D\"\n\
         [vary]\nliquid.viscosity = [\"5 mPa s\", \"7 mPa s\"]\n"
    );
    fs::write(place.path().join("plan.toml"), text).unwrap();
    let (code, _, err) = wetbounce(place.path(), &["sweep", "plan.toml", "--out", "out", "--jobs", "1"]);
    assert_eq!(code, 0, "{err}");
    let outcomes = err.lines().filter(|line| line.starts_with('[')).count();
    assert_eq!(outcomes, 2, "{err}");
    let first = err.lines().find(|line| line.starts_with("[1/2]")).unwrap();
    assert!(
        first.contains("  left about ") && !err.lines().any(|line| line.starts_with("[2/2]") && line.contains("left")),
        "{err}"
    );
    // The first line comes after a second; a machine that does both runs in less has none.
    let share = |line: &str| line.split_once(" %  ")?.0.trim().parse::<f64>().ok();
    let shares: Vec<f64> = err.lines().filter_map(share).collect();
    assert!(shares.iter().all(|share| (0.0..100.0).contains(share)) && shares.is_sorted(), "{err}");
}
