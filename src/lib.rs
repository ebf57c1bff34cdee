//! `wetbounce`: a sphere falls through a liquid onto a wall; how does it land, and how does it bounce?
//!
//! Read the rooms in this order: [`case`] what the user asks → [`grid`] space → [`flow`] the liquid →
//! [`body`] the immersed sphere → [`liquid`] theory of the liquid forces → [`film`] the film below the grid →
//! [`contact`] solid contact → [`motion`] the sphere's motion → [`run`] the time loop → [`output`],
//! [`analysis`], [`plot`], [`report`] results → [`sweep`], [`validate`] many runs → [`cli`] the command line.
//!
//! Notation: sphere radius `a`, diameter `D = 2a`, gap `h` between sphere and wall, speed `V = dh/dt`
//! (positive away from the wall), `δ = h/D`, `δ* = h/a`. Everything inside is SI `f64`; units exist at the
//! borders only.

pub mod analysis;
pub mod body;
pub mod case;
pub mod cli;
pub mod contact;
pub mod error;
pub mod film;
pub mod flow;
pub mod grid;
pub mod liquid;
pub mod motion;
pub mod output;
pub mod plot;
pub mod report;
pub mod run;
pub mod sweep;
pub mod validate;
