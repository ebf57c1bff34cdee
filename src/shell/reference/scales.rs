//! Inputs that make a motion dimensionless, by their keys.

use crate::case::InputError;
use std::collections::BTreeMap;
use wetbounce_physics::quantity::{ACCELERATION, DENSITY, Kind, LENGTH, SPEED, VISCOSITY};

/// The keys of scales, with their kinds.
const KEYS: [(&str, &Kind); 7] = [
    ("sphere.diameter", &LENGTH),
    ("sphere.density", &DENSITY),
    ("second.diameter", &LENGTH),
    ("liquid.density", &DENSITY),
    ("viscosity", &VISCOSITY),
    ("gravity", &ACCELERATION),
    ("speed", &SPEED),
];
/// Inputs of a motion by their keys, in SI units.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scales(BTreeMap<&'static str, f64>);

impl Scales {
    /// That of a key, if it is given.
    pub fn get(&self, key: &str) -> Option<f64> {
        self.0.get(key).copied()
    }

    /// That of a key.
    ///
    /// # Errors
    /// It is not given.
    pub fn needed(&self, key: &str) -> Result<f64, String> {
        let example = || KEYS.iter().find(|(known, _)| *known == key).map_or("", |(_, kind)| kind.examples[0]);
        self.get(key).ok_or_else(|| format!("{key} is missing, such as --set {key}=\"{}\"", example()))
    }

    /// Sets a key.
    ///
    /// # Errors
    /// There is no such key, or the value is no positive quantity of its kind.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        // As the case file calls it.
        let key = if key == "liquid.viscosity" { "viscosity" } else { key };
        let Some((key, kind)) = KEYS.into_iter().find(|(known, _)| *known == key) else {
            let known = KEYS.map(|(key, _)| key).join(", ");
            return Err(InputError::new(format!("`{key}` is not a key of a motion")).help(format!("one of {known}")));
        };
        let value = kind.read(value, None).map_err(|wrong| InputError::new(format!("--set {key}: {wrong}")))?;
        if value <= 0.0 {
            return Err(InputError::new(format!("--set {key}: {} must be above 0", kind.name)));
        }
        self.0.insert(key, value);
        Ok(())
    }

    /// Takes from these what is missing, and says which keys that are.
    pub fn complete(&mut self, from: &Self) -> Vec<&'static str> {
        let missing: Vec<&str> = from.0.keys().filter(|key| !self.0.contains_key(**key)).copied().collect();
        self.0.extend(missing.iter().map(|key| (*key, from.0[key])));
        missing
    }
}
