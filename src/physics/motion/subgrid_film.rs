//! The film that the grid does not resolve, and what the grid has in excess of the one that it does: corrections to its
//! force.
//!
//! # The film below the grid
//!
//! The geometry of the flow stands at the [resolved gap](SmallestGap) `ĥ(h) ≥ h` and the grid gives `6πμaV λ(ĥ)`. What
//! is missing (`λ` exact: before a wall Brenner 1961, between two spheres that of their approach, [`FilmCounterpart`])
//! is added, and nothing above `2 h_g`, where `ĥ = h`:
//!
//! ```text
//! F = −6πμaV [λ(h) − λ(ĥ)]          h_cut < h < 2 h_g
//! ```
//!
//! Where the receding sphere's film is torn ([`CavitationLimit`]), its suction replaces the lubrication force
//! `6πμa²V/h`, whether the grid resolved it or not. The film ends at the cut-off, where the solids touch: there is no
//! film during solid contact, that of the grid being taken back.
//!
//! # The film that the grid resolves
//!
//! In creeping flow the force on a sphere that approaches a wall is `6πμaV λ(h)`, exactly (Brenner 1961); between two
//! spheres it is the one that is opposite and equal on both ([`FilmCounterpart`]), and depends on the speed of
//! approach. The grid gives `λ_g(h)`, measured on the grid of the run itself at a few gaps. The grid's error is given
//! back,
//!
//! ```text
//! F = 6πμaV [ε(ĥ) − ε(h₁)],    ε = λ_g − λ,    ĥ < h₁
//! ```
//!
//! at the [resolved gap](SmallestGap) `ĥ`: exact less resolved, too. With `ε(h₁)` goes everything that does not belong
//! to the film: sides and top of the container, which `λ` does not know, and the drag far from the wall. The correction
//! vanishes with the cell, and leaves the drag positive whatever the grid. The inertia of the liquid in the film is
//! that of the grid.

use crate::body::dof::ScalarAffine;
use crate::grid::SmallestGap;
use crate::liquid::cavitation::beyond_nucleus;
use crate::liquid::{CavitationLimit, FilmCounterpart, FilmCutoff, ImmersedSphere};
use crate::modelled::Modelled;
use crate::numerics::linear_in_log;
use crate::quantity::{LENGTH, PRESSURE};
use std::f64::consts::PI;

/// A film below the grid without a state of its own, which ends where the solids touch.
pub trait FilmBelowGrid: Send + Sync {
    /// Its models in words, for impacts at `speed` [m/s].
    fn describe(&self, speed: f64) -> Vec<Modelled>;

    /// Gap at which the solids of a sphere moving at `velocity` [m/s] touch \[m\].
    fn cutoff_gap(&self, velocity: f64) -> f64;

    /// Whether the film that was torn `before`, or was not, is torn at `gap` \[m\] and `velocity` [m/s].
    fn is_torn(&self, gap: f64, velocity: f64, before: bool) -> bool;

    /// Force on the sphere \[N\], positive away from the wall, at `gap` \[m\] and `velocity` [m/s] of a film that is
    /// `torn` or is not, while the solids are apart.
    fn force(&self, gap: f64, velocity: f64, torn: bool) -> f64;

    /// Force on the sphere \[N\] at `gap` \[m\] and `velocity` [m/s] while the solids touch that met at the gap `touch`
    /// \[m\].
    fn force_in_contact(&self, gap: f64, touch: f64, velocity: f64) -> f64;
}

/// Sub-grid lubrication with a cut-off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SubgridFilm {
    /// The sphere in its liquid; of two spheres the one that has their film before a plane.
    pub sphere: ImmersedSphere,
    /// The other side of the film.
    pub counterpart: FilmCounterpart,
    /// Smallest gap of the grid.
    pub smallest_gap: SmallestGap,
    /// The end of the film.
    pub cutoff: FilmCutoff,
    /// How far the film can be sucked; `None`: without limit.
    pub cavitation: Option<CavitationLimit>,
}

impl FilmBelowGrid for SubgridFilm {
    fn describe(&self, speed: f64) -> Vec<Modelled> {
        let rigid = Modelled::new(
            "film below the grid",
            format!(
                "rigid lubrication {}, exact minus resolved, ended at the cut-off `{}`",
                self.counterpart.in_words(),
                self.cutoff.law()
            ),
            format!(
                "gap below {}, down to {} at peak speed",
                LENGTH.brief(self.smallest_gap.followed()),
                LENGTH.brief(self.cutoff_gap(speed))
            ),
        );
        let torn = self.cavitation.map(|limit| {
            Modelled::new(
                "cavitation of the film",
                "suction of a torn film that conserves its liquid, limited to p_c (closed form for a paraboloid)",
                format!(
                    "receding, gap below 1.6 h_c, h_c = sqrt(3 mu a V / p_c), p_c = {}{}",
                    PRESSURE.brief(limit.pressure()),
                    beyond_nucleus(limit.nucleus())
                ),
            )
        });
        std::iter::once(rigid).chain(torn).collect()
    }

    fn cutoff_gap(&self, velocity: f64) -> f64 {
        self.cutoff.length(&self.sphere, velocity.abs())
    }

    fn is_torn(&self, gap: f64, velocity: f64, before: bool) -> bool {
        self.cavitation.is_some_and(|limit| limit.ruptures(&self.sphere, gap, velocity, before))
    }

    fn force(&self, gap: f64, velocity: f64, torn: bool) -> f64 {
        let sphere = &self.sphere;
        let stokes = 6.0 * PI * sphere.viscosity * sphere.radius * velocity;
        let mut force = 0.0;
        if gap < self.smallest_gap.followed() {
            let resolved = self.smallest_gap.resolved(gap);
            force -= stokes * (self.drag_factor(gap) - self.drag_factor(resolved));
        }
        if let Some(limit) =
            self.cavitation.filter(|limit| limit.limits(torn) && gap < limit.closing_gap(sphere, velocity))
        {
            force += stokes * sphere.radius / gap - limit.suction(sphere, gap, velocity);
        }
        force
    }

    /// No film takes part in a contact: the film force of the grid, at its resolved gap, is taken back, so that the
    /// contact does not know the smallest gap of the grid. The drag from outside of the film stays as it was at the
    /// touch,
    ///
    /// ```text
    /// F = 6πμaV [λ(ĥ) − (λ(h_t) − a/h_t)]
    /// ```
    fn force_in_contact(&self, gap: f64, touch: f64, velocity: f64) -> f64 {
        let sphere = &self.sphere;
        let radius = sphere.radius;
        let outside = self.drag_factor(touch) - radius / touch;
        let resolved = self.drag_factor(self.smallest_gap.resolved(gap));
        6.0 * PI * sphere.viscosity * radius * velocity * (resolved - outside)
    }
}

impl SubgridFilm {
    fn drag_factor(&self, gap: f64) -> f64 {
        self.counterpart.drag_factor(self.sphere.radius, gap)
    }
}

/// The excess of the grid's film over the exact one.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedFilm {
    pub(super) smallest_gap: SmallestGap,
    pub(super) radius: f64,
    pub(super) counterpart: FilmCounterpart,
    /// `6πμa` [N s/m].
    pub(super) stokes: f64,
    /// Gap \[m\] and excess over the exact force, in ascending order.
    pub(super) grid_error: Vec<(f64, f64)>,
}

impl ResolvedFilm {
    /// A film that is exact, or none.
    pub fn exact() -> Self {
        Self {
            smallest_gap: SmallestGap(1.0),
            radius: 1.0,
            counterpart: FilmCounterpart::Wall,
            stokes: 0.0,
            grid_error: Vec::new(),
        }
    }

    /// Largest gap of the film \[m\].
    pub fn highest(&self) -> f64 {
        self.grid_error.last().map_or(0.0, |(gap, _)| *gap)
    }

    /// Largest excess, without its sign, over the exact force.
    pub fn error(&self) -> f64 {
        self.grid_error.iter().map(|(_, grid_error)| grid_error.abs()).fold(0.0, f64::max)
    }

    /// Excess of the force on the liquid \[N\] at `gap` \[m\], linear in the speed.
    pub fn force(&self, gap: f64) -> ScalarAffine {
        let Some((smallest, _)) = self.grid_error.first() else { return ScalarAffine::default() };
        let resolved = self.smallest_gap.resolved(gap).max(*smallest);
        let grid_error = linear_in_log(&self.grid_error, resolved)
            .map_or(0.0, |grid_error| grid_error * self.stokes * self.counterpart.drag_factor(self.radius, resolved));
        ScalarAffine { at_rest: 0.0, per_speed: grid_error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liquid::{CutoffLaw, brenner};

    fn film(cavitation: bool) -> SubgridFilm {
        let sphere = ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).unwrap();
        let cutoff = FilmCutoff::new(CutoffLaw::Elasticity, 5e10, 0.0).unwrap();
        let cavitation = cavitation.then(|| CavitationLimit::new(1e5).unwrap());
        SubgridFilm { sphere, counterpart: FilmCounterpart::Wall, smallest_gap: SmallestGap(6e-6), cutoff, cavitation }
    }

    #[test]
    fn the_approach_force_vanishes_where_the_grid_follows_and_completes_brenner_below() {
        let film = film(true);
        assert_eq!(film.force(12e-6, -0.5, false), 0.0);
        assert_eq!(film.force(13e-6, -0.5, false), 0.0);
        let stokes = 6.0 * PI * 0.01 * 1.5e-3 * 0.5;
        for gap in [1e-7, 1e-6, 6e-6, 11.9e-6] {
            let whole = film.force(gap, -0.5, false) + stokes * brenner(film.smallest_gap.resolved(gap) / 1.5e-3);
            assert!((whole / (stokes * brenner(gap / 1.5e-3)) - 1.0).abs() < 1e-13);
        }
    }

    #[test]
    fn a_film_with_nuclei_pulls_as_a_full_one_until_it_is_torn() {
        let (tearing, full) = (film(true), film(false));
        let nucleus = tearing.cavitation.map(|limit| limit.with_nucleus(1e-6).unwrap());
        let waiting = SubgridFilm { cavitation: nucleus, ..tearing };
        assert_eq!(waiting.force(2e-6, 0.4, false), full.force(2e-6, 0.4, false));
        assert_eq!(waiting.force(2e-6, 0.4, true), tearing.force(2e-6, 0.4, true));
        assert!(waiting.is_torn(2e-6, 0.4, false) && !full.is_torn(2e-6, 0.4, false));
    }

    #[test]
    fn the_torn_film_closes_without_a_jump() {
        let film = film(true);
        let closing = film.cavitation.unwrap().closing_gap(&film.sphere, 0.4);
        let force = |share: f64| film.force(closing * share, 0.4, true);
        let (inside, outside) = (force(1.0 - 1e-9), force(1.0 + 1e-9));
        assert!((inside - outside).abs() < 1e-6 * film.sphere.radius);
    }
}
