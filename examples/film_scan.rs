use std::time::Instant;
use wetbounce::film::*;
fn main() {
    let arg = |i: usize, d: f64| std::env::args().nth(i).map_or(d, |s| s.parse().unwrap());
    let rings = arg(1, 48.0) as usize;
    let tol = arg(2, 1e-4);
    let growth = arg(3, 0.1);
    let modulus = 1.0 / ((1.0 - 0.09) / 200e9 + (1.0 - 0.23f64.powi(2)) / 60e9);
    for (a, mu, v) in [(1.5e-3, 0.01, 0.55), (3e-3, 0.1, 0.46)] {
        for variant in 0..3 {
            let mut p = FilmProperties::simple(a, modulus, mu);
            if variant == 1 {
                p.cavitation_pressure = Some(1e5);
            }
            if variant == 2 {
                p.pressure_viscosity = PressureViscosity::barus(1.5e-8);
            }
            let mass = 4.0 / 3.0 * std::f64::consts::PI * a * a * a * 7800.0;
            let impact = FilmImpact { mass, speed: v, gap: 0.02 * a, exit_gap: 0.02 * a };
            let t = Instant::now();
            let film = impact.film(p, FilmAccuracy { rings_per_contact: rings, growth, tolerance: tol }).unwrap();
            let setup = t.elapsed().as_secs_f64();
            match impact.run(&film) {
                Ok(b) => println!(
                    "N={} e={:.5} hmin={:.4e} hc={:.4e} F={:.4} suct={:.3} ind={:.4e} T={:.4e} en={:.2e} mass={:.1e} steps={} its={} setup={:.4} t={:.3}s",
                    film.grid().rings(),
                    b.restitution,
                    b.thinnest,
                    b.thinnest_central,
                    b.peak_force,
                    b.largest_suction,
                    b.indentation,
                    b.overlap_time,
                    b.energy_error,
                    b.mass_error,
                    b.steps,
                    b.iterations,
                    setup,
                    t.elapsed().as_secs_f64()
                ),
                Err(e) => println!("{e}"),
            }
        }
    }
}
