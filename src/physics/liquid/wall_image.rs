//! Wall effect on the kinetic energy of the liquid around a moving sphere, exact in potential flow.

/// Below this gap (in radii) the sum over images is done in closed form.
const ASYMPTOTIC: f64 = 0.02;
/// ζ(3).
const ZETA_3: f64 = 1.202_056_903_159_594_3;
/// `1/12 − ½ ln 2 − ½γ` with Euler's γ: the finite part of the integral of csch³.
const FINITE_PART: f64 = -0.551_848_089_397_405_8;
/// `b_k ζ(−k)` for k = 1, 3, 5, 7, 9, where `csch³ u = u⁻³ − ½ u⁻¹ + Σ b_k u^k`.
const IMAGES: [f64; 5] = [
    -0.011_805_555_555_555_56,
    -2.518_738_977_072_310_4e-4,
    -2.156_688_292_600_991e-5,
    -3.637_879_288_920_955_6e-6,
    -9.822_131_225_274_764e-7,
];

/// `W(δ*) = Σ_{n≥1} (sinh α / sinh((n+1)α))³` with `cosh α = 1 + δ*`.
///
/// The liquid around a sphere that moves with `U` perpendicular to a wall has the kinetic energy `¼ m_l U² (1 + 3W)`
/// (Hicks 1880; Milne-Thomson 1968, §16.30: dipole images). `W(0) = ζ(3) − 1 = 0.2020569`, `W → 1/(8 l³)` far away.
/// Absolute error below 1e-14 at every gap `δ* = h/a ≥ 0`.
///
/// Near contact the n-th image decays as slowly as n⁻³. There the sum is done in closed form: by the Mellin
/// transform, `Σ_{n≥1} csch³(nα) = ζ(3)/α³ + [½ ln α + 1/12 − ½ ln 2 − ½γ]/α + Σ_k b_k ζ(−k) α^k`.
pub fn wall_image(delta_star: f64) -> f64 {
    wall_image_with_slope(delta_star).0
}

/// `dW/dδ*`, the exact derivative: negative, `½ ln δ* + 0.9449343` near contact, `−3/(8 l⁴)` far away. Relative
/// error below 1e-12 at every gap; minus infinity at `δ* = 0`.
pub fn wall_image_slope(delta_star: f64) -> f64 {
    wall_image_with_slope(delta_star).1
}

/// `W` and `dW/dδ*` together, at the cost of one.
pub(super) fn wall_image_with_slope(delta_star: f64) -> (f64, f64) {
    if delta_star >= ASYMPTOTIC {
        return images(delta_star);
    }
    let alpha = 2.0 * (0.5 * delta_star.max(0.0)).sqrt().asinh();
    let (s, slope) = sinh_over(alpha);
    let (sum, sum_slope) = near_contact(alpha);
    (s.powi(3) * sum - 1.0, s * (3.0 * slope * sum + s * sum_slope))
}

/// `W` and `dW/dδ*` image by image: `sinh((n+1)α)/sinh α` is Chebyshev's polynomial `U_n(l)` of the second kind, so
/// that `W = Σ U_n⁻³` and `W' = −3 Σ U_n'/U_n⁴` with `U_{n+1} = 2l U_n − U_{n−1}`.
fn images(delta_star: f64) -> (f64, f64) {
    let l = 1.0 + delta_star;
    let (mut before, mut now) = ((1.0, 0.0), (2.0 * l, 2.0));
    let (mut sum, mut slope) = (0.0, 0.0);
    loop {
        let (u, u_slope) = now;
        let term = 1.0 / (u * u * u);
        let term_slope = term * u_slope / u;
        sum += term;
        slope += term_slope;
        if term_slope <= 1e-17 * slope && term <= 1e-17 * sum {
            return (sum, -3.0 * slope);
        }
        let next = (2.0 * l * u - before.0, 2.0 * (u + l * u_slope) - before.1);
        (before, now) = (now, next);
    }
}

/// `s = sinh α/α` and `s'/α`, as power series for α ≤ 0.2.
fn sinh_over(alpha: f64) -> (f64, f64) {
    let q = alpha * alpha;
    let s = 1.0 + q / 6.0 * (1.0 + q / 20.0 * (1.0 + q / 42.0 * (1.0 + q / 72.0)));
    let slope = 1.0 / 3.0 + q / 30.0 * (1.0 + q / 28.0 * (1.0 + q / 54.0 * (1.0 + q / 88.0)));
    (s, slope)
}

/// `T = α³ Σ_{n≥1} csch³(nα)` and `T'/α`.
fn near_contact(alpha: f64) -> (f64, f64) {
    let q = alpha * alpha;
    if q == 0.0 {
        return (ZETA_3, f64::NEG_INFINITY);
    }
    let logarithm = 0.5 * alpha.ln() + FINITE_PART;
    let mut sum = ZETA_3 + q * logarithm;
    let mut slope = 2.0 * logarithm + 0.5;
    let mut power = q;
    for (j, image) in IMAGES.iter().enumerate() {
        let exponent = (2 * j + 4) as f64;
        slope += exponent * image * power;
        power *= q;
        sum += image * power;
    }
    (sum, slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_evaluated_with_fifty_digits_are_reproduced() {
        let exact = [
            (4.0, 0.001_001_031_673_731_1, -0.000_601_251_165_588),
            (2.0, 0.004_653_071_633_016_1, -0.004_677_979_368_09),
            (1.0, 0.015_927_102_223_939, -0.024_414_460_279_4),
            (0.5, 0.039_104_506_917_417, -0.083_697_921_941_2),
            (0.1, 0.117_064_752_945_29, -0.454_623_338_03),
            (0.02, 0.171_003_224_797_807_1, -1.086_116_070_84),
            (0.01, 0.183_243_899_689_389_4, -1.400_827_953_61),
            (0.001, 0.199_044_639_975_117_7, -2.515_166_990_93),
            (0.00001, 0.202_003_787_351_62, -4.811_629_011_37),
        ];
        for (delta_star, value, slope) in exact {
            assert!((wall_image(delta_star) / value - 1.0).abs() < 2e-13, "W({delta_star})");
            assert!((wall_image_slope(delta_star) / slope - 1.0).abs() < 2e-11, "W'({delta_star})");
        }
    }

    #[test]
    fn at_contact_w_is_zeta_3_minus_1_and_its_slope_diverges_like_half_a_logarithm() {
        assert!((wall_image(0.0) - 0.202_056_903_159_594_3).abs() < 1e-16);
        assert_eq!(wall_image_slope(0.0), f64::NEG_INFINITY);
        for delta_star in [1e-12f64, 1e-9, 1e-6] {
            let limit = 0.5 * delta_star.ln() + 0.944_934_314_644_755;
            let miss = wall_image_slope(delta_star) - limit;
            assert!(miss.abs() < 3.0 * delta_star * limit.abs() + 1e-14, "{delta_star:e}: {miss:e}");
        }
    }

    #[test]
    fn far_from_the_wall_only_the_first_dipole_image_is_left() {
        for l in [100.0f64, 1001.0] {
            assert!((wall_image(l - 1.0) * 8.0 * l.powi(3) - 1.0).abs() < 1.0 / l.powi(3));
            assert!((wall_image_slope(l - 1.0) * 8.0 / 3.0 * l.powi(4) + 1.0).abs() < 3.0 / l.powi(3));
        }
    }

    #[test]
    fn the_slope_is_the_derivative_of_w_at_every_gap() {
        for k in 0..=130 {
            let gap = 1e-9 * 10f64.powf(k as f64 / 10.0);
            let step = 1e-3 * gap;
            let w = |x: f64| wall_image(gap + x * step);
            let numerical = (8.0 * (w(1.0) - w(-1.0)) - (w(2.0) - w(-2.0))) / (12.0 * step);
            let round_off = 4e-15 / step;
            let miss = (wall_image_slope(gap) - numerical).abs();
            assert!(miss < 1e-9 * numerical.abs() + round_off, "{gap:e}: {miss:e}");
            assert!(gap < 1e-5 || round_off < 1e-6 * numerical.abs() || gap > 10.0, "the test must bite at {gap:e}");
        }
    }

    #[test]
    fn the_closed_form_and_the_sum_over_images_meet_without_a_step() {
        let (below, above) = (ASYMPTOTIC * (1.0 - 1e-15), ASYMPTOTIC);
        assert!((wall_image(below) - wall_image(above)).abs() < 1e-14);
        assert!((wall_image_slope(below) / wall_image_slope(above) - 1.0).abs() < 1e-12);
    }
}
