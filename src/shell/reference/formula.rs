//! Exact solutions that a reference takes its values from.

/// An exact solution: the values of a reference at any place.
#[derive(Debug, Clone, Copy)]
pub struct Formula {
    /// The name of the reference.
    pub name: &'static str,
    /// The cells of all columns but the axes, in the order of the columns, at values of the axes in their order; `None`
    /// where it does not hold.
    pub at: fn(&[f64]) -> Option<Vec<f64>>,
}
