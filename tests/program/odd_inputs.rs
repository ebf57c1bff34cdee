//! Names, numbers and files that nobody expects: an answer, within a time, with the exit code that belongs to it.

use crate::program::{PROGRAM, answer, messages, refused, shipped, wetbounce};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const COARSE: [&str; 7] = [
    "resolution.cells_per_diameter=8",
    "resolution.cells_across_film=4",
    "resolution.smallest_gap=0.02 D",
    "container.radius=3 D",
    "release.gap=1.5 D",
    "run.time=1 ms",
    "output.vorticity_pictures=[]",
];

fn coarse(more: &[&str]) -> Vec<String> {
    let mut args = vec!["run".to_owned(), shipped("first-bounce.toml"), "--quiet".into(), "--out".into(), "r".into()];
    COARSE.iter().for_each(|set| args.extend(["--set".to_owned(), (*set).to_owned()]));
    args.extend(more.iter().map(|arg| (*arg).to_owned()));
    args
}

#[test]
fn a_run_directory_whose_name_is_not_utf_8_is_refused_by_every_verb_that_writes_one() {
    let place = tempfile::tempdir().unwrap();
    let name = OsStr::from_bytes(b"bad\xff");
    let verbs = [
        ("run", shipped("first-bounce.toml")),
        ("theory", shipped("first-bounce.toml")),
        ("film", shipped("first-bounce.toml")),
        ("converge", shipped("first-bounce.toml")),
        ("impact", shipped("impact/hertz-e05.toml")),
        ("sweep", shipped("sweeps/restitution.toml")),
    ];
    for (verb, case) in verbs {
        let args: [OsString; 4] = [verb.into(), case.into(), "--out".into(), name.into()];
        refused(place.path(), &args);
    }
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    messages!();
}

#[test]
fn numbers_at_the_ends_of_what_a_computer_holds_are_drawn_on_any_scale() {
    let place = tempfile::tempdir().unwrap();
    let tables = [
        ("tiny", "x,y\n1e-320,1e-310\n2e-320,3e-310\n-5e-324,0\n"),
        ("huge", "x,y\n1e308,1e308\n-1.7e308,-1e308\n1.7e308,2\n"),
        ("both", "x,y\n1e-308,1e308\n1,1e-308\n"),
    ];
    for (name, text) in tables {
        let file = format!("{name}.csv");
        fs::write(place.path().join(&file), text).unwrap();
        for log in [&[][..], &["--log", "x"], &["--log", "xy"]] {
            answer(place.path(), &[&["plot", &file, "--x", "x", "--y", "y"][..], log].concat());
        }
    }
}

#[test]
fn a_run_whose_numbers_are_too_small_or_too_large_to_draw_is_drawn_all_the_same() {
    let place = tempfile::tempdir().unwrap();
    let (_, resolved, _) = wetbounce(place.path(), &["check", "--resolved", &shipped("gondret-st152.toml")]);
    for number in ["1e-310", "1e308", "-1e308", "5e-324"] {
        let rows: String = (0..9).map(|row| format!("{row},{number},{number},{number},-1e-3\n")).collect();
        fs::create_dir_all(place.path().join("run")).unwrap();
        fs::write(place.path().join("run/case.toml"), &resolved).unwrap();
        let text = format!("time_s,gap_m,velocity_m_s,film_N,weight_N\n{rows}");
        fs::write(place.path().join("run/trajectory.csv"), text).unwrap();
        answer(place.path(), &["plot", "run"]);
    }
}

#[test]
fn what_is_no_file_among_the_checkpoints_is_refused_and_not_read_for_ever() {
    let place = tempfile::tempdir().unwrap();
    assert_eq!(wetbounce(place.path(), &coarse(&[])).0, 0);
    let checkpoints = place.path().join("r/checkpoint");
    let fifo = |path: &Path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    let endless = |path: &Path| symlink("/dev/zero", path).unwrap();
    let odd: [&dyn Fn(&Path); 2] = [&fifo, &endless];
    for make in odd {
        for extension in ["json", "npz"] {
            for entry in fs::read_dir(&checkpoints).unwrap().map(|entry| entry.unwrap().path()) {
                if entry.extension().is_some_and(|found| found == extension) {
                    fs::remove_file(&entry).unwrap();
                    make(&entry);
                }
            }
            refused(place.path(), &coarse(&["--set", "run.time=2 ms"]));
        }
        assert_eq!(wetbounce(place.path(), &coarse(&["--fresh"])).0, 0);
    }
    messages!();
}

#[test]
fn damaged_files_of_a_sweep_are_wrong_input() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    answer(root, &["sweep", &shipped("sweeps/restitution.toml"), "--out", "s", "--prepare"]);
    fs::write(root.join("s/sweep.toml"), "x = [").unwrap();
    assert_eq!(wetbounce(root, &["collect", "s"]).0, 2);
    let header = "name,reynolds,stokes,stokes_modified,density_ratio,restitution,restitution_dry,apex_gap_over_d";
    fs::write(root.join("s/sweep.csv"), format!("{header}\na,1,ten,1,8,0.5,0.9,1\n")).unwrap();
    refused(root, &["plot", "s"]);
    messages!();
}

#[test]
fn what_the_system_says_is_said_once() {
    let place = tempfile::tempdir().unwrap();
    let (code, _, err) = wetbounce(place.path(), &["theory", &shipped("first-bounce.toml"), "--out", "/proc/nowhere"]);
    assert_eq!((code, err.matches("No such file").count()), (3, 1), "{err}");
}

#[test]
fn times_that_slurm_does_not_know_are_refused() {
    let place = tempfile::tempdir().unwrap();
    let plan = shipped("sweeps/restitution.toml");
    let sweep =
        |time: &str| wetbounce(place.path(), &["sweep", &plan, "--out", "s", "--slurm", "--prepare", "--time", time]);
    for time in [":", "-", "1:2:3:4", "1-", "-1", "1::2", "2h", "1-2-3"] {
        let (code, _, err) = sweep(time);
        assert!(code == 2, "{time}: {code} {err}");
    }
    for time in ["30", "90:00", "2:00:00", "1-12", "1-12:30", "1-12:30:59"] {
        assert_eq!(sweep(time).0, 0, "{time}");
    }
}

#[test]
fn an_overdamped_impact_gives_up_in_seconds() {
    let place = tempfile::tempdir().unwrap();
    let case = shipped("impact/oblique-alumina-glass.toml");
    let (begun, set) = (Instant::now(), ["contact.restitution=1e-6", "output.every=1000", "output.plots=false"]);
    let sets = set.iter().flat_map(|set| ["--set", set]);
    let args: Vec<&str> = ["impact", &case, "--out", "i"].into_iter().chain(sets).collect();
    let (code, _, err) = wetbounce(place.path(), &args);
    assert_eq!(code, 3, "{err}");
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    messages!();
}

#[test]
fn a_table_of_many_rows_and_many_groups_is_drawn_in_a_time_that_grows_with_the_rows() {
    let place = tempfile::tempdir().unwrap();
    let rows: String = (0..60_000).map(|row| format!("{row},{},g{}\n", (row * 7919) % 1000, row / 2)).collect();
    fs::write(place.path().join("t.csv"), format!("x,y,g\n{rows}")).unwrap();
    let begun = Instant::now();
    for group in [&[][..], &["--group", "g"]] {
        let args = [&["plot", "t.csv", "--x", "x", "--y", "y"][..], group].concat();
        assert_eq!(wetbounce(place.path(), &args).0, 0);
    }
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    let svg = fs::read_to_string(place.path().join("plots/t-y-over-x.svg")).unwrap();
    let more = svg.split("… and ").nth(1).and_then(|rest| rest.split(' ').next()).map(|count| count.parse().unwrap());
    assert!(more.is_some_and(|more: u32| (29_901..30_000).contains(&more)), "{more:?}");
}

#[test]
fn a_run_started_with_nohup_does_not_listen_to_the_end_of_the_terminal() {
    let place = tempfile::tempdir().unwrap();
    let script = "trap '' HUP; \"$@\" & sleep 0.3; kill -HUP $!; wait $!";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", PROGRAM]).args(coarse(&["--set", "run.time=30 ms"]));
    let output = command.current_dir(place.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}
