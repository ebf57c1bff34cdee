//! One run: set-up, state, the time loop, stopping, and what is written on the way.
//!
//! * [`build`]: from a [`Case`](crate::case::Case) to grids, solvers and laws;
//! * [`simulation`]: the state of a run and one step of it, without any file;
//! * [`checkpoint`]: the state on disk, and back;
//! * [`theory`]: a run by theory alone, without a grid;
//! * [`theory_table`]: the forces of theory against the gap, as a table and figures;
//! * [`execute`]: the time loop with its observers, from a case to a run directory.

pub mod build;
pub mod checkpoint;
mod execute;
pub mod failure;
mod figures;
mod interrupt;
pub mod simulation;
pub mod theory;
pub mod theory_table;

pub use execute::{RunOptions, execute};
pub use failure::RunFailure;
pub use simulation::{Simulation, Stop};
