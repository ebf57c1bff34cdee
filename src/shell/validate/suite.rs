//! Running entries side by side and judging them.

use super::band::{Accept, ReferenceComparison};
use super::entry::Entry;
use crate::study::workers::side_by_side;
use serde::Serialize;
use std::path::Path;
use std::time::Instant;

/// The outcome of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Within the band.
    Pass,
    /// Outside of it.
    Miss,
    /// Outside of it, as is known.
    Known,
    /// Outside of it, as is known, and others find the same: it is the reference.
    Explained,
    /// Not judged.
    Reported,
    /// There is no value: the experiment failed.
    Failed,
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.pad(match self {
            Self::Pass => "pass",
            Self::Miss => "MISS",
            Self::Known => "KNOWN",
            Self::Explained => "EXPLAINED",
            Self::Reported => "-",
            Self::Failed => "FAILED",
        })
    }
}

/// One comparison and its verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judgement {
    /// Name of the entry.
    pub entry: String,
    /// The key of the quantity.
    pub key: String,
    /// The quantity in words.
    pub quantity: String,
    /// Its unit.
    pub unit: String,
    /// The measured value.
    pub value: Option<f64>,
    /// Its reference.
    pub reference: Option<f64>,
    /// `value/reference − 1`, where there is a reference other than zero.
    pub(super) deviation: Option<f64>,
    /// The band in words.
    pub band: String,
    /// Where the value lies in the band, whose ends are −1 and 1.
    pub place: Option<f64>,
    /// The verdict.
    pub verdict: Verdict,
    /// Where the reference is from.
    pub source: String,
    /// How well it is known.
    pub(super) uncertainty: Option<String>,
    /// Why this band, or why there is no value.
    pub why: String,
    /// Why the value is known to miss its band.
    pub known: Option<String>,
}

/// An entry that has been run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finished {
    /// Name of the entry.
    pub entry: String,
    /// Its title.
    pub(super) title: String,
    /// Its subject.
    pub(super) subject: &'static str,
    /// The experiment in words.
    pub(super) about: String,
    /// Everything measured: key, unit, value.
    pub measured: Vec<(String, &'static str, f64)>,
    /// The comparisons.
    pub rows: Vec<Judgement>,
    /// Elapsed time \[s\].
    pub wall_s: f64,
}

impl Finished {
    /// The experiment in words, on one line.
    pub(super) fn about(&self) -> String {
        self.about.trim().replace('\n', " ")
    }

    /// The worst verdict of the entry.
    pub fn verdict(&self) -> Verdict {
        let has = |verdict| self.rows.iter().any(|row| row.verdict == verdict);
        [Verdict::Failed, Verdict::Miss, Verdict::Known, Verdict::Explained, Verdict::Pass]
            .into_iter()
            .find(|v| has(*v))
            .unwrap_or(Verdict::Reported)
    }
}

/// Runs `entries` on `jobs` threads, those that take long first, and after them those that measure times, one by one; their files go to
/// `directory/runs/NAME`. `tell` is called as each one ends. The result is in the order of `entries`.
pub fn run(entries: &[Entry], jobs: usize, directory: &Path, tell: impl Fn(&Finished) + Sync) -> Vec<Finished> {
    let (alone, mut together): (Vec<_>, Vec<_>) = entries.iter().enumerate().partition(|(_, entry)| entry.runs_alone);
    together.sort_by_key(|(_, entry)| !entry.long);
    let work = |(place, entry): &(usize, &Entry)| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread can be started");
        let finished = pool.install(|| run_one(entry, &directory.join("runs").join(&entry.name)));
        tell(&finished);
        (*place, finished)
    };
    let mut done = side_by_side(&together, jobs, work);
    done.extend(side_by_side(&alone, 1, work));
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, finished)| finished).collect()
}

fn run_one(entry: &Entry, directory: &Path) -> Finished {
    let started = Instant::now();
    let (measured, failure) = match entry.experiment.measure(directory) {
        Ok(measured) => (measured, None),
        Err(failure) => (Vec::new(), Some(failure.to_string())),
    };
    let own: Vec<&ReferenceComparison> = measured.iter().filter_map(|found| found.compared.as_ref()).collect();
    let compare = if own.is_empty() { entry.compare.iter().collect() } else { own };
    let row = |compare: &ReferenceComparison| {
        let found = measured.iter().find(|found| found.key == compare.key);
        if let Some(found) = found {
            assert_eq!(found.unit, compare.unit, "unit of `{}` in validation/{}.toml", compare.quantity, entry.name);
        }
        judge(&entry.name, compare, found.map(|found| found.value), failure.as_deref())
    };
    Finished {
        entry: entry.name.clone(),
        title: entry.title.clone(),
        subject: entry.subject,
        about: entry.about.clone(),
        rows: compare.into_iter().map(row).collect(),
        measured: measured.into_iter().map(|m| (m.key, m.unit, m.value)).collect(),
        wall_s: started.elapsed().as_secs_f64(),
    }
}

/// The verdict on a comparison with this value. One that a run did not reach (of a second bounce, say) counts as
/// failed.
pub(super) fn judge(
    entry: &str,
    compare: &ReferenceComparison,
    value: Option<f64>,
    failure: Option<&str>,
) -> Judgement {
    let verdict = match value {
        None => Verdict::Failed,
        Some(value) if !compare.accept.accepts(value, compare.reference) => match &compare.known {
            Some(known) if known.holds(value) && known.explained => Verdict::Explained,
            Some(known) if known.holds(value) => Verdict::Known,
            _ => Verdict::Miss,
        },
        Some(_) if compare.accept == Accept::Reported => Verdict::Reported,
        Some(_) => Verdict::Pass,
    };
    let deviation = value.zip(compare.reference).map(|(value, reference)| value / reference - 1.0);
    let why = match (value, failure) {
        (None, Some(failure)) => failure.to_owned(),
        (None, None) => "the run did not get as far".to_owned(),
        _ => compare.why.clone(),
    };
    Judgement {
        entry: entry.into(),
        key: compare.key.clone(),
        quantity: compare.quantity.clone(),
        unit: compare.unit.clone(),
        value,
        reference: compare.reference,
        deviation: deviation.filter(|deviation| deviation.is_finite()),
        band: compare.accept.words(),
        place: value.and_then(|value| compare.accept.place(value, compare.reference)),
        verdict,
        source: compare.source.clone(),
        uncertainty: compare.uncertainty.clone(),
        why,
        known: compare.known.as_ref().map(|known| known.why.clone()),
    }
}
