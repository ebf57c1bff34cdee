//! Progress on the terminal, and a line for every bounce.

use crate::case::Case;
use crate::output::progress::{Mode, Now, Progress};
use std::fmt::Display;
use std::ops::ControlFlow;
use wetbounce_physics::model::expected_steps::ExpectedSteps;
use wetbounce_physics::model::{Failure, Model, Observer, Sample};
use wetbounce_physics::quantity::{LENGTH, SPEED, TIME};

/// Shows how far a run has come, its branches for the band of the film included. The bar stays until this is dropped.
pub(in crate::run) struct ProgressLine {
    progress: Option<Progress>,
    /// Bounces that were said.
    bounces: usize,
    /// What the motion to its last bounce takes; `None` where no wall ends it.
    expected: Option<ExpectedSteps>,
    /// Where the motion ends by its time \[s\].
    end: Option<f64>,
    /// The run and its branches, over the run.
    with_band: f64,
    /// The branch under way, and the share of the run from which it starts.
    branch: Option<(usize, Option<f64>)>,
    /// Contacts so far, and the steps at the beginning of the last one.
    contacts: (usize, u64),
}

impl ProgressLine {
    /// Of a run that takes so many times as long with its branches.
    pub(in crate::run) fn new(case: &Case, with_band: f64, quiet: bool) -> Self {
        let (shown, problem) = (Progress::new(Mode::of(quiet)), &case.problem);
        let gap = problem.surroundings.has_gap();
        Self {
            progress: Some(if gap { shown } else { shown.in_open_liquid() }),
            bounces: 0,
            expected: (gap && problem.comes_to_the_wall()).then(|| ExpectedSteps::of(problem)),
            end: problem.end_time(),
            with_band,
            branch: None,
            contacts: (0, 0),
        }
    }

    /// Shows a line that stays.
    pub(in crate::run) fn note(&mut self, text: impl Display) {
        if let Some(progress) = &mut self.progress {
            progress.note(text);
        }
    }

    /// A branch of the band begins, 1 or 2.
    pub(in crate::run) fn branch(&mut self, number: usize) {
        self.branch = Some((number, None));
        self.contacts = (0, 0);
    }

    /// The share that is done of the run and of its branches, if something says.
    fn share(&mut self, sample: &Sample<'_>) -> Option<f64> {
        let contacts = sample.bounces.bounces().len();
        if contacts != self.contacts.0 {
            self.contacts = (contacts, sample.steps);
        }
        let by_steps = self.expected.as_ref().map(|expected| expected.share(sample, sample.steps - self.contacts.1));
        let by_time = self.end.map(|end| (sample.moment.time / end).clamp(0.0, 1.0));
        // A run ends at the first of its limits.
        let run = match (by_steps, by_time) {
            (Some(steps), Some(time)) => Some(steps.unwrap_or(0.0).max(time)),
            (steps, time) => steps.flatten().or(time),
        }?;
        let one = (self.with_band - 1.0) / 2.0;
        let done = match &mut self.branch {
            None => run,
            Some((number, from)) => {
                let from = *from.get_or_insert(run);
                let branch = ((run - from) / (1.0 - from).max(1e-3)).clamp(0.0, 1.0);
                1.0 + one * ((*number - 1) as f64 + branch)
            }
        };
        Some(done / self.with_band)
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(progress) = self.progress.take() {
            progress.finish();
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
        let share = self.share(&sample);
        let Some(progress) = &mut self.progress else { return Ok(ControlFlow::Continue(())) };
        progress.update(now(&sample, self.branch.map(|(number, _)| number)), share);
        if self.branch.is_some() {
            return Ok(ControlFlow::Continue(()));
        }
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
}

/// What a progress line shows of a motion, or of a branch of its band.
fn now(sample: &Sample<'_>, branch: Option<usize>) -> Now {
    let moment = sample.moment;
    let part = match branch {
        None => "",
        Some(1) => "band, 1 of 2: ",
        Some(_) => "band, 2 of 2: ",
    };
    Now { time: moment.time, gap: moment.gap, velocity: moment.velocity, steps: sample.steps, part }
}
