//! `[measurement]`: the user's own record of the motion, which the run is compared with.

use super::section::Section;
use crate::quantity::{LENGTH, SPEED, TIME, written};
use serde::{Serialize, Serializer};
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
    /// What the rows of a record are.
    Rows {
        /// Moments of the motion.
        Motion = "motion",
        /// The apexes of the bounces, one after the other.
        Apexes = "apexes",
    }
}

impl Default for Clock {
    fn default() -> Self {
        Self::Contact
    }
}

impl Default for Rows {
    fn default() -> Self {
        Self::Motion
    }
}

crate::keywords! {
    /// Which point of the sphere a record follows.
    Followed {
        /// The point nearest to the wall.
        Gap = "gap",
        /// The centre, half a diameter above it.
        Centre = "centre",
        /// The top, a diameter above it.
        Top = "top",
    }
}

impl Followed {
    /// How far the point is above the one nearest to the wall, in diameters.
    pub fn height(self) -> f64 {
        match self {
            Self::Gap => 0.0,
            Self::Centre => 0.5,
            Self::Top => 1.0,
        }
    }
}

/// A record, how to read it, and how far it can be trusted.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Measurement {
    /// The tables, one for each drop. Relative to the case file, else to where the program is started.
    #[serde(rename = "file", serialize_with = "one_or_all")]
    pub files: Vec<PathBuf>,
    /// What figures and tables call the experiment. Default: the file's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it is from, for the reports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What its rows are. Default motion.
    pub rows: Rows,
    /// Name or number of the column of times, with its unit in brackets if its name has none. Default: the first whose name
    /// begins with `time` or is `t`, its unit aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The column of gaps, named likewise. Default: the first whose name begins with `gap`, `height`, `centre`, `top`, `position`
    /// or is `h`, `y`, `z`, its unit aside; may be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<String>,
    /// The column of velocities, positive away from the wall, named likewise. Default: the first whose name begins with
    /// `velocity` or is `v`, its unit aside; may be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity: Option<String>,
    /// The column that tells repeated drops in one file apart. Default: one whose name begins with `drop`; may be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop: Option<String>,
    /// Which point of the sphere the record follows. Default: what the name of the column says, `centre…` or `top…`, else the gap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Followed>,
    /// Length of a pixel, m, of a column in pixels; negative where rows are counted downwards. Default: not known.
    #[serde(serialize_with = "written::optional_length", skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// What is added to the gaps, m: the place of the wall in the record, with the other sign. Default 0.
    #[serde(serialize_with = "written::length")]
    pub gap_offset: f64,
    /// Where the clock starts. Default contact.
    pub clock: Clock,
    /// What is added to the record's times, s. Default 0.
    #[serde(serialize_with = "written::time")]
    pub offset: f64,
    /// Standard uncertainty of a gap, m. Default: not known.
    #[serde(serialize_with = "written::length", skip_serializing_if = "is_zero")]
    pub gap_uncertainty: f64,
    /// Standard uncertainty of a velocity, m/s. Default: not known.
    #[serde(serialize_with = "written::speed", skip_serializing_if = "is_zero")]
    pub velocity_uncertainty: f64,
    /// Standard uncertainty of a time, s. Default: none.
    #[serde(serialize_with = "written::time", skip_serializing_if = "is_zero")]
    pub time_uncertainty: f64,
    /// Restitution of the first bounce, where it was measured by itself. Default: it is read off the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f64>,
    /// Standard uncertainty of the restitution. Default: not known.
    #[serde(skip_serializing_if = "is_zero")]
    pub restitution_uncertainty: f64,
}

fn one_or_all<S: Serializer>(files: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
    match files {
        [only] => only.serialize(serializer),
        all => all.serialize(serializer),
    }
}

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

impl Measurement {
    /// The measurement of a case; `None` without a file.
    pub(super) fn read(section: Section<'_>) -> Option<Self> {
        let named = |files: &Vec<String>| !files.is_empty() && files.iter().all(|file| !file.trim().is_empty());
        let files = section.texts("file").check("must not be empty", named);
        let given = files.is_given();
        let measurement = Self {
            files: files.or_default().into_iter().map(PathBuf::from).collect(),
            name: section.text("name").optional(),
            source: section.text("source").optional(),
            rows: section.word("rows").or_default(),
            time: section.text("time").optional(),
            gap: section.text("gap").optional(),
            velocity: section.text("velocity").optional(),
            drop: section.text("drop").optional(),
            position: section.word("position").optional(),
            scale: section
                .quantity("scale", &LENGTH)
                .check("must not be 0", |scale| *scale != 0.0)
                .within(-1e3..=1e3)
                .optional(),
            gap_offset: section.quantity("gap_offset", &LENGTH).within(-1e3..=1e3).or(0.0),
            clock: section.word("clock").or_default(),
            offset: section.quantity("offset", &TIME).within(-1e9..=1e9).or(0.0),
            gap_uncertainty: section.quantity("gap_uncertainty", &LENGTH).within(0.0..=1e3).or(0.0),
            velocity_uncertainty: section.quantity("velocity_uncertainty", &SPEED).within(0.0..=1e6).or(0.0),
            time_uncertainty: section.quantity("time_uncertainty", &TIME).within(0.0..=1e6).or(0.0),
            restitution: section.number("restitution").within(0.0..=1.0).optional(),
            restitution_uncertainty: section.number("restitution_uncertainty").within(0.0..=1.0).or(0.0),
        };
        if !given && section.is_given() {
            section.missing("file", "name the table with the measured times and gaps, such as file = \"record.csv\"");
        }
        section.finish();
        given.then_some(measurement)
    }

    /// The files, looked for beside the case file in `directory` first.
    pub(super) fn found_beside(self, directory: &Path) -> Self {
        let found = |file: PathBuf| {
            let beside = directory.join(&file);
            if file.is_relative() && beside.exists() { beside } else { file }
        };
        Self { files: self.files.into_iter().map(found).collect(), ..self }
    }

    /// The record in a file, as it is read without a case.
    pub fn of_file(path: &Path) -> Self {
        Self { files: vec![path.to_path_buf()], ..Self::default() }
    }

    /// What to call the experiment: its name, else that of its file.
    pub fn called(&self) -> String {
        let stem = |file: &PathBuf| file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        self.name.clone().or_else(|| self.files.first().and_then(stem)).unwrap_or_else(|| "record".into())
    }

    /// The files as messages name them.
    pub fn shown(&self) -> String {
        self.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
    }
}
