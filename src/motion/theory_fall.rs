//! The motion from theory alone, solved.
//!
//! Basset's kernel becomes a few dozen more ordinary differential equations, one per exponential, and the whole is
//! solved with an embedded Runge–Kutta pair of order 8; the other kernels depend on the present speed and are
//! stepped implicitly, second order, with the graded memory. Events are roots, not steps.

use super::theory::{MotionError, Stop, Theory};
use super::theory_contact::SolidContact;
use super::theory_events::Scene;
use super::theory_trajectory::Trajectory;
use super::{theory_embedded, theory_stepper};
use crate::body::release::Release;
use crate::error::BadParameter;

impl Theory {
    /// Moves the sphere from its release until it rests, or until `stop`.
    ///
    /// Basset's kernel (or none) goes through the Runge–Kutta pair, unless drag stops the sphere ten thousand times
    /// faster than the motion lasts (a creeping sphere: stiff); the others go through the implicit stepper.
    pub fn fall(
        &self,
        release: &Release,
        stop: &Stop,
        contact: &mut impl SolidContact,
    ) -> Result<Trajectory, MotionError> {
        let is_stiff = stop.time > 1e4 * self.relaxation_time(0.0);
        if self.history.is_convolution() && !is_stiff {
            self.fall_embedded(release, stop, contact)
        } else {
            self.fall_stepwise(release, stop, contact)
        }
    }

    /// As [`fall`](Self::fall) through the Runge–Kutta pair; refuses kernels that are no convolution.
    pub fn fall_embedded(
        &self,
        release: &Release,
        stop: &Stop,
        contact: &mut impl SolidContact,
    ) -> Result<Trajectory, MotionError> {
        if !self.history.is_convolution() {
            return Err(BadParameter::new("history", format!("{:?}", self.history), "must be basset or none").into());
        }
        theory_embedded::run(Scene { theory: self, release, contact }, stop)
    }

    /// As [`fall`](Self::fall) through the implicit stepper, for any kernel.
    pub fn fall_stepwise(
        &self,
        release: &Release,
        stop: &Stop,
        contact: &mut impl SolidContact,
    ) -> Result<Trajectory, MotionError> {
        theory_stepper::run(Scene { theory: self, release, contact }, stop)
    }
}
