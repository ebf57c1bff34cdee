//! Restitution and other measures taken from a trajectory.
//!
//! - [`restitution`]: the definition of wet restitution, in one place
//! - [`bands`]: errors of a run
//! - [`bounce_log`]: the collisions of a run, as they come
//! - [`oblique`]: the part of a collision that is not along the normal
//! - [`measurement`]: a measured motion beside a computed one
//! - [`record`]: both motions
//! - [`clock`]: the shift between the clocks of a record and of a run
//! - [`measured`]: the reading of a record by itself
//! - [`pairing`]: which bounces of repeated drops are the same one
//! - [`plausible`]: reasons to doubt a record, and the verdict of a comparison
//! - [`statistics`]: random numbers, orthogonal polynomials, values with one maximum
//! - [`stream`]: force coefficients of a held or oscillating sphere
//! - [`fall`]: path of a sphere that falls freely in open liquid
//! - [`convergence`]: observed order and grid-convergence index

pub mod bands;
pub mod bounce_log;
pub mod clock;
pub mod convergence;
pub mod fall;
pub mod measured;
pub mod measurement;
pub mod oblique;
pub mod pairing;
pub mod plausible;
pub mod record;
pub mod restitution;
pub mod statistics;
pub mod stream;
