//! The case on the page: its text, read as the program reads it, and changed key by key.

use crate::record::Dropped;
use miette::Diagnostic;
use serde::Serialize;
use std::sync::Arc;
use toml_edit::{Document, DocumentMut, Item, Table, TableLike, Value};
use wetbounce_case::{Case, CaseError, Context, InputError};
use wetbounce_physics::error::BadParameter;
use wetbounce_physics::model::Failure;
use wetbounce_records::tables::TableError;

/// The name of the file that the page holds.
pub const FILE: &str = "case.toml";

/// Something that is wrong, in the words of the program.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Problem {
    /// The sentence.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// The key that it is about, `sphere.diameter`, or a table.
    pub key: Option<String>,
    /// What is said at its place.
    pub label: Option<String>,
}

impl Problem {
    /// A problem without a place.
    pub fn new(message: impl ToString) -> Self {
        Self { message: message.to_string(), help: None, key: None, label: None }
    }

    fn of(problem: &InputError, text: &str) -> Self {
        let label = problem.labels().and_then(|mut labels| labels.next());
        Self {
            message: problem.message().to_owned(),
            help: problem.advice().map(str::to_owned),
            key: label.as_ref().and_then(|label| key_at(text, label.offset())),
            label: label.and_then(|label| label.label().map(str::to_owned)),
        }
    }

    /// All that is wrong with a case of this text.
    pub fn all(error: &CaseError, text: &str) -> Vec<Self> {
        error.problems().iter().map(|problem| Self::of(problem, text)).collect()
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        match &failure {
            Failure::Parameter(parameter) => parameter.into(),
            failure => Self::new(failure),
        }
    }
}

impl From<&BadParameter> for Problem {
    fn from(parameter: &BadParameter) -> Self {
        Self { key: Some(parameter.key.to_owned()), ..Self::new(parameter) }
    }
}

impl From<TableError> for Problem {
    fn from(error: TableError) -> Self {
        Self { help: Some(error.advice().to_owned()), key: Some("measurement.file".into()), ..Self::new(error) }
    }
}

/// The text of a case, and the record that lies beside it.
pub struct CaseText<'a> {
    /// The text.
    pub text: &'a str,
    /// The record.
    pub file: Option<Dropped>,
}

impl CaseText<'_> {
    fn read(&self, overrides: &[String]) -> Result<Case, Vec<Problem>> {
        let files = self.file.clone().map(|file| Arc::new(file) as Arc<dyn wetbounce_case::Files>);
        let context = files.map_or_else(Context::default, |files| Context { files, ..Context::default() });
        let case = Case::parse_with(self.text, FILE, overrides, &context);
        case.map_err(|error| Problem::all(&error, self.text))
    }

    /// The case as it stands.
    ///
    /// # Errors
    /// Everything that is wrong with it; a case without a wall, which the page does not show.
    pub fn case(&self) -> Result<Case, Vec<Problem>> {
        let case = self.read(&[])?;
        if case.problem.surroundings.has_gap() {
            return Ok(case);
        }
        let help = format!("`wetbounce run {FILE}` computes it");
        let problem = Problem::new("the page shows a sphere that meets something, and this one is in open liquid");
        Err(vec![Problem { help: Some(help), key: Some("release.kind".into()), ..problem }])
    }

    /// The same by theory.
    ///
    /// # Errors
    /// As [`case`](Self::case).
    pub fn by_theory(&self) -> Result<Case, Vec<Problem>> {
        self.case()?;
        self.read(&["hydrodynamics=theory".into()])
    }

    /// The same with its flow: as it stands where that computes one.
    ///
    /// # Errors
    /// As [`case`](Self::case).
    pub fn by_flow(&self) -> Result<Case, Vec<Problem>> {
        let case = self.case()?;
        if case.problem.hydrodynamics.computes_flow() {
            return Ok(case);
        }
        self.read(&["hydrodynamics=resolved".into()])
    }

    /// The keys that the text gives.
    pub fn given(&self) -> Vec<String> {
        let mut keys = Vec::new();
        if let Ok(document) = Document::parse(self.text) {
            walk(document.as_table(), "", &mut |path, _, _| keys.push(path.to_owned()));
        }
        keys
    }
}

/// Sees a key with a value: its path, where its name begins, and where its value ends.
type Visit<'v> = dyn FnMut(&str, Option<usize>, Option<usize>) + 'v;

/// Visits every key with a value.
fn walk(table: &dyn TableLike, before: &str, visit: &mut Visit<'_>) {
    for (name, item) in table.iter() {
        let path = format!("{before}{name}");
        match item.as_table_like() {
            Some(inner) => walk(inner, &format!("{path}."), visit),
            None => {
                let start = table.key(name).and_then(|key| key.span()).map(|span| span.start);
                visit(&path, start, item.span().map(|span| span.end));
            }
        }
    }
}

/// The key whose name or value stands at this byte of a text, else the table whose heading does.
fn key_at(text: &str, offset: usize) -> Option<String> {
    let document = Document::parse(text).ok()?;
    let mut found = None;
    walk(document.as_table(), "", &mut |path, start, end| {
        if start.zip(end).is_some_and(|(start, end)| (start..end.max(start + 1)).contains(&offset)) {
            found = Some(path.to_owned());
        }
    });
    let heading = |(name, item): (&str, &Item)| {
        let span = item.as_table()?.span()?;
        span.contains(&offset).then(|| name.to_owned())
    };
    found.or_else(|| document.iter().find_map(heading))
}

/// The text with other values of its keys: a list of `[key, value]` in JSON, where `null` takes a key away. Comments
/// stay.
///
/// # Errors
/// The text is no TOML, or the changes are no such list.
pub fn edited(text: &str, changes: &str) -> Result<String, Vec<Problem>> {
    let wrong = |error: String| vec![Problem::new(error)];
    let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        let help = Some("texts and quantities with a unit stand in quotes: diameter = \"3 mm\"".into());
        vec![Problem { help, ..Problem::new(format!("this is not valid TOML: {}", error.message())) }]
    })?;
    let changes: Vec<(String, serde_json::Value)> =
        serde_json::from_str(changes).map_err(|error| wrong(error.to_string()))?;
    for (path, value) in changes {
        let value = match value {
            serde_json::Value::Null => None,
            serde_json::Value::Bool(flag) => Some(Value::from(flag)),
            serde_json::Value::Number(number) => Some(match number.as_i64() {
                Some(whole) => Value::from(whole),
                None => Value::from(number.as_f64().unwrap_or(f64::NAN)),
            }),
            serde_json::Value::String(text) => Some(Value::from(text)),
            _ => return Err(wrong(format!("`{path}` cannot be set to a list"))),
        };
        set(document.as_table_mut(), &path, value);
    }
    Ok(document.to_string())
}

fn set(table: &mut dyn TableLike, path: &str, value: Option<Value>) {
    if let Some((name, rest)) = path.split_once('.') {
        if value.is_some() || table.contains_key(name) {
            let inner = table.entry(name).or_insert(Item::Table(Table::new()));
            if let Some(inner) = inner.as_table_like_mut() {
                set(inner, rest, value);
            }
            if inner.as_table().is_some_and(Table::is_empty) {
                table.remove(name);
            }
        }
        return;
    }
    let Some(mut value) = value else {
        table.remove(path);
        return;
    };
    match table.get_mut(path) {
        Some(Item::Value(old)) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        _ => {
            table.insert(path, Item::Value(value));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# mine\n[sphere]\ndiameter = \"3 mm\" # of the ball\nmaterial = \"steel\"\n\n[liquid]\ndensity = \"935 kg/m3\"\nviscosity = \"10 mPa s\"\n\n[release]\ngap = \"7 D\"\n";

    #[test]
    fn a_value_is_changed_where_it_stands_and_comments_stay() {
        let text =
            edited(TEXT, r#"[["sphere.diameter", "4 mm"], ["contact.restitution", 0.9], ["release.gap", null]]"#);
        let text = text.unwrap();
        assert!(text.contains("diameter = \"4 mm\" # of the ball") && text.starts_with("# mine"), "{text}");
        assert!(
            text.contains("[contact]\nrestitution = 0.9") && !text.contains("gap") && !text.contains("[release]"),
            "{text}"
        );
    }

    #[test]
    fn a_problem_has_the_key_it_is_about_and_the_words_of_the_program() {
        let wrong = TEXT.replace("3 mm", "3 kg");
        let problems = CaseText { text: &wrong, file: None }.case().unwrap_err();
        assert_eq!(problems[0].key.as_deref(), Some("sphere.diameter"), "{problems:?}");
        let missing = TEXT.replace("viscosity = \"10 mPa s\"\n", "");
        let problems = CaseText { text: &missing, file: None }.case().unwrap_err();
        assert!(problems.iter().any(|problem| problem.key.as_deref() == Some("liquid")), "{problems:?}");
        let open = "release = { kind = \"held\", speed = \"0.1 m/s\" }\nsphere = { diameter = \"1 mm\" }\nliquid = { name = \"water\" }\nrun = { travel = \"9 D\" }\n";
        assert!(CaseText { text: open, file: None }.case().is_err());
    }
}
