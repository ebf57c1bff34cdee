//! `wetbounce collect`: the table of a sweep.

use super::{CliError, say};
use crate::output::own_file::NotOpened;
use crate::study::{SweepDirectory, SweepError, SweepResults, page};
use clap::{Args, ValueHint};
use std::path::PathBuf;
use wetbounce_physics::own::Laws;

/// Gather the summaries of a sweep's runs into sweep.csv, its figures and its report
#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  wetbounce collect sweeps/stokes")]
pub struct CollectArgs {
    /// Sweep directory
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub directory: PathBuf,
    /// No table on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Laws of your own that cases may name
    #[arg(skip)]
    pub(super) laws: Laws,
}

/// Writes the table and the figures from the files of the runs, however they were done.
///
/// # Errors
/// The directory is not that of a sweep, or a file cannot be written.
pub fn run(args: CollectArgs) -> Result<(), CliError> {
    let directory = SweepDirectory::open(&args.directory, &args.laws)?;
    let results = SweepResults::read(&directory);
    results.write(&directory.root)?;
    page::draw(&directory, &results)?;
    page::write(&directory, &results, None)?;
    if args.quiet { Ok(()) } else { say(&page::text(&directory, &results)?) }
}

impl From<NotOpened> for CliError {
    fn from(error: NotOpened) -> Self {
        match error {
            NotOpened::Input(error) => error.into(),
            NotOpened::Output(error) => error.into(),
        }
    }
}

impl From<SweepError> for CliError {
    fn from(error: SweepError) -> Self {
        match error {
            SweepError::Plan(error) => Self::Case(error),
            SweepError::Refused(problem) => Self::Input(problem),
            SweepError::Output(error) => error.into(),
            SweepError::Slurm { .. } => Self::Failed(Box::new(error)),
        }
    }
}
