//! Suction of a receding sphere, limited by cavitation.

use super::ImmersedSphere;
use super::immersed_sphere::positive;
use crate::error::BadParameter;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// The film pressure of a receding sphere, `p(r) = −3μaV/(h + r²/2a)²`, cannot fall below `−p_c`.
///
/// With the pressure held at `−p_c` where lubrication theory would go below it, and `h_c = √(3μaV/p_c)`, the suction
/// is
///
/// `2πa p_c (2h_c − h)` for `h < h_c`, `6πμa²V/h` above;
///
/// both branches and their slopes meet at `h_c`. It is finite at contact: `4πa p_c h_c`. Integral of the held
/// pressure, derived for this solver; valid in the lubrication limit `h ≪ a`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct CavitationLimit {
    pressure: f64,
}

impl CavitationLimit {
    /// `pressure` p_c (Pa) > 0: ambient plus hydrostatic minus vapour pressure, about 1e5 Pa in an open tank.
    pub fn new(pressure: f64) -> Result<Self, BadParameter> {
        positive("cavitation_pressure", pressure)?;
        Ok(Self { pressure })
    }

    /// `p_c` (Pa).
    pub fn pressure(&self) -> f64 {
        self.pressure
    }

    /// The gap `h_c` (m) below which the liquid cavitates, for a velocity (m/s) positive away from the wall; 0 on
    /// approach.
    pub fn onset_gap(&self, sphere: &ImmersedSphere, velocity: f64) -> f64 {
        (3.0 * sphere.viscosity * sphere.radius * velocity.max(0.0) / self.pressure).sqrt()
    }

    /// The suction (N) that holds the sphere back, at least 0, at the gap `gap` ≥ 0 (m) and the velocity (m/s)
    /// positive away from the wall; 0 on approach.
    pub fn suction(&self, sphere: &ImmersedSphere, gap: f64, velocity: f64) -> f64 {
        let onset = self.onset_gap(sphere, velocity);
        if gap < onset {
            2.0 * PI * sphere.radius * self.pressure * (2.0 * onset - gap)
        } else if velocity > 0.0 {
            6.0 * PI * sphere.viscosity * sphere.radius.powi(2) * velocity / gap
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting() -> (CavitationLimit, ImmersedSphere) {
        (CavitationLimit::new(1e5).unwrap(), ImmersedSphere::new(3e-3, 7800.0, 965.0, 0.1).unwrap())
    }

    #[test]
    fn the_two_branches_meet_with_equal_slopes_where_cavitation_sets_in() {
        let (limit, sphere) = setting();
        let onset = limit.onset_gap(&sphere, 0.3);
        let force = |x: f64| limit.suction(&sphere, onset * x, 0.3);
        assert!((force(1.0 - 1e-9) / force(1.0 + 1e-9) - 1.0).abs() < 1e-8);
        let (below, above) = ((force(1.0) - force(0.999)) / 1e-3, (force(1.001) - force(1.0)) / 1e-3);
        assert!((below / above - 1.0).abs() < 2e-3, "{below} {above}");
    }

    #[test]
    fn the_suction_is_the_integral_of_the_pressure_held_at_its_floor() {
        let (limit, sphere) = setting();
        let (a, velocity) = (sphere.radius, 0.3);
        let onset = limit.onset_gap(&sphere, velocity);
        for gap in [0.0, 0.1 * onset, 0.7 * onset, 1.5 * onset] {
            let width = (2.0 * a * onset).sqrt();
            let pressure = |r: f64| {
                let film = gap + r * r / (2.0 * a);
                (3.0 * sphere.viscosity * a * velocity / (film * film)).min(limit.pressure())
            };
            let edge = width * 300.0;
            let n = 300_000;
            let sum: f64 = (0..n)
                .map(|k| {
                    let x = (k as f64 + 0.5) / n as f64;
                    let r = edge * x * x;
                    pressure(r) * 2.0 * PI * r * 2.0 * edge * x / n as f64
                })
                .sum();
            let tail = 6.0 * PI * sphere.viscosity * a * a * velocity / (gap + edge * edge / (2.0 * a));
            let force = limit.suction(&sphere, gap, velocity);
            assert!(((sum + tail) / force - 1.0).abs() < 1e-5, "{gap:e}: {}", (sum + tail) / force - 1.0);
        }
    }

    #[test]
    fn an_approaching_sphere_is_not_sucked_at_all() {
        let (limit, sphere) = setting();
        assert_eq!(limit.suction(&sphere, 1e-6, -0.3), 0.0);
        assert_eq!(limit.onset_gap(&sphere, -0.3), 0.0);
    }

    #[test]
    fn a_liquid_without_tension_limit_is_refused() {
        assert_eq!(CavitationLimit::new(0.0).unwrap_err().key, "cavitation_pressure");
        assert!(CavitationLimit::new(f64::INFINITY).is_err());
    }
}
