//! `wetbounce converge`: one case on finer and finer grids.

use super::case_args::{beside, directory};
use super::{CaseArgs, CliError, say_unless};
use crate::case::{Case, InputError};
use crate::output::own_file;
use crate::output::progress::Mode;
use crate::study::refine::{Over, Refinement, refine};
use crate::study::workers::cores;
use clap::{Args, ValueHint};
use std::path::PathBuf;

/// Run a case at several resolutions and report the observed order of its results
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce converge cases/first-bounce.toml --out runs/first-converge\n  wetbounce converge cases/gondret-st152.toml --over step --levels 1,0.7,0.5\n  wetbounce converge cases/joseph-hunt-steel.toml --over modes --levels 1,2,3\n\nWrites convergence.csv and plots/convergence.svg, and the runs as level-1, level-2, ..."
)]
pub struct ConvergeArgs {
    /// The case, at its coarsest
    #[command(flatten)]
    pub case: CaseArgs,
    /// What is refined
    #[command(flatten)]
    pub settings: ConvergeSettings,
}

/// What is refined
#[derive(Debug, Clone, Default, Args)]
pub struct ConvergeSettings {
    /// What to refine
    #[arg(long, value_enum, default_value = "cells")]
    pub over: Over,
    /// Levels, coarse to fine: cells per diameter, step factors, factors on the container, or highest azimuthal modes
    /// [default: three]
    #[arg(long, value_name = "A,B,C", value_delimiter = ',')]
    pub levels: Vec<f64>,
    /// Runs at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Directory for the runs and their table [default: output.directory of the case with -converge added]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = directory())]
    pub out: Option<PathBuf>,
    /// No progress and no table on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

/// Reads the case, and refines it as [`of_case`] does.
///
/// # Errors
/// The case or the levels are wrong, or a run failed.
pub fn run(args: ConvergeArgs) -> Result<(), CliError> {
    of_case(&args.case.load()?, &args.settings)
}

/// Runs the case at every level, prints the table, writes it and its figure.
///
/// # Errors
/// The case has no grid, the levels are wrong, or a run failed.
pub fn of_case(case: &Case, settings: &ConvergeSettings) -> Result<(), CliError> {
    if !case.problem.hydrodynamics.computes_flow() {
        let problem = format!("hydrodynamics = \"{}\" has no grid to refine", case.problem.hydrodynamics);
        return Err(InputError::new(problem)
            .help("converge a case with hydrodynamics = \"resolved\" or \"blended\"")
            .into());
    }
    let levels = levels(settings, case)?;
    let out = settings.out.clone().unwrap_or_else(|| beside(case, "converge"));
    own_file::open(&out, Refinement::FILES.map(|(file, begin)| (file, [begin])))?;
    let jobs = settings.jobs.map_or_else(cores, usize::from);
    let progress = Mode::of(settings.quiet);
    let found = refine(case, settings.over, &levels, jobs, &out, progress)?;
    found.write(&out).map_err(|error| CliError::Failed(Box::new(error)))?;
    say_unless(settings.quiet, &format!("{}\n{}results in {}\n", case.given.name, found.text(), out.display()))
}

fn levels(settings: &ConvergeSettings, case: &Case) -> Result<Vec<f64>, InputError> {
    if settings.levels.is_empty() {
        return Ok(settings.over.default_levels(case));
    }
    let (low, high, allowed) = match settings.over {
        Over::Cells => (4.0, 1000.0, "cells per diameter between 4 and 1000"),
        Over::Step => (1e-3, 10.0, "step factors between 0.001 and 10"),
        Over::Domain => (0.1, 100.0, "factors between 0.1 and 100"),
        Over::Modes => (1.0, 32.0, "highest azimuthal wavenumbers between 1 and 32"),
    };
    if let Some(bad) = settings.levels.iter().find(|level| !(low..=high).contains(*level)) {
        return Err(InputError::new(format!("--levels {bad} is out of range")).help(format!("give {allowed}")));
    }
    let finer = |pair: &[f64]| settings.over.size(pair[1]) < settings.over.size(pair[0]);
    if !settings.levels.windows(2).all(finer) {
        return Err(InputError::new("--levels must go from coarse to fine").help(match settings.over {
            Over::Step => "step factors fall: 1,0.7,0.5",
            Over::Modes => "they rise: 2,3,4",
            _ => "they rise: 16,24,36",
        }));
    }
    Ok(settings.levels.clone())
}
