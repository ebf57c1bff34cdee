//! `wetbounce check` of a plan: its runs, and the time of the sweep.

use super::CliError;
use super::case_args::CaseArgs;
use crate::case::{CaseError, InputError};
use crate::study::estimate::{elapsed, megabytes, roughly};
use crate::study::results::kind;
use crate::study::{CostEstimate, Member, Study, local};
use std::fmt::Write;
use std::time::Duration;
use wetbounce_physics::quantity::NUMBER;
use wetbounce_physics::remark::Remark;

/// Runs listed one by one.
const LISTED: usize = 40;

/// The text of `check` for the plan at `path`.
///
/// # Errors
/// The plan is wrong, or one of its runs would be refused.
pub fn report(args: &CaseArgs) -> Result<String, CliError> {
    let sweep = Study::load_with(&args.case, &args.overrides, &[], &args.laws)?;
    let estimates = sweep.runs.iter().map(estimate).collect::<Result<Vec<_>, _>>()?;
    let mut text = format!("{}\n", sweep.name);
    for line in [&sweep.title, &sweep.reference, &sweep.follows].into_iter().flatten() {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text, "\nruns");
    for (run, estimate) in sweep.runs.iter().zip(&estimates).take(LISTED) {
        let groups = run.case.problem.groups();
        let takes = match estimate {
            Some(estimate) => format!("{} steps, {}", roughly(estimate.steps as f64), elapsed(estimate.elapsed)),
            None => "no flow, seconds at most".into(),
        };
        let [reynolds, stokes] = [groups.reynolds, groups.stokes].map(|number| NUMBER.brief(number));
        let _ = writeln!(text, "  {:<40} Re {reynolds}, St {stokes}, {takes}", run.name);
    }
    if sweep.runs.len() > LISTED {
        let _ = writeln!(text, "  and {} more", sweep.runs.len() - LISTED);
    }
    text += &takes(&sweep, &estimates);
    text += &notes(&sweep);
    Ok(text)
}

/// Cost of one run; `None` without a flow.
fn estimate(run: &Member) -> Result<Option<CostEstimate>, CliError> {
    run.case.problem.hydrodynamics.computes_flow().then(|| CostEstimate::of(&run.case)).transpose().map_err(|bad| {
        let problem = InputError::new(format!("the run `{}` cannot be done: {bad}", run.name));
        CaseError::new("the plan", vec![problem.help("change the key named here, in the base case or under [set]")])
            .into()
    })
}

/// Cost of the sweep on this machine.
fn takes(sweep: &Study, estimates: &[Option<CostEstimate>]) -> String {
    let known = || estimates.iter().flatten();
    let jobs = local::default_jobs(sweep).min(sweep.runs.len().max(1));
    let all: Duration = known().map(|estimate| estimate.elapsed).sum();
    let longest = known().map(|estimate| estimate.elapsed).max().unwrap_or_default();
    let memory = known().map(|estimate| estimate.memory).max().unwrap_or(0);
    let mut text = String::from("\nthe sweep\n");
    let _ = writeln!(text, "  runs                   {}, {jobs} at a time on this machine", sweep.runs.len());
    if known().next().is_none() {
        let _ = writeln!(text, "  elapsed time           seconds: no run computes a flow");
        return text;
    }
    let steps: u64 = known().map(|estimate| estimate.steps).sum();
    let _ = writeln!(text, "  steps                  about {}", roughly(steps as f64));
    let together = elapsed((all / jobs as u32).max(longest));
    let _ = writeln!(text, "  elapsed time           {together}, one run after the other {}", elapsed(all));
    let _ = writeln!(text, "  memory                 {}", megabytes(jobs as f64 * memory as f64));
    text
}

/// The warnings of the runs: those that differ in their numbers alone are one, that of the first run that has it.
fn notes(sweep: &Study) -> String {
    let mut notes: Vec<(String, String, &str, usize)> = Vec::new();
    for run in &sweep.runs {
        for Remark { text: warning, .. } in run.case.warnings() {
            let kind = kind(&warning);
            match notes.iter_mut().find(|(known, ..)| *known == kind) {
                Some((.., runs)) => *runs += 1,
                None => notes.push((kind, warning, &run.name, 1)),
            }
        }
    }
    let title = if notes.is_empty() { "" } else { "\nplease note\n" };
    let line = |(_, note, first, runs): (String, String, &str, usize)| match runs {
        1 => format!("  - {note} ({first})\n"),
        _ => format!("  - {note} ({first} and its like: {runs} of {} runs)\n", sweep.runs.len()),
    };
    std::iter::once(title.to_owned()).chain(notes.into_iter().map(line)).collect()
}
