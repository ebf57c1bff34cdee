//! Runs of a sweep: done once, in any order, by anyone, and the same whatever happens to the sweep.

use crate::film_band::COARSE;
use crate::program::{PROGRAM, answer, messages, note, refused, unwrapped, wetbounce};
use crate::reading::case_of;
use crate::small_sweep::{column, table, write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
#[cfg(unix)]
use wetbounce::output::progress::Mode;
use wetbounce::run::{RunOptions, execute_in_sweep};
#[cfg(unix)]
use wetbounce::study::local::{self, LocalOptions};
#[cfg(unix)]
use wetbounce::study::{Study, SweepDirectory};

const PLAN: &str = "[vary]\nstokes = [6, 20, 40, 80]\n";

fn assert_same(left: &Path, right: &Path, runs: &[&str]) {
    let [a, b] = [left, right].map(|root| table(&root.join("sweep.csv"), &["wall_s"]));
    assert_eq!(a, b);
    assert!(column(&a, "status").iter().all(|status| status == "finished"));
    for name in runs {
        let [a, b] =
            [left, right].map(|root| std::fs::read(root.join("runs").join(name).join("trajectory.csv")).unwrap());
        assert!(a == b, "the bits of {name} differ");
    }
}

const RUNS: [&str; 4] = ["stokes-6", "stokes-20", "stokes-40", "stokes-80"];

#[test]
fn a_run_has_the_same_bits_alone_and_in_a_sweep_whatever_the_number_of_jobs() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(root, PLAN);
    for (out, jobs) in [("one", "1"), ("two", "2")] {
        let (code, said, err) = wetbounce(root, &["sweep", "plan.toml", "--out", out, "--jobs", jobs]);
        assert_eq!(code, 0, "{err}");
        assert!(said.contains("4 runs: 4 finished"), "{said}");
        assert!(err.contains("[4/4] "), "{err}");
    }
    let (code, said, _) = wetbounce(root, &["sweep", "plan.toml", "--out", "alone", "--prepare"]);
    assert!(code == 0 && said.starts_with("4 run directories are ready"), "{said}");
    for name in RUNS {
        let case = format!("alone/runs/{name}/case.toml");
        answer(root, &["run", &case, "--out", &format!("alone/runs/{name}"), "--resume", "-q"]);
    }
    assert_eq!(wetbounce(root, &["collect", "alone", "-q"]), (0, String::new(), String::new()));
    assert_same(&root.join("one"), &root.join("two"), &RUNS);
    assert_same(&root.join("one"), &root.join("alone"), &RUNS);
    let rebound: Vec<f64> =
        column(&table(&root.join("one/sweep.csv"), &[]), "restitution").iter().map(|e| e.parse().unwrap()).collect();
    assert!(rebound[0] == 0.0 && rebound.windows(2).all(|pair| pair[0] < pair[1]), "{rebound:?}");
    for figure in ["restitution.svg", "restitution.csv", "apex.svg", "apex.csv"] {
        assert!(root.join("one/plots").join(figure).metadata().unwrap().len() > 100, "{figure}");
    }
}

#[test]
fn runs_that_are_done_are_skipped_and_a_broken_one_is_done_again() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(root, "[vary]\nstokes = [6, 40]\n");
    let sweep = || wetbounce(root, &["sweep", "plan.toml", "--out", "out"]);
    assert_eq!(sweep().0, 0);
    let before = std::fs::read(root.join("out/sweep.csv")).unwrap();
    let (code, _, err) = sweep();
    assert!(code == 0 && !err.contains('['), "nothing is left to do: {err}");
    assert_eq!(std::fs::read(root.join("out/sweep.csv")).unwrap(), before, "even the elapsed times stay");
    std::fs::remove_file(root.join("out/runs/stokes-40/summary.json")).unwrap();
    std::fs::remove_dir_all(root.join("out/runs/stokes-40/checkpoint")).unwrap();
    let (code, _, err) = sweep();
    assert!(code == 0 && err.contains("[1/1] stokes-40"), "{err}");
    std::fs::write(root.join("out/runs/stokes-6/summary.json"), "{ half").unwrap();
    let (code, _, err) = sweep();
    assert!(code == 0 && err.contains("[1/1] stokes-6"), "{err}");
}

/// Starts the sweep in `out` and kills it as soon as `ready` says so; true if it had ended by itself.
fn kill_when(root: &Path, out: &str, signal: &str, mut ready: impl FnMut() -> bool) -> bool {
    let arguments = ["sweep", "plan.toml", "--out", out, "--jobs", "2", "--quiet"];
    let mut child: Child = Command::new(PROGRAM)
        .current_dir(root)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let started = Instant::now();
    while !ready() && started.elapsed() < Duration::from_secs(20) {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    child.wait().unwrap().code() == Some(0)
}

#[cfg(unix)]
#[test]
fn a_sweep_killed_again_and_again_gives_the_same_table() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(root, PLAN);
    assert_eq!(wetbounce(root, &["sweep", "plan.toml", "--out", "whole", "-q"]).0, 0);
    let mut kills = 0;
    for milliseconds in (5..).step_by(50) {
        let started = Instant::now();
        if kill_when(root, "killed", "-KILL", || started.elapsed() > Duration::from_millis(milliseconds)) {
            break;
        }
        kills += 1;
        let path = root.join("killed/sweep.csv");
        assert!(!path.exists() || table(&path, &[]).len() == 5, "the table is always whole");
    }
    assert!(kills >= 3, "killed {kills} times only");
    assert_eq!(wetbounce(root, &["collect", "killed"]).0, 0);
    assert_same(&root.join("whole"), &root.join("killed"), &RUNS);
}

#[cfg(unix)]
#[test]
fn a_sweep_asked_to_stop_leaves_checkpoints_and_goes_on_from_them() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(root, "[set]\nresolution.step_factor = 0.3\n[vary]\nstokes = [40, 80]\n");
    assert_eq!(wetbounce(root, &["sweep", "plan.toml", "--out", "whole", "-q"]).0, 0);
    let begun = || root.join("out/runs/stokes-80/trajectory.csv").exists();
    assert!(!kill_when(root, "out", "-TERM", begun), "met while it was running");
    let states = column(&table(&root.join("out/sweep.csv"), &[]), "status");
    assert!(states.contains(&"unfinished".to_owned()), "{states:?}");
    assert!(root.join("out/runs/stokes-80/checkpoint").exists());
    answer(root, &["sweep", "plan.toml", "--out", "out"]);
    assert_same(&root.join("whole"), &root.join("out"), &["stokes-40", "stokes-80"]);
}

#[test]
fn a_failed_run_is_recorded_with_its_cause_and_the_sweep_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(
        root,
        "[[vary.list]]\nname = \"short\"\nrun.steps_max = 20\n[[vary.list]]\nname = \"narrow\"\n\
         container.radius = \"0.7 D\"\n[[vary.list]]\nname = \"good\"\nrun.gravity = \"9.8 m/s2\"\n",
    );
    let (code, said, err) = wetbounce(root, &["sweep", "plan.toml", "--out", "out"]);
    assert_eq!(code, 3, "{err}");
    assert!(said.contains("3 runs: 1 finished, 2 failed"), "{said}");
    let rows = table(&root.join("out/sweep.csv"), &["wall_s"]);
    assert_eq!(column(&rows, "status"), ["failed", "failed", "finished"]);
    let causes = column(&rows, "cause");
    assert_eq!(causes[2], "");
    causes[..2].iter().for_each(note);

    let (code, _, err) = wetbounce(root, &["sweep", "plan.toml", "--out", "out"]);
    assert!(code == 3 && !err.contains("[1/"), "failed runs would fail again: {err}");
    let (code, _, err) = wetbounce(root, &["sweep", "plan.toml", "--out", "out", "--resume"]);
    assert!(code == 3 && err.contains("[2/2]"), "--resume tries them again: {err}");
    assert_eq!(wetbounce(root, &["collect", "out"]).0, 0);
    assert_eq!(table(&root.join("out/sweep.csv"), &["wall_s"]), rows);
    messages!();
}

#[cfg(unix)]
#[test]
fn a_run_that_crashes_is_recorded_and_the_others_go_on() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(root, "[vary]\nstokes = [6, 40, 80]\n");
    let program = root.join("crashes");
    let script = format!(
        "#!/bin/sh\ncase $2 in\n*-6/*) echo \"thread 'main' panicked at 'x'\" >&2; kill -ABRT $$ ;;\n\
         *-40/*) kill -KILL $$ ;;\nesac\nexec '{PROGRAM}' \"$@\"\n"
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let sweep = Study::load(&root.join("plan.toml"), &[], &[]).unwrap();
    let made = SweepDirectory::make(&root.join("out"), &sweep).unwrap();
    let run = |program: &Path| {
        let options =
            LocalOptions { program: program.into(), jobs: Some(2), retry_failed: true, progress: Mode::Quiet };
        local::run(&sweep, &made, &options).map(|outcome| assert!(!outcome.interrupted))
    };
    run(&program).unwrap();
    let rows = table(&root.join("out/sweep.csv"), &["wall_s"]);
    assert_eq!(column(&rows, "status"), ["failed", "failed", "finished"]);
    let causes = column(&rows, "cause");
    causes[..2].iter().for_each(note);
    note(run(&root.join("not there")).unwrap_err());
    run(Path::new(PROGRAM)).unwrap();
    assert_eq!(column(&table(&root.join("out/sweep.csv"), &[]), "status"), ["finished"; 3]);
    messages!();
}

#[test]
fn a_directory_of_another_plan_or_of_other_runs_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(root, PLAN);
    let prepare = |out: &str| wetbounce(root, &["sweep", "plan.toml", "--out", out, "--prepare"]);
    assert_eq!((prepare("out").0, prepare("out").0), (0, 0));
    let before = std::fs::read(root.join("out/sweep.toml")).unwrap();
    for plan in [
        "[vary]\nstokes = [6, 20, 40, 81]\n",
        "[vary]\nstokes = [6, 20, 40]\n",
        "[set]\nrun.bounces = 2\n[vary]\nstokes = [6, 20, 40, 80]\n",
    ] {
        write(root, plan);
        let (code, _, err) = prepare("out");
        assert_eq!(code, 2, "{err}");
    }
    assert_eq!(std::fs::read(root.join("out/sweep.toml")).unwrap(), before);
    std::fs::create_dir_all(root.join("mine/runs/st152")).unwrap();
    let (code, _, err) = prepare("mine");
    assert_eq!(code, 2, "{err}");
    assert_eq!(prepare("plan.toml").0, 2);
    messages!();
}

#[cfg(unix)]
#[test]
fn the_script_for_slurm_does_one_run_a_task() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    write(root, "[vary]\nstokes = [6, 40]\n");
    let slurm = ["sweep", "plan.toml", "--out", "out", "--slurm", "--prepare", "--partition", "long", "--time", "30"];
    let said = answer(root, &slurm);
    note(said);
    let task = |number: &str| {
        let mut shell = Command::new("sh");
        shell.current_dir(root.join("out")).arg("slurm/array.sh");
        shell.envs([("SLURM_ARRAY_JOB_ID", "1"), ("SLURM_ARRAY_TASK_ID", number)]);
        shell.env("WETBOUNCE", PROGRAM).output().unwrap()
    };
    for number in ["1", "0"] {
        let output = task(number);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(wetbounce(root, &["collect", "out"]).0, 0);
    assert_eq!(column(&table(&root.join("out/sweep.csv"), &[]), "status"), ["finished", "finished"]);
    note(wetbounce(root, &slurm).1);
    assert_eq!(wetbounce(root, &["sweep", "plan.toml", "--slurm", "--partition", "a b"]).0, 2);
    messages!();
}

#[test]
fn measured_restitutions_stand_beside_the_curve_with_their_distance() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let plan = |more: &str| {
        write(
            root,
            &format!("[set]\nhydrodynamics = \"theory\"\n[vary]\nstokes = [20, 40, 80]\n[measurement]\n{more}"),
        );
        wetbounce(root, &["sweep", "plan.toml", "--out", "out"])
    };
    std::fs::write(
        root.join("e.csv"),
        "source,stokes,restitution\nA (2001),40,0.5\nA (2001),79,0.7\nB (2002),90,0.8\n",
    )
    .unwrap();
    let (code, said, err) = plan("file = \"e.csv\"\nrestitution_uncertainty = 0.05\n");
    assert_eq!(code, 0, "{err}");
    assert!(said.contains("A (2001)") && said.contains("2 of 2") && said.contains("0 of 1"), "{said}");
    let rows = table(&root.join("out/comparison.csv"), &[]);
    assert_eq!(column(&rows, "stokes"), ["40", "79"]);
    let sweep = table(&root.join("out/sweep.csv"), &[]);
    let (computed, run) = (&column(&rows, "computed_over_dry")[0], &column(&sweep, "restitution_over_dry")[1]);
    assert_eq!(computed, run, "at St 40 the run itself");
    let deviations: f64 = column(&rows, "deviations")[0].parse().unwrap();
    let expected = (run.parse::<f64>().unwrap() - 0.5 / 0.97) / (0.05 / 0.97);
    assert!((deviations / expected - 1.0).abs() < 1e-9, "{deviations} {expected}");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    assert!(read("out/plots/restitution.svg").contains("B (2002)"));
    let (collected, again) =
        (wetbounce(root, &["collect", "out"]).1, wetbounce(root, &["plot", "out", "--out", "figures"]));
    assert!(collected.contains("A (2001)") && again.0 == 0 && read("figures/restitution.csv").contains("A (2001)"));
    for more in [
        "source = \"A\"\n",
        "file = \"no.csv\"\n",
        "file = \"case.toml\"\n",
        "file = \"e.csv\"\ncolour = 1\n",
        "file = \"e.csv\"\nrestitution_dry = 2\n",
    ] {
        let (code, _, err) = plan(more);
        assert_eq!(code, 2, "{err}");
    }
    write(root, "[vary]\ncontact.restitution = [0.9, 0.97]\n[measurement]\nfile = \"e.csv\"\n");
    refused(root, &["sweep", "plan.toml", "--out", "other", "--prepare"]);
    messages!();
}

#[test]
fn no_other_run_goes_into_the_directory_of_a_run_of_a_sweep() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    write(root, "[vary]\nstokes = [40, 80]\n");
    assert_eq!(wetbounce(root, &["sweep", "plan.toml", "--out", "s", "--prepare"]).0, 0);
    let member = root.join("s/runs/stokes-40/case.toml");
    let asked = std::fs::read(&member).unwrap();
    for verb in ["run", "theory", "film", "impact"] {
        for more in [&[][..], &["--fresh"]] {
            let args = [&[verb, "case.toml", "--out", "s/runs/stokes-40"], more].concat();
            refused(root, &args);
        }
    }
    assert_eq!(std::fs::read(&member).unwrap(), asked);
    assert_eq!(wetbounce(root, &["sweep", "plan.toml", "--out", "s", "--quiet"]).0, 0);
    messages!();
}

#[cfg(unix)]
#[test]
fn a_sweep_that_has_not_done_every_run_does_not_end_with_0() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    write(root, "[vary]\nstokes = [40, 80]\n[set]\nresolution.step_factor = 0.1\n");
    let args = ["sweep", "plan.toml", "--out", "s", "--jobs", "1"];
    let sweep = std::process::Command::new(PROGRAM)
        .args(args)
        .current_dir(root)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let runs = ["stokes-40", "stokes-80"].map(|name| root.join("s/runs").join(name));
    let begun = |run: &std::path::PathBuf| run.join("trajectory.csv").exists();
    while !runs.iter().any(begun) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let waiting = runs.iter().find(|run| !begun(run)).expect("one at a time");
    std::fs::copy(root.join("case.toml"), waiting.join("case.toml")).unwrap();
    let ended = sweep.wait_with_output().unwrap();
    let said = unwrapped(&String::from_utf8_lossy(&ended.stderr));
    assert_eq!(ended.status.code(), Some(3), "{said}");
    let (code, out, err) = wetbounce(root, &[&args[..], &["--resume", "--quiet"]].concat());
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""), "started again it does what is left, quietly");
}

#[test]
fn runs_that_differ_by_what_acts_at_the_wall_share_their_run_up_and_have_the_bits_of_each_alone() {
    let place = tempfile::tempdir().unwrap();
    let run_ups = place.path().join("run-ups");
    let run = |name: &str, given: &[&str], run_ups: Option<&Path>| {
        let case = case_of(COARSE, &[&["film.band=off", "release.run_up=2 D"], given].concat());
        let out = place.path().join(name);
        execute_in_sweep(&case, &RunOptions { out: out.clone(), fresh: true, quiet: true }, run_ups)
            .map(|done| (done.summary.steps, std::fs::read(out.join("trajectory.csv")).unwrap()))
    };
    let states = || std::fs::read_dir(&run_ups).unwrap().count();
    let alike: [&[&str]; 5] = [
        &[],
        &["contact.restitution=0.7"],
        &["film.nucleus=none", "film.roughness=3 um", "film.cutoff=roughness"],
        &["contact.law=li"],
        &["wall.young=1 MPa", "sphere.young=1 MPa"],
    ];
    for given in alike {
        let (alone, shared) = (run("alone", given, None).unwrap(), run("shared", given, Some(&run_ups)).unwrap());
        assert!(alone == shared, "{given:?}: {} and {} steps", alone.0, shared.0);
        assert_eq!(states(), 1, "{given:?}");
    }
    let apart = ["liquid.viscosity=90 mPa s", "sphere.density=4000 kg/m3", "film.model=ehd", "release.run_up=3 D"];
    for (number, given) in apart.into_iter().enumerate() {
        run("shared", &[given], Some(&run_ups)).unwrap();
        assert_eq!(states(), 2 + number, "{given}");
    }
    for state in std::fs::read_dir(&run_ups).unwrap().flatten() {
        let arrays =
            std::fs::read_dir(state.path()).unwrap().flatten().find(|file| file.path().extension().unwrap() == "npz");
        std::fs::write(arrays.unwrap().path(), "cut").unwrap();
    }
    assert!(run("shared", &[], Some(&run_ups)).is_err(), "the state is what the others begin with");
    assert!(run("shared", &["hydrodynamics=theory"], Some(&run_ups)).is_ok(), "theory has none");
}

/// A plan whose runs share a run-up leaves none of it behind.
#[test]
fn a_sweep_leaves_no_run_up_behind() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    write(root, "[vary]\ncontact.restitution = [0.9, 0.6]\nstokes = [20, 40]\n");
    let (code, said, err) = wetbounce(root, &["sweep", "plan.toml", "--out", "out", "--jobs", "1"]);
    assert!(code == 0 && said.contains("4 runs: 4 finished"), "{said}{err}");
    assert!(!root.join("out/run-ups").exists());
}
