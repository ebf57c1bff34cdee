//! Any impact within the allowed parameters ends, stays finite, and makes no energy.

use nalgebra::Vector3;
use proptest::prelude::*;
use wetbounce::contact::{
    Bodies, Hertz, HertzStiffness, Impact, ImpactError, Law, Lever, Luding, Material, MusenHertz, Pair, PlasticLimit,
    SpringKind, TooDeep,
};

fn kind() -> impl Strategy<Value = SpringKind> {
    prop_oneof![Just(SpringKind::Displacement), Just(SpringKind::Force), Just(SpringKind::Rescaled)]
}

fn law() -> impl Strategy<Value = Law> {
    let hertz = (0.05..1.0, any::<bool>(), 0.0..1.0, kind(), any::<bool>()).prop_map(
        |(restitution, no_attraction, friction, tangential, tangential_damping)| {
            Law::Hertz(Hertz {
                restitution,
                no_attraction,
                friction,
                tangential,
                tangential_damping,
                ..Hertz::default()
            })
        },
    );
    let stiffness = (5.0..11.0, 0.0..1.5, 0.0..1e8, any::<bool>(), 0.0..1.0, kind()).prop_map(
        |(exponent, ratio, gamma, limit_force, friction, tangential)| {
            let k_n = 10f64.powf(exponent);
            Law::HertzStiffness(HertzStiffness {
                k_n,
                k_t: ratio * k_n,
                gamma_n: gamma,
                gamma_t: 0.5 * gamma,
                limit_force,
                friction,
                tangential,
                ..HertzStiffness::default()
            })
        },
    );
    let musen = (0.0..1.0, 0.0..0.1, kind()).prop_map(|(friction, rolling_friction, tangential)| {
        Law::MusenHertz(MusenHertz { friction, rolling_friction, tangential, ..MusenHertz::default() })
    });
    let luding = (4.0..8.0, 0.05..1.0, 0.0..1.0, 1e-4..0.1, 0.0..10.0, any::<bool>(), 0.1..1.0, 0.0..1.0).prop_map(
        |(
            exponent,
            loading_ratio,
            adhesion_ratio,
            plasticity_depth,
            normal_viscosity,
            luding,
            dynamic_ratio,
            friction,
        )| {
            Law::Luding(Luding {
                max_stiffness: 10f64.powf(exponent),
                loading_ratio,
                adhesion_ratio,
                plasticity_depth,
                normal_viscosity,
                plastic_limit: if luding { PlasticLimit::Luding } else { PlasticLimit::Woo },
                dynamic_ratio,
                friction,
                lever: Lever::ContactPoint,
                ..Luding::default()
            })
        },
    );
    prop_oneof![hertz, stiffness, musen, luding]
}

fn vector(size: f64) -> impl Strategy<Value = Vector3<f64>> {
    prop::array::uniform3(-size..size).prop_map(Vector3::from)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_impact_on_a_plane_ends_and_makes_no_energy(
        law in law(),
        speed in 0.001..5.0f64,
        angle in 0.0..89.0f64,
        spin in vector(500.0),
        weight in prop_oneof![Just(0.0), Just(9.81)],
        coarse in 20..200u32,
    ) {
        let glass = Material::default();
        let pair = Pair::sphere_on_plane(2e-3, 8e-5, [glass; 2]).unwrap();
        let mut impact = Impact::on_plane(pair, law, speed, angle).unwrap();
        impact.gravity.z = -weight;
        impact.bodies.spin[0] = spin;
        impact.control.max_contacts = 3;
        impact.control.max_contact_times = 3.0;
        impact.control.record_every = 0;
        for (steps, tolerance) in [(coarse, 5e-2), (400, 1e-3)] {
            impact.control.steps_per_contact = steps;
            let outcome = match impact.run() {
                // A soft law at a high speed: no contact law holds there.
                Err(ImpactError::TooDeep(TooDeep::Overlap { overlap, radius, .. })) => {
                    prop_assert!(overlap > radius);
                    continue;
                }
                outcome => outcome.unwrap(),
            };
            prop_assert!(outcome.bounces.len() <= 3 && !outcome.bounces.is_empty());
            for bounce in &outcome.bounces {
                prop_assert!(bounce.energy.after.is_finite() && bounce.contact_duration_s > 0.0);
                prop_assert!(bounce.restitution.is_nan() || bounce.restitution <= 1.0 + 0.1 * tolerance, "{bounce:?}");
                prop_assert!(bounce.energy.error.abs() < tolerance, "{bounce:?}");
            }
        }
    }

    #[test]
    fn two_spheres_conserve_momentum_and_angular_momentum(
        law in law(),
        ratio in 0.2..5.0f64,
        speed in 0.05..2.0f64,
        sideways in vector(2.0),
        spins in (vector(300.0), vector(300.0)),
        direction in vector(1.0),
    ) {
        prop_assume!(direction.norm() > 0.1);
        let law = match law {
            Law::MusenHertz(law) => {
                Law::MusenHertz(MusenHertz { lever: Lever::ContactPoint, rolling_friction: 0.0, ..law })
            }
            law => law,
        };
        let n = direction.normalize();
        let velocity = sideways - (sideways.dot(&n) + speed) * n;
        let (r1, r2) = (1e-3, ratio * 1e-3);
        let pair = Pair::spheres([r1, r2], [2500.0, 7800.0], [Material::default(); 2]).unwrap();
        let bodies = Bodies {
            position: [n * (r1 + r2), Vector3::zeros()],
            velocity: [velocity, Vector3::zeros()],
            spin: [spins.0, spins.1],
        };
        let mut impact = Impact::new(pair, law, bodies).unwrap();
        impact.control.record_every = 0;
        impact.control.max_contact_times = 3.0;
        let after = match impact.run() {
            Err(ImpactError::TooDeep(_)) => return Ok(()),
            outcome => outcome.unwrap().bodies,
        };
        let (p, q) = (bodies.momentum(&pair), after.momentum(&pair));
        prop_assert!((p - q).norm() < 1e-12 * pair.mass[0] * velocity.norm());
        let (l, k) = (bodies.angular_momentum(&pair), after.angular_momentum(&pair));
        let scale = pair.mass[0] * velocity.norm() * (r1 + r2) + l.norm();
        prop_assert!((l - k).norm() < 1e-12 * scale, "{:e}", (l - k).norm() / scale);
    }
}
