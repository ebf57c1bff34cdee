//! Numerical methods that know nothing of the physics.
//!
//! - [`conjugate_gradients`]: linear systems that are symmetric and positive definite
//! - [`root()`], [`bisect`]: roots of functions of one variable
//! - [`hermite`]: cubic and quintic through values and derivatives, and the motion between two time steps
//! - [`not_finite`]: numbers in JSON that need not be finite
//! - [`gauss_legendre`]: integrals of smooth functions
//! - [`linear_in_log`], [`monotone_in_log`]: curves between their points
//! - [`length_of`]: the hypotenuse
//! - [`sort_by_first`]: pairs in the order of their first numbers
//! - [`golden_section`]: minima of functions of one variable
//! - [`Product`]: rows times a matrix that stays the same
//! - [`radau`]: a step of order five for stiff equations
//! - [`row`], [`row_mut`]: rows of contiguous arrays
//! - [`runge_kutta`]: one step of a second-order equation

pub mod cholesky;
pub mod conjugate_gradients;
mod golden;
pub mod hermite;
mod interpolation;
mod length;
pub mod not_finite;
mod order;
mod product;
pub(crate) mod wide;
mod quadrature;
pub mod radau;
mod root;
mod rows;
mod runge_kutta;

pub use golden::golden_section;
pub use interpolation::{linear_in_log, monotone_in_log};
pub use length::length_of;
pub use order::sort_by_first;
pub use product::Product;
pub use quadrature::{QuadratureNode, gauss_legendre};
pub use root::{Bracket, NoRoot, bisect, root};
pub use rows::{row, row_mut};
pub use runge_kutta::runge_kutta;
