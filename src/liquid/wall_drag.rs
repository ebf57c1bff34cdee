//! Drag at every gap: the near law handed over to the far law where the two meet.

use super::{Direction, FarDrag, NearDrag};
use crate::numerics::{NoRoot, root};
use serde::{Deserialize, Serialize};

/// Quasi-steady drag `6πaμU × factor` of a sphere that moves perpendicular to a wall.
///
/// Near the wall the factor is `λ` of the near law, far from it `φ` of the far law; the change is made at the gap
/// where the two meet, which depends on the Reynolds number and, for Cox & Brenner, on the direction.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct WallDrag {
    /// The law far from the wall.
    pub far: FarDrag,
    /// The law near the wall.
    pub near: NearDrag,
}

impl WallDrag {
    /// Drag over Stokes' drag at the gap `δ* = h/a > 0`, `reynolds = ρ_l |U| D/μ`. Continuous in the gap.
    ///
    /// No root needs to be found here: all near laws cross `φ` once, from above, where they hold (δ* ≤ 1 for Cox &
    /// Brenner, whose `λ(1) = 1 ≤ φ`), so the larger of the two is the one on the right side of the hand-over.
    pub fn factor(&self, delta_star: f64, reynolds: f64, direction: Direction) -> f64 {
        let far = self.far.factor(reynolds);
        if delta_star > self.largest_near_gap() {
            return far;
        }
        self.near.factor(delta_star, reynolds, direction).max(far)
    }

    /// The gap `δ* = h/a` where near and far drag meet.
    ///
    /// Fails where they never do: Brenner's drag and a far law with `φ = 1`.
    pub fn hand_over_gap(&self, reynolds: f64, direction: Direction) -> Result<f64, NoRoot> {
        let excess = |gap: f64| self.near.factor(gap, reynolds, direction) - self.far.factor(reynolds);
        root(excess, 1e-12, self.largest_near_gap().min(1e6), 0.0)
    }

    fn largest_near_gap(&self) -> f64 {
        match self.near {
            NearDrag::CoxBrenner(_) => 1.0,
            NearDrag::Brenner | NearDrag::CooleyOneill => f64::INFINITY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Direction::{Approaching, Receding};
    use super::*;

    #[test]
    fn at_re_90_the_near_and_the_far_drag_meet_at_0_289_diameters() {
        let gap = WallDrag::default().hand_over_gap(90.0, Approaching).unwrap() / 2.0;
        assert!((gap - 0.289).abs() < 0.002, "{gap}");
    }

    #[test]
    fn drag_is_continuous_at_the_hand_over() {
        for near in [NearDrag::default(), NearDrag::Brenner, NearDrag::CooleyOneill] {
            let law = WallDrag { near, ..WallDrag::default() };
            for reynolds in [0.5, 5.0, 30.0, 90.0, 164.0, 788.0] {
                for direction in [Approaching, Receding] {
                    let gap = law.hand_over_gap(reynolds, direction).unwrap();
                    let inside = law.factor(gap * (1.0 - 1e-9), reynolds, direction);
                    let outside = law.factor(gap * (1.0 + 1e-9), reynolds, direction);
                    assert!((inside / outside - 1.0).abs() < 1e-7, "{near:?} {reynolds} {direction:?}");
                    assert!(law.factor(0.5 * gap, reynolds, direction) > law.far.factor(reynolds));
                    assert_eq!(law.factor(2.0 * gap, reynolds, direction), law.far.factor(reynolds));
                }
            }
        }
    }

    #[test]
    fn a_receding_sphere_leaves_the_wall_sooner_than_an_approaching_one_feels_it() {
        let law = WallDrag::default();
        assert!(law.hand_over_gap(90.0, Receding).unwrap() < law.hand_over_gap(90.0, Approaching).unwrap());
    }

    #[test]
    fn creeping_drag_never_meets_the_unbounded_stokes_drag() {
        let law = WallDrag { far: FarDrag::Stokes, near: NearDrag::Brenner };
        assert!(law.hand_over_gap(0.0, Approaching).is_err());
        assert_eq!(law.factor(0.5, 0.0, Approaching), crate::liquid::brenner(0.5));
    }
}
