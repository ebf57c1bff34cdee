//! Oblique motion by theory alone.

use nalgebra::Vector3;
use std::path::Path;
use wetbounce::case::Case;
use wetbounce::contact::Impact;
use wetbounce::liquid::parallel_inertia::parallel_added_mass;
use wetbounce::liquid::{AddedMass, brenner, parallel};
use wetbounce::output::summary::Summary;
use wetbounce::output::trajectory::Trajectory;
use wetbounce::run::{RunOptions, execute};
use wetbounce::validate::case_run::CaseRun;

const SPHERE: &str = r#"
hydrodynamics = "theory"
sphere = { diameter = "12.7 mm", density = "7780 kg/m3", young = "190 GPa", poisson = 0.27 }
wall = { material = "zerodur" }
output = { plots = false, report = false }
resolution = { azimuthal_modes = 1 }
"#;

fn case(text: &str, settings: &[(&str, &str)]) -> Case {
    let set: Vec<String> = settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
    Case::parse(text, "sphere.toml", &set).unwrap()
}

fn run(case: &Case, place: &Path) -> (Summary, Trajectory) {
    let options = RunOptions { out: place.join("run"), fresh: true, quiet: true };
    let summary = execute(case, &options).unwrap().summary;
    (summary, Trajectory::read(&place.join("run/trajectory.csv")).unwrap())
}

#[test]
fn in_a_thin_gas_an_oblique_bounce_is_that_of_the_dry_impact() {
    let thin = [
        ("liquid.density", "0.001 kg/m3"),
        ("liquid.viscosity", "1e-7 Pa s"),
        ("contact.friction", "0.15"),
        ("release.gap", "0.1 D"),
        ("release.free_gap", "0.09 D"),
        ("release.speed", "0.3 m/s"),
        ("release.ramp", "0 s"),
        ("release.run_up", "0 D"),
        ("run.gravity", "0 m/s2"),
        ("run.time", "20 ms"),
        ("theory.history", "none"),
    ];
    for (law, angle, spin) in [("hertz", 10.0, 0.0), ("hertz", 45.0, 20.0), ("musen-hertz", 30.0, -40.0)] {
        let place = tempfile::tempdir().unwrap();
        let (angle_text, spin_text) = (format!("{angle} deg"), format!("{spin} rad/s"));
        let more = [("contact.law", law), ("release.angle", angle_text.as_str()), ("release.spin", spin_text.as_str())];
        let case = case(SPHERE, &[&thin[..], &more].concat());
        let (summary, _) = run(&case, place.path());
        let mut impact = Impact::on_plane(case.problem.pair().unwrap(), case.problem.contact, 0.3, angle).unwrap();
        impact.bodies.spin[0] = Vector3::new(0.0, spin, 0.0);
        (impact.control.steps_per_contact, impact.control.record_every) = (20_000, 0);
        let dry = impact.run().unwrap().bodies;
        let bounce = &summary.bounces[0];
        let oblique = bounce.oblique.unwrap();
        let found = [
            bounce.rebound_speed_m_s.unwrap() - dry.velocity[0].z,
            oblique.lateral_speed_after_m_s.unwrap() - dry.velocity[0].x,
            case.problem.sphere.radius() * (oblique.spin_after_rad_s.unwrap() - dry.spin[0].y),
        ];
        assert!(found.iter().all(|miss| miss.abs() < 1e-5 * 0.3), "{law} {angle}: {found:?}");
    }
}

#[test]
fn a_sphere_that_sinks_along_an_inclined_wall_has_the_exact_drag_and_the_books_of_momentum_close() {
    let viscous = [
        ("liquid.density", "1000 kg/m3"),
        ("liquid.viscosity", "50 Pa s"),
        ("wall.inclination", "80 deg"),
        ("release.gap", "3 D"),
        ("run.time", "0.5 s"),
        ("theory.drag", "stokes"),
        ("theory.history", "none"),
    ];
    let place = tempfile::tempdir().unwrap();
    let case = case(SPHERE, &viscous);
    let (summary, motion) = run(&case, place.path());
    let sphere = case.problem.immersed();
    let weight = (sphere.mass() - sphere.displaced_mass()) * 9.81 * 80f64.to_radians().sin();
    let last = motion.len() - 1;
    let [speed, spin] = ["velocity_x_m_s", "spin_rad_s"].map(|name| motion.column(name).unwrap());
    let exact = parallel(motion.gap[last] / sphere.radius);
    let turning = -exact.translation_torque / (sphere.radius * exact.rotation_torque);
    let factor = exact.translation_force + exact.rotation_force() * sphere.radius * turning;
    let expected = weight / (sphere.stokes_coefficient() * factor);
    assert!((speed[last] / expected - 1.0).abs() < 2e-3, "{} {expected}", speed[last]);
    assert!((spin[last] / (turning * speed[last]) - 1.0).abs() < 2e-2, "{} {}", spin[last], turning * speed[last]);
    assert!(summary.extra["lateral_distance_m"] > 0.0);
    let force: Vec<f64> = ["submerged_weight_x_N", "liquid_x_N", "contact_x_N", "drive_x_N"]
        .iter()
        .map(|name| motion.column(name).unwrap())
        .fold(vec![0.0; motion.len()], |sum, column| sum.iter().zip(column).map(|(a, b)| a + b).collect());
    let impulse: f64 =
        (1..motion.len()).map(|k| 0.5 * (motion.time[k] - motion.time[k - 1]) * (force[k] + force[k - 1])).sum();
    let change = sphere.mass() * (speed[last] - speed[0]);
    assert!((impulse - change).abs() < 0.02 * change.abs(), "{impulse} {change}");
}

#[test]
fn along_the_normal_the_third_dimension_changes_nothing_and_an_oblique_bounce_slides_by_the_law_of_friction() {
    let places = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let set = ["hydrodynamics=theory", "output.plots=false", "output.report=false"];
    let sliding = run(&CaseRun::shipped("joseph-hunt-steel", set).case().unwrap(), places[0].path()).0;
    let bounce = &sliding.bounces[0];
    let oblique = bounce.oblique.unwrap();
    assert!((oblique.impulse_ratio.unwrap() + 0.02).abs() < 1e-4, "{oblique:?}");
    // By the computed flow, `wetbounce run cases/joseph-hunt-steel.toml`: 47.68 degrees.
    assert!((oblique.impact_angle_deg - 47.68).abs() < 0.5 && oblique.rebound_angle_deg.unwrap() > 40.0, "{oblique:?}");
    assert!(sliding.extra["energy_dissipated_friction_J"] > 0.0);
    let straight = set.into_iter().chain(["release.angle=0 deg"]);
    let mut plain = CaseRun::shipped("joseph-hunt-steel", straight).case().unwrap();
    let inclined = run(&plain, places[1].path());
    plain.problem.resolution.azimuthal_modes = 0;
    let level = run(&plain, places[2].path());
    assert_eq!((&inclined.1.time, &inclined.1.gap), (&level.1.time, &level.1.gap));
    let mut lateral = inclined.1.columns.iter().filter(|(name, _)| level.1.column(name).is_none()).peekable();
    assert!(lateral.peek().is_some() && lateral.flat_map(|(_, column)| column).all(|value| *value == 0.0));
}

#[test]
fn in_an_ideal_liquid_the_kinetic_energy_of_both_motions_is_kept_and_the_normal_one_gains() {
    let ideal = [
        ("sphere.density", "1200 kg/m3"),
        ("liquid.density", "1000 kg/m3"),
        ("liquid.viscosity", "1e-7 Pa s"),
        ("release.angle", "60 deg"),
        ("release.speed", "0.5 m/s"),
        ("release.gap", "1 D"),
        ("release.free_gap", "0.9 D"),
        ("run.gravity", "0 m/s2"),
        ("run.time", "47 ms"),
        ("theory.drag", "stokes"),
        ("theory.wall_drag", "brenner"),
        ("theory.history", "none"),
    ];
    let place = tempfile::tempdir().unwrap();
    let case = case(SPHERE, &ideal);
    let (_, motion) = run(&case, place.path());
    let sphere = case.problem.immersed();
    let lateral = motion.column("velocity_x_m_s").unwrap();
    let energies = |k: usize| {
        let delta_star = motion.gap[k] / sphere.radius;
        let inertia = |coefficient: f64| sphere.mass() + coefficient * sphere.displaced_mass();
        let [normal, along] =
            [AddedMass::default().coefficient(delta_star), parallel_added_mass(delta_star).0].map(inertia);
        [normal * motion.velocity[k].powi(2), along * lateral[k].powi(2)].map(|energy| 0.5 * energy)
    };
    let free = motion.gap.iter().position(|gap| *gap < 0.9 * case.problem.sphere.diameter).unwrap();
    let last = motion.len() - 1;
    assert!(motion.gap[last] < 0.1 * case.problem.sphere.diameter && motion.gap[last] > 0.0, "{}", motion.gap[last]);
    let ([normal, along], [normal_after, along_after]) = (energies(free), energies(last));
    let whole = normal + along;
    assert!(((normal_after + along_after) / whole - 1.0).abs() < 1e-5, "{normal} {along} {normal_after} {along_after}");
    assert!(normal_after > 1.05 * normal, "the wall draws the sphere: {normal} {normal_after}");
}

#[test]
fn a_sphere_that_sinks_along_a_steep_wall_drifts_away_by_the_lift_of_a_settled_flow() {
    let viscous = [
        ("liquid.density", "1000 kg/m3"),
        ("liquid.viscosity", "50 Pa s"),
        ("wall.inclination", "89.9 deg"),
        ("release.gap", "3 D"),
        ("run.time", "0.5 s"),
        ("theory.drag", "stokes"),
        ("theory.wall_drag", "brenner"),
        ("theory.history", "none"),
    ];
    let drift = |lift: &str| {
        let place = tempfile::tempdir().unwrap();
        let case = case(SPHERE, &[&viscous[..], &[("theory.lift", lift)]].concat());
        let (summary, motion) = run(&case, place.path());
        let (sphere, last) = (case.problem.immersed(), motion.len() - 1);
        let speed = motion.column("velocity_x_m_s").unwrap()[last];
        let far = 3.0 / 32.0 * sphere.radius * speed * speed / sphere.kinematic_viscosity();
        assert!(summary.remarks.has(if lift == "none" { "no-lift" } else { "settled-lift" }), "{:?}", summary.remarks);
        motion.velocity[last] * brenner(motion.gap[last] / sphere.radius) / far
    };
    let lifted = drift("settled") - drift("none");
    assert!((lifted - 1.0).abs() < 0.02, "{lifted}");
}
