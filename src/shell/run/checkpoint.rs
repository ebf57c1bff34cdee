//! Checkpoints: the state of a run on disk, whole or not at all.
//!
//! A checkpoint is a pair `checkpoint/STEPS.npz` (arrays) and `checkpoint/STEPS.json` (everything else, with the size and
//! hash of the npz, under a hash of its own), written and read by one [visit](crate::output::persist) of the motion. Both are written
//! aside and renamed, the JSON last, and the last two pairs
//! are kept: whatever moment the program is killed at, a whole pair is there. A run resumed from one goes on to the same
//! bits as one never stopped. A checkpoint is checked before it is used: hashes, version, case, sizes, shapes, and
//! that every number is finite.

use super::failure::RunFailure;
use super::files::is_checkpoint;
use super::interrupt;
use super::simulation::Simulation;
use crate::numerics::hermite::Moment;
use crate::output::film_strip::StripTags;
use crate::output::persist::{Values, Visit};
use crate::output::summary::{PROGRAM, fingerprint};
use crate::output::{OutputError, atomic};
use ndarray::Array1;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How many pairs stay on disk.
const KEPT: usize = 2;
/// Largest header taken into memory \[bytes\]; a million bounces are a third of it.
const LARGEST_HEADER: u64 = 1 << 30;

/// The state of a run besides its motion, with which it goes on as if it had never stopped.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Companion {
    /// Rows of the trajectory so far.
    pub rows: u64,
    /// Elapsed time spent so far \[s\].
    pub wall_s: f64,
    /// How often each picture asked for has been drawn.
    pub pictures: Vec<u32>,
    /// The frames of the animation, without their points.
    pub strip: StripTags,
    /// The points of all frames; they are among the arrays.
    #[serde(skip)]
    pub strip_points: Vec<u8>,
}

impl Companion {
    fn persist(&mut self, to: &mut Visit) -> Result<(), String> {
        let mut points = Array1::from_vec(std::mem::take(&mut self.strip_points));
        to.value("companion", self)?;
        if !self.strip.frames.is_empty() {
            to.array("frames", &mut points)?;
        }
        self.strip_points = points.to_vec();
        Ok(())
    }
}

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

/// Writes a checkpoint of a run into `directory` (the run's `checkpoint/`) and removes the ones before the last.
///
/// # Errors
/// The files cannot be written.
pub fn write(directory: &Path, simulation: &mut Simulation, companion: &Companion) -> Result<(), OutputError> {
    atomic::make_directory(directory)?;
    let name = format!("{:010}", simulation.state.coupled.steps);
    let arrays_path = directory.join(format!("{name}.npz"));
    let mut to = Visit::to_write();
    let visited = simulation.persist(&mut to).and_then(|()| companion.clone().persist(&mut to));
    let (arrays, values) = visited.and_then(|()| to.written()).map_err(|error| damaged(&arrays_path, error))?;
    atomic::write(&arrays_path, &arrays)?;
    let header = Header {
        program: PROGRAM.into(),
        version: VERSION.into(),
        case_fingerprint: simulation.run.identity.clone(),
        arrays_bytes: arrays.len() as u64,
        arrays_hash: fingerprint(&arrays),
        values,
    };
    let sealed = Sealed { header_hash: header.hash(), header };
    let text = serde_json::to_string_pretty(&sealed).expect("a header is made of numbers and texts");
    atomic::write(&directory.join(format!("{name}.json")), text)?;
    tidy(directory);
    Ok(())
}

/// Writes the checkpoints of a run into a folder: at intervals, and before it is interrupted.
pub(super) struct Saver {
    pub(super) folder: PathBuf,
    /// Elapsed time between them \[s\].
    interval: f64,
    saved: Instant,
}

impl Saver {
    pub(super) fn new(folder: PathBuf, interval: f64) -> Self {
        Self { folder, interval, saved: Instant::now() }
    }

    pub(super) fn is_due(&self) -> bool {
        interrupt::requested() || self.saved.elapsed().as_secs_f64() >= self.interval
    }

    /// Writes a checkpoint where one is due.
    ///
    /// # Errors
    /// It cannot be written, or the run is to end here.
    pub(super) fn save(
        &mut self,
        simulation: &mut Simulation,
        companion: impl FnOnce() -> Companion,
    ) -> Result<(), RunFailure> {
        if !self.is_due() {
            return Ok(());
        }
        write(&self.folder, simulation, &companion())?;
        self.saved = Instant::now();
        let Moment { time, gap, .. } = simulation.moment();
        if interrupt::requested() { Err(RunFailure::Interrupted { time, gap }) } else { Ok(()) }
    }
}

/// A checkpoint that was found.
pub struct FoundCheckpoint {
    /// The state of the run besides its motion.
    pub(super) companion: Companion,
    /// Why newer checkpoints were passed over.
    pub refused: Vec<OutputError>,
}

/// Puts a run into the state of the newest whole checkpoint in `directory`; `None` if there is no checkpoint.
///
/// # Errors
/// There are checkpoints, but none is whole and of this case: the reason for the newest. The run is then of no use.
pub fn read(directory: &Path, simulation: &mut Simulation) -> Result<Option<FoundCheckpoint>, OutputError> {
    let mut refused = Vec::new();
    for path in headers(directory) {
        match load(&path, simulation) {
            Ok(companion) => return Ok(Some(FoundCheckpoint { companion, refused })),
            Err(error) => refused.push(error),
        }
    }
    if refused.is_empty() { Ok(None) } else { Err(refused.swap_remove(0)) }
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

/// The origin of a checkpoint: the program that wrote it. The format counts the changes across which a run cannot go on: 2 has the modes of
/// the pressure, 3 held spheres at which the liquid slips, 4 parabolas in the memory of a history force, 5 values by name, 6 all degrees of freedom in one list, 7 all modes, 8 the
/// liquid that a grid which goes along takes in, 9 the forces of the last step once.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), ", format 10");

fn load(path: &Path, simulation: &mut Simulation) -> Result<Companion, OutputError> {
    let text = atomic::read(path, LARGEST_HEADER)?;
    let text = std::str::from_utf8(&text).map_err(|error| damaged(path, error.to_string()))?;
    let origin: Sealed<Origin> = serde_json::from_str(text).map_err(|error| damaged(path, error.to_string()))?;
    refuse_foreign(path, &origin.header, &simulation.run.identity)?;
    let Sealed { header_hash, header }: Sealed<Header> =
        serde_json::from_str(text).map_err(|error| damaged(path, error.to_string()))?;
    if header.hash() != header_hash {
        return Err(damaged(path, "the text was changed since it was written".into()));
    }
    let arrays_path = path.with_extension("npz");
    let bytes = atomic::read(&arrays_path, header.arrays_bytes)?;
    if bytes.len() as u64 != header.arrays_bytes || fingerprint(&bytes) != header.arrays_hash {
        return Err(damaged(
            &arrays_path,
            format!("{} bytes instead of {}, or changed", bytes.len(), header.arrays_bytes),
        ));
    }
    let mut companion = Companion::default();
    let visited = Visit::to_read(&bytes, header.values).and_then(|mut from| {
        simulation.persist(&mut from)?;
        companion.persist(&mut from)
    });
    visited.map(|()| companion).map_err(|error| damaged(&arrays_path, error))
}

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
