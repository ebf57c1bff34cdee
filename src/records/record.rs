//! A measured motion, and how it is to be read.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

wetbounce_physics::keywords! {
    /// Where the clock of a record starts.
    Clock {
        /// Anywhere: the first contact that the record shows is that of the run.
        Record = "record",
        /// At the first contact.
        Contact = "contact",
        /// At the release.
        Release = "release",
        /// Anywhere: the shift with the least squared residuals is found.
        Fitted = "fitted",
    }
}

wetbounce_physics::keywords! {
    /// The rows of a record.
    #[derive(Default)]
    Rows {
        /// Moments of the motion.
        #[default]
        Motion = "motion",
        /// The apexes of the bounces, one after the other.
        Apexes = "apexes",
        /// The times of the sounds of the bounces, one after the other, of a sphere in air.
        Sounds = "sounds",
    }
}

wetbounce_physics::keywords! {
    /// Which point of the sphere a record follows.
    Followed {
        /// The point nearest to the wall, or to a second sphere.
        Gap = "gap",
        /// The centre, half a diameter above it; beside a second sphere its distance from the centre of that.
        Centre = "centre",
        /// The top, a diameter above it; beside a second sphere its distance from the centre of that.
        Top = "top",
    }
}

impl Followed {
    /// The height at contact \[m\], from the wall or from the centre of a second sphere.
    pub fn height(self, of: Lengths) -> f64 {
        match self {
            Self::Gap => 0.0,
            Self::Centre => 0.5 * of.diameter + of.second_radius,
            Self::Top => of.diameter + of.second_radius,
        }
    }
}

/// Lengths by which a record is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lengths {
    /// Diameter of the sphere \[m\].
    pub diameter: f64,
    /// Radius of the second sphere \[m\]; 0 at a wall.
    pub second_radius: f64,
    /// Diameter by which the speeds of a bounce are read \[m\], see the apparent restitution of a run.
    pub reading: f64,
    /// Diameter of the sphere whose dry contact with a wall lasts as long \[m\].
    pub contact: f64,
}

impl Lengths {
    /// Those of a sphere of this diameter \[m\] and a wall.
    pub fn at_wall(diameter: f64) -> Self {
        Self { diameter, second_radius: 0.0, reading: diameter, contact: diameter }
    }

    /// Those of two spheres of these diameters \[m\]. A contact lasts as `(m²/R)^(1/5)`, by reduced mass and radius
    /// (Hertz 1881), both of one density.
    pub fn between([diameter, second]: [f64; 2]) -> Self {
        let ratio = diameter / second;
        let contact = diameter * (1.0 + ratio).powf(0.2) * (1.0 + ratio.powi(3)).powf(-0.4);
        Self { diameter, second_radius: 0.5 * second, reading: diameter * second / (diameter + second), contact }
    }
}

wetbounce_physics::keywords! {
    /// What the sphere moves through.
    Medium {
        /// A liquid: it slows the sphere by drag, history, and a film.
        Liquid = "liquid",
        /// A gas or a vacuum: the flight is free, but for a little drag.
        Gas = "gas",
    }
}

wetbounce_physics::keywords! {
    /// Which way the heights of a record count.
    Direction {
        /// Away from the wall.
        Up = "up",
        /// Towards the wall, as rows of a picture and depths do.
        Down = "down",
    }
}

wetbounce_physics::keywords! {
    /// Which way the angles and spins of a record count.
    #[derive(Default)]
    Turning {
        /// As a sphere turns that rolls along the wall towards positive positions.
        #[default]
        Rolling = "rolling",
        /// From positive positions along the wall towards positive heights: against the clock in a picture where
        /// those are to the right and upwards.
        Counterclockwise = "counterclockwise",
    }
}

impl Turning {
    /// The sign that makes spins of the program, positive of a sphere that rolls towards positive positions.
    pub fn sign(self) -> f64 {
        match self {
            Self::Rolling => 1.0,
            Self::Counterclockwise => -1.0,
        }
    }
}

/// How a table is to be read: the keys of `[measurement]` that are about columns. What is `None` is found by itself.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// Kind of the rows.
    pub rows: Rows,
    /// Name or number of the column of times, with its unit in brackets if its name has none.
    pub time: Option<String>,
    /// That of gaps.
    pub gap: Option<String>,
    /// That of velocities.
    pub velocity: Option<String>,
    /// That of positions along the wall; `None`: it is not read.
    pub x: Option<String>,
    /// That of angles by which the sphere has turned; `None`: it is not read.
    pub angle: Option<String>,
    /// That of spins; `None`: it is not read.
    pub spin: Option<String>,
    /// Which way angles and spins count.
    pub turning: Turning,
    /// That which tells drops apart.
    pub drop: Option<String>,
    /// Which point of the sphere is followed.
    pub position: Option<Followed>,
    /// Which way heights count; `None`: downwards of a column of depths, else upwards.
    pub direction: Option<Direction>,
    /// Length of a pixel, or of whatever unit the heights have \[m\].
    pub scale: Option<f64>,
    /// Its standard uncertainty, over it.
    pub scale_uncertainty: f64,
    /// Added to the gaps \[m\].
    pub gap_offset: Option<f64>,
    /// Pictures a second \[Hz\], where times are frames or missing.
    pub frame_rate: Option<f64>,
    /// A restitution that was measured by itself, of the first bounce.
    pub restitution: Option<f64>,
    /// Standard uncertainties.
    pub uncertainty: Uncertainty,
    /// The keys of `[measurement]` that do not have their defaults.
    pub stated: Vec<&'static str>,
}

/// Standard uncertainties of a record; zero where they are not known.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Uncertainty {
    /// Of the gap \[m\].
    pub gap: f64,
    /// Of the velocity [m/s].
    pub velocity: f64,
    /// Of the time \[s\].
    pub time: f64,
    /// Of the restitution.
    pub restitution: f64,
}

impl Uncertainty {
    /// Of a gap that changes at this velocity [m/s], with that of its time \[m\].
    pub fn of_gap_at(&self, velocity: f64) -> f64 {
        self.gap.hypot(velocity * self.time)
    }
}

/// Rows of a table that were left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The drop; empty where it is the only one.
    pub drop: String,
    /// Line of the file of the first of them, from 1.
    pub line: usize,
    /// How many.
    pub rows: usize,
    /// Time of the first of them on the record's clock \[s\], if it is a picture.
    pub time_s: Option<f64>,
    /// Why.
    pub why: String,
    /// Places of the pictures among the rows of their drop, from 0; empty of rows that are no pictures.
    #[serde(skip)]
    pub places: Vec<usize>,
}

impl LeftOut {
    /// So many rows from a line on, of the only drop.
    pub fn of(line: usize, rows: usize, why: String) -> Self {
        Self { drop: String::new(), line, rows, time_s: None, why, places: Vec::new() }
    }
}

impl std::fmt::Display for LeftOut {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let drop = if self.drop.is_empty() { String::new() } else { format!("drop {}, ", self.drop) };
        let time = self.time_s.map_or(String::new(), |time| format!(" ({:.3} ms)", 1e3 * time));
        let rows = match self.rows {
            0 | 1 => format!("line {}", self.line),
            rows => format!("{rows} rows from line {} on", self.line),
        };
        write!(out, "{drop}{rows}{time}: {}", self.why)
    }
}

/// A column that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// What it was taken for.
    pub quantity: String,
    /// Its name in the file, or its number.
    pub column: String,
    /// Its unit, in words.
    pub unit: String,
}

/// What a key and the table of a record both state, in SI units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Restatement {
    /// What it is.
    pub of: RestatedQuantity,
    /// By the key.
    pub by_key: f64,
    /// By the table.
    pub by_table: f64,
    /// By how much both may differ, over the latter.
    pub may_differ: f64,
}

/// Which values a key and a table may both state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestatedQuantity {
    /// The step from picture to picture \[s\].
    Step,
    /// One of the heights \[m\].
    Height,
}

/// A measured motion: one drop.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record {
    /// Its file.
    pub file: PathBuf,
    /// Its label among the drops of the same measurement; empty where it is the only one.
    pub drop: String,
    /// Rows that were left out because they hold no values.
    pub missing: usize,
    /// Lines of the file that its rows stand on, from 1; empty where it is from none.
    pub lines: Vec<usize>,
    /// Rows of the table that were left out as they are no numbers.
    pub left_out: Vec<LeftOut>,
    /// The columns that were read.
    pub columns: Vec<Column>,
    /// Standard uncertainty of the scale of its heights, over it: common to all drops of a measurement.
    pub scale_uncertainty: f64,
    /// Whether its heights are those of pixels or the like, whose length is uncertain, and nobody says by how much.
    pub scale_unsure: bool,
    /// Whether its zero is meant to be the wall.
    pub has_zero: bool,
    /// Whether the name of its column says that times count from the contact.
    pub since_contact: bool,
    /// Whether its times are those of pictures at a rate that is given.
    pub counts_frames: bool,
    /// Times, increasing \[s\].
    pub time: Vec<f64>,
    /// Gaps \[m\], NaN where one is missing; empty if none were measured.
    pub gap: Vec<f64>,
    /// Velocities, positive away from the wall [m/s], NaN where one is missing; empty if none were measured.
    pub velocity: Vec<f64>,
    /// Positions along the wall \[m\], NaN where one is missing; empty if none were asked for.
    pub x: Vec<f64>,
    /// Angles by which the sphere has turned \[rad\], growing as it rolls towards positive positions, NaN where one
    /// is missing; empty if none were asked for.
    pub angle: Vec<f64>,
    /// Spins [rad/s], positive likewise, NaN where one is missing; empty if none were asked for.
    pub spin: Vec<f64>,
    /// Whether the rows are the apexes of the bounces, one after the other.
    pub apexes: bool,
    /// Whether the rows are the times of the sounds of the bounces.
    pub sounds: bool,
    /// A restitution that was measured by itself, of the first bounce.
    pub restitution: Option<f64>,
    /// Standard uncertainties.
    pub uncertainty: Uncertainty,
    /// The keys of `[measurement]` that do not have their defaults.
    pub stated: Vec<&'static str>,
    /// What a key and its table both state.
    pub twice: Vec<Restatement>,
}

/// What is stated of the clock and the zero of a record.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RecordOrigin {
    /// Where its clock starts.
    pub clock: Clock,
    /// The shift of its times besides \[s\].
    pub offset: f64,
    /// Whether its zero is stated to be the wall; else the first contact that the record shows has the gap zero.
    pub is_wall: bool,
}

impl Record {
    /// The values of its rows, one list for each quantity; empty where it was not measured.
    pub(crate) fn values(&self) -> [&Vec<f64>; 6] {
        [&self.time, &self.gap, &self.velocity, &self.x, &self.angle, &self.spin]
    }

    /// The record of these rows alone.
    pub(crate) fn of_rows(&self, rows: &[usize]) -> Self {
        let pick = |values: &Vec<f64>| rows.iter().filter_map(|row| values.get(*row).copied()).collect();
        let [time, gap, velocity, x, angle, spin] = self.values().map(pick);
        let lines = rows.iter().filter_map(|row| self.lines.get(*row).copied()).collect();
        let (file, drop) = (self.file.clone(), self.drop.clone());
        let (left_out, columns) = (self.left_out.clone(), self.columns.clone());
        let (stated, twice) = (self.stated.clone(), self.twice.clone());
        Self { time, gap, velocity, x, angle, spin, lines, file, drop, left_out, columns, stated, twice, ..*self }
    }

    /// Times \[s\] and gaps \[m\] where both are there.
    pub fn points(&self) -> Vec<(f64, f64)> {
        let all = self.time.iter().copied().zip(self.gap.iter().copied());
        all.filter(|(_, gap)| gap.is_finite()).collect()
    }
}

/// What is known of a record before it is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// Lengths of the spheres, if they are known; without them `V_out` is the speed at contact.
    pub lengths: Option<Lengths>,
    /// What the sphere moves through; `None` where a flight with the full gravity is to tell it.
    pub medium: Option<Medium>,
    /// Acceleration of gravity towards the wall [m/s²].
    pub gravity: f64,
    /// Its component along the wall, towards positive positions there [m/s²].
    pub gravity_along: f64,
    /// Whether the zero of the gaps is meant to be the wall: how far it is off is weighed evenly in the logarithm,
    /// from the noise to a diameter.
    pub has_zero: bool,
}

impl Setting {
    /// On earth, above a level wall, which is the zero of the gaps.
    pub fn of(lengths: Option<Lengths>) -> Self {
        Self { lengths, medium: None, gravity: 9.81, gravity_along: 0.0, has_zero: true }
    }

    /// The same above a wall that is inclined by this angle \[deg\] to the horizontal, positive where positions along
    /// it run down, under this gravity [m/s²].
    #[must_use]
    pub fn inclined(self, angle: f64, gravity: f64) -> Self {
        let (along, normal) = angle.to_radians().sin_cos();
        Self { gravity: gravity * normal, gravity_along: gravity * along, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::Lengths;

    #[test]
    fn two_spheres_touch_as_long_as_one_of_less_mass_at_a_wall_and_a_wide_second_one_is_a_wall() {
        // Half the mass and half the radius: (1/4 · 2)^(1/5).
        assert!((Lengths::between([3e-3, 3e-3]).contact / 3e-3 - 0.5_f64.powf(0.2)).abs() < 1e-12);
        assert!((Lengths::between([3e-3, 3e3]).contact / 3e-3 - 1.0).abs() < 1e-6);
    }
}
