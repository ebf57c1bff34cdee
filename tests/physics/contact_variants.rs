//! Forms of the contact laws that other programs have, each by its key.

use nalgebra::Vector3;
use wetbounce::case::ImpactCase;
use wetbounce::contact::hertz::{Dashpot, ShearModulus, WallRadius, damping_ratio};
use wetbounce::contact::mode::SlidingTest;
use wetbounce::contact::rolling::{Rolling, RollingModel};
use wetbounce::contact::tangential::LimitKind;
use wetbounce::contact::{
    DryBounce, DryOutcome, Hertz, HertzStiffness, Impact, ImpactEnding, Law, Material, NormalLaw, NormalMemory, Pair,
    SpringKind,
};

const GLASS: Material = Material { young_modulus: 66.9e9, poisson_ratio: 0.25 };
const STEEL: Material = Material { young_modulus: 190e9, poisson_ratio: 0.27 };
const RADIUS: f64 = 2.5e-3;
const MASS: f64 = 2.6e-4;

fn pair() -> Pair {
    Pair::sphere_on_plane(RADIUS, MASS, [STEEL, GLASS]).unwrap()
}

fn impact(law: Hertz, speed: f64, angle: f64, spin: f64) -> DryOutcome {
    let mut impact = Impact::on_plane(pair(), Law::Hertz(law), speed, angle).unwrap();
    impact.bodies.spin[0] = Vector3::new(0.0, spin, 0.0);
    impact.run().unwrap()
}

fn bounce(law: Hertz, angle: f64) -> DryBounce {
    impact(law, 1.0, angle, 0.0).bounces[0]
}

/// Hertz of 0.5 with its attraction, which friction that follows the magnitude feels and the other does not.
fn damped() -> Hertz {
    Hertz { restitution: 0.5, no_attraction: false, friction: 0.1, ..Hertz::default() }
}

#[test]
fn friction_limited_by_the_magnitude_rubs_during_attraction_and_by_the_repulsion_it_does_not() {
    let kick = |friction_limit, no_attraction| {
        let law = Hertz { friction_limit, no_attraction, ..damped() };
        bounce(law, 80.0).oblique.tangential_before_m_s - bounce(law, 80.0).oblique.tangential_after_m_s
    };
    let coulomb = 0.1 * (1.0 + 0.5) * f64::to_radians(80.0).cos();
    let (magnitude, repulsion) = (kick(LimitKind::Magnitude, false), kick(LimitKind::Repulsion, false));
    assert!(magnitude > 1.01 * coulomb && repulsion > 1.005 * coulomb && magnitude > 1.01 * repulsion);
    assert_eq!(kick(LimitKind::Magnitude, true), kick(LimitKind::Repulsion, true));
}

#[test]
fn the_sliding_test_on_the_total_force_counts_the_dashpot() {
    let after = |sliding_test, tangential_damping| {
        let law = Hertz { sliding_test, tangential_damping, ..damped() };
        bounce(law, 25.0).oblique.tangential_after_m_s
    };
    let difference = after(SlidingTest::Total, true) - after(SlidingTest::Spring, true);
    assert!(difference.abs() > 1e-4, "{difference:e}");
    let without = after(SlidingTest::Total, false) - after(SlidingTest::Spring, false);
    assert!(without.abs() < 1e-3 * difference.abs() + 1e-6, "{without:e}");
}

#[test]
fn the_tangential_dashpot_is_that_of_the_normal_damping_or_of_the_tangential_stiffness() {
    let viscosity = |tangential_dashpot| {
        let law = Hertz { tangential_dashpot, tangential_damping: true, ..damped() };
        law.tangential(&pair()).unwrap().sliding.unwrap().viscosity.coefficient
    };
    let (log, pi) = (0.5f64.ln(), std::f64::consts::PI);
    let beta = -log / (log * log + pi * pi).sqrt();
    let root = RADIUS.sqrt();
    let normal = 5f64.sqrt() * beta * (MASS * 4.0 / 3.0 * pair().effective_modulus() * root).sqrt();
    let tangential = 2.0 * (5.0f64 / 6.0).sqrt() * beta * (MASS * 8.0 * pair().effective_shear_modulus() * root).sqrt();
    assert!((viscosity(Dashpot::Normal) / normal - 1.0).abs() < 1e-14);
    assert!((viscosity(Dashpot::Tangential) / tangential - 1.0).abs() < 1e-14);
}

#[test]
fn without_a_spring_friction_is_the_dashpot_up_to_the_limit() {
    let law = |gamma_t, friction| {
        let tangential = SpringKind::None;
        Law::HertzStiffness(HertzStiffness { k_n: 1e9, k_t: 1e9, gamma_t, friction, tangential, ..Default::default() })
    };
    let run = |law, angle| Impact::on_plane(pair(), law, 1.0, angle).unwrap().run().unwrap().bounces[0];
    let sliding = run(law(1e12, 0.1), 80.0);
    let expected = f64::to_radians(80.0).sin() - 0.1 * 2.0 * f64::to_radians(80.0).cos();
    assert!((sliding.oblique.tangential_after_m_s / expected - 1.0).abs() < 1e-3);
    // A dashpot that never reaches the limit takes exp(-7/2 ∫ γ_t √(ε R) dt) of the sliding: v̇_c = −7/2 γ_t √(ε R)
    // v_c.
    let free = run(law(1e4, 1e9), 20.0);
    let steps: Vec<_> = Impact::on_plane(pair(), law(1e4, 1e9), 1.0, 20.0).unwrap().run().unwrap().samples;
    let root = |gap: f64| (-gap).max(0.0).sqrt();
    let area: f64 = steps.windows(2).map(|w| 0.5 * (w[1].time - w[0].time) * (root(w[0].gap) + root(w[1].gap))).sum();
    let left = (-3.5 * 1e4 * RADIUS.sqrt() * area).exp();
    assert!((-free.oblique.tangential_restitution / left - 1.0).abs() < 1e-3, "{left}");
    assert!(free.dissipated.tangential_viscous > 0.0 && free.energy.error.abs() < 1e-4);
}

#[test]
fn rolling_models_take_the_torque_of_their_friction_from_a_fast_spin() {
    let after = |model| {
        let rolling = Rolling { model, friction: 0.01, damping: 0.3 };
        impact(Hertz { rolling, friction: 0.0, ..Hertz::default() }, 1.0, 0.0, 400.0)
    };
    let change = 0.01 * RADIUS * MASS * 2.0 / (0.4 * MASS * RADIUS * RADIUS);
    for model in [RollingModel::Cdt, RollingModel::Epsd2] {
        let outcome = after(model);
        let found = 400.0 - outcome.bodies.spin[0].y;
        assert!((found / change - 1.0).abs() < if model == RollingModel::Cdt { 1e-5 } else { 0.05 }, "{model} {found}");
        assert!(outcome.bounces[0].energy.error.abs() < 1e-3);
    }
    let damped = after(RollingModel::Epsd).bounces[0];
    assert!(damped.spin[0].y < 400.0 && damped.dissipated.rolling > 0.0 && damped.energy.error.abs() < 1e-3);
    assert_eq!(after(RollingModel::None).bodies.spin[0].y, 400.0);
}

#[test]
fn rolling_springs_have_the_stiffness_and_damping_of_their_source() {
    let rolling = |model| {
        let rolling = Rolling { model, friction: 0.02, damping: 0.3 };
        let law = Hertz { rolling, ..Hertz::default() };
        law.tangential(&pair()).unwrap().rolling.unwrap()
    };
    let overlap = 1e-6f64;
    let k_n = 4.0 / 3.0 * pair().effective_modulus() * (RADIUS * overlap).sqrt();
    let k_t = 8.0 * pair().effective_shear_modulus() * (RADIUS * overlap).sqrt();
    let epsd = rolling(RollingModel::Epsd);
    let k_r = 2.25 * k_n * (0.02 * RADIUS).powi(2);
    assert!((epsd.stiffness.at(overlap) / k_r - 1.0).abs() < 1e-13);
    let critical = 2.0 * (1.4 * MASS * RADIUS * RADIUS * k_r).sqrt();
    assert!((epsd.viscosity.at(overlap) / (0.3 * critical) - 1.0).abs() < 1e-13);
    let epsd2 = rolling(RollingModel::Epsd2);
    assert!((epsd2.stiffness.at(overlap) / (k_t * RADIUS * RADIUS) - 1.0).abs() < 1e-13);
    assert!(epsd2.viscosity.at(overlap) == 0.0 && (epsd2.friction / (0.02 * RADIUS) - 1.0).abs() < 1e-14);
}

#[test]
fn constant_adhesion_presses_the_sphere_deeper_and_takes_no_energy() {
    let law = Hertz { surface_energy: 5.0, friction: 0.0, ..Hertz::default() };
    let normal = law.normal(&pair()).unwrap();
    let adhesion = 4.0 * std::f64::consts::PI * RADIUS * 5.0;
    let bounce = impact(law, 0.2, 0.0, 0.0).bounces[0];
    let depth = bounce.max_overlap_m;
    let balance = 0.4 * normal.stiffness * depth.powf(2.5) - adhesion * depth;
    assert!((balance / (0.5 * MASS * 0.2 * 0.2) - 1.0).abs() < 1e-6, "{balance:e}");
    assert!((bounce.restitution - 1.0).abs() < 1e-7 && bounce.energy.error.abs() < 1e-7);
    assert!(depth > 1.01 * impact(Hertz { friction: 0.0, ..Hertz::default() }, 0.2, 0.0, 0.0).bounces[0].max_overlap_m);
}

/// Held by its adhesion alone, the sphere's contact energy is negative: the natural time was no number there.
#[test]
fn the_natural_time_of_a_contact_held_by_adhesion_is_that_of_small_vibrations_about_its_balance() {
    let law = Hertz { surface_energy: 0.5, ..Hertz::default() }.normal(&pair()).unwrap();
    let balance = (law.adhesion / law.stiffness).powf(2.0 / 3.0);
    let half_period = std::f64::consts::PI * (MASS / (1.5 * law.stiffness * balance.sqrt())).sqrt();
    for share in [0.0, 0.5, 1.0, 1.84, 2.5] {
        let time = law.natural_time(share * balance, 0.0, &NormalMemory::default()) / half_period;
        assert!((0.9..1.3).contains(&time), "{share} {time}");
    }
}

/// Weight or attraction that brings bodies together almost without speed accelerates them from the first touch on.
#[test]
fn an_impact_far_slower_than_its_adhesion_is_followed_and_loses_to_damping_what_holds_it() {
    let law = Hertz { restitution: 0.7, no_attraction: false, surface_energy: 0.5, friction: 0.0, ..Hertz::default() };
    for speed in [1e-3, 1e-5, 1e-7] {
        let outcome = impact(law, speed, 0.0, 0.0);
        let bounce = outcome.bounces[0];
        assert_eq!(outcome.ending, ImpactEnding::Sticking, "{speed}");
        let normal = law.normal(&pair()).unwrap();
        let balance = (normal.adhesion / normal.stiffness).powf(2.0 / 3.0);
        let well = 0.6 * normal.adhesion * balance;
        assert!(
            (bounce.dissipated.normal_viscous / (well + bounce.energy.before) - 1.0).abs() < 1e-3,
            "{speed}: {bounce:?}"
        );
        assert!((bounce.energy.error * bounce.energy.before).abs() < 1e-5 * well, "{speed}: {bounce:?}");
    }
}

#[test]
fn half_the_radius_above_a_wall_softens_the_contact_by_the_root_of_two() {
    let time = |wall_radius| bounce(Hertz { wall_radius, ..Hertz::default() }, 0.0).contact_duration_s;
    let ratio = time(WallRadius::Half) / time(WallRadius::Whole);
    assert!((ratio / 2f64.sqrt().powf(0.4) - 1.0).abs() < 1e-8, "{ratio}");
}

#[test]
fn the_averaged_shear_modulus_is_mindlins_for_like_materials_and_not_for_unlike_ones() {
    let stiffness = |shear_modulus, pair: &Pair| {
        let law = Hertz { shear_modulus, ..Hertz::default() };
        law.tangential(pair).unwrap().sliding.unwrap().stiffness.coefficient
    };
    let like = Pair::sphere_on_plane(RADIUS, MASS, [GLASS; 2]).unwrap();
    let [one, other] = [ShearModulus::Mindlin, ShearModulus::Averaged].map(|modulus| stiffness(modulus, &like));
    assert!((one / other - 1.0).abs() < 1e-14);
    let (g1, g2) = (STEEL.shear_modulus(), GLASS.shear_modulus());
    let averaged = 8.0 * 0.25 * (g1 + g2) / (2.0 - 0.26) * RADIUS.sqrt();
    assert!((stiffness(ShearModulus::Averaged, &pair()) / averaged - 1.0).abs() < 1e-14);
}

#[test]
fn damping_given_directly_is_that_of_the_restitution_it_belongs_to() {
    let given = Hertz { damping_ratio: Some(damping_ratio(0.5)), restitution: 1.0, ..damped() };
    assert_eq!(bounce(given, 20.0), bounce(damped(), 20.0));
    let heavy = Hertz { damping_ratio: Some(2.0), no_attraction: false, ..Hertz::default() };
    let expected = (-2.0 * std::f64::consts::PI / (5.0f64 - 4.0).sqrt()).exp();
    assert!((bounce(heavy, 0.0).restitution / expected - 1.0).abs() < 1e-2);
}

#[test]
fn a_second_sphere_that_moves_carries_the_impact_along() {
    let text = |more: &str| {
        format!(
            "sphere = {{ diameter = '3 mm', material = 'glass' }}\nsecond = {{ diameter = '5 mm', material = 'steel' }}\n\
             contact = {{ friction = 0.2 }}\n[impact]\nspeed = '0.5 m/s'\nangle = '30 deg'\ngap = '1 mm'\n{more}\n"
        )
    };
    let run = |more: &str| {
        let case = ImpactCase::parse(&text(more), "impact.toml", &[]).unwrap();
        assert_eq!(ImpactCase::parse(&case.to_toml(), "impact.toml", &[]).unwrap(), case);
        case.impact(case.impact.speed[0], case.impact.angle[0]).unwrap().run().unwrap()
    };
    let (rest, moving) = (run(""), run("second_velocity = ['1 m/s', '0 m/s', '-2 m/s']"));
    let carried = Vector3::new(1.0, 0.0, -2.0);
    for i in 0..2 {
        assert!((moving.bodies.velocity[i] - carried - rest.bodies.velocity[i]).norm() < 1e-12);
    }
    assert!((moving.bounces[0].restitution / rest.bounces[0].restitution - 1.0).abs() < 1e-9);
}
