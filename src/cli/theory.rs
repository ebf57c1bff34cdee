//! `wetbounce theory`: the motion from force laws alone.

use super::run::report;
use super::{CaseArgs, CliError, say};
use crate::case::Hydrodynamics;
use crate::run::{RunOptions, execute};
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

/// Computes the motion and says where the results are and what they say.
///
/// # Errors
/// The case is wrong, or the motion cannot be computed.
pub fn run(args: TheoryArgs) -> Result<(), CliError> {
    let mut case = args.case.load()?;
    if case.hydrodynamics != Hydrodynamics::Theory {
        let mut name = case.output.directory.clone().into_os_string();
        name.push("-theory");
        case.output.directory = name.into();
        case.hydrodynamics = Hydrodynamics::Theory;
    }
    if let Some(out) = args.out {
        case.output.directory = out;
    }
    let options = RunOptions { out: case.output.directory.clone(), resume: false, quiet: true };
    let summary = execute(&case, &options)?;
    say(&report(&summary, &case, &options.out))
}
