//! Normal impacts of the Hertzian laws and of the elastic wall force, against closed forms and reference values.

use std::f64::consts::PI;
use wetbounce::contact::{
    DryBounce, Hertz, HertzStiffness, Impact, ImpactError, Integrator, Law, Li, Material, MusenHertz, Pair, TooDeep,
};
use wetbounce::validate::dry_impact::quadrature;

const STEEL: Material = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
const GLASS: Material = Material { young_modulus: 66.9e9, poisson_ratio: 0.25 };

fn steel_on_glass() -> Pair {
    Pair::sphere_on_plane(6.35e-3, 4.0 / 3.0 * PI * 6.35e-3f64.powi(3) * 7780.0, [STEEL, GLASS]).unwrap()
}

fn bounce(pair: Pair, law: Law, speed: f64, steps: u32, integrator: Integrator) -> DryBounce {
    let mut impact = Impact::on_plane(pair, law, speed, 0.0).unwrap();
    impact.control.steps_per_contact = steps;
    impact.control.integrator = integrator;
    impact.control.record_every = 0;
    impact.run().unwrap().bounces[0]
}

fn hertz(restitution: f64, no_attraction: bool) -> Law {
    Law::Hertz(Hertz { restitution, no_attraction, ..Hertz::default() })
}

/// The reference contact of `hertz/stiffness`: k_n 7.326e6 Pa, γ_n 4e6 1/(m s), R 5 mm, 2500 kg/m³.
fn stiffness(limit_force: bool) -> (Pair, Law) {
    let pair = Pair::sphere_on_plane(5e-3, 4.0 / 3.0 * PI * 5e-3f64.powi(3) * 2500.0, [GLASS; 2]).unwrap();
    let law = HertzStiffness { k_n: 7.326e6, gamma_n: 4e6, limit_force, ..HertzStiffness::default() };
    (pair, Law::HertzStiffness(law))
}

#[test]
fn an_elastic_impact_has_the_contact_time_overlap_and_force_of_hertz() {
    let pair = steel_on_glass();
    let stiffness = 4.0 / 3.0 * pair.effective_modulus() * 6.35e-3f64.sqrt();
    for speed in [0.01, 0.3, 5.0] {
        for law in [hertz(1.0, true), Law::MusenHertz(MusenHertz::default())] {
            let bounce = bounce(pair, law, speed, 200, Integrator::Hermite);
            let overlap = (1.25 * pair.mass[0] * speed * speed / stiffness).powf(0.4);
            assert!((bounce.max_overlap_m / overlap - 1.0).abs() < 1e-8);
            assert!((bounce.max_force / (stiffness * overlap.powf(1.5)) - 1.0).abs() < 1e-8);
            assert!((bounce.contact_duration_s / (2.943_275_184_3 * overlap / speed) - 1.0).abs() < 1e-7);
            assert!((bounce.restitution - 1.0).abs() < 1e-9);
        }
    }
}

#[test]
fn hertz_stiffness_meets_the_reference_values() {
    for (limit_force, e) in [(false, 0.100274), (true, 0.215727)] {
        let (pair, law) = stiffness(limit_force);
        let bounce = bounce(pair, law, 1.0, 400, Integrator::Hermite);
        assert!((bounce.restitution - e).abs() < 1e-6, "{}", bounce.restitution);
    }
}

#[test]
fn a_tenth_of_that_damping_agrees_with_an_independent_quadrature() {
    let (pair, _) = stiffness(false);
    for limit_force in [false, true] {
        let law = HertzStiffness { k_n: 7.326e6, gamma_n: 4e5, limit_force, ..HertzStiffness::default() };
        let bounce = bounce(pair, Law::HertzStiffness(law), 1.0, 400, Integrator::Hermite);
        let exact = quadrature(&pair, 7.326e6, 4e5, 1.0, limit_force);
        assert!((bounce.restitution - exact).abs() < 2e-5, "{} {exact}", bounce.restitution);
    }
}

#[test]
fn velocity_verlet_misses_the_restitution_by_as_much_as_established_programs_do() {
    let (pair, law) = stiffness(false);
    let impacts = [
        (steel_on_glass(), hertz(0.5, false), 0.5, [2e-3, 3e-4, 6e-5]),
        (pair, law, 0.100_273_742_8, [6e-3, 1e-3, 1e-4]),
    ];
    for (pair, law, exact, established) in impacts {
        for (steps, established) in [20, 100, 1000].into_iter().zip(established) {
            let miss = (bounce(pair, law, 1.0, steps, Integrator::Verlet).restitution - exact).abs();
            assert!(miss > 0.5 * established && miss < 2.0 * established, "{steps}: {miss:e}");
        }
    }
}

#[test]
fn the_hermite_scheme_is_of_fourth_order_through_the_singular_ends() {
    for law in [hertz(0.5, false), hertz(0.5, true), hertz(1.0, true)] {
        let e = |steps| bounce(steel_on_glass(), law, 1.0, steps, Integrator::Hermite).restitution;
        let fine = e(3200);
        let order = ((e(100) - fine).abs() / (e(200) - fine).abs()).log2();
        assert!(order > 3.5, "{order}");
    }
}

#[test]
fn velocity_verlet_and_hermite_agree() {
    for law in [hertz(0.8, false), hertz(0.6, true), hertz(1.0, true)] {
        let one = bounce(steel_on_glass(), law, 0.5, 20_000, Integrator::Verlet);
        let other = bounce(steel_on_glass(), law, 0.5, 200, Integrator::Hermite);
        assert!((one.restitution - other.restitution).abs() < 1e-5);
        assert!((one.contact_duration_s / other.contact_duration_s - 1.0).abs() < 1e-4);
        assert!((one.max_overlap_m / other.max_overlap_m - 1.0).abs() < 2e-5);
    }
}

#[test]
fn the_li_law_conserves_energy_whatever_its_factor() {
    for restitution in [0.5, 0.97] {
        let law = Law::Li(Li { restitution, threshold: 5e-3 });
        let bounce = bounce(steel_on_glass(), law, 0.3, 400, Integrator::Hermite);
        assert!((bounce.restitution - 1.0).abs() < 1e-9, "{}", bounce.restitution);
        assert_eq!(bounce.dissipated.total(), 0.0);
    }
}

#[test]
fn a_sphere_too_fast_for_the_li_law_is_an_error_that_names_the_threshold() {
    let pair = steel_on_glass();
    let run = |threshold: f64, speed: f64| {
        Impact::on_plane(pair, Law::Li(Li { threshold, ..Li::default() }), speed, 0.0).unwrap().run()
    };
    let Err(ImpactError::TooDeep(TooDeep::Passed { passed, .. })) = run(1e-4, 0.9) else {
        panic!("0.9 m/s is too fast for a threshold of 1e-4");
    };
    let (fastest, threshold) = (passed.fastest, passed.range / (2.0 * pair.radius[0]));
    assert!(run(1e-4, 0.999 * fastest).is_ok());
    assert!(run(1e-4, 1.001 * fastest).is_err());
    assert!(run(1.001 * threshold, 0.9).is_ok());
    assert!(run(0.999 * threshold, 0.9).is_err());
}
