//! Measures the film that a grid resolves, at a few gaps in creeping flow, for [`ResolvedFilm`].

use super::subgrid_film::ResolvedFilm;
use crate::flow::constraint::NotConverged;
use crate::flow::immersed::ImmersedFlow;
use crate::flow::level::NewSpeed;
use crate::grid::SmallestGap;
use crate::liquid::{FilmCounterpart, ImmersedSphere};
use std::f64::consts::PI;

/// Largest gap of the film over the diameter: there the wall makes half of the drag of creeping flow.
const HIGHEST: f64 = 0.5;
/// The same between two spheres, over the wider one's: there the drag of equal ones that approach is a third above that
/// of single ones.
const HIGHEST_BETWEEN: f64 = 2.0;
/// Gaps at which the grid's film is measured, from the smallest of the grid to the largest of the film.
const GAPS: usize = 11;
/// Between two spheres they lie as close as those above a wall by default, however far the film reaches: natural
/// logarithm of the largest ratio of one to the next.
const GAPS_APART: f64 = 0.56;

impl ResolvedFilm {
    /// Measures the film between the `sphere` and its `counterpart` side on the grid of `flow`: up to 0.5 D above a
    /// wall, twice the wider diameter between two spheres, or the gap `highest` \[m\] if that is less. Of two spheres,
    /// `sphere` is the one that has their film before a plane.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met, and the gap \[m\].
    pub fn measure(
        flow: &mut ImmersedFlow,
        (sphere, counterpart): (&ImmersedSphere, FilmCounterpart),
        smallest_gap: SmallestGap,
        highest: f64,
    ) -> Result<Self, (f64, NotConverged)> {
        let stokes = 6.0 * PI * sphere.viscosity * sphere.radius;
        let (reach, count) = match counterpart.spheres() {
            None => ((2.0 * HIGHEST * sphere.radius).min(highest), GAPS),
            Some(spheres) => {
                let reach = (2.0 * HIGHEST_BETWEEN * spheres.widest()).min(highest);
                (reach, 1 + ((reach / smallest_gap.0).ln() / GAPS_APART).ceil().max(1.0) as usize)
            }
        };
        let measured: Result<Vec<_>, _> = flow.axisymmetric(|flow| {
            let of_gap = |gap| {
                let resolved = resolved(flow, (sphere, counterpart), gap).map_err(|cause| (gap, cause))?;
                Ok((gap, resolved - stokes * counterpart.drag_factor(sphere.radius, gap)))
            };
            smallest_gap.up_to(reach, count).map(of_gap).collect()
        });
        let mut grid_error = measured?;
        let Some(&(_, outside)) = grid_error.last() else { return Ok(Self::exact()) };
        for (gap, grid_error) in &mut grid_error {
            *grid_error = (*grid_error - outside) / (stokes * counterpart.drag_factor(sphere.radius, *gap));
        }
        Ok(Self { smallest_gap, radius: sphere.radius, counterpart, stokes, grid_error })
    }
}

/// Force per speed [N s/m] that the grid of `flow` gives the `sphere` at `gap` \[m\] in creeping flow; of two spheres,
/// and of one before its image, half the difference of the forces on both per speed at which they part, at
/// [speeds](crate::liquid::TwoSpheres::shares) of which the container hardly feels anything.
fn resolved(
    flow: &mut ImmersedFlow,
    (sphere, counterpart): (&ImmersedSphere, FilmCounterpart),
    gap: f64,
) -> Result<f64, NotConverged> {
    let (gap, shares) = match counterpart {
        FilmCounterpart::Wall => (gap, [1.0, 0.0]),
        FilmCounterpart::Sphere(spheres) => (gap, spheres.shares()),
        FilmCounterpart::Image(spheres) => (0.5 * gap, [spheres.shares()[0], 0.0]),
    };
    let speed = flow.measuring_speed();
    let [first, second] = flow.creeping_forces(gap, shares.map(|share| NewSpeed::known(share * speed)))?.at_rest.into();
    let force = if let FilmCounterpart::Sphere(_) = counterpart { 0.5 * (first - second) } else { first };
    Ok(sphere.liquid_density * force / speed)
}
