//! Comparisons with experiment and theory: how they are written, run and judged.
//!
//! An [`entry`] is a TOML file under `validation/`: an [`experiment`] with its parameters, and the quantities that are
//! compared, each with its reference, source, uncertainty, accepted [`band`] and the reason of the band. The
//! experiments, and the [`entry::Catalogue`] of all entries, are a crate of their own beside those files,
//! `wetbounce-experiments`. [`suite`] runs entries side by side, [`report`] and [`page`] show the verdicts.
//!
//! [`case_run`] runs a whole case, or one at several levels, as a [study](crate::study); [`shipped`] has the cases that
//! need no file. [`own_case`] is the entry of a case with its own record, [`overlay`] puts the user's own data beside
//! the results, a record as `compare` does.

pub mod band;
pub mod case_run;
pub mod entry;
pub mod experiment;
pub mod measured;
pub mod overlay;
pub mod own_case;
pub mod page;
pub mod report;
pub mod shipped;
pub mod suite;
