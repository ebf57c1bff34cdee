//! The choice of the drag far from the wall.

use super::clift_grace_weber::clift_grace_weber;
use super::schiller_naumann::schiller_naumann;
use serde::{Deserialize, Serialize};

/// Drag of a sphere far from every wall: `6πaμU φ(Re)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FarDrag {
    /// `φ = 1`: creeping flow.
    Stokes,
    /// `φ = 1 + 0.15 Re^0.687`, 1 < Re < 800.
    #[default]
    SchillerNaumann,
    /// The standard drag curve, any Re.
    CliftGraceWeber,
}

impl FarDrag {
    /// Drag over Stokes' drag, `φ(Re)` with `Re = ρ_l |U| D/μ`; at least 1 below the drag crisis.
    pub fn factor(self, reynolds: f64) -> f64 {
        match self {
            Self::Stokes => 1.0,
            Self::SchillerNaumann => schiller_naumann(reynolds),
            Self::CliftGraceWeber => clift_grace_weber(reynolds),
        }
    }
}
