//! Steps per second of one contact on one core: median and best of many short runs. On a shared machine the best is what
//! the core does while nobody else has it.
//!
//! `cargo bench --bench contact`

use std::hint::black_box;
use std::time::Instant;
use wetbounce::contact::{
    Hertz, HertzStiffness, Impact, Integrator, Law, Luding, Material, MusenHertz, Pair, PlasticLimit,
};

const RUNS: usize = 501;
const STEPS_PER_RUN: u64 = 10_000;

fn main() {
    println!("{:<44} {:>14} {:>10} {:>14} {:>10}", "contact", "median steps/s", "ns/step", "best steps/s", "ns/step");
    for (name, impact) in cases() {
        let mut rates: Vec<f64> = (0..RUNS).map(|_| rate(&impact)).collect();
        rates.sort_by(f64::total_cmp);
        let (median, best) = (rates[RUNS / 2], rates[RUNS - 1]);
        println!("{name:<44} {median:>14.3e} {:>10.1} {best:>14.3e} {:>10.1}", 1e9 / median, 1e9 / best);
    }
}

/// Steps per second of impacts repeated until enough steps are taken.
fn rate(impact: &Impact) -> f64 {
    let start = Instant::now();
    let mut steps = 0;
    while steps < STEPS_PER_RUN {
        let outcome = black_box(impact).run().expect("the impact runs");
        steps += outcome.bounces[0].steps;
        black_box(outcome);
    }
    steps as f64 / start.elapsed().as_secs_f64()
}

fn cases() -> Vec<(&'static str, Impact)> {
    let steel = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
    let pair = Pair::sphere_on_plane(3e-3, 8.8e-4, [steel, Material::default()]).expect("a possible pair");
    let impact = |law: Law, angle: f64| {
        let mut impact = Impact::on_plane(pair, law, 1.0, angle).expect("a possible impact");
        impact.control.record_every = 0;
        impact.control.steps_per_contact = 1000;
        impact
    };
    let damped = Hertz { restitution: 0.8, friction: 0.1, ..Hertz::default() };
    let stiffness = HertzStiffness { gamma_n: 1e7, gamma_t: 5e6, friction: 0.1, ..HertzStiffness::default() };
    let musen = MusenHertz { friction: 0.1, rolling_friction: 0.01, ..MusenHertz::default() };
    let luding = Luding { plastic_limit: PlasticLimit::Luding, ..Luding::default() };
    let mut verlet = impact(Law::Hertz(damped), 30.0);
    verlet.control.integrator = Integrator::Verlet;
    vec![
        ("hertz, e = 0.8, normal", impact(Law::Hertz(Hertz { friction: 0.0, ..damped }), 0.0)),
        ("hertz, e = 0.8, 30 degrees", impact(Law::Hertz(damped), 30.0)),
        ("hertz, e = 0.8, 30 degrees, velocity Verlet", verlet),
        ("hertz/stiffness, damped, 30 degrees", impact(Law::HertzStiffness(stiffness), 30.0)),
        ("musen-hertz, rolling friction, 30 degrees", impact(Law::MusenHertz(musen), 30.0)),
        ("luding, all senses, 30 degrees", impact(Law::Luding(luding), 30.0)),
        ("hertz, two spheres, 3-D", two_spheres(Law::Hertz(damped))),
    ]
}

fn two_spheres(law: Law) -> Impact {
    let mut impact = Impact::spheres([3e-3, 5e-3], [2500.0, 1100.0], [Material::default(); 2], law, 1.0, 30.0)
        .expect("a possible impact");
    impact.bodies.spin[0].y = 50.0;
    impact.bodies.spin[1].x = -30.0;
    impact.control.record_every = 0;
    impact.control.steps_per_contact = 1000;
    impact
}
