//! `wetbounce schema`: the schema that is shipped is that of the program, and every key of the template has its
//! sentence of the book.

use crate::program::{unwrapped, wetbounce};
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

#[test]
fn a_schema_replaces_an_earlier_one_and_no_file_of_the_user() {
    let place = tempfile::tempdir().unwrap();
    let write = |name: &str| {
        let (code, _, message) = wetbounce(place.path(), &["schema", "--out", name]);
        (code, unwrapped(&message))
    };
    let read = |name: &str| fs::read_to_string(place.path().join(name)).unwrap();
    assert_eq!([write("new.json").0, write("new.json").0], [0, 0]);
    let earlier = read("new.json").replace("\"additionalProperties\": false,\n  \"definitions\"", "\"definitions\"");
    fs::write(place.path().join("new.json"), &earlier).unwrap();
    assert!(write("new.json").0 == 0 && read("new.json") != earlier, "that of another version is written anew");
    for (name, text) in [
        ("precious.toml", "[sphere]\ndiameter = \"3 mm\"\n"),
        ("own.json", "{ \"$schema\": \"http://json-schema.org/draft-07/schema#\", \"title\": \"Mine\" }\n"),
    ] {
        fs::write(place.path().join(name), text).unwrap();
        let (code, message) = write(name);
        assert!(code == 2 && message.contains(name) && message.contains("--out"), "{code} {message}");
        assert_eq!(read(name), text);
    }
}

#[test]
fn a_new_case_writes_its_schema_over_no_file_of_the_user_and_is_not_written_then() {
    let place = tempfile::tempdir().unwrap();
    let schema = place.path().join("wetbounce.schema.json");
    fs::write(&schema, "{ \"title\": \"Mine\" }\n").unwrap();
    let (code, _, message) = wetbounce(place.path(), &["new", "mine", "--schema"]);
    let message = unwrapped(&message);
    assert!(code == 2 && message.contains("wetbounce.schema.json") && message.contains("--schema"), "{message}");
    assert_eq!(fs::read_to_string(&schema).unwrap(), "{ \"title\": \"Mine\" }\n");
    assert!(!place.path().join("mine.toml").exists());
    fs::remove_file(&schema).unwrap();
    for name in ["mine", "other"] {
        assert_eq!(wetbounce(place.path(), &["new", name, "--schema"]).0, 0, "{name}");
    }
}
