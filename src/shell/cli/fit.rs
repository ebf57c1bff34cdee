//! `wetbounce fit`: parameters of a case from the user's own record.

use super::case_args::beside;
use super::{CaseArgs, CliError, say_unless};
use crate::case::{Case, CaseFile, Hydrodynamics, InputError, Measurement, Start};
use crate::fit::{
    ErrorMode, Fitted, Forward, ForwardError, GRIDS, Parameter, Place, most_evaluations, most_runs, profiles, scan,
    search,
};
use crate::output::claim::Claim;
use crate::output::progress::{Mode, Tally};
use crate::output::{atomic, drawing, own_file};
use crate::run::grid_error::coarser;
use clap::{Args, ValueHint};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Fit parameters of a case to its measurement: values, standard errors, correlations
#[derive(Debug, Clone, Args)]
#[command(
    after_help = "Example:\n  wetbounce fit mine.toml --vary \"contact.restitution = 0.9 .. 1\" \\\n      --vary liquid.viscosity \\\n      --prior \"liquid.viscosity = 10 mPa s ± 0.2 mPa s\"\n  wetbounce fit mine.toml --vary contact.restitution --theory\n\nThe case needs a [measurement]; [fit] may hold vary and prior as lists of the same texts. Writes fit.json, NAME-fitted.toml and plots/corner.svg, and keeps its runs, which a repeated call finds again."
)]
pub struct FitArgs {
    /// The case
    #[command(flatten)]
    pub case: CaseArgs,
    /// What is fitted, and how
    #[command(flatten)]
    pub settings: FitSettings,
}

/// What is fitted, and how
#[derive(Debug, Clone, Default, Args)]
pub struct FitSettings {
    /// Parameters: KEY, or KEY = LOW .. HIGH with units; may be repeated, or divided by commas [default: fit.vary of
    /// the case]
    #[arg(long, value_name = "KEY", value_delimiter = ',')]
    pub vary: Vec<String>,
    /// What is known of a parameter, KEY = VALUE ± SIGMA; may be repeated [default: fit.prior of the case]
    #[arg(long, value_name = "KEY=PRIOR")]
    pub prior: Vec<String>,
    /// Stop after the fit by theory, without a flow
    #[arg(long)]
    pub theory: bool,
    /// Profile likelihoods of the last stage: sides of different length, and sides without an end, in words and in
    /// profile.csv
    #[arg(long)]
    pub profile: bool,
    /// Where the results go [default: output.directory of the case with -fit added]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Nothing on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

/// Reads the case, and fits as [`of_case`] does.
///
/// # Errors
/// The case, a parameter or the record is wrong, or a run failed.
pub fn run(args: FitArgs) -> Result<(), CliError> {
    of_case(&args.case.load()?, (args.case.file(), &args.case.overrides), &args.settings)
}

/// Fits a case that was read from this file with these overrides, to which those of the parameters are added, and
/// prints the result.
///
/// # Errors
/// A parameter or the record is wrong, or a run failed.
pub fn of_case(case: &Case, (file, overrides): (CaseFile, &[String]), settings: &FitSettings) -> Result<(), CliError> {
    let Some(measurement) = case.measurement.clone() else {
        return Err(InputError::new("the case has no [measurement] to fit to")
            .help("name a record: [measurement] file = \"record.csv\", or --set measurement.file=record.csv")
            .into());
    };
    let parameters = parameters(settings, case)?;
    let drops =
        Forward::record(&measurement, case).map_err(|error| InputError::new(error.to_string()).help(error.advice()))?;
    let out = settings.out.clone().unwrap_or_else(|| beside(case, "fit"));
    own_file::open(&out, files(case))?;
    let _claim = Claim::of(&out)?;
    let theory = !case.problem.surroundings.meets_sphere();
    if settings.theory && !theory {
        return Err(InputError::new("theory knows one sphere and a wall, not two spheres")
            .help("leave out --theory: the fit is by the flow")
            .into());
    }
    let mut forward = Forward {
        file,
        overrides: overrides.iter().cloned().chain(let_go(case, &parameters)).collect(),
        hydrodynamics: Hydrodynamics::Theory,
        runs: Forward::directory(&out, Hydrodynamics::Theory),
        parameters,
        readings: wetbounce_records::bounce::drops::of_all(&drops, case.reading()),
        drops,
        rows: OnceLock::new(),
        weighed: Vec::new(),
        with_film: false,
    };
    let known = is_known(&measurement, &forward);
    let start: Vec<f64> = forward.parameters.iter().map(|parameter| parameter.start).collect();
    let mut found = Vec::new();
    let flow = !settings.theory && case.problem.hydrodynamics != Hydrodynamics::Theory;
    let coarse = coarser(case).filter(|_| flow);
    let of = [theory, coarse.is_some(), flow].into_iter().filter(|stage| *stage).count();
    let next = |found: &[Fitted]| Place { stage: found.len() + 1, of };
    if theory {
        let start = scan(&forward, &start).map_err(failed)?;
        found.push(stage(&forward, &start, known, next(&found), settings.quiet)?);
    }
    if flow {
        forward.hydrodynamics = case.problem.hydrodynamics;
        forward.runs = Forward::directory(&out, case.problem.hydrodynamics);
        forward.rows = OnceLock::new();
        let mut start = found.last().map_or(start, values);
        if let Some(coarse) = coarse {
            let of_case = forward.overrides.clone();
            forward.overrides.push(format!("resolution.cells_per_diameter={coarse}"));
            found.push(stage(&forward, &start, known, next(&found), settings.quiet)?);
            forward.overrides = of_case;
            let on_coarse = found.last().map_or(start, values);
            grids_errors(&mut forward, &on_coarse, [coarse, between(case)], case)?;
            let near = searched(&forward, &on_coarse, known, next(&found), settings.quiet)?;
            let near = values(&near);
            grids_errors(&mut forward, &near, [coarse, between(case)], case)?;
            start = near;
        }
        forward.with_film = true;
        found.push(stage(&forward, &start, known, next(&found), settings.quiet)?);
    }
    if let Some(last) = found.last_mut().filter(|_| settings.profile) {
        let runs = Tally::at_most(Mode::of(settings.quiet), "runs", most_runs(last.parameters.len()));
        let profiles = profiles(&forward, last, &runs);
        runs.finish();
        last.profiles = profiles.map_err(failed)?;
        say_unless(settings.quiet, &last.profiles_in_words())?;
    }
    if let Some(last) = found.last_mut() {
        last.judge(forward.doubts(&values(last)).map_err(failed)?);
        say_unless(settings.quiet, &format!("verdict: {}\n", last.verdict))?;
    }
    write(&out, case, &forward, &found)?;
    say_unless(settings.quiet, &format!("results in {}\n", out.display()))?;
    match found.last().and_then(Fitted::distrust) {
        Some(why) => Err(CliError::Failed(Box::new(Distrusted(why)))),
        None => Ok(()),
    }
}

/// What a fit writes, each with its beginning.
fn files(case: &Case) -> [(String, [&'static str; 1]); 4] {
    [
        (FIT.to_owned(), ["[\n  {\n    \"stage\": "]),
        (PROFILES.into(), ["varied,delta_chi_squared,"]),
        (CORNER.into(), [own_file::FIGURE]),
        (fitted_case(case), ["# wetbounce "]),
    ]
}

/// A fit whose numbers mean nothing; they are written all the same.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
#[error("the fit cannot be trusted: {0}")]
#[diagnostic(help(
    "look at the record first: `wetbounce measure DATA.csv`, and `wetbounce compare` with a run of this case"
))]
struct Distrusted(String);

/// The sphere is let go as in the case, whatever is varied: how far above the wall is by default another length on
/// either side of the terminal speed. A diameter that is varied takes that length with it.
fn let_go(case: &Case, parameters: &[Parameter]) -> Option<String> {
    let grows = parameters.iter().any(|parameter| parameter.key.starts_with("sphere."));
    match case.problem.start.start {
        Start::Prescribed { free_gap, .. } if !grows => Some(format!("release.free_gap={free_gap} m")),
        _ => None,
    }
}

/// The values that were found.
fn values(found: &Fitted) -> Vec<f64> {
    found.parameters.iter().map(|estimate| estimate.value).collect()
}

/// Cells per diameter between the coarser grid and the case's own.
fn between(case: &Case) -> u32 {
    5 * case.problem.resolution.cells_per_diameter / 6
}

/// The error of the case's grid at these values: as the finer of two coarser grids shows it for errors of second order,
/// and by how much the coarser one shows another, as no order is sure on grids that are not fine.
fn grids_errors(forward: &mut Forward, at: &[f64], coarser: [u32; 2], case: &Case) -> Result<(), CliError> {
    let own = forward.of_record(at).map_err(failed)?;
    let cells = f64::from(case.problem.resolution.cells_per_diameter);
    let of_case = forward.overrides.clone();
    let mut error = |coarse: u32| -> Result<Vec<f64>, CliError> {
        forward.overrides.clone_from(&of_case);
        forward.overrides.push(format!("resolution.cells_per_diameter={coarse}"));
        let there = forward.of_record(at).map_err(failed)?;
        let share = ((cells / f64::from(coarse)).powi(2) - 1.0).recip();
        Ok(own.iter().zip(&there).map(|(own, there)| share * (own - there)).collect())
    };
    let (of_coarser, of_finer) = (error(coarser[0])?, error(coarser[1])?);
    let unsure = of_coarser.iter().zip(&of_finer).map(|(coarser, finer)| coarser - finer).collect();
    forward.overrides = of_case;
    let [coarser, finer] = coarser;
    forward.weighed = vec![
        ErrorMode::new(GRIDS, format!("the difference to D/{finer}, of second order"), of_finer),
        ErrorMode::new(GRIDS, format!("how far D/{coarser} shows another"), unsure),
    ];
    Ok(())
}

/// A failure as this program shows it.
fn failed(failure: ForwardError) -> CliError {
    match failure {
        ForwardError::Case(error) => error.into(),
        ForwardError::Run(failure) => failure.into(),
        ForwardError::Outside(error) => error.into(),
        failure => CliError::Failed(Box::new(failure)),
    }
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

fn stage(forward: &Forward, start: &[f64], known: bool, place: Place, quiet: bool) -> Result<Fitted, CliError> {
    let found = searched(forward, start, known, place, quiet)?;
    say_unless(quiet, &found.text())?;
    Ok(found)
}

fn searched(forward: &Forward, start: &[f64], known: bool, place: Place, quiet: bool) -> Result<Fitted, CliError> {
    let runs = Tally::at_most(Mode::of(quiet), "runs", most_evaluations(start.len()));
    let found = search(forward, start, known, place, &runs);
    runs.finish();
    found.map_err(failed)
}

fn parameters(settings: &FitSettings, case: &Case) -> Result<Vec<Parameter>, CliError> {
    let given = |own: &[String], of_case: &[String]| if own.is_empty() { of_case.to_vec() } else { own.to_vec() };
    let (vary, prior) = (given(&settings.vary, &case.given.fit.vary), given(&settings.prior, &case.given.fit.prior));
    if vary.is_empty() {
        return Err(InputError::new("there is nothing to vary")
            .help("name a parameter, as in --vary contact.restitution, or in the case: [fit] vary = [\"contact.restitution\"]")
            .into());
    }
    let found: Vec<Parameter> =
        vary.iter().map(|text| Parameter::parse(text, &prior, case)).collect::<Result<_, InputError>>()?;
    let twice = found.iter().enumerate().find(|(at, one)| found[..*at].iter().any(|other| other.key == one.key));
    if let Some((_, one)) = twice {
        return Err(InputError::new(format!("{} is varied twice", one.key)).help("name each parameter once").into());
    }
    let stray = prior.iter().find(|text| {
        let key = text.split('=').next().unwrap_or_default().trim();
        found.iter().all(|parameter| parameter.key != key)
    });
    match stray {
        Some(text) => Err(InputError::new(format!("the prior `{text}` is of no parameter that is varied"))
            .help("write KEY = VALUE ± SIGMA, with a key of --vary")
            .into()),
        None => Ok(found),
    }
}

/// The results of all stages.
const FIT: &str = "fit.json";
/// The profile likelihoods.
const PROFILES: &str = "profile.csv";
/// The figure of the parameters in pairs.
const CORNER: &str = "plots/corner.svg";

/// The file of the case with the values that were found.
fn fitted_case(case: &Case) -> String {
    format!("{}-fitted.toml", case.given.name)
}

/// Writes `fit.json`, the profiles, the figure and the fitted case.
fn write(out: &Path, case: &Case, forward: &Forward, found: &[Fitted]) -> Result<(), CliError> {
    atomic::write_json(&out.join(FIT), found)?;
    let (profiles, last) = (out.join(PROFILES), found.last().expect("one stage at least"));
    match last.profiles.is_empty() {
        true => atomic::remove(&profiles)?,
        false => last.profile_table().write(&profiles)?,
    }
    if let Some(corner) = last.corner() {
        drawing::write(&corner, &out.join(CORNER))?;
    }
    let values: Vec<f64> = last.parameters.iter().map(|p| p.value).collect();
    let settings = forward.parameters.iter().zip(&values).map(|(parameter, value)| parameter.setting(*value));
    let overrides: Vec<String> = forward.overrides.iter().cloned().chain(settings).collect();
    let fitted = forward.file.load(&overrides)?;
    Ok(atomic::write(&out.join(fitted_case(case)), fitted.to_toml())?)
}
