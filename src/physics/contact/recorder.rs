//! Follows a contact and books it as a [`DryBounce`].

use super::collision::{Collision, System};
use super::kinematics::Bodies;
use super::outcome::{DryBounce, EnergyBalance, ObliqueContact};
use super::overlap_map::NormalStep;
use crate::numerics::hermite::Cubic;
use nalgebra::Vector3;

/// The record of a contact: its start and its steps so far.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Recorder {
    before: Option<Bodies>,
    /// Largest overlap \[m\].
    pub max_overlap: f64,
    /// Largest normal force \[N\].
    pub(super) max_force: f64,
    /// Steps taken.
    pub(super) steps: u64,
    /// Undamped contact time \[s\].
    pub contact_time: f64,
    /// How often the normal motion has turned round.
    turns: u32,
}

impl Recorder {
    /// Starts with the bodies at first touch.
    pub(super) fn start(system: &System, bodies: &Bodies, collision: &Collision) -> Self {
        Self {
            before: Some(*bodies),
            max_overlap: collision.overlap(system),
            max_force: collision.motion.load.force,
            steps: 0,
            turns: 0,
            contact_time: system.normal.contact_time(collision.motion.scale.speed),
        }
    }

    /// Adds a step; maxima inside it are those of the cubic through both ends.
    pub fn add(&mut self, step: &NormalStep) {
        let peak = |y: [f64; 2], rate: [f64; 2]| {
            let slopes = rate.map(|rate| rate * step.duration);
            Cubic { first: [y[0], slopes[0]], last: [y[1], slopes[1]] }.peak().unwrap_or(y[1])
        };
        self.max_overlap = self.max_overlap.max(peak(step.overlap, step.rate));
        self.max_force = self.max_force.max(peak(step.force, step.force_rate));
        self.steps += 1;
        self.turns += u32::from(step.rate[0] * step.rate[1] < 0.0);
    }

    /// Whether the bodies have settled under a steady load: `½ m* ε̇² + ½ (F − m* g)²/k` is below `½ m* rest_speed²`,
    /// one contact time after the touch.
    pub(super) fn at_rest(&self, system: &System, collision: &Collision, rest_speed: f64) -> bool {
        let motion = &collision.motion;
        let mass = system.mass;
        if motion.external <= 0.0 || collision.elapsed < self.contact_time {
            return false;
        }
        let overlap = collision.overlap(system);
        let stiffness = system.normal.branch_force(motion.branch, overlap, 0.0, &motion.memory).by_overlap;
        let excess = motion.load.force - motion.load.viscous - mass * motion.external;
        let squared = motion.rate().powi(2) + excess * excess / (stiffness.abs() * mass);
        squared < rest_speed * rest_speed
    }

    /// Whether bodies that have not parted stick: their normal motion has become slow, or swings to and fro.
    pub(super) fn sticks(&self, system: &System, collision: &Collision) -> bool {
        let entry = self.before.map_or(0.0, |bodies| {
            let (n, _) = system.normal_and_gap(&bodies);
            (bodies.velocity[0] - bodies.velocity[1]).dot(&n).abs()
        });
        self.turns > 1 || collision.motion.rate().abs() < 0.01 * entry
    }

    /// Books the contact.
    pub(super) fn bounce(&self, system: &System, collision: &Collision, time: f64, parted: bool) -> DryBounce {
        let before = self.before.expect("a recorder is started with a contact");
        let after = collision.bodies(system);
        let (n0, _) = system.normal_and_gap(&before);
        let [v0, v1] = [before, after].map(|b| b.velocity[0] - b.velocity[1]);
        let n1 = collision.normal;
        let (impact, rebound) = (0.0 - v0.dot(&n0), v1.dot(&n1));
        let [t0, t1] = [v0 + impact * n0, v1 - rebound * n1];
        let arms = system.tangential.lever.arms(&system.pair, 0.0).velocity;
        let [c0, c1] = [before.sliding_velocity(&n0, arms), after.sliding_velocity(&n1, arms)];
        let tangential_after = along(t1, t0);
        let sliding_after = along(c1, c0);
        let energy = self.energy(system, collision, &before, &after, parted);
        let fall = -system.relative_gravity.dot(&n1);
        let apex = (parted && fall > 0.0 && rebound > 0.0)
            .then(|| (system.normal.range() + rebound * rebound / (2.0 * fall), rebound / fall));
        DryBounce {
            contact_time_s: time,
            contact_duration_s: collision.elapsed,
            impact_speed_m_s: impact,
            rebound_speed_m_s: rebound,
            restitution: if parted && impact > 0.0 { rebound / impact } else { f64::NAN },
            oblique: ObliqueContact {
                sliding_before_m_s: c0.norm(),
                sliding_after_m_s: sliding_after,
                tangential_restitution: if c0.norm() > 0.0 { -sliding_after / c0.norm() } else { 0.0 },
                impact_angle_deg: t0.norm().atan2(impact).to_degrees(),
                rebound_angle_deg: tangential_after.atan2(rebound).to_degrees(),
                tangential_before_m_s: t0.norm(),
                tangential_after_m_s: tangential_after,
            },
            spin: after.spin,
            max_overlap_m: self.max_overlap,
            min_gap_m: -self.max_overlap,
            max_force: self.max_force,
            apex_gap_m: apex.map(|(gap, _)| gap),
            apex_time_s: apex.map(|(_, after)| time + collision.elapsed + after),
            energy,
            steps: self.steps,
            force_evaluations: collision.motion.evaluations,
            parted,
            unresolved_friction: collision.unresolved_friction(),
            dissipated: collision.dissipated,
        }
    }

    fn energy(
        &self,
        system: &System,
        collision: &Collision,
        before: &Bodies,
        after: &Bodies,
        parted: bool,
    ) -> EnergyBalance {
        let [start, end] = [before, after].map(|bodies| bodies.kinetic_energy(&system.pair));
        let stored = if parted { 0.0 } else { collision.stored_energy(system) };
        let gravity_work = gravity_work(system, before, after);
        let balance = start + gravity_work - end - stored - collision.dissipated.total();
        let error = balance / (start + system.normal.bond_energy());
        EnergyBalance { before: start, after: end, stored, gravity_work, error }
    }
}

/// Component of `v` along `reference`, or its length if the reference vanishes.
fn along(v: Vector3<f64>, reference: Vector3<f64>) -> f64 {
    reference.try_normalize(0.0).map_or(v.norm(), |direction| v.dot(&direction))
}

fn gravity_work(system: &System, before: &Bodies, after: &Bodies) -> f64 {
    (0..2)
        .filter(|&i| system.pair.mass[i].is_finite())
        .map(|i| system.pair.mass[i] * system.gravity.dot(&(after.position[i] - before.position[i])))
        .sum()
}
