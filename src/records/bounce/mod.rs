//! The bounces of a record: from pictures to speeds, restitution, apexes and contact times, each with a standard error.
//!
//! 1. **Pictures** ([`pictures`]): times \[s\] and gaps \[m\]. Pictures that repeat the one before them, pictures
//!    before the release and pictures at rest are left out ([`drops`]). Third differences of the gaps give the noise.
//!    A picture is an outlier if it is 6 standard deviations off the lines through its neighbours. An approach and a
//!    flight lie between two turning points of the gap.
//! 2. **Series** ([`series`]): the speed on each side of a contact is a sum of Legendre polynomials in `√u`, `u` the
//!    time from contact. Their coefficients have a normal prior; its amplitude, and the size and correlation of the
//!    noise, are weighed by their marginal likelihood. In a gas free fall is subtracted first, and the series is that
//!    of drag.
//! 3. **Contact** ([`contact`], [`zone`]): both sides have the same gap at the contact. Times of contact are weighed
//!    on a grid, which is refined at its peak. Pictures next to the contact may be left out as a zone (blurred,
//!    merged with a shadow, or in a contact that lasts). The height at rest and the zero of the record are data on
//!    the height of the wall.
//! 4. **Values** ([`motion`], [`values`]): 400 motions are drawn from the posterior. A value is the median over the
//!    motions; its standard error is half of the range of the middle 68 %, and at least the error of the series.
//! 5. **Doubts** ([`doubts`]): a value that no sphere has is named, with its likely cause.
//!
//! [`smooth_motion`] is the motion through all pictures of a drop, by the same series.
//! The same steps give the motion along the wall and the spin ([`oblique`]). Sounds have times alone ([`sounds`]).
//! [`pairing`] finds the same bounce in repeated drops.
//!
//! | value | definition |
//! |---|---|
//! | `V_in` | highest speed of the approach |
//! | `V_out` | speed at the time `0.1 D/V_in` after contact; 0 if the apex is earlier |
//! | restitution | `V_out/V_in`; in a gas also the ratio of the speeds at the contact itself |
//! | apex | highest gap of the flight above the gap at contact, and its time after contact |
//!
//! In a contact that lasts, speeds and times are those at which the sphere passes the height where the contact begins:
//! the height at rest, else the zero of the record, else the height at which pictures depart from the approach.

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
pub mod smooth_motion;
mod limits;
pub mod doubts;
