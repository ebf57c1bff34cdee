//! Solid contact laws, one a file, and the dry impact of two spheres or a sphere and a plane.
//!
//! The laws are those of four discrete-element programs and of one immersed-sphere model:
//!
//! | name in a case file | file | normal force | source |
//! |---|---|---|---|
//! | `hertz` | [`hertz`] | Hertz + Antypov & Elliott damping | woo, Hertzian contact models |
//! | `hertz/stiffness` | [`hertz_stiffness`] | Hertz with given stiffness and damping | LIGGGHTS |
//! | `luding` | [`luding`] | elastic–plastic–adhesive, piecewise linear | woo; Luding (2008) |
//! | `musen-hertz` | [`musen_hertz`] | Hertz, rolling friction | MUSEN |
//! | `li` | [`li`] | exponential wall force of height δ_ss | Li's immersed-sphere model |
//!
//! A law is a set of parameters ([`Law`]); together with a [`Pair`] (radii, masses, materials) it becomes a force.
//!
//! - What an immersed sphere needs above a wall: [`normal`], with [`NormalContact::mean_force`] for implicit steps.
//! - Branches where a law is smooth and where they end: [`branch`]. Friction, rolling, twisting: [`tangential`], whose
//!   springs are [`sense`]. Contact point, arms, momenta: [`kinematics`].
//! - The dry impact: [`impact`] (flights and contacts), [`encounter`] (one contact in three dimensions), [`radial`] (its
//!   normal motion, fourth order in the coordinate of [`stretch`]), [`ledger`] (where the energy goes), [`outcome`]
//!   (bounces and trajectory rows), [`smooth`] (the same by an independent integrator).
//! - Many impacts: [`series`]; rebound curves without dimensions: [`maw`].
//!
//! Notation: overlap `ε` (positive when the bodies overlap, minus the gap otherwise), closing rate `ε̇`
//! (positive when they approach), effective radius `R`, effective mass `m*`, effective modulus `E*`.

pub mod branch;
pub mod encounter;
pub mod flight;
pub mod hertz;
pub mod hertz_stiffness;
pub mod impact;
pub mod kinematics;
pub mod ledger;
pub mod li;
pub mod luding;
pub mod maw;
mod mean_force;
pub mod musen_hertz;
pub mod normal;
pub mod outcome;
pub mod pair;
pub mod radial;
pub mod recorder;
pub mod sense;
pub mod series;
pub mod smooth;
pub mod stretch;
pub mod tangential;
mod vector;
mod verlet;

pub use hertz::Hertz;
pub use hertz_stiffness::HertzStiffness;
pub use impact::{Control, Impact, ImpactError, Simulation, State};
pub use kinematics::{Bodies, Lever};
pub use ledger::Ledger;
pub use li::Li;
pub use luding::{Luding, PlasticLimit};
pub use maw::Maw;
pub use musen_hertz::MusenHertz;
pub use normal::{Law, NormalContact, NormalForce, NormalMemory};
pub use outcome::{Bounce, Ending, Outcome, Sample};
pub use pair::{Material, Pair};
pub use radial::Integrator;
pub use sense::SpringKind;
pub use series::{Series, SeriesRow};
