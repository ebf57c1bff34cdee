//! Dry impacts on a wall that recedes: what bending waves take of them.

use nalgebra::Vector3;
use std::f64::consts::PI;
use wetbounce::contact::smooth::dop853;
use wetbounce::contact::{
    DryBounce, Hertz, HertzStiffness, Impact, Integrator, Law, Luding, Material, MusenHertz, Pair, Plate,
};
use wetbounce::problem::{Hydrodynamics, Problem, Sphere, Wall};

const STEEL: Material = Material { young_modulus: 200e9, poisson_ratio: 0.3 };
const GLASS: Material = Material { young_modulus: 60e9, poisson_ratio: 0.23 };
const SPEED: f64 = 0.5;

fn pair() -> Pair {
    let radius = 1.5e-3f64;
    Pair::sphere_on_plane(radius, 4.0 / 3.0 * PI * radius.powi(3) * 7800.0, [STEEL, GLASS]).unwrap()
}

/// The mobility of an inelasticity parameter `λ = Y m/T`, `T = (m/k)^{2/5} V^{−1/5}`.
fn mobility(pair: &Pair, lambda: f64) -> f64 {
    let stiffness = 4.0 / 3.0 * pair.effective_modulus() * pair.effective_radius().sqrt();
    let mass = pair.effective_mass();
    lambda * (mass / stiffness).powf(0.4) / SPEED.powf(0.2) / mass
}

fn impact(lambda: f64, law: Law, angle: f64) -> Impact {
    let pair = pair();
    let mut impact = Impact::on_plane(pair.on_plate(mobility(&pair, lambda)), law, SPEED, angle).unwrap();
    impact.control.record_every = 0;
    impact
}

fn bounce(impact: &Impact) -> DryBounce {
    impact.run().unwrap().bounces[0]
}

fn elastic() -> Law {
    Law::MusenHertz(MusenHertz::default())
}

/// `m v̇ = −k ε^{3/2}`, `ε̇ = v − Y k ε^{3/2}`, integrated to round-off.
const ZENER: [(f64, f64); 7] = [
    (0.01, 0.982_876_1),
    (0.02, 0.966_101_1),
    (0.05, 0.917_771_5),
    (0.1, 0.843_339_4),
    (0.2, 0.714_044_9),
    (0.5, 0.436_895_3),
    (1.0, 0.184_122_9),
];

#[test]
fn an_elastic_impact_on_a_plate_returns_what_the_one_number_of_zener_says() {
    for (lambda, exact) in ZENER {
        let found = bounce(&impact(lambda, elastic(), 0.0));
        assert!((found.restitution - exact).abs() < 1e-6, "λ = {lambda}: {}", found.restitution);
        assert!(found.energy.error.abs() < 1e-6, "λ = {lambda}: {:e}", found.energy.error);
        let lost = 1.0 - found.restitution * found.restitution;
        assert!((found.dissipated.plate / found.energy.before / lost - 1.0).abs() < 1e-5);
    }
}

#[test]
fn halving_the_step_divides_the_error_by_sixteen_and_verlets_by_less() {
    let error = |steps: u32, integrator| {
        let mut impact = impact(0.2, elastic(), 0.0);
        (impact.control.steps_per_contact, impact.control.integrator) = (steps, integrator);
        (bounce(&impact).restitution - ZENER[4].1).abs()
    };
    let [coarse, fine] = [25, 50].map(|steps| error(steps, Integrator::Hermite));
    assert!(coarse < 1e-3 && coarse / fine > 12.0, "{coarse:e} {fine:e}");
    let [coarse, fine] = [100, 400].map(|steps| error(steps, Integrator::Verlet));
    assert!(fine < 1e-3 && coarse > 2.0 * fine, "{coarse:e} {fine:e}");
}

#[test]
fn every_law_keeps_its_books_on_a_plate_and_loses_more_there_than_on_a_thick_wall() {
    let hertz = |restitution, no_attraction| {
        Law::Hertz(Hertz { restitution, no_attraction, friction: 0.2, ..Hertz::default() })
    };
    let laws = [
        hertz(0.9, false),
        hertz(0.5, true),
        Law::HertzStiffness(HertzStiffness { k_n: 6e10, k_t: 5e10, gamma_n: 1e9, ..HertzStiffness::default() }),
        Law::Luding(Luding { max_stiffness: 1e7, ..Luding::default() }),
        Law::Luding(Luding { max_stiffness: 1e7, normal_viscosity: 2.0, ..Luding::default() }),
    ];
    for law in laws {
        let [thick, plate] = [0.0, 0.1].map(|lambda| bounce(&impact(lambda, law, 30.0)));
        assert!(plate.restitution < thick.restitution - 0.05, "{law}: {} {}", plate.restitution, thick.restitution);
        for found in [thick, plate] {
            assert!(found.energy.error.abs() < 1e-4, "{law}: {:e}", found.energy.error);
        }
        assert!(plate.dissipated.plate > 0.05 * plate.energy.before && thick.dissipated.plate == 0.0);
    }
}

#[test]
fn another_integrator_finds_the_same_oblique_impact() {
    let law = Law::Hertz(Hertz { restitution: 1.0, no_attraction: false, friction: 1e9, ..Hertz::default() });
    let impact = impact(0.1, law, 20.0);
    let (found, checked) = (bounce(&impact), dop853(&impact, 1e-12).unwrap());
    let rebound = checked.bodies.velocity[0];
    assert!((found.rebound_speed_m_s - rebound.z).abs() < 1e-5 * SPEED, "{} {}", found.rebound_speed_m_s, rebound.z);
    let tangential = found.oblique.tangential_after_m_s;
    assert!((tangential - rebound.x).abs() < 1e-4 * SPEED, "{tangential} {}", rebound.x);
}

#[test]
fn a_sphere_that_rests_on_a_plate_does_not_sink_with_it() {
    let law = Law::Hertz(Hertz { restitution: 0.7, no_attraction: false, ..Hertz::default() });
    let mut impact = impact(0.05, law, 0.0);
    impact.gravity = Vector3::new(0.0, 0.0, -9.81);
    impact.bodies.velocity[0] = Vector3::new(0.0, 0.0, -0.01);
    impact.control.max_contacts = 100;
    let outcome = impact.run().unwrap();
    assert_eq!(format!("{:?}", outcome.ending), "Resting");
    let sunk = -outcome.bodies.position[1].z;
    assert!(sunk > 0.0 && sunk < 2.0 * impact.pair.mobility * impact.pair.mass[0] * 0.01 * 4.0, "{sunk:e}");
}

#[test]
fn the_mobility_of_a_plate_falls_with_the_square_of_its_thickness() {
    let plate = |thickness| Plate::new(thickness, 2500.0, GLASS).unwrap();
    let (thin, thick) = (plate(4e-3), plate(8e-3));
    assert!((thin.mobility() / thick.mobility() - 4.0).abs() < 1e-12);
    assert!((thin.thickness_of(thick.mobility()) / 8e-3 - 1.0).abs() < 1e-12);
    // B = 60e9 · 8³e-9/(12 · 0.9471) = 2703.0 N m, ρh = 20 kg/m².
    assert!((thick.mobility() * 8.0 * (2703.0f64 * 20.0).sqrt() - 1.0).abs() < 1e-4);
}

#[test]
fn liquid_on_a_plate_takes_three_quarters_of_its_share_of_the_mass_from_the_mobility() {
    let plate = Plate::new(6e-3, 2500.0, GLASS).unwrap();
    let duration = 2e-5;
    let share = |density: f64| 1.0 - plate.wet_mobility(density, duration) / plate.mobility();
    // Weak loading ρ_l/(ρ h k): Re Y = Y₀ (1 − ¾ ρ_l/(ρ h k)).
    let wavenumber = (15.0 * (PI / duration).powi(2) / plate.bending_stiffness()).powf(0.25);
    assert!((share(1.0) / (0.75 / (15.0 * wavenumber)) - 1.0).abs() < 1e-2);
    assert!(share(935.0) > 0.15 && share(935.0) < 0.3, "{}", share(935.0));
}

#[test]
fn a_problem_whose_wall_is_no_plate_is_refused() {
    let without_density = Wall { density: None, thickness: Some(9e-3), ..Wall::glass() };
    let negative = Wall { thickness: Some(-9e-3), ..Wall::glass() };
    for hydrodynamics in [Hydrodynamics::Resolved, Hydrodynamics::Theory] {
        for (wall, key) in [(without_density, "wall.density"), (negative, "wall.thickness")] {
            let problem = Problem { hydrodynamics, ..Problem::falling_on_wall(Sphere::steel(3e-3), wall) };
            let refused = problem.model().err().expect("it is refused").to_string();
            assert!(refused.contains(key), "{refused}");
        }
    }
}
