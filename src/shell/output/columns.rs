//! The columns of `trajectory.csv`.

/// The columns every trajectory begins with.
pub const MOTION_COLUMNS: [&str; 3] = ["time_s", "gap_m", "velocity_m_s"];

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

/// The header of the file; `columns` are those after [`MOTION_COLUMNS`].
pub(super) fn header(columns: &[String]) -> String {
    let columns = columns.iter().map(String::as_str);
    MOTION_COLUMNS.into_iter().chain(columns).collect::<Vec<_>>().join(",")
}
