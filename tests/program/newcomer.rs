//! The way of a newcomer, from an empty directory to a figure in a manuscript.

use crate::program::wetbounce;
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
    let (code, said, err) = wetbounce(place, args);
    assert_eq!(code, 0, "{args:?}: {said}{err}");
    said
}

/// A record of a rebound as a camera gives it: the run's gaps every millisecond from 5.4 ms before contact to 25 ms after it, off by
/// up to 10 µm.
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

/// A PDF whose table of objects leads to every object, and in which every font is embedded. (`.ci/figures-in-latex` has LaTeX and
/// other programs read it.)
fn check_pdf(path: &Path) {
    let bytes = fs::read(path).unwrap();
    let latin = |offset: usize| bytes[offset..].iter().map(|byte| char::from(*byte)).collect::<String>();
    let text = latin(0);
    assert!(text.starts_with("%PDF-1.") && text.trim_end().ends_with("%%EOF"), "{}", path.display());
    let (_, end) = text.rsplit_once("startxref").expect("the end names the table of objects");
    let table = latin(end.split_whitespace().next().unwrap().parse().unwrap());
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("xref"));
    let count: usize = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    for (number, line) in lines.take(count).enumerate().filter(|(_, line)| line.contains(" n")) {
        let object = format!("{number} 0 obj");
        let offset: usize = line[..10].parse().unwrap();
        assert!(bytes[offset..].starts_with(object.as_bytes()), "{}: object {number}", path.display());
    }
    assert!(table.contains("/Root") && text.matches("/Type /Page\n").count() == 1, "{}: one page", path.display());
    let fonts = text.matches("/Type /FontDescriptor").count();
    let embedded: usize =
        ["/FontFile ", "/FontFile2 ", "/FontFile3 "].map(|key| text.matches(key).count()).iter().sum();
    let named = text.matches("/Subtype /Type0").count() + text.matches("/Subtype /TrueType").count();
    assert!(fonts > 0 && fonts == embedded && named <= fonts, "{}: {fonts} {embedded} {named}", path.display());
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
    assert!(compared.contains("reduced chi²") && compared.contains("restitution"), "{compared}");
    let of_record = ["--set", "measurement.file=record.csv", "--set", "measurement.gap_uncertainty=20 um"];
    let vary = ["--theory", "--vary", "contact.restitution = 0.5 .. 1", "--out", "fit"];
    let fitted = with(&[&["fit", "mine.toml"], &vary[..], &of_record].concat());
    assert!(fitted.contains("Standard error") && place.join("fit/fit.json").exists(), "{fitted}");
    let plan = "base = \"mine.toml\"\n[vary]\nliquid.viscosity = [\"10 mPa s\", \"20 mPa s\", \"40 mPa s\"]\n";
    fs::write(place.join("plan.toml"), plan).unwrap();
    with(&["sweep", "plan.toml", "--out", "curve", "--quiet"]);
    for (what, name) in [("first", "trajectory"), ("curve", "restitution")] {
        follow(place, &["plot", what, "--only", name, "--format", "svg,pdf,png", "--out", "figures"]);
        check_pdf(&place.join("figures").join(name).with_extension("pdf"));
        let read = |end: &str| fs::read(place.join("figures").join(name).with_extension(end)).unwrap();
        assert!(
            read("png").starts_with(b"\x89PNG") && read("svg").starts_with(b"<?xml")
                || read("svg").starts_with(b"<svg")
        );
    }
}
