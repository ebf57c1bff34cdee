//! Between the points of a curve.

use super::hermite::Cubic;

/// The value of a curve at `x`, linear in `ln x` between its points; `None` outside of the curve. The points are in
/// ascending order, with `x` above 0.
///
/// ```
/// # use wetbounce_physics as wetbounce;
/// use wetbounce::numerics::linear_in_log;
/// assert!((linear_in_log(&[(10.0, 0.0), (1000.0, 1.0)], 100.0).unwrap() - 0.5).abs() < 1e-15);
/// ```
pub fn linear_in_log(curve: &[(f64, f64)], x: f64) -> Option<f64> {
    let right = curve.partition_point(|(at, _)| *at < x);
    let to = curve.get(right)?;
    if to.0 == x {
        return Some(to.1);
    }
    let from = curve.get(right.checked_sub(1)?)?;
    Some(from.1 + (to.1 - from.1) * (x / from.0).ln() / (to.0 / from.0).ln())
}

/// The value at `x` of the curve of cubics through the points that rises and falls with them, in `ln x` (Fritsch &
/// Butland 1984, the slope at an inner point the weighted harmonic mean of those beside it, at an end that of the
/// parabola); `None` outside of the curve. The points are in ascending order, with `x` above 0.
///
/// ```
/// # use wetbounce_physics as wetbounce;
/// use wetbounce::numerics::monotone_in_log;
/// let square = [1.0_f64, 2.0, 4.0, 8.0].map(|x| (x, x.ln().powi(2)));
/// assert!((monotone_in_log(&square, 3.0).unwrap() - 3.0_f64.ln().powi(2)).abs() < 0.01);
/// assert_eq!(monotone_in_log(&square, 9.0), None);
/// ```
pub fn monotone_in_log(curve: &[(f64, f64)], x: f64) -> Option<f64> {
    let right = curve.partition_point(|(at, _)| *at < x);
    let to = curve.get(right)?;
    if to.0 == x {
        return Some(to.1);
    }
    let left = right.checked_sub(1)?;
    // Width and slope of the piece that begins at a point.
    let piece = |at: usize| {
        let (from, to) = (curve.get(at)?, curve.get(at + 1)?);
        let width = (to.0 / from.0).ln();
        Some((width, (to.1 - from.1) / width))
    };
    let (width, slope) = piece(left)?;
    let end = |beside: Option<(f64, f64)>| {
        let Some((beyond, next)) = beside else { return slope };
        let parabola = ((2.0 * width + beyond) * slope - width * next) / (width + beyond);
        if parabola * slope <= 0.0 { 0.0 } else { parabola.clamp(-3.0 * slope.abs(), 3.0 * slope.abs()) }
    };
    let inner = |(beyond, next): (f64, f64)| match next * slope > 0.0 {
        false => 0.0,
        true => 3.0 * (width + beyond) / ((2.0 * width + beyond) / next + (width + 2.0 * beyond) / slope),
    };
    let (before, after) = (left.checked_sub(1).and_then(piece), piece(right));
    let (first, last) = (before.map_or_else(|| end(after), inner), after.map_or_else(|| end(before), inner));
    let t = (x / curve[left].0).ln() / width;
    Some(Cubic { first: [curve[left].1, width * first], last: [to.1, width * last] }.value(t))
}

#[cfg(test)]
mod tests {
    use super::{linear_in_log, monotone_in_log};

    #[test]
    fn a_curve_is_read_at_its_points_and_not_beyond_them() {
        let at = |x| linear_in_log(&[(10.0, 0.0), (1000.0, 1.0)], x);
        assert_eq!((at(10.0), at(1000.0)), (Some(0.0), Some(1.0)));
        assert_eq!((at(9.0), at(1001.0), linear_in_log(&[], 1.0)), (None, None, None));
    }

    #[test]
    fn a_curve_of_cubics_keeps_to_its_points_and_between_them() {
        let points = [(1.0, 0.0), (2.0, 0.0), (3.0, 0.5), (10.0, 0.9), (20.0, 0.9), (30.0, 0.8)];
        for (x, y) in points {
            assert_eq!(monotone_in_log(&points, x), Some(y));
        }
        for pair in points.windows(2) {
            let (low, high) = (pair[0].1.min(pair[1].1), pair[0].1.max(pair[1].1));
            for k in 1..20 {
                let at = pair[0].0 + f64::from(k) / 20.0 * (pair[1].0 - pair[0].0);
                let y = monotone_in_log(&points, at).unwrap();
                // The weights of a cubic add up to one but for round-off.
                assert!((low - 1e-15..=high + 1e-15).contains(&y), "{at}: {y}");
            }
        }
        // A straight line stays one, with two points too.
        let line = [1.0_f64, 1.5, 4.0, 9.0].map(|x| (x, 2.0 + 3.0 * x.ln()));
        for of in [&line[..], &line[1..3]] {
            assert!((monotone_in_log(of, 2.2).unwrap() - (2.0 + 3.0 * 2.2_f64.ln())).abs() < 1e-12);
        }
        assert_eq!(
            (monotone_in_log(&line, 0.9), monotone_in_log(&line[..1], 2.0), monotone_in_log(&[], 1.0)),
            (None, None, None)
        );
    }
}
