//! Failures of the film's solution.

use crate::quantity::{LENGTH, SPEED, TIME};

/// The film could not be advanced. Carries the time, the cause and advice.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FilmError {
    /// Newton's iteration failed at the smallest admissible step.
    #[error(
        "the film did not converge at t = {time} (gap {gap}, speed {speed}, thinnest film \
         {thinnest}) even with a step of {step}; use more rings across the contact, a smaller \
         pressure-viscosity coefficient, or a roughness that carries the load", time = TIME.brief(*time), gap = LENGTH.brief(*gap), speed = SPEED.brief(*speed), thinnest = LENGTH.brief(*thinnest), step = TIME.brief(*step))]
    NoConvergence {
        /// Time of the last converged state \[s\].
        time: f64,
        /// Gap there \[m\].
        gap: f64,
        /// Speed there [m/s].
        speed: f64,
        /// Smallest film thickness there \[m\].
        thinnest: f64,
        /// The step that failed last \[s\].
        step: f64,
    },
    /// The number of steps ran out before the end was reached.
    #[error(
        "the film took {steps} steps without reaching the end, stopping at t = {time} with gap {gap} and \
         speed {speed}; loosen the tolerance, or look whether the sphere still moves at all", time = TIME.brief(*time), gap = LENGTH.brief(*gap), speed = SPEED.brief(*speed))]
    TooManySteps {
        /// Steps taken.
        steps: usize,
        /// Time reached \[s\].
        time: f64,
        /// Gap there \[m\].
        gap: f64,
        /// Speed there [m/s].
        speed: f64,
    },
}
