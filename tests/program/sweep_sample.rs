//! Uncertain inputs: plans that draw samples, what they say, and what a plain run says of such a value.

use crate::program::{messages, note, shipped, unwrapped, wetbounce, words};
use crate::small_sweep::{column, table, write};
use std::path::Path;

/// Three uncertain inputs on the small case, by theory.
const UNCERTAIN: &str =
    "sphere.diameter = \"6 ± 0.03 mm\"\nliquid.viscosity = \"30 +- 1 mPa s\"\ncontact.restitution = \"0.97 ± 0.02\"\n";

fn plan(sample: &str, set: &str, more: &str) -> String {
    format!("{sample}[set]\nhydrodynamics = \"theory\"\n{set}{more}")
}

fn sweep(root: &Path, plan: &str, out: &str) -> (i32, String, String) {
    write(root, plan);
    wetbounce(root, &["sweep", "plan.toml", "--out", out])
}

#[test]
fn samples_give_bands_and_the_share_of_each_input() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let (code, said, err) = sweep(root, &plan("[sample]\ncount = 40\nseed = 3\n", UNCERTAIN, ""), "out");
    assert_eq!(code, 0, "{err}");
    note(words(&said));
    let runs = table(&root.join("out/sweep.csv"), &[]);
    let values = |key: &str| -> Vec<f64> {
        column(&runs, key).iter().map(|text| text.split(' ').next().unwrap().parse().unwrap()).collect()
    };
    let viscosity = values("liquid.viscosity");
    let mean = viscosity.iter().sum::<f64>() / 40.0;
    assert!(viscosity.len() == 40 && (mean - 30.0).abs() < 0.05, "{mean}");
    let dry = values("contact.restitution");
    assert!(dry.iter().all(|e| (0.91..=1.0).contains(e)) && dry.iter().any(|e| *e > 0.99), "{dry:?}");
    let found = table(&root.join("out/uncertainty.csv"), &[]);
    let number = |name: &str| -> f64 { column(&found, name)[0].parse().unwrap() };
    assert_eq!(column(&found, "output")[0], "restitution");
    let shares: Vec<f64> = ["sphere.diameter", "liquid.viscosity", "contact.restitution"]
        .map(|key| number(&format!("share_{key}")))
        .into();
    assert!(
        number("r_squared") > 0.98 && (shares.iter().sum::<f64>() - number("r_squared")).abs() < 0.05,
        "{shares:?}"
    );
    assert!(shares[2] > shares[0], "the dry restitution matters more than the diameter: {shares:?}");
    let e: Vec<f64> = column(&runs, "restitution").iter().map(|text| text.parse().unwrap()).collect();
    let below = |limit: f64| e.iter().filter(|value| **value <= limit).count();
    assert!((1..=2).contains(&below(number("percentile_2.5"))) && (19..=21).contains(&below(number("percentile_50"))));
    let report = std::fs::read_to_string(root.join("out/report.html")).unwrap();
    let first = report.split_once("<p>").unwrap().1;
    assert!(first.starts_with("restitution "), "the report begins with its answer");
    let json: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(root.join("out/uncertainty.json")).unwrap()).unwrap();
    assert_eq!((&json["inputs"]["seed"], &json["inputs"]["input"][1]["unit"]), (&3.into(), &"mPa s".into()));
    let bits = std::fs::read(root.join("out/uncertainty.csv")).unwrap();
    assert_eq!(wetbounce(root, &["collect", "out"]).0, 0);
    assert_eq!(std::fs::read(root.join("out/uncertainty.csv")).unwrap(), bits);
    messages!();
}

#[test]
fn the_same_seed_draws_the_same_samples_for_every_point_of_the_other_axes() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let diameter = "sphere.diameter = \"6 ± 0.1 mm\"\n";
    let vary = "[vary]\nstokes = [30, 60]\n";
    let text = plan("[sample]\ncount = 6\nseed = 1\n", diameter, vary);
    let (code, said, err) = sweep(root, &text, "out");
    assert_eq!(code, 0, "{err}");
    assert!(said.contains("St 30"), "{said}");
    let runs = table(&root.join("out/sweep.csv"), &[]);
    let drawn = column(&runs, "sphere.diameter");
    assert!(drawn.len() == 12 && drawn[..6] == drawn[6..], "{drawn:?}");
    let other = plan("[sample]\ncount = 6\nseed = 2\n", diameter, vary);
    let (code, _, err) = sweep(root, &other, "out");
    assert_eq!(code, 2, "{err}");
    messages!();
}

#[test]
fn an_uncertain_value_in_a_plain_run_says_what_to_write() {
    let place = tempfile::tempdir().unwrap();
    let first = shipped("first-bounce.toml");
    for set in ["sphere.diameter=\"3 +- 0.01 mm\"", "contact.restitution=\"0.97 ± 0.02\""] {
        let (code, _, err) = wetbounce(place.path(), &["run", &first, "--set", set]);
        let err = unwrapped(&err);
        assert_eq!(code, 2, "{err}");
    }
    messages!();
}

#[test]
fn plans_that_cannot_draw_are_refused_with_what_to_write() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    let sample = "[sample]\ncount = 8\nseed = 1\n";
    let diameter = "sphere.diameter = \"6 ± 0.1 mm\"\n";
    for text in [
        plan("", diameter, ""),
        plan("", diameter, "[vary]\nstokes = [30]\n"),
        plan(sample, "", ""),
        plan("[sample]\ncount = 8\n", diameter, ""),
        plan("[sample]\ncount = 1\nseed = 1\n", diameter, ""),
        plan("[sample]\ncount = 8\nseed = 1\nsize = 3\n", diameter, ""),
        plan(sample, "sphere.diameter = \"6 ± 0.1 s\"\n", ""),
        plan(sample, "sphere.diameter = \"6 mm ± 0.1 s\"\n", ""),
        plan(sample, "stokes = \"30 ± 1\"\n", ""),
        plan(sample, "", "[vary]\nsphere.diameter = [\"6 ± 0.1 mm\"]\n"),
        plan(sample, diameter, "[vary]\nliquid.viscosity = [\"30 ± 1 mPa s\"]\n"),
    ] {
        let (code, _, err) = sweep(root, &text, "out");
        assert_eq!(code, 2, "{err}");
    }
    messages!();
}
