//! The motion from theory alone, solved by the [stepper](super::theory_stepper). Events are roots, not steps.

use super::theory::{MotionError, Stop, Theory};
use super::theory_contact::SolidContact;
use super::theory_events::Scene;
use super::theory_stepper;
use super::theory_trajectory::{Event, MotionLog, MotionRow, Trajectory};
use crate::body::release::Release;
use std::ops::ControlFlow;

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
    ) -> Result<Trajectory, MotionError> {
        self.recorded(|log| self.follow(release, stop, contact, log))
    }

    /// As [`fall`](Self::fall), handing the rows over as they come; whether the motion came to its end before
    /// `stop.time`.
    ///
    /// # Errors
    /// As [`fall`](Self::fall); what was handed over before stands.
    pub fn follow(
        &self,
        release: &Release,
        stop: &Stop,
        contact: &mut dyn SolidContact,
        log: &mut MotionLog,
    ) -> Result<bool, MotionError> {
        release.validate()?;
        stop.validate()?;
        let scene = Scene { theory: self, release, contact, along: log.along };
        let ended = theory_stepper::run(scene, stop, log);
        log.hand_over();
        ended
    }

    /// All rows of a motion, in memory.
    fn recorded(
        &self,
        motion: impl FnOnce(&mut MotionLog) -> Result<bool, MotionError>,
    ) -> Result<Trajectory, MotionError> {
        let mut trajectory = Trajectory::default();
        let mut take = |row: &MotionRow, _: &[Event]| {
            trajectory.push(row);
            ControlFlow::Continue(())
        };
        let mut log = MotionLog::new(&mut take);
        motion(&mut log)?;
        let MotionLog { events, bounces, .. } = log;
        Ok(Trajectory { events, bounces, ..trajectory })
    }
}
