//! The elastic wall force of the immersed-sphere model (source eq. 4.16–4.20).
//!
//! ```text
//! f_SS = F(h/h_ss) e_d W_o                                   h_ss = δ_ss D
//! F(x) = (e^{−x} − e^{−1})/(1 − e^{−1})   0 ≤ x ≤ 1, else 0
//! W_o  = 4/3 a² E* (5π ρ_p V_I²/(4 E*))^{3/5} = 4/3 E* √a ε_max^{3/2},   ε_max = (15 m_p V_I²/(16 E* √a))^{2/5}
//! ```
//!
//! `V_I` is the approach speed when the gap `h` first equals `h_ss`; every collision has its own.
//!
//! The force is the same on the way in and out, so it conserves energy: `e_d` lowers the force and does not dissipate,
//! and the dry restitution is 1 whatever `e_d`. It stops a sphere before the gap closes if
//! `h_ss ≥ 0.4 (1 − e^{−1})/((1 − 2e^{−1}) e_d) ε_max` (0.9865 ε_max for e_d = 0.97); a sphere that is faster passes
//! the end of the force at `h = 0`.

use super::depth::PassedThrough;
use super::force::{Branch, Margin, NormalForce, NormalLaw, NormalMemory};
use super::keys::Parameters;
use super::pair::{Pair, hertz_stiffness};
use super::tangential::TangentialContact;
use crate::error::BadParameter;
use crate::keys::SHARE;
use crate::parameters;
use crate::quantity::DIAMETERS;
use std::f64::consts::PI;
use std::ops::Bound::Included;

const INV_E: f64 = 0.367_879_441_171_442_33;

parameters! {
    /// Parameters of the law `li`.
    pub struct Li {
        normal {
            /// Factor `e_d` on the force (-), 0 < e_d ≤ 1; called the dry restitution by the source, which it is not.
            restitution: f64 = 0.97, number(SHARE);
            /// Gap over diameter `δ_ss` (-) below which the force acts.
            threshold: f64 = 0.01, settled(&DIAMETERS, (Included(1e-6), Included(1.0)));
        }
    }
}

impl Li {
    /// The smallest threshold `δ_ss` with which the force on the sphere of `pair` stops an `inertia` \[kg\] at `speed`
    /// [m/s] before the gap closes; `None` for two spheres.
    ///
    /// For e_d = 0.97 it is `M/m_p 0.9865 ε_max/D` with Hertz' indentation `ε_max = a (5πρ_p U²/(4E*))^{2/5}`.
    pub fn smallest_threshold(&self, pair: &Pair, inertia: f64, speed: f64) -> Option<f64> {
        let law = Self { threshold: Self::default().threshold, ..*self }.normal(pair).ok()?;
        Some(law.smallest_range(inertia, speed) / (2.0 * pair.radius[0]))
    }

    /// The normal force on the sphere of `pair` above a plane; two spheres are refused.
    pub(super) fn normal(&self, pair: &Pair) -> Result<LiNormal, BadParameter> {
        self.validate()?;
        if pair.radius[1].is_finite() {
            return Err(BadParameter::new("law", "li", "is a law for a sphere and a plane, not for two spheres"));
        }
        Ok(LiNormal {
            factor: self.restitution,
            range: self.threshold * 2.0 * pair.radius[0],
            stiffness: hertz_stiffness(pair.effective_modulus(), pair.radius[0]),
            mass: pair.effective_mass(),
        })
    }

    /// None.
    pub(super) fn tangential(&self, _pair: &Pair) -> Result<TangentialContact, BadParameter> {
        Ok(TangentialContact::NONE)
    }
}

/// The normal force of [`Li`] for a given sphere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LiNormal {
    /// `e_d` (-).
    pub factor: f64,
    /// `h_ss = δ_ss D` \[m\].
    pub(super) range: f64,
    /// `4/3 E* √a` [N/m^{3/2}].
    pub(super) stiffness: f64,
    /// Mass of the sphere \[kg\].
    pub mass: f64,
}

impl LiNormal {
    /// Largest Hertz force `W_o` \[N\] of an impact at `speed` [m/s] (eq. 4.18).
    pub(super) fn peak_force(&self, speed: f64) -> f64 {
        self.stiffness.powf(0.4) * (1.25 * self.mass * speed * speed).powf(0.6)
    }

    /// Fastest impact [m/s] the force stops before the gap closes: `½ m V² = e_d W_o(V) h_ss (1 − 2/e)/(1 − 1/e)`.
    fn fastest_stopped(&self) -> f64 {
        let work_per_range = self.factor * (1.0 - 2.0 * INV_E) / (1.0 - INV_E) * self.peak_force(1.0);
        (2.0 * work_per_range * self.range / self.mass).powf(1.25)
    }

    /// Smallest range `h_ss` \[m\] with which the force stops an inertia \[kg\] at `speed` [m/s] before the gap closes:
    /// `½ M V² = e_d W_o(V) h_ss (1 − 2/e)/(1 − 1/e)`. In a liquid `M` includes the added mass.
    fn smallest_range(&self, inertia: f64, speed: f64) -> f64 {
        let work_per_range = self.factor * (1.0 - 2.0 * INV_E) / (1.0 - INV_E) * self.peak_force(speed);
        0.5 * inertia * speed * speed / work_per_range
    }

    /// Speed `V_I` at which the sphere passed (or, in this trial step, passes) the gap `h_ss`: while it is not yet
    /// inside, interpolated between the last accepted state and this one.
    fn entry(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> EntrySpeed {
        if memory.inside {
            return EntrySpeed { speed: memory.impact_speed, by_overlap: 0.0, by_rate: 0.0 };
        }
        let Some((last_overlap, last_rate)) = memory.last.filter(|&(last, _)| last < -self.range && last < overlap)
        else {
            return EntrySpeed { speed: rate, by_overlap: 0.0, by_rate: 1.0 };
        };
        let span = overlap - last_overlap;
        let part = (-self.range - last_overlap) / span;
        let change = rate - last_rate;
        EntrySpeed { speed: last_rate + part * change, by_overlap: -part * change / span, by_rate: part }
    }
}

/// Entry speed and its derivatives with respect to the trial overlap and rate.
struct EntrySpeed {
    speed: f64,
    by_overlap: f64,
    by_rate: f64,
}

impl NormalLaw for LiNormal {
    #[inline]
    fn force(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> NormalForce {
        let x = -overlap / self.range;
        if !(0.0..=1.0).contains(&x) {
            return NormalForce::ZERO;
        }
        let entry = self.entry(overlap, rate, memory);
        if entry.speed <= 0.0 {
            return NormalForce::ZERO;
        }
        let shape = ((-x).exp() - INV_E) / (1.0 - INV_E);
        let slope = (-x).exp() / ((1.0 - INV_E) * self.range);
        let peak = self.factor * self.peak_force(entry.speed);
        let by_speed = 1.2 * shape * peak / entry.speed;
        let by_overlap = slope * peak + by_speed * entry.by_overlap;
        NormalForce::new(shape * peak, 0.0, by_overlap, by_speed * entry.by_rate)
    }

    /// Energy the force still gives back on the way out.
    #[inline]
    fn stored_energy(&self, overlap: f64, memory: &NormalMemory) -> f64 {
        let x = (-overlap / self.range).clamp(0.0, 1.0);
        let area = ((-x).exp() - INV_E - (1.0 - x) * INV_E) / (1.0 - INV_E);
        self.factor * self.peak_force(memory.impact_speed) * self.range * area
    }

    /// Half a period of the largest slope.
    fn contact_time(&self, speed: f64) -> f64 {
        let slope = self.factor * self.peak_force(speed) / (self.range * (1.0 - (-1f64).exp()));
        PI * (self.mass / slope).sqrt()
    }

    fn mass(&self) -> f64 {
        self.mass
    }

    /// 1 where the force stops the sphere.
    fn closed_restitution(&self, speed: f64) -> Option<f64> {
        Some(if speed <= self.fastest_stopped() { 1.0 } else { 0.0 })
    }

    fn range(&self) -> f64 {
        self.range
    }

    fn passed(&self, overlap: f64, memory: &NormalMemory) -> Option<PassedThrough> {
        let (speed, fastest) = (memory.impact_speed, self.fastest_stopped());
        let range = self.range * (speed / fastest).powf(0.8);
        (overlap > 0.0).then_some(PassedThrough { speed, fastest, range })
    }

    fn is_inside(&self, overlap: f64) -> bool {
        overlap >= -self.range
    }

    fn natural_time(&self, _overlap: f64, rate: f64, memory: &NormalMemory) -> f64 {
        self.contact_time(if memory.inside { memory.impact_speed } else { rate.abs() })
    }

    fn speed_under_load(&self, _load: f64) -> f64 {
        0.0
    }

    fn entry_speed(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> f64 {
        self.entry(overlap, rate, memory).speed
    }

    #[inline]
    fn branch_force(&self, branch: Branch, overlap: f64, rate: f64, memory: &NormalMemory) -> NormalForce {
        if branch == Branch::Through { NormalForce::ZERO } else { self.force(overlap, rate, memory) }
    }

    #[inline]
    fn margins(&self, branch: Branch, overlap: f64, _rate: f64, _memory: &NormalMemory) -> [Margin; 2] {
        match branch {
            Branch::Smooth => [Margin::below(0.0, overlap, Branch::Through), Margin::NONE],
            _ => [Margin::NONE; 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::pair::Material;
    use super::*;

    fn steel_on_glass() -> LiNormal {
        let steel = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
        let pair = Pair::sphere_on_plane(6.35e-3, 8.34e-3, [steel, Material::default()]).unwrap();
        Li { restitution: 0.97, threshold: 1e-3 }.normal(&pair).unwrap()
    }

    #[test]
    fn the_threshold_that_just_stops_the_sphere_is_0_9865_hertz_overlaps() {
        let law = steel_on_glass();
        let speed = law.fastest_stopped();
        let max_overlap = (1.25 * law.mass * speed * speed / law.stiffness).powf(0.4);
        assert!((law.range / max_overlap - 0.986479).abs() < 5e-7, "{}", law.range / max_overlap);
    }

    #[test]
    fn the_smallest_range_is_that_of_the_fastest_impact_stopped_and_grows_with_the_inertia() {
        let law = steel_on_glass();
        let speed = law.fastest_stopped();
        assert!((law.smallest_range(law.mass, speed) / law.range - 1.0).abs() < 1e-12);
        assert!((law.smallest_range(1.1 * law.mass, speed) / law.range - 1.1).abs() < 1e-12);
    }

    #[test]
    fn the_force_is_e_d_times_the_hertz_force_at_contact_and_nothing_beyond_both_ends() {
        let law = steel_on_glass();
        let memory = NormalMemory { inside: true, impact_speed: 0.3, ..NormalMemory::default() };
        let peak = law.force(0.0, 0.0, &memory).force;
        assert!((peak / (0.97 * law.peak_force(0.3)) - 1.0).abs() < 1e-14);
        assert!(law.force(-law.range, 0.3, &memory).force.abs() < 1e-12 * peak);
        assert_eq!(law.force(-1.001 * law.range, 0.3, &memory).force, 0.0);
        assert_eq!(law.force(1e-9, 0.3, &memory).force, 0.0);
    }

    #[test]
    fn stored_energy_is_the_work_of_the_force() {
        let law = steel_on_glass();
        let memory = NormalMemory { inside: true, impact_speed: 0.3, ..NormalMemory::default() };
        let n = 2000;
        let dx = law.range / n as f64;
        let work: f64 = (0..n).map(|i| law.force(-law.range + (i as f64 + 0.5) * dx, 0.0, &memory).force * dx).sum();
        assert!((work / law.stored_energy(0.0, &memory) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn two_spheres_are_refused() {
        let pair = Pair::spheres([1e-3; 2], [2500.0; 2], [Material::default(); 2]).unwrap();
        assert_eq!(Li::default().normal(&pair).unwrap_err().key, "law");
    }
}
