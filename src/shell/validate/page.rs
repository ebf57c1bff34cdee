//! `report.html` of a validation: contents, misses, and by subject every value with its reference, band and verdict.

use super::entry::Catalogue;
use super::overlay::FOLDER;
use super::report::{self, Count, why};
use super::suite::{Finished, Judgement, Verdict};
use crate::output::OutputError;
use crate::output::summary::{Summary, fingerprint};
use crate::report::{MOTION, Origin, Page, drawn, significant, with_unit};
use std::path::Path;

/// How a validation was done.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// Whether on the coarse grids.
    pub quick: bool,
    /// Comparisons at a time, each on one thread.
    pub jobs: usize,
    /// Elapsed time \[s\].
    pub wall_s: f64,
}

/// The title of the report.
const TITLE: &str = "Validation";

/// The file that [`write()`] writes, and how it begins.
pub fn file() -> (&'static str, Vec<String>) {
    (crate::report::FILE, vec![Page::beginning(TITLE)])
}

/// Writes the report of `finished`, entries of `catalogue` and cases of the user, whose runs are below `directory`.
///
/// # Errors
/// A figure cannot be read, or the report cannot be written.
pub fn write(
    finished: &[Finished],
    catalogue: &Catalogue,
    effort: Effort,
    directory: &Path,
) -> Result<(), OutputError> {
    let mut page = Page::new(TITLE);
    page.lead("Computed values beside those of experiments and of theory, each with the band in which it is accepted.");
    page.lead(&format!("{}{}.", Count::of(finished), if effort.quick { ", on coarse grids" } else { "" }));
    let mut subjects: Vec<&str> = Vec::new();
    finished.iter().for_each(|entry| {
        if !subjects.contains(&entry.subject) {
            subjects.push(entry.subject);
        }
    });
    let of = |subject: &str| finished.iter().filter(|entry| entry.subject == subject).cloned().collect::<Vec<_>>();
    page.section("Contents");
    page.contents(&subjects.iter().map(|subject| (*subject, Count::of(&of(subject)).to_string())).collect::<Vec<_>>());
    misses(&mut page, finished);
    let mut summaries = Vec::new();
    for subject in subjects {
        page.section(subject);
        for entry in of(subject) {
            let run = directory.join("runs").join(&entry.entry);
            comparison(&mut page, &entry);
            let plots = run.join("plots");
            let own =
                drawn(&run.join(FOLDER).join("plots"), &MEASUREMENT)?.into_iter().chain(drawn(&plots, &MEASUREMENT)?);
            own.chain(drawn(&plots, &MOTION[1..2])?).for_each(|figure| page.figure(&figure));
            summaries.extend(runs_in(&run));
        }
    }
    page.section("Resolved, modelled");
    page.paragraph(&format!(
        "{} runs of whole cases are among the comparisons: flow, film and contact are resolved as the report of each says, \
         and what lies below its grid is modelled as follows. The other comparisons hold parts of the solver against exact \
         results.",
        summaries.len()
    ));
    page.modelled_by_all(summaries.iter());
    page.section("Provenance");
    let own = |entry: &Finished| std::fs::read_to_string(directory.join("runs").join(&entry.entry).join("case.toml"));
    let text = |entry: &Finished| catalogue.text(&entry.entry).map(str::to_owned).or_else(|| own(entry).ok());
    let hash = fingerprint(finished.iter().filter_map(text).collect::<Vec<_>>().join("\n"));
    let fingerprint = ("Fingerprint of the comparisons", hash.as_str());
    let threads = format!("{} comparisons at a time, each on one", effort.jobs);
    page.table(&Origin::of_this_program(fingerprint, threads, effort.wall_s).table());
    page.write(directory)
}

/// The values outside of their bands, and why that is known.
fn misses(page: &mut Page, finished: &[Finished]) {
    let outside = |verdict| matches!(verdict, Verdict::Miss | Verdict::Failed | Verdict::Known | Verdict::Explained);
    let rows = || finished.iter().flat_map(|entry| &entry.rows).filter(|row| outside(row.verdict));
    if rows().next().is_none() {
        return;
    }
    page.section("Outside of their bands");
    page.list(
        &rows()
            .map(|row| format!("{}, {}: {}. {}", row.entry, row.quantity, row.verdict, why(row)))
            .collect::<Vec<_>>(),
    );
}

/// The summaries of the runs in a directory and in those directly below it.
fn runs_in(directory: &Path) -> Vec<Summary> {
    let below = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut places: Vec<_> = below.filter(|path| path.is_dir()).collect();
    places.sort();
    places.insert(0, directory.to_path_buf());
    places.iter().filter_map(|place| Summary::read(&place.join("summary.json")).ok()).collect()
}

const MEASUREMENT: [(&str, &str); 1] =
    [("measurement", "The record with its uncertainties, the computed motion, and the differences.")];

/// The experiment, the verdicts, and, folded away, sources, reasons and everything that was measured.
fn comparison(page: &mut Page, entry: &Finished) {
    page.heading(&entry.title);
    page.paragraph(&format!("{} (`{}`, {})", entry.about(), entry.entry, with_unit(entry.wall_s, "s")));
    page.judged(&report::judged(std::iter::once(entry)));
    let known = |row: &Judgement| row.uncertainty.as_ref().map_or(String::new(), |text| format!(" ({text})"));
    let source =
        |row: &Judgement| format!("{}\n  source: {}{}\n  band: {}", row.quantity, row.source, known(row), why(row));
    page.text_file("Sources, and why these bands", &entry.rows.iter().map(source).collect::<Vec<_>>().join("\n"));
    let measured =
        entry.measured.iter().map(|(quantity, unit, value)| format!("{quantity} [{unit}]: {}", significant(*value)));
    page.text_file("Everything measured", &measured.collect::<Vec<_>>().join("\n"));
}
