//! `wetbounce converge`: one case on finer and finer grids.

use super::CaseArgs;
use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Run a case at several resolutions and report the observed order of its results
#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  wetbounce converge cases/first-bounce.toml --out runs/first-converge")]
pub struct ConvergeArgs {
    /// The case, at its coarsest
    #[command(flatten)]
    pub case: CaseArgs,
    /// Directory for the runs and their table [default: output.directory of the case with -converge added]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
}
