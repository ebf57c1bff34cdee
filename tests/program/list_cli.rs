//! The lists of what comes with the program, and the lines that tell what the solver does.

use crate::program::{shipped, wetbounce};

#[test]
fn a_list_names_what_cases_can_ask_for_and_another_is_refused_with_those_that_there_are() {
    let place = tempfile::tempdir().unwrap();
    let (code, all, _) = wetbounce(place.path(), &["list"]);
    assert_eq!(code, 0);
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
    assert!(code == 0 && materials.starts_with("materials\n") && materials.contains("200 GPa"), "{materials}");
    let (code, _, message) = wetbounce(place.path(), &["list", "planets"]);
    assert!(code == 2 && message.contains("`planets`") && message.contains("liquids"), "{message}");
}

#[test]
fn lines_of_the_solver_come_only_where_they_are_asked_for() {
    let place = tempfile::tempdir().unwrap();
    let first = shipped("first-bounce.toml");
    let run = |more: &[&str]| {
        let words = ["run", &first, "--fresh", "--quiet", "--out", "run", "--set", "output.report=false"];
        let (code, _, said) = wetbounce(place.path(), &[&words[..], more].concat());
        assert_eq!(code, 0, "{said}");
        said
    };
    assert_eq!(run(&[]), "");
    let told = run(&["-v"]);
    assert!(told.contains("contact 1 begins") && told.contains("contact 1 ends"), "{told}");
    assert!(!told.contains("no-slip condition"), "{told}");
    let all = run(&["-vv"]);
    assert!(all.contains("no-slip condition: ") && all.contains("the solid contact allows"), "{}", &all[..2000]);
}
