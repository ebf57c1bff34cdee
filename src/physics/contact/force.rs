//! The interface of normal laws: the force, the memory of a contact, and the branches on which a law is smooth.
//!
//! Every law of the normal force implements [`NormalLaw`]. Three things are asked of every law: force, stored energy,
//! contact time; everything else has a default that holds for laws without range, plasticity and branches.
//!
//! # Branches
//! On a branch the force is a smooth function, and where it ends is known. An integrator stays on one branch up to its
//! [`Margin`], lands there, and goes on with the next:
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

use super::depth::PassedThrough;
use super::fault::LawFault;
use super::overlap_map::ContactScale;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Normal force, positive when it pushes the bodies apart, and its partial derivatives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalForce {
    /// Force \[N\].
    pub force: f64,
    /// The part of it that is viscous \[N\]; its power `viscous · rate` is dissipated.
    pub viscous: f64,
    /// `∂F/∂ε` at fixed rate [N/m]. With Antypov–Elliott damping it grows like `ε^{−3/4}` towards the start of contact.
    pub by_overlap: f64,
    /// `∂F/∂ε̇` at fixed overlap [N s/m].
    pub by_rate: f64,
}

impl NormalForce {
    /// No contact.
    pub const ZERO: Self = Self { force: 0.0, viscous: 0.0, by_overlap: 0.0, by_rate: 0.0 };

    /// The sum of an elastic and a viscous force, with the derivatives of the sum.
    #[inline]
    pub fn new(elastic: f64, viscous: f64, by_overlap: f64, by_rate: f64) -> Self {
        Self { force: elastic + viscous, viscous, by_overlap, by_rate }
    }

    /// Zero: the viscous part just cancels the elastic one.
    #[inline]
    pub fn cancelled(self) -> Self {
        Self { force: 0.0, viscous: self.viscous - self.force, by_overlap: 0.0, by_rate: 0.0 }
    }

    /// Zero instead of attraction.
    #[inline]
    pub(super) fn without_attraction_if(self, cut: bool) -> Self {
        if cut && self.force < 0.0 { self.cancelled() } else { self }
    }
}

/// The memory of a contact: part of a checkpoint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NormalMemory {
    /// Whether the last accepted state was inside the range of the law.
    pub inside: bool,
    /// Closing speed when the range was entered, `V_I` [m/s]; that of the present or the last contact.
    pub impact_speed: f64,
    /// Largest overlap of the present contact, `ε_max` \[m\]; zero when apart.
    pub max_overlap: f64,
    /// Overlap \[m\] and closing rate [m/s] of the last accepted state.
    pub last: Option<(f64, f64)>,
}

/// A smooth piece of a normal law.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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

impl Margin {
    /// No end.
    pub const NONE: Self = Self { value: 1.0, by_overlap: 0.0, by_rate: 0.0, next: Branch::Smooth };

    /// Inside as long as the overlap is below `limit`.
    #[inline]
    pub fn below(limit: f64, overlap: f64, next: Branch) -> Self {
        Self { value: limit - overlap, by_overlap: -1.0, by_rate: 0.0, next }
    }

    /// Inside as long as the bodies approach.
    #[inline]
    pub fn closing(rate: f64, next: Branch) -> Self {
        Self { value: rate, by_overlap: 0.0, by_rate: 1.0, next }
    }

    /// Inside as long as the bodies part.
    #[inline]
    pub(super) fn opening(rate: f64, next: Branch) -> Self {
        Self { value: -rate, by_overlap: 0.0, by_rate: -1.0, next }
    }
}

/// The normal force of a law between given bodies.
///
/// Overlaps are in m (minus the gap; any sign), closing rates in m/s (minus the velocity away from the wall).
pub trait NormalLaw: std::fmt::Debug + Send + Sync {
    /// Force away from the other body and its partial derivatives. Pure: trials may be repeated in any order.
    fn force(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> NormalForce;

    /// Elastic energy the contact can give back \[J\].
    fn stored_energy(&self, overlap: f64, memory: &NormalMemory) -> f64;

    /// Contact time of an undamped impact at `speed` [m/s], in seconds: the scale of a time step.
    fn contact_time(&self, speed: f64) -> f64;

    /// Effective mass `m*` of the bodies \[kg\].
    fn mass(&self) -> f64;

    /// Why the law has no force to give, once that is so: the motion then ends. Its forces do not count any more.
    fn fault(&self) -> Option<LawFault> {
        None
    }

    /// Dry coefficient of restitution (-) of an impact at `speed` [m/s], where it is known in closed form; zero where
    /// the bodies stick. `None`: the impact must be computed.
    fn closed_restitution(&self, _speed: f64) -> Option<f64> {
        None
    }

    /// Gap \[m\] at which the law begins to act.
    fn range(&self) -> f64 {
        0.0
    }

    /// The sphere that this law did not stop: one at an `overlap` \[m\] at which the law, though it should, pushes no
    /// more.
    fn passed(&self, _overlap: f64, _memory: &NormalMemory) -> Option<PassedThrough> {
        None
    }

    /// Whether the law acts at this overlap.
    fn is_inside(&self, overlap: f64) -> bool {
        overlap > 0.0
    }

    /// Contact time \[s\] belonging to the present state: that of the impact with the same kinetic and elastic energy,
    /// the energy of attraction included, so it holds during impact and at rest on the wall alike, pressed by weight or
    /// held by attraction. Infinite for a sphere at rest outside that nothing attracts.
    fn natural_time(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> f64 {
        let energy = self.stored_energy(overlap, memory) + self.bond_energy();
        self.contact_time((rate * rate + 2.0 * energy / self.mass()).sqrt())
    }

    /// Energy \[J\] on which attraction alone moves the sphere: that of [`speed_under_load`](Self::speed_under_load)
    /// without a load. It exceeds the depth to which attraction lowers the stored energy, so their sum is positive.
    /// Zero for a law that does not attract resting bodies.
    fn bond_energy(&self) -> f64 {
        0.5 * self.mass() * self.speed_under_load(0.0).powi(2)
    }

    /// Speed [m/s] of the undamped impact that goes twice as deep as a steady load \[N\] does, together with the
    /// attraction of the law: a scale for contacts under weight. Zero for a law that carries no steady load, and for no
    /// load where nothing attracts.
    fn speed_under_load(&self, load: f64) -> f64 {
        let (memory, edge) = (NormalMemory::default(), -self.range());
        let carries = |depth: f64| self.force(edge + depth, 0.0, &memory).force >= load;
        let (mut low, mut high) = (0.0, 1e-12);
        if load <= 0.0 && carries(high) {
            return 0.0;
        }
        while !carries(high) && high < 1e3 {
            (low, high) = (high, 2.0 * high);
        }
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if carries(middle) { high = middle } else { low = middle }
        }
        // A steady pull lowers the energy of a spring as far as its own energy raises it at the depth of balance, and
        // four times that is the spring's at twice the depth.
        let stored = |depth: f64| self.stored_energy(edge + depth, &memory);
        (2.0 * (stored(2.0 * high) - 4.0 * stored(high).min(0.0)) / self.mass()).sqrt()
    }

    /// Units of an impact at `speed` [m/s], and the step that makes so many steps per undamped contact.
    fn scale(&self, speed: f64, steps: f64) -> ContactScale {
        ContactScale::even(speed, speed * self.contact_time(speed) / PI, PI / steps)
    }

    /// Closing speed [m/s] at which the sphere entered the range, if this is the first state inside it.
    fn entry_speed(&self, _overlap: f64, rate: f64, _memory: &NormalMemory) -> f64 {
        rate
    }

    /// Largest overlap in force at `overlap` after the history `max_overlap` \[m\].
    fn history(&self, overlap: f64, max_overlap: f64) -> f64 {
        max_overlap.max(overlap)
    }

    /// The branch a contact begins on.
    fn first_branch(&self) -> Branch {
        Branch::Smooth
    }

    /// The branch of a state inside a contact.
    fn branch(&self, _overlap: f64, _rate: f64, _memory: &NormalMemory) -> Branch {
        Branch::Smooth
    }

    /// Force of a branch, continued smoothly beyond its ends.
    fn branch_force(&self, _branch: Branch, overlap: f64, rate: f64, memory: &NormalMemory) -> NormalForce {
        self.force(overlap, rate, memory)
    }

    /// Ends of a branch; [`Margin::NONE`] where there is none.
    fn margins(&self, _branch: Branch, _overlap: f64, _rate: f64, _memory: &NormalMemory) -> [Margin; 2] {
        [Margin::NONE; 2]
    }

    /// Largest overlap in force after a step on a branch that ends at `overlap` \[m\].
    fn history_after(&self, _branch: Branch, overlap: f64, max_overlap: f64) -> f64 {
        self.history(overlap, max_overlap)
    }

    /// Energy \[J\] that plasticity or adhesion dissipates on a branch between two overlaps, with the histories before
    /// and after.
    fn loss(&self, _branch: Branch, _overlap: [f64; 2], _history: [f64; 2]) -> f64 {
        0.0
    }

    /// Energy \[J\] that plasticity and adhesion dissipate on the way between two overlaps \[m\], over whatever
    /// branches, after the history `max_overlap` \[m\].
    fn loss_between(&self, _overlap: [f64; 2], _max_overlap: f64) -> f64 {
        0.0
    }
}
