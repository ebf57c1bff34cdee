//! The lists of what comes with the program, and the lines that tell what the solver does.

use crate::program::{answer, messages, note, refused, shipped, wetbounce, words};

#[test]
fn a_list_names_what_cases_can_ask_for_and_another_is_refused_with_those_that_there_are() {
    let place = tempfile::tempdir().unwrap();
    let all = answer(place.path(), &["list"]);
    for known in [
        "gondret-st152",
        "hertz-e05",
        "film-stokes",
        "luding",
        "silicone-oil",
        "steel",
        "bearing-ball",
        "restitution-curve",
    ] {
        assert!(all.contains(known), "{known}: {all}");
    }
    let (code, materials, _) = wetbounce(place.path(), &["list", "materials"]);
    assert!(code == 0 && materials.contains("200 GPa"), "{materials}");
    note(words(&materials));
    refused(place.path(), &["list", "planets"]);
    messages!();
}

#[test]
fn lines_of_the_solver_come_only_where_they_are_asked_for() {
    let place = tempfile::tempdir().unwrap();
    let first = shipped("first-bounce.toml");
    let run = |more: &[&str]| {
        let words = ["run", &first, "--fresh", "--quiet", "--out", "run"];
        let quick = ["--set", "output.report=false", "--set", "resolution.cells_per_diameter=8"];
        let (code, _, said) = wetbounce(place.path(), &[&words[..], &quick, more].concat());
        assert_eq!(code, 0, "{said}");
        said
    };
    assert_eq!(run(&[]), "");
    let told = run(&["-v"]);
    assert!(told.contains("contact 1 begins") && told.contains("contact 1 ends"), "{told}");
    assert!(!told.contains("no-slip condition"), "{told}");
    let all = run(&["-vv"]);
    assert!(all.contains("no-slip condition: "), "{}", &all[..2000]);
}
