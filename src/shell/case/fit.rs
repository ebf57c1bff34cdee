//! `[fit]`: which parameters are fitted to the measurement.

use super::document::Value;
use super::section::Section;
use serde::Serialize;

/// What a fit varies and what it knows; each text is read by `wetbounce fit`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Fit {
    /// Parameters: `KEY` or `KEY = LOW .. HIGH`. Default: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub vary: Vec<String>,
    /// What is known of them: `KEY = VALUE ± SIGMA`. Default: nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prior: Vec<String>,
}

impl Fit {
    /// Whether there is nothing to fit.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn read(section: Section<'_>) -> Self {
        let texts = |key: &'static str, advice: &str| {
            let text = |value: &Value| match value {
                Value::Text(text) => Ok(text.clone()),
                _ => Err("texts in quotes were expected".to_owned()),
            };
            section.list(key, advice, text).or_default()
        };
        let fit = Self {
            vary: texts("vary", "write a list such as [\"contact.restitution = 0.9 .. 1\"]"),
            prior: texts("prior", "write a list such as [\"contact.restitution = 0.97 ± 0.02\"]"),
        };
        section.finish();
        fit
    }
}
