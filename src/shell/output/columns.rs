//! The columns of `trajectory.csv`.

/// The columns every trajectory begins with; the forces follow, each with the suffix `_N`.
pub const MOTION_COLUMNS: [&str; 3] = ["time_s", "gap_m", "velocity_m_s"];

/// The column of a second sphere's speed, after those of every motion.
pub const SECOND_COLUMN: &str = "second_velocity_m_s";

/// The columns of a lateral motion, after those of every motion.
pub const LATERAL_COLUMNS: [&str; 3] = ["x_m", "velocity_x_m_s", "spin_rad_s"];

/// The columns of a motion without a plane of symmetry, after those of a lateral one.
pub const ACROSS_COLUMNS: [&str; 4] = ["y_m", "velocity_y_m_s", "spin_x_rad_s", "spin_z_rad_s"];

/// Which columns a trajectory has besides those of every motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Columns<'a> {
    /// Names of the forces, such as `drag`; the suffix `_N` is added.
    pub forces: &'a [&'a str],
    /// The columns of a lateral motion.
    pub lateral: Option<LateralLoadColumns<'a>>,
    /// Whether there is a second sphere: its speed has a column.
    pub second: bool,
}

/// The loads on a sphere that moves sideways, too; its motion is in the [`LATERAL_COLUMNS`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LateralLoadColumns<'a> {
    /// Names of the lateral forces, each with the ending `_x` or `_y`; the suffix `_N` is added.
    pub forces: &'a [&'a str],
    /// Names of the torques; the suffix `_N_m` is added.
    pub torques: &'a [&'a str],
    /// Whether it has the [`ACROSS_COLUMNS`], too.
    pub across: bool,
}

impl LateralLoadColumns<'_> {
    /// The columns of the motion.
    fn motion(&self) -> Vec<&'static str> {
        let across: &[&str] = if self.across { &ACROSS_COLUMNS } else { &[] };
        [&LATERAL_COLUMNS, across].concat()
    }
}

impl<'a, const N: usize> From<&'a [&'a str; N]> for Columns<'a> {
    fn from(forces: &'a [&'a str; N]) -> Self {
        Self { forces, lateral: None, second: false }
    }
}

impl Columns<'_> {
    /// Number of values beside those of every motion.
    pub(super) fn count(&self) -> usize {
        let more = |lateral: LateralLoadColumns| lateral.motion().len() + lateral.forces.len() + lateral.torques.len();
        usize::from(self.second) + self.forces.len() + self.lateral.map_or(0, more)
    }
}

/// The header of the file.
pub(super) fn header(columns: Columns) -> String {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let motion = columns.lateral.map_or_else(Vec::new, |lateral| lateral.motion());
    let second: &[&str] = if columns.second { &[SECOND_COLUMN] } else { &[] };
    let mut header = [&MOTION_COLUMNS, second, &motion[..]].concat().join(",");
    let mut add = |names: &[&str], unit: &str| {
        for name in names {
            assert!(!name.is_empty() && name.chars().all(plain), "`{name}` is no column name");
            header.push_str(&format!(",{name}_{unit}"));
        }
    };
    add(columns.forces, "N");
    if let Some(lateral) = columns.lateral {
        add(lateral.forces, "N");
        add(lateral.torques, "N_m");
    }
    header
}
