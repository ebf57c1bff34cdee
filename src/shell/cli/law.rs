//! `wetbounce law`: the restitution in liquid as other programs take it.

use super::case_args::{Setting, directory};
use super::plot_input::refused;
use super::sweep::{Here, here, root};
use super::{CliError, say};
use crate::case::Problem;
use crate::law::{Curve, HOSTS, Host, Law};
use crate::output::summary::{PROGRAM, fingerprint, version};
use crate::output::table::Table;
use crate::output::{OutputError, atomic};
use crate::study::{Study, SweepDirectory};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write the restitution over the Stokes number as a DEM program takes it, from a sweep
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce law cases/sweeps/restitution.toml --for liggghts --out sweeps/restitution\n  wetbounce law sweeps/restitution/sweep.csv --for lammps --stokes 100\n\nA sweep whose runs are done is not done again. The law is shown, and written as law-HOST.* into the sweep directory: comments with the fit, its errors and where it holds, then the lines to paste."
)]
pub struct LawArgs {
    /// Plan of a sweep over `stokes` (TOML), or a table of bounces (.csv) with the columns of sweep.csv
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: PathBuf,
    /// The program that the law is for
    #[arg(long = "for", value_name = "HOST", value_parser = host())]
    pub host: &'static Host,
    /// Stokes number that a constant is for, where the program takes one [default: that of the bounce in the middle]
    #[arg(long, value_name = "NUMBER")]
    pub stokes: Option<f64>,
    /// The curve, where the table has several
    #[arg(long, value_name = "NAME")]
    pub series: Option<String>,
    /// Set a key for all runs, e.g. --set hydrodynamics=theory; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = Setting(""), hide_possible_values = true)]
    pub overrides: Vec<String>,
    /// Directory of the sweep and of the law [default: sweeps/PLAN; of a table's law: none]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = directory())]
    pub out: Option<PathBuf>,
    /// Cases at a time [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Nothing on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

/// Reads a host by its word.
fn host() -> impl TypedValueParser<Value = &'static Host> {
    let known = HOSTS.map(|host| PossibleValue::new(host.word).help(host.about));
    PossibleValuesParser::new(known)
        .map(|word| HOSTS.into_iter().find(|host| host.word == word).expect("words are those of the hosts"))
}

/// Reads the table, of a plan after its sweep, and writes the law.
///
/// # Errors
/// The plan, the table or an option is wrong, runs failed, or a file cannot be written.
pub fn run(args: LawArgs) -> Result<(), CliError> {
    let is_table = args.plan.extension().is_some_and(|extension| extension == "csv");
    if is_table && !args.overrides.is_empty() {
        let message = format!("`{}` is a table, and --set is for the runs of a plan", args.plan.display());
        return Err(Problem::new(message).help("leave --set out, or give the plan").into());
    }
    let (table, out) = if is_table { (args.plan.clone(), args.out.clone()) } else { swept(&args)? };
    let curve = Curve::read(&Table::read(&table).map_err(refused)?, args.series.as_deref())?;
    let law = Law::of(curve, args.stokes)?;
    let text = law.text(args.host, &origin(&table)?);
    if let Some(out) = out {
        std::fs::create_dir_all(&out).map_err(|error| {
            Problem::new(format!("the directory `{}` cannot be made: {error}", out.display()))
                .help("give another --out")
        })?;
        let file = out.join(format!("law-{}.{}", args.host.word, args.host.extension));
        atomic::replace(&file, |out| out.write_all(text.as_bytes()))?;
    }
    if args.quiet { Ok(()) } else { say(&text) }
}

/// Does what is not done of the sweep of a plan: its table and its directory.
fn swept(args: &LawArgs) -> Result<(PathBuf, Option<PathBuf>), CliError> {
    if args.plan.is_dir() {
        let message = format!("`{}` is a directory", args.plan.display());
        return Err(Problem::new(message).help("give the plan of a sweep, or the sweep.csv of its directory").into());
    }
    let sweep = Study::load(&args.plan, &args.overrides, &[])?;
    let root = root(&args.plan, args.out.clone());
    let directory = SweepDirectory::make(&root, &sweep)?;
    let (_, ended) = here(&sweep, &directory, &Here { jobs: args.jobs, retry_failed: false, quiet: args.quiet })?;
    ended?;
    Ok((root.join("sweep.csv"), Some(root)))
}

/// Program and table that a law comes from.
fn origin(table: &Path) -> Result<String, CliError> {
    let bytes = std::fs::read(table).map_err(OutputError::io("read", table))?;
    Ok(format!("{PROGRAM} {} from {} ({})", version(), table.display(), fingerprint(bytes)))
}
