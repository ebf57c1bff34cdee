//! One key of the case set to one value, as a plan says it.

use crate::case::Place;
use crate::case::document::{KeyEntry, Node, Set, Value};

/// A key set to a value, and where the user wrote it.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// Path of the key: `liquid.viscosity`, or one of the plan's own, `stokes`.
    pub(super) key: String,
    /// The value as TOML: `"10 mPa s"` with its quotes, `24`, `true`.
    pub value: String,
    /// Where the key stands.
    pub(super) key_place: Place,
    /// Where the value stands.
    pub(super) value_place: Place,
}

impl Setting {
    /// The setting as an override of the case, `key=value`.
    pub(super) fn as_override(&self) -> String {
        let bare = |part: &str| part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
        let quoted = |part: &str| if bare(part) { part.to_owned() } else { toml_text(part) };
        let key: Vec<String> = self.key.split('.').map(quoted).collect();
        format!("{}={}", key.join("."), self.value)
    }

    /// The setting for the reader of a case.
    pub(super) fn as_set(&self) -> Set {
        Set { text: self.as_override(), key: self.key_place.clone(), value: self.value_place.clone() }
    }

    /// The value as the user reads it, without quotes.
    pub(super) fn plain(&self) -> String {
        serde_json::from_str::<String>(&self.value).unwrap_or_else(|_| self.value.clone())
    }

    /// The last part of the key, or all of it, and the value, fit for the name of a directory: `viscosity-10mPas`.
    pub(super) fn label(&self, whole_key: bool) -> String {
        let last = self.key.rsplit('.').next().unwrap_or(&self.key);
        let key = if whole_key { self.key.replace('.', "-") } else { last.to_owned() };
        file_name(&format!("{key}-{}", self.plain()))
    }
}

/// Letters, digits, `.`, `-`, `+` and `_` of a text; blanks are dropped, anything else becomes `_`.
pub(super) fn file_name(text: &str) -> String {
    let kept = |c: char| if c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '_') { c } else { '_' };
    text.chars().filter(|c| !c.is_whitespace()).map(kept).collect()
}

/// A text as a TOML string on one line.
pub(super) fn toml_text(text: &str) -> String {
    serde_json::to_string(text).expect("a text has a JSON form")
}

/// A scalar or a list of them as TOML on one line; `None` for tables and dates, which no key of a case takes.
pub(super) fn toml_value(value: &Value) -> Option<String> {
    Some(match value {
        Value::Flag(flag) => flag.to_string(),
        Value::Whole(whole) => whole.to_string(),
        Value::Number(number) if number.is_nan() => "nan".into(),
        Value::Number(number) => format!("{number:?}"),
        Value::Text(text) => toml_text(text),
        Value::List(items) => {
            let items: Option<Vec<String>> = items.iter().map(|item| toml_value(&item.value)).collect();
            format!("[{}]", items?.join(", "))
        }
        Value::Table(_) | Value::Date => return None,
    })
}

/// The leaves of a tree of tables, each with its dotted path, in the order of the file. `is_leaf` may keep a table
/// whole.
pub fn leaves<'e>(entries: &'e [KeyEntry], is_leaf: &dyn Fn(&Node) -> bool) -> Vec<(String, &'e KeyEntry)> {
    let mut found = Vec::new();
    for entry in entries {
        match &entry.node.value {
            Value::Table(inner) if !is_leaf(&entry.node) => {
                let deeper = leaves(inner, is_leaf);
                found.extend(deeper.into_iter().map(|(path, leaf)| (format!("{}.{path}", entry.key), leaf)));
            }
            _ => found.push((entry.key.clone(), entry)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(key: &str, value: &str) -> Setting {
        let place = Place { source: 0, span: 0..0 };
        Setting { key: key.into(), value: value.into(), key_place: place.clone(), value_place: place }
    }

    #[test]
    fn a_label_is_short_and_fit_for_a_directory() {
        assert_eq!(setting("liquid.viscosity", "\"10 mPa s\"").label(false), "viscosity-10mPas");
        assert_eq!(setting("sphere.density", "\"7.8 g/cm3\"").label(true), "sphere-density-7.8g_cm3");
        assert_eq!(setting("film.cavitation", "false").label(false), "cavitation-false");
    }

    #[test]
    fn an_override_keeps_what_the_user_wrote() {
        assert_eq!(setting("run.bounces", "1").as_override(), "run.bounces=1");
        assert_eq!(setting("a b.c", "\"x\\\"y\"").as_override(), "\"a b\".c=\"x\\\"y\"");
        assert_eq!(setting("k", "\"x\\\"y\"").plain(), "x\"y");
    }
}
