//! The verdicts as a table on the terminal, and as CSV, JSON and Markdown files.

use super::entry::number;
use super::suite::{Finished, Row, Verdict};
use crate::output::{OutputError, atomic};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

const HEADER: [&str; 7] = ["entry", "quantity", "value", "reference", "deviation", "band", "verdict"];

/// How many comparisons ended how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Within their bands.
    pub passed: usize,
    /// Outside.
    pub missed: usize,
    /// Not judged.
    pub reported: usize,
    /// Without a value.
    pub failed: usize,
}

impl Count {
    /// Counts the verdicts.
    pub fn of(finished: &[Finished]) -> Self {
        let mut count = Self::default();
        for row in finished.iter().flat_map(|entry| &entry.rows) {
            *match row.verdict {
                Verdict::Pass => &mut count.passed,
                Verdict::Miss => &mut count.missed,
                Verdict::Reported => &mut count.reported,
                Verdict::Failed => &mut count.failed,
            } += 1;
        }
        count
    }

    /// Whether nothing missed and nothing failed.
    pub fn is_clean(&self) -> bool {
        self.missed == 0 && self.failed == 0
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            out,
            "{} passed, {} missed, {} failed, {} reported",
            self.passed, self.missed, self.failed, self.reported
        )
    }
}

/// Entry, quantity, value, reference, deviation, band, verdict, as they are shown.
pub(crate) fn cells(row: &Row) -> [String; 7] {
    let unit = if row.unit == "1" { String::new() } else { format!(" {}", row.unit) };
    let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{}{unit}", number(value)));
    let deviation = row.deviation.map_or("-".into(), |deviation| format!("{:+.2} %", 100.0 * deviation));
    [
        row.entry.clone(),
        row.quantity.clone(),
        shown(row.value),
        shown(row.reference),
        deviation,
        row.band.clone(),
        row.verdict.to_string(),
    ]
}

/// The table for the terminal.
pub fn table(finished: &[Finished]) -> String {
    let rows: Vec<[String; 7]> = finished.iter().flat_map(|entry| &entry.rows).map(cells).collect();
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0).max(HEADER[column].len())
    };
    let widths: Vec<usize> = (0..HEADER.len()).map(width).collect();
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    let mut text = line(&HEADER.map(String::from));
    rows.iter().for_each(|row| text += &line(row));
    text
}

/// The report as Markdown: a table for each entry, with sources and the reasons of the bands.
pub fn markdown(finished: &[Finished]) -> String {
    let mut text = format!(
        "# Validation of {} {}\n\n{}\n",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        Count::of(finished)
    );
    for entry in finished {
        let about = entry.about.trim().replace('\n', " ");
        let _ = write!(text, "\n## {}\n\n`{}`, {:.1} s. {about}\n\n", entry.title, entry.entry, entry.wall_s);
        text += "| quantity | value | reference | deviation | band | verdict | source | why this band |\n";
        text += "|---|---|---|---|---|---|---|---|\n";
        for row in &entry.rows {
            let known = row.uncertainty.as_ref().map_or(String::new(), |uncertainty| format!(" ({uncertainty})"));
            let source = format!("{}{known}", row.source);
            let shown = cells(row).into_iter().skip(1).chain([source, row.why.clone()]);
            let escaped: Vec<String> = shown.map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
            let _ = writeln!(text, "| {} |", escaped.join(" | "));
        }
    }
    text
}

/// Writes `validation.csv`, `validation.json` and `validation.md` into `directory`.
///
/// # Errors
/// A file that cannot be written.
pub fn write(finished: &[Finished], directory: &Path) -> Result<(), OutputError> {
    atomic::make_directory(directory)?;
    atomic::replace(&directory.join("validation.csv"), |out| write_csv(finished, out))?;
    let json = serde_json::to_string_pretty(finished).expect("entries are texts and numbers") + "\n";
    atomic::replace(&directory.join("validation.json"), |out| out.write_all(json.as_bytes()))?;
    let text = markdown(finished);
    atomic::replace(&directory.join("validation.md"), |out| out.write_all(text.as_bytes()))
}

fn write_csv(finished: &[Finished], out: &mut impl Write) -> std::io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let columns = ["entry", "quantity", "unit", "value", "reference", "deviation", "band", "verdict", "source", "why"];
    csv.write_record(columns)?;
    for row in finished.iter().flat_map(|entry| &entry.rows) {
        let shown = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let verdict = format!("{:?}", row.verdict).to_lowercase();
        let [value, reference, deviation] = [row.value, row.reference, row.deviation].map(shown);
        let texts = [&row.entry, &row.quantity, &row.unit, &value, &reference, &deviation, &row.band, &verdict];
        csv.write_record(texts.into_iter().chain([&row.source, &row.why]))?;
    }
    csv.flush()
}
