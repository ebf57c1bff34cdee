//! The bounces of a record: from pictures to speeds, restitution, apexes and times of contact, each with its standard error.

pub mod pictures;
pub mod series;
pub mod measured_bounce;
pub mod zone;
pub mod motion;
pub mod contact;
pub mod values;
pub mod sounds;
pub mod oblique;
pub mod drops;
pub mod pairing;
mod limits;
pub mod doubts;
