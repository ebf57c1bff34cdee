//! The sphere's equation of motion: coupled to the flow, or to theory alone.
//!
//! [`coupled`] is one step of body, wall and liquid; read it first: it is the equation of motion. The liquid, or none,
//! answers it ([`crate::flow::immersed`]) linearly in the new speeds. [`body`] is the state of the body with all
//! degrees of freedom as entries of a list, and of what it faces: a wall, its image, or a second sphere; and the
//! prediction of a step. [`forces`] is its inertia, the actions on it along the wall, and all forces by cause, `axial`
//! the balance of both along the normal. [`wall`] is all that stands between body and wall: along the normal
//! ([`near_wall`]) a [`subgrid_film`], an [`elastic_film`], or theory in place of the simulated force ([`blend`]), with
//! a solid contact; along the wall friction and the sheared film. `film_on_grid` measures what a grid resolves of it.
//! [`layers`] are the layers of vorticity below the grid ([`unresolved_layer`]), [`step_size`] the length of a step,
//! [`ledger`] where the energy goes.
//!
//! [`theory`] moves the sphere by the forces of [`liquid`](crate::liquid) alone (`theory_force`), with any law of the
//! solid contact; [`theory_fall`] steps it, and gives a [`TheoryTrajectory`](theory_trajectory::TheoryTrajectory).
//! [`theory_sideways`] adds motion along the wall and spin.

mod axial;
pub mod blend;
pub mod body;
pub mod coupled;
pub mod elastic_film;
mod film_on_grid;
pub mod forces;
pub mod layers;
pub mod ledger;
pub mod near_wall;
pub mod step_size;
pub mod subgrid_film;
pub mod theory;
mod theory_events;
pub mod theory_fall;
mod theory_force;
pub mod theory_sideways;
pub mod theory_trajectory;
pub mod thin_layers;
pub mod unresolved_layer;
pub mod wall;
