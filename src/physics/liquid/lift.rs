//! Lift on a sphere that moves along a wall, or spins, in a flow that has settled around it.
//!
//! ```text
//! wall    C_L ½ρU² πa²,  C_L = I(a/l)/I(0) v(L*)      L* = U l/ν, l = a + h the height of the centre
//!         v = (9/8 + 5.78·10⁻⁶ L*^4.58) e^(−0.292 L*)  to L* = 10,  8.94 L*^(−2.09)  beyond
//!         I = 1.7716 + 0.2160 κ − 0.7292 κ² + 0.4854 κ³
//! spin    −πa³ρ ΩU                                    Rubinow & Keller (1961)
//! ```
//!
//! `v` is the solution of Vasseur & Cox (1977) for a small sphere in the fit of Takemura & Magnaudet (2003), whose 9/8
//! is the drift 3/32 aU²/ν of Cox & Hsu (1977); `I` is the effect of the size of a sphere close by that does not spin
//! (Cherukat & McLaughlin 1994). The wall pushes the sphere away; a sphere that rolls forward is drawn to the wall by
//! its spin, backspin lifts it.
//!
//! Measured drifts agree with Vasseur & Cox up to a Reynolds number of about 3 (Cherukat & McLaughlin 1990); the lift
//! of spin holds below 1, far from walls. Beyond these Reynolds numbers the formulas are used as they stand.

use super::ImmersedSphere;
use crate::keywords;
use std::f64::consts::PI;

keywords! {
    /// Lift on a sphere that moves along a wall.
    #[derive(Default)]
    Lift {
        /// None: in an impact the wake has no time to settle.
        #[default]
        None = "none",
        /// That of a settled flow at Reynolds numbers up to about 3.
        Settled = "settled",
    }
}

/// Largest Reynolds number `UD/ν` at which drifts beside a wall have been found to agree.
pub const LARGEST_REYNOLDS: f64 = 3.0;

impl Lift {
    /// Force away from the wall \[N\] at the gap `δ* = h/a`, on a sphere with the `speed` along the wall [m/s] and, in
    /// `rolling` \[m/s²\], the product of speed and spin, positive where it rolls forward.
    pub fn force(self, sphere: &ImmersedSphere, delta_star: f64, speed: f64, rolling: f64) -> f64 {
        if self == Self::None {
            return 0.0;
        }
        let (a, density) = (sphere.radius, sphere.liquid_density);
        let height = a * (1.0 + delta_star);
        let coefficient = small_sphere(speed.abs() * height / sphere.kinematic_viscosity()) * size(a / height);
        let wall = coefficient * 0.5 * density * speed * speed * PI * a * a;
        wall - PI * a.powi(3) * density * rolling
    }
}

/// Lift coefficient of a small sphere (Vasseur & Cox 1977).
fn small_sphere(height: f64) -> f64 {
    match height {
        height if height < 10.0 => (9.0 / 8.0 + 5.78e-6 * height.powf(4.58)) * (-0.292 * height).exp(),
        height => 8.94 * height.powf(-2.09),
    }
}

/// Lift over that of a small sphere at the same place, with `κ = a/l ≤ 1` (Cherukat & McLaughlin 1994).
fn size(kappa: f64) -> f64 {
    let of = |kappa: f64| 1.7716 + kappa * (0.2160 + kappa * (-0.7292 + kappa * 0.4854));
    of(kappa) / of(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sphere() -> ImmersedSphere {
        ImmersedSphere::new(1e-3, 1200.0, 1000.0, 1.0).unwrap()
    }

    #[test]
    fn a_slow_sphere_drifts_from_the_wall_as_cox_and_hsu_say() {
        let (sphere, speed) = (sphere(), 1e-6);
        let drift = 3.0 / 32.0 * sphere.radius * speed * speed / sphere.kinematic_viscosity();
        let found = Lift::Settled.force(&sphere, 1e3, speed, 0.0) / sphere.stokes_coefficient();
        assert!((found / drift - 1.0).abs() < 1e-3, "{found} {drift}");
        assert!((1.7716 / (9.0 * PI / 16.0) - 1.0).abs() < 3e-3, "both sources have the same limit");
        assert_eq!(Lift::None.force(&sphere, 1.0, 1.0, 1.0), 0.0);
    }

    #[test]
    fn far_from_the_wall_the_lift_falls_as_vasseur_and_cox_say() {
        for height in [10.0_f64, 30.0, 100.0, 300.0] {
            let asymptote = 4.5 * height.powi(-2) * (1.0 + 2.219 / height.sqrt());
            assert!(
                (small_sphere(height) / asymptote - 1.0).abs() < 0.1,
                "{height}: {} {asymptote}",
                small_sphere(height)
            );
        }
        assert!((small_sphere(10.0 - 1e-9) / small_sphere(10.0) - 1.0).abs() < 5e-3);
    }

    #[test]
    fn the_wall_pushes_away_to_second_order_and_backspin_lifts_to_the_first() {
        let sphere = sphere();
        let force = |speed: f64, spin: f64| Lift::Settled.force(&sphere, 0.1, speed, speed * spin);
        assert!(force(1e-6, 0.0) > 0.0 && (force(2e-6, 0.0) / force(1e-6, 0.0) - 4.0).abs() < 1e-3);
        assert_eq!(force(1e-6, 0.0), force(-1e-6, 0.0));
        let rubinow_keller = PI * 1e-9 * 1000.0 * 5.0 * 1e-6;
        assert!(((force(1e-6, -5.0) - force(1e-6, 0.0)) / rubinow_keller - 1.0).abs() < 1e-9);
    }
}
