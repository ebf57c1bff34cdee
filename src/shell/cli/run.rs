//! `wetbounce run`: one case, one run directory.

use super::case_args::directory;
use super::{CaseArgs, CliError, InMemory, say};
use crate::case::{Case, InputError};
use crate::output::progress::heard_by;
use crate::output::summary::Summary;
use crate::report::{FILE, share};
use crate::run::coefficients;
use crate::run::interrupt;
use crate::run::measurement::in_words;
use crate::run::quantities::{self as q, RunResults};
use crate::run::{RefusedDirectory, RunFailure, RunOptions, execute, execute_in_sweep};
use crate::study::member::say_how_far;
use clap::{Args, ValueHint};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use wetbounce_physics::error::BadParameter;
use wetbounce_physics::model::Failure;
use wetbounce_physics::model::bounce::film_in_words;
use wetbounce_physics::quantity::{SPEED, TIME};
use wetbounce_physics::remark::RemarkKind;
use wetbounce_records::comparison::bands::{FilmBand, Interval};

/// Simulate a case: the fall, the landing, the bounces
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce run cases/first-bounce.toml --out runs/first \\\n      --set resolution.cells_per_diameter=16\n\nWrites case.toml, trajectory.csv, summary.json and plots/ into the run directory."
)]
pub struct RunArgs {
    /// The case
    #[command(flatten)]
    pub case: CaseArgs,
    /// How the case is run
    #[command(flatten)]
    pub settings: RunSettings,
}

/// How the case is run
#[derive(Debug, Clone, Default, Args)]
pub struct RunSettings {
    /// Run directory [default: output.directory of the case, runs/NAME]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = directory())]
    pub out: Option<PathBuf>,
    /// Go on from the last checkpoint in the run directory, if there is one: the default
    #[arg(long, conflicts_with = "fresh")]
    pub resume: bool,
    /// Remove the results that the run directory holds, and compute again
    #[arg(long)]
    pub fresh: bool,
    /// No progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Open the report when the run is done
    #[arg(long)]
    pub open: bool,
    /// A run of a sweep, which speaks to it on the standard input
    #[arg(long, hide = true)]
    pub member: bool,
    /// Where the runs of a sweep keep the ends of their run-ups
    #[arg(long, hide = true, value_name = "DIR", requires = "member")]
    pub run_ups: Option<PathBuf>,
}

/// Reads the case, and runs it as [`of_case`] does.
///
/// # Errors
/// The case is wrong, or the run failed.
pub fn run(args: RunArgs) -> Result<(), CliError> {
    if args.settings.member {
        belong_to_sweep();
    }
    of_case(args.case.load()?, &args.settings)
}

/// Runs the case, prints its results and where they are.
///
/// # Errors
/// The case cannot be run so, or the run failed.
pub fn of_case(mut case: Case, settings: &RunSettings) -> Result<(), CliError> {
    let out = settings.out.clone().unwrap_or_else(|| case.output.directory.clone());
    if !settings.member {
        case.output.directory.clone_from(&out);
    }
    let options = RunOptions { out, fresh: settings.fresh, quiet: settings.quiet };
    if settings.open && !case.output.report {
        let help = "leave out --open, or set output.report = true";
        return Err(InputError::new("--open shows the report, which output.report = false leaves out")
            .help(help)
            .into());
    }
    if settings.member {
        heard_by(Some(say_how_far()), || execute_in_sweep(&case, &options, settings.run_ups.as_deref()))?;
        return Ok(());
    }
    let done = execute(&case, &options)?;
    say(&(found(done.was_there, &options.out) + &report(&done.summary, &case) + &results_in(&options.out)))?;
    if settings.open { show(&options.out.join(FILE)) } else { Ok(()) }
}

/// Opens a report in the program that the system has for pages.
fn show(page: &Path) -> Result<(), CliError> {
    // The run is done: a system without such a program is no failure of it.
    let shown = open::that_detached(page);
    shown.or_else(|error| say(&format!("  {} could not be opened: {error}\n", page.display())))
}

/// Runs the case in memory: the numbers are those of [`of_case`], and no file is written.
///
/// # Errors
/// A parameter or a record that is refused. A run that fails later comes with what was computed.
pub fn in_memory(case: &Case, quiet: bool) -> Result<InMemory, CliError> {
    InMemory::of_case(case, quiet, report)
}

/// Says where the results are.
pub(super) fn results_in(out: &Path) -> String {
    let shown = if out.join(FILE).exists() { format!("; {FILE} shows them") } else { String::new() };
    format!("  results in {}{shown}\n", out.display())
}

/// Hears the sweep.
fn belong_to_sweep() {
    interrupt::listen_to_sweep();
    #[cfg(target_os = "linux")]
    let _a_process_started_as_proc_self_exe_is_listed_as_exe = std::fs::write("/proc/self/comm", "wetbounce");
}

/// Says that nothing was computed, where that is so.
pub(super) fn found(was_there: bool, out: &Path) -> String {
    let there = || {
        format!(
            "finished before, nothing was computed: {} holds these results; --fresh computes them again\n",
            out.display()
        )
    };
    was_there.then(there).unwrap_or_default()
}

/// The text of a finished run for the terminal.
pub(super) fn report(summary: &Summary, case: &Case) -> String {
    let mut text =
        format!("{}: {} after {} steps, {:.2} s\n", summary.case, summary.stop_reason, summary.steps, summary.wall_s);
    let run = RunResults::of(case, summary);
    for (number, bounce) in summary.bounces.iter().enumerate() {
        let band = summary.film_band.as_ref().and_then(|band| band.bounces.get(number));
        let range = band.and_then(|band| band.restitution);
        let reason = summary.film_band.as_ref().map_or(String::new(), FilmBand::reason);
        let over = range.map_or(String::new(), |Interval { low, high }| format!(" ({low:.2} to {high:.2}: {reason})"));
        if bounce.stays() {
            let (speed, time) = (SPEED.brief(bounce.impact_speed_m_s), TIME.brief(bounce.contact_time_s));
            let _ = writeln!(text, "  landing: impact {speed} at {time}, no rebound{over}");
            continue;
        }
        let value =
            |of: q::ResultQuantity, decimals: usize| of.shown(&run, number).map(|value| format!("{value:.decimals$}"));
        let part = |of: q::ResultQuantity, decimals: usize| value(of, decimals).unwrap_or("-".into());
        let apexes = band.and_then(|band| band.apex_gap_m).map_or(String::new(), |Interval { low, high }| {
            let [low, high] = [low, high].map(|apex| apex / case.problem.sphere.diameter);
            format!(" ({low:.3} to {high:.3} D)")
        });
        let apex = value(q::APEX, 3).zip(value(q::APEX_AFTER, 2));
        let apex = apex.map_or("no apex in this run".into(), |(height, after)| {
            format!("apex {height} D{apexes}, {after} ms after contact")
        });
        let _ = writeln!(
            text,
            "  bounce {}: impact {}, restitution {}{over}, at contact {}, {apex}",
            number + 1,
            SPEED.brief(bounce.impact_speed_m_s),
            part(q::RESTITUTION, if range.is_some() { 2 } else { 3 }),
            part(q::AT_CONTACT, 3),
        );
    }
    if case.problem.film.nucleus != Some(0.0)
        && let Some(film) = film_in_words(&summary.bounces)
    {
        let _ = writeln!(text, "  {film}");
    }
    if let Some(band) = &summary.film_band {
        let _ = writeln!(text, "  ranges: {}", band.from.join("; "));
    }
    let _ = write!(text, "  peak speed {}", SPEED.brief(summary.peak_speed_m_s));
    if summary.energy_error.is_finite() {
        let _ = write!(text, ", energy budget closes to {}", share(summary.energy_error));
    }
    text.push('\n');
    coefficients::in_words(summary).iter().for_each(|line| text += &format!("  {line}\n"));
    summary.remarks.of(RemarkKind::Warning).for_each(|warning| text += &format!("  warning: {warning}\n"));
    let lines = summary.measurement.iter().flat_map(|found| in_words(found, case.problem.sphere.diameter));
    lines.for_each(|line| text += &format!("  {line}\n"));
    text
}

impl From<RunFailure> for CliError {
    fn from(failure: RunFailure) -> Self {
        match failure {
            RunFailure::Model(Failure::Parameter(parameter)) => refused(parameter),
            RunFailure::Refused(refused) => refused.into(),
            failure => Self::Failed(Box::new(failure)),
        }
    }
}

impl From<RefusedDirectory> for CliError {
    fn from(refused: RefusedDirectory) -> Self {
        Self::Input(InputError::new(refused.to_string()).help(refused.advice))
    }
}

/// A parameter that the solver refuses, as an error in the user's input.
pub(super) fn refused(parameter: BadParameter) -> CliError {
    let BadParameter { key, value, allowed } = parameter;
    CliError::Input(InputError::new(format!("{key} = {value} cannot be run")).help(format!("{key} {allowed}")))
}
