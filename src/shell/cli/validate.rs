//! `wetbounce validate`: comparison with experiment and theory.

use super::{CliError, say, say_unless};
use crate::case::InputError;
use crate::output::own_file;
use crate::run::interrupt;
use crate::study::workers::cores;
use crate::validate::entry::{Catalogue, Entry};
use crate::validate::overlay::UserData;
use crate::validate::own_case;
use crate::validate::page::{self, Effort};
use crate::validate::report::{self, Count};
use crate::validate::suite::{self, Finished};
use clap::{Args, ValueHint};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use wetbounce_physics::own::Laws;

/// Run the comparisons with experiment and theory and print a table of verdicts
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce validate gondret-st152 tencate-e4\n  wetbounce validate --quick   (all of them, on coarse grids)\n  wetbounce validate mine.toml   (your case, against its [measurement])\n  wetbounce validate gondret-st152 --reference my-film.csv\n\nWrites report.html, validation.csv, validation.json and validation.md. Exit code 3 if a value is outside of its band that was not known to be."
)]
pub struct ValidateArgs {
    /// Names of comparisons, or case files with a table `measurement` [default: all that are built in]
    #[arg(value_name = "NAME|CASE.toml")]
    pub names: Vec<String>,
    /// Coarse grids, and without the slowest comparisons
    #[arg(long)]
    pub quick: bool,
    /// Say what there is to compare, and stop
    #[arg(long)]
    pub list: bool,
    /// Your own data beside the results: a record of the motion (time_s since the release, or time_since_contact_s) for
    /// one NAME that runs a case, compared as by `compare`, or a table of entry, quantity and value
    #[arg(long, value_name = "FILE.csv", value_hint = ValueHint::FilePath)]
    pub(super) reference: Option<PathBuf>,
    /// Comparisons at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Directory for the runs and the report
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, default_value = "runs/validate")]
    pub(super) out: PathBuf,
    /// No progress and no table on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Laws of your own that cases may name
    #[arg(skip)]
    pub(super) laws: Laws,
}

/// Some comparisons are outside of their bands.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("validation: {count}")]
#[diagnostic(help("{} gives the sources and the reasons of the bands", report.display()))]
struct Missed {
    count: Count,
    report: PathBuf,
}

/// Runs the comparisons of `catalogue` that were asked for, prints the table, writes the report.
///
/// # Errors
/// An unknown name, a report that cannot be written, or values outside of their bands.
pub fn run(args: ValidateArgs, catalogue: &Catalogue) -> Result<(), CliError> {
    if args.list {
        return list(catalogue);
    }
    let entries = chosen(&args, catalogue)?;
    let diameter =
        entries.iter().find_map(|entry| entry.experiment.whole_case()).map(|case| case.problem.sphere.diameter);
    let data = args.reference.as_deref().map(|path| UserData::read(path, diameter)).transpose()?;
    data.as_ref().map_or(Ok(()), |data| data.check(&entries))?;
    own_file::open(&args.out, report::files().into_iter().chain([page::file()]))?;
    let jobs = args.jobs.map_or_else(cores, usize::from);
    interrupt::end_at_once();
    let so_far = Mutex::new(Vec::new());
    let tell = |finished: &Finished| {
        let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        so_far.push(finished.clone());
        let _the_whole_is_written_again_at_the_end = report::write(&so_far, &args.out);
        if args.quiet {
            return;
        }
        let (verdict, seconds) = (finished.verdict().to_string(), finished.wall_s);
        let _nobody_reads = writeln!(std::io::stderr(), "{:<20} {verdict:<6} {seconds:6.1} s", finished.entry);
    };
    let started = Instant::now();
    let mut finished = suite::run(&entries, jobs, &args.out, tell);
    let failed = |error| CliError::Failed(Box::new(error));
    if let Some(data) = data {
        data.compare(&entries, &mut finished, &args.out)?;
    }
    report::write(&finished, &args.out).map_err(failed)?;
    let effort = Effort { quick: args.quick, jobs, wall_s: started.elapsed().as_secs_f64() };
    page::write(&finished, catalogue, effort, &args.out).map_err(failed)?;
    let count = Count::of(&finished);
    let path = args.out.join(crate::report::FILE);
    say_unless(args.quiet, &format!("{}\n{count}\nreport in {}\n", report::table(&finished), path.display()))?;
    match count.is_clean() {
        true => Ok(()),
        false => Err(CliError::Failed(Box::new(Missed { count, report: path }))),
    }
}

fn list(catalogue: &Catalogue) -> Result<(), CliError> {
    let width = catalogue.all(false).map(|entry| entry.name.len()).max().unwrap_or(0);
    let lines = catalogue.all(false).map(|entry| {
        let quick = if catalogue.find(&entry.name, true).is_none() { " (not with --quick)" } else { "" };
        format!("{:<width$}  {}{quick}\n", entry.name, entry.title)
    });
    say(&lines.collect::<String>())
}

/// The user's own cases and the built-in comparisons that the names ask for.
fn chosen(args: &ValidateArgs, catalogue: &Catalogue) -> Result<Vec<Entry>, CliError> {
    if args.names.is_empty() {
        return Ok(catalogue.all(args.quick).collect());
    }
    let (mut built_in, mut own) = (Vec::new(), Vec::<Entry>::new());
    for name in &args.names {
        if name.ends_with(".toml") {
            let case = own_case::entry(Path::new(name), &args.laws)?;
            if args.quick {
                let problem = InputError::new(format!("--quick has no meaning for `{name}`"));
                return Err(problem.help("leave it out; the case says its own resolution").into());
            }
            if args.names.contains(&case.name) || own.iter().any(|other| other.name == case.name) {
                let problem = InputError::new(format!("two comparisons would have the name `{}`", case.name));
                return Err(problem
                    .help("they share one directory: validate them one by one, each with its --out")
                    .into());
            }
            own.push(case);
        } else {
            built_in.push(entry(name, args.quick, catalogue)?);
        }
    }
    own.append(&mut built_in);
    Ok(own)
}

fn entry(name: &str, quick: bool, catalogue: &Catalogue) -> Result<Entry, InputError> {
    match catalogue.find(name, quick) {
        Some(entry) => Ok(entry),
        None if quick && catalogue.find(name, false).is_some() => {
            Err(InputError::new(format!("`{name}` has no quick variant")).help("leave out --quick"))
        }
        None => Err(InputError::new(format!("there is no comparison `{name}`"))
            .help("wetbounce validate --list names them all; a case of yours ends in .toml")),
    }
}
