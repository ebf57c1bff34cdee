//! Observed order of accuracy and grid-convergence index.

use crate::numerics::root;

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

/// What three grids say about the error of the finest (Roache 1994, J. Fluids Eng. 116, 405).
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

/// The right-hand side grows with `p` from `ln r32/ln r21` at `p = 0` without bound, so there is one root or none.
fn order(ratio: f64, r21: f64, r32: f64) -> Option<f64> {
    let side = |p: f64| r21.powf(p) * (r32.powf(p) - 1.0) / (r21.powf(p) - 1.0);
    root(|p| side(p) - ratio, 1e-6, 20.0, 0.0).ok()
}

/// Order from errors against an exact value on any number of grids: the slope of `ln |error|` over `ln size` by
/// least squares. Panics with fewer than two grids or a vanishing error.
pub fn order_from_errors(errors: &[f64], sizes: &[f64]) -> f64 {
    assert!(errors.len() == sizes.len() && errors.len() >= 2, "at least two grids, one error each");
    assert!(errors.iter().all(|error| *error != 0.0), "a vanishing error has no order");
    let count = errors.len() as f64;
    let x: Vec<f64> = sizes.iter().map(|size| size.ln()).collect();
    let y: Vec<f64> = errors.iter().map(|error| error.abs().ln()).collect();
    let (mean_x, mean_y) = (x.iter().sum::<f64>() / count, y.iter().sum::<f64>() / count);
    let covariance: f64 = x.iter().zip(&y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let variance: f64 = x.iter().map(|x| (x - mean_x).powi(2)).sum();
    covariance / variance
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
    fn oscillating_and_diverging_values_are_refused() {
        let sizes = [4.0, 2.0, 1.0];
        assert!(matches!(grid_convergence([1.0, 2.0, 1.5], sizes), Err(ConvergenceError::Oscillating { .. })));
        assert!(matches!(grid_convergence([1.0, 2.0, 4.0], sizes), Err(ConvergenceError::NotConverging { .. })));
        assert!(matches!(grid_convergence([1.0, 2.0, 3.0], [1.0, 2.0, 4.0]), Err(ConvergenceError::Sizes(_))));
        let equal = grid_convergence([1.0, 1.0, 1.0], sizes).unwrap();
        assert!(equal.order.is_infinite() && equal.gci_fine == 0.0 && equal.extrapolated == 1.0);
    }

    #[test]
    fn errors_against_an_exact_value_give_the_slope() {
        let sizes = [0.1, 0.05, 0.02, 0.01];
        let errors = sizes.map(|h: f64| -3.0 * h * h);
        assert!((order_from_errors(&errors, &sizes) - 2.0).abs() < 1e-12);
    }
}
