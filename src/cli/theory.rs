//! `wetbounce theory`: the motion from force laws alone.

use super::CaseArgs;
use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Integrate the sphere's motion with the theory of the liquid forces alone, without a flow
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce theory cases/gondret-st152.toml --set theory.history=mei-adrian\n\nWrites the same files as a run, in a fraction of a second."
)]
pub struct TheoryArgs {
    /// The case
    #[command(flatten)]
    pub case: CaseArgs,
    /// Run directory [default: output.directory of the case with -theory added]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
}
