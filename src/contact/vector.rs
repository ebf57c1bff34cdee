//! Reads and writes a vector as three numbers.

use nalgebra::Vector3;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub fn serialize<S: Serializer>(vector: &Vector3<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    [vector.x, vector.y, vector.z].serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vector3<f64>, D::Error> {
    <[f64; 3]>::deserialize(deserializer).map(Vector3::from)
}
