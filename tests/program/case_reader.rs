//! No number makes the case reader panic; a case it accepts survives being written; every error can be shown. Texts
//! that nobody would write are the matter of the fuzzer (`tests/memory/readers.rs`).

use crate::program::{messages, note};
use proptest::prelude::*;
use wetbounce::case;
use wetbounce::case::Case;

const VALID: &str = r#"
title = "Größe in µm"
hydrodynamics = "resolved"
[sphere]
diameter = "3 mm"
density = "7.8 g/cm3"
young = "200 GPa"
poisson = 0.3
[liquid]
density = "935 kg/m3"
viscosity = "10 mPa s"
[wall]
material = "glass"
[container]
radius = "8 D"
side = "no-slip"
[release]
gap = "7 D"
speed = "0.585 m/s"
free_gap = "0.5 D"
[film]
model = "ehd"
piezoviscosity = "15 1/GPa"
[contact]
law = "hertz"
restitution = 0.95
[resolution]
cells_per_diameter = 24
smallest_gap = 0.002
[run]
time = "0.1 s"
bounces = 2
[output]
vorticity_pictures = ["0.5 D", "40 ms"]
"#;

/// Reads; shows the errors if any; writes and reads again if not.
fn read(text: &str, overrides: &[String]) -> Result<(), TestCaseError> {
    match Case::parse(text, "fuzz.toml", overrides) {
        Ok(case) => {
            let written = case.to_toml();
            let again = Case::parse(&written, "fuzz.toml", &[])
                .map_err(|error| TestCaseError::fail(format!("{written}\n{:?}", miette::Report::new(error))))?;
            prop_assert_eq!(again, case);
        }
        Err(error) => {
            prop_assert!(!error.problems().is_empty());
            let shown = format!("{:?}", miette::Report::new(error));
            prop_assert!(shown.contains("fuzz.toml"));
        }
    }
    Ok(())
}

/// The two bases: an elastic film, and theory blended into a film with a cut-off, with another contact.
fn bases() -> [String; 2] {
    let blended = VALID
        .replace("\"resolved\"", "\"blended\"")
        .replace("model = \"ehd\"\npiezoviscosity = \"15 1/GPa\"", "model = \"cutoff\"\nroughness = \"1 um\"")
        .replace("law = \"hertz\"\nrestitution = 0.95", "law = \"luding\"\nmax_stiffness = \"1e6 N/m\"");
    [VALID.to_owned(), blended]
}

/// Every key of both bases, with the text of its base.
fn keys() -> Vec<(String, String)> {
    let mut keys = Vec::new();
    for text in bases() {
        let case = Case::parse(&text, "fuzz.toml", &[]).expect("the base case is right");
        let mut table = String::new();
        for line in case.to_toml().lines() {
            match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                Some(name) => table = format!("{name}."),
                None => keys.extend(line.split_once(" = ").map(|(key, _)| (text.clone(), format!("{table}{key}")))),
            }
        }
    }
    keys
}

/// Reads a base with a key set to `value`.
fn read_with((text, key): (String, String), value: &str) -> Result<(), TestCaseError> {
    read(&text, &[format!("{key}={value}")])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_number_anywhere_is_read_or_refused(key in prop::sample::select(keys()), value in any::<f64>()) {
        read_with(key, &format!("{value:?}"))?;
    }

    #[test]
    fn any_quantity_anywhere_is_read_or_refused(
        key in prop::sample::select(keys()),
        size in -3.0f64..3.0,
        exponent in -330i32..330,
        unit in prop::sample::select(vec!["m", "D", "mm", "Pa", "GPa", "s", "m/s", "kg/m3", "Pa s", "cSt", "1/Pa", "", "%", "N/m"]),
    ) {
        read_with(key, &format!("{size}e{exponent} {unit}"))?;
    }

    #[test]
    fn any_whole_number_anywhere_is_read_or_refused(key in prop::sample::select(keys()), value in any::<i128>()) {
        read_with(key, &format!("{value}"))?;
    }
}

/// A camera's motion of 100,000 pictures, and other long lists.
#[test]
fn a_written_case_is_read_again_however_long_its_lists_are() {
    let place = tempfile::tempdir().unwrap();
    let rows: String =
        (0..100_000).map(|k| format!("{},{}\n", f64::from(k) / 7.0e4, -f64::from(k % 91) / 3.0e3)).collect();
    std::fs::write(place.path().join("motion.csv"), format!("time_s,velocity_m_s\n{rows}")).unwrap();
    let files: String = (0..300).map(|k| format!("\"drop, {k}, of 'a \\\\series'.csv\",\n")).collect();
    let text = format!(
        "title = 'ends with \\'\n[sphere]\ndiameter = \"3 mm\"\ndensity = \"7800 kg/m3\"\n[liquid]\ndensity = \"970 kg/m3\"\n\
         viscosity = \"10 mPa s\"\n[release]\ngap = \"20 D\"\nkind = \"table\"\nfile = \"motion.csv\"\n\
         [measurement]\nfile = [{files}]\n"
    );
    std::fs::write(place.path().join("long.toml"), text).unwrap();
    let case = wetbounce::case::load(&place.path().join("long.toml"), &[]).unwrap();
    let written = case.to_toml();
    assert!(written.lines().all(|line| line.len() < 200));
    assert!(Case::parse(&written, "again.toml", &[]).unwrap() == case);
}

#[test]
fn files_of_the_wrong_kind_are_refused_with_a_reason() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    std::fs::write(path("empty.toml"), "").unwrap();
    std::fs::write(path("blank.toml"), " \n\n").unwrap();
    std::fs::write(path("latin1.toml"), b"title = \"x\"\nreference = \"Gr\xfc\xdfe\"\n").unwrap();
    std::fs::write(path("huge.toml"), "# \n".repeat(3_000_000)).unwrap();
    std::fs::write(path("binary.toml"), [0u8, 1, 2, 255]).unwrap();
    for name in ["empty.toml", "blank.toml", "latin1.toml", "huge.toml", "binary.toml", "missing.toml", ""] {
        note(case::load(&path(name), &[]).unwrap_err().problems()[0].message());
    }
    messages!();
}

#[test]
fn endless_nesting_and_endless_lines_are_refused() {
    for text in [
        format!("{}=1", vec!["a"; 200_000].join(".")),
        format!("[{}]", vec!["a"; 1900].join(".")),
        format!("{}=1", vec!["a"; 1900].join(".")),
        format!("a={}", "[".repeat(200_000)),
        format!("a={}{}", "[".repeat(60), "]".repeat(60)),
        format!("title = \"{}\"", "x".repeat(100_000)),
        format!("title = \"{}\"", "\t".repeat(3000)),
    ] {
        let error = Case::parse(&text, "deep.toml", &[]).unwrap_err();
        assert!(!format!("{:?}", miette::Report::new(error)).is_empty());
    }
}

#[test]
fn thousands_of_wrong_keys_do_not_flood_the_terminal() {
    let text: String = (0..5000).map(|index| format!("wrong{index} = 1\n")).collect();
    let error = Case::parse(&text, "flood.toml", &[]).unwrap_err();
    assert!(error.problems().len() <= 21);
}
