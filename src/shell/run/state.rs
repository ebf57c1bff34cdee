//! The state of a run of the flow, and the one visit by which a checkpoint writes and reads it.

use super::open_liquid::Steadiness;
use crate::analysis::bounce_log::BounceLog;
use crate::azimuthal::constraint::ConstraintMemory;
use crate::azimuthal::state::AzimuthalState;
use crate::grid::AxialGrid;
use crate::motion::coupled::CoupledState;
use crate::motion::immersed::ImmersedState;
use crate::output::persist::Visit;
use nalgebra::DMatrix;
use ndarray::Array2;

/// Everything that decides the future of a run and its summary.
#[derive(Debug, Clone, PartialEq)]
pub struct RunState {
    /// Body, wall, energy.
    pub coupled: CoupledState,
    /// The liquid.
    pub liquid: ImmersedState,
    /// Collisions so far.
    pub bounces: BounceLog,
    /// Largest speed of the sphere so far [m/s].
    pub peak_speed: f64,
    /// Largest relative error of the liquid's mass balance so far.
    pub mass_error: f64,
    /// Largest divergence times diameter over largest speed so far.
    pub divergence: f64,
    /// How steady the force of open liquid is.
    pub steadiness: Steadiness,
}

/// Names of the two time levels.
const LEVELS: [&str; 2] = ["now", "old"];

impl RunState {
    /// Writes or reads all parts.
    ///
    /// # Errors
    /// What was read does not fit.
    pub(super) fn persist(&mut self, to: &mut Visit) -> Result<(), String> {
        to.value("coupled", &mut self.coupled)?;
        mean_flow(&mut self.liquid, to)?;
        if let Some(others) = &mut self.liquid.modes {
            modes(others, to)?;
        }
        to.value("bounces", &mut self.bounces)?;
        to.value("peak_speed", &mut self.peak_speed)?;
        to.value("mass_error", &mut self.mass_error)?;
        to.value("divergence", &mut self.divergence)?;
        to.value("steadiness", &mut self.steadiness)
    }
}

/// The axisymmetric part of the liquid.
fn mean_flow(liquid: &mut ImmersedState, to: &mut Visit) -> Result<(), String> {
    let flow = &mut liquid.flow;
    let cells = flow.now.u.nrows();
    let levels = [(&mut flow.now, &mut flow.grid_now), (&mut flow.old, &mut flow.grid_old)];
    for (level, (fields, grid)) in LEVELS.iter().zip(levels) {
        to.field(&format!("u_{level}"), &mut fields.u)?;
        to.field(&format!("w_{level}"), &mut fields.w)?;
        to.field(&format!("p_modes_{level}"), &mut fields.p)?;
        let mut faces = grid.faces.clone();
        to.list(&format!("faces_{level}"), &mut faces, |count| count == cells + 1)?;
        if faces != grid.faces {
            let rising = faces.windows(2).all(|pair| pair[0] < pair[1]);
            *grid = rising.then(|| AxialGrid::from_faces(faces)).ok_or("axial faces do not rise")?;
        }
    }
    to.value("dt_before", &mut flow.dt_before)?;
    to.list("face_velocity", &mut liquid.face_velocity, |count| count == cells + 1)?;
    to.value("marker_counts", &mut liquid.marker_counts)?;
    let least =
        liquid.marker_counts.iter().try_fold(0_usize, |sum, count| sum.checked_add(*count)?.checked_add(*count));
    let known = |count| count == 0 || least.is_some_and(|least| count >= least);
    let names = ["forces_now", "forces_old", "forces_unit", "forces_unit_second"];
    for (name, forces) in names.iter().zip(liquid.forces.iter_mut().chain(&mut liquid.unit_forces)) {
        to.list(name, forces, known)?;
    }
    constraint("preconditioner", &mut liquid.constraint, to)
}

/// The other parts of the flow. Parts and systems of constraints have their numbers; those of modes m ≥ 1
/// come first and are theirs, and swirl, which has one component, is the last.
fn modes(liquid: &mut AzimuthalState, to: &mut Visit) -> Result<(), String> {
    let whole = liquid.now.len() > liquid.constraints.len();
    to.value("mode_frame", &mut liquid.frame)?;
    to.value("mode_markers", &mut liquid.marker_count)?;
    let (markers, systems) = (liquid.marker_count, liquid.constraints.len());
    let components = |part: usize| if whole && part + 1 == systems { 1 } else { 3 };
    let fits = |components: usize| move |count| count == 0 || markers.checked_mul(components) == Some(count);
    for m in 1..liquid.now.len() {
        for (level, name) in LEVELS.iter().enumerate() {
            let fields = if level == 0 { &mut liquid.now[m] } else { &mut liquid.old[m] };
            for (part, field) in
                [("u", &mut fields.u), ("v", &mut fields.v), ("w", &mut fields.w), ("p_modes", &mut fields.p)]
            {
                to.field(&format!("m{m}_{part}_{name}"), field)?;
            }
            to.list(&format!("m{m}_forces_{name}"), &mut liquid.forces[m][level], fits(components(m)))?;
        }
    }
    for (m, memory) in liquid.constraints.iter_mut().enumerate().skip(1) {
        constraint(&format!("m{m}_preconditioner"), memory, to)?;
    }
    let units = [(1, "m1_forces_lateral", 3), (2, "m1_forces_spin", 3), (3, "m0_forces_twist", 1)];
    for (motion, name, components) in &units[..if whole { 3 } else { 2 }] {
        to.list(name, &mut liquid.unit_forces[*motion], fits(*components))?;
    }
    Ok(())
}

/// What a solver of constraints remembers, its factor as the array `name`.
fn constraint(name: &str, memory: &mut ConstraintMemory, to: &mut Visit) -> Result<(), String> {
    let mut counts = (memory.factor().map(|(_, excess)| excess), memory.rebuilds, memory.applications);
    to.value(&format!("{name}_counts"), &mut counts)?;
    let (excess, rebuilds, applications) = counts;
    let mut factor = memory.factor().map_or_else(
        || Array2::default((0, 0)),
        |(factor, _)| {
            let shape = (factor.ncols(), factor.nrows());
            Array2::from_shape_vec(shape, factor.as_slice().to_vec()).expect("a matrix has its entries")
        },
    );
    let factor = match excess {
        None => None,
        Some(excess) => {
            to.array(name, &mut factor)?;
            let (rows, columns) = factor.dim();
            let finite = factor.iter().all(|value| value.is_finite());
            let values = factor.as_slice().filter(|_| rows == columns && finite);
            let values = values.ok_or_else(|| format!("{name} is no square, or has values that are no numbers"))?;
            Some((DMatrix::from_column_slice(columns, rows, values), excess))
        }
    };
    *memory = ConstraintMemory::new(factor, rebuilds, applications);
    Ok(())
}
