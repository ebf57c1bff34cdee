//! The content of a directory before a run, and whether the run may write there: one rule for all verbs.
//!
//! | the directory holds | what happens |
//! |---|---|
//! | nothing of a run | it is used |
//! | the same case, finished | nothing is computed: the result is there |
//! | the same case, unfinished | the run goes on from its checkpoint, or from the start where there is none |
//! | another case of the same quick kind: theory, film alone, dry impact | its results are replaced |
//! | the same case, under a contact law that is more than its keys say | it is computed again |
//! | another case | refused, with the keys that differ; `--fresh` removes its results and computes again |
//! | another case that a sweep wants there | refused, always |
//! | a case file of the user's own, or files called like results without a case | refused, always |
//!
//! `--fresh` removes the [files of runs](super::files) and no others.
//! Cases are compared as resolved files, key by key. Nothing is changed before the answer is known.

use super::files;
use crate::case::Hydrodynamics;
use crate::output::atomic;
use crate::output::summary::{Status, fingerprint};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wetbounce_physics::quantity::TIME;

/// The resolved case in a run directory.
pub(super) const CASE: &str = "case.toml";
/// The list of its runs in the directory of a sweep, of which each has a directory in its folder `runs`.
const SWEEP: &str = "sweep.toml";
/// Keys that change no result: how the case is called, where its results go, how fast it is computed and saved.
const WITHOUT_EFFECT: [&str; 6] =
    ["name", "title", "reference", "output.directory", "output.checkpoint_interval", "run.threads"];
/// Tables whose keys change the comparison of a run, not the run.
const BESIDE: [&str; 2] = ["measurement.", "fit."];
/// Keys whose change a run that goes on may follow: when it ends.
const EXTENDING: [&str; 4] = ["run.time", "run.bounces", "run.until_rest", "run.steps_max"];
/// Other keys about stopping; and those of the film that ask for branches of the run, not for another one.
const BESIDE_MOTION: [&str; 5] = ["run.travel", "run.periods", "run.steady", "film.band", "film.stated"];
/// Largest case or summary read \[bytes\].
const LARGEST: u64 = 1 << 30;
/// Advice where nothing may be removed, and where it may.
const ELSEWHERE: &str = "choose another directory with --out";
const ELSEWHERE_OR_FRESH: &str =
    "choose another directory with --out, or compute again here with --fresh, which removes what is there";
/// Differences named in a message; the rest is counted.
const NAMED: usize = 4;

/// The content of a directory, beside the case that is to be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DirectoryStatus {
    /// Nothing.
    Empty,
    /// A run of the case that has not come to its end.
    Unfinished,
    /// The results of the case.
    Finished,
}

/// A directory that a run may not write to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("{}: {why}", directory.display())]
#[diagnostic(help("{advice}"))]
pub struct RefusedDirectory {
    /// The directory.
    pub directory: PathBuf,
    /// Why.
    pub(super) why: String,
    /// The advice.
    pub advice: String,
}

/// A run that asks for a directory.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request<'a> {
    /// The directory.
    pub directory: &'a Path,
    /// The resolved case.
    pub(super) resolved: &'a str,
    /// Whether the run can go on from a checkpoint, so that a later end is no other case.
    pub(super) goes_on: bool,
    /// Whether the keys of the case say all of its contact law: results there are then of the same law.
    pub(super) by_keys: bool,
    /// Results of another case may be removed.
    pub fresh: bool,
}

impl Request<'_> {
    /// Looks into the directory.
    ///
    /// # Errors
    /// [`RefusedDirectory`]: the directory holds another case's results, or a case file that no run wrote.
    pub(super) fn status(&self) -> Result<DirectoryStatus, RefusedDirectory> {
        let mut results = files::present(self.directory).peekable();
        let found = match atomic::read(&self.directory.join(CASE), LARGEST) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(_) => match results.peek() {
                Some(path) => return Err(self.refuse_foreign(path)),
                None => return Ok(DirectoryStatus::Empty),
            },
        };
        if !(found.is_empty() || written_by_a_run(&found)) {
            let why = format!("its {CASE} was not written by a run, and would be overwritten");
            return Err(self.refuse(why, ELSEWHERE));
        }
        let wanted = self.named_differences(&found, |key, _, _| key != "output.directory");
        if !wanted.is_empty() && !keys(&found).is_empty() && self.is_of_a_sweep() {
            let why = format!("it belongs to a sweep, which wants another case there: {}", listed(&wanted));
            return Err(self.refuse(why, ELSEWHERE));
        }
        let differences = self.differences(&found);
        if results.peek().is_none() || self.fresh {
            return Ok(DirectoryStatus::Empty);
        }
        if !differences.is_empty() {
            if quick(&found).is_some_and(|kind| quick(self.resolved) == Some(kind)) && self.ending(&found)?.is_some() {
                return Ok(DirectoryStatus::Empty);
            }
            return Err(self.refuse(format!("it holds another case: {}", listed(&differences)), ELSEWHERE_OR_FRESH));
        }
        match self.ending(&found)? {
            _ if !self.by_keys => Ok(DirectoryStatus::Empty),
            Some(Status::Finished) if !self.extended(&found) => Ok(DirectoryStatus::Finished),
            _ => Ok(DirectoryStatus::Unfinished),
        }
    }

    /// Whether this is the directory of a run of a sweep.
    fn is_of_a_sweep(&self) -> bool {
        let whole = std::fs::canonicalize(self.directory).unwrap_or_else(|_| self.directory.to_path_buf());
        let runs = whole.parent().filter(|runs| runs.file_name().is_some_and(|name| name == "runs"));
        runs.and_then(Path::parent).is_some_and(|root| root.join(SWEEP).exists())
    }

    /// Refuses to write over a file that no run is known to have left.
    fn refuse_foreign(&self, path: &Path) -> RefusedDirectory {
        let name = path.strip_prefix(self.directory).unwrap_or(path).display();
        let why =
            format!("it holds `{name}`, which a run would replace, and no {CASE} of a run that could have left it");
        self.refuse(why, "choose another directory with --out, or move the file away")
    }

    fn refuse(&self, why: String, advice: &str) -> RefusedDirectory {
        RefusedDirectory { directory: self.directory.to_path_buf(), why, advice: advice.into() }
    }

    /// How the run in the directory ended, if it did.
    fn ending(&self, found: &str) -> Result<Option<Status>, RefusedDirectory> {
        #[derive(Deserialize)]
        struct Origin {
            case_fingerprint: String,
        }
        #[derive(Deserialize)]
        struct Ended {
            status: Status,
            provenance: Origin,
        }
        let Ok(text) = atomic::read(&self.directory.join(files::SUMMARY), LARGEST) else { return Ok(None) };
        let Ok(ended) = serde_json::from_slice::<Ended>(&text) else { return Ok(None) };
        if ended.provenance.case_fingerprint == fingerprint(found) {
            return Ok(Some(ended.status));
        }
        match ended.status {
            Status::Finished => Err(self.refuse(format!("its {CASE} was changed after the run"), ELSEWHERE_OR_FRESH)),
            _ => Ok(None),
        }
    }

    /// The keys in which the case differs from the one found, beyond those that a run which goes on may follow.
    fn differences(&self, found: &str) -> Vec<String> {
        self.named_differences(found, |key, there, here| {
            let beside = BESIDE.iter().any(|table| key.starts_with(table)) || WITHOUT_EFFECT.contains(&key);
            let later_end = self.goes_on && may_extend(key, there, here);
            !(beside || later_end)
        })
    }

    /// The keys that count and in which the case differs from the one found, with both values.
    fn named_differences(
        &self,
        found: &str,
        counts: impl Fn(&str, Option<&toml::Value>, Option<&toml::Value>) -> bool,
    ) -> Vec<String> {
        let (there, here) = (keys(found), keys(self.resolved));
        let all: std::collections::BTreeSet<&String> = there.keys().chain(here.keys()).collect();
        all.into_iter()
            .filter(|key| there.get(*key) != here.get(*key) && counts(key, there.get(*key), here.get(*key)))
            .map(|key| {
                let shown = |value: Option<&toml::Value>| value.map_or("not set".into(), toml::Value::to_string);
                format!("{key} is {} there, {} here", shown(there.get(key)), shown(here.get(key)))
            })
            .collect()
    }

    /// Whether the case asks for more than the finished run found has done.
    fn extended(&self, found: &str) -> bool {
        !self.named_differences(found, |key, _, _| EXTENDING.contains(&key)).is_empty()
    }
}

/// Whether a text is the resolved case that a run wrote, whole or cut short.
fn written_by_a_run(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    first.starts_with("# wetbounce ") && first.contains(": every key of")
}

/// The motion without a flow that a resolved case asks for, in a word; `None` with a flow. It takes milliseconds to
/// compute again.
fn quick(resolved: &str) -> Option<String> {
    let keys = keys(resolved);
    if keys.keys().any(|key| key.starts_with("impact.")) {
        return Some("impact".into());
    }
    let asked = keys.get("hydrodynamics")?.as_str()?;
    [Hydrodynamics::Theory, Hydrodynamics::Film].map(|kind| kind.to_string()).into_iter().find(|kind| kind == asked)
}

/// The keys of a resolved case with their values, `table.key`; none of a text that is no TOML.
pub(super) fn keys(text: &str) -> BTreeMap<String, toml::Value> {
    fn collect(prefix: &str, table: toml::Table, into: &mut BTreeMap<String, toml::Value>) {
        for (key, value) in table {
            match value {
                toml::Value::Table(inner) => collect(&format!("{prefix}{key}."), inner, into),
                value => drop(into.insert(format!("{prefix}{key}"), value)),
            }
        }
    }
    let mut all = BTreeMap::new();
    collect("", text.parse().unwrap_or_default(), &mut all);
    all
}

/// Whether the motion itself depends on a key: it is not about names, output, a record, or stopping.
pub(super) fn moves(key: &str) -> bool {
    let unmoved = [&WITHOUT_EFFECT[..], &EXTENDING, &BESIDE_MOTION].into_iter().flatten().any(|of| *of == key);
    !(unmoved || key.starts_with("output.") || BESIDE.iter().any(|table| key.starts_with(table)))
}

/// Whether a run that goes on can follow the change of a key: an end may move to later, not to earlier.
fn may_extend(key: &str, there: Option<&toml::Value>, here: Option<&toml::Value>) -> bool {
    let time = |value: Option<&toml::Value>| {
        value.and_then(toml::Value::as_str).map_or(f64::INFINITY, |text| TIME.read(text, None).unwrap_or(f64::NAN))
    };
    let count = |value: Option<&toml::Value>| value.and_then(toml::Value::as_integer).unwrap_or(0);
    match key {
        "run.time" => time(here) >= time(there),
        "run.bounces" | "run.steps_max" => count(here) >= count(there),
        key => EXTENDING.contains(&key),
    }
}

fn listed(differences: &[String]) -> String {
    let named = differences.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
    match differences.len().saturating_sub(NAMED) {
        0 => named,
        more => format!("{named}; and {more} more"),
    }
}
