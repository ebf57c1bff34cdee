//! Bands: which values a comparison accepts, and where they are from.

use crate::report::significant;
use serde::Deserialize;

/// Which values are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Accept {
    /// Within this fraction of the reference.
    Relative(f64),
    /// Within this distance of the reference, in its unit.
    Absolute(f64),
    /// Not above this value.
    AtMost(f64),
    /// Not below this value.
    AtLeast(f64),
    /// Between these values.
    Between([f64; 2]),
    /// All: the value is shown beside its reference and not judged.
    Reported,
}

impl Accept {
    /// Whether `value` is accepted; NaN never is.
    pub(super) fn accepts(&self, value: f64, reference: Option<f64>) -> bool {
        let reference = reference.unwrap_or(f64::NAN);
        match *self {
            Self::Relative(band) => (value - reference).abs() <= band * reference.abs() * (1.0 + 1e-12),
            Self::Absolute(band) => (value - reference).abs() <= band,
            Self::AtMost(limit) => value <= limit,
            Self::AtLeast(limit) => value >= limit,
            Self::Between([low, high]) => (low..=high).contains(&value),
            Self::Reported => value.is_finite(),
        }
    }

    /// Where `value` lies in the band: 0 on the reference or in the middle, ±1 at its ends; `None` without a band.
    pub(super) fn place(&self, value: f64, reference: Option<f64>) -> Option<f64> {
        let reference = reference.unwrap_or(0.0);
        let place = match *self {
            Self::Relative(_) | Self::Absolute(_) if value == reference => 0.0,
            Self::Relative(band) => (value - reference) / (band * reference.abs()),
            Self::Absolute(band) => (value - reference) / band,
            Self::AtMost(limit) => value / limit,
            Self::AtLeast(limit) => -limit / value,
            Self::Between([low, high]) => (2.0 * value - low - high) / (high - low),
            Self::Reported => return None,
        };
        place.is_finite().then_some(place)
    }

    /// The band in words.
    pub(super) fn words(&self) -> String {
        match *self {
            Self::Relative(band) => format!("± {} %", significant(100.0 * band)),
            Self::Absolute(band) => format!("± {}", significant(band)),
            Self::AtMost(limit) => format!("≤ {}", significant(limit)),
            Self::AtLeast(limit) => format!("≥ {}", significant(limit)),
            Self::Between([low, high]) => format!("{} to {}", significant(low), significant(high)),
            Self::Reported => "reported".into(),
        }
    }
}

/// A miss that is known: a value that drifts away from it is a miss like any other.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownMiss {
    /// The value found, in the unit of the quantity.
    pub value: f64,
    /// How far it may drift, in the same unit.
    pub band: f64,
    /// Why it misses.
    pub why: String,
    /// Whether the reference, and not the program, is what is off: others find the same.
    #[serde(default)]
    pub explained: bool,
}

impl KnownMiss {
    /// Whether `value` is the one that is known.
    pub(super) fn holds(&self, value: f64) -> bool {
        (value - self.value).abs() <= self.band
    }
}

/// One quantity compared with its reference.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceComparison {
    /// The quantity, by the key that the experiment gives it.
    pub key: String,
    /// The quantity in words.
    pub quantity: String,
    /// Its unit.
    pub unit: String,
    /// The value to compare with, in this unit.
    pub reference: Option<f64>,
    /// How well the reference is known.
    pub(super) uncertainty: Option<String>,
    /// Where it is from.
    pub source: String,
    /// Which values are accepted.
    pub accept: Accept,
    /// Why this band.
    pub why: String,
    /// Whether `--quick` leaves it out.
    #[serde(default)]
    pub(super) full_only: bool,
    /// Where the value is known to lie outside of its band, and why; the README lists it.
    pub known: Option<KnownMiss>,
}

impl ReferenceComparison {
    /// A value, whose key is its words, that is shown beside its reference and not judged.
    pub(super) fn reported(key: &str, unit: &str, reference: Option<f64>, source: &str, why: &str) -> Self {
        Self {
            key: key.to_owned(),
            quantity: key.to_owned(),
            unit: unit.to_owned(),
            reference,
            uncertainty: None,
            source: source.to_owned(),
            accept: Accept::Reported,
            why: why.to_owned(),
            full_only: false,
            known: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_ends_at_one_on_either_side() {
        let place = |accept: Accept, value| accept.place(value, Some(2.0)).unwrap();
        assert!((place(Accept::Relative(0.1), 1.8) + 1.0).abs() < 1e-12);
        assert_eq!((place(Accept::Absolute(0.5), 2.5), place(Accept::AtMost(4.0), 1.0)), (1.0, 0.25));
        assert_eq!((place(Accept::AtLeast(3.0), 3.0), place(Accept::Between([0.0, 4.0]), 4.0)), (-1.0, 1.0));
        assert_eq!((Accept::Reported.place(1.0, None), place(Accept::Absolute(0.0), 2.0)), (None, 0.0));
    }

    #[test]
    fn a_known_miss_that_drifts_is_no_longer_known() {
        let known = KnownMiss { value: 2.217, band: 0.05, why: String::new(), explained: false };
        assert!(known.holds(2.217) && known.holds(2.18) && !known.holds(2.1) && !known.holds(f64::NAN));
    }

    #[test]
    fn bands_accept_their_ends_and_no_nan() {
        assert!(Accept::Relative(0.01).accepts(-1.01, Some(-1.0)));
        assert!(!Accept::Relative(0.01).accepts(1.0101, Some(1.0)));
        assert!(!Accept::Relative(0.01).accepts(1.0, None));
        assert!(Accept::Absolute(0.05).accepts(0.85, Some(0.8 + 1e-9)));
        assert!(Accept::AtMost(1e-10).accepts(1e-10, None) && !Accept::AtMost(1e-10).accepts(f64::NAN, None));
        assert!(Accept::Between([0.43, 0.48]).accepts(0.45, None) && !Accept::Between([0.43, 0.48]).accepts(0.5, None));
        assert!(!Accept::Reported.accepts(f64::NAN, None));
    }
}
