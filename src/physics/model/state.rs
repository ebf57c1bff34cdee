//! The state of a run of the flow, and the one visit by which a checkpoint writes and reads it.

use super::bounce_log::BounceLog;
use super::open_liquid::Steadiness;
use super::persist::{Refused, Visit};
use crate::flow::constraint::ConstraintMemory;
use crate::flow::level::ImmersedState;
use crate::grid::AxialGrid;
use crate::motion::coupled::CoupledState;
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
    pub(super) steadiness: Steadiness,
}

/// Names of the two time levels.
const LEVELS: [&str; 2] = ["now", "old"];

impl RunState {
    /// Writes or reads all parts.
    ///
    /// # Errors
    /// The data do not fit.
    pub(super) fn persist(&mut self, to: &mut Visit) -> Result<(), Refused> {
        to.value("coupled", &mut self.coupled)?;
        liquid(&mut self.liquid, to)?;
        to.value("bounces", &mut self.bounces)?;
        to.value("peak_speed", &mut self.peak_speed)?;
        to.value("mass_error", &mut self.mass_error)?;
        to.value("divergence", &mut self.divergence)?;
        to.value("steadiness", &mut self.steadiness)
    }
}

/// The liquid. Parts of the flow and systems of constraints have their numbers: modes, and swirl, which has one
/// component, after them.
fn liquid(liquid: &mut ImmersedState, to: &mut Visit) -> Result<(), Refused> {
    let ImmersedState { flow, forces, constraints, face_velocity, frame } = liquid;
    let cells = flow.now[0].u.nrows();
    for (level, grid) in LEVELS.iter().zip([&mut flow.grid_now, &mut flow.grid_old]) {
        let mut faces = grid.faces.clone();
        to.list(&format!("faces_{level}"), &mut faces, |count| count == cells + 1)?;
        if faces != grid.faces {
            let rising = faces.windows(2).all(|pair| pair[0] < pair[1]);
            *grid = rising.then(|| AxialGrid::from_faces(faces)).ok_or("axial faces do not rise")?;
        }
    }
    to.value("dt_before", &mut flow.dt_before)?;
    to.list("face_velocity", face_velocity, |count| count == cells + 1)?;
    to.value("frame", frame)?;
    to.value("marker_counts", &mut forces.counts)?;
    let markers = forces.counts.map(|counts| counts.iter().try_fold(0_usize, |sum, count| sum.checked_add(*count)));
    let (swirl, systems) = (flow.now.len() > constraints.len(), constraints.len());
    // The axisymmetric mode may have the side's forces behind those of its markers.
    let fits = |part: usize| {
        let (components, of) = match part {
            0 => (2, 0),
            part if swirl && part + 1 == systems => (1, 1),
            _ => (3, 1),
        };
        let least = markers[of].and_then(|count| count.checked_mul(components));
        let known = move |count, least| least > 0 && (count == least || (part == 0 && count > least));
        move |count| count == 0 || least.is_some_and(|least| known(count, least))
    };
    for part in 0..flow.now.len() {
        for (level, name) in LEVELS.iter().enumerate() {
            let fields = if level == 0 { &mut flow.now[part] } else { &mut flow.old[part] };
            let around = (part > 0).then_some(("v", &mut fields.v));
            let others = [("u", &mut fields.u), ("w", &mut fields.w), ("p_modes", &mut fields.p)];
            for (component, field) in others.into_iter().chain(around) {
                to.field(&format!("m{part}_{component}_{name}"), field)?;
            }
            to.list(&format!("m{part}_forces_{name}"), &mut forces.of_parts[part][level], fits(part))?;
        }
    }
    for (system, memory) in constraints.iter_mut().enumerate() {
        constraint(&format!("m{system}_preconditioner"), memory, to)?;
    }
    for (motion, part) in [0, 1, 1, systems - 1, 0].into_iter().enumerate() {
        to.list(&format!("motion{motion}_forces"), &mut forces.per_speed[motion], fits(part))?;
    }
    Ok(())
}

/// The memory of a solver of constraints, its factor as the array `name`.
fn constraint(name: &str, memory: &mut ConstraintMemory, to: &mut Visit) -> Result<(), Refused> {
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
            let shaped = rows == columns || rows == 2 * columns && columns % 2 == 0;
            let finite = factor.iter().all(|value| value.is_finite());
            let values = factor.as_slice().filter(|_| shaped && finite);
            let values =
                values.ok_or_else(|| format!("{name} is not made up of squares, or has values that are no numbers"))?;
            Some((DMatrix::from_column_slice(columns, rows, values), excess))
        }
    };
    *memory = ConstraintMemory::new(factor, rebuilds, applications);
    Ok(())
}
