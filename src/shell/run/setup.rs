//! What of a case decides how a run goes on and ends, besides laws and solvers.

use super::occupant::{keys, moves};
use super::open_liquid::OpenLiquid;
use super::{build, scales};
use crate::case::Case;
use crate::output::summary::fingerprint;

/// What follows from a case for the course of a run, besides laws and solvers.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSetup {
    /// Hash of the physics of the case; a checkpoint belongs to one.
    pub(super) identity: String,
    /// Highest gap that the grid can follow \[m\].
    pub(super) highest_gap: f64,
    /// Whether weight and buoyancy bring the sphere back to the wall.
    pub(super) returns: bool,
    /// Step and steadiness in open liquid; `None` where there is a wall.
    pub open: Option<OpenLiquid>,
    /// End time \[s\].
    pub end_time: Option<f64>,
    /// Kinetic energy of the sphere at the speed expected at the wall \[J\].
    pub(super) energy: f64,
}

impl RunSetup {
    /// The set-up of a case.
    pub fn of(case: &Case) -> Self {
        let open = OpenLiquid::of(case);
        Self {
            identity: physics_fingerprint(case),
            highest_gap: if open.is_some() { f64::INFINITY } else { build::largest_gap(&build::space(case)) },
            open,
            returns: case.comes_to_the_wall(),
            end_time: case.end_time(),
            energy: 0.5 * case.immersed().mass() * scales::reference_speed(case).powi(2),
        }
    }
}

/// The part of a case that a checkpoint belongs to: all but the keys about stopping and output.
fn physics_fingerprint(case: &Case) -> String {
    let mut keys = keys(&case.to_toml());
    keys.retain(|key, _| moves(key));
    fingerprint(format!("{keys:?}"))
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
