//! A sphere that stays on the wall: sliding, rolling and coming to rest, against exact solutions.

use crate::random::Random;
use crate::reading::case_of;
use nalgebra::Vector3;
use wetbounce::body::dof::ALONG;
use wetbounce::body::release::Release;
use wetbounce::contact::rolling::{Rolling, RollingModel};
use wetbounce::contact::{DryOutcome, Hertz, Impact, ImpactEnding, Law, Material, Pair};
use wetbounce::liquid::parallel;
use wetbounce::model::{Ending, build};
use wetbounce::motion::coupled::{CoupledSetup, CoupledState, SurroundingLiquid, step, time_step};
use wetbounce::motion::elastic_film::FilmSolver;
use wetbounce::motion::forces::SphereInertia;
use wetbounce::motion::layers::BodyLayers;
use wetbounce::motion::subgrid_film::ResolvedFilm;
use wetbounce::run::Simulation;

/// A gas as thin as a case may have, whose film alone is left: it slows a sphere by 1e-4 of its speed in a second.
const SPHERE: &str = r#"
sphere = { diameter = "3 mm", material = "steel" }
wall.material = "glass"
liquid = { density = "1e-3 kg/m3", viscosity = "1e-7 Pa s" }
release = { gap = "1e-5 D", kind = "rest" }
contact.restitution = 0.5
resolution = { azimuthal_modes = 1 }
run = { time = "10 s" }
"#;
const RADIUS: f64 = 1.5e-3;
const G: f64 = 9.81;

/// A sphere without any liquid, in the steps of the coupled solver.
struct Vacuum {
    setup: CoupledSetup,
    state: CoupledState,
}

impl Vacuum {
    /// The sphere of the case with `overrides`, let go just above the wall with a speed along it [m/s] and a spin
    /// [rad/s].
    fn new(overrides: &[&str], [speed, spin]: [f64; 2]) -> Self {
        let case = case_of(SPHERE, overrides);
        let wet = build::coupled(&case.problem).unwrap();
        let sphere = SphereInertia { excess_mass: wet.sphere.mass(), displaced_mass: 0.0, ..wet.sphere };
        let setup = CoupledSetup {
            sphere,
            layers: BodyLayers::none(wet.layers.radius, 0.0, wet.layers.kinematic_viscosity),
            resolved_film: ResolvedFilm::exact(),
            liquid_density: 0.0,
            viscosity: 0.0,
            release: Release::rest(case.problem.start.gap),
            ..wet
        };
        let mut state = CoupledState::start(&setup);
        for speeds in [&mut state.body.speeds, &mut state.body.speeds_old] {
            [speeds[ALONG[0][0]], speeds[ALONG[0][1]]] = [speed, spin];
        }
        Self { setup, state }
    }

    /// Goes on until `done`; the balance of energy must close within a per cent.
    fn until(&mut self, done: impl Fn(&CoupledState) -> bool) {
        let (mut liquid, mut film) = (SurroundingLiquid::Nothing, FilmSolver::default());
        while !done(&self.state) {
            assert!(self.state.steps < 20_000, "t = {} s", self.state.body.time);
            let dt = time_step(&self.setup, &liquid, &self.state);
            step(&self.setup, &mut liquid, &mut film, &mut self.state, dt).unwrap();
        }
        let error = self.state.ledger.relative_error();
        assert!(error < 0.01, "energy {error}");
    }

    /// Speed along the wall, and that of its surface by its spin [m/s].
    fn speeds(&self) -> [f64; 2] {
        let along = self.state.body.along(0);
        [along.velocity, RADIUS * along.spin]
    }
}

fn close(found: f64, exact: f64, tolerance: f64) {
    assert!((found / exact - 1.0).abs() < tolerance, "{found} for {exact}");
}

#[test]
fn in_vacuum_a_sphere_that_slides_comes_to_roll_at_five_sevenths_of_its_speed() {
    for (law, friction) in [("hertz", "0.2"), ("woo-hertz", "0.5")] {
        let set = [format!("contact.law={law}"), format!("contact.friction={friction}")];
        let mut sphere = Vacuum::new(&set.each_ref().map(String::as_str), [0.3, 0.0]);
        sphere.until(|state| state.body.time > 1.0);
        let [speed, turning] = sphere.speeds();
        close(speed, 0.3 * 5.0 / 7.0, 3e-4);
        close(turning, speed, 1e-4);
        // Loss of energy: two sevenths of that of the motion.
        let ledger = &sphere.state.ledger;
        close(ledger.contact / ledger.kinetic, 2.0 / 7.0, 5e-3);
    }
}

#[test]
fn in_vacuum_a_sphere_rolls_down_an_incline_with_five_sevenths_of_the_weight_along_it() {
    for (angle, friction) in [(5.0_f64, "0.2"), (20.0, "0.3")] {
        let set = [format!("wall.inclination={angle} deg"), format!("contact.friction={friction}")];
        let mut sphere = Vacuum::new(&set.each_ref().map(String::as_str), [0.0, 0.0]);
        sphere.until(|state| state.body.time > 0.2);
        let (from, [speed, _]) = (sphere.state.body.time, sphere.speeds());
        sphere.until(|state| state.body.time > 1.5);
        let [after, turning] = sphere.speeds();
        let rate = (after - speed) / (sphere.state.body.time - from);
        close(rate, 5.0 / 7.0 * G * angle.to_radians().sin(), 3e-4);
        close(turning, after, 1e-4);
    }
}

#[test]
fn in_vacuum_a_sphere_slides_down_an_incline_too_steep_to_roll_with_the_weight_less_friction() {
    let mut sphere = Vacuum::new(&["wall.inclination=40 deg", "contact.friction=0.1"], [0.0, 0.0]);
    sphere.until(|state| state.body.time > 0.2);
    let (from, [speed, turning]) = (sphere.state.body.time, sphere.speeds());
    sphere.until(|state| state.body.time > 1.0);
    let ([after, turned], time) = (sphere.speeds(), sphere.state.body.time - from);
    let (sin, cos) = 40.0_f64.to_radians().sin_cos();
    close((after - speed) / time, G * (sin - 0.1 * cos), 3e-4);
    close((turned - turning) / time, 2.5 * 0.1 * G * cos, 3e-4);
}

#[test]
fn in_vacuum_rolling_resistance_stops_a_sphere_with_five_sevenths_of_its_coefficient_times_gravity() {
    let set = ["contact.friction=0.4", "contact.rolling=cdt", "contact.rolling_friction=0.02"];
    let mut sphere = Vacuum::new(&set, [0.2, 0.2 / RADIUS]);
    sphere.until(|state| state.body.time > 0.1);
    let ([speed, _], from) = (sphere.speeds(), sphere.state.body.time);
    sphere.until(|state| state.body.along(0).velocity < 0.05);
    let ([after, _], to) = (sphere.speeds(), sphere.state.body.time);
    let deceleration = 5.0 / 7.0 * 0.02 * G;
    close((speed - after) / (to - from), deceleration, 1e-3);
    sphere.until(|state| state.body.along(0).velocity.abs() < 1e-6);
    // Within the last step, in which the speed changes by a fiftieth.
    let late = sphere.state.body.time - to - after / deceleration;
    assert!((0.0..0.02 * 0.2 / deceleration).contains(&late), "{late} s");
    let x = sphere.state.body.along(0).x;
    sphere.until(|state| state.body.time > to + 1.0);
    assert!((sphere.state.body.along(0).x - x).abs() < 1e-9 && sphere.speeds()[0].abs() < 1e-9, "it stays there");
}

const COARSE: &str = r#"
sphere = { diameter = "3 mm", density = "2500 kg/m3", young = "70 GPa", poisson = 0.2 }
wall.material = "glass"
liquid = { density = "970 kg/m3", viscosity = "1 Pa s" }
container = { radius = "4 D", height = "9 D" }
release = { gap = "0.02 D", kind = "rest" }
contact = { restitution = 0.9, friction = 0.4 }
film = { band = "off", cutoff = "roughness", roughness = "5 um" }
resolution = { cells_per_diameter = 16, cells_across_film = 5, smallest_gap = "0.01 D", radial_growth = 1.15, axial_growth = 1.15, steps_per_contact = 60, azimuthal_modes = 1 }
run = { bounces = 1000, threads = 1 }
"#;

/// Runs to the end; the balance of energy must close within a per cent.
fn wet(overrides: &[&str]) -> (Simulation, Ending) {
    let mut simulation = Simulation::new(case_of(COARSE, overrides).problem).unwrap();
    loop {
        if let Some(ending) = simulation.stop() {
            let error = simulation.state.coupled.ledger.relative_error();
            assert!(error < 0.01, "energy {error}");
            return (simulation, ending);
        }
        simulation.advance().unwrap();
    }
}

/// Goldman, Cox & Brenner (1967): the torque of all forces about the point that it rolls on vanishes; friction is not
/// in it.
#[test]
fn a_sphere_rolls_down_an_incline_in_creeping_flow_as_fast_as_the_exact_drag_lets_it_and_the_run_ends_there() {
    for (roughness, gap) in [("5 um", 5e-6), ("20 um", 20e-6)] {
        let rough = format!("film.roughness={roughness}");
        let (simulation, ending) = wet(&["wall.inclination=15 deg", &rough, "contact.friction=0.6"]);
        assert_eq!(ending, Ending::Rolling);
        let along = simulation.state.coupled.body.along(0);
        close(RADIUS * along.spin, along.velocity, 1e-3);
        let of = parallel(gap / RADIUS);
        let whole =
            6.0 * (of.translation_force + of.rotation_force()) + 8.0 * (of.translation_torque + of.rotation_torque);
        let weight = 4.0 / 3.0 * std::f64::consts::PI * RADIUS.powi(3) * (2500.0 - 970.0) * G;
        let exact = weight * 15.0_f64.to_radians().sin() / (std::f64::consts::PI * RADIUS * whole);
        close(along.velocity, exact, 0.02);
    }
}

#[test]
fn spheres_that_stay_on_the_wall_for_a_second_take_few_steps_and_their_energies_balance() {
    let mut random = Random::of(65);
    let mut between = |low: f64, high: f64| low + (high - low) * random.below(1 << 20) as f64 / f64::from(1 << 20);
    for _ in 0..4 {
        let set = [
            format!("wall.inclination={:.2} deg", between(0.0, 30.0)),
            format!("contact.friction={:.3}", between(0.0, 0.5)),
            "contact.rolling=cdt".to_owned(),
            format!("contact.rolling_friction={:.4}", between(0.0, 0.02)),
            format!("release.spin={:.1} rad/s", between(-60.0, 60.0)),
            format!("liquid.viscosity={:.4} Pa s", 10f64.powf(between(-2.0, 0.0))),
            format!("sphere.density={:.0} kg/m3", between(1100.0, 8000.0)),
        ];
        let coarse = [
            "resolution.cells_per_diameter=8",
            "resolution.smallest_gap=0.02 D",
            "run.time=1 s",
            "run.until_rest=false",
        ];
        let set: Vec<&str> = set.iter().map(String::as_str).chain(coarse).collect();
        let (simulation, ending) = wet(&set);
        assert_eq!(ending, Ending::Time);
        assert!(simulation.state.coupled.steps < 20_000, "{set:?}: {}", simulation.state.coupled.steps);
    }
}

/// The dry sphere of 5 mm under gravity, at `speed` [m/s] along the plane and `spin` [rad/s] about its three axes.
fn dry(law: Hertz, speed: f64, spin: [f64; 3], time: f64) -> DryOutcome {
    let steel = Material { young_modulus: 200e9, poisson_ratio: 0.3 };
    let pair = Pair::sphere_on_plane(5e-3, 4e-3, [steel; 2]).unwrap();
    let mut impact = Impact::on_plane(pair, Law::Hertz(law), 0.01, 0.0).unwrap();
    impact.bodies.velocity[0].x = speed;
    impact.bodies.spin[0] = Vector3::from(spin);
    impact.gravity = Vector3::new(0.0, 0.0, -G);
    (impact.control.max_contacts, impact.control.max_time) = (100_000, time);
    let outcome = impact.run().unwrap();
    let last = outcome.bounces.last().unwrap();
    assert!(last.energy.error.abs() < 1e-3, "{last:?}");
    outcome
}

#[test]
fn a_dry_sphere_that_rolls_is_not_at_rest_and_goes_on_to_its_stop_or_for_ever() {
    let law = Hertz { restitution: 0.5, no_attraction: false, friction: 0.3, ..Hertz::default() };
    let outcome = dry(law, 0.3, [0.0; 3], f64::INFINITY);
    assert_eq!(outcome.ending, ImpactEnding::Uniform);
    close(outcome.bodies.velocity[0].x, 0.3 * 5.0 / 7.0, 1e-5);
    let until = dry(law, 0.3, [0.0; 3], 3.0);
    assert_eq!((until.ending, until.time), (ImpactEnding::TimeReached, 3.0));
    assert!(until.bodies.position[0].x > 0.6);

    let resisted = Hertz { rolling: Rolling { model: RollingModel::Cdt, friction: 0.01, damping: 0.0 }, ..law };
    let outcome = dry(resisted, 0.0, [0.0, 0.2 / 5e-3, 0.0], f64::INFINITY);
    assert_eq!(outcome.ending, ImpactEnding::Resting);
    let rolls = dry(resisted, 0.2, [0.0, 0.2 / 5e-3, 0.0], f64::INFINITY);
    assert_eq!(rolls.ending, ImpactEnding::Resting);
    let deceleration = 5.0 / 7.0 * 0.01 * G;
    close(rolls.bodies.position[0].x, 0.2 * 0.2 / (2.0 * deceleration), 0.01);
    close(rolls.time, 0.2 / deceleration, 0.02);
}
