//! Drag near the wall with the inertia of the film.

use super::Direction;
use crate::error::BadParameter;
use serde::{Deserialize, Serialize};

/// Which Reynolds number enters the inertial term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WallReynolds {
    /// `Re = UD/ν`. With it the near and the far drag meet at 0.29 D for Re = 90, and an expansion of
    /// lubrication theory in the inertia gives the same term.
    #[default]
    Diameter,
    /// `Re_h = hU/ν = ½ δ* Re`, the number often quoted beside the formula.
    Gap,
}

/// `λ = 1/δ* [1 + 1/5 (1 ± ¼ Re) δ* ln(1/δ*)]`, + approaching, − receding.
///
/// Cox & Brenner (1967), Chem. Eng. Sci. 22, 1753, as simplified by Yang (2006). For small gaps: without the
/// constant term it is 8.7 % below Brenner's drag at δ* = 0.1 and Re = 0, and beyond `δ* ≈ 1` it turns negative.
/// While the sphere *recedes* it turns negative much earlier (δ* ≳ 0.1 once Re ≳ 90), drag becoming thrust. There
/// `receding_floor` holds it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct CoxBrenner {
    reynolds: WallReynolds,
    receding_floor: f64,
}

impl Default for CoxBrenner {
    fn default() -> Self {
        Self { reynolds: WallReynolds::Diameter, receding_floor: 1.0 }
    }
}

impl CoxBrenner {
    /// `receding_floor`: smallest factor while receding, 0 to 1. The default, 1, is Stokes' drag far from any wall:
    /// no steady flow past a sphere dissipates less (Helmholtz).
    pub fn new(reynolds: WallReynolds, receding_floor: f64) -> Result<Self, BadParameter> {
        if !(0.0..=1.0).contains(&receding_floor) {
            return Err(BadParameter::new("receding_floor", receding_floor, "must lie between 0 and 1"));
        }
        Ok(Self { reynolds, receding_floor })
    }

    /// The factor `λ` as printed, at the gap `δ* = h/a` and `reynolds = ρ_l |U| D/μ`; may be negative.
    pub fn as_printed(&self, delta_star: f64, reynolds: f64, direction: Direction) -> f64 {
        let inertia = match self.reynolds {
            WallReynolds::Diameter => 0.25 * reynolds,
            WallReynolds::Gap => 0.125 * reynolds * delta_star,
        };
        let sign = match direction {
            Direction::Approaching => 1.0,
            Direction::Receding => -1.0,
        };
        1.0 / delta_star - 0.2 * (1.0 + sign * inertia) * delta_star.ln()
    }

    /// The factor `λ`, held at the floor while the sphere recedes.
    pub fn factor(&self, delta_star: f64, reynolds: f64, direction: Direction) -> f64 {
        let printed = self.as_printed(delta_star, reynolds, direction);
        match direction {
            Direction::Approaching => printed,
            Direction::Receding => printed.max(self.receding_floor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Direction::{Approaching, Receding};
    use super::*;
    use crate::liquid::brenner;

    #[test]
    fn without_inertia_it_lacks_the_constant_of_the_exact_drag() {
        let law = CoxBrenner::default();
        let miss = law.factor(0.1, 0.0, Approaching) / brenner(0.1) - 1.0;
        assert!((miss + 0.087).abs() < 0.0005, "{miss}");
        assert!((law.factor(0.1, 0.0, Approaching) - 10.460_517_018_6).abs() < 1e-9);
    }

    #[test]
    fn on_approach_at_re_90_it_turns_negative_at_0_6_diameters() {
        let law = CoxBrenner::default();
        assert!(law.factor(2.0 * 0.596, 90.0, Approaching) > 0.0);
        assert!(law.factor(2.0 * 0.598, 90.0, Approaching) < 0.0);
    }

    #[test]
    fn a_receding_sphere_is_never_pushed_by_its_drag() {
        let law = CoxBrenner::default();
        assert!(law.as_printed(0.15, 90.0, Receding) < 0.0);
        for k in 0..300 {
            let delta_star = 1e-3 * 10f64.powf(k as f64 / 100.0);
            assert!(law.factor(delta_star, 90.0, Receding) >= 1.0);
        }
    }

    #[test]
    fn inertia_resists_the_approach_and_helps_the_departure() {
        for reynolds in [WallReynolds::Diameter, WallReynolds::Gap] {
            let law = CoxBrenner::new(reynolds, 0.0).unwrap();
            let quiet = law.factor(0.05, 0.0, Approaching);
            assert!(law.factor(0.05, 20.0, Approaching) > quiet);
            assert!(law.factor(0.05, 20.0, Receding) < quiet);
        }
    }

    #[test]
    fn the_gap_form_has_half_the_gap_times_the_reynolds_number() {
        let (by_gap, by_diameter) = (CoxBrenner::new(WallReynolds::Gap, 0.0).unwrap(), CoxBrenner::default());
        let (gap, reynolds) = (0.3, 40.0);
        let (left, right) =
            (by_gap.factor(gap, reynolds, Approaching), by_diameter.factor(gap, 0.5 * gap * reynolds, Approaching));
        assert!((left / right - 1.0).abs() < 1e-15);
    }

    #[test]
    fn a_negative_floor_is_refused() {
        assert_eq!(CoxBrenner::new(WallReynolds::Diameter, -0.1).unwrap_err().key, "receding_floor");
    }
}
