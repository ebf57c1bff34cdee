//! The values of a resolved case by key, as numbers.

use serde_json::{Map, Value};
use wetbounce_physics::quantity::Quantity;

/// Keys whose texts are the user's own, whatever they look like.
const TEXTS: [&str; 7] =
    ["name", "title", "reference", "output.directory", "measurement.name", "measurement.file", "measurement.source"];

/// The keys of a resolved case, `table.key`, with their values: a quantity is a number in SI units (an angle in
/// degrees, a length in diameters a multiple of D), or a list of such numbers; other values are as they are written.
pub fn values(resolved: &str) -> Map<String, Value> {
    let mut all = Map::new();
    collect("", resolved.parse().unwrap_or_default(), &mut all);
    all
}

fn collect(prefix: &str, table: toml::Table, into: &mut Map<String, Value>) {
    for (key, value) in table {
        let path = format!("{prefix}{key}");
        match value {
            toml::Value::Table(inner) => collect(&format!("{path}."), inner, into),
            value => {
                let is_text = TEXTS.contains(&path.as_str()) || path.starts_with("fit.");
                into.insert(path, if is_text { plain(value) } else { number(value) });
            }
        }
    }
}

fn plain(value: toml::Value) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn number(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => in_si(&text).map_or(Value::String(text), Value::from),
        toml::Value::Array(items) => items.into_iter().map(number).collect(),
        value => plain(value),
    }
}

/// The number of a quantity: a text with a unit.
fn in_si(text: &str) -> Option<f64> {
    text.contains(' ').then(|| Quantity::parse(text).ok()).flatten().map(|quantity| quantity.value)
}
