//! The memory of the history force against direct quadrature of the whole record.

use std::time::Instant;
use wetbounce::liquid::history_graded::GradedMemory;
use wetbounce::liquid::{HistoryKernel, HistoryMemory, ImmersedSphere};
use wetbounce::validate::history_record::Record;

const KERNELS: [HistoryKernel; 3] =
    [HistoryKernel::Basset, HistoryKernel::MeiAdrian, HistoryKernel::KimElghobashiSirignano];

/// Steel in silicone oil, 3 mm, Stokes number 152.
fn sphere() -> ImmersedSphere {
    ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).unwrap()
}

/// The error over the largest force of the record is the matter of the comparison `closed-forms`.
#[test]
fn over_a_fall_its_bounces_and_the_rest_99_per_cent_of_the_forces_are_within_a_thousandth_of_direct_quadrature() {
    let (sphere, record) = (sphere(), Record::fall_bounce_rest());
    assert!(record.velocity.windows(2).filter(|v| v[0] < 0.0 && v[1] > 0.0).count() >= 3, "the record bounces");
    for kernel in KERNELS {
        let usual = record.memory(kernel, &sphere).unwrap().usual();
        assert!(usual < 1e-3, "{kernel:?}: {usual:e}; the other times are zeros of the force");
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
