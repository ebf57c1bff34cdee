//! Records as cameras, trackers and sensors write them: read, and never fooled by one bad picture.
//!
//! | file | contents |
//! |---|---|
//! | [`record`] | a record of one drop, and how it is to be read |
//! | [`stated`] | what is stated of a record and not used |
//! | [`units`], [`sheet`], [`table`] | tables of others: names and units, layout, columns |
//! | [`columns`] | columns of others by names and units |
//! | [`programs`], [`forces`] | forces over gaps of other programs: their forms, and the dimensionless forces |
//! | [`trajectories`], [`shown`] | motions of other programs, and the quantities that they show |
//! | [`pictures`] | noise, pictures that are off, turning points, the level at rest |
//! | [`series`] | the motion on one side of a contact, weighed over all that it may be |
//! | [`zones`] | pictures next to a contact that are not of the motion beside it |
//! | [`measured`] | values with standard errors, of a bounce and of repeated drops |
//! | [`paths`] | what a drawn motion says of its bounce |
//! | [`contacts`] | times of contact that are likely, and motions drawn from all of them |
//! | [`reading`] | the bounces of a record |
//! | [`oblique`] | the motion along the wall before and after each contact |
//! | [`drops`] | the reading of each drop: gaps, the motion along the wall, or sounds |
//! | [`sounds`] | bounces by the times of their sounds |
//! | [`pairing`] | which bounces of repeated drops are the same one |
//! | [`doubts`] | the one list of what is implausible in a record |
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
pub mod columns;
pub mod programs;
pub mod forces;
pub mod pictures;
pub mod measured;
pub mod series;
pub mod zones;
pub mod sounds;
pub mod paths;
pub mod contacts;
pub mod reading;
pub mod trajectories;
pub mod shown;
pub mod oblique;
pub mod drops;
pub mod pairing;
pub mod doubts;
pub mod comparison;
