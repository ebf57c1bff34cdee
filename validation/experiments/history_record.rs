//! A record of falls, bounces and rest, on which the memory of the history force is held against direct quadrature.

use wetbounce_physics::error::BadParameter;
use wetbounce_physics::liquid::acceleration_weight::acceleration_weight;
use wetbounce_physics::liquid::{HistoryKernel, HistoryMemory, ImmersedSphere};
use wetbounce_physics::numerics::{QuadratureNode, gauss_legendre};

/// A motion known at the ends of steps: `V̇` linear in each, `V` its integral.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Record {
    /// Ends of the steps \[s\].
    pub time: Vec<f64>,
    /// `V` there [m/s].
    pub velocity: Vec<f64>,
    /// `V̇` there [m/s²].
    pub acceleration: Vec<f64>,
}

/// How the memory of the history force does on a record.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryErrors {
    /// Errors of every tenth step over the largest force, and over the force at that time.
    pub errors: Vec<(f64, f64)>,
    /// Most entries that the memory held.
    pub entries: usize,
}

impl MemoryErrors {
    /// The largest error over the largest force.
    pub fn worst(&self) -> f64 {
        self.errors.iter().map(|error| error.0).fold(0.0, f64::max)
    }

    /// The error over the force of its time that 99 % of the times stay below; the others are zeros of the force.
    pub fn usual(&self) -> f64 {
        let mut relative: Vec<f64> = self.errors.iter().map(|error| error.1).collect();
        relative.sort_by(f64::total_cmp);
        relative[relative.len() * 99 / 100]
    }
}

impl Record {
    fn push(&mut self, time: f64, acceleration: f64) {
        let velocity = match self.time.len() {
            0 => 0.0,
            n => self.velocity[n - 1] + 0.5 * (time - self.time[n - 1]) * (self.acceleration[n - 1] + acceleration),
        };
        self.time.push(time);
        self.velocity.push(velocity);
        self.acceleration.push(acceleration);
    }

    /// Falls, bounces three times in contacts of 30 µs with short and long steps, then comes to rest.
    pub fn fall_bounce_rest() -> Self {
        let (gravity, relaxation, stiffness) = (8.0, 0.06, 2e10);
        let mut record = Self::default();
        let (mut time, mut gap, mut bounces) = (0.0, 0.006, 0);
        record.push(0.0, -gravity);
        while time < 0.4 {
            let n = record.time.len() - 1;
            let velocity = record.velocity[n];
            let step = (0.04 * f64::max(gap, 0.0) / velocity.abs()).clamp(3e-7, 5e-4).min(1e-6 + 0.03 * time);
            let film = -30.0 * velocity * 1.5e-5 / (f64::max(gap, 0.0) + 1e-5);
            let elastic = stiffness * f64::max(-gap, 0.0).powf(1.5) * (1.0 - 0.2 * velocity);
            let free = -gravity - velocity / relaxation + film + elastic;
            let acceleration = if bounces < 3 { free } else { -velocity / 2e-3 };
            let step = if bounces < 3 { step } else { (1.2 * (record.time[n] - record.time[n - 1])).min(5e-4) };
            time += step;
            record.push(time, acceleration);
            gap += 0.5 * step * (velocity + record.velocity[n + 1]);
            bounces += usize::from(velocity > 0.0 && record.velocity[n + 1] <= 0.0);
        }
        record
    }

    /// `∫ V̇ K dτ` at the end of step `n` by eight-point Gauss–Legendre in `√s` on every step of the past.
    fn direct(&self, kernel: HistoryKernel, sphere: &ImmersedSphere, n: usize, weights: &[f64]) -> f64 {
        let (now, present) = (self.time[n], kernel.at(sphere, self.velocity[n]));
        let mut sum = 0.0;
        for (j, &weight) in weights.iter().enumerate().take(n) {
            let (start, width) = (self.time[j], self.time[j + 1] - self.time[j]);
            let (from, to) = ((now - self.time[j + 1]).max(0.0).sqrt(), (now - start).sqrt());
            for QuadratureNode { x, weight: share } in gauss_legendre(from, to) {
                let part = (now - x * x - start) / width;
                let accel = self.acceleration[j] + part * (self.acceleration[j + 1] - self.acceleration[j]);
                sum += 2.0 * share * x * accel * present.value(x * x, weight);
            }
        }
        sum
    }

    fn weights(&self, sphere: &ImmersedSphere, kernel: HistoryKernel) -> Vec<f64> {
        (0..self.time.len() - 1)
            .map(|j| {
                if !kernel.weighs_acceleration() {
                    return 1.0;
                }
                let velocity = 0.5 * (self.velocity[j] + self.velocity[j + 1]);
                let acceleration = 0.5 * (self.acceleration[j] + self.acceleration[j + 1]);
                let jerk = (self.acceleration[j + 1] - self.acceleration[j]) / (self.time[j + 1] - self.time[j]);
                acceleration_weight(sphere.radius, velocity, acceleration, jerk)
            })
            .collect()
    }

    /// The force `∫ V̇ K dτ` by the memory, in the steps of the record, against direct quadrature.
    ///
    /// # Errors
    /// A parameter that the memory refuses.
    pub fn memory(&self, kernel: HistoryKernel, sphere: &ImmersedSphere) -> Result<MemoryErrors, BadParameter> {
        let weights = self.weights(sphere, kernel);
        let mut memory = HistoryMemory::new(kernel, sphere, 1e-8, 1.0)?;
        memory.jump(self.acceleration[0]);
        let (mut errors, mut largest, mut entries) = (Vec::new(), 0f64, 0);
        for j in 1..self.time.len() {
            let step = self.time[j] - self.time[j - 1];
            let integral = memory.predict(step, f64::INFINITY, self.velocity[j]);
            if j % 10 == 0 {
                let force = integral.coefficient * self.acceleration[j] + integral.known;
                let direct = self.direct(kernel, sphere, j, &weights);
                largest = largest.max(direct.abs());
                errors.push(((force - direct).abs(), (force / direct - 1.0).abs()));
            }
            memory.advance(step, self.velocity[j], self.acceleration[j]);
            entries = entries.max(memory.len());
        }
        errors.iter_mut().for_each(|error| error.0 /= largest);
        Ok(MemoryErrors { errors, entries })
    }
}
