//! Pictures of the vorticity, at the moments that the case asks for.

use super::failed;
use crate::case::{Case, OutputMoment};
use crate::run::figures;
use std::ops::ControlFlow;
use std::path::Path;
use wetbounce_physics::model::{Failure, Model, Observer, Refused, Visit};
use wetbounce_physics::numerics::hermite::Moment;

/// A gap is passed on the way in and on the way out; later bounces are not drawn.
const PICTURES_PER_MOMENT: u32 = 2;

/// Draws the flow.
pub(in crate::run) struct Pictures<'a> {
    case: &'a Case,
    directory: &'a Path,
    /// How often each picture has been drawn.
    drawn: Vec<u32>,
    /// The moment of the last step; `None` before the recorded motion begins.
    from: Option<Moment>,
}

impl<'a> Pictures<'a> {
    pub(in crate::run) fn new(case: &'a Case, directory: &'a Path) -> Self {
        Self { case, directory, drawn: vec![0; case.output.vorticity_pictures.len()], from: None }
    }
}

impl Observer for Pictures<'_> {
    fn begin(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        self.from = Some(model.sample().moment);
        Ok(())
    }

    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        let sample = model.sample();
        let to = sample.moment;
        let (Some(from), Some(flow)) = (self.from, sample.flow) else { return Ok(ControlFlow::Continue(())) };
        self.from = Some(to);
        for (moment, drawn) in self.case.output.vorticity_pictures.iter().zip(&mut self.drawn) {
            let passed = match *moment {
                OutputMoment::Time(time) => from.time < time && time <= to.time,
                OutputMoment::Gap(gap) => (from.gap > gap) != (to.gap > gap),
            };
            if passed && *drawn < PICTURES_PER_MOMENT {
                *drawn += 1;
                figures::draw_vorticity(self.directory, self.case, &flow.snapshot()).map_err(failed)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn persist(&mut self, visit: &mut Visit) -> Result<(), Refused> {
        visit.value("pictures", &mut self.drawn)?;
        self.drawn.resize(self.case.output.vorticity_pictures.len(), 0);
        Ok(())
    }
}
