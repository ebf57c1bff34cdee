use std::time::Instant;
use wetbounce::film::*;
fn show(name: &str, p: FilmProperties, mass: f64, v: f64, hs: f64) {
    let impact = FilmImpact { mass, speed: v, gap: hs, exit_gap: hs };
    let film = impact.film(p, FilmAccuracy::default()).unwrap();
    let t = Instant::now();
    match impact.run(&film) {
        Ok(b) => println!("{name}: N={} e={:.4} cap={} hmin={:.3e} hc={:.3e} F={:.4e} suct={:.3e} ind={:.4e} T={:.4e} en={:.2e} mass={:.1e} steps={} its={} {:.3}s",
            film.grid().rings(), b.restitution, b.captured, b.thinnest, b.thinnest_central, b.peak_force, b.largest_suction, b.indentation, b.overlap_time, b.energy_error, b.mass_error, b.steps, b.iterations, t.elapsed().as_secs_f64()),
        Err(e) => println!("{name}: {e} {:.3}s", t.elapsed().as_secs_f64()),
    }
}
fn main() {
    let es = 1.0 / ((1.0 - 0.09) / 200e9 + (1.0 - 0.23f64.powi(2)) / 60e9);
    let a = 1.5e-3;
    let mass = 4.0 / 3.0 * std::f64::consts::PI * a * a * a * 7800.0;
    let v = 0.55;
    for mu in [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8] {
        let p = FilmProperties::simple(a, es, mu);
        show(&format!("mu={mu:e} "), p, mass, v, 0.02 * a);
        show(&format!("mu={mu:e} cav"), FilmProperties { cavitation_pressure: Some(1e5), ..p }, mass, v, 0.02 * a);
    }
    for mu in [2e-2, 5e-2, 0.1, 0.2, 0.5, 1.0, 10.0] {
        let p = FilmProperties::simple(a, es, mu);
        show(&format!("St={:.1}", 7800.0 * v * 2.0 * a / 9.0 / mu), p, mass, v, 0.02 * a);
        show(&format!("St={:.1} cav", 7800.0 * v * 2.0 * a / 9.0 / mu), FilmProperties { cavitation_pressure: Some(1e5), ..p }, mass, v, 0.02 * a);
    }
    for e in [1e5, 1e6, 1e7, 1e9, 1e13, 1e16] {
        let p = FilmProperties::simple(a, e, 0.01);
        show(&format!("E={e:e}"), p, mass, v, 0.02 * a);
        show(&format!("E={e:e} cav"), FilmProperties { cavitation_pressure: Some(1e5), ..p }, mass, v, 0.02 * a);
    }
    let p = FilmProperties { cavitation_pressure: Some(1e5), ..FilmProperties::simple(a, es, 0.01) };
    show("roelands", FilmProperties { pressure_viscosity: PressureViscosity::Roelands { coefficient: 1.5e-8 }, ..p }, mass, v, 0.02 * a);
    show("barus 3e-8", FilmProperties { pressure_viscosity: PressureViscosity::Barus { coefficient: 3e-8 }, ..p }, mass, v, 0.02 * a);
    for h in [1e-8, 1e-7, 1e-6] {
        show(&format!("GT {h:e}"), FilmProperties { roughness: Roughness::GreenwoodTripp { height: h, density: 0.05, slope: 0.01 }, ..p }, mass, v, 0.02 * a);
        show(&format!("bearing {h:e}"), FilmProperties { roughness: Roughness::Bearing { height: h }, ..p }, mass, v, 0.02 * a);
        show(&format!("GT {h:e} nocav"), FilmProperties { cavitation_pressure: None, roughness: Roughness::GreenwoodTripp { height: h, density: 0.05, slope: 0.01 }, ..p }, mass, v, 0.02 * a);
    }
    for tau in [1e-8, 1e-7, 1e-6] {
        show(&format!("tau {tau:e}"), FilmProperties { relaxation_time: tau, ..p }, mass, v, 0.02 * a);
    }
}
