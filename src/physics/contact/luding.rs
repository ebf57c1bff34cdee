//! Elastic–plastic–adhesive contact of Luding (2008), as in woo.
//!
//! ```text
//! f_n = γ_n ε̇ + { k_n1 ε               plastic loading     where k_n2 (ε − ε_0) ≥ k_n1 ε
//!               { −k_nc ε              adhesion            where −k_nc ε ≥ k_n2 (ε − ε_0)
//!               { k_n2 (ε − ε_0)       unloading, reloading
//! k_n2(ε_max) = k_n1 + (k̂_n2 − k_n1) min(ε_max/ε_lim, 1)               (woo eq. 27)
//! ε_0         = ε_max (1 − k_n1/k_n2)
//! ε_lim       = k̂_n2/(k̂_n2 − k_n1) φ_f a₁₂,   a₁₂ = 2 a₁ a₂/(a₁ + a₂)
//! ```
//!
//! The contact exists while the bodies overlap; when they part, its history is forgotten.
//!
//! Beyond `ε_lim` two models are in use. [`PlasticLimit::Woo`], the text's: loading stays on `k_n1`, only `k_n2` is
//! capped. [`PlasticLimit::Luding`], that of Luding (2008) as in LIGGGHTS, Yade and MercuryDPM: loading continues on
//! the stiff `k̂_n2` branch with `ε_0` frozen, and on the adhesive branch `ε_max` shrinks so that reloading starts
//! there. The programs shrink it step by step with the stiffness of the step before; here it is their limit for
//! small steps, the `ε_max` whose unloading branch meets the adhesive branch at `ε`.
//!
//! The plastic work printed in the source, `W_np = (k_n1 ε_max + k_nc ε_min) ε_0`, is twice the area of the loop of its
//! figure 28 (two triangles): [`LudingNormal::plastic_work`] is the area,
//! [`LudingNormal::published_plastic_work`] the printed value.

use super::force::{Branch, Margin, NormalForce, NormalLaw, NormalMemory};
use super::keys::Parameters;
use super::kinematics::Lever;
use super::mode::{SlidingTest, SpringKind};
use super::pair::Pair;
use super::tangential::{FrictionLimit, Power, Resistance, TangentialContact};
use crate::error::BadParameter;
use crate::keys::{NOT_NEGATIVE, POSITIVE, SHARE};
use crate::keywords;
use crate::parameters;
use crate::quantity::{DAMPING, LENGTH, ROTATIONAL_DAMPING, STIFFNESS};
use std::f64::consts::PI;
use std::ops::Bound::Included;

keywords! {
    /// Behaviour beyond the plastic limit overlap `ε_lim`.
    PlasticLimit {
        /// Loading stays on `k_n1`; only `k_n2` is capped at `k̂_n2`.
        Woo = "woo",
        /// Loading on `k̂_n2` with `ε_0` frozen; `ε_max` shrinks on the adhesive branch.
        Luding = "luding",
    }
}

keywords! {
    /// Which normal force the friction limit follows.
    LudingLimit {
        /// The repulsion above the adhesive branch, `max(F_n + k_nc ε, 0)` (Luding 2008; woo).
        Adhesion = "adhesion",
        /// The magnitude `|F_n|`.
        Magnitude = "magnitude",
    }
}

parameters! {
    /// Parameters of the law `luding`, with the program's defaults (`k1DivKn`, `kaDivKn`, `deltaLimRel`, `viscN`);
    /// `k̂_n2` has none in the source.
    pub struct Luding {
        normal {
            /// Largest stiffness `k̂_n2` [N/m].
            max_stiffness: f64 = 1e6, quantity(&STIFFNESS, POSITIVE);
            /// Loading stiffness over the largest, `k_n1/k̂_n2` (-), in (0, 1].
            loading_ratio: f64 = 0.5, number(SHARE);
            /// Adhesive stiffness over the largest, `k_nc/k̂_n2` (-).
            adhesion_ratio: f64 = 0.2, number((Included(0.0), Included(10.0)));
            /// Dimensionless plasticity depth `φ_f` (-).
            plasticity_depth: f64 = 0.1, number(POSITIVE);
            /// Normal viscous coefficient `γ_n` [N s/m].
            normal_viscosity: f64 = 0.0, quantity(&DAMPING, NOT_NEGATIVE);
            /// Model beyond `ε_lim`.
            plastic_limit: PlasticLimit = PlasticLimit::Woo, word();
            /// Reduced radius `a₁₂` \[m\], instead of `2 a₁ a₂/(a₁ + a₂)`.
            reduced_radius: Option<f64> = None, optional(&LENGTH, POSITIVE);
        }
        dry {
            /// Tangential over largest normal stiffness, `k_t/k_n` (-).
            tangential_ratio: f64 = 0.2, number(NOT_NEGATIVE);
            /// Static friction `tan φ_t` (-).
            friction: f64 = 0.5, number(NOT_NEGATIVE);
            /// Dynamic over static friction `φ_d` (-), in all senses.
            dynamic_ratio: f64 = 0.7, number((Included(0.0), Included(1.0)));
            /// Tangential viscous coefficient `γ_t` [N s/m].
            tangential_viscosity: f64 = 0.0, quantity(&DAMPING, NOT_NEGATIVE);
            /// Rolling stiffness `k_r/k_n` (-).
            rolling_ratio: f64 = 0.2, number(NOT_NEGATIVE);
            /// Static rolling friction `tan φ_r` (-).
            rolling_friction: f64 = 0.4, number(NOT_NEGATIVE);
            /// Rolling viscous coefficient `γ_r` [N m s].
            rolling_viscosity: f64 = 0.1, quantity(&ROTATIONAL_DAMPING, NOT_NEGATIVE);
            /// Twisting stiffness `k_w/k_n` (-).
            twisting_ratio: f64 = 0.2, number(NOT_NEGATIVE);
            /// Static twisting friction `tan φ_w` (-).
            twisting_friction: f64 = 0.3, number(NOT_NEGATIVE);
            /// Twisting viscous coefficient `γ_w` [N m s].
            twisting_viscosity: f64 = 0.1, quantity(&ROTATIONAL_DAMPING, NOT_NEGATIVE);
            /// Which force is held against the friction limit.
            sliding_test: SlidingTest = SlidingTest::Total, word();
            /// Which normal force the friction limit follows.
            friction_limit: LudingLimit = LudingLimit::Adhesion, word();
            /// Lever arm of the tangential force.
            lever: Lever = Lever::WallPoint, word();
        }
    }
}

impl Luding {
    fn a12(&self, pair: &Pair) -> f64 {
        self.reduced_radius.unwrap_or(pair.reduced_radius())
    }

    /// The tangential, rolling and twisting senses between the bodies of `pair`.
    pub(super) fn tangential(&self, pair: &Pair) -> Result<TangentialContact, BadParameter> {
        self.validate()?;
        let a12 = self.a12(pair);
        let sense = |ratio: f64, friction: f64, viscosity: f64, length: f64| Resistance {
            kind: SpringKind::Displacement,
            test: self.sliding_test,
            limit: match self.friction_limit {
                LudingLimit::Adhesion => FrictionLimit::Adhesion(self.adhesion_ratio * self.max_stiffness),
                LudingLimit::Magnitude => FrictionLimit::Magnitude,
            },
            stiffness: Power { coefficient: self.max_stiffness * ratio * length, quarters: 0 },
            viscosity: Power { coefficient: viscosity, quarters: 0 },
            friction: friction * length,
        };
        let contact = TangentialContact {
            sliding: Some(sense(self.tangential_ratio, self.friction, self.tangential_viscosity, 1.0)),
            rolling: Some(sense(self.rolling_ratio, self.rolling_friction, self.rolling_viscosity, a12)),
            twisting: Some(sense(self.twisting_ratio, self.twisting_friction, self.twisting_viscosity, a12)),
            dynamic_ratio: self.dynamic_ratio,
            lever: self.lever,
            turns_with_spin: true,
            ..TangentialContact::NONE
        };
        Ok(contact.pruned())
    }

    /// The normal force between the bodies of `pair`.
    pub fn normal(&self, pair: &Pair) -> Result<LudingNormal, BadParameter> {
        self.validate()?;
        let depth = self.plasticity_depth * self.a12(pair);
        Ok(LudingNormal {
            k1: self.loading_ratio * self.max_stiffness,
            k2_hat: self.max_stiffness,
            kc: self.adhesion_ratio * self.max_stiffness,
            limit_overlap: depth / (1.0 - self.loading_ratio),
            viscosity: self.normal_viscosity,
            mass: pair.effective_mass(),
            limit: self.plastic_limit,
        })
    }
}

/// The normal force of [`Luding`] between given bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LudingNormal {
    /// `k_n1` [N/m].
    pub k1: f64,
    /// `k̂_n2` [N/m].
    pub k2_hat: f64,
    /// `k_nc` [N/m].
    pub kc: f64,
    /// `ε_lim` \[m\]; infinite if `k_n1 = k̂_n2`.
    pub limit_overlap: f64,
    /// `γ_n` [N s/m].
    pub viscosity: f64,
    /// Effective mass `m₁₂` \[kg\].
    pub mass: f64,
    /// Model beyond `ε_lim`.
    pub(super) limit: PlasticLimit,
}

impl LudingNormal {
    /// Unloading stiffness `k_n2` [N/m] after a largest overlap (eq. 27).
    #[inline]
    pub fn unloading_stiffness(&self, max_overlap: f64) -> f64 {
        self.k1 + (self.k2_hat - self.k1) * (max_overlap / self.limit_overlap).min(1.0)
    }

    /// Overlap at zero force `ε_0 = ε_max (1 − k_n1/k_n2)` \[m\]; `ε_max` is capped at `ε_lim` by
    /// [`PlasticLimit::Luding`].
    #[inline]
    pub fn plastic_overlap(&self, max_overlap: f64) -> f64 {
        let reached = match self.limit {
            PlasticLimit::Woo => max_overlap,
            PlasticLimit::Luding => max_overlap.min(self.limit_overlap),
        };
        reached * (1.0 - self.k1 / self.unloading_stiffness(max_overlap))
    }

    /// Overlap of the strongest adhesion, `ε_min = ε_0 k_n2/(k_n2 + k_nc)` \[m\].
    pub fn adhesive_overlap(&self, max_overlap: f64) -> f64 {
        let k2 = self.unloading_stiffness(max_overlap);
        self.plastic_overlap(max_overlap) * k2 / (k2 + self.kc)
    }

    /// Work lost in one loading to `max_overlap` and unloading to zero, `½ (k_n1 ε_max + k_nc ε_min) ε_0` \[J\]: the
    /// area of the loop.
    pub fn plastic_work(&self, max_overlap: f64) -> f64 {
        let reached = match self.limit {
            PlasticLimit::Woo => max_overlap,
            PlasticLimit::Luding => max_overlap.min(self.limit_overlap),
        };
        0.5 * (self.k1 * reached + self.kc * self.adhesive_overlap(max_overlap)) * self.plastic_overlap(max_overlap)
    }

    /// `W_np` as the source prints it \[J\]: twice [`Self::plastic_work`].
    pub fn published_plastic_work(&self, max_overlap: f64) -> f64 {
        2.0 * self.plastic_work(max_overlap)
    }

    /// Largest overlap in force at `overlap` after the history `max_overlap` \[m\].
    #[inline]
    pub fn updated_max_overlap(&self, overlap: f64, max_overlap: f64) -> f64 {
        let raised = max_overlap.max(overlap);
        match self.limit {
            PlasticLimit::Woo => raised,
            PlasticLimit::Luding => raised.min(self.limit_overlap).min(self.adhesive_history(overlap)),
        }
    }

    /// The largest overlap whose unloading branch meets the adhesive branch at `overlap`:
    /// `(k_n2 − k_n1) ε_max = (k_n2 + k_nc) ε` with `k_n2 = k_n1 + s ε_max`.
    fn adhesive_history(&self, overlap: f64) -> f64 {
        let s = (self.k2_hat - self.k1) / self.limit_overlap;
        if s == 0.0 {
            return f64::INFINITY;
        }
        let variable = 0.5 * (overlap + (overlap * overlap + 4.0 * overlap * (self.k1 + self.kc) / s).sqrt());
        if variable <= self.limit_overlap {
            variable
        } else {
            overlap * (self.k2_hat + self.kc) / (self.k2_hat - self.k1)
        }
    }

    /// Force \[N\] and its derivatives at an overlap \[m\], closing rate [m/s] and largest overlap so far \[m\].
    #[inline]
    pub fn force(&self, overlap: f64, rate: f64, max_overlap: f64) -> NormalForce {
        if overlap < 0.0 {
            return NormalForce::ZERO;
        }
        let history = self.updated_max_overlap(overlap, max_overlap);
        let branch = self.steady_branch(overlap, history);
        self.on_branch(branch, overlap, rate, history)
    }

    /// The branch whose force the text's three conditions select.
    #[inline]
    fn steady_branch(&self, overlap: f64, history: f64) -> Branch {
        let unloading = self.unloading_stiffness(history) * (overlap - self.plastic_overlap(history));
        let stiff = self.limit == PlasticLimit::Luding && overlap > self.limit_overlap;
        if unloading >= self.k1 * overlap && !stiff {
            Branch::Loading
        } else if -self.kc * overlap >= unloading {
            Branch::Adhesive
        } else {
            Branch::Elastic
        }
    }

    /// Force of one branch, a linear function of overlap and rate.
    #[inline]
    fn on_branch(&self, branch: Branch, overlap: f64, rate: f64, max_overlap: f64) -> NormalForce {
        let (elastic, slope) = match branch {
            Branch::Loading => (self.k1 * overlap, self.k1),
            Branch::Adhesive => (-self.kc * overlap, -self.kc),
            _ => {
                let k2 = self.unloading_stiffness(max_overlap);
                (k2 * (overlap - self.plastic_overlap(max_overlap)), k2)
            }
        };
        NormalForce::new(elastic, self.viscosity * rate, slope, self.viscosity)
    }
}

impl NormalLaw for LudingNormal {
    #[inline]
    fn force(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> NormalForce {
        self.force(overlap, rate, memory.max_overlap)
    }

    /// The area under the unloading branch, down to zero force: the energy that unloading can give back.
    #[inline]
    fn stored_energy(&self, overlap: f64, memory: &NormalMemory) -> f64 {
        if overlap < 0.0 {
            return 0.0;
        }
        let history = self.updated_max_overlap(overlap, memory.max_overlap);
        let force = self.force(overlap, 0.0, memory.max_overlap).force;
        0.5 * force * force / self.unloading_stiffness(history)
    }

    /// `π/√(k/m* + (γ_n/m*)²)` with the larger of `k̂_n2` and `k_nc`, which also resolves a contact that only creeps.
    fn contact_time(&self, _speed: f64) -> f64 {
        PI / (self.k2_hat.max(self.kc) / self.mass + (self.viscosity / self.mass).powi(2)).sqrt()
    }

    fn mass(&self) -> f64 {
        self.mass
    }

    fn is_inside(&self, overlap: f64) -> bool {
        overlap >= 0.0
    }

    fn natural_time(&self, _overlap: f64, rate: f64, _memory: &NormalMemory) -> f64 {
        self.contact_time(rate)
    }

    fn speed_under_load(&self, load: f64) -> f64 {
        2.0 * load / (self.k1 * self.mass).sqrt()
    }

    fn history(&self, overlap: f64, max_overlap: f64) -> f64 {
        self.updated_max_overlap(overlap, max_overlap)
    }

    fn first_branch(&self) -> Branch {
        Branch::Loading
    }

    /// Loading and adhesion end as soon as the motion turns.
    fn branch(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> Branch {
        match self.steady_branch(overlap, self.updated_max_overlap(overlap, memory.max_overlap)) {
            Branch::Loading if rate < 0.0 => Branch::Elastic,
            Branch::Adhesive if rate > 0.0 && self.limit == PlasticLimit::Luding => Branch::Elastic,
            branch => branch,
        }
    }

    #[inline]
    fn branch_force(&self, branch: Branch, overlap: f64, rate: f64, memory: &NormalMemory) -> NormalForce {
        self.on_branch(branch, overlap, rate, memory.max_overlap)
    }

    #[inline]
    fn margins(&self, branch: Branch, overlap: f64, rate: f64, memory: &NormalMemory) -> [Margin; 2] {
        let luding = self.limit == PlasticLimit::Luding;
        let max_overlap = memory.max_overlap;
        match branch {
            Branch::Loading if luding => {
                [Margin::closing(rate, Branch::Elastic), Margin::below(self.limit_overlap, overlap, Branch::Elastic)]
            }
            Branch::Loading => [Margin::closing(rate, Branch::Elastic), Margin::NONE],
            Branch::Adhesive if luding => [Margin::opening(rate, Branch::Elastic), Margin::NONE],
            Branch::Adhesive => {
                [Margin::below(self.adhesive_overlap(max_overlap), overlap, Branch::Elastic), Margin::NONE]
            }
            _ => {
                let k2 = self.unloading_stiffness(max_overlap);
                let value = k2 * (overlap - self.plastic_overlap(max_overlap)) + self.kc * overlap;
                let adhesion = Margin { value, by_overlap: k2 + self.kc, by_rate: 0.0, next: Branch::Adhesive };
                if luding && max_overlap >= self.limit_overlap {
                    [adhesion, Margin::NONE]
                } else {
                    [adhesion, Margin::below(max_overlap, overlap, Branch::Loading)]
                }
            }
        }
    }

    fn history_after(&self, branch: Branch, overlap: f64, max_overlap: f64) -> f64 {
        match branch {
            Branch::Loading | Branch::Adhesive => self.updated_max_overlap(overlap, max_overlap),
            _ => max_overlap,
        }
    }

    /// Work of the elastic force less the stored energy.
    fn loss(&self, branch: Branch, overlap: [f64; 2], history: [f64; 2]) -> f64 {
        let stiffness = match branch {
            Branch::Loading => self.k1,
            Branch::Adhesive => -self.kc,
            _ => return 0.0,
        };
        let stored = |i: usize| (stiffness * overlap[i]).powi(2) / (2.0 * self.unloading_stiffness(history[i]));
        0.5 * stiffness * (overlap[1].powi(2) - overlap[0].powi(2)) - (stored(1) - stored(0))
    }

    fn loss_between(&self, overlap: [f64; 2], max_overlap: f64) -> f64 {
        let overlap = overlap.map(|overlap| overlap.max(0.0));
        let history = |overlap: f64| [max_overlap, self.updated_max_overlap(overlap, max_overlap)];
        let loading = match history(overlap[1]) {
            [before, after] if after > before => self.loss(Branch::Loading, [before, after], [before, after]),
            _ => 0.0,
        };
        let [from, to] = overlap.map(|overlap| overlap.min(self.adhesive_overlap(max_overlap)));
        let adhesive = if from == to { 0.0 } else { self.loss(Branch::Adhesive, [from, to], history(to)) };
        loading + adhesive
    }
}
