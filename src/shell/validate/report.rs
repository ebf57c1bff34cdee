//! The verdicts as tables: on the terminal, and as CSV, JSON and Markdown files.

use super::suite::{Finished, Judgement, Verdict};
use crate::output::summary::PROGRAM;
use crate::output::table::Table;
use crate::output::{OutputError, atomic};
use crate::report::{JudgedTable, signed_share, significant};
use std::path::Path;

/// How many comparisons ended how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Within their bands.
    pub(super) passed: usize,
    /// Outside.
    pub(super) missed: usize,
    /// Outside, as is known.
    pub(super) known: usize,
    /// Outside, as others are.
    pub(super) explained: usize,
    /// Not judged.
    pub(super) reported: usize,
    /// Without a value.
    pub(super) failed: usize,
}

impl Count {
    /// Counts the verdicts.
    pub fn of(finished: &[Finished]) -> Self {
        let mut count = Self::default();
        for row in judgements(finished) {
            *match row.verdict {
                Verdict::Pass => &mut count.passed,
                Verdict::Miss => &mut count.missed,
                Verdict::Known => &mut count.known,
                Verdict::Explained => &mut count.explained,
                Verdict::Reported => &mut count.reported,
                Verdict::Failed => &mut count.failed,
            } += 1;
        }
        count
    }

    /// Whether nothing failed and nothing missed but known misses.
    pub fn is_clean(&self) -> bool {
        self.missed == 0 && self.failed == 0
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { passed, missed, known, explained, reported, failed } = self;
        let explained = if *explained > 0 { format!(", {explained} explained") } else { String::new() };
        write!(
            out,
            "{passed} passed, {missed} missed, {failed} failed, {known} known to miss{explained}, {reported} reported"
        )
    }
}

/// Quantity, value, reference, deviation, band and verdict, as they are shown.
fn cells(row: &Judgement) -> [String; 6] {
    let unit = if row.unit == "1" { String::new() } else { format!(" {}", row.unit) };
    let shown = |value: Option<f64>| value.map_or("-".into(), |value| format!("{}{unit}", significant(value)));
    let deviation = row.deviation.map_or("-".into(), signed_share);
    let (value, reference) = (shown(row.value), shown(row.reference));
    [row.quantity.clone(), value, reference, deviation, row.band.clone(), row.verdict.to_string()]
}

fn judgements(finished: &[Finished]) -> impl Iterator<Item = &Judgement> {
    finished.iter().flat_map(|entry| &entry.rows)
}

/// All verdicts in short.
pub fn table(finished: &[Finished]) -> Table {
    let mut table = Table::new(["entry", "quantity", "value", "reference", "deviation", "band", "verdict"]);
    judgements(finished).for_each(|row| table.push(std::iter::once(row.entry.clone()).chain(cells(row))));
    table
}

/// The verdicts of an entry with source and reason.
fn of_entry(entry: &Finished) -> Table {
    let columns = ["Quantity", "Value", "Reference", "Deviation", "Band", "Verdict", "Source", "Why this band"];
    let mut table = Table::new(columns);
    for row in &entry.rows {
        let known = row.uncertainty.as_ref().map_or(String::new(), |uncertainty| format!(" ({uncertainty})"));
        table.push(cells(row).into_iter().chain([format!("{}{known}", row.source), why(row)]));
    }
    table
}

/// The verdicts of entries in short, as a report colours them: the verdict as a class, the value's place as a bar.
pub(super) fn judged<'f>(finished: impl Iterator<Item = &'f Finished>) -> JudgedTable {
    let mut table = JudgedTable::new(["Quantity", "Value", "Reference", "Deviation", "Band", "Verdict"]);
    for row in finished.flat_map(|entry| &entry.rows) {
        let class = match row.verdict {
            Verdict::Pass => "pass",
            Verdict::Miss | Verdict::Failed => "miss",
            Verdict::Known | Verdict::Explained => "known",
            Verdict::Reported => "",
        };
        table.push(cells(row), class, row.place);
    }
    table
}

/// Why this band, and why it is known to be missed.
pub(super) fn why(row: &Judgement) -> String {
    let status = match row.verdict {
        Verdict::Known => "Known",
        Verdict::Explained => "Explained",
        _ => return row.why.clone(),
    };
    row.why.clone() + &row.known.as_ref().map_or(String::new(), |known| format!(". {status}: {known}"))
}

/// The verdicts for other programs: numbers as they were found.
fn for_programs(finished: &[Finished]) -> Table {
    let columns =
        ["entry", "quantity", "unit", "value", "reference", "deviation", "band", "verdict", "source", "why", "key"];
    let mut table = Table::new(columns);
    for row in judgements(finished) {
        let shown = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let verdict = format!("{:?}", row.verdict).to_lowercase();
        let [value, reference, deviation] = [row.value, row.reference, row.deviation].map(shown);
        let texts = [&row.entry, &row.quantity, &row.unit, &value, &reference, &deviation, &row.band, &verdict];
        table.push(texts.into_iter().chain([&row.source, &row.why, &row.key]));
    }
    table
}

/// The verdicts as Markdown: a table for each entry, with sources and the reasons of the bands.
fn markdown(finished: &[Finished]) -> String {
    let (program, version) = (PROGRAM, env!("CARGO_PKG_VERSION"));
    let mut text = format!("# Validation of {program} {version}\n\n{}\n", Count::of(finished));
    for entry in finished {
        let Finished { title, entry: name, wall_s, .. } = entry;
        text +=
            &format!("\n## {title}\n\n`{name}`, {wall_s:.1} s. {}\n\n{}", entry.about(), of_entry(entry).to_markdown());
    }
    text
}

/// The files that [`write()`] writes, by their place in the directory, and how each begins.
pub fn files() -> [(&'static str, Vec<String>); 3] {
    let header = for_programs(&[]).to_csv().trim_end().to_owned();
    [
        ("validation.csv", vec![header]),
        ("validation.json", vec!["[\n  {\n    \"entry\": ".into(), "[]".into()]),
        ("validation.md", vec![format!("# Validation of {PROGRAM} ")]),
    ]
}

/// Writes `validation.csv`, `validation.json` and `validation.md` into `directory`.
///
/// # Errors
/// A file that cannot be written.
pub fn write(finished: &[Finished], directory: &Path) -> Result<(), OutputError> {
    atomic::make_directory(directory)?;
    for_programs(finished).write(&directory.join("validation.csv"))?;
    atomic::write_json(&directory.join("validation.json"), finished)?;
    atomic::write(&directory.join("validation.md"), markdown(finished))
}
