//! The theory of the liquid forces, and where it takes over from the simulated flow.

use super::section::Section;
use crate::keywords;
use crate::quantity::{DIAMETERS, written};
use serde::Serialize;

keywords! {
    /// Where the force of the liquid on the sphere comes from.
    Hydrodynamics {
        /// The simulated flow down to twice the smallest gap of the grid, the film model below.
        Resolved = "resolved",
        /// The simulated flow far from the wall, theory near it, blended over `blend.gap`.
        Blended = "blended",
        /// Theory alone; no flow is simulated.
        Theory = "theory",
        /// The deforming film alone, from `release.gap` to the wall and back; no other force acts on the sphere.
        Film = "film",
    }
}

/// The blend `f = H f_theory + (1 − H) f_flow`, `H = 1/(1 + e^{10(δ/δ_SL − 1)})`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Blend {
    /// `δ_SL`, in diameters. Default 0.2.
    #[serde(serialize_with = "written::diameters")]
    pub gap: f64,
}

impl Blend {
    pub(super) fn read(section: Section<'_>) -> Self {
        let gap = section.quantity("gap", &DIAMETERS).within(1e-4..=10.0).or(0.2);
        section.finish();
        Self { gap }
    }
}

keywords! {
    /// Drag far from the wall.
    Drag {
        /// `1 + 0.15 Re^0.687`.
        SchillerNaumann = "schiller-naumann",
        /// The standard drag curve (Clift, Grace & Weber 1978).
        CliftGraceWeber = "clift-grace-weber",
    }
}

keywords! {
    /// Drag near the wall.
    WallDrag {
        /// Matched asymptotics with first inertial correction (Cox & Brenner 1967).
        CoxBrenner = "cox-brenner",
        /// The exact Stokes series (Brenner 1961).
        Brenner = "brenner",
    }
}

keywords! {
    /// The length in the Reynolds number of the wall drag.
    WallDragReynolds {
        /// `U D/ν`.
        Diameter = "diameter",
        /// `U h/ν`.
        Gap = "gap",
    }
}

keywords! {
    /// Added mass near the wall.
    AddedMass {
        /// The full series and its own derivative.
        Exact = "exact",
        /// Seven terms of the series, and the derivative as printed in the source.
        Published = "published",
    }
}

keywords! {
    /// Kernel of the history force.
    History {
        /// No history force.
        None = "none",
        /// Basset (1888).
        Basset = "basset",
        /// Mei & Adrian (1992).
        MeiAdrian = "mei-adrian",
        /// Kim, Elghobashi & Sirignano (1998).
        Kim = "kim",
    }
}

/// Choices within the theory of the liquid forces; used by `hydrodynamics = "blended"` and `"theory"`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Theory {
    /// Default schiller-naumann.
    pub drag: Drag,
    /// Default cox-brenner.
    pub wall_drag: WallDrag,
    /// Default diameter.
    pub wall_drag_reynolds: WallDragReynolds,
    /// Default exact.
    pub added_mass: AddedMass,
    /// Default basset.
    pub history: History,
    /// Exponent of the wall factor `K_H` of the history force. Default 1.5.
    pub history_exponent: f64,
}

impl Theory {
    pub(super) fn read(section: Section<'_>) -> Self {
        let theory = Self {
            drag: section.word("drag").or(Drag::SchillerNaumann),
            wall_drag: section.word("wall_drag").or(WallDrag::CoxBrenner),
            wall_drag_reynolds: section.word("wall_drag_reynolds").or(WallDragReynolds::Diameter),
            added_mass: section.word("added_mass").or(AddedMass::Exact),
            history: section.word("history").or(History::Basset),
            history_exponent: section.number("history_exponent").within(0.0..=3.0).or(1.5),
        };
        section.finish();
        theory
    }
}
