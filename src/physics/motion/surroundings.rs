//! The surroundings of the body: a computed flow, or nothing.

use crate::flow::budget::FlowBudget;
use crate::flow::constraint::NotConverged;
use crate::flow::courant::{CREEPING_CELL, FlowRates, courant_rates};
use crate::flow::immersed::{ImmersedFlow, Response};
use crate::flow::level::NextLevel;
use crate::flow::state::ImmersedState;

/// The liquid around the body: a computed flow, or nothing.
pub enum SurroundingLiquid<'a> {
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

impl SurroundingLiquid<'_> {
    /// The answer to a step to `next`, whose gap is the body's own \[m\]; `None` of no liquid.
    ///
    /// # Errors
    /// As [`ImmersedFlow::respond`].
    pub(super) fn respond(&mut self, next: NextLevel) -> Result<Option<Response<'_>>, NotConverged> {
        let Self::Flow { solver, state } = self else { return Ok(None) };
        let next = NextLevel { gap: solver.resolved_gap(next.gap), ..next };
        solver.respond(state, next).map(Some)
    }

    /// How fast the liquid crosses the cells, see [`courant_rates`].
    pub fn courant_rates(&self) -> FlowRates {
        let Self::Flow { solver, state } = self else { return FlowRates::default() };
        let (setup, parts) = (&solver.setup, solver.setup.parts());
        // The grid between two spheres moves through liquid at rest with its finest cells.
        let creeping = if setup.spheres.len() > 1 { CREEPING_CELL } else { 0.0 };
        courant_rates(&setup.radial, parts, state, setup.viscosity, creeping)
    }

    /// Energies at the present level.
    pub(super) fn budget(&self) -> FlowBudget {
        let Self::Flow { solver, state } = self else { return FlowBudget::default() };
        solver.budget(&state.flow)
    }
}
