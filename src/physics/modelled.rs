//! What a result owes to models, in words.

use serde::{Deserialize, Serialize};

/// Something that a model stands for, because the grid or the time step does not resolve it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modelled {
    /// The modelled part, for example `film below the grid`.
    pub what: String,
    /// By which model, with its source.
    pub by: String,
    /// Where it holds, with numbers and units.
    pub range: String,
}

impl Modelled {
    /// From the modelled part, its model, and where that holds.
    pub fn new(what: &str, by: impl Into<String>, range: impl Into<String>) -> Self {
        Self { what: what.to_owned(), by: by.into(), range: range.into() }
    }
}
