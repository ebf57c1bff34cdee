//! Polynomials, for flows that can be written down.

/// `Σ cₙ xⁿ`, lowest power first.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Polynomial(pub(super) Vec<f64>);

impl Polynomial {
    /// The value at `x`.
    pub(super) fn at(&self, x: f64) -> f64 {
        self.0.iter().rev().fold(0.0, |sum, c| sum * x + c)
    }

    /// The derivative.
    pub(super) fn derivative(&self) -> Self {
        Self(self.0.iter().enumerate().skip(1).map(|(n, c)| n as f64 * c).collect())
    }

    /// `f'' + f'/x − m² f/x²`, the radial part of the Laplacian of `f(r) e^{imφ}`: `xⁿ ↦ (n² − m²) xⁿ⁻²`.
    ///
    /// # Panics
    /// If the result has a negative power.
    pub(super) fn laplacian(&self, m: i32) -> Self {
        let factor = |n: usize| (n * n) as f64 - f64::from(m * m);
        assert!(self.0.iter().take(2).enumerate().all(|(n, c)| c * factor(n) == 0.0), "regular on the axis");
        Self(self.0.iter().enumerate().skip(2).map(|(n, c)| factor(n) * c).collect())
    }
}
