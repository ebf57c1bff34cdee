//! Measured quantities, and why an experiment may have none.

use super::band::ReferenceComparison;
use crate::run::RunFailure;
use std::fmt::Display;
use wetbounce_physics::contact::ImpactError;
use wetbounce_physics::error::BadParameter;
use wetbounce_physics::film::FilmRunError;
use wetbounce_physics::model::Failure;
use wetbounce_physics::motion::theory::MotionError;

/// The quantities that an experiment measures, or why it measures none.
pub type Results = Result<Vec<Measured>, ExperimentFailure>;

/// A measured quantity.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// Its key, by which entries refer to it: a name, and in brackets at what, if there are several.
    pub(super) key: String,
    /// Its unit, `1` if it has none.
    pub unit: &'static str,
    /// Its value in this unit.
    pub value: f64,
    /// Its comparison, where no entry has it.
    pub(super) compared: Option<ReferenceComparison>,
}

impl Measured {
    /// A quantity with its unit.
    pub fn new(key: impl Into<String>, unit: &'static str, value: f64) -> Self {
        Self { key: key.into(), unit, value, compared: None }
    }

    /// A number without a unit.
    pub fn number(key: impl Into<String>, value: f64) -> Self {
        Self::new(key, "1", value)
    }

    /// The same quantity at these places: `key[place, place]`.
    pub fn at(self, places: &[&dyn Display]) -> Self {
        let places: Vec<String> = places.iter().map(ToString::to_string).collect();
        Self { key: format!("{}[{}]", self.key, places.join(", ")), ..self }
    }
}

/// Why an experiment has no result.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentFailure {
    /// A run that failed.
    #[error(transparent)]
    Run(#[from] RunFailure),
    /// A parameter that was refused.
    #[error(transparent)]
    Parameter(#[from] BadParameter),
    /// An elastic film that fails.
    #[error(transparent)]
    Film(#[from] FilmRunError),
    /// A dry impact that fails.
    #[error(transparent)]
    Impact(#[from] ImpactError),
    /// A motion by theory that cannot be integrated.
    #[error(transparent)]
    Motion(#[from] MotionError),
    /// A case or an override that cannot be read.
    #[error("{0}")]
    Case(String),
}

impl From<Failure> for ExperimentFailure {
    fn from(failure: Failure) -> Self {
        Self::Run(failure.into())
    }
}
