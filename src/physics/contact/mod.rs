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
//! A law is a set of parameters ([`Law`], with its keys by [`crate::keys`]); together with a [`Pair`] (radii, masses,
//! materials) it becomes a force ([`NormalContact`]). A law that is not shipped is a [`NormalLaw`];
//! `examples/own_contact.rs` runs one.
//!
//! - The interface of normal laws, and the branches on which they are smooth: [`force`]. Friction, rolling, twisting:
//!   [`tangential`], whose springs are [`mode`]. Contact point, arms, momenta: [`kinematics`].
//! - The dry impact: [`impact`] (flights and contacts), [`collision`] (one contact in three dimensions),
//!   [`normal_motion`] (its motion along the normal, fourth order in the coordinate of [`overlap_map`]),
//!   [`dissipation`] (where the energy goes), `staying` (rolling and sliding on the plane), [`outcome`] (bounces and
//!   trajectory rows), [`smooth`] (the same by an independent integrator).
//! - How deep bodies may overlap: [`depth`]. How a wall recedes, and what bending waves take: [`plate`].
//! - Friction and rolling within the step of another solver: [`surface`].
//! - Rebound curves without dimensions: [`maw`].
//!
//! Notation: overlap `ε` (positive when the bodies overlap, minus the gap otherwise), closing rate `ε̇`
//! (positive when they approach), effective radius `R`, effective mass `m*`, effective modulus `E*`.

pub mod collision;
pub mod depth;
pub mod dissipation;
pub mod fault;
pub mod flight;
pub mod force;
pub mod hertz;
pub mod hertz_stiffness;
pub mod impact;
pub mod keys;
pub mod kinematics;
pub mod law;
pub mod li;
pub mod luding;
pub mod maw;
pub mod mode;
pub mod musen_hertz;
pub mod normal;
pub mod normal_motion;
pub mod outcome;
pub mod overlap_map;
pub mod own_normal;
pub mod pair;
pub mod plate;
pub mod recorder;
mod restitution;
pub mod rolling;
pub mod smooth;
mod staying;
pub mod surface;
pub mod tangential;
mod verlet;

pub use depth::{PassedThrough, TooDeep};
pub use dissipation::Dissipation;
pub use fault::{LawFailure, LawFault};
pub use force::{NormalForce, NormalLaw, NormalMemory};
pub use hertz::Hertz;
pub use hertz_stiffness::HertzStiffness;
pub use impact::{Control, Impact, ImpactError};
pub use kinematics::{Bodies, Lever};
pub use law::{ContactLaw, Law, OwnLaw};
pub use li::Li;
pub use luding::{Luding, PlasticLimit};
pub use maw::Maw;
pub use mode::SpringKind;
pub use musen_hertz::MusenHertz;
pub use normal::NormalContact;
pub use normal_motion::Integrator;
pub use outcome::{DryBounce, DryOutcome, DrySample, ImpactEnding};
pub use pair::{Material, Pair};
pub use plate::Plate;
pub use surface::SurfaceContact;
