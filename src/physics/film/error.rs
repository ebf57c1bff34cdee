//! Failures of the film's solution.

/// The film could not be advanced. Carries the time, the cause and advice.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum FilmError {
    /// Newton's iteration failed at the smallest admissible step.
    #[error(
        "the film did not converge at t = {time:.6e} s (gap {gap:.3e} m, speed {speed:.3e} m/s, thinnest film \
         {thinnest:.3e} m) even with a step of {step:.1e} s; use more rings across the contact, a smaller \
         pressure-viscosity coefficient, or a roughness that carries the load"
    )]
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
        "the film took {steps} steps without reaching the end, stopping at t = {time:.6e} s with gap {gap:.3e} m and \
         speed {speed:.3e} m/s; loosen the tolerance, or look whether the sphere still moves at all"
    )]
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
