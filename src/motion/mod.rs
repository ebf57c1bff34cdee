//! The sphere's equation of motion: coupled to the flow, or to theory alone.
//!
//! [`coupled`] advances sphere and liquid together: [`immersed`] is one step of the liquid with the sphere in it,
//! [`sphere`] the sphere's momentum equation, [`subgrid_film`] and [`elastic_film`] the film below the grid, [`blend`]
//! theory in place of the simulated force near the wall, [`unresolved_layer`] the layer of vorticity below the grid,
//! [`step_size`] the length of a step, [`ledger`] where the energy goes.
//!
//! [`theory`] moves the sphere by the forces of [`liquid`](crate::liquid) alone, with any solid contact law
//! ([`SolidContact`](theory_contact::SolidContact)); the result is a [`Trajectory`](theory_trajectory::Trajectory).

pub mod blend;
pub mod coupled;
pub mod elastic_film;
pub mod immersed;
pub mod ledger;
pub mod sphere;
pub mod step_size;
pub mod subgrid_film;
pub mod theory;
pub mod theory_contact;
mod theory_embedded;
mod theory_events;
mod theory_force;
mod theory_stepper;
pub mod theory_trajectory;
pub mod unresolved_layer;
