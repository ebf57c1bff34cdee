//! `report.html` of a sweep: its curves, the table of its runs, what they resolved and what not, and where they come from.

use super::origin::Origin;
use super::page::{Page, Row, row};
use super::{FILE, digits, drawn, instead_of_flow, modelled_by_all};
use crate::analysis::restitution::APPARENT_IN_WORDS;
use crate::case::Case;
use crate::output::summary::{Summary, fingerprint};
use crate::output::{OutputError, atomic};
use crate::sweep::SweepDirectory;
use crate::sweep::table::{self, Table};
use std::io::Write;

const FIGURES: [(&str, &str); 3] = [
    ("restitution", "Restitution over the dry value against the Stokes number, with correlations and experiments."),
    ("apex", "Highest gap of the first rebound over the diameter against the Stokes number."),
    ("map", "Restitution over the dry value against Reynolds and Stokes number."),
];
const HEADER: [&str; 12] = [
    "Run",
    "Re",
    "St",
    "St, modified",
    "Density ratio",
    "Restitution",
    "Dry restitution",
    "Restitution over dry",
    "exp(−35/St*)",
    "Apex h/D",
    "Status",
    "Wall time [s]",
];

/// Writes the report of a sweep into its directory; `wall_s` is the wall time of this call, if it did runs.
///
/// # Errors
/// A figure cannot be read, or the report cannot be written.
pub fn write(directory: &SweepDirectory, table: &Table, wall_s: Option<f64>) -> Result<(), OutputError> {
    let record = &directory.record;
    let mut page = Page::new(&record.name);
    for line in [&record.title, &record.reference, &record.follows].into_iter().flatten() {
        page.lead(line);
    }
    page.lead(&format!("{}.", table.progress()));
    let figures = drawn(&directory.root.join("plots"), &FIGURES)?;
    if !figures.is_empty() {
        page.section("Figures");
        figures.iter().for_each(|(caption, svg)| page.figure(caption, svg));
    }
    page.section("Runs");
    page.table(&HEADER, &table.rows.iter().map(cells).collect::<Vec<Row>>());
    page.paragraph(&format!(
        "Re = ρl U D/μ, St = ρp U D/(9 μ) and St* = (ρp + ρl/2) U D/(9 μ) on the approach speed U. The restitution is the \
         apparent one, {APPARENT_IN_WORDS}; all columns are in sweep.csv."
    ));
    failures(&mut page, table);
    page.section("Resolved, modelled");
    page.paragraph(&resolved(table));
    modelled_by_all(&mut page, summaries(table));
    page.section("Provenance");
    let text = toml::to_string(record).expect("a record is a table of texts");
    let hash = fingerprint(&text);
    let spent = summaries(table).map(|summary| summary.wall_s).sum();
    let threads = summaries(table).map(|summary| summary.threads).max().unwrap_or(1);
    let origin = Origin::of_this_program(
        ("Fingerprint of plan and cases", &hash),
        format!("{threads} in each run"),
        wall_s.unwrap_or(spent),
    );
    let mut rows = origin.rows();
    rows.push(row(["Wall time of all runs together", &super::with_unit(spent, "s")]));
    page.table(&["", ""], &rows);
    page.section("The runs and what varies");
    page.text_file("sweep.toml", &text);
    let html = page.finish();
    atomic::replace(&directory.root.join(FILE), |w| w.write_all(html.as_bytes()))
}

fn summaries(table: &Table) -> impl Iterator<Item = &Summary> {
    table.rows.iter().filter_map(|row| row.landing.as_ref()).map(|landing| &landing.summary)
}

fn cells(run: &table::Row) -> Row {
    let number = |value: Option<f64>, decimals| digits(value.unwrap_or(f64::NAN), decimals);
    let groups = run.case.as_ref().map(Case::groups);
    let landing = run.landing.as_ref();
    row([
        run.run.name.clone(),
        number(groups.map(|groups| groups.reynolds), 2),
        number(groups.map(|groups| groups.stokes), 2),
        number(groups.map(|groups| groups.stokes_modified), 2),
        number(groups.map(|groups| groups.density_ratio), 4),
        number(run.restitution(), 4),
        number(run.restitution_dry, 4),
        number(run.restitution_over_dry(), 4),
        number(run.legendre(), 4),
        number(landing.and_then(|landing| landing.apex_gap_over_d), 4),
        run.status.to_string(),
        number(landing.map(|landing| landing.summary.wall_s), 1),
    ])
}

fn failures(page: &mut Page, table: &Table) {
    let cause = |row: &table::Row| Some(format!("{}: {}", row.run.name, row.cause.as_ref()?));
    let causes: Vec<String> = table.rows.iter().filter_map(cause).collect();
    if !causes.is_empty() {
        page.paragraph("Why runs failed:");
        page.list(&causes);
    }
}

/// What the grid of the runs resolves, and how many have none.
fn resolved(table: &Table) -> String {
    let cases: Vec<&Case> = table.rows.iter().filter_map(|row| row.case.as_ref()).collect();
    let flow: Vec<&Case> = cases.iter().copied().filter(|case| instead_of_flow(case).is_none()).collect();
    let range = |values: Vec<f64>| {
        let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(*v), high.max(*v)));
        if low == high { low.to_string() } else { format!("{low} to {high}") }
    };
    let by_grid = (!flow.is_empty()).then(|| {
        format!(
            "Resolved in {} runs: the axisymmetric flow on {} cells per diameter, the film with about {} cells across at \
             every gap down to {} D, and the solid contact in {} steps or more.",
            flow.len(),
            range(flow.iter().map(|case| f64::from(case.resolution.cells_per_diameter)).collect()),
            range(flow.iter().map(|case| f64::from(case.resolution.cells_across_film)).collect()),
            range(flow.iter().map(|case| case.resolution.smallest_gap).collect()),
            range(flow.iter().map(|case| f64::from(case.resolution.steps_per_contact)).collect()),
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
