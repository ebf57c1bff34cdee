//! `report.html`: everything of a run, a sweep or a validation in one file that a browser opens without a network.
//!
//! [`Page`] is the paper: sections of paragraphs, tables and figures, inlined as SVG; it forbids itself to load
//! anything. [`Origin`] says where numbers come from. Runs, sweeps and validations fill it in where their results are.

mod origin;
mod page;

pub use origin::Origin;
pub use page::{
    FILE, FigureFile, JudgedTable, MOTION, Page, capitalised, digits, drawn, escape, share, signed_share, significant,
    with_unit,
};
