//! The values that a key takes in a plan: a list, or a range with even or logarithmic spacing.

use super::setting::{toml_text, toml_value};
use crate::case::Place;
use crate::case::document::{KeyEntry, Node, Value};

/// Most values of one key.
const MOST_VALUES: usize = 10_000;

/// A value as TOML and its place.
pub type Written = (String, Place);

/// Why the values of a key are refused: place, reason and advice.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// Where.
    pub place: Place,
    /// The reason.
    pub label: String,
    /// The allowed values.
    pub help: &'static str,
}

const HELP: &str = "write a list such as [10, 20, 50] or [\"10 mPa s\", \"20 mPa s\"], or a range such as \
                    { from = 5, to = 1000, count = 16, spacing = \"log\" }";
const RANGE_HELP: &str = "a range has the keys from, to, count and spacing (\"linear\" or \"log\"), for example \
                          { from = \"1 mPa s\", to = \"100 mPa s\", count = 5, spacing = \"log\" }";

/// Whether a table is a range, not a table of keys.
pub(super) fn is_range(node: &Node) -> bool {
    let Value::Table(entries) = &node.value else { return false };
    entries.iter().any(|entry| matches!(entry.key.as_str(), "from" | "to" | "count" | "spacing"))
}

/// The values that stand at `node`: those of a list, or those of a range `{ from, to, count, spacing }`.
///
/// A range runs from `from` to `to`, both included, in `count` values: evenly (`spacing = "linear"`, the default) or by
/// equal ratios (`"log"`). Its ends are kept as written, the values between are rounded to six digits.
///
/// # Errors
/// Neither a list nor a range, an empty one, or an end that is no number.
pub(super) fn values(node: &Node) -> Result<Vec<Written>, Refused> {
    let refused = |label: &str| Refused { place: node.place.clone(), label: label.into(), help: HELP };
    match &node.value {
        Value::List(items) if items.is_empty() => Err(refused("the list is empty")),
        Value::List(items) if items.len() > MOST_VALUES => Err(refused("more than 10000 values")),
        Value::List(items) => items
            .iter()
            .map(|item| match toml_value(&item.value) {
                Some(text) => Ok((text, item.place.clone())),
                None => Err(Refused { place: item.place.clone(), label: "not a value of a key".into(), help: HELP }),
            })
            .collect(),
        Value::Table(entries) if is_range(node) => range(entries, &node.place),
        _ => Err(refused("a list or a range was expected")),
    }
}

/// One end of a range: number and unit.
fn end(entries: &[KeyEntry], key: &str, range: &Place) -> Result<(f64, String, Place), Refused> {
    let refused = |place: &Place, label: String| Refused { place: place.clone(), label, help: RANGE_HELP };
    let Some(entry) = entries.iter().find(|entry| entry.key == key) else {
        return Err(refused(range, format!("`{key}` is missing")));
    };
    let (number, unit) = match &entry.node.value {
        Value::Whole(whole) => (*whole as f64, String::new()),
        Value::Number(number) => (*number, String::new()),
        Value::Text(text) => {
            split(text).ok_or_else(|| refused(&entry.node.place, "not a number with a unit".into()))?
        }
        _ => return Err(refused(&entry.node.place, "a number, with its unit if it has one, was expected".into())),
    };
    if !number.is_finite() {
        return Err(refused(&entry.node.place, "must be a finite number".into()));
    }
    Ok((number, unit, entry.node.place.clone()))
}

/// Divides `3.5e-2 mPa s` into its number and its unit.
fn split(text: &str) -> Option<(f64, String)> {
    let numeric = text.trim().find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E'));
    let longest = numeric.unwrap_or(text.trim().len());
    (1..=longest).rev().find_map(|at| {
        let (number, unit) = text.trim().split_at_checked(at)?;
        Some((number.parse::<f64>().ok()?, unit.trim().to_owned()))
    })
}

fn range(entries: &[KeyEntry], place: &Place) -> Result<Vec<Written>, Refused> {
    let refused = |place: &Place, label: &str| Refused { place: place.clone(), label: label.into(), help: RANGE_HELP };
    if let Some(odd) = entries.iter().find(|e| !matches!(e.key.as_str(), "from" | "to" | "count" | "spacing")) {
        return Err(refused(&odd.place, "not known here"));
    }
    let (from, unit, from_place) = end(entries, "from", place)?;
    let (to, unit_to, to_place) = end(entries, "to", place)?;
    if unit != unit_to {
        return Err(refused(&to_place, "must have the same unit as `from`"));
    }
    let find = |key: &str| entries.iter().find(|entry| entry.key == key);
    let count = match find("count").map(|entry| (&entry.node.value, &entry.node.place)) {
        Some((Value::Whole(count), _)) if (2..=MOST_VALUES as i64).contains(count) => *count as usize,
        Some((_, place)) => return Err(refused(place, "must be a whole number from 2 to 10000")),
        None => return Err(refused(place, "`count` is missing")),
    };
    let log = match find("spacing").map(|entry| (&entry.node.value, &entry.node.place)) {
        None => false,
        Some((Value::Text(word), _)) if word == "linear" => false,
        Some((Value::Text(word), _)) if word == "log" => true,
        Some((_, place)) => return Err(refused(place, "must be \"linear\" or \"log\"")),
    };
    if log && from <= 0.0 {
        return Err(refused(&from_place, "must be above 0 with logarithmic spacing"));
    }
    if log && to <= 0.0 {
        return Err(refused(&to_place, "must be above 0 with logarithmic spacing"));
    }
    let value = |i: usize| {
        let share = i as f64 / (count - 1) as f64;
        match i {
            0 => from,
            _ if i == count - 1 => to,
            _ if log => six_digits(from * (to / from).powf(share)),
            _ => six_digits(from + (to - from) * share),
        }
    };
    let written =
        |number: f64| if unit.is_empty() { number.to_string() } else { toml_text(&format!("{number} {unit}")) };
    Ok((0..count).map(|i| (written(value(i)), place.clone())).collect())
}

fn six_digits(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::document::Document;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let document = Document::parse(&format!("x = {text}"), "plan.toml", &[]).unwrap();
        let found = values(&document.root[0].node);
        found.map(|values| values.into_iter().map(|(text, _)| text).collect()).map_err(|refused| refused.label)
    }

    #[test]
    fn a_logarithmic_range_has_equal_ratios_and_the_ends_as_written() {
        let found = read("{ from = 5, to = 1000, count = 16, spacing = \"log\" }").unwrap();
        let numbers: Vec<f64> = found.iter().map(|text| text.parse().unwrap()).collect();
        assert_eq!((found.len(), found[0].as_str(), found[15].as_str()), (16, "5", "1000"));
        let ratio = 200.0_f64.powf(1.0 / 15.0);
        assert!(numbers.windows(2).all(|pair| (pair[1] / pair[0] / ratio - 1.0).abs() < 2e-5), "{numbers:?}");
    }

    #[test]
    fn a_linear_range_with_units_keeps_them() {
        let found = read("{ from = \"1e1 mPa s\", to = \"30mPa s\", count = 3 }").unwrap();
        assert_eq!(found, ["\"10 mPa s\"", "\"20 mPa s\"", "\"30 mPa s\""]);
        assert_eq!(read("{ from = 12, to = 24, count = 3 }").unwrap(), ["12", "18", "24"]);
    }

    #[test]
    fn lists_may_hold_numbers_texts_flags_and_lists() {
        assert_eq!(read("[1, 2.5, \"3 mm\", true, [\"1 D\"]]").unwrap(), ["1", "2.5", "\"3 mm\"", "true", "[\"1 D\"]"]);
    }

    #[test]
    fn what_is_neither_list_nor_range_is_refused_with_the_reason() {
        for (text, reason) in [
            ("[]", "empty"),
            ("5", "a list or a range"),
            ("[{ a = 1 }]", "not a value"),
            ("{ from = 1, to = 2 }", "`count` is missing"),
            ("{ from = 1, count = 2 }", "`to` is missing"),
            ("{ from = 1, to = 2, count = 1 }", "from 2"),
            ("{ from = 1, to = 2, count = 3, steps = 3 }", "not known"),
            ("{ from = \"1 mm\", to = \"2 m\", count = 3 }", "same unit"),
            ("{ from = 0, to = 2, count = 3, spacing = \"log\" }", "above 0"),
            ("{ from = 1, to = -2, count = 3, spacing = \"log\" }", "above 0"),
            ("{ from = 1, to = 2, count = 3, spacing = \"even\" }", "\"linear\" or \"log\""),
            ("{ from = \"mm\", to = 2, count = 3 }", "not a number"),
            ("{ from = 1, to = inf, count = 3 }", "finite"),
        ] {
            let found = read(text).unwrap_err();
            assert!(found.contains(reason), "{text}: {found}");
        }
    }
}
