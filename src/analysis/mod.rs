//! Restitution and other measures taken from a trajectory.
//!
//! - [`restitution`]: the definition of wet restitution, in one place
//! - [`landing`]: which force takes how much of the energy in a landing
//! - [`hermite`]: the motion between two time steps, turning points, crossings
//! - [`curve`]: distance of a computed curve to measured points
//! - [`convergence`]: observed order and grid-convergence index

pub mod convergence;
pub mod curve;
pub mod hermite;
pub mod landing;
pub mod restitution;
