//! Records as cameras, trackers and sensors write them: read, and never fooled by one bad picture.
//!
//! | file | contents |
//! |---|---|
//! | [`record`] | a record of one drop, and how it is to be read |
//! | [`stated`] | what is stated of a record and not used |
//! | [`tables`] | tables of trackers, sensors and spreadsheets: one rule, and what is not in it is refused |
//! | [`bounce`] | the bounces of a record: pictures, series, contact, values, doubts |
//! | [`comparison`] | a record beside a computed motion |
//! | [`statistics`] | random numbers, quantiles, orthogonal polynomials |
//!
//! Nothing here knows a solver or a case: lengths in metres, times in seconds.

pub mod statistics;
pub mod record;
pub mod stated;
pub mod tables;
pub mod bounce;
pub mod comparison;
