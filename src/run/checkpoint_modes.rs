//! The part of a checkpoint that holds the third dimension: azimuthal modes m ≥ 1, lateral motion and spin.

use crate::body::constraint::ConstraintMemory;
use crate::motion::sideways::{LateralMotion, SidewaysState};
use nalgebra::DMatrix;
use ndarray::{Array1, Array2, ArrayView1, ArrayView2};
use ndarray_npy::{NpzReader, NpzWriter, WriteNpzError};
use serde::{Deserialize, Serialize};
use std::io::{Cursor, Read, Seek, Write};

/// What the header says of the third dimension.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SidewaysHeader {
    motion: LateralMotion,
    /// Number of markers of modes m ≥ 1.
    markers: usize,
    /// Of every mode's constraints, from m = 1 on.
    constraints: Vec<ConstraintHeader>,
}

/// A [`ConstraintMemory`] without its factor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConstraintHeader {
    excess: Option<usize>,
    rebuilds: usize,
    applications: usize,
}

impl SidewaysHeader {
    pub(super) fn of(state: &SidewaysState) -> Self {
        let header = |memory: &ConstraintMemory| ConstraintHeader {
            excess: memory.factor().map(|(_, excess)| excess),
            rebuilds: memory.rebuilds,
            applications: memory.applications,
        };
        Self {
            motion: state.motion,
            markers: state.liquid.marker_count,
            constraints: state.liquid.constraints[1..].iter().map(header).collect(),
        }
    }
}

/// Names of the levels.
const LEVELS: [&str; 2] = ["now", "old"];
/// Degrees of freedom that move mode 1.
const UNITS: [(usize, &str); 2] = [(1, "m1_forces_lateral"), (2, "m1_forces_spin")];

/// Writes the arrays of modes m ≥ 1.
pub(super) fn pack_modes<W: Write + Seek>(npz: &mut NpzWriter<W>, state: &SidewaysState) -> Result<(), WriteNpzError> {
    let liquid = &state.liquid;
    for m in 1..liquid.now.len() {
        for (level, fields) in LEVELS.iter().zip([&liquid.now[m], &liquid.old[m]]) {
            for (part, field) in [("u", &fields.u), ("v", &fields.v), ("w", &fields.w), ("p", &fields.p)] {
                npz.add_array(format!("m{m}_{part}_{level}"), field)?;
            }
        }
        for (level, forces) in LEVELS.iter().zip(&liquid.forces[m]) {
            npz.add_array(format!("m{m}_forces_{level}"), &ArrayView1::from(forces.as_slice()))?;
        }
        if let Some((factor, _)) = liquid.constraints[m].factor() {
            let shape = (factor.ncols(), factor.nrows());
            let view = ArrayView2::from_shape(shape, factor.as_slice()).expect("a square matrix");
            npz.add_array(format!("m{m}_preconditioner"), &view)?;
        }
    }
    for (which, name) in UNITS {
        npz.add_array(name, &ArrayView1::from(liquid.unit_forces[which].as_slice()))?;
    }
    Ok(())
}

/// Puts what was found into `state`, which is that of the run at rest, and says what does not fit.
pub(super) fn unpack_modes(
    npz: &mut NpzReader<Cursor<Vec<u8>>>,
    header: &SidewaysHeader,
    state: &mut SidewaysState,
) -> Result<(), String> {
    let liquid = &mut state.liquid;
    if header.constraints.len() + 1 != liquid.now.len() {
        return Err(format!("{} azimuthal modes instead of {}", header.constraints.len(), liquid.now.len() - 1));
    }
    state.motion = header.motion;
    let marker_count = header.markers;
    liquid.marker_count = marker_count;
    for (m, constraint) in header.constraints.iter().enumerate().map(|(k, constraint)| (k + 1, constraint)) {
        for (level, name) in LEVELS.iter().enumerate() {
            let fields = if level == 0 { &mut liquid.now[m] } else { &mut liquid.old[m] };
            let parts = [("u", &mut fields.u), ("v", &mut fields.v), ("w", &mut fields.w), ("p", &mut fields.p)];
            for (part, field) in parts {
                *field = read_field(npz, &format!("m{m}_{part}_{name}"), field.dim())?;
            }
            liquid.forces[m][level] = read_forces(npz, &format!("m{m}_forces_{name}"), marker_count)?;
        }
        liquid.constraints[m] = read_constraint(npz, m, constraint)?;
    }
    for (which, name) in UNITS {
        liquid.unit_forces[which] = read_forces(npz, name, marker_count)?;
    }
    Ok(())
}

fn read_field<R: Read + Seek>(
    npz: &mut NpzReader<R>,
    name: &str,
    shape: (usize, usize),
) -> Result<Array2<f64>, String> {
    let array: Array2<f64> = npz.by_name(name).map_err(|error| format!("{name}: {error}"))?;
    match array.dim() == shape && array.iter().all(|value| value.is_finite()) {
        true => Ok(array),
        false => Err(format!("{name} has shape {:?}, not {shape:?}, or values that are no numbers", array.dim())),
    }
}

fn read_forces<R: Read + Seek>(npz: &mut NpzReader<R>, name: &str, markers: usize) -> Result<Vec<f64>, String> {
    let array: Array1<f64> = npz.by_name(name).map_err(|error| format!("{name}: {error}"))?;
    let fits = array.is_empty() || markers.checked_mul(3) == Some(array.len());
    match fits && array.iter().all(|value| value.is_finite()) {
        true => Ok(array.to_vec()),
        false => Err(format!("{name} does not fit {markers} markers, or has values that are no numbers")),
    }
}

fn read_constraint<R: Read + Seek>(
    npz: &mut NpzReader<R>,
    m: usize,
    header: &ConstraintHeader,
) -> Result<ConstraintMemory, String> {
    let name = format!("m{m}_preconditioner");
    let factor = match header.excess {
        None => None,
        Some(excess) => {
            let factor: Array2<f64> = npz.by_name(&name).map_err(|error| format!("{name}: {error}"))?;
            let (rows, columns) = factor.dim();
            let finite = factor.iter().all(|value| value.is_finite());
            let values = factor.as_slice().filter(|_| rows == columns && finite);
            let values = values.ok_or_else(|| format!("{name} is no square, or has values that are no numbers"))?;
            Some((DMatrix::from_column_slice(columns, rows, values), excess))
        }
    };
    Ok(ConstraintMemory::new(factor, header.rebuilds, header.applications))
}
