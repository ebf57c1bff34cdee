//! Checkpoints: the state of a run on disk, whole or not at all.
//!
//! A checkpoint is a pair `checkpoint/STEPS.npz` (arrays) and `checkpoint/STEPS.json` (everything else, with the size and
//! hash of the npz, under a hash of its own). Both are written aside and renamed, the JSON last, and the last two pairs
//! are kept: whatever moment the program is killed at, a whole pair is there. A run resumed from one goes on to the same
//! bits as one never stopped. What is read is checked before it is believed: hashes, version, case, sizes, shapes, and
//! that every number is finite.

use super::checkpoint_modes::{SidewaysHeader, pack_modes, unpack_modes};
use super::files::is_checkpoint;
use super::open_liquid::Steadiness;
use super::simulation::{FORCES, RunState, Simulation};
use crate::analysis::bounce_log::BounceLog;
use crate::body::constraint::ConstraintMemory;
use crate::flow::state::FlowState;
use crate::flow::stokes::Fields;
use crate::grid::AxialGrid;
use crate::motion::coupled::CoupledState;
use crate::motion::elastic_film::FilmSolver;
use crate::motion::immersed::ImmersedState;
use crate::output::film_strip::StripTags;
use crate::output::npz::{NpzReader, NpzWriter};
use crate::output::summary::{PROGRAM, fingerprint};
use crate::output::{OutputError, atomic};
use nalgebra::DMatrix;
use ndarray::{Array1, Array2, ArrayView1, ArrayView2};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};
use zip::result::ZipError;

/// How many pairs stay on disk.
const KEPT: usize = 2;
/// Largest header taken into memory \[bytes\]; a million bounces are a third of it.
const LARGEST_HEADER: u64 = 1 << 30;

/// What a run needs besides its [`RunState`] to go on as if it had never stopped.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Companion {
    /// Forces of the last step \[N\], in the order of the trajectory's columns.
    pub forces: [f64; FORCES.len()],
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

/// What the JSON file holds.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed<H> {
    /// Hash of the header's text without blanks.
    header_hash: String,
    header: H,
}

/// What a header says of its origin, whichever version wrote the rest.
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
    coupled: CoupledState,
    marker_count: usize,
    excess_iterations: Option<usize>,
    rebuilds: usize,
    applications: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sideways: Option<SidewaysHeader>,
    bounces: BounceLog,
    peak_speed: f64,
    mass_error: f64,
    divergence: f64,
    #[serde(default, skip_serializing_if = "is_default")]
    steadiness: Steadiness,
    companion: Companion,
}

fn is_default(steadiness: &Steadiness) -> bool {
    *steadiness == Steadiness::default()
}

impl Header {
    fn hash(&self) -> String {
        fingerprint(serde_json::to_string(self).expect("a header is made of numbers and texts"))
    }

    /// Whether the solver's forces belong to markers that are counted here.
    fn counts(&self, forces: &[f64]) -> bool {
        forces.is_empty() || self.marker_count.checked_mul(2).is_some_and(|least| forces.len() >= least)
    }
}

/// Writes a checkpoint of `simulation` into `directory` (the run's `checkpoint/`) and removes the ones before the last.
///
/// # Errors
/// The files cannot be written.
pub fn write(directory: &Path, simulation: &Simulation, companion: &Companion) -> Result<(), OutputError> {
    atomic::make_directory(directory)?;
    let state = &simulation.state;
    let coupled = &state.coupled;
    let name = format!("{:010}", coupled.steps);
    let arrays_path = directory.join(format!("{name}.npz"));
    let arrays = pack(simulation, &companion.strip_points).map_err(|error| damaged(&arrays_path, error.to_string()))?;
    atomic::replace(&arrays_path, |w| w.write_all(&arrays))?;
    let constraint = &state.liquid.constraint;
    let header = Header {
        program: PROGRAM.into(),
        version: VERSION.into(),
        case_fingerprint: simulation.run.identity.clone(),
        arrays_bytes: arrays.len() as u64,
        arrays_hash: fingerprint(&arrays),
        coupled: coupled.clone(),
        marker_count: state.liquid.marker_counts[0],
        excess_iterations: constraint.factor().map(|(_, excess)| excess),
        rebuilds: constraint.rebuilds,
        applications: constraint.applications,
        sideways: state.liquid.sideways.as_deref().map(SidewaysHeader::of),
        bounces: state.bounces.clone(),
        peak_speed: state.peak_speed,
        mass_error: state.mass_error,
        divergence: state.divergence,
        steadiness: state.steadiness,
        companion: companion.clone(),
    };
    let sealed = Sealed { header_hash: header.hash(), header };
    let text = serde_json::to_string_pretty(&sealed).expect("a header is made of numbers and texts");
    atomic::replace(&directory.join(format!("{name}.json")), |w| w.write_all(text.as_bytes()))?;
    tidy(directory);
    Ok(())
}

/// A checkpoint that was found.
pub struct Found {
    /// What the run needs besides its state.
    pub companion: Companion,
    /// Why newer checkpoints were passed over.
    pub refused: Vec<OutputError>,
}

/// Puts `simulation` into the state of the newest whole checkpoint in `directory`; `None` if there is no checkpoint.
///
/// # Errors
/// There are checkpoints, but none is whole and of this case: the reason for the newest.
pub fn read(directory: &Path, simulation: &mut Simulation) -> Result<Option<Found>, OutputError> {
    let mut refused = Vec::new();
    for path in headers(directory) {
        match load(&path, simulation) {
            Ok(companion) => return Ok(Some(Found { companion, refused })),
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

/// What a checkpoint says of the program that wrote it; the format counts what a run cannot go on from: 2 has the modes of
/// the pressure, 3 held spheres at which the liquid slips, 4 parabolas in the memory of a history force.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), ", format 4");

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
    unpack(&bytes, header, simulation).map_err(|error| damaged(&arrays_path, error))
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

/// The arrays of a state as the bytes of an npz file.
fn pack(simulation: &Simulation, frames: &[u8]) -> Result<Vec<u8>, ZipError> {
    let liquid = &simulation.state.liquid;
    let flow = &liquid.flow;
    let mut npz = NpzWriter::default();
    for (level, fields) in [("now", &flow.now), ("old", &flow.old)] {
        npz.add(format!("u_{level}"), &fields.u)?;
        npz.add(format!("w_{level}"), &fields.w)?;
        npz.add(format!("p_modes_{level}"), &fields.p)?;
    }
    let mut add = |name: &str, values: &[f64]| npz.add(name, &ArrayView1::from(values));
    add("faces_now", &flow.grid_now.faces)?;
    add("faces_old", &flow.grid_old.faces)?;
    add("face_velocity", &liquid.face_velocity)?;
    for (name, forces) in FORCE_ARRAYS.iter().zip(liquid.forces.iter().chain(&liquid.unit_forces)) {
        add(name, forces)?;
    }
    if let Some((factor, _)) = liquid.constraint.factor() {
        let view =
            ArrayView2::from_shape((factor.ncols(), factor.nrows()), factor.as_slice()).expect("a square matrix");
        npz.add("preconditioner", &view)?;
    }
    if let Some(sideways) = &liquid.sideways {
        pack_modes(&mut npz, sideways)?;
    }
    if !frames.is_empty() {
        npz.add(FRAMES, &ArrayView1::from(frames))?;
    }
    npz.finish()
}

const FRAMES: &str = "frames";
const FORCE_ARRAYS: [&str; 3] = ["forces_now", "forces_old", "forces_unit"];

/// The arrays of a checkpoint, believed only as far as they are finite and have the right shapes.
struct Arrays<'b>(NpzReader<'b>);

impl Arrays<'_> {
    fn matrix(&mut self, name: &str) -> Result<Array2<f64>, String> {
        self.0.array(name)
    }

    fn field(&mut self, name: &str, shape: (usize, usize)) -> Result<Array2<f64>, String> {
        let array = self.matrix(name)?;
        match array.dim() == shape && array.iter().all(|value| value.is_finite()) {
            true => Ok(array),
            false => Err(format!("{name} has shape {:?}, not {shape:?}, or values that are no numbers", array.dim())),
        }
    }

    fn level(&mut self, name: &str, shape: (usize, usize)) -> Result<Fields, String> {
        let mut field = |part: &str| self.field(&format!("{part}_{name}"), shape);
        Ok(Fields { u: field("u")?, w: field("w")?, p: field("p_modes")? })
    }

    fn vector(&mut self, name: &str) -> Result<Vec<f64>, String> {
        let array: Array1<f64> = self.0.array(name)?;
        let finite = array.iter().all(|value| value.is_finite());
        if finite { Ok(array.to_vec()) } else { Err(format!("{name} has values that are no numbers")) }
    }

    fn faces(&mut self, name: &str, cells: usize) -> Result<AxialGrid, String> {
        let values = self.vector(name)?;
        let rising = values.len() == cells + 1 && values.windows(2).all(|pair| pair[0] < pair[1]);
        if rising { Ok(AxialGrid::from_faces(values)) } else { Err("axial faces do not fit".to_owned()) }
    }

    fn constraint(&mut self, header: &Header) -> Result<ConstraintMemory, String> {
        let factor = match header.excess_iterations {
            None => None,
            Some(excess) => {
                let factor = self.matrix("preconditioner")?;
                let (rows, columns) = factor.dim();
                let values = factor.as_slice().filter(|_| rows == columns).ok_or("the preconditioner is no square")?;
                Some((DMatrix::from_column_slice(columns, rows, values), excess))
            }
        };
        Ok(ConstraintMemory::new(factor, header.rebuilds, header.applications))
    }

    /// The liquid's state; `rest` is that of this run at rest.
    fn liquid(&mut self, header: &Header, rest: ImmersedState) -> Result<ImmersedState, String> {
        let shape = rest.flow.now.u.dim();
        let flow = FlowState {
            now: self.level("now", shape)?,
            old: self.level("old", shape)?,
            grid_now: self.faces("faces_now", shape.0)?,
            grid_old: self.faces("faces_old", shape.0)?,
            dt_before: header.coupled.sphere.dt_before,
        };
        let constraint = self.constraint(header)?;
        let face_velocity = self.vector("face_velocity")?;
        let [now, old, unit] = FORCE_ARRAYS.map(|name| self.vector(name));
        let (forces, unit_forces) = ([now?, old?], [unit?, Vec::new()]);
        if face_velocity.len() != shape.0 + 1 || !forces.iter().chain(&unit_forces[..1]).all(|x| header.counts(x)) {
            return Err("the arrays do not fit the grid".into());
        }
        let mut liquid = ImmersedState { flow, forces, unit_forces, constraint, face_velocity, ..rest };
        liquid.marker_counts[0] = header.marker_count;
        match (&mut liquid.sideways, &header.sideways) {
            (None, None) => {}
            (Some(state), Some(found)) => unpack_modes(&mut self.0, found, state)?,
            _ => return Err("azimuthal modes are missing, or were not asked for".into()),
        }
        Ok(liquid)
    }
}

/// Puts arrays and header into the simulation.
fn unpack(bytes: &[u8], header: Header, simulation: &mut Simulation) -> Result<Companion, String> {
    let mut arrays = Arrays(NpzReader::new(bytes)?);
    let liquid = arrays.liquid(&header, simulation.state.liquid.clone())?;
    let mut companion = header.companion;
    if !companion.strip.frames.is_empty() {
        let frames: Array1<u8> = arrays.0.array(FRAMES)?;
        companion.strip_points = frames.to_vec();
    }
    simulation.state = RunState {
        coupled: header.coupled,
        liquid,
        bounces: header.bounces,
        peak_speed: header.peak_speed,
        mass_error: header.mass_error,
        divergence: header.divergence,
        steadiness: header.steadiness,
    };
    simulation.film = FilmSolver::default();
    Ok(companion)
}
