//! Drag near the wall with the inertia of the film.

use super::direction::Heading;
use crate::keywords;

keywords! {
    /// The length in the Reynolds number of the inertial term.
    #[derive(Default)]
    WallReynolds {
        /// `Re = UD/ν`. With it the near and the far drag meet at 0.29 D for Re = 90, and an expansion of
        /// lubrication theory in the inertia gives the same term.
        #[default]
        Diameter = "diameter",
        /// `Re_h = hU/ν = ½ δ* Re`, the number often quoted beside the formula.
        Gap = "gap",
    }
}

impl WallReynolds {
    /// The Reynolds number, from that on the diameter and the gap `δ* = h/a`.
    pub(in crate::liquid) fn of(self, reynolds: f64, delta_star: f64) -> f64 {
        match self {
            Self::Diameter => reynolds,
            Self::Gap => 0.5 * delta_star * reynolds,
        }
    }
}

/// Largest gap `δ*` at which the formula is used: `λ(1) = 1`, and beyond it turns negative.
pub(super) const LARGEST_GAP: f64 = 1.0;

/// Smallest factor of a receding sphere, Stokes' drag far from any wall: no steady flow past a sphere dissipates less
/// (Helmholtz).
const RECEDING_FLOOR: f64 = 1.0;

/// `λ = 1/δ* [1 + 1/5 (1 ± ¼ Re) δ* ln(1/δ*)]`, + approaching, − receding; at least 1 while receding.
///
/// Cox & Brenner (1967), Chem. Eng. Sci. 22, 1753, as simplified by Yang (2006). For small gaps: without the
/// constant term it is 8.7 % below Brenner's drag at δ* = 0.1 and Re = 0, and beyond `δ* ≈ 1` it turns negative.
/// While the sphere *recedes* it turns negative much earlier (δ* ≳ 0.1 once Re ≳ 90), drag becoming thrust: there
/// the floor holds it. `reynolds` is `Re` of [`WallReynolds::of`].
pub(super) fn cox_brenner(delta_star: f64, reynolds: f64, direction: Heading) -> f64 {
    let printed = as_printed(delta_star, reynolds, direction);
    match direction {
        Heading::Approaching => printed,
        Heading::Receding => printed.max(RECEDING_FLOOR),
    }
}

/// The factor `λ` as printed; may be negative.
fn as_printed(delta_star: f64, reynolds: f64, direction: Heading) -> f64 {
    let sign = match direction {
        Heading::Approaching => 1.0,
        Heading::Receding => -1.0,
    };
    1.0 / delta_star - 0.2 * (1.0 + sign * (0.25 * reynolds)) * delta_star.ln()
}

#[cfg(test)]
mod tests {
    use super::super::brenner::brenner;
    use super::Heading::{Approaching, Receding};
    use super::*;

    #[test]
    fn without_inertia_it_lacks_the_constant_of_the_exact_drag() {
        let miss = cox_brenner(0.1, 0.0, Approaching) / brenner(0.1) - 1.0;
        assert!((miss + 0.087).abs() < 0.0005, "{miss}");
        assert!((cox_brenner(0.1, 0.0, Approaching) - 10.460_517_018_6).abs() < 1e-9);
    }

    #[test]
    fn on_approach_at_re_90_it_turns_negative_at_0_6_diameters() {
        assert!(cox_brenner(2.0 * 0.596, 90.0, Approaching) > 0.0);
        assert!(cox_brenner(2.0 * 0.598, 90.0, Approaching) < 0.0);
    }

    #[test]
    fn a_receding_sphere_is_never_pushed_by_its_drag() {
        assert!(as_printed(0.15, 90.0, Receding) < 0.0);
        for k in 0..300 {
            let delta_star = 1e-3 * 10f64.powf(k as f64 / 100.0);
            assert!(cox_brenner(delta_star, 90.0, Receding) >= 1.0);
        }
    }

    #[test]
    fn inertia_resists_the_approach_and_helps_the_departure() {
        for form in [WallReynolds::Diameter, WallReynolds::Gap] {
            let (quiet, reynolds) = (as_printed(0.05, 0.0, Approaching), form.of(20.0, 0.05));
            assert!(as_printed(0.05, reynolds, Approaching) > quiet);
            assert!(as_printed(0.05, reynolds, Receding) < quiet);
        }
    }
}
