use wetbounce::film::*;
fn main() {
    let a = 1.5e-3; let mu = 0.05; let v = 0.3; let pc = 1e5;
    let hc = (3.0 * mu * a * v / pc as f64).sqrt();
    let p = FilmProperties { cavitation_pressure: Some(pc), ..FilmProperties::simple(a, 1e24, mu) };
    for n in [20, 40] {
    let layout = RingLayout { contact_radius: 0.5 * (2.0 * a * hc).sqrt(), matching_radius: 8.0 * (2.0 * a * hc).sqrt(), rings_per_contact: n, growth: 2.0 / n as f64 };
    let film = Film::new(p, layout, 1e-5).unwrap();
    let mut s = film.start(0.02 * hc, v).unwrap();
    let mut sc = FilmScratch::new(film.grid().rings());
    let mut next = 0.03;
    while s.gap < 4.0 * hc {
        let longest = 0.1 * s.gap / v; film.adaptive_step(&mut s, &mut sc, longest, &Outer::steady()).unwrap();
        let x = s.gap / hc;
        if x > next { next *= 1.25;
            let closed = if x < 1.0 { -2.0 * std::f64::consts::PI * a * pc * hc * (2.0 - x) } else { rigid_force(a, mu, s.gap, v) };
            let i = s.void_fraction.iter().rposition(|f| *f > 0.0).map_or(0.0, |i| film.grid().faces[i + 1]);
            println!("h/hc={x:.4} F/closed={:.4} F={:.4e} rc^2/2a/hc={:.3} maxtheta={:.3} tail p={:.3e}", film.force(&s) / closed, film.force(&s), i * i / 2.0 / a / hc, s.void_fraction.iter().fold(0.0f64, |m, x| m.max(*x)), s.pressure[film.grid().rings()-1]);
        }
    }
    }
}
