//! The axes of a plan and their combinations.

use super::setting::{Setting, file_name};
use super::values::Written;
use crate::case::Place;

/// One point of an axis: what it sets, and how it is called.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// What is set.
    pub settings: Vec<Setting>,
    /// The name the user gave it.
    pub name: Option<String>,
    /// How many of its keys make its name where the user gave none.
    pub labelled: usize,
}

/// Something that varies: a key, keys that change together, or a list of runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// At least one point.
    pub points: Vec<Point>,
}

/// A combination of one point of each axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Combination<'a> {
    /// Name of the run and its directory.
    pub name: String,
    /// The curve it belongs to: the points of all axes but one, in words.
    pub series: String,
    /// What it sets.
    pub settings: Vec<&'a Setting>,
}

impl Point {
    /// A point that sets `settings`; if it has no `name`, the first `labelled` of them name it.
    pub fn new(settings: Vec<Setting>, name: Option<String>, labelled: usize) -> Self {
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

    /// The name for a legend: `viscosity 10 mPa s`; words speak for themselves.
    fn words(&self) -> String {
        let words = |setting: &Setting| {
            let value = setting.plain();
            let key = setting.key.rsplit('.').next().unwrap_or(&setting.key).replace('_', " ");
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

impl Axis {
    /// The axis of one key with its values.
    pub fn of_key(key: &str, key_place: &Place, values: Vec<Written>) -> Self {
        let point = |(value, value_place)| {
            let setting = Setting { key: key.to_owned(), value, key_place: key_place.clone(), value_place };
            Point::new(vec![setting], None, 1)
        };
        Self { points: values.into_iter().map(point).collect() }
    }

    /// The keys that it sets, each once.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.first_of_each_key().map(|(key, _)| key)
    }

    /// The keys that it sets and where each stands first.
    pub fn first_of_each_key(&self) -> impl Iterator<Item = (&str, &Place)> {
        let all = || self.points.iter().flat_map(|point| &point.settings);
        let first = move |at: usize, key: &str| all().take(at).all(|earlier| earlier.key != key);
        let numbered = all().enumerate().filter(move |(at, setting)| first(*at, &setting.key));
        numbered.map(|(_, setting)| (setting.key.as_str(), &setting.key_place))
    }
}

/// The number of combinations, if it can be counted.
pub fn count(axes: &[Axis]) -> Option<usize> {
    axes.iter().try_fold(1_usize, |product, axis| product.checked_mul(axis.points.len()))
}

/// All combinations, the last axis fastest; curves run along the axis `along`.
pub fn combinations(axes: &[Axis], along: usize) -> Vec<Combination<'_>> {
    let last_part = |key: &str| key.rsplit('.').next().unwrap_or(key).to_owned();
    let keys: Vec<String> = axes.iter().flat_map(|axis| axis.keys().map(last_part).collect::<Vec<_>>()).collect();
    let whole_keys = keys.iter().enumerate().any(|(at, key)| keys[..at].contains(key));
    let total = count(axes).unwrap_or(0);
    let mut all = Vec::with_capacity(total);
    for number in 0..total {
        let mut rest = number;
        let mut chosen: Vec<&Point> = Vec::with_capacity(axes.len());
        for axis in axes.iter().rev() {
            chosen.push(&axis.points[rest % axis.points.len()]);
            rest /= axis.points.len();
        }
        chosen.reverse();
        let labels: Vec<String> = chosen.iter().map(|point| point.label(whole_keys)).collect();
        let others = chosen.iter().enumerate().filter(|(at, _)| *at != along);
        all.push(Combination {
            name: labels.join("_"),
            series: others.map(|(_, point)| point.words()).collect::<Vec<_>>().join(", "),
            settings: chosen.iter().flat_map(|point| &point.settings).collect(),
        });
    }
    all
}
