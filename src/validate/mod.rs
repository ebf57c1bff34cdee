//! Comparisons with experiment and theory.
pub mod added_mass;
pub mod approach;
pub mod basset;
pub mod density_ratio;
pub mod determinism;
pub mod drag;
pub mod dry;
pub mod manufactured;
mod polynomial;
pub mod scene;
pub mod uniform_flow;
