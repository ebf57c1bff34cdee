//! `wetbounce theory`: the motion from force laws alone.

use super::case_args::{beside, directory};
use super::plot_input::PlotInput;
use super::run::{found, report, results_in};
use super::{CaseArgs, CliError, InMemory, say_unless};
use crate::case::{Case, Hydrodynamics, InputError};
use crate::output::claim::Claim;
use crate::output::own_file;
use crate::run::force_comparison::{self, ApproachForce};
use crate::run::{RunOptions, execute, theory_table};
use clap::{Args, ValueHint};
use std::path::PathBuf;
use wetbounce_physics::own::Laws;

/// Integrate the sphere's motion with the theory of the liquid forces alone, without a flow
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce theory cases/gondret-st152.toml --set theory.history=mei-adrian\n  wetbounce theory cases/joseph-hunt-steel.toml --set release.angle=\"60 deg\"\n\nWrites the same files as a run, in a fraction of a second; with --forces, forces.csv and its figures plots/theory-*.svg instead: every force and every wall factor against the gap on the prescribed approach. With --compare, comparison.csv and plots/theory-comparison.svg as well: theory, the force of runs on the same approach, and their blend."
)]
pub struct TheoryArgs {
    /// The case
    #[command(flatten)]
    pub case: CaseArgs,
    /// What is made of theory
    #[command(flatten)]
    pub settings: TheorySettings,
}

/// What is made of theory
#[derive(Debug, Clone, Default, Args)]
pub struct TheorySettings {
    /// Run directory [default: output.directory of the case with -theory added]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = directory())]
    pub out: Option<PathBuf>,
    /// Remove the results that the run directory holds, and compute again
    #[arg(long)]
    pub fresh: bool,
    /// Nothing on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Tabulate and draw the forces against the gap for the prescribed approach, without a bounce
    #[arg(long)]
    pub forces: bool,
    /// With --forces: a run led along the same approach, whose force is drawn beside theory and blended with it; may be
    /// repeated
    #[arg(long, value_name = "RUN", requires = "forces", value_hint = ValueHint::DirPath)]
    pub compare: Vec<PathBuf>,
}

/// Reads the case, and computes its motion or its forces.
///
/// # Errors
/// The case is wrong, or the motion cannot be computed.
pub fn run(args: TheoryArgs) -> Result<(), CliError> {
    let (case, settings) = (args.case.load()?, &args.settings);
    if settings.forces {
        let case = by_theory(case, settings);
        let runs = approaches(&settings.compare, &case, &args.case.laws)?;
        let files = theory_table::files().chain(force_comparison::files().filter(|_| !runs.is_empty()));
        own_file::open(&case.output.directory, files.map(|(file, begin)| (file, [begin])))?;
        let _claim = Claim::of(&case.output.directory)?;
        let mut written = theory_table::write(&case, &case.output.directory)?;
        if !runs.is_empty() {
            written.append(&mut force_comparison::write(&case, &runs, &case.output.directory)?);
        }
        let lines = written.iter().map(|path| format!("wrote {}\n", path.display()));
        let led = case.given.led.iter().flat_map(|led| led.remarks(case.problem.sphere.diameter));
        let text: String = lines.chain(led.map(|remark| format!("{}\n", remark.text))).collect();
        return say_unless(settings.quiet, &text);
    }
    of_case(case, settings)
}

/// Computes the motion, prints its results and where they are.
///
/// # Errors
/// The motion cannot be computed.
pub fn of_case(case: Case, settings: &TheorySettings) -> Result<(), CliError> {
    let case = by_theory(case, settings);
    let options = RunOptions { out: case.output.directory.clone(), fresh: settings.fresh, quiet: true };
    let done = execute(&case, &options)?;
    let text = found(done.was_there, &options.out) + &report(&done.summary, &case) + &results_in(&options.out);
    say_unless(settings.quiet, &text)
}

/// Computes the motion in memory: the numbers are those of [`of_case`], and no file is written.
///
/// # Errors
/// A parameter or a record that is refused. A motion that fails later comes with what was computed.
pub fn in_memory(case: Case) -> Result<InMemory, CliError> {
    InMemory::of_case(&by_theory(case, &TheorySettings::default()), true, report)
}

/// The case by theory, with its run directory.
fn by_theory(mut case: Case, settings: &TheorySettings) -> Case {
    if case.problem.hydrodynamics != Hydrodynamics::Theory {
        case.output.directory = beside(&case, "theory");
        case.problem.hydrodynamics = Hydrodynamics::Theory;
    }
    if let Some(out) = &settings.out {
        case.output.directory.clone_from(out);
    }
    case
}

/// The forces on the approaches of runs.
fn approaches(directories: &[PathBuf], case: &Case, laws: &Laws) -> Result<Vec<ApproachForce>, CliError> {
    let read = |directory: &PathBuf| -> Result<ApproachForce, CliError> {
        let wrong = |problem: String| {
            InputError::new(format!("--compare {}: {problem}", directory.display()))
                .help("give run directories of the same case: wetbounce run CASE.toml --out RUN")
        };
        let PlotInput::Run(run) = PlotInput::read(directory, false, laws)? else {
            return Err(wrong("this is no run".into()).into());
        };
        Ok(ApproachForce::new(&run.name, case, &run.case, &run.trajectory).map_err(wrong)?)
    };
    directories.iter().map(read).collect()
}
