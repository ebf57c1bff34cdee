//! The wall's effect on a sphere that moves along it: friction, and the sheared film below the grid.
//!
//! # The sheared film
//! The film that the grid does not resolve is sheared by a sphere that moves along the wall or spins beside it. As along the normal ([`super::subgrid_film`]), exact less resolved: the geometry of the flow stands at the
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

use crate::body::dof::{ALONG, Dof, PlanarAffine};
use crate::contact::SurfaceContact;
use crate::contact::surface::{FreeMotion, NormalLoad, SurfaceMemory};
use crate::film::ShearResistance;
use crate::grid::SmallestGap;
use crate::liquid::{FilmCutoff, ImmersedSphere, Parallel, parallel};
use nalgebra::{Matrix2, Vector2};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Laws of friction and of the sheared film.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TangentialWall {
    /// Friction and rolling resistance; none where the contact is frictionless.
    pub contact: Option<SurfaceContact>,
    /// The sheared film below the grid.
    pub film: ShearedFilm,
}

/// The normal contact at the end of a step, as the tangential one needs it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TangentialInput {
    /// Gap \[m\].
    pub gap: f64,
    /// Normal speed [m/s].
    pub velocity: f64,
    /// Gap at which the solids touched \[m\], if they do.
    pub(super) touching: Option<f64>,
    /// Normal contact force \[N\].
    pub contact: f64,
    /// Its viscous part \[N\].
    pub(super) contact_viscous: f64,
    /// An elastic film that is engaged; none where the film ends at a cut-off.
    pub film: Option<FilmInput>,
}

/// An elastic film's resistance to a lateral motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmInput {
    /// Its resistance to the lateral motion beyond the resolved part.
    pub shear: ShearResistance,
    /// The load that film and asperities carry together \[N\].
    pub load: f64,
}

impl TangentialInput {
    /// Far from every wall.
    pub const AWAY: Self =
        Self { gap: f64::INFINITY, velocity: 0.0, touching: None, contact: 0.0, contact_viscous: 0.0, film: None };

    fn load(&self) -> Option<NormalLoad> {
        let load =
            |touch: f64| NormalLoad { overlap: touch - self.gap, force: self.contact, viscous: self.contact_viscous };
        self.touching.map(load)
    }
}

/// The memory of friction, and the books of the present contact.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct TangentialState {
    memory: SurfaceMemory,
    /// Elastic energy in the springs \[J\].
    pub stored: f64,
    /// The last step's addition to it \[J\].
    pub(super) stored_change: f64,
    /// Energy that friction has taken since the start \[J\].
    pub lost: f64,
    /// Power that it took at the last step \[W\].
    power: f64,
    /// Impulses of the present contact, or of the last one [N s].
    pub impulse: ContactImpulse,
    touching: bool,
    /// Normal force, and tangential ones along x and y, at the last step \[N\].
    last: [f64; 3],
}

/// Impulses of a contact on the sphere [N s]: of the solids alone, or of an elastic film that is their contact.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ContactImpulse {
    /// Along the normal, positive away from the wall.
    pub normal: f64,
    /// Along x and y.
    pub tangential: [f64; 2],
}

impl TangentialState {
    /// Adds a step of `dt` \[s\] to the impulses of the contact, with the forces of friction and film at its end.
    ///
    /// Without an elastic film they are those of the solids; its film is their contact, and its traction their friction.
    pub(super) fn add_impulse(&mut self, dt: f64, at: &TangentialInput, friction: &Dof, film: &Dof) {
        let touches = at.touching.is_some();
        if touches && !self.touching {
            self.impulse = ContactImpulse::default();
        }
        let [x, y] = ALONG.map(|[u, _]| u);
        let now = match &at.film {
            Some(elastic) if touches => [elastic.load, friction[x] + film[x], friction[y] + film[y]],
            Some(_) => [0.0; 3],
            None => [at.contact, friction[x], friction[y]],
        };
        let ContactImpulse { normal, tangential: [along_x, along_y] } = &mut self.impulse;
        for (impulse, (last, now)) in [normal, along_x, along_y].into_iter().zip(self.last.iter().zip(now)) {
            *impulse += 0.5 * dt * (last + now);
        }
        (self.touching, self.last) = (touches, now);
    }
}

impl TangentialWall {
    /// Friction, rolling and twisting resistance on the sphere at the end of a step of `dt` \[s\].
    ///
    /// Post-condition: `state` is that of the end of the step; apart from the wall it forgets the springs, whose energy is
    /// then lost.
    pub(super) fn friction_step(
        &self,
        state: &mut TangentialState,
        dt: f64,
        motion: &FreeMotion,
        at: &TangentialInput,
    ) -> Dof {
        let (mut found, mut stored) = (Dof::zeros(), 0.0);
        match (&self.contact, at.load()) {
            (Some(contact), Some(load)) => {
                found = contact.step(&mut state.memory, dt, motion, load);
                stored = contact.stored_energy(&state.memory);
            }
            _ => state.memory = SurfaceMemory::default(),
        }
        (state.stored_change, state.stored) = (stored - state.stored, stored);
        let power = motion.power(&found);
        state.lost += 0.5 * dt * (state.power + power) - state.stored_change;
        state.power = power;
        found
    }

    /// The sub-grid traction along any direction: force and torque on the liquid that the sheared film adds to those of the
    /// computed flow.
    pub(super) fn traction(&self, at: &TangentialInput) -> PlanarAffine {
        let per_speed = match &at.film {
            Some(film) => film.shear.matrix(self.film.sphere.radius),
            None => self.film.missing(at.gap, at.velocity, at.touching),
        };
        PlanarAffine { at_rest: Vector2::zeros(), per_speed }
    }
}

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
    pub(super) fn missing(&self, gap: f64, velocity: f64, touching: Option<f64>) -> Matrix2<f64> {
        if gap >= self.smallest_gap.followed() {
            return Matrix2::zeros();
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
        Matrix2::new(
            6.0 * stokes * less(|parallel| parallel.translation_force),
            coupling,
            coupling,
            8.0 * stokes * radius * radius * less(|parallel| parallel.rotation_torque),
        )
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
        assert_eq!(film.missing(12e-6, -0.3, None), Matrix2::zeros());
        let stokes = 6.0 * PI * 0.01 * 1.5e-3;
        assert!(film.missing(11.999e-6, -0.3, None)[(0, 0)].abs() < 1e-6 * stokes);
        for gap in [2e-7, 1e-6, 1e-5] {
            let whole = film.missing(gap, 0.0, None)[(0, 0)]
                + stokes * parallel(film.smallest_gap.resolved(gap) / 1.5e-3).translation_force;
            assert!((whole / (stokes * parallel(gap / 1.5e-3).translation_force) - 1.0).abs() < 1e-13);
        }
        let held = |gap: f64, touching| {
            let resolved = stokes * parallel(film.smallest_gap.resolved(gap) / 1.5e-3).translation_force;
            film.missing(gap, 0.0, touching)[(0, 0)] + resolved
        };
        assert!((held(1e-9, None) / held(1e-7, None) - 1.0).abs() < 1e-13);
        assert_eq!(film.missing(-1e-6, 0.0, Some(2e-7)).row(1), film.missing(0.0, 0.0, Some(2e-7)).row(1));
    }
}
