//! Exact Stokes drag of a sphere that moves perpendicular to a plane wall.

use super::cooley_oneill::cooley_oneill;

/// Below this gap (in radii) the asymptotic expansion is exact to round-off and faster than the series.
const ASYMPTOTIC: f64 = 0.01;

/// Drag over Stokes' drag `6πaμU` at the gap `δ* = h/a`, exact in creeping flow. With `cosh α = 1 + δ*`,
///
/// `λ = 4/3 sinh α Σ_{n≥1} n(n+1)/((2n−1)(2n+3)) { [2 sinh((2n+1)α) + (2n+1) sinh 2α] / [4 sinh²((n+½)α) − (2n+1)²
/// sinh² α] − 1 }`
///
/// Brenner (1961), Chem. Eng. Sci. 16, 242. Relative error below 1e-12 at every gap, 1e-12 to 1e3 radii and beyond;
/// infinite at `δ* = 0`, one at infinity. Below `δ* = 0.01` its own expansion is used,
///
/// `λ = 1/δ* − 1/5 ln δ* + 0.97128 − 1/21 δ* ln δ* + 0.16702 δ* + 8/1125 δ*² ln δ* − …`,
///
/// whose first three terms are those of Cooley & O'Neill; the two agree to 2e-13 where they meet. The logarithms'
/// coefficients are rational, the others were evaluated from the series with 60 digits.
pub fn brenner(delta_star: f64) -> f64 {
    if delta_star <= 0.0 {
        f64::INFINITY
    } else if delta_star < ASYMPTOTIC {
        expansion(delta_star)
    } else {
        series(delta_star)
    }
}

/// The expansion for small gaps through the third order.
fn expansion(delta_star: f64) -> f64 {
    let (d, log) = (delta_star, delta_star.ln());
    let first = -log / 21.0 + 0.167_017_004_812_064_8;
    let second = log * (8.0 / 1125.0) - 0.014_874_631_356_397_69;
    let third = -log * 0.001_694_880_780_603_843 + 0.002_623_994_274_683_145;
    cooley_oneill(d) + d * (first + d * (second + d * third))
}

/// Brenner's series. With `m = 2n + 1` the braces are, multiplied by `e^{−mα}` and free of cancellation,
/// `[2(1 − e^{−mα}) + m sinh 2α + m² sinh² α] / [(1 − e^{−mα})² e^{mα} − m² sinh² α]`.
fn series(delta_star: f64) -> f64 {
    let alpha = 2.0 * (0.5 * delta_star).sqrt().asinh();
    let (sinh_squared, sinh_2) = (delta_star * (2.0 + delta_star), (2.0 * alpha).sinh());
    let shrink = (-2.0 * alpha).exp();
    let mut decay = (-alpha).exp();
    let mut sum = 0.0;
    for n in 1.. {
        let (n, m) = (n as f64, 2.0 * n as f64 + 1.0);
        decay *= shrink;
        let rise = 1.0 - decay;
        let braces =
            (2.0 * rise + m * sinh_2 + m * m * sinh_squared) * decay / (rise * rise - m * m * sinh_squared * decay);
        let term = n * (n + 1.0) / ((2.0 * n - 1.0) * (2.0 * n + 3.0)) * braces;
        sum += term;
        if term < 1e-17 * sum {
            break;
        }
    }
    4.0 / 3.0 * sinh_squared.sqrt() * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_gives_the_values_evaluated_with_sixty_digits() {
        let exact = [
            (10.0, 1.113_503_233_905_71, 1e-13),
            (5.0, 1.227_888_491_828_12, 1e-13),
            (2.0, 1.569_205_393_549_5, 1e-13),
            (1.0, 2.125_535_566_760_04, 1e-13),
            (0.4, 3.735_617_162_789_37, 1e-13),
            (0.1, 11.459_157_203_409_6, 1e-13),
            (0.02, 51.760_733_604_639_4, 1e-13),
            (0.01, 101.896_172_324_613, 1e-13),
            (0.005, 202.033_038_681_164, 1e-13),
            (0.001, 1_002.353_326_880_58, 1e-13),
            (0.0001, 10_002.813_408_565_1, 1e-13),
        ];
        for (delta_star, value, tolerance) in exact {
            let miss = (brenner(delta_star) / value - 1.0).abs();
            assert!(miss < tolerance + 1e-14, "{delta_star}: {miss:e}");
        }
    }

    #[test]
    fn series_and_expansion_meet_without_a_step() {
        let (below, above) = (expansion(ASYMPTOTIC), series(ASYMPTOTIC));
        assert!((below / above - 1.0).abs() < 5e-13, "{:e}", below / above - 1.0);
        for delta_star in [1e-3, 2e-3, 5e-3] {
            let (miss, round_off) = (expansion(delta_star) / series(delta_star) - 1.0, 2e-15 / delta_star);
            assert!(miss.abs() < round_off, "{delta_star}: {miss:e}");
        }
    }

    #[test]
    fn drag_falls_with_the_gap_from_lubrication_to_the_unbounded_sphere() {
        let gaps: Vec<f64> = (0..=1500).map(|k| 1e-12 * 10f64.powf(k as f64 / 100.0)).collect();
        let drags: Vec<f64> = gaps.iter().map(|&gap| brenner(gap)).collect();
        assert!(drags.windows(2).all(|pair| pair[1] < pair[0]));
        assert!((drags[0] * 1e-12 - 1.0).abs() < 1e-11);
        let far = brenner(1e3) - 1.0;
        assert!((far / (9.0 / 8.0 / 1001.0) - 1.0).abs() < 2e-3, "9/8 a/l of Lorentz: {far:e}");
        assert_eq!(brenner(0.0), f64::INFINITY);
    }

    #[test]
    fn cooley_oneill_misses_the_exact_drag_by_a_quarter_of_a_percent_at_a_tenth_of_the_radius() {
        for (delta_star, error) in [(0.01, 0.004e-2), (0.1, 0.24e-2)] {
            let miss = (cooley_oneill(delta_star) / brenner(delta_star) - 1.0).abs();
            assert!((miss / error - 1.0).abs() < 0.1, "{delta_star}: {miss}");
        }
    }
}
