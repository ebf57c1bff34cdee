//! The results of a fit, in numbers and in words.

use super::parameter::Parameter;
use crate::analysis::plausible::HOPELESS;
use crate::case::Hydrodynamics;
use crate::numerics::not_finite;
use crate::output::table::Table;
use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

/// A standard error above this share of the bounds' width, or of the prior's uncertainty, says that the record tells nothing of
/// the parameter: a value spread evenly over the bounds has 0.29 of their width.
const UNTOLD: f64 = 0.25;
/// A record that leaves this share of the prior's uncertainty has told nothing.
const PRIOR_KEPT: f64 = 0.9;
/// Distance to a bound, over the bounds' width, below which a value is said to be at it.
const AT_BOUND: f64 = 1e-3;

/// Where the motion came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// From theory.
    Theory,
    /// From the flow.
    Flow,
}

impl Stage {
    /// The stage with this force of the liquid.
    pub fn of(hydrodynamics: Hydrodynamics) -> Self {
        if hydrodynamics == Hydrodynamics::Theory { Self::Theory } else { Self::Flow }
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
    /// Lower and upper bound.
    pub bounds: [f64; 2],
    /// Warnings about it; empty if there are none.
    pub remark: String,
}

impl Estimate {
    /// The estimate with its warnings.
    pub fn new(parameter: &Parameter, value: f64, standard_error: f64) -> Self {
        let width = parameter.high - parameter.low;
        let near = |bound: f64| (value - bound).abs() < AT_BOUND * width;
        let untold = !standard_error.is_finite()
            || standard_error > UNTOLD * width
            || parameter.prior.is_some_and(|prior| standard_error > PRIOR_KEPT * prior.sigma);
        let remark = match () {
            () if near(parameter.low) || near(parameter.high) => "at its bound",
            () if untold => "the record does not tell it",
            () => "",
        };
        Self {
            key: parameter.key.clone(),
            unit: parameter.unit.clone(),
            value,
            standard_error,
            bounds: [parameter.low, parameter.high],
            remark: remark.to_owned(),
        }
    }
}

/// The result of a fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fitted {
    /// Where the motion came from.
    pub stage: Stage,
    /// Whether the search came to a minimum.
    pub converged: bool,
    /// Runs asked for, each once; those that were there already are counted too.
    pub evaluations: usize,
    /// Cells per diameter of the flow.
    #[serde(default)]
    pub cells_per_diameter: Option<u32>,
    /// Numbers of the record that were compared.
    pub points: usize,
    /// χ² of the record over its degrees of freedom.
    pub reduced_chi_squared: f64,
    /// Whether the record came with its uncertainties; else χ² is on 0.01 D, and gives the scale of the standard errors.
    pub uncertainties_known: bool,
    /// Share by which the liquid's forces are uncertain, as theory misses the record.
    #[serde(default)]
    pub own_error: Option<f64>,
    /// Root mean square of the grid's error, in uncertainties of the record; 0 where it is not known.
    #[serde(default)]
    pub(super) grid_error: f64,
    /// Which combinations of parameters the record determines best and least, and how well; empty for one parameter.
    #[serde(default)]
    pub told: String,
    /// The parameters.
    pub parameters: Vec<Estimate>,
    /// Their correlations, row by row.
    pub(super) correlations: Vec<Vec<f64>>,
}

impl Fitted {
    /// The parameters as a table.
    pub fn table(&self) -> Table {
        let mut table = Table::new(["Parameter", "Value", "Standard error", "Bounds", "Remark"]);
        for estimate in &self.parameters {
            let with_unit = |value: f64| format!("{value:.5} {}", estimate.unit).trim_end().to_owned();
            let [low, high] = estimate.bounds;
            table.push([
                estimate.key.clone(),
                with_unit(estimate.value),
                if estimate.standard_error.is_finite() {
                    with_unit(estimate.standard_error)
                } else {
                    "not told".into()
                },
                format!("{low:.4} to {high:.4}"),
                estimate.remark.clone(),
            ]);
        }
        table
    }

    /// Why the result cannot be trusted, if so.
    pub fn distrust(&self) -> Option<String> {
        let untold = |estimate: &Estimate| !estimate.standard_error.is_finite();
        match () {
            () if !self.converged => Some("the search did not come to a minimum".into()),
            () if self.stage == Stage::Flow && self.uncertainties_known && self.reduced_chi_squared > HOPELESS => {
                Some(format!(
                    "reduced chi² {:.0}: model and record differ by {:.0} times the uncertainty, so they are not the same motion",
                    self.reduced_chi_squared,
                    self.reduced_chi_squared.sqrt()
                ))
            }
            () if self.parameters.iter().all(untold) => Some("no value of the record depends on the parameters".into()),
            () => None,
        }
    }

    /// Everything in words.
    pub fn text(&self) -> String {
        let cells = self.cells_per_diameter.map_or(String::new(), |cells| format!(" on D/{cells}"));
        let stage = match self.stage {
            Stage::Theory => "theory".to_owned(),
            Stage::Flow => format!("the flow{cells}"),
        };
        let mut first = String::new();
        if self.uncertainties_known && self.reduced_chi_squared > 1.0 {
            first += &format!("errors are scaled by √chi² = {:.2}\n", self.reduced_chi_squared.sqrt());
        }
        if let Some(share) = self.own_error {
            first += &format!(
                "theory misses the record: errors include liquid forces uncertain by {:.0} %\n",
                100.0 * share
            );
        }
        match self.stage {
            Stage::Flow if self.grid_error > 0.0 => {
                first += &format!("errors include the grid's, {:.2} uncertainties (rms)\n", self.grid_error);
            }
            Stage::Flow => first += "the grid's error is not in these errors\n",
            Stage::Theory => {}
        }
        let basis =
            if self.uncertainties_known { "" } else { ", on an assumed 0.01 D: standard errors are scaled by it" };
        let ended = if self.converged { "" } else { "; the search did not come to a minimum" };
        let mut text = format!(
            "with the motion from {stage}: reduced chi² {:.3}{basis} ({} values, {} runs{ended})\n{first}{}",
            self.reduced_chi_squared,
            self.points,
            self.evaluations,
            self.table()
        );
        for (row, estimate) in self.parameters.iter().enumerate() {
            for (column, other) in self.parameters.iter().enumerate().take(row) {
                if !(estimate.standard_error.is_finite() && other.standard_error.is_finite()) {
                    continue;
                }
                text += &format!(
                    "correlation of {} and {}: {:+.3}\n",
                    other.key, estimate.key, self.correlations[row][column]
                );
            }
        }
        text + &self.told
    }
}

/// The combinations of parameters that the record determines best and least, in words: singular vectors of the derivatives to the
/// logarithms of the parameters; empty for one parameter, or where none is determined.
pub(super) fn told_combinations(
    jacobian: &DMatrix<f64>,
    values: &[f64],
    parameters: &[Parameter],
    scale: f64,
) -> String {
    let relative = DMatrix::from_fn(jacobian.nrows(), values.len(), |row, at| jacobian[(row, at)] * values[at]);
    let parts = (relative.transpose() * relative).symmetric_eigen();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| parts.eigenvalues[*b].total_cmp(&parts.eigenvalues[*a]));
    let (Some(best), Some(least)) = (order.first(), order.last()) else { return String::new() };
    if best == least || parts.eigenvalues[*best] <= 0.0 {
        return String::new();
    }
    let product = |k: usize| {
        let vector = parts.eigenvectors.column(k);
        let lead = (0..values.len()).max_by(|a, b| vector[*a].abs().total_cmp(&vector[*b].abs())).unwrap_or(0);
        let share = |at: usize| vector[at] / vector[lead];
        let shown = (0..values.len()).filter(|at| share(*at).abs() > 0.05);
        let power = |at: usize| if at == lead { String::new() } else { format!("^{:.2}", share(at)) };
        let factors: Vec<String> = shown.map(|at| format!("{}{}", parameters[at].key, power(at))).collect();
        (factors.join(" × "), 100.0 * (scale / parts.eigenvalues[k].max(0.0)).sqrt() / vector[lead].abs())
    };
    let ((best, well), (least, badly)) = (product(*best), product(*least));
    let only = if badly > 10.0 * well { "the record constrains" } else { "best told is" };
    let to = if badly < 1e3 { format!("to {badly:.2} %") } else { "not at all".into() };
    format!("{only} {best}, to {well:.2} %; least told is {least}, {to}\n")
}
