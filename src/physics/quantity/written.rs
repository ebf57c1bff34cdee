//! Writers for `#[serde(serialize_with = "…")]`: a quantity as text with its unit.

use super::{DEGREES, DENSITY, FREQUENCY, LENGTH, SPEED, SPIN, TIME, VISCOSITY};
use serde::Serializer;

macro_rules! writers {
    ($($(#[$doc:meta])* $name:ident => $kind:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(&$kind.write(*value))
        }
    )*};
}

writers! {
    /// As a length.
    length => LENGTH;
    /// As a speed.
    speed => SPEED;
    /// As a density.
    density => DENSITY;
    /// As a dynamic viscosity.
    viscosity => VISCOSITY;
    /// As a time.
    time => TIME;
    /// As an angle in degrees.
    degrees => DEGREES;
    /// As a frequency.
    frequency => FREQUENCY;
}

/// As a list of times.
pub fn times<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(|value| TIME.write(*value)))
}

/// As a list of speeds.
pub fn speeds<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(|value| SPEED.write(*value)))
}

/// As one angular speed about y, or three about x, y and z.
pub fn spins<S: Serializer>(values: &[f64; 3], serializer: S) -> Result<S::Ok, S::Error> {
    match values {
        [0.0, y, 0.0] => serializer.serialize_str(&SPIN.write(*y)),
        all => serializer.collect_seq(all.iter().map(|value| SPIN.write(*value))),
    }
}
