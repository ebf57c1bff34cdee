//! A parameter that a fit varies: its key, its unit, its bounds, and its prior.

use crate::case::{Case, InputError};
use wetbounce_physics::quantity::uncertain::Uncertain;
use wetbounce_physics::quantity::{NUMBER, Quantity};

/// Bounds where none are given: the value of the case over and times this.
const WIDE: f64 = 5.0;

/// Distance to a bound, over the bounds' width, below which a value is said to be at it.
const AT_BOUND: f64 = 1e-3;
/// Distance to a bound from which a search begins: at the bound itself the value does not depend on the angle.
const INSIDE: f64 = 0.01;

/// The prior of a parameter, in the parameter's unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prior {
    /// Expected value.
    pub value: f64,
    /// Standard uncertainty.
    pub sigma: f64,
}

/// A key of the case that a fit varies.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// The key, such as `liquid.viscosity`.
    pub key: String,
    /// The unit of all its numbers; empty for pure numbers.
    pub unit: String,
    /// The value that the case has.
    pub start: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
    /// Its prior.
    pub(super) prior: Option<Prior>,
}

impl Parameter {
    /// The parameter that `text` asks for: `contact.restitution`, with bounds `contact.restitution = 0.9 .. 1`;
    /// `priors` are of the form `contact.restitution = 0.97 ± 0.02` (or `+/-`, `+-`).
    ///
    /// # Errors
    /// The key is not a quantity or number of the case, or a bound cannot be read.
    pub fn parse(text: &str, priors: &[String], case: &Case) -> Result<Self, InputError> {
        let (key, bounds) = match text.split_once('=') {
            Some((key, bounds)) => (key.trim(), Some(bounds.trim())),
            None => (text.trim(), None),
        };
        let diameter = case.problem.sphere.diameter;
        let (start, unit) = value_of(key, case)?;
        let number = |text: &str| in_unit(key, text, &unit, diameter);
        let (low, high) = match bounds {
            Some(bounds) => {
                let ends = bounds.split_once("..").ok_or_else(|| {
                    InputError::new(format!("`{bounds}` are no bounds of {key}"))
                        .help("write LOW .. HIGH, such as 0.9 .. 1")
                })?;
                (number(ends.0)?, number(ends.1)?)
            }
            None if start == 0.0 => {
                return Err(InputError::new(format!("{key} is 0 in the case, so its bounds are not known"))
                    .help(format!("write them: {key} = LOW .. HIGH, with units")));
            }
            None if key.ends_with("restitution") => (0.3, 1.0),
            None => ((start / WIDE).min(start * WIDE), (start / WIDE).max(start * WIDE)),
        };
        let prior = priors.iter().find_map(|prior| prior.split_once('=').filter(|(name, _)| name.trim() == key));
        let prior = match prior {
            None => None,
            Some((_, text)) => {
                let wrong = |why: String| {
                    InputError::new(format!("`{}` is no prior of {key}{why}", text.trim()))
                        .help("write VALUE ± SIGMA, such as 0.97 ± 0.02, 3 ± 0.01 mm, or 10 mPa s ± 2 %")
                };
                let known = Uncertain::parse(text).ok_or_else(|| wrong(String::new()))?;
                let known = known.map_err(|error| wrong(format!(": {error}")))?;
                let [value, sigma] = [known.value, known.sigma].map(|part| number(&known.written(part)));
                Some(Prior { value: value?, sigma: sigma? })
            }
        };
        if low >= high {
            let why = if low > high { "are reversed" } else { "are one value" };
            let [low, high] = [low, high].map(|bound| format!("{} {unit}", NUMBER.brief(bound)).trim_end().to_owned());
            return Err(InputError::new(format!("the bounds of {key} {why}: {low} .. {high}"))
                .help(format!("write the smaller one first: {key} = LOW .. HIGH")));
        }
        if !(low..=high).contains(&start) {
            return Err(InputError::new(format!(
                "{key} is {start} {unit} in the case, not between its bounds {low} and {high}"
            ))
            .help("widen the bounds, or change the case"));
        }
        if prior.is_some_and(|prior| prior.sigma <= 0.0) {
            return Err(InputError::new(format!("the prior of {key} has no uncertainty")).help("write VALUE ± SIGMA"));
        }
        Ok(Self { key: key.to_owned(), unit, start, low, high, prior })
    }

    /// The override that sets the parameter to `value`.
    pub fn setting(&self, value: f64) -> String {
        match self.unit.as_str() {
            "" => format!("{}={value:?}", self.key),
            unit => format!("{}=\"{value:?} {unit}\"", self.key),
        }
    }

    /// The angle θ of a value between the bounds.
    pub(super) fn angle(&self, value: f64) -> f64 {
        (2.0 * (value - self.low) / (self.high - self.low) - 1.0).clamp(-0.999_999, 0.999_999).asin()
    }

    /// The angle of a value, or of one a little inside of the bounds.
    pub(super) fn angle_inside(&self, value: f64) -> f64 {
        let margin = INSIDE * (self.high - self.low);
        self.angle(value.clamp(self.low + margin, self.high - margin))
    }

    /// Whether the value is at a bound.
    pub(super) fn is_bound(&self, value: f64) -> bool {
        [self.low, self.high].iter().any(|bound| (value - bound).abs() < AT_BOUND * (self.high - self.low))
    }

    /// The value at an angle θ.
    pub(super) fn value(&self, angle: f64) -> f64 {
        self.low + 0.5 * (self.high - self.low) * (1.0 + angle.sin())
    }
}

/// A value with its unit, which may be empty.
pub(super) fn with_unit(value: f64, unit: &str) -> String {
    format!("{value:.5} {unit}").trim_end().to_owned()
}

/// Number and unit that the resolved case has for `key`.
fn value_of(key: &str, case: &Case) -> Result<(f64, String), InputError> {
    let resolved: toml::Table = case.to_toml().parse().expect("a resolved case is TOML");
    let found = key.split('.').try_fold(toml::Value::Table(resolved), |value, part| match value {
        toml::Value::Table(mut table) => table.remove(part),
        _ => None,
    });
    let wrong = |why: &str| {
        InputError::new(format!("`{key}` {why}")).help(
            "name a key that `wetbounce check CASE.toml --resolved` shows with a number, such as contact.restitution",
        )
    };
    match found {
        None => Err(wrong("is no key of the case, or has no value there")),
        Some(toml::Value::Float(number)) => Ok((number, String::new())),
        Some(toml::Value::String(text)) => {
            let number = text.split_whitespace().next().unwrap_or_default();
            let unit = text[number.len()..].trim().to_owned();
            let value: f64 = number.parse().map_err(|_| wrong("is not a quantity"))?;
            Ok((value, unit))
        }
        Some(_) => Err(wrong("is not a quantity")),
    }
}

/// A quantity as a number in `unit`.
fn in_unit(key: &str, text: &str, unit: &str, diameter: f64) -> Result<f64, InputError> {
    let wrong = |why: String| {
        InputError::new(format!("{key}: `{}` cannot be used: {why}", text.trim())).help(match unit {
            "" => "write a number without unit".to_owned(),
            unit => format!("write it with its unit, such as 1 {unit}"),
        })
    };
    let read = |text: &str| Quantity::parse(text).map_err(|error| wrong(error.to_string()));
    let (quantity, one) = (read(text)?, read(&format!("1 {unit}"))?);
    if quantity.dimension != one.dimension {
        return Err(wrong(format!("a number in {} was expected", if unit.is_empty() { "1" } else { unit })));
    }
    let si = |quantity: &Quantity| quantity.si(Some(diameter)).map_err(|error| wrong(error.to_string()));
    Ok(si(&quantity)? / si(&one)?)
}
