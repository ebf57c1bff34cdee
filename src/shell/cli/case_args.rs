//! The arguments of every verb that reads a case.

use super::CliError;
use crate::case::Case;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueHint};
use std::ffi::OsString;
use std::path::PathBuf;

/// A case file and its overrides.
#[derive(Debug, Clone, Args)]
pub struct CaseArgs {
    /// Case file (TOML)
    #[arg(value_name = "CASE.toml", value_hint = ValueHint::FilePath)]
    pub case: PathBuf,
    /// Set a key of the case, e.g. --set sphere.diameter="4 mm"; may be repeated, the last one counts
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub overrides: Vec<String>,
}

/// Reads the name of a run directory: its resolved case is TOML, which holds text in UTF-8 only.
pub(super) fn directory() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|name| {
        let odd = |name: OsString| format!("{} is not UTF-8, and a case file holds UTF-8 only", name.display());
        name.into_string().map(PathBuf::from).map_err(odd)
    })
}

impl CaseArgs {
    /// Reads the case.
    ///
    /// # Errors
    /// Everything that is wrong with the file and the overrides.
    pub fn load(&self) -> Result<Case, CliError> {
        Ok(Case::load(&self.case, &self.overrides)?)
    }
}
