//! Numerical methods that know nothing of the physics.
//!
//! - [`root()`], [`bisect`]: roots of functions of one variable
//! - [`hermite`]: cubic and quintic through values and derivatives, and the motion between two time steps
//! - [`not_finite`]: numbers in JSON that need not be finite
//! - [`gauss_legendre`]: integrals of smooth functions
//! - [`runge_kutta`]: one step of a second-order equation

pub mod hermite;
pub mod not_finite;
mod quadrature;
mod root;
mod runge_kutta;

pub use quadrature::{Node, gauss_legendre};
pub use root::{Bracket, NoRoot, bisect, root};
pub use runge_kutta::runge_kutta;
