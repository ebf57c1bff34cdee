//! What the grid of a run has in excess of the exact, measured on it before the run begins.

use super::build::{axial_spec, immersed_sphere};
use super::failure::RunFailure;
use super::scales::smallest_gap;
use crate::case::Case;
use crate::liquid::Opposite;
use crate::motion::coupled::CoupledSetup;
use crate::motion::immersed::ImmersedFlow;
use crate::motion::resolved_film::ResolvedFilm;
use crate::motion::thin_layers;
use crate::motion::twist::RotationNearWall;
use crate::motion::unresolved_layer::{UnresolvedLayer, slipped_cell};

/// Largest gap of the film over the room beside and above the sphere: below it sides and top change the drag no more.
const FILM_IN_ROOM: f64 = 0.125;
/// Gap over the diameter at which layers of vorticity are measured, where the grid reaches it: far from the wall.
const LAYERS_MEASURED_AT: f64 = 4.0;

/// Measures with `flow` what its grid has in excess of the exact: the film, which there is above a wall, and layers of vorticity, which there
/// are where the liquid does not slip at the markers.
///
/// # Errors
/// A parameter outside of what the sphere accepts, or a no-slip condition that cannot be met.
pub fn measure_grid(case: &Case, setup: &mut CoupledSetup, flow: &mut ImmersedFlow) -> Result<(), RunFailure> {
    let failed = |(gap, cause)| RunFailure::NoSlip { time: -case.release.lead(), gap, cause };
    let (sphere, smallest_gap, diameter) = (immersed_sphere(case)?, smallest_gap(case), case.sphere.diameter);
    let highest = axial_spec(case).largest_gap;
    if !case.release.in_open_liquid() {
        let room = (case.container.reach() - case.sphere.radius()).min(case.container.height - diameter);
        setup.resolved_film =
            ResolvedFilm::measure(flow, (&sphere, Opposite::Wall), smallest_gap, highest.min(FILM_IN_ROOM * room))
                .map_err(failed)?;
    }
    if flow.setup.spheres[0].markers.slip > 0.0 {
        return Ok(());
    }
    setup.layer = if case.release.in_open_liquid() {
        let cell = slipped_cell(&flow.setup.radial, sphere.radius);
        UnresolvedLayer::thick(sphere.radius, sphere.displaced_mass(), flow.setup.viscosity, cell)
    } else {
        let gap = highest.min(LAYERS_MEASURED_AT * diameter);
        thin_layers::measure(flow, &sphere, gap).map_err(|cause| failed((gap, cause)))?
    };
    let Some(excess) = flow.sideways.as_ref().map(|sideways| sideways.setup.rotation.thinnest()) else { return Ok(()) };
    let near_wall = match case.release.in_open_liquid() {
        true => RotationNearWall::none(),
        false => thin_layers::measure_rotation(flow, excess, smallest_gap, highest.min(diameter)).map_err(failed)?,
    };
    if let Some(sideways) = &mut flow.sideways {
        sideways.setup.layer = setup.layer.scaled(1.0 / case.liquid.density);
        sideways.setup.near_wall = near_wall;
    }
    Ok(())
}
