//! How deep bodies may overlap.
//!
//! Hertz (1882) and the laws that follow him take the bodies for half-spaces: the radius of the contact, `√(εR)`, must
//! be small against that of the sphere (Johnson, Contact Mechanics, 1985, §4.2). At the overlap `ε = 0.1 R` it is a
//! third of it; at `ε = R` the contact would be as wide as the sphere, and the wall at its centre.

use crate::quantity::{LENGTH, SPEED, TIME};
use crate::remark;
use crate::remark::Remark;

/// Overlap over the radius above which a result is doubtful.
pub const DOUBTFUL: f64 = 0.1;
/// Overlap over the radius beyond which there is no result.
const DEEPEST: f64 = 1.0;

/// The sphere is deeper than its contact law holds.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum TooDeep {
    /// The bodies overlap so far that no contact law holds.
    #[error(
        "at t = {time} the sphere is through the wall, or the other sphere: the bodies overlap by {overlap}, more \
         than the radius {radius}; the contact law is too soft, or there is none", time = TIME.brief(*time), overlap = LENGTH.brief(*overlap), radius = LENGTH.brief(*radius))]
    Overlap {
        /// Time \[s\].
        time: f64,
        /// Overlap \[m\].
        overlap: f64,
        /// Radius of the smaller sphere \[m\].
        radius: f64,
    },
    /// A law that ends at the wall let the sphere through.
    #[error("at t = {time} the sphere is through the wall: {passed}", time = TIME.brief(*time))]
    Passed {
        /// Time \[s\].
        time: f64,
        /// The law, and the sphere it did not stop.
        passed: PassedThrough,
    },
}

/// A sphere that passed the end of a law, which pushes no more there.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error(
    "it came at {speed}; the law `li`, which ends there, stops {fastest} at most (a sphere without weight, drive or \
     liquid){}",
    self.advice(), speed = SPEED.brief(*speed), fastest = SPEED.brief(*fastest))]
pub struct PassedThrough {
    /// Speed at which the sphere came within reach of the law [m/s].
    pub speed: f64,
    /// Fastest impact that the law stops [m/s].
    pub fastest: f64,
    /// Reach of the law with which it would stop this one \[m\].
    pub range: f64,
}

impl PassedThrough {
    /// Advice: a longer reach against speed, nothing against a load.
    fn advice(&self) -> String {
        if self.speed > self.fastest {
            format!("; raise `threshold` to at least {}", LENGTH.brief(self.range))
        } else {
            ". What presses on a sphere as slow as this is stronger than the law, whose force follows from the speed: it holds \
             no sphere that rests"
                .into()
        }
    }
}

impl TooDeep {
    /// Refuses an `overlap` \[m\] at the `time` \[s\] that is more than the `radius` \[m\] of the smaller sphere.
    ///
    /// # Errors
    /// It is.
    pub fn check(time: f64, overlap: f64, radius: f64) -> Result<(), Self> {
        if overlap > DEEPEST * radius { Err(Self::Overlap { time, overlap, radius }) } else { Ok(()) }
    }

    /// Refuses a sphere that `passed` the end of its law at the `time` \[s\].
    ///
    /// # Errors
    /// It did.
    pub fn refuse(time: f64, passed: Option<PassedThrough>) -> Result<(), Self> {
        passed.map_or(Ok(()), |passed| Err(Self::Passed { time, passed }))
    }
}

/// The warning about a largest overlap of more than a tenth of the radius of the smaller sphere; `radii` is their
/// ratio.
pub fn doubt(radii: f64) -> Option<Remark> {
    (radii > DOUBTFUL).then(|| {
        remark!(
            Warning,
            "deep-overlap",
            "the bodies overlap by {radii:.2} radii: contacts must be small against the bodies, and above {DOUBTFUL} radii \
             they are not; make the solids or the contact law stiffer, or the impact slower"
        )
    })
}
