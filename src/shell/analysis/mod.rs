//! Measures taken from runs.
//!
//! - [`stream`]: force coefficients of a held or oscillating sphere
//! - [`fall`]: path of a sphere that falls freely in open liquid
//! - [`deviation`]: values of another code beside a reference
//! - [`convergence`]: observed order and grid-convergence index

pub mod convergence;
pub mod deviation;
pub mod fall;
pub mod stream;
