//! The sphere's equation of motion: coupled to the flow, or to theory alone.
//!
//! [`coupled`] is one step of sphere, wall and liquid; read it first. [`affine`] is what is linear in the new speed,
//! [`immersed`] the liquid's answer in that form ([`surroundings`]: that liquid, or none), [`sphere`] the sphere's inertia and its new speed, [`near_wall`] what
//! stands between sphere and wall: [`subgrid_film`], [`elastic_film`], or theory in place of the simulated force
//! ([`blend`]). [`unresolved_layer`] is the layer of vorticity below the grid, [`step_size`] the length of a step,
//! [`ledger`] where the energy goes, [`sideways`] the third dimension, with friction and the sheared film of
//! [`tangential_wall`] and the rotation about the normal, [`twist`].
//!
//! [`theory`] moves the sphere by the forces of [`liquid`](crate::liquid) alone, with any solid contact law
//! ([`SolidContact`](theory_contact::SolidContact)); the result is a [`Trajectory`](theory_trajectory::Trajectory).
//! [`theory_sideways`] adds motion along the wall and spin; by [`theory_parallel`] the normal motion knows of it.
//! [`blend_sideways`] blends its forces into those of the flow.

pub mod affine;
pub mod blend;
pub mod blend_sideways;
pub mod blended_theory;
pub mod coupled;
pub mod elastic_film;
pub mod immersed;
mod lateral;
pub mod ledger;
pub mod near_wall;
pub mod resolved_film;
pub mod sheared_film;
pub mod sideways;
mod sideways_books;
pub mod sphere;
pub mod step_size;
pub mod subgrid_film;
pub mod surroundings;
pub mod tangential_wall;
pub mod theory;
pub mod theory_contact;
mod theory_events;
pub mod theory_fall;
mod theory_force;
mod theory_log;
pub mod theory_parallel;
pub mod theory_sideways;
mod theory_stepper;
pub mod theory_trajectory;
pub mod thin_layers;
pub mod twist;
pub mod unresolved_layer;
