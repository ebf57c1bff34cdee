//! The quick comparisons with experiment and theory, one test each: its verdicts are those of `wetbounce validate
//! --quick`.
//!
//! `cargo test --test validation dry` runs those with "dry" in their name or sentence.

use libtest_mimic::{Arguments, Failed, Trial};
use std::process::ExitCode;
use wetbounce::validate::CATALOGUE;
use wetbounce::validate::entry::Entry;
use wetbounce::validate::suite::{self, Judgement, Verdict};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut entries: Vec<Entry> = CATALOGUE.all(true).collect();
    // The reading of records takes two fifths of the processor time of all: no core waits for it.
    entries.sort_by_key(|entry| !entry.long);
    let trial = |entry: Entry| Trial::test(format!("{}: {}", entry.name, entry.title), move || judge(entry));
    libtest_mimic::run(&arguments, entries.into_iter().map(trial).collect()).exit_code()
}

/// Runs an entry; an unexpected verdict fails the test, one better than expected as well.
fn judge(entry: Entry) -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let [finished] = &suite::run(&[entry], 1, place.path(), |_| ())[..] else { unreachable!("one entry was run") };
    let wrong: Vec<String> = finished.rows.iter().filter_map(complaint).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn complaint(row: &Judgement) -> Option<String> {
    let value = row.value.map_or("no value".into(), |value| format!("{value} {}", row.unit));
    let what = format!("{}: {value}, accepted is {} of {:?}", row.quantity, row.band, row.reference);
    match (row.verdict, &row.known) {
        (Verdict::Pass | Verdict::Reported, None) | (Verdict::Known | Verdict::Explained, _) => None,
        (Verdict::Pass | Verdict::Reported, Some(_)) => {
            Some(format!("passes now, so delete `known` from its file: {what}"))
        }
        (Verdict::Miss, _) => Some(what),
        (Verdict::Failed, _) => Some(format!("{what}: {}", row.why)),
    }
}
