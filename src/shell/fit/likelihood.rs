//! Profiles by search: each value of a parameter with all others at their best.

use super::estimate::Estimate;
use super::forward::{Forward, ForwardError};
use super::profile::{Profile, ProfilePoint, end};
use super::report::Fitted;
use super::search::{Evaluated, FitProblem, Minimum, square};
use crate::output::progress::Tally;
use rayon::prelude::*;

/// Distance of the values on each side, in standard errors, and how many.
const STEP: f64 = 0.5;
const STEPS: usize = 6;
/// How often the last distance is made longer while the profile is below 1.
const FARTHER_STEPS: usize = 6;
/// By how much each time.
const FARTHER: f64 = 1.5;
/// What is left of χ² for the others to become smaller by: a profile is read to a hundredth.
const LEFT: f64 = 0.01;
/// Runs that profiles take at most, about.
pub fn most_runs(parameters: usize) -> usize {
    2 * parameters * (STEPS + FARTHER_STEPS) * (1 + 4 * (parameters - 1))
}

/// The profiles of all parameters around the minimum that a search has found; runs that are there are not repeated.
///
/// # Errors
/// A run that could not be done.
pub fn profiles(forward: &Forward, found: &Fitted, done: &Tally) -> Result<Vec<Profile>, ForwardError> {
    let around = Around { forward, found, known: Evaluated::default(), done, least: f64::NAN };
    let best: Vec<f64> = found.parameters.iter().map(|estimate| estimate.value).collect();
    let least = around.at(Vec::new(), &best)?.1;
    let around = Around { least, ..around };
    let sides: Vec<(usize, f64)> = (0..best.len()).flat_map(|index| [(index, -1.0), (index, 1.0)]).collect();
    let sides: Vec<Vec<ProfilePoint>> =
        sides.into_par_iter().map(|(index, way)| around.side(index, way, &best)).collect::<Result<_, _>>()?;
    let whole = |(index, sides): (usize, &[Vec<ProfilePoint>])| {
        let centre = ProfilePoint { values: best.clone(), delta_chi_squared: 0.0 };
        let ends = [0, 1].map(|side| end(&found.parameters[index], index, &centre, &sides[side]));
        let points = sides[0].iter().rev().cloned().chain([centre]).chain(sides[1].iter().cloned()).collect();
        let Estimate { key, unit, .. } = &found.parameters[index];
        Profile { key: key.clone(), unit: unit.clone(), points, interval: ends }
    };
    Ok(sides.chunks(2).enumerate().map(whole).collect())
}

/// The surroundings of a minimum.
struct Around<'a> {
    forward: &'a Forward,
    found: &'a Fitted,
    known: Evaluated,
    done: &'a Tally,
    /// The sum of squares there.
    least: f64,
}

impl Around<'_> {
    /// The best values and their sum of squares over the `free` parameters, from these values on.
    fn at(&self, free: Vec<usize>, values: &[f64]) -> Result<(Vec<f64>, f64), ForwardError> {
        let tolerance = LEFT / self.found.points.max(1) as f64;
        let Minimum { values, residuals, .. } =
            FitProblem::minimum(self.forward, free, values, tolerance, &self.known, self.done)?;
        Ok((values, square(&residuals)))
    }

    /// The profile from the minimum on to one side, away from it. Each point starts from a straight line through the
    /// last two; one that is higher than the next outer one is in another valley, and is sought again from there.
    fn side(&self, index: usize, way: f64, best: &[f64]) -> Result<Vec<ProfilePoint>, ForwardError> {
        let parameter = &self.forward.parameters[index];
        let room = if way < 0.0 { best[index] - parameter.low } else { parameter.high - best[index] };
        if parameter.is_bound(best[index]) && 2.0 * room < parameter.high - parameter.low {
            return Ok(Vec::new());
        }
        let unit = self.found.parameters[index].of_record().min(room / (STEP * STEPS as f64));
        let near = (1..=STEPS).map(|step| STEP * step as f64);
        let far = (1..=FARTHER_STEPS as i32).map(|more| STEP * STEPS as f64 * FARTHER.powi(more));
        let mut points: Vec<ProfilePoint> = Vec::new();
        for (number, distance) in near.chain(far).map(|steps| steps * unit).enumerate() {
            let reached = points.last().is_some_and(|last| last.delta_chi_squared >= 1.0);
            let at = |point: &ProfilePoint| (point.values[index] - best[index]).abs();
            let full = points.last().is_some_and(|last| at(last) >= room * (1.0 - 1e-9));
            if full || (number >= STEPS && reached) {
                break;
            }
            let to = distance.min(room);
            let last = points.last().map_or(best, |last| &last.values);
            let before = points.len().checked_sub(2).map_or(best, |before| &points[before].values);
            let ran = (last[index] - before[index]).abs();
            let ahead = if ran > 0.0 { (to - (last[index] - best[index]).abs()) / ran } else { 0.0 };
            let mut start: Vec<f64> =
                last.iter().zip(before).map(|(last, before)| last + ahead * (last - before)).collect();
            let bounds = self.forward.parameters.iter();
            start.iter_mut().zip(bounds).for_each(|(value, of)| *value = value.clamp(of.low, of.high));
            start[index] = (best[index] + way * to).clamp(parameter.low, parameter.high);
            points.push(self.point(index, &start)?);
        }
        for inner in (0..points.len().saturating_sub(1)).rev() {
            if points[inner].delta_chi_squared > points[inner + 1].delta_chi_squared {
                let mut start = points[inner + 1].values.clone();
                start[index] = points[inner].values[index];
                let again = self.point(index, &start)?;
                if again.delta_chi_squared < points[inner].delta_chi_squared {
                    points[inner] = again;
                }
            }
        }
        Ok(points)
    }

    /// The point of the profile of a parameter with the others at their best, from these values on.
    fn point(&self, index: usize, start: &[f64]) -> Result<ProfilePoint, ForwardError> {
        let (values, square) = self.at((0..start.len()).filter(|other| *other != index).collect(), start)?;
        Ok(ProfilePoint { values, delta_chi_squared: (square - self.least) / self.found.scales[index] })
    }
}
