//! `trajectory.csv`: the sphere's motion and the forces on it, one row per sample.

use super::atomic::AppendFile;
use super::error::OutputError;
use std::convert::Infallible;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
pub use wetbounce_physics::model::columns::{ACROSS_COLUMNS, LATERAL_COLUMNS, SECOND_COLUMN, forces};
use wetbounce_physics::numerics::hermite::{Hermite, Moment, lerp};

/// The data that the time loop hands over after a step.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'a> {
    /// Time, gap, and the speed at which it opens.
    pub moment: Moment,
    /// The values of the other columns: the second sphere's speed, if there is one, of the lateral motion, if there is
    /// one, the forces on the sphere \[N\], positive away from the wall, and then the lateral forces \[N\] and torques
    /// [N m].
    pub values: &'a [f64],
}

/// How often rows are written and handed to the disk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// Simulated time between rows \[s\]; `None` writes every step. Rows then lie on whole multiples of the
    /// interval, interpolated between steps: the gap by a cubic through gaps and speeds, the rest linearly.
    pub interval: Option<f64>,
    /// Elapsed time after which rows are handed to the operating system, so that others can watch.
    pub flush_every: Duration,
}

impl Default for Sampling {
    fn default() -> Self {
        Self { interval: None, flush_every: Duration::from_secs(2) }
    }
}

/// Streams `trajectory.csv`. Numbers are written in the shortest form that reads back to the same bits.
#[derive(Debug)]
pub struct TrajectoryWriter {
    file: AppendFile,
    sampler: Sampler,
    flush_every: Duration,
    flushed: Instant,
}

impl TrajectoryWriter {
    /// Starts a new file with its header, in which `columns` follow the [`MOTION_COLUMNS`], and the first sample.
    ///
    /// Panics if the first sample has another number of values.
    pub fn create(path: &Path, columns: &[String], sampling: Sampling, first: Sample) -> Result<Self, OutputError> {
        let mut writer = Self::around(AppendFile::create(path)?, columns, sampling, first);
        writer.file.append(|w| writeln!(w, "{}", header(columns)))?;
        writer.sampler.first(|motion, values| write_row(&mut writer.file, motion, values))?;
        writer.file.flush()?;
        Ok(writer)
    }

    /// Continues an existing file from a checkpoint: `first` is the state that the checkpoint holds.
    ///
    /// Rows after the checkpoint's time are dropped; those that follow are the rows of an uninterrupted run.
    /// Errors: another header, or rows missing before the checkpoint's time.
    pub fn resume(path: &Path, columns: &[String], sampling: Sampling, first: Sample) -> Result<Self, OutputError> {
        let kept = Kept::scan(path, &header(columns), sampling.interval, first.moment.time)?;
        let mut writer = Self::around(AppendFile::reopen(path, kept.length)?, columns, sampling, first);
        writer.sampler.last_written = kept.last == first.moment.time;
        writer.sampler.rows = kept.rows;
        Ok(writer)
    }

    /// Checks that a run can go on with an existing file from a checkpoint at `time` \[s\], written after `rows` rows;
    /// changes nothing.
    ///
    /// # Errors
    /// As [`resume`](Self::resume), or another number of rows.
    pub fn reaches(
        path: &Path,
        columns: &[String],
        sampling: Sampling,
        time: f64,
        rows: u64,
    ) -> Result<(), OutputError> {
        let kept = Kept::scan(path, &header(columns), sampling.interval, time)?;
        if kept.rows == rows {
            return Ok(());
        }
        Err(OutputError::Format {
            path: path.to_path_buf(),
            place: format!("rows up to {time:?} s"),
            problem: format!("{} rows instead of the {rows} that were written", kept.rows),
            advice: "the file was changed; start anew in another directory".into(),
        })
    }

    /// Rows written so far.
    pub fn rows(&self) -> u64 {
        self.sampler.rows
    }

    fn around(file: AppendFile, columns: &[String], sampling: Sampling, first: Sample) -> Self {
        let sampler = Sampler::new(columns, sampling.interval, first);
        Self { file, sampler, flush_every: sampling.flush_every, flushed: Instant::now() }
    }

    /// Takes the state after a step; its time must be later than the last one's.
    pub fn record(&mut self, sample: Sample) -> Result<(), OutputError> {
        let Self { file, sampler, .. } = self;
        sampler.record(sample, |motion, values| write_row(file, motion, values))?;
        if self.flushed.elapsed() >= self.flush_every {
            self.file.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// Hands all rows to the disk. Call it before a checkpoint is written, so that none is missing on resume.
    pub fn sync(&mut self) -> Result<(), OutputError> {
        self.file.sync()
    }

    /// Ends the file with the last step's row, sampled or not, and hands it to the disk.
    pub fn finish(mut self) -> Result<(), OutputError> {
        self.sampler.finish(|motion, values| write_row(&mut self.file, motion, values))?;
        self.file.sync()
    }
}

fn write_row(file: &mut AppendFile, [time, gap, velocity]: [f64; 3], values: &[f64]) -> Result<(), OutputError> {
    file.append(|w| {
        write!(w, "{time:?},{gap:?},{velocity:?}")?;
        values.iter().try_for_each(|value| write!(w, ",{value:?}"))?;
        writeln!(w)
    })
}

/// Keeps the rows of `trajectory.csv` in memory: the same numbers.
#[derive(Debug)]
pub struct TrajectoryKeeper {
    sampler: Sampler,
    kept: Trajectory,
}

impl TrajectoryKeeper {
    /// Begins with the first sample, whose values have the names `columns`.
    ///
    /// Panics if it has another number of values.
    pub fn new(columns: &[String], sampling: Sampling, first: Sample) -> Self {
        let mut sampler = Sampler::new(columns, sampling.interval, first);
        let mut kept = Trajectory {
            columns: columns.iter().map(|name| (name.clone(), Vec::new())).collect(),
            ..Trajectory::default()
        };
        let Ok(()) = sampler.first(|motion, values| kept.keep(motion, values));
        Self { sampler, kept }
    }

    /// Takes the state after a step; its time must be later than the last one's.
    pub fn record(&mut self, sample: Sample) {
        let Ok(()) = self.sampler.record(sample, |motion, values| self.kept.keep(motion, values));
    }

    /// All rows, the last step's at the end, sampled or not.
    pub fn finish(mut self) -> Trajectory {
        let Ok(()) = self.sampler.finish(|motion, values| self.kept.keep(motion, values));
        self.kept
    }
}

/// The rows of a trajectory out of the steps of a motion: time, gap, speed of the sphere, and the other values.
#[derive(Debug)]
struct Sampler {
    interval: Option<f64>,
    last: Moment,
    last_values: Vec<f64>,
    last_written: bool,
    row: Vec<f64>,
    /// Whether the first value is a second sphere's speed: that of the first is then the sum with the speed at which
    /// the gap opens.
    second: bool,
    rows: u64,
    next: u64,
}

impl Sampler {
    fn new(columns: &[String], interval: Option<f64>, first: Sample) -> Self {
        let values = columns.len();
        assert_eq!(first.values.len(), values, "one value per column");
        Self {
            interval,
            last: first.moment,
            last_values: first.values.to_vec(),
            last_written: false,
            row: vec![0.0; values],
            second: columns.first().is_some_and(|name| name == SECOND_COLUMN),
            rows: 0,
            next: interval.map_or(0, |interval| first_multiple_after(interval, first.moment.time)),
        }
    }

    fn motion(&self, moment: Moment, values: &[f64]) -> [f64; 3] {
        let velocity = if self.second { moment.velocity + values[0] } else { moment.velocity };
        [moment.time, moment.gap, velocity]
    }

    /// Writes the row of the first sample.
    fn first<E>(&mut self, mut write: impl FnMut([f64; 3], &[f64]) -> Result<(), E>) -> Result<(), E> {
        write(self.motion(self.last, &self.last_values), &self.last_values)?;
        (self.last_written, self.rows) = (true, 1);
        Ok(())
    }

    /// Writes the rows that a step has.
    fn record<E>(&mut self, sample: Sample, mut write: impl FnMut([f64; 3], &[f64]) -> Result<(), E>) -> Result<(), E> {
        assert_eq!(sample.values.len(), self.row.len(), "one value per column");
        let arc = Hermite::new(self.last, sample.moment);
        self.last_written = match self.interval {
            None => {
                write(self.motion(sample.moment, sample.values), sample.values)?;
                self.rows += 1;
                true
            }
            Some(interval) => self.write_multiples(interval, &arc, sample, write)?,
        };
        self.last = sample.moment;
        self.last_values.copy_from_slice(sample.values);
        Ok(())
    }

    /// Writes the rows that fall into the step; says whether the last of them is the end of the step.
    fn write_multiples<E>(
        &mut self,
        interval: f64,
        arc: &Hermite,
        sample: Sample,
        mut write: impl FnMut([f64; 3], &[f64]) -> Result<(), E>,
    ) -> Result<bool, E> {
        let mut time = self.next as f64 * interval;
        let mut end_written = false;
        while time <= sample.moment.time {
            let s = arc.fraction(time);
            for ((value, before), after) in self.row.iter_mut().zip(&self.last_values).zip(sample.values) {
                *value = lerp(*before, *after, s);
            }
            let moment = Moment { time, gap: arc.gap(time), velocity: arc.velocity(time) };
            write(self.motion(moment, &self.row), &self.row)?;
            self.rows += 1;
            end_written = time == sample.moment.time;
            self.next += 1;
            time = self.next as f64 * interval;
        }
        Ok(end_written)
    }

    /// Writes the last step's row, if it has none yet.
    fn finish<E>(&mut self, mut write: impl FnMut([f64; 3], &[f64]) -> Result<(), E>) -> Result<(), E> {
        if self.last_written { Ok(()) } else { write(self.motion(self.last, &self.last_values), &self.last_values) }
    }
}

/// The smallest whole `k ≥ 0` with `k·interval > time`, in floating point as the rows compute it.
fn first_multiple_after(interval: f64, time: f64) -> u64 {
    let mut k = (time / interval).floor().max(0.0) as u64;
    while k > 0 && (k as f64) * interval > time {
        k -= 1;
    }
    while (k as f64) * interval <= time {
        k += 1;
    }
    k
}

/// The part of an existing file that a resumed run keeps.
struct Kept {
    length: u64,
    rows: u64,
    last: f64,
}

impl Kept {
    fn scan(path: &Path, header: &str, interval: Option<f64>, time: f64) -> Result<Self, OutputError> {
        let (mut lines, mut line) = (Lines::open(path)?, String::new());
        if !lines.next(&mut line)? || line != header {
            return Err(lines.error(
                format!("the header is `{}`, but this run writes `{header}`", line.trim_end()),
                "resume with the case file that started the run, or start anew in another directory",
            ));
        }
        let mut rows = Vec::<(u64, f64)>::new();
        while lines.next(&mut line)? {
            match lines.number(line.split(',').next().unwrap_or_default()) {
                Ok(row_time) if row_time <= time => rows.push((lines.offset, row_time)),
                _ => break,
            }
        }
        drop_end_of_an_earlier_run(&mut rows, interval);
        let count = rows.len() as u64;
        let kept = rows.last().map(|&(length, last)| Self { length, rows: count, last });
        let complete = |kept: &Self| match interval {
            None => kept.last == time,
            Some(interval) => first_multiple_after(interval, kept.last) == first_multiple_after(interval, time),
        };
        kept.filter(complete).ok_or_else(|| {
            lines.error(
                format!("rows are missing before the checkpoint at {time:?} s"),
                "the file was cut or written with another sampling interval; start anew in another directory",
            )
        })
    }
}

/// A finished run ends with a row off the sampling interval; a run that goes on past it has no such row.
fn drop_end_of_an_earlier_run(rows: &mut Vec<(u64, f64)>, interval: Option<f64>) {
    if let (Some(interval), [_, .., (_, last)]) = (interval, rows.as_slice())
        && (first_multiple_after(interval, *last) - 1) as f64 * interval != *last
    {
        rows.pop();
    }
}

/// Whole lines of a text file with the byte offset after each; an unfinished last line counts as absent.
struct Lines {
    path: PathBuf,
    reader: BufReader<File>,
    offset: u64,
    number: usize,
}

impl Lines {
    fn open(path: &Path) -> Result<Self, OutputError> {
        let file = File::open(path).map_err(OutputError::io("read", path))?;
        Ok(Self { path: path.to_path_buf(), reader: BufReader::new(file), offset: 0, number: 0 })
    }

    /// Reads the next line without its end in the place of another; whether there is one.
    fn next(&mut self, line: &mut String) -> Result<bool, OutputError> {
        line.clear();
        let read = self.reader.read_line(line).map_err(OutputError::io("read", &self.path))?;
        if !line.ends_with('\n') {
            return Ok(false);
        }
        self.offset += read as u64;
        self.number += 1;
        line.truncate(line.trim_end().len());
        Ok(true)
    }

    fn number(&self, text: &str) -> Result<f64, OutputError> {
        let problem = || self.error(format!("`{text}` is not a number"), "remove the damaged line and what follows it");
        text.parse().map_err(|_| problem())
    }

    fn error(&self, problem: String, advice: &str) -> OutputError {
        OutputError::Format {
            path: self.path.clone(),
            place: format!("line {}", self.number.max(1)),
            problem,
            advice: advice.to_owned(),
        }
    }
}

/// A trajectory read back, column by column; all columns have the same length.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Trajectory {
    /// Time \[s\], strictly increasing.
    pub time: Vec<f64>,
    /// Gap \[m\].
    pub gap: Vec<f64>,
    /// Speed [m/s], positive away from the wall, or from the second sphere.
    pub velocity: Vec<f64>,
    /// The other columns with their names, in the order of the file: the speed of a second sphere in the same sense,
    /// the lateral motion, the forces along the normal, lateral forces and torques, as far as there are such.
    pub columns: Vec<(String, Vec<f64>)>,
}

impl Trajectory {
    /// Reads `trajectory.csv`. A last line without its end, as a running simulation leaves it, is passed over; a file
    /// without a whole line has no rows.
    ///
    /// Errors: another header, a row of another length, a value that is no number, time that does not increase.
    pub fn read(path: &Path) -> Result<Self, OutputError> {
        let (mut lines, mut line) = (Lines::open(path)?, String::new());
        if !lines.next(&mut line)? {
            return Ok(Self::default());
        }
        let names: Vec<&str> = line.split(',').collect();
        let Some(others) = names.strip_prefix(&MOTION_COLUMNS) else {
            let problem = format!("the header does not begin with `{}`", MOTION_COLUMNS.join(","));
            return Err(lines.error(problem, "give the trajectory.csv of a run directory"));
        };
        let columns = others.iter().map(|name| ((*name).to_owned(), Vec::new())).collect();
        let mut trajectory = Self { columns, ..Self::default() };
        let mut values = Vec::new();
        while lines.next(&mut line)? {
            values.clear();
            for text in line.split(',') {
                values.push(lines.number(text)?);
            }
            trajectory.push(&lines, &values)?;
        }
        Ok(trajectory)
    }

    fn push(&mut self, lines: &Lines, values: &[f64]) -> Result<(), OutputError> {
        let expected = MOTION_COLUMNS.len() + self.columns.len();
        if values.len() != expected {
            let problem = format!("{} values, but the header names {expected}", values.len());
            return Err(lines.error(problem, "remove the damaged line and what follows it"));
        }
        if self.time.last().is_some_and(|&last| values[0] <= last) {
            return Err(lines.error(format!("time {} s does not increase", values[0]), "the file was written twice"));
        }
        let Ok(()) = self.keep([values[0], values[1], values[2]], &values[3..]);
        Ok(())
    }

    /// Adds a row: time, gap, speed, and the other values.
    fn keep(&mut self, [time, gap, velocity]: [f64; 3], values: &[f64]) -> Result<(), Infallible> {
        self.time.push(time);
        self.gap.push(gap);
        self.velocity.push(velocity);
        self.columns.iter_mut().zip(values).for_each(|((_, column), value)| column.push(*value));
        Ok(())
    }

    /// Every column with its name, in the order of the file.
    pub fn into_columns(self) -> impl Iterator<Item = (String, Vec<f64>)> {
        let motion = MOTION_COLUMNS.map(str::to_owned).into_iter().zip([self.time, self.gap, self.velocity]);
        motion.chain(self.columns)
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.time.len()
    }

    /// Time, gap, and the speed at which it opens, of a row.
    pub fn moment(&self, row: usize) -> Moment {
        let second = self.columns.first().filter(|(name, _)| name == SECOND_COLUMN);
        let second = second.map_or(0.0, |(_, speeds)| speeds[row]);
        Moment { time: self.time[row], gap: self.gap[row], velocity: self.velocity[row] - second }
    }

    /// All rows as moments.
    pub fn moments(&self) -> impl ExactSizeIterator<Item = Moment> + Clone + '_ {
        (0..self.len()).map(|row| self.moment(row))
    }

    /// The column of this name, if there is one.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        self.columns.iter().find(|(have, _)| have == name).map(|(_, column)| column.as_slice())
    }

    /// The forces along the normal \[N\], each with its name without `_N`.
    pub fn forces(&self) -> impl Iterator<Item = (&str, &[f64])> {
        self.columns.iter().filter_map(|(name, column)| {
            let name = name.strip_suffix("_N").filter(|name| !name.ends_with("_x") && !name.ends_with("_y"))?;
            Some((name, column.as_slice()))
        })
    }
}

/// Whether a whole multiple of `interval` lies in `(before, after]`: then a picture of the fields is due.
pub fn passes_multiple(interval: f64, before: f64, after: f64) -> bool {
    first_multiple_after(interval, before) < first_multiple_after(interval, after)
}

/// The columns every trajectory begins with.
pub const MOTION_COLUMNS: [&str; 3] = ["time_s", "gap_m", "velocity_m_s"];

/// The header of the file; `columns` are those after [`MOTION_COLUMNS`].
pub(super) fn header(columns: &[String]) -> String {
    let columns = columns.iter().map(String::as_str);
    MOTION_COLUMNS.into_iter().chain(columns).collect::<Vec<_>>().join(",")
}
