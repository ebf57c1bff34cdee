//! `wetbounce run`: one case, one run directory.

use super::{CaseArgs, CliError};
use crate::case::Case;
use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Simulate a case: the fall, the landing, the bounces
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce run cases/first-bounce.toml --out runs/first --set resolution.cells_per_diameter=16\n\nWrites case.toml, trajectory.csv, summary.json and plots/ into the run directory."
)]
pub struct RunArgs {
    /// The case
    #[command(flatten)]
    pub case: CaseArgs,
    /// Run directory [default: output.directory of the case, runs/NAME]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Go on from the last checkpoint in the run directory, if there is one
    #[arg(long)]
    pub resume: bool,
    /// No progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

/// How to run a case, besides what is in the case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunOptions {
    /// The run directory.
    pub out: PathBuf,
    /// Go on from the last checkpoint.
    pub resume: bool,
    /// No progress on the terminal.
    pub quiet: bool,
}

impl RunArgs {
    /// The case to run, and how.
    ///
    /// # Errors
    /// The case is wrong.
    pub fn prepare(&self) -> Result<(Case, RunOptions), CliError> {
        let mut case = self.case.load()?;
        if let Some(out) = &self.out {
            case.output.directory = out.clone();
        }
        let options = RunOptions { out: case.output.directory.clone(), resume: self.resume, quiet: self.quiet };
        Ok((case, options))
    }
}
