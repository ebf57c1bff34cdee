//! Errors shared by all rooms.

/// A parameter outside of what a law or a solver accepts. The case reader turns it into a report that
/// underlines the key in the user's file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{key} = {value}: {allowed}")]
pub struct BadParameter {
    /// Name of the parameter, as the user writes it (the key inside its table, for example `restitution`).
    pub key: &'static str,
    /// The value met, as text.
    pub value: String,
    /// What is allowed instead.
    pub allowed: String,
}

impl BadParameter {
    /// Builds the error from the key, the offending value and a sentence saying what is allowed.
    pub fn new(key: &'static str, value: impl std::fmt::Display, allowed: impl Into<String>) -> Self {
        Self { key, value: value.to_string(), allowed: allowed.into() }
    }
}

/// Refuses what is not a positive finite number.
pub fn positive(key: &'static str, value: f64) -> Result<(), BadParameter> {
    if value > 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(BadParameter::new(key, value, "must be positive and finite"))
    }
}

/// Refuses what is not a finite number of at least zero.
pub fn not_negative(key: &'static str, value: f64) -> Result<(), BadParameter> {
    if value >= 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(BadParameter::new(key, value, "must be zero or positive, and finite"))
    }
}
