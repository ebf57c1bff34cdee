//! `wetbounce collect`: the table of a sweep.

use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Gather the summaries of a sweep's runs into sweep.csv and its figure
#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  wetbounce collect sweeps/stokes")]
pub struct CollectArgs {
    /// Sweep directory
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub directory: PathBuf,
}
