//! Cases that experiments write themselves.

use crate::case::Case;

/// A case as text and overrides: a shipped one, or one of the set-ups below.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    text: &'static str,
    name: &'static str,
    /// Overrides `table.key=value`; the last one counts.
    pub overrides: Vec<String>,
}

/// A sphere of unit diameter and density 8 in a liquid of unit density and viscosity.
pub const UNIT_SPHERE: &str = r#"
sphere = { diameter = "1 m", density = 8, material = "steel" }
liquid = { density = 1, viscosity = 1 }
wall = { material = "glass" }
release = { gap = "1 D" }
"#;

impl Scene {
    /// A set-up of this module.
    pub fn new(text: &'static str) -> Self {
        Self { text, name: "experiment.toml", overrides: Vec::new() }
    }

    /// Sets a key.
    pub fn set(&mut self, key: &str, value: impl std::fmt::Display) {
        self.overrides.push(format!("{key}={value}"));
    }

    /// The case.
    ///
    /// # Panics
    /// If an override is refused: experiments write their own.
    pub fn case(&self) -> Case {
        Case::parse(self.text, self.name, &self.overrides).unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
    }
}
