//! Checkpoints: the state of a run on disk, whole or not at all.
//!
//! A checkpoint is a pair `checkpoint/STEPS.npz` (arrays) and `checkpoint/STEPS.json` (everything else, with the size
//! and hash of the npz, under a hash of its own), written and read by one [visit](wetbounce_physics::model::persist) of
//! the model and its observers. Both are written aside and renamed, the JSON last, and the last two pairs are kept:
//! whatever moment the program is killed at, a whole pair is there. A run resumed from one goes on to the same bits as
//! one never stopped. A checkpoint is checked before it is used: hashes, version, case, sizes, shapes, and that every
//! number is finite.

use super::directory_status::{keys, moves};
use super::failure::RunFailure;
use super::files::is_checkpoint;
use super::interrupt;
use crate::case::Case;
use crate::output::npz;
use crate::output::summary::{PROGRAM, fingerprint};
use crate::output::{OutputError, atomic};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;
use wetbounce_physics::model::persist::{Refused, Stored, Values, Visit};
use wetbounce_physics::model::{Failure, Model, Observer};
use wetbounce_physics::numerics::hermite::Moment;

/// How many pairs stay on disk.
const KEPT: usize = 2;
/// Largest header taken into memory \[bytes\]; a million bounces are a third of it.
const LARGEST_HEADER: u64 = 1 << 30;

/// The content of the JSON file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed<H> {
    /// Hash of the header's text without blanks.
    header_hash: String,
    header: H,
}

/// The origin in a header, whichever version wrote the rest.
#[derive(Debug, Deserialize)]
struct Origin {
    version: String,
    case_fingerprint: String,
}

/// Everything but the arrays.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    program: String,
    version: String,
    case_fingerprint: String,
    arrays_bytes: u64,
    arrays_hash: String,
    values: Values,
}

impl Header {
    fn hash(&self) -> String {
        fingerprint(serde_json::to_string(self).expect("a header is made of numbers and texts"))
    }
}

/// The checkpoints of one run.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoints {
    /// Their folder, the run's `checkpoint/`.
    pub folder: PathBuf,
    /// The hash of the physics of the case that they belong to.
    pub identity: String,
}

impl Checkpoints {
    /// Those in `folder`, of no particular case.
    pub fn in_folder(folder: &Path) -> Self {
        Self { folder: folder.to_path_buf(), identity: String::new() }
    }

    /// Writes a checkpoint, and removes the ones before the last.
    ///
    /// # Errors
    /// The files cannot be written.
    pub fn write(&self, model: &mut dyn Model, observers: &mut [&mut dyn Observer]) -> Result<(), RunFailure> {
        let name = format!("{:010}", model.sample().steps);
        let arrays_path = self.folder.join(format!("{name}.npz"));
        let mut to = Visit::to_write();
        model.persist(&mut to).map_err(Failure::State)?;
        for observer in observers {
            observer.persist(&mut to).map_err(Failure::State)?;
        }
        let (arrays, values) = to.written();
        let arrays = npz::written(&arrays).map_err(|error| damaged(&arrays_path, error))?;
        atomic::make_directory(&self.folder)?;
        atomic::write(&arrays_path, &arrays)?;
        let header = Header {
            program: PROGRAM.into(),
            version: VERSION.into(),
            case_fingerprint: self.identity.clone(),
            arrays_bytes: arrays.len() as u64,
            arrays_hash: fingerprint(&arrays),
            values,
        };
        let sealed = Sealed { header_hash: header.hash(), header };
        let text = serde_json::to_string_pretty(&sealed).expect("a header is made of numbers and texts");
        atomic::write(&self.folder.join(format!("{name}.json")), text)?;
        log::debug!("checkpoint {}", arrays_path.display());
        tidy(&self.folder);
        Ok(())
    }

    /// Puts model and observers into the state of the newest whole checkpoint, and says why newer ones were passed
    /// over; `None` if there is no checkpoint.
    ///
    /// # Errors
    /// There are checkpoints, but none is whole and of this case: the reason for the newest. The model is then of no
    /// use.
    pub fn read(
        &self,
        model: &mut dyn Model,
        observers: &mut [&mut dyn Observer],
    ) -> Result<Option<Vec<OutputError>>, OutputError> {
        let mut refused = Vec::new();
        for path in headers(&self.folder) {
            match self.load(&path, model, observers) {
                Ok(()) => return Ok(Some(refused)),
                Err(error) => refused.push(error),
            }
        }
        if refused.is_empty() { Ok(None) } else { Err(refused.swap_remove(0)) }
    }

    fn load(&self, path: &Path, model: &mut dyn Model, observers: &mut [&mut dyn Observer]) -> Result<(), OutputError> {
        let text = atomic::read(path, LARGEST_HEADER)?;
        let text = std::str::from_utf8(&text).map_err(|error| damaged(path, error.to_string()))?;
        let origin: Sealed<Origin> = serde_json::from_str(text).map_err(|error| damaged(path, error.to_string()))?;
        refuse_foreign(path, &origin.header, &self.identity)?;
        let Sealed { header_hash, header }: Sealed<Header> =
            serde_json::from_str(text).map_err(|error| damaged(path, error.to_string()))?;
        if header.hash() != header_hash {
            return Err(damaged(path, "the text was changed since it was written".into()));
        }
        let arrays_path = path.with_extension("npz");
        let bytes = atomic::read(&arrays_path, header.arrays_bytes)?;
        let (length, written) = (bytes.len() as u64, header.arrays_bytes);
        if length != written {
            return Err(damaged(&arrays_path, format!("{length} bytes instead of {written}")));
        }
        if fingerprint(&bytes) != header.arrays_hash {
            return Err(damaged(&arrays_path, "its bytes were changed since it was written".into()));
        }
        let arrays = npz::read(&bytes).map_err(|problem| damaged(&arrays_path, problem))?;
        let mut from = Visit::to_read(arrays, header.values);
        let visited = model.persist(&mut from);
        let visited =
            observers.iter_mut().fold(visited, |so_far, observer| so_far.and_then(|()| observer.persist(&mut from)));
        visited.map_err(|error| damaged(&arrays_path, error.to_string()))
    }
}

/// The part of a case that a checkpoint belongs to: all but the keys about stopping and output.
pub fn identity(case: &Case) -> String {
    let mut keys = keys(&case.to_toml());
    keys.retain(|key, _| moves(key));
    fingerprint(format!("{keys:?}"))
}

/// The state of a model in memory.
pub(super) struct StateInMemory {
    arrays: Vec<(String, Stored)>,
    values: Values,
}

impl StateInMemory {
    /// The state of a model now.
    ///
    /// # Errors
    /// The model keeps no state.
    pub(super) fn of(model: &mut dyn Model) -> Result<Self, RunFailure> {
        let mut to = Visit::to_write();
        model.persist(&mut to).map_err(Failure::State)?;
        let (arrays, values) = to.written();
        Ok(Self { arrays, values })
    }

    /// Puts a model of the same problem into the state.
    ///
    /// # Errors
    /// It does not fit.
    pub(super) fn put_into(&self, model: &mut dyn Model) -> Result<(), RunFailure> {
        let mut from = Visit::to_read(self.arrays.clone(), self.values.clone());
        Ok(model.persist(&mut from).map_err(Failure::State)?)
    }
}

/// Shows every step of a run to observers, ends it when the program is asked to stop, and writes checkpoints of model
/// and observers, if it has a place for them: at intervals, before the run is interrupted, and at its end.
pub(super) struct Saver<'l, 'o> {
    checkpoints: Option<Checkpoints>,
    observers: &'l mut [&'o mut dyn Observer],
    /// Elapsed time between two checkpoints \[s\].
    interval: f64,
    saved: Instant,
}

impl<'l, 'o> Saver<'l, 'o> {
    pub(super) fn new(
        checkpoints: Option<Checkpoints>,
        interval: f64,
        observers: &'l mut [&'o mut dyn Observer],
    ) -> Self {
        Self { checkpoints, observers, interval, saved: Instant::now() }
    }

    /// Puts model and observers into the state of the last checkpoint; see [`Checkpoints::read`].
    ///
    /// # Errors
    /// As there.
    pub(super) fn resume(&mut self, model: &mut dyn Model) -> Result<Option<Vec<OutputError>>, OutputError> {
        self.checkpoints.as_ref().map_or(Ok(None), |checkpoints| checkpoints.read(model, self.observers))
    }
}

impl Observer for Saver<'_, '_> {
    fn begin(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        self.observers.iter_mut().try_for_each(|observer| observer.begin(model))
    }

    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        let mut next = ControlFlow::Continue(());
        for observer in self.observers.iter_mut() {
            if observer.see(model)?.is_break() {
                next = ControlFlow::Break(());
            }
        }
        let due = interrupt::requested() || self.saved.elapsed().as_secs_f64() >= self.interval;
        let over = model.ending().is_some();
        if due || over {
            match self.checkpoints.as_ref().map(|checkpoints| checkpoints.write(model, self.observers)) {
                Some(Err(RunFailure::Model(Failure::State(Refused::NotKept)))) => {}
                written => written.unwrap_or(Ok(()))?,
            }
            self.saved = Instant::now();
            let Moment { time, gap, .. } = model.sample().moment;
            if interrupt::requested() && !over {
                return Err(RunFailure::Interrupted { time, gap }.into());
            }
        }
        Ok(next)
    }

    fn end(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        self.observers.iter_mut().try_for_each(|observer| observer.end(model))
    }
}

/// Removes the pairs before the last [`KEPT`], and arrays whose header a kill prevented.
fn tidy(directory: &Path) {
    let kept: Vec<PathBuf> = headers(directory).into_iter().take(KEPT).collect();
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if is_checkpoint(&entry.file_name().to_string_lossy()) && !kept.contains(&path.with_extension("json")) {
            let _already_gone = std::fs::remove_file(&path);
        }
    }
}

/// The JSON files of the checkpoints in `directory`, newest first.
pub fn headers(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .filter(|entry| is_checkpoint(&entry.file_name().to_string_lossy()))
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    paths.sort();
    paths.reverse();
    paths
}

/// The origin of a checkpoint: the program that wrote it. The format counts the changes across which a run cannot go
/// on: 2 has the modes of the pressure, 3 held spheres at which the liquid slips, 4 parabolas in the memory of a
/// history force, 5 values by name, 6 all degrees of freedom in one list, 7 all modes, 8 the liquid that a grid which
/// goes along takes in, 9 the forces of the last step once, 11 a state of its own for every observer.
pub(super) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), ", format 11");

fn refuse_foreign(path: &Path, found: &Origin, expected: &str) -> Result<(), OutputError> {
    let version = VERSION;
    let short = |text: &str| text.chars().take(40).collect::<String>();
    if found.case_fingerprint == expected && found.version == version {
        return Ok(());
    }
    Err(OutputError::Format {
        path: path.to_path_buf(),
        place: "case_fingerprint, version".into(),
        problem: format!(
            "the checkpoint is of case {} and version {}, this is case {expected} and version {version}",
            short(&found.case_fingerprint),
            short(&found.version)
        ),
        advice: "resume with the case and the program that started the run, or start anew in another directory".into(),
    })
}

fn damaged(path: &Path, problem: String) -> OutputError {
    OutputError::Format {
        path: path.to_path_buf(),
        place: "checkpoint".into(),
        problem,
        advice: "the file is damaged; remove it, and an older checkpoint or a fresh start is used".into(),
    }
}
