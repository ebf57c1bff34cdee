//! Drag of a sphere on the axis of a tube in creeping flow.

/// Drag over `6πμaU` of a sphere on the axis of a long tube, `λ = a/R` (Haberman & Sayre 1958):
/// `(1 − 0.75857 λ⁵)/(1 − 2.1050 λ + 2.0865 λ³ − 1.7068 λ⁵ + 0.72603 λ⁶)`; within 0.1 % of the exact value for λ ≤ 0.3, 2 % below it at 0.5.
pub fn haberman_sayre(ratio: f64) -> f64 {
    let l = ratio;
    (1.0 - 0.75857 * l.powi(5)) / (1.0 - 2.1050 * l + 2.0865 * l.powi(3) - 1.7068 * l.powi(5) + 0.72603 * l.powi(6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drag_in_a_tube_is_that_of_the_exact_solution() {
        for (ratio, exact, within) in [(0.1, 1.263, 1e-3), (0.2, 1.680, 1e-3), (0.3, 2.371, 1e-3), (0.5, 5.970, 0.02)] {
            assert!((haberman_sayre(ratio) / exact - 1.0).abs() < within, "{ratio}");
        }
    }
}
