//! The choice of the drag near the wall.

use super::{CoxBrenner, Direction, brenner, cooley_oneill};
use serde::{Deserialize, Serialize};

/// Drag of a sphere near the wall: `6πaμU λ`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NearDrag {
    /// With the inertia of the film, without the exact constant.
    CoxBrenner(CoxBrenner),
    /// Exact in creeping flow.
    Brenner,
    /// Exact in creeping flow at small gaps.
    CooleyOneill,
}

impl Default for NearDrag {
    fn default() -> Self {
        Self::CoxBrenner(CoxBrenner::default())
    }
}

impl NearDrag {
    /// Drag over Stokes' drag at the gap `δ* = h/a`, `reynolds = ρ_l |U| D/μ`.
    pub fn factor(&self, delta_star: f64, reynolds: f64, direction: Direction) -> f64 {
        match self {
            Self::CoxBrenner(law) => law.factor(delta_star, reynolds, direction),
            Self::Brenner => brenner(delta_star),
            Self::CooleyOneill => cooley_oneill(delta_star),
        }
    }
}
