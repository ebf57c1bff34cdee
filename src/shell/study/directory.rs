//! The directory of a sweep: which runs belong to it, and how far each has come.
//!
//! ```text
//! DIR/sweep.toml             the runs of the sweep, in the order of the table
//! DIR/runs/NAME/case.toml    one run directory for each, as `wetbounce run` makes them
//! DIR/runs/NAME/error.txt    why a run failed, where it left no summary
//! DIR/run-ups/               while runs go on, the ends of run-ups that several share
//! DIR/sweep.csv, DIR/plots/  the table and the figures
//! DIR/measurement.csv        measured restitutions, if the plan has some
//! ```
//!
//! Everything in it is relative to it, so it can be moved and copied.

use super::SweepError;
use super::cases::{Member, Study, run_directory};
use super::sample::Drawn;
use super::{files, plan_measurement};
use crate::case::{Case, CaseFile, InputError};
use crate::output::own_file::{self, NotOpened};
use crate::output::summary::{Status, Summary, fingerprint};
use crate::output::{OutputError, atomic};
use crate::run::files as run_files;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use wetbounce_physics::own::Laws;

const RECORD: &str = "sweep.toml";
const ERROR: &str = "error.txt";

/// The content of `sweep.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SweepFile {
    /// Names the sweep.
    pub name: String,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<String>,
    /// Where its comparison is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reference: Option<String>,
    /// Which quantities follow from the groups that vary, and how.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) follows: Option<String>,
    /// Samples of uncertain inputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sample: Option<Drawn>,
    /// The runs.
    #[serde(rename = "run")]
    pub runs: Vec<RecordedRun>,
}

/// A run in `sweep.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedRun {
    /// Its name.
    pub name: String,
    /// The curve it belongs to.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) series: String,
    /// Tells its case from others, see [`case_fingerprint`].
    pub(super) case_fingerprint: String,
    /// The keys that vary and their values.
    #[serde(default)]
    pub(super) varied: toml::Table,
}

/// How far a run has come.
#[derive(Debug, Clone, PartialEq)]
pub enum MemberState {
    /// Not started, or the directory holds another case.
    Waiting,
    /// Started and not ended: running, killed or interrupted.
    Unfinished,
    /// Gave up, for this reason.
    Failed(String),
    /// Done.
    Finished(Box<Summary>),
}

/// The fingerprint of a case within a sweep: where its results go does not count, nor do comments in its text.
pub(super) fn case_fingerprint(case: &Case, name: &str) -> String {
    let mut case = case.clone();
    case.output.directory = run_directory(name);
    let text = case.to_toml();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    fingerprint(lines.join("\n"))
}

impl std::fmt::Display for MemberState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Waiting => "waiting",
            Self::Unfinished => "unfinished",
            Self::Failed(_) => "failed",
            Self::Finished(_) => "finished",
        })
    }
}

impl RecordedRun {
    /// The record of a member.
    pub fn of(run: &Member) -> Self {
        Self {
            name: run.name.clone(),
            series: run.series.clone(),
            case_fingerprint: case_fingerprint(&run.case, &run.name),
            varied: run.varied.iter().map(|(key, value)| (key.clone(), value.clone().into())).collect(),
        }
    }
}

impl SweepFile {
    /// The record of `sweep`.
    pub fn of(sweep: &Study) -> Self {
        let Study { name, title, reference, follows, drawn, .. } = sweep.clone();
        Self { name, title, reference, follows, sample: drawn, runs: sweep.runs.iter().map(RecordedRun::of).collect() }
    }

    /// The first difference of the runs of `self`, recorded earlier, from those of `new`; `None` if they are the same.
    fn difference(&self, new: &Self) -> Option<String> {
        let same_name = |runs: &[RecordedRun], name: &str| runs.iter().position(|run| run.name == name);
        if let Some(run) = new.runs.iter().find(|run| same_name(&self.runs, &run.name).is_none()) {
            return Some(format!("it has no run `{}`", run.name));
        }
        if let Some(run) = self.runs.iter().find(|run| same_name(&new.runs, &run.name).is_none()) {
            return Some(format!("the plan has no run `{}`, which is there", run.name));
        }
        let differs = |run: &&RecordedRun| {
            same_name(&self.runs, &run.name).is_some_and(|at| self.runs[at].case_fingerprint != run.case_fingerprint)
        };
        let run = new.runs.iter().find(differs)?;
        Some(format!("its run `{}` has another case", run.name))
    }
}

/// The directory of a sweep.
#[derive(Debug, Clone)]
pub struct SweepDirectory {
    /// Where it is.
    pub root: PathBuf,
    /// Its runs.
    pub record: SweepFile,
    /// Laws of your own that its cases may name.
    pub laws: Laws,
}

impl SweepDirectory {
    /// Opens a directory made by [`SweepDirectory::make`], whose cases may name these `laws` of your own.
    ///
    /// # Errors
    /// It is not the directory of a sweep, or it cannot be read.
    pub fn open(root: &Path, laws: &Laws) -> Result<Self, SweepError> {
        match read_record(root)? {
            Some(record) => Ok(Self { root: root.to_path_buf(), record, laws: laws.clone() }),
            None => {
                let problem = InputError::new(format!("`{}` is not the directory of a sweep", root.display()));
                let help = format!("it holds no {RECORD}; give a directory that `wetbounce sweep` has made");
                Err(problem.help(help).into())
            }
        }
    }

    /// Makes the directory of `sweep`, with the run directories and their cases, or finds it as made before.
    ///
    /// # Errors
    /// It belongs to another plan, holds other runs, or cannot be written.
    pub fn make(root: &Path, sweep: &Study) -> Result<Self, SweepError> {
        let record = SweepFile::of(sweep);
        let shown = root.display();
        match read_record(root)? {
            Some(old) => {
                if let Some(difference) = old.difference(&record) {
                    let problem = InputError::new(format!("`{shown}` was made from another plan: {difference}"));
                    return Err(problem.help("choose another directory with --out, or remove this one").into());
                }
            }
            None if root.is_file() => {
                let problem = InputError::new(format!("`{shown}` is a file, not a directory"));
                return Err(problem.help("choose another directory with --out").into());
            }
            None => {
                let mut results = files::all().map(|name| root.join(name));
                if let Some(path) = results.find(|path| path.exists()) {
                    let problem = InputError::new(format!("`{}` is there and belongs to no sweep", path.display()));
                    return Err(problem.help("choose another directory with --out, or move it away").into());
                }
            }
        }
        own_file::open(root, own_file::NONE).map_err(|error| match error {
            NotOpened::Input(error) => SweepError::from(error),
            NotOpened::Output(error) => error.into(),
        })?;
        let directory = Self { root: root.to_path_buf(), record, laws: sweep.laws.clone() };
        directory.write_record()?;
        if !(sweep.measured.is_empty() && sweep.frictions.is_empty()) {
            plan_measurement::keep(&sweep.measured, &sweep.frictions, root)?;
        }
        for (index, run) in sweep.runs.iter().enumerate() {
            directory.write_case(index, &run.case)?;
        }
        Ok(directory)
    }

    fn write_record(&self) -> Result<(), OutputError> {
        let body = toml::to_string(&self.record).expect("a record is made of texts");
        let text = format!("# The runs of a sweep; `wetbounce collect` makes its table from them.\n\n{body}");
        let path = self.root.join(RECORD);
        if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return Ok(());
        }
        atomic::make_directory(&self.root)?;
        atomic::write(&path, text)
    }

    /// Writes `case.toml` of a run, unless the directory holds this very case already.
    fn write_case(&self, index: usize, case: &Case) -> Result<(), OutputError> {
        let directory = self.run_directory(index);
        if self.case(index).is_some() {
            return Ok(());
        }
        atomic::make_directory(&directory)?;
        run_files::remove(&directory)?;
        atomic::remove(&directory.join(ERROR))?;
        atomic::write(&directory.join("case.toml"), case.to_toml())
    }

    /// The directory of the run with this index.
    pub(super) fn run_directory(&self, index: usize) -> PathBuf {
        self.root.join(run_directory(&self.record.runs[index].name))
    }

    /// The case of a run, if its directory holds the one that the plan asks for.
    pub(super) fn case(&self, index: usize) -> Option<Case> {
        let run = &self.record.runs[index];
        let path = self.run_directory(index).join("case.toml");
        let case = CaseFile::at(path, &self.laws).load(&[]).ok()?;
        (case_fingerprint(&case, &run.name) == run.case_fingerprint).then_some(case)
    }

    /// How far a run has come. A summary counts only if it was written for the case that stands beside it.
    pub(super) fn state(&self, index: usize) -> MemberState {
        let directory = self.run_directory(index);
        if self.case(index).is_none() {
            return MemberState::Waiting;
        }
        let case = std::fs::read_to_string(directory.join("case.toml")).unwrap_or_default();
        let summary = Summary::read(&directory.join("summary.json")).ok();
        match summary.filter(|summary| summary.provenance.case_fingerprint == fingerprint(&case)) {
            Some(summary) if summary.status == Status::Finished => return MemberState::Finished(Box::new(summary)),
            Some(summary) if summary.status == Status::Failed => return MemberState::Failed(summary.stop_reason),
            Some(_) => return MemberState::Unfinished,
            None => {}
        }
        match std::fs::read_to_string(directory.join(ERROR)).map(|text| first_sentence(&text)) {
            Ok(cause) if !cause.is_empty() => MemberState::Failed(cause),
            _ if directory.join("trajectory.csv").exists() || directory.join("checkpoint").exists() => {
                MemberState::Unfinished
            }
            _ => MemberState::Waiting,
        }
    }

    /// Removes the traces of an earlier failure before a run is tried again.
    pub(super) fn forget_failure(&self, index: usize) -> Result<(), OutputError> {
        let directory = self.run_directory(index);
        atomic::remove(&directory.join(ERROR))?;
        let summary = directory.join("summary.json");
        match Summary::read(&summary) {
            Ok(found) if found.status == Status::Finished => Ok(()),
            _ => atomic::remove(&summary),
        }
    }

    /// Notes why a run could not be done, beside its case.
    pub(super) fn note_failure(&self, index: usize, text: &str) -> Result<(), OutputError> {
        atomic::write(&self.run_directory(index).join(ERROR), text)
    }
}

/// The first paragraph of an error message on one line, without the marks that a terminal shows before it.
fn first_sentence(text: &str) -> String {
    let lines = text.lines().map(|line| line.trim_matches(|c: char| c.is_whitespace() || "×│├╰─▶".contains(c)));
    let paragraph: Vec<&str> = lines.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect();
    paragraph.join(" ")
}

fn read_record(root: &Path) -> Result<Option<SweepFile>, OutputError> {
    let path = root.join(RECORD);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(OutputError::io("read", &path)(error)),
    };
    toml::from_str(&text).map(Some).map_err(|error: toml::de::Error| OutputError::Format {
        path,
        place: error.span().map_or_else(|| "whole file".into(), |span| format!("byte {}", span.start)),
        problem: error.message().to_owned(),
        advice: "the file is damaged or from another version; make the sweep again in another directory".into(),
    })
}
