//! `--set` of `compare --reference`: coordinates of all rows, and what makes a motion dimensionless.

use super::scales::Scales;
use super::{Coordinate, Reference};
use crate::case::InputError;
use wetbounce_physics::quantity::NUMBER;

/// The key of the standard uncertainty of values, over them.
const UNCERTAINTY: &str = "uncertainty";

/// What the command line says of a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Settings {
    /// Coordinates that all rows have.
    pub fixed: Vec<(String, Coordinate)>,
    /// Standard uncertainty of the values, over them; 0 where it is not given.
    pub uncertainty: f64,
    /// Inputs of a motion.
    pub scales: Scales,
}

impl Settings {
    /// Those of `key=value`: axes of the reference, `uncertainty`, and, of a motion, keys of scales. `needed` says
    /// which header a table must have.
    ///
    /// # Errors
    /// A key that there is not, or that a table of values has no use for; a value that is none.
    pub fn of(settings: &[String], reference: &Reference, is_motion: bool, needed: &str) -> Result<Self, InputError> {
        let mut of = Self::default();
        for setting in settings {
            let (key, value) = setting.split_once('=').map_or((setting.as_str(), ""), |(key, value)| (key, value));
            let (key, value) = (key.trim(), unquoted(value));
            if let Some(axis) = reference.axes().find(|axis| axis.name == key) {
                let number = || value.parse::<f64>().ok().filter(|value| value.is_finite()).map(Coordinate::Number);
                let at = if axis.is_word() { Some(value.into()) } else { number() };
                let Some(at) = at else {
                    let message = format!("--set {key}={value}: a coordinate of `{}` is a number", reference.name());
                    return Err(InputError::new(message).help(format!("its unit is {}", axis.unit)));
                };
                of.fixed.push((key.to_owned(), at));
            } else if key == UNCERTAINTY {
                let share = NUMBER.read(value, None).ok().filter(|share| (0.0..=1.0).contains(share));
                of.uncertainty = share
                    .ok_or_else(|| InputError::new(format!("--set {key}={value}: a share from 0 to 1 is needed")))?;
            } else if is_motion {
                of.scales.set(key, value)?;
            } else {
                let axes: Vec<&str> = reference.axes().map(|axis| axis.name.as_str()).collect();
                let message = format!("`{key}` is not a key for a table of values");
                let known = format!("keys are {}, {UNCERTAINTY}; {needed}", axes.join(", "));
                return Err(InputError::new(message).help(known));
            }
        }
        Ok(of)
    }

    /// The coordinate of all rows on an axis.
    pub fn coordinate(&self, axis: &str) -> Option<&Coordinate> {
        self.fixed.iter().find(|(name, _)| name == axis).map(|(_, at)| at)
    }
}

/// A value without the quotes around it.
fn unquoted(value: &str) -> &str {
    let value = value.trim();
    let inside = |sign: char| value.strip_prefix(sign).and_then(|value| value.strip_suffix(sign));
    inside('"').or_else(|| inside('\'')).unwrap_or(value)
}
