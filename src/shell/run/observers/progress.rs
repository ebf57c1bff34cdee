//! Progress on the terminal, and a line for every bounce.

use crate::output::progress::{Now, Progress};
use std::fmt::Display;
use std::ops::ControlFlow;
use wetbounce_physics::model::{Failure, Model, Observer};
use wetbounce_physics::quantity::{LENGTH, SPEED, TIME};

/// Shows how far a run has come.
pub(in crate::run) struct ProgressLine {
    progress: Option<Progress>,
    bounces: usize,
}

impl ProgressLine {
    pub(in crate::run) fn new(progress: Progress) -> Self {
        Self { progress: Some(progress), bounces: 0 }
    }

    /// Shows a line that stays.
    pub(in crate::run) fn note(&mut self, text: impl Display) {
        if let Some(progress) = &mut self.progress {
            progress.note(text);
        }
    }
}

impl Observer for ProgressLine {
    fn begin(&mut self, model: &mut dyn Model) -> Result<(), Failure> {
        self.bounces = model.sample().bounces.apexes();
        Ok(())
    }

    fn see(&mut self, model: &mut dyn Model) -> Result<ControlFlow<()>, Failure> {
        let sample = model.sample();
        let Some(progress) = &mut self.progress else { return Ok(ControlFlow::Continue(())) };
        progress.update(now(&sample));
        let apexes = sample.bounces.bounces().iter().filter(|bounce| bounce.apex_gap_m.is_some());
        for bounce in apexes.skip(self.bounces) {
            self.bounces += 1;
            let or_nan = |value: Option<f64>| value.unwrap_or(f64::NAN);
            progress.note(format_args!(
                "bounce {}: impact {}, rebound {}, apex {} at {}",
                self.bounces,
                SPEED.brief(bounce.impact_speed_m_s),
                SPEED.brief(or_nan(bounce.rebound_speed_m_s)),
                LENGTH.brief(or_nan(bounce.apex_gap_m)),
                TIME.brief(or_nan(bounce.apex_time_s)),
            ));
        }
        Ok(ControlFlow::Continue(()))
    }

    fn end(&mut self, _: &mut dyn Model) -> Result<(), Failure> {
        if let Some(progress) = self.progress.take() {
            progress.finish();
        }
        Ok(())
    }
}

/// What a progress line shows of a motion.
fn now(sample: &wetbounce_physics::model::Sample<'_>) -> Now {
    let moment = sample.moment;
    Now { time: moment.time, gap: moment.gap, velocity: moment.velocity, steps: sample.steps }
}
