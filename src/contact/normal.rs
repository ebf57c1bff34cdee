//! The normal part of a contact law: what an immersed sphere needs above a plane wall.
//!
//! A solver advances `m dV/dt = f_liquid + f_contact` implicitly. For every trial it asks [`NormalContact::force`] for
//! the force away from the wall and its partial derivatives; once it accepts the step it calls
//! [`NormalContact::advance`], the only thing that changes [`NormalMemory`].
//!
//! ```
//! use wetbounce::contact::{Law, Material, NormalMemory, Pair};
//! let pair = Pair::sphere_on_plane(1.5e-3, 1.1e-4, [Material::default(); 2])?;
//! let contact = Law::default().normal(&pair)?;
//! let mut memory = NormalMemory::default();
//! let (overlap, rate) = (1e-7, 0.5);
//! let trial = contact.force(overlap, rate, &memory);
//! assert!(trial.force > 0.0 && trial.by_overlap > 0.0 && trial.by_rate > 0.0);
//! contact.advance(overlap, rate, &mut memory);
//! let dt = contact.natural_time(overlap, rate, &memory) / 100.0;
//! assert!(dt > 1e-8 && dt < 1e-5);
//! # Ok::<(), wetbounce::error::BadParameter>(())
//! ```

use super::hertz::{ElasticImpact, HertzNormal};
use super::hertz_stiffness::HertzStiffnessNormal;
use super::li::LiNormal;
use super::luding::LudingNormal;
use super::pair::Pair;
use super::tangential::TangentialContact;
use super::{Hertz, HertzStiffness, Li, Luding, MusenHertz};
use crate::error::BadParameter;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// A contact law and its parameters, chosen by the key `law`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "law")]
pub enum Law {
    /// Hertz with Antypov–Elliott damping (woo).
    #[serde(rename = "hertz")]
    Hertz(Hertz),
    /// Hertz with given stiffness and damping (LIGGGHTS).
    #[serde(rename = "hertz/stiffness", alias = "hertz-stiffness")]
    HertzStiffness(HertzStiffness),
    /// Elastic–plastic–adhesive (woo; Luding 2008).
    #[serde(rename = "luding")]
    Luding(Luding),
    /// Hertz (MUSEN).
    #[serde(rename = "musen-hertz")]
    MusenHertz(MusenHertz),
    /// Exponential wall force of the immersed-sphere model.
    #[serde(rename = "li")]
    Li(Li),
}

impl Default for Law {
    /// Hertz with restitution 0.97, attraction kept so that the restitution met is the one given, without friction.
    fn default() -> Self {
        Law::Hertz(Hertz { restitution: 0.97, no_attraction: false, friction: 0.0, ..Hertz::default() })
    }
}

impl Law {
    /// Refuses impossible parameters.
    pub fn validate(&self) -> Result<(), BadParameter> {
        match self {
            Law::Hertz(law) => law.validate(),
            Law::HertzStiffness(law) => law.validate(),
            Law::Luding(law) => law.validate(),
            Law::MusenHertz(law) => law.validate(),
            Law::Li(law) => law.validate(),
        }
    }

    /// The normal force between the bodies of `pair`.
    pub fn normal(&self, pair: &Pair) -> Result<NormalContact, BadParameter> {
        Ok(match self {
            Law::Hertz(law) => NormalContact::Hertz(law.normal(pair)?),
            Law::HertzStiffness(law) => NormalContact::HertzStiffness(law.normal(pair)?),
            Law::Luding(law) => NormalContact::Luding(law.normal(pair)?),
            Law::MusenHertz(law) => NormalContact::Hertz(law.normal(pair)?),
            Law::Li(law) => NormalContact::Li(law.normal(pair)?),
        })
    }

    /// The other senses between the bodies of `pair`; `li` has none.
    pub fn tangential(&self, pair: &Pair) -> Result<TangentialContact, BadParameter> {
        match self {
            Law::Hertz(law) => law.tangential(pair),
            Law::HertzStiffness(law) => law.tangential(pair),
            Law::Luding(law) => law.tangential(pair),
            Law::MusenHertz(law) => law.tangential(pair),
            Law::Li(_) => Ok(TangentialContact::NONE),
        }
    }
}

/// Normal force, positive when it pushes the bodies apart, and its partial derivatives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormalForce {
    /// Force (N).
    pub force: f64,
    /// The part of it that is viscous (N); its power `viscous · rate` is dissipated.
    pub viscous: f64,
    /// `∂F/∂ε` at fixed rate (N/m). With Antypov–Elliott damping it grows like `ε^{−3/4}` towards the start of contact.
    pub by_overlap: f64,
    /// `∂F/∂ε̇` at fixed overlap (N s/m).
    pub by_rate: f64,
}

impl NormalForce {
    /// No contact.
    pub const ZERO: Self = Self { force: 0.0, viscous: 0.0, by_overlap: 0.0, by_rate: 0.0 };

    #[inline]
    pub(super) fn new(elastic: f64, viscous: f64, by_overlap: f64, by_rate: f64) -> Self {
        Self { force: elastic + viscous, viscous, by_overlap, by_rate }
    }

    /// Zero: the viscous part just cancels the elastic one.
    #[inline]
    pub(super) fn cancelled(self) -> Self {
        Self { force: 0.0, viscous: self.viscous - self.force, by_overlap: 0.0, by_rate: 0.0 }
    }

    /// Zero instead of attraction.
    #[inline]
    pub(super) fn without_attraction_if(self, cut: bool) -> Self {
        if cut && self.force < 0.0 { self.cancelled() } else { self }
    }
}

/// What a contact remembers of its past: part of a checkpoint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NormalMemory {
    /// Whether the last accepted state was inside the range of the law.
    pub inside: bool,
    /// Closing speed when the range was entered, `V_I` (m/s); that of the present or the last contact.
    pub impact_speed: f64,
    /// Largest overlap of the present contact, `ε_max` (m); zero when apart.
    pub max_overlap: f64,
    /// Overlap (m) and closing rate (m/s) of the last accepted state.
    pub last: Option<(f64, f64)>,
}

/// The normal force of a law between given bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NormalContact {
    /// `hertz` and `musen-hertz`.
    Hertz(HertzNormal),
    /// `hertz/stiffness`.
    HertzStiffness(HertzStiffnessNormal),
    /// `luding`.
    Luding(LudingNormal),
    /// `li`.
    Li(LiNormal),
}

impl NormalContact {
    /// Force away from the wall (N) and its partial derivatives, at an overlap (m) (minus the gap; any sign) and a
    /// closing rate (m/s) (minus the velocity away from the wall). Pure: trials may be repeated in any order.
    #[inline]
    pub fn force(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> NormalForce {
        match self {
            Self::Hertz(law) => law.force(overlap, rate),
            Self::HertzStiffness(law) => law.force(overlap, rate),
            Self::Luding(law) => law.force(overlap, rate, memory.max_overlap),
            Self::Li(law) => law.force(overlap, rate, memory),
        }
    }

    /// Commits an accepted state to the memory.
    pub fn advance(&self, overlap: f64, rate: f64, memory: &mut NormalMemory) {
        let inside = self.is_inside(overlap);
        if inside && !memory.inside {
            memory.impact_speed = match self {
                Self::Li(law) => law.entry_speed(overlap, rate, memory).speed.max(0.0),
                _ => rate.max(0.0),
            };
        }
        memory.inside = inside;
        memory.max_overlap = match self {
            _ if !inside => 0.0,
            Self::Luding(law) => law.updated_max_overlap(overlap, memory.max_overlap),
            _ => memory.max_overlap.max(overlap),
        };
        memory.last = Some((overlap, rate));
    }

    /// Gap (m) at which the law begins to act: zero, except for `li`.
    pub fn reach(&self) -> f64 {
        match self {
            Self::Li(law) => law.reach,
            _ => 0.0,
        }
    }

    /// Whether the law acts at this overlap (m).
    #[inline]
    pub fn is_inside(&self, overlap: f64) -> bool {
        match self {
            Self::Luding(_) => overlap >= 0.0,
            Self::Li(law) => overlap >= -law.reach,
            _ => overlap > 0.0,
        }
    }

    /// Elastic energy the contact can give back (J).
    #[inline]
    pub fn stored_energy(&self, overlap: f64, memory: &NormalMemory) -> f64 {
        match self {
            Self::Hertz(law) => law.stored_energy(overlap),
            Self::HertzStiffness(law) => law.stored_energy(overlap),
            Self::Luding(law) => law.stored_energy(overlap, memory.max_overlap),
            Self::Li(law) => law.stored_energy(overlap, memory),
        }
    }

    /// Contact time of an undamped impact at `speed` (m/s), in seconds: what a time step is measured against.
    ///
    /// Hertz: `2.9433 ε_max/V`. Luding: `π/√(k̂_n2/m* + (γ_n/m*)²)`, which also resolves a contact that only creeps. Li:
    /// half a period of its largest slope.
    pub fn contact_time(&self, speed: f64) -> f64 {
        let hertz = |stiffness, mass| ElasticImpact { stiffness, mass, speed }.contact_time();
        match self {
            Self::Hertz(law) => hertz(law.stiffness, law.mass),
            Self::HertzStiffness(law) => hertz(law.stiffness, law.mass),
            Self::Luding(law) => PI / (law.k2_hat / law.mass + (law.viscosity / law.mass).powi(2)).sqrt(),
            Self::Li(law) => {
                let slope = law.factor * law.peak_force(speed) / (law.reach * (1.0 - (-1f64).exp()));
                PI * (law.mass / slope).sqrt()
            }
        }
    }

    /// Speed (m/s) of the undamped impact that goes twice as deep as a steady load (N) does: a scale for contacts under
    /// weight. Zero for `li`, which carries no steady load.
    pub fn speed_under_load(&self, load: f64) -> f64 {
        let hertz = |k: f64, mass: f64| (0.8 * k / mass).sqrt() * (2.0 * (load / k).powf(2.0 / 3.0)).powf(1.25);
        match self {
            Self::Hertz(law) => hertz(law.stiffness, law.mass),
            Self::HertzStiffness(law) => hertz(law.stiffness, law.mass),
            Self::Luding(law) => 2.0 * load / (law.k1 * law.mass).sqrt(),
            Self::Li(_) => 0.0,
        }
    }

    /// Contact time (s) belonging to the present state: that of the impact with the same kinetic and elastic energy,
    /// so it holds during impact and at rest on the wall alike. Infinite for a sphere at rest outside.
    pub fn natural_time(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> f64 {
        match self {
            Self::Luding(_) => self.contact_time(rate),
            Self::Li(_) if memory.inside => self.contact_time(memory.impact_speed),
            Self::Li(_) => self.contact_time(rate.abs()),
            Self::Hertz(HertzNormal { mass, .. }) | Self::HertzStiffness(HertzStiffnessNormal { mass, .. }) => {
                self.contact_time((rate * rate + 2.0 * self.stored_energy(overlap, memory) / mass).sqrt())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::luding::PlasticLimit;
    use super::super::pair::Material;
    use super::*;

    fn pair() -> Pair {
        let steel = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
        Pair::sphere_on_plane(6.35e-3, 8.34e-3, [steel, Material::default()]).unwrap()
    }

    fn contacts() -> Vec<NormalContact> {
        let luding = |plastic_limit| Law::Luding(Luding { plastic_limit, normal_viscosity: 3.0, ..Luding::default() });
        let laws = [
            Law::default(),
            Law::Hertz(Hertz { restitution: 0.3, ..Hertz::default() }),
            Law::HertzStiffness(HertzStiffness { gamma_n: 1e7, ..HertzStiffness::default() }),
            Law::MusenHertz(MusenHertz::default()),
            luding(PlasticLimit::Woo),
            luding(PlasticLimit::Luding),
            Law::Li(Li { threshold: 1e-3, ..Li::default() }),
        ];
        laws.iter().map(|law| law.normal(&pair()).unwrap()).collect()
    }

    #[test]
    fn derivatives_are_those_of_the_force() {
        for contact in contacts() {
            let mut memory = NormalMemory::default();
            contact.advance(-1.3e-5, 0.31, &mut memory);
            if !matches!(contact, NormalContact::Li(_)) {
                contact.advance(5e-6, 0.2, &mut memory);
            }
            for (overlap, rate) in [(-5e-6, 0.29), (3e-6, 0.1), (3e-6, -0.1), (6e-6, 0.05)] {
                let f = |x, v| contact.force(x, v, &memory).force;
                let here = contact.force(overlap, rate, &memory);
                let (dx, dv) = (1e-10, 1e-6);
                let by_overlap = (f(overlap + dx, rate) - f(overlap - dx, rate)) / (2.0 * dx);
                let by_rate = (f(overlap, rate + dv) - f(overlap, rate - dv)) / (2.0 * dv);
                assert!((here.by_overlap - by_overlap).abs() <= 1e-5 * by_overlap.abs(), "{contact:?} {overlap}");
                assert!((here.by_rate - by_rate).abs() <= 1e-5 * by_rate.abs() + 1e-7, "{contact:?} {overlap}");
            }
        }
    }

    #[test]
    fn nothing_acts_outside_the_reach_and_the_memory_is_forgotten() {
        for contact in contacts() {
            let mut memory = NormalMemory::default();
            contact.advance(1e-6, 0.3, &mut memory);
            contact.advance(-contact.reach() - 1e-9, -0.3, &mut memory);
            assert_eq!(memory.max_overlap, 0.0);
            assert!(!memory.inside);
            assert_eq!(contact.force(-contact.reach() - 1e-9, 0.3, &memory), NormalForce::ZERO);
        }
    }

    #[test]
    fn every_collision_of_the_li_law_has_its_own_impact_speed() {
        let contact = Law::Li(Li { threshold: 1e-3, ..Li::default() }).normal(&pair()).unwrap();
        let mut memory = NormalMemory::default();
        let reach = contact.reach();
        for (outside, inside) in [(0.4, 0.38), (0.2, 0.18)] {
            contact.advance(-1.25 * reach, outside, &mut memory);
            contact.advance(-0.25 * reach, inside, &mut memory);
            let interpolated = outside + 0.25 * (inside - outside);
            assert!((memory.impact_speed - interpolated).abs() < 1e-14);
            contact.advance(-1.5 * reach, -outside, &mut memory);
        }
    }

    #[test]
    fn memory_survives_a_checkpoint_bit_for_bit() {
        let mut memory = NormalMemory::default();
        contacts()[4].advance(1.0 / 3e6, 0.1 + 0.2, &mut memory);
        let text = serde_json::to_string(&memory).unwrap();
        assert_eq!(serde_json::from_str::<NormalMemory>(&text).unwrap(), memory);
    }

    #[test]
    fn the_natural_time_of_the_turning_point_is_that_of_the_impact() {
        let contact = Law::MusenHertz(MusenHertz::default()).normal(&pair()).unwrap();
        let NormalContact::Hertz(law) = contact else { unreachable!() };
        let impact = ElasticImpact { stiffness: law.stiffness, mass: law.mass, speed: 0.3 };
        let turning = contact.natural_time(impact.max_overlap(), 0.0, &NormalMemory::default());
        assert!((turning / impact.contact_time() - 1.0).abs() < 1e-14);
    }

    #[test]
    fn a_law_is_read_by_its_name_and_unknown_keys_are_refused() {
        let read = |text: &str| toml::from_str::<Law>(text);
        assert_eq!(
            read("law = 'hertz'\nrestitution = 0.8").unwrap(),
            Law::Hertz(Hertz { restitution: 0.8, ..Hertz::default() })
        );
        assert!(matches!(read("law = 'hertz/stiffness'").unwrap(), Law::HertzStiffness(_)));
        assert!(read("law = 'hertz'\nrestitutoin = 0.8").is_err());
        assert!(read("law = 'herz'").is_err());
    }
}
