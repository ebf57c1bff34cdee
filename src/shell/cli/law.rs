//! `wetbounce law`: the restitution in liquid as other programs take it.

use super::case_args::{Setting, directory};
use super::plot_input::refused;
use super::sweep::{Here, here, root};
use super::{CliError, say_unless};
use crate::case::InputError;
use crate::law::{Atlas, Curve, FilmLaw, FilmText, HOSTS, Host, RestitutionLaw, SHIPPED, Writes};
use crate::output::summary::{PROGRAM, fingerprint, version};
use crate::output::table::Table;
use crate::output::{OutputError, atomic, own_file};
use crate::study::{Study, SweepDirectory};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use std::path::{Path, PathBuf};
use wetbounce_physics::own::Laws;

/// Write the restitution over the Stokes number as a DEM program takes it, from a sweep
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce law cases/sweeps/restitution.toml --for liggghts \\\n      --out sweeps/restitution\n  wetbounce law sweeps/restitution/sweep.csv --for lammps --stokes 100\n  wetbounce law --from-atlas --density-ratio 2.5 --dry-restitution 0.97 \\\n      --for liggghts\n  wetbounce law --for resolved --from forces.csv --out film\n\nA sweep whose runs are done is not done again. The law is shown, and written as law-HOST.* into the sweep directory: comments with the fit, its errors and where it holds, then the lines to paste."
)]
pub struct LawArgs {
    /// Plan of a sweep over `stokes` (TOML), or a table of bounces (.csv) with the columns of sweep.csv
    #[arg(value_name = "PLAN", value_hint = ValueHint::FilePath)]
    pub plan: Option<PathBuf>,
    /// The program that the law is for
    #[arg(long = "for", value_name = "HOST", value_parser = host())]
    pub host: &'static Host,
    /// Stokes number that a constant is for, where the program takes one [default: that of the bounce in the middle]
    #[arg(long, value_name = "NUMBER")]
    pub stokes: Option<f64>,
    /// The curve, where the table has several
    #[arg(long, value_name = "NAME")]
    pub series: Option<String>,
    /// Read the curve from the atlas of the program without a run; from the one in the table PLAN, if that is given
    #[arg(long)]
    pub from_atlas: bool,
    /// Density of the sphere over that of the liquid, with --from-atlas
    #[arg(long, value_name = "NUMBER")]
    pub density_ratio: Option<f64>,
    /// Restitution of the solids in air, with --from-atlas
    #[arg(long, value_name = "NUMBER")]
    pub dry_restitution: Option<f64>,
    /// With --for resolved: the force over the gap that the code's own grid gives in creeping flow, a CSV with the
    /// columns gap_over_d and force_over_stokes
    #[arg(long, value_name = "THEIRS.csv", value_hint = ValueHint::FilePath)]
    pub from: Option<PathBuf>,
    /// Set a key for all runs, e.g. --set hydrodynamics=theory; with --from the uncertainty of the forces alone, a
    /// share; may be repeated
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
    /// Laws of your own that cases may name
    #[arg(skip)]
    pub laws: Laws,
}

/// Reads a host by its word.
fn host() -> impl TypedValueParser<Value = &'static Host> {
    let known = HOSTS.map(|host| PossibleValue::new(host.word).help(host.about));
    PossibleValuesParser::new(known)
        .map(|word| HOSTS.into_iter().find(|host| host.word == word).expect("words are those of the hosts"))
}

impl LawArgs {
    /// A law for this program, of nothing yet.
    pub fn of(host: &'static Host) -> Self {
        Self {
            plan: None,
            host,
            stokes: None,
            series: None,
            from_atlas: false,
            density_ratio: None,
            dry_restitution: None,
            from: None,
            overrides: Vec::new(),
            out: None,
            jobs: None,
            quiet: false,
            laws: Laws::default(),
        }
    }

    /// Refuses options without a meaning beside the others.
    fn check(&self) -> Result<(), InputError> {
        let numbers = [self.density_ratio.is_some(), self.dry_restitution.is_some()];
        if self.from_atlas != numbers[0] || self.from_atlas != numbers[1] {
            let help = "give --density-ratio and --dry-restitution beside --from-atlas, or none of them";
            return Err(InputError::new("the atlas takes a density ratio and a dry restitution").help(help));
        }
        let given = [
            ("a plan", self.plan.is_some(), false, true),
            ("--from-atlas", self.from_atlas, false, true),
            ("--series", self.series.is_some(), true, true),
            ("--stokes", self.stokes.is_some(), false, true),
            ("--jobs", self.jobs.is_some(), true, true),
            ("--set", !self.overrides.is_empty(), true, false),
        ];
        let beside = |option: &str, idle: Option<&(&str, bool, bool, bool)>| match idle {
            Some((what, ..)) => {
                Err(InputError::new(format!("{what} has no meaning beside {option}")).help("leave one of them out"))
            }
            None => Ok(()),
        };
        beside("--from-atlas", given.iter().find(|(_, is, atlas, _)| self.from_atlas && *is && *atlas))?;
        beside("--from", given.iter().find(|(_, is, _, forces)| self.from.is_some() && *is && *forces))
    }
}

/// Reads the table, of a plan after its sweep, and writes the law.
///
/// # Errors
/// The plan, the table or an option is wrong, runs failed, or a file cannot be written.
pub fn run(args: LawArgs) -> Result<(), CliError> {
    args.check()?;
    let write = match (args.host.writes, &args.from) {
        (Writes::Film(write), Some(theirs)) => return film(&args, write, theirs),
        (Writes::Restitution(write), None) => write,
        (Writes::Film(_), None) => {
            let message = format!("--for {} takes the force that the code's own grid gives", args.host.word);
            return Err(InputError::new(message)
                .help("give its table of forces over gaps with --from THEIRS.csv")
                .into());
        }
        (Writes::Restitution(_), Some(_)) => {
            let message =
                format!("--for {} takes the restitution of bounces, and --from names forces over gaps", args.host.word);
            return Err(InputError::new(message)
                .help("give a plan or a table of bounces, or take --for resolved")
                .into());
        }
    };
    let (curve, from, out) = match (&args.plan, args.density_ratio.zip(args.dry_restitution)) {
        (plan, Some((ratio, dry))) => {
            let (atlas, from) = match plan {
                Some(table) => (Atlas::of(&Table::read(table).map_err(refused)?)?, origin(table)?),
                None => (Atlas::shipped()?, made("its atlas", SHIPPED)),
            };
            (atlas.curve(ratio, dry)?, from, args.out.clone())
        }
        (Some(plan), None) => {
            let (table, out) = swept(plan, &args)?;
            let curve = Curve::read(&Table::read(&table).map_err(refused)?, args.series.as_deref())?;
            (curve, origin(&table)?, out)
        }
        (None, None) => {
            return Err(InputError::new("there is no plan").help("give a plan, a table, or --from-atlas").into());
        }
    };
    let law = RestitutionLaw::of(curve, args.stokes)?;
    let text = law.text(args.host, write, &from);
    if let Some(out) = out {
        keep(args.host, &out, &[(args.host.extension, &text)])?;
    }
    say_unless(args.quiet, &text)
}

/// Writes the texts of a law into a directory, each by its ending, over earlier laws from the same kind of input alone.
fn keep(host: &Host, out: &Path, texts: &[(&str, &str)]) -> Result<(), CliError> {
    let file = |ending: &str| format!("law-{}.{ending}", host.word);
    // Up to the place that the law comes from.
    let begin = |text| str::split_once(text, "; ").map_or(text, |(begin, _)| begin);
    own_file::open(out, texts.iter().map(|(ending, text)| (file(ending), [begin(text)])))?;
    texts.iter().try_for_each(|(ending, text)| Ok(atomic::write(&out.join(file(ending)), text)?))
}

/// The film that a grid lacks, from its forces.
fn film(args: &LawArgs, write: fn(&FilmLaw, &str) -> FilmText, theirs: &Path) -> Result<(), CliError> {
    let mut uncertainty = 0.0;
    for setting in &args.overrides {
        let share = setting.strip_prefix("uncertainty=").and_then(|share| share.trim().parse::<f64>().ok());
        uncertainty = share.filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| {
            InputError::new(format!("--set {setting}: a law from forces takes no such setting"))
                .help("give --set uncertainty=0.01, a share, or nothing; columns have the names gap_over_d and force_over_stokes")
        })?;
    }
    let law = FilmLaw::read(theirs, uncertainty)?;
    let FilmText { text, lines } = write(&law, &origin(theirs)?);
    if let Some(out) = &args.out {
        let lines = lines.iter().map(|(ending, lines)| (*ending, lines.as_str()));
        keep(args.host, out, &std::iter::once((args.host.extension, text.as_str())).chain(lines).collect::<Vec<_>>())?;
    }
    say_unless(args.quiet, &text)?;
    match &args.out {
        Some(_) => Ok(()),
        None => say_unless(args.quiet, "# Lines in C, Fortran and Python are written with --out DIR.\n"),
    }
}

/// A table of bounces, or that of a plan whose missing runs are done first: with the directory of the law, if there is
/// one.
fn swept(plan: &Path, args: &LawArgs) -> Result<(PathBuf, Option<PathBuf>), CliError> {
    if plan.extension().is_some_and(|extension| extension == "csv") {
        if args.overrides.is_empty() {
            return Ok((plan.to_path_buf(), args.out.clone()));
        }
        let message = format!("`{}` is a table, and --set is for the runs of a plan", plan.display());
        return Err(InputError::new(message).help("leave --set out, or give the plan").into());
    }
    if plan.is_dir() {
        let message = format!("`{}` is a directory", plan.display());
        return Err(InputError::new(message)
            .help("give the plan of a sweep, or the sweep.csv of its directory")
            .into());
    }
    let sweep = Study::load_with(plan, &args.overrides, &[], &args.laws)?;
    let root = root(plan, args.out.clone());
    let directory = SweepDirectory::make(&root, &sweep)?;
    let (_, ended) = here(&sweep, &directory, &Here { jobs: args.jobs, retry_failed: false, quiet: args.quiet })?;
    ended?;
    Ok((root.join("sweep.csv"), Some(root)))
}

/// Program and table that a law comes from.
fn origin(table: &Path) -> Result<String, CliError> {
    let bytes = std::fs::read(table).map_err(OutputError::io("read", table))?;
    Ok(made(&table.display().to_string(), bytes))
}

fn made(from: &str, bytes: impl AsRef<[u8]>) -> String {
    format!("{PROGRAM} {} from {from} ({})", version(), fingerprint(bytes))
}
