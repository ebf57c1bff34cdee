//! Impacts on a wall that is a plate: the one curve of elastic impacts, by every solver of a contact, and the books of
//! other laws.

use super::dry::{THIN_GAS, collide_dry};
use super::experiment::Experiment;
use super::measured::{ExperimentFailure, Measured, Results};
use serde::Deserialize;
use std::f64::consts::PI;
use std::path::Path;
use wetbounce_physics::body::recoil::Recoil;
use wetbounce_physics::body::release::Start;
use wetbounce_physics::contact::{
    DryBounce, Hertz, HertzStiffness, Impact, Integrator, Law, Luding, Material, MusenHertz, Pair, Plate,
};
use wetbounce_physics::film::{FilmAccuracy, FilmImpact, FilmProperties};
use wetbounce_physics::problem::{Problem, Sphere, Surroundings, Wall};

/// A steel sphere of 3 mm on glass at 0.585 m/s.
const STEEL: Material = Material { young_modulus: 200e9, poisson_ratio: 0.3 };
const GLASS: Material = Material { young_modulus: 60e9, poisson_ratio: 0.23 };
const GLASS_DENSITY: f64 = 2500.0;
const RADIUS: f64 = 1.5e-3;
const DENSITY: f64 = 7800.0;
const SPEED: f64 = 0.585;
/// Viscosity of a film that only passes the load on [Pa s], and the gap at which it is entered \[m\].
const THIN: f64 = 1e-7;
const ENTRY: f64 = 1e-6;
/// The parameter at which other laws, angles and steps are compared.
const MIDDLE: f64 = 0.2;

/// Elastic impacts at these parameters `λ = Y m/T`, `T = (m/k)^{2/5} V^{−1/5}`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnPlate {
    /// `λ`.
    pub lambdas: Vec<f64>,
}

impl Experiment for OnPlate {
    /// The restitution by the engine of dry impacts, by the coupled step under a contact law and under an elastic film
    /// of hardly any viscosity, and by that film alone; then the largest error of the energy, and the effect of angle
    /// and integrator.
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for &lambda in &self.lambdas {
            let found = [
                ("impact", bounce(&impact(lambda, elastic(), 0.0)?)?.restitution),
                ("coupled", coupled(lambda, false)?),
                ("coupled_elastic_film", coupled(lambda, true)?),
                ("film", film(lambda)?),
            ];
            measured.extend(found.map(|(by, e)| Measured::number("restitution", e).at(&[&by, &lambda])));
        }
        let mut worst = [0.0_f64; 2];
        for law in laws() {
            let (straight, oblique) = (impact(MIDDLE, law, 0.0)?, impact(MIDDLE, law, 30.0)?);
            let alone = bounce(&Impact { bodies: upright(&oblique), ..straight.clone() })?;
            let found = [bounce(&straight)?, bounce(&oblique)?];
            worst[0] = found.iter().map(|bounce| bounce.energy.error.abs()).fold(worst[0], f64::max);
            worst[1] = worst[1].max((found[1].restitution - alone.restitution).abs());
        }
        let mut verlet = impact(MIDDLE, elastic(), 0.0)?;
        (verlet.control.integrator, verlet.control.steps_per_contact) = (Integrator::Verlet, 4000);
        let hermite = bounce(&impact(MIDDLE, elastic(), 0.0)?)?.restitution;
        measured.extend([
            Measured::number("energy_error", worst[0]),
            Measured::number("effect_of_angle", worst[1]),
            Measured::number("difference_of_verlet", (bounce(&verlet)?.restitution - hermite).abs()),
        ]);
        Ok(measured)
    }
}

fn elastic() -> Law {
    Law::MusenHertz(MusenHertz::default())
}

fn laws() -> [Law; 4] {
    [
        Law::Hertz(Hertz { restitution: 0.9, no_attraction: false, friction: 0.2, ..Hertz::default() }),
        Law::HertzStiffness(HertzStiffness { k_n: 6e10, k_t: 5e10, gamma_n: 1e9, ..HertzStiffness::default() }),
        Law::Luding(Luding { max_stiffness: 1e7, ..Luding::default() }),
        elastic(),
    ]
}

fn pair() -> Result<Pair, ExperimentFailure> {
    Ok(Pair::sphere_on_plane(RADIUS, 4.0 / 3.0 * PI * RADIUS.powi(3) * DENSITY, [STEEL, GLASS])?)
}

/// The mobility of a parameter `λ`.
fn mobility(lambda: f64) -> Result<f64, ExperimentFailure> {
    let pair = pair()?;
    let stiffness = 4.0 / 3.0 * pair.effective_modulus() * RADIUS.sqrt();
    Ok(lambda * (pair.mass[0] / stiffness).powf(0.4) / SPEED.powf(0.2) / pair.mass[0])
}

fn impact(lambda: f64, law: Law, angle: f64) -> Result<Impact, ExperimentFailure> {
    let mut impact = Impact::on_plane(pair()?.on_plate(mobility(lambda)?), law, SPEED, angle)?;
    impact.control.record_every = 0;
    Ok(impact)
}

/// The bodies of an impact without their motion along the wall.
fn upright(impact: &Impact) -> wetbounce_physics::contact::Bodies {
    let mut bodies = impact.bodies;
    (bodies.velocity[0].x, bodies.velocity[0].y) = (0.0, 0.0);
    bodies
}

fn bounce(impact: &Impact) -> Result<DryBounce, ExperimentFailure> {
    Ok(impact.run()?.bounces[0])
}

/// The restitution in the coupled solver's own equation, under the contact law or an elastic film, with no liquid
/// around.
fn coupled(lambda: f64, elastic_film: bool) -> Result<f64, ExperimentFailure> {
    let problem = on_plate(lambda, elastic_film)?;
    Ok(collide_dry(&problem, 2.01e-3 * problem.sphere.diameter, SPEED)?.velocity() / SPEED)
}

/// The sphere on the plate of a parameter `λ`, in a gas that it does not feel.
pub fn on_plate(lambda: f64, elastic_film: bool) -> Result<Problem, ExperimentFailure> {
    let plate = Plate::new(1e-2, GLASS_DENSITY, GLASS)?;
    let thickness = Some(plate.thickness_of(mobility(lambda)?));
    let wall = Wall { elastic: GLASS, density: Some(GLASS_DENSITY), thickness, ..Wall::glass() };
    let sphere = Sphere { diameter: 2.0 * RADIUS, density: DENSITY, elastic: STEEL };
    let mut problem = Problem::open(sphere, THIN_GAS, Surroundings::Wall(wall));
    (problem.gravity, problem.contact) = (0.0, elastic());
    (problem.start.gap, problem.start.start) = (sphere.diameter, Start::arriving(SPEED));
    problem.until.time = Some(1.0);
    if elastic_film {
        problem.film.model.deform();
    }
    Ok(problem.settled())
}

/// Error of [`zener`] up to `λ = 2`. A rule of order eight with relative tolerances of 1e-13 differs by 5e-12 at most,
/// half as many steps by 4e-11.
pub const ZENER_ERROR: f64 = 1e-10;

/// Restitution of an elastic impact on a plate at the parameter `λ` (Zener 1941), to [`ZENER_ERROR`]: `x' = v − λ
/// x^{3/2}`, `v' = −x^{3/2}`, in units of `T` and the speed, by the rule of Runge and Kutta with 20 000 steps.
pub fn zener(lambda: f64) -> f64 {
    zener_in(20_000, lambda)
}

fn zener_in(steps: u32, lambda: f64) -> f64 {
    let step = 3.5 / f64::from(steps);
    let slope = |[x, v]: [f64; 2]| {
        let force = x.max(0.0) * x.max(0.0).sqrt();
        [v - lambda * force, -force]
    };
    let mut state = [0.0, 1.0];
    while state[0] >= 0.0 {
        let moved = |by: [f64; 2], share: f64| [0, 1].map(|k| state[k] + share * step * by[k]);
        let k1 = slope(state);
        let k2 = slope(moved(k1, 0.5));
        let k3 = slope(moved(k2, 0.5));
        let k4 = slope(moved(k3, 1.0));
        state = [0, 1].map(|k| state[k] + step / 6.0 * (k1[k] + 2.0 * (k2[k] + k3[k]) + k4[k]));
    }
    -state[1]
}

/// The restitution through the film alone.
fn film(lambda: f64) -> Result<f64, ExperimentFailure> {
    let pair = pair()?;
    let wall = Recoil { mobility: mobility(lambda)?, borne: 0.0 };
    let properties = FilmProperties {
        cavitation_pressure: Some(1e5),
        wall,
        ..FilmProperties::simple(RADIUS, pair.effective_modulus(), THIN)
    };
    let impact = FilmImpact { mass: pair.mass[0], speed: SPEED, gap: ENTRY, exit_gap: ENTRY };
    Ok(impact.run(&impact.film(properties, FilmAccuracy::default())?)?.restitution)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeners_restitution_is_as_exact_as_stated() {
        assert!((zener(0.0) - 1.0).abs() < 0.1 * ZENER_ERROR);
        for lambda in [0.01, 0.05, 0.1, 0.15, 0.2, 0.5, 1.0, 1.5, 2.0] {
            let change = (zener(lambda) - zener_in(10_000, lambda)).abs();
            assert!(change < 0.5 * ZENER_ERROR, "{lambda}: {change:e}");
        }
    }
}
