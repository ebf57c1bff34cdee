//! `[measurement]`: the user's own record of the motion, which the run is compared with.

use super::section::Section;
use crate::quantity::{LENGTH, SPEED, TIME, written};
use serde::Serialize;
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

/// A record, how to read it, and how far it can be trusted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measurement {
    /// The table: a CSV file, or columns divided by blanks, with a header. Relative to the case file, else to where the program
    /// is started.
    pub file: PathBuf,
    /// Where it is from, for the reports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What its rows are. Default motion.
    pub rows: Rows,
    /// Name of the column of times. Default: the first whose name begins with `time` or is `t`, its unit aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Name of the column of gaps. Default: the first whose name begins with `gap` or is `h`, its unit aside; may be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<String>,
    /// Name of the column of velocities, positive away from the wall. Default: the first whose name begins with `velocity` or
    /// is `v`, its unit aside; may be missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity: Option<String>,
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

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

impl Measurement {
    /// The measurement of a case; `None` without a file.
    pub(super) fn read(section: Section<'_>) -> Option<Self> {
        let file = section.text("file").check("must not be empty", |file| !file.trim().is_empty());
        let given = file.is_given();
        let measurement = Self {
            file: PathBuf::from(file.or(String::new())),
            source: section.text("source").optional(),
            rows: section.word("rows").or(Rows::Motion),
            time: section.text("time").optional(),
            gap: section.text("gap").optional(),
            velocity: section.text("velocity").optional(),
            clock: section.word("clock").or(Clock::Contact),
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

    /// The file, looked for beside the case file in `directory` first.
    pub(super) fn found_beside(self, directory: &Path) -> Self {
        let beside = directory.join(&self.file);
        if self.file.is_relative() && beside.exists() { Self { file: beside, ..self } } else { self }
    }
}
