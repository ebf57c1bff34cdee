//! The sphere's equation of motion: coupled to the flow, or to theory alone.

pub mod coupled;
pub mod elastic_film;
pub mod immersed;
pub mod ledger;
pub mod sphere;
pub mod step_size;
pub mod subgrid_film;
