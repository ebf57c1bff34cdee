//! Runs with azimuthal modes: lateral motion, inclined walls, checkpoints.

use crate::reading::case_of;
use crate::resumed::resumed;
use wetbounce::case::Case;
use wetbounce::motion::body::LateralMotion;
use wetbounce::run::Simulation;

const CASE: &str = r#"
[sphere]
diameter = "3 mm"
density = "2500 kg/m3"

[liquid]
density = "1000 kg/m3"
viscosity = "10 mPa s"

[container]
radius = "5 D"

[release]
gap = "2 D"

[resolution]
cells_per_diameter = 10
cells_across_film = 5
smallest_gap = "0.01 D"
radial_growth = 1.15
axial_growth = 1.15
azimuthal_modes = 2
"#;

/// A falling sphere on a coarse grid, with two modes.
pub fn case(overrides: &[&str]) -> Case {
    case_of(CASE, overrides)
}

fn lateral(simulation: &Simulation) -> LateralMotion {
    simulation.lateral_motion().unwrap()
}

pub fn advance(simulation: &mut Simulation, steps: usize) {
    for _ in 0..steps {
        simulation.advance().unwrap();
    }
}

#[test]
fn an_axisymmetric_fall_stays_axisymmetric_to_the_last_bit() {
    let mut simulation = Simulation::new(case(&[]).problem).unwrap();
    advance(&mut simulation, 40);
    let motion = lateral(&simulation);
    assert_eq!((motion.x, motion.velocity, motion.spin), (0.0, 0.0, 0.0));
    assert!(simulation.state.coupled.body.velocity() < 0.0);
}

#[test]
fn on_an_inclined_wall_the_sphere_starts_along_gravity() {
    let mut simulation = Simulation::new(case(&["wall.inclination=30 deg"]).problem).unwrap();
    advance(&mut simulation, 12);
    let motion = lateral(&simulation);
    let slope = motion.velocity / -simulation.state.coupled.body.velocity();
    assert!((slope / 30f64.to_radians().tan() - 1.0).abs() < 0.06, "{slope}");
    let time = simulation.state.coupled.body.time;
    let ideal = 1.5 / (2.5 + 0.5) * 9.81 * 30f64.to_radians().sin();
    assert!((motion.velocity / time / ideal - 1.0).abs() < 0.25, "{} {ideal}", motion.velocity / time);
}

#[test]
fn a_prescribed_oblique_approach_keeps_its_angle_and_the_free_sphere_its_direction() {
    let approach = ["release.speed=0.2 m/s", "release.angle=20 deg", "release.spin=30 rad/s", "release.run_up=1 D"];
    let mut simulation = Simulation::new(case(&approach).problem).unwrap();
    while simulation.state.coupled.body.prescribed {
        simulation.advance().unwrap();
        let (motion, normal) = (lateral(&simulation), simulation.state.coupled.body.velocity());
        if simulation.state.coupled.body.prescribed {
            assert!((motion.velocity / -normal - 20f64.to_radians().tan()).abs() < 1e-12);
            assert_eq!(motion.spin, 30.0);
        }
    }
    let before = lateral(&simulation);
    advance(&mut simulation, 5);
    let after = lateral(&simulation);
    assert!(after.velocity > 0.9 * before.velocity && after.velocity < before.velocity, "{before:?} {after:?}");
    assert!(after.spin > 0.8 * before.spin && after.spin < before.spin, "{before:?} {after:?}");
    assert!(simulation.state.coupled.ledger.relative_error().abs() < 0.02);
}

#[test]
fn a_checkpoint_of_an_oblique_fall_goes_on_to_the_same_bits() {
    let oblique = case(&["wall.inclination=20 deg", "release.spin=50 rad/s"]);
    let mut straight = Simulation::new(oblique.problem.clone()).unwrap();
    advance(&mut straight, 15);
    let mut resumed = resumed(&mut straight, Simulation::new(oblique.problem.clone()).unwrap());
    advance(&mut straight, 10);
    advance(&mut resumed, 10);
    assert!(straight.state == resumed.state);
}

#[test]
fn light_and_heavy_spheres_lose_their_spin_without_overshoot_and_are_not_pushed_aside_by_it() {
    for density in ["900 kg/m3", "12000 kg/m3"] {
        let density = format!("sphere.density={density}");
        let mut simulation =
            Simulation::new(case(&[&density, "release.spin=40 rad/s", "run.time=1 s"]).problem).unwrap();
        // The start is a jump, of which the layer below this coarse grid takes back up to 7 %.
        simulation.advance().unwrap();
        let mut before = lateral(&simulation);
        assert!((40.0 - before.spin).abs() < 0.08 * 40.0, "{before:?}");
        for _ in 0..30 {
            simulation.advance().unwrap();
            let now = lateral(&simulation);
            assert!(now.spin > 0.0 && now.spin <= before.spin, "{density}: {before:?} {now:?}");
            assert!(now.velocity.abs() < 0.01 * 40.0 * 1.5e-3, "{density}: {now:?}");
            before = now;
        }
    }
}
