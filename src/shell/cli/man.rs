//! `wetbounce man`: manual pages, one for the program and one for each verb.

use super::{CliError, say};
use crate::output::{OutputError, atomic};
use clap::{Args, Command, ValueHint};
use std::path::PathBuf;

/// Write the manual pages: wetbounce.1 and one for each command
#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  wetbounce man ~/.local/share/man/man1     (then: man wetbounce-run)")]
pub struct ManArgs {
    /// Directory for the pages
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub directory: PathBuf,
}

/// Writes the pages of `program`.
///
/// # Errors
/// A page cannot be written.
pub fn run(args: ManArgs, program: Command) -> Result<(), CliError> {
    let directory = &args.directory;
    atomic::make_directory(directory)?;
    clap_mangen::generate_to(program, directory).map_err(OutputError::io("write", directory))?;
    say(&format!("manual pages are in {}\n", directory.display()))
}
