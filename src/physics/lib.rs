//! The physics of `wetbounce`: the flow around a sphere, the film below it, solid contact, the sphere's motion.
//!
//! A crate of its own, so that it is compiled for speed, and the rest of the program, `wetbounce-shell`, quickly.
//!
//! | rooms | contents |
//! |---|---|
//! | [`error`], [`keyword`], [`numerics`], [`quantity`], [`keys`], [`own`], [`modelled`] | for all rooms: refused parameters, words, roots and polynomials, numbers with units, the keys of a table, laws of your own, models in words |
//! | [`grid`], [`body`], [`flow`] | space, the sphere, the liquid with the sphere immersed in it |
//! | [`liquid`], [`film`], [`contact`] | the laws: forces of the liquid, the film below the grid, solid contact |
//! | [`motion`] | the sphere's motion |
//!
//! Order of the rooms and notation are those of `wetbounce`, which gives all of them under its own name.

pub mod error;
pub mod keyword;
pub mod numerics;
pub mod quantity;
pub mod keys;
pub mod own;
pub mod modelled;
pub mod grid;
pub mod body;
pub mod flow;
pub mod liquid;
pub mod film;
pub mod contact;
pub mod motion;
pub mod problem;
pub mod model;
