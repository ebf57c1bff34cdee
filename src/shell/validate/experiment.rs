//! Experiments: the doing of an entry, read from the table `[experiment]` by its `kind`.

use super::measured::Results;
use crate::case::Case;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::path::Path;
use toml::Table;

/// Something that can be measured, with its parameters.
pub trait Experiment: Debug + Send + Sync {
    /// Measures it. Cases leave their files in `directory`.
    ///
    /// # Errors
    /// A run that fails or a parameter that is refused.
    fn measure(&self, directory: &Path) -> Results;

    /// The case that it runs into `directory`, if that is all it does.
    fn whole_case(&self) -> Option<Case> {
        None
    }
}

/// An experiment without parameters.
#[derive(Debug)]
struct Fixed(fn() -> Results);

impl Experiment for Fixed {
    fn measure(&self, _: &Path) -> Results {
        self.0()
    }
}

/// How the parameters of an experiment are read.
enum Parameters {
    None(fn() -> Results),
    Read(fn(Table) -> Result<Box<dyn Experiment>, toml::de::Error>),
}

/// A kind of experiment.
pub struct ExperimentKind {
    /// The word in `kind`.
    pub name: &'static str,
    /// Its subject, for the sections of the report.
    pub(super) subject: &'static str,
    /// Whether it measures times, which other experiments at the same time would spoil, or takes every core itself.
    pub(super) runs_alone: bool,
    parameters: Parameters,
}

impl ExperimentKind {
    /// A kind whose parameters are those of `E`.
    pub const fn of<E: Experiment + DeserializeOwned + 'static>(name: &'static str, subject: &'static str) -> Self {
        let read = |table: Table| Ok(Box::new(table.try_into::<E>()?) as Box<dyn Experiment>);
        Self { name, subject, runs_alone: false, parameters: Parameters::Read(read) }
    }

    /// A kind without parameters.
    pub const fn fixed(name: &'static str, subject: &'static str, measure: fn() -> Results) -> Self {
        Self { name, subject, runs_alone: false, parameters: Parameters::None(measure) }
    }

    /// The same, run when no other experiment runs.
    pub const fn alone(self) -> Self {
        Self { runs_alone: true, ..self }
    }

    /// The experiment of a table without its key `kind`.
    ///
    /// # Errors
    /// A parameter that is missing, unknown or of another type.
    pub fn read(&self, table: Table) -> Result<Box<dyn Experiment>, toml::de::Error> {
        match self.parameters {
            Parameters::Read(read) => read(table),
            Parameters::None(measure) => match table.keys().next() {
                None => Ok(Box::new(Fixed(measure))),
                Some(key) => Err(serde::de::Error::custom(format!("`{}` has no key `{key}`", self.name))),
            },
        }
    }
}
