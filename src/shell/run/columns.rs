//! What a row of the trajectory of a computed flow holds.

use super::simulation::{FORCES, Simulation};
use crate::motion::sideways::SidewaysState;
use crate::motion::tangential_wall::{ALL_LATERAL_FORCES, ALL_TORQUES, LATERAL_FORCES, TORQUES};
use crate::output::trajectory::{Columns, LateralLoadColumns};

/// The motion along the wall, in the order of its columns. The spin about x is that about −x of the motion along y.
fn motion(state: &SidewaysState) -> Vec<f64> {
    let mut values = vec![state.motion.x, state.motion.velocity, state.motion.spin];
    if let Some(across) = &state.across {
        let along_y = &across.motion;
        values.extend([along_y.x, along_y.velocity, -along_y.spin, across.twist.spin]);
    }
    values
}

/// Lateral forces \[N\] and torques [N m], in the order of their columns.
fn loads(state: &SidewaysState) -> Vec<f64> {
    let (mut forces, mut torques) = (state.motion.loads.forces().to_vec(), state.motion.loads.torques().to_vec());
    if let Some(across) = &state.across {
        forces.extend(across.motion.loads.forces());
        torques.extend(across.motion.loads.torques().map(|torque| -torque));
        torques.extend([across.twist.liquid, across.twist.contact, across.twist.drive]);
    }
    [forces, torques].concat()
}

impl Simulation {
    /// The columns of the trajectory.
    pub fn columns(&self) -> Columns<'static> {
        let columns = |state: &SidewaysState| match state.across {
            None => LateralLoadColumns { forces: &LATERAL_FORCES, torques: &TORQUES, across: false },
            Some(_) => LateralLoadColumns { forces: &ALL_LATERAL_FORCES, torques: &ALL_TORQUES, across: true },
        };
        let forces = if self.setup.release.is_prescribed() { &FORCES[..] } else { &FORCES[..FORCES.len() - 1] };
        Columns { forces, lateral: self.state.liquid.sideways.as_deref().map(columns) }
    }

    /// The values of these columns now, under the given forces.
    pub fn sampled(&self, forces: &[f64]) -> Vec<f64> {
        let state = self.state.liquid.sideways.as_deref();
        let shown = self.columns().forces.len();
        let [motion, loads] = [motion, loads].map(|of| state.map_or_else(Vec::new, of));
        [&motion, &forces[..shown.min(forces.len())], &loads].concat()
    }
}
