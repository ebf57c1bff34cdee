//! From a [`Problem`](crate::problem::Problem) to a motion: models, and the loop that follows one with its observers.
//!
//! A [`Model`] is a sphere in motion, whatever moves it: the flow ([`Simulation`]), theory ([`TheoryRun`]), or its film
//! alone ([`FilmRun`]). [`run`] takes steps until the motion is over, and shows every step to [`Observer`]s.
//!
//! * [`interface`]: what a model provides and an observer sees; [`follow`]: from a problem to its model, and the loop;
//! * [`build`], [`domain`], [`open_liquid`], [`lateral`]: from a problem to grids, solvers and laws; [`measured_grid`]:
//!   the error of a grid, measured on it before the run;
//! * [`simulation`], [`state`]: a run of the flow, one step of it, and all that decides its future; [`flow_run`]: the
//!   flow as a model, [`flow_view`]: the flow for pictures;
//! * [`theory`], [`film_alone`]: the other two models;
//! * [`expected_steps`]: what a run will take; [`course`]: when a run ends; [`failure`]: why one stops that should not
//!   have;
//! * [`bounce_log`], [`bounce`], [`oblique`]: the collisions of a motion;
//! * [`columns`], [`results`], [`describe`]: names of forces, further results by key, and words for what is modelled
//!   and assumed;
//! * [`persist`]: one visit that writes a state or reads it.

pub mod bounce;
pub mod bounce_log;
pub mod build;
pub mod columns;
pub mod course;
pub mod describe;
pub mod domain;
pub mod expected_steps;
pub mod failure;
pub mod film_alone;
pub mod flow_run;
pub mod flow_view;
pub mod follow;
pub mod interface;
pub mod lateral;
pub mod measured_grid;
pub mod oblique;
pub mod open_liquid;
pub mod persist;
pub mod results;
pub mod simulation;
pub mod state;
pub mod theory;

pub use bounce::Bounce;
pub use bounce_log::BounceLog;
pub use course::{Course, Ending};
pub use failure::Failure;
pub use film_alone::{FilmEntry, FilmRun};
pub use flow_view::{FlowView, SpatialFlow};
pub use follow::run;
pub use interface::{Description, FilmCourse, Model, Observer, Row, Sample};
pub use persist::{Refused, Visit};
pub use simulation::Simulation;
pub use theory::TheoryRun;
