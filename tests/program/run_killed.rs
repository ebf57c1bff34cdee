//! A run that is killed again and again ends as if it had never been.

use crate::paraview::{read_grid, read_surface};
use crate::program::{PROGRAM, shipped, unwrapped};
use crate::random::Random;
use crate::small_sweep::{self, table};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use wetbounce::case;
use wetbounce::model::simulation::Simulation;
use wetbounce::output::summary::Summary;
use wetbounce::output::trajectory::Trajectory;
use wetbounce::output::vtk::read_series;
use wetbounce::run::checkpoint::{self, Checkpoints};

/// The fall and the bounce of a steel sphere on a coarse grid, with fields and figures. Checkpoints are
/// written as often as the disk allows.
const SETTINGS: [&str; 13] = [
    "resolution.cells_per_diameter=8",
    "resolution.cells_across_film=4",
    "resolution.smallest_gap=0.02 D",
    "container.radius=3 D",
    "release.gap=1.5 D",
    "release.run_up=3 D",
    "run.bounces=1",
    "run.threads=1",
    "output.fields=1 ms",
    "output.trajectory=20 us",
    "output.report=false",
    "output.checkpoint_interval=5 ms",
    "film.band=off",
];
/// Name of the run directories: the case names it, so it is the same for all.
const RUN: &str = "run";

fn case_file() -> PathBuf {
    shipped("first-bounce.toml").into()
}

/// The run in `directory` with `more` settings.
fn command(directory: &Path, resume: bool, more: &[&str]) -> Command {
    command_of(&case_file(), directory, resume, more)
}

/// The run of a case in `directory` with `more` settings.
fn command_of(case: &Path, directory: &Path, resume: bool, more: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("run").arg(case).arg("--quiet").arg("--out").arg(RUN);
    command.current_dir(directory.parent().unwrap());
    SETTINGS.iter().chain(more).for_each(|setting| {
        command.arg("--set").arg(setting);
    });
    if resume {
        command.arg("--resume");
    }
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn start(directory: &Path, resume: bool, more: &[&str]) -> Child {
    command(directory, resume, more).stderr(Stdio::null()).spawn().unwrap()
}

/// A directory in memory where there is one: a kill, unlike a power cut, does not tell it from a disk, and the disk of
/// a busy machine takes its time for every file.
fn place() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// The directory of a run, in one of its own.
fn below(place: &tempfile::TempDir, name: &str) -> PathBuf {
    fs::create_dir(place.path().join(name)).unwrap();
    place.path().join(name).join(RUN)
}

/// What a run moves on its way: the newest checkpoint, its own and those of its branches, and the rows on disk.
fn progress(directory: &Path) -> ([Option<PathBuf>; 3], u64) {
    let folders = ["checkpoint", "checkpoint/film-low", "checkpoint/film-high"];
    let newest = folders.map(|folder| checkpoint::headers(&directory.join(folder)).into_iter().next());
    (newest, fs::metadata(directory.join("trajectory.csv")).map_or(0, |about| about.len()))
}

/// Everything in the directory of a killed run can be read, and the newest checkpoint is whole.
fn assert_readable(directory: &Path) {
    if directory.join("case.toml").exists() {
        case::load(&directory.join("case.toml"), &[]).unwrap();
    }
    if directory.join("trajectory.csv").exists() {
        Trajectory::read(&directory.join("trajectory.csv")).unwrap();
    }
    for name in ["fields.pvd", "sphere.pvd"].map(|name| directory.join(name)).iter().filter(|path| path.exists()) {
        for (_, file) in read_series(name).unwrap() {
            match file.ends_with(".vtr") {
                true => drop(read_grid(&directory.join(file)).unwrap()),
                false => drop(read_surface(&directory.join(file)).unwrap()),
            }
        }
    }
    if directory.join("summary.json").exists() {
        Summary::read(&directory.join("summary.json")).unwrap();
    }
}

/// The newest checkpoint takes a simulation to where it was, without a word about damage.
fn assert_checkpoint_whole(directory: &Path, simulation: &mut Simulation) {
    if !directory.join("case.toml").exists() {
        assert!(checkpoint::headers(&directory.join("checkpoint")).is_empty(), "no checkpoint comes before the case");
        return;
    }
    let case = case::load(&directory.join("case.toml"), &[]).unwrap();
    let kept = Checkpoints { folder: directory.join("checkpoint"), identity: checkpoint::identity(&case) };
    assert!(kept.read(simulation, &mut []).unwrap().is_none_or(|refused| refused.is_empty()));
}

/// Every file of a finished run by its name, without what tells of time spent.
fn results(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for folder in ["", "fields", "plots"] {
        for entry in fs::read_dir(directory.join(folder)).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_file() && !path.ends_with("report.html") && !path.ends_with("summary.json") {
                let name = path.strip_prefix(directory).unwrap().to_string_lossy().into_owned();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    let summary = Summary { wall_s: 0.0, ..Summary::read(&directory.join("summary.json")).unwrap() };
    files.insert("summary.json".into(), serde_json::to_vec(&summary).unwrap());
    files
}

/// Kills the run in `directory` at random moments, resuming it after each, until it ends; returns how many kills hit it
/// on its way. Most moments are counted from the first sign of progress, a fifth of them from the start.
fn torment(directory: &Path, more: &[&str], random: &mut Random, simulation: &mut Simulation) -> usize {
    let mut hits = 0;
    let mut started = false;
    loop {
        let before = progress(directory);
        let mut child = start(directory, started, more);
        started = true;
        if random.below(5) > 0 {
            let waiting = Instant::now();
            while progress(directory) == before && child.try_wait().unwrap().is_none() {
                assert!(waiting.elapsed() < Duration::from_secs(30), "the run does not get on");
                std::thread::sleep(Duration::from_micros(500));
            }
        }
        std::thread::sleep(Duration::from_micros(random.below(80_000)));
        let moved = progress(directory) != before;
        child.kill().unwrap();
        let ended = child.wait().unwrap();
        if ended.signal().is_none() {
            assert!(ended.success(), "{ended}");
            return hits;
        }
        assert_eq!(ended.signal(), Some(9));
        hits += usize::from(moved);
        assert_readable(directory);
        assert_checkpoint_whole(directory, simulation);
    }
}

/// Torments runs with `more` settings until `wanted` kills have hit them on their way; each ends like one left alone.
fn assert_indestructible(more: &[&str], wanted: usize) {
    let place = place();
    let whole = below(&place, "whole");
    assert!(start(&whole, false, more).wait().unwrap().success());
    let expected = results(&whole);
    assert!(expected.keys().filter(|name| name.ends_with(".vtr")).count() > 20, "{:?}", expected.keys());
    let settings: Vec<String> = SETTINGS.iter().chain(more).map(ToString::to_string).collect();
    let mut simulation = Simulation::new(case::load(&case_file(), &settings).unwrap().problem).unwrap();
    let mut random = Random::of(0);
    let mut kills = 0;
    for round in 0.. {
        let directory = below(&place, &format!("killed-{round}"));
        kills += torment(&directory, more, &mut random, &mut simulation);
        let found = results(&directory);
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (name, bytes) in &expected {
            assert!(found[name] == *bytes, "{name} differs after {kills} kills");
        }
        if kills >= wanted {
            return;
        }
        assert!(round < 50, "only {kills} kills hit the run on its way");
    }
}

#[test]
fn a_bounce_killed_at_a_hundred_random_moments_and_resumed_each_time_is_the_bounce_never_killed_to_the_byte() {
    assert_indestructible(&[], 100);
}

#[test]
fn so_is_a_bounce_on_the_deforming_film_and_one_with_the_memory_of_theory() {
    assert_indestructible(&["film.model=ehd", "film.rings_per_contact=12"], 20);
    assert_indestructible(&["hydrodynamics=blended", "theory.history=basset"], 20);
}

#[test]
fn a_collision_of_two_spheres_that_is_killed_twice_ends_as_the_one_never_killed() {
    let settings = [
        "resolution.cells_per_diameter=6",
        "resolution.radial_growth=1.3",
        "resolution.axial_growth=1.3",
        "release.gap=0.2 D",
        "release.run_up=0.1 D",
        "release.free_gap=0.1 D",
        "run.time=40 ms",
    ];
    let (case, place) = (PathBuf::from(shipped("pair-collision.toml")), place());
    let run = |directory: &Path, resume| {
        command_of(&case, directory, resume, &settings).stderr(Stdio::null()).spawn().unwrap()
    };
    let (whole, killed) = (below(&place, "whole"), below(&place, "killed"));
    assert!(run(&whole, false).wait().unwrap().success());
    for kill in 0..2 {
        let (before, mut child) = (progress(&killed).0, run(&killed, kill > 0));
        while progress(&killed).0 == before {
            assert!(child.try_wait().unwrap().is_none(), "it ended before kill {kill}");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert_readable(&killed);
    }
    assert!(run(&killed, true).wait().unwrap().success());
    assert!(results(&killed) == results(&whole));
}

/// Whether this process ignores the signal of a terminal that was closed, and so the programs that it starts.
fn hang_up_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}

#[test]
fn a_signal_to_stop_leaves_a_checkpoint_and_the_resumed_run_is_the_one_never_stopped() {
    let place = place();
    let whole = below(&place, "whole");
    let seldom = ["output.checkpoint_interval=10 min"];
    assert!(start(&whole, false, &seldom).wait().unwrap().success());
    for signal in ["TERM", "INT", "USR1", "HUP"] {
        let directory = below(&place, signal);
        let mut child = command(&directory, false, &seldom).spawn().unwrap();
        while progress(&directory).1 == 0 {
            assert!(child.try_wait().unwrap().is_none(), "it ended before the signal");
            std::thread::sleep(Duration::from_micros(200));
        }
        assert!(
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap().success()
        );
        let output = child.wait_with_output().unwrap();
        let message = unwrapped(&String::from_utf8_lossy(&output.stderr));
        if signal == "HUP" && hang_up_is_ignored() {
            assert_eq!(output.status.code(), Some(0), "started by nohup, it goes on: {message}");
            assert!(results(&directory) == results(&whole), "{signal}");
            continue;
        }
        assert_eq!(output.status.code(), Some(3), "{signal}: {message}");
        assert!(
            message.contains("interrupted at t = ") && message.contains("continues from the checkpoint"),
            "{signal}: {message}"
        );
        assert_eq!(checkpoint::headers(&directory.join("checkpoint")).len(), 1, "{signal}");
        assert!(start(&directory, true, &seldom).wait().unwrap().success());
        assert!(results(&directory) == results(&whole), "{signal}");
    }
}

#[test]
fn a_signal_to_stop_ends_a_film_alone_which_keeps_no_checkpoint() {
    let place = place();
    let directory = below(&place, "film");
    let mut command = Command::new(PROGRAM);
    command.arg("film").arg(shipped("gondret-st27.toml")).arg("--quiet").arg("--out").arg(&directory);
    for setting in ["film.model=ehd", "film.rings_per_contact=600", "output.plots=false", "output.report=false"] {
        command.arg("--set").arg(setting);
    }
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    while !directory.join("trajectory.csv").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before the signal");
        std::thread::sleep(Duration::from_micros(200));
    }
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let message = unwrapped(&String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(message.contains("interrupted at t = "), "{message}");
}

/// A run in `directory` that was killed on its way and has two checkpoints, newest first.
fn killed_with_two_checkpoints(directory: &Path) -> Vec<PathBuf> {
    let mut child = start(directory, false, &[]);
    let headers = || checkpoint::headers(&directory.join("checkpoint"));
    while headers().len() < 2 || progress(directory).1 == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before its second checkpoint");
        std::thread::sleep(Duration::from_micros(200));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    headers()
}

fn resume(directory: &Path) -> (Option<i32>, String) {
    let output = command(directory, true, &[]).output().unwrap();
    (output.status.code(), unwrapped(&String::from_utf8_lossy(&output.stderr)))
}

type Damage = fn(&mut Vec<u8>);

#[test]
fn a_damaged_checkpoint_is_passed_over_for_the_one_before_and_two_damaged_ones_stop_the_run_with_the_reason() {
    let place = place();
    let whole = below(&place, "whole");
    assert!(start(&whole, false, &[]).wait().unwrap().success());
    let damages: [(&str, &str, Damage); 4] = [
        ("truncated-arrays", "npz", |bytes| bytes.truncate(bytes.len() / 2)),
        ("changed-arrays", "npz", |bytes| *bytes.iter_mut().rev().nth(5000).unwrap() ^= 1),
        ("truncated-header", "json", |bytes| bytes.truncate(bytes.len() / 2)),
        ("changed-header", "json", |bytes| {
            let text = String::from_utf8(bytes.clone()).unwrap();
            let (before, after) = text.split_once("\"velocity\": -0.").expect("the sphere falls");
            *bytes = format!("{before}\"velocity\": -1.{after}").into_bytes();
        }),
    ];
    for (name, extension, damage) in damages {
        let directory = below(&place, name);
        let headers = killed_with_two_checkpoints(&directory);
        let harm = |header: &Path| {
            let path = header.with_extension(extension);
            let mut bytes = fs::read(&path).unwrap();
            damage(&mut bytes);
            fs::write(&path, bytes).unwrap();
        };
        headers.iter().for_each(|header| harm(header));
        let (code, message) = resume(&directory);
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains(headers[0].file_stem().unwrap().to_str().unwrap()), "{message}");
        assert!(message.contains("remove it, and an older checkpoint"), "{message}");
        assert!(progress(&directory).1 > 0, "the trajectory is still there");
    }
    for (name, extension, damage) in damages {
        let directory = below(&place, &format!("{name}-once"));
        let newest = killed_with_two_checkpoints(&directory)[0].with_extension(extension);
        let mut bytes = fs::read(&newest).unwrap();
        damage(&mut bytes);
        fs::write(&newest, bytes).unwrap();
        let (code, message) = resume(&directory);
        assert_eq!(code, Some(0), "{message}");
        assert!(results(&directory) == results(&whole), "{name}");
    }
}

#[test]
fn the_checkpoint_of_another_case_is_refused_and_stays() {
    let place = place();
    let directory = place.path().join(RUN);
    let headers = killed_with_two_checkpoints(&directory);
    let output = command(&directory, true, &["sphere.material=glass"]).output().unwrap();
    let message = unwrapped(&String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(["sphere.material", "\"steel\"", "\"glass\""].iter().all(|word| message.contains(word)), "{message}");
    assert!(headers.iter().all(|header| header.exists() && header.with_extension("npz").exists()));
}

#[test]
fn a_directory_that_one_run_writes_to_is_closed_to_another() {
    let place = place();
    let directory = place.path().join(RUN);
    let mut first = start(&directory, false, &["run.bounces=9"]);
    let begun = Instant::now();
    while !directory.join("case.toml").exists() && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = command(&directory, false, &["liquid.viscosity=20 mPa s"]).output().unwrap();
    let third = command(&directory, true, &[]).output().unwrap();
    first.kill().unwrap();
    first.wait().unwrap();
    for refused in [second, third] {
        let message = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(3) && message.contains("in use by another run"), "{message}");
    }
    let text = fs::read_to_string(directory.join("case.toml")).unwrap();
    assert!(text.contains("viscosity = \"10 mPa s\""), "the case of the first run stands");
    let freed = command(&directory, false, &["run.time=1 ms"]).arg("--fresh").output().unwrap();
    assert!(freed.status.success(), "a kill frees it: {}", String::from_utf8_lossy(&freed.stderr));
}

/// Everything below a directory by its path, without what tells of time spent.
fn everything(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut waiting = vec![directory.to_path_buf()];
    while let Some(folder) = waiting.pop() {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let timed = path.ends_with("report.html") || path.ends_with("checkpoint");
            match path.strip_prefix(directory).unwrap() {
                _ if timed => {}
                _ if path.is_dir() => waiting.push(path),
                name => drop(files.insert(name.to_path_buf(), timeless(&path))),
            }
        }
    }
    files
}

/// The bytes of a file, elapsed times left out of summaries and tables.
fn timeless(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).unwrap();
    match path.file_name().unwrap().to_str().unwrap() {
        "summary.json" => {
            let mut summary: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            summary.as_object_mut().unwrap().remove("wall_s");
            summary.to_string().into_bytes()
        }
        "sweep.csv" => format!("{:?}", table(path, &["wall_s"])).into_bytes(),
        _ => bytes,
    }
}

/// Runs the program with these arguments, which write to `out`, in a directory of its own: once left alone, and once
/// killed at `kills` moments on its way, and started again after each.
fn assert_ends_alike(args: &[&str], kills: u32) {
    let place = place();
    let start = |root: &Path| {
        let mut command = Command::new(PROGRAM);
        command.args(args).current_dir(root).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    };
    let [whole, killed] = ["whole", "killed"].map(|name| {
        fs::create_dir(place.path().join(name)).unwrap();
        place.path().join(name)
    });
    let begun = Instant::now();
    assert!(start(&whole).wait().unwrap().success(), "{args:?}");
    let (mut longest, mut random, mut hits) = (begun.elapsed(), Random::of(0), 0);
    for _ in 0..20 * kills {
        let mut child = start(&killed);
        std::thread::sleep(longest.mul_f64(random.below(1000) as f64 / 1000.0));
        child.kill().unwrap();
        if child.wait().unwrap().signal() == Some(9) {
            hits += 1;
        } else {
            fs::remove_dir_all(killed.join("out")).unwrap();
            longest = longest.mul_f64(0.8);
        }
        if hits == kills {
            break;
        }
    }
    assert!(hits > 0, "no kill hit {args:?} on its way");
    assert!(start(&killed).wait().unwrap().success(), "{args:?} after {hits} kills");
    let (expected, found) = (everything(&whole.join("out")), everything(&killed.join("out")));
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{args:?}");
    for (name, bytes) in &expected {
        assert!(found[name] == *bytes, "{} of {args:?} differs after {hits} kills", name.display());
    }
}

#[test]
fn theory_film_its_band_impact_three_dimensions_open_liquid_and_sweep_killed_and_started_again_end_as_if_never_killed()
{
    let case = shipped("first-bounce.toml");
    let oblique = shipped("impact/oblique-alumina-glass.toml");
    let with = |args: &[&str], settings: &[&str]| -> Vec<String> {
        let settings = settings.iter().flat_map(|set| ["--set", set]);
        args.iter().copied().chain(["--out", "out"]).chain(settings).map(String::from).collect()
    };
    let modes = ["resolution.azimuthal_modes=1", "run.time=3 ms", "output.fields=10 ms"];
    let open = [
        "resolution.cells_per_diameter=8",
        "resolution.radial_growth=1.2",
        "resolution.axial_growth=1.2",
        "run.threads=1",
        "output.checkpoint_interval=5 ms",
    ];
    let plans = tempfile::tempdir().unwrap();
    small_sweep::write(plans.path(), "[vary]\nstokes = [6, 40]\n");
    let plan = plans.path().join("plan.toml").display().to_string();
    for (args, kills) in [
        (with(&["theory", &case], &["run.bounces=3"]), 8),
        (with(&["film", &case], &["film.model=ehd", "film.rings_per_contact=12"]), 5),
        (with(&["impact", &oblique], &[]), 8),
        (with(&["run", &case], &[&SETTINGS[..], &["film.band=auto"]].concat()), 8),
        (with(&["run", &case], &[&SETTINGS[..], &modes].concat()), 6),
        (with(&["run", &shipped("held-re100.toml")], &open), 5),
        (
            with(
                &["run", &shipped("falling.toml")],
                &[&open[..], &["run.travel=8 D", "resolution.azimuthal_modes=1"]].concat(),
            ),
            3,
        ),
        (with(&["run", &shipped("oscillating.toml")], &open), 5),
        (with(&["run", &case], &[&SETTINGS[..], &modes, &["resolution.symmetry=none"]].concat()), 4),
        (with(&["sweep", &plan], &[]), 6),
    ] {
        assert_ends_alike(&args.iter().map(String::as_str).collect::<Vec<_>>(), kills);
    }
}

/// A signal that no run hears, and a file that may not grow, end every command alike.
#[cfg(unix)]
#[test]
fn a_closed_terminal_and_a_file_that_may_not_grow_end_every_command_with_3() {
    let place = tempfile::tempdir().unwrap();
    let case = shipped("first-bounce.toml");
    let shell = |line: &str| {
        let line = line.replace("CASE", &case).replace("PROGRAM", PROGRAM);
        let output = Command::new("bash").args(["-c", &line]).current_dir(place.path()).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for command in [
        "theory CASE --out t",
        "film CASE --out f",
        "impact CASE --out i",
        "run CASE --out r --set run.time='1 ms' --set release.run_up='0 D' --set resolution.cells_per_diameter=8",
        "new mine",
    ] {
        let (code, err) = shell(&format!("ulimit -f 0; exec PROGRAM {command}"));
        assert_eq!(code, Some(3), "{command}: {err}");
        assert!(!err.is_empty(), "{command}");
    }
    for signal in ["HUP", "TERM", "INT"] {
        // A case on a pipe that nobody writes to keeps the command waiting. One that `nohup` has ignore the signal
        // waits on, and ends as the pipe does, which is an empty case.
        let ignored = signal == "HUP" && hang_up_is_ignored();
        let (end, ended) = if ignored { (format!(": > p-{signal};"), 2) } else { (String::new(), 3) };
        let line = format!("mkfifo p-{signal}; PROGRAM check p-{signal} & sleep 0.5; kill -{signal} $!; {end} wait $!");
        let (code, err) = shell(&line);
        assert!(signal == "INT" || code == Some(ended), "{signal}: {code:?} {err}");
    }
}
