//! Suction of a receding sphere, limited by cavitation.

use super::ImmersedSphere;
use crate::error::{BadParameter, not_negative, positive};
use crate::quantity::LENGTH;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// The pull of the ruptured film on a sphere that leaves the wall.
///
/// Full, the film of a receding sphere has the pressure `p(r) = −3μaV/(h + r²/2a)²`, which the liquid bears down to
/// `−p_c` only. A sphere that leaves from contact finds it ruptured within `r_c`; the void there (as thick as the gap,
/// since its liquid stays where it was) is filled from outside as the gap grows. With `h_c = √(3μaV/p_c)`,
/// `x = h/h_c`, `σ = r²/(2a h_c)`, a liquid that is conserved (Jakobsson & Floberg 1957; Olsson 1965) and constant `V`:
///
/// ```text
/// ∫_{σ_c}^∞ (σ − σ_c − x dσ_c/dx)/(σ (x + σ)³) dσ = ½,      σ_c(0) = 1/√3
/// F/(2πa p_c h_c) = 1/(x + σ_c) − x dσ_c/dx/(x + σ_c)²
/// ```
///
/// The solution starts at `√3` and closes the void at `x = 1.5959` on Reynolds' full film, `1/x`; between `x = 0.81`
/// and there it pulls harder than a film that was never torn, by up to 23 % at `x = 1.35`. Here
///
/// `√3 − 0.7615x + 0.2806x² − 0.1242x³` up to `x = 1.55`, then straight to Reynolds' force:
///
/// within 0.5 % of the solution up to 1.55, and of its work, `∫F dx`, up to the closure. Derived for this solver; valid
/// for `h ≪ a` and a sphere that turned round far below `h_c`.
///
/// # Whether it ruptures
///
/// `h_c` is the thickness of the film at the edge of the region under tension. A film ruptures where a full one would
/// be under more tension than `p_c`, `h < h_c`, if `h_c` is larger than the nucleus from which the void grows: a
/// nucleus larger than the film is not in it. Once ruptured it stays so while the sphere recedes, and it is full again
/// when the sphere approaches. A sphere that bounces is fastest where it leaves the contact, so that each separation
/// decides once. A nucleus of size 0 ruptures every film. The size is a hypothesis on a few measured bounces, not a
/// property of a liquid in a handbook.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct CavitationLimit {
    pressure: f64,
    nucleus: f64,
}

impl CavitationLimit {
    /// `pressure` p_c \[Pa\] > 0: ambient plus hydrostatic minus vapour pressure, about 1e5 Pa in an open tank.
    pub fn new(pressure: f64) -> Result<Self, BadParameter> {
        positive("cavitation_pressure", pressure)?;
        Ok(Self { pressure, nucleus: 0.0 })
    }

    /// The limit of a liquid whose voids grow from nuclei of this size \[m\], 0 or more.
    ///
    /// # Errors
    /// A negative size, or none that is a number.
    pub fn with_nucleus(self, nucleus: f64) -> Result<Self, BadParameter> {
        not_negative("nucleus", nucleus)?;
        Ok(Self { nucleus, ..self })
    }

    /// Size of the nuclei \[m\].
    pub fn nucleus(&self) -> f64 {
        self.nucleus
    }

    /// Whether a film that was ruptured `before`, or was not, is ruptured at this gap \[m\] and velocity [m/s].
    pub fn ruptures(&self, sphere: &ImmersedSphere, gap: f64, velocity: f64, before: bool) -> bool {
        let onset = self.onset_gap(sphere, velocity);
        velocity > 0.0 && (before || (gap < onset && onset > self.nucleus))
    }

    /// Whether the suction is limited in a film that is `torn` or is not: always, where a nucleus of any size suffices.
    pub fn limits(&self, torn: bool) -> bool {
        torn || self.nucleus == 0.0
    }

    /// `p_c` \[Pa\].
    pub fn pressure(&self) -> f64 {
        self.pressure
    }

    /// The gap `h_c` \[m\] below which a full film would rupture, for a velocity [m/s] positive away from the wall; 0
    /// on approach.
    pub fn onset_gap(&self, sphere: &ImmersedSphere, velocity: f64) -> f64 {
        (3.0 * sphere.viscosity * sphere.radius * velocity.max(0.0) / self.pressure).sqrt()
    }

    /// The gap \[m\] up to which the film stays torn, `1.5959 h_c`; 0 on approach.
    pub fn closing_gap(&self, sphere: &ImmersedSphere, velocity: f64) -> f64 {
        CLOSING * self.onset_gap(sphere, velocity)
    }

    /// The suction \[N\] that holds the sphere back, at least 0, at the gap `gap` ≥ 0 \[m\] and the velocity [m/s]
    /// positive away from the wall; 0 on approach.
    pub fn suction(&self, sphere: &ImmersedSphere, gap: f64, velocity: f64) -> f64 {
        if velocity <= 0.0 {
            return 0.0;
        }
        let onset = self.onset_gap(sphere, velocity);
        2.0 * PI * sphere.radius * self.pressure * onset * pull(gap / onset)
    }
}

/// The condition of a nucleus of this size \[m\] on a torn film, in words.
pub(crate) fn beyond_nucleus(nucleus: f64) -> String {
    if nucleus > 0.0 { format!(", where h_c exceeds a nucleus of {}", LENGTH.brief(nucleus)) } else { String::new() }
}

/// `h/h_c` at which the void has closed.
const CLOSING: f64 = 1.595_856;
/// `h/h_c` up to which the cubic holds.
const CUBIC: f64 = 1.55;

/// `F/(2πa p_c h_c)` at `x = h/h_c`.
fn pull(x: f64) -> f64 {
    let cubic = |x: f64| 3.0_f64.sqrt() - x * (0.7615 - x * (0.2806 - 0.1242 * x));
    if x >= CLOSING {
        1.0 / x
    } else if x > CUBIC {
        let part = (x - CUBIC) / (CLOSING - CUBIC);
        (1.0 - part) * cubic(CUBIC) + part / CLOSING
    } else {
        cubic(x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting() -> (CavitationLimit, ImmersedSphere) {
        (CavitationLimit::new(1e5).unwrap(), ImmersedSphere::new(3e-3, 7800.0, 965.0, 0.1).unwrap())
    }

    /// `x dσ_c/dx` of the conserved film; the integrals over `σ` in closed form.
    fn filling(x: f64, edge: f64) -> f64 {
        let whole = x + edge;
        let y = x / whole;
        let by_speed = match y < 0.02 {
            true => (3..14).map(|k| y.powi(k) / f64::from(k)).sum::<f64>() / x.powi(3),
            false => (-(1.0 - y).ln() - y - 0.5 * y * y) / x.powi(3),
        };
        (0.5 / (whole * whole) - edge * by_speed - 0.5) / by_speed
    }

    #[test]
    fn the_pull_is_that_of_a_torn_film_which_conserves_its_liquid() {
        let (mut x, mut edge, mut work, mut fitted) = (1e-3, 1.0 / 3.0_f64.sqrt() - 0.375e-3, 0.0, 0.0);
        while edge > 1e-9 {
            let step = 5e-4 * (20.0 * edge).clamp(1e-4, 1.0);
            let middle = edge + 0.5 * step * filling(x, edge) / x;
            let slope = filling(x + 0.5 * step, middle.max(1e-10)) / (x + 0.5 * step);
            (x, edge) = (x + step, edge + step * slope);
            let whole = x + edge.max(1e-10);
            let exact = 1.0 / whole - filling(x, edge.max(1e-10)) / (whole * whole);
            assert!(x > CUBIC || (pull(x) / exact - 1.0).abs() < 5e-3, "{x}: {} against {exact}", pull(x));
            (work, fitted) = (work + step * exact, fitted + step * pull(x));
        }
        assert!((x / CLOSING - 1.0).abs() < 1e-3, "the void closes at {x}");
        assert!((fitted / work - 1.0).abs() < 5e-3, "work {fitted} against {work}");
    }

    #[test]
    fn the_void_closes_on_reynolds_force_without_a_jump() {
        let (limit, sphere) = setting();
        let (velocity, closing) = (0.3, limit.closing_gap(&sphere, 0.3));
        let reynolds = 6.0 * PI * sphere.viscosity * sphere.radius.powi(2) * velocity / closing;
        assert!((limit.suction(&sphere, closing * (1.0 - 1e-9), velocity) / reynolds - 1.0).abs() < 1e-7);
        assert!((limit.suction(&sphere, closing * (1.0 + 1e-9), velocity) / reynolds - 1.0).abs() < 1e-7);
        let (below, above) = (pull(CUBIC * (1.0 - 1e-9)), pull(CUBIC * (1.0 + 1e-9)));
        assert!((below / above - 1.0).abs() < 1e-7);
    }

    #[test]
    fn a_faster_sphere_is_held_back_harder_at_every_gap() {
        let (limit, sphere) = setting();
        for gap in [0.0, 1e-6, 2e-5, 5e-5, 8e-5, 2e-4] {
            let pulls = [0.05, 0.1, 0.2, 0.4, 0.8].map(|velocity| limit.suction(&sphere, gap, velocity));
            assert!(pulls.windows(2).all(|pair| pair[0] < pair[1]), "{gap}: {pulls:?}");
        }
    }

    #[test]
    fn an_approaching_sphere_is_not_sucked_at_all() {
        let (limit, sphere) = setting();
        assert_eq!(limit.suction(&sphere, 1e-6, -0.3), 0.0);
        assert_eq!(limit.onset_gap(&sphere, -0.3), 0.0);
    }

    #[test]
    fn a_film_ruptures_where_the_region_under_tension_is_thicker_than_the_nucleus_and_stays_so_while_it_recedes() {
        let (limit, sphere) = setting();
        let onset = limit.onset_gap(&sphere, 0.3);
        let coarse = |share: f64| limit.with_nucleus(share * onset).unwrap();
        assert!(coarse(0.99).ruptures(&sphere, 0.1 * onset, 0.3, false));
        assert!(!coarse(1.01).ruptures(&sphere, 0.1 * onset, 0.3, false));
        assert!(!coarse(0.99).ruptures(&sphere, 1.01 * onset, 0.3, false), "no tension beyond the limit there");
        assert!(coarse(0.99).ruptures(&sphere, 0.1 * onset, 0.01, true), "a torn film of a slower sphere stays torn");
        assert!(!coarse(0.99).ruptures(&sphere, 0.1 * onset, -0.01, true), "a film that is squeezed is full");
        assert!(coarse(0.0).limits(false) && !coarse(0.5).limits(false) && coarse(0.5).limits(true));
    }

    #[test]
    fn a_liquid_without_tension_limit_is_refused() {
        assert_eq!(CavitationLimit::new(0.0).unwrap_err().key, "cavitation_pressure");
        assert!(CavitationLimit::new(f64::INFINITY).is_err());
        assert_eq!(CavitationLimit::new(1e5).unwrap().with_nucleus(-1e-6).unwrap_err().key, "nucleus");
    }
}
