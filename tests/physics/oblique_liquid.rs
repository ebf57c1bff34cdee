//! Oblique impacts under a liquid: friction in the coupled step.

use crate::reading::case_of;
use crate::resumed::resumed;
use crate::warm_film::WARM;
use wetbounce::body::dof::ALONG;
use wetbounce::case::{Case, Hydrodynamics};
use wetbounce::contact::Impact;
use wetbounce::flow::level::Bdf2;
use wetbounce::model::Bounce;
use wetbounce::motion::body::LateralMotion;
use wetbounce::motion::forces::Loads;
use wetbounce::run::{RunOptions, Simulation, execute};

/// A sphere in a gas so thin that it hardly feels it, without gravity.
const THIN_GAS: &str = r#"
[sphere]
diameter = "12.7 mm"
density = "7780 kg/m3"
young = "190 GPa"
poisson = 0.27

[liquid]
density = "0.001 kg/m3"
viscosity = "1e-7 Pa s"

[container]
radius = "3 D"
height = "4 D"

[release]
gap = "0.011 D"
speed = "0.3 m/s"
free_gap = "0.01 D"
ramp = "0 s"
run_up = "0 D"

[resolution]
cells_per_diameter = 8
cells_across_film = 3
smallest_gap = "0.02 D"
film_growth = 1.3
radial_growth = 1.3
axial_growth = 1.3
azimuthal_modes = 1

[run]
gravity = "0 m/s2"
time = "1 s"
"#;

fn lateral(simulation: &Simulation) -> LateralMotion {
    simulation.lateral_motion().unwrap()
}

fn advance(simulation: &mut Simulation, steps: usize) {
    for _ in 0..steps {
        simulation.advance().unwrap();
    }
}

/// What an impact leaves: normal speed over that before, lateral speed over the speed before, spin times radius over
/// it.
#[derive(Debug)]
struct After {
    normal: f64,
    lateral: f64,
    spin: f64,
}

fn collided(case: &Case) -> Simulation {
    let mut simulation = Simulation::new(case.problem.clone()).unwrap();
    while simulation.state.bounces.bounces().first().is_none_or(|bounce| bounce.separation_time_s.is_none()) {
        simulation.advance().unwrap();
    }
    simulation
}

fn wet(case: &Case) -> (After, Simulation) {
    let simulation = collided(case);
    let speed = case.problem.approach_speed();
    let motion = lateral(&simulation);
    let after = After {
        normal: simulation.state.coupled.body.velocity() / speed,
        lateral: motion.velocity / speed,
        spin: motion.spin * case.problem.sphere.radius() / speed,
    };
    (after, simulation)
}

fn dry(case: &Case) -> After {
    let (speed, start) = (case.problem.approach_speed(), &case.problem.start);
    let mut impact = Impact::on_plane(case.problem.pair().unwrap(), case.problem.contact, speed, start.angle).unwrap();
    impact.bodies.spin[0] = start.spin.into();
    impact.control.steps_per_contact = 2000;
    let bodies = impact.run().unwrap().bodies;
    After {
        normal: bodies.velocity[0].z / speed,
        lateral: bodies.velocity[0].x / speed,
        spin: bodies.spin[0].y * case.problem.sphere.radius() / speed,
    }
}

/// Every law with a friction of 0.15; `luding` without the saw tooth of a dynamic limit below the static one.
const LAWS: [&[&str]; 5] = [
    &["contact.law=hertz"],
    &["contact.law=woo-hertz"],
    &["contact.law=musen-hertz"],
    &["contact.law=hertz/stiffness", "contact.k_n=90 GPa", "contact.k_t=70 GPa", "contact.gamma_n=1e8 1/(m s)"],
    &[
        "contact.law=luding",
        "contact.max_stiffness=1e7 N/m",
        "contact.dynamic_ratio=1",
        "contact.rolling_viscosity=1e-6 N m s",
        "contact.adhesion_ratio=0",
    ],
];

fn oblique(law: &[&str], angle: f64) -> Case {
    let angle = format!("release.angle={angle} deg");
    let set: Vec<&str> = law.iter().copied().chain(["contact.friction=0.15", &angle]).collect();
    case_of(THIN_GAS, &set)
}

#[test]
fn in_a_thin_gas_every_law_gives_the_rebound_lateral_speed_and_spin_of_the_dry_impact() {
    for law in LAWS {
        for angle in [0.0, 10.0, 30.0, 60.0] {
            let case = oblique(law, angle);
            let ((found, simulation), expected) = (wet(&case), dry(&case));
            let ledger = simulation.state.coupled.ledger.relative_error();
            let error = (found.normal - expected.normal)
                .abs()
                .max((found.lateral - expected.lateral).abs())
                .max((found.spin - expected.spin).abs());
            eprintln!(
                "{law:?} {angle}: {:.1e} {:.1e} {:.1e} ledger {:.1e}",
                found.normal - expected.normal,
                found.lateral - expected.lateral,
                found.spin - expected.spin,
                simulation.state.coupled.ledger.relative_error()
            );
            assert!(error < 1e-4, "{law:?} at {angle} degrees: {error}: {found:?} {expected:?}");
            assert!(ledger < 5e-3, "{law:?} at {angle} degrees: {ledger}");
        }
    }
}

/// The same sphere in glycerol and water, on a coarse grid.
fn in_liquid(set: &[&str]) -> Case {
    let liquid = [
        "liquid.density=1100 kg/m3",
        "liquid.viscosity=30 mPa s",
        "release.gap=0.3 D",
        "release.ramp=5 ms",
        "release.free_gap=0.2 D",
        "resolution.smallest_gap=0.01 D",
        "resolution.cells_per_diameter=10",
        "resolution.radial_growth=1.2",
        "resolution.axial_growth=1.2",
        "resolution.cells_across_film=5",
    ];
    let set: Vec<&str> = liquid.iter().chain(set).copied().collect();
    case_of(THIN_GAS, &set)
}

#[test]
fn in_liquid_a_sliding_impact_has_the_coefficient_of_friction_and_the_normal_restitution_of_a_normal_impact() {
    let bounce = |angle: f64, friction: &str| {
        let speed = format!("release.speed={} m/s", 0.3 / angle.to_radians().cos());
        let angle = format!("release.angle={angle} deg");
        let simulation = collided(&in_liquid(&[&speed, &angle, friction]));
        simulation.state.bounces.bounces()[0].clone()
    };
    let normal = bounce(0.0, "contact.friction=0.15").rebound_speed_m_s.unwrap();
    for (angle, friction, coefficient) in [(60.0, "contact.friction=0.15", 0.15), (60.0, "contact.friction=0.02", 0.02)]
    {
        let found = bounce(angle, friction);
        let oblique = found.oblique.unwrap();
        assert!((oblique.impulse_ratio.unwrap() / -coefficient - 1.0).abs() < 1e-3, "{oblique:?}");
        assert!(oblique.psi_in.unwrap() > oblique.psi_out.unwrap() && oblique.psi_out.unwrap() > 0.0, "{oblique:?}");
        assert!(oblique.spin_after_rad_s.unwrap() > oblique.spin_before_rad_s + 1.0, "{oblique:?}");
        assert!((found.rebound_speed_m_s.unwrap() / normal - 1.0).abs() < 0.02, "{found:?} {normal}");
    }
    let sticking = bounce(20.0, "contact.friction=0.5").oblique.unwrap();
    assert!(sticking.impulse_ratio.unwrap().abs() < 0.3, "a contact that sticks does not slide: {sticking:?}");
}

#[test]
fn a_normal_impact_is_that_of_the_axisymmetric_flow_whatever_the_number_of_modes() {
    for hydrodynamics in ["hydrodynamics=resolved", "hydrodynamics=blended"] {
        let rebound = |modes: &str| {
            let simulation = collided(&in_liquid(&[modes, hydrodynamics]));
            simulation.state.bounces.bounces()[0].rebound_speed_m_s.unwrap()
        };
        let [mean, one, two] = [0, 1, 2].map(|modes| rebound(&format!("resolution.azimuthal_modes={modes}")));
        assert!((one / mean - 1.0).abs() < 1e-6 && (two / mean - 1.0).abs() < 1e-6, "{mean} {one} {two}");
    }
}

#[test]
fn a_checkpoint_within_a_contact_with_friction_goes_on_to_the_same_bits() {
    let blended = ["hydrodynamics=blended", "release.angle=30 deg", "contact.friction=0.15"];
    let whole = ["resolution.symmetry=none", "release.spin=[\"5 rad/s\", \"0 rad/s\", \"0 rad/s\"]"];
    for more in [&[][..], &whole] {
        goes_on_to_the_same_bits(in_liquid(&[LAWS[4], &blended, more].concat()));
    }
    goes_on_to_the_same_bits(oblique(LAWS[4], 30.0));
}

fn goes_on_to_the_same_bits(case: Case) {
    let mut straight = Simulation::new(case.problem.clone()).unwrap();
    let in_contact = |simulation: &Simulation| simulation.state.coupled.wall.normal.contact.touching.is_some();
    while !in_contact(&straight) {
        straight.advance().unwrap();
    }
    advance(&mut straight, 100);
    assert!(in_contact(&straight) && straight.state.coupled.wall.friction.stored > 0.0);
    let mut resumed = resumed(&mut straight, Simulation::new(case.problem.clone()).unwrap());
    for simulation in [&mut straight, &mut resumed] {
        advance(simulation, 30);
    }
    assert!(straight.state == resumed.state);
}

#[test]
fn a_checkpoint_within_a_contact_on_a_film_that_warms_goes_on_to_the_same_bits() {
    let elastic = ["release.angle=45 deg", "film.model=ehd", "film.piezoviscosity=15 1/GPa"];
    let case = in_liquid(&[&elastic[..], &WARM].concat());
    let mut straight = Simulation::new(case.problem.clone()).unwrap();
    while straight.state.coupled.wall.normal.film.hottest < 0.5 {
        straight.advance().unwrap();
    }
    let mut resumed = resumed(&mut straight, Simulation::new(case.problem.clone()).unwrap());
    for simulation in [&mut straight, &mut resumed] {
        advance(simulation, 20);
    }
    assert!(straight.state == resumed.state && straight.state.coupled.wall.normal.film.hottest > 0.6);
}

#[test]
fn forces_and_torques_of_the_columns_add_up_to_the_accelerations() {
    for hydrodynamics in ["hydrodynamics=resolved", "hydrodynamics=blended"] {
        add_up(in_liquid(&["release.angle=30 deg", "release.spin=20 rad/s", hydrodynamics]));
    }
}

fn add_up(case: Case) {
    let (mass, radius) = (case.problem.sphere.mass(), case.problem.sphere.radius());
    let mut simulation = Simulation::new(case.problem.clone()).unwrap();
    while simulation.state.coupled.wall.normal.contact.touching.is_none() {
        simulation.advance().unwrap();
    }
    for _ in 0..100 {
        let before = simulation.state.coupled.body;
        let report = simulation.advance().unwrap();
        let now = simulation.state.coupled.body;
        let bdf = Bdf2::new(report.dt, before.dt_before);
        let rate = |dof: usize| bdf.rate(now.speeds[dof], before.speeds[dof], before.speeds_old[dof]);
        let [acceleration, turning] = ALONG[0].map(rate);
        let Loads { weight, hydrodynamic, film, contact, drive } = now.loads;
        let [force, torque] = ALONG[0].map(|dof| (weight + hydrodynamic + film + contact + drive)[dof]);
        let all =
            [weight, hydrodynamic, film, contact, drive].into_iter().flat_map(|load| ALONG[0].map(|dof| load[dof]));
        let scale = all.fold(0.0_f64, |most, load| most.max(load.abs()));
        assert!((force - mass * acceleration).abs() < 1e-9 * scale, "{force} {}", mass * acceleration);
        assert!((torque - 0.4 * mass * radius * radius * turning).abs() < 1e-9 * scale * radius);
        let driven = drive[ALONG[0][0]];
        assert!(driven.abs() < 1e-8 * scale, "a free sphere is driven by nothing: {driven} of {scale}");
    }
}

/// Speeds and spins of a bounce over the speed of approach: at the contact and after it, along the normal, along the
/// wall and around.
fn speeds(bounce: &Bounce, case: &Case) -> [f64; 6] {
    let oblique = bounce.oblique.unwrap();
    let (radius, speed) = (case.problem.sphere.radius(), case.problem.approach_speed());
    let after =
        [bounce.rebound_speed_m_s, oblique.lateral_speed_after_m_s, oblique.spin_after_rad_s].map(Option::unwrap);
    let before = [bounce.impact_speed_m_s, oblique.lateral_speed_before_m_s, oblique.spin_before_rad_s];
    let [a, b, c] = before;
    let [d, e, f] = after;
    [a, b, c * radius, d, e, f * radius].map(|value| value / speed)
}

#[test]
fn blended_over_every_gap_the_motion_is_that_of_theory_alone_and_the_energy_is_kept() {
    for settings in
        [["release.angle=45 deg", "release.spin=0 rad/s"], ["release.angle=30 deg", "release.spin=60 rad/s"]]
    {
        let more = ["contact.friction=0.1", "run.time=40 ms"];
        let mut case = in_liquid(&[&settings[..], &more, &["hydrodynamics=blended", "blend.gap=10 D"]].concat());
        let simulation = collided(&case);
        let found = speeds(&simulation.state.bounces.bounces()[0], &case);
        let ledger = simulation.state.coupled.ledger.relative_error();
        case.problem.hydrodynamics = Hydrodynamics::Theory;
        let place = tempfile::tempdir().unwrap();
        let options = RunOptions { out: place.path().join("run"), fresh: true, quiet: true };
        let expected = speeds(&execute(&case, &options).unwrap().summary.bounces[0], &case);
        let miss: Vec<f64> = found.iter().zip(expected).map(|(found, expected)| found - expected).collect();
        eprintln!("{found:.5?}\n{expected:.5?}\nledger {ledger}");
        assert!(miss.iter().all(|miss| miss.abs() < 5e-3), "{settings:?}: {miss:?} {expected:?}");
        assert!(ledger < 0.01, "{settings:?}: {ledger}");
    }
}

#[test]
fn blended_without_a_plane_of_symmetry_an_impact_in_a_plane_is_the_same() {
    let found = ["plane", "none"].map(|symmetry| {
        let symmetry = format!("resolution.symmetry={symmetry}");
        let case = in_liquid(&["hydrodynamics=blended", "release.angle=30 deg", "contact.friction=0.1", &symmetry]);
        speeds(&collided(&case).state.bounces.bounces()[0], &case)
    });
    let [plane, whole] = found;
    assert!(plane.iter().zip(whole).all(|(plane, whole)| (plane - whole).abs() < 1e-6), "{plane:?} {whole:?}");
}
