//! Hertz contact with the damping of Antypov & Elliott (2011), as in woo.
//!
//! ```text
//! P_ne = k_n0 ε^{3/2}                     k_n0 = K √R,  K = 4/3 E*              (Hertz 1882; woo eq. 5)
//! P_nv = α(e) √(m* k_n0) ε^{1/4} ε̇        α(e) = −√5 ln e / √(ln² e + π²)       (Antypov & Elliott 2011; woo eq. 7)
//! ```
//!
//! The damping makes the coefficient of restitution independent of the impact speed, and equal to `e`, as long as the
//! attraction at the end of the contact is kept. Cut (`no_attraction`, the source's default) it returns more: 0.550283
//! for e = 0.5, 0.718201 for 0.7, 0.324864 for 0.2.
//!
//! The source's text writes the restitution as v₀/v₁ and √(E_d/E_k0), and calls dP/dδ a secant stiffness; read v₁/v₀,
//! √(1 − E_d/E_k0) and tangent. For a sphere on a plane R is the radius of the sphere.
//!
//! In the tangential direction the text is silent; the program accumulates `Ḟ_t = k_t v_t` with Mindlin's
//! `k_t = 8 G* √(R ε)` (for unlike materials it averages G and ν; here `1/G* = Σ (2 − ν_i)/G_i`), limited by
//! `tan φ max(F_n, 0)`.
//!
//! Other programs differ by keys: friction limited by `μ |F_n|`, the sliding test on spring and dashpot, the dashpot of
//! LIGGGHTS and MUSEN, rolling models ([`rolling`](super::rolling)), woo's averaged shear modulus, radius above a wall
//! and adhesion.

use super::force::{Branch, Margin, NormalForce, NormalLaw, NormalMemory};
use super::keys::Parameters;
use super::kinematics::Lever;
use super::mode::{SlidingTest, SpringKind};
use super::overlap_map::{ContactScale, HERTZ_LENGTH, OverlapMap};
use super::pair::{Pair, hertz_stiffness};
use super::rolling::Rolling;
use super::tangential::{LimitKind, Power, Resistance, TangentialContact};
use crate::error::BadParameter;
use crate::keys::{NOT_NEGATIVE, POSITIVE, SHARE};
use crate::keywords;
use crate::parameters;
use crate::quantity::{NUMBER, STIFFNESS};
use std::f64::consts::PI;

parameters! {
    /// Parameters of the law `hertz`, with the source's defaults: no damping, no attraction, tan φ = 0.5, accumulated
    /// tangential force at the contact point. The program adds its tangential damping to the stored force in every
    /// step, so that its effect depends on the step; here it is off unless asked for, and then not stored.
    pub struct Hertz {
        normal {
            /// Coefficient of restitution `e = v_after / v_before` (-), 0 < e ≤ 1; 1 means no damping.
            restitution: f64 = 1.0, number(SHARE);
            /// Cut the force at zero when damping would make it attractive.
            no_attraction: bool = true, flag();
        }
        dry {
            /// Coefficient of sliding friction `tan φ` (-).
            friction: f64 = 0.5, number(NOT_NEGATIVE);
            /// Kind of tangential spring.
            tangential: SpringKind = SpringKind::Force, word();
            /// Tangential stiffness over Mindlin's `8 G* √(R ε)` (-).
            tangential_factor: f64 = 1.0, number(NOT_NEGATIVE);
            /// Damp the tangential motion while the contact sticks.
            tangential_damping: bool = false, flag();
            /// With which coefficient.
            tangential_dashpot: Dashpot = Dashpot::Normal, word();
            /// Which force is held against the friction limit.
            sliding_test: SlidingTest = SlidingTest::Spring, word();
            /// Which normal force the friction limit follows.
            friction_limit: LimitKind = LimitKind::Repulsion, word();
            /// Rolling resistance.
            rolling: Rolling = Rolling::NONE, with(Rolling::keys);
            /// Lever arm of the tangential force.
            lever: Lever = Lever::WallPoint, word();
            /// Damping `α` (-) given directly, instead of by the restitution.
            damping_ratio: Option<f64> = None, optional(&NUMBER, POSITIVE);
            /// Shear modulus of the tangential stiffness.
            shear_modulus: ShearModulus = ShearModulus::Mindlin, word();
            /// Effective radius above a wall.
            wall_radius: WallRadius = WallRadius::Whole, word();
            /// Surface energy `γ` [J/m²] of the adhesion of Derjaguin, Muller & Toporov (1975), `−4π R γ` while the
            /// bodies touch.
            surface_energy: f64 = 0.0, quantity(&STIFFNESS, NOT_NEGATIVE);
        }
    }
}

keywords! {
    /// Coefficient of the tangential dashpot.
    Dashpot {
        /// That of the normal damping (woo).
        Normal = "normal",
        /// `2 √(5/6) β √(k_t m*)` from the tangential stiffness, `β = −ln e/√(ln² e + π²)` (LIGGGHTS `hertz`, MUSEN).
        Tangential = "tangential",
    }
}

keywords! {
    /// Effective shear modulus.
    ShearModulus {
        /// `1/G* = Σ (2 − ν_i)/G_i` (Mindlin 1949).
        Mindlin = "mindlin",
        /// `G* = ½ Ḡ/(2 − ν̄)` with the means of both materials (woo); the same for like materials.
        Averaged = "averaged",
    }
}

keywords! {
    /// Effective radius of a sphere on a plane.
    WallRadius {
        /// That of the sphere.
        Whole = "whole",
        /// Half of it: the plane counts as a sphere of the same radius (woo).
        Half = "half",
    }
}

impl Hertz {
    /// Friction and rolling between the bodies of `pair`.
    ///
    /// # Errors
    /// A parameter outside of its range.
    pub fn tangential(&self, pair: &Pair) -> Result<TangentialContact, BadParameter> {
        let normal = self.normal(pair)?;
        let modulus = match self.shear_modulus {
            ShearModulus::Mindlin => pair.effective_shear_modulus(),
            ShearModulus::Averaged => pair.averaged_shear_modulus(),
        };
        let k_t = self.tangential_factor * 8.0 * modulus * self.radius(pair).sqrt();
        let coefficient = match self.tangential_dashpot {
            _ if !self.tangential_damping => 0.0,
            Dashpot::Normal => normal.damping,
            Dashpot::Tangential => 2.0 / 6f64.sqrt() * self.alpha() * (k_t * normal.mass).sqrt(),
        };
        let spring = if self.tangential == SpringKind::None { 0.0 } else { k_t };
        let test = if self.tangential == SpringKind::None { SlidingTest::Total } else { self.sliding_test };
        let sliding = Resistance {
            kind: self.tangential,
            test,
            limit: self.friction_limit.into(),
            stiffness: Power { coefficient: spring, quarters: 2 },
            viscosity: Power { coefficient, quarters: 1 },
            friction: self.friction,
        };
        let contact = TangentialContact {
            sliding: Some(sliding),
            lever: self.lever,
            turns_with_spin: true,
            ..TangentialContact::NONE
        };
        Ok(self.rolling.add_to(contact, pair, normal.stiffness, k_t).pruned())
    }

    fn radius(&self, pair: &Pair) -> f64 {
        match self.wall_radius {
            WallRadius::Half if pair.is_plane() => 0.5 * pair.radius[0],
            _ => pair.effective_radius(),
        }
    }

    /// The restitution at all speeds: that given, or that of the damping given. `None` where attraction is cut off, or
    /// where adhesion makes it depend on the speed.
    fn closed_restitution(&self) -> Option<f64> {
        let damped = self.alpha() > 0.0;
        match self.damping_ratio {
            _ if !damped => Some(1.0),
            _ if self.no_attraction || self.surface_energy > 0.0 => None,
            None => Some(self.restitution),
            Some(ratio) => Some(restitution_with(ratio)),
        }
    }

    /// `α` of the damping.
    fn alpha(&self) -> f64 {
        self.damping_ratio.unwrap_or_else(|| damping_ratio(self.restitution))
    }

    /// The normal force between the bodies of `pair`.
    ///
    /// # Errors
    /// A parameter outside of its range.
    pub fn normal(&self, pair: &Pair) -> Result<HertzNormal, BadParameter> {
        self.validate()?;
        let radius = self.radius(pair);
        let stiffness = hertz_stiffness(pair.effective_modulus(), radius);
        let mass = pair.effective_mass();
        let damping = self.alpha() * (mass * stiffness).sqrt();
        let adhesion = 4.0 * PI * radius * self.surface_energy;
        let (growth, cut, restitution) = (Damping::FourthRoot, self.no_attraction, self.closed_restitution());
        Ok(HertzNormal { stiffness, damping, growth, mass, cut, adhesion, restitution })
    }
}

/// Damping coefficient `α(e) = −√5 ln e / √(ln² e + π²)` (-) (Antypov & Elliott 2011, eq. 17), 0 < e ≤ 1.
pub fn damping_ratio(e: f64) -> f64 {
    let l = e.ln();
    -5f64.sqrt() * l / (l * l + PI * PI).sqrt()
}

/// The restitution `e(α) = exp(−πα/√(5 − α²))` (-) with the damping `α` (Antypov & Elliott 2011, the inverse of their
/// eq. 17); zero from critical damping, `α = √5`, on.
pub fn restitution_with(damping_ratio: f64) -> f64 {
    let left = 5.0 - damping_ratio * damping_ratio;
    if left > 0.0 { (-PI * damping_ratio / left.sqrt()).exp() } else { 0.0 }
}

/// Elastic sphere on an elastic body: closed-form results of `m* ε̈ = −k ε^{3/2}`.
///
/// All are exact; `stiffness` is `k = 4/3 E* √R` [N/m^{3/2}], `mass` is `m*` \[kg\], `speed` the impact speed [m/s].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ElasticImpact {
    /// `k = 4/3 E* √R` [N/m^{3/2}].
    pub stiffness: f64,
    /// Effective mass `m*` \[kg\].
    pub mass: f64,
    /// Impact speed [m/s].
    pub speed: f64,
}

impl ElasticImpact {
    /// That of `pair` at `speed` [m/s].
    pub fn of(pair: &Pair, speed: f64) -> Self {
        let stiffness = hertz_stiffness(pair.effective_modulus(), pair.effective_radius());
        Self { stiffness, mass: pair.effective_mass(), speed }
    }

    /// Largest overlap `ε_max = (5 m* V²/(4 k))^{2/5}` \[m\].
    pub fn max_overlap(&self) -> f64 {
        (1.25 * self.mass * self.speed * self.speed / self.stiffness).powf(0.4)
    }

    /// Contact time `T = 2 ε_max/V ∫₀¹ dx/√(1 − x^{5/2}) = 2.9433 ε_max/V` \[s\] (Landau & Lifshitz, Theory of
    /// Elasticity, §9).
    pub fn contact_time(&self) -> f64 {
        CONTACT_TIME * self.max_overlap() / self.speed
    }

    /// Largest pressure in the contact of bodies with the effective modulus `modulus` \[Pa\], `p₀ = (2 E*/π)
    /// √(ε_max/R)` with `√R = 3 k/(4 E*)` \[Pa\] (Hertz 1882).
    pub fn peak_pressure(&self, modulus: f64) -> f64 {
        let root_of_radius = 0.75 * self.stiffness / modulus;
        2.0 / PI * modulus * self.max_overlap().sqrt() / root_of_radius
    }
}

/// Time of an elastic collision of two equal spheres \[s\], `τ = 2.214 (ρ/E)^{2/5} (r₁ + r₂)/v₀^{1/5}` (Landau &
/// Lifshitz; woo): density [kg/m³], effective modulus `E = E*` \[Pa\], sum of radii \[m\], speed [m/s]. The number has
/// four digits.
pub fn collision_time(density: f64, modulus: f64, radii: f64, speed: f64) -> f64 {
    2.214 * (density / modulus).powf(0.4) * radii / speed.powf(0.2)
}

/// `2 ∫₀¹ dx/√(1 − x^{5/2}) = 4√π Γ(2/5) / (5 Γ(9/10))`.
pub const CONTACT_TIME: f64 = 2.943_275_184_324_704_3;

/// How damping grows with the overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damping {
    /// Like `ε^{1/4}`: one restitution at all speeds.
    FourthRoot,
    /// Like `ε^{1/2}`: as the tangent stiffness.
    Root,
}

/// Hertz' force with a damping, between given bodies: `F = k ε^{3/2} + c ε^{1/4} ε̇`, or with `c ε^{1/2} ε̇`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HertzNormal {
    /// `k` [N/m^{3/2}].
    pub stiffness: f64,
    /// `c` [N s/m^{5/4}], or [N s/m^{3/2}].
    pub damping: f64,
    /// How damping grows with the overlap.
    pub growth: Damping,
    /// Effective mass `m*` \[kg\].
    pub mass: f64,
    /// Whether attraction by damping is cut.
    pub(super) cut: bool,
    /// Constant attraction while the bodies touch \[N\].
    pub adhesion: f64,
    /// Restitution (-) at all speeds, where there is one in closed form.
    pub restitution: Option<f64>,
}

impl HertzNormal {
    /// The elastic impact at a speed [m/s].
    pub(super) fn elastic(&self, speed: f64) -> ElasticImpact {
        ElasticImpact { stiffness: self.stiffness, mass: self.mass, speed }
    }

    /// The force with attraction kept.
    #[inline]
    fn uncut_force(&self, overlap: f64, rate: f64) -> NormalForce {
        if overlap <= 0.0 {
            return NormalForce::ZERO;
        }
        let root = overlap.sqrt();
        let (exponent, eta) = match self.growth {
            Damping::FourthRoot => (0.25, self.damping * root.sqrt()),
            Damping::Root => (0.5, self.damping * root),
        };
        let by_overlap = 1.5 * self.stiffness * root + exponent * eta * rate / overlap;
        NormalForce::new(self.stiffness * overlap * root, eta * rate, by_overlap, eta)
    }

    #[inline]
    fn with_adhesion(&self, overlap: f64, force: NormalForce) -> NormalForce {
        if self.adhesion > 0.0 && overlap >= 0.0 {
            NormalForce { force: force.force - self.adhesion, ..force }
        } else {
            force
        }
    }

    /// Force over damping coefficient, `k ε^{5/4}/c + ε̇` or `k ε/c + ε̇` [m/s], and its derivative with respect to the
    /// overlap: negative where the force attracts.
    #[inline]
    fn cut_margin(&self, overlap: f64, rate: f64) -> (f64, f64) {
        let slope = self.stiffness / self.damping;
        match self.growth {
            Damping::FourthRoot => {
                let slope = slope * overlap.max(0.0).sqrt().sqrt();
                (slope * overlap + rate, 1.25 * slope)
            }
            Damping::Root => (slope * overlap + rate, slope),
        }
    }
}

impl NormalLaw for HertzNormal {
    #[inline]
    fn force(&self, overlap: f64, rate: f64, _memory: &NormalMemory) -> NormalForce {
        self.with_adhesion(overlap, self.uncut_force(overlap, rate).without_attraction_if(self.cut))
    }

    /// `2/5 k ε^{5/2}`, less the work of adhesion.
    #[inline]
    fn stored_energy(&self, overlap: f64, _memory: &NormalMemory) -> f64 {
        let x = overlap.max(0.0);
        let hertz = 0.4 * self.stiffness * x * x * x.sqrt();
        if self.adhesion > 0.0 { hertz - self.adhesion * x } else { hertz }
    }

    /// `2.9433 ε_max/V`.
    fn contact_time(&self, speed: f64) -> f64 {
        self.elastic(speed).contact_time()
    }

    fn mass(&self) -> f64 {
        self.mass
    }

    fn closed_restitution(&self, _speed: f64) -> Option<f64> {
        self.restitution
    }

    fn speed_under_load(&self, load: f64) -> f64 {
        let k = self.stiffness;
        (0.8 * k / self.mass).sqrt() * (2.0 * ((load + self.adhesion) / k).powf(2.0 / 3.0)).powf(1.25)
    }

    /// In the coordinate that resolves the ends of the contact; smaller steps where damping is far beyond critical.
    fn scale(&self, speed: f64, steps: f64) -> ContactScale {
        let length = self.elastic(speed).max_overlap();
        let slower = match self.growth {
            Damping::FourthRoot => 1.0,
            Damping::Root => (0.2 * (self.damping * length.sqrt() / self.mass * length / speed)).max(1.0),
        };
        ContactScale { map: OverlapMap::Quartic, length, speed, step: HERTZ_LENGTH / steps / slower }
    }

    fn branch(&self, overlap: f64, rate: f64, _memory: &NormalMemory) -> Branch {
        if self.cut && self.cut_margin(overlap, rate).0 < 0.0 { Branch::Cut } else { Branch::Smooth }
    }

    #[inline]
    fn branch_force(&self, branch: Branch, overlap: f64, rate: f64, _memory: &NormalMemory) -> NormalForce {
        let force = self.uncut_force(overlap, rate);
        self.with_adhesion(overlap, if branch == Branch::Cut { force.cancelled() } else { force })
    }

    #[inline]
    fn margins(&self, branch: Branch, overlap: f64, rate: f64, _memory: &NormalMemory) -> [Margin; 2] {
        if !self.cut || self.damping <= 0.0 || (rate > 0.0 && branch == Branch::Smooth) {
            return [Margin::NONE; 2];
        }
        let (value, by_overlap) = self.cut_margin(overlap, rate);
        let end = match branch {
            Branch::Cut => Margin { value: -value, by_overlap: -by_overlap, by_rate: -1.0, next: Branch::Smooth },
            _ => Margin { value, by_overlap, by_rate: 1.0, next: Branch::Cut },
        };
        [end, Margin::NONE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_damping_at_restitution_one_and_critical_damping_at_zero() {
        assert_eq!(damping_ratio(1.0), 0.0);
        assert!((damping_ratio(1e-300) - 5f64.sqrt()).abs() < 1e-4);
        assert!((damping_ratio((-PI).exp()) - 2.5f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn impossible_restitutions_are_refused() {
        for e in [0.0, -0.1, 1.0001, f64::NAN] {
            let law = Hertz { restitution: e, ..Hertz::default() };
            assert_eq!(law.validate().unwrap_err().key, "restitution");
        }
    }
}
