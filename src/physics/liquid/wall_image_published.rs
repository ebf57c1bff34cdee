//! Wall effect on the added mass as published: seven images, and a fitted slope.

/// `W_7(δ*)`, the first seven terms of the image series as polynomials in `l = 1 + δ*`:
///
/// `W_7 = 1/(8l³) + 1/(4l²−1)³ + 1/(8l³−4l)³ + 1/(16l⁴−12l²+1)³ + … ` (seven terms).
///
/// Yang (2006). 3.4 % below the whole series at contact, within 1e-8 beyond δ* = 0.5.
pub(super) fn wall_image_published(delta_star: f64) -> f64 {
    let l = 1.0 + delta_star;
    let (mut before, mut polynomial) = (1.0, 2.0 * l);
    let mut sum = 0.0;
    for _ in 0..7 {
        sum += polynomial.powi(-3);
        (before, polynomial) = (polynomial, 2.0 * l * polynomial - before);
    }
    sum
}

/// `dW/dδ*` as published, in two branches: for `l > 2`
///
/// `1/(128l²(l²−1)(2l²−1)³) − 3l(4l²−3)/(2(l²−1)(4l²−1)⁴) + l/(2(l²−1)(4l²−1)³) − (8l⁴−8l²+1)/(128l⁴(l²−1)(2l²−1)⁴)
/// + 1/(16l²(l²−1)) − (2l²−1)/(16l⁴(l²−1))`,
///
/// whose six terms cancel in pairs to `−1/(16l⁴) − 4l/(4l²−1)⁴ − (6l²−1)/(128l⁴(2l²−1)⁴)`, and for `l ≤ 2` the fit
///
/// `0.24 − 2.3e-4 δ*^-½ − 0.31 δ*^½ + 0.066 δ* + 0.098 ln δ* − 2.06e-4 δ*^-½ ln δ*`.
///
/// Yang (2006). *Both branches are one sixth of the derivative of `W_7`* (the far one exactly, to the third image;
/// the near one within 4 %), and the near branch changes sign at δ* = 5.7e-6. The energy argument behind the
/// added-mass force needs the derivative itself: use [`wall_image_slope`](super::wall_image::wall_image_slope)
/// unless the published model is to be reproduced.
pub fn wall_image_slope_published(delta_star: f64) -> f64 {
    let l = 1.0 + delta_star;
    if l > 2.0 {
        let q = l * l;
        let (second, third) = (4.0 * q - 1.0, 2.0 * q - 1.0);
        -1.0 / (16.0 * q * q) - 4.0 * l / second.powi(4) - (6.0 * q - 1.0) / (128.0 * q * q * third.powi(4))
    } else {
        let (root, log) = (delta_star.sqrt(), delta_star.ln());
        0.24 - (2.3e-4 + 2.06e-4 * log) / root - 0.31 * root + 0.066 * delta_star + 0.098 * log
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liquid::wall_image::{wall_image, wall_image_slope};
    use crate::numerics::root;

    #[test]
    fn the_published_series_is_the_exact_one_cut_after_seven_images() {
        assert!((wall_image_published(0.1) / 0.117_058_163_940_189 - 1.0).abs() < 1e-14);
        assert!((wall_image_published(0.0) / wall_image(0.0) - 1.0 + 0.034).abs() < 5e-4);
        assert!((wall_image_published(0.5) / wall_image(0.5) - 1.0).abs() < 2e-9);
    }

    #[test]
    fn the_six_printed_terms_cancel_in_pairs() {
        for delta_star in [1.01, 1.5, 2.0, 4.0] {
            let l = 1.0f64 + delta_star;
            let (q, p) = (l * l, l.powi(4));
            let printed = 1.0 / (128.0 * q * (q - 1.0) * (2.0 * q - 1.0).powi(3))
                - 3.0 * l * (4.0 * q - 3.0) / (2.0 * (q - 1.0) * (4.0 * q - 1.0).powi(4))
                + l / (2.0 * (q - 1.0) * (4.0 * q - 1.0).powi(3))
                - (8.0 * p - 8.0 * q + 1.0) / (128.0 * p * (q - 1.0) * (2.0 * q - 1.0).powi(4))
                + 1.0 / (16.0 * q * (q - 1.0))
                - (2.0 * q - 1.0) / (16.0 * p * (q - 1.0));
            assert!((wall_image_slope_published(delta_star) / printed - 1.0).abs() < 1e-12);
        }
        assert!((wall_image_slope_published(4.0) / -0.000_100_208_527_2 - 1.0).abs() < 1e-9);
        assert!((wall_image_slope_published(2.0) / -0.000_779_662_811_1 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_published_slope_is_one_sixth_of_the_derivative() {
        for delta_star in [1.01, 1.5, 2.0, 3.0, 4.0, 10.0] {
            let ratio = wall_image_slope(delta_star) / wall_image_slope_published(delta_star);
            assert!((ratio - 6.0).abs() < 1e-3, "far, {delta_star}: {ratio}");
        }
        for delta_star in [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0] {
            let ratio = wall_image_slope(delta_star) / wall_image_slope_published(delta_star);
            assert!((5.75..6.2).contains(&ratio), "near, {delta_star}: {ratio}");
        }
    }

    #[test]
    fn the_near_branch_changes_sign_six_millionths_of_a_radius_from_the_wall() {
        let gap = root(wall_image_slope_published, 1e-6, 1e-4, 0.0).unwrap();
        assert!((gap - 5.7e-6).abs() < 0.1e-6, "{gap:e}");
    }
}
