//! Values with one maximum.

use std::ops::Range;

/// The highest of those values that rise and then fall and are nearest to these `(weight, value)` by least squares, and the places that have it. Where
/// values that rise are nearest, they are means of neighbours (Barlow, Bartholomew, Bremner & Brunk 1972).
pub fn one_maximum(values: &[(f64, f64)]) -> (f64, Range<usize>) {
    // Of the first values, as many as there are before: the sum of squares of the rising ones that are nearest, the last of these, and of how
    // many values it is the mean.
    fn rising<'v>(values: impl Iterator<Item = &'v (f64, f64)>) -> Vec<(f64, f64, usize)> {
        let (mut levels, mut found) = (Vec::<(f64, f64, usize)>::new(), vec![(0.0, f64::NEG_INFINITY, 0)]);
        for (weight, value) in values {
            let mut level = (*weight, weight * value, 1);
            while let Some(last) = levels.pop_if(|last| last.1 * level.0 >= level.1 * last.0) {
                level = (level.0 + last.0, level.1 + last.1, level.2 + last.2);
            }
            levels.push(level);
            let squares = levels.iter().map(|level| level.1 * level.1 / level.0.max(f64::MIN_POSITIVE)).sum();
            found.push((squares, level.1 / level.0, level.2));
        }
        found
    }
    let (up, down) = (rising(values.iter()), rising(values.iter().rev()));
    let squares = |at: &usize| up[*at].0 + down[values.len() - at].0;
    let at = (0..=values.len()).max_by(|a, b| squares(a).total_cmp(&squares(b))).unwrap_or(0);
    let (before, after) = (up[at], down[values.len() - at]);
    if before.1 > after.1 { (before.1, at - before.2..at) } else { (after.1, at..at + after.2) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_with_one_maximum_stay_and_others_are_levelled() {
        let of = |values: &[f64]| one_maximum(&values.iter().map(|value| (2.0, *value)).collect::<Vec<_>>());
        assert_eq!(of(&[1.0, 3.0, 2.0]), (3.0, 1..2));
        assert_eq!(of(&[1.0, 2.0, 5.0]), (5.0, 2..3));
        assert_eq!(of(&[5.0, 2.0, 1.0]), (5.0, 0..1));
        // Of 4, 2, 3 the falling values 4, 2.5, 2.5 are nearer than any that rise first.
        assert_eq!(of(&[4.0, 2.0, 3.0]), (4.0, 0..1));
        // Of 0, 3, 2, 3, 0 a level of three is off by 2/3 in squares, a maximum at either end of it by 1/2.
        assert_eq!(of(&[0.0, 3.0, 2.0, 3.0, 0.0]).0, 3.0);
    }
}
