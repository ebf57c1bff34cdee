//! `wetbounce plot`: figures of finished runs.

use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Draw the figures of runs or sweeps again; several runs go into one figure
#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  wetbounce plot runs/st152 runs/st27")]
pub struct PlotArgs {
    /// Run or sweep directories, or trajectory files
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    pub paths: Vec<PathBuf>,
}
