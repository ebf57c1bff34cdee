//! The rows of `trajectory.csv`: written, or kept in memory.

use super::failed;
use crate::output::OutputError;
use crate::output::trajectory::{Sample, Sampling, Trajectory, TrajectoryKeeper, TrajectoryWriter};
use std::ops::ControlFlow;
use std::path::PathBuf;
use wetbounce_physics::model::{Failure, Model, Observer, Refused, Visit};

/// Writes a row after every step, or at intervals.
pub(in crate::run) struct TrajectoryLog {
    file: PathBuf,
    sampling: Sampling,
    /// Rows when the checkpoint was written that the run goes on from.
    restored: Option<u64>,
    writer: Option<TrajectoryWriter>,
    /// Why the rows could not be handed to the disk before a checkpoint.
    refused: Option<OutputError>,
}

impl TrajectoryLog {
    pub(in crate::run) fn new(file: PathBuf, sampling: Sampling) -> Self {
        Self { file, sampling, restored: None, writer: None, refused: None }
    }

    /// Why the rows could not be handed to the disk before a checkpoint, if so.
    pub(in crate::run) fn refused(&mut self) -> Option<OutputError> {
        self.refused.take()
    }

    /// Checks that the file reaches the state that was read, if the recorded motion had begun in it.
    ///
    /// # Errors
    /// Another header, or rows that are missing.
    pub(in crate::run) fn reaches(&self, model: &dyn Model) -> Result<(), OutputError> {
        let (sample, Some(rows)) = (model.sample(), self.restored) else { return Ok(()) };
        TrajectoryWriter::reaches(&self.file, &sample.row.columns(), self.sampling, sample.moment.time, rows)
    }
}

impl Observer for TrajectoryLog {
    fn begin(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        let sample = model.sample();
        let (columns, values) = (sample.row.columns(), sample.row.values());
        let first = Sample { moment: sample.moment, values: &values };
        let writer = match self.restored {
            None => TrajectoryWriter::create(&self.file, &columns, self.sampling, first),
            Some(_) => TrajectoryWriter::resume(&self.file, &columns, self.sampling, first),
        };
        self.writer = Some(writer.map_err(failed)?);
        Ok(())
    }

    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        if let Some(writer) = &mut self.writer {
            let sample = model.sample();
            writer.record(Sample { moment: sample.moment, values: &sample.row.values() }).map_err(failed)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end(&mut self, _: &mut dyn Model) -> Result<(), Failure> {
        self.writer.take().map_or(Ok(()), TrajectoryWriter::finish).map_err(failed)
    }

    /// All rows are on disk before a state is written that counts them.
    fn persist(&mut self, visit: &mut Visit) -> Result<(), Refused> {
        if let Some(writer) = self.writer.as_mut().filter(|_| !visit.reads())
            && let Err(error) = writer.sync()
        {
            let why = error.to_string();
            self.refused = Some(error);
            return Err(why.into());
        }
        let mut rows = self.writer.as_ref().map(TrajectoryWriter::rows);
        visit.value("trajectory_rows", &mut rows)?;
        if visit.reads() {
            self.restored = rows;
        }
        Ok(())
    }
}

/// Keeps the same rows in memory.
pub(in crate::run) struct TrajectoryTable {
    sampling: Sampling,
    keeper: Option<TrajectoryKeeper>,
}

impl TrajectoryTable {
    pub(in crate::run) fn new(sampling: Sampling) -> Self {
        Self { sampling, keeper: None }
    }

    /// The rows; none of a motion that has not begun.
    pub(in crate::run) fn into_trajectory(self) -> Trajectory {
        self.keeper.map_or_else(Trajectory::default, TrajectoryKeeper::finish)
    }
}

impl Observer for TrajectoryTable {
    fn begin(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        let sample = model.sample();
        let first = Sample { moment: sample.moment, values: &sample.row.values() };
        self.keeper = Some(TrajectoryKeeper::new(&sample.row.columns(), self.sampling, first));
        Ok(())
    }

    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        if let Some(keeper) = &mut self.keeper {
            let sample = model.sample();
            keeper.record(Sample { moment: sample.moment, values: &sample.row.values() });
        }
        Ok(ControlFlow::Continue(()))
    }
}
