//! Observers: everything that leaves a run.
//!
//! Watching never changes a run: observers read values that the time loop hands over and answer with an error
//! if they cannot write them; they never ask for another time step.
//!
//! | file | written by | how |
//! |---|---|---|
//! | `trajectory.csv` | [`trajectory::TrajectoryWriter`] | appended, cut back to the checkpoint's time on resume |
//! | `summary.json` | [`summary::Summary`] | replaced atomically |
//! | `fields.pvd`, `sphere.pvd`, `fields/*.vtr`, `fields/*.vtp` | [`series::FieldSeries`] | each file replaced atomically |
//! | `plots/*` | [`drawing`] | each file replaced atomically |
//! | terminal | [`progress::Progress`] | a bar, or plain lines, or nothing |
//!
//! Every array and column carries its SI unit in its name (`gap_m`, `velocity_m_s`, `pressure_Pa`).

pub mod atomic;
pub mod claim;
pub mod drawing;
pub mod error;
pub mod npz;
pub mod own_file;
pub mod progress;
pub mod series;
pub mod summary;
pub mod table;
pub mod trajectory;
pub mod vtk;

pub use error::OutputError;
