//! `[measurement]`: the user's own record of the motion, which the run is compared with.

use super::CaseError;
use super::document::Document;
use super::keys;
use super::section::{Reader, Section};
use crate::keys::within;
use crate::quantity::{FREQUENCY, LENGTH, NUMBER, SPEED, TIME};
use crate::table;
use std::path::{Path, PathBuf};

crate::keywords! {
    /// Where the clock of a record starts.
    Clock {
        /// At the first contact.
        Contact = "contact",
        /// At the release.
        Release = "release",
        /// Anywhere: the shift with the least squared residuals is found.
        Fitted = "fitted",
    }
}

crate::keywords! {
    /// The rows of a record.
    Rows {
        /// Moments of the motion.
        Motion = "motion",
        /// The apexes of the bounces, one after the other.
        Apexes = "apexes",
    }
}

crate::keywords! {
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
    /// Diameter by which the speeds of a bounce are read \[m\], see [`crate::analysis::restitution`].
    pub reading: f64,
    /// Diameter of the sphere whose dry contact with a wall lasts as long \[m\].
    pub contact: f64,
}

impl Lengths {
    /// Those of a sphere of this diameter \[m\] and a wall.
    pub fn at_wall(diameter: f64) -> Self {
        Self { diameter, second_radius: 0.0, reading: diameter, contact: diameter }
    }

    /// Those of two spheres of these diameters \[m\]. A contact lasts as `(m²/R)^(1/5)`, by reduced mass and radius (Hertz 1881), both of one density.
    pub fn between([diameter, second]: [f64; 2]) -> Self {
        let ratio = diameter / second;
        let contact = diameter * (1.0 + ratio).powf(0.2) * (1.0 + ratio.powi(3)).powf(-0.4);
        Self { diameter, second_radius: 0.5 * second, reading: diameter * second / (diameter + second), contact }
    }
}

table! {
    /// A record, how to read it, and how far it can be trusted.
    pub struct Measurement {
        /// The tables, one for each drop. Relative to the case file, else to where the program is started.
        file: Vec<PathBuf> = Vec::new(), paths();
        /// Name of the experiment in figures and tables. Default: the file's name.
        name: Option<String> = None, text();
        /// Where it is from, for the reports.
        source: Option<String> = None, text();
        /// The kind of its rows. Default motion.
        rows: Rows = Rows::Motion, word();
        /// Name or number of the column of times, with its unit in brackets if its name has none. Default: the first whose name
        /// begins with `time` or is `t`, its unit aside.
        time: Option<String> = None, text();
        /// The column of gaps, named likewise. Default: the first whose name begins with `gap`, `height`, `centre`, `top`,
        /// `position` or is `h`, `y`, `z`, its unit aside; may be missing.
        gap: Option<String> = None, text();
        /// The column of velocities, positive away from the wall, or of those at which the gap to a second sphere opens, named
        /// likewise. Default: the first whose name begins with `velocity` or is `v`, its unit aside; may be missing.
        velocity: Option<String> = None, text();
        /// The column that tells repeated drops in one file apart. Default: one whose name begins with `drop`; may be missing.
        drop: Option<String> = None, text();
        /// Which point of the sphere the record follows. Default: as the name of the column says, `centre…` or `top…`, else the gap.
        position: Option<Followed> = None, word();
        /// Length of a pixel \[m\], of a column in pixels; negative where rows are counted downwards. Default: not known.
        scale: Option<f64> = None, optional(&LENGTH, within(-1e3..=1e3));
        /// Offset added to the gaps \[m\]: the place of the wall in the record, with the other sign. Default 0.
        gap_offset: f64 = 0.0, quantity(&LENGTH, within(-1e3..=1e3));
        /// Where the clock starts. Default contact.
        clock: Clock = Clock::Contact, word();
        /// Offset added to the record's times \[s\]. Default 0.
        offset: f64 = 0.0, quantity(&TIME, within(-1e9..=1e9));
        /// Standard uncertainty of a gap \[m\]. Default: not known.
        gap_uncertainty: f64 = 0.0, quantity(&LENGTH, within(0.0..=1e3)) unwritten;
        /// Standard uncertainty of a velocity [m/s]. Default: not known.
        velocity_uncertainty: f64 = 0.0, quantity(&SPEED, within(0.0..=1e6)) unwritten;
        /// Standard uncertainty of a time \[s\]. Default: none.
        time_uncertainty: f64 = 0.0, quantity(&TIME, within(0.0..=1e6)) unwritten;
        /// Pictures a second of a planned record \[Hz\], for `wetbounce check`. Default: none is planned.
        frame_rate: Option<f64> = None, optional(&FREQUENCY, within(1e-3..=1e9));
        /// Restitution of the first bounce, where it was measured by itself. Default: it is read off the record.
        restitution: Option<f64> = None, optional(&NUMBER, within(0.0..=1.0));
        /// Standard uncertainty of the restitution. Default: not known.
        restitution_uncertainty: f64 = 0.0, number(within(0.0..=1.0)) unwritten;
    }
}

impl Measurement {
    /// The measurement of a case; `None` without a file.
    pub(super) fn read(section: Section<'_>) -> Option<Self> {
        let given = section.place("file").is_some();
        let measurement = keys::read(Self::default(), &section).found_beside(&section.directory());
        if !given && section.is_given() {
            section.missing("file", "name the table with the measured times and gaps, such as file = \"record.csv\"");
        }
        section.finish();
        given.then_some(measurement)
    }

    /// The measurement that overrides of the form `measurement.key=value` describe, without a case, and the lengths of `sphere.diameter`, if it
    /// is given, and `second.diameter`.
    ///
    /// # Errors
    /// Everything that is wrong with the overrides.
    pub fn alone(overrides: &[String]) -> Result<(Self, Option<Lengths>), CaseError> {
        const PLACE: &str = "the command line";
        let failed = |problems| CaseError::new(PLACE, problems);
        let reader = Reader::new(Document::parse("[measurement]", PLACE, overrides).map_err(failed)?);
        let root = reader.root();
        let diameter = |table: &'static str| {
            let (sphere, mut diameter) = (root.table(table), None);
            keys::read_keys(&sphere, |keys| keys.optional("diameter", &mut diameter, &LENGTH, within(1e-7..=100.0)));
            sphere.finish();
            diameter
        };
        let (first, second): (Option<f64>, Option<f64>) = (diameter("sphere"), diameter("second"));
        first.into_iter().for_each(|first| root.set_diameter(first));
        let lengths = first.map(|first| match second {
            Some(second) => Lengths::between([first, second]),
            None => Lengths::at_wall(first),
        });
        let measurement = Self::read(root.table("measurement")).unwrap_or_default();
        root.finish();
        reader.finish().map_err(failed)?;
        Ok((measurement, lengths))
    }

    /// The files, looked for beside the case file in `directory` first.
    fn found_beside(self, directory: &Path) -> Self {
        let found = |file: PathBuf| {
            let beside = directory.join(&file);
            if file.is_relative() && beside.exists() { beside } else { file }
        };
        Self { file: self.file.into_iter().map(found).collect(), ..self }
    }

    /// The record in a file, as it is read without a case.
    pub fn of_file(path: &Path) -> Self {
        Self { file: vec![path.to_path_buf()], ..Self::default() }
    }

    /// The name of the experiment: its own, else that of its file.
    pub fn called(&self) -> String {
        let stem = |file: &PathBuf| file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        self.name.clone().or_else(|| self.file.first().and_then(stem)).unwrap_or_else(|| "record".into())
    }

    /// The files as messages name them.
    pub fn shown(&self) -> String {
        self.file.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
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
