//! Velocity Verlet along the normal with a constant time step, as discrete-element programs have it: the damping force
//! takes the half-step velocity, the end of the contact is the first node without overlap.
//!
//! ```text
//! v_½ = v₀ + a₀ Δt/2      ε₁ = ε₀ + v_½ Δt      a₁ = g − F(ε₁, v_½)/m*      v₁ = v_½ + a₁ Δt/2
//! ```
//! A wall that recedes takes its speed under the force of the last node from `v_½`.

use super::force::{Branch, NormalForce};
use super::normal_motion::{Load, MovingLaw, Node, NormalMotion};
use super::overlap_map::NormalStep;
use super::plate::in_series;

impl NormalMotion {
    /// One step of velocity Verlet; the last one is booked up to the instant the overlap vanishes.
    pub(super) fn verlet_step(&mut self, law: MovingLaw) -> NormalStep {
        let dt = self.scale.step * self.scale.length / self.scale.speed;
        let range = law.contact.range();
        let (overlap, rate, recoil) = (self.overlap(law.contact), self.overlap_rate(), self.recoil(law));
        let half = self.rate() + 0.5 * dt * (self.external - self.load.force / law.mass);
        let deforming = half - self.receding();
        let next = overlap + deforming * dt;
        let parted = next <= -range;
        let (duration, force) = if parted {
            (-(overlap + range) / deforming, NormalForce::ZERO)
        } else {
            (dt, in_series(recoil, half, |rate| law.contact.force(next, rate, &self.memory)).0)
        };
        let [receding, _] = recoil.rate(force.force);
        let after = if parted { half } else { half + 0.5 * dt * (self.external - force.force / law.mass) };
        self.branch = if parted { Branch::default() } else { law.contact.branch(next, half - receding, &self.memory) };
        let (power, into_plate) = (self.load.viscous * rate, self.load.force * self.receding());
        let receded = 0.5 * duration * (self.receding() + receding);
        let q = if parted { 0.0 } else { (next + range) / self.scale.length };
        let node = Node {
            q,
            w: after / self.scale.speed,
            b: 0.0,
            c: 0.0,
            z: [receding / self.scale.speed, 0.0],
            map: self.scale.map.at(q),
        };
        let mut step = self.move_to(law, node, duration, parted);
        self.load = Load { force: force.force, viscous: force.viscous, rate: 0.0 };
        self.evaluations += 1;
        step.force[1] = self.load.force;
        step.viscous = 0.5 * duration * (power + self.load.viscous * (after - receding));
        step.plate = 0.5 * duration * (into_plate + self.load.force * receding);
        step.receded = receded;
        step
    }
}
