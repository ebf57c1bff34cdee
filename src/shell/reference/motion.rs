//! A motion that another program computed: a table with the columns of `trajectory.csv`.
//!
//! Times increase. Gaps are those between the surfaces, 0 at contact. Velocities and forces count away from the wall;
//! of two spheres, the velocity of the gap is that of the first less that of the second. All are in SI units. Nothing
//! is turned or shifted: what contradicts this is refused.

use crate::output::table::Table;
use wetbounce_physics::model::columns::{ACROSS_COLUMNS, LATERAL_COLUMNS, SECOND_COLUMN};
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_physics::quantity::NUMBER;

/// The column of times \[s\].
pub const TIME: &str = "time_s";
/// The column of gaps \[m\].
pub const GAP: &str = "gap_m";
/// The column of velocities along the normal of the wall [m/s].
pub const VELOCITY: &str = "velocity_m_s";
/// The column of velocities along the wall [m/s].
pub const ALONG: &str = LATERAL_COLUMNS[1];
/// The column of velocities across that one [m/s].
pub const ACROSS: &str = ACROSS_COLUMNS[1];
/// The column of angular velocities [rad/s].
pub const SPIN: &str = LATERAL_COLUMNS[2];
/// The column of velocities of the second sphere [m/s].
pub const SECOND: &str = SECOND_COLUMN;
/// The column of forces on the sphere \[N\].
pub const FORCE: &str = "force_N";
/// All columns of a motion.
pub const COLUMNS: [&str; 8] = [TIME, GAP, VELOCITY, ALONG, ACROSS, SPIN, SECOND, FORCE];

/// By how much the way by the velocities may differ from that by the gaps, over it.
const CONTRADICTS: f64 = 0.25;
/// Fewest rows of a motion.
const FEWEST: usize = 3;
/// Velocities below this share of the largest have no sign.
const STANDS: f64 = 0.01;

/// A motion in SI units, its rows in the order of time. A column that the table does not have is empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Motion {
    /// Lines of the rows in the file, from one.
    pub lines: Vec<usize>,
    /// Times, increasing \[s\].
    pub time: Vec<f64>,
    /// Gaps \[m\]; of a table without them the integral of the velocity.
    pub gap: Vec<f64>,
    /// Whether the table has gaps, so that zero is the contact.
    pub has_gaps: bool,
    /// Velocities of the sphere, positive away from the wall [m/s].
    pub velocity: Vec<f64>,
    /// Velocities of the second sphere, likewise.
    pub second: Vec<f64>,
    /// Velocities along the wall [m/s], one or two columns.
    pub along: Vec<Vec<f64>>,
    /// Angular velocity [rad/s].
    pub spin: Vec<f64>,
    /// Force on the sphere, positive away from the wall \[N\].
    pub force: Vec<f64>,
    /// Rows in which a cell is empty or no finite number: how many, and the line of the first.
    pub left_out: Option<(usize, usize)>,
}

impl Motion {
    /// Whether a table has the columns of a motion.
    pub fn is_in(table: &Table) -> bool {
        table.has(TIME) && (table.has(GAP) || table.has(VELOCITY))
    }

    /// The motion in a table.
    ///
    /// # Errors
    /// A cell is no number, there are too few rows, times do not increase, or gaps and velocities contradict each
    /// other.
    pub fn of(table: &Table) -> Result<Self, String> {
        let all: Vec<Vec<f64>> = COLUMNS
            .iter()
            .map(|name| if table.has(name) { table.numbers(name) } else { Ok(Vec::new()) })
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())?;
        let is_whole = |row: &usize| all.iter().all(|column| column.get(*row).is_none_or(|value| value.is_finite()));
        let rows: Vec<usize> = (0..table.rows().len()).filter(is_whole).collect();
        let out = (0..table.rows().len()).find(|row| !is_whole(row));
        if rows.len() < FEWEST {
            return Err(format!("{} rows hold numbers in all columns; a motion needs {FEWEST} at least", rows.len()));
        }
        let column = |at: usize| match all[at].is_empty() {
            true => Vec::new(),
            false => rows.iter().map(|row| all[at][*row]).collect::<Vec<f64>>(),
        };
        let mut motion = Self {
            lines: rows.iter().map(|row| table.lines()[*row]).collect(),
            time: column(0),
            gap: column(1),
            has_gaps: table.has(GAP),
            velocity: column(2),
            along: [3, 4].map(column).into_iter().filter(|column| !column.is_empty()).collect(),
            spin: column(5),
            second: column(6),
            force: column(7),
            left_out: out.map(|row| (table.rows().len() - rows.len(), table.lines()[row])),
        };
        if let Some(row) = (1..motion.time.len()).find(|row| motion.time[*row] <= motion.time[row - 1]) {
            return Err(format!(
                "the times do not increase: line {} has {} s, line {} has {} s; leave one motion in the file, and times with all their digits",
                motion.lines[row - 1],
                motion.time[row - 1],
                motion.lines[row],
                motion.time[row]
            ));
        }
        if motion.has_gaps {
            motion.agree()?;
        } else {
            motion.integrate();
        }
        Ok(motion)
    }

    /// The velocity of the gap: that of the sphere less that of a second one.
    fn closing(&self) -> Vec<f64> {
        match self.second.is_empty() {
            true => self.velocity.clone(),
            false => self.velocity.iter().zip(&self.second).map(|(first, second)| first - second).collect(),
        }
    }

    /// The way of the gap by the velocities between two rows.
    fn way(&self, speeds: &[f64], row: usize) -> f64 {
        0.5 * (speeds[row] + speeds[row - 1]) * (self.time[row] - self.time[row - 1])
    }

    /// Gaps as the integral of the velocity.
    fn integrate(&mut self) {
        let speeds = self.closing();
        self.gap = vec![0.0; speeds.len()];
        (1..speeds.len()).for_each(|row| self.gap[row] = self.gap[row - 1] + self.way(&speeds, row));
    }

    /// Refuses a motion without gaps that does not begin towards the wall: its velocities may have the other sign.
    ///
    /// # Errors
    /// What to do.
    pub fn begins_towards_the_wall(&self) -> Result<(), String> {
        let speeds = self.closing();
        let most = speeds.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
        let first = speeds.iter().find(|v| v.abs() > STANDS * most);
        if self.has_gaps || first.is_none_or(|v| *v < 0.0) {
            return Ok(());
        }
        Err(format!(
            "the motion begins with a positive velocity, away from the wall: turn the sign of `{VELOCITY}`, or give `{GAP}` too"
        ))
    }

    /// Refuses velocities that are not those of the gaps.
    fn agree(&self) -> Result<(), String> {
        let speeds = self.closing();
        if speeds.is_empty() {
            return Ok(());
        }
        let (mut by_speed, mut by_gap) = (0.0, 0.0);
        for row in (1..speeds.len()).filter(|row| speeds[*row] * speeds[row - 1] > 0.0) {
            let way = self.way(&speeds, row);
            by_speed += way.abs();
            by_gap += way.signum() * (self.gap[row] - self.gap[row - 1]);
        }
        let most = self.gap.iter().fold(0.0_f64, |most, gap| most.max((gap - self.gap[0]).abs()));
        if by_speed == 0.0 && most > 0.0 {
            return Err(format!("`{GAP}` changes and `{VELOCITY}` is 0: it must be the velocity along the normal"));
        }
        if by_speed > 0.0 && (by_gap / by_speed - 1.0).abs() > CONTRADICTS {
            return Err(format!(
                "`{GAP}` and `{VELOCITY}` contradict each other: the way by the gaps is {} times that by the velocities, which count away from the wall; look at units, sign and axis",
                NUMBER.brief(by_gap / by_speed)
            ));
        }
        Ok(())
    }

    /// Time, gap and velocity of the gap; the velocity by differences where the table has none.
    pub fn moments(&self) -> Vec<Moment> {
        let closing = self.closing();
        let slope = |row: usize| {
            let (a, b) = (row.saturating_sub(1), (row + 1).min(self.time.len() - 1));
            (self.gap[b] - self.gap[a]) / (self.time[b] - self.time[a])
        };
        let velocity = |row: usize| closing.get(row).copied().unwrap_or_else(|| slope(row));
        (0..self.time.len())
            .map(|row| Moment { time: self.time[row], gap: self.gap[row], velocity: velocity(row) })
            .collect()
    }

    /// Every second row, from the first or from the second on, and the first and the last one.
    #[must_use]
    pub fn thinned(&self, from: usize) -> Self {
        let last = self.time.len().saturating_sub(1);
        let mut rows: Vec<usize> = [0].into_iter().chain((from..last).step_by(2)).chain([last]).collect();
        rows.dedup();
        let thin = |values: &Vec<f64>| rows.iter().filter_map(|row| values.get(*row).copied()).collect::<Vec<f64>>();
        Self {
            lines: rows.iter().filter_map(|row| self.lines.get(*row).copied()).collect(),
            time: thin(&self.time),
            gap: thin(&self.gap),
            has_gaps: self.has_gaps,
            velocity: thin(&self.velocity),
            second: thin(&self.second),
            along: self.along.iter().map(thin).collect(),
            spin: thin(&self.spin),
            force: thin(&self.force),
            left_out: None,
        }
    }
}
