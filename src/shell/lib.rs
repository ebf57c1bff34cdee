//! Input and output of `wetbounce`: files of cases, results, figures, reports, many runs, the command line.
//!
//! A crate of its own, so that it is compiled quickly, while the rooms of `wetbounce-physics`, which do the computing,
//! are optimised for speed.
//!
//! | rooms | contents |
//! |---|---|
//! | [`case`] | the user's input, as `wetbounce_case` reads it, and its files |
//! | [`analysis`], [`output`], [`report`] | results |
//! | [`run`] | from a case to a run directory |
//! | [`study`], [`fit`], [`validate`] | many runs |
//! | [`mod@reference`] | values that other programs can be held against |
//! | [`law`] | their restitution as other programs take it |
//! | [`cli`] | the command line |
//!
//! Figures are those of `wetbounce_figures`. Order of the rooms and notation are those of `wetbounce`.

pub mod case;
pub mod analysis;
pub mod output;
pub mod report;
pub mod run;
pub mod study;
pub mod fit;
pub mod reference;
pub mod validate;
pub mod law;
pub mod cli;
