//! What is around the body: a computed flow, or nothing.

use super::immersed::{ImmersedFlow, ImmersedSetup, ImmersedState, NextLevel, Response};
use super::modes_books;
use super::step_size::{CREEPING_CELL, FlowRates, courant_rates};
use crate::azimuthal::constraint::NotConverged;
use crate::flow::budget::{dissipation, kinetic_energy};

/// The liquid around the body: a computed flow, or nothing.
pub enum Liquid<'a> {
    /// The flow.
    Flow {
        /// Solver and scratch.
        solver: &'a mut ImmersedFlow,
        /// State.
        state: &'a mut ImmersedState,
    },
    /// No liquid: a dry sphere.
    Nothing,
}

/// Energies of the liquid over its density.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FlowBudget {
    /// Rate of dissipation [m⁵/s³].
    pub dissipation: f64,
    /// Kinetic energy [m⁵/s²].
    pub kinetic: f64,
}

impl Liquid<'_> {
    /// The answer to a step to `next`, whose gap is the body's own \[m\]; `None` of no liquid.
    ///
    /// # Errors
    /// As [`ImmersedFlow::respond`].
    pub fn respond(&mut self, next: NextLevel) -> Result<Option<Response<'_>>, NotConverged> {
        let Self::Flow { solver, state } = self else { return Ok(None) };
        let next = NextLevel { gap: solver.resolved_gap(next.gap), ..next };
        solver.respond(state, next).map(Some)
    }

    /// How fast the liquid crosses the cells, see [`courant_rates`].
    pub fn courant_rates(&self) -> FlowRates {
        let Self::Flow { solver, state } = self else { return FlowRates::default() };
        let ImmersedSetup { radial, viscosity, .. } = &solver.setup;
        // The grid between two spheres moves through liquid at rest with its finest cells.
        let creeping = if solver.setup.spheres.len() > 1 { CREEPING_CELL } else { 0.0 };
        let mut rates = courant_rates(radial, &state.flow, &state.face_velocity, *viscosity, creeping);
        if let (Some(modes), Some(others)) = (&solver.modes, &state.modes) {
            (rates.radial, rates.axial) = modes_books::courant_rates(modes, others, &state.flow, &state.face_velocity);
        }
        rates
    }

    /// Energies at the present level.
    pub fn budget(&self) -> FlowBudget {
        let Self::Flow { solver, state } = self else { return FlowBudget::default() };
        let ImmersedSetup { radial, viscosity, ends, side_no_slip, .. } = &solver.setup;
        let (grid, now) = (&state.flow.grid_now, &state.flow.now);
        let dissipation = dissipation(radial, grid, now, *viscosity, *ends, *side_no_slip);
        let kinetic = kinetic_energy(radial, grid, now);
        let (Some(modes), Some(others)) = (&solver.modes, &state.modes) else {
            return FlowBudget { dissipation, kinetic };
        };
        let [lost, moving] = modes_books::budget(modes, others, grid);
        FlowBudget { dissipation: dissipation + lost, kinetic: kinetic + moving }
    }
}
