//! The arguments of every verb that reads a case.

use super::{CliError, new};
use crate::case::{Case, CaseFile};
use clap::builder::{OsStringValueParser, PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command, Error, ValueHint};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use wetbounce_physics::own::Laws;

/// A case file and its overrides.
#[derive(Debug, Clone, Args)]
pub struct CaseArgs {
    /// Case file (TOML)
    #[arg(value_name = "CASE.toml", value_hint = ValueHint::FilePath)]
    pub case: PathBuf,
    /// Set a key of the case, e.g. --set sphere.diameter="4 mm"; may be repeated, the last one counts
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = Setting(""), hide_possible_values = true)]
    pub(super) overrides: Vec<String>,
    /// Laws of your own that cases may name
    #[arg(skip)]
    pub(super) laws: Laws,
}

/// Reads a setting, whose keys the shell completes: those of a case that begin with this, without it.
#[derive(Clone)]
pub(super) struct Setting(pub &'static str);

impl TypedValueParser for Setting {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let keys: &'static [String] = &new::KEYS;
        Some(Box::new(keys.iter().filter_map(|key| key.strip_prefix(self.0)).map(PossibleValue::new)))
    }
}

/// Reads the name of a run directory, which is no file: its resolved case is TOML, which holds text in UTF-8 only.
pub(super) fn directory() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|name| {
        let odd = |name: OsString| format!("{} is not UTF-8, and a case file holds UTF-8 only", name.display());
        no_file(name.into_string().map_err(odd)?.into())
    })
}

/// The path of a directory for results.
///
/// # Errors
/// A file is there.
pub fn no_file(path: PathBuf) -> Result<PathBuf, String> {
    if path.is_file() {
        return Err(format!("{} is a file, and results go into a directory", path.display()));
    }
    Ok(path)
}

/// The directory beside that of a case for what a verb other than `run` makes of it.
pub(super) fn beside(case: &Case, verb: &str) -> PathBuf {
    format!("{}-{verb}", case.output.directory.display()).into()
}

impl CaseArgs {
    /// Reads the case.
    ///
    /// # Errors
    /// Everything that is wrong with the file and the overrides.
    pub(super) fn load(&self) -> Result<Case, CliError> {
        Ok(self.file().load(&self.overrides)?)
    }

    /// The case file.
    pub(super) fn file(&self) -> CaseFile {
        CaseFile::at(self.case.clone(), &self.laws)
    }
}
