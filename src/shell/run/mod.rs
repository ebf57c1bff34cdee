//! One run: set-up, state, the time loop, stopping, and what is written on the way.
//!
//! * [`build`]: from a [`Case`](crate::case::Case) to grids, solvers and laws;
//! * [`simulation`]: the state of a run and one step of it, without any file;
//! * [`setup`]: what a run needs of its case besides: limits, and when to stop;
//! * [`open_liquid`]: a sphere in liquid without walls, and [`coefficients`] of the force on it;
//! * [`checkpoint`]: the state on disk, and back;
//! * [`quantities`]: what a run gives, by key, unit and words;
//! * [`execute`]: the time loop with its observers, from a case to a run directory;
//! * [`execute_impact`]: the same for dry impacts, which have no flow;
//! * [`film_band`]: how far the rebound depends on what is not stated of the film;
//! * [`film_alone`]: the elastic film without the flow;
//! * [`theory`]: a run by theory alone, without a grid;
//! * [`theory_table`]: the forces of theory against the gap, as a table and figures;
//! * [`force_comparison`]: simulated forces beside them.

pub mod animation;
mod beside_dry;
pub mod build;
pub mod checkpoint;
mod checkpoint_modes;
pub mod coefficients;
mod columns;

mod directory;
mod execute;
pub(crate) mod files;
pub mod failure;
pub mod figures;
pub mod film_alone;
pub mod film_band;
pub mod force_comparison;
mod impact;
mod impact_figures;
mod impact_member;
mod impact_summary;
pub mod measured_grid;
pub mod interrupt;
mod modelled;
mod observers;
pub mod page;
mod player;
mod occupant;
pub mod pair;
pub mod open_liquid;
pub mod quantities;
mod results;
pub mod scales;
pub mod setup;
mod sideways;
pub mod measurement;
pub mod simulation;
pub mod theory;
mod theory_sideways;
pub mod theory_table;
pub mod threads;

pub use execute::{Executed, RunOptions, execute};
pub use failure::RunFailure;
pub use film_alone::{FilmEntry, film_case};
pub use impact::{ImpactFailure, ImpactReport, execute_impact};
pub use impact_member::Check;
pub use impact_summary::{Energy, FirstContact, ImpactSummary, SeriesSummary};
pub use occupant::Refused;
pub use scales::reference_speed;
pub use simulation::{Ending, Simulation};
