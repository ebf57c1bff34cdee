//! Fields for ParaView, at intervals.

use super::failed;
use crate::output::OutputError;
use crate::output::series::FieldSeries;
use crate::output::trajectory::passes_multiple;
use crate::output::vtk::grid_of;
use std::ops::ControlFlow;
use std::path::PathBuf;
use wetbounce_physics::model::{Failure, FlowView, Model, Observer, Refused, Visit};

/// Writes the fields of the flow.
pub(in crate::run) struct FieldWriter {
    directory: PathBuf,
    /// Simulated time between them \[s\]; `None` for none.
    interval: Option<f64>,
    /// Whether the series had begun when the checkpoint was written that the run goes on from.
    restored: bool,
    series: Option<FieldSeries>,
    /// Time of the last step \[s\].
    time: f64,
}

impl FieldWriter {
    pub(in crate::run) fn new(directory: PathBuf, interval: Option<f64>) -> Self {
        Self { directory, interval, restored: false, series: None, time: 0.0 }
    }
}

/// Adds this moment.
fn write(series: &mut FieldSeries, flow: &dyn FlowView) -> Result<(), OutputError> {
    series.write(&flow.snapshot())?;
    flow.spatial().map_or(Ok(()), |spatial| series.write_spatial(&grid_of(&spatial)))
}

impl Observer for FieldWriter {
    fn begin(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        let sample = model.sample();
        self.time = sample.moment.time;
        let (Some(_), Some(flow)) = (self.interval, sample.flow) else { return Ok(()) };
        let series = match self.restored {
            true => FieldSeries::resume(&self.directory, self.time),
            false => {
                FieldSeries::create(&self.directory).and_then(|mut series| write(&mut series, flow).map(|()| series))
            }
        };
        self.series = Some(series.map_err(failed)?);
        Ok(())
    }

    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        let sample = model.sample();
        if let (Some(series), Some(interval), Some(flow)) = (&mut self.series, self.interval, sample.flow)
            && passes_multiple(interval, self.time, sample.moment.time)
        {
            write(series, flow).map_err(failed)?;
        }
        self.time = sample.moment.time;
        Ok(ControlFlow::Continue(()))
    }

    fn persist(&mut self, visit: &mut Visit) -> Result<(), Refused> {
        let mut begun = self.series.is_some() || self.time > 0.0;
        visit.value("fields_begun", &mut begun)?;
        if visit.reads() {
            self.restored = begun;
        }
        Ok(())
    }
}
