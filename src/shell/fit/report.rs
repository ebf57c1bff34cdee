//! The results of a fit, in numbers and in words.

use super::estimate::{Estimate, with_digits};
use super::mode::{ErrorMode, THEORYS};
use super::parameter::{Parameter, with_unit};
use super::profile::Profile;
use crate::case::Hydrodynamics;
use crate::output::table::Table;
use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};
use wetbounce_figures::{Figure, corner};
use wetbounce_physics::remark::{RemarkKind, Remarks};
use wetbounce_records::comparison::plausible::HOPELESS;

/// A profile that falls by so much below the minimum that the search found shows another minimum: its own width away.
const DEEPER: f64 = -1.0;

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

/// Which stage of how many, from one on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Number of the stage.
    pub stage: usize,
    /// Stages of the fit.
    pub of: usize,
}

impl Default for Place {
    fn default() -> Self {
        Self { stage: 1, of: 1 }
    }
}

impl Place {
    fn is_last(self) -> bool {
        self.stage == self.of
    }
}

/// The result of a fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fitted {
    /// Where the motion came from.
    pub(super) stage: Stage,
    /// Which stage of how many it is. Only the last one is a result.
    #[serde(default)]
    pub(super) place: Place,
    /// Reasons to doubt the record beside the motion that was found, each with its likely cause.
    #[serde(flatten)]
    pub remarks: Remarks,
    /// Which values may be used, and why others may not; empty of a stage that is not the last.
    #[serde(default)]
    pub verdict: String,
    /// Whether the search came to a minimum.
    pub converged: bool,
    /// Runs asked for, each once; those that were there already are counted too.
    pub evaluations: usize,
    /// Cells per diameter of the flow.
    #[serde(default)]
    pub(super) cells_per_diameter: Option<u32>,
    /// Numbers of the record that were compared.
    pub points: usize,
    /// How many more they, and the priors, are than the parameters.
    #[serde(default)]
    pub(super) freedom: usize,
    /// χ² of the record over its degrees of freedom.
    pub reduced_chi_squared: f64,
    /// Whether the record came with its uncertainties; else χ² is on 0.01 D, and gives the scale of the standard
    /// errors.
    pub uncertainties_known: bool,
    /// Errors of the model, those that the standard errors do not have as well.
    #[serde(default)]
    pub errors_of_model: Vec<ErrorMode>,
    /// Of each parameter, the square of its standard error over that by the curvature of the sum of squares alone.
    #[serde(default)]
    pub(super) scales: Vec<f64>,
    /// Which combinations of parameters the record determines best and least, and how well; empty for one parameter.
    #[serde(default)]
    pub(super) combinations: String,
    /// The parameters.
    pub parameters: Vec<Estimate>,
    /// Their correlations, row by row.
    pub(super) correlations: Vec<Vec<f64>>,
    /// Profiles of the parameters, where they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<Profile>,
}

impl Fitted {
    /// The parameters as a table.
    pub fn table(&self) -> Table {
        let mut table = Table::new(["Parameter", "Value", "Standard error", "Bounds", "Remark"]);
        for estimate in &self.parameters {
            let [low, high] = estimate.bounds;
            let [value, error] = estimate.with_digits_of_error();
            table.push([
                estimate.key.clone(),
                value,
                if estimate.standard_error.is_finite() { error } else { "not determined".into() },
                format!("{low:.4} to {high:.4}"),
                estimate.remark.clone(),
            ]);
        }
        table
    }

    /// The error of theory in uncertainties of the record (rms), if the motion is that of theory and its error is
    /// known.
    fn error_of_theory(&self) -> Option<f64> {
        let of_theory = self.errors_of_model.iter().filter(|mode| mode.of == THEORYS).filter_map(|mode| mode.rms);
        let square: f64 = of_theory.map(|rms| rms * rms).sum();
        (self.stage == Stage::Theory && square > 0.0).then(|| square.sqrt())
    }

    /// Why neither values nor errors mean anything, if so.
    pub fn distrust(&self) -> Option<String> {
        let assumed =
            if self.uncertainties_known { "" } else { " (assumed, 0.01 D: give measurement.gap_uncertainty)" };
        match () {
            () if !self.converged => Some("the search did not come to a minimum".into()),
            () if self.freedom == 0 => Some(format!(
                "the record has {} values for {} parameters: with no more than these any model meets it, so nothing shows whether this one is right; \
                 vary less, give priors, or add values",
                self.points,
                self.parameters.len(),
            )),
            () if self.reduced_chi_squared > HOPELESS => Some(format!(
                "reduced chi² {:.0}: {} and record differ by {:.0} times the uncertainty{assumed}: {}",
                self.reduced_chi_squared,
                if self.stage == Stage::Theory { "theory" } else { "the flow" },
                self.reduced_chi_squared.sqrt(),
                match self.error_of_theory() {
                    Some(error) if error * error > self.reduced_chi_squared => {
                        format!("theory's own error is larger, {error:.0} times it: fit by the flow")
                    }
                    _ => "the record is of another case, or its uncertainty is too small".into(),
                }
            )),
            () if self.deeper().is_some() => self.deeper(),
            () if self.stage == Stage::Theory && self.errors_of_model.iter().all(|mode| mode.rms.is_none()) => {
                let why = self.errors_of_model.first().map_or("", |mode| mode.from.as_str());
                Some(format!("the error of theory is not known: {why}"))
            }
            () if self.parameters.iter().all(|estimate| !estimate.standard_error.is_finite()) => {
                Some("no value of the record depends on the parameters".into())
            }
            () => None,
        }
    }

    /// Judges the last stage, with these reasons to doubt the record: which values may be used, in a sentence.
    pub fn judge(&mut self, doubts: Remarks) {
        let (used, not): (Vec<&Estimate>, Vec<&Estimate>) =
            self.parameters.iter().partition(|estimate| estimate.of_use);
        let reasons = |of: &[&Estimate]| {
            let mut all: Vec<(&str, String)> = Vec::new();
            for Estimate { key, remark, .. } in of.iter().filter(|estimate| !estimate.remark.is_empty()) {
                match all.iter_mut().find(|one| one.0 == remark) {
                    Some(one) => one.1 += &format!(", {key}"),
                    None => all.push((remark, key.clone())),
                }
            }
            all.iter().map(|(remark, keys)| format!("{keys}: {remark}")).collect::<Vec<_>>().join("; ")
        };
        // How uncertain theory is decides how little a record determines by theory.
        let apart = self
            .error_of_theory()
            .map(|apart| format!("theory is uncertain by {apart:.1} uncertainties of this record (rms); "));
        let doubtful = (!doubts.0.is_empty())
            .then(|| format!("the record is doubtful: {}", doubts.texts(RemarkKind::Doubt).join("; ")));
        let refused = self
            .distrust()
            .or(doubtful)
            .or_else(|| used.is_empty().then(|| apart.unwrap_or_default() + &reasons(&not)));
        self.verdict = refused.map_or_else(
            || {
                let values: Vec<String> = used.iter().map(|estimate| estimate.in_words()).collect();
                let rest =
                    if not.is_empty() { String::new() } else { format!("do not use the rest: {}", reasons(&not)) };
                let missing = self.errors_of_model.iter().filter(|mode| mode.rms.is_none());
                let missing = missing.map(|mode| mode.in_words().trim_end().to_owned());
                let more = [rest, reasons(&used)].into_iter().chain(missing).filter(|words| !words.is_empty());
                ["use ".to_owned() + &values.join(", ")].into_iter().chain(more).collect::<Vec<_>>().join("; ")
            },
            |why| format!("do not use, because {why}"),
        );
        self.remarks = doubts;
    }

    /// The parameters that the record tells, in pairs; `None` if there are none.
    pub fn corner(&self) -> Option<Figure> {
        let is_determined =
            |at: &usize| self.parameters[*at].standard_error.is_finite() && self.parameters[*at].standard_error > 0.0;
        let determined: Vec<usize> = (0..self.parameters.len()).filter(is_determined).collect();
        let profile = |at: usize| {
            let points = self.profiles.get(at).into_iter().flat_map(|profile| &profile.points);
            points.map(|point| (point.values[at], point.delta_chi_squared)).collect()
        };
        let shown = |at: &usize| {
            let Estimate { key, unit, value, standard_error, bounds, .. } = &self.parameters[*at];
            let name = key.rsplit('.').next().unwrap_or(key).replace('_', " ");
            let label = if unit.is_empty() { name } else { format!("{name} ({unit})") };
            corner::ParameterAxis {
                label,
                value: *value,
                sigma: *standard_error,
                bounds: *bounds,
                profile: profile(*at),
            }
        };
        let correlations: Vec<Vec<f64>> = determined
            .iter()
            .map(|row| determined.iter().map(|column| self.correlations[*row][*column]).collect())
            .collect();
        (!determined.is_empty())
            .then(|| corner::figure(&determined.iter().map(shown).collect::<Vec<_>>(), &correlations))
    }

    /// The points of all profiles as a table: which parameter was varied, its profile, and the values of all, with
    /// their units.
    pub fn profile_table(&self) -> Table {
        let names = self.parameters.iter().map(|estimate| match estimate.unit.as_str() {
            "" => estimate.key.clone(),
            unit => format!("{} ({unit})", estimate.key),
        });
        let columns: Vec<String> =
            ["varied", "delta_chi_squared"].into_iter().map(str::to_owned).chain(names).collect();
        let mut table = Table::new(columns);
        for profile in &self.profiles {
            for point in &profile.points {
                let numbers = [point.delta_chi_squared].into_iter().chain(point.values.iter().copied());
                table.push([profile.key.clone()].into_iter().chain(numbers.map(|number| number.to_string())));
            }
        }
        table
    }

    /// The intervals of all profiles in words, a line each.
    pub fn profiles_in_words(&self) -> String {
        let profiles = self.profiles.iter().zip(&self.parameters);
        profiles.map(|(profile, estimate)| profile.in_words(estimate)).collect()
    }

    /// A profile that found less than the search did, in words.
    pub(super) fn deeper(&self) -> Option<String> {
        let points = self.profiles.iter().flat_map(|profile| &profile.points);
        let least = points.min_by(|a, b| a.delta_chi_squared.total_cmp(&b.delta_chi_squared))?;
        let shown = self.parameters.iter().zip(&least.values);
        let shown = shown.map(|(of, value)| format!("{} = {}", of.key, with_unit(*value, &of.unit)));
        let how = if self.stage == Stage::Theory { "theory" } else { "the flow" };
        (least.delta_chi_squared < DEEPER).then(|| {
            format!(
                "with {how} the profile falls by {:.1} below the minimum that the search found, at {}: begin the search there",
                -least.delta_chi_squared,
                shown.collect::<Vec<_>>().join(", ")
            )
        })
    }

    /// Everything but the profiles in words.
    pub fn text(&self) -> String {
        let cells = self.cells_per_diameter.map_or(String::new(), |cells| format!(" on D/{cells}"));
        let stage = match self.stage {
            Stage::Theory => "theory".to_owned(),
            Stage::Flow => format!("the flow{cells}"),
        };
        let Place { stage: number, of } = self.place;
        let open = match self.place.is_last() {
            true => String::new(),
            false => format!("not yet a result: stage {} goes on from these values\n", number + 1),
        };
        let mut first = String::new();
        if self.uncertainties_known && self.reduced_chi_squared > 1.0 {
            let root = self.reduced_chi_squared.sqrt();
            first += &format!("errors are scaled by √chi² = {root:.2}, where they come from the record\n");
        }
        first.extend(self.errors_of_model.iter().map(ErrorMode::in_words));
        let basis =
            if self.uncertainties_known { "" } else { ", on an assumed 0.01 D: standard errors are scaled by it" };
        let ended = if self.converged { "" } else { "; the search did not come to a minimum" };
        let mut text = format!(
            "stage {number} of {of}, with the motion from {stage}: reduced chi² {:.3}{basis} ({} values, {} runs{ended})\n{first}{open}{}",
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
        let determined = |estimate: &&Estimate| estimate.standard_error.is_finite();
        for estimate in self.parameters.iter().filter(determined) {
            for part in &estimate.parts {
                let [_, error] = with_digits(estimate.value, part.error, &estimate.unit);
                text += &format!("of the error of {}, {} part is ± {error}\n", estimate.key, part.of);
            }
        }
        text + &self.combinations
    }
}

/// The combinations of parameters that the record determines best and least, in words: singular vectors of the
/// derivatives to the logarithms of the parameters; empty for one parameter, or where none is determined. `own` are
/// standard errors of the residuals.
pub(super) fn determined_combinations(
    jacobian: &DMatrix<f64>,
    values: &[f64],
    parameters: &[Parameter],
    own: &DVector<f64>,
) -> String {
    let relative = DMatrix::from_fn(jacobian.nrows(), values.len(), |row, at| jacobian[(row, at)] * values[at]);
    let parts = (relative.transpose() * &relative).symmetric_eigen();
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
        let error = own.component_mul(&(&relative * vector)).norm() / parts.eigenvalues[k].max(0.0);
        (factors.join(" × "), error / vector[lead].abs())
    };
    let ((best, well), (least, badly)) = (product(*best), product(*least));
    let only = if badly > 10.0 * well { "the record determines" } else { "best determined:" };
    let to = if badly < 10.0 { format!("to {}", crate::report::share(badly)) } else { "not at all".into() };
    format!("{only} {best}, to {}; least determined: {least}, {to}\n", crate::report::share(well))
}
