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

use super::hertz::valid_restitution;
use super::normal::{NormalForce, NormalMemory};
use super::pair::{Pair, positive};
use crate::error::BadParameter;
use serde::{Deserialize, Serialize};

const INV_E: f64 = 0.367_879_441_171_442_33;

/// Parameters of the law `li`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Li {
    /// Factor `e_d` on the force (-), 0 < e_d ≤ 1; called the dry restitution by the source, which it is not.
    pub restitution: f64,
    /// Gap over diameter `δ_ss` (-) below which the force acts.
    pub threshold: f64,
}

impl Default for Li {
    /// `e_d = 0.97`; `δ_ss` = 0.01.
    fn default() -> Self {
        Self { restitution: 0.97, threshold: 0.01 }
    }
}

impl Li {
    /// Refuses factors outside (0, 1] and thresholds that are not positive.
    pub fn validate(&self) -> Result<(), BadParameter> {
        positive("threshold", self.threshold)?;
        valid_restitution(self.restitution)
    }

    /// The normal force on the sphere of `pair` above a plane; two spheres are refused.
    pub fn normal(&self, pair: &Pair) -> Result<LiNormal, BadParameter> {
        self.validate()?;
        if pair.radius[1].is_finite() {
            return Err(BadParameter::new("law", "li", "is a law for a sphere and a plane, not for two spheres"));
        }
        Ok(LiNormal {
            factor: self.restitution,
            reach: self.threshold * 2.0 * pair.radius[0],
            stiffness: 4.0 / 3.0 * pair.effective_modulus() * pair.radius[0].sqrt(),
            mass: pair.effective_mass(),
        })
    }
}

/// The normal force of [`Li`] for a given sphere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LiNormal {
    /// `e_d` (-).
    pub factor: f64,
    /// `h_ss = δ_ss D` (m).
    pub reach: f64,
    /// `4/3 E* √a` (N/m^{3/2}).
    pub stiffness: f64,
    /// Mass of the sphere (kg).
    pub mass: f64,
}

impl LiNormal {
    /// Largest Hertz force `W_o` (N) of an impact at `speed` (m/s) (eq. 4.18).
    pub fn peak_force(&self, speed: f64) -> f64 {
        self.stiffness.powf(0.4) * (1.25 * self.mass * speed * speed).powf(0.6)
    }

    /// Fastest impact (m/s) the force stops before the gap closes: `½ m V² = e_d W_o(V) h_ss (1 − 2/e)/(1 − 1/e)`.
    pub fn fastest_stopped(&self) -> f64 {
        let work_per_reach = self.factor * (1.0 - 2.0 * INV_E) / (1.0 - INV_E) * self.peak_force(1.0);
        (2.0 * work_per_reach * self.reach / self.mass).powf(1.25)
    }

    /// Smallest reach `h_ss` (m) with which the force stops an inertia (kg) at `speed` (m/s) before the gap closes:
    /// `½ M V² = e_d W_o(V) h_ss (1 − 2/e)/(1 − 1/e)`. In a liquid `M` includes the added mass.
    pub fn smallest_reach(&self, inertia: f64, speed: f64) -> f64 {
        let work_per_reach = self.factor * (1.0 - 2.0 * INV_E) / (1.0 - INV_E) * self.peak_force(speed);
        0.5 * inertia * speed * speed / work_per_reach
    }

    /// Force (N) and its derivatives at an overlap (m) (minus the gap) and closing rate (m/s).
    ///
    /// While the sphere is not yet inside, `V_I` is interpolated between the last accepted state and this one.
    #[inline]
    pub fn force(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> NormalForce {
        let x = -overlap / self.reach;
        if !(0.0..=1.0).contains(&x) {
            return NormalForce::ZERO;
        }
        let entry = self.entry_speed(overlap, rate, memory);
        if entry.speed <= 0.0 {
            return NormalForce::ZERO;
        }
        let shape = ((-x).exp() - INV_E) / (1.0 - INV_E);
        let slope = (-x).exp() / ((1.0 - INV_E) * self.reach);
        let peak = self.factor * self.peak_force(entry.speed);
        let by_speed = 1.2 * shape * peak / entry.speed;
        let by_overlap = slope * peak + by_speed * entry.by_overlap;
        NormalForce::new(shape * peak, 0.0, by_overlap, by_speed * entry.by_rate)
    }

    /// Energy the force still gives back on the way out (J).
    #[inline]
    pub fn stored_energy(&self, overlap: f64, memory: &NormalMemory) -> f64 {
        self.energy(overlap, memory.impact_speed)
    }

    fn energy(&self, overlap: f64, impact_speed: f64) -> f64 {
        let x = (-overlap / self.reach).clamp(0.0, 1.0);
        let area = ((-x).exp() - INV_E - (1.0 - x) * INV_E) / (1.0 - INV_E);
        self.factor * self.peak_force(impact_speed) * self.reach * area
    }

    /// Mean force (N) between an overlap and a state, `(U₁ − U₀)/(ε₁ − ε₀)`.
    pub(super) fn mean_force(&self, from: f64, to: (f64, f64), memory: &NormalMemory) -> NormalForce {
        let entry = self.entry_speed(to.0, to.1, memory);
        let end = self.force(to.0, to.1, memory);
        let span = to.0 - from;
        if span.abs() < 1e-7 * self.reach || entry.speed <= 0.0 {
            return end;
        }
        let mean = (self.energy(to.0, entry.speed) - self.energy(from, entry.speed)) / span;
        let by_speed = 1.2 * mean / entry.speed;
        let by_overlap = (end.force - mean) / span + by_speed * entry.by_overlap;
        NormalForce::new(mean, 0.0, by_overlap, by_speed * entry.by_rate)
    }

    /// Speed `V_I` at which the sphere passed (or, in this trial step, passes) the gap `h_ss`.
    pub(super) fn entry_speed(&self, overlap: f64, rate: f64, memory: &NormalMemory) -> EntrySpeed {
        if memory.inside {
            return EntrySpeed { speed: memory.impact_speed, by_overlap: 0.0, by_rate: 0.0 };
        }
        let Some((last_overlap, last_rate)) = memory.last.filter(|&(last, _)| last < -self.reach && last < overlap)
        else {
            return EntrySpeed { speed: rate, by_overlap: 0.0, by_rate: 1.0 };
        };
        let span = overlap - last_overlap;
        let part = (-self.reach - last_overlap) / span;
        let change = rate - last_rate;
        EntrySpeed { speed: last_rate + part * change, by_overlap: -part * change / span, by_rate: part }
    }
}

/// Entry speed and its derivatives with respect to the trial overlap and rate.
pub(super) struct EntrySpeed {
    pub speed: f64,
    by_overlap: f64,
    by_rate: f64,
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
        assert!((law.reach / max_overlap - 0.986479).abs() < 5e-7, "{}", law.reach / max_overlap);
    }

    #[test]
    fn the_smallest_reach_is_that_of_the_fastest_impact_stopped_and_grows_with_the_inertia() {
        let law = steel_on_glass();
        let speed = law.fastest_stopped();
        assert!((law.smallest_reach(law.mass, speed) / law.reach - 1.0).abs() < 1e-12);
        assert!((law.smallest_reach(1.1 * law.mass, speed) / law.reach - 1.1).abs() < 1e-12);
    }

    #[test]
    fn the_force_is_e_d_times_the_hertz_force_at_contact_and_nothing_beyond_both_ends() {
        let law = steel_on_glass();
        let memory = NormalMemory { inside: true, impact_speed: 0.3, ..NormalMemory::default() };
        let peak = law.force(0.0, 0.0, &memory).force;
        assert!((peak / (0.97 * law.peak_force(0.3)) - 1.0).abs() < 1e-14);
        assert!(law.force(-law.reach, 0.3, &memory).force.abs() < 1e-12 * peak);
        assert_eq!(law.force(-1.001 * law.reach, 0.3, &memory).force, 0.0);
        assert_eq!(law.force(1e-9, 0.3, &memory).force, 0.0);
    }

    #[test]
    fn stored_energy_is_the_work_of_the_force() {
        let law = steel_on_glass();
        let memory = NormalMemory { inside: true, impact_speed: 0.3, ..NormalMemory::default() };
        let n = 2000;
        let dx = law.reach / n as f64;
        let work: f64 = (0..n).map(|i| law.force(-law.reach + (i as f64 + 0.5) * dx, 0.0, &memory).force * dx).sum();
        assert!((work / law.stored_energy(0.0, &memory) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn two_spheres_are_refused() {
        let pair = Pair::spheres([1e-3; 2], [2500.0; 2], [Material::default(); 2]).unwrap();
        assert_eq!(Li::default().normal(&pair).unwrap_err().key, "law");
    }
}
