//! The physics of `wetbounce`: the flow around a sphere, the film below it, solid contact, the sphere's motion.
//!
//! A [`Problem`](problem::Problem) says what is asked, in SI units. Its [`Model`](model::Model) answers step by step,
//! and [`run`](model::run) follows it to its end:
//!
//! ```no_run
#![doc = include_str!("examples/bounce.rs")]
//! ```
//!
//! The [guide] has three more pages: a contact law of your own, a fall by theory in milliseconds, and an observer that ends a run.
//!
//! A crate of its own, so that it is compiled for speed, and the rest of the program, `wetbounce-shell`, quickly.
//!
//! | rooms | contents |
//! |---|---|
//! | [`error`], [`keyword`], [`numerics`], [`quantity`], [`own`], [`keys`], [`modelled`], [`remark`](mod@remark) | for all rooms: refused parameters, words, roots and polynomials, numbers with units, laws of your own, the keys of a table, models in words, sentences beside a result |
//! | [`grid`], [`body`], [`flow`] | space, the sphere, the liquid with the sphere immersed in it |
//! | [`liquid`], [`film`], [`contact`] | the laws: forces of the liquid, the film below the grid, solid contact |
//! | [`motion`] | the sphere's motion |
//! | [`problem`], [`model`] | what is asked, and what answers |
//!
//! Order of the rooms and notation are those of `wetbounce`, which gives all of them under its own name.

pub mod guide;
pub mod error;
pub mod keyword;
pub mod numerics;
pub mod quantity;
pub mod own;
pub mod keys;
pub mod modelled;
pub mod remark;
pub mod grid;
pub mod body;
pub mod flow;
pub mod liquid;
pub mod film;
pub mod contact;
pub mod motion;
pub mod problem;
pub mod model;
