//! The film that the grid does not resolve, sheared by a sphere that moves along the wall or spins beside it.
//!
//! As along the normal ([`super::subgrid_film`]), exact less resolved: the geometry of the flow stands at the
//! [resolved gap](SmallestGap) `ĥ(h) ≥ h`, and the missing part is added below `2 h_g`,
//!
//! ```text
//! F = −6πμa  [(F_t(h) − F_t(ĥ)) U + (F_r(h) − F_r(ĥ)) aΩ]
//! T = −8πμa² [(T_t(h) − T_t(ĥ)) U + (T_r(h) − T_r(ĥ)) aΩ]
//! ```
//!
//! with the exact coefficients of [`parallel`]. They grow with the logarithm of the gap only: the grid holds most of them. The
//! film ends at the cut-off of the normal film: below it, and while the solids touch, the gap of the formulas stays there.
//! Liquid further out than the contact still shears, so the force goes on where the film's pressure ends.

use crate::grid::SmallestGap;
use crate::liquid::{FilmCutoff, ImmersedSphere, Parallel, parallel};
use std::f64::consts::PI;

/// Tangential lubrication below the grid, with a cut-off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShearedFilm {
    /// The sphere in its liquid.
    pub sphere: ImmersedSphere,
    /// Smallest gap of the grid.
    pub smallest_gap: SmallestGap,
    /// The end of the film.
    pub cutoff: FilmCutoff,
}

impl ShearedFilm {
    /// Force \[N\] and torque [N m] on the liquid per lateral speed [m/s] and per angular velocity [rad/s] that the grid
    /// lacks, at `gap` \[m\] and the normal speed `velocity` [m/s]; symmetric. `touching` is the gap at which the solids of the
    /// present contact touched \[m\].
    pub(super) fn missing(&self, gap: f64, velocity: f64, touching: Option<f64>) -> [[f64; 2]; 2] {
        if gap >= self.smallest_gap.followed() {
            return [[0.0; 2]; 2];
        }
        let ImmersedSphere { radius, viscosity, .. } = self.sphere;
        let end =
            touching.filter(|touch| *touch > 0.0).unwrap_or_else(|| self.cutoff.length(&self.sphere, velocity.abs()));
        let resolved = self.smallest_gap.resolved(gap);
        let exact = parallel(gap.max(end) / radius);
        let held = parallel(resolved / radius);
        let less = |of: fn(&Parallel) -> f64| of(&exact) - of(&held);
        let stokes = PI * viscosity * radius;
        let coupling = 8.0 * stokes * radius * less(|parallel| parallel.translation_torque);
        [
            [6.0 * stokes * less(|parallel| parallel.translation_force), coupling],
            [coupling, 8.0 * stokes * radius * radius * less(|parallel| parallel.rotation_torque)],
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liquid::CutoffLaw;

    #[test]
    fn the_sheared_film_begins_without_a_jump_completes_the_exact_force_and_is_held_at_its_cutoff() {
        let sphere = ImmersedSphere::new(1.5e-3, 7800.0, 935.0, 0.01).unwrap();
        let cutoff = FilmCutoff::new(CutoffLaw::Roughness, 5e10, 1e-7).unwrap();
        let film = ShearedFilm { sphere, smallest_gap: SmallestGap(6e-6), cutoff };
        assert_eq!(film.missing(12e-6, -0.3, None), [[0.0; 2]; 2]);
        let stokes = 6.0 * PI * 0.01 * 1.5e-3;
        assert!(film.missing(11.999e-6, -0.3, None)[0][0].abs() < 1e-6 * stokes);
        for gap in [2e-7, 1e-6, 1e-5] {
            let whole = film.missing(gap, 0.0, None)[0][0]
                + stokes * parallel(film.smallest_gap.resolved(gap) / 1.5e-3).translation_force;
            assert!((whole / (stokes * parallel(gap / 1.5e-3).translation_force) - 1.0).abs() < 1e-13);
        }
        let held = |gap: f64, touching| {
            let resolved = stokes * parallel(film.smallest_gap.resolved(gap) / 1.5e-3).translation_force;
            film.missing(gap, 0.0, touching)[0][0] + resolved
        };
        assert!((held(1e-9, None) / held(1e-7, None) - 1.0).abs() < 1e-13);
        assert_eq!(film.missing(-1e-6, 0.0, Some(2e-7))[1], film.missing(0.0, 0.0, Some(2e-7))[1]);
    }
}
