//! Polynomials through measured points whose degree the points choose themselves.
//!
//! Polynomials that are orthonormal over the points (Forsythe 1957) make the coefficient of each degree independent of the
//! others: all degrees come from one pass, and a second set of values at the same places costs one product more. The degree is that
//! of the least corrected information criterion of Akaike (Hurvich & Tsai 1989), with [`SPARE`] more: an estimate whose bias is as
//! large as its scatter has no honest error bar.

/// Highest degree.
const HIGHEST: usize = 9;
/// Degrees above the best one, which take the bias out of the error bar.
const SPARE: usize = 1;

/// The places of points, and the polynomials that are orthonormal over them.
#[derive(Debug, Clone)]
pub struct Smoother {
    middle: f64,
    half: f64,
    /// Recurrence `p₍ₖ₊₁₎ = ((x − αₖ) pₖ − βₖ p₍ₖ₋₁₎)/γₖ`.
    recurrence: Vec<[f64; 3]>,
    first: f64,
    /// Values of each polynomial at the points.
    basis: Vec<Vec<f64>>,
    lowest: usize,
}

/// A polynomial through values at the points of a [`Smoother`].
#[derive(Debug, Clone, PartialEq)]
pub struct Smooth {
    coefficients: Vec<f64>,
}

impl Smoother {
    /// For points at these places, increasing, with polynomials from the degree `lowest` on; `None` of too few points.
    pub fn at(places: &[f64], lowest: usize) -> Option<Self> {
        let count = places.len();
        if count < lowest + 2 {
            return None;
        }
        let (begin, end) = (places[0], places[count - 1]);
        let (middle, half) = (0.5 * (begin + end), 0.5 * (end - begin));
        if !(half > 0.0 && half.is_finite()) {
            return None;
        }
        let x: Vec<f64> = places.iter().map(|place| (place - middle) / half).collect();
        let first = 1.0 / (count as f64).sqrt();
        let mut basis = vec![vec![first; count]];
        let mut recurrence: Vec<[f64; 3]> = Vec::new();
        let highest = HIGHEST.min(count.saturating_sub(2) / 2).max(lowest).min(count - 2);
        for degree in 0..highest {
            let last = &basis[degree];
            let alpha: f64 = last.iter().zip(&x).map(|(p, x)| x * p * p).sum();
            let beta = recurrence.last().map_or(0.0, |before| before[2]);
            let mut next: Vec<f64> = (0..count)
                .map(|i| (x[i] - alpha) * last[i] - if degree > 0 { beta * basis[degree - 1][i] } else { 0.0 })
                .collect();
            let gamma = next.iter().map(|p| p * p).sum::<f64>().sqrt();
            if gamma < 1e-9 {
                break;
            }
            next.iter_mut().for_each(|p| *p /= gamma);
            recurrence.push([alpha, beta, gamma]);
            basis.push(next);
        }
        (basis.len() > lowest).then_some(Self { middle, half, recurrence, first, basis, lowest })
    }

    /// The polynomial through `values`, of the degree that they ask for.
    pub fn through(&self, values: &[f64]) -> Smooth {
        let product = |p: &Vec<f64>| p.iter().zip(values).map(|(p, value)| p * value).sum::<f64>();
        let mut coefficients: Vec<f64> = self.basis.iter().map(product).collect();
        let count = values.len() as f64;
        let mut rest: Vec<f64> = values.to_vec();
        let mut best = (f64::INFINITY, self.lowest);
        for (degree, (coefficient, p)) in coefficients.iter().zip(&self.basis).enumerate() {
            rest.iter_mut().zip(p).for_each(|(rest, p)| *rest -= coefficient * p);
            let free = degree as f64 + 2.0;
            if degree < self.lowest || count - free - 1.0 <= 0.0 && degree > self.lowest {
                continue;
            }
            let squares = rest.iter().map(|rest| rest * rest).sum::<f64>().max(f64::MIN_POSITIVE);
            let spent = if count - free > 1.0 { 2.0 * free * count / (count - free - 1.0) } else { 0.0 };
            let criterion = count * (squares / count).ln() + spent;
            if criterion < best.0 {
                best = (criterion, degree);
            }
        }
        let degree = if best.1 == self.lowest && self.lowest + 4 > values.len() { best.1 } else { best.1 + SPARE };
        coefficients.truncate(degree + 1);
        Smooth { coefficients }
    }

    /// Values of `smooth` at the points.
    pub fn values(&self, smooth: &Smooth) -> Vec<f64> {
        let count = self.basis[0].len();
        let at = |i: usize| smooth.coefficients.iter().zip(&self.basis).map(|(c, p)| c * p[i]).sum();
        (0..count).map(at).collect()
    }

    /// Value and slope of `smooth` at `place`.
    pub fn of(&self, smooth: &Smooth, place: f64) -> (f64, f64) {
        let x = (place - self.middle) / self.half;
        let (mut before, mut now) = ((0.0, 0.0), (self.first, 0.0));
        let mut sum = (0.0, 0.0);
        for (degree, coefficient) in smooth.coefficients.iter().enumerate() {
            sum = (sum.0 + coefficient * now.0, sum.1 + coefficient * now.1);
            let Some([alpha, beta, gamma]) = self.recurrence.get(degree) else { break };
            let next = (
                ((x - alpha) * now.0 - beta * before.0) / gamma,
                ((x - alpha) * now.1 + now.0 - beta * before.1) / gamma,
            );
            (before, now) = (now, next);
        }
        (sum.0, sum.1 / self.half)
    }
}

impl Smooth {
    /// How many values the polynomial has taken.
    pub fn parameters(&self) -> usize {
        self.coefficients.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polynomial_is_found_again_with_its_slope_at_any_place() {
        let places: Vec<f64> = (0..40).map(|i| 3.0 + 0.01 * f64::from(i).powf(1.1)).collect();
        let (value, slope) = (|t: f64| 1.0 - 2.0 * t + 0.3 * t.powi(3), |t: f64| -2.0 + 0.9 * t * t);
        let smoother = Smoother::at(&places, 1).unwrap();
        let smooth = smoother.through(&places.iter().map(|t| value(*t)).collect::<Vec<_>>());
        for t in [2.9, 3.2, 3.7] {
            let found = smoother.of(&smooth, t);
            assert!((found.0 / value(t) - 1.0).abs() < 1e-9 && (found.1 / slope(t) - 1.0).abs() < 1e-7, "{found:?}");
        }
        assert!(Smoother::at(&[1.0, 1.0, 1.0, 1.0], 1).is_none() && Smoother::at(&[1.0, 2.0], 1).is_none());
    }
}
