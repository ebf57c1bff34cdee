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

use super::kinematics::Lever;
use super::normal::NormalForce;
use super::pair::{Pair, not_negative};
use super::sense::SpringKind;
use super::tangential::{FrictionLimit, Power, Resistance, TangentialContact, mindlin};
use crate::error::BadParameter;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Parameters of the law `hertz`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Hertz {
    /// Coefficient of restitution `e = v_after / v_before` (-), 0 < e ≤ 1; 1 means no damping.
    pub restitution: f64,
    /// Cut the force at zero when damping would make it attractive.
    pub no_attraction: bool,
    /// Coefficient of sliding friction `tan φ` (-).
    pub friction: f64,
    /// Kind of tangential spring.
    pub tangential: SpringKind,
    /// Tangential stiffness over Mindlin's `8 G* √(R ε)` (-).
    pub tangential_factor: f64,
    /// Damp the tangential motion with the normal damping coefficient while the contact sticks.
    pub tangential_damping: bool,
    /// Lever arm of the tangential force.
    pub lever: Lever,
}

impl Default for Hertz {
    /// The source's: no damping, no attraction, tan φ = 0.5, accumulated tangential force at the contact point. The
    /// program adds its tangential damping to the stored force in every step, so that its effect depends on the step;
    /// here it is off unless asked for, and then not stored.
    fn default() -> Self {
        Self {
            restitution: 1.0,
            no_attraction: true,
            friction: 0.5,
            tangential: SpringKind::Force,
            tangential_factor: 1.0,
            tangential_damping: false,
            lever: Lever::WallPoint,
        }
    }
}

impl Hertz {
    /// Refuses restitutions outside (0, 1] and negative friction.
    pub fn validate(&self) -> Result<(), BadParameter> {
        valid_restitution(self.restitution)?;
        not_negative("friction", self.friction)?;
        not_negative("tangential_factor", self.tangential_factor)
    }

    /// The tangential force between the bodies of `pair`.
    pub fn tangential(&self, pair: &Pair) -> Result<TangentialContact, BadParameter> {
        let damping = if self.tangential_damping { self.normal(pair)?.damping } else { 0.0 };
        let sliding = Resistance {
            stiffness: mindlin(pair, self.tangential_factor),
            viscosity: Power { coefficient: damping, quarters: 1 },
            friction: self.friction,
        };
        let contact = TangentialContact {
            sliding: Some(sliding),
            kind: self.tangential,
            limit: FrictionLimit::Repulsion,
            lever: self.lever,
            turns_with_spin: true,
            ..TangentialContact::NONE
        };
        Ok(contact.pruned())
    }

    /// The normal force between the bodies of `pair`.
    pub fn normal(&self, pair: &Pair) -> Result<HertzNormal, BadParameter> {
        self.validate()?;
        let stiffness = 4.0 / 3.0 * pair.effective_modulus() * pair.effective_radius().sqrt();
        let mass = pair.effective_mass();
        let damping = damping_ratio(self.restitution) * (mass * stiffness).sqrt();
        Ok(HertzNormal { stiffness, damping, mass, cut: self.no_attraction })
    }
}

/// Refuses coefficients of restitution outside (0, 1].
pub(super) fn valid_restitution(e: f64) -> Result<(), BadParameter> {
    if e > 0.0 && e <= 1.0 {
        Ok(())
    } else {
        Err(BadParameter::new("restitution", e, "must be greater than 0 and at most 1"))
    }
}

/// Damping coefficient `α(e) = −√5 ln e / √(ln² e + π²)` (-) (Antypov & Elliott 2011, eq. 17), 0 < e ≤ 1.
pub fn damping_ratio(e: f64) -> f64 {
    let l = e.ln();
    -5f64.sqrt() * l / (l * l + PI * PI).sqrt()
}

/// Elastic sphere on an elastic body: closed-form results of `m* ε̈ = −k ε^{3/2}`.
///
/// All are exact; `stiffness` is `k = 4/3 E* √R` (N/m^{3/2}), `mass` is `m*` (kg), `speed` the impact speed (m/s).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ElasticImpact {
    /// `k = 4/3 E* √R` (N/m^{3/2}).
    pub stiffness: f64,
    /// Effective mass `m*` (kg).
    pub mass: f64,
    /// Impact speed (m/s).
    pub speed: f64,
}

impl ElasticImpact {
    /// Largest overlap `ε_max = (5 m* V²/(4 k))^{2/5}` (m).
    pub fn max_overlap(&self) -> f64 {
        (1.25 * self.mass * self.speed * self.speed / self.stiffness).powf(0.4)
    }

    /// Largest force `k ε_max^{3/2}` (N).
    pub fn max_force(&self) -> f64 {
        self.stiffness * self.max_overlap().powf(1.5)
    }

    /// Contact time `T = 2 ε_max/V ∫₀¹ dx/√(1 − x^{5/2}) = 2.9433 ε_max/V` (s) (Landau & Lifshitz, Theory of Elasticity,
    /// §9).
    pub fn contact_time(&self) -> f64 {
        CONTACT_TIME * self.max_overlap() / self.speed
    }
}

/// Time of an elastic collision of two equal spheres (s), `τ = 2.214 (ρ/E)^{2/5} (r₁ + r₂)/v₀^{1/5}` (Landau & Lifshitz; woo):
/// density (kg/m³), effective modulus `E = E*` (Pa), sum of radii (m), speed (m/s). The number has four digits.
pub fn collision_time(density: f64, modulus: f64, radii: f64, speed: f64) -> f64 {
    2.214 * (density / modulus).powf(0.4) * radii / speed.powf(0.2)
}

/// The area of contact and the pressure on it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactPatch {
    /// Contact radius `a = √(R ε)` (m).
    pub radius: f64,
    /// Largest pressure `p₀ = 3 P/(2π a²)` (Pa).
    pub peak_pressure: f64,
    /// Tangent stiffness `k_n = dP/dε = 2 E* a` (N/m), which the source calls secant.
    pub stiffness: f64,
}

impl ContactPatch {
    /// Of two bodies at an overlap (m).
    pub fn new(pair: &Pair, overlap: f64) -> Self {
        let radius = (pair.effective_radius() * overlap.max(0.0)).sqrt();
        let modulus = pair.effective_modulus();
        let peak_pressure = if overlap > 0.0 { 2.0 * modulus * overlap / (PI * radius) } else { 0.0 };
        Self { radius, peak_pressure, stiffness: 2.0 * modulus * radius }
    }

    /// Pressure `p(r) = p₀ √(1 − (r/a)²)` (Pa) at a distance `r` (m) from the centre.
    pub fn pressure(&self, r: f64) -> f64 {
        if r < self.radius { self.peak_pressure * (1.0 - (r / self.radius).powi(2)).sqrt() } else { 0.0 }
    }
}

/// `2 ∫₀¹ dx/√(1 − x^{5/2}) = 4√π Γ(2/5) / (5 Γ(9/10))`.
pub const CONTACT_TIME: f64 = 2.943_275_184_324_704_3;

/// The normal force of [`Hertz`] between given bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HertzNormal {
    /// `k_n0 = 4/3 E* √R` (N/m^{3/2}).
    pub stiffness: f64,
    /// `α √(m* k_n0)` (N s/m^{5/4}).
    pub damping: f64,
    /// Effective mass `m*` (kg).
    pub mass: f64,
    /// Whether attraction is cut.
    pub cut: bool,
}

impl HertzNormal {
    /// Force (N) and its derivatives at an overlap (m) and closing rate (m/s).
    #[inline]
    pub fn force(&self, overlap: f64, rate: f64) -> NormalForce {
        self.uncut_force(overlap, rate).without_attraction_if(self.cut)
    }

    /// The same with attraction kept.
    #[inline]
    pub fn uncut_force(&self, overlap: f64, rate: f64) -> NormalForce {
        if overlap <= 0.0 {
            return NormalForce::ZERO;
        }
        let root = overlap.sqrt();
        let eta = self.damping * root.sqrt();
        let by_overlap = 1.5 * self.stiffness * root + 0.25 * eta * rate / overlap;
        NormalForce::new(self.stiffness * overlap * root, eta * rate, by_overlap, eta)
    }

    /// Force over damping coefficient, `k ε^{5/4}/c + ε̇` (m/s), and its derivative with respect to the overlap: negative
    /// where the force attracts.
    #[inline]
    pub fn cut_margin(&self, overlap: f64, rate: f64) -> (f64, f64) {
        let fourth_root = overlap.max(0.0).sqrt().sqrt();
        let slope = self.stiffness / self.damping * fourth_root;
        (slope * overlap + rate, 1.25 * slope)
    }

    /// Elastic energy `2/5 k_n0 ε^{5/2}` (J).
    #[inline]
    pub fn stored_energy(&self, overlap: f64) -> f64 {
        let x = overlap.max(0.0);
        0.4 * self.stiffness * x * x * x.sqrt()
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
    fn pressure_over_the_contact_area_is_the_force_and_the_stiffness_its_slope() {
        let pair = Pair::sphere_on_plane(2e-3, 1e-4, [super::super::Material::default(); 2]).unwrap();
        let (law, overlap) = (Hertz::default().normal(&pair).unwrap(), 3e-6);
        let patch = ContactPatch::new(&pair, overlap);
        let n = 100_000;
        let dr = patch.radius / n as f64;
        let ring = |i: usize| (i as f64 + 0.5) * dr;
        let force: f64 = (0..n).map(|i| patch.pressure(ring(i)) * 2.0 * PI * ring(i) * dr).sum();
        let exact = law.force(overlap, 0.0);
        assert!((force / exact.force - 1.0).abs() < 1e-6);
        assert!((patch.stiffness / exact.by_overlap - 1.0).abs() < 1e-14);
        assert_eq!(patch.pressure(1.01 * patch.radius), 0.0);
    }

    #[test]
    fn impossible_restitutions_are_refused() {
        for e in [0.0, -0.1, 1.0001, f64::NAN] {
            let law = Hertz { restitution: e, ..Hertz::default() };
            assert_eq!(law.validate().unwrap_err().key, "restitution");
        }
    }
}
