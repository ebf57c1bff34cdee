//! Flow and sphere without a plane of symmetry: what a plane gives, directions exchanged, rotation about the vertical axis.

use crate::azimuthal_run::{self, advance};
use nalgebra::Complex;
use std::f64::consts::PI;
use wetbounce::azimuthal::flow::{AzimuthalFlow, AzimuthalSetup, NewSpeeds};
use wetbounce::azimuthal::motion::Planar;
use wetbounce::azimuthal::sphere::NetInertia;
use wetbounce::azimuthal::state::{Frame, NextLevel};
use wetbounce::body::markers::MarkerSpec;
use wetbounce::case::Case;
use wetbounce::flow::bdf::Bdf2;
use wetbounce::flow::stokes::Ends;
use wetbounce::motion::sideways::{Across, LateralMotion};
use wetbounce::motion::thin_layers::measure_modes;
use wetbounce::motion::twist::RotationMemory;
use wetbounce::run::Simulation;
use wetbounce::run::checkpoint::{self, Companion};
use wetbounce::run::open_liquid::{around, beside};
use wetbounce::validate::scene::Scene;

/// The fall of [`azimuthal_run`] from close to the wall, onto one with friction.
fn case(overrides: &[&str]) -> Case {
    azimuthal_run::case(&[&["release.gap=0.5 D", "contact.friction=0.1"], overrides].concat())
}

fn whole(overrides: &[&str]) -> Simulation {
    Simulation::new(case(&[&["resolution.symmetry=none"], overrides].concat())).unwrap()
}

fn motions(simulation: &Simulation) -> (LateralMotion, Across) {
    let state = simulation.state.liquid.sideways.as_ref().unwrap();
    (state.motion, state.across.unwrap())
}

/// A collision in a few seconds.
const COLLISION: [&str; 6] = [
    "sphere.density=7800 kg/m3",
    "release.speed=0.6 m/s",
    "release.angle=20 deg",
    "release.free_gap=0.4 D",
    "release.run_up=0.5 D",
    "resolution.steps_per_contact=60",
];

/// Whether the sphere has not left the wall yet.
fn is_coming(simulation: &Simulation) -> bool {
    assert!(simulation.state.coupled.steps < 3000, "{:?}", simulation.moment());
    simulation.state.bounces.bounces().first().is_none_or(|bounce| bounce.rebound_speed_m_s.is_none())
}

/// Runs until the sphere has left the wall again.
fn bounce(simulation: &mut Simulation) {
    while is_coming(simulation) {
        simulation.advance().unwrap();
    }
}

#[test]
fn without_a_plane_of_symmetry_a_symmetric_fall_is_that_with_one() {
    let start = ["wall.inclination=20 deg", "release.spin=20 rad/s"];
    let mut plane = Simulation::new(case(&start)).unwrap();
    let mut free = whole(&start);
    advance(&mut plane, 30);
    advance(&mut free, 30);
    let (expected, (found, across)) = (plane.lateral_motion().unwrap(), motions(&free));
    let [a, b] = [&plane, &free].map(|simulation| simulation.moment());
    let speed = a.velocity.abs();
    // Both meet the no-slip condition to 1e-9 of the terminal speed, which is higher.
    assert!((a.velocity - b.velocity).abs() < 3e-9 * speed, "{a:?} {b:?}");
    assert!((expected.velocity - found.velocity).abs() < 3e-9 * speed, "{expected:?} {found:?}");
    assert!((expected.spin - found.spin).abs() * 1.5e-3 < 3e-9 * speed, "{expected:?} {found:?}");
    assert!(across.motion.velocity.abs() < 1e-13 * speed && across.motion.spin.abs() < 1e-10, "{across:?}");
    assert!(across.twist.spin.abs() < 1e-10, "{across:?}");
}

#[test]
fn an_approach_and_a_rebound_with_friction_turned_by_a_right_angle_have_x_and_y_exchanged() {
    let mut along = whole(&COLLISION);
    let mut across = whole(&COLLISION);
    let setup = &mut across.flow.sideways.as_mut().unwrap().setup;
    std::mem::swap(&mut setup.along, &mut setup.across.as_mut().unwrap().0);
    across.state.liquid = across.flow.at_rest(across.flow.resolved_gap(across.moment().gap));
    // Off by so much of the speed in flight, and after the collision.
    for (off, land) in [(1e-8, false), (1e-4, true)] {
        for simulation in [&mut along, &mut across] {
            if land { bounce(simulation) } else { advance(simulation, 30) }
        }
        let ((x, none), (other, y)) = (motions(&along), motions(&across));
        let (a, b, speed) = (along.moment(), across.moment(), 0.6);
        assert!((a.velocity - b.velocity).abs() < off * speed, "{a:?} {b:?}");
        assert!((x.velocity - y.motion.velocity).abs() < off * speed, "{x:?} {y:?}");
        assert!((x.spin - y.motion.spin).abs() * 1.5e-3 < off * speed, "{x:?} {y:?}");
        assert!(none.motion.velocity.abs() + other.velocity.abs() < 1e-9 * speed, "{none:?} {other:?}");
        let [one, two] = [x, other].map(|motion| motion.surface.impulse);
        assert!(two.tangential.abs() <= 1e-9 * one.normal.abs() && one.across.abs() <= 1e-9 * one.normal.abs());
        assert!((one.tangential - two.across).abs() <= off * one.normal, "{one:?} {two:?}");
        assert!(!land || one.tangential < -0.05 * one.normal, "{one:?}");
    }
}

#[test]
fn a_checkpoint_without_a_plane_of_symmetry_goes_on_to_the_same_bits() {
    let start = [r#"release.spin=["30 rad/s","20 rad/s","100 rad/s"]"#, "release.perturbation=0.2"];
    let mut straight = whole(&start);
    advance(&mut straight, 15);
    let place = tempfile::tempdir().unwrap();
    checkpoint::write(place.path(), &mut straight, &Companion::default()).unwrap();
    let mut resumed = whole(&start);
    checkpoint::read(place.path(), &mut resumed).unwrap().unwrap();
    for simulation in [&mut straight, &mut resumed] {
        advance(simulation, 10);
    }
    assert!(straight.state == resumed.state);
    let (_, across) = motions(&straight);
    assert!(across.twist.spin > 10.0 && across.twist.spin < 100.0 && across.motion.spin < -5.0, "{across:?}");
}

/// Torques on the axis of rotation add up to the moment of inertia times the acceleration, energy is kept.
#[test]
fn a_bounce_with_spin_about_every_axis_keeps_the_balances() {
    let spin = r#"release.spin=["60 rad/s","40 rad/s","90 rad/s"]"#;
    let law = ["contact.law=luding", "contact.max_stiffness=1e6 N/m", spin];
    let mut simulation = whole(&[&COLLISION[..], &law].concat());
    let mut before = motions(&simulation).1.twist.spin;
    while is_coming(&simulation) {
        simulation.advance().unwrap();
        let now = motions(&simulation).1.twist;
        assert!(now.spin > 0.0 && now.spin <= before * (1.0 + 1e-5), "{now:?}");
        before = now.spin;
    }
    assert!(simulation.state.coupled.ledger.relative_error() < 0.01, "{:?}", simulation.state.coupled.ledger);
}

/// Fixed Talbot inversion of a Laplace transform.
fn inverted(of: impl Fn(Complex<f64>) -> Complex<f64>, time: f64) -> f64 {
    const NODES: usize = 32;
    let r = 0.4 * NODES as f64 / time;
    let mut sum = 0.5 * (of(Complex::new(r, 0.0)) * (r * time).exp()).re;
    for k in 1..NODES {
        let theta = k as f64 * PI / NODES as f64;
        let cot = 1.0 / theta.tan();
        let s = Complex::new(r * theta * cot, r * theta);
        sum += ((s * time).exp() * of(s) * Complex::new(1.0, theta + (theta * cot - 1.0) * cot)).re;
    }
    sum * r / NODES as f64
}

/// A sphere of diameter 1 at a density ratio of 2 is spun up by a constant torque, about the vertical or a horizontal axis, and let
/// go at `release`. Returns time and spin of every step.
fn spin_up_and_down(
    vertical: bool,
    dt: f64,
    steps: usize,
    viscosity: f64,
    torque: f64,
    release: usize,
) -> Vec<[f64; 2]> {
    let cell = 1.0 / 24.0;
    let (grid, gap) = around(cell, 1.0, [4.0, 4.0], [1.1, 1.1]);
    let mut flow = AzimuthalFlow::new(AzimuthalSetup {
        radial: beside(cell, 1.0, 4.0, 1.1),
        rows: grid.len(),
        lowest: 0,
        highest: 1,
        symmetric: !vertical,
        diameter: 1.0,
        markers: MarkerSpec::standard(cell).in_three_dimensions(),
        viscosity,
        ends: Ends { bottom_no_slip: false, top_no_slip: false },
        tolerance: 1e-7,
        unit_tolerance: 1e-6,
    });
    let mut state = flow.at_rest(grid.clone());
    let measured = measure_modes(&mut flow, &grid, gap, true).unwrap();
    let layers = if vertical { measured.twist.unwrap() } else { measured.rotation };
    let mut memory = RotationMemory::start(0.0);
    let level = NextLevel { dt, grid: &grid, gap, frame: Frame::default() };
    let turning = |spin: f64| match vertical {
        true => Planar { axial: spin, ..Planar::default() },
        false => Planar { spin, ..Planar::default() },
    };
    let (axis, inertia) = (if vertical { 0 } else { 2 }, NetInertia::homogeneous(1.0, 2.0));
    let inertia = if vertical { inertia.turned() } else { inertia };
    let free = [vertical, false, !vertical];
    let [mut now, mut old] = [0.0; 2];
    let mut record = Vec::new();
    for step in 1..=steps {
        let bdf = Bdf2::new(dt, state.dt_before);
        let expected = turning(bdf.e1 * now + bdf.e2 * old);
        let moving = NewSpeeds { expected, free };
        let known = if vertical { vec![NewSpeeds::default(), moving] } else { vec![moving] };
        let mut force = *flow.advance(&mut state, &level, &known).unwrap().last().unwrap();
        let given_back = layers.given_back(&memory, &bdf, [now, old], 1.0);
        force.at_rest = force.at_rest + turning(-given_back.at_rest);
        force.per_speed[axis][axis] -= given_back.per_speed;
        let load = turning(if step <= release { torque } else { 0.0 });
        let new = inertia.new_speeds(&bdf, [turning(now), turning(old)], &force, load, expected, free);
        let new = if vertical { new.axial } else { new.spin };
        let speeds = if vertical { vec![Planar::default(), turning(new)] } else { vec![turning(new)] };
        flow.finish(&mut state, &level, &speeds);
        layers.advance(&mut memory, &bdf, new, [now, old]);
        (now, old) = (new, now);
        record.push([dt * step as f64, new]);
    }
    record
}

#[test]
fn a_rotation_about_any_axis_obeys_the_exact_unsteady_torque() {
    let (dt, viscosity, release) = (0.02, 0.01, 60);
    let torque = PI * viscosity;
    // Moment of inertia; torque 8πμa³(1 + λ²/3(1 + λ)) of the liquid (Lamb), steady and with its history.
    let response = |s: Complex<f64>| {
        let lambda = (s * 0.25 / viscosity).sqrt();
        let one = Complex::from(1.0);
        let resistance = (one + lambda * lambda / (3.0 * (one + lambda))) * torque;
        Complex::from(torque) / s / (s * (2.0 * PI / 60.0) + resistance)
    };
    let at = |time: f64| if time > 0.0 { inverted(response, time) } else { 0.0 };
    for vertical in [true, false] {
        for [time, spin] in spin_up_and_down(vertical, dt, 240, viscosity, torque, release).into_iter().skip(3) {
            let expected = at(time) - at(time - dt * release as f64);
            let axis = if vertical { "vertical" } else { "horizontal" };
            assert!((spin / expected - 1.0).abs() < 0.02, "{axis}, at {time}: {spin} instead of {expected}");
        }
    }
}

/// Lamb (1932). Half of the spin is gone while the layers are thinner than a cell.
#[test]
fn a_light_sphere_that_starts_with_spin_slows_down_as_in_creeping_flow_in_open_liquid_and_above_a_wall() {
    let one = Complex::from(1.0);
    let exact = |s: Complex<f64>| {
        let lambda = s.sqrt();
        one * 0.2 / (s * 0.2 + (one + lambda * lambda / ((one + lambda) * 3.0)) * 15.0)
    };
    for start in ["kind = \"falling\"", "kind = \"rest\", gap = \"4 D\""] {
        let container = if start.contains("gap") { "container = { radius = \"5 D\", height = \"10 D\" }" } else { "" };
        let text = format!(
            r#"
            sphere = {{ diameter = "2 m", density = "0.2 kg/m3" }}
            liquid = {{ density = "1 kg/m3", viscosity = "1 Pa s" }}
            run = {{ time = "0.04 s", gravity = "1e-6 m/s2" }}
            release = {{ {start}, spin = ["0 rad/s", "0.01 rad/s", "0.01 rad/s"] }}
            resolution = {{ cells_per_diameter = 24, azimuthal_modes = 1, symmetry = "none" }}
            {container}
            "#
        );
        let mut simulation = Simulation::new(Scene::new(&text).case()).unwrap();
        while simulation.stop().is_none() {
            simulation.advance().unwrap();
            let (exact, (along, across)) = (inverted(exact, simulation.moment().time), motions(&simulation));
            for spin in [along.spin, across.twist.spin] {
                assert!((spin / 0.01 - exact).abs() < 0.02, "{start}: {spin} rad/s at {:?}", simulation.moment());
            }
        }
    }
}
