//! `wetbounce sweep`: many cases from one plan.

use super::case_args::{Setting, directory};
use super::{CliError, say, say_unless};
use crate::case::Hydrodynamics;
use crate::output::progress::Mode;
use crate::study::local::{self, LocalOptions};
use crate::study::slurm::{self, SlurmOptions, Submitted};
use crate::study::{RunResult, Study, SweepDirectory, SweepResults, member, page};
use clap::{Args, ValueHint};
use std::path::{Path, PathBuf};
use std::time::Instant;
use wetbounce_physics::keyword::Keyword;
use wetbounce_physics::own::Laws;

/// Run every case of a plan: a base case and the values its keys take
#[derive(Debug, Clone, Default, Args)]
#[command(
    after_help = "Example:\n  wetbounce sweep cases/sweeps/restitution.toml --out sweeps/steel --jobs 4\n  wetbounce sweep plan.toml --out sweeps/stokes --slurm --time 30 \\\n      --array-limit 50\n\nRuns that are done are skipped, broken ones go on from their checkpoint: start the sweep again at any time. Writes runs/NAME/, sweep.csv, plots/ and report.html into the sweep directory. Plans are explained in cases/sweeps/restitution.toml."
)]
pub struct SweepArgs {
    /// Plan file (TOML)
    #[arg(value_name = "PLAN.toml", value_hint = ValueHint::FilePath)]
    pub plan: PathBuf,
    /// Set a key for all runs, e.g. --set resolution.cells_per_diameter=16; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = Setting(""), hide_possible_values = true)]
    pub overrides: Vec<String>,
    /// Do every run with each of these liquid forces: resolved,theory,blended
    #[arg(long, value_name = "MODES", value_delimiter = ',', value_parser = mode)]
    pub compare: Vec<Hydrodynamics>,
    /// Sweep directory [default: sweeps/PLAN]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = directory())]
    pub out: Option<PathBuf>,
    /// Cases at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Go on with a sweep and try its failed runs again (runs that are done are skipped in any case)
    #[arg(long)]
    pub resume: bool,
    /// Make the run directories, and start nothing: they can be run by any other tool
    #[arg(long)]
    pub prepare: bool,
    /// Hand the cases to Slurm as a job array
    #[arg(long, conflicts_with = "jobs")]
    pub slurm: bool,
    /// Slurm: partition
    #[arg(long, value_name = "NAME", requires = "slurm")]
    pub partition: Option<String>,
    /// Slurm: time limit of a task (minutes, hours:minutes:seconds or days-hours)
    #[arg(long, value_name = "TIME", requires = "slurm")]
    pub time: Option<String>,
    /// Slurm: most tasks at a time
    #[arg(long, value_name = "N", requires = "slurm", value_parser = clap::value_parser!(u32).range(1..))]
    pub array_limit: Option<u32>,
    /// Nothing on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Laws of your own that cases may name
    #[arg(skip)]
    pub laws: Laws,
}

fn mode(word: &str) -> Result<Hydrodynamics, String> {
    let words: Vec<&str> = Hydrodynamics::WORDS.iter().map(|(word, _)| *word).collect();
    let found = Hydrodynamics::WORDS.iter().find(|(known, _)| *known == word);
    found.map(|&(_, mode)| mode).ok_or_else(|| format!("allowed: {}", words.join(", ")))
}

/// Some runs of a sweep did not end as they should.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
enum SweepEnded {
    #[error("{failed} of {runs} runs failed")]
    #[diagnostic(help("the causes are in sweep.csv; --resume tries these runs again"))]
    Failed { failed: usize, runs: usize },
    #[error("{undone} of {runs} runs were not done")]
    #[diagnostic(help("something else has written into their directories meanwhile: start the sweep again"))]
    Undone { undone: usize, runs: usize },
    #[error("the sweep was interrupted")]
    #[diagnostic(help("start it again with the same command, and it goes on where it was"))]
    Interrupted,
}

/// Does the sweep, or hands it to Slurm, and prints the result.
///
/// # Errors
/// The plan or the directory is wrong, a file cannot be written, or runs failed.
pub fn run(args: SweepArgs) -> Result<(), CliError> {
    let sweep = Study::load_with(&args.plan, &args.overrides, &args.compare, &args.laws)?;
    let root = root(&args.plan, args.out);
    let directory = SweepDirectory::make(&root, &sweep)?;
    if args.slurm {
        let options = SlurmOptions {
            partition: args.partition,
            time: args.time,
            array_limit: args.array_limit,
            retry_failed: args.resume,
            prepare_only: args.prepare,
        };
        let submitted = slurm::submit(&directory, &options)?;
        return say_unless(args.quiet, &handed_over(&submitted));
    }
    if args.prepare {
        let (runs, place) = (sweep.runs.len(), root.join("runs"));
        return say_unless(args.quiet, &format!("{runs} run directories are ready in {}\n", place.display()));
    }
    let options = Here { jobs: args.jobs, retry_failed: args.resume, quiet: args.quiet };
    let (results, ended) = here(&sweep, &directory, &options)?;
    if !args.quiet {
        say(&page::text(&directory, &results)?)?;
    }
    ended
}

/// How to do a sweep on this machine.
pub(super) struct Here {
    /// Runs at a time.
    pub jobs: Option<u16>,
    /// Try failed runs again.
    pub retry_failed: bool,
    /// Nothing on the terminal.
    pub quiet: bool,
}

/// Does the runs that are still to be done, and writes table, figures and report; returns their results, and whether
/// all is well.
///
/// # Errors
/// A file cannot be written.
pub(super) fn here(
    sweep: &Study,
    directory: &SweepDirectory,
    Here { jobs, retry_failed, quiet }: &Here,
) -> Result<(SweepResults, Result<(), CliError>), CliError> {
    let progress = Mode::of(*quiet);
    let program = member::this_program_again()?;
    let options = LocalOptions { program, jobs: jobs.map(usize::from), retry_failed: *retry_failed, progress };
    let started = Instant::now();
    let outcome = local::run(sweep, directory, &options)?;
    page::draw(directory, &outcome.results)?;
    let wall = started.elapsed().as_secs_f64();
    page::write(directory, &outcome.results, Some(wall))?;
    let runs = sweep.runs.len();
    let count = |is: fn(&RunResult) -> bool| outcome.results.runs.iter().filter(|run| is(run)).count();
    let (done, failed) = (count(|run| run.summary().is_some()), count(|run| run.cause().is_some()));
    let ended = match runs - done - failed {
        _ if outcome.interrupted => Some(SweepEnded::Interrupted),
        0 if failed == 0 => None,
        0 => Some(SweepEnded::Failed { failed, runs }),
        undone => Some(SweepEnded::Undone { undone, runs }),
    };
    let ended = ended.map_or(Ok(()), |ended| Err(CliError::Failed(Box::new(ended))));
    Ok((outcome.results, ended))
}

/// The directory of the sweep of a plan, where none is asked for: `sweeps/PLAN`.
pub(super) fn root(plan: &Path, out: Option<PathBuf>) -> PathBuf {
    out.unwrap_or_else(|| PathBuf::from("sweeps").join(plan.file_stem().unwrap_or_default()))
}

fn handed_over(submitted: &Submitted) -> String {
    let Submitted { script, runs, arrays, collect } = submitted;
    let script = script.display();
    match (runs, collect) {
        (0, _) => "all runs are done; nothing to submit\n".into(),
        (_, None) => format!("{script} is ready for {runs} runs\n"),
        (_, Some(collect)) => format!(
            "{runs} runs submitted as job array {}, collected by job {collect}\nscript in {script}\n",
            arrays.join(", ")
        ),
    }
}
