//! Cases that need no file: the shipped ones, and those that experiments write themselves.

use super::measured::ExperimentFailure;
use crate::case::{Case, CaseError};

macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        /// The shipped cases: name and text.
        pub const SHIPPED: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../../cases/", $name, ".toml")))),+];
    };
}

shipped![
    "approach-re10",
    "approach-re90",
    "back-spin",
    "drafting",
    "falling",
    "first-bounce",
    "gondret-st27",
    "gondret-st100",
    "gondret-st152",
    "gondret-st192",
    "gondret-st742",
    "held-re100",
    "inclined-wall",
    "joseph-hunt-glass",
    "joseph-hunt-steel",
    "light-sphere",
    "oscillating",
    "pair-approach",
    "pair-collision",
    "steel-in-glycerol",
    "tencate-e1",
    "tencate-e2",
    "tencate-e3",
    "tencate-e4",
];

/// A sphere of unit diameter and density 8 in a liquid of unit density and viscosity.
pub const UNIT_SPHERE: &str = r#"
sphere = { diameter = "1 m", density = "8 kg/m3", material = "steel" }
liquid = { density = "1 kg/m3", viscosity = "1 Pa s" }
wall = { material = "glass" }
release = { gap = "1 D" }
"#;

/// A sphere of unit diameter held in a stream of unit speed of a liquid of unit density.
pub const HELD: &str = r#"
sphere = { diameter = "1 m" }
liquid = { density = "1 kg/m3" }
release = { kind = "held", speed = "1 m/s" }
"#;

/// A case as text and overrides.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene<'a> {
    text: &'a str,
    name: &'a str,
    /// Overrides `table.key=value`; the last one counts.
    pub overrides: Vec<String>,
}

impl<'a> Scene<'a> {
    /// A case from its text.
    pub fn new(text: &'a str) -> Self {
        Self::named("experiment", text)
    }

    /// A case from its text, called `name`.
    pub(super) fn named(name: &'a str, text: &'a str) -> Self {
        Self { text, name, overrides: Vec::new() }
    }

    /// The shipped case of this name.
    pub fn shipped(name: &str) -> Option<Self> {
        SHIPPED.iter().find(|(shipped, _)| *shipped == name).map(|(name, text)| Self::named(name, text))
    }

    /// Sets a key.
    pub fn set(&mut self, key: &str, value: impl std::fmt::Display) {
        self.overrides.push(format!("{key}={value}"));
    }

    /// The case. A record that its text names lies beside a file that a scene does not have: only one that an override names is kept.
    ///
    /// # Errors
    /// An override that is refused.
    pub fn read(&self) -> Result<Case, CaseError> {
        let case = Case::parse(self.text, &format!("{}.toml", self.name), &self.overrides)?;
        let names_record = self.overrides.iter().any(|set| set.starts_with("measurement."));
        Ok(Case { measurement: case.measurement.filter(|_| names_record), ..case })
    }

    /// The case of an experiment whose overrides may be refused.
    ///
    /// # Errors
    /// The refusal, in words.
    pub fn checked(&self) -> Result<Case, ExperimentFailure> {
        self.read().map_err(|error| ExperimentFailure::Case(format!("{:?}", miette::Report::new(error))))
    }

    /// The case of an experiment that writes its own overrides.
    ///
    /// # Panics
    /// If the text or an override is refused.
    pub fn case(&self) -> Case {
        self.read().unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_in_the_directory_is_built_in() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases")).unwrap();
        let paths =
            folder.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "toml"));
        let mut found: Vec<String> =
            paths.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        found.sort();
        let mut built_in: Vec<String> = SHIPPED.iter().map(|(name, _)| name.to_string()).collect();
        built_in.sort();
        assert_eq!(found, built_in);
    }
}
