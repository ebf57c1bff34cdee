//! The film that the grid does not resolve, as a correction to the force that it does.
//!
//! Below the smallest gap `h_g` of the grid the geometry stands still and the grid gives `6πμaV λ(h_g)`. What is missing
//! (Brenner 1961, `λ` exact) is added, and nothing above `h_g`:
//!
//! ```text
//! F = −6πμaV [λ(h) − λ(h_g)]          h_cut < h < h_g
//! ```
//!
//! Where the receding sphere's film cavitates ([`CavitationLimit`]), the suction of the torn film replaces the lubrication
//! force `6πμa²V/h`, whether the grid resolved it or not. The film ends at the cut-off, where the solids touch: there is no
//! sub-grid film during solid contact.

use crate::liquid::{CavitationLimit, FilmCutoff, ImmersedSphere, brenner};
use std::f64::consts::PI;

/// Sub-grid lubrication with a cut-off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SubgridFilm {
    /// The sphere in its liquid.
    pub sphere: ImmersedSphere,
    /// Smallest gap of the grid `h_g` \[m\].
    pub resolved_gap: f64,
    /// What ends the film.
    pub cutoff: FilmCutoff,
    /// How far the film can be sucked; `None`: without limit.
    pub cavitation: Option<CavitationLimit>,
    resolved_factor: f64,
}

impl SubgridFilm {
    /// A film below `resolved_gap` \[m\].
    pub fn new(
        sphere: ImmersedSphere,
        resolved_gap: f64,
        cutoff: FilmCutoff,
        cavitation: Option<CavitationLimit>,
    ) -> Self {
        let resolved_factor = brenner(resolved_gap / sphere.radius);
        Self { sphere, resolved_gap, cutoff, cavitation, resolved_factor }
    }

    /// Gap at which the solids of a sphere moving at `velocity` [m/s] touch \[m\].
    pub fn cutoff_gap(&self, velocity: f64) -> f64 {
        self.cutoff.length(&self.sphere, velocity.abs())
    }

    /// Force on the sphere \[N\], positive away from the wall, at `gap` \[m\] and `velocity` [m/s]; zero in solid contact.
    pub fn force(&self, gap: f64, velocity: f64) -> f64 {
        let sphere = &self.sphere;
        let stokes = 6.0 * PI * sphere.viscosity * sphere.radius * velocity;
        let mut force = 0.0;
        if gap < self.resolved_gap {
            force -= stokes * (brenner(gap / sphere.radius) - self.resolved_factor);
        }
        if let Some(limit) = self.cavitation.filter(|limit| gap < limit.closing_gap(sphere, velocity)) {
            force += stokes * sphere.radius / gap - limit.suction(sphere, gap, velocity);
        }
        force
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liquid::CutoffLaw;

    fn film(cavitation: bool) -> SubgridFilm {
        let sphere = ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).unwrap();
        let cutoff = FilmCutoff::new(CutoffLaw::Elasticity, 5e10, 0.0).unwrap();
        SubgridFilm::new(sphere, 6e-6, cutoff, cavitation.then(|| CavitationLimit::new(1e5).unwrap()))
    }

    #[test]
    fn the_approach_force_vanishes_at_the_smallest_gap_of_the_grid_and_completes_brenner_below() {
        let film = film(true);
        assert_eq!(film.force(6e-6, -0.5), 0.0);
        assert_eq!(film.force(7e-6, -0.5), 0.0);
        let gap = 1e-6;
        let stokes = 6.0 * PI * 0.01 * 1.5e-3 * 0.5;
        let whole = film.force(gap, -0.5) + stokes * brenner(6e-6 / 1.5e-3);
        assert!((whole / (stokes * brenner(gap / 1.5e-3)) - 1.0).abs() < 1e-13);
    }

    #[test]
    fn the_torn_film_closes_without_a_jump() {
        let film = film(true);
        let closing = film.cavitation.unwrap().closing_gap(&film.sphere, 0.4);
        let (inside, outside) = (film.force(closing * (1.0 - 1e-9), 0.4), film.force(closing * (1.0 + 1e-9), 0.4));
        assert!((inside - outside).abs() < 1e-6 * film.sphere.radius);
    }
}
