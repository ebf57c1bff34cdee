//! Blend of the theoretical and the simulated force.

use crate::keys::within;
use crate::quantity::DIAMETERS;

crate::table! {
    /// `f_SL = H f_THR + (1 − H) f_SIM`, `H = 1/(1 + e^{10(δ/δ_SL − 1)})`, `δ = h/D`: theory near the wall, simulation
    /// far from it.
    #[derive(Copy)]
    pub struct Blend {
        /// `δ_SL`, the gap in diameters where both count half; positive. Default 0.2.
        gap: f64 = 0.2, quantity(&DIAMETERS, within(1e-4..=10.0));
    }
}

impl Blend {
    /// Weight `H` of the theory at the gap `δ = h/D`.
    pub fn theory_weight(&self, delta: f64) -> f64 {
        1.0 / (1.0 + (10.0 * (delta / self.gap - 1.0)).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn theory_and_simulation_count_half_each_at_the_threshold() {
        assert_eq!(Blend::default().theory_weight(0.2), 0.5);
        assert_eq!(Blend { gap: 0.1 }.theory_weight(0.1), 0.5);
    }

    #[test]
    fn the_simulation_rules_far_away_and_theory_at_contact() {
        let blend = Blend::default();
        assert!(blend.theory_weight(0.4) < 5e-5 && blend.theory_weight(0.0) > 1.0 - 5e-5);
        assert_eq!(blend.theory_weight(100.0), 0.0);
    }
}
