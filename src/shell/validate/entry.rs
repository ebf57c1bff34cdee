//! Entries: results and their references, one TOML file each under `validation/`.
//!
//! ```toml
//! title = "Drag of a sphere in a stream, Re = 100"
//! about = "the comparison in words"
//!
//! [experiment]                      # its kind, see `Kind`
//! kind = "drag"
//! reynolds = 100
//! cells_per_diameter = [16, 24, 32, 48]
//!
//! [quick]                           # keys of [experiment] that --quick replaces; skip = true leaves the entry out
//! cells_per_diameter = [16, 24]
//!
//! [[compare]]
//! quantity = "drag coefficient, D/24"
//! unit = "1"
//! reference = 1.087
//! uncertainty = "0.5 %"
//! source = "author, year"
//! accept = { relative = 0.01 }      # or absolute, at_most, at_least, between = [a, b], or "reported"
//! why = "why this band and no other"
//! full_only = false                 # true: --quick does not measure it
//! # written once for every value of a list of [experiment], or of each of several lists, the last of which changes fastest:
//! each = "cells_per_diameter"       # {} in quantity is the value, or its `name`; a list of references has one for each
//! # only where the value misses the band: its own value and band, in which it is shown as KNOWN and is no failure
//! known = { value = 1.12, band = 0.01, why = "why it misses" }
//! # explained = true in it: the reference is off, as others find too, and the value is shown as EXPLAINED
//! ```

use super::band::ReferenceComparison;
use super::experiment::{Experiment, ExperimentKind};
use serde::Deserialize;
use serde::de::Error as _;
use toml::{Table, Value};

/// An entry: an experiment and the references of its results.
#[derive(Debug)]
pub struct Entry {
    /// Its name, that of its file.
    pub name: String,
    /// Its title, in a line.
    pub title: String,
    /// The experiment and its reason, in words.
    pub about: String,
    /// The kind of the experiment.
    pub(super) subject: &'static str,
    /// Whether it has to run when no other entry runs.
    pub runs_alone: bool,
    /// The experiment.
    pub experiment: Box<dyn Experiment>,
    /// The comparisons, unless the measured quantities bring their own.
    pub compare: Vec<ReferenceComparison>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: String,
    about: String,
    experiment: Table,
    quick: Option<Table>,
    compare: Vec<Table>,
}

/// All built-in entries, and the kinds of experiments that they may ask for.
pub struct Catalogue {
    /// The kinds.
    pub kinds: &'static [ExperimentKind],
    /// Name and text of every entry, in the order in which they are run.
    pub texts: &'static [(&'static str, &'static str)],
}

impl Catalogue {
    /// All names, in the order in which they are run.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.texts.iter().map(|(name, _)| *name)
    }

    /// The file of the built-in entry `name`.
    pub fn text(&self, name: &str) -> Option<&'static str> {
        self.texts.iter().find(|(have, _)| *have == name).map(|(_, text)| *text)
    }

    /// All entries; with `quick` the quick variants of those that have one.
    pub fn all(&self, quick: bool) -> impl Iterator<Item = Entry> {
        self.names().filter_map(move |name| self.find(name, quick))
    }

    /// Reads the built-in entry `name`; with `quick` its quick variant. `None` if there is no such entry, or no quick
    /// variant of it.
    ///
    /// # Panics
    /// If the built-in file cannot be read.
    pub fn find(&self, name: &str, quick: bool) -> Option<Entry> {
        let (name, text) = self.texts.iter().find(|(have, _)| *have == name)?;
        self.read(name, text, quick).unwrap_or_else(|error| panic!("validation/{name}.toml: {error}"))
    }

    fn read(&self, name: &'static str, text: &str, quick: bool) -> Result<Option<Entry>, toml::de::Error> {
        let written: Written = toml::from_str(text)?;
        let (full, mut experiment) = (written.experiment.clone(), written.experiment);
        if let Some(mut replaced) = written.quick.filter(|_| quick) {
            if replaced.remove("skip").and_then(|skip| skip.as_bool()).unwrap_or(false) {
                return Ok(None);
            }
            experiment.extend(replaced);
        }
        let word = experiment.remove("kind");
        let kind = self.kinds.iter().find(|kind| word.as_ref().and_then(toml::Value::as_str) == Some(kind.name));
        let kind = kind.ok_or_else(|| toml::de::Error::custom(format!("there is no kind {word:?}")))?;
        let compare = written.compare.into_iter().map(|compare| comparisons(compare, &full, &experiment));
        let compare = compare.collect::<Result<Vec<_>, _>>()?.into_iter().flatten();
        Ok(Some(Entry {
            compare: compare.filter(|compare| !(quick && compare.full_only)).collect(),
            name: name.to_owned(),
            title: written.title,
            about: written.about,
            subject: kind.subject,
            runs_alone: kind.runs_alone,
            experiment: kind.read(experiment)?,
        }))
    }
}

/// The comparisons of one `[[compare]]`: one, or one for every value in the lists of `experiment` that `each` names. A list of references is in
/// the order of `full`, the experiment without the changes of `[quick]`.
fn comparisons(
    mut compare: Table,
    full: &Table,
    experiment: &Table,
) -> Result<Vec<ReferenceComparison>, toml::de::Error> {
    let Some(each) = compare.remove("each") else { return Ok(vec![compare.try_into()?]) };
    let keys = if each.is_str() { vec![each.try_into::<String>()?] } else { each.try_into()? };
    let references: Vec<f64> = match compare.get("reference") {
        Some(Value::Array(list)) => Value::Array(list.clone()).try_into()?,
        _ => Vec::new(),
    };
    compare.retain(|key, _| key != "reference" || references.is_empty());
    let one: ReferenceComparison = compare.try_into()?;
    let (mut all, mut number) = (vec![(one.quantity.clone(), Some(0))], 1);
    for key in &keys {
        let [listed, asked] = [words(full, key)?, words(experiment, key)?];
        let next = |(quantity, place): &(String, Option<usize>), word: &String| {
            let at = listed.iter().position(|have| have == word);
            (quantity.replacen("{}", word, 1), place.zip(at).map(|(place, at)| place * listed.len() + at))
        };
        all = all.iter().flat_map(|before| asked.iter().map(move |word| next(before, word))).collect();
        number *= listed.len();
    }
    if !references.is_empty() && references.len() != number {
        let why = format!("`{}` has {} references for {number} values", one.quantity, references.len());
        return Err(toml::de::Error::custom(why));
    }
    let reference = |place: Option<usize>| place.and_then(|place| references.get(place).copied()).or(one.reference);
    let of_each = |(quantity, place)| ReferenceComparison { quantity, reference: reference(place), ..one.clone() };
    Ok(all.into_iter().map(of_each).collect())
}

/// The values of a list of an experiment in words, those of tables by their `name`.
fn words(experiment: &Table, key: &str) -> Result<Vec<String>, toml::de::Error> {
    let word = |value: &Value| match value {
        Value::String(word) => Some(word.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Float(number) => Some(number.to_string()),
        Value::Table(table) => Some(table.get("name")?.as_str()?.to_owned()),
        _ => None,
    };
    let list = experiment.get(key).and_then(Value::as_array);
    let words = list.and_then(|list| list.iter().map(word).collect());
    words.ok_or_else(|| {
        toml::de::Error::custom(format!("each = \"{key}\" names no list of words, numbers or names in [experiment]"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_for_each_of_two_lists_takes_its_reference_by_place_and_quick_ones_leave_out_values() {
        let full: Table = toml::from_str("ratios = [1, 0.5]\ncases = [{ name = \"a\" }, { name = \"b\" }]").unwrap();
        let quick: Table = toml::from_str("ratios = [0.5]\ncases = [{ name = \"a\" }, { name = \"b\" }]").unwrap();
        let written = |reference: &str| -> Table {
            let rest = "unit = \"1\"\nsource = \"s\"\naccept = { relative = 0.1 }\nwhy = \"w\"";
            let text = format!("each = [\"ratios\", \"cases\"]\nquantity = \"e, {{}}, {{}}\"\n{reference}\n{rest}");
            toml::from_str(&text).unwrap()
        };
        let listed = |reference: &str, experiment: &Table| -> Vec<(String, Option<f64>)> {
            let all = comparisons(written(reference), &full, experiment).unwrap();
            all.into_iter().map(|one| (one.quantity, one.reference)).collect()
        };
        let all = [("e, 1, a", 10.0), ("e, 1, b", 11.0), ("e, 0.5, a", 20.0), ("e, 0.5, b", 21.0)];
        let all = all.map(|(quantity, reference)| (quantity.to_owned(), Some(reference)));
        let list = "reference = [10, 11, 20.0, 21]";
        assert_eq!(listed(list, &full), all);
        assert_eq!(listed(list, &quick), all[2..]);
        assert!(listed("reference = 3", &quick).iter().all(|(_, reference)| *reference == Some(3.0)));
        assert!(listed("", &full).iter().all(|(_, reference)| reference.is_none()));
        let error = comparisons(written("reference = [1, 2]"), &full, &full).unwrap_err().to_string();
        assert!(error.contains("2 references for 4 values"), "{error}");
        let error = comparisons(written(""), &Table::new(), &Table::new()).unwrap_err().to_string();
        assert!(error.contains("each = \"ratios\""), "{error}");
    }
}
