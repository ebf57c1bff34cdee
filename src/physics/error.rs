//! Errors shared by all rooms.

/// A parameter that a law or a solver does not accept. The case reader turns it into a report that
/// underlines the key in the user's file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{key} = {value}: {allowed}")]
pub struct BadParameter {
    /// Name of the parameter, as the user writes it (the key inside its table, for example `restitution`).
    pub key: &'static str,
    /// The value met, as text.
    pub value: String,
    /// Values that are allowed.
    pub allowed: String,
}

impl BadParameter {
    /// Builds the error from the key, the offending value and a sentence on allowed values.
    pub fn new(key: &'static str, value: impl std::fmt::Display, allowed: impl Into<String>) -> Self {
        Self { key, value: value.to_string(), allowed: allowed.into() }
    }
}

/// Refuses all but positive finite numbers.
pub fn positive(key: &'static str, value: f64) -> Result<(), BadParameter> {
    if value > 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(BadParameter::new(key, value, "must be positive and finite"))
    }
}

/// Refuses all but finite numbers of at least zero.
pub fn not_negative(key: &'static str, value: f64) -> Result<(), BadParameter> {
    if value >= 0.0 && value.is_finite() {
        Ok(())
    } else {
        Err(BadParameter::new(key, value, "must be zero or positive, and finite"))
    }
}
