//! A [`Dof`] written as an array.

use super::dof::{DOFS, Dof};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the entries.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(value: &Dof, serializer: S) -> Result<S::Ok, S::Error> {
    value.data.0[0].serialize(serializer)
}

/// Reads the entries.
///
/// # Errors
/// Anything but an array of [`DOFS`] numbers.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Dof, D::Error> {
    <[f64; DOFS]>::deserialize(deserializer).map(Dof::from)
}
