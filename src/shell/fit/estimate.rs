//! A fitted parameter: its value, its standard error, and the parts of it.

use super::parameter::Parameter;
use serde::{Deserialize, Serialize};
use wetbounce_physics::numerics::not_finite;

/// A standard error above this share of the bounds' width, or of the prior's uncertainty, says that the record tells nothing of
/// the parameter: a value spread evenly over the bounds has 0.29 of their width.
const UNTOLD: f64 = 0.25;
/// A record that leaves this share of the prior's uncertainty has told nothing.
const PRIOR_KEPT: f64 = 0.9;

/// A part of a standard error, added to the others by squares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ErrorPart {
    /// Whose error it is.
    pub of: String,
    /// The part, in the parameter's unit.
    pub error: f64,
}

/// A parameter that was fitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// Its key.
    pub key: String,
    /// The unit of the numbers; empty for pure numbers.
    pub unit: String,
    /// The value.
    pub value: f64,
    /// Its standard error; infinite (`null` in JSON, read as NaN) if no value of the record depends on the parameter.
    #[serde(with = "not_finite")]
    pub standard_error: f64,
    /// The parts of it that errors of the model have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<ErrorPart>,
    /// Lower and upper bound.
    pub bounds: [f64; 2],
    /// Warnings about it; empty if there are none.
    pub remark: String,
}

impl Estimate {
    /// The standard error without the errors of the model that are added to it.
    pub(super) fn of_record(&self) -> f64 {
        (self.standard_error * self.standard_error - self.square_of_model()).max(0.0).sqrt()
    }

    /// The square of the errors of the model that are added to it.
    pub(super) fn square_of_model(&self) -> f64 {
        self.parts.iter().map(|part| part.error * part.error).sum()
    }

    /// The estimate with its warnings.
    pub(super) fn new(parameter: &Parameter, value: f64, standard_error: f64) -> Self {
        let width = parameter.high - parameter.low;
        let unidentifiable = !standard_error.is_finite()
            || standard_error > UNTOLD * width
            || parameter.prior.is_some_and(|prior| standard_error > PRIOR_KEPT * prior.sigma);
        let remark = match () {
            () if parameter.is_bound(value) => "at its bound",
            () if unidentifiable => "the record does not tell it",
            () => "",
        };
        Self {
            key: parameter.key.clone(),
            unit: parameter.unit.clone(),
            value,
            standard_error,
            parts: Vec::new(),
            bounds: [parameter.low, parameter.high],
            remark: remark.to_owned(),
        }
    }
}
