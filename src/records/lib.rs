//! Records as cameras, trackers and sensors write them: read, and never fooled by one bad picture.
//!
//! | file | contents |
//! |---|---|
//! | [`record`] | a record of one drop, and how it is to be read |
//! | [`stated`] | what is stated of a record and not used |
//! | [`units`], [`sheet`], [`table`] | tables of others: names and units, layout, columns |
//! | [`bounce`] | the bounces of a record: pictures, series, contact, values, doubts |
//! | [`comparison`] | a record beside a computed motion |
//! | [`statistics`] | random numbers, quantiles, orthogonal polynomials |
//!
//! Nothing here knows a solver or a case: lengths in metres, times in seconds.

pub mod statistics;
pub mod record;
pub mod stated;
pub mod units;
pub mod sheet;
pub mod table;
pub mod bounce;
pub mod comparison;
