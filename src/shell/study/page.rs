//! The end of a sweep, on the terminal and in `report.html`: its curves, its runs, the resolved and the modelled, and
//! where they come from.

use super::figures::{self, Choice};
use super::results::SweepResults;
use super::uncertainty::SweepUncertainty;
use super::{SweepDirectory, comparison, files, plan_measurement};
use crate::case::Case;
use crate::output::summary::{Summary, fingerprint};
use crate::output::table::Table;
use crate::output::{OutputError, atomic};
use crate::report::{Origin, Page, drawn, with_unit};
use crate::run::page::instead_of_flow;
use std::path::Path;
use wetbounce_physics::model::bounce::APPARENT_IN_WORDS;
use wetbounce_physics::numerics::extent;
use wetbounce_physics::remark::RemarkKind;

/// Runs shown on the terminal; the table has all of them.
const MOST_SHOWN: usize = 60;
const FIGURES: [(&str, &str); 3] = [
    (
        "restitution",
        "Restitution over the dry value against the Stokes number. A shaded band, where there is one, is the range over inputs of the film that are not given. exp(−35/St*): Legendre et al. (2006), with a scatter of ±0.05; 1 − 10/St: Davis et al. (2002); thresholds: Joseph et al. (2001); Gondret et al. (2002): the range of readings.",
    ),
    ("apex", "Highest gap of the first rebound over the diameter against the Stokes number."),
    ("map", "Restitution over the dry value against Reynolds and Stokes number."),
];
/// The results in short, the relations between quantities, and where the files are.
///
/// # Errors
/// A table in the directory cannot be read.
pub fn text(directory: &SweepDirectory, results: &SweepResults) -> Result<String, OutputError> {
    let record = &directory.record;
    let head: Vec<&String> = std::iter::once(&record.name)
        .chain([&record.title, &record.reference, &record.follows].into_iter().flatten())
        .collect();
    let mut shown = results.shown();
    shown.truncate(MOST_SHOWN);
    let more = results.runs.len().saturating_sub(MOST_SHOWN);
    let more = if more > 0 { format!("… and {more} more in the table\n") } else { String::new() };
    let failures: String = results.failures().iter().map(|cause| format!("failed: {cause}\n")).collect();
    let warnings: String = results.warnings().iter().map(|warning| format!("warning: {warning}\n")).collect();
    let head: String = head.iter().map(|line| format!("{line}\n")).collect();
    let measured = distances(&directory.root, results)?.map_or(String::new(), |table| format!("{table}\n"));
    let uncertain = uncertainty(directory, results).map_or(String::new(), |found| {
        let warnings: String = found.remarks.0.iter().map(|warning| format!("warning: {warning}\n")).collect();
        let answers: String = found.answers().iter().map(|answer| format!("{answer}\n")).collect();
        format!("{}\n{}{}\n{warnings}\n{answers}\n", found.inputs_shown(), found.shown(), found.in_words())
    });
    let (root, progress, speeds) = (directory.root.display(), results.progress(), results.speeds());
    Ok(format!(
        "{head}\n{shown}{more}{speeds}\n\n{measured}{uncertain}{warnings}{failures}{progress}\ntable in {root}/sweep.csv, figures in \
         {root}/plots, report in {root}/report.html\n"
    ))
}

/// Draws the figures of a sweep into `plots` of its directory, and sets its curves beside the measured points, as
/// `comparison.csv`.
///
/// # Errors
/// A file cannot be read or written.
pub fn draw(directory: &SweepDirectory, results: &SweepResults) -> Result<(), OutputError> {
    let root = &directory.root;
    if let Some(found) = uncertainty(directory, results) {
        found.table().write(&root.join(files::UNCERTAINTY))?;
        atomic::write_json(&root.join(files::UNCERTAINTY_SUMMARY), &found)?;
    }
    let (measured, frictions) = (plan_measurement::kept(root)?, plan_measurement::kept_frictions(root)?);
    let choice = Choice { measured, frictions, ..Choice::default() };
    if !choice.measured.is_empty() {
        comparison::table(results, &choice.measured).write(&root.join(files::COMPARISON))?;
    }
    figures::draw(&root.join("plots"), &results.table(), &choice)
}

/// The spread of the results under uncertain inputs, if there are any.
fn uncertainty(directory: &SweepDirectory, results: &SweepResults) -> Option<SweepUncertainty> {
    directory.record.sample.as_ref().map(|drawn| SweepUncertainty::of(results, drawn))
}

/// The distances of the curves from the measured points, if the plan has any.
fn distances(root: &Path, results: &SweepResults) -> Result<Option<Table>, OutputError> {
    let points = plan_measurement::kept(root)?;
    Ok((!points.is_empty()).then(|| comparison::shown(&comparison::distances(results, &points))))
}

/// Writes the report of a sweep into its directory; `wall_s` is the elapsed time of this call, if it did runs.
///
/// # Errors
/// A figure cannot be read, or the report cannot be written.
pub fn write(directory: &SweepDirectory, results: &SweepResults, wall_s: Option<f64>) -> Result<(), OutputError> {
    let record = &directory.record;
    let mut page = Page::new(&record.name);
    let uncertain = uncertainty(directory, results);
    uncertain.iter().flat_map(SweepUncertainty::answers).for_each(|answer| page.lead(&answer));
    for line in [&record.title, &record.reference, &record.follows].into_iter().flatten() {
        page.lead(line);
    }
    page.lead(&format!("{}.", results.progress()));
    if let Some(found) = uncertain {
        page.section("Uncertain inputs");
        page.table(&found.inputs_shown());
        page.table(&found.shown());
        page.paragraph(&found.in_words());
        page.list(&found.remarks.texts(RemarkKind::Warning));
    }
    page.figures(&drawn(&directory.root.join("plots"), &FIGURES)?);
    page.section("Runs");
    page.table(&results.shown());
    page.paragraph(&format!(
        "{} The restitution e is the apparent one: {APPARENT_IN_WORDS}. All columns are in sweep.csv.",
        results.speeds()
    ));
    if let Some(table) = distances(&directory.root, results)? {
        page.section("Beside the measurement");
        page.paragraph(
            "Computed less measured e/e dry; between its runs a curve is taken as linear in the logarithm of St. All points are \
             in comparison.csv.",
        );
        page.table(&table);
    }
    let failures = results.failures();
    if !failures.is_empty() {
        page.paragraph("Why runs failed:");
        page.list(&failures);
    }
    let warnings = results.warnings();
    if !warnings.is_empty() {
        page.section("Warnings");
        page.list(&warnings);
    }
    page.section("Resolved, modelled");
    page.paragraph(&resolved(results));
    page.modelled_by_all(summaries(results));
    page.section("Provenance");
    let text = toml::to_string(record).expect("a record is a table of texts");
    let hash = fingerprint(&text);
    let spent = summaries(results).map(|summary| summary.wall_s).sum();
    let threads = summaries(results).map(|summary| summary.threads).max().unwrap_or(1);
    let origin = Origin::of_this_program(
        ("Fingerprint of plan and cases", &hash),
        format!("{threads} in each run"),
        wall_s.unwrap_or(spent),
    );
    let mut table = origin.table();
    table.push(["Elapsed time of all runs together", &with_unit(spent, "s")]);
    page.table(&table);
    page.section("The runs and what varies");
    page.text_file("sweep.toml", &text);
    page.write(&directory.root)
}

fn summaries(results: &SweepResults) -> impl Iterator<Item = &Summary> {
    results.runs.iter().filter_map(|run| run.summary())
}

/// The resolution of the grids, and how many runs have none.
fn resolved(results: &SweepResults) -> String {
    let cases: Vec<&Case> = results.runs.iter().filter_map(|run| run.case.as_ref()).collect();
    let flow: Vec<&Case> = cases.iter().copied().filter(|case| instead_of_flow(case).is_none()).collect();
    let range = |values: Vec<f64>| {
        let (low, high) = extent(values.iter().copied());
        if low == high { low.to_string() } else { format!("{low} to {high}") }
    };
    let by_grid = (!flow.is_empty()).then(|| {
        format!(
            "Resolved in {} runs: the axisymmetric flow on {} cells per diameter, the film with about {} cells across at \
             every gap down to {} D, and the solid contact in {} steps or more.",
            flow.len(),
            range(flow.iter().map(|case| f64::from(case.problem.resolution.cells_per_diameter)).collect()),
            range(flow.iter().map(|case| f64::from(case.problem.resolution.cells_across_film)).collect()),
            range(flow.iter().map(|case| case.problem.resolution.smallest_gap).collect()),
            range(flow.iter().map(|case| f64::from(case.problem.resolution.steps_per_contact)).collect()),
        )
    });
    let mut texts: Vec<String> = by_grid.into_iter().collect();
    for case in &cases {
        let Some(words) = instead_of_flow(case) else { continue };
        let runs = cases.iter().filter(|other| instead_of_flow(other) == Some(words)).count();
        let text = format!("In {runs} runs: {words}");
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.join(" ")
}
