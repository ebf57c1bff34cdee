//! The inertia of layers of vorticity on the grid of a run, beside the exact one.
//!
//! A sphere starts at once in liquid at rest: one backward-Euler step `Δt`, the Laplace transform at `1/Δt`. For layers of
//! `λ = √(νΔt)/a` radii, thin beside the gap, the inertia of the liquid over `m_l` is exactly
//!
//! ```text
//! 1 + C_M + 9/2 B λ + 9/2 λ²           inside, added mass, history, drag
//! ```
//!
//! (Stokes 1851) with the added mass `C_M` of potential flow and the history factor `B` of thin layers at this gap. What the grid has
//! in excess makes an [`UnresolvedLayer`]. It is measured far from the wall: layers of a tenth to half a cell have the same excess at
//! every gap, to about 0.01 `m_l` on 24 cells per diameter. That of thicker ones near the wall is the film's, see
//! [`super::resolved_film`].
//!
//! A rotation slips everywhere along the sphere, near the wall in smaller cells. There its layers have less in excess than far away; the
//! exact torque of thin layers is the same ([`RotationNearWall`]).

use super::immersed::{ImmersedFlow, NewSpeed};
use super::twist::RotationNearWall;
use super::unresolved_layer::{UnresolvedLayer, slipped_cell};
use crate::body::constraint::NotConverged;
use crate::grid::SmallestGap;
use crate::liquid::history_wall::history_wall_factor;
use crate::liquid::{AddedMass, ImmersedSphere};

/// Thickness of the layers that are measured, over the radial cell along the sphere.
const LAYERS: [f64; 4] = [0.03, 0.12, 0.4, 1.3];
/// Thickest of them over the gap.
const THIN: f64 = 0.25;
/// Gaps at which a rotation is measured.
const GAPS: usize = 9;

/// Measures the layer of the `sphere` at the gap `gap` \[m\] on the grid of `flow`.
///
/// # Errors
/// A no-slip condition that cannot be met.
pub fn measure(flow: &mut ImmersedFlow, sphere: &ImmersedSphere, gap: f64) -> Result<UnresolvedLayer, NotConverged> {
    let (radius, viscosity) = (sphere.radius, flow.setup.viscosity);
    let cell = slipped_cell(&flow.setup.radial, radius);
    let near = gap / radius;
    let sideways = flow.sideways.take();
    let excess: Result<Vec<_>, _> = LAYERS
        .iter()
        .map(|layer| layer * cell)
        .filter(|layer| *layer < (THIN * gap).max(LAYERS[1] * cell))
        .map(|layer| {
            let (dt, layer) = (layer * layer / viscosity, layer / radius);
            let history = 4.5 * layer * (history_wall_factor(near) + layer);
            let exact = 1.0 + AddedMass::Exact.coefficient(near) + history;
            Ok((1.0 / dt, inertia(flow, gap, dt)? * sphere.liquid_density - exact * sphere.displaced_mass()))
        })
        .collect();
    flow.sideways = sideways;
    Ok(UnresolvedLayer::fit(cell, viscosity, &excess?))
}

/// Inertia \[m³\], over density, of the liquid at rest around a sphere that starts at once at `gap` \[m\], after a step of `dt` \[s\].
fn inertia(flow: &mut ImmersedFlow, gap: f64, dt: f64) -> Result<f64, NotConverged> {
    let speed = flow.measuring_speed();
    Ok(flow.force_from_rest(gap, dt, NewSpeed::Known(speed))?.at_rest / speed * dt)
}

/// Measures, on the grid of `flow`, how much of the excess of a rotation there is near the wall. Far from it layers far thinner than a cell have the
/// inertia `excess` \[m⁵\], over density, in excess; `highest` \[m\] is far. For flows with azimuthal modes.
///
/// # Errors
/// A no-slip condition that cannot be met, and the gap \[m\].
pub fn measure_rotation(
    flow: &mut ImmersedFlow,
    excess: f64,
    smallest_gap: SmallestGap,
    highest: f64,
) -> Result<RotationNearWall, (f64, NotConverged)> {
    let layer = LAYERS[0] * slipped_cell(&flow.setup.radial, 0.5 * flow.setup.diameter());
    let dt = layer * layer / flow.setup.viscosity;
    let gaps = smallest_gap.up_to(highest, GAPS);
    let measured: Result<Vec<_>, _> =
        gaps.map(|gap| Ok((gap, flow.turn(gap, dt).map_err(|cause| (gap, cause))? * dt))).collect();
    let measured = measured?;
    let Some(&(_, far)) = measured.last() else { return Ok(RotationNearWall::none()) };
    let shares = measured.into_iter().map(|(gap, inertia)| (gap, 1.0 + (inertia - far) / excess)).collect();
    Ok(RotationNearWall { smallest_gap, shares })
}
