//! The bounces of a record: from pictures to speeds, restitution, apexes and times of contact, each with its standard error.
//!
//! 1. **Pictures** ([`pictures`]). Pictures before the release, at rest, and repeated ones are left out first ([`drops`] removes the repeated ones). Then follow the noise, pictures that
//!    are off, and the turning points. An approach and a flight lie between two turning points.
//! 2. **Series** ([`series`]). The speed on each side of a contact is a polynomial in the root of the time from contact. Its coefficients have a prior; the marginal likelihood weighs their
//!    size and the noise. In a gas the fall under gravity is taken off first, so that the series is of drag alone.
//! 3. **Contact** ([`contact`], [`zone`]). Both sides have one gap at the contact. Its time is weighed on a grid, which is refined about the likeliest time. Pictures next to the contact may
//!    be excluded: blurred, merged with a shadow, or in a contact that lasts. The level at rest and the zero of the record say where the wall is.
//! 4. **Values** ([`motion`], [`values`]). Motions are drawn from all that are likely. Values are medians over the motions; a standard error is half of what 68 % of them span.
//! 5. **Doubts** ([`doubts`]). What cannot be so is said, with its likely cause.
//!
//! [`oblique`] reads positions and angles along the wall beside each contact, [`sounds`] reads the times of sounds alone, [`pairing`] finds the same bounce in repeated drops.
//!
//! `V_in` is the highest speed of the approach. `V_out` is the speed a time `0.1 D/V_in` after contact, or 0 if the apex is earlier. The speeds of a contact that lasts are those at the
//! level at which the contact begins: the level at rest, else the zero of the record, else where the pictures leave the motion beside them.

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
pub mod doubts;
