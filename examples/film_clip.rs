use std::time::Instant;
use wetbounce::film::*;
fn main() {
    let mut seed = 12345u64;
    let mut rnd = || { seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); (seed >> 11) as f64 / (1u64 << 53) as f64 };
    let n: usize = std::env::args().nth(1).map_or(200, |s| s.parse().unwrap());
    let (mut ok, mut refused) = (0, 0);
    let (mut we, mut wm, mut wt) = (0.0f64, 0.0f64, 0.0f64);
    for k in 0..n {
        let mut log = |lo: f64, hi: f64| lo * (hi / lo).powf(rnd());
        let a = log(1e-4, 1e-2); let e = log(1e5, 1e12); let mu = log(1e-4, 10.0); let v = log(1e-3, 3.0); let rho = log(1000.0, 12000.0); let hs = a * log(2e-3, 5e-2);
        let (c, l, r, t) = (log(1.0, 4.0), log(1.0, 4.0), log(1.0, 4.0), log(1.0, 4.0));
        let mass = 4.0 / 3.0 * std::f64::consts::PI * a * a * a * rho;
        let mut p = FilmProperties::simple(a, e, mu);
        if c < 2.5 { p.cavitation_pressure = Some(1e5); }
        if l > 3.0 { p.pressure_viscosity = PressureViscosity::Barus { coefficient: 2e-8 } } else if l > 2.0 { p.pressure_viscosity = PressureViscosity::Roelands { coefficient: 2e-8 } }
        if r > 3.0 { p.roughness = Roughness::Bearing { height: 1e-3 * hs } } else if r > 2.0 { p.roughness = Roughness::GreenwoodTripp { height: 1e-3 * hs, density: 0.05, slope: 0.01 } }
        if t > 3.0 { p.relaxation_time = relaxation_time(0.8, v, mass, a, e).unwrap(); }
        let impact = FilmImpact { mass, speed: v, gap: hs, exit_gap: hs };
        let t0 = Instant::now();
        let res = impact.film(p, FilmAccuracy { rings_per_contact: 24, growth: 0.2, tolerance: 1e-4 }).map_err(FilmRunError::from).and_then(|f| impact.run(&f));
        let dt = t0.elapsed().as_secs_f64();
        match res {
            Ok(b) => { ok += 1; we = we.max(b.energy_error); wm = wm.max(b.mass_error); wt = wt.max(dt);
                if b.energy_error > 5e-3 || dt > 0.5 || b.mass_error > 1e-12 { println!("{k}: e={:.4} en={:.2e} mass={:.1e} steps={} its={} {dt:.2}s V={v:.3e} hs={hs:.2e} mass={mass:.2e} {p:?}", b.restitution, b.energy_error, b.mass_error, b.steps, b.iterations); } }
            Err(FilmRunError::Parameter(_)) => refused += 1,
            Err(err) => println!("{k}: {err} {dt:.2}s V={v:.3e} hs={hs:.2e} mass={mass:.2e} {p:?}"),
        }
    }
    println!("ok {ok} refused {refused} of {n}; worst energy {we:.2e} mass {wm:.1e} time {wt:.2}");
}
