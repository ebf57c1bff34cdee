//! The sphere's motion between two time steps: the cubic through two positions and two speeds.

/// A moment of the motion.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Moment {
    /// Time, s.
    pub time: f64,
    /// Gap between sphere and wall, m.
    pub gap: f64,
    /// Speed of the sphere, m/s, positive away from the wall.
    pub velocity: f64,
}

/// The cubic Hermite interpolant of the gap between two moments, `t0 < t1`.
///
/// With `s = (t − t0)/(t1 − t0)`, `Δ = t1 − t0`:
///
/// ```text
/// h(s) = h0 + Δ·V0·s + (3(h1−h0) − Δ(2V0+V1))·s² + (Δ(V0+V1) − 2(h1−h0))·s³
/// ```
///
/// Its error is `Δ⁴ |h⁗| / 384` if the speeds are the exact derivatives of the gap.
#[derive(Debug, Clone, Copy)]
pub struct Hermite {
    from: Moment,
    to: Moment,
}

impl Hermite {
    /// The interpolant between two moments; `to` must be later than `from`.
    pub fn new(from: Moment, to: Moment) -> Self {
        assert!(to.time > from.time, "time does not advance: {} s, then {} s", from.time, to.time);
        Self { from, to }
    }

    /// The gap in m at `time`; exact at both ends.
    pub fn gap(&self, time: f64) -> f64 {
        if time == self.to.time { self.to.gap } else { self.cubic(self.fraction(time)) }
    }

    /// The speed in m/s at `time`, linear between the ends.
    pub fn velocity(&self, time: f64) -> f64 {
        lerp(self.from.velocity, self.to.velocity, self.fraction(time))
    }

    /// `(time − t0)/(t1 − t0)`.
    pub fn fraction(&self, time: f64) -> f64 {
        (time - self.from.time) / (self.to.time - self.from.time)
    }

    /// The turning point (apex or closest approach) if the speed changes sign between the ends.
    ///
    /// The derivative of the cubic is a parabola with the given speeds at its ends, so a change of sign
    /// means exactly one root; a turning point that falls on `t1` counts, one on `t0` does not.
    pub fn turning_point(&self) -> Option<Moment> {
        let (v0, v1) = (self.from.velocity, self.to.velocity);
        if v0 == 0.0 || (v1 != 0.0 && v0.signum() == v1.signum()) {
            return None;
        }
        let s = if v1 == 0.0 { 1.0 } else { self.root_of_slope() };
        Some(Moment { time: self.time(s), gap: self.cubic(s), velocity: 0.0 })
    }

    /// The first moment at which the gap equals `level`, if it lies between the gaps of the two ends.
    pub fn crossing(&self, level: f64) -> Option<Moment> {
        let (below, above) = (self.from.gap - level, self.to.gap - level);
        if below * above > 0.0 || below == 0.0 {
            return None;
        }
        let s = bisect(|s| self.cubic(s) - level);
        Some(Moment { time: self.time(s), gap: level, velocity: self.slope(s) / self.span() })
    }

    fn span(&self) -> f64 {
        self.to.time - self.from.time
    }

    fn time(&self, s: f64) -> f64 {
        if s == 1.0 { self.to.time } else { self.from.time + s * self.span() }
    }

    fn coefficients(&self) -> [f64; 4] {
        let rise = self.to.gap - self.from.gap;
        let (d0, d1) = (self.span() * self.from.velocity, self.span() * self.to.velocity);
        [self.from.gap, d0, 3.0 * rise - 2.0 * d0 - d1, d0 + d1 - 2.0 * rise]
    }

    fn cubic(&self, s: f64) -> f64 {
        let [c0, c1, c2, c3] = self.coefficients();
        c0 + s * (c1 + s * (c2 + s * c3))
    }

    fn slope(&self, s: f64) -> f64 {
        let [_, c1, c2, c3] = self.coefficients();
        c1 + s * (2.0 * c2 + 3.0 * s * c3)
    }

    fn root_of_slope(&self) -> f64 {
        bisect(|s| self.slope(s))
    }
}

/// Straight line from `a` at `s = 0` to `b` at `s = 1`; exact at both ends.
pub fn lerp(a: f64, b: f64, s: f64) -> f64 {
    if s == 1.0 { b } else { a + s * (b - a) }
}

/// The root in [0, 1] of a function whose values at the ends differ in sign, to the last bit.
fn bisect(f: impl Fn(f64) -> f64) -> f64 {
    let positive_first = f(0.0) > 0.0;
    let (mut lo, mut hi) = (0.0_f64, 1.0_f64);
    for _ in 0..64 {
        let middle = 0.5 * (lo + hi);
        if (f(middle) > 0.0) == positive_first {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    0.5 * (lo + hi)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(time: f64, gap: impl Fn(f64) -> f64, velocity: impl Fn(f64) -> f64) -> Moment {
        Moment { time, gap: gap(time), velocity: velocity(time) }
    }

    #[test]
    fn a_thrown_sphere_is_interpolated_exactly_and_its_apex_is_the_parabolas() {
        let (v, g) = (0.3, 9.81);
        let gap = |t: f64| 1e-3 + v * t - 0.5 * g * t * t;
        let speed = |t: f64| v - g * t;
        let arc = Hermite::new(moment(0.01, gap, speed), moment(0.05, gap, speed));
        for t in [0.01, 0.02, 0.0313, 0.05] {
            assert!((arc.gap(t) - gap(t)).abs() < 1e-17, "t = {t}");
            assert!((arc.velocity(t) - speed(t)).abs() < 1e-15);
        }
        let apex = arc.turning_point().unwrap();
        assert!((apex.time - v / g).abs() < 1e-15);
        assert!((apex.gap - (1e-3 + 0.5 * v * v / g)).abs() < 1e-16);
    }

    #[test]
    fn the_interpolation_error_of_an_oscillation_falls_with_the_fourth_power_of_the_step() {
        let error = |step: f64| {
            let sine = |time| moment(time, f64::sin, f64::cos);
            let arc = Hermite::new(sine(0.8 - 0.5 * step), sine(0.8 + 0.5 * step));
            (arc.gap(0.8) - 0.8_f64.sin()).abs()
        };
        let order = (error(0.2) / error(0.1)).log2();
        assert!((order - 4.0).abs() < 0.02, "order {order}");
        assert!(error(0.1) < 0.1_f64.powi(4) / 384.0);
    }

    #[test]
    fn a_gap_is_crossed_where_the_cubic_says_and_with_its_speed() {
        let (gap, speed) = (|t: f64| t * t * t, |t: f64| 3.0 * t * t);
        let arc = Hermite::new(moment(0.5, gap, speed), moment(2.0, gap, speed));
        let met = arc.crossing(1.0).unwrap();
        assert!((met.time - 1.0).abs() < 1e-15 && (met.velocity - 3.0).abs() < 1e-14);
        assert!(arc.crossing(9.0).is_none());
    }

    #[test]
    fn a_turning_point_on_a_step_is_counted_once() {
        let at = |time: f64, velocity: f64| Moment { time, gap: 1.0, velocity };
        assert!(Hermite::new(at(0.0, 1.0), at(1.0, 0.0)).turning_point().is_some());
        assert!(Hermite::new(at(1.0, 0.0), at(2.0, -1.0)).turning_point().is_none());
        assert!(Hermite::new(at(0.0, -1.0), at(1.0, -0.5)).turning_point().is_none());
    }
}
