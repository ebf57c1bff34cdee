//! The spheres of the experiments.

use wetbounce_physics::contact::Material;
use wetbounce_physics::problem::{Liquid, Preset, Problem, Sphere, Surroundings, Vessel, Wall};

/// A steel sphere of unit diameter and density 8 that is released from rest above a glass wall, in a liquid of unit
/// density and viscosity; gap and vessel are left open.
pub fn unit_sphere() -> Problem {
    let sphere = Sphere { diameter: 1.0, density: 8.0, elastic: Preset::Steel.elastic() };
    Problem::open(sphere, Liquid::newtonian(1.0, 1.0), Surroundings::Wall(Wall::glass()))
}

/// A sphere of unit diameter and unit density in open liquid of unit density.
pub fn floating(viscosity: f64) -> Problem {
    let sphere = Sphere { diameter: 1.0, density: 1.0, elastic: Preset::Steel.elastic() };
    Problem::open(sphere, Liquid::newtonian(1.0, viscosity), Surroundings::Open)
}

/// The steel of the sphere of 12.7 mm in several experiments of the literature.
pub const BEARING_STEEL: Material = Material { young_modulus: 190e9, poisson_ratio: 0.27 };

/// A sphere of it.
pub fn bearing_ball() -> Sphere {
    Sphere { diameter: 12.7e-3, density: 7780.0, elastic: BEARING_STEEL }
}

/// A wide vessel with this radius and height \[m\].
pub fn vessel(problem: &Problem, radius: f64, height: f64) -> Vessel {
    Vessel { radius, height, ..problem.vessel }
}
