//! Numerical methods that know nothing of the physics.
//!
//! - [`root()`], [`bisect`]: roots of functions of one variable
//! - [`hermite`]: cubic and quintic through values and derivatives, and the motion between two time steps
//! - [`not_finite`]: numbers in JSON that need not be finite
//! - [`gauss_legendre`]: integrals of smooth functions
//! - [`golden_section`]: minima of functions of one variable
//! - [`runge_kutta`]: one step of a second-order equation

mod golden;
pub mod hermite;
pub mod not_finite;
mod quadrature;
mod root;
mod runge_kutta;

pub use golden::golden_section;
pub use quadrature::{Node, gauss_legendre};
pub use root::{Bracket, NoRoot, bisect, root};
pub use runge_kutta::runge_kutta;
