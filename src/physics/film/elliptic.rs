//! Complete elliptic integrals by the arithmetic–geometric mean.

use std::f64::consts::FRAC_PI_2;

/// Complete elliptic integrals of the first and second kind, `(K(k), E(k))`, of modulus `k`:
///
/// `K = ∫₀^{π/2} dφ/√(1 − k² sin²φ)`, `E = ∫₀^{π/2} √(1 − k² sin²φ) dφ`.
///
/// Gauss' arithmetic–geometric mean (Abramowitz & Stegun 1964, 17.6): `K = π/(2 M)`,
/// `E = K (1 − Σ 2^{n−1} c_n²)`. Valid for `0 ≤ k ≤ 1`, relative error a few units of round-off; `K(1) = ∞`.
/// Six iterations suffice unless `1 − k` is near round-off.
pub(super) fn complete_elliptic(k: f64) -> (f64, f64) {
    assert!((0.0..=1.0).contains(&k), "modulus of an elliptic integral outside of [0, 1]: {k}");
    if k == 1.0 {
        return (f64::INFINITY, 1.0);
    }
    let (mut a, mut b, mut c) = (1.0, ((1.0 - k) * (1.0 + k)).sqrt(), k);
    let (mut power, mut sum) = (0.5, 0.5 * k * k);
    while c > 1e-15 * a {
        (a, b, c) = (0.5 * (a + b), (a * b).sqrt(), 0.5 * (a - b));
        power *= 2.0;
        sum += power * c * c;
    }
    let first = FRAC_PI_2 / a;
    (first, first * (1.0 - sum))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_integrals_match_their_tabulated_values() {
        let table = [
            (0.0_f64, FRAC_PI_2, FRAC_PI_2),
            (0.25, 1.685_750_354_812_596, 1.467_462_209_339_427_2),
            (0.5, 1.854_074_677_301_372, 1.350_643_881_047_675_5),
            (0.99, 3.695_637_362_989_875, 1.015_993_545_025_224),
        ];
        for (m, first, second) in table {
            let (k, e) = complete_elliptic(m.sqrt());
            assert!((k / first - 1.0).abs() < 1e-14, "K({m}) = {k}");
            assert!((e / second - 1.0).abs() < 1e-14, "E({m}) = {e}");
        }
    }

    #[test]
    fn legendres_relation_holds() {
        for k in [0.1_f64, 0.3, 0.6, 0.9, 0.999] {
            let ((first, second), (other_first, other_second)) =
                (complete_elliptic(k), complete_elliptic((1.0 - k * k).sqrt()));
            let legendre = second * other_first + other_second * first - first * other_first;
            assert!((legendre / FRAC_PI_2 - 1.0).abs() < 1e-13);
        }
    }
}
