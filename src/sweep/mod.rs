//! Sweeps.
pub mod axis;
mod blame;
pub mod cases;
pub mod follow;
pub mod plan;
pub mod setting;
pub mod values;

pub use cases::{PlannedRun, Sweep};
pub use plan::Plan;
