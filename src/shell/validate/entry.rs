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
//! # only where the value misses the band: its own value and band, in which it is shown as KNOWN and is no failure
//! known = { value = 1.12, band = 0.01, why = "why it misses" }
//! ```

use super::band::Comparison;
use super::experiment::{Experiment, Kind};
use serde::Deserialize;
use toml::Table;

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
    pub subject: &'static str,
    /// Whether it has to run when no other entry runs.
    pub runs_alone: bool,
    /// The experiment.
    pub experiment: Box<dyn Experiment>,
    /// The comparisons, unless the measured quantities bring their own.
    pub compare: Vec<Comparison>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: String,
    about: String,
    experiment: Table,
    quick: Option<Table>,
    compare: Vec<Comparison>,
}

/// All built-in entries, and the kinds of experiments that they may ask for.
pub struct Catalogue {
    /// The kinds.
    pub kinds: &'static [Kind],
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
        let mut experiment = written.experiment;
        if let Some(mut replaced) = written.quick.filter(|_| quick) {
            if replaced.remove("skip").and_then(|skip| skip.as_bool()).unwrap_or(false) {
                return Ok(None);
            }
            experiment.extend(replaced);
        }
        let word = experiment.remove("kind");
        let kind = self.kinds.iter().find(|kind| word.as_ref().and_then(toml::Value::as_str) == Some(kind.name));
        let kind = kind.ok_or_else(|| serde::de::Error::custom(format!("there is no kind {word:?}")))?;
        Ok(Some(Entry {
            name: name.to_owned(),
            title: written.title,
            about: written.about,
            subject: kind.subject,
            runs_alone: kind.runs_alone,
            experiment: kind.read(experiment)?,
            compare: written.compare.into_iter().filter(|compare| !(quick && compare.full_only)).collect(),
        }))
    }
}
