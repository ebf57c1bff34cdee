//! Distance of a computed curve to measured points.

use crate::numerics::golden_section;

/// Why a curve and points cannot be compared.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CurveError {
    /// A curve needs two points at least, and as many abscissae as ordinates.
    #[error("a curve of {abscissae} abscissae and {ordinates} ordinates; at least two of each are needed")]
    NoCurve {
        /// Number of abscissae.
        abscissae: usize,
        /// Number of ordinates.
        ordinates: usize,
    },
    /// The abscissae must increase.
    #[error("the abscissae of the curve do not increase after {after}")]
    NotIncreasing {
        /// The last good abscissa.
        after: f64,
    },
    /// Fewer than two points lie where the curve is.
    #[error("only {points} measured points lie between {from} and {to}, where the curve is known for every shift")]
    NoOverlap {
        /// Points in the common range.
        points: usize,
        /// Start of the common range.
        from: f64,
        /// End of the common range.
        to: f64,
    },
}

/// A curve `y(x)`: straight lines between points with increasing `x`.
#[derive(Debug, Clone, Copy)]
pub struct Curve<'a> {
    x: &'a [f64],
    y: &'a [f64],
}

/// Distance of a curve to measured points, in the unit of the ordinate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurveDistance {
    /// Root mean square of curve minus data.
    pub rms: f64,
    /// Largest absolute difference.
    pub max: f64,
    /// Mean of curve minus data.
    pub bias: f64,
    /// Shift that was applied: the data point at `x` is compared with the curve at `x + shift`.
    pub shift: f64,
    /// Number of points compared.
    pub points: usize,
}

impl<'a> Curve<'a> {
    /// A curve through points with strictly increasing `x`.
    pub fn new(x: &'a [f64], y: &'a [f64]) -> Result<Self, CurveError> {
        if x.len() < 2 || x.len() != y.len() {
            return Err(CurveError::NoCurve { abscissae: x.len(), ordinates: y.len() });
        }
        match x.windows(2).find(|pair| pair[1].partial_cmp(&pair[0]) != Some(std::cmp::Ordering::Greater)) {
            Some(pair) => Err(CurveError::NotIncreasing { after: pair[0] }),
            None => Ok(Self { x, y }),
        }
    }

    /// The value at `x`, which must lie within the curve's range.
    pub fn at(&self, x: f64) -> f64 {
        let right = self.x.partition_point(|&have| have < x).clamp(1, self.x.len() - 1);
        let (x0, x1) = (self.x[right - 1], self.x[right]);
        crate::numerics::hermite::lerp(self.y[right - 1], self.y[right], (x - x0) / (x1 - x0))
    }

    /// Distance to the points `(x, y)` that lie within the curve's range.
    pub fn distance(&self, data: &[(f64, f64)]) -> Result<CurveDistance, CurveError> {
        self.distance_with_shift(data, 0.0)
    }

    /// Smallest root-mean-square distance over all shifts of the data's `x` by at most `±max_shift`.
    ///
    /// Experiments and simulations start their clocks differently; a shift removes that, and nothing else.
    /// Only points that lie within the curve for every allowed shift are compared, so that no shift can win by
    /// losing points. The shift is found on 201 trial values and refined by golden-section search.
    fn distance_with_shift(&self, data: &[(f64, f64)], max_shift: f64) -> Result<CurveDistance, CurveError> {
        let (from, to) = (self.x[0] + max_shift, self.x[self.x.len() - 1] - max_shift);
        let common: Vec<(f64, f64)> = data.iter().copied().filter(|(x, _)| (from..=to).contains(x)).collect();
        if common.len() < 2 {
            return Err(CurveError::NoOverlap { points: common.len(), from, to });
        }
        let rms = |shift: f64| self.compare(&common, shift).rms;
        let shift = if max_shift > 0.0 { minimum(rms, max_shift) } else { 0.0 };
        Ok(self.compare(&common, shift))
    }

    fn compare(&self, data: &[(f64, f64)], shift: f64) -> CurveDistance {
        let difference = |&(x, y): &(f64, f64)| self.at(x + shift) - y;
        let count = data.len() as f64;
        CurveDistance {
            rms: (data.iter().map(|point| difference(point).powi(2)).sum::<f64>() / count).sqrt(),
            max: data.iter().map(|point| difference(point).abs()).fold(0.0, f64::max),
            bias: data.iter().map(difference).sum::<f64>() / count,
            shift,
            points: data.len(),
        }
    }
}

fn minimum(f: impl Fn(f64) -> f64, reach: f64) -> f64 {
    const TRIALS: i32 = 100;
    let spacing = reach / f64::from(TRIALS);
    let trial = |k: &i32| spacing * f64::from(*k);
    let best = (-TRIALS..=TRIALS).min_by(|a, b| f(trial(a)).total_cmp(&f(trial(b)))).map_or(0.0, |k| trial(&k));
    golden_section(f, (best - spacing).max(-reach), (best + spacing).min(reach))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wave(count: usize) -> (Vec<f64>, Vec<f64>) {
        let x: Vec<f64> = (0..count).map(|i| 10.0 * i as f64 / (count - 1) as f64).collect();
        let y = x.iter().map(|x| x.sin()).collect();
        (x, y)
    }

    #[test]
    fn a_curve_lies_on_its_own_points_and_a_constant_offset_is_its_bias() {
        let (x, y) = wave(50);
        let curve = Curve::new(&x, &y).unwrap();
        let data: Vec<(f64, f64)> = x.iter().zip(&y).map(|(x, y)| (*x, y - 0.25)).collect();
        let found = curve.distance(&data).unwrap();
        assert_eq!(found.points, 50);
        for value in [found.rms, found.max, found.bias] {
            assert!((value - 0.25).abs() < 1e-15, "{found:?}");
        }
    }

    #[test]
    fn a_late_clock_is_found_and_removed() {
        let (x, y) = wave(4000);
        let curve = Curve::new(&x, &y).unwrap();
        let data: Vec<(f64, f64)> = (0..40).map(|i| 0.25 * i as f64).map(|t| (t, (t + 0.1234).sin())).collect();
        let found = curve.distance_with_shift(&data, 0.5).unwrap();
        assert!((found.shift - 0.1234).abs() < 1e-4 && found.rms < 1e-5, "{found:?}");
        assert!(curve.distance(&data).unwrap().rms > 0.05);
        assert!(found.points < data.len(), "points that a shift would lose are left out for all shifts");
    }

    #[test]
    fn curves_and_points_that_cannot_be_compared_are_refused() {
        assert!(matches!(Curve::new(&[1.0], &[1.0]), Err(CurveError::NoCurve { .. })));
        assert!(matches!(Curve::new(&[1.0, 1.0], &[1.0, 2.0]), Err(CurveError::NotIncreasing { .. })));
        assert!(matches!(Curve::new(&[1.0, f64::NAN], &[1.0, 2.0]), Err(CurveError::NotIncreasing { .. })));
        let curve = Curve::new(&[0.0, 1.0], &[0.0, 1.0]).unwrap();
        assert!(matches!(curve.distance(&[(2.0, 0.0), (3.0, 0.0)]), Err(CurveError::NoOverlap { points: 0, .. })));
    }
}
