//! The motion from theory alone, solved.
//!
//! Basset's kernel becomes a few dozen more ordinary differential equations, one per exponential, and the whole is
//! solved with an embedded Runge–Kutta pair of order 8; the other kernels depend on the present speed and are
//! stepped implicitly, second order, with the graded memory. Events are roots, not steps.

use super::theory::{MotionError, Stop, Theory};
use super::theory_contact::SolidContact;
use super::theory_events::Scene;
use super::theory_trajectory::{Event, MotionLog, MotionRow, Trajectory};
use super::{theory_embedded, theory_stepper};
use crate::body::release::Release;
use std::ops::ControlFlow;

/// Drag that stops the sphere faster than this share of the time of the motion makes it stiff.
const STIFF: f64 = 1e-4;

impl Theory {
    /// Moves the sphere from its release until it rests, or until `stop`.
    ///
    /// Basset's kernel (or none) goes through the Runge–Kutta pair, unless drag stops the sphere ten thousand times
    /// faster than the motion lasts (a creeping sphere: stiff); the others go through the implicit stepper.
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
        let is_stiff = STIFF * stop.time > self.relaxation_time(0.0);
        let ended = match self.history.is_convolution() && !is_stiff {
            true => theory_embedded::run(scene, stop, log),
            false => theory_stepper::run(scene, stop, log),
        };
        log.hand_over();
        ended
    }

    /// As [`fall`](Self::fall) through the implicit stepper, for any kernel.
    pub fn fall_stepwise(
        &self,
        release: &Release,
        stop: &Stop,
        contact: &mut dyn SolidContact,
    ) -> Result<Trajectory, MotionError> {
        release.validate()?;
        stop.validate()?;
        self.recorded(|log| {
            let scene = Scene { theory: self, release, contact, along: log.along };
            let ended = theory_stepper::run(scene, stop, log);
            log.hand_over();
            ended
        })
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
