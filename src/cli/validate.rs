//! `wetbounce validate`: comparison with experiment and theory.

use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Run the comparisons with experiment and theory and print a table of verdicts
#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  wetbounce validate gondret-st152 tencate-e4\n  wetbounce validate   (all of them)")]
pub struct ValidateArgs {
    /// Names of comparisons [default: all]
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// Directory for the runs and the report [default: runs/validate]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
}
