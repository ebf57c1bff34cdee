//! Entries: what is compared with what, one TOML file each under `validation/`.
//!
//! ```toml
//! title = "Drag of a sphere in a stream, Re = 100"
//! about = "what is done, in words"
//!
//! [experiment]                      # what is done, see `Kind`
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

use super::experiment::{Experiment, Kind};
use serde::Deserialize;
use toml::Table;

/// Which values are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Accept {
    /// Within this fraction of the reference.
    Relative(f64),
    /// Within this distance of the reference, in its unit.
    Absolute(f64),
    /// Not above this value.
    AtMost(f64),
    /// Not below this value.
    AtLeast(f64),
    /// Between these values.
    Between([f64; 2]),
    /// All: the value is shown beside its reference and not judged.
    Reported,
}

impl Accept {
    /// Whether `value` is accepted; NaN never is.
    pub fn accepts(&self, value: f64, reference: Option<f64>) -> bool {
        let reference = reference.unwrap_or(f64::NAN);
        match *self {
            Self::Relative(band) => (value - reference).abs() <= band * reference.abs() * (1.0 + 1e-12),
            Self::Absolute(band) => (value - reference).abs() <= band,
            Self::AtMost(limit) => value <= limit,
            Self::AtLeast(limit) => value >= limit,
            Self::Between([low, high]) => (low..=high).contains(&value),
            Self::Reported => value.is_finite(),
        }
    }

    /// Where `value` lies in the band: 0 on the reference or in the middle, ±1 at its ends; `None` for what has no band.
    pub fn place(&self, value: f64, reference: Option<f64>) -> Option<f64> {
        let reference = reference.unwrap_or(0.0);
        let place = match *self {
            Self::Relative(_) | Self::Absolute(_) if value == reference => 0.0,
            Self::Relative(band) => (value - reference) / (band * reference.abs()),
            Self::Absolute(band) => (value - reference) / band,
            Self::AtMost(limit) => value / limit,
            Self::AtLeast(limit) => -limit / value,
            Self::Between([low, high]) => (2.0 * value - low - high) / (high - low),
            Self::Reported => return None,
        };
        place.is_finite().then_some(place)
    }

    /// The band in words.
    pub fn words(&self) -> String {
        match *self {
            Self::Relative(band) => format!("± {} %", number(100.0 * band)),
            Self::Absolute(band) => format!("± {}", number(band)),
            Self::AtMost(limit) => format!("≤ {}", number(limit)),
            Self::AtLeast(limit) => format!("≥ {}", number(limit)),
            Self::Between([low, high]) => format!("{} to {}", number(low), number(high)),
            Self::Reported => "reported".into(),
        }
    }
}

/// Five significant digits without trailing zeros.
pub(crate) fn number(value: f64) -> String {
    if value != 0.0 && !(1e-3..1e5).contains(&value.abs()) {
        return format!("{value:.2e}");
    }
    let rounded: f64 = format!("{value:.4e}").parse().unwrap_or(value);
    rounded.to_string()
}

/// A miss that is known: a value that drifts away from it is a miss like any other.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The value found, in the unit of the quantity.
    pub value: f64,
    /// How far it may drift, in the same unit.
    pub band: f64,
    /// Why it misses.
    pub why: String,
}

impl Known {
    /// Whether `value` is the one that is known.
    pub fn holds(&self, value: f64) -> bool {
        (value - self.value).abs() <= self.band
    }
}

/// One quantity compared with its reference.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// The quantity, by the name that the experiment gives it.
    pub quantity: String,
    /// Its unit.
    pub unit: String,
    /// The value to compare with, in this unit.
    pub reference: Option<f64>,
    /// How well the reference is known.
    pub uncertainty: Option<String>,
    /// Where it is from.
    pub source: String,
    /// Which values are accepted.
    pub accept: Accept,
    /// Why this band.
    pub why: String,
    /// Whether `--quick` leaves it out.
    #[serde(default)]
    pub full_only: bool,
    /// Where the value is known to lie outside of its band, and why; the README lists it.
    pub known: Option<Known>,
}

/// An entry: an experiment and what its results are compared with.
#[derive(Debug)]
pub struct Entry {
    /// Its name, that of its file.
    pub name: &'static str,
    /// What it is, in a line.
    pub title: String,
    /// What is done and why, in words.
    pub about: String,
    /// The kind of what is done.
    pub subject: &'static str,
    /// Whether it has to run when no other entry runs.
    pub runs_alone: bool,
    /// What is done.
    pub experiment: Box<dyn Experiment>,
    /// What is compared.
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
            name,
            title: written.title,
            about: written.about,
            subject: kind.subject,
            runs_alone: kind.runs_alone,
            experiment: kind.read(experiment)?,
            compare: written.compare.into_iter().filter(|compare| !(quick && compare.full_only)).collect(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_ends_at_one_on_either_side() {
        let place = |accept: Accept, value| accept.place(value, Some(2.0)).unwrap();
        assert!((place(Accept::Relative(0.1), 1.8) + 1.0).abs() < 1e-12);
        assert_eq!((place(Accept::Absolute(0.5), 2.5), place(Accept::AtMost(4.0), 1.0)), (1.0, 0.25));
        assert_eq!((place(Accept::AtLeast(3.0), 3.0), place(Accept::Between([0.0, 4.0]), 4.0)), (-1.0, 1.0));
        assert_eq!((Accept::Reported.place(1.0, None), place(Accept::Absolute(0.0), 2.0)), (None, 0.0));
    }

    #[test]
    fn a_known_miss_that_drifts_is_no_longer_known() {
        let known = Known { value: 2.217, band: 0.05, why: String::new() };
        assert!(known.holds(2.217) && known.holds(2.18) && !known.holds(2.1) && !known.holds(f64::NAN));
    }

    #[test]
    fn bands_accept_their_ends_and_no_nan() {
        assert!(Accept::Relative(0.01).accepts(-1.01, Some(-1.0)));
        assert!(!Accept::Relative(0.01).accepts(1.0101, Some(1.0)));
        assert!(!Accept::Relative(0.01).accepts(1.0, None));
        assert!(Accept::Absolute(0.05).accepts(0.85, Some(0.8 + 1e-9)));
        assert!(Accept::AtMost(1e-10).accepts(1e-10, None) && !Accept::AtMost(1e-10).accepts(f64::NAN, None));
        assert!(Accept::Between([0.43, 0.48]).accepts(0.45, None) && !Accept::Between([0.43, 0.48]).accepts(0.5, None));
        assert!(!Accept::Reported.accepts(f64::NAN, None));
    }
}
