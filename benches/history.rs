//! What the memory of the history force costs: 10³, 10⁴ and 10⁵ steps over the same record of 0.3 s, which should cost ten
//! and a hundred times as much; beside it the direct sum over the whole past, which costs the square.
//!
//! `cargo bench --bench history`

use std::hint::black_box;
use std::time::Instant;
use wetbounce::liquid::{HistoryKernel, HistoryMemory, ImmersedSphere};

const RECORD: f64 = 0.3;
const STEPS: [usize; 3] = [1_000, 10_000, 100_000];
/// The direct sum over 10⁵ steps would take minutes.
const MOST_DIRECT: usize = 10_000;
const ROUNDS: usize = 5;

fn main() {
    println!("{:<26} {:>8} {:>12} {:>10} {:>8}", "kernel", "steps", "total (ms)", "us/step", "entries");
    for (name, kernel) in [
        ("basset", HistoryKernel::Basset),
        ("mei-adrian", HistoryKernel::MeiAdrian),
        ("kim", HistoryKernel::KimElghobashiSirignano),
    ] {
        for steps in STEPS {
            let mut entries = 0;
            let seconds = median(|| entries = remember(kernel, steps));
            row(name, steps, seconds, &entries.to_string());
        }
    }
    for steps in STEPS.into_iter().filter(|steps| *steps <= MOST_DIRECT) {
        row("basset, direct sum", steps, median(|| black_box(sum_directly(steps))), "all");
    }
}

fn row(name: &str, steps: usize, seconds: f64, entries: &str) {
    println!("{name:<26} {steps:>8} {:>12.3} {:>10.3} {entries:>8}", 1e3 * seconds, 1e6 * seconds / steps as f64);
}

/// Median of the seconds that `work` takes.
fn median<T>(mut work: impl FnMut() -> T) -> f64 {
    let mut seconds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    seconds[ROUNDS / 2]
}

/// Steel in silicone oil, 3 mm, Stokes number 152.
fn sphere() -> ImmersedSphere {
    ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).expect("a possible sphere")
}

/// A gap (m) at which no wall counts.
const FAR: f64 = 1.0;

/// A decaying acceleration (m/s²) with a ripple.
fn acceleration(time: f64) -> f64 {
    -8.0 * (-time / 0.06).exp() * (1.0 + 0.3 * (200.0 * time).sin())
}

/// Steps through the record; returns the most entries that the memory held.
fn remember(kernel: HistoryKernel, steps: usize) -> usize {
    let mut memory = HistoryMemory::new(kernel, &sphere(), 1e-9, 10.0).expect("a possible memory");
    memory.jump(acceleration(0.0));
    let step = RECORD / steps as f64;
    let (mut velocity, mut most) = (0.0, 0);
    for k in 1..=steps {
        let now = acceleration(k as f64 * step);
        velocity += step * now;
        black_box(memory.predict(step, FAR, velocity));
        memory.advance(step, velocity, now);
        most = most.max(memory.len());
    }
    most
}

/// `∫ V̇/√(t − τ) dτ` at the end of every step from the whole past, `V̇` constant in a step.
fn sum_directly(steps: usize) -> f64 {
    let step = RECORD / steps as f64;
    let middle: Vec<f64> = (0..steps).map(|k| acceleration((k as f64 + 0.5) * step)).collect();
    let weight: Vec<f64> =
        (0..steps).map(|k| 2.0 * step.sqrt() * (((k + 1) as f64).sqrt() - (k as f64).sqrt())).collect();
    let at_end = |n: usize| -> f64 { (0..=n).map(|k| middle[k] * weight[n - k]).sum() };
    (0..steps).map(at_end).fold(0.0, |last, now| 0.5 * (last + now))
}
