//! What a sweep says at its end.

use super::directory::SweepDirectory;
use super::table::{Row, Table};
use std::fmt::Write;

/// Rows shown on the terminal; the table has all of them.
const MOST_ROWS: usize = 60;

/// The table in short, what follows from what, and where the files are.
pub fn text(directory: &SweepDirectory, table: &Table) -> String {
    let record = &directory.record;
    let mut text = format!("{}\n", record.name);
    for line in [&record.title, &record.reference, &record.follows].into_iter().flatten() {
        let _ = writeln!(text, "{line}");
    }
    let width = table.rows.iter().map(|row| row.run.name.chars().count()).max().unwrap_or(0).max(4);
    let _ = writeln!(
        text,
        "\n{:width$}  {:>8} {:>8}  {:>7} {:>7} {:>9}  {:>8}  status",
        "name", "Re", "St", "e", "e/e_dry", "Legendre", "apex/D"
    );
    for row in table.rows.iter().take(MOST_ROWS) {
        line(&mut text, row, width);
    }
    if table.rows.len() > MOST_ROWS {
        let _ = writeln!(text, "… and {} more in the table", table.rows.len() - MOST_ROWS);
    }
    let root = directory.root.display();
    let _ = writeln!(text, "\n{}", table.progress());
    let _ = writeln!(text, "table in {root}/sweep.csv, figures in {root}/plots, report in {root}/report.html");
    text
}

fn line(text: &mut String, row: &Row, width: usize) {
    let short = |value: Option<f64>, digits: usize| value.map_or("-".into(), |value| format!("{value:.digits$}"));
    let groups = row.case.as_ref().map(crate::case::Case::groups);
    let apex = row.landing.as_ref().and_then(|landing| landing.apex_gap_over_d);
    let status = match &row.cause {
        Some(cause) => format!("{}: {cause}", row.status),
        None => row.status.to_string(),
    };
    let _ = writeln!(
        text,
        "{:width$}  {:>8} {:>8}  {:>7} {:>7} {:>9}  {:>8}  {status}",
        row.run.name,
        short(groups.map(|groups| groups.reynolds), 1),
        short(groups.map(|groups| groups.stokes), 1),
        short(row.restitution(), 4),
        short(row.restitution_over_dry(), 4),
        short(row.legendre(), 4),
        short(apex, 4),
    );
}
