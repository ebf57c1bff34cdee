//! Numerical methods that know nothing of the physics.
//!
//! - [`conjugate_gradients`]: linear systems that are symmetric and positive definite
//! - [`root()`], [`bisect`]: roots of functions of one variable
//! - [`hermite`]: cubic and quintic through values and derivatives, and the motion between two time steps
//! - [`not_finite`]: numbers in JSON that need not be finite
//! - [`gauss_legendre`]: integrals of smooth functions
//! - [`linear_in_log`], [`monotone_in_log`]: curves between their points
//! - [`length_of`]: the hypotenuse
//! - [`grouped`]: members by the names of their groups
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
pub mod not_finite;
mod product;
pub(crate) mod wide;
mod quadrature;
pub mod radau;
mod root;
mod runge_kutta;

pub use golden::golden_section;
pub use interpolation::{linear_in_log, monotone_in_log};
pub use product::{Product, row, row_mut};
pub use quadrature::{QuadratureNode, gauss_legendre};
pub use root::{Bracket, NoRoot, bisect, root};
pub use runge_kutta::runge_kutta;

use std::collections::HashMap;

/// `√(a² + b²)` of lengths, which need no scaling.
pub fn length_of(a: f64, b: f64) -> f64 {
    (a * a + b * b).sqrt()
}

/// Lowest and highest of these values; infinite, the lowest above the highest, where there are none.
pub fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
}

/// The members of each group, in the order in which the groups appear.
pub fn grouped<'n, T>(named: impl Iterator<Item = (&'n str, T)>) -> Vec<(&'n str, Vec<T>)> {
    let mut groups: Vec<(&str, Vec<T>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (name, member) in named {
        let place = *places.entry(name).or_insert(groups.len());
        if place == groups.len() {
            groups.push((name, Vec::new()));
        }
        groups[place].1.push(member);
    }
    groups
}

/// Sorts pairs by their first number; those with the same keep their order.
pub fn sort_by_first<T>(pairs: &mut [(f64, T)]) {
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
}
