//! `wetbounce sweep`: many cases from one plan.

use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Run every case of a plan: a base case and the values its keys take
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce sweep plan.toml --out sweeps/stokes --jobs 4\n  wetbounce sweep plan.toml --out sweeps/stokes --slurm   (writes a job array and submits it)"
)]
pub struct SweepArgs {
    /// Plan file (TOML)
    #[arg(value_name = "PLAN.toml", value_hint = ValueHint::FilePath)]
    pub plan: PathBuf,
    /// Sweep directory [default: sweeps/PLAN]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Cases at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Keep what is done, go on with the rest
    #[arg(long)]
    pub resume: bool,
    /// Hand the cases to Slurm as a job array
    #[arg(long, conflicts_with = "jobs")]
    pub slurm: bool,
}
