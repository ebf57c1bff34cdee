//! `wetbounce impact`: the dry impact.

use super::case_args::directory;
use super::run::found;
use super::{CliError, InMemory, say_unless};
use crate::case::{CaseFile, ImpactCase, speed_of};
use crate::report::share;
use crate::run::{ImpactResults, ImpactSeries, ImpactSummary, OneImpact, compute_impact, execute_impact};
use clap::{Args, ValueHint};
use std::fmt::Write;
use std::path::PathBuf;
use wetbounce_physics::own::Laws;
use wetbounce_physics::quantity::{FORCE, LENGTH, SPEED, TIME};
use wetbounce_physics::remark::RemarkKind;

/// Compute the dry impact of a sphere on a wall or another sphere: normal or oblique, with spin
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce impact cases/impact/oblique-alumina-glass.toml --out runs/kharaz\n  wetbounce impact cases/impact/hertz-e05.toml \\\n      --set 'impact.speed=[\"0.1 m/s\", \"1 m/s\", \"10 m/s\"]'\n  wetbounce impact cases/gondret-st152.toml --speed \"0.3 m/s\"\n\nWrites case.toml, trajectory.csv, summary.json and plots/; lists of speeds and angles also series.csv. Keys, columns and the laws' defaults: docs/src/impact-reference.md."
)]
pub struct ImpactArgs {
    /// Impact case, or the case of an immersed sphere (TOML)
    #[arg(value_name = "CASE.toml", value_hint = ValueHint::FilePath)]
    pub case: PathBuf,
    /// Set a key of the case, e.g. --set impact.speed="1 m/s"; may be repeated, the last one counts
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(super) overrides: Vec<String>,
    /// Speed, directory and terminal
    #[command(flatten)]
    pub settings: ImpactSettings,
    /// Laws of your own that cases may name
    #[arg(skip)]
    pub(super) laws: Laws,
}

/// Speed, directory and terminal
#[derive(Debug, Clone, Default, Args)]
pub struct ImpactSettings {
    /// Impact speed with its unit [default: that of the case; of an immersed sphere, its approach speed, or that of its
    /// fall]
    #[arg(long, value_name = "SPEED", allow_hyphen_values = true)]
    pub speed: Option<String>,
    /// Run directory [default: output.directory of the case, runs/NAME; of an immersed case with -dry added]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, value_parser = directory())]
    pub out: Option<PathBuf>,
    /// Remove the results of another case that the run directory holds
    #[arg(long)]
    pub fresh: bool,
    /// Nothing on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

/// Reads the case, and computes its impact as [`of_case`] does.
///
/// # Errors
/// The case is wrong, or the impact failed.
pub fn run(args: ImpactArgs) -> Result<(), CliError> {
    let case = CaseFile::at(args.case, &args.laws).load_impact(&args.overrides)?;
    of_case(case, &args.settings)
}

/// Computes the impact and prints the result.
///
/// # Errors
/// The speed is wrong, or the impact failed.
pub fn of_case(case: ImpactCase, settings: &ImpactSettings) -> Result<(), CliError> {
    let case = settled(case, settings)?;
    let directory = case.output.directory.clone();
    let (summary, was_there) = execute_impact(&case, &directory, settings.fresh)?;
    let mut text = found(was_there, &directory) + &report(&summary);
    let _ = writeln!(text, "  results in {}", directory.display());
    say_unless(settings.quiet, &text)
}

/// Computes the impact in memory: the numbers are those of [`of_case`], and no file is written.
///
/// # Errors
/// The speed or the bodies are wrong. An impact that fails later comes with what was computed.
pub fn in_memory(case: ImpactCase, settings: &ImpactSettings) -> Result<InMemory, CliError> {
    let case = settled(case, settings)?;
    let done = compute_impact(&case)?;
    let columns = done.columns.into_iter().map(|(name, column)| (name.to_owned(), column)).collect();
    Ok(InMemory::new((report(&done.summary), case.to_toml()), &done.summary, columns, done.failure))
}

/// The case with speed and directory of its settings.
fn settled(mut case: ImpactCase, settings: &ImpactSettings) -> Result<ImpactCase, CliError> {
    if let Some(speed) = &settings.speed {
        case.set_speed(speed_of(speed)?);
    }
    if let Some(out) = &settings.out {
        case.output.directory.clone_from(out);
    }
    Ok(case)
}

fn report(summary: &ImpactSummary) -> String {
    let mut text = match &summary.found {
        ImpactResults::One(found) => one(summary, found),
        ImpactResults::Series(found) => series(summary, found),
    };
    summary.remarks.of(RemarkKind::Warning).for_each(|warning| text.push_str(&format!("  warning: {warning}\n")));
    text
}

fn one(summary: &ImpactSummary, found: &OneImpact) -> String {
    let contacts = match found.bounces.len() {
        1 => "1 contact".to_owned(),
        many => format!("{many} contacts"),
    };
    let mut text = format!(
        "{}: law {}, {} after {}, {} steps\n",
        summary.case, summary.law, summary.stop_reason, contacts, found.steps
    );
    let Some(first) = found.bounces.first() else { return text };
    let _ = write!(
        text,
        "  first contact: {}, {} in, ",
        TIME.brief(first.contact_duration_s),
        SPEED.brief(first.impact_speed_m_s)
    );
    let _ = match first.restitution {
        e if e.is_finite() => writeln!(text, "{} out, restitution {e:.4}", SPEED.brief(first.rebound_speed_m_s)),
        _ if first.parted => writeln!(text, "{} out", SPEED.brief(first.rebound_speed_m_s)),
        _ => writeln!(text, "the bodies have not parted"),
    };
    let _ = writeln!(
        text,
        "  largest overlap: {}, largest force: {}",
        LENGTH.brief(first.max_overlap_m),
        FORCE.brief(first.max_force)
    );
    let (spin @ [x, y, z], oblique) = (<[f64; 3]>::from(first.spin[0]), &first.oblique);
    if oblique.impact_angle_deg != 0.0 || spin != [0.0; 3] {
        let _ = writeln!(
            text,
            "  angle: {:.3} deg in, {:.3} deg out; tangential restitution {:.4}; spin after: ({x:.4}, {y:.4}, {z:.4}) rad/s",
            oblique.impact_angle_deg, oblique.rebound_angle_deg, oblique.tangential_restitution
        );
    }
    if let Some(check) = &found.check {
        let _ = writeln!(
            text,
            "  Dormand-Prince: restitution {:.9}, relative difference {:.1e}",
            check.restitution, check.restitution_difference
        );
    }
    let _ = writeln!(text, "  energy budget closes to {}", share(summary.energy_error));
    text
}

fn series(summary: &ImpactSummary, found: &ImpactSeries) -> String {
    let mut text = format!("{}: law {}, {}, {} steps\n", summary.case, summary.law, summary.stop_reason, found.steps);
    if let Some([low, high]) = found.restitution {
        let _ = writeln!(text, "  normal restitution: {low:.4} to {high:.4}");
    }
    let _ = writeln!(text, "  energy budgets close to {}", share(summary.energy_error));
    text
}
