//! The part of a checkpoint that holds the third dimension: azimuthal modes m ≥ 1, lateral motion and spin.

use crate::body::constraint::ConstraintMemory;
use crate::liquid::HistoryMemory;
use crate::motion::sideways::{Across, LateralMotion, SidewaysState};
use crate::output::npz::{NpzReader, NpzWriter};
use nalgebra::DMatrix;
use ndarray::{Array1, Array2, ArrayView1, ArrayView2};
use serde::{Deserialize, Serialize};
use zip::result::ZipError;

/// What the header says of the third dimension.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SidewaysHeader {
    motion: LateralMotion,
    /// Without a plane of symmetry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    across: Option<Across>,
    /// Of a blended theory, along each axis.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    history: Vec<HistoryMemory>,
    /// Number of markers of modes m ≥ 1.
    markers: usize,
    /// Of every mode's constraints, from m = 1 on, then of swirl.
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
            across: state.across,
            history: state.history.clone(),
            markers: state.liquid.marker_count,
            constraints: state.liquid.constraints[1..].iter().map(header).collect(),
        }
    }
}

/// Names of the levels.
const LEVELS: [&str; 2] = ["now", "old"];
/// Unit motions of mode 1 and of swirl.
const UNITS: [(usize, &str); 3] = [(1, "m1_forces_lateral"), (2, "m1_forces_spin"), (3, "m0_forces_twist")];

/// The unit motions that there are.
fn units(state: &SidewaysState) -> &'static [(usize, &'static str)] {
    if state.across.is_some() { &UNITS } else { &UNITS[..2] }
}

/// Writes the arrays of all parts of the flow but the axisymmetric one. Parts and systems of constraints have their numbers;
/// those of modes m ≥ 1 come first and are theirs.
pub(super) fn pack_modes(npz: &mut NpzWriter, state: &SidewaysState) -> Result<(), ZipError> {
    let liquid = &state.liquid;
    for m in 1..liquid.now.len() {
        for (level, fields) in LEVELS.iter().zip([&liquid.now[m], &liquid.old[m]]) {
            for (part, field) in [("u", &fields.u), ("v", &fields.v), ("w", &fields.w), ("p_modes", &fields.p)] {
                npz.add(format!("m{m}_{part}_{level}"), field)?;
            }
        }
        for (level, forces) in LEVELS.iter().zip(&liquid.forces[m]) {
            npz.add(format!("m{m}_forces_{level}"), &ArrayView1::from(forces.as_slice()))?;
        }
        if let Some((factor, _)) = liquid.constraints.get(m).and_then(ConstraintMemory::factor) {
            let shape = (factor.ncols(), factor.nrows());
            let view = ArrayView2::from_shape(shape, factor.as_slice()).expect("a square matrix");
            npz.add(format!("m{m}_preconditioner"), &view)?;
        }
    }
    for (which, name) in units(state) {
        npz.add(*name, &ArrayView1::from(liquid.unit_forces[*which].as_slice()))?;
    }
    Ok(())
}

/// Puts what was found into `state`, which is that of the run at rest, and says what does not fit.
pub(super) fn unpack_modes(
    npz: &mut NpzReader,
    header: &SidewaysHeader,
    state: &mut SidewaysState,
) -> Result<(), String> {
    let (units, liquid) = (units(state), &mut state.liquid);
    let systems = liquid.constraints.len();
    if header.constraints.len() + 1 != systems || header.across.is_some() != state.across.is_some() {
        return Err(format!("{} azimuthal modes instead of {}", header.constraints.len(), systems - 1));
    }
    if header.history.len() != state.history.len() {
        return Err(format!(
            "{} memories of a blended theory instead of {}",
            header.history.len(),
            state.history.len()
        ));
    }
    (state.motion, state.across, state.history) = (header.motion, header.across, header.history.clone());
    let marker_count = header.markers;
    liquid.marker_count = marker_count;
    let components = |part: usize| if part == header.constraints.len() && header.across.is_some() { 1 } else { 3 };
    for m in 1..liquid.now.len() {
        for (level, name) in LEVELS.iter().enumerate() {
            let fields = if level == 0 { &mut liquid.now[m] } else { &mut liquid.old[m] };
            let parts = [("u", &mut fields.u), ("v", &mut fields.v), ("w", &mut fields.w), ("p_modes", &mut fields.p)];
            for (part, field) in parts {
                *field = read_field(npz, &format!("m{m}_{part}_{name}"), field.dim())?;
            }
            liquid.forces[m][level] = read_forces(npz, &format!("m{m}_forces_{name}"), marker_count, components(m))?;
        }
    }
    for (m, constraint) in header.constraints.iter().enumerate().map(|(k, constraint)| (k + 1, constraint)) {
        liquid.constraints[m] = read_constraint(npz, m, constraint)?;
    }
    for (which, name) in units {
        liquid.unit_forces[*which] = read_forces(npz, name, marker_count, if *which == 3 { 1 } else { 3 })?;
    }
    Ok(())
}

fn read_field(npz: &mut NpzReader, name: &str, shape: (usize, usize)) -> Result<Array2<f64>, String> {
    let array: Array2<f64> = npz.array(name)?;
    match array.dim() == shape && array.iter().all(|value| value.is_finite()) {
        true => Ok(array),
        false => Err(format!("{name} has shape {:?}, not {shape:?}, or values that are no numbers", array.dim())),
    }
}

/// Forces of `components` on every marker, or none.
fn read_forces(npz: &mut NpzReader, name: &str, markers: usize, components: usize) -> Result<Vec<f64>, String> {
    let array: Array1<f64> = npz.array(name)?;
    let fits = array.is_empty() || markers.checked_mul(components) == Some(array.len());
    match fits && array.iter().all(|value| value.is_finite()) {
        true => Ok(array.to_vec()),
        false => Err(format!("{name} does not fit {markers} markers, or has values that are no numbers")),
    }
}

fn read_constraint(npz: &mut NpzReader, m: usize, header: &ConstraintHeader) -> Result<ConstraintMemory, String> {
    let name = format!("m{m}_preconditioner");
    let factor = match header.excess {
        None => None,
        Some(excess) => {
            let factor: Array2<f64> = npz.array(&name)?;
            let (rows, columns) = factor.dim();
            let finite = factor.iter().all(|value| value.is_finite());
            let values = factor.as_slice().filter(|_| rows == columns && finite);
            let values = values.ok_or_else(|| format!("{name} is no square, or has values that are no numbers"))?;
            Some((DMatrix::from_column_slice(columns, rows, values), excess))
        }
    };
    Ok(ConstraintMemory::new(factor, header.rebuilds, header.applications))
}
