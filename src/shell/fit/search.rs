//! The search for the least squared residuals.

use super::forward::{Forward, ForwardError};
use super::report::{Estimate, Fitted, Stage, told_combinations};
use crate::analysis::plausible::chi_squared_limit;
use crate::output::progress::Tally;
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::{DMatrix, DVector, Dyn, storage::Owned};
use rayon::prelude::*;
use std::sync::Mutex;

/// Change of a parameter over the width of its bounds, to take derivatives with.
const NUDGE: f64 = 2e-3;
/// Relative change of residuals and parameters below which the search ends: that of a figure that a user reads.
const TOLERANCE: f64 = 1e-5;
/// Squared change of the residuals over that along the best known direction, up to which a direction is not told.
const UNTOLD: f64 = 1e-14;
/// Part in a direction from which a parameter counts as moving along it.
const PART: f64 = 1e-4;
/// Theory's forces of the liquid may be off by this share where theory does not meet the record: at St 152 the flow's rebound is met by
/// theory with a sixth less viscosity (`docs/src/measurement.md`).
const THEORY: f64 = 0.2;
/// Values of each parameter of the scan for a starting point, and most runs of it.
const SCAN: (usize, usize) = (5, 81);
/// Evaluations for each parameter before the search gives up.
const PATIENCE: usize = 12;

/// A search in progress.
pub struct Problem<'a> {
    forward: &'a Forward,
    angles: DVector<f64>,
    failure: Mutex<Option<ForwardError>>,
    /// Values asked for, and the residuals there.
    known: Mutex<Vec<(Vec<f64>, Vec<f64>)>>,
    done: &'a Tally,
}

/// Most evaluations of a search for so many parameters: residuals until patience ends, and as many derivatives.
pub fn most_evaluations(parameters: usize) -> usize {
    PATIENCE * (parameters + 1) * (parameters + 1)
}

impl Problem<'_> {
    fn values(&self) -> Vec<f64> {
        self.forward.parameters.iter().zip(&self.angles).map(|(parameter, angle)| parameter.value(*angle)).collect()
    }

    /// Says the best values so far, where the search ends before its time.
    fn tell_best(&self) {
        let known = self.known.lock().expect("no thread panics");
        let cost = |found: &&(Vec<f64>, Vec<f64>)| found.1.iter().map(|one| one * one).sum::<f64>();
        if let Some(best) = known.iter().min_by(|a, b| cost(a).total_cmp(&cost(b))) {
            let shown = self.forward.parameters.iter().zip(&best.0);
            let shown = shown.map(|(parameter, value)| format!("{} = {}", parameter.key, parameter.shown(*value)));
            let mean = cost(&best) / best.1.len().max(1) as f64;
            self.done.note(&format!(
                "best of {} runs so far: {}, chi² {mean:.2}",
                known.len(),
                shown.collect::<Vec<_>>().join(", ")
            ));
        }
    }

    /// The residuals at these values; nothing is asked for twice.
    fn evaluate(&self, values: &[f64]) -> Option<Vec<f64>> {
        let known = || self.known.lock().expect("no thread panics");
        if let Some((_, residuals)) = known().iter().find(|(asked, _)| asked == values) {
            return Some(residuals.clone());
        }
        match self.forward.residuals(values) {
            Ok(residuals) => {
                known().push((values.to_vec(), residuals.clone()));
                self.done.one();
                Some(residuals)
            }
            Err(failure) => {
                self.failure.lock().expect("no thread panics").get_or_insert(failure);
                None
            }
        }
    }

    /// Derivatives of the residuals to the parameters, by one-sided differences towards the middle of the bounds.
    fn derivatives(&self, values: &[f64], base: &[f64]) -> Option<DMatrix<f64>> {
        let columns: Option<Vec<Vec<f64>>> = (0..values.len())
            .into_par_iter()
            .map(|index| {
                let parameter = &self.forward.parameters[index];
                let width = parameter.high - parameter.low;
                let inward = if values[index] > 0.5 * (parameter.low + parameter.high) { -NUDGE } else { NUDGE };
                let mut moved = values.to_vec();
                moved[index] += inward * width;
                let found = self.evaluate(&moved)?;
                Some(found.iter().zip(base).map(|(new, old)| (new - old) / (inward * width)).collect())
            })
            .collect();
        let columns = columns?;
        Some(DMatrix::from_fn(base.len(), values.len(), |row, column| columns[column][row]))
    }
}

impl LeastSquaresProblem<f64, Dyn, Dyn> for Problem<'_> {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;
    type ParameterStorage = Owned<f64, Dyn>;

    fn set_params(&mut self, angles: &DVector<f64>) {
        self.angles.clone_from(angles);
    }

    fn params(&self) -> DVector<f64> {
        self.angles.clone()
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        self.evaluate(&self.values()).map(DVector::from_vec)
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let values = self.values();
        let base = self.evaluate(&values)?;
        let mut matrix = self.derivatives(&values, &base)?;
        for (index, parameter) in self.forward.parameters.iter().enumerate() {
            let slope = 0.5 * (parameter.high - parameter.low) * self.angles[index].cos();
            matrix.column_mut(index).scale_mut(slope);
        }
        Some(matrix)
    }
}

/// The starting point of least squared residuals: the given one, or one of a grid of values within the bounds.
///
/// # Errors
/// The run from the given values cannot be done.
pub fn scan(forward: &Forward, start: &[f64]) -> Result<Vec<f64>, ForwardError> {
    let cost = |values: &[f64]| forward.residuals(values).map(|found| found.iter().map(|one| one * one).sum::<f64>());
    let count = start.len() as u32;
    let each = (1..=SCAN.0).rev().find(|each| each.pow(count) <= SCAN.1).unwrap_or(1);
    let at = |number: usize| -> Vec<f64> {
        let place = |(index, parameter): (usize, &super::Parameter)| {
            let step = number / each.pow(index as u32) % each;
            parameter.low + (parameter.high - parameter.low) * (step as f64 + 0.5) / each as f64
        };
        forward.parameters.iter().enumerate().map(place).collect()
    };
    let own = cost(start)?;
    let tried = (0..each.pow(count)).into_par_iter().map(at);
    let tried: Vec<(f64, Vec<f64>)> = tried.filter_map(|values| Some((cost(&values).ok()?, values))).collect();
    let best = tried.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    Ok(best.filter(|(cost, _)| *cost < 0.5 * own).map_or_else(|| start.to_vec(), |(_, values)| values))
}

/// Searches from `start` (values in the parameters' units), and reports the result; `known` tells whether the record has its own
/// uncertainties.
///
/// # Errors
/// A run that could not be done.
pub fn search(forward: &Forward, start: &[f64], known: bool, done: &Tally) -> Result<Fitted, ForwardError> {
    let angles = forward.parameters.iter().zip(start).map(|(parameter, value)| parameter.angle(*value));
    let problem = Problem {
        forward,
        angles: DVector::from_iterator(start.len(), angles),
        failure: Mutex::new(None),
        known: Mutex::default(),
        done,
    };
    let method = LevenbergMarquardt::new().with_tol(TOLERANCE).with_patience(PATIENCE);
    let (problem, ended) = method.minimize(problem);
    if let Some(failure) = problem.failure.lock().expect("no thread panics").take() {
        problem.tell_best();
        return Err(failure);
    }
    let values = problem.values();
    let found = problem.evaluate(&values).and_then(|base| Some((problem.derivatives(&values, &base)?, base)));
    let Some((matrix, base)) = found else {
        let failure = problem.failure.lock().expect("no thread panics").take();
        return Err(failure.expect("a failure has its reason"));
    };
    let priors = forward.parameters.iter().filter(|parameter| parameter.prior.is_some()).count();
    let free = (base.len() - priors).saturating_sub(values.len()).max(1) as f64;
    let of_record = &base[..base.len() - priors];
    let reduced = of_record.iter().map(|residual| residual * residual).sum::<f64>() / free;
    let scale = if known { reduced.max(1.0) } else { reduced };
    let widths: Vec<f64> = forward.parameters.iter().map(|parameter| parameter.high - parameter.low).collect();
    let stage = Stage::of(forward.hydrodynamics);
    let missed = if known { (1.0 - chi_squared_limit(of_record.len()) / reduced).max(0.0) } else { 0.0 };
    let model_error = if stage == Stage::Theory { THEORY * missed } else { 0.0 };
    let mode = match model_error > 0.0 {
        true => {
            let thicker = forward.of_record(&values, 1.0 + model_error)?;
            let off = thicker.iter().zip(of_record).map(|(new, old)| new - old);
            DVector::from_iterator(base.len(), off.chain(std::iter::repeat_n(0.0, priors)))
        }
        false => DVector::zeros(base.len()),
    };
    let (sigma, correlations) = errors(&matrix, &widths, scale, &mode);
    let estimates = forward
        .parameters
        .iter()
        .enumerate()
        .map(|(index, parameter)| Estimate::new(parameter, values[index], sigma[index]));
    let evaluations = problem.known.lock().expect("no thread panics").len();
    Ok(Fitted {
        stage,
        cells_per_diameter: (stage == Stage::Flow).then_some(forward.case(&values)?.resolution.cells_per_diameter),
        converged: ended.termination.was_successful(),
        evaluations,
        points: of_record.len(),
        reduced_chi_squared: reduced,
        uncertainties_known: known,
        own_error: (0.0 < model_error).then_some(model_error),
        grid_error: forward.own_error.iter().map(|one| one * one).sum::<f64>().sqrt() / (of_record.len() as f64).sqrt(),
        told: told_combinations(&matrix, &values, &forward.parameters, scale),
        parameters: estimates.collect(),
        correlations,
    })
}

/// Standard errors and correlations that follow from the derivatives of the residuals at the minimum, `C = (JᵀJ)⁻¹ scale`.
///
/// Along a direction in which no residual changes, the parameters (over the widths of their bounds) are not told: those that take
/// part in it have an infinite error, and no correlation with others.
///
/// An error `mode` of the model, common to all residuals, moves the minimum by `(JᵀJ)⁻¹ Jᵀ m`, which is added to the covariance.
fn errors(jacobian: &DMatrix<f64>, widths: &[f64], scale: f64, mode: &DVector<f64>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = widths.len();
    let scaled = DMatrix::from_fn(jacobian.nrows(), count, |row, column| jacobian[(row, column)] * widths[column]);
    let along = scaled.tr_mul(mode);
    let parts = (scaled.transpose() * scaled).symmetric_eigen();
    let largest = parts.eigenvalues.max();
    let told = |direction: usize| parts.eigenvalues[direction] > UNTOLD * largest;
    let untold = |parameter: usize| {
        let takes_part = |direction: usize| parts.eigenvectors[(parameter, direction)].abs() > PART;
        !(0..count).all(|direction| told(direction) || !takes_part(direction))
    };
    let moved = |a: usize| -> f64 {
        let part =
            |k: usize| parts.eigenvectors[(a, k)] * parts.eigenvectors.column(k).dot(&along) / parts.eigenvalues[k];
        (0..count).filter(|k| told(*k)).map(part).sum()
    };
    let covariance = |a: usize, b: usize| -> f64 {
        let part = |k: usize| parts.eigenvectors[(a, k)] * parts.eigenvectors[(b, k)] / parts.eigenvalues[k];
        scale * (0..count).filter(|k| told(*k)).map(part).sum::<f64>() + moved(a) * moved(b)
    };
    let error = |a: usize| if untold(a) { f64::INFINITY } else { widths[a] * covariance(a, a).sqrt() };
    let correlation = |a: usize, b: usize| match (a == b, untold(a) || untold(b)) {
        (true, _) => 1.0,
        (false, true) => 0.0,
        (false, false) => covariance(a, b) / (covariance(a, a) * covariance(b, b)).sqrt(),
    };
    let rows = (0..count).map(|a| (0..count).map(|b| correlation(a, b)).collect());
    ((0..count).map(error).collect(), rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_those_of_a_straight_line() {
        let x = [0.0, 1.0, 2.0, 3.0];
        let jacobian = DMatrix::from_fn(4, 2, |row, column| if column == 0 { 1.0 } else { x[row] });
        let (sigma, correlations) = errors(&jacobian, &[10.0, 1e-3], 1.0, &DVector::zeros(4));
        let mode = DVector::from_row_slice(&[0.5, 0.5, 0.5, 0.5]);
        let (wider, _) = errors(&jacobian, &[10.0, 1e-3], 1.0, &mode);
        assert!((wider[0].powi(2) - sigma[0].powi(2) - 0.25).abs() < 1e-9 && (wider[1] - sigma[1]).abs() < 1e-9);
        assert!((sigma[0] - 0.7_f64.sqrt()).abs() < 1e-6 && (sigma[1] - 0.2_f64.sqrt()).abs() < 1e-6, "{sigma:?}");
        assert!((correlations[0][1] + 0.3 / (0.7_f64 * 0.2).sqrt()).abs() < 1e-6 && correlations[1][1] == 1.0);
    }

    #[test]
    fn what_changes_no_residual_has_no_finite_error() {
        let jacobian =
            DMatrix::from_fn(3, 3, |row, column| if column == 1 { 0.0 } else { (row + column) as f64 + 0.5 });
        let (sigma, correlations) = errors(&jacobian, &[1.0, 1e-6, 1.0], 1.0, &DVector::zeros(3));
        assert!(sigma[1] == f64::INFINITY && sigma[0].is_finite() && sigma[2].is_finite(), "{sigma:?}");
        assert!(correlations[0][1] == 0.0 && correlations[0][2].abs() <= 1.0);
        let alike = DMatrix::from_fn(3, 2, |row, _| row as f64 + 1.0);
        assert!(errors(&alike, &[1.0, 1.0], 1.0, &DVector::zeros(3)).0.iter().all(|sigma| sigma.is_infinite()));
    }
}
