//! The user's text as a tree whose every key and value remembers where it stands.

use super::diagnostic::{InputError, InputText, Place};
use serde::Serialize;
use std::ops::Range;
use std::slice;
use toml::de::{DeTable, DeValue};
use wetbounce_physics::quantity::{DIAMETERS, LENGTH};

const DEEPEST: usize = 8;
const MOST_KEYS: usize = 1000;
const LONGEST_LINE: usize = 4000;
/// Width from which on a list that is written goes on in the next line.
const WIDTH: usize = 100;
/// Digits up to which the decimal nearest to a number is the one that was written.
const SAFE_DIGITS: usize = 15;
/// Keys whose texts are names of files.
const FILES: [&str; 4] = ["directory", "file", "motion", "motion_fit"];

/// A value of the tree.
#[derive(Debug, Clone)]
pub enum Value {
    /// `true`, `false`.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// A table.
    Table(Vec<KeyEntry>),
    /// A date or a time of day, which nothing here asks for.
    Date,
}

/// A value and its place.
#[derive(Debug, Clone)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where it is written.
    pub place: Place,
}

/// A key, its value, and the key's place.
#[derive(Debug, Clone)]
pub struct KeyEntry {
    /// The key, one segment.
    pub key: String,
    /// Where the key is written.
    pub place: Place,
    /// Its value.
    pub node: Node,
}

/// The tree of a file with its overrides merged in.
#[derive(Debug)]
pub struct Document {
    /// The file first, then one per override.
    pub sources: Vec<InputText>,
    /// The entries at the top level.
    pub root: Vec<KeyEntry>,
}

impl Document {
    /// Reads TOML `text`, called `name` in messages, and merges `overrides` (`a.b=value`) into it.
    ///
    /// # Errors
    /// The syntax errors of the file and of the overrides.
    pub fn parse(text: &str, name: &str, overrides: &[String]) -> Result<Self, Vec<InputError>> {
        if overrides.len() > MOST_KEYS {
            let problem = InputError::new(format!("`--set` is given more than {MOST_KEYS} times"));
            return Err(vec![problem.help("write these keys into a case file")]);
        }
        let command_line = |text: &String| InputText::new("--set (command line)", text.as_str());
        let sources = std::iter::once(InputText::new(name, text)).chain(overrides.iter().map(command_line));
        Self::merged(sources.collect(), &vec![None; overrides.len()])
    }

    /// Reads TOML `text`, called `name` in messages, and merges the settings of a plan into it, whose places refer to
    /// the texts `plan`. In the document these follow the file.
    ///
    /// # Errors
    /// The syntax errors of the file and of the settings.
    pub(super) fn parse_in_plan(
        text: &str,
        name: &str,
        plan: &[InputText],
        settings: &[Set],
    ) -> Result<Self, Vec<InputError>> {
        let texts = settings.iter().map(|set| InputText::new("a setting", set.text.as_str()));
        let sources = std::iter::once(InputText::new(name, text)).chain(plan.iter().cloned()).chain(texts);
        let behind = |place: &Place| Place { source: place.source + 1, span: place.span.clone() };
        let places = |set: &Set| Some([behind(&set.key), behind(&set.value)]);
        Self::merged(sources.collect(), &settings.iter().map(places).collect::<Vec<_>>())
    }

    /// Merges into the first of `sources` the last of them, which are one key and its value each; where there are
    /// places of both, it stands there.
    fn merged(sources: Vec<InputText>, places: &[Option<[Place; 2]>]) -> Result<Self, Vec<InputError>> {
        let mut problems: Vec<InputError> = sources.iter().filter_map(too_long).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut root = Vec::new();
        let mut add = |read: Result<Vec<KeyEntry>, Vec<InputError>>| match read {
            Ok(entries) => merge(&mut root, entries),
            Err(mut found) => problems.append(&mut found),
        };
        add(read_text(&sources));
        let first = sources.len() - places.len();
        for (index, places) in (first..).zip(places) {
            let mut read = read_override(&sources, index, sources[index].text());
            if let (Ok(entries), Some([key, value])) = (&mut read, places) {
                entries.iter_mut().for_each(|entry| entry.stands_at(key, value));
            }
            add(read);
        }
        rename(&mut root);
        if problems.is_empty() { Ok(Self { sources, root }) } else { Err(problems) }
    }
}

/// A key that a plan sets: `key=value`, and where key and value stand.
#[derive(Debug, Clone, PartialEq)]
pub struct Set {
    /// The text.
    pub text: String,
    /// Where the key stands.
    pub key: Place,
    /// Where the value stands.
    pub value: Place,
}

impl KeyEntry {
    fn stands_at(&mut self, key: &Place, value: &Place) {
        self.place = key.clone();
        match &mut self.node.value {
            Value::Table(inner) => inner.iter_mut().for_each(|entry| entry.stands_at(key, value)),
            Value::List(items) => items.iter_mut().for_each(|item| item.place = value.clone()),
            _ => {}
        }
        self.node.place = value.clone();
    }
}

/// The text of a case below a `comment` on what it holds. Long lists go on over several lines, so that it can be read
/// again however long they are.
pub(super) fn written(tables: &impl Serialize, comment: &str) -> String {
    let body = toml::to_string(tables).expect("a case is a table of texts, numbers and lists");
    format!("# wetbounce {}: {comment}\n\n{}", env!("CARGO_PKG_VERSION"), broken(body))
}

/// The text of a case with lengths that take more than 15 digits written as multiples of the sphere's `diameter` \[m\],
/// where these are short and read back to the same bits: `"0.1 D"` for `"300.00000000000003 um"`. Names and places of
/// files stay as they are.
pub(super) fn in_diameters(mut text: String, diameter: f64) -> String {
    let shorter = |piece: &str| {
        let length = LENGTH.read(piece, None).ok().filter(|length| *length != diameter)?;
        let digits = piece.chars().filter(char::is_ascii_digit).count();
        let multiple = DIAMETERS.write(format!("{:.9e}", length / diameter).parse().ok()?);
        let again = LENGTH.read(&multiple, Some(diameter)).ok()?;
        (digits > SAFE_DIGITS && again.to_bits() == length.to_bits()).then_some(multiple)
    };
    let mut changes = Vec::new();
    if let Ok(document) = DeTable::parse(&text) {
        let tables = document.get_ref().values().filter_map(|value| value.get_ref().as_table());
        let keys = tables.flatten().filter(|(key, _)| !FILES.contains(&&**key.get_ref()));
        for value in keys.flat_map(|(_, value)| value.get_ref().as_array().map_or(slice::from_ref(value), |list| list))
        {
            changes.extend(value.get_ref().as_str().and_then(shorter).map(|multiple| (value.span(), multiple)));
        }
    }
    changes.sort_by_key(|(span, _)| span.start);
    for (span, multiple) in changes.into_iter().rev() {
        text.replace_range(span, &format!("\"{multiple}\""));
    }
    text
}

fn broken(mut text: String) -> String {
    fn collect(value: &DeValue<'_>, into: &mut Vec<usize>) {
        match value {
            DeValue::Table(entries) => entries.iter().for_each(|(_, inner)| collect(inner.get_ref(), into)),
            DeValue::Array(items) => into.extend(items.iter().skip(1).map(|item| item.span().start)),
            _ => {}
        }
    }
    let mut begins = Vec::new();
    if let (true, Ok(table)) = (text.lines().any(|line| line.len() > WIDTH), DeTable::parse(&text)) {
        table.get_ref().iter().for_each(|(_, inner)| collect(inner.get_ref(), &mut begins));
    }
    let mut line = 0;
    for begin in begins {
        line = text[line..begin].rfind('\n').map_or(line, |at| line + at + 1);
        // The blank before it.
        if begin - line > WIDTH && text.as_bytes()[begin - 1] == b' ' {
            text.replace_range(begin - 1..begin, "\n");
            line = begin;
        }
    }
    text
}

/// Messages show the line they are about, so there is a limit to its length.
fn too_long(source: &InputText) -> Option<InputError> {
    let line = source.text().lines().position(|line| line.len() > LONGEST_LINE)?;
    Some(InputError::new(format!("line {} of {} is longer than {LONGEST_LINE} bytes", line + 1, source.name())))
}

fn read_text(sources: &[InputText]) -> Result<Vec<KeyEntry>, Vec<InputError>> {
    let text = sources[0].text();
    if text.chars().all(|c| c.is_whitespace() || c == '\u{feff}') {
        return Err(vec![InputError::new(format!("`{}` is empty", sources[0].name())).help(
            "a case needs at least [sphere], [liquid] and [release]; `wetbounce new NAME` writes a commented one",
        )]);
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return entries_of(table.into_inner(), 0, sources, 0).map_err(|problem| vec![problem]);
    }
    Err(errors.iter().take(10).map(|error| syntax(sources, 0, error)).collect())
}

fn syntax(sources: &[InputText], source: usize, error: &toml::de::Error) -> InputError {
    let end = sources[source].text().len();
    let place = Place { source, span: error.span().unwrap_or(end..end) };
    InputError::new("this is not valid TOML")
        .at(sources, &place, error.message())
        .help("texts and quantities with a unit stand in quotes: diameter = \"3 mm\"; tables are [sphere], [liquid], …")
}

/// `a.b=value`: the value as TOML, and if it is none, as a bare word: `sphere.diameter=3 mm`.
fn read_override(sources: &[InputText], source: usize, text: &str) -> Result<Vec<KeyEntry>, Vec<InputError>> {
    let whole = Place { source, span: 0..text.len() };
    let usage = |message: &str| {
        let help = "write --set table.key=value, for example --set sphere.diameter=\"3 mm\"";
        vec![InputError::new(message).at(sources, &whole, "on the command line").help(help)]
    };
    let Some((key, value)) = text.split_once('=') else { return Err(usage("an override needs a key and a value")) };
    if text.contains(['\n', '\r']) || key.trim().is_empty() || value.trim().is_empty() {
        return Err(usage("an override is one key and one value"));
    }
    let error = match DeTable::parse(text) {
        Ok(table) => {
            return entries_of(table.into_inner(), source, sources, 0).map_err(|problem| vec![problem]);
        }
        Err(error) => error,
    };
    let word = value.trim();
    if word.starts_with(['"', '\'', '[', '{']) {
        return Err(vec![syntax(sources, source, &error)]);
    }
    let start = key.len() + 1 + value.find(word).unwrap_or(0);
    let bare = format!("{key}=0");
    let table = DeTable::parse(&bare).map_err(|error| vec![syntax(sources, source, &error)])?;
    let mut entries = entries_of(table.into_inner(), source, sources, 0).map_err(|problem| vec![problem])?;
    let node = Node { value: Value::Text(word.into()), place: Place { source, span: start..start + word.len() } };
    put_in_leaf(&mut entries, node);
    Ok(entries)
}

fn put_in_leaf(entries: &mut [KeyEntry], leaf: Node) {
    let Some(entry) = entries.first_mut() else { return };
    match &mut entry.node.value {
        Value::Table(inner) => put_in_leaf(inner, leaf),
        _ => entry.node = leaf,
    }
}

/// Names of solids, liquids and records, and the keys whose values they stand for.
const SOLID: &[&str] = &["density", "young", "poisson"];
const NAMES: [(&str, &str, &[&str]); 5] = [
    ("sphere", "material", SOLID),
    ("second", "material", SOLID),
    ("wall", "material", &["young", "poisson"]),
    ("liquid", "name", &["density", "viscosity"]),
    ("measurement", "file", &["name", "source", "rows"]),
];

/// A solid, a liquid or a record that an override names is another than that of the file, whose values are then of no
/// use.
fn rename(root: &mut [KeyEntry]) {
    for (table, name, keys) in NAMES {
        let Some(entry) = root.iter_mut().find(|entry| entry.key == table) else { continue };
        let Value::Table(entries) = &mut entry.node.value else { continue };
        if entries.iter().any(|entry| entry.key == name && entry.node.place.source > 0) {
            entries.retain(|entry| entry.node.place.source > 0 || !keys.contains(&entry.key.as_str()));
        }
    }
}

fn merge(into: &mut Vec<KeyEntry>, entries: Vec<KeyEntry>) {
    for entry in entries {
        match into.iter_mut().find(|known| known.key == entry.key) {
            None => into.push(entry),
            Some(known) => match (&mut known.node.value, entry.node.value) {
                (Value::Table(old), Value::Table(new)) => merge(old, new),
                (_, value) => {
                    known.place = entry.place;
                    known.node = Node { value, place: entry.node.place };
                }
            },
        }
    }
}

fn entries_of(
    table: DeTable<'_>,
    source: usize,
    sources: &[InputText],
    depth: usize,
) -> Result<Vec<KeyEntry>, InputError> {
    let mut entries = Vec::new();
    for (key, value) in table {
        let place = Place { source, span: key.span() };
        if entries.len() == MOST_KEYS {
            let problem = InputError::new(format!("a table holds more than {MOST_KEYS} keys"));
            return Err(problem.at(sources, &place, "one too many"));
        }
        let node = node_of(value.span(), value.into_inner(), source, sources, depth)?;
        entries.push(KeyEntry { key: key.into_inner().into_owned(), place, node });
    }
    Ok(entries)
}

fn node_of(
    span: Range<usize>,
    value: DeValue<'_>,
    source: usize,
    sources: &[InputText],
    depth: usize,
) -> Result<Node, InputError> {
    let place = Place { source, span };
    if depth > DEEPEST {
        return Err(InputError::new("tables or lists are nested too deeply").at(sources, &place, "here"));
    }
    let value = match value {
        DeValue::Boolean(flag) => Value::Flag(flag),
        DeValue::Integer(whole) => match i64::from_str_radix(whole.as_str(), whole.radix()) {
            Ok(whole) => Value::Whole(whole),
            Err(_) => Value::Number(whole.as_str().parse().unwrap_or(f64::INFINITY)),
        },
        DeValue::Float(number) => Value::Number(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(list) => {
            let nodes =
                list.into_iter().map(|item| node_of(item.span(), item.into_inner(), source, sources, depth + 1));
            Value::List(nodes.collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => Value::Table(entries_of(table, source, sources, depth + 1)?),
    };
    Ok(Node { value, place })
}

#[cfg(test)]
mod tests {
    use super::in_diameters;

    #[test]
    fn a_length_that_is_a_tenth_of_the_diameter_is_written_as_that() {
        let of = |text: &str| in_diameters(text.to_owned(), 0.003);
        assert_eq!(0.1 * 0.003, 0.000_300_000_000_000_000_03);
        assert_eq!(of("[t]\na = [\"1.5 mm\", \"300.00000000000003 um\"]\n"), "[t]\na = [\"1.5 mm\", \"0.1 D\"]\n");
        for kept in ["[t]\na = \"300 um\"", "[t]\na = \"301.00000000000003 um\"", "[t]\na = \"300.00000000000003 ms\""]
        {
            assert_eq!(of(kept), kept, "the bits stay");
        }
        for kept in ["name = \"300.00000000000003 um\"", "[output]\ndirectory = \"300.00000000000003 um\""] {
            assert_eq!(of(kept), kept, "a name stays");
        }
        assert_eq!(in_diameters("[t]\na = \"76.19999999999999 mm\"".into(), 0.0127), "[t]\na = \"6 D\"");
    }
}
