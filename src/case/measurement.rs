//! `[measurement]`: the user's own record of the motion, which the run is compared with.

use super::CaseError;
use super::document::Document;
use super::keys;
use super::section::{Reader, Section};
use std::path::{Path, PathBuf};
use wetbounce_physics::keys::within;
use wetbounce_physics::quantity::{DEGREES, FREQUENCY, LENGTH, NUMBER, SPEED, TIME};
use wetbounce_physics::table;
use wetbounce_records::record::Setting;
use wetbounce_records::record::{
    Clock, Direction, Followed, Layout, Lengths, Medium, RecordOrigin, Rows, Turning, Uncertainty,
};

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
        /// Name or number of the column of times, with its unit in brackets if its name has none. Default: the one that
        /// is called `time`, `t` or `elapsed`, else `frame`, `slice` or `image`, of frames first where `frame_rate` is
        /// given, else the only one with a unit of time; no column is one picture a row.
        time: Option<String> = None, text();
        /// The column of gaps, named likewise. Default: the one that is called `gap`, `height`, `h`, `centre`, `top`,
        /// `depth`, `y` or `z`, else `position` or `distance`, else the only one with a unit of length; two are
        /// refused; may be missing.
        gap: Option<String> = None, text();
        /// The column of velocities, positive away from the wall, or of those at which the gap to a second sphere
        /// opens, named likewise. Default: the one with a unit that is called `velocity` or `v`; may be missing.
        velocity: Option<String> = None, text();
        /// The column of positions along the wall, named likewise, for `wetbounce measure`; `scale` holds for them,
        /// without its sign. Default: none is read.
        x: Option<String> = None, text();
        /// The column of angles by which the sphere has turned, named likewise; they may begin again after a turn, or
        /// half of it. Default: none is read.
        angle: Option<String> = None, text();
        /// The column of spins, named likewise, in place of angles. Default: none is read.
        spin: Option<String> = None, text();
        /// Which way angles and spins count. Default rolling.
        turning: Turning = Turning::Rolling, word();
        /// The column that tells repeated drops in one file apart; `COLUMN = DROP` reads one of them alone. Default:
        /// one that is called `drop`, `particle` or `track`; may be missing.
        drop: Option<String> = None, text();
        /// Which point of the sphere the record follows. Default: as the name of the column says, `centre…` or `top…`,
        /// else the gap.
        position: Option<Followed> = None, word();
        /// Which way the heights count. Default: down of a column whose name begins with `depth`, else up.
        direction: Option<Direction> = None, word();
        /// Length of a pixel, or of whatever unit the heights have \[m\]. Default: the unit of the column.
        scale: Option<f64> = None, optional(&LENGTH, within(-1e3..=1e3));
        /// Standard uncertainty of the scale, over it: drops have it in common, speeds and apexes, not the restitution.
        /// Default: not known.
        scale_uncertainty: f64 = 0.0, number(within(0.0..=1.0)) unwritten;
        /// Offset added to the gaps \[m\]: the place of the wall in the record, with the other sign. Default: the first
        /// contact that the record shows is at the wall, within its error; without one 0.
        gap_offset: Option<f64> = None, optional(&LENGTH, within(-1e3..=1e3));
        /// Where the clock starts. Default record; contact where an `offset` is given, where the name of the column of
        /// times says so, or where the record shows no contact.
        clock: Clock = Clock::Record, word();
        /// Offset added to the record's times \[s\]. Default 0.
        offset: f64 = 0.0, quantity(&TIME, within(-1e9..=1e9));
        /// Standard uncertainty of a gap \[m\]. Default: not known.
        gap_uncertainty: f64 = 0.0, quantity(&LENGTH, within(0.0..=1e3)) unwritten;
        /// Standard uncertainty of a velocity [m/s]. Default: not known.
        velocity_uncertainty: f64 = 0.0, quantity(&SPEED, within(0.0..=1e6)) unwritten;
        /// Standard uncertainty of a time \[s\]. Default: none.
        time_uncertainty: f64 = 0.0, quantity(&TIME, within(0.0..=1e6)) unwritten;
        /// What the sphere moves through. Default: a gas if flights bend with all of gravity, else a liquid.
        medium: Option<Medium> = None, word();
        /// Pictures a second \[Hz\], where times are frames, or missing; of a planned record, for `wetbounce check`.
        /// Default: not known.
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
        let measurement = keys::read(Self::default(), &section).found_beside(&section);
        if !given && section.is_given() {
            section.missing("file", "name the table with the measured times and gaps, such as file = \"record.csv\"");
        }
        section.finish();
        given.then_some(measurement)
    }

    /// How `[measurement]` says that the record of a motion which leads the sphere is to be read. Where an override
    /// names the motion, a `[measurement]` with a record of its own says nothing of it.
    pub(super) fn of_motion(section: Section<'_>, file: PathBuf, is_override: bool) -> Self {
        let own = section.place("file").map(|place| place.source);
        if is_override && own == Some(0) {
            return Self { file: vec![file], ..Self::default() }.found_beside(&section);
        }
        let mut measurement = keys::read(Self::default(), &section);
        section.unfit("file", "the record is release.motion: leave this out");
        measurement.file = vec![file];
        let measurement = measurement.found_beside(&section);
        section.finish();
        measurement
    }

    /// The measurement that overrides of the form `measurement.key=value` describe, without a case, and what
    /// `sphere.diameter`, `second.diameter` and `wall.inclination` say before it is read.
    ///
    /// # Errors
    /// Everything that is wrong with the overrides.
    pub fn alone(overrides: &[String]) -> Result<(Self, Setting), CaseError> {
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
        if second.is_some() && first.is_none() {
            root.table("sphere")
                .missing("diameter", "second.diameter means nothing without sphere.diameter; give both");
        }
        let lengths = first.map(|first| match second {
            Some(second) => Lengths::between([first, second]),
            None => Lengths::at_wall(first),
        });
        let (wall, mut inclination) = (root.table("wall"), None);
        keys::read_keys(&wall, |keys| keys.optional("inclination", &mut inclination, &DEGREES, within(-90.0..=90.0)));
        wall.finish();
        let measurement = Self::read(root.table("measurement")).unwrap_or_default();
        root.finish();
        reader.finish().map_err(failed)?;
        let level = Setting { medium: measurement.medium, ..Setting::of(lengths) };
        let inclination: Option<f64> = inclination;
        Ok((measurement, inclination.map_or(level, |angle| level.inclined(angle, level.gravity))))
    }

    /// The files, looked for beside the case file first.
    fn found_beside(self, section: &Section<'_>) -> Self {
        let directory = section.directory();
        let found = |file: PathBuf| {
            let beside = directory.join(&file);
            if file.is_relative() && section.files().has(&beside) { beside } else { file }
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

    /// How its tables are to be read.
    pub fn layout(&self) -> Layout {
        Layout {
            rows: self.rows,
            time: self.time.clone(),
            gap: self.gap.clone(),
            velocity: self.velocity.clone(),
            x: self.x.clone(),
            angle: self.angle.clone(),
            spin: self.spin.clone(),
            turning: self.turning,
            drop: self.drop.clone(),
            position: self.position,
            direction: self.direction,
            scale: self.scale,
            scale_uncertainty: self.scale_uncertainty,
            gap_offset: self.gap_offset,
            frame_rate: self.frame_rate,
            restitution: self.restitution,
            uncertainty: Uncertainty {
                gap: self.gap_uncertainty,
                velocity: self.velocity_uncertainty,
                time: self.time_uncertainty,
                restitution: self.restitution_uncertainty,
            },
            stated: keys::stated(self),
        }
    }

    /// What it says of the clock and the zero of its record.
    pub fn origin(&self) -> RecordOrigin {
        RecordOrigin { clock: self.clock, offset: self.offset, is_wall: self.gap_offset.is_some() }
    }

    /// The files as messages name them.
    pub fn shown(&self) -> String {
        self.file.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
    }
}
