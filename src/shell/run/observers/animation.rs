//! The frames of the report's animation.

use crate::case::Case;
use ndarray::Array1;
use std::ops::ControlFlow;
use wetbounce_figures::film_strip::{FilmStrip, StripScale, StripTags};
use wetbounce_physics::model::{Failure, Model, Observer, Refused, Visit};
use wetbounce_physics::numerics::hermite::Moment;
use wetbounce_physics::problem::scales::reference_speed;

/// Takes frames of the flow.
pub(in crate::run) struct Animation {
    /// `None` where the case wants no report, and of a motion without flow.
    strip: Option<FilmStrip>,
    /// The moment of the last step; `None` before the recorded motion begins.
    from: Option<Moment>,
    restored: bool,
}

impl Animation {
    pub(in crate::run) fn new(case: &Case) -> Self {
        let scale = || StripScale {
            diameter: case.problem.sphere.diameter,
            speed: reference_speed(&case.problem),
            kinematic_viscosity: case.problem.liquid.kinematic_viscosity(),
            container: (case.problem.vessel.radius, case.problem.vessel.height),
            halves: if case.problem.resolution.is_axisymmetric() { 1 } else { 2 },
        };
        let wanted = case.output.report && case.problem.hydrodynamics.computes_flow();
        Self { strip: wanted.then(|| FilmStrip::new(scale())), from: None, restored: false }
    }

    /// The frames.
    pub(in crate::run) fn into_strip(self) -> Option<FilmStrip> {
        self.strip
    }

    fn take_now(&mut self, model: &dyn Model) {
        let sample = model.sample();
        if let (Some(strip), Some(flow)) = (&mut self.strip, sample.flow) {
            strip.take_now(sample.moment.gap, &flow.halves());
        }
    }
}

impl Observer for Animation {
    fn begin(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        self.from = Some(model.sample().moment);
        if !self.restored {
            self.take_now(model);
        }
        Ok(())
    }

    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        let sample = model.sample();
        let to = sample.moment;
        if let (Some(strip), Some(from), Some(flow)) = (&mut self.strip, self.from, sample.flow) {
            strip.step((from.time, from.gap), (to.time, to.gap), || flow.halves());
            self.from = Some(to);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Takes the last moment as well.
    fn end(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        if self.from.is_some() {
            self.take_now(model);
        }
        Ok(())
    }

    fn persist(&mut self, visit: &mut Visit) -> Result<(), Refused> {
        let strip = self.strip.as_ref().filter(|_| !visit.reads());
        let mut tags = strip.map_or_else(StripTags::default, |strip| strip.tags().clone());
        let mut points = Array1::from_vec(strip.map_or_else(Vec::new, FilmStrip::all_points));
        let mut begun = self.from.is_some();
        visit.value("frames", &mut tags)?;
        visit.value("frames_begun", &mut begun)?;
        if !tags.frames.is_empty() {
            visit.array("frames", &mut points)?;
        }
        if visit.reads() {
            self.restored = begun;
            if let Some(strip) = self.strip.as_mut().filter(|_| !tags.frames.is_empty()) {
                strip.restore(tags, &points.to_vec());
            }
        }
        Ok(())
    }
}
