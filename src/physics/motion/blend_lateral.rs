//! Theory blended into the simulated force and torque along the wall.
//!
//! As along the normal ([`super::blend`]), `f_SL = H f_THR + (1 − H) f_SIM` with the same weight `H`, for the lateral force and
//! for the torque:
//!
//! ```text
//! f_SIM = m_l U̇ − F,   T_SIM = I_l Ω̇ − T         F, T: the sphere's force and torque on the computed flow
//! f_THR, T_THR: the forces of theory alone       (super::theory_sideways)
//! ```
//!
//! Both are linear in the new speed and spin, but for the drag far from walls, which is taken at the speed that the step expects. The
//! correction `H (f_THR − f_SIM)` is implicit in the balance of forces ([`super::coupled`]), and stands there in the place of the
//! sheared film below the grid: theory holds down to the contact, and its gap stays at the cut-off while the solids touch. The
//! torque about the normal, which no gap makes large, remains that of the flow.

use super::tangential_wall::TangentialInput;
use super::theory::BlendedTheory;
use super::theory_parallel::ParallelForces;
use crate::body::dof::{PlanarAffine, ScalarAffine};
use crate::liquid::HistoryIntegral;
use nalgebra::{Matrix2, Vector2};

/// The computed flow's part in a step, along one direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Simulated {
    /// Force and torque on the liquid.
    pub(super) on_liquid: PlanarAffine,
    /// Mass \[kg\] and moment of inertia [kg m²] of the liquid in the sphere's place.
    pub(super) displaced: [f64; 2],
    /// Rates of change of speed [m/s²] and spin [rad/s²] in terms of the new ones.
    pub(super) rates: [ScalarAffine; 2],
}

impl BlendedTheory {
    /// Theory's addition to the force and torque on the liquid at the end of a step, in which the sphere moves with about
    /// `speed` [m/s] in all; `integral` is that of the history force.
    pub(super) fn lateral_correction(
        &self,
        at: &TangentialInput,
        speed: f64,
        simulated: &Simulated,
        integral: HistoryIntegral,
    ) -> PlanarAffine {
        let forces = ParallelForces::new(&self.theory, at.gap, at.velocity, at.touching, speed);
        let weight = self.blend.theory_weight(at.gap.max(0.0) / self.theory.sphere.diameter());
        let Simulated { on_liquid, displaced, rates } = simulated;
        let inertia = [displaced[0] + forces.added_mass + forces.history * integral.coefficient, displaced[1]];
        let remembered = [forces.history * integral.known, 0.0];
        let at_rest = |a: usize| remembered[a] + inertia[a] * rates[a].at_rest - on_liquid.at_rest[a];
        let per_speed = |a: usize, b: usize| {
            let own = if a == b { inertia[a] * rates[a].per_speed } else { 0.0 };
            forces.resistance[a][b] + own - on_liquid.per_speed[(a, b)]
        };
        PlanarAffine {
            at_rest: Vector2::from_fn(|a, _| weight * at_rest(a)),
            per_speed: Matrix2::from_fn(|a, b| weight * per_speed(a, b)),
        }
    }
}
