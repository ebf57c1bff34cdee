//! A verb takes the whole case or says what it does not know of it.

use crate::program::{answer, messages, note, refused, shipped, wetbounce, words};
use std::fs;
use std::path::Path;

const GLASS: &str = "sphere = { diameter = \"3 mm\", material = \"steel\" }\nwall.material = \"glass\"\n\
                     liquid = { density = \"935 kg/m3\", viscosity = \"10 mPa s\" }\n";

fn file(place: &Path, name: &str, text: &str) -> String {
    fs::write(place.join(name), text).unwrap();
    name.to_owned()
}

#[test]
fn what_a_verb_does_not_know_of_a_case_is_refused_and_named() {
    let place = tempfile::tempdir().unwrap();
    let mirror = GLASS.replace("wall.material = \"glass\"", "wall.kind = \"mirror\"");
    let mirror = file(place.path(), "mirror.toml", &(mirror + "release = { gap = \"3 D\", speed = \"0.3 m/s\" }\n"));
    let led = "release = { kind = \"table\", gap = \"2 D\", times = [\"0 ms\", \"5 ms\"], velocities = [\"0 m/s\", \"-0.3 m/s\"] }\n";
    let led = file(place.path(), "led.toml", &(GLASS.to_owned() + led));
    let [pair, held, oblique] = ["pair-collision.toml", "held-re100.toml", "back-spin.toml"].map(shipped);
    for args in [
        vec!["theory", &pair],
        vec!["theory", &mirror],
        vec!["theory", &mirror, "--forces"],
        vec!["film", &pair],
        vec!["film", &mirror],
        vec!["film", &held],
        vec!["film", &oblique],
        vec!["impact", &held],
        vec!["converge", &led, "--set", "hydrodynamics=theory", "--set", "release.kind=rest"],
    ] {
        refused(place.path(), &[&args[..], &["--out", "out"]].concat());
    }
    messages!();
}

#[test]
fn the_dry_impact_on_an_inclined_wall_comes_at_the_angle_of_its_inclination() {
    let place = tempfile::tempdir().unwrap();
    let (code, said, err) = wetbounce(place.path(), &["impact", &shipped("inclined-wall.toml"), "--out", "out"]);
    assert!(code == 0 && said.contains("angle: 20.000 deg in"), "{said}{err}");
}

/// A sphere that creeps on the axis of a tube of its own diameter as radius has 5.9474 times the drag (the reference
/// `tube`).
#[test]
fn a_narrow_tube_slows_a_sphere_that_is_towed_and_theory_says_that_it_does_not_know_it() {
    let place = tempfile::tempdir().unwrap();
    let towed = "groups.reynolds = 0.1\nsphere.diameter = \"1 mm\"\nliquid.density = \"1000 kg/m3\"\n\
                 release = { kind = \"held\", speed = \"1 mm/s\" }\ncontainer = { radius = \"1 D\", side = \"no-slip\" }\n\
                 run.travel = \"3 D\"\n";
    let towed = file(place.path(), "towed.toml", towed);
    answer(place.path(), &["run", &towed, "--out", "towed", "-q"]);
    let summary: serde_json::Value =
        serde_json::from_slice(&fs::read(place.path().join("towed/summary.json")).unwrap()).unwrap();
    let factor = summary["extra"]["drag_coefficient_at_the_end"].as_f64().unwrap() * 0.1 / 24.0;
    assert!((factor / 5.9474 - 1.0).abs() < 0.03, "{factor}");
    let falls = "sphere = { diameter = \"3 mm\", material = \"steel\" }\nliquid = { density = \"960 kg/m3\", viscosity = \"1 Pa s\" }\n\
                 container = { radius = \"1 D\", side = \"no-slip\", height = \"20 D\" }\nrelease.gap = \"8 D\"\nrun.bounces = 1\n";
    let falls = file(place.path(), "falls.toml", falls);
    for args in [&["theory", &falls, "--out", "t"][..], &["check", &falls, "--set", "hydrodynamics=theory"]] {
        let said = answer(place.path(), args);
        note(words(&said));
    }
    let (_, said, _) = wetbounce(place.path(), &["theory", &falls, "--out", "w", "--set", "container.side=wide"]);
    note(words(&said));
    messages!();
}
