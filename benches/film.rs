//! Cost of a time step of the elastic film against its number of rings: one bounce of steel on glass in oil, whose film
//! ruptures. The least of several rounds on one core. Beside it, what the factors would cost if every matrix were full: those of
//! a ruptured film are not, and take less.
//!
//! `cargo bench --bench film`

use std::f64::consts::PI;
use std::hint::black_box;
use std::time::Instant;

use wetbounce::film::{DenseLu, FilmAccuracy, FilmProperties, FilmScratch, FilmSetup, Outer};

const RADIUS: f64 = 1.5e-3;
const SPEED: f64 = 0.55;
const GAP: f64 = 3e-5;
const RUNS: usize = 7;

fn main() {
    println!("rings  set-up ms  steps  newton/step  matrices/step  µs/step  full factors, µs/step");
    for rings_per_contact in [12, 24, 48, 96, 192] {
        measure(rings_per_contact);
    }
}

fn measure(rings_per_contact: usize) {
    let mass = 4.0 / 3.0 * PI * RADIUS.powi(3) * 7800.0;
    let oil = FilmProperties { cavitation_pressure: Some(1e5), ..FilmProperties::simple(RADIUS, 4.9165e10, 0.01) };
    let accuracy =
        FilmAccuracy { rings_per_contact, growth: 4.8 / rings_per_contact as f64, ..FilmAccuracy::default() };
    let start = Instant::now();
    let film = FilmSetup::for_impact(oil, mass, SPEED, GAP, accuracy).expect("a possible film");
    let set_up = start.elapsed().as_secs_f64();
    let rings = film.grid().rings();
    let mut times = Vec::new();
    let (mut steps, mut scratch) = (0, FilmScratch::new(rings));
    for _ in 0..RUNS {
        scratch = FilmScratch::new(rings);
        let mut state = film.start(GAP, -SPEED).expect("a film that is not yet deformed");
        let start = Instant::now();
        steps = 0;
        while state.speed < 0.0 || state.gap < GAP {
            film.adaptive_step(&mut state, &mut scratch, f64::INFINITY, &Outer::free(mass)).expect("it converges");
            steps += 1;
        }
        times.push(start.elapsed().as_secs_f64());
        black_box(state);
    }
    let (iterations, factorisations) = (scratch.iterations() as f64, scratch.factorisations() as f64);
    let steps = steps as f64;
    println!(
        "{rings:<5}  {:<9.2}  {steps:<5}  {:<11.2}  {:<13.2}  {:<7.1}  {:.1}",
        1e3 * set_up,
        iterations / steps,
        factorisations / steps,
        1e6 * least(times) / steps,
        1e6 * factorisations * full_factors(rings + 1) / steps,
    );
}

/// Seconds to factor a full system of this size.
fn full_factors(size: usize) -> f64 {
    let mut lu = DenseLu::new(size);
    let round = |_| {
        for i in 0..size {
            let row = lu.row(i);
            row.iter_mut().enumerate().for_each(|(j, x)| *x = if i == j { 2.0 } else { 1.0 / (1 + i + j) as f64 });
        }
        let start = Instant::now();
        assert!(black_box(&mut lu).factor());
        start.elapsed().as_secs_f64()
    };
    least((0..2 * RUNS + 1).map(round).collect())
}

fn least(values: Vec<f64>) -> f64 {
    values.into_iter().fold(f64::INFINITY, f64::min)
}
