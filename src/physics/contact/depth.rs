//! How deep bodies may overlap.
//!
//! Hertz (1882) and the laws that follow him take the bodies for half-spaces: the radius of the contact, `√(εR)`, must be small
//! against that of the sphere (Johnson, Contact Mechanics, 1985, §4.2). At the overlap `ε = 0.1 R` it is a third of it; at
//! `ε = R` the contact would be as wide as the sphere, and the wall at its centre.

/// Overlap over the radius above which a result is doubtful.
const DOUBTFUL: f64 = 0.1;
/// Overlap over the radius beyond which there is no result.
const DEEPEST: f64 = 1.0;

/// The bodies overlap so far that no contact law holds.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error(
    "at t = {time:.6e} s the sphere is through the wall, or the other sphere: the bodies overlap by {overlap:.3e} m, more than \
     the radius {radius:.3e} m; the contact law is too soft, or there is none"
)]
pub struct TooDeep {
    /// Time \[s\].
    pub time: f64,
    /// Overlap \[m\].
    pub overlap: f64,
    /// Radius of the smaller sphere \[m\].
    pub radius: f64,
}

impl TooDeep {
    /// Refuses an `overlap` \[m\] at the `time` \[s\] that is more than the `radius` \[m\] of the smaller sphere.
    ///
    /// # Errors
    /// It is.
    pub fn check(time: f64, overlap: f64, radius: f64) -> Result<(), Self> {
        if overlap > DEEPEST * radius { Err(Self { time, overlap, radius }) } else { Ok(()) }
    }
}

/// What is said of a largest overlap that is more than a tenth of the radius of the smaller sphere; `radii` is their ratio.
pub fn doubt(radii: f64) -> Option<String> {
    (radii > DOUBTFUL).then(|| {
        format!(
            "the bodies overlap by {radii:.2} radii: contacts must be small against the bodies, and above {DOUBTFUL} radii \
             they are not; make the solids or the contact law stiffer, or the impact slower"
        )
    })
}
