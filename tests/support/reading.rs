//! Reading a case from a text in a test.

use wetbounce::case::Case;

/// The case of `text` with `overrides`; a refusal is shown as a user sees it.
pub fn case_of(text: &str, overrides: &[&str]) -> Case {
    let overrides: Vec<String> = overrides.iter().map(ToString::to_string).collect();
    Case::parse(text, "case.toml", &overrides).unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}
