//! The memory of the history force against direct quadrature of the whole record.

use std::time::Instant;
use wetbounce::liquid::history_graded::GradedMemory;
use wetbounce::liquid::history_screening::thin_layer_factor;
use wetbounce::liquid::{AddedMass, HistoryKernel, HistoryMemory, HistoryWall, ImmersedSphere, Screening, brenner};
use wetbounce::numerics::radau::RADAU;
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
                let integral = memory.predict(step, f64::INFINITY, 0.0);
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
                assert_eq!(memory.predict(1e-5, 1.0, 0.1), other.predict(1e-5, 1.0, 0.1));
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
                let integral = memory.predict(step, f64::INFINITY, velocity);
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

/// Force of unsteady Stokes flow on a sphere that oscillates towards a wall, over `6πaμU`, in phase with the speed and
/// with the acceleration, at the gap `h/a` and `ωa²/ν`; by multipoles and their reflections
/// (`validation/references/history_wall.py`) and by finite elements, which agree to 1e-4.
const OSCILLATING: [(f64, f64, [f64; 2]); 9] = [
    (1.0, 1.0, [2.29556, 0.60718]),
    (1.0, 10.0, [3.55037, 3.36132]),
    (1.0, 100.0, [8.51737, 18.97309]),
    (0.2, 1.0, [6.43650, 0.51357]),
    (0.2, 10.0, [7.34797, 3.42386]),
    (0.2, 100.0, [12.18498, 22.16719]),
    (0.04, 1.0, [26.71011, 0.51483]),
    (0.04, 10.0, [27.53957, 3.63501]),
    (0.04, 100.0, [32.21371, 25.11857]),
];

/// The same from theory: `[in phase, in quadrature]` of the twentieth period of `sin ωt` over the exact one, less 1.
fn oscillating_by_theory(wall: HistoryWall, gap: f64, frequency: f64, [drag, inertia]: [f64; 2]) -> [f64; 2] {
    let sphere = sphere();
    let omega = frequency / sphere.viscous_time();
    let period = std::f64::consts::TAU / omega;
    let kernel = HistoryKernel::Basset;
    let mut memory = HistoryMemory::towards_wall((kernel, wall), &sphere, 1e-9 * period, 10.0 * period).unwrap();
    let (n, periods) = (400, 20);
    let step = period / n as f64;
    memory.jump(omega);
    let mut parts = [0.0; 2];
    for j in 1..=n * periods {
        let phase = omega * step * j as f64;
        let integral = memory.predict(step, gap * sphere.radius, phase.sin());
        let acceleration = omega * phase.cos();
        let force = wall.factor(kernel, gap) * (integral.coefficient * acceleration + integral.known);
        memory.advance(step, phase.sin(), acceleration);
        if j > n * (periods - 1) {
            parts[0] += 2.0 * force * phase.sin() / n as f64;
            parts[1] += 2.0 * force * phase.cos() / n as f64;
        }
    }
    let added = 2.0 / 9.0 * AddedMass::Exact.coefficient(gap) * frequency;
    [(parts[0] + brenner(gap)) / drag - 1.0, (parts[1] + added) / inertia - 1.0]
}

#[test]
fn a_sphere_that_oscillates_near_a_wall_has_the_force_of_unsteady_stokes_flow() {
    for (gap, frequency, exact) in OSCILLATING {
        for miss in oscillating_by_theory(HistoryWall::default(), gap, frequency, exact) {
            assert!(miss.abs() < 0.006, "{gap} {frequency}: {miss}");
        }
    }
}

#[test]
fn the_published_wall_factor_is_25_percent_high_at_half_a_diameter_and_33_at_a_tenth() {
    let published = HistoryWall::published(1.5);
    for (gap, frequency, miss) in [(1.0, 1.0, 0.25), (0.2, 100.0, 0.33)] {
        let (.., exact) = OSCILLATING.into_iter().find(|row| row.0 == gap && row.1 == frequency).unwrap();
        let [in_phase, _] = oscillating_by_theory(published, gap, frequency, exact);
        assert!((in_phase - miss).abs() < 0.02, "{gap} {frequency}: {in_phase}");
    }
}

/// Late vorticity is screened, thin layers are stronger, and far away the force is Basset's.
#[test]
fn a_wall_screens_slow_rates_strengthens_fast_ones_and_does_neither_from_afar() {
    for gap in [1e-9, 1e-4, 0.01, 0.1, 1.0, 10.0] {
        let screening = Screening::at(gap);
        let (fast, from) = screening.fast();
        assert!((fast / thin_layer_factor(gap) - 1.0).abs() < 0.01, "{gap}: {fast}");
        assert!((screening.share(2.0 * from) / fast - 1.0).abs() < 1e-12);
        assert!(screening.share(1e-3 / (1.0 + gap).powi(2)) < 1e-3);
        let jump = |rate: f64| (screening.share(rate * (1.0 + 1e-9)) - screening.share(rate)).abs();
        assert!((-40..160).all(|k| jump(10f64.powf(0.1 * f64::from(k))) < 1e-8), "{gap}: continuous");
    }
    assert!((Screening::at(1e9).share(1e-6) - 1.0).abs() < 0.02);
    for (gap, exact) in [(4.0, 1.002204), (1.0, 1.040342), (0.2, 1.269869), (0.01, 2.121799)] {
        assert!((thin_layer_factor(gap) - exact).abs() < 1e-6);
    }
}

#[test]
fn the_stages_of_a_step_find_the_screened_force_of_many_small_steps() {
    let sphere = sphere();
    let wall = (HistoryKernel::Basset, HistoryWall::default());
    let empty = HistoryMemory::towards_wall(wall, &sphere, 1e-9, 1.0).unwrap();
    let (whole, gap) = (0.02, 0.1 * sphere.radius);
    let acceleration = |part: f64| 1.0 + 2.0 * part - 3.0 * part * part;
    let at_stages = RADAU.nodes.map(acceleration);
    let stages = empty.predict_stages(whole, [gap; 3], [0.0; 3]);
    let mut memory = empty;
    memory.jump(1.0);
    let (n, mut small) = (2000, 0.0);
    for j in 1..=n {
        let (step, part) = (whole / n as f64, j as f64 / n as f64);
        let integral = memory.predict(step, gap, 0.0);
        small = integral.coefficient * acceleration(part) + integral.known;
        memory.advance(step, 0.0, acceleration(part));
    }
    assert!((stages.at(2, at_stages) / small - 1.0).abs() < 1e-4);
}
