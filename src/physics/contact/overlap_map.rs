//! A coordinate in which the start and the end of a contact are smooth.
//!
//! Damping forces grow like `ε^{1/4}` or `ε^{1/2}` from the first touch, so a scheme in time loses its order there,
//! whatever its step. With the overlap written as `ε = L f(q)`,
//! ```text
//! f(q) = q⁴/(q³ + b³),      dt = (L/V) f'(q) ds,      b = 1/2
//! ```
//! the motion is an analytic function of `s` up to and through both ends: `f ~ (q/b)⁴ b` for small q makes every
//! quarter power of the overlap smooth, and `f ~ q` further in keeps the steps even in time during the rest of the
//! contact.

const B3: f64 = 0.125;

/// How the overlap depends on the coordinate `q`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OverlapMap {
    /// `f(q) = q`: the step is even in time.
    Even,
    /// `f(q) = q⁴/(q³ + b³)`: the ends of the contact are resolved.
    Quartic,
}

/// Length in `s` of an undamped Hertz impact with `L = ε_max`, `V` the impact speed:
/// `2 ∫ dq/√(1 − f^{5/2})`.
pub const HERTZ_LENGTH: f64 = 2.986812716;

impl OverlapMap {
    /// `f`, `f'` and `f''` at `q ≥ 0`.
    #[inline]
    pub(super) fn at(self, q: f64) -> (f64, f64, f64) {
        match self {
            Self::Even => (q, 1.0, 0.0),
            Self::Quartic => {
                let q2 = q * q;
                let q3 = q2 * q;
                let inverse = 1.0 / (q3 + B3);
                let f = q * q3 * inverse;
                let f1 = (4.0 * q3 - 3.0 * f * q2) * inverse;
                let f2 = (12.0 * q2 - 6.0 * f1 * q2 - 6.0 * f * q) * inverse;
                (f, f1, f2)
            }
        }
    }

    /// The `q ≥ 0` of `f(q) = x`, for `x ≥ 0`.
    pub(super) fn inverse(self, x: f64) -> f64 {
        if self == Self::Even || x <= 0.0 {
            return x.max(0.0);
        }
        let mut q = x + (x * B3).powf(0.25);
        for _ in 0..100 {
            let (f, f1, _) = self.at(q);
            let next = q - (f - x) / f1;
            if (next - q).abs() <= 1e-16 * q {
                break;
            }
            q = next;
        }
        q
    }
}

/// Units of a contact and its step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactScale {
    /// Coordinate.
    pub(super) map: OverlapMap,
    /// `L` \[m\].
    pub length: f64,
    /// `V` [m/s].
    pub speed: f64,
    /// Step `h` in `s`.
    pub step: f64,
}

impl ContactScale {
    /// Steps even in time.
    pub(super) fn even(speed: f64, length: f64, step: f64) -> Self {
        Self { map: OverlapMap::Even, length, speed, step }
    }
}

/// The outcome of one step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalStep {
    /// Duration \[s\].
    pub(super) duration: f64,
    /// Overlap before and after \[m\].
    pub overlap: [f64; 2],
    /// Rate of the overlap before and after [m/s].
    pub rate: [f64; 2],
    /// Normal force before and after \[N\].
    pub force: [f64; 2],
    /// Its rate of change before and after [N/s].
    pub(super) force_rate: [f64; 2],
    /// Impulse of the normal force [N s].
    pub(super) impulse: f64,
    /// How far the wall receded \[m\].
    pub(super) receded: f64,
    /// Energy that went into the wall \[J\].
    pub(super) plate: f64,
    /// Energy dissipated by viscosity \[J\].
    pub viscous: f64,
    /// Energy dissipated by plastic loading \[J\].
    pub(super) plastic: f64,
    /// Energy dissipated on the adhesive branch \[J\].
    pub(super) adhesion: f64,
    /// Whether the bodies parted at the end of the step.
    pub(super) parted: bool,
}

impl NormalStep {
    /// The parts before and after the normal force vanishes, if it changes its sign, with linear overlap and force.
    /// What is booked of energy stays with the whole step.
    pub(super) fn split_where_the_force_vanishes(&self) -> Option<[Self; 2]> {
        let [first, last] = self.force;
        let part = first / (first - last);
        let part_of = |duration: f64, overlap: [f64; 2], force: [f64; 2]| Self {
            duration,
            overlap,
            force,
            impulse: 0.5 * duration * (force[0] + force[1]),
            ..*self
        };
        let middle = self.overlap[0] + part * (self.overlap[1] - self.overlap[0]);
        let durations = [part * self.duration, (1.0 - part) * self.duration];
        (first * last < 0.0).then(|| {
            [
                part_of(durations[0], [self.overlap[0], middle], [first, 0.0]),
                part_of(durations[1], [middle, self.overlap[1]], [0.0, last]),
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_are_those_of_the_map_and_the_inverse_inverts_it() {
        for q in [0.01, 0.2, 0.5, 1.3] {
            let d = 1e-6;
            let (f, f1, f2) = OverlapMap::Quartic.at(q);
            let (up, down) = (OverlapMap::Quartic.at(q + d), OverlapMap::Quartic.at(q - d));
            assert!(((up.0 - down.0) / (2.0 * d) - f1).abs() < 1e-8);
            assert!(((up.1 - down.1) / (2.0 * d) - f2).abs() < 1e-8);
            assert!((OverlapMap::Quartic.inverse(f) - q).abs() < 1e-14);
        }
        assert_eq!(OverlapMap::Quartic.inverse(0.0), 0.0);
    }

    #[test]
    fn the_length_of_a_hertz_impact_is_its_integral() {
        let end = OverlapMap::Quartic.inverse(1.0);
        let n = 1000;
        let sum: f64 = (0..n)
            .map(|i| {
                let u = (i as f64 + 0.5) / n as f64;
                let (f, _, _) = OverlapMap::Quartic.at(end * (1.0 - u * u));
                4.0 * end * u / (1.0 - f.powf(2.5)).sqrt() / n as f64
            })
            .sum();
        assert!((sum / HERTZ_LENGTH - 1.0).abs() < 1e-6, "{sum}");
    }
}
