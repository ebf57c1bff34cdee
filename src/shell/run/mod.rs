//! One run: from a case to a model, its observers, and the files written on the way.
//!
//! * [`checkpoint`]: the state on disk, and back;
//! * [`design`]: the errors to be expected of a planned record;
//! * [`quantities`]: the quantities of a run, by key, unit and words;
//! * [`execute`]: the time loop with its observers, from a case to a run directory;
//! * [`execute_impact`]: the same for dry impacts, which have no flow;
//! * [`film_band`]: how far the rebound depends on inputs of the film that are not stated;
//! * [`film_alone`]: files of the elastic film without the flow;
//! * `observers`: what is written on the way;
//! * [`theory_table`]: the forces of theory against the gap, as a table and figures;
//! * [`force_comparison`]: simulated forces beside them.

pub mod checkpoint;
pub mod coefficients;
mod directory;
mod execute;
pub mod failure;
pub mod film_alone;
pub(crate) mod files;
pub mod design;
pub mod explanation;
pub mod grid_error;
mod input_sensitivity;
pub mod figures;
pub mod film_band;
pub mod force_comparison;
mod impact;
mod impact_figures;
mod impact_summary;
pub mod interrupt;
mod observers;
pub mod page;
mod directory_status;
pub mod quantities;
pub mod run_up;
pub mod measurement;
pub mod theory_table;
pub mod threads;

pub use crate::output::summary::Ending;
pub use directory_status::RefusedDirectory;
pub use execute::{Computed, Executed, RunOptions, compute, execute, execute_in_sweep};
pub use failure::RunFailure;
pub use film_alone::film_case;
pub use impact::{ComputedImpact, compute_impact, execute_impact};
pub use impact_summary::{Check, Energy, ImpactResults, ImpactSeries, ImpactSummary, OneImpact};
pub use wetbounce_physics::model::{FilmEntry, Simulation};
pub use wetbounce_physics::problem::scales::reference_speed;
