//! The integral of the history force over the past, with the newest acceleration still unknown.

/// `∫_0^t V̇(τ) K(t−τ) dτ` [m/s] at the end of a step: `coefficient × V̇_new + known`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HistoryIntegral {
    /// Multiplies the acceleration at the end of the step \[s\].
    pub coefficient: f64,
    /// The part of everything before [m/s].
    pub known: f64,
}

/// `∫_0^t V̇(τ) K(t−τ) dτ` [m/s] at the stages of a step of [`Radau`](crate::numerics::radau::Radau): at stage i
/// `Σ_j coefficients[i][j] × V̇_j + known[i]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StageIntegrals {
    /// Multiply the accelerations at the stages \[s\].
    pub coefficients: [[f64; 3]; 3],
    /// The parts of everything before [m/s].
    pub(super) known: [f64; 3],
}

impl StageIntegrals {
    /// No history force.
    pub const NONE: Self = Self { coefficients: [[0.0; 3]; 3], known: [0.0; 3] };

    /// The integral at stage `stage` with the accelerations [m/s²] at all of them.
    pub fn at(&self, stage: usize, accelerations: [f64; 3]) -> f64 {
        let present: f64 = self.coefficients[stage].iter().zip(accelerations).map(|(c, a)| c * a).sum();
        present + self.known[stage]
    }
}
