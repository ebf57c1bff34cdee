//! The sphere's equation of motion: coupled to the flow, or to theory alone.
//!
//! [`theory`] moves the sphere by the forces of [`liquid`](crate::liquid) alone, with any solid contact law
//! ([`SolidContact`](theory_contact::SolidContact)); the result is a [`Trajectory`](theory_trajectory::Trajectory).

pub mod theory;
pub mod theory_contact;
mod theory_embedded;
mod theory_events;
mod theory_force;
mod theory_stepper;
pub mod theory_trajectory;
