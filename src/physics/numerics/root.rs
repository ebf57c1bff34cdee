//! Roots of functions of one variable.

/// The two ends of the interval do not enclose a root.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("no change of sign between {from} and {to}")]
pub struct NoRoot {
    /// One end of the interval.
    pub from: f64,
    /// The other end.
    pub(super) to: f64,
}

/// Root of `f` between `from` and `to`, to round-off (or to `tolerance`, absolute, if that is larger).
///
/// Inverse quadratic interpolation where it is safe, bisection elsewhere (Chandrupatla 1997, Adv. Eng. Software
/// 28, 145). Fails if `f` has the same sign at both ends; an end that is a root is returned.
pub fn root(f: impl Fn(f64) -> f64, from: f64, to: f64, tolerance: f64) -> Result<f64, NoRoot> {
    let (mut a, mut b) = (to, from);
    let (mut fa, mut fb) = (f(a), f(b));
    if fa == 0.0 {
        return Ok(a);
    }
    if fb == 0.0 {
        return Ok(b);
    }
    if fa.is_nan() || fb.is_nan() || (fa > 0.0) == (fb > 0.0) {
        return Err(NoRoot { from, to });
    }
    let mut fraction = 0.5;
    for _ in 0..200 {
        let x = a + fraction * (b - a);
        let fx = f(x);
        let (c, fc);
        if (fx > 0.0) == (fa > 0.0) {
            (c, fc) = (a, fa);
        } else {
            (c, fc) = (b, fb);
            (b, fb) = (a, fa);
        }
        (a, fa) = (x, fx);
        let best = if fa.abs() < fb.abs() { a } else { b };
        let margin = (2.0 * f64::EPSILON * best.abs() + tolerance) / (b - a).abs();
        if margin > 0.5 || fa == 0.0 {
            return Ok(if fa == 0.0 { a } else { best });
        }
        let (xi, phi) = ((a - b) / (c - b), (fa - fb) / (fc - fb));
        fraction = if phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi {
            fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
        } else {
            0.5
        };
        fraction = fraction.clamp(margin, 1.0 - margin);
    }
    Ok(a)
}

/// An interval that holds a root.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bracket {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Bracket {
    /// The interval from 0 to 1.
    pub const UNIT: Self = Self { low: 0.0, high: 1.0 };

    /// The middle of the interval.
    pub fn middle(&self) -> f64 {
        0.5 * (self.low + self.high)
    }
}

/// Halves `bracket` a number of times around the place where `is_below` turns from true to false.
///
/// Slower than [`root`], but it takes functions that jump, needs no value at the ends, and always returns the same side
/// of the place: below [`low`](Bracket::low) all is true.
pub fn bisect(mut bracket: Bracket, halvings: u32, is_below: impl Fn(f64) -> bool) -> Bracket {
    for _ in 0..halvings {
        let middle = bracket.middle();
        *(if is_below(middle) { &mut bracket.low } else { &mut bracket.high }) = middle;
    }
    bracket
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_found_to_round_off_and_its_absence_is_reported() {
        let x = root(|x| x.powi(3) - 2.0, 0.0, 2.0, 0.0).unwrap();
        assert!((x - 2f64.cbrt()).abs() < 1e-15);
        let steep = root(|x: f64| 1.0 / x - 1e9, 1e-12, 1.0, 0.0).unwrap();
        assert!((steep * 1e9 - 1.0).abs() < 1e-14);
        assert_eq!(root(|x| x, 0.0, 1.0, 0.0), Ok(0.0));
        assert_eq!(root(|x| x * x + 1.0, -1.0, 1.0, 0.0), Err(NoRoot { from: -1.0, to: 1.0 }));
    }

    #[test]
    fn a_jump_is_enclosed_from_both_sides() {
        let found = bisect(Bracket { low: 0.0, high: 4.0 }, 60, |x| x * x <= 2.0);
        assert!(found.low * found.low <= 2.0 && found.high * found.high > 2.0);
        assert!(found.high - found.low <= 2.0 * f64::EPSILON);
    }
}
