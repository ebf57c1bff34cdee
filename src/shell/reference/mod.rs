//! References: exact, converged and measured values that any other program can be held against.
//!
//! A reference is stated once, in the part `[reference]` of an entry under `validation/`: the problem, what to run,
//! what to write down, which resolution is fair, and its columns. Its values come from a [`Formula`], an exact solution
//! that can be asked at any place, or from a table under `validation/references`. `validate` takes the values of its
//! comparisons from here (`reference = { quantity = …, at = … }` in an entry), `wetbounce reference` gives them away,
//! and `compare --reference` holds the values of another program against them: all ask [`Reference::value`].
//!
//! | file | contents |
//! |---|---|
//! | [`statement`] | what an entry says |
//! | [`reference_table`] | the reference: what is stated of it, and its rows |
//! | [`formula`] | exact solutions |
//! | [`trajectory`] | how a motion gives the values of a reference |
//! | [`values`] | values at a place, from a formula or between the rows of a table |
//! | [`settings`], [`scales`] | `--set` of a comparison, and inputs that make a motion dimensionless |
//! | [`motion`], [`motion_quantities`], `motion_values` | the motion of another program, what it shows, and which values of a reference that are |
//! | [`comparison`] | the table of another program beside a reference |
//! | [`thesis`] | the figures of the thesis whose model the program began with, printed forms beside right ones |
//! | [`folder`] | `README.md`, `reference.csv` and `figure.svg` |

pub mod comparison;
pub mod folder;
pub mod formula;
pub mod motion;
pub mod motion_quantities;
mod motion_values;
pub mod scales;
pub mod settings;
pub mod reference_table;
pub mod trajectory;
pub mod statement;
pub mod thesis;
pub mod values;

pub use formula::Formula;
pub use reference_table::Reference;
pub use statement::{Basis, Column, Statement};
pub use values::{Coordinate, NoValue, Value};
