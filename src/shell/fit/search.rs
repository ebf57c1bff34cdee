//! The search for the least squared residuals.

use super::estimate::{ErrorPart, Estimate};
use super::forward::{Forward, ForwardError, independent};
use super::mode::{ErrorMode, FILMS, GRIDS};
use super::parameter::with_unit;
use super::report::{Fitted, Place, Stage, determined_combinations};
use crate::output::progress::Tally;
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt};
use nalgebra::{DMatrix, DVector, Dyn, storage::Owned};
use rayon::prelude::*;
use std::sync::Mutex;
use wetbounce_physics::remark::Remarks;
use wetbounce_records::comparison::plausible::chi_squared_limit;

/// Change of a parameter over the width of its bounds, to take derivatives with.
const NUDGE: f64 = 2e-3;
/// Relative change of residuals and parameters below which the search ends: that of a figure that a user reads.
const TOLERANCE: f64 = 1e-5;
/// Smallest relative eigenvalue of JᵀJ that counts as identifiable.
const IDENTIFIABLE: f64 = 1e-14;
/// Part in a direction from which a parameter counts as moving along it.
const PART: f64 = 1e-4;
/// Values of each parameter of the scan for a starting point.
const SCANNED: usize = 5;
/// Runs of that scan at most.
const SCANS: usize = 81;
/// Errors of the model, in words.
const OTHER_WAY: &str =
    "the grid's (how far the value moves where its second-order part is taken out of the motion and not weighed by)";
/// Share of the record's information on a parameter (the inverse square of its error) below which the grid's error
/// hides it.
const LEFT: f64 = 0.1;
/// Evaluations for each parameter before the search gives up.
const PATIENCE: usize = 12;

/// Values asked for, and the residuals there.
pub type Evaluated = Mutex<Vec<(Vec<f64>, Vec<f64>)>>;

/// A search in progress.
pub struct FitProblem<'a> {
    forward: &'a Forward,
    /// The parameters that are searched; the others stay as they are `held`.
    free: Vec<usize>,
    held: Vec<f64>,
    /// Of those that are searched.
    angles: DVector<f64>,
    failure: Mutex<Option<ForwardError>>,
    known: &'a Evaluated,
    done: &'a Tally,
}

/// Most evaluations of a search for so many parameters: residuals until patience ends, and as many derivatives.
pub fn most_evaluations(parameters: usize) -> usize {
    PATIENCE * (parameters + 1) * (parameters + 1)
}

/// The sum of squares.
pub(super) fn square(residuals: &[f64]) -> f64 {
    residuals.iter().map(|one| one * one).sum()
}

/// Where a search ended.
pub(super) struct Minimum<'a> {
    /// The values.
    pub values: Vec<f64>,
    /// The residuals there.
    pub(super) residuals: Vec<f64>,
    /// Whether it is a minimum.
    converged: bool,
    problem: FitProblem<'a>,
}

impl<'a> FitProblem<'a> {
    /// The least squared residuals over the `free` parameters from `start` on, to this relative change of them.
    ///
    /// # Errors
    /// A run that could not be done.
    pub(super) fn minimum(
        forward: &'a Forward,
        free: Vec<usize>,
        start: &[f64],
        tolerance: f64,
        known: &'a Evaluated,
        done: &'a Tally,
    ) -> Result<Minimum<'a>, ForwardError> {
        let problem = Self {
            forward,
            angles: DVector::zeros(0),
            free: Vec::new(),
            held: start.to_vec(),
            failure: Mutex::new(None),
            known,
            done,
        };
        let (problem, mut converged) = problem.searched(free.clone(), start, tolerance);
        let (mut values, mut residuals) = problem.ended()?;
        let inside: Vec<usize> =
            free.iter().copied().filter(|index| !forward.parameters[*index].is_bound(values[*index])).collect();
        let mut problem = problem;
        if !inside.is_empty() && inside.len() < free.len() {
            let along = problem.searched(inside, &values, tolerance);
            problem = along.0;
            let (others, found) = problem.ended()?;
            if square(&found) < square(&residuals) {
                (values, residuals, converged) = (others, found, along.1);
            }
        }
        problem.free = free;
        Ok(Minimum { values, residuals, converged, problem })
    }

    /// The search over these parameters from here on, begun a little inside of the bounds, at which the angles hardly
    /// move the values.
    fn searched(mut self, free: Vec<usize>, start: &[f64], tolerance: f64) -> (Self, bool) {
        let angle = |index: &usize| self.forward.parameters[*index].angle_inside(start[*index]);
        self.angles = DVector::from_iterator(free.len(), free.iter().map(angle));
        (self.free, self.held) = (free, start.to_vec());
        if self.free.is_empty() {
            return (self, true);
        }
        let method = LevenbergMarquardt::new().with_tol(tolerance).with_patience(PATIENCE);
        let (problem, ended) = method.minimize(self);
        (problem, ended.termination.was_successful())
    }

    /// Values and residuals where a search ended.
    fn ended(&self) -> Result<(Vec<f64>, Vec<f64>), ForwardError> {
        let values = self.values();
        let residuals = if self.failed() { None } else { self.evaluate(&values) };
        residuals.map(|residuals| (values, residuals)).ok_or_else(|| {
            self.tell_best();
            self.reason()
        })
    }

    fn failed(&self) -> bool {
        self.failure.lock().expect("no thread panics").is_some()
    }

    /// Why a value has no residuals.
    fn reason(&self) -> ForwardError {
        self.failure.lock().expect("no thread panics").take().expect("a failure has its reason")
    }

    fn values(&self) -> Vec<f64> {
        let mut values = self.held.clone();
        for (index, angle) in self.free.iter().zip(&self.angles) {
            values[*index] = self.forward.parameters[*index].value(*angle);
        }
        values
    }

    /// Says the best values so far, where the search ends before its time.
    fn tell_best(&self) {
        let known = self.known.lock().expect("no thread panics");
        let cost = |found: &&(Vec<f64>, Vec<f64>)| square(&found.1);
        if let Some(best) = known.iter().min_by(|a, b| cost(a).total_cmp(&cost(b))) {
            let shown = self.forward.parameters.iter().zip(&best.0);
            let shown =
                shown.map(|(parameter, value)| format!("{} = {}", parameter.key, with_unit(*value, &parameter.unit)));
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

    /// These values with one of them moved a little towards the middle of its bounds, and by how much.
    fn nudged(&self, index: usize, values: &[f64]) -> (Vec<f64>, f64) {
        let parameter = &self.forward.parameters[index];
        let inward = if values[index] > 0.5 * (parameter.low + parameter.high) { -NUDGE } else { NUDGE };
        let by = inward * (parameter.high - parameter.low);
        let mut moved = values.to_vec();
        moved[index] += by;
        (moved, by)
    }

    /// Derivatives of the residuals to the parameters that are searched, by one-sided differences towards the middle of
    /// the bounds.
    fn derivatives(&self, values: &[f64], base: &[f64]) -> Option<DMatrix<f64>> {
        let columns: Option<Vec<Vec<f64>>> = self
            .free
            .par_iter()
            .map(|&index| {
                let (moved, by) = self.nudged(index, values);
                let found = self.evaluate(&moved)?;
                Some(found.iter().zip(base).map(|(new, old)| (new - old) / by).collect())
            })
            .collect();
        let columns = columns?;
        Some(DMatrix::from_fn(base.len(), columns.len(), |row, column| columns[column][row]))
    }
}

impl LeastSquaresProblem<f64, Dyn, Dyn> for FitProblem<'_> {
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
        for (column, index) in self.free.iter().enumerate() {
            let parameter = &self.forward.parameters[*index];
            let slope = 0.5 * (parameter.high - parameter.low) * self.angles[column].cos();
            matrix.column_mut(column).scale_mut(slope);
        }
        Some(matrix)
    }
}

/// The starting point of least squared residuals: the given one, or one of a grid of values within the bounds.
///
/// # Errors
/// The run from the given values cannot be done.
pub fn scan(forward: &Forward, start: &[f64]) -> Result<Vec<f64>, ForwardError> {
    let cost = |values: &[f64]| forward.residuals(values).map(|found| square(&found));
    let count = start.len() as u32;
    let each = (1..=SCANNED).rev().find(|each| each.pow(count) <= SCANS).unwrap_or(1);
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

/// Searches from `start` (values in the parameters' units), and reports the result; `known` tells whether the record
/// has its own uncertainties, `place` which stage of how many this is.
///
/// # Errors
/// A run that could not be done.
pub fn search(
    forward: &Forward,
    start: &[f64],
    known: bool,
    place: Place,
    done: &Tally,
) -> Result<Fitted, ForwardError> {
    let asked = Evaluated::default();
    let Minimum { values, residuals: base, converged, problem } =
        FitProblem::minimum(forward, (0..start.len()).collect(), start, TOLERANCE, &asked, done)?;
    let Some(matrix) = problem.derivatives(&values, &base) else { return Err(problem.reason()) };
    let priors = forward.parameters.iter().filter(|parameter| parameter.prior.is_some()).count();
    let freedom = base.len().saturating_sub(values.len());
    let of_record = &base[..base.len() - priors];
    let free = of_record.len().saturating_sub(values.len()).max(1) as f64;
    let reduced = square(of_record) / free;
    let scale = if known { reduced.max(1.0) } else { reduced };
    let own = DVector::from_fn(base.len(), |row, _| if row < of_record.len() { scale.sqrt() } else { 1.0 });
    let stage = Stage::of(forward.hydrodynamics);
    let beyond_chance = reduced > chi_squared_limit(of_record.len());
    let of_model = errors_of_model(forward, &values)?;
    let modes: Vec<&ErrorMode> = of_model.iter().filter(|mode| mode.rms.is_some()).collect();
    let widths: Vec<f64> = forward.parameters.iter().map(|parameter| parameter.high - parameter.low).collect();
    let vector =
        |mode: &&ErrorMode| DVector::from_fn(base.len(), |row, _| mode.residuals.get(row).copied().unwrap_or(0.0));
    let vectors: Vec<DVector<f64>> = modes.iter().map(vector).collect();
    let beside_grid = BesideGrid::of(forward, &problem, &values, &base, &matrix, &widths)?;
    let like_grid = |index: usize| beside_grid.as_ref().is_some_and(|beside| beside.alike[index]);
    let missed = !known || beyond_chance || (0..values.len()).any(like_grid);
    let other_way = beside_grid.as_ref().filter(|_| missed).map(|beside| beside.moves.clone());
    let Errors { sigma, parts, scales, correlations } = errors(&matrix, &widths, &own, &vectors, other_way.as_ref());
    let of_modes = modes.iter().map(|mode| format!("{} ({})", mode.of, mode.from));
    let names: Vec<String> = of_modes.chain(other_way.iter().map(|_| OTHER_WAY.to_owned())).collect();
    let part = |index: usize, (of, parts): (&String, &Vec<f64>)| ErrorPart { of: of.clone(), error: parts[index] };
    let estimates = forward.parameters.iter().enumerate().map(|(index, parameter)| {
        let parts = names.iter().zip(&parts).map(|both| part(index, both)).collect();
        Estimate::new(parameter, values[index], sigma[index], parts, like_grid(index))
    });
    let evaluations = asked.lock().expect("no thread panics").len();
    Ok(Fitted {
        stage,
        place,
        remarks: Remarks::default(),
        verdict: String::new(),
        cells_per_diameter: (stage == Stage::Flow)
            .then_some(forward.case(&values)?.problem.resolution.cells_per_diameter),
        converged,
        evaluations,
        points: of_record.len(),
        reduced_chi_squared: reduced,
        uncertainties_known: known,
        freedom,
        errors_of_model: forward.weighed.iter().chain(&of_model).cloned().collect(),
        scales,
        combinations: determined_combinations(&matrix, &values, &forward.parameters, &own),
        parameters: estimates.collect(),
        correlations,
        profiles: Vec::new(),
    })
}

/// The errors of the model that are added to the covariance, and those that are not in it, at these values of the
/// parameters.
///
/// # Errors
/// A run that could not be done.
fn errors_of_model(forward: &Forward, values: &[f64]) -> Result<Vec<ErrorMode>, ForwardError> {
    if Stage::of(forward.hydrodynamics) == Stage::Flow {
        let grid = forward.weighed.is_empty().then(|| ErrorMode::left_out(GRIDS, "it was not computed on this grid"));
        let film = match forward.with_film {
            true => forward.film(values)?,
            false => Some(ErrorMode::left_out(FILMS, "it comes with the case's own grid")),
        };
        let film = film.map(|film| match film.rms {
            Some(_) => ErrorMode::new(FILMS, film.from, independent(film.residuals, &forward.weighed)),
            None => film,
        });
        return Ok(grid.into_iter().chain(film).collect());
    }
    forward.theory(values)
}

/// The parameters without the grid's error in the covariance of the residuals.
struct BesideGrid {
    /// Whether the grid's error is nearly parallel to what a parameter does to the record: less than [`LEFT`] of the
    /// record's information on it is left with that error in the covariance.
    alike: Vec<bool>,
    /// How far the minimum lies from these values, over the widths of the bounds, where the second-order part of the
    /// grid's error is taken out of the residuals instead. This way does not use the shape of the rest. It is needed
    /// where the record is not met with the grid's error as coarser grids show it, as its shape is another then, and
    /// where little but that shape determines a parameter. The value lies between both, each place alike (JCGM 100,
    /// 4.3.7), so this is the distance over √3.
    moves: DVector<f64>,
}

impl BesideGrid {
    /// At these `values`, where the residuals are `base` and their derivatives `weighed`, both with the grid's error in
    /// their covariance; `None` where that is not known.
    ///
    /// # Errors
    /// A run that could not be done.
    fn of(
        forward: &Forward,
        problem: &FitProblem<'_>,
        values: &[f64],
        base: &[f64],
        weighed: &DMatrix<f64>,
        widths: &[f64],
    ) -> Result<Option<Self>, ForwardError> {
        let Some(second_order) = forward.weighed.first() else { return Ok(None) };
        let own = forward.of_record(values)?;
        if second_order.residuals.len() != own.len() {
            return Ok(None);
        }
        let mut jacobian = weighed.clone();
        for (column, index) in problem.free.iter().enumerate() {
            let (moved, by) = problem.nudged(*index, values);
            let found = forward.of_record(&moved)?;
            for (row, (new, old)) in found.iter().zip(&own).enumerate() {
                jacobian[(row, column)] = (new - old) / by;
            }
        }
        let mut without = DVector::from_column_slice(base);
        for (row, (own, error)) in own.iter().zip(&second_order.residuals).enumerate() {
            without[row] = own + error;
        }
        let [alone, with] = [&jacobian, weighed].map(|jacobian| Moves::new(jacobian, widths));
        Ok(Some(Self { alike: alike(&alone, &with), moves: alone.by_residuals * without / 3f64.sqrt() }))
    }
}

/// Whether less than [`LEFT`] of the information on each parameter `alone` is left `with` an error in the covariance of
/// the residuals.
fn alike(alone: &Moves, with: &Moves) -> Vec<bool> {
    let square = |moves: &Moves, index: usize| moves.by_residuals.row(index).norm_squared();
    (0..alone.by_residuals.nrows()).map(|index| square(alone, index) < LEFT * square(with, index)).collect()
}

/// How the minimum moves, over the widths of the bounds.
struct Moves {
    /// `G = (JᵀJ)⁻¹Jᵀ`, from the derivatives `J` of the residuals: what moves these by `m` moves the minimum by `G m`.
    by_residuals: DMatrix<f64>,
    /// Whether a parameter takes part in a direction along which no residual changes.
    unidentifiable: Vec<bool>,
}

impl Moves {
    fn new(jacobian: &DMatrix<f64>, widths: &[f64]) -> Self {
        let count = widths.len();
        let scaled = DMatrix::from_fn(jacobian.nrows(), count, |row, column| jacobian[(row, column)] * widths[column]);
        let parts = (scaled.transpose() * &scaled).symmetric_eigen();
        let largest = parts.eigenvalues.max();
        let determined = |direction: usize| parts.eigenvalues[direction] > IDENTIFIABLE * largest;
        let unidentifiable = |parameter: usize| {
            let takes_part = |direction: usize| parts.eigenvectors[(parameter, direction)].abs() > PART;
            !(0..count).all(|direction| determined(direction) || !takes_part(direction))
        };
        let inverse = DVector::from_fn(count, |k, _| if determined(k) { parts.eigenvalues[k].recip() } else { 0.0 });
        let inverse = &parts.eigenvectors * DMatrix::from_diagonal(&inverse) * parts.eigenvectors.transpose();
        Self { by_residuals: inverse * scaled.transpose(), unidentifiable: (0..count).map(unidentifiable).collect() }
    }
}

/// Standard errors, the parts of them that each error of the model has, and correlations.
struct Errors {
    sigma: Vec<f64>,
    /// For each error of the model, of each parameter.
    parts: Vec<Vec<f64>>,
    /// Squares of the errors without those of the model, over those with errors of 1 in all residuals.
    scales: Vec<f64>,
    correlations: Vec<Vec<f64>>,
}

/// Standard errors and correlations that follow from the derivatives `J` of the residuals at the minimum.
///
/// What moves the residuals by `m` moves the minimum by `G m`, `G = (JᵀJ)⁻¹Jᵀ`. So the covariance is `G S² Gᵀ + Σ (G
/// m)(G m)ᵀ`: `S` holds the `own` standard errors of the residuals, which are independent, and each error of the model
/// `modes` moves all of them together. What moves the minimum alone, over the widths of the bounds, is `other_way`.
///
/// Along a direction in which no residual changes, the parameters (over the widths of their bounds) are not determined:
/// those that take part in it have an infinite error, and no correlation with others.
fn errors(
    jacobian: &DMatrix<f64>,
    widths: &[f64],
    own: &DVector<f64>,
    modes: &[DVector<f64>],
    other_way: Option<&DVector<f64>>,
) -> Errors {
    let count = widths.len();
    let Moves { by_residuals: moves, unidentifiable } = Moves::new(jacobian, widths);
    let of_record = DMatrix::from_fn(count, own.len(), |a, row| moves[(a, row)] * own[row]);
    let moved: Vec<DVector<f64>> = modes.iter().map(|mode| &moves * mode).chain(other_way.cloned()).collect();
    let alone = &of_record * of_record.transpose();
    let covariance = moved.iter().fold(alone.clone(), |sum, moved| sum + moved * moved.transpose());
    let error = |a: usize| if unidentifiable[a] { f64::INFINITY } else { widths[a] * covariance[(a, a)].sqrt() };
    let correlation = |a: usize, b: usize| match (a == b, unidentifiable[a] || unidentifiable[b]) {
        (true, _) => 1.0,
        (false, true) => 0.0,
        (false, false) => covariance[(a, b)] / (covariance[(a, a)] * covariance[(b, b)]).sqrt(),
    };
    let rows = (0..count).map(|a| (0..count).map(|b| correlation(a, b)).collect());
    let scale = |a: usize| Some(alone[(a, a)] / moves.row(a).norm_squared()).filter(|scale| scale.is_finite());
    Errors {
        sigma: (0..count).map(error).collect(),
        parts: moved.iter().map(|moved| (0..count).map(|a| widths[a] * moved[a].abs()).collect()).collect(),
        scales: (0..count).map(|a| scale(a).unwrap_or(1.0)).collect(),
        correlations: rows.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ones(rows: usize) -> DVector<f64> {
        DVector::from_element(rows, 1.0)
    }

    #[test]
    fn a_parameter_that_does_what_the_grids_error_does_is_decided_by_the_grid() {
        let record = |column: [f64; 4], mode: [f64; 4]| {
            let mode = [ErrorMode::new(GRIDS, "", mode.map(|part| 20.0 * part).to_vec())];
            let alone = DMatrix::from_column_slice(4, 1, &column);
            let with = DMatrix::from_vec(4, 1, independent(column.to_vec(), &mode));
            alike(&Moves::new(&alone, &[1.0]), &Moves::new(&with, &[1.0]))[0]
        };
        let column = [1.0, 2.0, 3.0, 2.0];
        assert!(record(column, [1.0, 2.0, 3.0, 2.1]), "parallel");
        assert!(!record(column, [2.0, -1.0, 0.0, 0.0]), "at right angles");
        assert!(!record(column, [0.01, 0.02, 0.03, 0.02].map(|part| 0.1 * part)), "small");
    }

    #[test]
    fn chi_squared_scales_what_the_record_tells_and_not_what_the_prior_tells() {
        // One parameter, determined to `of_record` by a record of √chi² = 3, and to `of_prior` by a prior.
        let one = |of_record: f64, of_prior: f64| {
            let jacobian = DMatrix::from_column_slice(2, 1, &[1.0 / of_record, 1.0 / of_prior]);
            let Errors { sigma, scales, .. } =
                errors(&jacobian, &[7.0], &DVector::from_column_slice(&[3.0, 1.0]), &[], None);
            (sigma[0], scales[0])
        };
        let ((by_record, nine), (by_prior, of_one)) = (one(0.1, 1e4), one(1e4, 0.1));
        assert!((by_record / 0.3 - 1.0).abs() < 1e-9 && (nine / 9.0 - 1.0).abs() < 1e-9, "{by_record} {nine}");
        assert!((by_prior / 0.1 - 1.0).abs() < 1e-9 && (of_one - 1.0).abs() < 1e-9, "{by_prior} {of_one}");
        // Both alike: half of each error reaches the value.
        let (both, scale) = one(0.1, 0.1);
        assert!((both - 0.05 * 10f64.sqrt()).abs() < 1e-12 && (scale - 5.0).abs() < 1e-9, "{both} {scale}");
    }

    #[test]
    fn errors_are_those_of_a_straight_line() {
        let x = [0.0, 1.0, 2.0, 3.0];
        let jacobian = DMatrix::from_fn(4, 2, |row, column| if column == 0 { 1.0 } else { x[row] });
        let Errors { sigma, correlations, .. } = errors(&jacobian, &[10.0, 1e-3], &ones(4), &[], None);
        let mode = DVector::from_row_slice(&[0.5, 0.5, 0.5, 0.5]);
        let Errors { sigma: wider, parts, .. } = errors(&jacobian, &[10.0, 1e-3], &ones(4), &[mode], None);
        assert!((parts[0][0] - 0.5).abs() < 1e-9 && parts[0][1] < 1e-9, "{parts:?}");
        assert!((wider[0].powi(2) - sigma[0].powi(2) - 0.25).abs() < 1e-9 && (wider[1] - sigma[1]).abs() < 1e-9);
        assert!((sigma[0] - 0.7_f64.sqrt()).abs() < 1e-6 && (sigma[1] - 0.2_f64.sqrt()).abs() < 1e-6, "{sigma:?}");
        let other_way = DVector::from_row_slice(&[0.03, 0.0]);
        let Errors { sigma: farther, parts, .. } = errors(&jacobian, &[10.0, 1e-3], &ones(4), &[], Some(&other_way));
        assert!((parts[0][0] - 0.3).abs() < 1e-12 && (farther[0].powi(2) - sigma[0].powi(2) - 0.09).abs() < 1e-9);
        assert!((correlations[0][1] + 0.3 / (0.7_f64 * 0.2).sqrt()).abs() < 1e-6 && correlations[1][1] == 1.0);
    }

    #[test]
    fn what_changes_no_residual_has_no_finite_error() {
        let jacobian =
            DMatrix::from_fn(3, 3, |row, column| if column == 1 { 0.0 } else { (row + column) as f64 + 0.5 });
        let Errors { sigma, correlations, .. } = errors(&jacobian, &[1.0, 1e-6, 1.0], &ones(3), &[], None);
        assert!(sigma[1] == f64::INFINITY && sigma[0].is_finite() && sigma[2].is_finite(), "{sigma:?}");
        assert!(correlations[0][1] == 0.0 && correlations[0][2].abs() <= 1.0);
        let alike = DMatrix::from_fn(3, 2, |row, _| row as f64 + 1.0);
        assert!(errors(&alike, &[1.0, 1.0], &ones(3), &[], None).sigma.iter().all(|sigma| sigma.is_infinite()));
    }
}
