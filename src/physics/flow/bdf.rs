//! Second-order backward differences and extrapolation with variable steps.

/// Coefficients of the variable-step BDF2 formula and of linear extrapolation to the new level.
///
/// `dy/dt(t_new) ≈ (c0·y_new + c1·y_now + c2·y_old)`, `y_new ≈ e1·y_now + e2·y_old` (Hairer, Nørsett & Wanner 1993, III.5).
/// Without an older level: backward Euler and constant extrapolation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bdf2 {
    /// Weight of the new level [1/s].
    pub c0: f64,
    /// Weight of the present level [1/s].
    pub c1: f64,
    /// Weight of the older level [1/s].
    pub c2: f64,
    /// Extrapolation weight of the present level.
    pub e1: f64,
    /// Extrapolation weight of the older level.
    pub e2: f64,
}

impl Bdf2 {
    /// The formula for a step `dt` \[s\] after a step `dt_before` \[s\] (`None` at the start).
    pub fn new(dt: f64, dt_before: Option<f64>) -> Self {
        match dt_before {
            None => Self { c0: 1.0 / dt, c1: -1.0 / dt, c2: 0.0, e1: 1.0, e2: 0.0 },
            Some(before) => {
                let r = dt / before;
                Self {
                    c0: (1.0 + 2.0 * r) / (1.0 + r) / dt,
                    c1: -(1.0 + r) / dt,
                    c2: r * r / (1.0 + r) / dt,
                    e1: 1.0 + r,
                    e2: -r,
                }
            }
        }
    }

    /// `β = c₀Δt − 1` for the step `dt` \[s\]: the [rate](Self::rate) is `1 + β` times the mean rate over this step less `β` times that
    /// over the step before.
    pub fn memory(&self, dt: f64) -> f64 {
        self.c0 * dt - 1.0
    }

    /// The rate of change of a quantity known at the three levels.
    pub fn rate(&self, new: f64, now: f64, old: f64) -> f64 {
        self.c0 * new + self.c1 * now + self.c2 * old
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parabola_is_differentiated_exactly_with_unequal_steps() {
        let f = |t: f64| 3.0 - 2.0 * t + 5.0 * t * t;
        let (t0, t1, t2) = (0.3, 0.37, 0.55);
        let bdf = Bdf2::new(t2 - t1, Some(t1 - t0));
        assert!((bdf.rate(f(t2), f(t1), f(t0)) - (-2.0 + 10.0 * t2)).abs() < 1e-12);
        let mean = |from: f64, to: f64| (f(to) - f(from)) / (to - from);
        let beta = bdf.memory(t2 - t1);
        assert!(((1.0 + beta) * mean(t1, t2) - beta * mean(t0, t1) - (-2.0 + 10.0 * t2)).abs() < 1e-12);
        let line = |t: f64| 1.0 + 4.0 * t;
        assert!((bdf.e1 * line(t1) + bdf.e2 * line(t0) - line(t2)).abs() < 1e-13);
    }
}
