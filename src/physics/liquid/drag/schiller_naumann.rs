//! Drag factor of Schiller & Naumann.

/// Reynolds number up to which it is within 6 % of the standard drag curve.
pub(super) const LARGEST_REYNOLDS: f64 = 800.0;

/// `φ(Re) = 1 + 0.15 Re^0.687`: drag of an unbounded sphere over Stokes' drag.
///
/// Schiller & Naumann (1935), Z. Ver. Dtsch. Ing. 77, 318; within 6 % of the standard drag curve for 1 < Re < 800.
/// Below, it tends to Stokes' drag, as it should; above, prefer [`clift_grace_weber`](mod@super::clift_grace_weber).
pub(super) fn schiller_naumann(reynolds: f64) -> f64 {
    1.0 + 0.15 * reynolds.powf(0.687)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drag_coefficient_at_re_20_100_and_200_is_within_5_percent_of_the_accepted_values() {
        for (reynolds, accepted) in [(20.0, 2.71), (100.0, 1.087), (200.0, 0.771)] {
            let cd: f64 = 24.0 / reynolds * schiller_naumann(reynolds);
            assert!((cd / accepted - 1.0).abs() < 0.05, "Re {reynolds}: {cd}");
        }
    }

    #[test]
    fn creeping_flow_has_stokes_drag() {
        assert_eq!(schiller_naumann(0.0), 1.0);
    }
}
