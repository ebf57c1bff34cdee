//! The integral of the history force over the past, with the newest acceleration still unknown.

/// `∫_0^t V̇(τ) K(t−τ) dτ` (m/s) at the end of a step: `coefficient × V̇_new + known`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HistoryIntegral {
    /// Multiplies the acceleration at the end of the step (s).
    pub coefficient: f64,
    /// The part of everything before (m/s).
    pub known: f64,
}
