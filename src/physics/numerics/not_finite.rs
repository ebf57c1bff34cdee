//! Numbers in JSON that need not be finite: `null` there, NaN when read back. For serde's `with`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes the number, or `null`.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    value.is_finite().then_some(*value).serialize(serializer)
}

/// Reads a number; NaN for `null`.
///
/// # Errors
/// Those of the deserializer.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NAN))
}

/// The same for named numbers.
pub mod map {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::BTreeMap;

    /// Writes the numbers, `null` for those that are not finite.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(map: &BTreeMap<String, f64>, serializer: S) -> Result<S::Ok, S::Error> {
        let finite = |value: &f64| value.is_finite().then_some(*value);
        map.iter().map(|(name, value)| (name, finite(value))).collect::<BTreeMap<_, _>>().serialize(serializer)
    }

    /// Reads the numbers; NaN for `null`.
    ///
    /// # Errors
    /// Those of the deserializer.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, f64>, D::Error> {
        let map = BTreeMap::<String, Option<f64>>::deserialize(deserializer)?;
        Ok(map.into_iter().map(|(name, value)| (name, value.unwrap_or(f64::NAN))).collect())
    }
}
