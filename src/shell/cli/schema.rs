//! `wetbounce schema`: what case and plan files take, as a JSON Schema for editors.
//!
//! Kinds, ranges, words and needs are those of the tables that read the files (`case::schema`); what a key means, and
//! its default, is what the book says.

use super::{CliError, say};
use crate::case::plan_groups::GROUPS;
use crate::case::schema::{ONE_OF, TableForm, either, of_case, of_impact};
use crate::case::{InputError, LARGEST_FILE};
use crate::output::{atomic, own_file};
use crate::study::plan;
use clap::{Args, ValueHint};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use wetbounce_physics::own::Laws;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Write a JSON Schema of case and plan files, by which editors complete, explain and check keys
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce schema --out wetbounce.schema.json\n\nWith `#:schema ./wetbounce.schema.json` as its first line a case is completed and checked by Even Better TOML (Visual Studio Code) and taplo. `wetbounce new NAME --schema` writes both."
)]
pub struct SchemaArgs {
    /// The file [default: the terminal]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub out: Option<PathBuf>,
    /// Laws of your own that cases may name
    #[arg(skip)]
    pub(super) laws: Laws,
}

/// The draft of JSON Schema that a schema of this program names.
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";
/// The title of a schema of this program.
const TITLE: &str = "A case, a dry impact or a plan of wetbounce";

/// Prints the schema, or writes it.
///
/// # Errors
/// The file holds something else than a schema of this program, or cannot be written.
pub fn run(args: SchemaArgs) -> Result<(), CliError> {
    match args.out {
        None => say(&text(&args.laws)),
        Some(path) => {
            may_write(&path, "give --out the name of a new file")?;
            write(&path, &args.laws)?;
            say(&format!("wrote {}\n", path.display()))
        }
    }
}

/// Refuses to write the schema over a file that holds something else than a schema of this program.
///
/// # Errors
/// Such a file, with the advice to move it away, or else what `instead` says.
pub(super) fn may_write(path: &Path, instead: &str) -> Result<(), InputError> {
    let is_own = |there: &[u8]| {
        let schema: Value = serde_json::from_slice(there).unwrap_or_default();
        schema["$schema"] == DRAFT && schema["title"] == TITLE
    };
    own_file::may_replace_if(path, LARGEST_FILE, is_own)
        .map_err(|error| error.help(format!("{instead}, or move the file away")))
}

/// Writes the schema to `path`.
pub(super) fn write(path: &Path, laws: &Laws) -> Result<(), CliError> {
    Ok(atomic::replace(path, |file| file.write_all(text(laws).as_bytes()))?)
}

/// The schema of files that may name these `laws`.
pub fn text(laws: &Laws) -> String {
    let mut text = serde_json::to_string_pretty(&schema(laws)).expect("its keys are texts");
    text.push('\n');
    text
}

/// A kind of file: its tables, what the book says of their keys, and the tables it cannot do without.
struct Form {
    tables: Vec<TableForm>,
    sentences: HashMap<String, String>,
    required: &'static [&'static str],
}

fn schema(laws: &Laws) -> Value {
    let book = |pages: &[&str]| {
        let texts = pages.iter().flat_map(|page| PAGES.iter().find(|(name, _)| name == page));
        texts.flat_map(|(_, text)| sentences(text)).collect::<HashMap<_, _>>()
    };
    let case = Form { tables: of_case(laws), sentences: book(&["case"]), required: &["sphere", "liquid", "release"] };
    let impact = Form {
        tables: of_impact(laws),
        sentences: book(&["case", "impact-reference"]),
        required: &["sphere", "impact"],
    };
    let plan = Form { tables: plan::forms(laws), sentences: book(&["sweeps"]), required: &["base"] };
    let mut tables: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for form in [&case, &impact, &plan] {
        for table in &form.tables {
            let known = tables.entry(table.name).or_default();
            for (key, takes) in &table.keys {
                let own = described(takes, form.sentences.get(&path(table.name, key)));
                let takes = known.remove(*key).map_or(own.clone(), |other| merged(other, &own));
                known.insert((*key).to_owned(), takes);
            }
        }
    }
    let mut properties = tables.remove("").unwrap_or_default();
    for (name, keys) in tables {
        properties.insert(name.to_owned(), table_of(keys));
    }
    let (of_plan, definitions) = of_plan(&case);
    properties.extend(of_plan);
    let is_plan =
        json!({ "anyOf": [{ "required": ["base"] }, { "required": ["vary"] }], "not": { "required": ["sphere"] } });
    let is_impact = json!({ "required": ["impact"], "not": { "required": ["liquid"] } });
    let mut of_case = rules(&case, &[], &properties);
    of_case["allOf"] = ONE_OF.iter().flat_map(|keys| one_of(keys)).collect();
    json!({
        "$schema": DRAFT,
        "title": TITLE,
        "definitions": definitions,
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
        "if": is_plan,
        "then": rules(&plan, &["set", "vary"], &properties),
        "else": { "if": is_impact, "then": rules(&impact, &[], &properties), "else": of_case },
    })
}

fn path(table: &str, key: &str) -> String {
    if table.is_empty() { key.to_owned() } else { format!("{table}.{key}") }
}

fn table_of(keys: Map<String, Value>) -> Value {
    json!({ "type": "object", "properties": keys, "additionalProperties": false })
}

/// What a key takes, after the `sentence` of the book.
fn described(takes: &Value, sentence: Option<&String>) -> Value {
    let mut takes = takes.clone();
    let range = takes.get("description").and_then(Value::as_str).map(str::to_owned);
    let parts: Vec<String> = sentence.cloned().into_iter().chain(range).collect();
    takes["description"] = parts.join("\n\n").into();
    takes
}

/// What a key takes in one kind of file or the other, with the description of the first.
fn merged(first: Value, other: &Value) -> Value {
    let plain = |value: &Value| {
        let mut value = value.clone();
        if let Some(map) = value.as_object_mut() {
            map.remove("description");
        }
        value
    };
    let mut both = either(plain(&first), &plain(other));
    both["description"] = first["description"].clone();
    both
}

/// What holds of one kind of file alone: its tables, beside `others`, and their keys, of which `all` has what every
/// kind takes.
fn rules(form: &Form, others: &[&str], all: &Map<String, Value>) -> Value {
    let (mut names, mut properties) = (others.to_vec(), Map::new());
    for table in &form.tables {
        let keys: Vec<&str> = table.keys.iter().map(|(key, _)| *key).collect();
        if table.name.is_empty() {
            names.extend(keys);
            continue;
        }
        names.push(table.name);
        let differs = |key: &str| all[table.name]["properties"][key].get("anyOf").is_some();
        let own = table.keys.iter().filter(|(key, _)| differs(key));
        let takes: Map<String, Value> = own.map(|(key, takes)| ((*key).to_owned(), takes.clone())).collect();
        let own = json!({
            "propertyNames": { "enum": keys },
            "properties": takes,
            "required": table.required,
            "dependencies": table.needs,
        });
        properties.insert(table.name.to_owned(), own);
    }
    json!({ "propertyNames": { "enum": names }, "properties": properties, "required": form.required })
}

/// Refuses the other `keys`, as `table.key`, where one of them is given.
fn one_of(keys: &[&'static str]) -> Vec<Value> {
    let parts = |path: &'static str| path.split_once('.').unwrap_or(("", path));
    let alone = |own: &&'static str| {
        let (table, key) = parts(own);
        let mut refused = Map::new();
        for (table, key) in keys.iter().filter(|other| *other != own).map(|other| parts(other)) {
            refused.entry(table).or_insert_with(|| json!({ "properties": {} }))["properties"][key] = false.into();
        }
        let given = json!({ "required": [table], "properties": { table: { "required": [key] } } });
        json!({ "if": given, "then": { "properties": refused } })
    };
    keys.iter().map(alone).collect()
}

/// The tables of a plan that hold keys of the case: one value each in `[set]`, several in `[vary]`; and the definitions
/// that they refer to.
fn of_plan(case: &Form) -> (Map<String, Value>, Map<String, Value>) {
    let several = json!({
        "type": ["array", "object"],
        "minItems": 1,
        "properties": {
            "from": { "type": ["string", "number"] },
            "to": { "type": ["string", "number"] },
            "count": { "type": "integer", "minimum": 2, "maximum": 10000 },
            "spacing": { "enum": ["linear", "log"] },
        },
        "additionalProperties": false,
    });
    let one = json!({ "type": ["string", "number", "boolean", "array"] });
    let mut definitions = Map::new();
    let mut keys = |name: &str, value: &Value| {
        let (keys, tables) = keys_of(case, value);
        let refer = |table: &String| (table.clone(), json!({ "$ref": format!("#/definitions/{name}/{table}") }));
        let all: Map<String, Value> = keys.into_iter().chain(tables.keys().map(refer)).collect();
        definitions.insert(name.to_owned(), tables.into());
        all
    };
    let (set, mut vary) = (keys("one", &one), keys("several", &several));
    let (zip, list) =
        (table_of(vary.clone()), json!({ "type": "array", "minItems": 1, "items": table_of(set.clone()) }));
    vary.extend([("zip".into(), zip), ("list".into(), list)]);
    (Map::from_iter([("set".into(), table_of(set)), ("vary".into(), table_of(vary))]), definitions)
}

/// The keys above the tables of a case and the groups of a plan, and the tables; every key takes `value`.
fn keys_of(case: &Form, value: &Value) -> (Map<String, Value>, Map<String, Value>) {
    let (mut keys, mut tables) = (Map::new(), Map::new());
    for table in &case.tables {
        let described = table
            .keys
            .iter()
            .map(|(key, _)| ((*key).to_owned(), described(value, case.sentences.get(&path(table.name, key)))));
        match table.name {
            "" => keys.extend(described),
            name => drop(tables.insert(name.to_owned(), table_of(described.collect()))),
        }
    }
    keys.extend(GROUPS.iter().map(|group| ((*group).to_owned(), value.clone())));
    (keys, tables)
}

/// What the tables of keys on a `page` of the book say of each key: its meaning and its default.
fn sentences(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut columns: Vec<&str> = Vec::new();
    for line in page.lines() {
        let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) else { continue };
        let cells: Vec<&str> = row.split(" | ").collect();
        if cells[0] == "key" {
            columns = cells;
            continue;
        }
        let cell = |name: &str| columns.iter().position(|column| *column == name).and_then(|at| cells.get(at));
        let (Some(meaning), Some(default)) = (cell("meaning"), cell("default")) else { continue };
        let default = if *default == "–" { String::new() } else { format!("\n\nDefault: {default}") };
        let sentence = plain(&format!("{meaning}{default}"));
        let mut table = "";
        for key in cells[0].split('`').skip(1).step_by(2) {
            table = if key.starts_with('.') { table } else { key.split_once('.').map_or("", |(table, _)| table) };
            found.push((path(table, key.rsplit('.').next().unwrap_or(key)), sentence.clone()));
        }
    }
    found
}

/// A text of the book without the places that links lead to.
fn plain(text: &str) -> String {
    let mut plain = text.replace("\\|", "|");
    while let Some((before, after)) = plain.split_once("](")
        && let (Some(from), Some((_, after))) = (before.rfind('['), after.split_once(')'))
    {
        plain = format!("{}{}{after}", &before[..from], &before[from + 1..]);
    }
    plain
}
