//! Entries: results and their references, one TOML file each under `validation/`.
//!
//! ```toml
//! title = "Drag of a sphere in a stream, Re = 100"
//! about = "the comparison in words"
//! long = false                      # true: it takes longer than most, and begins before them
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
//! key = "drag[24]"                  # the quantity that the experiment measures
//! quantity = "drag coefficient, D/24"
//! unit = "1"
//! reference = 1.087
//! uncertainty = "0.5 %"
//! source = "author, year"
//! accept = { relative = 0.01 }      # or absolute, at_most, at_least, between = [a, b], or "reported"
//! why = "why this band and no other"
//! full_only = false                 # true: --quick does not measure it
//! # written once for every value of a list of [experiment], or of each of several lists, the last of which changes fastest:
//! each = "cells_per_diameter"       # {} in key and quantity is the value, or its `name`; references have one for each
//! # only where the value misses the band: its own value and band, in which it is shown as KNOWN and is no failure
//! known = { value = 1.12, band = 0.01, why = "why it misses" }
//! # explained = true in it: the reference is off, as others find too, and the value is shown as EXPLAINED
//! # a reference that is given away is stated once; a comparison takes its value from there, {KEY} being the value of a list of `each`:
//! # reference = { of = "approach-wall", quantity = "force_over_stokes", at = { gap_over_d = "{gaps}" } }
//!
//! [reference]                       # the reference that this entry gives away, see `crate::reference::Statement`
//! ```

use super::band::ReferenceComparison;
use super::experiment::{Experiment, ExperimentKind};
use crate::reference::{Coordinate, Formula, Reference, Statement, Value as ReferenceValue};
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
    /// Whether it takes longer than most.
    pub long: bool,
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
    #[serde(default)]
    long: bool,
    experiment: Table,
    quick: Option<Table>,
    reference: Option<Statement>,
    compare: Vec<Table>,
}

/// A value of a comparison that a reference has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lookup {
    /// The name of the reference [default: that of this entry].
    of: Option<String>,
    quantity: String,
    /// Axes and coordinates.
    at: Table,
}

/// All built-in entries, and the kinds of experiments that they may ask for.
pub struct Catalogue {
    /// The kinds.
    pub kinds: &'static [ExperimentKind],
    /// Name and text of every entry, in the order of names.
    pub texts: &'static [(&'static str, &'static str)],
    /// The exact solutions of references.
    pub formulas: &'static [Formula],
    /// Name and text (CSV) of the tables of references.
    pub tables: &'static [(&'static str, &'static str)],
}

impl Catalogue {
    /// All names, in their order.
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

    /// All references, exact ones first.
    ///
    /// # Panics
    /// If a built-in file cannot be read.
    pub fn references(&self) -> Vec<Reference> {
        let mut stated: Vec<Reference> = self.texts.iter().filter_map(|(name, text)| self.stated(name, text)).collect();
        stated.sort_by_key(|reference| reference.statement.basis);
        for reference in &mut stated {
            let of = format!("of = \"{}\"", reference.name());
            let users = self.texts.iter().filter(|(name, text)| text.contains(&of) && reference.entries[0] != *name);
            let users: Vec<String> = users.map(|(name, _)| (*name).to_owned()).collect();
            reference.entries.extend(users);
        }
        stated
    }

    /// The reference `name`.
    ///
    /// # Panics
    /// If a built-in file cannot be read.
    pub fn reference(&self, name: &str) -> Option<Reference> {
        self.references().into_iter().find(|reference| reference.name() == name)
    }

    /// The reference that an entry states.
    fn stated(&self, name: &str, text: &str) -> Option<Reference> {
        let refused = |error: String| -> ! { panic!("validation/{name}.toml: {error}") };
        if !text.contains("\n[reference]\n") {
            return None;
        }
        let written: Written = toml::from_str(text).unwrap_or_else(|error| refused(error.to_string()));
        let reference = Reference::of(written.reference?, name, self.formulas, self.tables);
        Some(reference.unwrap_or_else(|error| refused(error)))
    }

    /// The value that a comparison asks a reference for, `{KEY}` in it being the words of lists.
    fn looked_up(
        &self,
        lookup: &Lookup,
        own: Option<&str>,
        words: &[(String, String)],
    ) -> Result<ReferenceValue, String> {
        let of = lookup.of.as_deref().or(own).ok_or("a value of a reference needs `of`")?;
        let named = format!("name = \"{of}\"");
        let mut stating = self.texts.iter().filter(|(_, text)| text.contains(&named));
        let reference = stating.find_map(|(name, text)| self.stated(name, text).filter(|stated| stated.name() == of));
        let reference = reference.ok_or_else(|| format!("there is no reference `{of}`"))?;
        let coordinate = |value: &Value| match value {
            Value::Float(number) => Ok(Coordinate::Number(*number)),
            Value::Integer(number) => Ok(Coordinate::Number(*number as f64)),
            Value::String(word) => {
                let word = words.iter().fold(word.clone(), |word, (key, is)| word.replace(&format!("{{{key}}}"), is));
                Ok(word.parse().map_or(Coordinate::Word(word), Coordinate::Number))
            }
            other => Err(format!("a coordinate is a number or a word, not {other}")),
        };
        let at = lookup.at.iter().map(|(axis, value)| Ok((axis.as_str(), coordinate(value)?)));
        let at = at.collect::<Result<Vec<_>, String>>()?;
        reference.value(&lookup.quantity, &at).map_err(|error| error.to_string())
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
        let own = written.reference.map(|statement| statement.name);
        let look_up = |lookup: &Lookup, words: &[(String, String)]| self.looked_up(lookup, own.as_deref(), words);
        let compare = written.compare.into_iter().map(|compare| comparisons(compare, &full, &experiment, &look_up));
        let compare = compare.collect::<Result<Vec<_>, _>>()?.into_iter().flatten();
        Ok(Some(Entry {
            compare: compare.filter(|compare| !(quick && compare.full_only)).collect(),
            name: name.to_owned(),
            title: written.title,
            about: written.about,
            long: written.long,
            subject: kind.subject,
            runs_alone: kind.runs_alone,
            experiment: kind.read(experiment)?,
        }))
    }
}

/// The words of lists that a comparison is written for: key and word.
type Chosen = Vec<(String, String)>;
/// Asks a reference for a value.
type LookUp<'l> = dyn Fn(&Lookup, &[(String, String)]) -> Result<ReferenceValue, String> + 'l;

/// The comparisons of one `[[compare]]`: one, or one for every value in the lists of `experiment` that `each` names. A
/// list of references is in the order of `full`, the experiment without the changes of `[quick]`; a table asks a
/// reference by `look_up`.
fn comparisons(
    mut compare: Table,
    full: &Table,
    experiment: &Table,
    look_up: &LookUp<'_>,
) -> Result<Vec<ReferenceComparison>, toml::de::Error> {
    let keys: Vec<String> = match compare.remove("each") {
        Some(Value::String(key)) => vec![key],
        Some(keys) => keys.try_into()?,
        None => Vec::new(),
    };
    let references: Vec<f64> = match compare.get("reference") {
        Some(Value::Array(list)) => Value::Array(list.clone()).try_into()?,
        _ => Vec::new(),
    };
    let lookup: Option<Lookup> = match compare.get("reference") {
        Some(Value::Table(table)) => Some(table.clone().try_into()?),
        _ => None,
    };
    compare.retain(|key, _| key != "reference" || (references.is_empty() && lookup.is_none()));
    let one: ReferenceComparison = compare.try_into()?;
    let (mut all, mut number) = (vec![([one.key.clone(), one.quantity.clone()], Some(0), Vec::new())], 1);
    for key in &keys {
        let [listed, asked] = [words(full, key)?, words(experiment, key)?];
        let next = |(texts, place, chosen): &([String; 2], Option<usize>, Chosen), word: &String| {
            let at = listed.iter().position(|have| have == word);
            let chosen = [&chosen[..], &[(key.clone(), word.clone())]].concat();
            let texts = texts.each_ref().map(|text| text.replacen("{}", word, 1));
            (texts, place.zip(at).map(|(place, at)| place * listed.len() + at), chosen)
        };
        all = all.iter().flat_map(|before| asked.iter().map(move |word| next(before, word))).collect();
        number *= listed.len();
    }
    if !references.is_empty() && references.len() != number {
        let why = format!("`{}` has {} references for {number} values", one.quantity, references.len());
        return Err(toml::de::Error::custom(why));
    }
    let of_each = |([key, quantity], place, chosen): ([String; 2], Option<usize>, Chosen)| {
        let found = lookup.as_ref().map(|lookup| look_up(lookup, &chosen)).transpose();
        let found = found.map_err(|why| toml::de::Error::custom(format!("`{quantity}`: {why}")))?;
        let listed = place.and_then(|place| references.get(place).copied());
        let uncertainty = one.uncertainty.clone().or(found.map(|found| format!("± {:.1e}", found.uncertainty)));
        let reference = found.map(|found| found.value).or(listed).or(one.reference);
        Ok(ReferenceComparison { key, quantity, reference, uncertainty, ..one.clone() })
    };
    all.into_iter().map(of_each).collect()
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
            let text = format!(
                "each = [\"ratios\", \"cases\"]\nkey = \"e[{{}}, {{}}]\"\nquantity = \"e, {{}}, {{}}\"\n{reference}\n{rest}"
            );
            toml::from_str(&text).unwrap()
        };
        let listed = |reference: &str, experiment: &Table| -> Vec<(String, Option<f64>)> {
            let all = comparisons(written(reference), &full, experiment, &|_, _| Err(String::new())).unwrap();
            all.into_iter().map(|one| (one.quantity, one.reference)).collect()
        };
        let all = [("e, 1, a", 10.0), ("e, 1, b", 11.0), ("e, 0.5, a", 20.0), ("e, 0.5, b", 21.0)];
        let all = all.map(|(quantity, reference)| (quantity.to_owned(), Some(reference)));
        let list = "reference = [10, 11, 20.0, 21]";
        assert_eq!(listed(list, &full), all);
        assert_eq!(listed(list, &quick), all[2..]);
        assert!(listed("reference = 3", &quick).iter().all(|(_, reference)| *reference == Some(3.0)));
        assert!(listed("", &full).iter().all(|(_, reference)| reference.is_none()));
        let error = comparisons(written("reference = [1, 2]"), &full, &full, &|_, _| Err(String::new()))
            .unwrap_err()
            .to_string();
        assert!(error.contains("2 references for 4 values"), "{error}");
        let error =
            comparisons(written(""), &Table::new(), &Table::new(), &|_, _| Err(String::new())).unwrap_err().to_string();
        assert!(error.contains("each = \"ratios\""), "{error}");
    }
}
