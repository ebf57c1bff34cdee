//! The cost of a run, roughly, for the order in which runs are started and for the time left. Results do not depend
//! on it.

use crate::case::Case;
use crate::plot::restitution::legendre;
use crate::run::build;
use crate::run::open_liquid::OpenLiquid;

/// Expected length of the way down and of the first rebound, in diameters.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Ways {
    down: f64,
    rebound: f64,
}

fn ways(case: &Case) -> Ways {
    let diameter = case.sphere.diameter;
    let groups = case.groups();
    let restitution = legendre(groups.stokes_modified.max(1e-3)) * case.dry_restitution().unwrap_or(1.0);
    let ratio = groups.density_ratio;
    let weight = (case.run.gravity * (ratio - 1.0).abs() / (ratio + 0.5)).max(1e-6);
    let height = (restitution * case.approach_speed()).powi(2) / (2.0 * weight);
    Ways { down: case.release.first_gap() / diameter, rebound: (height / diameter).min(100.0) }
}

/// Cost of a run relative to others: cells × radial cells × steps. A diameter of the rebound takes about four times the
/// steps of one of the fall, since the step follows the flow that the impact has set up.
pub(super) fn cost(case: &Case) -> f64 {
    let Ways { down, rebound } = ways(case);
    let size = build::size(case).map_or(1.0, |size| (size.nr * size.nz) as f64 * (size.nr as f64 + 100.0));
    if let (Some(open), Some(end)) = (OpenLiquid::of(case), case.end_time()) {
        return size * end / open.longest * case.resolution.cfl;
    }
    let steps = f64::from(case.resolution.cells_per_diameter) * (down + 4.0 * rebound) / case.resolution.step_factor;
    size * steps
}

/// Simulated time from the start of the case to the apex of the first rebound \[s\].
pub(super) fn duration(case: &Case) -> f64 {
    if case.release.in_open_liquid() {
        return case.end_time().unwrap_or(f64::INFINITY);
    }
    let Ways { rebound, .. } = ways(case);
    let speed = case.approach_speed().max(1e-12);
    let flight = 2.0 * rebound * case.sphere.diameter / speed;
    case.run.time.unwrap_or(f64::INFINITY).min(1.1 * case.release.gap / speed + flight)
}
