//! Liquid in which a run begins, and forces of single steps from there, or in creeping flow, by which the errors of a
//! grid are measured before a run, with all modes or some of them.

use super::constraint::NotConverged;
use super::immersed::ImmersedFlow;
use super::level::{ImmersedState, NewSpeed, NextLevel};
use super::markers::PerSphere;
use crate::body::dof::{ALONG, Affine, DOFS, Dof, NORMAL, PlanarAffine, TWIST};
use std::ops::Range;

/// Length over `D²/ν` of a step in which the inertia of the liquid vanishes.
const CREEPING: f64 = 1e9;

impl ImmersedFlow {
    /// Liquid at rest around a sphere at the resolved gap `gap` \[m\].
    pub fn at_rest(&self, gap: f64) -> ImmersedState {
        ImmersedState::at_rest(&self.setup.radial, self.setup.parts(), self.map.grid(gap))
    }

    /// Liquid at rest around a sphere at the resolved gap `gap` \[m\], but inside of it, where it spins with the sphere
    /// at the angular velocities of `speeds`.
    pub fn spinning(&self, gap: f64, speeds: &Dof) -> ImmersedState {
        let (radius, radial, parts) = (0.5 * self.setup.diameter(), &self.setup.radial, self.setup.parts());
        let (mut state, centre) = (self.at_rest(gap), gap + radius);
        let grid = state.flow.grid_now.clone();
        for (part, fields) in state.flow.now.iter_mut().enumerate() {
            let turned = parts.is_turned(part);
            match parts.wavenumber(part) {
                0 if turned => fields.twist_inside(radial, &grid, centre, radius, speeds[TWIST]),
                1 => fields.spin_inside(radial, &grid, centre, radius, speeds[ALONG[usize::from(turned)][1]]),
                _ => {}
            }
        }
        state
    }

    /// Calls `of` while only the axisymmetric mode takes part.
    pub fn axisymmetric<T>(&mut self, of: impl FnOnce(&mut Self) -> T) -> T {
        self.with(0..1, of)
    }

    /// Calls `of` while only the other modes take part.
    pub fn azimuthal<T>(&mut self, of: impl FnOnce(&mut Self) -> T) -> T {
        self.with(1..self.modes.len(), of)
    }

    fn with<T>(&mut self, modes: Range<usize>, of: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.active, modes);
        let done = of(self);
        self.active = before;
        done
    }

    /// The forces of [`Response::forces`](super::immersed::Response::forces) in steady creeping flow around spheres at
    /// the resolved gap `gap` \[m\] in liquid that was at rest: the solver is unsplit, so that one long step is the
    /// steady solution.
    ///
    /// # Errors
    /// As [`Self::respond`].
    pub fn creeping_forces(&mut self, gap: f64, speeds: PerSphere<NewSpeed>) -> Result<PlanarAffine, NotConverged> {
        self.forces_from_rest(gap, CREEPING * self.setup.diameter().powi(2) / self.setup.kinematic_viscosity, speeds)
    }

    /// The forces of [`Response::forces`](super::immersed::Response::forces) in a step of `dt` \[s\] from rest at the
    /// resolved gap `gap` \[m\].
    ///
    /// # Errors
    /// As [`Self::respond`].
    pub fn forces_from_rest(
        &mut self,
        gap: f64,
        dt: f64,
        speeds: PerSphere<NewSpeed>,
    ) -> Result<PlanarAffine, NotConverged> {
        let mut state = self.at_rest(gap);
        let next = NextLevel { speeds, ..NextLevel::new(dt, gap, NewSpeed::default()) };
        Ok(self.respond(&mut state, next)?.forces())
    }

    /// The force in a step of `dt` \[s\] of the liquid `state` at the resolved gap `gap` \[m\], with the sphere at rest
    /// and per lateral speed and spin, and per rotation about the axis where there is a turned family.
    ///
    /// # Errors
    /// As [`Self::respond`].
    pub fn lateral_step(&mut self, mut state: ImmersedState, gap: f64, dt: f64) -> Result<Affine, NotConverged> {
        let mut free = [true; DOFS];
        free[NORMAL] = false;
        let speeds = NewSpeed { free, ..NewSpeed::default() };
        Ok(self.respond(&mut state, NextLevel::new(dt, gap, speeds))?.force())
    }

    /// As [`Self::lateral_step`], of liquid at rest.
    ///
    /// # Errors
    /// As [`Self::respond`].
    pub fn lateral_from_rest(&mut self, gap: f64, dt: f64) -> Result<Affine, NotConverged> {
        self.lateral_step(self.at_rest(gap), gap, dt)
    }

    /// The speed at which forces per speed are measured [m/s]: the slip that is left at the markers is 10⁻⁵ of it.
    pub fn measuring_speed(&self) -> f64 {
        self.setup.tolerance / 1e-5
    }
}
