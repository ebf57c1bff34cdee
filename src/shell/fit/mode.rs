//! Errors of the model: each moves all residuals of the record together.

use serde::{Deserialize, Serialize};

/// Whose error a mode is, in words: the grid's.
pub const GRIDS: &str = "the grid's";
/// The film's.
pub(super) const FILMS: &str = "the film's";
/// Theory's.
pub(super) const THEORYS: &str = "theory's";

/// An error of the model: a correlated mode of the covariance of the residuals, or one that is not in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ErrorMode {
    /// Whose error it is, such as `the grid's`.
    pub of: String,
    /// Where it comes from; where the errors of the fit do not have it, why.
    pub from: String,
    /// Its root mean square in uncertainties of the record; `None` where the errors of the fit do not have it.
    pub rms: Option<f64>,
    /// Standard error of each residual of the record, over its own uncertainty; one error for all together.
    #[serde(skip)]
    pub(super) residuals: Vec<f64>,
}

impl ErrorMode {
    /// One that moves the residuals of the record by these, in their uncertainties.
    pub fn new(of: &str, from: impl Into<String>, residuals: Vec<f64>) -> Self {
        let square: f64 = residuals.iter().map(|one| one * one).sum();
        let rms = Some((square / residuals.len().max(1) as f64).sqrt());
        Self { of: of.to_owned(), from: from.into(), rms, residuals }
    }

    /// One that the errors of the fit do not have, and why.
    pub(super) fn left_out(of: &str, why: impl Into<String>) -> Self {
        Self { of: of.to_owned(), from: why.into(), rms: None, residuals: Vec::new() }
    }

    /// It in a line.
    pub(super) fn in_words(&self) -> String {
        let Self { of, from, rms, .. } = self;
        match rms {
            Some(rms) => format!("errors include {of}, {rms:.2} uncertainties (rms): {from}\n"),
            None => format!("errors do not include {of}: {from}\n"),
        }
    }
}
