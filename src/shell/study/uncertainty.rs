//! Spread of the results under uncertain inputs: percentiles, and the share of each input in the variance.
//!
//! For every curve of a sweep with samples, and every output, the finished runs give mean, standard deviation and
//! percentiles. The share of an input is its squared standardised regression coefficient: outputs and inputs are scaled
//! by their standard deviations, the output is fitted as linear in all inputs by least squares, and the coefficient is
//! squared. The shares of independent inputs add up to `R²`, the share that the linear fit explains; where that is low,
//! they say little.

use super::results::{RunResult, SweepResults};
use super::sample::Drawn;
use crate::output::table::Table;
use crate::report::digits;
use crate::run::quantities::{self as q, ResultQuantity};
use nalgebra::{DMatrix, DVector};
use serde::Serialize;
use wetbounce_physics::numerics::grouped;
use wetbounce_physics::quantity::NUMBER;
use wetbounce_physics::remark;
use wetbounce_physics::remark::Remarks;

/// The percentiles: the middle, and ranges of 68 and 95 %.
const PERCENTILES: [f64; 5] = [2.5, 16.0, 50.0, 84.0, 97.5];
/// Share of the variance that the linear fit must explain.
const EXPLAINED: f64 = 0.9;
/// Samples for each input, below which the shares are noise.
const SAMPLES_EACH: usize = 5;
/// How shares are found, in words.
const METHOD: &str = "squared standardised regression coefficients of a linear fit in all inputs; they add up to R², the share of the variance that the fit explains";

/// The outputs.
const OUTPUTS: [(&str, ResultQuantity); 3] = [
    ("restitution", q::RESTITUTION),
    ("apex, bounce 1", q::APEX),
    ("apex time after contact, bounce 1", q::APEX_AFTER),
];

/// The distribution of an output.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spread {
    /// The curve; empty if there is only one.
    series: String,
    /// The output.
    output: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// Samples that have a value.
    samples: usize,
    /// Mean.
    mean: f64,
    /// Standard deviation.
    standard_deviation: f64,
    /// Values below which [`PERCENTILES`] of the samples lie.
    percentiles: [f64; 5],
    /// Share of the variance that a linear fit in all inputs explains.
    r_squared: f64,
    /// Share of each input, in the order of the inputs.
    shares: Vec<f64>,
}

/// All that is said of the uncertain inputs of a sweep.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SweepUncertainty {
    /// The inputs and how they were drawn.
    inputs: Drawn,
    /// How the shares are found.
    shares_are: &'static str,
    /// The distributions.
    outputs: Vec<Spread>,
    /// Doubts about them.
    #[serde(flatten)]
    pub remarks: Remarks,
}

/// The value below which this percentage of the sorted `values` lies, linear between them.
fn percentile(sorted: &[f64], percent: f64) -> f64 {
    let place = percent / 100.0 * (sorted.len().max(1) - 1) as f64;
    let (low, share) = (place.floor() as usize, place.fract());
    match (sorted.get(low), sorted.get(low + 1)) {
        (Some(low), Some(high)) => low + share * (high - low),
        (Some(only), None) => *only,
        (None, _) => f64::NAN,
    }
}

/// The percentiles of values in any order.
fn percentiles(mut values: Vec<f64>) -> [f64; 5] {
    values.sort_by(f64::total_cmp);
    PERCENTILES.map(|percent| percentile(&values, percent))
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (mean, (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt())
}

/// `R²` and the squared standardised regression coefficients of `y` on the columns `x`; NaN where there are too few
/// values or `y` does not vary.
fn regression(x: &[Vec<f64>], y: &[f64]) -> (f64, Vec<f64>) {
    let scaled = |values: &[f64]| {
        let (mean, deviation) = mean_and_deviation(values);
        let scale = if deviation > 0.0 { deviation } else { 1.0 };
        values.iter().map(|value| (value - mean) / scale).collect::<Vec<_>>()
    };
    let none = (f64::NAN, vec![f64::NAN; x.len()]);
    if y.len() < x.len() + 2 || mean_and_deviation(y).1 <= 1e-12 * mean_and_deviation(y).0.abs() {
        return none;
    }
    let columns: Vec<Vec<f64>> = x.iter().map(|column| scaled(column)).collect();
    let matrix = DMatrix::from_fn(y.len(), x.len(), |row, column| columns[column][row]);
    let target = DVector::from_vec(scaled(y));
    let Ok(found) = matrix.clone().svd(true, true).solve(&target, 1e-10) else { return none };
    let left = (&target - matrix * &found).norm_squared();
    (1.0 - left / target.norm_squared(), found.iter().map(|coefficient| coefficient.powi(2)).collect())
}

impl SweepUncertainty {
    /// That of the finished runs of a sweep under its `inputs`.
    pub fn of(results: &SweepResults, inputs: &Drawn) -> Self {
        let mut found =
            Self { inputs: inputs.clone(), shares_are: METHOD, outputs: Vec::new(), remarks: Remarks::default() };
        for (series, runs) in grouped(results.runs.iter().map(|run| (run.run.series.as_str(), run))) {
            OUTPUTS.iter().for_each(|(name, of)| found.add(series, &runs, name, of));
        }
        found
    }

    fn add(&mut self, series: &str, runs: &[&RunResult], output: &'static str, of: &ResultQuantity) {
        let unit = of.unit;
        let known: Vec<(&RunResult, f64)> =
            runs.iter().filter_map(|run| Some((*run, unit.per_key * run.value(of)?))).collect();
        let y: Vec<f64> = known.iter().map(|(_, value)| *value).collect();
        if y.len() < 2 {
            return;
        }
        let inputs = &self.inputs.inputs;
        let column = |key: &str| known.iter().map(|(run, _)| drawn_value(run, key)).collect::<Vec<f64>>();
        let columns: Vec<Vec<f64>> = inputs.iter().map(|input| column(&input.key)).collect();
        let (r_squared, shares) = regression(&columns, &y);
        let (mean, standard_deviation) = mean_and_deviation(&y);
        let of = if series.is_empty() { output.to_owned() } else { format!("{output} ({series})") };
        if y.len() < runs.len() {
            self.remarks.0.push(remark!(
                Warning,
                "samples-without-value",
                "{of}: {} of {} samples have no value and are left out",
                runs.len() - y.len(),
                runs.len()
            ));
        }
        if r_squared.is_nan() {
            self.remarks.0.push(remark!(Warning, "no-shares", "{of}: no shares, the samples are too few or all alike"));
        } else if r_squared < EXPLAINED {
            self.remarks.0.push(remark!(
                Warning,
                "not-linear",
                "{of}: a linear fit explains only R² = {r_squared:.2} of the variance; inputs act together or not in proportion, \
                 and the shares say little"
            ));
        } else if y.len() < SAMPLES_EACH * inputs.len() {
            self.remarks.0.push(remark!(
                Warning,
                "few-samples",
                "{of}: {} samples are few for {} inputs; take more",
                y.len(),
                inputs.len()
            ));
        }
        self.outputs.push(Spread {
            series: series.to_owned(),
            output,
            unit: unit.name,
            samples: y.len(),
            mean,
            standard_deviation,
            percentiles: percentiles(y),
            r_squared,
            shares,
        });
    }

    /// The table `uncertainty.csv`.
    pub fn table(&self) -> Table {
        let share = |input: &super::sample::Input| format!("share_{}", input.key);
        let percent = PERCENTILES.map(|percent| format!("percentile_{percent}"));
        let first = ["series", "output", "unit", "samples", "mean", "standard_deviation"].map(str::to_owned);
        let columns = first.into_iter().chain(percent).chain(["r_squared".to_owned()]);
        let mut table = Table::new(columns.chain(self.inputs.inputs.iter().map(share)));
        for spread in &self.outputs {
            let texts = [&spread.series, spread.output, spread.unit, &spread.samples.to_string()].map(str::to_owned);
            let known = |value: f64| if value.is_finite() { value.to_string() } else { String::new() };
            let numbers = [spread.mean, spread.standard_deviation].into_iter().chain(spread.percentiles);
            let numbers = numbers.chain([spread.r_squared]).chain(spread.shares.iter().copied()).map(known);
            table.push(texts.into_iter().chain(numbers));
        }
        table
    }

    /// The inputs as a reader sees them.
    pub(super) fn inputs_shown(&self) -> Table {
        let mut table = Table::new(["Uncertain input", "Value", "Standard uncertainty", "Drawn between"]);
        for input in &self.inputs.inputs {
            let with_unit = |value: f64| format!("{} {}", number(value), input.unit).trim_end().to_owned();
            let range = format!("{} and {}", number(input.low), with_unit(input.high));
            table.push([input.key.clone(), with_unit(input.value), with_unit(input.uncertainty), range]);
        }
        table
    }

    /// The outputs as a reader sees them.
    pub(super) fn shown(&self) -> Table {
        let first = ["Curve", "Output", "Mean", "Std", "68 % between", "95 % between", "R²"].map(str::to_owned);
        let mut table =
            Table::new(first.into_iter().chain(self.inputs.inputs.iter().map(|input| format!("Share {}", input.key))));
        for spread in &self.outputs {
            let unit = if spread.unit == "1" { String::new() } else { format!(" {}", spread.unit) };
            let [lowest, low, _, high, highest] = spread.percentiles.map(number);
            let percent =
                |share: &f64| if share.is_finite() { format!("{:.0} %", 100.0 * share) } else { "–".into() };
            let texts = [
                if spread.series.is_empty() { "computed".to_owned() } else { spread.series.clone() },
                spread.output.to_owned(),
                number(spread.mean) + &unit,
                number(spread.standard_deviation) + &unit,
                format!("{low} and {high}{unit}"),
                format!("{lowest} and {highest}{unit}"),
                digits(spread.r_squared, 3),
            ];
            table.push(texts.into_iter().chain(spread.shares.iter().map(percent)));
        }
        table
    }

    /// The results, in a sentence for each restitution and apex of each curve: its spread, and the input that has most
    /// of it.
    pub(super) fn answers(&self) -> Vec<String> {
        let answer = |spread: &Spread| {
            let unit = if spread.unit == "1" { String::new() } else { format!(" {}", spread.unit) };
            let of = if spread.series.is_empty() { String::new() } else { format!("{}: ", spread.series) };
            let [_, low, _, high, _] = spread.percentiles.map(number);
            let (mean, deviation) = (number(spread.mean), format!("{:.1e}", spread.standard_deviation));
            let deviation = deviation.parse::<f64>().map_or(deviation, |value| value.to_string());
            let most = self.inputs.inputs.iter().zip(&spread.shares).filter(|(_, share)| share.is_finite());
            let most = most.max_by(|a, b| a.1.total_cmp(b.1)).map_or(String::new(), |(input, share)| {
                format!("; {} has {:.0} % of the variance", input.key, 100.0 * share)
            });
            format!(
                "{of}{} {mean} ± {deviation}{unit}, 68 % of {} samples from {low} to {high}{unit}{most}.",
                spread.output, spread.samples
            )
        };
        let shown = |spread: &&Spread| OUTPUTS[..2].iter().any(|(name, _)| *name == spread.output);
        self.outputs.iter().filter(shown).map(answer).collect()
    }

    /// How the samples were drawn and the shares found, in a sentence.
    pub(super) fn in_words(&self) -> String {
        let Drawn { count, seed, method, .. } = &self.inputs;
        format!("{count} samples with seed {seed}: {method}. Shares: {METHOD}.")
    }
}

/// Four significant digits.
fn number(value: f64) -> String {
    NUMBER.brief(value)
}

/// The number that a run's input was given.
fn drawn_value(run: &RunResult, key: &str) -> f64 {
    let text = run.run.varied.get(key).and_then(|value| value.as_str()).unwrap_or_default();
    text.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_linear_between_the_values() {
        assert_eq!(percentiles(vec![4.0, 1.0, 3.0, 2.0, 5.0])[2], 3.0);
        assert!((percentile(&[0.0, 1.0], 2.5) - 0.025).abs() < 1e-15 && percentile(&[], 50.0).is_nan());
    }

    #[test]
    fn the_shares_of_independent_inputs_are_their_parts_of_the_variance() {
        let grid: Vec<(f64, f64)> = (0..100).map(|k| (f64::from(k % 10), f64::from(k / 10))).collect();
        let x = [grid.iter().map(|p| p.0).collect::<Vec<_>>(), grid.iter().map(|p| p.1).collect()];
        let linear: Vec<f64> = grid.iter().map(|(a, b)| 7.0 + 2.0 * a - b).collect();
        let (r_squared, shares) = regression(&x, &linear);
        assert!((r_squared - 1.0).abs() < 1e-12 && (shares[0] - 0.8).abs() < 1e-12 && (shares[1] - 0.2).abs() < 1e-12);
        let together: Vec<f64> = grid.iter().map(|(a, b)| (a - 4.5) * (b - 4.5)).collect();
        assert!(regression(&x, &together).0.abs() < 1e-12);
        assert!(regression(&x, &[1.0; 100]).0.is_nan());
    }
}
