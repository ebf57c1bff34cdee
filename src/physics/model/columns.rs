//! The columns of a trajectory: the motion along the wall, and the loads on the sphere by cause.

use crate::body::dof::{ALONG, TWIST};
use crate::motion::forces::Loads;

/// The causes in the names of columns; without the film, which is part of the liquid's, they are together the inertia
/// times the acceleration.
pub const CAUSES: [&str; 5] = ["submerged_weight", "liquid", "film", "contact", "drive"];

/// The load on a degree of freedom by its [`CAUSES`].
pub(super) fn by_cause(loads: &Loads, dof: usize) -> [f64; CAUSES.len()] {
    [loads.weight[dof], loads.liquid(dof), loads.film[dof], loads.contact[dof], loads.drive[dof]]
}

/// The columns of the motion and of the loads along the wall, in no direction, in x, or in x and y: forces, and torques
/// about y, x and the normal, where the film does nothing.
pub(super) fn lateral(directions: usize) -> [Vec<String>; 2] {
    let motion = [&LATERAL_COLUMNS[..], &ACROSS_COLUMNS].into_iter().take(directions).flatten();
    let force = |axis: &'static str| CAUSES.map(|cause| format!("{cause}_{axis}_N"));
    let torque = |about: &'static str| {
        let causes = CAUSES[1..].iter().filter(move |cause| about != "z_" || **cause != "film");
        causes.map(move |cause| format!("torque_{about}{cause}_N_m"))
    };
    let about: &[&str] = [&[][..], &[""], &["", "x_", "z_"]][directions];
    let forces = ["x", "y"].into_iter().take(directions).flat_map(force);
    let loads = forces.chain(about.iter().copied().flat_map(torque));
    [motion.map(|name| (*name).to_owned()).collect(), loads.collect()]
}

/// The loads along the wall \[N\] and [N m] in the order of their columns, see [`lateral`]. The torque about x is that
/// about −x of the motion along y.
pub(super) fn lateral_loads(loads: &Loads, directions: usize) -> Vec<f64> {
    let dofs = || ALONG.into_iter().take(directions);
    let mut values: Vec<f64> = dofs().flat_map(|[u, _]| by_cause(loads, u)).collect();
    for ([_, spin], sign) in dofs().zip([1.0, -1.0]) {
        values.extend(by_cause(loads, spin)[1..].iter().map(|torque| sign * torque));
    }
    if directions == ALONG.len() {
        let [_, liquid, _, contact, drive] = by_cause(loads, TWIST);
        values.extend([liquid, contact, drive]);
    }
    values
}

/// The column of a second sphere's speed, the first after those of every motion.
pub const SECOND_COLUMN: &str = "second_velocity_m_s";

/// The columns of a lateral motion, before the forces.
pub const LATERAL_COLUMNS: [&str; 3] = ["x_m", "velocity_x_m_s", "spin_rad_s"];

/// The columns of a motion without a plane of symmetry, after those of a lateral one.
pub const ACROSS_COLUMNS: [&str; 4] = ["y_m", "velocity_y_m_s", "spin_x_rad_s", "spin_z_rad_s"];

/// The columns of forces \[N\].
pub fn forces(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("{name}_N")).collect()
}
