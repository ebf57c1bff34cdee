//! Cases that need no file: the shipped ones, and those that experiments write themselves.

use super::measured::ExperimentFailure;
use crate::case::{Case, CaseError};

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

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
    fn every_shipped_case_is_built_in() {
        let names: Vec<&str> = SHIPPED.iter().map(|(name, _)| *name).collect();
        assert!(names.is_sorted() && names.contains(&"first-bounce") && names.len() > 20, "{names:?}");
    }
}
