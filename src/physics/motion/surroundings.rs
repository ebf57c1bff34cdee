//! What is around the sphere: a computed flow, or nothing.

use super::immersed::{ImmersedFlow, ImmersedSetup, ImmersedState, NextLevel, Response};
use super::sideways::{LateralMotion, SidewaysState};
use super::step_size::{FlowRates, courant_rates};
use super::theory_parallel::Along;
use crate::body::constraint::NotConverged;
use crate::contact::SurfaceContact;
use crate::flow::bdf::Bdf2;
use crate::flow::budget::{dissipation, kinetic_energy};

/// The liquid around the sphere: a computed flow, or nothing.
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

/// Energies of the liquid over its density, and how the sphere moves along the wall.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FlowBudget {
    /// Rate of dissipation [m⁵/s³].
    pub dissipation: f64,
    /// Kinetic energy [m⁵/s²], that of the sphere's lateral motion included.
    pub kinetic: f64,
    /// Power that the sphere's lateral motion takes from outside [m⁵/s³].
    pub drive: f64,
    /// Potential energy of the weight along the wall [m⁵/s²].
    pub potential: f64,
    /// Speed [m/s] and angular velocity [rad/s] of the sphere along the wall's two axes, and about the normal (no speed).
    pub lateral: [[f64; 2]; 3],
}

/// What the wall takes from the lateral motion, and what friction stores.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LateralBooks {
    /// Power that the sheared film below the grid takes \[W\].
    pub film: f64,
    /// Power that friction and its springs take \[W\].
    pub contact: f64,
    /// Elastic energy in these springs \[J\].
    pub stored: f64,
    /// What the last step added to it \[J\].
    pub stored_change: f64,
}

impl Liquid<'_> {
    /// What the wall took from the lateral motion in the last step.
    pub fn lateral_books(&self) -> LateralBooks {
        let Self::Flow { state, .. } = self else { return LateralBooks::default() };
        let books = |sideways: &SidewaysState| {
            let surface = &sideways.motion.surface;
            LateralBooks {
                film: sideways.power_against(|loads| loads.film, |_| 0.0),
                contact: sideways.power_against(|loads| loads.contact, |twist| twist.contact),
                stored: surface.stored,
                stored_change: surface.stored_change,
            }
        };
        state.sideways.as_deref().map(books).unwrap_or_default()
    }

    /// The friction of sphere and wall, if there is any.
    pub fn friction(&self) -> Option<&SurfaceContact> {
        let Self::Flow { solver, .. } = self else { return None };
        solver.sideways.as_ref()?.setup.wall.contact.as_ref()
    }

    /// Slip of the sphere's surface over the wall [m/s]; `None` of an axisymmetric flow.
    pub fn slip(&self) -> Option<f64> {
        let Self::Flow { solver, state } = self else { return None };
        let state = state.sideways.as_ref()?;
        let of = |motion: &LateralMotion| motion.velocity - 0.5 * solver.setup.diameter() * motion.spin;
        let along = of(&state.motion);
        Some(state.across.map_or(along, |across| along.hypot(of(&across.motion))))
    }

    /// Motion along the wall that is expected at the end of a step; none in an axisymmetric flow.
    pub fn along(&self, bdf: &Bdf2) -> Along {
        let Self::Flow { state, .. } = self else { return Along::default() };
        let expected = |along: Along, motion: &LateralMotion| {
            let speed = bdf.e1 * motion.velocity + bdf.e2 * motion.velocity_old;
            let spin = bdf.e1 * motion.spin + bdf.e2 * motion.spin_old;
            Along { speed: along.speed.hypot(speed), rolling: along.rolling + speed * spin }
        };
        let of = |state: &SidewaysState| state.motions().iter().fold(Along::default(), expected);
        state.sideways.as_deref().map_or_else(Along::default, of)
    }

    /// The answer to a step to `next`, whose gap is the sphere's own \[m\]; `None` of no liquid.
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
        let mut rates = courant_rates(radial, &state.flow, &state.face_velocity, *viscosity);
        if let (Some(sideways), Some(modes)) = (&solver.sideways, &state.sideways) {
            (rates.radial, rates.axial) = sideways.courant_rates(modes, &state.flow, &state.face_velocity);
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
        let (Some(sideways), Some(state)) = (&solver.sideways, &state.sideways) else {
            return FlowBudget { dissipation, kinetic, ..FlowBudget::default() };
        };
        let [lost, moving, potential] = sideways.budget(state, grid);
        FlowBudget {
            dissipation: dissipation + lost,
            kinetic: kinetic + moving,
            drive: state.motion.power,
            potential,
            lateral: state.speeds(),
        }
    }
}
