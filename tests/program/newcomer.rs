//! The way of a newcomer, from an empty directory to a figure in a manuscript.

use crate::program::{answer, messages, note, words};
use std::fs;
use std::path::Path;
use wetbounce::output::summary::Summary;
use wetbounce::output::trajectory::Trajectory;

/// What makes the template's case a matter of a second.
const COARSE: [&str; 10] = [
    "resolution.cells_per_diameter=8",
    "resolution.cells_across_film=4",
    "resolution.smallest_gap=0.02 D",
    "resolution.radial_growth=1.3",
    "resolution.axial_growth=1.3",
    "resolution.film_growth=1.3",
    "resolution.steps_per_contact=30",
    "container.radius=3 D",
    "release.run_up=4 D",
    "run.bounces=1",
];

fn follow(place: &Path, args: &[&str]) -> String {
    answer(place, args)
}

/// A record of a rebound as a camera gives it: the run's gaps every millisecond from 5.4 ms before contact to 25 ms
/// after it, off by up to 10 µm.
fn record(place: &Path) {
    let contact = Summary::read(&place.join("first/summary.json")).unwrap().bounces[0].contact_time_s;
    let motion = Trajectory::read(&place.join("first/trajectory.csv")).unwrap();
    let (mut text, mut next, mut count) = (String::from("t (ms),h (mm)\n"), contact - 5.4e-3, 0.0_f64);
    for moment in motion.moments().filter(|moment| (moment.time - contact - 0.01).abs() < 0.015) {
        if moment.time >= next {
            let off = 1e-5 * (1.0 + 2.4 * count * count).sin();
            text += &format!("{:.4},{:.5}\n", 1e3 * (moment.time - contact), 1e3 * (moment.gap + off));
            (next, count) = (next + 1e-3, count + 1.0);
        }
    }
    fs::write(place.join("record.csv"), text).unwrap();
}

#[test]
fn from_an_empty_directory_to_figures_for_a_manuscript() {
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path();
    follow(place, &["new", "mine"]);
    let sets: Vec<&str> = COARSE.iter().flat_map(|set| ["--set", *set]).collect();
    let with = |args: &[&str]| follow(place, &[args, &sets].concat());
    assert!(with(&["check", "mine.toml"]).contains("Stokes"));
    with(&["run", "mine.toml", "--out", "first", "--quiet"]);
    record(place);
    let compared = follow(place, &["compare", "first", "record.csv", "--set", "gap_uncertainty=\"20 um\""]);
    note(words(&compared));
    let of_record = ["--set", "measurement.file=record.csv", "--set", "measurement.gap_uncertainty=20 um"];
    let vary = ["--theory", "--vary", "contact.restitution = 0.5 .. 1", "--out", "fit"];
    let fitted = with(&[&["fit", "mine.toml"], &vary[..], &of_record].concat());
    assert!(place.join("fit/fit.json").exists(), "{fitted}");
    note(words(&fitted));
    let plan = "base = \"mine.toml\"\n[vary]\nliquid.viscosity = [\"10 mPa s\", \"20 mPa s\", \"40 mPa s\"]\n";
    fs::write(place.join("plan.toml"), plan).unwrap();
    with(&["sweep", "plan.toml", "--out", "curve", "--quiet"]);
    for (what, name) in [("first", "trajectory"), ("curve", "restitution")] {
        let kinds = if cfg!(feature = "export") { "svg,pdf,png" } else { "svg" };
        follow(place, &["plot", what, "--only", name, "--format", kinds, "--out", "figures"]);
        for (kind, begin) in [("svg", "<svg"), ("pdf", "%PDF-1.5"), ("png", "\u{89}PNG")] {
            let file = fs::read(place.join("figures").join(name).with_extension(kind));
            assert_eq!(file.is_ok(), kinds.contains(kind));
            let latin = |file: Vec<u8>| file.into_iter().map(char::from).collect::<String>();
            assert!(file.is_err() || file.is_ok_and(|file| latin(file).starts_with(begin)), "{name}.{kind}");
        }
    }
    messages!();
}
