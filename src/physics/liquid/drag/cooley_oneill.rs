//! Stokes drag at small gaps.

/// Drag over Stokes' drag in the limit of a small gap: `λ = 1/δ* − 1/5 ln δ* + 0.97128`.
///
/// Cooley & O'Neill (1969), Mathematika 16, 37; the constant from Brenner's exact series. Against that series the
/// error is 0.004 % at δ* = 0.01 and 0.24 % at 0.1. Infinite at `δ* = 0`.
pub fn cooley_oneill(delta_star: f64) -> f64 {
    1.0 / delta_star - 0.2 * delta_star.ln() + CONSTANT
}

/// Constant term of the exact drag at small gaps, evaluated from Brenner's series with 60 digits.
pub(super) const CONSTANT: f64 = 0.971_279_931_035_721_5;
