//! `wetbounce`: a sphere falls through a liquid onto a wall; how does it land, and how does it bounce?
//!
//! The rooms, in the order of dependence: a file uses its own room and those before it.
//!
//! | rooms | contents |
//! |---|---|
//! | [`error`], [`keyword`], [`numerics`], [`quantity`], [`keys`], [`own`], [`modelled`], [`remark`](mod@remark) | for all rooms: refused parameters, words, roots and polynomials, numbers with units, the keys of a table, laws of your own, models in words, sentences beside a result |
//! | [`grid`], [`body`], [`flow`] | space, the sphere, the liquid with the sphere immersed in it |
//! | [`liquid`], [`film`], [`contact`] | the laws: forces of the liquid, the film below the grid, solid contact |
//! | [`motion`] | the sphere's motion |
//! | [`problem`], [`model`] | what is asked, and what answers |
//! | [`plot`] | figures: tables and samples in, SVG out |
//! | [`case`] | the user's input, read into the laws |
//! | [`analysis`], [`output`], [`report`] | results |
//! | [`run`] | from a case to a run directory |
//! | [`study`], [`fit`], [`validate`] | many runs |
//! | [`mod@reference`] | values that other programs can be held against |
//! | [`law`] | their restitution as other programs take it |
//! | [`cli`] | the command line |
//!
//! The rooms up to [`model`] are a crate of their own in `src/physics`, compiled for speed; [`plot`] is one in
//! `src/figures`; the reader of [`case`] is one in `src/case`, without files and terminal; the others are one in
//! `src/shell`, compiled quickly; the experiments behind `validate` are one beside their entries, in
//! `validation/experiments`. This crate is all of them.
//!
//! Notation: sphere radius `a`, diameter `D = 2a`, gap `h` between sphere and wall, speed `V = dh/dt`
//! (positive away from the wall), `δ = h/D`, `δ* = h/a`. Everything inside is SI `f64`; units exist at the
//! borders only.

mod program;

pub use program::{OwnLaws, begin, parse, program};
#[doc(inline)]
pub use wetbounce_physics::{
    body, contact, error, film, flow, grid, keys, keyword, keywords, liquid, model, modelled, motion, numerics, own,
    problem, quantity, remark,
};
#[doc(inline)]
pub use wetbounce_records as records;
#[doc(inline)]
pub use wetbounce_shell::{analysis, case, cli, fit, law, output, reference, report, run, study};

#[doc(inline)]
pub use wetbounce_figures as plot;

/// Comparisons with experiment and theory: how they are written, run and judged, and all that there are.
pub mod validate {
    #[doc(inline)]
    pub use wetbounce_experiments::*;
    #[doc(inline)]
    pub use wetbounce_shell::validate::*;
}
