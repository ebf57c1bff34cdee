//! The binary as a user meets it: verbs, exit codes, messages.

use crate::program::{PROGRAM, answer, messages, note, refused, shipped, unwrapped, wetbounce, words};
use crate::reading::case_of;
use wetbounce::case::Case;

#[test]
fn a_new_case_can_be_checked_at_once_and_is_never_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    let (code, out, _) = wetbounce(directory.path(), &["new", "steel-in-oil"]);
    assert_eq!((code, out.lines().next()), (0, Some("wrote steel-in-oil.toml")));
    let out = answer(directory.path(), &["check", "steel-in-oil.toml"]);
    let reynolds = out.lines().find(|line| line.trim_start().starts_with("Reynolds "));
    assert!(reynolds.is_some_and(|line| line.contains(" 164.1")), "{out}");
    note(words(&out));
    std::fs::write(directory.path().join("steel-in-oil.toml"), "mine").unwrap();
    refused(directory.path(), &["new", "steel-in-oil.toml"]);
    assert_eq!(std::fs::read_to_string(directory.path().join("steel-in-oil.toml")).unwrap(), "mine");
    messages!();
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

/// Keys that belong to another model or law are refused; a line that speaks of its default shows an example, and one
/// that says there is none means it.
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
        case.given.stated.clone_from(&fresh.given.stated);
        let told = (case.given.title.is_some(), case.given.reference.is_some()) != (false, false);
        assert!(told || case == fresh, "{line}");
        seen += 1;
    }
    assert!(seen > 30, "{seen} keys");
}

#[test]
fn a_grid_on_which_the_drag_of_the_flight_comes_out_low_is_warned_of() {
    let said = |case: &str, cells: u32| {
        let text = std::fs::read_to_string(shipped(case)).unwrap();
        let cells = format!("resolution.cells_per_diameter={cells}");
        case_of(&text, &[&cells]).warnings().get("coarse-for-drag").map(|remark| remark.text.clone())
    };
    note(said("gondret-st152.toml", 16).unwrap());
    note(said("pair-collision.toml", 16).expect("in a wake the drag is high"));
    assert!(said("gondret-st152.toml", 23).is_some() && said("gondret-st152.toml", 24).is_none());
    assert!(said("gondret-st27.toml", 16).is_none() && said("pair-collision.toml", 24).is_none());
    messages!();
}

#[test]
fn a_drag_law_beyond_its_range_is_warned_of_where_theory_acts() {
    let text = std::fs::read_to_string(shipped("gondret-st152.toml")).unwrap();
    let said = |settings: &[&str]| case_of(&text, settings).warnings().has("drag-beyond-range");
    let (theory, wide) = ("hydrodynamics=theory", "sphere.diameter=20 mm"); // Re 1094
    assert!(said(&[theory, wide]) && said(&[theory, "theory.drag=stokes"]));
    assert!(!said(&[theory]) && !said(&[wide]) && !said(&[theory, wide, "theory.drag=clift-grace-weber"]));
    let fast = [theory, "theory.drag=clift-grace-weber", "sphere.diameter=9 m"]; // Re 4.9e5
    let beyond = case_of(&text, &fast).warnings().get("drag-beyond-range").unwrap().to_string();
    assert!(beyond.contains("338000"), "{beyond}");
}

#[test]
fn a_plan_is_checked_run_by_run_with_what_its_sweep_will_take() {
    let place = std::path::Path::new(".");
    let plan = shipped("sweeps/restitution.toml");
    let out = answer(place, &["check", &plan]);
    for word in ["stokes-", "elapsed time", "at a time on this machine", "memory", "steps"] {
        assert!(out.contains(word), "{word}: {out}");
    }
    refused(place, &["check", &plan, "--set", "liquid.grade=1"]);
    refused(place, &["check", &plan, "--resolved"]);
    messages!();
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
        answer(place, &["check", "plan.toml"])
    };
    let flow = plan("release.speed = \"2 m/s\"");
    let notes: Vec<&str> =
        flow.split("please note").nth(1).unwrap().lines().filter(|line| line.starts_with("  - ")).collect();
    let kinds: std::collections::BTreeSet<String> =
        notes.iter().map(|note| note.replace(|sign: char| sign.is_ascii_digit() || sign == '.', "")).collect();
    assert!(kinds.len() == notes.len() && notes.iter().any(|note| note.contains("3 of 3 runs")), "{flow}");
    note(words(&flow));
    let theory = plan("hydrodynamics = \"theory\"");
    note(words(&theory));
    messages!();
}

#[test]
fn a_dry_impact_is_checked_with_what_it_meets_and_what_is_to_be_expected_of_it() {
    let directory = tempfile::tempdir().unwrap();
    let out = answer(directory.path(), &["check", &shipped("impact/oblique-alumina-glass.toml")]);
    for part in
        ["solid contact", "speed at first touch", "angle to the normal", "indentation", "contact time", "peak pressure"]
    {
        assert!(out.contains(part), "{part}: {out}");
    }
    let with_exponent = |word: &&str| word.contains('e') && word.parse::<f64>().is_ok();
    assert_eq!(out.split_whitespace().find(with_exponent), None, "{out}");
    note(words(&out));
    messages!();
}

#[test]
fn a_file_of_another_kind_is_refused_in_one_sentence_with_the_command_that_takes_it() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    let [case, impact, plan] = ["first-bounce.toml", "impact/hertz-e05.toml", "sweeps/restitution.toml"].map(shipped);
    for (verb, file) in [
        ("run", &plan),
        ("theory", &plan),
        ("impact", &plan),
        ("run", &impact),
        ("film", &impact),
        ("sweep", &case),
        ("sweep", &impact),
        ("plot", &case),
    ] {
        let (code, _, err) = wetbounce(place, &[verb, file]);
        let err = unwrapped(&err);
        assert_eq!(code, 2, "{err}");
        assert_eq!(err.matches("help:").count(), 1, "{verb}: {err}");
    }
    messages!();
}

#[test]
fn a_key_that_is_meant_is_among_those_allowed_and_a_file_is_no_place_for_results() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    let text = "sphere = { diameter = \"3 mm\", material = \"steel\" }\nliquid.name = \"water\"\nrelease = { gap = \"7 D\", sped = \"1 m/s\" }\n";
    std::fs::write(place.join("mine.toml"), text).unwrap();
    refused(place, &["check", "mine.toml"]);
    refused(place, &["run", &shipped("first-bounce.toml"), "--out", "mine.toml"]);
    messages!();
}

#[test]
fn a_value_out_of_range_is_told_once_and_not_as_missing() {
    let told = |set: &[&str]| {
        let set = set.iter().flat_map(|set| ["--set", *set]);
        let args: Vec<String> =
            ["check".into(), shipped("first-bounce.toml")].into_iter().chain(set.map(String::from)).collect();
        refused(std::path::Path::new("."), &args);
    };
    for set in [
        &["liquid.name=glycerol-water", "liquid.glycerol=1.5"][..],
        &["liquid.name=silicone-oil", "liquid.grade=1 cSt"],
        &["liquid.name=whater"],
        &["sphere.material=steal"],
    ] {
        told(set);
    }
    messages!();
}

#[test]
fn a_name_that_cannot_be_a_case_or_a_place_that_is_not_there_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["a?b", ".hidden", "no/such"] {
        refused(directory.path(), &["new", name]);
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    messages!();
}

#[test]
fn the_record_of_a_motion_that_is_not_there_is_not_taken_for_a_case() {
    let case = shipped("first-bounce.toml");
    let (code, _, message) =
        wetbounce(std::path::Path::new("."), &["check", &case, "--set", "release.motion=\"none.csv\""]);
    let message = unwrapped(&message);
    let help = message.split("help:").nth(1).unwrap_or_default();
    assert!(code == 2 && message.contains("there is no file") && message.contains("none.csv"), "{code} {message}");
    assert!(help.contains("release.motion") && !help.contains("wetbounce new"), "{message}");
}

#[test]
fn manual_pages_replace_earlier_ones_and_no_file_of_the_user() {
    let place = tempfile::tempdir().unwrap();
    let write = || wetbounce(place.path(), &["man", "pages"]);
    let page = |name: &str| place.path().join("pages").join(name);
    assert_eq!([write().0, write().0], [0, 0]);
    let earlier = std::fs::read_to_string(page("wetbounce.1")).unwrap().replace(".SH NAME", ".SH EARLIER");
    std::fs::write(page("wetbounce.1"), earlier).unwrap();
    assert_eq!(write().0, 0);
    assert!(!std::fs::read_to_string(page("wetbounce.1")).unwrap().contains(".SH EARLIER"));
    std::fs::remove_file(page("wetbounce-run.1")).unwrap();
    std::fs::write(page("wetbounce.1"), ".TH wetbounce 1\nmy own page\n").unwrap();
    let (code, _, message) = write();
    let message = unwrapped(&message);
    assert!(code == 2 && message.contains("wetbounce.1") && message.contains("DIR"), "{code} {message}");
    assert_eq!(std::fs::read_to_string(page("wetbounce.1")).unwrap(), ".TH wetbounce 1\nmy own page\n");
    assert!(!page("wetbounce-run.1").exists(), "no other page is written then");
}

#[test]
fn the_resolved_case_is_a_case_again() {
    let directory = tempfile::tempdir().unwrap();
    let case = shipped("gondret-st152.toml");
    let resolved = answer(directory.path(), &["check", "--resolved", &case]);
    std::fs::write(directory.path().join("again.toml"), &resolved).unwrap();
    let (code, again, _) = wetbounce(directory.path(), &["check", "--resolved", "again.toml"]);
    assert_eq!((code, again), (0, resolved));
}

#[test]
fn wrong_input_exits_with_2_and_underlines_the_place() {
    let directory = tempfile::tempdir().unwrap();
    let case = &shipped("gondret-st152.toml");
    std::fs::write(directory.path().join("wrong.toml"), "[sphere]\ndiametre = \"3 mm\"\n").unwrap();
    for args in [
        &["check", "wrong.toml"][..],
        &["check", "missing.toml"],
        &["check", "."],
        &["check", case, "--set", "sphere.diameter=3 mn"],
        &["check", case, "--set", "sphere.diameter"],
        &["check"],
        &["chekc", case],
        &["check", case, "--rsolved"],
        &[],
    ] {
        refused(directory.path(), args);
    }
    messages!();
}

#[test]
fn help_shows_an_example_for_every_verb() {
    let directory = tempfile::tempdir().unwrap();
    let help = answer(directory.path(), &["--help"]);
    note(&help);
    let verbs = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let verbs = verbs.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let verbs: Vec<&str> = verbs.filter(|verb| *verb != "help").collect();
    assert!(verbs.contains(&"check") && verbs.contains(&"new"));
    for verb in verbs {
        let (code, help, _) = wetbounce(directory.path(), &[verb, "--help"]);
        assert!(code == 0 && help.contains(&format!("\n  wetbounce {verb}")), "an example is shown: {help}");
    }
    messages!();
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
        let said = answer(place.path(), &args);
        let line =
            said.lines().find(|line| line.trim_start().starts_with("restitution ")).unwrap_or_else(|| panic!("{said}"));
        line.split("± ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    let [slow, fast] = ["measurement.frame_rate=20 kHz", "measurement.frame_rate=300 kHz"].map(error);
    assert!(fast <= slow, "{fast} {slow}");
}
