//! Drag of a sphere on the axis of a tube in creeping flow.

/// Drag over `6πμaU` of a sphere on the axis of a long tube, `λ = a/R` (Haberman & Sayre 1958):
/// `(1 − 0.75857 λ⁵)/(1 − 2.1050 λ + 2.0865 λ³ − 1.7068 λ⁵ + 0.72603 λ⁶)`; within 0.02 % of the
/// exact value for λ ≤ 0.3, 0.3 % below it at 0.4 and 1.3 % at 0.5. Exact values are those of the series that
/// `validation/references/tube.py` evaluates; the table in the report itself, from a few terms of such a series, has
/// 3.596 at 0.4 and 5.970 at 0.5, 0.1 and 0.4 % too much.
pub fn haberman_sayre(ratio: f64) -> f64 {
    let l = ratio;
    (1.0 - 0.75857 * l.powi(5)) / (1.0 - 2.1050 * l + 2.0865 * l.powi(3) - 1.7068 * l.powi(5) + 0.72603 * l.powi(6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drag_in_a_tube_is_that_of_the_exact_solution() {
        for (ratio, exact, within) in
            [(0.1, 1.263_214, 2e-4), (0.2, 1.679_479, 2e-4), (0.3, 2.370_095, 2e-4), (0.5, 5.947_373, 0.014)]
        {
            assert!((haberman_sayre(ratio) / exact - 1.0).abs() < within, "{ratio}");
        }
    }
}
