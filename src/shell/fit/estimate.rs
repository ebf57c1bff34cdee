//! A fitted parameter: its value, its standard error, and the parts of it.

use super::mode::{FILMS, GRIDS, THEORYS};
use super::parameter::Parameter;
use serde::{Deserialize, Serialize};
use wetbounce_physics::numerics::not_finite;

/// A standard error above this share of the bounds' width, or of the prior's uncertainty, says that the record tells
/// nothing of the parameter: a value spread evenly over the bounds has 0.29 of their width.
const UNDETERMINED: f64 = 0.25;
/// A record that leaves this share of the prior's uncertainty determines nothing.
const PRIOR_KEPT: f64 = 0.9;

/// A part of a standard error, added to the others by squares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ErrorPart {
    /// Whose error it is.
    pub of: String,
    /// The part, in the parameter's unit.
    pub error: f64,
}

/// What is to be said of a parameter that was fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remark {
    /// Nothing depends on it.
    Idle,
    /// It ended at its bound.
    AtBound,
    /// The record determines it no better than its bounds do.
    Unidentifiable,
    /// The record determines it no better than its prior does.
    PriorStays,
    /// The record would determine it, if an error of the model did not hide it: whose, and what helps.
    Hidden(&'static str, &'static str),
    /// The record determines it, but the error of the grid does almost the same to the record as the parameter.
    LikeGrid,
    /// Nothing.
    None,
}

/// Whose errors can hide a parameter, and what helps.
const HIDES: [(&str, &str); 3] =
    [(GRIDS, "more cells"), (THEORYS, "fit by the flow"), (FILMS, "say more of the film's inputs")];

impl Remark {
    /// It in words.
    fn words(self) -> String {
        match self {
            Self::Idle => {
                "the record does not determine it, for nothing in it depends on it: leave it out of fit.vary".into()
            }
            Self::Unidentifiable => {
                "the record does not determine it: leave it out of fit.vary, or give a prior".into()
            }
            Self::PriorStays => "the record does not determine it: keep its prior".into(),
            Self::AtBound => "at its bound".into(),
            Self::Hidden(GRIDS, help) => format!("the grid decides: {help}"),
            Self::Hidden(whose, help) => format!("{whose} error decides: {help}"),
            Self::LikeGrid => "the grid decides: more cells".into(),
            Self::None => String::new(),
        }
    }

    /// Whether the value may be used.
    fn is_of_use(self) -> bool {
        matches!(self, Self::None | Self::LikeGrid)
    }
}

/// A parameter that was fitted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// Its key.
    pub key: String,
    /// The unit of the numbers; empty for pure numbers.
    pub unit: String,
    /// The value.
    pub value: f64,
    /// Its standard error; infinite (`null` in JSON, read as NaN) if no value of the record depends on the parameter.
    #[serde(with = "not_finite")]
    pub standard_error: f64,
    /// The parts of it that errors of the model have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<ErrorPart>,
    /// Lower and upper bound.
    pub bounds: [f64; 2],
    /// Warnings about it; empty if there are none.
    pub remark: String,
    /// Whether the value may be used.
    #[serde(default)]
    pub of_use: bool,
}

impl Estimate {
    /// The standard error without the errors of the model that are added to it.
    pub fn of_record(&self) -> f64 {
        (self.standard_error * self.standard_error - self.square_of_model()).max(0.0).sqrt()
    }

    /// The square of the errors of the model that are added to it.
    pub(super) fn square_of_model(&self) -> f64 {
        self.parts.iter().map(|part| part.error * part.error).sum()
    }

    /// The estimate with its warnings; `like_grid` says that nearly all of what determines it in the record could be an
    /// error of the grid.
    pub(super) fn new(
        parameter: &Parameter,
        value: f64,
        standard_error: f64,
        parts: Vec<ErrorPart>,
        like_grid: bool,
    ) -> Self {
        let width = parameter.high - parameter.low;
        let prior_stays = parameter.prior.is_some_and(|prior| standard_error > PRIOR_KEPT * prior.sigma);
        let unidentifiable = prior_stays || standard_error > UNDETERMINED * width;
        let hides = |whose: &str| {
            let own = parts.iter().filter(|part| part.of.starts_with(whose));
            own.map(|part| part.error.powi(2)).sum::<f64>() > 0.5 * standard_error.powi(2)
        };
        let hidden = HIDES.iter().find(|(whose, _)| hides(whose) || (like_grid && *whose == GRIDS));
        let remark = match hidden {
            _ if !standard_error.is_finite() => Remark::Idle,
            _ if parameter.is_bound(value) => Remark::AtBound,
            Some((whose, help)) if unidentifiable => Remark::Hidden(whose, help),
            _ if prior_stays => Remark::PriorStays,
            _ if unidentifiable => Remark::Unidentifiable,
            _ if like_grid => Remark::LikeGrid,
            _ => Remark::None,
        };
        Self {
            key: parameter.key.clone(),
            unit: parameter.unit.clone(),
            value,
            standard_error,
            parts,
            bounds: [parameter.low, parameter.high],
            remark: remark.words(),
            of_use: remark.is_of_use(),
        }
    }

    /// Value and standard error, each to two digits of the error, with the unit.
    pub(super) fn with_digits_of_error(&self) -> [String; 2] {
        with_digits(self.value, self.standard_error, &self.unit)
    }

    /// The value with its standard error.
    pub(super) fn in_words(&self) -> String {
        let [value, error] = with_digits(self.value, self.standard_error, "");
        format!("{} = {value} ± {error} {}", self.key, self.unit).trim_end().to_owned()
    }
}

/// A value and its standard error to two digits of this error, each with the unit.
pub(super) fn with_digits(value: f64, error: f64, unit: &str) -> [String; 2] {
    let is_known = error > 0.0 && error.is_finite();
    let digits = if is_known { (1 - error.log10().floor() as i32).clamp(0, 12) as usize } else { 5 };
    [value, error].map(|number| format!("{number:.digits$} {unit}").trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(error: f64, parts: &[(&str, f64)], like_grid: bool) -> Estimate {
        let parameter = Parameter {
            key: "liquid.viscosity".into(),
            unit: "mPa s".into(),
            start: 10.0,
            low: 5.0,
            high: 15.0,
            prior: None,
        };
        let parts = parts.iter().map(|(of, error)| ErrorPart { of: (*of).to_owned(), error: *error });
        Estimate::new(&parameter, 10.0, error, parts.collect(), like_grid)
    }

    #[test]
    fn what_hides_a_parameter_is_named_with_what_helps() {
        for (error, parts, like_grid, remark, of_use) in [
            (0.1, &[][..], false, "", true),
            (0.1, &[], true, "the grid decides: more cells", true),
            (3.0, &[("the grid's (more)", 2.8)], false, "the grid decides: more cells", false),
            (
                3.0,
                &[("theory's (more)", 2.0), ("theory's (other)", 2.0)],
                false,
                "theory's error decides: fit by the flow",
                false,
            ),
            (
                3.0,
                &[("the film's (more)", 2.8)],
                false,
                "the film's error decides: say more of the film's inputs",
                false,
            ),
            (3.0, &[], false, "the record does not determine it: leave it out of fit.vary, or give a prior", false),
            (
                f64::INFINITY,
                &[],
                false,
                "the record does not determine it, for nothing in it depends on it: leave it out of fit.vary",
                false,
            ),
        ] {
            let found = estimate(error, parts, like_grid);
            assert_eq!((found.remark.as_str(), found.of_use), (remark, of_use));
        }
        let known = crate::fit::parameter::Prior { value: 10.0, sigma: 1.0 };
        let parameter = Parameter {
            key: "liquid.viscosity".into(),
            unit: "mPa s".into(),
            start: 10.0,
            low: 0.0,
            high: 1e3,
            prior: Some(known),
        };
        assert!(Estimate::new(&parameter, 10.0, 0.95, Vec::new(), false).remark.contains("keep its prior"));
    }

    #[test]
    fn a_value_has_the_digits_of_its_error() {
        assert_eq!(estimate(0.123, &[], false).in_words(), "liquid.viscosity = 10.00 ± 0.12 mPa s");
        assert_eq!(estimate(12.3, &[], false).in_words(), "liquid.viscosity = 10 ± 12 mPa s");
    }
}
