//! Inertia of the liquid around an accelerating sphere.

use super::scene::{Scene, UNIT_SPHERE};
use crate::run::{RunFailure, build};
use std::f64::consts::PI;

/// impulsive
pub fn impulsive(gap: f64, overrides: &[String], viscous: f64) -> Result<f64, RunFailure> {
    let mut scene = Scene::new(UNIT_SPHERE);
    scene.set("container.radius", "20 m");
    scene.set("container.height", "40 m");
    scene.set("release.gap", format!("{gap} m"));
    scene.overrides.extend(overrides.iter().cloned());
    let case = scene.case();
    let mut flow = build::flow(&case)?;
    let state = flow.at_rest(gap);
    let dt = viscous * 0.25;
    let force = flow.advance(&state, dt, gap, 0.0).map_err(|cause| RunFailure::NoSlip { time: 0.0, gap, cause })?;
    Ok(force.per_speed * dt / (PI / 6.0) - 1.0)
}
