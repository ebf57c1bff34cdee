//! Errors of the model: each moves all residuals of the record together.

use serde::{Deserialize, Serialize};

/// An error of the model: a correlated mode of the covariance of the residuals.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorMode {
    /// Whose error it is, such as `the grid's`.
    pub of: String,
    /// Where it comes from.
    pub from: String,
    /// Standard error of each residual of the record, over its own uncertainty; one error for all together.
    pub residuals: Vec<f64>,
}

/// What the errors of a fit have of an error of the model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelError {
    /// Whose error it is.
    pub of: String,
    /// Where it comes from; where the errors do not have it, why.
    pub from: String,
    /// Its root mean square in uncertainties of the record; `None` where the errors do not have it.
    pub rms: Option<f64>,
}

impl ErrorMode {
    /// The mode among the errors that a fit has.
    pub(super) fn told(&self) -> ModelError {
        let square = self.residuals.iter().map(|one| one * one).sum::<f64>();
        let rms = (square / self.residuals.len().max(1) as f64).sqrt();
        ModelError { of: self.of.clone(), from: self.from.clone(), rms: Some(rms) }
    }
}

impl ModelError {
    /// An error that those of the fit do not have, and why.
    pub(super) fn left_out(of: &str, why: impl Into<String>) -> Self {
        Self { of: of.to_owned(), from: why.into(), rms: None }
    }

    /// It in a line.
    pub(super) fn in_words(&self) -> String {
        let Self { of, from, rms } = self;
        match rms {
            Some(rms) => format!("errors include {of}, {rms:.2} uncertainties (rms): {from}\n"),
            None => format!("errors do not include {of}: {from}\n"),
        }
    }
}
