//! Memory of a history force that is not a convolution.

use super::history_moments::{Stretch, over_ages};
use super::{HistoryIntegral, HistoryKernel, ImmersedSphere, PresentKernel, StageIntegrals};
use crate::liquid::acceleration_weight::acceleration_weight;
use crate::numerics::radau::{Parabola, RADAU};
use serde::{Deserialize, Serialize};

/// A stretch of the past may be as long as this part of its age.
const GRADING: f64 = 0.1;
/// Width in `ln G` of the classes of accelerations that may be merged.
const CLASS_WIDTH: f64 = 0.5;
/// Accelerations with `G` below `e^{−10}` share the last class.
const LAST_CLASS: i32 = 20;

/// The memory of the past when the kernel depends on the present speed and on the weight `G` of every past
/// acceleration.
///
/// The recent steps are kept as they were and integrated exactly (`V̇` linear or a parabola in each, the kernel's
/// singularity included). Older ones are merged into stretches whose length grows in proportion to their age, among
/// accelerations of similar `G`; each keeps the moments of `V̇` up to second order in time and in `G`. So memory and
/// work per step grow with the logarithm of the number of steps only; second order in the step, any sequence of
/// steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GradedMemory {
    kernel: HistoryKernel,
    sphere: ImmersedSphere,
    now: f64,
    acceleration: f64,
    jerk: f64,
    velocity: f64,
    recent: Vec<Step>,
    past: Vec<Class>,
}

/// A step of the recent past.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Step {
    start: f64,
    end: f64,
    acceleration: Parabola,
    weight: f64,
}

/// Stretches of the past with similar `G`, by their end, oldest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Class {
    number: i32,
    stretches: Vec<Stretch>,
}

impl GradedMemory {
    /// An empty memory of a sphere that has not moved.
    pub fn new(kernel: HistoryKernel, sphere: &ImmersedSphere) -> Self {
        Self {
            kernel,
            sphere: *sphere,
            now: 0.0,
            acceleration: 0.0,
            jerk: 0.0,
            velocity: 0.0,
            recent: Vec::new(),
            past: Vec::new(),
        }
    }

    /// See [`HistoryMemory::jump`](super::HistoryMemory::jump).
    pub(super) fn jump(&mut self, acceleration: f64) {
        self.acceleration = acceleration;
        self.jerk = 0.0;
    }

    /// See [`HistoryMemory::predict`](super::HistoryMemory::predict). The weight `G` of the step itself is taken
    /// with the acceleration and jerk at its start.
    pub(super) fn predict(&self, step: f64, velocity: f64) -> HistoryIntegral {
        let kernel = self.kernel.at(&self.sphere, velocity);
        let weight = self.weight(0.5 * (self.velocity + velocity), self.acceleration, self.jerk);
        let [whole, old, _] = over_ages(&kernel, weight, 0.0, step);
        let now = self.now + step;
        let known = old * self.acceleration + self.recent_part(&kernel, now) + self.past_part(&kernel, now);
        HistoryIntegral { coefficient: whole - old, known }
    }

    /// See [`HistoryMemory::predict_stages`](super::HistoryMemory::predict_stages). The weight `G` of the step itself
    /// is taken with the acceleration and jerk at its start.
    pub(super) fn predict_stages(&self, step: f64, velocities: [f64; 3]) -> StageIntegrals {
        let mut integrals = StageIntegrals::NONE;
        for (i, (node, velocity)) in RADAU.nodes.into_iter().zip(velocities).enumerate() {
            let (kernel, now) = (self.kernel.at(&self.sphere, velocity), self.now + node * step);
            let weight = self.weight(0.5 * (self.velocity + velocity), self.acceleration, self.jerk);
            let [whole, old, older] = over_ages(&kernel, weight, 0.0, node * step);
            let powers = [whole, node * (whole - old), node * node * (whole - 2.0 * old + older)];
            integrals.coefficients[i] = RADAU.basis.map(|b| b.iter().zip(powers).map(|(b, power)| b * power).sum());
            integrals.known[i] = self.recent_part(&kernel, now) + self.past_part(&kernel, now);
        }
        integrals
    }

    /// See [`HistoryMemory::advance`](super::HistoryMemory::advance).
    pub(super) fn advance(&mut self, step: f64, velocity: f64, acceleration: f64) {
        self.advance_along(step, velocity, Parabola { first: self.acceleration, last: acceleration, bow: 0.0 });
    }

    /// See [`HistoryMemory::advance_along`](super::HistoryMemory::advance_along).
    pub(super) fn advance_along(&mut self, step: f64, velocity: f64, acceleration: Parabola) {
        let Parabola { first, last, bow } = acceleration;
        let mean = 0.5 * (first + last) + bow / 6.0;
        self.jerk = (last - first) / step;
        let weight = self.weight(0.5 * (self.velocity + velocity), mean, self.jerk);
        let end = self.now + step;
        self.recent.push(Step { start: self.now, end, acceleration, weight });
        (self.now, self.velocity, self.acceleration) = (end, velocity, last);
        self.retire_recent_steps();
        self.merge_past();
    }

    /// Stretches and steps kept.
    pub(super) fn len(&self) -> usize {
        self.recent.len() + self.past.iter().map(|class| class.stretches.len()).sum::<usize>()
    }

    fn weight(&self, velocity: f64, acceleration: f64, jerk: f64) -> f64 {
        if self.kernel.weighs_acceleration() {
            acceleration_weight(self.sphere.radius, velocity, acceleration, jerk)
        } else {
            1.0
        }
    }

    fn recent_part(&self, kernel: &PresentKernel, now: f64) -> f64 {
        let mut sum = 0.0;
        for step in &self.recent {
            let [whole, old, older] = over_ages(kernel, step.weight, now - step.end, now - step.start);
            let Parabola { first, last, bow } = step.acceleration;
            sum += (whole - old) * last + old * first + bow * (old - older);
        }
        sum
    }

    fn past_part(&self, kernel: &PresentKernel, now: f64) -> f64 {
        let mut sum = 0.0;
        for class in &self.past {
            for stretch in &class.stretches {
                sum += stretch.contribution(kernel, now);
            }
        }
        sum
    }

    /// Steps that have become short compared with their age turn into stretches.
    fn retire_recent_steps(&mut self) {
        let now = self.now;
        let past = &mut self.past;
        self.recent.retain(|step| {
            let stays = step.end - step.start > GRADING * (now - step.end);
            if !stays {
                let stretch = Stretch::from_step(step.start, step.end, step.acceleration, step.weight);
                class_of(past, step.weight).insert(stretch);
            }
            stays
        });
    }

    /// Neighbours that together are short compared with their age become one.
    fn merge_past(&mut self) {
        for class in &mut self.past {
            class.merge(self.now);
        }
    }
}

/// The class of a weight, made if it is new; classes are kept in order so that sums are.
fn class_of(past: &mut Vec<Class>, weight: f64) -> &mut Class {
    let number = (-weight.ln() / CLASS_WIDTH).min(LAST_CLASS as f64) as i32;
    let place = past.partition_point(|class| class.number < number);
    if past.get(place).is_none_or(|class| class.number != number) {
        past.insert(place, Class { number, stretches: Vec::new() });
    }
    &mut past[place]
}

impl Class {
    fn insert(&mut self, stretch: Stretch) {
        let place = self.stretches.partition_point(|other| other.end <= stretch.start);
        self.stretches.insert(place, stretch);
    }

    fn merge(&mut self, now: f64) {
        let mut kept: usize = 0;
        for k in 0..self.stretches.len() {
            let next = self.stretches[k];
            if kept > 0 && next.end - self.stretches[kept - 1].start <= GRADING * (now - next.end) {
                self.stretches[kept - 1] = self.stretches[kept - 1].merge(&next);
            } else {
                self.stretches[kept] = next;
                kept += 1;
            }
        }
        self.stretches.truncate(kept);
    }
}
