//! `wetbounce compare`: a run beside a record of the motion, or a table of another program beside a reference.

use super::case_args::Setting;
use super::plot_input::Motion;
use super::{CliError, say_unless};
use crate::case::{Case, CaseFile, InputError};
use crate::output::own_file::{self, FIGURE};
use crate::output::{atomic, drawing};
use crate::reference::comparison::Comparison;
use crate::run::explanation::explain;
use crate::run::grid_error::{coarser, grid_error};
use crate::run::measurement::{self, in_words};
use crate::validate::entry::Catalogue;
use clap::{Args, ValueEnum, ValueHint};
use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use wetbounce_physics::own::Laws;
use wetbounce_records::comparison::bands::Source;
use wetbounce_records::comparison::computed::Computed;

/// Compare a run with a measured motion, or the table of another program with a reference
#[derive(Debug, Clone, Default, Args)]
#[command(
    after_help = "Example:\n  wetbounce compare runs/st152 cases/references/gondret-st152-apexes.csv \\\n      --set gap_uncertainty=\"50 um\"\n  wetbounce compare runs/mine record.csv --set clock=fitted --set gap=\"h (mm)\" \\\n      --out compared\n  wetbounce compare --reference approach-wall forces.csv\n  wetbounce compare --reference gondret motion.csv --set bounce=st152\n\nColumns carry their units: time_ms, gap_mm, gap_over_d, velocity_m_s, t (ms), h [mm]. Keys of --set are those of [measurement]: time, gap, velocity, drop (columns), position (gap, centre, top), direction (up, down), scale (of a pixel), scale_uncertainty, frame_rate, medium (liquid, gas), gap_offset, clock (record, contact, release, fitted), offset, name, gap_uncertainty, velocity_uncertainty, time_uncertainty, restitution, restitution_uncertainty.\n\nWrites comparison.csv, comparison.json and plots/measurement.svg.\n\nWith --reference (`wetbounce reference` lists them) the table is that of another program: a CSV with the columns of reference.csv, or a motion with time_s, gap_m or velocity_m_s. Other files are refused with the header that is needed; wetbounce.others (Python) makes it from files of LAMMPS, LIGGGHTS, Yade, OpenFOAM and ParaView. Keys of --set are then axes of the reference and uncertainty; of a motion also sphere.diameter, sphere.density, second.diameter, liquid.density, viscosity, gravity, speed. With --out, comparison.csv, comparison.json and plots/reference.svg are written."
)]
pub struct CompareArgs {
    /// Run directory; with --reference the table of another program (CSV)
    #[arg(value_name = "RUN", value_hint = ValueHint::AnyPath)]
    pub run: PathBuf,
    /// Table of measured times and gaps or velocities [default: the file of the case's measurement]
    #[arg(value_name = "DATA.csv", value_hint = ValueHint::FilePath)]
    pub data: Option<PathBuf>,
    /// Compare a table of another program with this reference, in place of a run with a record
    #[arg(long, value_name = "NAME", conflicts_with_all = ["data", "grid"])]
    pub reference: Option<String>,
    /// With --reference: print the comparison as this, in place of a table for the terminal
    #[arg(long, value_name = "KIND", requires = "reference")]
    pub format: Option<ComparisonFormat>,
    /// Set a key of [measurement], e.g. --set clock=fitted; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = Setting("measurement."), hide_possible_values = true)]
    pub overrides: Vec<String>,
    /// The error of the run's grid beside the band of the film: one more run on two thirds of the cells
    #[arg(long)]
    pub grid: bool,
    /// Where the results go [default: the run directory, after a question in a terminal; none with --reference]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Nothing on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Laws of your own that cases may name
    #[arg(skip)]
    pub laws: Laws,
}

/// A form of a comparison with a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ComparisonFormat {
    /// All of it
    Json,
    /// A row for each value
    Csv,
}

/// Compares, and prints the result.
///
/// # Errors
/// The run or the record cannot be read, or they cannot be compared; a file cannot be written.
pub fn run(args: CompareArgs, catalogue: &Catalogue) -> Result<(), CliError> {
    if let Some(name) = &args.reference {
        return with_reference(&args, name, catalogue);
    }
    let motion = Motion::of_run(&args.run, &args.laws)?;
    let case = case_with_record(&args)?;
    let Some(measurement) = &case.measurement else {
        return Err(InputError::new("there is nothing to compare with")
            .help("name a table, as in `wetbounce compare RUN DATA.csv`, or give the case a [measurement]")
            .into());
    };
    let out = args.out.as_deref().unwrap_or(&args.run);
    if args.out.is_none() && std::io::stdin().is_terminal() && std::io::stderr().is_terminal() {
        may_write_into(out, &mut std::io::stdin().lock())?;
    }
    let moments: Vec<_> = motion.trajectory.moments().collect();
    own_file::open(out, measurement::FILES)?;
    let diameter = case.problem.sphere.diameter;
    let mut errors: Vec<_> = motion.film_band.iter().map(|band| (Source::Film, band.bounces.clone())).collect();
    if args.grid {
        let cells = case.problem.resolution.cells_per_diameter;
        let coarse = coarser(&case).filter(|_| case.problem.hydrodynamics.computes_flow()).ok_or_else(|| {
            InputError::new(format!(
                "--grid needs a coarser grid than D/{cells}, and there is none that means anything"
            ))
            .help("compare a run with a flow and at least 15 cells per diameter, or use `wetbounce converge`")
        })?;
        errors.push((Source::Grid, grid_error(&case, &motion.bounces, coarse, out, args.quiet)?));
    }
    let mut found = measurement::compare(measurement, &moments, &motion.bounces, &errors, case.reading(), Some(out))?;
    let computed = Computed { motion: &moments, bounces: &motion.bounces, lengths: case.lengths() };
    explain(&case, measurement, &computed, &mut found)?;
    atomic::write_json(&out.join(measurement::JSON), &found)?;
    let mut lines = in_words(&found, diameter);
    if !args.grid && case.problem.hydrodynamics.computes_flow() {
        lines.push("the error of the run's grid is not known: compare --grid shows it, with one more run".into());
    }
    lines.push(format!("results in {}", out.display()));
    say_unless(args.quiet, &(lines.join("\n  ") + "\n"))
}

/// Asks whether the results may go into the directory of the run.
///
/// # Errors
/// The answer is no.
fn may_write_into(run: &Path, answers: &mut dyn BufRead) -> Result<(), InputError> {
    let mut answer = String::new();
    eprint!("the results go into the run's directory {}: write there? [Y/n] ", run.display());
    let _no_answer_is_yes = answers.read_line(&mut answer);
    match answer.trim_start().to_lowercase().starts_with('n') {
        true => Err(InputError::new("nothing was written").help("name another directory with --out DIR")),
        false => Ok(()),
    }
}

/// Compares the table of another program with a reference.
fn with_reference(args: &CompareArgs, name: &str, catalogue: &Catalogue) -> Result<(), CliError> {
    let Some(reference) = catalogue.reference(name) else {
        let known = catalogue.references().iter().map(|one| one.name().to_owned()).collect::<Vec<_>>().join(", ");
        return Err(InputError::new(format!("there is no reference `{name}`")).help(format!("one of {known}")).into());
    };
    let found = Comparison::of(&reference, &args.run, &args.overrides)?;
    if let Some(out) = &args.out {
        let (table, json) = (found.table().to_csv(), atomic::json(&found.json()));
        let header = table.lines().next().unwrap_or_default();
        let files =
            [("comparison.csv", header), ("comparison.json", "{\n  \"columns\""), ("plots/reference.svg", FIGURE)];
        own_file::open(out, files.map(|(file, begin)| (file, [begin])))?;
        atomic::write(&out.join("comparison.json"), &json)?;
        found.table().write(&out.join("comparison.csv"))?;
        drawing::write(&found.figure(), &out.join("plots/reference.svg"))?;
    }
    match (args.format, &args.out) {
        (Some(ComparisonFormat::Json), _) => say_unless(args.quiet, &atomic::json(&found.json())),
        (Some(ComparisonFormat::Csv), _) => say_unless(args.quiet, &found.table().to_csv()),
        (None, Some(out)) => say_unless(args.quiet, &format!("{}results in {}\n", found.text(), out.display())),
        (None, None) => say_unless(args.quiet, &found.text()),
    }
}

/// Overrides that name these files, and set these keys, whose table need not be written.
pub(super) fn keys_of_measurement(data: &[PathBuf], overrides: &[String]) -> Vec<String> {
    let quoted = |path: &PathBuf| toml::Value::String(path.display().to_string());
    let files = toml::Value::Array(data.iter().map(quoted).collect());
    let file = (!data.is_empty()).then(|| format!("measurement.file={files}"));
    let is_whole =
        |set: &String| ["measurement.", "sphere.", "second.", "wall."].iter().any(|table| set.starts_with(table));
    let key = |set: &String| if is_whole(set) { set.clone() } else { format!("measurement.{set}") };
    file.into_iter().chain(overrides.iter().map(key)).collect()
}

/// The run's case with the record and the keys of the command line.
fn case_with_record(args: &CompareArgs) -> Result<Case, CliError> {
    let keys = keys_of_measurement(args.data.as_slice(), &args.overrides);
    let file = CaseFile::at(args.run.join("case.toml"), &args.laws);
    let mut case = file.load(&keys)?;
    if let (Some(measurement), Some(data)) = (&mut case.measurement, &args.data) {
        measurement.file = vec![data.clone()];
    }
    Ok(case)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_no_keeps_the_directory_of_the_run_as_it_is() {
        let asked = |mut answer: &[u8]| may_write_into(Path::new("runs/mine"), &mut answer);
        assert!(asked(b"y\n").is_ok() && asked(b"\n").is_ok() && asked(b"").is_ok());
        assert!(asked(b"No\n").unwrap_err().to_string().contains("nothing was written"));
    }
}
