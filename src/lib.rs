//! `wetbounce`: a sphere falls through a liquid onto a wall; how does it land, and how does it bounce?
//!
//! The rooms, in the order of dependence: a file uses its own room and those before it.
//!
//! | rooms | what |
//! |---|---|
//! | [`error`], [`keyword`], [`numerics`], [`quantity`] | what all use: refused parameters, words, roots and polynomials, numbers with units |
//! | [`grid`], [`flow`], [`body`] | space, the liquid, the sphere immersed in it |
//! | [`azimuthal`] | liquid and sphere in three dimensions |
//! | [`liquid`], [`film`], [`contact`] | the laws: forces of the liquid, the film below the grid, solid contact |
//! | [`case`] | what the user asks, read into the laws |
//! | [`motion`] | the sphere's motion |
//! | [`analysis`], [`output`], [`plot`], [`report`] | results |
//! | [`run`] | from a case to a run directory |
//! | [`sweep`], [`fit`], [`validate`] | many runs |
//! | [`cli`] | the command line |
//!
//! Notation: sphere radius `a`, diameter `D = 2a`, gap `h` between sphere and wall, speed `V = dh/dt`
//! (positive away from the wall), `δ = h/D`, `δ* = h/a`. Everything inside is SI `f64`; units exist at the
//! borders only.

pub mod error;
pub mod keyword;
pub mod numerics;
pub mod quantity;
pub mod grid;
pub mod flow;
pub mod body;
pub mod azimuthal;
pub mod liquid;
pub mod film;
pub mod contact;
pub mod case;
pub mod motion;
pub mod analysis;
pub mod output;
pub mod plot;
pub mod report;
pub mod run;
pub mod sweep;
pub mod fit;
pub mod validate;
pub mod cli;
