//! Uncertain inputs: a plan that draws samples of them.
//!
//! ```toml
//! [sample]
//! count = 64                              # runs
//! seed = 1                                # the same seed, the same samples
//!
//! [set]
//! sphere.diameter = "3 ± 0.01 mm"         # or +-
//! liquid.viscosity = "10 ± 0.2 mPa s"
//! contact.restitution = "0.97 ± 0.02"
//! ```
//!
//! Each input is normally distributed, independent of the others, cut off at ±3 standard uncertainties and where the
//! case would refuse the value. The samples are a Latin hypercube (McKay, Beckman & Conover 1979): the distribution of
//! each input is divided into `count` parts of equal probability, one value is drawn from each, and the parts are
//! combined in random order: of 200 orders the one in which the input is least correlated with those before it. Random
//! numbers are those of SplitMix64 (Steele, Lea & Flood 2014), the same on every machine.

use super::axis::{AxisPoint, SweepAxis};
use super::setting::{Setting, toml_text};
use crate::case::keys::read;
use crate::case::section::Section;
use crate::case::{Case, Disk, InputError, InputText};
use serde::{Deserialize, Serialize};
use wetbounce_physics::numerics::root;
use wetbounce_physics::own::Laws;
use wetbounce_physics::quantity::uncertain::Uncertain;
use wetbounce_physics::table;
use wetbounce_records::statistics::Random;

/// Standard uncertainties at which a distribution is cut off.
const CUT: f64 = 3.0;
/// Halvings of the way to where the case refuses a value.
const HALVINGS: u32 = 30;
/// Random orders of an input, of which the one least correlated with the inputs before is taken.
const TRIES: usize = 200;
/// How samples are drawn, in words.
pub(super) const METHOD: &str = "Latin hypercube of independent normal distributions, cut off at ±3 standard uncertainties and where the case refuses a value";

table! {
    /// `[sample]` of a plan.
    #[derive(Copy)]
    pub struct SampleTable {
        /// Samples. Required.
        count: usize = 0, count(4..=10_000);
        /// Seed of the random numbers. Required.
        seed: u64 = 0, count(0..=i64::MAX as u64);
    }
}

/// An uncertain input and the range that it is drawn from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The key of the case.
    pub(super) key: String,
    /// The unit of all its numbers; empty for pure numbers.
    pub unit: String,
    /// Expected value.
    pub value: f64,
    /// Standard uncertainty.
    pub(super) uncertainty: f64,
    /// Lower end of the range.
    pub low: f64,
    /// Upper end of the range.
    pub high: f64,
}

/// The samples, and how they were drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drawn {
    /// Samples.
    pub count: usize,
    /// Seed of the random numbers.
    pub(super) seed: u64,
    /// The method in words.
    pub(super) method: String,
    /// The inputs.
    #[serde(rename = "input")]
    pub(super) inputs: Vec<Input>,
}

impl SampleTable {
    /// Reads the plan's table.
    pub fn read(section: Section<'_>) -> Self {
        let sample = read(Self::default(), &section);
        for (key, advice) in [
            ("count", "write for example count = 64: the number of samples"),
            ("seed", "without one, such as seed = 1, the samples could not be drawn again"),
        ] {
            if section.place(key).is_none() {
                section.missing(key, advice);
            }
        }
        section.finish();
        sample
    }
}

/// Draws samples of the uncertain settings among `common`, which are taken out of it; `text` and `base` are the base
/// case and its name, `laws` those of your own that it may name, `sources` the texts that places refer to, `groups` the
/// settings that are no keys of the case. `None` if nothing is uncertain.
///
/// # Errors
/// Uncertain settings without `[sample]` or the other way round, or one that cannot be read.
pub fn draw(
    sample: Option<SampleTable>,
    common: &mut Vec<Setting>,
    ((text, base), laws): ((&str, &str), &Laws),
    sources: &[InputText],
    groups: &[&str],
) -> Result<Option<(Drawn, SweepAxis)>, InputError> {
    let uncertain = |setting: &Setting| Uncertain::parse(&setting.plain()).is_some();
    let (open, fixed): (Vec<Setting>, Vec<Setting>) = common.drain(..).partition(uncertain);
    *common = fixed;
    let Some(sample) = sample else {
        let Some(first) = open.first() else { return Ok(None) };
        let problem = InputError::new(format!("`{}` is uncertain, and the plan draws no samples", first.key));
        let help = "add [sample] with count = 64 and seed = 1; or write the value without ±";
        return Err(problem.at(sources, &first.value_place, "an uncertain value").help(help));
    };
    if open.is_empty() {
        let help = "give inputs under [set] their uncertainty, such as sphere.diameter = \"3 ± 0.01 mm\"";
        return Err(InputError::new("the plan has [sample], but no input is uncertain").help(help));
    }
    if let Some(group) = open.iter().find(|setting| groups.contains(&setting.key.as_str())) {
        let problem = InputError::new(format!("`{}` cannot be drawn", group.key));
        let problem = problem.at(sources, &group.value_place, "a group has no uncertainty of its own");
        return Err(problem.help("give one to a key of the case"));
    }
    let known: Vec<String> =
        common.iter().filter(|s| !groups.contains(&s.key.as_str())).map(Setting::as_override).collect();
    let accepts = |setting: &Setting| {
        let overrides: Vec<String> = known.iter().cloned().chain([setting.as_override()]).collect();
        Case::parse_with(text, base, &overrides, &Disk::with(laws)).is_ok()
    };
    let inputs = open.iter().map(|setting| input(setting, sources, &accepts)).collect::<Result<Vec<_>, _>>()?;
    let axis = axis(&open, &inputs, sample);
    let SampleTable { count, seed } = sample;
    let inputs = inputs.into_iter().map(|(input, _)| input).collect();
    Ok(Some((Drawn { count, seed, method: METHOD.into(), inputs }, axis)))
}

/// A value of an uncertain setting.
fn with_value(setting: &Setting, uncertain: &Uncertain, value: f64) -> Setting {
    let written = uncertain.written(value);
    let value = if uncertain.unit.is_empty() { written } else { toml_text(&written) };
    Setting { value, ..setting.clone() }
}

/// The input that a setting asks for, and how its values are written.
fn input(
    setting: &Setting,
    sources: &[InputText],
    accepts: &dyn Fn(&Setting) -> bool,
) -> Result<(Input, Uncertain), InputError> {
    let refused = |why: &str, help: &str| {
        InputError::new(format!("`{}` cannot be drawn", setting.key)).at(sources, &setting.value_place, why).help(help)
    };
    let uncertain = Uncertain::parse(&setting.plain()).expect("the setting is uncertain");
    let uncertain = uncertain.map_err(|error| {
        refused(&error.to_string(), "write VALUE ± UNCERTAINTY UNIT, such as \"3 ± 0.01 mm\", or \"0.97 ± 0.02\"")
    })?;
    let at = |deviations: f64| uncertain.value + deviations * uncertain.sigma;
    let taken = |deviations: f64| accepts(&with_value(setting, &uncertain, at(deviations)));
    let end = |side: f64| match taken(side * CUT) || !taken(0.0) {
        true => side * CUT,
        false => {
            let halve = |(inside, outside): (f64, f64), _| {
                let middle = 0.5 * (inside + outside);
                if taken(side * middle) { (middle, outside) } else { (inside, middle) }
            };
            side * (0..HALVINGS).fold((0.0, CUT), halve).0
        }
    };
    let (key, unit) = (setting.key.clone(), uncertain.unit.clone());
    let (value, uncertainty) = (uncertain.value, uncertain.sigma);
    Ok((Input { key, unit, value, uncertainty, low: at(end(-1.0)), high: at(end(1.0)) }, uncertain))
}

/// The axis of samples: each point sets all inputs.
fn axis(settings: &[Setting], inputs: &[(Input, Uncertain)], SampleTable { count, seed }: SampleTable) -> SweepAxis {
    let mut random = Random(seed);
    let mut drawn: Vec<Vec<f64>> = Vec::new();
    for (input, _) in inputs {
        let mut tries = (0..TRIES).map(|_| hypercube_column(input, count, &mut random));
        let first = tries.next().expect("one try at least");
        let likeness =
            |column: &Vec<f64>| drawn.iter().map(|other| correlation(other, column).abs()).fold(0.0, f64::max);
        let best = tries.fold((likeness(&first), first), |best, column| {
            let own = likeness(&column);
            if own < best.0 { (own, column) } else { best }
        });
        drawn.push(best.1);
    }
    let column = |((setting, (_, uncertain)), values): ((&Setting, &(Input, Uncertain)), &Vec<f64>)| {
        values.iter().map(|value| with_value(setting, uncertain, *value)).collect::<Vec<Setting>>()
    };
    let columns: Vec<Vec<Setting>> = settings.iter().zip(inputs).zip(&drawn).map(column).collect();
    let digits = count.to_string().len();
    let point = |number: usize| {
        let settings = columns.iter().map(|column| column[number].clone()).collect();
        AxisPoint::new(settings, Some(format!("sample-{:0digits$}", number + 1)), 0)
    };
    SweepAxis { points: (0..count).map(point).collect() }
}

/// One value from each of `count` parts of equal probability, in random order.
fn hypercube_column(input: &Input, count: usize, random: &mut Random) -> Vec<f64> {
    let deviations = |value: f64| (value - input.value) / input.uncertainty;
    let (from, to) = (normal(deviations(input.low)), normal(deviations(input.high)));
    let mut values: Vec<f64> = (0..count)
        .map(|part| {
            let share = (part as f64 + random.share()) / count as f64;
            let value = input.value + input.uncertainty * quantile(from + (to - from) * share);
            value.clamp(input.low, input.high)
        })
        .collect();
    for last in (1..count).rev() {
        values.swap(last, random.below(last + 1));
    }
    values
}

/// Pearson's correlation of two columns.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let sum = |of: &dyn Fn(f64, f64) -> f64| a.iter().zip(b).map(|(x, y)| of(x - mean_a, y - mean_b)).sum::<f64>();
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

/// Share of the standard normal distribution below `z`.
fn normal(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// The number of standard deviations below which this share of the standard normal distribution lies.
fn quantile(share: f64) -> f64 {
    root(|z| normal(z) - share, -2.0 * CUT, 2.0 * CUT, 0.0).unwrap_or(if share < 0.5 { -2.0 * CUT } else { 2.0 * CUT })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_distribution_and_its_inverse_have_their_known_values() {
        assert!((normal(1.0) - 0.841_344_746_068_543).abs() < 1e-15 && normal(0.0) == 0.5);
        assert!((quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-12 && quantile(0.5).abs() < 1e-12);
    }

    #[test]
    fn every_part_of_the_distribution_is_drawn_once_within_the_range() {
        let key = String::new();
        let input = Input { unit: key.clone(), key, value: 0.97, uncertainty: 0.02, low: 0.91, high: 1.0 };
        let column = |seed| hypercube_column(&input, 200, &mut Random(seed));
        let mut values = column(7);
        assert_eq!(values, column(7));
        assert_ne!(values, column(8));
        values.sort_by(f64::total_cmp);
        let (from, to) = (normal(-3.0), normal(1.5));
        for (part, value) in values.iter().enumerate() {
            let share = (normal((value - 0.97) / 0.02) - from) / (to - from);
            assert!((part as f64 - 1e-6..part as f64 + 1.0 + 1e-6).contains(&(200.0 * share)), "{part}: {share}");
        }
        assert!(values[0] >= 0.91 && values[199] <= 1.0);
    }
}
