//! The binary as a user meets it: verbs, exit codes, messages.

use crate::program::{PROGRAM, shipped, unwrapped, wetbounce};
use wetbounce::case::Case;

#[test]
fn a_new_case_can_be_checked_at_once_and_is_never_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    let (code, out, _) = wetbounce(directory.path(), &["new", "steel-in-oil"]);
    assert_eq!((code, out.lines().next()), (0, Some("wrote steel-in-oil.toml")));
    let (code, out, _) = wetbounce(directory.path(), &["check", "steel-in-oil.toml"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("steel-in-oil\n") && out.contains("Reynolds               164.1"), "{out}");
    std::fs::write(directory.path().join("steel-in-oil.toml"), "mine").unwrap();
    let (code, _, err) = wetbounce(directory.path(), &["new", "steel-in-oil.toml"]);
    assert!(code == 2 && err.contains("there is already a file"), "{err}");
    assert_eq!(std::fs::read_to_string(directory.path().join("steel-in-oil.toml")).unwrap(), "mine");
}

/// A pipe gives its text once.
#[test]
fn a_case_on_a_pipe_is_checked_as_that_in_a_file() {
    for name in ["first-bounce.toml", "impact/hertz-e05.toml"] {
        let line = format!("{PROGRAM} check <(cat '{}')", shipped(name));
        let output = std::process::Command::new("bash").args(["-c", &line]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_short_new_case_is_the_long_one_in_fifteen_lines() {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(wetbounce(directory.path(), &["new", "mine"]).0, 0);
    std::fs::rename(directory.path().join("mine.toml"), directory.path().join("long.toml")).unwrap();
    assert_eq!(wetbounce(directory.path(), &["new", "mine", "--short"]).0, 0);
    let read = |name: &str| std::fs::read_to_string(directory.path().join(name)).unwrap();
    let [long, short] = ["long.toml", "mine.toml"].map(read);
    let resolved = |text: &str| Case::parse(text, "mine.toml", &[]).unwrap().to_toml();
    assert!(short.lines().count() == 15 && resolved(&short) == resolved(&long), "{}", resolved(&short));
}

#[cfg(target_os = "linux")]
#[test]
fn the_report_of_a_run_is_opened_where_that_is_asked_for() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let browser = directory.path().join("xdg-open");
    std::fs::write(&browser, format!("#!/bin/sh\necho \"$1\" >{}/opened\n", directory.path().display())).unwrap();
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755)).unwrap();
    let run = |more: &[&str]| {
        let case = shipped("first-bounce.toml");
        let args = ["run", &case, "--out", "run", "--quiet", "--open", "--set", "hydrodynamics=theory"];
        let path = format!("{}:/usr/bin:/bin", directory.path().display());
        let mut command = std::process::Command::new(PROGRAM);
        command.current_dir(directory.path()).args(args).args(more).env("PATH", path).output().unwrap().status.code()
    };
    assert_eq!(run(&["--set", "output.report=false"]), Some(2));
    assert!(!directory.path().join("run").exists());
    assert_eq!(run(&[]), Some(0));
    // The browser runs by itself, so that its file may come later.
    let told = directory.path().join("opened");
    let soon = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while std::fs::metadata(&told).map_or(0, |file| file.len()) == 0 && std::time::Instant::now() < soon {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let opened = std::fs::read_to_string(told).unwrap();
    assert!(opened.trim_end().ends_with("run/report.html"), "{opened}");
}

/// Keys that belong to another model or law are refused; a line that speaks of its default shows an example, and one that
/// says there is none means it.
#[test]
fn a_key_that_is_commented_out_in_a_new_case_shows_its_default() {
    let directory = tempfile::tempdir().unwrap();
    assert_eq!(wetbounce(directory.path(), &["new", "NAME"]).0, 0);
    let text = std::fs::read_to_string(directory.path().join("NAME.toml")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let read = |lines: &[&str]| Case::parse(&lines.join("\n"), "NAME.toml", &[]);
    let fresh = read(&lines).unwrap();
    let whole = fresh.to_toml();
    let mut seen = 0;
    for (at, line) in lines.iter().enumerate() {
        let key = line.trim_start_matches("# ").split('=').next().unwrap_or_default();
        let written = whole.lines().any(|other| other.split('=').next() == Some(key));
        assert!(!line.contains("default: none") || !written, "{line}");
        let Some(key) = line.strip_prefix("# ").filter(|rest| rest.contains(" = ") && !rest.contains("default")) else {
            continue;
        };
        let mut changed = lines.clone();
        changed[at] = key;
        let Ok(mut case) = read(&changed) else { continue };
        case.film.stated.clone_from(&fresh.film.stated);
        let told = (case.title.is_some(), case.reference.is_some()) != (false, false);
        assert!(told || case == fresh, "{line}");
        seen += 1;
    }
    assert!(seen > 30, "{seen} keys");
}

#[test]
fn a_grid_on_which_the_drag_of_the_flight_comes_out_low_is_warned_of() {
    let says = |case: &str, cells: u32, what: &str| {
        let cells = format!("resolution.cells_per_diameter={cells}");
        wetbounce(std::path::Path::new("."), &["check", &shipped(case), "--set", &cells]).1.contains(what)
    };
    let said = |case: &str, cells: u32| says(case, cells, "comes out low");
    assert!(said("gondret-st152.toml", 16) && said("gondret-st152.toml", 23));
    assert!(!said("gondret-st152.toml", 24) && !said("gondret-st27.toml", 16));
    let in_a_wake = |case: &str, cells: u32| says(case, cells, "in the wake of another sphere high");
    assert!(in_a_wake("pair-collision.toml", 16) && !in_a_wake("pair-collision.toml", 24));
    assert!(!in_a_wake("gondret-st152.toml", 16));
}

#[test]
fn a_drag_law_beyond_its_range_is_warned_of_where_theory_acts() {
    let told = |settings: &[&str]| {
        let case = shipped("gondret-st152.toml");
        let set = settings.iter().flat_map(|setting| ["--set", setting]);
        let arguments: Vec<&str> = ["check", &case].into_iter().chain(set).collect();
        wetbounce(std::path::Path::new("."), &arguments).1
    };
    let said = |settings: &[&str]| told(settings).contains("is beyond its range");
    let (theory, wide) = ("hydrodynamics=theory", "sphere.diameter=20 mm"); // Re 1094
    assert!(said(&[theory, wide]) && said(&[theory, "theory.drag=stokes"]));
    assert!(!said(&[theory]) && !said(&[wide]) && !said(&[theory, wide, "theory.drag=clift-grace-weber"]));
    let fast = [theory, "theory.drag=clift-grace-weber", "sphere.diameter=9 m"]; // Re 4.9e5
    assert!(told(&fast).contains("is beyond its range, 338000; no law here holds"), "{}", told(&fast));
}

#[test]
fn a_plan_is_checked_run_by_run_with_what_its_sweep_will_take() {
    let place = std::path::Path::new(".");
    let plan = shipped("sweeps/restitution.toml");
    let (code, out, err) = wetbounce(place, &["check", &plan]);
    assert_eq!(code, 0, "{err}");
    for word in ["stokes-", "elapsed time", "at a time on this machine", "memory", "steps"] {
        assert!(out.contains(word), "{word}: {out}");
    }
    let (code, _, err) = wetbounce(place, &["check", &plan, "--set", "liquid.grade=1"]);
    assert_eq!(code, 2, "{err}");
    let (code, _, err) = wetbounce(place, &["check", &plan, "--resolved"]);
    assert!(code == 2 && err.contains("--prepare"), "{err}");
}

#[test]
fn a_plan_says_each_note_once_and_what_its_runs_take_with_and_without_a_flow() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    let plan = |set: &str| {
        let base = shipped("first-bounce.toml");
        let text = format!(
            "base = '{base}'\n[set]\n{set}\n[vary]\nliquid.viscosity = [\"5 mPa s\", \"6 mPa s\", \"7 mPa s\"]\n"
        );
        std::fs::write(place.join("plan.toml"), text).unwrap();
        let (code, out, err) = wetbounce(place, &["check", "plan.toml"]);
        assert_eq!(code, 0, "{err}");
        out
    };
    let flow = plan("release.speed = \"2 m/s\"");
    let notes: Vec<&str> =
        flow.split("please note").nth(1).unwrap().lines().filter(|line| line.starts_with("  - ")).collect();
    let kinds: std::collections::BTreeSet<String> =
        notes.iter().map(|note| note.replace(|sign: char| sign.is_ascii_digit() || sign == '.', "")).collect();
    assert!(kinds.len() == notes.len() && notes.iter().any(|note| note.contains("3 of 3 runs")), "{flow}");
    assert!(flow.contains("elapsed time           about ") && flow.contains("memory"), "{flow}");
    let theory = plan("hydrodynamics = \"theory\"");
    assert!(theory.contains("seconds: no run computes a flow") && !theory.contains("memory"), "{theory}");
}

#[test]
fn a_dry_impact_is_checked_with_what_it_meets_and_what_is_to_be_expected_of_it() {
    let directory = tempfile::tempdir().unwrap();
    let (code, out, err) = wetbounce(directory.path(), &["check", &shipped("impact/oblique-alumina-glass.toml")]);
    assert_eq!(code, 0, "{err}");
    for part in
        ["solid contact", "speed at first touch", "angle to the normal", "indentation", "contact time", "peak pressure"]
    {
        assert!(out.contains(part), "{part}: {out}");
    }
    let with_exponent = |word: &&str| word.contains('e') && word.parse::<f64>().is_ok();
    assert_eq!(out.split_whitespace().find(with_exponent), None, "{out}");
    assert!(!out.contains("Reynolds"), "there is no liquid: {out}");
}

#[test]
fn a_file_of_another_kind_is_refused_in_one_sentence_with_the_command_that_takes_it() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    let [case, impact, plan] = ["first-bounce.toml", "impact/hertz-e05.toml", "sweeps/restitution.toml"].map(shipped);
    for (verb, file, what, command) in [
        ("run", &plan, "a plan", "wetbounce sweep"),
        ("theory", &plan, "a plan", "wetbounce sweep"),
        ("impact", &plan, "a plan", "wetbounce sweep"),
        ("run", &impact, "a dry impact", "wetbounce impact"),
        ("film", &impact, "a dry impact", "wetbounce impact"),
        ("sweep", &case, "a case", "wetbounce run"),
        ("sweep", &impact, "a dry impact", "wetbounce impact"),
        ("plot", &case, "a case or a plan", "run directories"),
    ] {
        let (code, _, err) = wetbounce(place, &[verb, file]);
        let err = unwrapped(&err);
        assert!(code == 2 && err.contains(&format!("is {what}")) && err.contains(command), "{verb}: {err}");
        assert_eq!(err.matches("help:").count(), 1, "{verb}: {err}");
    }
}

#[test]
fn a_key_that_is_meant_is_among_those_allowed_and_a_file_is_no_place_for_results() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    let text = "sphere = { diameter = \"3 mm\", material = \"steel\" }\nliquid.name = \"water\"\nrelease = { gap = \"7 D\", sped = \"1 m/s\" }\n";
    std::fs::write(place.join("mine.toml"), text).unwrap();
    let (code, _, err) = wetbounce(place, &["check", "mine.toml"]);
    let allowed = unwrapped(&err).split("allowed in [release]:").nth(1).unwrap().to_owned();
    assert!(code == 2 && err.contains("did you mean `speed`?") && allowed.contains("speed"), "{err}");
    let (code, _, err) = wetbounce(place, &["run", &shipped("first-bounce.toml"), "--out", "mine.toml"]);
    assert!(code == 2 && err.contains("mine.toml is a file, and results go into a directory"), "{err}");
}

#[test]
fn a_value_out_of_range_is_told_once_and_not_as_missing() {
    let told = |set: &[&str]| {
        let set = set.iter().flat_map(|set| ["--set", *set]);
        let args: Vec<String> =
            ["check".into(), shipped("first-bounce.toml")].into_iter().chain(set.map(String::from)).collect();
        let (code, _, err) = wetbounce(std::path::Path::new("."), &args);
        assert_eq!(code, 2, "{err}");
        err
    };
    for set in [
        &["liquid.name=glycerol-water", "liquid.glycerol=1.5"][..],
        &["liquid.name=silicone-oil", "liquid.grade=1 cSt"],
        &["liquid.name=whater"],
        &["sphere.material=steal"],
    ] {
        let err = told(set);
        assert!(!err.contains("missing") && err.contains("cannot be used"), "{set:?}: {err}");
    }
}

#[test]
fn a_name_that_cannot_be_a_case_or_a_place_that_is_not_there_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    for (name, reason) in
        [("a?b", "cannot name a case"), (".hidden", "cannot name a case"), ("no/such", "no directory")]
    {
        let (code, _, err) = wetbounce(directory.path(), &["new", name]);
        assert!(code == 2 && err.contains(reason), "{name}: {err}");
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn the_resolved_case_is_a_case_again() {
    let directory = tempfile::tempdir().unwrap();
    let case = shipped("gondret-st152.toml");
    let (code, resolved, _) = wetbounce(directory.path(), &["check", "--resolved", &case]);
    assert_eq!(code, 0);
    std::fs::write(directory.path().join("again.toml"), &resolved).unwrap();
    let (code, again, _) = wetbounce(directory.path(), &["check", "--resolved", "again.toml"]);
    assert_eq!((code, again), (0, resolved));
}

#[test]
fn wrong_input_exits_with_2_and_underlines_the_place() {
    let directory = tempfile::tempdir().unwrap();
    let case = &shipped("gondret-st152.toml");
    std::fs::write(directory.path().join("wrong.toml"), "[sphere]\ndiametre = \"3 mm\"\n").unwrap();
    for (args, reason) in [
        (&["check", "wrong.toml"][..], "did you mean `diameter`?"),
        (&["check", "missing.toml"], "there is no file `missing.toml`"),
        (&["check", "."], "is a directory"),
        (&["check", case, "--set", "sphere.diameter=3 mn"], "`mn` is not a unit known here"),
        (&["check", case, "--set", "sphere.diameter"], "--set (command line)"),
        (&["check"], "Usage: wetbounce check"),
        (&["chekc", case], "a similar subcommand exists: 'check'"),
        (&["check", case, "--rsolved"], "--resolved"),
        (&[], "Usage: wetbounce"),
    ] {
        let (code, out, err) = wetbounce(directory.path(), args);
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains(reason), "{args:?}: {err}");
    }
}

#[test]
fn help_shows_an_example_for_every_verb() {
    let directory = tempfile::tempdir().unwrap();
    let (code, help, _) = wetbounce(directory.path(), &["--help"]);
    assert!(code == 0 && help.contains("Exit codes: 0 done, 2 wrong input, 3 failed run"), "{help}");
    let verbs = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let verbs = verbs.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let verbs: Vec<&str> = verbs.filter(|verb| *verb != "help").collect();
    assert!(verbs.contains(&"check") && verbs.contains(&"new"));
    for verb in verbs {
        let (code, help, _) = wetbounce(directory.path(), &[verb, "--help"]);
        assert!(code == 0 && help.contains(&format!("Example:\n  wetbounce {verb}")), "{help}");
    }
}

fn exit_code_writing_to(stdout: impl Into<std::process::Stdio>) -> (Option<i32>, String) {
    let output = std::process::Command::new(PROGRAM)
        .arg("check")
        .arg(shipped("gondret-st152.toml"))
        .stdout(stdout)
        .stderr(std::process::Stdio::piped())
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_reader_that_went_away_is_no_failure() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    assert_eq!(exit_code_writing_to(writer), (Some(0), String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let (code, message) = exit_code_writing_to(full);
    assert!(code == Some(3) && message.contains("the output cannot be written"), "{message}");
}

#[test]
fn a_faster_camera_tells_no_less() {
    let case = shipped("gondret-st152.toml");
    let place = tempfile::tempdir().unwrap();
    let error = |rate: &str| -> f64 {
        let sets = ["measurement.file=planned.csv", rate, "measurement.gap_uncertainty=30 um", "run.bounces=1"];
        let args: Vec<&str> = ["check", &case].into_iter().chain(sets.iter().flat_map(|set| ["--set", *set])).collect();
        let (code, said, err) = wetbounce(place.path(), &args);
        assert_eq!(code, 0, "{err}");
        let line =
            said.lines().find(|line| line.trim_start().starts_with("restitution ")).unwrap_or_else(|| panic!("{said}"));
        line.split("± ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    let [slow, fast] = ["measurement.frame_rate=20 kHz", "measurement.frame_rate=300 kHz"].map(error);
    assert!(fast <= slow, "{fast} {slow}");
}
