//! Polynomials through values and derivatives at two ends, and the sphere's motion between two time steps.

use super::{Bracket, bisect};

/// The cubic on `0 ≤ t ≤ 1` with given values and slopes at its ends (Hermite).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cubic {
    /// Value and slope at `t = 0`.
    pub first: [f64; 2],
    /// Value and slope at `t = 1`.
    pub last: [f64; 2],
}

impl Cubic {
    /// The value at `t`; exact at both ends.
    pub fn value(&self, t: f64) -> f64 {
        let ([c0, d0], [c1, d1]) = (self.first, self.last);
        let (t2, t3) = (t * t, t * t * t);
        c0 * (2.0 * t3 - 3.0 * t2 + 1.0) + d0 * (t3 - 2.0 * t2 + t) + c1 * (3.0 * t2 - 2.0 * t3) + d1 * (t3 - t2)
    }

    /// The slope at `t`.
    pub fn slope(&self, t: f64) -> f64 {
        let ([c0, d0], [c1, d1]) = (self.first, self.last);
        let t2 = t * t;
        (c1 - c0) * 6.0 * (t - t2) + d0 * (3.0 * t2 - 4.0 * t + 1.0) + d1 * (3.0 * t2 - 2.0 * t)
    }

    /// The largest value, if it lies between the ends.
    pub fn peak(&self) -> Option<f64> {
        let ([c0, d0], [c1, d1]) = (self.first, self.last);
        if !(d0 > 0.0 && d1 < 0.0) {
            return None;
        }
        let rise = c1 - c0;
        let (second, third) = (3.0 * rise - 2.0 * d0 - d1, d0 + d1 - 2.0 * rise);
        let root = (second * second - 3.0 * third * d0).max(0.0).sqrt();
        Some(self.value(d0 / (root - second)))
    }
}

/// The polynomial of fifth degree on `0 ≤ t ≤ 1` with given values, slopes and curvatures at its ends (Hermite).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quintic {
    coefficients: [f64; 6],
}

impl Quintic {
    /// From value, slope and curvature at `t = 0` and at `t = 1`.
    pub fn new([y0, d0, s0]: [f64; 3], [y1, d1, s1]: [f64; 3]) -> Self {
        let (rise, steeper, bent) = (y1 - y0 - d0 - 0.5 * s0, d1 - d0 - s0, s1 - s0);
        let c3 = 10.0 * rise - 4.0 * steeper + 0.5 * bent;
        let c4 = -15.0 * rise + 7.0 * steeper - bent;
        let c5 = 6.0 * rise - 3.0 * steeper + 0.5 * bent;
        Self { coefficients: [y0, d0, s0, c3, c4, c5] }
    }

    /// The value at `t`.
    pub fn value(&self, t: f64) -> f64 {
        let [y0, d0, s0, c3, c4, c5] = self.coefficients;
        y0 + t * (d0 + t * (0.5 * s0 + t * (c3 + t * (c4 + t * c5))))
    }

    /// The slope at `t`.
    pub fn slope(&self, t: f64) -> f64 {
        let [_, d0, s0, c3, c4, c5] = self.coefficients;
        d0 + t * (s0 + t * (3.0 * c3 + t * (4.0 * c4 + t * 5.0 * c5)))
    }

    /// The curvature at `t`.
    pub fn curvature(&self, t: f64) -> f64 {
        let [_, _, s0, c3, c4, c5] = self.coefficients;
        s0 + t * (6.0 * c3 + t * (12.0 * c4 + t * 20.0 * c5))
    }
}

/// A moment of the motion.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Moment {
    /// Time \[s\].
    pub time: f64,
    /// Gap between sphere and wall \[m\].
    pub gap: f64,
    /// Speed of the sphere [m/s], positive away from the wall.
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
    cubic: Cubic,
}

impl Hermite {
    /// The interpolant between two moments; `to` must be later than `from`.
    pub fn new(from: Moment, to: Moment) -> Self {
        assert!(to.time > from.time, "time does not advance: {} s, then {} s", from.time, to.time);
        let span = to.time - from.time;
        let cubic = Cubic { first: [from.gap, span * from.velocity], last: [to.gap, span * to.velocity] };
        Self { from, to, cubic }
    }

    /// The gap \[m\] at `time`; exact at both ends.
    pub fn gap(&self, time: f64) -> f64 {
        if time == self.to.time { self.to.gap } else { self.cubic.value(self.fraction(time)) }
    }

    /// The speed [m/s] at `time`, linear between the ends.
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
        let s = if v1 == 0.0 { 1.0 } else { root_in_unit(|s| self.cubic.slope(s)) };
        Some(Moment { time: self.time(s), gap: self.cubic.value(s), velocity: 0.0 })
    }

    /// The first moment at which the gap equals `level`, if it lies between the gaps of the two ends.
    pub fn crossing(&self, level: f64) -> Option<Moment> {
        let (below, above) = (self.from.gap - level, self.to.gap - level);
        if below * above > 0.0 || below == 0.0 {
            return None;
        }
        let s = root_in_unit(|s| self.cubic.value(s) - level);
        Some(Moment { time: self.time(s), gap: level, velocity: self.cubic.slope(s) / self.span() })
    }

    fn span(&self) -> f64 {
        self.to.time - self.from.time
    }

    fn time(&self, s: f64) -> f64 {
        if s == 1.0 { self.to.time } else { self.from.time + s * self.span() }
    }
}

/// Straight line from `a` at `s = 0` to `b` at `s = 1`; exact at both ends.
pub fn lerp(a: f64, b: f64, s: f64) -> f64 {
    if s == 1.0 { b } else { a + s * (b - a) }
}

/// The root in [0, 1] of a function whose values at the ends differ in sign, to the last bit.
fn root_in_unit(f: impl Fn(f64) -> f64) -> f64 {
    let positive_first = f(0.0) > 0.0;
    bisect(Bracket::UNIT, 64, |s| (f(s) > 0.0) == positive_first).middle()
}

/// A state of the motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotionPoint {
    /// Gap \[m\].
    pub gap: f64,
    /// Velocity [m/s].
    pub velocity: f64,
    /// Acceleration [m/s²].
    pub acceleration: f64,
}

/// The motion between two states `width` \[s\] apart, `elapsed` \[s\] after the first: the quintic through both.
pub fn quintic(first: MotionPoint, last: MotionPoint, width: f64, elapsed: f64) -> MotionPoint {
    let end = |state: MotionPoint| [state.gap, state.velocity * width, state.acceleration * width * width];
    let (quintic, x) = (Quintic::new(end(first), end(last)), elapsed / width);
    MotionPoint {
        gap: quintic.value(x),
        velocity: quintic.slope(x) / width,
        acceleration: quintic.curvature(x) / (width * width),
    }
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

    #[test]
    fn the_peak_of_a_parabola_is_exact() {
        let y = |t: f64| 3.0 - (t - 0.3) * (t - 0.3);
        let top = Cubic { first: [y(0.0), 0.6], last: [y(1.0), -1.4] }.peak().unwrap();
        assert!((top - 3.0).abs() < 1e-14);
        assert_eq!(Cubic { first: [0.0, 1.0], last: [1.0, 1.0] }.peak(), None);
    }

    #[test]
    fn between_two_states_a_motion_of_fifth_degree_is_exact() {
        let value = |t: f64| 1.0 + t * (2.0 + t * (-1.0 + t * (0.5 + t * (0.3 - 0.2 * t))));
        let slope = |t: f64| 2.0 + t * (-2.0 + t * (1.5 + t * (1.2 - t)));
        let curvature = |t: f64| -2.0 + t * (3.0 + t * (3.6 - 4.0 * t));
        let state = |t: f64| [value(t), 0.9 * slope(t), 0.81 * curvature(t)];
        let between = Quintic::new(state(0.2), state(1.1));
        for t in [0.2, 0.35, 0.7, 1.1] {
            let x = (t - 0.2) / 0.9;
            assert!((between.value(x) - value(t)).abs() < 1e-14);
            assert!((between.slope(x) / 0.9 - slope(t)).abs() < 1e-13);
            assert!((between.curvature(x) / 0.81 - curvature(t)).abs() < 1e-12);
        }
    }
}
