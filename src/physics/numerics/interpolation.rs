//! Between the points of a curve.

/// The value of a curve at `x`, linear in `ln x` between its points; `None` outside of the curve. The points are in ascending
/// order, with `x` above 0.
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

#[cfg(test)]
mod tests {
    use super::linear_in_log;

    #[test]
    fn a_curve_is_read_at_its_points_and_not_beyond_them() {
        let at = |x| linear_in_log(&[(10.0, 0.0), (1000.0, 1.0)], x);
        assert_eq!((at(10.0), at(1000.0)), (Some(0.0), Some(1.0)));
        assert_eq!((at(9.0), at(1001.0), linear_in_log(&[], 1.0)), (None, None, None));
    }
}
