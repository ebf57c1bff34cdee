//! `wetbounce fit`: parameters of a case from the user's own record.

use super::{CaseArgs, CliError, say};
use crate::case::{Case, Hydrodynamics, Measurement, Problem};
use crate::fit::{Fitted, Forward, ForwardError, Parameter, most_evaluations, search};
use crate::output::atomic;
use crate::output::claim::Claim;
use crate::output::progress::{Mode, Tally};
use clap::{Args, ValueHint};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Fit parameters of a case to its measurement: values, standard errors, correlations
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce fit mine.toml --vary \"contact.restitution = 0.9 .. 1\" --vary liquid.viscosity --prior \"liquid.viscosity = 10 mPa s ± 0.2 mPa s\"\n  wetbounce fit mine.toml --vary contact.restitution --theory\n\nThe case needs a [measurement]; [fit] may hold vary and prior as lists of the same texts.\nWrites fit.json and NAME-fitted.toml, and keeps its runs, which a repeated call finds again."
)]
pub struct FitArgs {
    /// The case
    #[command(flatten)]
    pub case: CaseArgs,
    /// Parameters: KEY, or KEY = LOW .. HIGH with units; may be repeated, or divided by commas [default: fit.vary of the case]
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    pub vary: Vec<String>,
    /// What is known of a parameter, KEY = VALUE ± SIGMA; may be repeated [default: fit.prior of the case]
    #[arg(long, value_name = "KEY=PRIOR")]
    pub prior: Vec<String>,
    /// Stop after the fit by theory, without a flow
    #[arg(long)]
    pub theory: bool,
    /// Where the results go [default: output.directory of the case with -fit added]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Nothing on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

/// Fits, and says what was found.
///
/// # Errors
/// The case, a parameter or the record is wrong, or a run failed.
pub fn run(args: FitArgs) -> Result<(), CliError> {
    let case = args.case.load()?;
    let Some(measurement) = case.measurement.clone() else {
        return Err(Problem::new("the case has no [measurement] to fit to")
            .help("name a record: [measurement] file = \"record.csv\", or --set measurement.file=record.csv")
            .into());
    };
    let parameters = parameters(&args, &case)?;
    let drops =
        Forward::record(&measurement, &case).map_err(|error| Problem::new(error.to_string()).help(error.advice()))?;
    let out = args.out.clone().unwrap_or_else(|| {
        let mut name = case.output.directory.clone().into_os_string();
        name.push("-fit");
        name.into()
    });
    atomic::make_directory(&out)?;
    let _claim = Claim::of(&out)?;
    let mut forward = Forward {
        file: args.case.case.clone(),
        overrides: args.case.overrides.clone(),
        hydrodynamics: Hydrodynamics::Theory,
        runs: Forward::directory(&out, Hydrodynamics::Theory),
        parameters,
        drops,
        rows: OnceLock::new(),
    };
    let known = is_known(&measurement, &forward);
    let start: Vec<f64> = forward.parameters.iter().map(|parameter| parameter.start).collect();
    let mut found = vec![stage(&forward, &start, known, args.quiet)?];
    if !args.theory && case.hydrodynamics != Hydrodynamics::Theory {
        forward.hydrodynamics = case.hydrodynamics;
        forward.runs = Forward::directory(&out, case.hydrodynamics);
        forward.rows = OnceLock::new();
        let from: Vec<f64> = found[0].parameters.iter().map(|estimate| estimate.value).collect();
        found.push(stage(&forward, &from, known, args.quiet)?);
    }
    write(&out, &case, &forward, &found)?;
    if args.quiet { Ok(()) } else { say(&format!("results in {}\n", out.display())) }
}

/// Whether every kind of value in the record has its uncertainty.
fn is_known(measurement: &Measurement, forward: &Forward) -> bool {
    let has = |values: &[f64], sigma: f64| values.is_empty() || sigma > 0.0;
    forward.drops.iter().all(|drop| {
        has(&drop.gap, measurement.gap_uncertainty)
            && has(&drop.velocity, measurement.velocity_uncertainty)
            && (!drop.apexes || measurement.time_uncertainty > 0.0)
    })
}

fn stage(forward: &Forward, start: &[f64], known: bool, quiet: bool) -> Result<Fitted, CliError> {
    let mode = if quiet { Mode::Quiet } else { Mode::Auto };
    let runs = Tally::at_most(mode, "runs", most_evaluations(start.len()));
    let found = search(forward, start, known, &runs);
    runs.finish();
    let found = found.map_err(|failure| match failure {
        ForwardError::Case(error) => CliError::from(error),
        ForwardError::Run(failure) => failure.into(),
        failure => CliError::Failed(Box::new(failure)),
    })?;
    if !quiet {
        say(&found.text())?;
    }
    Ok(found)
}

fn parameters(args: &FitArgs, case: &Case) -> Result<Vec<Parameter>, CliError> {
    let given = |own: &[String], of_case: &[String]| if own.is_empty() { of_case.to_vec() } else { own.to_vec() };
    let (vary, prior) = (given(&args.vary, &case.fit.vary), given(&args.prior, &case.fit.prior));
    if vary.is_empty() {
        return Err(Problem::new("there is nothing to vary")
            .help("name a parameter, as in --vary contact.restitution, or in the case: [fit] vary = [\"contact.restitution\"]")
            .into());
    }
    let found: Vec<Parameter> =
        vary.iter().map(|text| Parameter::parse(text, &prior, case)).collect::<Result<_, Problem>>()?;
    let twice = found.iter().enumerate().find(|(at, one)| found[..*at].iter().any(|other| other.key == one.key));
    if let Some((_, one)) = twice {
        return Err(Problem::new(format!("{} is varied twice", one.key)).help("name each parameter once").into());
    }
    let stray = prior.iter().find(|text| {
        let key = text.split('=').next().unwrap_or_default().trim();
        found.iter().all(|parameter| parameter.key != key)
    });
    match stray {
        Some(text) => Err(Problem::new(format!("the prior `{text}` is of no parameter that is varied"))
            .help("write KEY = VALUE ± SIGMA, with a key of --vary")
            .into()),
        None => Ok(found),
    }
}

/// Writes `fit.json` and the fitted case.
fn write(out: &Path, case: &Case, forward: &Forward, found: &[Fitted]) -> Result<(), CliError> {
    let json = serde_json::to_string_pretty(found).expect("a fit is numbers and texts") + "\n";
    atomic::replace(&out.join("fit.json"), |w| w.write_all(json.as_bytes()))?;
    let values: Vec<f64> = found.last().expect("one stage at least").parameters.iter().map(|p| p.value).collect();
    let settings = forward.parameters.iter().zip(&values).map(|(parameter, value)| parameter.setting(*value));
    let overrides: Vec<String> = forward.overrides.iter().cloned().chain(settings).collect();
    let fitted = Case::load(&forward.file, &overrides)?;
    let name = format!("{}-fitted.toml", case.name);
    Ok(atomic::replace(&out.join(name), |w| w.write_all(fitted.to_toml().as_bytes()))?)
}
