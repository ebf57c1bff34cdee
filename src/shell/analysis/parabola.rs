//! Parabolas through measured points, and what is known of their tops.

use nalgebra::{DMatrix, DVector};

/// `c0 + c1 t + c2 t²` by least squares.
#[derive(Debug, Clone, PartialEq)]
pub struct Parabola {
    coefficients: [f64; 3],
    /// From values to coefficients.
    inverse: DMatrix<f64>,
}

/// The top of a parabola, and standard uncertainties that follow from that of one point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Top {
    /// Where it is, and its height.
    pub place: (f64, f64),
    /// Standard uncertainty of where it is.
    pub sigma_place: f64,
    /// Standard uncertainty of its height.
    pub sigma_height: f64,
}

impl Parabola {
    /// Through three or more points; `None` through fewer.
    pub fn through(points: &[(f64, f64)]) -> Option<Self> {
        if points.len() < 3 {
            return None;
        }
        let matrix = DMatrix::from_fn(points.len(), 3, |row, power| points[row].0.powi(power as i32));
        let inverse = matrix.pseudo_inverse(1e-14).ok()?;
        let found = &inverse * DVector::from_iterator(points.len(), points.iter().map(|point| point.1));
        Some(Self { coefficients: [found[0], found[1], found[2]], inverse })
    }

    /// Its slope at `t`.
    pub fn slope(&self, t: f64) -> f64 {
        self.coefficients[1] + 2.0 * self.coefficients[2] * t
    }

    /// Its top, where every point has the standard uncertainty `sigma`; `None` if it has none.
    ///
    /// To first order height and place of the top `t = −c1/(2 c2)` change with the coefficients as `(1, t, t²)` and
    /// `−(0, 1, 2t)/(2 c2)`.
    fn top(&self, sigma: f64) -> Option<Top> {
        let [c0, c1, c2] = self.coefficients;
        let t = -0.5 * c1 / c2;
        let error = |gradient: [f64; 3]| sigma * (self.inverse.transpose() * DVector::from_row_slice(&gradient)).norm();
        (c2 < 0.0).then(|| Top {
            place: (t, c0 + 0.5 * c1 * t),
            sigma_place: error([0.0, -0.5 / c2, -t / c2]),
            sigma_height: error([1.0, t, t * t]),
        })
    }
}

/// The top of a parabola through the highest point and its two neighbours on either side, each with the standard uncertainty
/// `sigma`; `None` if it is at the end.
pub fn highest(flight: &[(f64, f64)], sigma: f64) -> Option<Top> {
    let top = (0..flight.len()).max_by(|a, b| flight[*a].1.total_cmp(&flight[*b].1))?;
    if top == 0 || top + 1 == flight.len() {
        return None;
    }
    let around = &flight[top.saturating_sub(2)..flight.len().min(top + 3)];
    let origin = flight[top].0;
    let shifted: Vec<(f64, f64)> = around.iter().map(|(time, gap)| (time - origin, *gap)).collect();
    let found = Parabola::through(&shifted)?.top(sigma)?;
    Some(Top { place: (origin + found.place.0, found.place.1), ..found })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five points of a flight under gravity, two milliseconds apart, off by these.
    fn flight(off: [f64; 5]) -> Vec<(f64, f64)> {
        let place = |k: usize| 2e-3 * (k as f64 - 2.0) + 0.3e-3;
        (0..5).map(|k| (0.04 + place(k), 7e-3 - 4.9 * place(k).powi(2) + off[k])).collect()
    }

    #[test]
    fn the_top_of_a_flight_is_found_between_its_points() {
        let top = highest(&flight([0.0; 5]), 0.0).unwrap();
        assert!((top.place.0 - 0.04).abs() < 1e-9 && (top.place.1 - 7e-3).abs() < 1e-12, "{top:?}");
        assert_eq!((top.sigma_place, top.sigma_height), (0.0, 0.0));
        assert!(highest(&flight([0.0; 5])[2..], 0.0).is_none() && Parabola::through(&[(0.0, 1.0)]).is_none());
    }

    #[test]
    fn its_uncertainty_is_that_of_points_moved_one_by_one() {
        const SIGMA: f64 = 1e-6;
        let exact = highest(&flight([0.0; 5]), SIGMA).unwrap();
        let moved = |k: usize| {
            let mut off = [0.0; 5];
            off[k] = SIGMA;
            let top = highest(&flight(off), 0.0).unwrap().place;
            (top.0 - exact.place.0, top.1 - exact.place.1)
        };
        let sum = |of: fn((f64, f64)) -> f64| (0..5).map(|k| of(moved(k)).powi(2)).sum::<f64>().sqrt();
        assert!((sum(|top| top.0) / exact.sigma_place - 1.0).abs() < 0.02, "{exact:?}");
        assert!((sum(|top| top.1) / exact.sigma_height - 1.0).abs() < 0.02, "{exact:?}");
    }
}
