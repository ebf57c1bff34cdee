//! Sweeps.
pub mod axis;
mod blame;
mod board;
pub mod cases;
pub mod directory;
mod error;
pub mod estimate;
pub mod figures;
pub mod follow;
pub mod local;
mod map;
pub mod plan;
pub mod report;
pub mod setting;
pub mod slurm;
pub mod table;
pub mod values;

pub use cases::{PlannedRun, Sweep};
pub use directory::SweepDirectory;
pub use error::SweepError;
pub use plan::Plan;
pub use table::Table;
