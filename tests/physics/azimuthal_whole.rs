//! Flow and sphere without a plane of symmetry: what a plane gives, directions exchanged, rotation about the vertical
//! axis.

use crate::azimuthal_run::{self, advance};
use crate::resumed::resumed;
use nalgebra::Complex;
use std::f64::consts::PI;
use wetbounce::body::dof::{ALONG, Affine, DOFS, Dof, DofMatrix, TWIST};
use wetbounce::case::Case;
use wetbounce::flow::fields::Parts;
use wetbounce::flow::immersed::ImmersedFlow;
use wetbounce::flow::level::{Bdf2, NewSpeed, NextLevel};
use wetbounce::flow::setup::{AzimuthalSetup, ImmersedSetup};
use wetbounce::flow::setup::{MarkedSphere, MarkerSpec};
use wetbounce::flow::stokes::Ends;
use wetbounce::grid::AxialMap;
use wetbounce::model::open_liquid::{around, beside};
use wetbounce::motion::body::{Body, LateralMotion};
use wetbounce::motion::coupled::CoupledState;
use wetbounce::motion::thin_layers::measure_lateral;
use wetbounce::motion::unresolved_layer::RotationMemory;
use wetbounce::run::Simulation;

/// The fall of [`azimuthal_run`] from close to the wall, onto one with friction.
fn case(overrides: &[&str]) -> Case {
    azimuthal_run::case(&[&["release.gap=0.5 D", "contact.friction=0.1"], overrides].concat())
}

fn whole(overrides: &[&str]) -> Simulation {
    Simulation::new(case(&[&["resolution.symmetry=none"], overrides].concat()).problem).unwrap()
}

/// The motions along x and y, and the spin about the normal [rad/s].
fn motions(simulation: &Simulation) -> (LateralMotion, LateralMotion, f64) {
    let body: &Body = &simulation.state.coupled.body;
    (body.along(0), body.along(1), body.speeds[TWIST])
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
    let mut plane = Simulation::new(case(&start).problem).unwrap();
    let mut free = whole(&start);
    advance(&mut plane, 30);
    advance(&mut free, 30);
    let (expected, (found, across, twist)) = (plane.lateral_motion().unwrap(), motions(&free));
    let [a, b] = [&plane, &free].map(|simulation| simulation.moment());
    let speed = a.velocity.abs();
    // Both meet the no-slip condition to 1e-9 of the terminal speed, which is higher.
    assert!((a.velocity - b.velocity).abs() < 3e-9 * speed, "{a:?} {b:?}");
    assert!((expected.velocity - found.velocity).abs() < 3e-9 * speed, "{expected:?} {found:?}");
    assert!((expected.spin - found.spin).abs() * 1.5e-3 < 3e-9 * speed, "{expected:?} {found:?}");
    assert!(across.velocity.abs() < 1e-13 * speed && across.spin.abs() < 1e-10, "{across:?}");
    assert!(twist.abs() < 1e-10, "{twist}");
}

#[test]
fn an_approach_and_a_rebound_with_friction_turned_by_a_right_angle_have_x_and_y_exchanged() {
    let mut along = whole(&COLLISION);
    let mut across = whole(&COLLISION);
    across.setup.directions.along.swap(0, 1);
    across.state.coupled = CoupledState::start(&across.setup);
    let gap = across.flow.resolved_gap(across.moment().gap);
    across.state.liquid = across.flow.spinning(gap, &across.state.coupled.body.speeds);
    // Off by so much of the speed in flight, and after the collision.
    for (off, land) in [(1e-8, false), (1e-4, true)] {
        for simulation in [&mut along, &mut across] {
            if land { bounce(simulation) } else { advance(simulation, 30) }
        }
        let ((x, none, _), (other, y, _)) = (motions(&along), motions(&across));
        let (a, b, speed) = (along.moment(), across.moment(), 0.6);
        assert!((a.velocity - b.velocity).abs() < off * speed, "{a:?} {b:?}");
        assert!((x.velocity - y.velocity).abs() < off * speed, "{x:?} {y:?}");
        assert!((x.spin - y.spin).abs() * 1.5e-3 < off * speed, "{x:?} {y:?}");
        assert!(none.velocity.abs() + other.velocity.abs() < 1e-9 * speed, "{none:?} {other:?}");
        let [one, two] = [&along, &across].map(|simulation| simulation.state.coupled.wall.friction.impulse);
        let ([one_x, one_y], [two_x, two_y]) = (one.tangential, two.tangential);
        assert!(two_x.abs() <= 1e-9 * one.normal.abs() && one_y.abs() <= 1e-9 * one.normal.abs());
        assert!((one_x - two_y).abs() <= off * one.normal, "{one:?} {two:?}");
        assert!(!land || one_x < -0.05 * one.normal, "{one:?}");
    }
}

#[test]
fn a_checkpoint_without_a_plane_of_symmetry_goes_on_to_the_same_bits() {
    let start = [r#"release.spin=["30 rad/s","20 rad/s","100 rad/s"]"#, "release.perturbation=0.2"];
    let mut straight = whole(&start);
    advance(&mut straight, 15);
    let mut resumed = resumed(&mut straight, whole(&start));
    for simulation in [&mut straight, &mut resumed] {
        advance(simulation, 10);
    }
    assert!(straight.state == resumed.state);
    let (_, across, twist) = motions(&straight);
    assert!(twist > 10.0 && twist < 100.0 && across.spin < -5.0, "{across:?} {twist}");
}

/// Torques on the axis of rotation add up to the moment of inertia times the acceleration, energy is kept.
#[test]
fn a_bounce_with_spin_about_every_axis_keeps_the_balances() {
    let spin = r#"release.spin=["60 rad/s","40 rad/s","90 rad/s"]"#;
    let law = ["contact.law=luding", "contact.max_stiffness=1e6 N/m", spin];
    let mut simulation = whole(&[&COLLISION[..], &law].concat());
    let mut before = motions(&simulation).2;
    while is_coming(&simulation) {
        simulation.advance().unwrap();
        let now = motions(&simulation).2;
        assert!(now > 0.0 && now <= before * (1.0 + 1e-5), "{now}");
        before = now;
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

/// A sphere of diameter 1 at a density ratio of 2 is spun up by a constant torque, about the vertical or a horizontal
/// axis, and let go at `release`. Returns time and spin of every step.
fn spin_up_and_down(
    vertical: bool,
    dt: f64,
    steps: usize,
    kinematic_viscosity: f64,
    torque: f64,
    release: usize,
) -> Vec<[f64; 2]> {
    let cell = 1.0 / 24.0;
    let (grid, gap) = around(cell, 1.0, [4.0, 4.0], [1.1, 1.1]);
    let markers = MarkerSpec::standard(cell).in_three_dimensions();
    let parts = Parts { highest: 1, symmetric: !vertical };
    let setup = ImmersedSetup {
        radial: beside(cell, 1.0, 4.0, 1.1),
        spheres: vec![MarkedSphere { diameter: 1.0, markers }],
        kinematic_viscosity,
        ends: Ends { bottom_no_slip: false, top_no_slip: false },
        side_no_slip: false,
        tolerance: 1e-7,
        azimuthal: Some(AzimuthalSetup { parts, markers, tolerance: 1e-7, unit_tolerance: 1e-6 }),
    };
    let mut flow = ImmersedFlow::new(setup, AxialMap::standing(grid, gap));
    let mut state = flow.at_rest(gap);
    let measured = measure_lateral(&mut flow, gap, true).unwrap().unwrap();
    let layers = if vertical { measured.twist.unwrap() } else { measured.rotation };
    let mut memory = RotationMemory::start(0.0);
    let axis = if vertical { TWIST } else { ALONG[0][1] };
    let turning = |spin: f64| {
        let mut speeds = Dof::zeros();
        speeds[axis] = spin;
        speeds
    };
    let mut free = [false; DOFS];
    free[axis] = true;
    let inertia = 0.1 * PI / 6.0;
    let [mut now, mut old] = [0.0; 2];
    let mut record = Vec::new();
    for step in 1..=steps {
        let bdf = Bdf2::new(dt, state.flow.dt_before);
        let expected = turning(bdf.e1 * now + bdf.e2 * old);
        let level = NextLevel::new(dt, gap, NewSpeed { expected, free, scatter: 0.0 });
        let response = flow.respond(&mut state, level).unwrap();
        let force = response.force();
        let correction = Affine::on(axis, layers.correction(&memory, &bdf, [now, old], 1.0));
        let past = turning(inertia * (bdf.c1 * now + bdf.c2 * old));
        let own = Affine { at_rest: past, per_speed: DofMatrix::from_diagonal(&turning(inertia * bdf.c0)) };
        let load = Affine::constant(turning(if step <= release { torque } else { 0.0 }));
        let speeds = (own + force - correction - load).solve(free, &expected);
        response.finish(&[speeds, Dof::zeros()]);
        layers.advance(&mut memory, &bdf, speeds[axis], [now, old]);
        (now, old) = (speeds[axis], now);
        record.push([dt * step as f64, now]);
    }
    record
}

#[test]
fn a_rotation_about_any_axis_obeys_the_exact_unsteady_torque() {
    let (dt, kinematic_viscosity, release) = (0.02, 0.01, 60);
    let torque = PI * kinematic_viscosity;
    // Moment of inertia; torque 8πμa³(1 + λ²/3(1 + λ)) of the liquid (Lamb), steady and with its history.
    let response = |s: Complex<f64>| {
        let lambda = (s * 0.25 / kinematic_viscosity).sqrt();
        let one = Complex::from(1.0);
        let resistance = (one + lambda * lambda / (3.0 * (one + lambda))) * torque;
        Complex::from(torque) / s / (s * (2.0 * PI / 60.0) + resistance)
    };
    let at = |time: f64| if time > 0.0 { inverted(response, time) } else { 0.0 };
    for vertical in [true, false] {
        for [time, spin] in
            spin_up_and_down(vertical, dt, 240, kinematic_viscosity, torque, release).into_iter().skip(3)
        {
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
        let mut simulation = Simulation::new(Case::parse(&text, "spin.toml", &[]).unwrap().problem).unwrap();
        while simulation.stop().is_none() {
            simulation.advance().unwrap();
            let (exact, (along, _, twist)) = (inverted(exact, simulation.moment().time), motions(&simulation));
            for spin in [along.spin, twist] {
                assert!((spin / 0.01 - exact).abs() < 0.02, "{start}: {spin} rad/s at {:?}", simulation.moment());
            }
        }
    }
}
