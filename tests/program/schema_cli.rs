//! `wetbounce schema`: the schema that is shipped is that of the program, and every key of the template has its
//! sentence of the book.

use crate::program::wetbounce;
use serde_json::Value;
use std::fs;
use std::path::Path;
use wetbounce::cli::new;

fn schema() -> Value {
    let (code, text, _) = wetbounce(Path::new(env!("CARGO_MANIFEST_DIR")), &["schema"]);
    assert_eq!(code, 0);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn the_shipped_schema_is_that_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (_, text, _) = wetbounce(root, &["schema"]);
    let shipped = fs::read_to_string(root.join("cases/wetbounce.schema.json")).unwrap();
    assert_eq!(text, shipped, "write it anew: wetbounce schema --out cases/wetbounce.schema.json");
}

/// The keys of the tables as `table.key`, without those that hold keys of a case.
fn keys(schema: &Value) -> Vec<(String, Value)> {
    let properties = schema["properties"].as_object().unwrap();
    let tables = properties.iter().filter(|(name, _)| !["set", "vary"].contains(&name.as_str()));
    let inside = tables.flat_map(|(name, form)| match form["properties"].as_object() {
        Some(keys) => keys.iter().map(|(key, takes)| (format!("{name}.{key}"), takes.clone())).collect(),
        None => vec![(name.clone(), form.clone())],
    });
    inside.collect()
}

#[test]
fn the_schema_has_every_key_of_the_template_with_the_sentence_of_the_book() {
    let found = keys(&schema());
    for key in new::KEYS.iter() {
        let (_, takes) =
            found.iter().find(|(name, _)| name == key).unwrap_or_else(|| panic!("{key} is not in the schema"));
        let sentence = takes["description"].as_str().unwrap_or_default();
        assert!(!sentence.is_empty() && !sentence.starts_with("must"), "the book does not say what {key} is");
        assert!(!sentence.contains("]("), "{key}: {sentence}");
    }
}

#[test]
fn a_new_case_names_the_schema_that_is_written_beside_it() {
    let place = tempfile::tempdir().unwrap();
    let (code, _, errors) = wetbounce(place.path(), &["new", "mine", "--schema", "--short"]);
    assert_eq!(code, 0, "{errors}");
    let case = fs::read_to_string(place.path().join("mine.toml")).unwrap();
    assert!(case.starts_with("#:schema ./wetbounce.schema.json\n"), "{case}");
    assert!(place.path().join("wetbounce.schema.json").is_file());
    assert_eq!(wetbounce(place.path(), &["check", "mine.toml"]).0, 0);
}
