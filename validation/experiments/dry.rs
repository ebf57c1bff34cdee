//! A dry bounce: the step of the coupled solver with no liquid around the sphere.

use super::bodies::unit_sphere;
use super::experiment::Experiment;
use super::measured::{Measured, Results};
use serde::Deserialize;
use std::path::Path;
use wetbounce_physics::body::dof::along_normal;
use wetbounce_physics::body::release::{Release, Start};
use wetbounce_physics::contact::Law;
use wetbounce_physics::model::{Failure, build};
use wetbounce_physics::motion::body::{Body, Counterpart, SecondSphere};
use wetbounce_physics::motion::coupled::SurroundingLiquid;
use wetbounce_physics::motion::coupled::{CoupledSetup, CoupledState, step, time_step};
use wetbounce_physics::motion::elastic_film::FilmSolver;
use wetbounce_physics::motion::forces::SphereInertia;
use wetbounce_physics::motion::layers::BodyLayers;
use wetbounce_physics::motion::subgrid_film::ResolvedFilm;
use wetbounce_physics::motion::unresolved_layer::UnresolvedLayer;
use wetbounce_physics::problem::{Liquid, Problem};

/// A steel sphere that flies at a glass wall without gravity, with no liquid at all, and touches it in the time steps
/// of the coupled solver.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DryBounce {
    /// The restitution that the contact law is given.
    pub restitution: f64,
    /// Steps per contact.
    pub steps_per_contact: u32,
    /// Impact speed [m/s]; the sphere has a diameter of 3 mm.
    pub speed: f64,
    /// Where the flight starts, in diameters; it decides where within a step the sphere touches.
    pub start: f64,
}

/// A gas so thin that a sphere does not feel it.
pub(super) const THIN_GAS: Liquid = Liquid::newtonian(1e-3, 1e-7);

impl DryBounce {
    /// The problem.
    pub fn problem(&self) -> Problem {
        let mut problem = unit_sphere();
        (problem.sphere.diameter, problem.sphere.density) = (3e-3, 7800.0);
        (problem.liquid, problem.gravity) = (THIN_GAS, 0.0);
        problem.start.gap = problem.sphere.diameter;
        problem.start.start = Start::arriving(self.speed);
        problem.until.time = Some(1.0);
        if let Law::Hertz(law) = &mut problem.contact {
            law.restitution = self.restitution;
        }
        problem.resolution.steps_per_contact = self.steps_per_contact;
        problem.settled()
    }

    /// Speed away from the wall over impact speed.
    ///
    /// # Errors
    /// A parameter that the contact law refuses.
    pub fn measure(&self) -> Result<f64, Failure> {
        let problem = self.problem();
        Ok(collide_dry(&problem, self.start * problem.sphere.diameter, self.speed)?.velocity() / self.speed)
    }
}

/// The sphere of a `problem` after a collision without liquid in the coupled solver's own equations, from the gap
/// `start` \[m\] at `speed` [m/s].
///
/// # Errors
/// A parameter refused, or a step that fails.
pub(super) fn collide_dry(problem: &Problem, start: f64, speed: f64) -> Result<Body, Failure> {
    let setup = CoupledSetup { release: Release::rest(start), ..dry(build::coupled(problem)?) };
    let mut state = CoupledState::start(&setup);
    (state.body.speeds, state.body.speeds_old) = (along_normal(-speed), along_normal(-speed));
    let (mut liquid, mut film) = (SurroundingLiquid::Nothing, FilmSolver::default());
    while state.body.velocity() < 0.0 || state.body.gap < start {
        let (time, gap) = (state.body.time, state.body.gap);
        let dt = time_step(&setup, &liquid, &state);
        step(&setup, &mut liquid, &mut film, &mut state, dt).map_err(|failure| Failure::of_step(failure, time, gap))?;
    }
    Ok(state.body)
}

/// The same sphere, and what it faces, with no liquid around.
fn dry(setup: CoupledSetup) -> CoupledSetup {
    let dry = |sphere: SphereInertia| SphereInertia { excess_mass: sphere.mass(), displaced_mass: 0.0, ..sphere };
    let counterpart = match setup.counterpart {
        Counterpart::Sphere(second) => {
            Counterpart::Sphere(SecondSphere { inertia: dry(second.inertia), layer: UnresolvedLayer::none(), ..second })
        }
        other => other,
    };
    CoupledSetup {
        sphere: dry(setup.sphere),
        counterpart,
        layers: BodyLayers::none(setup.layers.radius, 0.0, setup.layers.kinematic_viscosity),
        resolved_film: ResolvedFilm::exact(),
        liquid_density: 0.0,
        viscosity: 0.0,
        ..setup
    }
}

/// A dry bounce in the coupled solver's own equation: the restitution furthest from the one put in, over forty phases
/// of the time step at the touch.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dry {
    /// Restitutions put in.
    pub restitutions: Vec<f64>,
    /// Steps per contact.
    pub steps_per_contact: u32,
}

impl Experiment for Dry {
    fn measure(&self, _: &Path) -> Results {
        let mut measured = Vec::new();
        for &restitution in &self.restitutions {
            let mut worst = restitution;
            for phase in 0..40 {
                let start = 2e-3 * (1.0 + 0.01 * f64::from(phase));
                let found = DryBounce { restitution, steps_per_contact: self.steps_per_contact, speed: 0.585, start }
                    .measure()?;
                if (found - restitution).abs() > (worst - restitution).abs() {
                    worst = found;
                }
            }
            measured.push(Measured::number("restitution", worst).at(&[&restitution]));
        }
        Ok(measured)
    }
}
