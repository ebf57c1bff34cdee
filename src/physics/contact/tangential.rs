//! Resistance of a contact to sliding, rolling and twisting, prepared from a law and a pair.

use super::kinematics::Lever;
use super::mode::{ContactMode, ModeLaw, SlidingTest, SpringKind};
use super::overlap_map::NormalStep;
use super::pair::Pair;
use crate::keywords;

/// `coefficient · ε^{quarters/4}`, for `ε ≥ 0`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Power {
    /// Coefficient.
    pub coefficient: f64,
    /// Exponent in quarters: 0, 1 or 2.
    pub(super) quarters: u8,
}

impl Power {
    /// Zero.
    pub const ZERO: Self = Self { coefficient: 0.0, quarters: 0 };

    /// Value at an overlap \[m\].
    #[inline]
    pub fn at(&self, overlap: f64) -> f64 {
        match self.quarters {
            _ if self.coefficient == 0.0 => 0.0,
            0 => self.coefficient,
            1 => self.coefficient * overlap.max(0.0).sqrt().sqrt(),
            _ => self.coefficient * overlap.max(0.0).sqrt(),
        }
    }
}

/// How the friction limit follows the normal force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FrictionLimit {
    /// `μ |F_n|` (LIGGGHTS, MUSEN).
    Magnitude,
    /// `μ max(F_n, 0)` (woo's Hertz).
    Repulsion,
    /// `μ max(F_n + k_nc ε, 0)` (woo's Luding), with `k_nc` [N/m].
    Adhesion(f64),
}

impl FrictionLimit {
    /// Limit over `μ` \[N\] at a normal force \[N\] and overlap \[m\].
    #[inline]
    pub fn load(&self, force: f64, overlap: f64) -> f64 {
        match self {
            Self::Magnitude => force.abs(),
            Self::Repulsion => force.max(0.0),
            Self::Adhesion(kc) => (force + kc * overlap).max(0.0),
        }
    }

    /// `∫ load dt` over a step [N s]: the normal impulse itself where the force only repels.
    pub(super) fn impulse(&self, step: &NormalStep) -> f64 {
        let adhesion = match self {
            Self::Adhesion(kc) => kc * 0.5 * (step.overlap[0] + step.overlap[1]) * step.duration,
            _ => 0.0,
        };
        if step.force[0] >= 0.0 && step.force[1] >= 0.0 {
            (step.impulse + adhesion).max(0.0)
        } else {
            let load = |i: usize| self.load(step.force[i], step.overlap[i]);
            0.5 * step.duration * (load(0) + load(1))
        }
    }
}

keywords! {
    /// Which normal force the friction limit follows.
    LimitKind {
        /// Its magnitude: attraction rubs too (LIGGGHTS, MUSEN).
        Magnitude = "magnitude",
        /// Its repulsive part (woo).
        Repulsion = "repulsion",
    }
}

impl From<LimitKind> for FrictionLimit {
    fn from(kind: LimitKind) -> Self {
        match kind {
            LimitKind::Magnitude => Self::Magnitude,
            LimitKind::Repulsion => Self::Repulsion,
        }
    }
}

/// A mode with spring, dashpot and limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resistance {
    /// Kind of spring.
    pub kind: SpringKind,
    /// Sliding test.
    pub test: SlidingTest,
    /// Which normal force the limit follows.
    pub limit: FrictionLimit,
    /// Spring stiffness: N/m in the sliding, N m/rad in the others.
    pub stiffness: Power,
    /// Dashpot: N s/m, or N m s.
    pub viscosity: Power,
    /// Static limit over load: `μ`, or `μ a₁₂` \[m\].
    pub friction: f64,
}

impl Resistance {
    /// Whether it can resist at all.
    pub fn acts(&self) -> bool {
        self.friction > 0.0 && (self.stiffness.coefficient > 0.0 || self.viscosity.coefficient > 0.0)
    }
}

/// Friction, rolling and twisting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TangentialContact {
    /// Sliding.
    pub sliding: Option<Resistance>,
    /// Rolling about the axes in the contact plane.
    pub rolling: Option<Resistance>,
    /// Twisting about the normal.
    pub twisting: Option<Resistance>,
    /// Rolling friction of MUSEN: torque `μ_ro |F_n| r_i` against the spin of each body (-).
    pub(super) spin_friction: f64,
    /// Dynamic over static limit.
    pub dynamic_ratio: f64,
    /// Rolling torque of constant size against the relative spin, over the elastic normal force \[m\]: `μ_r R`
    /// (LIGGGHTS `cdt`).
    pub(super) directional_rolling: f64,
    /// Lever arms.
    pub lever: Lever,
    /// Whether the tangent plane turns with the mean spin about the normal (woo).
    pub(super) turns_with_spin: bool,
}

impl TangentialContact {
    /// A frictionless contact.
    pub const NONE: Self = Self {
        sliding: None,
        rolling: None,
        twisting: None,
        spin_friction: 0.0,
        dynamic_ratio: 1.0,
        directional_rolling: 0.0,
        lever: Lever::Radius,
        turns_with_spin: false,
    };

    /// The law of one mode over a step of `dt` \[s\], with overlaps \[m\] and normal forces \[N\] before and after.
    pub(super) fn mode_law(&self, resistance: &Resistance, dt: f64, overlap: [f64; 2], force: [f64; 2]) -> ModeLaw {
        ModeLaw {
            dt,
            kind: resistance.kind,
            test: resistance.test,
            stiffness: overlap.map(|x| resistance.stiffness.at(x)),
            viscosity: resistance.viscosity.at(overlap[1]),
            limit: [0, 1].map(|i| resistance.friction * resistance.limit.load(force[i], overlap[i])),
            dynamic_ratio: self.dynamic_ratio,
            stiff: false,
        }
    }

    /// Whether anything resists.
    pub fn acts(&self) -> bool {
        let modes = self.modes().iter().any(|mode| mode.is_some());
        modes || self.spin_friction > 0.0 || self.directional_rolling > 0.0
    }

    /// Sliding, rolling, twisting.
    pub(super) fn modes(&self) -> [Option<Resistance>; 3] {
        [self.sliding, self.rolling, self.twisting]
    }

    /// Elastic energy \[J\] that the springs of these modes hold at an overlap \[m\].
    pub(super) fn stored_energies(&self, modes: [ContactMode; 3], overlap: f64) -> [f64; 3] {
        let resistances = self.modes();
        let of = |r: Resistance, mode: ContactMode| mode.stored_energy(r.stiffness.at(overlap), r.test);
        [0, 1, 2].map(|k| resistances[k].map_or(0.0, |resistance| of(resistance, modes[k])))
    }

    /// Whether a limit of friction follows the magnitude of the normal force: it vanishes where repulsion becomes
    /// attraction, and its spring with it.
    pub(super) fn rubs_under_attraction(&self) -> bool {
        self.modes().into_iter().flatten().any(|mode| mode.limit == FrictionLimit::Magnitude)
    }

    /// Keeps only the modes that act.
    pub(super) fn pruned(mut self) -> Self {
        self.sliding = self.sliding.filter(Resistance::acts);
        self.rolling = self.rolling.filter(Resistance::acts);
        self.twisting = self.twisting.filter(Resistance::acts);
        self
    }
}

/// Mindlin's tangential stiffness `k_t = 8 G* √(R ε)`, times a factor.
pub fn mindlin(pair: &Pair, factor: f64) -> Power {
    let coefficient = factor * 8.0 * pair.effective_shear_modulus() * pair.effective_radius().sqrt();
    Power { coefficient, quarters: 2 }
}
