//! The search for the least squared residuals.

use super::forward::{Forward, ForwardError};
use super::report::{Estimate, Fitted, Stage};
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::{DMatrix, DVector, Dyn, storage::Owned};
use rayon::prelude::*;
use std::sync::Mutex;

/// Change of a parameter over the width of its bounds, to take derivatives with.
const NUDGE: f64 = 2e-3;
/// Relative change of residuals and parameters below which the search ends: that of a figure that a user reads.
const TOLERANCE: f64 = 1e-5;
/// Evaluations for each parameter before the search gives up.
const PATIENCE: usize = 12;

/// A search in progress.
pub struct Problem<'a> {
    forward: &'a Forward,
    angles: DVector<f64>,
    failure: Mutex<Option<ForwardError>>,
    evaluations: Mutex<usize>,
    /// Values and residuals of the last call of `residuals`: the Jacobian there starts from them.
    last: Mutex<Option<(Vec<f64>, Vec<f64>)>>,
}

impl Problem<'_> {
    fn values(&self) -> Vec<f64> {
        self.forward.parameters.iter().zip(&self.angles).map(|(parameter, angle)| parameter.value(*angle)).collect()
    }

    fn evaluate(&self, values: &[f64]) -> Option<Vec<f64>> {
        *self.evaluations.lock().expect("no thread panics") += 1;
        match self.forward.residuals(values) {
            Ok(residuals) => Some(residuals),
            Err(failure) => {
                self.failure.lock().expect("no thread panics").get_or_insert(failure);
                None
            }
        }
    }

    /// The residuals at these values, those of the last call if they are the same.
    fn base(&self, values: &[f64]) -> Option<Vec<f64>> {
        let mut last = self.last.lock().expect("no thread panics");
        match &*last {
            Some((known, residuals)) if known == values => Some(residuals.clone()),
            _ => {
                let found = self.evaluate(values)?;
                *last = Some((values.to_vec(), found.clone()));
                Some(found)
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
        self.base(&self.values()).map(DVector::from_vec)
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let values = self.values();
        let base = self.base(&values)?;
        let mut matrix = self.derivatives(&values, &base)?;
        for (index, parameter) in self.forward.parameters.iter().enumerate() {
            let slope = 0.5 * (parameter.high - parameter.low) * self.angles[index].cos();
            matrix.column_mut(index).scale_mut(slope);
        }
        Some(matrix)
    }
}

/// Searches from `start` (values in the parameters' units), and says what was found; `known` tells whether the record has its own
/// uncertainties.
///
/// # Errors
/// A run that could not be done.
pub fn search(forward: &Forward, start: &[f64], known: bool) -> Result<Fitted, ForwardError> {
    let angles = forward.parameters.iter().zip(start).map(|(parameter, value)| parameter.angle(*value));
    let problem = Problem {
        forward,
        angles: DVector::from_iterator(start.len(), angles),
        failure: Mutex::new(None),
        evaluations: Mutex::new(0),
        last: Mutex::new(None),
    };
    let method = LevenbergMarquardt::new().with_tol(TOLERANCE).with_patience(PATIENCE);
    let (problem, ended) = method.minimize(problem);
    if let Some(failure) = problem.failure.lock().expect("no thread panics").take() {
        return Err(failure);
    }
    let values = problem.values();
    let found = problem.base(&values).and_then(|base| Some((problem.derivatives(&values, &base)?, base)));
    let Some((matrix, base)) = found else {
        let failure = problem.failure.lock().expect("no thread panics").take();
        return Err(failure.expect("a failure has its reason"));
    };
    let priors = forward.parameters.iter().filter(|parameter| parameter.prior.is_some()).count();
    let free = (base.len() - priors).saturating_sub(values.len()).max(1) as f64;
    let of_record = &base[..base.len() - priors];
    let reduced = of_record.iter().map(|residual| residual * residual).sum::<f64>() / free;
    let scale = if known { 1.0 } else { reduced };
    let covariance = (matrix.transpose() * &matrix)
        .pseudo_inverse(1e-12)
        .unwrap_or_else(|_| DMatrix::from_element(values.len(), values.len(), f64::NAN))
        * scale;
    let sigma: Vec<f64> = (0..values.len()).map(|index| covariance[(index, index)].max(0.0).sqrt()).collect();
    let estimates = forward
        .parameters
        .iter()
        .enumerate()
        .map(|(index, parameter)| Estimate::new(parameter, values[index], sigma[index]));
    let correlation = |row: usize, column: usize| covariance[(row, column)] / (sigma[row] * sigma[column]);
    let evaluations = *problem.evaluations.lock().expect("no thread panics");
    Ok(Fitted {
        stage: Stage::of(forward.hydrodynamics),
        converged: ended.termination.was_successful(),
        evaluations,
        points: of_record.len(),
        reduced_chi_squared: reduced,
        uncertainties_known: known,
        parameters: estimates.collect(),
        correlations: (0..values.len())
            .map(|row| (0..values.len()).map(|column| correlation(row, column)).collect())
            .collect(),
    })
}
