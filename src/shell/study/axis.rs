//! The axes of a plan and their combinations.

use super::setting::{Setting, file_name};
use super::values::Written;
use crate::case::Place;
use std::collections::HashSet;

/// Longest name of a run, bytes.
pub(super) const LONGEST_NAME: usize = 100;

/// The name of a key in legends, where it is not its last part.
const SYMBOLS: [(&str, &str); 4] =
    [("stokes", "St"), ("stokes_binary", "St_b"), ("reynolds", "Re"), ("contact.restitution", "e dry")];
/// Digits that a number in a legend is given at least, where its value was written with more than [`SHORT`].
const FEWEST: usize = 2;
const SHORT: usize = 3;
/// Digits that tell any two numbers apart.
const ALL: usize = 17;

/// One point of an axis: its settings and its name.
#[derive(Debug, Clone, PartialEq)]
pub struct AxisPoint {
    /// The settings.
    pub(super) settings: Vec<Setting>,
    /// The name the user gave it.
    pub name: Option<String>,
    /// How many of its keys make its name where the user gave none.
    pub(super) labelled: usize,
}

/// Something that varies: a key, keys that change together, or a list of runs.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepAxis {
    /// At least one point.
    pub points: Vec<AxisPoint>,
}

/// A combination of one point of each axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Combination<'a> {
    /// Name of the run and its directory.
    pub name: String,
    /// The curve it belongs to: the points of all axes but one, in words.
    pub(super) series: String,
    /// Its settings.
    pub(super) settings: Vec<&'a Setting>,
}

impl AxisPoint {
    /// A point that sets `settings`; if it has no `name`, the first `labelled` of them name it.
    pub(super) fn new(settings: Vec<Setting>, name: Option<String>, labelled: usize) -> Self {
        Self { settings, name, labelled }
    }

    /// The name as part of a directory's name.
    fn label(&self, whole_keys: bool) -> String {
        match &self.name {
            Some(name) => file_name(name),
            None => {
                let parts = self.settings.iter().take(self.labelled).map(|setting| setting.label(whole_keys));
                parts.collect::<Vec<_>>().join("_")
            }
        }
    }

    /// The name for a legend, its numbers with this many digits: `St 34`, `viscosity 10 mPa s`; words speak for
    /// themselves.
    fn words(&self, digits: usize) -> String {
        let words = |setting: &Setting| {
            let value = shortened(&setting.plain(), digits);
            let key = SYMBOLS.iter().find(|(key, _)| *key == setting.key).map_or_else(
                || setting.key.rsplit('.').next().unwrap_or(&setting.key).replace('_', " "),
                |(_, symbol)| (*symbol).into(),
            );
            let numeric = value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+'));
            let flag = matches!(value.as_str(), "true" | "false");
            if numeric || flag { format!("{key} {value}") } else { value }
        };
        match &self.name {
            Some(name) => name.clone(),
            None => self.settings.iter().take(self.labelled).map(words).collect::<Vec<_>>().join(", "),
        }
    }
}

/// A value whose number was written with more than three digits, with as many as asked for, or all before the point.
fn shortened(value: &str, digits: usize) -> String {
    let (number, unit) = value.split_once(' ').map_or((value, ""), |(number, unit)| (number, unit));
    let written = number.bytes().filter(u8::is_ascii_digit).count();
    match number.parse::<f64>() {
        Ok(exact) if written > SHORT && exact.is_finite() && exact != 0.0 => {
            let before = exact.abs().log10().floor();
            let shown = if (-5.0..6.0).contains(&before) {
                format!("{exact:.*}", (digits as f64 - 1.0 - before).max(0.0) as usize)
            } else {
                format!("{exact:.*e}", digits - 1)
            };
            format!("{shown} {unit}").trim_end().to_owned()
        }
        _ => value.to_owned(),
    }
}

impl SweepAxis {
    /// The axis of one key with its values.
    pub(super) fn of_key(key: &str, key_place: &Place, values: Vec<Written>) -> Self {
        let point = |(value, value_place)| {
            let setting = Setting { key: key.to_owned(), value, key_place: key_place.clone(), value_place };
            AxisPoint::new(vec![setting], None, 1)
        };
        Self { points: values.into_iter().map(point).collect() }
    }

    /// The fewest digits with which the names of its points differ.
    fn digits(&self) -> usize {
        let differ = |digits: &usize| {
            let mut known = HashSet::new();
            self.points.iter().all(|point| known.insert(point.words(*digits)))
        };
        (FEWEST..ALL).find(differ).unwrap_or(ALL)
    }

    /// The keys that it sets, each once.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.first_of_each_key().map(|(key, _)| key)
    }

    /// The keys that it sets and where each stands first.
    pub(super) fn first_of_each_key(&self) -> impl Iterator<Item = (&str, &Place)> {
        let mut known = HashSet::new();
        let all = self.points.iter().flat_map(|point| &point.settings);
        let first = all.filter(move |setting| known.insert(setting.key.as_str()));
        first.map(|setting| (setting.key.as_str(), &setting.key_place))
    }
}

/// The number of combinations, if it can be counted.
pub(super) fn count(axes: &[SweepAxis]) -> Option<usize> {
    axes.iter().try_fold(1_usize, |product, axis| product.checked_mul(axis.points.len()))
}

/// Bytes of the longest name, and where its longest part is set, if a name is longer than [`LONGEST_NAME`] or a series
/// than four times that.
pub(super) fn too_long(axes: &[SweepAxis]) -> Option<(usize, Place)> {
    let whole_keys = needs_whole_keys(axes);
    let label = |point: &AxisPoint| point.label(whole_keys).len();
    let words = |point: &AxisPoint| point.words(ALL).len();
    let whole = |part: &dyn Fn(&AxisPoint) -> usize, separator: usize| -> usize {
        axes.iter().map(|axis| separator + axis.points.iter().map(part).max().unwrap_or(0)).sum()
    };
    let (name, series) = (whole(&label, 1).saturating_sub(1), whole(&words, 2));
    let points = axes.iter().flat_map(|axis| &axis.points);
    let longest = points.max_by_key(|point| label(point).max(words(point)))?;
    let place = longest.settings.first()?.key_place.clone();
    (name > LONGEST_NAME || series > 4 * LONGEST_NAME).then_some((name.max(series), place))
}

/// Whether two axes set keys that end alike, so that names need the tables too.
fn needs_whole_keys(axes: &[SweepAxis]) -> bool {
    let mut known = HashSet::new();
    let mut last_parts = axes.iter().flat_map(SweepAxis::keys).map(|key| key.rsplit('.').next().unwrap_or(key));
    !last_parts.all(|part| known.insert(part))
}

/// All combinations, the last axis fastest; curves run along the axis `along`.
pub(super) fn combinations(axes: &[SweepAxis], along: usize) -> Vec<Combination<'_>> {
    let whole_keys = needs_whole_keys(axes);
    let total = count(axes).unwrap_or(0);
    let digits: Vec<usize> = axes.iter().map(SweepAxis::digits).collect();
    let mut all = Vec::with_capacity(total);
    for number in 0..total {
        let mut rest = number;
        let mut chosen: Vec<&AxisPoint> = Vec::with_capacity(axes.len());
        for axis in axes.iter().rev() {
            chosen.push(&axis.points[rest % axis.points.len()]);
            rest /= axis.points.len();
        }
        chosen.reverse();
        let labels: Vec<String> = chosen.iter().map(|point| point.label(whole_keys)).collect();
        let others = chosen.iter().enumerate().filter(|(at, _)| *at != along);
        all.push(Combination {
            name: labels.join("_"),
            series: others.map(|(at, point)| point.words(digits[at])).collect::<Vec<_>>().join(", "),
            settings: chosen.iter().flat_map(|point| &point.settings).collect(),
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Place;

    #[test]
    fn legends_have_symbols_and_the_digits_that_tell_values_apart() {
        let place = Place { source: 0, span: 0..0 };
        let names = |key: &str, values: &[&str]| {
            let axis = SweepAxis::of_key(
                key,
                &place,
                values.iter().map(|value| ((*value).to_owned(), place.clone())).collect(),
            );
            let digits = axis.digits();
            axis.points.iter().map(|point| point.words(digits)).collect::<Vec<_>>()
        };
        assert_eq!(names("stokes", &["34.3754", "152.25"]), ["St 34", "St 152"]);
        assert_eq!(
            names("density_ratio", &["1.1", "1.71046", "2.65972"]),
            ["density ratio 1.1", "density ratio 1.7", "density ratio 2.7"]
        );
        assert_eq!(names("reynolds", &["10.0312", "10.0389"]), ["Re 10.03", "Re 10.04"]);
        assert_eq!(
            names("liquid.viscosity", &["\"12.5 mPa s\"", "\"20.8314 mPa s\""]),
            ["viscosity 12.5 mPa s", "viscosity 21 mPa s"]
        );
        assert_eq!(names("sphere.young", &["200000000000", "1234567"]), ["young 2.0e11", "young 1.2e6"]);
        assert_eq!(names("contact.law", &["\"hertz\"", "\"li\""]), ["hertz", "li"]);
    }
}
