//! Observed order of accuracy and grid-convergence index.

use wetbounce_physics::numerics::{extent, root};

/// Why no order can be stated.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ConvergenceError {
    /// Cell sizes must be positive and fall.
    #[error("cell sizes {0:?} must be positive and fall from coarse to fine")]
    Sizes([f64; 3]),
    /// The differences change sign: the values oscillate, and no order can be observed.
    #[error("the differences {coarse:e} and {fine:e} have opposite signs: the values oscillate; refine further")]
    Oscillating {
        /// Medium minus coarse.
        coarse: f64,
        /// Fine minus medium.
        fine: f64,
    },
    /// The differences do not shrink fast enough for any positive order.
    #[error("the differences {coarse:e} and {fine:e} do not shrink: the values do not converge; refine further")]
    NotConverging {
        /// Medium minus coarse.
        coarse: f64,
        /// Fine minus medium.
        fine: f64,
    },
}

/// The error of the finest of three grids (Roache 1994, J. Fluids Eng. 116, 405).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GridConvergence {
    /// Observed order `p`; infinite if the two finer values are equal.
    pub order: f64,
    /// Richardson's extrapolation to zero cell size, `f1 + (f1 − f2)/(r21^p − 1)`.
    pub extrapolated: f64,
    /// Grid-convergence index of the fine grid, relative: `1.25 |f1 − f2| / |f1| / (r21^p − 1)`.
    pub gci_fine: f64,
    /// The same of the medium grid against the coarse one.
    pub gci_medium: f64,
    /// `gci_medium / (r21^p gci_fine)`: 1 in the asymptotic range.
    pub asymptotic_ratio: f64,
}

/// The factor of safety that Roache recommends for three or more grids.
pub const SAFETY: f64 = 1.25;

/// Observed order, extrapolated value and grid-convergence index from values on three grids, coarse to fine.
///
/// The order solves `(f3 − f2)/(f2 − f1) = r21^p (r32^p − 1)/(r21^p − 1)` (1 fine, 2 medium, 3 coarse), which holds
/// for unequal refinement ratios too; for equal ones it is `p = ln((f3−f2)/(f2−f1))/ln r`. Orders up to 20 are found.
pub fn grid_convergence(values: [f64; 3], sizes: [f64; 3]) -> Result<GridConvergence, ConvergenceError> {
    let [f3, f2, f1] = values;
    let [h3, h2, h1] = sizes;
    if !(h3 > h2 && h2 > h1 && h1 > 0.0) {
        return Err(ConvergenceError::Sizes(sizes));
    }
    let (r21, r32) = (h2 / h1, h3 / h2);
    let (coarse, fine) = (f2 - f3, f1 - f2);
    if fine == 0.0 {
        let gci_medium = if coarse == 0.0 { 0.0 } else { f64::NAN };
        let asymptotic_ratio = f64::NAN;
        return Ok(GridConvergence {
            order: f64::INFINITY,
            extrapolated: f1,
            gci_fine: 0.0,
            gci_medium,
            asymptotic_ratio,
        });
    }
    let ratio = coarse / fine;
    if ratio < 0.0 {
        return Err(ConvergenceError::Oscillating { coarse, fine });
    }
    let p = order(ratio, r21, r32).ok_or(ConvergenceError::NotConverging { coarse, fine })?;
    let gci = |difference: f64, value: f64, r: f64| SAFETY * (difference / value).abs() / (r.powf(p) - 1.0);
    let (gci_fine, gci_medium) = (gci(fine, f1, r21), gci(coarse, f2, r32));
    let asymptotic_ratio = gci_medium / (r21.powf(p) * gci_fine);
    let extrapolated = f1 + fine / (r21.powf(p) - 1.0);
    Ok(GridConvergence { order: p, extrapolated, gci_fine, gci_medium, asymptotic_ratio })
}

/// The order of the scheme: no error is taken to fall faster.
const SCHEME: f64 = 2.0;
/// Orders below this are not taken for orders.
const LEAST_ORDER: f64 = 1.0;
/// The factor on the largest change between two grids where no order is observed (ASME V&V 20-2009).
const WITHOUT_ORDER: f64 = 3.0;

/// Numerical uncertainty of the last of three values on grids from coarse to fine, in the unit of the values: `1.25 |f1
/// − f2|/(r21^p − 1)` with the observed order `p`, which is taken as 2 at most; where no order of 1 or more is
/// observed, three times the largest change between two of the grids (ASME V&V 20-2009).
pub fn uncertainty(values: [f64; 3], sizes: [f64; 3]) -> f64 {
    let [f3, f2, f1] = values;
    match grid_convergence(values, sizes) {
        Ok(found) if found.order >= LEAST_ORDER => {
            SAFETY * (f1 - f2).abs() / ((sizes[1] / sizes[2]).powf(found.order.min(SCHEME)) - 1.0)
        }
        _ => WITHOUT_ORDER * [f2 - f3, f1 - f2, f1 - f3].map(f64::abs).into_iter().fold(0.0, f64::max),
    }
}

/// The right-hand side grows with `p` from `ln r32/ln r21` at `p = 0` without bound, so there is one root or none.
fn order(ratio: f64, r21: f64, r32: f64) -> Option<f64> {
    let side = |p: f64| r21.powf(p) * (r32.powf(p) - 1.0) / (r21.powf(p) - 1.0);
    root(|p| side(p) - ratio, 1e-6, 20.0, 0.0).ok()
}

/// A power law `f(h) = limit + c hᵖ` through values on several grids.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PowerLaw {
    /// `p`.
    pub order: f64,
    /// The value for `h → 0`.
    pub limit: f64,
    /// Root mean square of the law's residuals over the spread of the values: small where there is one order.
    misfit: f64,
}

/// The power law with `0.3 < p < 8` that fits best in the sense of least squares; `None` for fewer than three values,
/// if they are all the same, or if no such order fits best.
///
/// For every `p` limit and coefficient are linear; the best `p` is found on 400 values and refined by bisection of the
/// interval around it. With three values it is Richardson's.
pub fn power_law(values: &[f64], sizes: &[f64]) -> Option<PowerLaw> {
    const LOW: f64 = 0.3;
    const HIGH: f64 = 8.0;
    const TRIALS: u32 = 400;
    let (low, high) = extent(values.iter().copied());
    let spread = high - low;
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
    fn a_pure_power_gives_its_order_and_its_limit_for_equal_and_unequal_ratios() {
        for sizes in [[4.0, 2.0, 1.0], [1.0 / 16.0, 1.0 / 24.0, 1.0 / 32.0], [3.0, 1.0, 0.9]] {
            for p in [0.5, 1.0, 2.0, 4.0] {
                let values = sizes.map(|h: f64| 1.089 - 0.3 * h.powf(p));
                let found = grid_convergence(values, sizes).unwrap();
                assert!((found.order - p).abs() < 1e-9, "{sizes:?}: {} for {p}", found.order);
                assert!((found.extrapolated - 1.089).abs() < 1e-10);
                let error = (values[2] - 1.089).abs() / values[2].abs();
                assert!((found.gci_fine / error - SAFETY).abs() < 1e-8, "the index is 1.25 times the true error");
            }
        }
    }

    #[test]
    fn roaches_own_example_is_reproduced() {
        let found = grid_convergence([0.96178, 0.96854, 0.97050], [4.0, 2.0, 1.0]).unwrap();
        assert!((found.order - 1.786_170).abs() < 1e-6, "{}", found.order);
        assert!((found.extrapolated - 0.971_300).abs() < 1e-6);
        assert!((found.gci_fine - 0.001_031).abs() < 1e-6, "{}", found.gci_fine);
        assert!((found.gci_medium - 0.003_562).abs() < 1e-6, "{}", found.gci_medium);
        assert!((found.asymptotic_ratio - 1.002).abs() < 1e-3);
    }

    #[test]
    fn the_uncertainty_holds_the_error_of_a_second_order_and_of_an_oscillating_value() {
        let sizes = [1.0 / 16.0, 1.0 / 24.0, 1.0 / 32.0];
        for p in [1.0, 1.5, 2.0, 4.0] {
            let values = sizes.map(|h: f64| 0.8 - 0.3 * h.powf(p));
            let (found, error) = (uncertainty(values, sizes), 0.8 - values[2]);
            assert!(found >= 1.249 * error && (p > 2.0 || found < 1.251 * error), "{p}: {found} for {error}");
        }
        assert!((uncertainty([0.80, 0.82, 0.81], sizes) - 0.06).abs() < 1e-12, "three times the largest change");
        assert!((uncertainty([0.80, 0.81, 0.83], sizes) - 0.09).abs() < 1e-12, "changes that grow");
    }

    #[test]
    fn oscillating_and_diverging_values_are_refused() {
        let sizes = [4.0, 2.0, 1.0];
        assert!(matches!(grid_convergence([1.0, 2.0, 1.5], sizes), Err(ConvergenceError::Oscillating { .. })));
        assert!(matches!(grid_convergence([1.0, 2.0, 4.0], sizes), Err(ConvergenceError::NotConverging { .. })));
        assert!(matches!(grid_convergence([1.0, 2.0, 3.0], [1.0, 2.0, 4.0]), Err(ConvergenceError::Sizes(_))));
        let equal = grid_convergence([1.0, 1.0, 1.0], sizes).unwrap();
        assert!(equal.order.is_infinite() && equal.gci_fine == 0.0 && equal.extrapolated == 1.0);
    }

    #[test]
    fn a_power_law_is_found_exactly_on_three_and_on_five_grids() {
        for sizes in [&[1.0 / 16.0, 1.0 / 24.0, 1.0 / 32.0][..], &[0.1, 0.07, 0.05, 0.03, 0.02]] {
            for p in [1.0, 1.8, 2.0, 3.5] {
                let values: Vec<f64> = sizes.iter().map(|h: &f64| 1.087 - 0.4 * h.powf(p)).collect();
                let found = power_law(&values, sizes).unwrap();
                assert!((found.order - p).abs() < 1e-4, "{} for {p}", found.order);
                assert!((found.limit - 1.087).abs() < 1e-6 && found.misfit < 1e-6, "{found:?}");
            }
        }
    }

    #[test]
    fn values_without_an_order_have_none_or_show_it_in_the_misfit() {
        let found = power_law(&[1.0, 1.2, 1.0, 1.2], &[0.4, 0.3, 0.2, 0.1]);
        assert!(found.is_none_or(|law| law.misfit > 0.2), "{found:?}");
        assert_eq!(power_law(&[1.0, 1.0, 1.0], &[0.3, 0.2, 0.1]), None);
        assert_eq!(power_law(&[1.0, 2.0], &[0.2, 0.1]), None);
    }
}
