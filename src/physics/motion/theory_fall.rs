//! The motion from theory alone, solved by the stepper of `theory_stepper`. Events are roots, not steps.

use super::theory::{MotionError, Stop, Theory};
use super::theory_contact::SolidContact;
use super::theory_events::Scene;
use super::theory_log::MotionLog;
use super::theory_sideways::SidewaysFall;
use super::theory_stepper::Stepper;
use super::theory_trajectory::{Event, MotionRow, TheoryTrajectory};
use crate::body::release::Release;

/// A motion from theory in progress: its rows one by one.
pub struct Fall<'c> {
    stepper: Stepper<'c>,
    /// The result of the last step, once there is one.
    outcome: Option<Result<(), MotionError>>,
}

impl Theory {
    /// Moves the sphere from its release until it rests, or until `stop`.
    ///
    /// # Errors
    /// A parameter refused, or a motion that cannot go on.
    pub fn fall(
        &self,
        release: &Release,
        stop: &Stop,
        contact: &mut dyn SolidContact,
    ) -> Result<TheoryTrajectory, MotionError> {
        let mut fall = self.start(release, stop, Box::new(contact), None)?;
        let mut trajectory = TheoryTrajectory::default();
        while let Some(row) = fall.advance()? {
            trajectory.push(&row);
        }
        let MotionLog { events, bounces, .. } = fall.stepper.log;
        Ok(TheoryTrajectory { events, bounces, ..trajectory })
    }

    /// The beginning of a motion as that of [`fall`](Self::fall), with one along the wall beside it, if there is any.
    ///
    /// # Errors
    /// A parameter refused.
    pub fn start<'c>(
        &self,
        release: &Release,
        stop: &Stop,
        contact: Box<dyn SolidContact + 'c>,
        sideways: Option<SidewaysFall>,
    ) -> Result<Fall<'c>, MotionError> {
        release.validate()?;
        stop.validate()?;
        let scene = Scene { theory: *self, release: release.clone(), contact };
        Ok(Fall { stepper: Stepper::start(scene, *stop, MotionLog::new(sideways))?, outcome: None })
    }
}

impl Fall<'_> {
    /// Goes on to the next row; `None` after the last.
    ///
    /// # Errors
    /// A motion that cannot go on; all rows up to there have been given before.
    pub fn advance(&mut self) -> Result<Option<MotionRow>, MotionError> {
        loop {
            if let Some(row) = self.stepper.log.take_ready() {
                return Ok(Some(row));
            }
            if let Some(outcome) = &self.outcome {
                return outcome.clone().map(|()| None);
            }
            let stepped = self.stepper.advance();
            if stepped != Ok(true) {
                self.outcome = Some(stepped.map(drop));
                self.stepper.log.hand_over();
            }
        }
    }

    /// The event at the row given last.
    pub fn events(&self) -> &[Event] {
        self.stepper.log.happened()
    }

    /// The last event.
    pub fn last_event(&self) -> Option<&Event> {
        self.stepper.log.events.last()
    }

    /// The motion along the wall at the row given last.
    pub fn sideways(&self) -> Option<&SidewaysFall> {
        self.stepper.log.sideways.as_ref()
    }

    /// Rows so far.
    pub fn rows(&self) -> u64 {
        self.stepper.log.rows
    }

    /// Whether the motion came to its end, before the time was over.
    pub fn is_over(&self) -> bool {
        self.stepper.is_over()
    }
}
