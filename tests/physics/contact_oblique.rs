//! Oblique impacts with friction and spin, in three dimensions.

use nalgebra::Vector3;
use wetbounce::contact::smooth::dop853;
use wetbounce::contact::tangential::LimitKind;
use wetbounce::contact::{
    DryBounce, DryOutcome, Hertz, HertzStiffness, Impact, Integrator, Law, Lever, Luding, Material, MusenHertz, Pair,
    SpringKind,
};
use wetbounce::validate::oblique_impact;

const ALUMINA: Material = Material { young_modulus: 360e9, poisson_ratio: 0.23 };
const GLASS: Material = Material { young_modulus: 70e9, poisson_ratio: 0.25 };
const KINDS: [SpringKind; 3] = [SpringKind::Displacement, SpringKind::Force, SpringKind::Rescaled];

fn alumina_on_glass() -> Pair {
    Pair::sphere_on_plane(2.5e-3, 2.6e-4, [ALUMINA, GLASS]).unwrap()
}

fn run(law: Law, angle: f64) -> DryBounce {
    let mut impact = Impact::on_plane(alumina_on_glass(), law, 3.9, angle).unwrap();
    impact.control.record_every = 0;
    impact.run().unwrap().bounces[0]
}

/// One of each law, with the arms of its source.
fn laws(friction: f64) -> [Law; 4] {
    oblique_impact::laws(friction, Lever::ContactVector)
}

fn two_spheres(law: Law) -> Impact {
    oblique_impact::two_spheres(law).unwrap()
}

#[test]
fn spring_kinds_differ_at_small_angles_and_agree_in_full_sliding() {
    let spin = |tangential, angle| {
        run(Law::MusenHertz(MusenHertz { friction: 0.092, tangential, ..MusenHertz::default() }), angle).spin[0].y
    };
    let [displacement, force, rescaled] = KINDS.map(|kind| spin(kind, 5.0));
    assert!((displacement - force).abs() > 0.3 * force.abs());
    assert!((rescaled - force).abs() > 0.1 * force.abs());
    let sliding = KINDS.map(|kind| spin(kind, 75.0));
    assert!(sliding.iter().all(|s| (s / sliding[0] - 1.0).abs() < 1e-9));
}

#[test]
fn lever_arms_differ_by_the_overlap() {
    let spin =
        |lever| run(Law::MusenHertz(MusenHertz { friction: 0.092, lever, ..MusenHertz::default() }), 75.0).spin[0].y;
    let bounce = run(Law::MusenHertz(MusenHertz::default()), 75.0);
    let relative = bounce.max_overlap_m / 2.5e-3;
    let radius = spin(Lever::Radius);
    assert_eq!(radius, spin(Lever::ContactVector));
    let (middle, wall) = (1.0 - spin(Lever::ContactPoint) / radius, 1.0 - spin(Lever::WallPoint) / radius);
    assert!(middle > 0.25 * relative && middle < 0.5 * relative, "{middle} {relative}");
    assert!((wall / middle - 2.0).abs() < 0.02);
}

#[test]
fn sticking_impacts_agree_with_an_independent_adaptive_integration() {
    for kind in [SpringKind::Displacement, SpringKind::Force] {
        let hertz = Hertz { friction: 1e9, tangential: kind, ..Hertz::default() };
        // Without damping along the normal: where repulsion becomes attraction, every limit vanishes, and the contact
        // slips.
        let damped = HertzStiffness {
            k_n: 5e9,
            k_t: 5e9,
            gamma_n: 0.0,
            gamma_t: 5e7,
            friction: 1e9,
            tangential: kind,
            ..HertzStiffness::default()
        };
        for law in [Law::Hertz(hertz), Law::HertzStiffness(damped)] {
            let impact = two_spheres(law);
            let exact = dop853(&impact, 1e-12).unwrap();
            let difference = |steps: u32| {
                let mut impact = impact.clone();
                impact.control.steps_per_contact = steps;
                let outcome = impact.run().unwrap();
                let time = outcome.bounces[0].contact_duration_s / exact.contact_time - 1.0;
                assert!(time.abs() < 1e-7);
                let velocity = (outcome.bodies.velocity[0] - exact.bodies.velocity[0]).norm();
                velocity + 3e-3 * (outcome.bodies.spin[1] - exact.bodies.spin[1]).norm()
            };
            let (coarse, fine) = (difference(200), difference(1600));
            assert!(fine < 3e-6 && coarse / fine > 20.0, "{law:?} {coarse:e} {fine:e}");
        }
    }
}

#[test]
fn velocity_verlet_and_hermite_agree_in_every_law() {
    for law in laws(0.2) {
        for angle in [10.0, 40.0] {
            let outcome = |integrator, steps| -> DryOutcome {
                let mut impact = Impact::on_plane(alumina_on_glass(), law, 1.0, angle).unwrap();
                impact.control.integrator = integrator;
                impact.control.steps_per_contact = steps;
                impact.control.record_every = 0;
                impact.run().unwrap()
            };
            let verlet = outcome(Integrator::Verlet, 20_000);
            let hermite = outcome(Integrator::Hermite, 2000);
            assert!((verlet.bodies.velocity[0] - hermite.bodies.velocity[0]).norm() < 3e-4, "{law:?} {angle}");
            assert!(2.5e-3 * (verlet.bodies.spin[0] - hermite.bodies.spin[0]).norm() < 5e-4, "{law:?} {angle}");
        }
    }
}

#[test]
fn lever_arms_of_the_radii_miss_the_angular_momentum_by_the_overlap() {
    let impact = two_spheres(Law::MusenHertz(MusenHertz { friction: 0.3, ..MusenHertz::default() }));
    let outcome = impact.run().unwrap();
    let before = impact.bodies.angular_momentum(&impact.pair);
    let missing = (outcome.bodies.angular_momentum(&impact.pair) - before).norm();
    let impulse = impact.pair.mass[0] * (outcome.bodies.velocity[0] - impact.bodies.velocity[0]).norm();
    let bound = 0.3 * impulse * outcome.bounces[0].max_overlap_m;
    assert!(missing > 1e-3 * bound && missing < bound, "{missing:e} {bound:e}");
}

#[test]
fn a_moving_frame_sees_the_same_impact() {
    let boost = Vector3::new(3.0, -1.0, 2.0);
    for law in laws(0.3) {
        let impact = two_spheres(law);
        let here = impact.run().unwrap();
        let mut moving = impact.clone();
        moving.bodies.velocity = impact.bodies.velocity.map(|v| v + boost);
        let passing = moving.run().unwrap();
        for i in 0..2 {
            let (velocity, spin) = (here.bodies.velocity[i], here.bodies.spin[i]);
            assert!((passing.bodies.velocity[i] - boost - velocity).norm() < 1e-12 * (boost + velocity).norm());
            assert!((passing.bodies.spin[i] - spin).norm() < 1e-11 * spin.norm());
        }
    }
}

#[test]
fn the_ledger_closes_the_energy_of_an_impact_by_the_default_laws() {
    let defaults = [Law::Hertz(Hertz::default()), Law::Luding(Luding { max_stiffness: 1e7, ..Luding::default() })];
    for law in defaults {
        for angle in [5.0, 25.0, 60.0] {
            assert!(run(law, angle).energy.error.abs() < 1e-3);
        }
    }
}

/// Where repulsion becomes attraction, a limit that follows the magnitude of the normal force vanishes, and the spring
/// with it. Steps that passed over that moment kept the spring, and an accumulated force grew in energy as its
/// stiffness fell.
#[test]
fn a_spin_alone_is_turned_into_the_same_motion_by_any_step_and_its_energy_is_accounted_for() {
    let bounce = |tangential, spin: f64, steps| {
        let law = Hertz {
            restitution: 0.3,
            no_attraction: false,
            friction: 0.3,
            friction_limit: LimitKind::Magnitude,
            tangential,
            ..Hertz::default()
        };
        let mut impact = Impact::on_plane(alumina_on_glass(), Law::Hertz(law), 1.0, 0.0).unwrap();
        impact.control.record_every = 0;
        impact.control.steps_per_contact = steps;
        impact.bodies.spin[0] = Vector3::new(0.0, spin, 0.0);
        impact.run().unwrap().bounces[0]
    };
    for kind in KINDS {
        for spin in [1.0, 10.0, 100.0, 1000.0] {
            let [coarse, fine] = [100, 2000].map(|steps| bounce(kind, spin, steps));
            assert!(coarse.energy.error.abs() < 1e-6, "{kind:?} {spin}: {}", coarse.energy.error);
            let [coarse, fine] = [coarse, fine].map(|bounce| bounce.oblique.tangential_after_m_s);
            assert!((coarse / fine - 1.0).abs() < 5e-3, "{kind:?} {spin}: {coarse} {fine}");
        }
    }
}

#[test]
fn a_rescaled_spring_never_makes_energy_and_the_others_do() {
    let change = |tangential, angle| {
        let law = MusenHertz { friction: 0.3, tangential, ..MusenHertz::default() };
        run(Law::MusenHertz(law), angle).dissipated.stiffness_change
    };
    let angles = [3.0, 8.0, 15.0, 25.0, 40.0];
    assert!(angles.iter().all(|&angle| change(SpringKind::Rescaled, angle) >= 0.0));
    for kind in [SpringKind::Displacement, SpringKind::Force] {
        assert!(angles.iter().any(|&angle| change(kind, angle) < 0.0));
    }
}

#[test]
fn backspin_throws_a_dropped_sphere_sideways_and_friction_takes_the_spin() {
    for law in laws(0.3) {
        let mut impact = Impact::on_plane(alumina_on_glass(), law, 1.0, 0.0).unwrap();
        impact.bodies.spin[0] = Vector3::new(0.0, 300.0, 0.0);
        let after = impact.run().unwrap().bodies;
        assert!(after.velocity[0].x > 0.05, "{law:?}");
        assert!(after.spin[0].y < 250.0);
        assert!(after.velocity[0].y.abs() < 1e-12 && after.spin[0].x.abs() < 1e-9);
    }
}

#[test]
fn twisting_resistance_slows_a_spin_about_the_normal_and_nothing_else() {
    let spin = |twisting_friction| {
        let law = Luding { twisting_friction, max_stiffness: 1e7, ..Luding::default() };
        let mut impact = Impact::on_plane(alumina_on_glass(), Law::Luding(law), 1.0, 0.0).unwrap();
        impact.bodies.spin[0] = Vector3::new(0.0, 0.0, 400.0);
        let after = impact.run().unwrap();
        assert_eq!(after.bodies.velocity[0].x, 0.0);
        assert!(after.bounces[0].energy.error.abs() < 1e-3);
        after.bodies.spin[0].z
    };
    assert_eq!(spin(0.0), 400.0);
    assert!(spin(0.01) < 400.0);
}

#[test]
fn rolling_friction_slows_a_rolling_spin_in_proportion_to_the_normal_impulse() {
    let mut impact = Impact::on_plane(
        alumina_on_glass(),
        Law::MusenHertz(MusenHertz { rolling_friction: 0.01, ..MusenHertz::default() }),
        1.0,
        0.0,
    )
    .unwrap();
    impact.bodies.spin[0] = Vector3::new(30.0, 40.0, 0.0);
    let after = impact.run().unwrap();
    let change = 0.01 * 2.5e-3 * 2.6e-4 * 2.0 / (0.4 * 2.6e-4 * 2.5e-3 * 2.5e-3);
    let expected = Vector3::new(30.0, 40.0, 0.0) * (1.0 - change / 50.0);
    assert!((after.bodies.spin[0] - expected).norm() < 1e-9 * expected.norm());
    assert!(after.bounces[0].energy.error.abs() < 1e-10);
}
