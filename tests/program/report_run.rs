//! `report.html` of real, coarse runs: what is in it, what is not, and that a kill changes nothing.

use crate::program::{PROGRAM, answer, messages, note, refused, shipped, wetbounce, words};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use wetbounce::model::bounce::APPARENT_IN_WORDS;

/// The fastest case that falls, lands and bounces.
fn coarse(out: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.arg("run").arg(shipped("first-bounce.toml"));
    command.arg("--quiet").arg("--out").arg(out);
    for setting in [
        "resolution.cells_per_diameter=8",
        "resolution.cells_across_film=4",
        "resolution.smallest_gap=0.02 D",
        "container.radius=3 D",
        "release.gap=1.5 D",
        "release.run_up=3 D",
        "film.band=off",
    ]
    .iter()
    .chain(more)
    {
        command.arg("--set").arg(setting);
    }
    command
}

fn done(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn report(out: &Path) -> String {
    fs::read_to_string(out.join("report.html")).unwrap()
}

/// The text of a page, but for the machine and the moment in its provenance, figures, scripts and files.
fn shown(html: &str) -> String {
    let mut text = html.split("<main>").nth(1).unwrap().to_owned();
    let parts = [
        ("<section id=\"provenance\"", "</section>"),
        ("<script", "</script>"),
        ("<svg", "</svg>"),
        ("<pre", "</pre>"),
    ];
    for (begin, end) in parts {
        while let Some(from) = text.find(begin) {
            let to = from + text[from..].find(end).unwrap() + end.len();
            text.replace_range(from..to, "");
        }
    }
    let lines = text.split('<').filter_map(|part| Some(part.split_once('>')?.1.trim())).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// What the player is given.
fn animation(report: &str) -> serde_json::Value {
    let start = report.split("id=\"player-data\">").nth(1).expect("there is an animation");
    serde_json::from_str(start.split("</script>").next().unwrap()).unwrap()
}

#[test]
fn the_report_holds_figures_numbers_provenance_the_case_and_an_animation_and_loads_nothing() {
    let directory = tempfile::tempdir().unwrap();
    done(coarse(directory.path(), &["title=Oil & <steel>"]));
    let html = report(directory.path());
    assert!(html.len() < 5_000_000, "{} bytes", html.len());
    let case = fs::read_to_string(directory.path().join("case.toml")).unwrap();
    let summary: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(directory.path().join("summary.json")).unwrap()).unwrap();
    let restitution = format!("{:.4}", summary["bounces"][0]["restitution"].as_f64().unwrap());
    for part in [
        "Oil &amp; &lt;steel&gt;",
        &restitution,
        "Reynolds number",
        summary["provenance"]["case_fingerprint"].as_str().unwrap(),
        "film below the grid",
        "axisymmetric flow without swirl",
        "Threads",
        "Elapsed time",
        APPARENT_IN_WORDS,
        &case.lines().last().unwrap().replace('"', "&quot;"),
    ] {
        assert!(html.contains(part), "{part}");
    }
    let plots = fs::read_dir(directory.path().join("plots")).unwrap().count();
    assert_eq!(html.matches("<svg width=").count(), plots + 1, "every figure, inlined, and the sketch of symbols");
    for attribute in ["src=\"", "href=\""] {
        for address in html.split(attribute).skip(1) {
            assert!(address.starts_with("data:") || address.starts_with('#'), "{attribute}{}", &address[..60]);
        }
    }
    assert!(html.contains("default-src 'none'") && !html.contains("@import") && !html.contains("url("));
}

#[test]
fn a_report_shows_no_figures_of_the_run_that_was_in_its_directory_before() {
    let directory = tempfile::tempdir().unwrap();
    done(coarse(directory.path(), &["run.time=1 ms"]));
    let mut without =
        coarse(directory.path(), &["run.time=1 ms", "output.plots=false", "output.vorticity_pictures=[]"]);
    without.arg("--fresh");
    done(without);
    assert_eq!(report(directory.path()).matches("<svg width=").count(), 1, "the sketch of symbols alone");
}

#[test]
fn the_animation_runs_from_the_release_over_the_impact_to_the_end() {
    let directory = tempfile::tempdir().unwrap();
    done(coarse(directory.path(), &[]));
    let data = animation(&report(directory.path()));
    let column = |name: &str| -> Vec<f64> {
        data["frames"].as_array().unwrap().iter().map(|frame| frame[name].as_f64().unwrap()).collect()
    };
    let (time, gap) = (column("time"), column("gap"));
    assert!((50..128).contains(&time.len()), "{} frames", time.len());
    assert!(time.windows(2).all(|pair| pair[0] < pair[1]));
    let motion: Vec<f64> = serde_json::from_value(data["motion"]["time"].clone()).unwrap();
    assert_eq!((time[0], gap[0]), (0.0, 1.5));
    assert_eq!(time.last(), motion.last());
    let lowest = gap.iter().copied().fold(f64::MAX, f64::min);
    assert!(lowest < 0.03 && gap[gap.len() - 1] > 1.0, "falls to the wall and is up again: {lowest}");
}

#[test]
fn a_run_without_a_report_writes_none_and_removes_an_old_one() {
    let directory = tempfile::tempdir().unwrap();
    done(coarse(directory.path(), &["run.time=1 ms"]));
    assert!(directory.path().join("report.html").exists());
    let mut without = coarse(directory.path(), &["output.report=false", "run.time=1 ms"]);
    without.arg("--fresh");
    done(without);
    assert!(!directory.path().join("report.html").exists());
}

#[test]
fn a_failed_run_has_a_report_that_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let output = coarse(directory.path(), &["run.steps_max=60"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let html = report(directory.path());
    note(words(&shown(&html)));
    messages!();
}

#[test]
fn a_run_killed_on_the_way_and_resumed_ends_with_the_same_animation() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, killed) = (directory.path().join("whole"), directory.path().join("killed"));
    done(coarse(&whole, &[]));
    let often = "output.checkpoint_interval=50 ms";
    let mut child = coarse(&killed, &[often]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let checkpoints = killed.join("checkpoint");
    let rows = || fs::read_to_string(killed.join("trajectory.csv")).map_or(0, |text| text.lines().count());
    let waiting = std::time::Instant::now();
    while fs::read_dir(&checkpoints).map_or(0, Iterator::count) < 4 || rows() < 20 {
        assert!(waiting.elapsed().as_secs() < 60, "no checkpoint in a minute");
        std::thread::sleep(std::time::Duration::from_millis(5));
        if child.try_wait().unwrap().is_some() {
            break;
        }
    }
    let _it_may_have_ended = child.kill();
    child.wait().unwrap();
    let mut resumed = coarse(&killed, &[often]);
    resumed.arg("--resume");
    done(resumed);
    assert_eq!(animation(&report(&killed)), animation(&report(&whole)));
}

/// The text of a page without its data and figures.
fn loads_nothing(html: &str) {
    for attribute in ["src=\"", "href=\""] {
        for address in html.split(attribute).skip(1) {
            assert!(address.starts_with("data:") || address.starts_with('#'), "{attribute}{}", &address[..60]);
        }
    }
    assert!(html.contains("default-src 'none'") && !html.contains("@import") && !html.contains("url("));
}

#[test]
fn the_report_of_a_run_by_theory_speaks_of_no_grid() {
    let directory = tempfile::tempdir().unwrap();
    done(coarse(directory.path(), &["hydrodynamics=theory"]));
    let html = report(directory.path());
    assert!(!html.contains("id=\"player-data\""));
    note(words(&shown(&html)));
    messages!();
    loads_nothing(&html);
}

#[test]
fn the_report_of_a_sweep_holds_its_curves_its_runs_and_the_fingerprint_of_its_plan() {
    let place = tempfile::tempdir().unwrap();
    fs::copy(shipped("first-bounce.toml"), place.path().join("first-bounce.toml")).unwrap();
    let plan = r#"
        title = "Oil & <steel>"
        base = "first-bounce.toml"
        set.run.bounces = 1
        vary.stokes = [20, 60]
        [[vary.list]]
        name = "theory"
        hydrodynamics = "theory"
        [[vary.list]]
        name = "cut short"
        resolution.cells_per_diameter = 8
        run.steps_max = 30
    "#;
    fs::write(place.path().join("plan.toml"), plan).unwrap();
    let (code, _, _) = wetbounce(place.path(), &["sweep", "plan.toml", "--out", "s", "--quiet"]);
    assert_eq!(code, 3, "two runs are cut short");
    let html = fs::read_to_string(place.path().join("s/report.html")).unwrap();
    loads_nothing(&html);
    assert!(html.contains("Oil &amp; &lt;steel&gt;") && html.contains("[[run]]"));
    note(words(&shown(&html)));
    assert_eq!(html.matches("<svg width=").count(), 2, "restitution and apex");
    let said = answer(place.path(), &["collect", "s"]);
    note(words(&said));
    messages!();
}

#[test]
fn the_report_of_a_validation_holds_every_value_with_source_and_reason_and_the_users_curve() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("film.csv"), "time_s,gap_over_d\n0.2,7.1\n0.5,4.9\n0.8,2.4\n").unwrap();
    let args = ["validate", "tencate-e4", "--quick", "--out", "v", "--reference", "film.csv"];
    let (_, said, _) = wetbounce(place.path(), &args);
    note(words(&said));
    let html = fs::read_to_string(place.path().join("v/report.html")).unwrap();
    loads_nothing(&html);
    note(words(&shown(&html)));
    assert_eq!(html.matches("<svg width=").count(), 2, "the user's data over the computed motion, and the motion");
    let beside = fs::read_to_string(place.path().join("v/runs/tencate-e4/reference/comparison.csv")).unwrap();
    assert_eq!(beside.lines().count(), 4, "{beside}");
    messages!();
}

#[cfg(feature = "export")]
#[test]
fn the_animation_of_the_report_becomes_a_file_with_all_its_frames() {
    let directory = tempfile::tempdir().unwrap();
    let run = directory.path().join("run");
    done(coarse(&run, &["run.bounces=1"]));
    let count = animation(&report(&run))["frames"].as_array().unwrap().len();
    let args = ["plot", "run", "--animation", "gif,apng", "--width", "40", "--out", "moving"];
    let (code, out, errors) = wetbounce(directory.path(), &args);
    assert_eq!((code, out.as_str()), (0, "drew moving/animation.gif\ndrew moving/animation.apng\n"), "{errors}");

    let gif = fs::File::open(directory.path().join("moving/animation.gif")).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(gif).unwrap();
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    assert_eq!((frames, decoder.width()), (count, 189));
    let apng = std::io::BufReader::new(fs::File::open(directory.path().join("moving/animation.apng")).unwrap());
    let reader = png::Decoder::new(apng).read_info().unwrap();
    assert_eq!(reader.info().animation_control().unwrap().num_frames as usize, count);
}

#[test]
fn without_an_animation_in_the_report_plot_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let run = directory.path().join("run");
    done(coarse(&run, &["run.bounces=1"]));
    fs::remove_file(run.join("report.html")).unwrap();
    refused(directory.path(), &["plot", "run", "--animation", "gif"]);
    fs::write(run.join("report.html"), "<p>nothing</p>").unwrap();
    refused(directory.path(), &["plot", "run", "--animation", "gif"]);
    messages!();
}

/// A program called `ffmpeg` in `directory` that does what the shell script `body` says.
#[cfg(all(unix, feature = "export"))]
fn encoder(directory: &Path, body: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(directory.join("ffmpeg"), format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(directory.join("ffmpeg"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(all(unix, feature = "export"))]
#[test]
fn a_video_takes_the_place_of_another_only_if_ffmpeg_has_written_it() {
    let directory = tempfile::tempdir().unwrap();
    let run = directory.path().join("run");
    done(coarse(&run, &["run.bounces=1"]));
    let frames = animation(&report(&run))["frames"].as_array().unwrap().len();
    let programs = directory.path().join("bin");
    fs::create_dir(&programs).unwrap();
    let video = directory.path().join("moving/animation.mp4");
    let plot = |path: &str| {
        let args = ["plot", "run", "-q", "--animation", "mp4", "--width", "40", "--out", "moving"];
        let output = Command::new(PROGRAM).current_dir(directory.path()).env("PATH", path).args(args).output().unwrap();
        (output.status.code(), crate::program::unwrapped(&String::from_utf8(output.stderr).unwrap()))
    };
    // The pictures as they come and the comment, in place of a video.
    const COMMENT: &str = "Wetbounce";
    encoder(&programs, &format!("for file; do :; done; {{ cat; printf {COMMENT}; }} > \"$file\""));
    let path = format!("{}:/usr/bin:/bin", programs.display());
    assert_eq!(plot(&path), (Some(0), String::new()));
    let pictures = fs::read(&video).unwrap();
    let points = pictures.len() - COMMENT.len();
    assert_eq!(points % (188 * 2 * 3), 0, "whole pictures of an even number of rows");
    let rows = points / (188 * 3);
    assert_eq!(rows % (frames + 11), 0, "{frames} frames, the last for a second");

    encoder(&programs, "cat > /dev/null; for file; do :; done; echo half > \"$file\"; echo no libx264 >&2; exit 1");
    let (code, errors) = plot(&path);
    assert!(code == Some(3) && errors.contains("no libx264") && errors.contains("animation.mp4"), "{code:?} {errors}");
    assert_eq!(fs::read(&video).unwrap(), pictures, "the video from before is still there");
    assert_eq!(fs::read_dir(directory.path().join("moving")).unwrap().count(), 1, "and nothing half done");

    let (code, errors) = plot("/nowhere");
    assert!(code == Some(2) && errors.contains("ffmpeg") && errors.contains("PATH"), "{errors}");
}
