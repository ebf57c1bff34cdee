//! The film that the grid resolves, beside the exact one.
//!
//! In creeping flow the force on a sphere that approaches a wall is `6πμaV λ(h)`, exactly (Brenner 1961); between two spheres it is the one
//! that is opposite and equal on both ([`Opposite`]), and depends on the speed of approach. The grid gives
//! `λ_g(h)`, measured on the grid of the run itself at a few gaps. The grid's excess is given back,
//!
//! ```text
//! F = 6πμaV [ε(ĥ) − ε(h₁)],    ε = λ_g − λ,    ĥ < h₁
//! ```
//!
//! at the [resolved gap](SmallestGap) `ĥ`: exact less resolved, like the film below the grid ([`super::subgrid_film`]). With
//! `ε(h₁)` goes everything that does not belong to the film: sides and top of the container, which `λ` does not know, and the drag far from the
//! wall. The correction vanishes with the cell, and leaves the drag positive whatever the grid. The inertia of the liquid in
//! the film is that of the grid.

use crate::body::dof::ScalarAffine;
use crate::flow::constraint::NotConverged;
use crate::flow::immersed::ImmersedFlow;
use crate::flow::level::NewSpeed;
use crate::grid::SmallestGap;
use crate::liquid::{ImmersedSphere, Opposite};
use crate::numerics::linear_in_log;
use std::f64::consts::PI;

/// Largest gap of the film over the diameter: there the wall makes half of the drag of creeping flow.
const HIGHEST: f64 = 0.5;
/// The same between two spheres, over the wider one's: there the held one takes a seventh to a quarter of the other's drag.
const HIGHEST_BETWEEN: f64 = 2.0;
/// Gaps at which the grid's film is measured, from the smallest of the grid to the largest of the film.
const GAPS: usize = 11;
/// The same between two spheres, where it reaches farther.
const GAPS_BETWEEN: usize = 20;

/// The excess of the grid's film over the exact one.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedFilm {
    smallest_gap: SmallestGap,
    radius: f64,
    opposite: Opposite,
    /// `6πμa` [N s/m].
    stokes: f64,
    /// Gap \[m\] and excess over the exact force, in ascending order.
    excess: Vec<(f64, f64)>,
}

impl ResolvedFilm {
    /// A film that is exact, or none.
    pub fn exact() -> Self {
        Self { smallest_gap: SmallestGap(1.0), radius: 1.0, opposite: Opposite::Wall, stokes: 0.0, excess: Vec::new() }
    }

    /// Measures the film between the `sphere` and its `opposite` side on the grid of `flow`: up to 0.5 D above a wall, twice the wider
    /// diameter between two spheres, or the gap `highest` \[m\] if that is less. Of two spheres, `sphere` is the one that has their film before a plane.
    ///
    /// # Errors
    /// A no-slip condition that cannot be met, and the gap \[m\].
    pub fn measure(
        flow: &mut ImmersedFlow,
        (sphere, opposite): (&ImmersedSphere, Opposite),
        smallest_gap: SmallestGap,
        highest: f64,
    ) -> Result<Self, (f64, NotConverged)> {
        let stokes = 6.0 * PI * sphere.viscosity * sphere.radius;
        let (reach, count) = match opposite.spheres() {
            None => (2.0 * HIGHEST * sphere.radius, GAPS),
            Some(spheres) => (2.0 * HIGHEST_BETWEEN * spheres.widest(), GAPS_BETWEEN),
        };
        let measured: Result<Vec<_>, _> = flow.axisymmetric(|flow| {
            let of_gap = |gap| {
                let resolved = resolved(flow, (sphere, opposite), gap).map_err(|cause| (gap, cause))?;
                Ok((gap, resolved - stokes * opposite.drag_factor(sphere.radius, gap)))
            };
            smallest_gap.up_to(reach.min(highest), count).map(of_gap).collect()
        });
        let mut excess = measured?;
        let Some(&(_, outside)) = excess.last() else { return Ok(Self::exact()) };
        for (gap, excess) in &mut excess {
            *excess = (*excess - outside) / (stokes * opposite.drag_factor(sphere.radius, *gap));
        }
        Ok(Self { smallest_gap, radius: sphere.radius, opposite, stokes, excess })
    }

    /// Largest gap of the film \[m\].
    pub fn highest(&self) -> f64 {
        self.excess.last().map_or(0.0, |(gap, _)| *gap)
    }

    /// Largest excess, without its sign, over the exact force.
    pub fn error(&self) -> f64 {
        self.excess.iter().map(|(_, excess)| excess.abs()).fold(0.0, f64::max)
    }

    /// Excess of the force on the liquid \[N\] at `gap` \[m\], linear in the speed.
    pub fn force(&self, gap: f64) -> ScalarAffine {
        let Some((smallest, _)) = self.excess.first() else { return ScalarAffine::default() };
        let resolved = self.smallest_gap.resolved(gap).max(*smallest);
        let excess = linear_in_log(&self.excess, resolved)
            .map_or(0.0, |excess| excess * self.stokes * self.opposite.drag_factor(self.radius, resolved));
        ScalarAffine { at_rest: 0.0, per_speed: excess }
    }
}

/// Force per speed [N s/m] that the grid of `flow` gives the `sphere` at `gap` \[m\] in creeping flow; of two spheres that on the held one
/// per speed of the other, before an image per speed at which it parts.
fn resolved(
    flow: &mut ImmersedFlow,
    (sphere, opposite): (&ImmersedSphere, Opposite),
    gap: f64,
) -> Result<f64, NotConverged> {
    let half = if let Opposite::Image(_) = opposite { 0.5 } else { 1.0 };
    let speed = flow.measuring_speed();
    let [first, second] = flow.creeping_forces(half * gap, [speed, 0.0].map(NewSpeed::Known))?.at_rest;
    let force = if let Opposite::Sphere(_) = opposite { -second } else { half * first };
    Ok(sphere.liquid_density * force / speed)
}
