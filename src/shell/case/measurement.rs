//! `[measurement]`: the user's own record of the motion, which the run is compared with.

use super::keys::{self, table};
use super::section::Section;
use crate::keys::within;
use crate::quantity::{LENGTH, NUMBER, SPEED, TIME};
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

table! {
    /// A record, how to read it, and how far it can be trusted.
    pub struct Measurement {
        /// The table: a CSV file, or columns divided by blanks, with a header. Relative to the case file, else to where the program
        /// is started.
        file: PathBuf = PathBuf::new(), path();
        /// Where it is from, for the reports.
        source: Option<String> = None, text();
        /// What its rows are. Default motion.
        rows: Rows = Rows::Motion, word();
        /// Name of the column of times. Default: the first whose name begins with `time` or is `t`, its unit aside.
        time: Option<String> = None, text();
        /// Name of the column of gaps. Default: the first whose name begins with `gap` or is `h`, its unit aside; may be missing.
        gap: Option<String> = None, text();
        /// Name of the column of velocities, positive away from the wall. Default: the first whose name begins with `velocity` or
        /// is `v`, its unit aside; may be missing.
        velocity: Option<String> = None, text();
        /// Where the clock starts. Default contact.
        clock: Clock = Clock::Contact, word();
        /// What is added to the record's times, s. Default 0.
        offset: f64 = 0.0, quantity(&TIME, within(-1e9..=1e9));
        /// Standard uncertainty of a gap, m. Default: not known.
        gap_uncertainty: f64 = 0.0, quantity(&LENGTH, within(0.0..=1e3)) unwritten;
        /// Standard uncertainty of a velocity, m/s. Default: not known.
        velocity_uncertainty: f64 = 0.0, quantity(&SPEED, within(0.0..=1e6)) unwritten;
        /// Standard uncertainty of a time, s. Default: none.
        time_uncertainty: f64 = 0.0, quantity(&TIME, within(0.0..=1e6)) unwritten;
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
        let measurement = keys::read(Self::default(), &section);
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
