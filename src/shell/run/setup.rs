//! The settings of a run besides laws and solvers: limits, and when to stop.

use super::open_liquid::OpenLiquid;
use super::{build, scales};
use crate::case::{BandChoice, Case, Fit};
use crate::error::BadParameter;
use crate::output::summary::fingerprint;
use std::path::PathBuf;

/// The settings of a run besides laws and solvers.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSetup {
    /// Hash of the physics of the case; a checkpoint belongs to one.
    pub(super) identity: String,
    /// Sphere diameter \[m\].
    pub diameter: f64,
    /// Highest gap that the grid can follow \[m\].
    pub(super) highest_gap: f64,
    /// Whether weight and buoyancy bring the sphere back to the wall.
    pub(super) returns: bool,
    /// Smallest gap of the grid \[m\].
    pub smallest_gap: f64,
    /// Height of the roughness \[m\].
    pub(super) roughness: f64,
    /// Step and steadiness in open liquid; `None` where there is a wall.
    pub open: Option<OpenLiquid>,
    /// End time \[s\].
    pub end_time: Option<f64>,
    /// Bounces after whose apex the run ends.
    pub bounces: usize,
    /// Kinetic energy of the sphere at the speed expected at the wall \[J\].
    pub(super) energy: f64,
    /// Whether it ends when the sphere rests.
    pub(super) until_rest: bool,
    /// Most steps.
    pub(super) steps_max: u64,
}

impl RunSetup {
    /// The set-up of a case.
    ///
    /// # Errors
    /// A parameter that a sphere does not accept.
    pub fn of(case: &Case) -> Result<Self, BadParameter> {
        let open = OpenLiquid::of(case);
        Ok(Self {
            identity: physics_fingerprint(case),
            diameter: case.sphere.diameter,
            highest_gap: if open.is_some() { f64::INFINITY } else { build::largest_gap(&build::space(case)?) },
            open,
            returns: case.comes_to_the_wall(),
            smallest_gap: scales::smallest_gap(case).0,
            roughness: case.film.roughness,
            end_time: case.end_time(),
            bounces: case.run.bounces as usize,
            energy: 0.5 * case.immersed().mass() * scales::reference_speed(case).powi(2),
            until_rest: case.run.until_rest,
            steps_max: case.run.steps_max,
        })
    }
}

/// The part of a case that a checkpoint belongs to: all but the keys about stopping and output.
fn physics_fingerprint(case: &Case) -> String {
    let mut case = case.clone();
    case.name.clear();
    case.title = None;
    case.measurement = None;
    case.fit = Fit::default();
    case.reference = None;
    case.run.time = None;
    case.run.travel = None;
    case.run.periods = None;
    case.run.steady = None;
    case.run.bounces = 1;
    case.run.until_rest = true;
    case.run.threads = 0;
    case.run.steps_max = 1;
    case.film.band = BandChoice::Auto;
    case.film.stated.clear();
    case.output.directory = PathBuf::new();
    case.output.trajectory = None;
    case.output.fields = None;
    case.output.vorticity_pictures.clear();
    case.output.plots = true;
    case.output.report = true;
    case.output.checkpoint_interval = 0.0;
    fingerprint(case.to_toml())
}

/// Simulated time that a run will about take \[s\], for the progress bar only.
pub(crate) fn expected_time(case: &Case) -> f64 {
    if case.release.in_open_liquid() {
        return case.end_time().unwrap_or(f64::INFINITY);
    }
    let speed = scales::reference_speed(case).max(1e-300);
    let fall = case.release.gap / speed;
    let ratio = case.sphere.density / case.liquid.density;
    let weight = case.run.gravity * (ratio - 1.0).abs() / (ratio + 0.5);
    let flight = 1.5 * speed / weight.max(1e-300);
    let stokes = case.groups().stokes_modified;
    let restitution = (-35.0 / stokes.max(1e-300)).exp() * case.dry_restitution().unwrap_or(1.0);
    let flights: f64 = (0..case.run.bounces).map(|k| flight * restitution.powi(k as i32 + 1)).sum();
    case.run.time.unwrap_or(f64::INFINITY).min(fall * 1.1 + flights)
}
