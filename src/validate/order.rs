//! Order of accuracy of a value on any number of grids.

/// A power law `f(h) = limit + c hᵖ` through values on several grids.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PowerLaw {
    /// `p`.
    pub order: f64,
    /// The value for `h → 0`.
    pub limit: f64,
    /// Root mean square of what the law leaves over the spread of the values: small where there is one order.
    pub misfit: f64,
}

/// The power law with `0.3 < p < 8` that fits best in the sense of least squares; `None` for fewer than three values, if
/// they are all the same, or if no such order fits best.
///
/// For every `p` limit and coefficient are linear; the best `p` is found on 400 values and refined by bisection of the
/// interval around it. With three values it is Richardson's.
pub fn fit(values: &[f64], sizes: &[f64]) -> Option<PowerLaw> {
    const LOW: f64 = 0.3;
    const HIGH: f64 = 8.0;
    const TRIALS: u32 = 400;
    let spread = values.iter().fold(f64::MIN, |m, v| m.max(*v)) - values.iter().fold(f64::MAX, |m, v| m.min(*v));
    if values.len() < 3 || values.len() != sizes.len() || spread == 0.0 {
        return None;
    }
    let trial = |k: u32| LOW + (HIGH - LOW) * f64::from(k) / f64::from(TRIALS);
    let rest = |p: f64| linear(values, sizes, p).1;
    let best = (0..=TRIALS).min_by(|a, b| rest(trial(*a)).total_cmp(&rest(trial(*b))))?;
    if best == 0 || best == TRIALS {
        return None;
    }
    let (mut lo, mut hi) = (trial(best - 1), trial(best + 1));
    for _ in 0..80 {
        let (a, b) = (lo + (hi - lo) / 3.0, hi - (hi - lo) / 3.0);
        if rest(a) <= rest(b) { hi = b } else { lo = a }
    }
    let order = 0.5 * (lo + hi);
    let (limit, rest) = linear(values, sizes, order);
    Some(PowerLaw { order, limit, misfit: (rest / values.len() as f64).sqrt() / spread })
}

/// Limit, and sum of the squares left, of the best straight line of the values over `hᵖ`.
fn linear(values: &[f64], sizes: &[f64], p: f64) -> (f64, f64) {
    let count = values.len() as f64;
    let x: Vec<f64> = sizes.iter().map(|h| h.powf(p)).collect();
    let (mean_x, mean_y) = (x.iter().sum::<f64>() / count, values.iter().sum::<f64>() / count);
    let covariance: f64 = x.iter().zip(values).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let slope = covariance / x.iter().map(|x| (x - mean_x).powi(2)).sum::<f64>();
    let limit = mean_y - slope * mean_x;
    (limit, x.iter().zip(values).map(|(x, y)| (y - limit - slope * x).powi(2)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_law_is_found_exactly_on_three_and_on_five_grids() {
        for sizes in [&[1.0 / 16.0, 1.0 / 24.0, 1.0 / 32.0][..], &[0.1, 0.07, 0.05, 0.03, 0.02]] {
            for p in [1.0, 1.8, 2.0, 3.5] {
                let values: Vec<f64> = sizes.iter().map(|h: &f64| 1.087 - 0.4 * h.powf(p)).collect();
                let found = fit(&values, sizes).unwrap();
                assert!((found.order - p).abs() < 1e-4, "{} for {p}", found.order);
                assert!((found.limit - 1.087).abs() < 1e-6 && found.misfit < 1e-6, "{found:?}");
            }
        }
    }

    #[test]
    fn values_without_an_order_have_none_or_show_it_in_the_misfit() {
        let found = fit(&[1.0, 1.2, 1.0, 1.2], &[0.4, 0.3, 0.2, 0.1]);
        assert!(found.is_none_or(|law| law.misfit > 0.2), "{found:?}");
        assert_eq!(fit(&[1.0, 1.0, 1.0], &[0.3, 0.2, 0.1]), None);
        assert_eq!(fit(&[1.0, 2.0], &[0.2, 0.1]), None);
    }
}
