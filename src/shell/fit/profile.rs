//! Profile likelihoods: what the record says of one parameter, whatever the others are.
//!
//! `−2 ln` of the posterior (with the priors) over one parameter, least over all others, less its least value of all,
//! over the scale of that parameter's squared standard error: χ² where the record alone tells it, 1 where its prior
//! does, and between them as both take part (Pace, Salvan & Sartori 2011). Its interval ends where that is 1, as it
//! does at one standard error of a normal posterior (Barlow 1989, 5.3). It needs no derivatives, so it shows what the
//! standard error cannot: sides of different length, and a side without an end.
//!
//! An error of the model that is added to the standard error (theory's, the film's) is no part of the likelihood. The
//! interval has it: each side is the root of the sum of both squares.

use super::estimate::Estimate;
use super::parameter::with_unit;
use serde::{Deserialize, Serialize};

/// A side of the interval that differs from the standard error by this share of it is said.
const UNLIKE: f64 = 0.1;
/// The profile of one parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// The parameter's key.
    pub key: String,
    /// The unit of its numbers; empty for pure numbers.
    pub unit: String,
    /// The points by increasing value.
    pub points: Vec<ProfilePoint>,
    /// Lower and upper end, where the profile is 1, with the errors of the model; `None` where it stays below 1 up to
    /// the bound.
    pub interval: [Option<f64>; 2],
}

/// A value of the parameter with the others at their best.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProfilePoint {
    /// The values of all parameters, in their order.
    pub values: Vec<f64>,
    /// `−2 ln` of the posterior less its least value, over the scale of the parameter's error.
    pub delta_chi_squared: f64,
}

/// Where a side of the profile of the parameter `index` comes to 1, read along a parabola between two points.
pub(super) fn end(estimate: &Estimate, index: usize, centre: &ProfilePoint, side: &[ProfilePoint]) -> Option<f64> {
    let root = |point: &ProfilePoint| point.delta_chi_squared.max(0.0).sqrt();
    let at = side.iter().position(|point| point.delta_chi_squared >= 1.0)?;
    let (to, from) = (&side[at], at.checked_sub(1).map_or(centre, |before| &side[before]));
    let share = (1.0 - root(from)) / (root(to) - root(from));
    let crossed = from.values[index] + share * (to.values[index] - from.values[index]);
    let off = crossed - estimate.value;
    let [low, high] = estimate.bounds;
    Some(estimate.value + off.signum() * off.hypot(estimate.square_of_model().sqrt()))
        .filter(|end| (low..=high).contains(end))
}

impl Profile {
    /// The interval, and how it differs from the standard error.
    pub(super) fn in_words(&self, estimate: &Estimate) -> String {
        let shown = |value: f64| with_unit(value, &self.unit);
        let [low, high] = self.interval;
        let sides = [low.map(|low| estimate.value - low), high.map(|high| high - estimate.value)];
        let unlike = |side: &Option<f64>| {
            side.is_none_or(|side| (side - estimate.standard_error).abs() > UNLIKE * estimate.standard_error)
        };
        let found = match (low, high) {
            (Some(low), Some(high)) => format!("{} to {}", shown(low), shown(high)),
            (Some(low), None) => format!("above {}; not bounded above within the range given", shown(low)),
            (None, Some(high)) => format!("below {}; not bounded below within the range given", shown(high)),
            (None, None) => "not bounded within the range given".to_owned(),
        };
        let but = match (sides, sides.iter().any(unlike)) {
            (_, false) => ": as the standard error".to_owned(),
            ([Some(below), Some(above)], true) => {
                format!(
                    ": −{} +{}, where the standard error is {}",
                    shown(below),
                    shown(above),
                    shown(estimate.standard_error)
                )
            }
            _ => String::new(),
        };
        format!("profile of {}: {found}{but}\n", self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::super::estimate::ErrorPart;
    use super::*;

    fn estimate(parts: Vec<ErrorPart>) -> Estimate {
        Estimate {
            key: "liquid.viscosity".into(),
            unit: "mPa s".into(),
            value: 10.0,
            standard_error: 0.5,
            parts,
            bounds: [5.0, 20.0],
            remark: String::new(),
            of_use: true,
        }
    }

    fn side(points: &[(f64, f64)]) -> Vec<ProfilePoint> {
        points.iter().map(|(value, delta)| ProfilePoint { values: vec![*value], delta_chi_squared: *delta }).collect()
    }

    #[test]
    fn the_interval_of_a_parabola_is_its_standard_error_and_the_models_error_is_added_by_squares() {
        let centre = &side(&[(10.0, 0.0)])[0];
        let parabola: Vec<(f64, f64)> =
            (1..6).map(|k| 0.3 * f64::from(k)).map(|off| (10.0 + off, (off / 0.5).powi(2))).collect();
        let found = end(&estimate(Vec::new()), 0, centre, &side(&parabola)).unwrap();
        assert!((found - 10.5).abs() < 1e-12, "{found}");
        let part = ErrorPart { of: "the film's".into(), error: 1.2 };
        let wider = end(&estimate(vec![part]), 0, centre, &side(&parabola)).unwrap();
        assert!((wider - 11.3).abs() < 1e-12, "{wider}");
    }

    #[test]
    fn a_side_that_does_not_come_to_one_has_no_end_and_that_is_said() {
        let centre = &side(&[(10.0, 0.0)])[0];
        let flat = side(&[(12.0, 0.2), (20.0, 0.6)]);
        let steep = side(&[(9.7, 1.0), (9.4, 4.0)]);
        let ends = [end(&estimate(Vec::new()), 0, centre, &steep), end(&estimate(Vec::new()), 0, centre, &flat)];
        assert!((ends[0].unwrap() - 9.7).abs() < 1e-12 && ends[1].is_none(), "{ends:?}");
        let profile = Profile { key: "k".into(), unit: "mPa s".into(), points: Vec::new(), interval: ends };
        let said = profile.in_words(&estimate(Vec::new()));
        assert_eq!(said, "profile of k: above 9.70000 mPa s; not bounded above within the range given\n");
    }
}
