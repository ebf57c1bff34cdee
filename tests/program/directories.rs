//! Whose directory a run's directory is: claims, going on, finished results, files of the user's own; and results that
//! do not depend on what is recorded.

use crate::program::{PROGRAM, answer, messages, note, refused, shipped, unwrapped, wetbounce, words};
use crate::small_sweep;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wetbounce::case;
use wetbounce::output::summary::Summary;
use wetbounce::run::Simulation;

/// A fall and bounce in a fraction of a second.
const COARSE: [&str; 10] = [
    "resolution.cells_per_diameter=8",
    "resolution.cells_across_film=4",
    "resolution.smallest_gap=0.02 D",
    "container.radius=3 D",
    "release.gap=1.5 D",
    "release.run_up=3 D",
    "output.report=false",
    "film.band=off",
    "output.plots=false",
    "output.vorticity_pictures=[]",
];

/// Arguments of a verb on the first case, coarse, with `more` behind them.
fn coarse(verb: &str, out: &str, more: &[&str]) -> Vec<String> {
    let mut args = vec![verb.to_owned(), shipped("first-bounce.toml"), "--quiet".into(), "--out".into(), out.into()];
    args.extend(COARSE.iter().flat_map(|setting| ["--set".to_owned(), (*setting).to_owned()]));
    args.extend(more.iter().map(|text| (*text).to_owned()));
    args
}

/// Every file below a directory with its bytes.
fn contents(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(directory).unwrap().map(Result::unwrap) {
        let name = entry.file_name().to_string_lossy().into_owned();
        match entry.path().is_dir() {
            true => files
                .extend(contents(&entry.path()).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes))),
            false => drop(files.insert(name, fs::read(entry.path()).unwrap())),
        }
    }
    files
}

/// The names of the files that differ.
fn changed(before: &BTreeMap<String, Vec<u8>>, after: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let names: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    names.into_iter().filter(|name| before.get(*name) != after.get(*name)).cloned().collect()
}

fn summary(place: &Path, out: &str) -> Summary {
    Summary::read(&place.join(out).join("summary.json")).unwrap()
}

#[test]
fn a_directory_that_a_run_writes_to_is_closed_to_every_other_verb() {
    let place = tempfile::tempdir().unwrap();
    let mut first = Command::new(PROGRAM)
        .args(coarse("run", "busy", &["--set", "run.bounces=9", "--set", "resolution.step_factor=0.2"]))
        .current_dir(place.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !place.path().join("busy/trajectory.csv").exists() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let case = shipped("first-bounce.toml");
    let refusals = ["impact", "film", "theory", "run"].map(|verb| {
        let (code, _, err) = wetbounce(place.path(), &[verb, &case, "--out", "busy"]);
        (verb, code, unwrapped(&err))
    });
    let alive = first.try_wait().unwrap().is_none();
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(alive, "the run ended before the others asked");
    for (verb, code, message) in refusals {
        assert!(code == 3 && message.contains("in use by another run"), "{verb}: {code} {message}");
    }
}

#[test]
fn the_directory_of_a_finished_run_is_closed_to_the_film_alone_the_dry_impact_and_the_theory() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(wetbounce(place.path(), &coarse("run", "done", &[])).0, 0);
    let before = contents(&place.path().join("done"));
    for verb in ["film", "impact", "theory"] {
        refused(place.path(), &[verb, &shipped("first-bounce.toml"), "--out", "done"]);
        assert_eq!(changed(&before, &contents(&place.path().join("done"))), [""; 0], "{verb}");
    }
}

/// Theory, film alone and dry impact take milliseconds: results of theirs give way to others of the same kind, and to
/// nothing else.
#[test]
fn quick_results_are_replaced_by_others_of_their_kind_and_nothing_else_is() {
    let place = tempfile::tempdir().unwrap();
    let case = shipped("first-bounce.toml");
    let run =
        |verb: &str, setting: &str| wetbounce(place.path(), &[verb, &case, "-q", "--out", verb, "--set", setting]);
    for verb in ["theory", "film", "impact"] {
        for speed in ["0.5 m/s", "0.6 m/s"] {
            let (code, _, err) = run(verb, &format!("release.speed={speed}"));
            assert_eq!(code, 0, "{verb}: {err}");
            fs::write(place.path().join(verb).join("notes.txt"), verb).unwrap();
            let kept = fs::read_to_string(place.path().join(verb).join("case.toml")).unwrap();
            assert!(kept.contains(&format!("speed = \"{speed}\"")), "{verb}: {kept}");
        }
        assert_eq!(fs::read_to_string(place.path().join(verb).join("notes.txt")).unwrap(), verb);
    }
    for other in ["film", "impact"] {
        refused(place.path(), &[other, &case, "-q", "--out", "theory"]);
    }
    let own = place.path().join("theory/case.toml");
    fs::write(&own, fs::read_to_string(&own).unwrap() + "# mine\n").unwrap();
    let (code, _, err) = run("theory", "release.speed=0.7 m/s");
    assert_eq!(code, 2, "{err}");
    messages!();
}

#[test]
fn a_refused_resume_is_wrong_input_and_changes_no_file() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(wetbounce(place.path(), &coarse("run", "done", &[])).0, 0);
    let before = contents(&place.path().join("done"));
    let another = coarse("run", "done", &["--resume", "--set", "sphere.material=glass"]);
    let (code, _, err) = wetbounce(place.path(), &another);
    assert_eq!(changed(&before, &contents(&place.path().join("done"))), [""; 0], "{err}");
    assert_eq!(code, 2, "{err}");
    messages!();
}

#[test]
fn the_users_own_case_toml_in_the_output_directory_stays_as_it_was_written() {
    let place = tempfile::tempdir().unwrap();
    let own = place.path().join("case.toml");
    fs::copy(shipped("first-bounce.toml"), &own).unwrap();
    let settings = COARSE.iter().flat_map(|setting| ["--set", *setting]);
    let args: Vec<&str> = ["run", "case.toml", "--quiet", "--out", "."].into_iter().chain(settings).collect();
    let (code, _, err) = wetbounce(place.path(), &args);
    assert_eq!(fs::read(own).unwrap(), fs::read(shipped("first-bounce.toml")).unwrap(), "rc {code}: {err}");
}

#[test]
fn a_finished_case_is_not_computed_again_but_told_again() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(wetbounce(place.path(), &coarse("run", "out", &[])).0, 0);
    let before = contents(&place.path().join("out"));
    for more in [&[][..], &["--resume"]] {
        let args: Vec<String> = coarse("run", "out", more).into_iter().filter(|arg| arg != "--quiet").collect();
        let said = answer(place.path(), &args);
        assert!(said.contains("bounce 1"), "{said}");
        note(words(&said));
        assert_eq!(changed(&before, &contents(&place.path().join("out"))), [""; 0], "even the elapsed time stays");
    }
    assert_eq!(wetbounce(place.path(), &coarse("run", "out", &["--fresh"])).0, 0);
    let after = contents(&place.path().join("out"));
    assert!(changed(&before, &after).contains(&"summary.json".to_owned()), "--fresh computes again");
    assert_eq!(before["trajectory.csv"], after["trajectory.csv"]);
    messages!();
}

#[test]
fn a_finished_dry_impact_or_series_is_told_from_its_summary_without_another_step() {
    let place = tempfile::tempdir().unwrap();
    for name in ["unequal-spheres", "luding-sticking", "hertz-elastic", "hertz-e05"] {
        let case = shipped(&format!("impact/{name}.toml"));
        let first = answer(place.path(), &["impact", &case, "--out", name]);
        let before = contents(&place.path().join(name));
        let (_, again, _) = wetbounce(place.path(), &["impact", &case, "--out", name]);
        let told = again.split_once('\n').map(|(_, told)| told);
        assert!(again.starts_with("finished before") && told == Some(first.as_str()), "{again}{first}");
        assert_eq!(changed(&before, &contents(&place.path().join(name))), [""; 0], "{name}");
        let summary = place.path().join(name).join("summary.json");
        let other = fs::read_to_string(&summary).unwrap().replacen("\"law\": \"", "\"law\": \"as-kept-", 1);
        fs::write(&summary, other).unwrap();
        let (_, kept, _) = wetbounce(place.path(), &["impact", &case, "--out", name]);
        assert!(kept.contains("law as-kept-"), "{kept}");
    }
}

#[test]
fn an_unfinished_case_goes_on_and_another_case_is_refused_with_the_keys_that_differ() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(wetbounce(place.path(), &coarse("run", "whole", &[])).0, 0);
    let (code, _, _) = wetbounce(place.path(), &coarse("run", "out", &["--set", "run.steps_max=200"]));
    assert_eq!(code, 3, "the steps are used up");
    refused(place.path(), &coarse("run", "out", &["--set", "liquid.viscosity=20 mPa s"]));
    let part = summary(place.path(), "out").steps;
    assert!(part <= 200, "{part}: the refused case changed nothing");
    messages!();
}

#[test]
fn a_case_killed_on_its_way_goes_on_when_it_is_run_again() {
    let place = tempfile::tempdir().unwrap();
    let often = ["--set", "output.checkpoint_interval=1 ms"];
    assert_eq!(wetbounce(place.path(), &coarse("run", "whole", &often)).0, 0);
    let mut child = Command::new(PROGRAM)
        .args(coarse("run", "out", &often))
        .current_dir(place.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let checkpoints = || fs::read_dir(place.path().join("out/checkpoint")).map_or(0, Iterator::count);
    while checkpoints() < 4 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let args: Vec<String> = coarse("run", "out", &often).into_iter().filter(|arg| arg != "--quiet").collect();
    let (code, said, err) = wetbounce(place.path(), &args);
    assert_eq!(code, 0, "{err}");
    assert!(format!("{said}{err}").contains("continues from"), "it says so: {said}{err}");
    let file = |out: &str| fs::read(place.path().join(out).join("trajectory.csv")).unwrap();
    assert!(file("out") == file("whole"));
}

#[test]
fn a_sweep_with_a_run_killed_and_its_case_cut_short_does_that_run_again() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    small_sweep::write(root, "[vary]\nstokes = [40, 80]\n");
    let sweep = || wetbounce(root, &["sweep", "plan.toml", "--out", "s", "--quiet"]);
    assert_eq!(sweep().0, 0);
    let table = || small_sweep::table(&root.join("s/sweep.csv"), &["wall_s"]);
    let before = table();
    let run = root.join("s/runs/stokes-40");
    fs::remove_file(run.join("summary.json")).unwrap();
    let case = fs::read(run.join("case.toml")).unwrap();
    fs::write(run.join("case.toml"), &case[..100]).unwrap();
    let (code, _, err) = sweep();
    assert_eq!(code, 0, "{err} {:?}", small_sweep::column(&table(), "cause"));
    assert_eq!(table(), before);
}

#[test]
fn the_apparent_restitution_does_not_depend_on_the_rows_that_are_written() {
    let place = tempfile::tempdir().unwrap();
    let apparent = |interval: &str| {
        let setting = format!("output.trajectory={interval}");
        assert_eq!(wetbounce(place.path(), &coarse("run", "out", &["--set", &setting])).0, 0);
        let found = summary(place.path(), "out").bounces[0].restitution;
        fs::remove_dir_all(place.path().join("out")).unwrap();
        found
    };
    assert_eq!(wetbounce(place.path(), &coarse("run", "every", &[])).0, 0);
    let every_step = summary(place.path(), "every").bounces[0].restitution;
    assert!(every_step.is_some_and(|e| e > 0.5 && e < 1.0), "{every_step:?}");
    for interval in ["10 us", "0.5 ms", "1 ms", "5 ms"] {
        assert_eq!(apparent(interval), every_step, "rows every {interval}");
    }
}

#[test]
fn a_simulation_that_nobody_watches_knows_its_apparent_restitution() {
    let settings: Vec<String> = COARSE.iter().map(ToString::to_string).collect();
    let case = case::load(Path::new(&shipped("first-bounce.toml")), &settings).unwrap();
    let mut simulation = Simulation::new(case.problem).unwrap();
    while simulation.stop().is_none() {
        simulation.advance().unwrap();
    }
    let bounce = &simulation.state.bounces.bounces()[0];
    assert!(bounce.restitution.is_some_and(|e| e > 0.5 && e < 1.0), "{bounce:?}");
}

/// What the user keeps in the folders of a run is not the run's to remove.
#[test]
fn fresh_removes_what_runs_wrote_and_no_other_file() {
    let place = tempfile::tempdir().unwrap();
    let often =
        ["--set", "output.checkpoint_interval=5 ms", "--set", "output.fields=5 ms", "--set", "output.plots=true"];
    let own = ["checkpoint/model.pt", "checkpoint/notes.json", "fields/mine.vtp", "plots/mine.svg", "data.csv"];
    let out = place.path().join("out");
    for name in own {
        fs::create_dir_all(out.join(name).parent().unwrap()).unwrap();
        fs::write(out.join(name), name).unwrap();
    }
    answer(place.path(), &coarse("run", "out", &[&often[..], &["--fresh"]].concat()));
    let first = contents(&out);
    assert!(first.keys().any(|name| name.starts_with("fields/flow_")) && first.contains_key("plots/phase.svg"));
    assert_eq!(wetbounce(place.path(), &coarse("run", "out", &["--fresh"])).0, 0);
    let after = contents(&out);
    for name in own {
        assert_eq!(after.get(name).map(Vec::as_slice), Some(name.as_bytes()), "{name}");
    }
    assert!(
        !after.keys().any(|name| name.starts_with("fields/flow_") || name.starts_with("plots/phase")),
        "{:?}",
        after.keys()
    );
}

#[test]
fn a_file_that_a_run_would_replace_where_none_has_been_is_refused_even_with_fresh() {
    for name in ["trajectory.csv", "summary.json", "report.html", "plots/forces.svg", "fields.pvd"] {
        let place = tempfile::tempdir().unwrap();
        let own = place.path().join("out").join(name);
        fs::create_dir_all(own.parent().unwrap()).unwrap();
        fs::write(&own, "mine").unwrap();
        for verb in ["run", "theory", "film", "impact"] {
            refused(place.path(), &[verb, &shipped("first-bounce.toml"), "--out", "out", "--fresh"]);
        }
        assert_eq!(contents(&place.path().join("out")).len(), 1, "{name}");
        assert_eq!(fs::read_to_string(own).unwrap(), "mine");
    }
    messages!();
}

/// Results that nobody finds are not those of a finished run.
#[cfg(unix)]
#[test]
fn a_directory_that_is_renamed_or_removed_under_a_run_is_a_failed_run() {
    for renamed in [true, false] {
        let place = tempfile::tempdir().unwrap();
        let mut run = Command::new(PROGRAM)
            .args(coarse("run", "out", &["--set", "run.bounces=3", "--set", "resolution.step_factor=0.3"]))
            .current_dir(place.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let rows = || fs::metadata(place.path().join("out/trajectory.csv")).map_or(0, |about| about.len());
        while rows() == 0 {
            assert!(run.try_wait().unwrap().is_none(), "it ended before its first row");
            std::thread::sleep(Duration::from_millis(2));
        }
        match renamed {
            true => fs::rename(place.path().join("out"), place.path().join("other")).unwrap(),
            false => fs::remove_dir_all(place.path().join("out")).unwrap(),
        }
        assert_eq!(run.wait().unwrap().code(), Some(3), "renamed: {renamed}");
    }
}
