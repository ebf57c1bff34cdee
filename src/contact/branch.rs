//! Branches of the normal laws: on each of them the force is a smooth function, and where it ends is known.
//!
//! An integrator stays on one branch up to its [`Margin`], lands there, and goes on with the next. The branches and
//! their ends:
//!
//! | law | branch | ends where | next |
//! |---|---|---|---|
//! | `hertz`, `hertz/stiffness`, attraction cut | smooth | force turns attractive | cut |
//! | | cut | force would be repulsive again | smooth |
//! | `luding` | loading on k_n1 | the closing rate vanishes, or (`luding` limit) ε = ε_lim | elastic |
//! | | elastic on k_n2 | ε = ε_max | loading (`luding` limit, at ε_lim: none) |
//! | | | force meets −k_nc ε | adhesive |
//! | | adhesive on −k_nc | `woo`: ε = ε_min; `luding`: the closing rate vanishes | elastic |
//! | `li` | smooth | the gap closes | through |

use super::normal::{NormalContact, NormalForce, NormalMemory};
use serde::{Deserialize, Serialize};

/// A smooth piece of a normal law.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Branch {
    /// The law itself.
    #[default]
    Smooth,
    /// Overlap without force: attraction is cut.
    Cut,
    /// Plastic loading.
    Loading,
    /// Elastic unloading and reloading.
    Elastic,
    /// Adhesion.
    Adhesive,
    /// The sphere has passed the end of the law (`li`).
    Through,
}

/// Distance to the end of a branch, positive inside, with its derivatives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margin {
    /// Value.
    pub value: f64,
    /// Derivative with respect to the overlap.
    pub by_overlap: f64,
    /// Derivative with respect to the closing rate.
    pub by_rate: f64,
    /// The branch beyond.
    pub next: Branch,
}

impl NormalContact {
    /// The branch a contact begins on.
    pub fn first_branch(&self) -> Branch {
        match self {
            Self::Luding(_) => Branch::Loading,
            _ => Branch::Smooth,
        }
    }

    /// The branch of a state inside a contact.
    pub fn branch(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> Branch {
        match self {
            Self::Hertz(law) if law.cut && law.cut_margin(overlap, rate).0 < 0.0 => Branch::Cut,
            Self::HertzStiffness(law) if law.cut && law.cut_margin(overlap, rate).0 < 0.0 => Branch::Cut,
            Self::Luding(law) => law.branch(overlap, rate, memory.max_overlap),
            _ => Branch::Smooth,
        }
    }

    /// Force of a branch, continued smoothly beyond its ends.
    #[inline]
    pub fn branch_force(&self, branch: Branch, overlap: f64, rate: f64, memory: &NormalMemory) -> NormalForce {
        match (self, branch) {
            (Self::Hertz(law), Branch::Cut) => NormalForce::cancelled(law.uncut_force(overlap, rate)),
            (Self::Hertz(law), _) => law.uncut_force(overlap, rate),
            (Self::HertzStiffness(law), Branch::Cut) => NormalForce::cancelled(law.uncut_force(overlap, rate)),
            (Self::HertzStiffness(law), _) => law.uncut_force(overlap, rate),
            (Self::Luding(law), _) => law.branch_force(branch, overlap, rate, memory.max_overlap),
            (Self::Li(_), Branch::Through) => NormalForce::ZERO,
            (Self::Li(law), _) => law.force(overlap, rate, memory),
        }
    }

    /// Ends of a branch; [`Margin::NONE`] where there is none.
    #[inline]
    pub fn margins(&self, branch: Branch, overlap: f64, rate: f64, memory: &NormalMemory) -> [Margin; 2] {
        if rate > 0.0 && branch == Branch::Smooth && !matches!(self, Self::Li(_)) {
            return [Margin::NONE; 2];
        }
        let cut = |(value, by_overlap): (f64, f64)| match branch {
            Branch::Cut => Margin { value: -value, by_overlap: -by_overlap, by_rate: -1.0, next: Branch::Smooth },
            _ => Margin { value, by_overlap, by_rate: 1.0, next: Branch::Cut },
        };
        match self {
            Self::Hertz(law) if law.cut && law.damping > 0.0 => [cut(law.cut_margin(overlap, rate)), Margin::NONE],
            Self::HertzStiffness(law) if law.cut && law.damping > 0.0 => {
                [cut(law.cut_margin(overlap, rate)), Margin::NONE]
            }
            Self::Luding(law) => law.margins(branch, overlap, rate, memory.max_overlap),
            Self::Li(_) if branch == Branch::Smooth => [Margin::below(0.0, overlap, Branch::Through), Margin::NONE],
            _ => [Margin::NONE; 2],
        }
    }
}

impl Margin {
    /// No end.
    pub const NONE: Self = Self { value: 1.0, by_overlap: 0.0, by_rate: 0.0, next: Branch::Smooth };

    /// Inside as long as the overlap is below `limit`.
    #[inline]
    pub(super) fn below(limit: f64, overlap: f64, next: Branch) -> Self {
        Self { value: limit - overlap, by_overlap: -1.0, by_rate: 0.0, next }
    }

    /// Inside as long as the bodies approach.
    #[inline]
    pub(super) fn closing(rate: f64, next: Branch) -> Self {
        Self { value: rate, by_overlap: 0.0, by_rate: 1.0, next }
    }

    /// Inside as long as the bodies part.
    #[inline]
    pub(super) fn opening(rate: f64, next: Branch) -> Self {
        Self { value: -rate, by_overlap: 0.0, by_rate: -1.0, next }
    }
}
