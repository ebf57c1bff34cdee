//! Full disks, directories that take no files, and a standard output that nobody reads: a clear error, the exit code
//! that belongs to it, and nothing lost that was on disk.

use crate::program::{PROGRAM, shipped, unwrapped};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use wetbounce::output::summary::{Status, Summary};
use wetbounce::output::trajectory::Trajectory;

/// A fall and bounce in a fraction of a second.
const COARSE: &str = "--set resolution.cells_per_diameter=8 --set resolution.cells_across_film=4 \
                      --set resolution.smallest_gap=0.02D --set container.radius=3D --set release.gap=1.5D \
                      --set release.run_up=3D --set output.report=false --set output.vorticity_pictures=[] --set film.band=off";
const PLAN: &str =
    "base = \"first-bounce.toml\"\n[set]\nhydrodynamics = \"theory\"\nrun.bounces = 1\n[vary]\nstokes = [20, 60]\n";
/// A directory that no user, not even root, can make files in.
const REFUSES: &str = "/sys/wetbounce";

/// A directory with a case and a plan in it.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    fs::copy(shipped("first-bounce.toml"), place.path().join("first-bounce.toml")).unwrap();
    fs::write(place.path().join("plan.toml"), PLAN).unwrap();
    place
}

/// Lets a shell run `script` in `place`, in which `wetbounce` is the program.
fn shell(place: &Path, script: &str) -> Output {
    let script = format!("wetbounce() {{ \"{PROGRAM}\" \"$@\"; }}\n{script}");
    Command::new("sh").arg("-c").arg(script).current_dir(place).output().unwrap()
}

/// The same, no file may grow beyond `blocks` of 512 bytes: what a full disk or a quota does, without a disk to fill.
fn cramped(place: &Path, blocks: u32, script: &str) -> Output {
    shell(place, &format!("trap '' XFSZ; ulimit -f {blocks}; {script}"))
}

/// The error message on one line.
fn message(output: &Output) -> String {
    unwrapped(&String::from_utf8_lossy(&output.stderr))
}

/// A failure of the run (3), told with the file and with what to do.
fn assert_told(output: &Output, file: &str, advice: &str) {
    let text = message(output);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains(file) && text.contains(advice) && !text.contains("panicked"), "{text}");
}

#[test]
fn a_disk_that_fills_during_a_run_stops_it_with_the_file_and_a_resumed_run_ends_as_if_nothing_had_been() {
    let place = place();
    let run = format!(
        "wetbounce run first-bounce.toml {COARSE} --set output.trajectory=10us --set output.checkpoint_interval=0.1ms --quiet"
    );
    assert!(shell(place.path(), &format!("{run} --out out && mv out whole")).status.success());
    let read = |name: &str, file: &str| fs::read(place.path().join(name).join(file)).unwrap();
    let room = fs::metadata(place.path().join("whole/trajectory.csv")).unwrap().len();
    let checkpoint = fs::read_dir(place.path().join("whole/checkpoint")).unwrap();
    let checkpoint = checkpoint.map(|entry| entry.unwrap().metadata().unwrap().len()).max().unwrap();
    assert!(room > 2 * checkpoint, "the trajectory is what grows: {room}, {checkpoint}");
    let full = cramped(place.path(), (room / 1024) as u32, &format!("{run} --out out"));
    assert_told(&full, "cannot write out/trajectory.csv", "free space there");
    let out = place.path().join("out");
    let summary = Summary::read(&out.join("summary.json")).unwrap();
    assert!(
        summary.status == Status::Failed && summary.stop_reason.contains("trajectory.csv"),
        "{}",
        summary.stop_reason
    );
    assert!(Trajectory::read(&out.join("trajectory.csv")).unwrap().len() > 1000);
    assert!(shell(place.path(), &format!("{run} --out out --resume")).status.success());
    assert!(read("out", "trajectory.csv") == read("whole", "trajectory.csv"));
    let bounces = |name: &str| Summary::read(&place.path().join(name).join("summary.json")).unwrap().bounces;
    assert_eq!(bounces("out"), bounces("whole"));
}

#[test]
fn a_disk_too_full_for_a_checkpoint_keeps_the_one_before() {
    let place = place();
    let run =
        format!("wetbounce run first-bounce.toml {COARSE} --set output.checkpoint_interval=0.1ms --quiet --out out");
    assert!(shell(place.path(), &format!("{run} --set run.time=2ms")).status.success());
    let checkpoints = || -> Vec<_> {
        let entries = fs::read_dir(place.path().join("out/checkpoint")).unwrap();
        let mut files: Vec<_> =
            entries.map(|entry| entry.unwrap().path()).map(|path| (fs::read(&path).unwrap(), path)).collect();
        files.sort();
        files
    };
    let (before, rows) = (checkpoints(), fs::read(place.path().join("out/trajectory.csv")).unwrap());
    let full = cramped(place.path(), 64, &format!("{run} --resume"));
    assert_told(&full, "out/checkpoint/", "free space there");
    assert!(checkpoints() == before, "whole ones only, and none less");
    assert!(fs::read(place.path().join("out/trajectory.csv")).unwrap().starts_with(&rows));
    assert!(shell(place.path(), &format!("{run} --resume")).status.success());
}

#[test]
fn a_full_disk_fails_the_runs_of_a_sweep_one_by_one_and_the_sweep_goes_on_when_there_is_room() {
    let place = place();
    let full = cramped(place.path(), 48, "wetbounce sweep plan.toml --out s --quiet");
    assert_told(&full, "2 of 2 runs failed", "--resume tries these runs again");
    let table = fs::read_to_string(place.path().join("s/sweep.csv")).unwrap();
    assert_eq!(table.matches("cannot write s/runs/stokes-").count(), 2, "{table}");
    assert!(shell(place.path(), "wetbounce sweep plan.toml --out s --quiet --resume").status.success());
    let table = fs::read_to_string(place.path().join("s/sweep.csv")).unwrap();
    assert_eq!(table.matches(",finished,").count(), 2, "{table}");
}

#[test]
fn a_full_disk_leaves_the_last_table_and_report_of_sweep_and_validate_whole() {
    let place = place();
    let files = ["s/sweep.csv", "s/plots/restitution.svg", "v/validation.csv", "v/validation.json"];
    let (sweep, validate) = ("wetbounce sweep plan.toml --out s --quiet", "wetbounce validate stokes-tube --out v");
    assert!(shell(place.path(), &format!("{sweep} && {validate}")).status.success());
    let read = || files.map(|file| fs::read(place.path().join(file)).unwrap());
    let before = read();
    assert_told(&cramped(place.path(), 0, validate), "cannot write v/validation.csv", "free space there");
    assert_told(&cramped(place.path(), 0, sweep), "cannot write s/", "free space there");
    assert_told(&cramped(place.path(), 0, "wetbounce plot s"), "cannot write s/plots", "free space there");
    assert!(read() == before);
}

/// What every verb writes first, on a disk without room: the same exit code, the file, and what to do.
#[test]
fn on_a_full_disk_every_verb_ends_with_3() {
    let place = place();
    let record = "time_ms,gap_mm\n0,0\n5,2\n10,3.5\n20,6\n30,7\n";
    fs::write(place.path().join("record.csv"), record).unwrap();
    let mut case = fs::read_to_string(shipped("first-bounce.toml")).unwrap();
    case += "\n[measurement]\nfile = \"record.csv\"\ngap_uncertainty = \"0.1 mm\"\n";
    fs::write(place.path().join("measured.toml"), case).unwrap();
    let done = "wetbounce theory first-bounce.toml --out t --quiet && wetbounce sweep plan.toml --out s --quiet";
    assert!(shell(place.path(), done).status.success());
    for command in [
        &format!("run first-bounce.toml {COARSE} --out o"),
        "theory first-bounce.toml --out o",
        "theory first-bounce.toml --forces --out o",
        "film first-bounce.toml --out o",
        "impact first-bounce.toml --out o",
        "sweep plan.toml --out o",
        "sweep plan.toml --out o --slurm",
        "collect s",
        "compare t record.csv --out o",
        "fit measured.toml --theory --vary contact.restitution --out o",
        "converge first-bounce.toml --over step --set run.time=1ms --set release.run_up=0D --set resolution.cells_per_diameter=8 --out o",
        "plot t --out o",
        "plot s --out o",
        "validate closed-forms --out o",
        "new mine",
        "man o",
        "completions bash >words",
    ] {
        let output = cramped(place.path(), 0, &format!("wetbounce {command}"));
        let text = message(&output);
        assert_eq!(output.status.code(), Some(3), "{command}: {text}");
        assert!(text.contains("File too large") || command.starts_with("converge"), "{command}: {text}");
    }
    let missing = shell(place.path(), "wetbounce compare t missing.csv --out o");
    assert_eq!(missing.status.code(), Some(2), "what cannot be read is wrong input: {}", message(&missing));
}

#[test]
fn every_verb_that_writes_says_that_a_directory_takes_no_files() {
    let place = place();
    assert!(shell(place.path(), "wetbounce sweep plan.toml --out s --quiet").status.success());
    let dry = shipped("impact/hertz-e05.toml");
    for command in [
        &format!("run first-bounce.toml {COARSE}"),
        "theory first-bounce.toml",
        "film first-bounce.toml",
        &format!("impact {dry}"),
        "sweep plan.toml",
        "validate stokes-tube",
        "plot s",
        "plot s/runs/stokes-20",
    ] {
        let output = shell(place.path(), &format!("wetbounce {command} --out {REFUSES}"));
        assert_told(&output, REFUSES, "work in another directory");
    }
}

#[test]
fn a_standard_output_that_is_closed_full_or_not_read_loses_no_result() {
    let place = place();
    let verbs = [
        (format!("run first-bounce.toml {COARSE} --out o"), "summary.json"),
        ("sweep plan.toml --out o".to_owned(), "sweep.csv"),
        ("validate stokes-tube --out o".to_owned(), "validation.json"),
        ("plot done --out o".to_owned(), "restitution.svg"),
    ];
    assert!(shell(place.path(), "wetbounce sweep plan.toml --out done --quiet").status.success());
    for (verb, result) in verbs {
        for (stream, code) in [(">&-", 0), (">&- 2>&-", 0), (">/dev/full", 3), (">/dev/full 2>/dev/full", 3)] {
            let output = shell(place.path(), &format!("wetbounce {verb} {stream}"));
            assert_eq!(output.status.code(), Some(code), "{verb} {stream}: {}", message(&output));
            assert!(place.path().join("o").join(result).exists(), "{verb} {stream}");
            fs::remove_dir_all(place.path().join("o")).unwrap();
        }
        let script = format!("{{ wetbounce {verb}; echo $? >code; }} | true");
        assert_eq!(message(&shell(place.path(), &script)).matches("panicked").count(), 0);
        assert_eq!(fs::read_to_string(place.path().join("code")).unwrap().trim(), "0", "{verb}");
        assert!(place.path().join("o").join(result).exists(), "{verb}");
        fs::remove_dir_all(place.path().join("o")).unwrap();
    }
}
