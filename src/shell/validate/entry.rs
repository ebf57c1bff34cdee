//! Entries: what is compared with what, one TOML file each under `validation/`, all built in.
//!
//! ```toml
//! title = "Drag of a sphere in a stream, Re = 100"
//! about = "what is done, in words"
//!
//! [experiment]                      # what is done, see `Experiment`
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
//! known = "why it misses"           # only where it does: shown as KNOWN, and no failure
//! ```

use super::experiment::Experiment;
use serde::Deserialize;
use toml::Table;

macro_rules! entries {
    ($($name:literal),+ $(,)?) => {
        const TEXTS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../../validation/", $name, ".toml")))),+];
    };
}

entries![
    "gondret-refinement",
    "film-hand-over",
    "film-hand-over-cutoff",
    "independence-smallest-gap",
    "independence-cells",
    "independence-growth",
    "independence-vessel",
    "independence-start",
    "independence-release",
    "oblique-independence",
    "energy-water",
    "gondret-step",
    "gondret-st152-ehd",
    "gondret-st152-blended",
    "gondret-st152-theory",
    "tencate-e1-refinement",
    "tencate-e4-refinement",
    "gondret-st742",
    "gondret-st192",
    "gondret-st152",
    "gondret-st100",
    "gondret-st27",
    "tencate-e1",
    "tencate-e2",
    "tencate-e3",
    "tencate-e4",
    "tencate-e4-blended",
    "tencate-e4-theory",
    "mordant-pinton",
    "drag-re1",
    "drag-re20",
    "drag-re40",
    "drag-re100",
    "drag-re200",
    "added-mass",
    "held-or-moving",
    "basset",
    "oscillating-stokes",
    "oscillating-re40",
    "manufactured",
    "manufactured-modes",
    "stokes-approach",
    "wall-parallel",
    "wake-re250",
    "wake-re300",
    "wake-re100",
    "wake-onset",
    "free-fall-144",
    "free-fall-178",
    "free-fall-190",
    "free-fall-250",
    "stokes-tube",
    "conservation",
    "dry-bounce",
    "dry-impact",
    "luding-impact",
    "oblique-impact",
    "oblique-dry-limit",
    "oblique-normal",
    "oblique-angles",
    "wall-force",
    "film-limits",
    "film-table",
    "film-orders",
    "theory-drop",
    "closed-forms",
    "density-ratio",
    "determinism",
    "restitution-curve",
    "restitution-blended",
    "cost-theory",
    "cost-contact",
    "cost-bounce",
];

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
    /// Why the value is known to miss its band; the README lists it.
    pub known: Option<String>,
}

/// An entry: an experiment and what its results are compared with.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its name, that of its file.
    pub name: &'static str,
    /// What it is, in a line.
    pub title: String,
    /// What is done and why, in words.
    pub about: String,
    /// What is done.
    pub experiment: Experiment,
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

impl Entry {
    /// All names, in the order in which they are run.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TEXTS.iter().map(|(name, _)| *name)
    }

    /// The file of the built-in entry `name`.
    pub fn text(name: &str) -> Option<&'static str> {
        TEXTS.iter().find(|(have, _)| *have == name).map(|(_, text)| *text)
    }

    /// Reads the built-in entry `name`; with `quick` its quick variant. `None` if there is no such entry, or no quick
    /// variant of it.
    ///
    /// # Panics
    /// If the built-in file cannot be read.
    pub fn find(name: &str, quick: bool) -> Option<Self> {
        let (name, text) = TEXTS.iter().find(|(have, _)| *have == name)?;
        Self::read(name, text, quick).unwrap_or_else(|error| panic!("validation/{name}.toml: {error}"))
    }

    fn read(name: &'static str, text: &str, quick: bool) -> Result<Option<Self>, toml::de::Error> {
        let written: Written = toml::from_str(text)?;
        let mut experiment = written.experiment;
        if let Some(mut replaced) = written.quick.filter(|_| quick) {
            if replaced.remove("skip").and_then(|skip| skip.as_bool()).unwrap_or(false) {
                return Ok(None);
            }
            experiment.extend(replaced);
        }
        Ok(Some(Self {
            name,
            title: written.title,
            about: written.about,
            experiment: experiment.try_into()?,
            compare: written.compare.into_iter().filter(|compare| !(quick && compare.full_only)).collect(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_in_the_directory_is_built_in_and_reads() {
        let mut names: Vec<String> = Entry::names().map(String::from).collect();
        names.sort();
        assert_eq!(crate::validate::scene::names_in("validation"), names);
        for name in Entry::names() {
            let entry = Entry::find(name, false).expect("every entry has a full variant");
            assert!(!entry.compare.is_empty() && !entry.title.is_empty() && !entry.about.is_empty(), "{name}");
            Entry::find(name, true);
        }
    }

    #[test]
    fn every_comparison_states_its_source_and_the_reason_of_its_band() {
        for entry in Entry::names().filter_map(|name| Entry::find(name, false)) {
            for compare in &entry.compare {
                assert!(!compare.source.is_empty() && !compare.why.is_empty(), "{}: {compare:?}", entry.name);
                let relative = matches!(compare.accept, Accept::Relative(_) | Accept::Absolute(_));
                assert!(!relative || compare.reference.is_some(), "{}: {compare:?}", entry.name);
            }
        }
    }

    #[test]
    fn the_readme_names_every_comparison_that_is_known_to_miss() {
        let readme = include_str!("../../../README.md");
        for entry in Entry::names().filter_map(|name| Entry::find(name, false)) {
            let known = entry.compare.iter().filter(|compare| compare.known.is_some()).count();
            assert!(known == 0 || readme.contains(&format!("`{}`", entry.name)), "{}", entry.name);
        }
    }

    #[test]
    fn a_band_ends_at_one_on_either_side() {
        let place = |accept: Accept, value| accept.place(value, Some(2.0)).unwrap();
        assert!((place(Accept::Relative(0.1), 1.8) + 1.0).abs() < 1e-12);
        assert_eq!((place(Accept::Absolute(0.5), 2.5), place(Accept::AtMost(4.0), 1.0)), (1.0, 0.25));
        assert_eq!((place(Accept::AtLeast(3.0), 3.0), place(Accept::Between([0.0, 4.0]), 4.0)), (-1.0, 1.0));
        assert_eq!((Accept::Reported.place(1.0, None), place(Accept::Absolute(0.0), 2.0)), (None, 0.0));
    }

    #[test]
    fn no_comparison_is_listed_twice() {
        for entry in Entry::names().filter_map(|name| Entry::find(name, false)) {
            for (k, compare) in entry.compare.iter().enumerate() {
                assert!(!entry.compare[..k].contains(compare), "{}: {}", entry.name, compare.quantity);
            }
        }
    }

    #[test]
    fn what_is_judged_by_the_clock_runs_alone_and_not_with_quick() {
        let by_clock = |entry: &Entry| {
            let quantities = entry.compare.iter().map(|compare| compare.quantity.as_str());
            quantities.filter(|name| name.starts_with("wall time") || name.starts_with("steps per second")).count() > 0
        };
        let timed: Vec<Entry> = Entry::names().filter_map(|name| Entry::find(name, false)).filter(by_clock).collect();
        assert!(timed.len() >= 4 && timed.iter().all(|entry| entry.experiment.runs_alone()));
        assert!(!timed.iter().filter_map(|entry| Entry::find(entry.name, true)).any(|entry| by_clock(&entry)));
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
