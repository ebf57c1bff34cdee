//! The memory of the history force against direct quadrature of the whole record.

use std::time::Instant;
use wetbounce::liquid::acceleration_weight::acceleration_weight;
use wetbounce::liquid::history_graded::GradedMemory;
use wetbounce::liquid::{HistoryKernel, HistoryMemory, ImmersedSphere};

const KERNELS: [HistoryKernel; 3] =
    [HistoryKernel::Basset, HistoryKernel::MeiAdrian, HistoryKernel::KimElghobashiSirignano];

/// Steel in silicone oil, 3 mm, Stokes number 152.
fn sphere() -> ImmersedSphere {
    ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).unwrap()
}

/// A motion known at the ends of steps: `V̇` linear in each, `V` its integral.
#[derive(Default)]
struct Record {
    time: Vec<f64>,
    velocity: Vec<f64>,
    acceleration: Vec<f64>,
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
    fn fall_bounce_rest() -> Self {
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
        const NODES: [f64; 4] = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363];
        const SHARES: [f64; 4] = [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763];
        let (now, present) = (self.time[n], kernel.at(sphere, self.velocity[n]));
        let mut sum = 0.0;
        for (j, &weight) in weights.iter().enumerate().take(n) {
            let (start, width) = (self.time[j], self.time[j + 1] - self.time[j]);
            let (from, to) = ((now - self.time[j + 1]).max(0.0).sqrt(), (now - start).sqrt());
            for (node, share) in NODES.iter().zip(SHARES) {
                for sign in [-1.0, 1.0] {
                    let x = 0.5 * (from + to) + sign * node * 0.5 * (to - from);
                    let part = (now - x * x - start) / width;
                    let accel = self.acceleration[j] + part * (self.acceleration[j + 1] - self.acceleration[j]);
                    sum += share * (to - from) * x * accel * present.value(x * x, weight);
                }
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
}

#[test]
fn over_a_fall_its_bounces_and_the_rest_the_memory_is_within_a_thousandth_of_direct_quadrature() {
    let (sphere, record) = (sphere(), Record::fall_bounce_rest());
    let n = record.time.len();
    assert!(record.velocity.windows(2).filter(|v| v[0] < 0.0 && v[1] > 0.0).count() >= 3, "the record bounces");
    for kernel in KERNELS {
        let weights = record.weights(&sphere, kernel);
        let mut memory = HistoryMemory::new(kernel, &sphere, 1e-8, 1.0).unwrap();
        memory.jump(record.acceleration[0]);
        let (mut misses, mut largest, mut entries) = (Vec::new(), 0f64, 0);
        for j in 1..n {
            let step = record.time[j] - record.time[j - 1];
            let integral = memory.predict(step, record.velocity[j]);
            if j % 10 == 0 {
                let force = integral.coefficient * record.acceleration[j] + integral.known;
                let direct = record.direct(kernel, &sphere, j, &weights);
                largest = largest.max(direct.abs());
                misses.push(((force - direct).abs(), (force / direct - 1.0).abs()));
            }
            memory.advance(step, record.velocity[j], record.acceleration[j]);
            entries = entries.max(memory.len());
        }
        let worst = misses.iter().map(|miss| miss.0).fold(0.0, f64::max) / largest;
        let mut relative: Vec<f64> = misses.iter().map(|miss| miss.1).collect();
        relative.sort_by(f64::total_cmp);
        let usual = relative[relative.len() * 99 / 100];
        println!(
            "{kernel:?}: {n} steps, {entries} entries, worst {worst:.1e} of the largest force, \
             99 % within {usual:.1e} of the present one"
        );
        assert!(worst < 1e-4, "{kernel:?}: {worst:e}");
        assert!(usual < 1e-3, "{kernel:?}: 99 % of the times, the others being zeros of the force: {usual:e}");
    }
}

/// `V̇ = t²`, `∫ τ²/√(t−τ) dτ = 16/15 t^{5/2}`, on unequal steps; Basset's kernel through both kinds of memory.
#[test]
fn the_force_converges_with_the_square_of_the_step_on_unequal_steps() {
    let sphere = sphere();
    let scale = sphere.radius / (std::f64::consts::PI * sphere.kinematic_viscosity()).sqrt();
    let exact = scale * 16.0 / 15.0 * 0.1f64.powf(2.5);
    let convolution = HistoryMemory::new(HistoryKernel::Basset, &sphere, 1e-9, 1.0).unwrap();
    let graded = HistoryMemory::Graded(GradedMemory::new(HistoryKernel::Basset, &sphere));
    for empty in [convolution, graded] {
        let miss = |n: usize| {
            let mut memory = empty.clone();
            memory.jump(0.0);
            let time = |j: usize| 0.1 * (j as f64 / n as f64).powf(1.5);
            let mut force = 0.0;
            for j in 1..=n {
                let (step, accel) = (time(j) - time(j - 1), time(j).powi(2));
                let integral = memory.predict(step, 0.0);
                force = integral.coefficient * accel + integral.known;
                memory.advance(step, 0.0, accel);
            }
            (force / exact - 1.0).abs()
        };
        let (coarse, fine) = (miss(10), miss(20));
        let order = (coarse / fine).log2();
        assert!(order > 1.8, "{coarse:e} {fine:e}: {order}");
        assert!(miss(1000) < 2e-5, "the memory's own error: {:e}", miss(1000));
    }
}

#[test]
fn a_restored_memory_continues_with_the_same_bits() {
    let (sphere, record) = (sphere(), Record::fall_bounce_rest());
    for kernel in KERNELS {
        let mut memory = HistoryMemory::new(kernel, &sphere, 1e-8, 1.0).unwrap();
        memory.jump(record.acceleration[0]);
        let mut restored = None;
        for j in 1..record.time.len() {
            let step = record.time[j] - record.time[j - 1];
            memory.advance(step, record.velocity[j], record.acceleration[j]);
            if let Some(other) = &mut restored {
                HistoryMemory::advance(other, step, record.velocity[j], record.acceleration[j]);
                assert_eq!(memory.predict(1e-5, 0.1), other.predict(1e-5, 0.1));
            } else if j == record.time.len() / 2 {
                let text = serde_json::to_string(&memory).unwrap();
                restored = Some(serde_json::from_str::<HistoryMemory>(&text).unwrap());
            }
        }
        assert_eq!(Some(memory), restored);
    }
}

/// Prints the time per step; run with `--nocapture`. What is asserted does not depend on the load of the machine.
#[test]
fn work_and_memory_per_step_do_not_grow_with_the_record() {
    let sphere = sphere();
    for kernel in KERNELS {
        let mut entries = Vec::new();
        for n in [1_000usize, 10_000, 100_000] {
            let mut memory = HistoryMemory::new(kernel, &sphere, 1e-9, 10.0).unwrap();
            memory.jump(-8.0);
            let (step, start) = (0.3 / n as f64, Instant::now());
            let (mut velocity, mut sum, mut most) = (0.0, 0.0, 0);
            for j in 1..=n {
                let time = j as f64 * step;
                let accel = -8.0 * (-time / 0.06).exp() * (1.0 + 0.3 * (200.0 * time).sin());
                velocity += step * accel;
                let integral = memory.predict(step, velocity);
                sum += integral.coefficient * accel + integral.known;
                memory.advance(step, velocity, accel);
                most = most.max(memory.len());
            }
            let per_step = start.elapsed().as_secs_f64() / n as f64 * 1e6;
            println!(
                "{kernel:?}: {n} steps, {per_step:.2} µs each, at most {most} entries, mean {:.3e}",
                sum / n as f64
            );
            entries.push(most);
        }
        let growth = (entries[1] - entries[0]).max(1);
        assert!(entries[2] <= entries[1] + 2 * growth, "{kernel:?}: {entries:?}");
        assert!(entries[2] < 700, "{kernel:?}: {entries:?}");
    }
}
