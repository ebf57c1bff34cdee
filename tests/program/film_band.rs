//! The range of a rebound over inputs of the film that are not given.

use crate::program::{answer, messages, note, refused, wetbounce, words};
use crate::reading::case_of;
use std::fs;
use std::path::Path;
use wetbounce::case::{BandChoice, FilmEnd};
use wetbounce::output::summary::Summary;
use wetbounce::records::comparison::bands::FilmBand;
use wetbounce::run::{RunOptions, execute};

/// A steel ball on glass in a silicone oil at St 27, on a coarse grid.
pub const COARSE: &str = r#"
sphere = { diameter = "6 mm", material = "steel" }
wall.material = "glass"
liquid = { density = "965 kg/m3", viscosity = "100 mPa s" }
resolution = { cells_per_diameter = 8, cells_across_film = 4, smallest_gap = "0.01 D", radial_growth = 1.2, axial_growth = 1.2, steps_per_contact = 60 }
run = { bounces = 1, threads = 1 }
output = { report = false, plots = false, vorticity_pictures = [] }
container = { radius = "3 D", height = "13 D" }
release = { gap = "7 D", speed = "0.518 m/s" }
contact.restitution = 0.97
"#;

fn run_into(directory: &Path, overrides: &[&str]) -> Summary {
    let options = RunOptions { out: directory.to_path_buf(), fresh: false, quiet: true };
    execute(&case_of(COARSE, overrides), &options).unwrap().summary
}

pub fn run(overrides: &[&str]) -> Summary {
    run_into(tempfile::tempdir().unwrap().path(), overrides)
}

fn width(band: &FilmBand) -> f64 {
    band.restitution.high - band.restitution.low
}

#[test]
fn a_rebound_has_a_band_over_what_is_not_stated_and_each_statement_narrows_it() {
    let summary = run(&[]);
    let band = summary.film_band.expect("three inputs are open");
    let (e, apex) = (summary.bounces[0].restitution.unwrap(), band.bounces[0].apex_gap_m.unwrap());
    assert!(band.restitution.low < 0.95 * e && band.restitution.high >= e, "{band:?}, {e}");
    assert!(apex.low < apex.high && apex.high < 3.0 * apex.low, "{apex:?}: a film that holds takes half of the height");
    assert_eq!(band.from.len(), 3);
    assert!(band.steps <= summary.steps, "{} of {}", band.steps, summary.steps);
    let stated = run(&["film.cavitation_pressure=100 kPa"]);
    assert_eq!(stated.bounces, summary.bounces);
    assert!(stated.film_band.is_none_or(|stated| width(&stated) < width(&band) && stated.from.len() == 2));
    assert!(run(&["film.band=off"]).film_band.is_none());
}

#[test]
fn a_rebound_whose_band_is_not_computed_says_so() {
    let short = ["release.gap=1 D", "resolution.cells_per_diameter=6"];
    let said = |more: &[&str]| {
        let remarks = run(&[&short, more].concat()).remarks;
        remarks.has("no-band") || remarks.has("failed-band")
    };
    let bounce = &run(&[&short[..], &["film.band=off"]].concat()).bounces[0];
    let in_contact = 0.5 * (bounce.contact_time_s + bounce.separation_time_s.unwrap());
    assert!(said(&[&format!("run.time={in_contact:?} s")]));
    let early = format!("run.time={:?} s", bounce.separation_time_s.unwrap() + 1e-4);
    let early = run(&[&short[..], &["film.band=off", &early]].concat());
    assert_eq!(early.bounces[0].restitution, None, "its speed of the rebound is read 1.2 ms after contact");
    assert!(early.remarks.has("unread-restitution"), "{:?}", early.remarks);
    assert!(said(&["contact.law=hertz/stiffness", "contact.k_n=50 GPa", "contact.gamma_n=1e5 1/m/s"]));
    assert!(said(&["hydrodynamics=blended"]));
    assert!(!said(&["hydrodynamics=blended", "film.band=off"]));
}

#[test]
fn a_flow_with_modes_has_the_band_of_the_axisymmetric_one_and_an_angle_has_its_own() {
    let short = ["release.gap=1 D", "resolution.cells_per_diameter=8", "container.radius=3 D", "film.band=full"];
    let band = |more: &[&str]| run(&[&short, more].concat()).film_band.expect("three inputs are open").restitution;
    let (axisymmetric, modes) = (band(&[]), band(&["resolution.azimuthal_modes=1"]));
    for (of, with) in [(axisymmetric.low, modes.low), (axisymmetric.high, modes.high)] {
        assert!((with / of - 1.0).abs() < 1e-6, "{axisymmetric:?}, {modes:?}");
    }
    let oblique = band(&["resolution.azimuthal_modes=1", "release.angle=20 deg", "contact.friction=0.15"]);
    assert!(0.0 < oblique.low && oblique.low < oblique.high && oblique.high < 1.0, "{oblique:?}");
}

#[test]
fn a_branch_is_the_run_that_has_its_film_from_the_start() {
    let band = run(&["film.band=full"]).film_band.unwrap();
    let case = case_of(COARSE, &[]);
    let open = case.open_film_inputs();
    for (end, e) in [(FilmEnd::Low, band.restitution.low), (FilmEnd::High, band.restitution.high)] {
        let mut case = case.with_film_at(open.iter().map(|input| (input, end)));
        case.run.band = BandChoice::Off;
        let place = tempfile::tempdir().unwrap();
        let options = RunOptions { out: place.path().to_path_buf(), fresh: true, quiet: true };
        let found = execute(&case, &options).unwrap().summary.bounces[0].restitution.unwrap();
        assert!((found / e - 1.0).abs() < 2e-3, "{end:?}: {found} from the start, {e} from the branch");
    }
}

#[test]
fn a_band_that_was_not_finished_goes_on_to_the_same_bits() {
    let place = tempfile::tempdir().unwrap();
    let whole = run_into(place.path(), &[]).film_band.unwrap();
    let high = place.path().join("checkpoint/film-high");
    assert!(high.is_dir());
    fs::remove_dir_all(high).unwrap();
    fs::remove_file(place.path().join("summary.json")).unwrap();
    assert_eq!(run_into(place.path(), &[]).film_band.unwrap(), whole);
    let again = ["run", "case.toml", "--fresh", "--set", "film.band=off", "--out", "."];
    answer(place.path(), &again);
    assert!(!place.path().join("checkpoint/before-film").exists());
}

#[test]
fn terminal_and_check_say_what_is_not_stated() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("oil.toml"), COARSE).unwrap();
    let text = |args: &[&str]| wetbounce(place.path(), args).1;
    let said = text(&["run", "oil.toml", "--out", "oil", "-q"]);
    assert!(said.contains("film.roughness 0.075"), "{said}");
    note(words(&said));
    let motion = wetbounce::output::trajectory::Trajectory::read(&place.path().join("oil/trajectory.csv")).unwrap();
    let end = *motion.time.last().unwrap();
    let rows: Vec<(f64, f64)> = motion.time.iter().copied().zip(motion.gap.iter().copied()).step_by(2).collect();
    // The flight goes on behind the apex, at which the run ends.
    let behind =
        rows.iter().rev().take_while(|(time, _)| end - time < 8e-3).map(|(time, gap)| (2.0 * end - time + 1e-9, *gap));
    let record: String = rows.iter().copied().chain(behind).map(|(time, gap)| format!("{time},{gap}\n")).collect();
    let record = format!("time_s,gap_m\n{record}");
    fs::write(place.path().join("record.csv"), record).unwrap();
    let compared = |e: &str| {
        let set = [e, "restitution_uncertainty=0.005", "gap_uncertainty=60 um", "clock=release"];
        let set = set.iter().flat_map(|key| ["--set", key]);
        text(&["compare", "oil", "record.csv", "--out", "compared"].into_iter().chain(set).collect::<Vec<_>>())
    };
    let (inside, outside) = (compared("restitution=0.43"), compared("restitution=0.6"));
    note(words(&inside));
    note(words(&outside));
    let svg = fs::read_to_string(place.path().join("compared/plots/measurement.svg")).unwrap();
    assert!(svg.contains("band of the film"), "the band stands at the apex");
    refused(place.path(), &["compare", "oil", "record.csv", "--grid", "--out", "compared"]);
    let checked = text(&["check", "oil.toml"]);
    let first = checked.lines().find(|line| line.trim_start().starts_with("by ")).expect("a statement that narrows it");
    assert!(first.contains("film.cavitation_pressure"), "{checked}");
    let silent = text(&["check", "oil.toml", "--set", "film.band=off"]);
    note(words(&silent));
    messages!();
}

/// The film of the run is one of the films that the band holds: soft spheres at St 5 have the same rebound under every
/// elastic film.
#[test]
fn a_cut_off_that_rebounds_otherwise_than_the_elastic_film_has_a_band() {
    let soft = ["sphere.young=1 MPa", "sphere.poisson=0.49", "liquid.viscosity=500 mPa s", "release.speed=0.485 m/s"];
    let summary = run(&soft);
    let band = summary.film_band.expect("the cut-off is one of the films");
    assert!(width(&band) > 0.02 * band.restitution.high, "{band:?}");
}
